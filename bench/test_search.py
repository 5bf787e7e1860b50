"""Time a stage of a search (exact answers and `best`, as far as a budget goes), and whole contests."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from yisp.compile.builds import native
from yisp.compile.front import program_for
from yisp.compile.pipeline import compile_deck
from yisp.deck.load import loads
from yisp.simulate.counting.probabilities import OverBudget
from yisp.simulate.exact.exact import Enumeration
from yisp.simulate.playing.play import Play, python_functions
from yisp.simulate.worlds.worlds import Players

from .conftest import Row
from .plays import next_trials
from .tasks import Goal, decks, source_of

BUDGET = 20_000_000
"""Units of work: some tenths of a second natively, a second in python."""

NAMES = ("mill", "pots", "zhulei", "yuanshu")
"""Decks of which a search at least begins with so much work."""

POLICIES = ("greedy", "best")
NODE = {"native": Goal("1,000 ns", "100 ns"), "python": Goal()}


def searched() -> list[Path]:
    return [deck for deck in decks() if deck.stem in NAMES]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("target", ["native", "python"])
@pytest.mark.parametrize("deck", searched(), ids=lambda deck: deck.stem)
def test_stages(deck: Path, target: str, policy: str, benchmark: Any, row: Row) -> None:
    program = program_for(source_of(deck))
    stages = None
    if target == "native":
        entry = native.Entry.STAGES
        stages = native.load_cached(program, entry) or native.build(program, entry)
    functions = python_functions(program.python_source)
    index = next(i for i, topic in enumerate(program.topics) if topic.exec_program)
    topic = program.topics[index]

    def fresh() -> tuple[tuple[Enumeration], dict[str, Any]]:
        play = Play(program, index, 1, functions=functions, stages=stages)
        return (Enumeration(play, BUDGET, None, topic.policy.but(kind=policy)),), {}

    def run(search: Enumeration) -> Enumeration:
        with suppress(OverBudget):
            search.run()
        return search

    (search,), _ = fresh()
    runs = run(search).stages.enumerator.runs
    row("stage", f"{deck.stem}, {policy}, {target}", divide=runs, goal=NODE[target])
    benchmark.pedantic(run, setup=fresh, rounds=3)


SEARCHES = """\
deck:
  size: 40
  cards:
    scout: {count: 3, program: '[1]@;(# X B);(# D.a:beast.1 H)THEN'}
    pot: {count: 2, program: '[1]@;(# X B);(# D.2 H)'}
    lion: {count: 3, attribute: [beast]}
    wolf: {count: 2, attribute: [beast]}
    cave: {count: 3}
    tree: {count: 3}
    lake: {count: 3}
    rest: {count: -1}
simulate:
  tests:
    opening:
      exec-program: true
      combos: {one: {hand: [lion, cave]}, two: {hand: [wolf, tree]}, three: {hand: [cave, tree, lake]}}
"""
"""A deck that searches and draws."""

SHUFFLED = Goal("0.5x shuffled")


def test_searches(benchmark: Any, row: Row) -> None:
    """A whole answer; the yardstick is that of the same deck with a shuffle behind the search."""

    def fresh(then: str) -> Enumeration:
        program = compile_deck(loads(SEARCHES.replace("THEN", then), "search.yml"))
        play = Play(program, 0, 1, functions=python_functions(program.python_source))
        return Enumeration(play, 10 * BUDGET, None, program.topics[0].policy)

    best = float("inf")
    for _ in range(3):
        search = fresh(";(shuffle D)")
        begun = time.perf_counter()
        search.run()
        best = min(best, time.perf_counter() - begun)
    row("answer", "searches without a shuffle", unit="ms", goal=SHUFFLED, peer=("shuffled", best * 1e3))
    benchmark.pedantic(lambda search: search.run(), setup=lambda: ((fresh(""),), {}), rounds=3)


CONTESTS = 3000
JAVASCRIPT = {1: 1e9 / 923, 2: 1e9 / 104}
"""ns a contest that peers in JavaScript need, looking so many turns ahead (12 turns, a focus deck of some 93
moves a contest): published, not measured here."""


@pytest.mark.parametrize("stage", JAVASCRIPT)
def test_contest(stage: int, benchmark: Any, row: Row) -> None:
    deck = next(deck for deck in decks() if deck.stem == "contest-focus")
    program = program_for(source_of(deck)).with_parameters({"stage": stage})
    entry = native.Entry.STAGES
    built = native.load_cached(program, entry) or native.build(program, entry)
    players = Players(program, 0, 1, [program.topics[0].policy.but(stage=stage)], stages=built)
    run = next_trials(players, CONTESTS)
    goal = Goal("20x JavaScript", "100x JavaScript")
    peer = ("JavaScript", JAVASCRIPT[stage])
    row("contest", f"contest-focus, {stage} ahead, native", divide=CONTESTS, goal=goal, peer=peer)
    benchmark.pedantic(run, rounds=5, warmup_rounds=1)
