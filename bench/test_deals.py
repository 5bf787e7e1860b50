"""Time deals to four seats of the deck ``mahjong``, natively: nobody refuses, or a picky seat does."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Row
from .plays import next_trials, opened
from .tasks import LIBSAKI, NO_GOAL, Goal

TRIALS, ROUNDS = 5000, 9

PICKY = "(or (!= who me) (and (== 0 |H.(>= copies 3)|) (>= |H.a:yao.(>= copies 2)| 4)))"
"""No three of a kind, two pairs of terminals or honours: one hand in eleven."""

SEATS: dict[str, tuple[list[dict[str, str]], str]] = {
    "four plain seats": ([{}, {}, {}, {}], "sequential"),
    "a picky seat": ([{"accept": PICKY}, {}, {}, {}], "sequential"),
    "a picky seat, jointly": ([{}, {}, {"accept": PICKY}, {}], "joint"),
}

GOALS = {
    "four plain seats": Goal("2x libsaki", "4x libsaki"),
    "a picky seat": Goal("1x libsaki", "4x libsaki"),
}


@pytest.mark.parametrize("name", SEATS)
def test_deal(name: str, benchmark: Any, row: Row) -> None:
    seats, dealt = SEATS[name]
    topic = {"deal": dealt, "program": "()", "stats": {"yao": "|H:2.a:yao|"}}
    named = [{"name": f"seat {number}", **seat} for number, seat in enumerate(seats)]
    deck = {"extends": "mahjong", "seats": named, "simulate": {"tests": {"deals": topic}}}
    deals = next_trials(opened(deck, "deals"), TRIALS)
    row(
        "deal",
        name,
        divide=TRIALS,
        goal=GOALS.get(name, NO_GOAL),
        peer=("libsaki", LIBSAKI[name]) if name in LIBSAKI else None,
    )
    benchmark.pedantic(deals, rounds=ROUNDS, warmup_rounds=1)
