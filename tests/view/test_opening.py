"""What a page opens: lists of other programs as `yispc import` reads them, and what strangers hand over."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from serving import DECK
from test_inside import Page

import yisp
from yisp.cli.app import app
from yisp.messages import speak, speaking
from yisp.view.work.opening import LONGEST_NAME, MOST_SENTENCES, opened

YDK = "#main\n70000001\n70000001\n14558127\n#extra\n59822133\n!side\n1\n"
NAMES = {
    "texts": [[70000001, "Blue-Eyes"], [14558127, "灰流丽"]],
    "datas": [[70000001, 0x11], [14558127, 33]],
}


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    speak("en")


def read(file: str, text: str | bytes, names: dict[str, Any] | None = None) -> dict[str, Any]:
    data = text if isinstance(text, bytes) else text.encode()
    return opened(file, b64encode(data).decode(), names)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("dragons.ydk", YDK),
        ("list.txt", "Deck\n4 Lightning Bolt (M10) 146\n20x Mountain\n\nSideboard\n2 Fury\n"),
        ("cards.csv", "卡名;数量\n灰流丽;3\n青眼白龙;2\n"),
        ("old.yml", "deck:\n  cards:\n    a: {count: 3}\n  classes: {x: a}\nsimulate: {start_card: 5}\n"),
        ("address", "ydke://o6lXBaOpVwU=!!!"),
    ],
)
def test_a_list_is_read_as_the_command_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: str, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(file).write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        app(["import", file, "--lang", "en"])
    assert ended.value.code == 0
    printed = capsys.readouterr()
    found = read(file, text)
    assert found["text"] == printed.out
    assert yisp.loads(found["text"])
    for remark in printed.err.splitlines():
        said = remark.removeprefix("yispc: ")
        assert f"{said[:1].upper()}{said[1:]}." in found["sentences"]


def test_a_list_has_the_names_of_a_database() -> None:
    without, found = read("d.ydk", YDK), read("d.ydk", YDK, NAMES)
    assert without["nameless"] == 2 and found["nameless"] == 1
    cards = {card.name: card for card in yisp.loads(found["text"]).kinds}
    assert set(cards) == {"Blue-Eyes", "灰流丽", "59822133"}
    assert "monster" in cards["灰流丽"].attributes
    assert "1 kind is called by passcode: the card table has no name." in [
        sentence[:1].lower() + sentence[1:] for sentence in found["sentences"]
    ]


@pytest.mark.parametrize(
    "text", [DECK, "deck: {cards: {a: {count: 3, program: '('}}}", "deck: [}", "", "a: 3"]
)
def test_a_deck_file_is_left_as_it_is_whatever_is_wrong_with_it(text: str) -> None:
    assert read("deck.yml", text) == {"text": text, "sentences": [], "nameless": 0}


def test_a_deck_that_is_pasted_needs_no_name() -> None:
    assert read("pasted text", DECK)["text"] == DECK


STRANGE = [
    ("list.txt", "Lightning Bolt\n"),
    ("list.txt", "3\n" * 50 + "Ash"),
    ("list.txt", ""),
    ("list.txt", "\0\x1b[2J"),
    ("list.txt", "4 " + "x" * 5000),
    ("list.txt", "99999999999999999999 a\n"),
    ("list.txt", "5000000 a\n" * 9),
    ("d.ydk", "#main\n99999999999999999\nabc\n"),
    ("d.ydk", "1\n" * 300_000),
    ("a.csv", "a;b\n1;2\n"),
    ("a.csv", 'name,count\n"'),
    ("x", "ydke://!!!"),
    ("x", "ydke://%%%!AA!AAA!"),
    ("old.yml", "deck:\n  cards: 3\n  classes: [3]\nsimulate: {start_card: {}}\n"),
    ("pasted", "<script>alert(1)</script>"),
    ("cards.cdb", b"SQLite format 3\0" + b"\xff" * 5000),
    ("list.txt", b"\xff\xfe\x00"),
    ("list.txt", b"3 \xc0\xaf\n"),
    ("big.txt", b"3 a\n" * (2**20 + 1)),
]


@pytest.mark.parametrize(("file", "text"), STRANGE)
def test_what_cannot_be_read_is_told_in_sentences(file: str, text: str | bytes) -> None:
    found = read(file, text)
    assert file in found["error"] and "text" not in found
    assert 0 < len(found["sentences"]) <= MOST_SENTENCES + 1
    assert all(0 < len(sentence) < 600 for sentence in found["sentences"])
    assert "--from" not in str(found)


@pytest.mark.parametrize(("file", "text"), STRANGE)
def test_a_strange_list_to_begin_with_is_told_or_read(file: str, text: str | bytes) -> None:
    """Read loosely, some of them are lists: then what is made of them is a deck."""
    data = text if isinstance(text, bytes) else text.encode()
    found = opened(file, b64encode(data).decode(), None, [[{"least": 1, "cards": ["Ash"]}]])
    assert ("error" in found) is not ("text" in found)
    if "cards" in found:
        yisp.loads(found["text"])


WANTS: list[list[Any]] = [
    [], [[]], [3], [{}], [[3]], [[{}]],
    [[{"least": "1", "cards": ["Ash"]}]], [[{"least": 1, "cards": "Ash"}]],
    [[{"least": 1, "cards": [3, None, {}]}]], [[{"least": 1, "cards": 5}]], [[{"cards": ["Ash"]}]],
    [[{"least": -1, "cards": ["Ash"]}]],
    [[{"least": 10**9, "cards": ["Ash"]}]], [[{"least": 1, "cards": ["nobody"]}]],
]  # fmt: skip


@pytest.mark.parametrize("wants", WANTS)
def test_wants_that_are_none_leave_the_example(wants: list[Any]) -> None:
    found = opened("list", b64encode(b"3 Ash\n37 x\n").decode(), None, wants)
    assert "An example: how often is the first card" in found["text"]
    assert [card["name"] for card in found["cards"]] == ["Ash", "x"] and found["filler"] == "x"


def test_many_mistakes_are_counted() -> None:
    assert read("list.txt", "a\n" * 12)["sentences"][-1] == "And 7 more mistakes."


def test_mistakes_say_where_and_what_would_help() -> None:
    (sentence,) = read("list.txt", "3 Ash\nLamp\n")["sentences"]
    assert sentence.startswith("Line 2: ") and sentence.endswith("write `1 Lamp`")


@pytest.mark.parametrize("content", ["?", "AAA", "é", "A" * 5])
def test_content_that_is_no_base64(content: str) -> None:
    assert "did not come" in opened("a.txt", content, None)["error"]


def test_a_long_name_of_a_file_is_cut() -> None:
    assert len(read("x" * 10_000, "?")["error"]) < LONGEST_NAME + 80


@pytest.mark.parametrize(
    "names",
    [
        {},
        {"texts": 3, "datas": "x"},
        {"texts": [[]], "datas": [[1]]},
        {"texts": [[1, 2, 3], None, {"a": 1}], "datas": [None]},
        {"texts": [[70000001, None], [70000001, {}]], "datas": [[70000001, "monster"]]},
        {"texts": [["70000001", "x"], [-1, "x"], [10**30, "x"], [True, "x"]], "datas": [[[], 1], [1, 2**70]]},
        {"texts": [[70000001, "\0\n\u2028 \ud800"], [14558127, "x" * 10**6]], "datas": []},
        {"texts": [[70000001, "a: {count: 3}\n- !!python/object"]], "datas": [[70000001, 2**63]]},
    ],
)
def test_rows_that_are_none_do_no_harm(names: dict[str, Any]) -> None:
    found = read("d.ydk", YDK, names)
    assert yisp.loads(found["text"]).cards == 4


@pytest.mark.slow
@given(
    some.lists(some.tuples(some.integers(-1, 10**11), some.text(max_size=20))),
    some.lists(some.tuples(some.integers(-1, 10**11), some.integers(-(2**70), 2**70))),
)
def test_any_rows_give_a_deck_that_runs(texts: list[tuple[int, str]], datas: list[tuple[int, int]]) -> None:
    passcodes = [str(abs(passcode) % 2**32 or 1) for passcode, _ in texts] or ["1"]
    names = {"texts": [[int(code), name] for code, (_, name) in zip(passcodes, texts, strict=False)]}
    names["datas"] = [list(row) for row in datas]
    assert yisp.loads(read("d.ydk", "#main\n" + "\n".join(passcodes), names)["text"])


@pytest.mark.parametrize(("language", "word"), [("zh", "额外"), ("ja", "エクストラ")])
def test_it_is_told_in_the_page_s_language(language: str, word: str) -> None:
    with speaking(language):
        found, wrong = read("d.ydk", YDK), read("list.txt", "?\n")
    assert word in found["text"]
    said = [*found["sentences"], wrong["error"], *wrong["sentences"]]
    assert not any(sentence.isascii() for sentence in said)


def test_an_engine_is_asked_while_it_works_on_something_else() -> None:
    page = Page()
    page.send(type="import", id=3, file="d.ydk", content=b64encode(YDK.encode()).decode(), names=NAMES)
    page.send(type="edit", revision=1, text=DECK)
    reply = page.until("reply", id=3)
    assert yisp.loads(reply["text"])
    page.until("result", state="exact", revision=1)


def test_a_fault_of_ours_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("oops")

    monkeypatch.setattr("yisp.view.work.opening.opened", fails)
    page = Page()
    page.send(type="import", id=3, file="d.ydk", content="")
    assert "fault of Yisp" in page.until("reply", id=3)["error"]


def test_a_message_has_a_file_and_its_content() -> None:
    page = Page()
    for message in ({"file": 3, "content": ""}, {"file": "a"}, {"file": "a", "content": "", "names": []}):
        page.send(type="import", id=3, **message)
        assert "left unread" in page.said[-1]["sentence"]
    assert json.dumps(page.said).isascii()
