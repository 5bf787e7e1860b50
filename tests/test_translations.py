"""No translation rots unseen: whoever changes a document is told which section of which translation lags."""

from __future__ import annotations

import re
from pathlib import Path

import documents
import pytest
from translations import differences, follower, sections

from yisp.deck.reference import spoken, texts
from yisp.messages import ENGLISH, LANGUAGES, look_up, speaking

ORIGINALS = documents.TRANSLATIONS


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ORIGINALS, ids=documents.named)
def test_a_translation_is_in_step_with_its_original(path: Path) -> None:
    original = ORIGINALS[path]
    found = differences(
        sections(read(original), follower(original, ORIGINALS)),
        sections(read(path), follower(path, ORIGINALS)),
    )
    assert not list(found), documents.named(path)


@pytest.mark.parametrize("path", ORIGINALS, ids=documents.named)
def test_emphasis_is_not_left_as_asterisks(path: Path) -> None:
    """Beside a full-width mark asterisks may mean nothing: a blank or another mark must follow them."""
    for section in sections(read(path), str):
        assert "*" not in section.text, section.title


def test_translated_documents_stand_in_the_folder_of_their_language() -> None:
    assert {spoken(path) for path in ORIGINALS} <= set(LANGUAGES)
    assert {path.name for path in ORIGINALS if spoken(path) == "zh"} == {
        "README.md", "advise.md", "ci.md", "collections.md", "coming-from-ygo-calc.md", "compare.md",
        "contest.md", "cookbook.md", "dealer.md", "deck-file.md", "editors.md", "exchange.md", "explain.md",
        "language.md", "page.md", "policies.md", "python.md", "results.md", "safety.md", "statistics.md",
        "sweep.md", "triggers.md", "tutorial.md", "understand.md", "view.md", "wall.md", "war.md",
    }  # fmt: skip


@pytest.mark.parametrize("path", [path for path in ORIGINALS if spoken(path) != ENGLISH], ids=documents.named)
def test_links_lead_to_translations_where_there_are_any(path: Path) -> None:
    """But for the one that leads to the document's own original."""
    there = {original for known, original in ORIGINALS.items() if spoken(known) == spoken(path)}
    links = {link.partition("#")[0] for section in sections(read(path), str) for link in section.links}
    aimed = {(path.parent / link).resolve() for link in links if link and ":" not in link}
    assert aimed & there <= {ORIGINALS[path]}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {ENGLISH}))
def test_readmes_lead_to_documents_of_their_language(language: str) -> None:
    written = read(Path(__file__).parents[1] / f"README.{language}.md")
    aimed = re.findall(r"\]\(docs/([a-z-]+\.md)", written)
    there = {path.name for path in ORIGINALS if spoken(path) == language}
    assert aimed and not set(aimed) & there


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {ENGLISH}))
def test_tables_say_everything_in_other_languages(language: str) -> None:
    with speaking(language):
        same = [text for text in texts() if look_up(text) == text]
    assert same == []


# The examiner itself ----------------------------------------------------------------------------

ENGLISH_TEXT = """\
# Title

Twelve cards, 40 in all: see `count` and [the rest](language.md#numbers).

* `size`
* two

```yaml deck.yml
cards:
  scout: {count: 3}    # a comment
```

```console
$ yispc deck.yml
Time used: 7ms
scout: 33.76% (667/1976)
```
"""

CHINESE_TEXT = """\
# 标题

十二张，总共 40 张：见 `count` 和[其余](language.md#数)。

* `size`
* 二

```yaml deck.yml
cards:
  侦察兵: {count: 3}    # 注释
```

```console
$ yispc deck.yml
用时：12ms
侦察兵：33.76% (667/1976)
```
"""


def compared(translation: str) -> list[str]:
    one = follower(documents.ROOT / "docs" / "here.md", ORIGINALS)
    other = follower(documents.ROOT / "docs" / "zh" / "here.md", ORIGINALS)
    return list(differences(sections(ENGLISH_TEXT, one), sections(translation, other)))


def test_a_faithful_translation_passes() -> None:
    assert compared(CHINESE_TEXT) == []


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("# 标题", "## 标题", "headings"),
        ("* 二\n", "", "lacks list_item"),
        ("总共 40 张", "总共 60 张", "numbers: ['40']"),
        ("`count`", "`counts`", "code: ['count'] became ['counts']"),
        ("`count` 和", "", "code: ['count']"),
        ("language.md#数", "language.md#语句", "links: lacks docs/language.md#"),
        ("language.md#数", "cookbook.md", "links: lacks docs/language.md#"),
        ("{count: 3}", "{count: 2}", "yaml block"),
        ("{count: 3}", "{kount: 3}", "yaml block"),
        ("$ yispc deck.yml", "$ yispc deck.yml --json", "console block"),
        ("667/1976", "37/156", "the output lacks 1976, 667"),
    ],
)
def test_what_is_out_of_step_is_named(before: str, after: str, found: str) -> None:
    assert before in CHINESE_TEXT
    assert found in "\n".join(compared(CHINESE_TEXT.replace(before, after)))


# Terms ------------------------------------------------------------------------------------------

RIVALS = {
    "zh": {
        "卡组": "牌组", "起手": "初手", "检索": "搜卡", "洗切": "洗牌堆",
        "诱发效果": "触发效果", "初动": "启动点", "主题": "topic", "组合": "combo",
        "观察项": "watch", "统计量": "stat", "试验": "试行", "抽样": "采样",
        "筛选": "过滤", "区域": "领域", "牌山": "牌墙", "坍塌": "坍缩",
        "座位": "席位", "突击": "突袭", "协商": "讨价", "回合": "轮次",
        "打同样的牌局": "(?:同样|相同)的世界", "没有可移动的卡": "移动没有找到", "入门": "刚来的",
        "常见问答": "菜谱", "起手分析": "弄明白", "预期": "期望未|未达成", "卡密": "卡号",
    },
    "ja": {
        "デッキ": "山札", "シャッフル": "切り直", "トピック": "topic", "コンボ": "combo", "観察項目": "watch",
        "統計量": "stat", "シード": "種値", "サンプリング": "抽出", "得点": "スコア", "領域": "ゾーン",
        "フィルター": "フィルタ(?!ー)", "印": "フラグ", "方針": "ポリシー", "協商": "交渉", "突撃": "レイド",
        "席": "座席", "通知": "お知らせ",
    },
}  # fmt: skip
"""Words of the glossary in CONTRIBUTING.md, and others for the same thing, which are not to be used beside
them."""

CODE = re.compile(
    r"```.*?```|``.*?``|`[^`]*`|\{[^{}]*\}|--[\w-]+|^ +yispc.*$|\]\([^)]*\)", re.MULTILINE | re.DOTALL
)


def glossary() -> dict[str, str]:
    """The words of each language in the glossary, as one text."""
    lines = read(documents.ROOT / "CONTRIBUTING.md").partition("| 中文 | 日本語 |")[2].splitlines()
    rows = [line.strip("|").split("|") for line in lines if line.count("|") == 4]
    return {
        language: " ".join(row[column] for row in rows) for column, language in enumerate(("en", "zh", "ja"))
    }


@pytest.mark.parametrize("language", RIVALS)
def test_rivals_are_of_words_in_the_glossary(language: str) -> None:
    assert not [word for word in RIVALS[language] if word not in glossary()[language]]


@pytest.mark.parametrize("language", RIVALS)
def test_one_word_for_each_thing(language: str) -> None:
    catalogues = pytest.importorskip(
        "catalogues", reason="babel, which reads the catalogues, is not installed"
    )
    said = {
        f"{room}: {form}": form
        for room, catalogue in catalogues.translations(language).items()
        for message in catalogue
        if message.id
        for form in catalogues._strings(message.string)
    }
    said |= {
        documents.named(path): read(path) for path in ORIGINALS if documents.language_of(path) == language
    }
    found = []
    for word, rival in RIVALS[language].items():
        sought = re.compile(rf"(?<![\w.-]){rival}s?(?![\w:=.-])" if rival.isascii() else rival, re.ASCII)
        found += [(word, where) for where, text in said.items() if sought.search(CODE.sub("", text))]
    assert found == []
