"""Seats: how many zones and worlds there may be, and what may stand in their keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Problems = Callable[[str], list[str]]


def deck(*seats: dict[str, Any], stat: str = "0", hand: Any = 2) -> str:
    named = [{"name": f"s{number}", **seat} for number, seat in enumerate(seats)]
    return json.dumps({
        "wall": {"exits": {"pii": 30, "spare": 10}},
        "deck": {"cards": {"a": {"count": 40}}},
        "deal": {"hand": hand, "reveal": "()"},
        "seats": named,
        "simulate": {"tests": {"t": {"program": "()", "stats": {"s": stat}}}},
    })  # fmt: skip


def codes(found: list[str]) -> list[str]:
    return [one.split()[0] for one in found]


@pytest.mark.parametrize(
    ("seats", "owned", "expected"),
    [(8, 1, []), (8, 5, []), (8, 6, ["Y209"]), (7, 6, []), (7, 7, ["Y209"])],
)
def test_every_seat_has_its_own_of_some_zones(
    seats: int, owned: int, expected: list[str], problems: Problems
) -> None:
    """The hand, and whatever is written with a seat; of all others there is one."""
    sizes = " ".join(f"|{letter}:1|" for letter in "ABCEFG"[: owned - 1])
    assert codes(problems(deck(*[{}] * seats, stat=f"(+ 0 0 {sizes})"))) == expected


def bringing(worlds: Any) -> dict[str, Any]:
    return {"bargain": {"worlds": worlds, "four": "(== 1 1)"}}


@pytest.mark.parametrize(
    ("worlds", "expected"),
    [
        ([1000, 1000], []), ([1000, 1000, 4], ["Y228"]), ([1000, 1000, 4, 4], ["Y228"]),
        ([1000, 0, 1000], []),
        ([1001], ["Y228"]), ([-1], ["Y228"]), (["(+ 1 |D|)", 1000, 1000], []),
    ],
)  # fmt: skip
def test_how_many_worlds_there_may_be(worlds: list[Any], expected: list[str], problems: Problems) -> None:
    assert codes(problems(deck(*map(bringing, worlds)))) == expected


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        ({"patience": 0}, []),
        ({"patience": "none"}, []),
        ({"patience": -1}, ["Y204"]),
        ({"patience": "much"}, ["Y201"]),
        ({"patience": [1]}, ["Y201"]),
        ({"on-draw": "(= x 1)"}, ["Y408?"]),
        ({"on-draw": {"pii": "(light D.a 1)"}}, []),
        ({"on-draw": {"pi": "(= x 1)"}}, ["Y144"]),
        ({"on-draw": {"pii": ["(= x 1)"]}}, ["Y201"]),
        ({"on-draw": ["(= x 1)"]}, ["Y201"]),
        ({"on-drew": "(= x 1)"}, ["Y202"]),
        ({"bargain": {}}, ["Y205"]),
        ({"bargain": {"worlds": ""}}, ["Y201"]),
        ({"bargain": {"worlds": "D.a"}}, ["Y103"]),
        ({"bargain": {"worlds": " "}}, ["Y201"]),
        ({"bargain": "all"}, ["Y201"]),
    ],
)
def test_what_a_seat_may_say(seat: dict[str, Any], expected: list[str], problems: Problems) -> None:
    assert codes(problems(deck(seat))) == expected
