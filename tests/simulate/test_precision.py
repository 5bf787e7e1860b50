"""How many trials a topic gets: when it is looked at, and when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from yisp.simulate.counting.counts import Stratum, Tally
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


# How well it is known -----------------------------------------------------------------------------


def counted(trials: int, successes: int, combos: Sequence[int] = (), **values: dict[int, int]) -> Any:
    """Counts with these histograms of the score and of stats."""
    tallies = {name: Tally.of(histogram) for name, histogram in values.items()}
    return SimpleNamespace(
        trials=trials, successes=successes, combos=combos, score=tallies.pop("score", Tally()),
        stats=list(tallies.values()),
    )  # fmt: skip


def topic(
    combos: int = 0, watch: int = 0, ranges: Any = ((None, None, None), (None, None, None)), stats: int = 0
) -> Any:
    return SimpleNamespace(combos=["c"] * combos, watch=["w"] * watch, ranges=ranges, stats=["s"] * stats)


def so_far(of: Any, played: list[Any], until: float | None, strata: Any = None) -> tuple[bool, int]:
    sampler: Any = SimpleNamespace(
        weighted=lambda: strata, policies=played[1:], parts=lambda: played, counts=lambda: played[0]
    )
    return precision._so_far(sampler, of, until)


HALF = counted(10_000, 5000, [5000, 0])
RARE = counted(10_000, 10, [10, 10])


@pytest.mark.parametrize(
    ("of", "played", "until", "known"),
    [
        (topic(combos=2, watch=1), [HALF], 0.01, (True, 9797)),
        (topic(combos=2, watch=1), [HALF], 0.009, (False, 12_095)),
        (topic(combos=1), [RARE], 0.001, (True, 4694)),
        (topic(combos=1), [RARE, HALF], 0.001, (False, 979_610)),
        (topic(combos=1), [HALF, RARE], 0.001, (False, 979_610)),
        (topic(watch=1), [HALF], 0.009, (False, 12_095)),
        (topic(watch=2), [HALF], 0.01, (True, 9797)),
        (topic(watch=2), [RARE], 0.0001, (False, 469_301)),
        (topic(stats=1), [HALF], 0.5, (True, 0)),
    ],
)
def test_how_well_rates_are_known(of: Any, played: list[Any], until: float, known: Any) -> None:
    """The success or, without combos, each watched entry; under every policy."""
    enough, needed = so_far(of, played, until)
    assert (enough, needed) == (known[0], pytest.approx(known[1], rel=0.002))


def test_strata_tell_more() -> None:
    """Where hands say it all, hardly any trials are needed."""
    parts = [counted(5000, 5000), counted(5000, 0)]
    strata = [Stratum(weight=1, counts=one) for one in parts]
    plain, weighed = (so_far(topic(combos=1), [HALF], 0.001, one) for one in (None, strata))
    assert plain == (False, pytest.approx(979_610, rel=0.002))
    assert weighed == (True, 784)
    said = precision.worth(topic(combos=1), HALF, strata)
    assert said.startswith("weighted by 2 groups of opening hands, which makes each trial worth 1250.3")


SPREAD, RAISED = {0: 5000, 100: 5000}, {100: 5000, 200: 5000}


@pytest.mark.parametrize(
    ("of", "played", "known"),
    [
        # half the interval of a mean of ±50 is 0.98 of 10,000 trials; 0.2 of 100 are asked for
        (topic(combos=1, ranges=((0, 100, 100),)), counted(10_000, 0, score=SPREAD), (False, 244_808)),
        (topic(combos=1, ranges=((None, None, None),)), counted(10_000, 0, score=SPREAD), (False, 244_808)),
        (topic(combos=1, ranges=((-1000, None, None),)), counted(10_000, 0, score=SPREAD), (True, 0)),
        (topic(combos=1, ranges=((None, 1000, None),)), counted(10_000, 0, score=SPREAD), (True, 0)),
        (topic(combos=1, ranges=((5, 5, 0),)), counted(10_000, 0, score={5: 10_000}), (True, 0)),
        (topic(combos=1, ranges=((0, 9, 9),)), counted(10_000, 0), (True, 0)),
        (topic(watch=1, ranges=((0, 100, 100),)), counted(10_000, 0, [0], score=SPREAD), (True, 0)),
        (topic(stats=1, ranges=((0, 0, 0), (0, 100, 100))), counted(10_000, 0, a=SPREAD), (False, 244_808)),
        (topic(stats=1, ranges=((0, 0, 0), (0, 100, 100))), counted(10_000, 0, a={}), (True, 0)),
        (topic(stats=1, ranges=((0, 0, 0), (None, None, None))), counted(10_000, 0, a={7: 1}), (True, 0)),
        (topic(combos=1, ranges=((100, 200, 100),)), counted(10_000, 0, score=RAISED), (False, 244_808)),
    ],
)
def test_how_well_numbers_are_known(
    of: Any, played: Any, known: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To so much of their range, which is that of what was seen where constants do not say it."""
    monkeypatch.setattr(precision, "rate_half_width", lambda *_: 0.0)
    monkeypatch.setattr(precision, "trials_for", lambda *_: 0)
    enough, needed = so_far(of, [played], None)
    assert (enough, needed) == known
