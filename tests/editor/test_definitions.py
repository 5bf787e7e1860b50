"""Where the names of a deck are defined."""

from __future__ import annotations

from pathlib import Path

import pytest
from editing import DECK, at, marked, slice_of

from yisp.deck.reading.files import PACKAGED
from yisp.editor.services import Document, Location, definition
from yisp.editor.text.places import Range


def defined(old: str, new: str) -> list[str]:
    """The texts at the places where it is defined, each with its line."""
    document, line, column = at(old, new)
    return [
        f"{one.range.line}: {slice_of(document, one.range)}" for one in definition(document, line, column)
    ]


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(DECK.split("\n"), 1) if text in line)


@pytest.mark.parametrize(
    ("old", "new", "where", "word"),
    [
        ("kind: urara", "kind: ura¦ra", "    urara:", "urara"),
        ('(# D."Ash Blossom".1\n', '(# D."Ash¦ Blossom".1\n', "    Ash Blossom:", "Ash Blossom"),
        ("1x Ash Blossom", "2x ¦Ash Blossom", "    Ash Blossom:", "Ash Blossom"),
        ("|B.!Both|", "|B.!¦Both|", "    Both:", "Both"),
        ("!HandTrap'", "!Hand¦Trap'", "    HandTrap:", "HandTrap"),
        ("(gain down 2)", "(ga¦in down 2)", "gain(x y):", "gain(x y)"),
        ("(muldiv x 3 y up)", "(muldiv ¦x 3 y up)", "gain(x y):", "gain(x y)"),
        ("(gain down 2)", "(gain do¦wn 2)", "set:", "down"),
        ("left: summon", "left: sum¦mon", "start:", "summon"),
        (".:x B)", ".:¦x B)", "program: \"@", "x"),
        ("D.a:trap.1", "D.a:tr¦ap.1", "attribute: trap", "trap"),
    ],
)  # fmt: skip
def test_where_a_name_comes_from(old: str, new: str, where: str, word: str) -> None:
    assert defined(old, new) == [f"{line_of(where)}: {word}"]


def test_every_card_with_an_attribute_or_a_property() -> None:
    assert defined("'a:monster !HandTrap'", "'a:mon¦ster !HandTrap'") == [
        f"{line_of('[monster, hand-trap]')}: monster", f"{line_of('light fiend')}: monster",
    ]  # fmt: skip
    assert [one.split()[1] for one in defined("(sum D level)", "(sum D le¦vel)")] == ["level", "level"]


def test_a_variable_that_only_scripts_know() -> None:
    document, line, column = at("(= summon 1);(gain down 2)", "(= luck 1);(gain lu¦ck 2)")
    (one,) = definition(document, line, column)
    assert slice_of(document, one.range) == "luck" and one.range.column < column - 5


def test_a_variable_of_one_letter_is_its_scripts_own() -> None:
    """Another script may have one of the same name."""
    document, line, column = at("(= summon 1);(gain down 2)", "(= x 1);(gain ¦x 2)")
    (one,) = definition(document, line, column)
    assert slice_of(document, one.range) == "x" and one.range.line == line


@pytest.mark.parametrize(
    ("old", "new"), [("(# X B)", "(# X ¦B)"), ("(sum D", "(s¦um D"), ("size: 40", "si¦ze: 40")]
)
def test_what_is_defined_nowhere(old: str, new: str) -> None:
    assert defined(old, new) == []


def test_in_another_file(tmp_path: Path) -> None:
    """… that this one names: aliases of a base, functions of an included file, the files themselves."""
    (tmp_path / "base.yml").write_text(DECK.replace("set: {down: 2}", "# 灰流丽\nset: {down: 2}"), "utf-8")
    (tmp_path / "more.yisp").write_text("// more\n(define (twice n) (* 2 n));\n", "utf-8")
    text = "extends: base.yml\ninclude: [more.yisp]\n"
    text += "simulate: {tests: {opening: {stats: {new: '(twice |H.HandTrap|)'}}}}\n"
    document = Document(text, "deck.yml", path=str(tmp_path / "deck.yml"))

    def place(word: str) -> Location:
        (one,) = definition(document, *document.source.position(text.index(word) + 1))
        return one

    alias = place("HandTrap")
    assert (alias.file, alias.path, alias.range.line) == (
        "base.yml", str(tmp_path / "base.yml"), line_of("    HandTrap:") + 1,
    )  # fmt: skip
    function = place("twice")
    assert (function.path, function.range.line, function.range.column) == (str(tmp_path / "more.yisp"), 2, 10)
    assert place("base.yml") == Location("base.yml", str(tmp_path / "base.yml"), Range(1, 1, 1, 1))
    assert place("more.yisp").path == str(tmp_path / "more.yisp")


def test_in_a_packaged_file() -> None:
    text, line, column = marked("extends: open¦ing\n")
    (one,) = definition(Document(text, alone=True), line, column)
    assert one.path == str(Path(PACKAGED) / "opening.yml")


def test_a_file_elsewhere_is_not_looked_for(tmp_path: Path) -> None:
    (tmp_path / "secret.yml").write_text(DECK, "utf-8")
    (tmp_path / "below").mkdir()
    for written, alone in (("../secret.yml", False), ("secret.yml", True)):
        text = f"extends: {written}\n"
        where = tmp_path / "below" if not alone else tmp_path
        document = Document(text, path=str(where / "deck.yml"), alone=alone)
        assert definition(document, 1, 12) == []


def test_in_a_file_of_functions() -> None:
    text, line, column = marked("(define (gain x) (+ x 1));\n(define (twice x) (ga¦in (gain x)))\n")
    (one,) = definition(Document(text, "f.yisp"), line, column)
    assert (one.range.line, one.range.column, one.range.end_column) == (1, 10, 14)
