"""How many trials a topic gets: when it is looked at, and when it ends."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from yisp.simulate.sampling import precision
from yisp.simulate.sampling.precision import KNOWN, expected, sample_enough


def asked(until: float | None = None, *, open: bool = False) -> Any:
    return SimpleNamespace(until=until, open=open)


@pytest.mark.parametrize(
    ("request_", "most", "trials"),
    [
        (asked(), 123, 123),
        (asked(0.01), 10**9, 9797),  # 1.02 · 1.96² / 4 / 0.01²
        (asked(0.01), 5000, 5000),
        (asked(0.01, open=True), 10**9, 9797),
        (asked(open=True), 10**9, 1_530_638),  # the same of KNOWN
        (asked(open=True), 1000, 1000),
    ],
)
def test_how_many_trials_are_expected(request_: Any, most: int, trials: int) -> None:
    assert expected(request_, most) == trials
    assert KNOWN == 0.0008


class Sampled:
    """A sampler that runs nothing, and says what it was told."""

    def __init__(self, stops: int | None = None) -> None:
        self.trials, self.goal, self.stopped = 0, 0, False
        self.told: list[tuple[str, int]] = []
        self._stops = stops

    def run(self, trials: int) -> None:
        assert self.goal >= trials
        self.told.append(("run", trials))
        self.trials = trials
        self.stopped = self._stops is not None and trials >= self._stops

    def expect(self, trials: int) -> None:
        self.told.append(("expect", trials))


@pytest.mark.parametrize(
    ("request_", "most", "looks", "told"),
    [
        (asked(), 500, [], [("expect", 1000), ("run", 500)]),
        # enough at the first look, and where no more may be run
        (asked(0.1), 10**6, [(0, 9), (1, 9)], [("run", 1024), ("expect", -2030), ("run", 16384)]),
        (
            asked(0.1), 9000, [(0, 10**6), (0, 10**6)],
            [("run", 1024), ("expect", 2 * (9000 - 1024)), ("run", 9000)],
        ),
        (asked(0.1), 700, [(0, 10**6), (0, 10**6)], [("run", 700), ("expect", 0), ("run", 700)]),
        # as many as are needed, but a round at least
        (
            asked(0.1), 10**6, [(0, 50_000), (0, 20_000), (0, 40_000), (0, 90_000), (0, 90_000), (1, 9)],
            [
                ("run", 1024), ("expect", 2 * (50_000 - 1024)),
                ("run", 16384), ("expect", 2 * (40_000 - 16384)),
                ("run", 32768), ("expect", 2 * (90_000 - 32768)), ("run", 90_000),
            ],
        ),
        # who asks for nothing waits for no build
        (asked(open=True), 10**6, [(0, 50_000), (1, 9)], [("run", 1024), ("run", 16384)]),
    ],
)  # fmt: skip
def test_when_a_topic_is_looked_at(
    request_: Any, most: int, looks: list[tuple[int, int]], told: list[tuple[str, int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """After its first trials how long it will be, and at the end of each round whether it is known enough."""
    found = iter(looks)
    monkeypatch.setattr(precision, "_so_far", lambda *_: next(found))
    sampler: Any = Sampled()
    sample_enough(sampler, SimpleNamespace(), request_, 2, most)  # type: ignore[arg-type]
    assert sampler.told == told
    assert next(found, None) is None


def test_what_is_ended_is_looked_at_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "_so_far", lambda *_: (False, 10**6))
    sampler: Any = Sampled(stops=1024)
    sample_enough(sampler, SimpleNamespace(), asked(0.1), 2, 10**6)  # type: ignore[arg-type]
    assert sampler.told == [("run", 1024)]
