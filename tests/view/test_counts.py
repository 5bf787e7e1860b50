"""Where counts are written, so that a slider can write others there."""

from __future__ import annotations

from typing import Any

import pytest

from yisp.deck.load import loads
from yisp.view.work.counts import counted

REST = "\nsimulate: {tests: {t: {start-card: 1, combos: {c: {}}}}}\n"


def cards(text: str) -> dict[str, dict[str, Any]]:
    return {card["name"]: card for card in counted(loads(text + REST, "deck.yml"))["cards"]}


def offset(text: str, place: dict[str, Any]) -> int:
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[: place["line"] - 1])) + place["column"] - 1


def with_count(text: str, card: dict[str, Any], count: int) -> str:
    """The text as a slider writes it."""
    if card["place"] is not None:
        at = offset(text, card["place"])
        return text[:at] + str(count) + text[at + card["place"]["length"] :]
    insert = card["insert"]
    at = offset(text, insert)
    return text[:at] + insert["before"] + str(count) + insert["after"] + text[at:]


CHANGEABLE = {
    "in a flow table": "deck: {cards: {a: {count: 3}, b: {count: 9}}}",
    "quoted": "deck: {cards: {a: {count: '3'}, b: {count: \"9\"}}}",
    "in a block": "deck:\n  cards:\n    a:\n      attribute: [x]\n      count: 3 # 3\n    b:\n      count: 9",
    "behind a comment": "deck:\n  cards:\n    a: # the card\n      count:\n        3\n    b: {count: 9}",
    "left out of a flow table": "deck: {cards: {a: {attribute: [x]}, b: {count: 9}}}",
    "left out of an empty table": "deck: {cards: {a: {}, b: {count: 9}}}",
    "left out of a block": "deck:\n  cards:\n    a:\n      attribute: [x]\n    b: {count: 9}",
    "left out, and nothing else there": "deck:\n  cards:\n    a:\n    b: {count: 9}",
    "left out before a comment": "deck:\n  cards:\n    a: # nothing\n    b: {count: 9}",
    "left out in a table with an anchor": "deck:\n  cards:\n    a: &a {attribute: [x]}\n    b: {count: 9}",
    "beside what is merged": "deck:\n  cards:\n    b: &b {count: 9}\n    a: {<<: *b, attribute: [x]}",
    "with names of many bytes": "deck:\n  cards:\n    '灰𠀀é': {count: 2}\n"
    "    a: {description: '𠀀', count: 3}\n    b: {count: 9}",
    "with other line ends": "deck:\r\n  cards:\r\n    a:\r\n      count: 3\r\n    b: {count: 9}",
}


@pytest.mark.parametrize("name", CHANGEABLE)
def test_the_place_of_a_count_is_that_of_one_card_alone(name: str) -> None:
    text = CHANGEABLE[name]
    before = {card: known["count"] for card, known in cards(text).items()}
    for count in (0, 5, 17):
        changed = with_count(text, cards(text)["a"], count)
        after = {card: known["count"] for card, known in cards(changed).items()}
        assert after == {**before, "a": count}, changed
        again = with_count(changed, cards(changed)["a"], 1)
        assert cards(again)["a"]["count"] == 1


UNCHANGEABLE = {
    "of an each": "deck: {cards: {'a{n}': {each: {n: [1, 2]}, count: 3}}}",
    "of an alias": "deck: {cards: {b: {count: &n 9}, a: {count: *n}}}",
    "of a table that is shared": "deck: {cards: {b: &b {count: 9}, a: *b}}",
    "of a table with room that is shared": "deck: {cards: {b: &b-1 {attribute: [x]}, a: *b-1}}",
    "of cards that are an alias": "x: &c {a: {count: 3}, b: {count: 9}}\ndeck: {cards: *c}",
    "of cards that are merged": "x: &c {a: {count: 3}, b: {count: 9}}\ndeck: {cards: {<<: *c}}",
    "of a deck that is an alias": "x: &d {size: 40, cards: {a: {count: 3}, b: {count: -1}}}\ndeck: *d",
}


@pytest.mark.parametrize("name", UNCHANGEABLE)
def test_what_another_card_shares_has_no_place(name: str) -> None:
    for card in cards(UNCHANGEABLE[name]).values():
        assert card["place"] is None and card["insert"] is None


def test_what_is_merged_into_another_card_has_no_place_and_that_card_room() -> None:
    known = cards("deck: {cards: {b: &b {count: 9}, a: {<<: *b}, c: &b2 {count: 1}}}")
    assert (known["b"]["place"], known["b"]["insert"], known["a"]["place"]) == (None, None, None)
    assert known["a"]["insert"]["before"] == "count: " and known["c"]["place"]["length"] == 1


def test_the_filler() -> None:
    known = cards("deck: {size: 40, cards: {a: {count: 3}, b: {count: -1}}}")
    assert (known["b"]["count"], known["b"]["filler"], known["a"]["filler"]) == (37, True, False)


def test_cards_of_a_base_have_no_place_here() -> None:
    from yisp.deck.load import load_file
    from yisp.deck.reading.files import SourceFile

    base = SourceFile("base.yml", "deck: {cards: {a: {count: 3}, b: {count: 9}}}" + REST, "/1")
    own = "extends: base.yml\ndeck: {cards: {b: {count: 8}}}\n"
    deck = load_file(SourceFile("deck.yml", own, "/0", named={("base.yml", ".yml"): base}))
    a, b = counted(deck)["cards"]
    assert (a["count"], a["place"], a["insert"]) == (3, None, None)
    assert b["count"] == 8 and b["place"] == {"line": 2, "column": 27, "length": 1}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("deck: {size: 40, cards: {a: {count: 3}, b: {count: -1}}}", "40"),
        ("deck:\n  cards: {a: {count: 3}, b: {count: -1}}\n  size: '40' # 40\n", "'40'"),
        ("x: &n 40\ndeck: {size: *n, cards: {a: {count: 3}, b: {count: -1}}}", None),
        ("deck: {cards: {a: {count: 40}}}", None),
    ],
)
def test_where_the_size_stands(text: str, written: str | None) -> None:
    place = counted(loads(text + REST, "deck.yml"))["size_place"]
    if written is None:
        assert place is None
    else:
        at = offset(text, place)
        assert text[at : at + place["length"]] == written
