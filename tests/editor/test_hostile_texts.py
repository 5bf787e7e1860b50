"""Texts that are to cost time or memory: the services answer, and give up where that is of use to nobody."""

from __future__ import annotations

import pytest

from yisp.editor.services import (
    Document,
    Refused,
    coloured,
    completions,
    definition,
    diagnostics,
    fixes,
    formatted,
    hover,
    rename,
)
from yisp.editor.text.document import LONGEST
from yisp.editor.text.repair import read

BEGINNING = "deck: {cards: {a: {count: 9, program: '"
END = "'}}}\nsimulate: {tests: {t: {combos: {c: {hand: [a]}}}}}\n"
BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + number)}: &{chr(98 + number)} [{', '.join(['*' + chr(97 + number)] * 10)}]\n"
    for number in range(9)
)

TEXTS = {
    "brackets": "deck: " + "[" * 20_000,
    "braces that are closed": "deck: " + "{a: " * 5_000 + "}" * 5_000,
    "open quotation marks": "deck:\n" + "  a: 'x\n" * 1_500,
    "a line": 'deck:\n  a: "' + "x: [y, " * 4_000 + "\n  b: c\n",
    "keys without a colon": "deck:\n" + "  a\n" * 1_500,
    "aliases of aliases": BOMB,
    "parentheses": BEGINNING + "(" * 10_000 + END,
    "quotation marks in a script": BEGINNING + '"x' * 5_000 + END,
    "filters": BEGINNING + "(# D" + ".!a:x" * 1_500 + " H)" + END,
    "signs of negation": BEGINNING + "|H." + "!" * 50_000 + "a|" + END,
    "a name of many": BEGINNING.replace("{a:", "{" + "a" * 50_000 + ":") + END,
    "wanted cards": END.replace("[a]", "['" + "a:x " * 2_000 + "']").join([BEGINNING, ""]),
    "carriage returns": "\r" * 20_000 + "deck: {",
    "tabs": "deck:\n" + "\t" * 20_000,
    "surrogates": "deck: \ud800",
    "a null byte": "deck: \0",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
def test_every_service_answers(name: str) -> None:
    text = TEXTS[name]
    for document in (Document(text), Document("deck: {cards: {a: {}}}").changed(text)):
        for at in (0, len(text) // 2, len(text)):
            line, column = document.source.position(at)
            assert isinstance(completions(document, line, column), list)
            assert isinstance(definition(document, line, column), list)
            hover(document, line, column)
            with pytest.raises(Refused):
                rename(document, line, column, "\n")
        diagnostics(document)
        assert isinstance(coloured(document), list)
        assert isinstance(formatted(document), list)


def test_what_is_said_of_a_text_turns_nothing_around() -> None:
    """Marks of direction and lines of other kinds, in names that mistakes and their mending speak of."""
    for text in ("extends: a\u2066b.yml\n", "t: {}\x85d\n", "deck: {cards: {a\u202e: {coun\u200b: 3}}}\n"):
        document = Document(text)
        said = [part for one in diagnostics(document) for part in (one.message, one.hint) if part is not None]
        assert said and all(map(str.isprintable, [*said, *(one.title for one in fixes(document))])), said


def test_a_text_that_nobody_types() -> None:
    """What is wrong with it is said; nothing is worked out at its every key."""
    text = BEGINNING + "(#  D.1 H);" * (LONGEST // 11 + 1) + END
    document = Document(text)
    assert document.is_too_long
    assert [Document("#" * (LONGEST + more)).is_too_long for more in (0, 1)] == [False, True]
    assert completions(document, 1, 45) == [] and hover(document, 1, 45) is None
    assert coloured(document) == [] and formatted(document) == []


def test_mending_stops_where_a_deck_would() -> None:
    """Brackets are closed as far as they may nest; what nests deeper is blotted out."""
    few, many = (read("a: " + "[" * times + "x", "deck.yml") for times in (50, 2_000))
    assert few is not None and not few.blotted
    assert many is not None and many.blotted == {1}


def test_places_that_there_are_not() -> None:
    document = Document(BEGINNING + END)
    for line, column in ((1, 10_000), (10_000, 1), (2, 1), (3, 1), (0, 0), (-5, -5)):
        assert isinstance(completions(document, line, column), list)
        hover(document, line, column)
