"""Time a trial: the C of some tasks, and every deck on both targets (mean of its topics)."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from yisp.compile.builds import native
from yisp.compile.front import program_for
from yisp.compile.program import Program
from yisp.simulate.counting.statistics import RateStratum, rate_half_width, stratified_half_width
from yisp.simulate.playing.play import Play, python_functions
from yisp.simulate.playing.strata import PILOT
from yisp.simulate.sampling.pilot import strata_of
from yisp.simulate.stop import Stop

from .conftest import Row
from .reference import REFERENCES, Task, disagreements
from .tasks import YGO_CALC, decks, goal_of, source_of

ROUNDS = 7
TARGETS = ("native", "python")

ROUND = 0.1
"""About how many seconds a round takes: so many trials are played in it as a pilot finds to take as long."""

BESIDE = {"hand": ("hand, naive", "hand, fast"), "effects": ("effects",), "war": ("war, naive", "war, fast")}
"""The C of a deck."""


def plays_of(program: Program, target: str) -> list[Play]:
    if target == "native":
        run = native.load_cached(program) or native.build(program)
        return [Play(program, index, 1, native=run) for index in range(len(program.topics))]
    functions = python_functions(program.python_source)
    return [Play(program, index, 1, functions=functions) for index in range(len(program.topics))]


def program_of(deck: Path) -> Program:
    return program_for(source_of(deck))


def trials_within(seconds: float, plays: list[Play]) -> tuple[int, int]:
    """How many trials of each a pilot has played, and about how many of each take that long together."""
    done, trials, took = 0, 1, 0.0
    while took < seconds / 10:
        began = time.perf_counter()
        for play in plays:
            play.run(done, done + trials)
        took = time.perf_counter() - began
        done, trials = done + trials, 2 * trials
    return done, max(int(trials / 2 * seconds / took), 1)


@pytest.mark.parametrize("name", REFERENCES)
def test_c(name: str, benchmark: Any, row: Row, tmp_path: Path) -> None:
    reference = REFERENCES[name]
    task = Task(reference, tmp_path)
    for deck in [deck for deck in decks() if deck.stem == reference.file]:
        play = plays_of(program := program_of(deck), "native")[0]
        play.run(0, reference.trials)
        found = disagreements(task.run(reference.trials), play.counts(), program.topics[0].stats)
        assert list(found) == []
    row("trial", f"C: {name}", divide=reference.trials)
    benchmark.pedantic(task.run, args=(reference.trials,), rounds=ROUNDS)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("deck", decks(), ids=lambda deck: deck.stem)
def test_deck(deck: Path, target: str, benchmark: Any, row: Row) -> None:
    program = program_of(deck)
    plays = plays_of(program, target)
    done, trials = trials_within(ROUND, plays)
    first = iter(range(done, 2**40, trials))

    def run() -> None:
        start = next(first)
        for play in plays:
            play.run(start, start + trials)

    goal = goal_of(deck.stem, target, any(topic.exec_program or topic.scripts for topic in program.topics))
    row(
        "trial",
        f"{deck.stem}, {target}",
        divide=trials * len(plays),
        goal=goal,
        peer=("ygo-calc", YGO_CALC[deck.stem]) if deck.stem in YGO_CALC else None,
        c=BESIDE.get(deck.stem, ()),
    )
    benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)


WORTH_TRIALS = 200_000
WORTH_SECONDS = 2.0


@pytest.mark.parametrize("deck", decks(), ids=lambda deck: deck.stem)
def test_worth_of_a_weighted_trial(deck: Path, benchmark: Any, row: Row) -> None:
    """How many plain trials one trial weighted by opening hand stands for, by the success rate's interval."""
    program = program_of(deck)
    topic = next((index for index, topic in enumerate(program.topics) if topic.exec_program), None)
    if topic is None:
        pytest.skip("no topic that plays")
    functions = python_functions(program.python_source)
    plain = Play(program, topic, 1, functions=functions)
    trials = min(trials_within(WORTH_SECONDS, [plain])[1], WORTH_TRIALS)
    if trials < PILOT:
        pytest.skip("a trial takes longer than weighing is worth")
    strata = strata_of(plain, Stop())
    if strata is None:
        pytest.skip("hands that all fare alike")
    play = Play(program, topic, 1, functions=functions, strata=strata)
    row("worth", f"{deck.stem}, {program.topics[topic].name}", unit="plain trials")
    benchmark.pedantic(play.run, args=(0, trials), rounds=1)
    parts = strata.weigh(play.parts())
    counts = play.counts()
    assert parts is not None
    narrow = stratified_half_width([
        RateStratum(weight=one.weight, successes=one.counts.successes, trials=one.counts.trials)
        for one in parts
    ])  # fmt: skip
    benchmark.extra_info["figure"] = (rate_half_width(counts.successes, counts.trials) / narrow) ** 2
