"""Time filters by a number, over 136 cards of 34 kinds: three machine words, as in mahjong."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Row
from .plays import next_trials, opened
from .tasks import Goal

TIMES, TRIALS, ROUNDS = 60, 2000, 9

NUMBERS = {
    "none": "|D|",
    "copies in a hand that grows": "|H.(>= copies 3)|",
    "copies in a deck that shrinks": "|D.(>= copies 3)|",
    "copies in another zone": "|D.(> (copies H) 1)|",
    "a property and a variable": "|D.(< tile n)|",
}
"""What is added up each time a card has been drawn, so that no two filters in a row see the same cards."""


@pytest.mark.parametrize("name", NUMBERS)
def test_filter(name: str, benchmark: Any, row: Row) -> None:
    cards = {f"t{tile}": {"count": 4, "props": {"tile": tile}} for tile in range(34)}
    header = f"(repeat {TIMES} (# D.1 H) (= total (+ total {NUMBERS[name]})))"
    topic = {"start-card": 13, "header": header, "stats": {"s": "total"}}
    play = opened({"deck": {"cards": cards}, "simulate": {"tests": {"t": topic}}}, "t")
    run = next_trials(play, TRIALS)
    row("filter", f"{name}, with the card drawn before it", divide=TIMES * TRIALS, goal=Goal("", "100 ns"))
    benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)
