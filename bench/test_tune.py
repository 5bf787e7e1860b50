"""Time what tune takes for a build: for an exact answer, and for a thousand trials in worlds."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import pytest

from yisp.compile.builds import native
from yisp.compile.pipeline import Compiled
from yisp.deck.load import loads
from yisp.studies.tuning.tune import read_goals, work_for
from yisp.studies.work.work import Task
from yisp.studies.work.worker import begin

from .conftest import Row
from .tasks import Goal

BUILDS, TRIALS = 50, 1000

CARDS = {f"c{number}": {"count": 3} for number in range(12)} | {"rest": {"count": 4}}
WANTED = {"x": ["c0", "c1"], "y": ["c2", "c3"], "z": ["2x c4"]}

GOALS = {"exactly": Goal("12 ms"), "by 1000 trials": Goal()}
"""10,000 builds a minute on two cores, without effects."""


@pytest.mark.parametrize("how", GOALS)
def test_a_build(how: str, benchmark: Any, row: Row) -> None:
    combos = {name: {"hand": hand} for name, hand in WANTED.items()}
    text = {"deck": {"cards": CARDS}, "simulate": {"tests": {"t": {"combos": combos}}}}
    deck = loads(json.dumps(text), "deck.yml")
    if how != "exactly":
        native.build(Compiled(deck, shared=True).program, native.Entry.WORLDS)
    work = begin(work_for(deck, read_goals(deck, [])))
    names, seeds = list(CARDS), count()
    own = tuple((name, CARDS[name]["count"]) for name in names)

    def build(number: int) -> tuple[tuple[str, int], ...]:
        """One that was not looked at before: some cards have fewer copies, and the rest has them."""
        counts = dict(own)
        for power in range(8):
            counts[names[power]] = 1 + number // 3**power % 3
        counts["rest"] = 40 - sum(counts[name] for name in names[:-1])
        return tuple(counts.items())

    def run() -> None:
        for _ in range(BUILDS):
            number = next(seeds)
            method = "exact" if how == "exactly" else "sample"
            worlds = None if how == "exactly" else (own, None, ())
            _, answer = work(Task(number, build(number), None, (), method, TRIALS, number, None, (), worlds))
            assert "known" in answer, answer

    row("tune", f"a build of 13 cards, {how}", unit="ms", divide=BUILDS, goal=GOALS[how])
    benchmark.pedantic(run, rounds=5)
