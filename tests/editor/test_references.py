"""Every place in which a word means the same; and what a file consists of."""

from __future__ import annotations

from pathlib import Path

import pytest
from editing import DECK, at, marked, slice_of
from test_fixing import STYLES, styled

from yisp.editor.services import Document, Symbol, outline, references


def found(old: str, new: str, deck: str = DECK) -> list[str]:
    """The lines of the places, each with its text."""
    document, line, column = at(old, new, deck)
    return [f"{one.range.line} {slice_of(document, one.range)}" for one in references(document, line, column)]


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(DECK.split("\n"), 1) if text in line)


KEY, SCRIPT, CARDS, ALIAS = map(line_of, ("    Ash Blossom:", '(# D."Ash', "蟲惑の園:", "    Both:"))
COMBO = line_of("A1: {score")

REFERENCES = {
    "a card": (
        "    Ash Blossom:", "    Ash¦ Blossom:",
        [f'{SCRIPT} "Ash Blossom"', f"{KEY} Ash Blossom", f'{CARDS} \\"Ash Blossom\\"',
         f'{ALIAS} "Ash Blossom"', f"{COMBO} Ash Blossom"],
    ),
    "a card that others count as": (
        "kind: urara", "kind: u¦rara",
        [f"{line_of('    urara:')} urara", f"{KEY} urara", f"{line_of('start:')} urara"],
    ),
    "an alias": (
        "|B.!Both|", "|B.!Bo¦th|",
        [f"{ALIAS} Both", f"{COMBO} Both", f"{line_of('milled')} Both"],
    ),
    "an attribute, where a card has it": (
        "attribute: trap", "attribute: tr¦ap", [f"{line_of('D.a:trap.1')} trap", f"{CARDS} trap"],
    ),
    "an attribute, in a filter": (
        "D.a:trap.1", "D.a:t¦rap.1", [f"{line_of('D.a:trap.1')} trap", f"{CARDS} trap"],
    ),
    "a property": (
        "(sum D level)", "(sum D le¦vel)",
        [f"{line_of('level: 3')} level", f"{KEY} level", f"{CARDS} level"],
    ),
    "a variable": (
        "(= summon 1)", "(= su¦mmon 1)",
        [f"{line_of('header')} summon", f"{line_of('start:')} summon", f"{line_of('milled')} summon"],
    ),
    "a parameter of the deck": (
        "set: {down", "set: {d¦own", ["1 down", f"{line_of('header')} down"],
    ),
    "a variable of one letter": (".:x B)", ".:¦x B)", [f"{CARDS} x", f"{CARDS} x"]),
    "an argument": (
        "(muldiv x 3", "(muldiv ¦x 3", [f"{line_of('gain(x y)')} x", f"{line_of('gain(x y)')} x"],
    ),
    "a function": (
        "gain(x y)", "ga¦in(x y)", [f"{line_of('gain(x y)')} gain", f"{line_of('header')} gain"],
    ),
    "a topic": ("    opening:", "    open¦ing:", [f"{line_of('    opening:')} opening"]),
    "a combo": ("A1: {score", "A¦1: {score", [f"{COMBO} A1", f"{line_of('expect')} A1"]),
    "a combo, where it is expected": (
        "'A1.rate > 0'", "'A¦1.rate > 0'", [f"{COMBO} A1", f"{line_of('expect')} A1"],
    ),
    "a tag": ("[draw]", "[dr¦aw]", [f"{line_of('[draw]')} [draw]"]),
    "a form": ("(sum D", "(s¦um D", []),
    "a key": ("size: 40", "si¦ze: 40", []),
    "a zone": ("(# X B)", "(# X ¦B)", []),
}  # fmt: skip


@pytest.mark.parametrize("name", REFERENCES)
def test_where_a_word_is_named(name: str) -> None:
    old, new, wanted = REFERENCES[name]
    assert found(old, new) == wanted


@pytest.mark.parametrize("style", STYLES)
def test_in_every_style(style: str) -> None:
    text = styled(style, '/|D|;@;(# D."two words".1 H);(# D.a:m.1 H);(= n 2);(# D.:n H)')
    document = Document(text)

    def named(word: str, ahead: int) -> list[str]:
        place = document.source.position(text.index(word) + ahead)
        return [slice_of(document, one.range).strip('\\"') for one in references(document, *place)]

    assert named("two words", 1) == ["two words"] * 3
    assert named("a:m", 2) == ["m", "m"]
    assert named("(= n", 3) == ["n", "n"]


def test_tags_and_those_that_forbid_them() -> None:
    deck = DECK.replace("(= summon 1)", '(! draw);(# D.1 H [draw!]);(! "draw")')
    row = line_of("header")
    assert found("(! draw)", "(! dr¦aw)", deck) == [
        f"{line_of('[draw]')} [draw]", f"{row} draw", f"{row} [draw!]", f'{row} "draw"',
    ]  # fmt: skip


def test_what_topics_observe_is_their_own() -> None:
    deck = DECK + "    other:\n      combos: {A1: {hand: [urara]}}\n      relate: [[A1, score]]\n"
    assert len(found("A1: {score", "A¦1: {score", deck)) == 2
    assert found("relate: [[A1", "relate: [[A¦1", deck) == ["33 A1", "34 A1"]


def test_a_local_variable_of_another_script_is_another() -> None:
    deck = DECK.replace("(gain down 2)", "(= x 2);(gain x x)")
    assert found("(= x 2)", "(= ¦x 2)", deck) == [f"{line_of('header')} x"] * 3


def test_in_a_text_with_mistakes() -> None:
    deck = DECK.replace("hand: [urara]", "hand: [nobody]").replace("(# X B);", "(# X B;")
    assert found("kind: urara", "kind: u¦rara", deck) == [
        f"{line_of('    urara:')} urara", f"{KEY} urara",
    ]  # fmt: skip
    document, line, column = at("size: 40", "size: 40\n  ¦: [", DECK)
    assert references(document, line, column) == []


def test_other_files(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(DECK, "utf-8")
    (tmp_path / "more.yisp").write_text(
        "(define (twice n) (* 2 n));\n(define (both n) (twice n));\n", "utf-8"
    )
    text = "extends: base.yml\ninclude: [more.yisp]\n"
    text += "simulate: {tests: {opening: {stats: {new: '(twice |H.HandTrap|)'}}}}\n"
    document = Document(text, path=str(tmp_path / "deck.yml"))

    def places(word: str, *, defining: bool = True) -> list[tuple[str, int]]:
        place = document.source.position(text.index(word) + 1)
        return [(one.file, one.range.line) for one in references(document, *place, defining=defining)]

    assert places("HandTrap") == [
        ("deck.yml", 3), ("base.yml", line_of("    HandTrap:")), ("base.yml", ALIAS), ("base.yml", COMBO),
    ]  # fmt: skip
    assert places("HandTrap", defining=False) == [("deck.yml", 3), ("base.yml", ALIAS), ("base.yml", COMBO)]
    assert places("twice") == [("deck.yml", 3), ("more.yisp", 1), ("more.yisp", 2)]
    assert places("opening") == [("deck.yml", 3), ("base.yml", line_of("    opening:"))]


def test_files_of_functions() -> None:
    text, line, column = marked("(define (gain total) (+ total 1));\n(define (twice x) (gain (ga¦in x)))\n")
    document = Document(text, "f.yisp")
    assert [one.range.line for one in references(document, line, column)] == [1, 2, 2]
    text, line, column = marked("(define (gain total) (+ to¦tal 1));\n(define (twice total) (gain total))\n")
    found = references(Document(text, "f.yisp"), line, column)
    assert [(one.range.line, one.range.column) for one in found] == [(1, 25)]
    text, line, column = marked("(= mill¦ed 1);\n(# D.:milled B)\n")
    assert len(references(Document(text, "f.yisp"), line, column)) == 2


# What a file consists of ------------------------------------------------------------------------


def names(symbols: list[Symbol]) -> list[tuple[str, str, str]]:
    return [(one.kind, one.name, one.detail) for one in symbols]


def test_what_a_deck_consists_of() -> None:
    document = Document(DECK)
    found = outline(document)
    assert names(found) == [
        ("variable", "down", "2"), ("card", "urara", "3"), ("card", "Ash Blossom", "2"),
        ("card", "蟲惑の園", "-1"), ("alias", "HandTrap", ""), ("alias", "Both", ""),
        ("function", "gain", "x y"), ("topic", "opening", ""),
    ]  # fmt: skip
    topic = found[-1]
    assert names(list(topic.children)) == [("combo", "A1", ""), ("stat", "milled", ""), ("stat", "left", "")]
    for one in (*found, *topic.children):
        assert slice_of(document, one.selection).startswith(one.name)
        assert one.range.line <= one.selection.line and one.selection <= one.range
    assert slice_of(document, topic.range).endswith("expect: ['A1.rate > 0']")
    assert topic.to_data()["children"][0]["name"] == "A1"


def test_a_broken_deck_has_an_outline_too() -> None:
    document, _, _ = at("      count: 3\n", "      count: 3\n      prog¦\n")
    assert len(outline(document)) == 8
    assert outline(Document("")) == outline(Document("- a\n- b\n")) == outline(Document("deck: [1\n")) == []


def test_a_value_that_is_none_yet_is_not_told() -> None:
    text = "deck:\n  cards:\n    a: {count: [4]}\nset: {x: [1], y: 2}\nwall: {exits: {pii: {}}}\n"
    assert names(outline(Document(text))) == [
        ("card", "a", ""), ("variable", "x", ""), ("variable", "y", "2"), ("exit", "pii", "")
    ]  # fmt: skip


def test_what_is_merged_stands_where_it_is_written() -> None:
    text = "deck:\n  cards: &cards\n    a: {count: 40}\n  alias: {<<: *cards, b: a}\n"
    assert names(outline(Document(text))) == [("card", "a", "40"), ("alias", "b", "")]


def test_what_a_file_of_functions_consists_of() -> None:
    text = "// more\n(define (twice n) (* 2 n));\n(define (swap P Q) (# P Q));\n"
    document = Document(text, "f.yisp")
    assert names(outline(document)) == [("function", "twice", "n"), ("function", "swap", "P Q")]
    assert [slice_of(document, one.range) for one in outline(document)] == [
        "(define (twice n) (* 2 n))", "(define (swap P Q) (# P Q))",
    ]  # fmt: skip
