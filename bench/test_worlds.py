"""Time trials in worlds, by everybody who plays them, and a stage of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from yisp.compile.builds import native
from yisp.compile.front import program_for
from yisp.simulate.worlds.worlds import Players

from .conftest import Row
from .tasks import Goal, source_of
from .test_search import searched

TRIALS = {"greedy": 50_000, "hindsight": 2000, "best": 40}

STAGE = Goal("1,000 ns", "300 ns")


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
