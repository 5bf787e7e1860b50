"""Other counts than the file's: what fills the deck, and what does not add up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from yisp.deck.changes import UNCHANGED, Changes, Unfit, changed_counts

KINDS: Any = [
    SimpleNamespace(name=name, zone=zone)
    for name, zone in (("key", None), ("pot", None), ("rest", None), ("far", "E"))
]
WRITTEN = [3, 2, 35, 2]
REST = 2
"""The kind that fills the deck, by its place."""


@pytest.mark.parametrize(
    ("changes", "filler", "counts"),
    [
        (Changes({}, None, None), REST, [3, 2, 35, 2]),
        (Changes({"key": 1}, None, None), REST, [1, 2, 37, 2]),
        (Changes({"key": 1}, None, None), None, [1, 2, 35, 2]),
        (Changes({"key": 1}, "pot", None), REST, [1, 4, 35, 2]),
        (Changes({"key": 1}, "pot", None), None, [1, 4, 35, 2]),
        (Changes({"key": 38}, None, None), REST, [38, 2, 0, 2]),
        (Changes({"far": 5}, None, None), REST, [3, 2, 35, 5]),
        (Changes({}, None, 41), REST, [3, 2, 36, 2]),
        (Changes({}, None, 40), None, [3, 2, 35, 2]),
        (Changes({"key": 4}, None, 41), None, [4, 2, 35, 2]),
        (Changes({"rest": 30}, None, None), REST, [3, 2, 30, 2]),
        (Changes({"rest": 30, "key": 8}, None, 40), REST, [8, 2, 30, 2]),
        (Changes({"rest": 30}, "key", 40), REST, [8, 2, 30, 2]),
    ],
)
def test_what_becomes_of_counts(changes: Changes, filler: int | None, counts: list[int]) -> None:
    assert changed_counts(KINDS, WRITTEN, changes, filler) == counts


@pytest.mark.parametrize(
    ("changes", "filler", "said"),
    [
        (
            Changes({"key": 39}, None, None),
            REST,
            "with those counts the cards but `rest` add up to 41, and the deck has 40",
        ),
        (
            Changes({}, None, 4),
            REST,
            "with those counts the cards but `rest` add up to 5, and the deck has 4",
        ),
        (Changes({}, None, 41), None, "the cards add up to 40, and no card fills the deck up to 41"),
        (
            Changes({"rest": 30}, None, 40),
            REST,
            "the cards add up to 35, and no card fills the deck up to 40",
        ),
        (Changes({"far": 5}, None, 43), None, "the cards add up to 40, and no card fills the deck up to 43"),
        (Changes({}, "far", None), REST, "`far` begins in a zone of its own, so it cannot fill the deck"),
    ],
)
def test_what_does_not_add_up(changes: Changes, filler: int | None, said: str) -> None:
    with pytest.raises(Unfit) as caught:
        changed_counts(KINDS, WRITTEN, changes, filler)
    assert str(caught.value.message) == said


def test_what_comes_later_wins() -> None:
    one, other = Changes({"key": 1, "pot": 1}, "rest", 41), Changes({"key": 2}, "far", 42)
    assert one.then(other) == Changes({"key": 2, "pot": 1}, "far", 42)
    assert one.then(UNCHANGED) == UNCHANGED.then(one) == one
    assert (one.names, other.names, UNCHANGED.names) == (["key", "pot", "rest"], ["key", "far"], [])
    assert one and Changes({}, None, 40) and Changes({"a": 0})
    assert not Changes({}, "rest") and not UNCHANGED
