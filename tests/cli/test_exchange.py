"""``yispc import``, ``yispc export`` and ``yispc new``."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from commanding import Said, on_terminal, process, saved, yispc

import yisp
from yisp.cli.exchange.pasting import begin_with_list, read_lines

YDK = "#main\n14558127\n14558127\n14558127\n23434539\n23434539\n23434539\n!side\n5\n"
NAMES = "id,name\n14558127,灰流丽\n23434539,名無しのＧ\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    saved(tmp_path, YDK, "deck.ydk")
    saved(tmp_path, NAMES, "names.csv")
    return tmp_path


# import -----------------------------------------------------------------------------------------


def test_import_and_run(folder: Path) -> None:
    said = yispc("import", "deck.ydk", "--names", "names.csv", "-o", "deck.yml")
    known = "yispc: Known to ygo: 灰流丽\nyispc: Unknown, so they do nothing: 名無しのＧ\n"
    assert said == Said(0, "", f"yispc: the side deck is left out: 1 card\n{known}")
    text = (folder / "deck.yml").read_text(encoding="utf-8")
    assert text.startswith(
        "# Imported from deck.ydk, a .ydk file of YGOPro and its kin.\n# 6 cards of 2 kinds.\n"
    )
    assert "# The side deck is left out: 1 card.\n" in text
    lines = [
        "deck.yml: no mistakes",
        "    Known to ygo: 灰流丽",
        "    Unknown, so they do nothing: 名無しのＧ",
    ]
    assert yispc("check", "deck.yml") == Said(0, "\n".join(lines) + "\n", "")
    assert "first card: 100.00%" in yispc("deck.yml").out


@pytest.mark.parametrize("words", [pytest.param(["-", "--from", "list"], marks=pytest.mark.slow), ["-"]])
def test_import_from_the_standard_input(words: list[str]) -> None:
    said = process("import", *words, stdin="3 灰流丽\n".encode(), PYTHONIOENCODING="ascii")
    assert said.code == 0 and "    灰流丽: {count: 3}\n" in said.out
    assert "# Imported from <stdin>," in said.out


def test_import_an_address() -> None:
    said = yispc("import", "ydke://BwAAAAcAAAA=!!!")
    assert said.code == 0 and "    '7': {count: 2}\n" in said.out
    assert said.err == "yispc: 1 kind is called by passcode: no card table was given\n"


def test_all_mistakes_of_a_list(folder: Path) -> None:
    saved(folder, "3 fine\nash\n4\n", "list.txt")
    said = yispc("import", "list.txt", "-o", "deck.yml")
    assert (said.code, said.out) == (1, "")
    assert (
        "list.txt:2:1: error[Y018]: `ash` is a line without a number of copies\n    ash\n    ^^^\n"
        in said.err
    )
    assert "list.txt:3:1: error[Y018]: `4` is a number without a name\n" in said.err
    assert not (folder / "deck.yml").exists()


def test_what_is_there_is_replaced_only_when_asked(folder: Path) -> None:
    saved(folder, "mine", "deck.yml")
    said = yispc("import", "deck.ydk", "-o", "deck.yml")
    assert said == Said(2, "", "yispc: deck.yml is there already; --force replaces it\n")
    assert (folder / "deck.yml").read_text() == "mine"
    assert yispc("import", "deck.ydk", "-o", "deck.yml", "--force").code == 0
    assert "Imported" in (folder / "deck.yml").read_text()


@pytest.mark.parametrize("name", ["deck.ydk", "names.csv", "link"])
def test_what_is_read_is_never_written_to(folder: Path, name: str) -> None:
    (folder / "link").symlink_to("deck.ydk")
    said = yispc("import", "deck.ydk", "--names", "names.csv", "-o", name, "--force")
    assert (said.code, said.out) == (2, "")
    assert "that file is an input here" in said.err
    assert (folder / "deck.ydk").read_text() == YDK


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["none.ydk"], 1, "none.ydk cannot be read: there is no such file"),
        (["."], 1, ". cannot be read: it is a folder"),
        (
            ["deck.ydk", "--names", "none.csv"],
            1,
            "the card table none.csv cannot be read: there is no such file",
        ),
        (["deck.ydk", "--from", "pdf"], 2, "'pdf' is not one of"),
        (["deck.ydk", "-o", "none/deck.yml"], 2, "none/deck.yml: there is no such folder"),
        ([], 2, "Missing argument"),
    ],
)
def test_wrong_words(folder: Path, words: list[str], code: int, message: str) -> None:
    said = yispc("import", *words)
    assert (said.code, said.out) == (code, "")
    assert message in said.err


def test_an_extra_deck_is_not_drawn_from(folder: Path) -> None:
    saved(folder, "#main\n1\n1\n1\n1\n1\n#extra\n2\n2\n", "deck.ydk")
    assert yispc("import", "deck.ydk", "-o", "deck.yml").code == 0
    assert yispc("check", "deck.yml") == Said(0, "deck.yml: no mistakes\n", "")
    assert "first card: 100.00%" in yispc("deck.yml").out
    assert yispc("export", "deck.yml", "--to", "ydk").out.endswith("1\n#extra\n2\n2\n!side\n")


def test_a_terminal_obeys_no_name(folder: Path) -> None:
    saved(folder, "3 \u202egnp\n", "list.txt")
    assert "\u202e" not in on_terminal("import", "list.txt", cwd=folder).out
    assert "\u202e" in yispc("import", "list.txt").out


# export -----------------------------------------------------------------------------------------

DECK = """\
deck: {cards: {灰流丽: {count: 2, attribute: [monster]}, b: {count: 1}}}
simulate: {tests: {t: {start-card: 1, combos: {c: {hand: [b]}}}}}
"""


def test_export(folder: Path) -> None:
    deck = saved(folder, DECK)
    assert yispc("export", deck) == Said(0, "Deck\n2 灰流丽\n1 b\n", "")
    assert yispc("export", "-", stdin=DECK.encode()).out == "Deck\n2 灰流丽\n1 b\n"
    assert yispc("export", deck, "-o", "out.csv") == Said(0, "", "")
    assert (folder / "out.csv").read_text("utf-8") == "count,name,zone,attribute\n2,灰流丽,,monster\n1,b,,\n"


def test_export_by_passcodes(folder: Path) -> None:
    deck = saved(folder, DECK.replace("b:", "'7':").replace("[b]", "['7']"))
    said = yispc("export", deck, "--to", "ydk", "--names", "names.csv")
    assert said == Said(0, "#created by yispc\n#main\n14558127\n14558127\n7\n#extra\n!side\n", "")
    said = yispc("export", deck, "-o", "out.ydke", "--names", "names.csv")
    assert yispc("import", "out.ydke").out.count("{count: ") == 2


def test_export_without_passcodes(folder: Path) -> None:
    said = yispc("export", saved(folder, DECK), "-o", "out.ydk")
    assert (said.code, said.out) == (1, "")
    assert "error[Y022]: 2 cards without a passcode: `灰流丽`, `b`" in said.err
    assert "--names" in said.err and not (folder / "out.ydk").exists()


def test_export_of_what_cannot_be_read(folder: Path) -> None:
    assert yispc("export", "none.yml").code == 1
    assert yispc("export", saved(folder, "deck: {}\n")).code == 1
    said = yispc("export", saved(folder, DECK), "-o", "deck.yml", "--force")
    assert said.code == 2 and "that file is an input here" in said.err


# new --------------------------------------------------------------------------------------------


def test_new_by_options(folder: Path) -> None:
    words = ["--card", "Ash: 3", "--card", "灯：2", "--want", "Ash + 灯", "--size", "20", "--hand", "4"]
    said = yispc("new", "mine.yml", *words)
    assert said == Said(0, "mine.yml: run it with `yispc mine.yml`\n", "")
    assert yispc("check", "mine.yml") == Said(0, "mine.yml: no mistakes\n", "")
    assert "Ash + 灯: " in yispc("mine.yml").out


def test_new_by_default(folder: Path) -> None:
    assert yispc("new", "--yes").out == "deck.yml: run it with `yispc deck.yml`\n"
    assert "deck.yml is there already" in yispc("new", "--yes").err
    assert yispc("new", "--yes", "--force").code == 0
    assert yispc("-", stdin=yispc("new", "-", "--yes").out.encode()).code == 0


def test_new_without_a_terminal(folder: Path) -> None:
    said = yispc("new")
    assert (said.code, said.out) == (2, "")
    assert "there is no terminal to ask on: give --list or --card, or --yes" in said.err


def test_new_with_answers_that_do_not_go_together(folder: Path) -> None:
    said = yispc("new", "--card", "Ash: 3", "--want", "Ahs")
    assert said == Said(2, "", "yispc: there is no card 'Ahs' to want; did you mean 'Ash'?\n")
    assert not (folder / "deck.yml").exists()


def test_new_asks(folder: Path) -> None:
    said = on_terminal(
        "new",
        typed=[
            ("File [deck.yml]", "mine.yml\n"), ("ydke://", "\n"), ("in the deck [40]", "\n"), ("opening hand [5]", "6\n"),
            ("Card", ": 3\n"), ("a card has a name", "Ash: 3\n"), ("Card", "\n"), ("Hand", "\n"),
        ],
        cwd=folder,
    )  # fmt: skip
    assert said.code == 0 and "mine.yml: run it with `yispc mine.yml`" in said.out
    text = (folder / "mine.yml").read_text()
    assert "    Ash: {count: 3}\n    rest: {count: -1}\n" in text and "start-card: 6\n" in text


def test_new_in_another_language(folder: Path) -> None:
    said = on_terminal(
        "new", "--lang", "zh", "--size", "20",
        typed=[
            ("文件 [deck.yml]", "\n"), ("起手张数 [5]", "\n"), ("卡（", "灰流丽: 3\n"), ("卡（", "手坑：2\n"), ("卡（", "\n"),
            ("起手（", "灰流丽 + 手坑\n"), ("起手（", "\n"),
        ],
        cwd=folder,
    )  # fmt: skip
    assert said.code == 0
    text = (folder / "deck.yml").read_text("utf-8")
    assert "# 卡组文件" in text and "    其他: {count: -1}\n" in text and "        '灰流丽 + 手坑':\n" in text
    assert yispc("new", "--lang", "tlh", "--yes").code == 2


def test_new_asked_and_left(folder: Path) -> None:
    assert on_terminal("new", typed=[("File", "\x03")], cwd=folder).code == 130
    assert not (folder / "deck.yml").exists()


LIST = "3 Pot of Greed\n灰流丽 x3\n35261759\n3 mine\nfilling 31\n"
"""Known by name, in two languages, and by passcode; and blank cards."""


def test_new_with_a_list(folder: Path) -> None:
    saved(folder, LIST, "list.txt")
    said = yispc("new", "--list", "list.txt", "--want", "mine + 2x a:hand-trap / filling", "--want", "0x 5")
    assert said.code == 0 and "Known to ygo: Pot of Greed, 灰流丽, Pot of Desires" in said.err
    assert "Unknown, so they do nothing: mine, filling" in said.err
    text = (folder / "deck.yml").read_text("utf-8")
    filled = "    filling: {count: 31, attribute: [piece]}"
    for line in ("    mine: {count: 3}", filled, "            - '2x a:piece'"):
        assert line in text
    assert yispc("check", "deck.yml").out.startswith("deck.yml: no mistakes")
    assert "mine + 2× piece: " in yispc("deck.yml", "--count", "500").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--list", "list.txt", "--card", "a: 3"], "a list says which cards there are"),
        (["--list", "list.txt", "--want", "min"], "the list has no card 'min'; did you mean 'mine'?"),
        (["--list", "list.txt", "--want", "9"], "there is no card 9: they are 1 to 5"),
        (["--list", "empty.txt", "--want", "a"], "empty.txt has no cards to draw"),
        (["--list", "empty.txt", "--want", "a"], "help: write a card a line, with how many: `3 Ash`"),
        (["--list", "deck.yml", "--want", "a"], "deck.yml is a deck file already"),
    ],
)
def test_new_with_a_list_that_does_not_go_together(folder: Path, words: list[str], message: str) -> None:
    saved(folder, LIST, "list.txt")
    saved(folder, "\n", "empty.txt")
    saved(folder, "deck: {cards: {a: {count: 3}}}\n", "deck.yml")
    said = yispc("new", "other.yml", *words)
    assert said.code in (1, 2) and message in said.err
    assert not (folder / "other.yml").exists()


@pytest.mark.slow
def test_new_asks_about_a_list_and_shows_its_numbers(folder: Path) -> None:
    said = on_terminal(
        "new", "--lang", "ja",
        typed=[
            ("[deck.yml]", "\n"), ("ydke://", LIST + "\n"), ("どれか1枚", "4 99\n"), ("番のカードはありません", "4\n"),
            ("このうち2枚", "\n"), ("1枚もいらない", "手札誘発\n"), ("[y/N]", "\n"),
        ],
        cwd=folder,
    )  # fmt: skip
    assert said.code == 0, said.out
    assert "best" in said.out and "yispc sensitivity deck.yml --filler filling" in said.out
    assert "  mine: +" in said.out
    assert "    filling: {count: 31}\n" in (folder / "deck.yml").read_text("utf-8")


SHOWN_OF_A_LIST = [
    "   1  3 lamp",
    "   2  2 Kuriboh",
    "   3  35 filling",
    "What do you want to see?  Answer by numbers (1 4-6), names or a kind; an empty line asks for none.",
    "  there is no card 4: they are 1 to 3",
    "No collection knows any of these cards, so they are only drawn: none of them does anything.",
    "deck.yml: run it with `yispc deck.yml`",
]
NUMBERS_OF_A_LIST = [
    "opening works in 51 of 100 games.",
    "One copy more, in place of filling:",
    "  lamp: +7.05%",
    "  Kuriboh: +7.05%",
    "  yispc sensitivity deck.yml --filler filling",
    "  yispc view deck.yml",
]


def test_what_is_asked_about_a_list_and_what_is_shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same without a terminal: the whole of it, for a deck of which all is known."""
    answers = iter(["4 99", "1", "", "", "2", "", ""])
    asked: list[str] = []
    monkeypatch.setattr("click.prompt", lambda question, **_: asked.append(question) or next(answers))
    more = iter([True, False])
    monkeypatch.setattr("click.confirm", lambda *_, **__: next(more))
    begin_with_list(None, "3 lamp\n2 Kuriboh\n35 filling\n", [], "deck.yml", False, asks=True)
    first, second, none = asked[0], *asked[2:4]
    assert asked == [first, first, second, none, first, second, none]
    said = capsys.readouterr().out.splitlines()
    assert said[: said.index("")] == SHOWN_OF_A_LIST
    assert said[said.index("") + 1 :] == NUMBERS_OF_A_LIST
    hands = yisp.load(folder / "deck.yml").topics[0].combos
    assert [combo.name for combo in hands] == ["lamp", "Kuriboh"]


def test_a_pasted_list_ends_with_an_empty_line_behind_which_nothing_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"3 a\n\n2 b\n\n")
    os.close(writing)  # what is at its end is ready to be read
    with open(reading, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert read_lines() == "3 a\n\n2 b\n\n"
    monkeypatch.setattr("select.select", lambda *_: ([], [], []))
    for typed, lines in (("3 a\n\n4 b\n", "3 a\n"), ("\n3 a\n", "")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert read_lines() == lines
