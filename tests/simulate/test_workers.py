"""Processes that count: however many there can be, the counts are the same."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from running import compile_text, deck_text

from yisp import children
from yisp.simulate.outcome import Outcome
from yisp.simulate.run import run_program
from yisp.simulate.sampling import sample, workers

COUNT = 60_000
PROGRAM = compile_text(
    deck_text(
        {"pot": {"count": 3, "program": ["@;(# X B);(# D.2 H)"]}, "key": {"count": 3}, "rest": {"count": 34}},
        {"t": {"exec-program": True, "combos": {"open": {"hand": ["key"]}}, "stats": {"hand": "|H|"}}},
    )
)


def run(jobs: int, **more: Any) -> Outcome:
    return run_program(PROGRAM, count=COUNT, seed=7, method="sample", target="python", jobs=jobs, **more)


def counted(outcome: Outcome) -> tuple[Any, ...]:
    (topic,) = outcome.topics
    counts = topic.counts
    return (
        outcome.partial, counts.trials, counts.successes, counts.stats[0].histogram, counts.activations,
    )  # fmt: skip


ALONE = counted(run(1))


@pytest.mark.parametrize("room", [0, 1, 2])
def test_a_run_goes_on_with_as_many_workers_as_there_is_room_for(
    room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With none of them it goes on alone."""
    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    start = children.start
    asked: list[str] = []

    def crowded(module: str, **streams: Any) -> children.Child:
        asked.append(module)
        if len(asked) > room:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return start(module, **streams)

    monkeypatch.setattr(children, "start", crowded)
    done: list[int] = []
    outcome = run(3, progress=lambda topic, trials, goal, trying: done.append(trials))
    assert counted(outcome) == ALONE
    assert len(asked) == room + 1, "nobody asks again and again"
    assert done[-1] == COUNT and done == sorted(set(done))


def test_who_shares_out_trials_is_told_how_long_they_took(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "time", SimpleNamespace(perf_counter=iter([5.0, 7.5]).__next__))
    (counts,), seconds = workers._begin((PROGRAM, 0, 7, None, ()))((10, 30))
    assert (counts.trials, seconds) == (20, 2.5)
