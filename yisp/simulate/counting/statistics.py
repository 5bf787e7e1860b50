"""Estimates from counts: rates, means, spreads, intervals, quantiles.

What comes in: integers (see ``counts``).  What goes out: floats, and values picked from a
histogram.  Everything is worked out in whole numbers up to one last division, which Python rounds
correctly: nothing cancels, whatever the size of the sums.  Where there is nothing to say (a rate of
no trials, the spread of one observation) the answer is None, never a number that looks like one.

Not handled: exact answers, which have no intervals.

(On the warm start's path.)
"""

from __future__ import annotations

from math import lcm, sqrt

from ...compile.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .counts import Tally

    Interval = tuple[float, float]

Z = 1.96
"""How many standard errors a 95 % interval reaches to either side."""

QUANTILES = (("0.05", 1, 20), ("0.25", 1, 4), ("0.5", 1, 2), ("0.75", 3, 4), ("0.95", 19, 20))
"""The quantiles that are reported: their name, and the same as a fraction."""


def average(total: int, count: int) -> float | None:
    """The mean of so many numbers, from their sum: a rate, where they are 1 in each trial that succeeded."""
    return total / count if count else None


def wilson(successes: float, trials: float) -> Interval | None:
    """Wilson's 95 % score interval for a rate.

    The rates p whose test statistic ``|p̂ - p| / sqrt(p (1 - p) / n)`` is at most z: E. B. Wilson,
    "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927), 209-212;
    L. D. Brown, T. T. Cai and A. DasGupta, "Interval Estimation for a Binomial Proportion",
    Statistical Science 16 (2001), 101-133, equation (4):

        (k + z²/2 ± z sqrt(k (n - k) / n + z²/4)) / (n + z²)

    It stays within 0 … 1 and is sensible where nothing, or everything, succeeded.
    """
    if not trials:
        return None
    whole = trials + Z * Z
    middle = (successes + Z * Z / 2) / whole
    half = Z * sqrt(successes * (trials - successes) / trials + Z * Z / 4) / whole
    # At both ends the formula gives 0 or 1 but for rounding.
    low = middle - half if successes else 0.0
    high = middle + half if successes < trials else 1.0
    return max(low, 0.0), min(high, 1.0)


def deviation(count: int, total: int, squares: int) -> float | None:
    """The standard deviation, with n - 1 (Bessel's correction), from the sum and sum of squares.

        sqrt((n Σx² - (Σx)²) / (n (n - 1)))

    The textbook's "computational formula", which in floats loses every digit to cancellation (T. F.
    Chan, G. H. Golub and R. J. LeVeque, "Algorithms for Computing the Sample Variance", The
    American Statistician 37 (1983), 242-247); in whole numbers it loses none.
    """
    if count < 2:
        return None
    return sqrt((count * squares - total * total) / (count * (count - 1)))


def standard_error(count: int, total: int, squares: int) -> float | None:
    """The standard error of a mean: sd / sqrt(n)."""
    sd = deviation(count, total, squares)
    return None if sd is None else sd / sqrt(count)


class RateStratum(Record):
    """How often something held in one stratum, to which ``weight`` of all cases belong."""

    weight: int
    successes: int
    trials: int  # at least one


class NumberStratum(Record):
    """What was observed of a number in one stratum; not every trial need have had a value."""

    weight: int
    trials: int
    tally: Tally


def weighted_sums(strata: Iterable[tuple[int, int, Sequence[int]]]) -> tuple[int, list[int]]:
    """Σ w of strata, and Σ w x / n for each of the numbers that were added up in them; all of them times the
    same, which makes them whole.

    A stratum is its weight, its trials and those sums.  What is divided by one of the results is rounded
    once: what is certain in each stratum is certain, and a number that is always the same is its own mean.
    """
    known = list(strata)
    common = lcm(*(trials for _, trials, _ in known))
    factors = [weight * (common // trials) for weight, trials, _ in known]
    columns = zip(*(sums for _, _, sums in known), strict=True)
    whole = common * sum(weight for weight, _, _ in known)
    return whole, [sum(map(int.__mul__, factors, column)) for column in columns]


def weighted(strata: Iterable[tuple[int, int, int]]) -> float:
    """Σ w k / n from strata: their weights, trials and counts."""
    whole, (sum_,) = weighted_sums((weight, trials, (count,)) for weight, trials, count in strata)
    return sum_ / whole


def stratified_rate(strata: Sequence[RateStratum]) -> tuple[float, Interval]:
    """A rate and its 95 % interval from strata.

    The rate is Σ w p, with variance Σ w² p (1 - p) / n (W. G. Cochran, "Sampling Techniques", 3rd ed.,
    1977, 5.3 and 5A.9).  So many plain trials as have that variance are the effective ones, and
    Wilson's interval for them is the answer (C. Franco, R. Little, T. Louis and E. Slud, "Comparative
    Study of Confidence Intervals for Proportions in Complex Sample Surveys", Journal of Survey
    Statistics and Methodology 7 (2019), 334-364).  In variances p is (k + 1) / (n + 2): a stratum in
    which every trial agreed is not known to be certain.
    """
    estimate = weighted((one.weight, one.trials, one.successes) for one in strata)
    whole = sum(one.weight for one in strata)
    middle = variance = 0.0
    for one in strata:
        share = one.weight / whole
        kept_off = (one.successes + 1) / (one.trials + 2)
        middle += share * kept_off
        variance += share * share * kept_off * (1 - kept_off) / one.trials
    effective = middle * (1 - middle) / variance
    interval = wilson(estimate * effective, effective)
    assert interval is not None
    return estimate, interval


def stratified_mean(strata: Sequence[NumberStratum]) -> tuple[float, float] | None:
    """Mean and standard deviation from strata; None without observations.

    The mean is a ratio, Σ w total / n to Σ w count / n.
    """
    if not any(one.tally.count for one in strata):
        return None
    sums = ((one.tally.count, one.tally.total, one.tally.squares) for one in strata)
    _, (count, total, squares) = weighted_sums(
        (one.weight, one.trials, observed) for one, observed in zip(strata, sums, strict=True)
    )
    return total / count, sqrt((count * squares - total * total) / (count * count))


def effective_count(strata: Sequence[NumberStratum], least: int, greatest: int) -> float:
    """How many plain observations know the mean as well as strata do (see ``stratified_mean``).

    The variance of a ratio is that of the residuals, which are 0 where there is no value (Cochran,
    6.11, and 5A.14 for the strata's part); what plain trials would have is that of all of them
    together.  As in ``stratified_rate`` two more trials in each stratum, one with the ``least`` value of
    all and one with the ``greatest``, keep a stratum in which all trials agreed from being certain.
    """
    whole = sum(one.weight for one in strata)
    more = [
        (
            one.weight / whole,
            one.trials,
            one.tally.count + 2,
            one.tally.total + least + greatest,
            one.tally.squares + least * least + greatest * greatest,
        )
        for one in strata
    ]
    # A stratum's shares are of its trials and those two.
    known = sum(share * count / (trials + 2) for share, trials, count, _, _ in more)
    middle = sum(share * total / (trials + 2) for share, trials, _, total, _ in more) / known
    plain = weighted = 0.0
    for share, trials, count, total, squares in more:
        residuals = _around(middle, count, total, squares) / (trials + 2)
        off = (total / count - middle) * count / (trials + 2)
        plain += share * residuals
        weighted += share * share * (residuals - off * off) / trials
    observed = sum(one.tally.count for one in strata)
    return known * plain / weighted if weighted else float(observed)


def _around(middle: float, count: int, total: int, squares: int) -> float:
    """The sum of squared distances of some numbers from ``middle``."""
    if not count:
        return 0.0
    within = (count * squares - total * total) / count  # around their own mean, where nothing cancels
    return within + count * (total / count - middle) ** 2


def quantiles(histogram: Mapping[int, int], least: int | None, greatest: int | None) -> dict[str, int | None]:
    """The values of ``QUANTILES`` in a histogram whose keys ascend.

    The q-quantile is the least value x with at least a share q of the observations ≤ x: the inverse
    of the empirical distribution function (R. J. Hyndman and Y. Fan, "Sample Quantiles in
    Statistical Packages", The American Statistician 50 (1996), 361-365, definition 1).  So it is
    always a value that was observed; where a key stands for several values (``Tally.exact``), it is
    the least of them that can have been.  Any masses serve as well as counts.
    """
    count = sum(histogram.values())
    if not count or least is None or greatest is None:
        return {name: None for name, _, _ in QUANTILES}
    found: dict[str, int | None] = {}
    values = iter(histogram.items())
    value, below = next(values)
    for name, numerator, denominator in QUANTILES:
        while below * denominator < count * numerator:
            value, more = next(values)
            below += more
        found[name] = min(max(value, least), greatest)
    return found


def accuracy(binned: bool) -> str:
    """How well values are known that came out of a histogram."""
    return "within 1 %" if binned else "exact"


def half_width(interval: Interval) -> float:
    """How far an interval reaches to either side of its middle."""
    return (interval[1] - interval[0]) / 2


def rate_half_width(successes: int, trials: int) -> float:
    """That of a rate's Wilson interval; 1 where nothing is known."""
    interval = wilson(successes, trials)
    return 1.0 if interval is None else half_width(interval)


def stratified_half_width(strata: Sequence[RateStratum]) -> float:
    """That of a rate's interval from strata."""
    return half_width(stratified_rate(strata)[1])


MOST_TRIALS = 2.0**60


def trials_for(successes: int, trials: int, half: float) -> int:
    """About how many trials make half the interval's width so small, judging by those there were.

    Wald's z² p (1 - p) / half², and a little more, with p kept off 0 and 1 as Wilson's centre is.  At most
    ``MOST_TRIALS``, which nobody lives to see.
    """
    share = (successes + 2) / (trials + 4)
    return int(min(1.02 * Z * Z * share * (1 - share) / half / half, MOST_TRIALS)) + 1
