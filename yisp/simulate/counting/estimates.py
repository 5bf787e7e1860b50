"""Estimates: a rate, a number's mean, spread and distribution, and all of these that a topic has.

What comes in: whole-number counts, by stratum where there are strata, or fractions.  What goes out:
:class:`Rate`, :class:`Score` and :class:`Stat`, each with its part of ``to_dict``; and the
:class:`Estimates` of a topic, for whoever wants them by name.  Numbers are unrounded; exact ones stand beside
as fractions.  What cannot be known is None: a rate of no trials, the spread of a single observation, the
least value where nothing was observed.

(On the warm start's path: no numpy, no dataclasses.)
"""

from __future__ import annotations

from ...compile.record import Record, data_of
from . import statistics
from .counts import Tally
from .intervals import UNKNOWN, mean_interval
from .ratio import Ratio
from .statistics import NumberStratum, RateStratum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from typing import Any

    from .counts import Counts, Stratum
    from .intervals import Range
    from .probabilities import Spread
    from .statistics import Interval


class Rate(Record):
    """How often something held: a topic's success, one combo, or what is watched.

    All is None where there is no saying, as of the success of a topic without combos.
    ``exact`` is the fraction, where the answer is exact; there is no ``count`` or ``ci95`` then.
    """

    name: str
    count: int | None = None  # the trials that succeeded
    rate: float | None = None
    ci95: Interval | None = None
    exact: str | None = None
    best: float | None = None  # the rate under ``match: best``, where worked out
    best_ci95: Interval | None = None

    @property
    def text(self) -> str:
        """The rate in short: a fraction, or a percentage with its interval."""
        if self.exact is not None or self.rate is None or self.ci95 is None:
            return str(self.rate if self.exact is None else self.exact)
        low, high = self.ci95
        return f"{self.rate:.4%} [{low:.4%}, {high:.4%}]"

    def __repr__(self) -> str:
        return f"<Rate {self.name!a}: {self.text}>"

    @classmethod
    def sampled(cls, name: str, count: int, trials: int, strata: Sequence[RateStratum] | None = None) -> Rate:
        """From all trials; with ``strata``, weighted by them."""
        if strata is None:
            return cls(name, count, statistics.average(count, trials), statistics.wilson(count, trials))
        return cls(name, count, *statistics.stratified_rate(strata))

    @classmethod
    def exactly(cls, name: str, rate: Ratio) -> Rate:
        return cls(name, rate=float(rate), exact=str(rate))

    def to_dict(self) -> dict[str, Any]:
        return data_of(self, "rate", "ci95", "exact")


class Number:
    """What was observed of a whole number, or (``exact``: its mean, a fraction) its distribution.

    ``histogram`` gives for each value, ascending, in how many trials it came up, or how probable it
    is.  ``se`` is the standard error that the interval of the mean stands for: half its width over z, which
    is sd / sqrt(n) where events are many.  ``bounds`` are what constants of the deck say about how small
    and how large it can be, None where they do not: then the interval does not reckon with rare values far
    from those that came up.  ``binned`` says that the values lay too far apart to be counted apart: in
    ``histogram`` and ``quantiles`` one then stands for those from itself up to within 1/128 of itself.

    ``parts`` are the same trials by stratum: mean, spread and ``shares`` are weighted by them; the others
    stay what was observed.
    """

    __slots__ = (
        "count", "mean", "ci95", "se", "exact", "sd", "min", "max", "quantiles", "histogram", "binned",
        "parts", "bounds", "_masses",
    )  # fmt: skip

    def __init__(
        self,
        observed: Tally | Spread,
        strata: Sequence[NumberStratum] | None = None,
        range_: Range = UNKNOWN,
    ) -> None:
        self.parts = strata
        self.bounds = (range_[0], range_[1])
        self.histogram: Mapping[int, int | Ratio]
        self._masses: Mapping[int, int]  # the same as whole numbers, whatever they add up to
        if isinstance(observed, Tally):
            count, total, squares = observed.count, observed.total, observed.squares
            self.count: int | None = count  # the trials that had a value
            self.mean = statistics.average(total, count)
            self.sd = statistics.deviation(count, total, squares)
            self.exact: str | None = None
            self.min, self.max = observed.least, observed.greatest
            self.histogram = self._masses = observed.histogram
            self.binned = not observed.exact
            plain: float = count
            weighted = statistics.stratified_mean(strata or ())
            self.ci95: Interval | None = None
            if self.mean is not None and self.min is not None and self.max is not None:
                if weighted is not None:
                    self.mean, self.sd = weighted
                    plain = statistics.effective_count(strata or (), self.min, self.max)
                scale = None
                if self.binned and self.sd is not None:
                    scale = self.sd * ((plain - 1) / plain) ** 0.5
                self.ci95 = mean_interval(self.shares(), plain, self.mean, self.min, self.max, range_, scale)
            self.se = None if self.ci95 is None else statistics.half_width(self.ci95) / statistics.Z
        else:
            mean, variance = observed.mean, observed.variance
            self.count = None
            self.mean = None if mean is None else float(mean)
            self.ci95 = self.se = None
            self.sd = None if variance is None else float(variance) ** 0.5
            self.exact = None if mean is None else str(mean)
            self.histogram = observed.weights
            self._masses = observed.masses
            self.min, self.max = min(self.histogram, default=None), max(self.histogram, default=None)
            self.binned = False
        self.quantiles = statistics.quantiles(self._masses, self.min, self.max)

    @property
    def text(self) -> str:
        """The mean in short: a fraction, or a number with its interval."""
        if self.exact is not None or self.mean is None or self.ci95 is None:
            return str(self.mean if self.exact is None else self.exact)
        low, high = self.ci95
        return f"{self.mean:.6g} [{low:.6g}, {high:.6g}]"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: mean {self.text}>"

    def share(self, values: Collection[int]) -> tuple[float, Interval | None, str | None]:
        """How often one of these values of the histogram came up, and the 95 % interval of that, or its
        fraction.

        Strata are of plain trials, weighted afterwards, which makes no share less sure than it was (Cochran,
        5A.9): the interval is that of as many plain trials.
        """
        if self.count is None:
            exact = Ratio(sum(self._masses[value] for value in values), sum(self._masses.values()))
            return float(exact), None, str(exact)
        shares = self.shares()
        share = min(sum(shares[value] for value in values), 1.0)
        return share, statistics.wilson(share * self.count, self.count), None

    def shares(self) -> dict[int, float]:
        """How often each value came up, as a share of the trials that had one."""
        if self.parts is not None:
            tallies = [one.tally.widened() if self.binned else one.tally for one in self.parts]
            _, masses = statistics.weighted_sums(
                (one.weight, one.trials, [tally.histogram.get(value, 0) for value in self.histogram])
                for one, tally in zip(self.parts, tallies, strict=True)
            )
            whole = sum(masses)
            return {value: mass / whole for value, mass in zip(self.histogram, masses, strict=True)}
        total = sum(self._masses.values())
        return {value: mass / total for value, mass in self._masses.items()}


class Score(Number):
    """A topic's score over its trials."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            **data_of(self, "mean", "ci95", "se", "sd", "exact", "bounds"),
            "histogram": _texts(self.histogram),
        }


class Stat(Number):
    """One observed number; trials in which it could not be worked out are left out.

    ``defined`` is the share of the trials that had a value.
    """

    __slots__ = ("name", "defined")

    def __init__(
        self,
        name: str,
        observed: Tally | Spread,
        trials: int | None,
        strata: Sequence[NumberStratum] | None = None,
        range_: Range = UNKNOWN,
    ) -> None:
        super().__init__(observed, strata, range_)
        self.name = name
        self.defined: float | None
        if not isinstance(observed, Tally):
            self.defined = float(observed.total)
        elif observed.count == trials or strata is None:
            self.defined = statistics.average(observed.count, trials or 0)
        else:
            self.defined = statistics.weighted((one.weight, one.trials, one.tally.count) for one in strata)

    def to_dict(self) -> dict[str, Any]:
        return {
            **data_of(self, "mean", "ci95", "exact", "se", "sd", "bounds", "min", "max", "quantiles"),
            "quantiles_are": statistics.accuracy(self.binned),
            **data_of(self, "defined"),
            "histogram": _texts(self.histogram),
        }


class Estimates:
    """All that was estimated of one topic; ``trials`` is None where that is exact.

    ``combos``, ``watch`` and ``stats`` are by name.  Where there are no combos, ``success`` and ``score``
    hold nothing: there was nothing to succeed.
    """

    __slots__ = ("name", "trials", "success", "score", "combos", "watch", "stats")

    name: str
    trials: int | None
    success: Rate
    score: Score
    combos: dict[str, Rate]
    watch: dict[str, Rate]
    stats: dict[str, Stat]


def rates_of(
    strata: Sequence[Stratum] | None, of: Callable[[Counts], list[int]], at: int
) -> list[RateStratum] | None:
    """One of the counts by stratum."""
    if strata is None:
        return None
    return [
        RateStratum(weight=one.weight, successes=of(one.counts)[at], trials=one.counts.trials)
        for one in strata
    ]


def numbers_of(
    strata: Sequence[Stratum] | None, of: Callable[[Counts], list[Tally]], at: int
) -> list[NumberStratum] | None:
    """One of the numbers by stratum."""
    if strata is None:
        return None
    return [
        NumberStratum(weight=one.weight, trials=one.counts.trials, tally=of(one.counts)[at]) for one in strata
    ]


def _texts(histogram: Mapping[int, int | Ratio]) -> dict[str, int | str]:
    return {str(value): count if isinstance(count, int) else str(count) for value, count in histogram.items()}
