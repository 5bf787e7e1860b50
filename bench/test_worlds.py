"""Time trials in worlds: a stage of them, by everybody who plays; those of greed beside plain ones."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from yisp.compile.builds import native
from yisp.compile.front import program_for
from yisp.simulate.playing.play import Play
from yisp.simulate.worlds.worlds import Players, Scanning

from .conftest import Row
from .tasks import Goal, decks, source_of
from .test_search import searched

TRIALS = {"greedy": 50_000, "hindsight": 2000, "best": 40}

STAGE = Goal("1,000 ns", "300 ns")
ALONE = Goal("0.5x plain", "0.77x plain")


@pytest.mark.parametrize("policy", TRIALS)
@pytest.mark.parametrize("deck", searched(), ids=lambda deck: deck.stem)
def test_trials(deck: Path, policy: str, benchmark: Any, row: Row) -> None:
    program = program_for(source_of(deck))
    entry = native.Entry.STAGES
    stages = native.load_cached(program, entry) or native.build(program, entry)
    index = next(i for i, topic in enumerate(program.topics) if topic.exec_program)
    count = TRIALS[policy]

    def fresh() -> tuple[tuple[Players], dict[str, Any]]:
        played = program.topics[index].policy.but(kind=policy)
        return (Players(program, index, 1, [played], stages=stages),), {}

    def run(players: Players) -> int:
        players.run(0, count)
        return players.seats[0].stages.enumerator.runs

    (players,), _ = fresh()
    row("world", f"{deck.stem}, {policy}, a stage", divide=run(players), goal=STAGE)
    benchmark.pedantic(run, setup=fresh, rounds=3)


ALONE_TOO = [deck for deck in decks() if deck.stem in ("zhulei", "yuanshu")]
"""Real decks, where they lie beside the project."""


@pytest.mark.parametrize("deck", [*searched(), *ALONE_TOO], ids=lambda deck: deck.stem)
def test_greed_alone(deck: Path, benchmark: Any, row: Row) -> None:
    """The plain trials are those of the same topic, in the same run."""
    program = program_for(source_of(deck))
    plain, worlds = (
        native.load_cached(program, entry) or native.build(program, entry)
        for entry in (native.Entry.TRIALS, native.Entry.WORLDS)
    )
    index = next(i for i, topic in enumerate(program.topics) if topic.exec_program)
    count, best = TRIALS["greedy"], float("inf")
    for _ in range(5):
        play = Play(program, index, 1, native=plain)
        begun = time.perf_counter()
        play.run(0, count)
        best = min(best, time.perf_counter() - begun)

    def fresh() -> tuple[tuple[Scanning], dict[str, Any]]:
        policy = program.topics[index].policy.but(kind="greedy")
        return (Scanning(program, index, 1, policy, native=worlds),), {}

    row("alone", f"{deck.stem}, greedy alone", divide=count, goal=ALONE, peer=("plain", best / count * 1e9))
    benchmark.pedantic(lambda play: play.run(0, count), setup=fresh, rounds=5)
