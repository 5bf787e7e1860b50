"""What a run counts: integers only, so that adding them up in any order gives the same.

What comes in: numbers read out of the runtime's accumulators after a block of trials.  What goes
out: :class:`Counts`, which add up with ``+``.  Rates, means and intervals are ``statistics``'
business.  (Plain classes: this module is on the warm start's path, where ``dataclasses`` costs
more than the whole run.)
"""

from __future__ import annotations

from yisp_runtime.counts.tally import LARGEST_WINDOW, stands_for

from ...compile.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction
    from typing import Any

    Weight = int | Fraction
    """How often something came up, or how probable it is."""

    Bin = tuple[Weight, Weight, Weight, Weight]
    """Of the pairs with one x: how many, Σx, Σy, Σy²."""


class Tally(Record):
    """What was observed of one whole number, trial by trial.

    ``histogram`` maps values to how often they came up, in ascending order of value.  Where
    ``exact`` is False the values lie too far apart to be kept apart (``runtime/yisp_runtime/tally``),
    and each key stands for the values from itself up to within 1/128 of itself; ``total``,
    ``squares``, ``least`` and ``greatest`` are exact all the same.
    """

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    greatest: int | None = None
    histogram: Mapping[int, int] = {}
    exact: bool = True

    def __add__(self, other: Tally) -> Tally:
        if not other.count:
            return self
        if not self.count:
            return other
        assert self.least is not None and other.least is not None
        assert self.greatest is not None and other.greatest is not None
        least, greatest = min(self.least, other.least), max(self.greatest, other.greatest)
        exact = self.exact and other.exact and greatest - least < LARGEST_WINDOW
        histogram: dict[int, int] = {}
        for part in (self, other) if exact else (self.widened(), other.widened()):
            for value, count in part.histogram.items():
                histogram[value] = histogram.get(value, 0) + count
        return Tally(
            self.count + other.count,
            self.total + other.total,
            self.squares + other.squares,
            least,
            greatest,
            dict(sorted(histogram.items())),
            exact,
        )

    @classmethod
    def of(cls, histogram: Mapping[int, int]) -> Tally:
        """The tally of these values and how often they came up."""
        if not histogram:
            return cls()
        total = cls(
            sum(histogram.values()),
            sum(value * count for value, count in histogram.items()),
            sum(value * value * count for value, count in histogram.items()),
            min(histogram),
            max(histogram),
            dict(sorted(histogram.items())),
        )
        return total if max(histogram) - min(histogram) < LARGEST_WINDOW else total.widened()

    def widened(self) -> Tally:
        """The same with values that are not kept apart."""
        histogram: dict[int, int] = {}
        for value, count in self.histogram.items():
            key = _stands_for(value)
            histogram[key] = histogram.get(key, 0) + count
        return Tally(self.count, self.total, self.squares, self.least, self.greatest, histogram, False)


def _stands_for(value: int) -> int:
    """What a value is counted as; differences of two numbers of 64 bits have one bit more."""
    if -(2**63) <= value < 2**63:
        return stands_for(value)
    return 2 * stands_for(value >> 1) + (value < 0)


class Pairs(Record):
    """What was observed of two whole numbers x and y together, trial by trial.

    ``bins`` maps values of x, ascending, to ``Bin``; ``exact`` is as in ``Tally``.  ``squares`` is
    Σx², ``products`` Σxy.  Probabilities serve as well as counts: then these are expectations.
    """

    squares: Weight = 0
    products: Weight = 0
    bins: Mapping[int, Bin] = {}
    exact: bool = True

    def __add__(self, other: Pairs) -> Pairs:
        keys = [*self.bins, *other.bins]
        exact = self.exact and other.exact and (not keys or max(keys) - min(keys) < LARGEST_WINDOW)
        bins: dict[int, Bin] = {}
        for part in (self, other):
            for x, bin in part.bins.items():
                key = x if exact else stands_for(x)
                bins[key] = _added(bins.get(key, (0, 0, 0, 0)), bin)
        return Pairs(
            self.squares + other.squares, self.products + other.products, dict(sorted(bins.items())), exact
        )

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int, Weight]]) -> Pairs:
        """Every x and y with its weight, all x kept apart."""
        squares: Weight = 0
        products: Weight = 0
        bins: dict[int, Bin] = {}
        for x, y, weight in pairs:
            squares += weight * x * x
            products += weight * x * y
            bin = (weight, weight * x, weight * y, weight * y * y)
            bins[x] = _added(bins.get(x, (0, 0, 0, 0)), bin)
        return cls(squares, products, dict(sorted(bins.items())))


def _added(one: Bin, two: Bin) -> Bin:
    return (one[0] + two[0], one[1] + two[1], one[2] + two[2], one[3] + two[3])


class Notice(Record):
    """How often a run-time error or an empty move happened at one site of a program, and in how many trials.

    ``site`` indexes ``Program.sites``; ``trial`` is the lowest-numbered trial it happened in.
    """

    code: str
    site: int
    count: int
    trials: int
    trial: int


class Counts(Record):
    """The counts of one topic over some trials; lists are in the order of the program's."""

    trials: int
    successes: int
    score: Tally
    combos: list[int]  # how many trials each of ``Topic.judged`` succeeded in
    bests: list[int]  # the same under ``match: best``, for those of ``Topic.bests``
    stats: list[Tally]
    relations: list[Pairs]  # in the order of ``Topic.relations``
    activations: list[int]  # by effect, over all trials
    squares: list[int]  # by effect: of each trial's activations, added up
    used: list[int]  # by effect: trials with at least one activation
    notices: list[Notice]
    printed: int  # lines that (print …) would have shown
    print_trials: list[int]  # the lowest-numbered trials that printed, at most 20
    dealt: Sequence[Tally] = ()  # of a deal: tries by part, vetoes by seat, solutions
    conflicts: Sequence[int] = ()  # by kind: trials in which it prevented a solution
    goal: Tally | None = None  # of trials in worlds: what the policy made of its goal, ...
    gain: Tally | None = None  # ... and what that is above the goal of the policy before it

    def __add__(self, other: Counts) -> Counts:
        merged: dict[str, Any] = {
            "notices": _merged(self.notices, other.notices),
            "print_trials": sorted({*self.print_trials, *other.print_trials})[:20],
        }
        added = [name for name in self.fields if name not in merged]
        sums = {name: _sum(getattr(self, name), getattr(other, name)) for name in added}
        return Counts(**sums, **merged)


class Stratum(Record):
    """What was counted in one stratum, and how many of all hands belong to it (``weight``)."""

    weight: int
    counts: Counts


def total(parts: list[Counts]) -> Counts:
    """The sum of some counts, of which there must be one."""
    return sum(parts[1:], parts[0])


def _sum(one: Any, two: Any) -> Any:
    """Of numbers or tallies, of lists of them place by place; None adds nothing."""
    if one is None or two is None:
        return two if one is None else one
    if isinstance(one, list | tuple):
        return [a + b for a, b in zip(one, two, strict=True)]
    return one + two


def _merged(one: list[Notice], two: list[Notice]) -> list[Notice]:
    """The notices of both, by site."""
    found: dict[int, Notice] = {}
    for notice in (*one, *two):
        known = found.get(notice.site)
        if known is not None:
            notice = Notice(
                notice.code,
                notice.site,
                known.count + notice.count,
                known.trials + notice.trials,
                min(known.trial, notice.trial),
            )
        found[notice.site] = notice
    return [found[site] for site in sorted(found)]
