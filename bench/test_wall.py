"""Time draws from the wall of the packaged deck ``mahjong``, natively: beside C, and with a hook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from yisp.simulate.playing.play import Play

from .conftest import Row
from .plays import next_trials, opened
from .reference import Reference, Task, WallCounts, disagreements
from .tasks import LIBSAKI, NO_GOAL, Goal

DRAWS, TRIALS, ROUNDS = 60, 2000, 9
CHECKED = 200_000
"""The trials by which the C is held against Yisp."""

LIT = {
    "untouched": "",
    "one light": "(light D.7p 100)",
    "three lights of one kind": "(light D.k:5m 100) (light D.7p 100) (light D.1f 100)",
    "three marks on 34 kinds": "(light D 30) (light D.a:sou 30) (light D.a:man 10)",
}
"""What is lit before each draw; ``wall.c`` knows these by their numbers."""

GOALS = {
    "untouched": Goal("1.7x libsaki", "3.3x libsaki"),
    "three marks on 34 kinds": Goal("4x libsaki", "8.3x libsaki"),
    "a hook of two filters by a number and two lights": Goal("3,000 ns", "500 ns"),
}

HOOKS = {
    "a seat that does nothing": "()",
    "a hook of two filters by a number and two lights": (
        "(light D.(== 1 (copies H)) 40);(light D.(== 2 (copies H)) 140)"
    ),
}
"""What a seat does before each draw."""

STATS = {
    "man": "|J.a:man|",
    "sou": "|J.a:sou|",
    "honours": "|J.a:honour|",
    "red": "|J.a:red|",
    "gone": "(/ |J.(== copies 4)| 4)",
}
"""What ``wall.c`` counts, in its order."""


def draws(name: str) -> Play:
    """A topic that does nothing but light and draw, and then counts."""
    header = f"(repeat {DRAWS} {LIT[name]} (draw pii J))"
    topic = {"start-card": 0, "header": header, "stats": STATS}
    return opened({"extends": "mahjong", "simulate": {"tests": {"draws": topic}}}, "draws")


@pytest.mark.parametrize("name", LIT)
def test_c(name: str, benchmark: Any, row: Row, tmp_path: Path) -> None:
    task = Task(Reference("wall", "naive", WallCounts, (list(LIT).index(name),)), tmp_path)
    play = draws(name)
    play.run(0, CHECKED)
    stats = play.program.topics[play.index].stats
    assert list(disagreements(task.run(CHECKED), play.counts(), stats)) == []
    row("wall", f"C: {name}", divide=DRAWS * TRIALS)
    benchmark.pedantic(task.run, args=(TRIALS,), rounds=ROUNDS, warmup_rounds=1)


@pytest.mark.parametrize("name", LIT)
def test_draws(name: str, benchmark: Any, row: Row) -> None:
    run = next_trials(draws(name), TRIALS)
    row(
        "wall",
        name,
        divide=DRAWS * TRIALS,
        goal=GOALS.get(name, NO_GOAL),
        peer=("libsaki", LIBSAKI[name]) if name in LIBSAKI else None,
        c=(name,),
    )
    benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)


@pytest.mark.parametrize("name", HOOKS)
def test_hook(name: str, benchmark: Any, row: Row) -> None:
    seat = {"name": "breeder", "on-draw": {"pii": HOOKS[name]}}
    topic = {"program": f"(repeat {DRAWS} (draw pii J))", "stats": {"copies": "|J.(== copies 2)|"}}
    deck = {"extends": "mahjong", "seats": [seat], "simulate": {"tests": {"draws": topic}}}
    draws = next_trials(opened(deck, "draws"), TRIALS)
    row("wall", f"{name}, with the draw behind it", divide=DRAWS * TRIALS, goal=GOALS.get(name, NO_GOAL))
    benchmark.pedantic(draws, rounds=ROUNDS, warmup_rounds=1)
