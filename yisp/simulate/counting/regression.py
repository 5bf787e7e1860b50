"""Correlation and regression from sums: how one number goes with another.

What comes in: :class:`~yisp.simulate.counting.counts.Pairs`, whole numbers or (for exact answers) fractions.
What goes out: a :class:`Relation`.  Sums of squares about the mean are worked out without rounding,
so nothing cancels.  What there is not is None: a slope over a single x, an error from two trials.

Write Sxy for n Σxy - Σx Σy, and Sxx, Syy likewise.  N. R. Draper and H. Smith, "Applied Regression
Analysis", 3rd edition (1998), chapter 1, in these terms:

    r = Sxy / sqrt(Sxx Syy)                    its error  sqrt((1 - r²) / (n - 2))
    slope b = Sxy / Sxx                        its error  sqrt(s² n / Sxx)
    intercept a = (Σy - b Σx) / n              its error  sqrt(s² Σx² / Sxx)
    s² = (Syy - Sxy² / Sxx) / (n (n - 2))

The errors of the line take the spread of y to be the same at each x; means by bin do not.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp, isfinite, log, log1p, sqrt

from ...compile.record import Record, as_data, data_of
from . import statistics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from .counts import Bin, Pairs, Weight

MOST_BINS = 20
"""Bins of x in a result: values of their own up to that many, else about equally full ones."""

STEPS = 100
"""Steps of Newton's method, which needs about six."""

ROUNDING = 1e-12
"""How well a likelihood is known, relative to its size."""


class Line(Record):
    """``slope`` and ``intercept`` with their standard errors, which an exact answer does not have.

    ``exact`` are the two as fractions, where they are exact.
    """

    slope: float
    slope_se: float | None
    intercept: float
    intercept_se: float | None
    exact: tuple[str, str] | None = None

    def __repr__(self) -> str:
        return f"<Line: {self.intercept:.6g} {self.slope:+.6g} x>"

    def at(self, x: float) -> float:
        return self.intercept + self.slope * x

    def to_dict(self) -> dict[str, Any]:
        return data_of(self, "slope", "slope_se", "intercept", "intercept_se")


class Group:
    """The trials whose x is from ``least`` to ``greatest``: the mean of their x, of their y and its
    standard error, how many they are (None in an exact answer) and their share of all."""

    __slots__ = ("least", "greatest", "x", "mean", "se", "count", "share")

    def __init__(self, least: int, greatest: int, bin: Bin, total: Weight, rate: bool) -> None:
        """``rate``: every y is 0 or 1, of this group and of the others."""
        weight, sum_x, sum_y, squares = bin
        self.least = least
        self.greatest = greatest
        self.x = float(Fraction(sum_x) / Fraction(weight))
        self.mean = float(Fraction(sum_y) / Fraction(weight))
        self.share = float(Fraction(weight) / Fraction(total))
        self.count: int | None = None
        self.se: float | None = None
        if isinstance(weight, int) and isinstance(sum_y, int) and isinstance(squares, int):
            self.count = weight
            if rate and weight > 1:  # which is not certain where all agree
                self.se = statistics.rate_half_width(sum_y, weight) / statistics.Z
            else:
                self.se = statistics.standard_error(weight, sum_y, squares)

    def __repr__(self) -> str:
        return f"<Group x {self.least} to {self.greatest}: mean {self.mean:.6g}, share {self.share:.4g}>"

    def to_dict(self) -> dict[str, Any]:
        return {
            "from": self.least,
            "to": self.greatest,
            **data_of(self, "x", "mean", "se", "count", "share"),
        }


class Relation:
    """How ``y`` goes with ``x``, both titles of what was observed (``deck.observed``).

    ``count`` is the trials that had both (None in an exact answer); ``correlation`` Pearson's, with
    its standard error; ``linear`` the least-squares line; ``logistic``, where y is always 0 or 1, the
    log-odds of 1 as a line in x; ``groups`` the means of y by x.  ``binned`` says that there were
    x too far apart to be kept apart: ``logistic`` and the ends of ``groups`` know them to within 1 %.
    """

    __slots__ = (
        "x", "y", "count", "correlation", "correlation_se", "linear", "logistic", "groups", "binned",
    )  # fmt: skip

    def __init__(self, x: str, y: str, pairs: Pairs) -> None:
        self.x = x
        self.y = y
        bins = pairs.bins
        total, sum_x, sum_y, squares_y = (sum(bin[part] for bin in bins.values()) for part in range(4))
        self.count = total if isinstance(total, int) else None
        self.groups = _groups(bins, total, squares_y == sum_y)
        self.binned = not pairs.exact
        self.correlation: float | None = None
        self.correlation_se: float | None = None
        self.linear: Line | None = None
        self.logistic: Line | None = None
        spread_x = total * pairs.squares - sum_x * sum_x
        spread_y = total * squares_y - sum_y * sum_y
        together = total * pairs.products - sum_x * sum_y
        if not spread_x:
            return
        slope = Fraction(together) / Fraction(spread_x)
        intercept = (sum_y - slope * sum_x) / Fraction(total)
        free = self.count - 2 if self.count is not None else 0  # degrees of freedom
        rest = spread_y - slope * together  # n times the sum of squares about the line
        slope_se = intercept_se = None
        if spread_y:
            squared = Fraction(together) * together / (Fraction(spread_x) * spread_y)
            self.correlation = sqrt(squared) * (1 if together >= 0 else -1)
            if free > 0:
                self.correlation_se = sqrt((1 - squared) / free)
        if free > 0:
            slope_se = sqrt(rest / (free * Fraction(spread_x)))
            intercept_se = sqrt(rest * pairs.squares / (free * total * Fraction(spread_x)))
        exact = None if isinstance(total, int) else (str(slope), str(intercept))
        self.linear = Line(float(slope), slope_se, float(intercept), intercept_se, exact)
        if squares_y == sum_y:  # then every y is 0 or 1
            self.logistic = logistic(list(bins.values()), sampled=self.count is not None)

    def __repr__(self) -> str:
        return f"<Relation of {self.y!a} to {self.x!a}: correlation {self.correlation}>"

    def to_dict(self) -> dict[str, Any]:
        return {
            **data_of(self, "x", "y", "count", "correlation", "correlation_se", "linear"),
            "exact": None
            if self.linear is None or self.linear.exact is None
            else dict(zip(("slope", "intercept"), self.linear.exact, strict=True)),
            **data_of(self, "logistic"),
            "x_is": statistics.accuracy(self.binned),
            "bins": as_data(self.groups),
        }


def _groups(bins: Mapping[int, Bin], total: Weight, rate: bool) -> list[Group]:
    """Neighbouring values of x, taken together until each group has its share of the trials."""
    each = len(bins) <= MOST_BINS
    groups: list[Group] = []
    goal = 1  # how many shares a group reaches up to
    members: list[int] = []
    sums: Bin = (0, 0, 0, 0)
    seen: Weight = 0
    for x, bin in bins.items():
        members.append(x)
        sums = (sums[0] + bin[0], sums[1] + bin[1], sums[2] + bin[2], sums[3] + bin[3])
        seen += bin[0]
        if each or seen * MOST_BINS >= total * goal:
            groups.append(Group(members[0], members[-1], sums, total, rate))
            goal = int(seen * MOST_BINS / total) + 1
            members, sums = [], (0, 0, 0, 0)
    return groups


def logistic(bins: Sequence[Bin], *, sampled: bool) -> Line | None:
    """The line a + b x that fits the log-odds of y = 1, by maximum likelihood.

    Newton's method, which for this model is iteratively reweighted least squares: P. McCullagh and
    J. A. Nelder, "Generalized Linear Models", 2nd edition (1989), sections 2.5 and 4.4.  The errors
    are from the inverse of the information.  There is no such line when some x parts the 0s from the
    1s (A. Albert and J. A. Anderson, "On the Existence of Maximum Likelihood Estimates in Logistic
    Regression Models", Biometrika 71 (1984), 1-10): then None.
    """
    total = sum(bin[0] for bin in bins)
    middle = float(Fraction(sum(bin[1] for bin in bins)) / Fraction(total))
    share = float(Fraction(sum(bin[2] for bin in bins)) / Fraction(total))
    points = [(float(Fraction(bin[1]) / Fraction(bin[0])), float(bin[0]), float(bin[2])) for bin in bins]
    zeros = [x for (x, _, _), bin in zip(points, bins, strict=True) if bin[0] != bin[2]]
    ones = [x for (x, _, _), bin in zip(points, bins, strict=True) if bin[2]]
    if not zeros or not ones or max(zeros) <= min(ones) or max(ones) <= min(zeros):
        return None
    scale = max(abs(x - middle) for x, _, _ in points)
    data = [((x - middle) / scale, weight, successes) for x, weight, successes in points]
    a, b = log(share / (1 - share)), 0.0
    value = _likelihood(data, a, b)
    for _ in range(STEPS):
        # The gradient of the log-likelihood, and the information (minus its second derivatives).
        up_a = up_b = aa = ab = bb = 0.0
        for x, weight, successes in data:
            p = _chance(a + b * x)
            left, spread = successes - weight * p, weight * p * (1 - p)
            up_a += left
            up_b += left * x
            aa += spread
            ab += spread * x
            bb += spread * x * x
        determinant = aa * bb - ab * ab
        if not determinant > 0:
            return None
        step_a = (bb * up_a - ab * up_b) / determinant
        step_b = (aa * up_b - ab * up_a) / determinant
        factor = 1.0  # a step that overshoots is halved; what rounding takes away is none
        least = value - ROUNDING * (1 + abs(value))
        while (value := _likelihood(data, a + factor * step_a, b + factor * step_b)) < least:
            factor /= 2
        a, b = a + factor * step_a, b + factor * step_b
        if abs(step_a) + abs(step_b) <= 1e-10 * (1 + abs(a) + abs(b)):
            break
    else:
        return None
    slope = b / scale
    shift = middle / scale
    intercept = a - b * shift
    if not (isfinite(slope) and isfinite(intercept)):
        return None
    if not sampled:
        return Line(slope, None, intercept, None)
    intercept_se = sqrt((bb + 2 * shift * ab + shift * shift * aa) / determinant)
    return Line(slope, sqrt(aa / determinant) / scale, intercept, intercept_se)


def _chance(odds: float) -> float:
    """The probability with these log-odds."""
    if odds >= 0:
        return 1 / (1 + exp(-odds))
    return exp(odds) / (1 + exp(odds))


def _likelihood(data: Sequence[tuple[float, float, float]], a: float, b: float) -> float:
    """The logarithm of the likelihood."""
    value = 0.0
    for x, weight, successes in data:
        odds = a + b * x
        value += successes * odds - weight * (max(odds, 0.0) + log1p(exp(-abs(odds))))
    return value
