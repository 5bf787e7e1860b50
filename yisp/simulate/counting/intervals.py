"""The 95 % interval of a mean, also where what matters is rare.

What comes in: how often each value came up, as whole numbers or as masses, and how far the number
can go.  What goes out: the ends of the interval, as floats.

A mean ± z sd / sqrt(n) is far too sure where the mean rests on a few trials: of 200 trials of which
one in a thousand scores, most give 0 ± 0.  Here the interval is made of the means of all
distributions from which such a sample does not differ too much: by Pearson's X², which for values 0
and 1 makes it Wilson's interval, or, where too few trials of some value are expected for X² to be
trusted, by X² or the likelihood ratio G².  A distribution may also have a value that did not come up:
the number's greatest and least one, which is what makes an interval reach to where nobody has been.

    X² = Σ (k - n p)² / (n p)        G² = 2 Σ k log(k / (n p))        both at most z²

over the values, which came up k times of n.  The p of the greatest (least) mean is a function of one
number l, a Lagrange multiplier, and the rest is finding the l that takes the statistic to z²:

    X²: p ~ k (1 - l (x - mean))^-½     G²: p ~ k (1 - l (x - mean))^-1     0 <= l < 1 / (greatest - mean)

At the upper end of l the value that did not come up takes what is left.  For G²: A. B. Owen,
"Empirical Likelihood", 2001; for X² and others of its family: K. A. Baggerly, "Empirical Likelihood as a
Goodness-of-Fit Measure", Biometrika 85 (1998), 535-547; T. Read and N. Cressie, "Goodness-of-Fit
Statistics for Discrete Multivariate Data", 1988.  docs/statistics.md says how often
the interval holds the true mean, and ``python -m tests.intervals`` works it out.

Not handled: values beyond what came up that no constant of the deck tells of (``Range``).

(On the warm start's path.)
"""

from __future__ import annotations

from math import exp, inf, log, log1p, sqrt

from .statistics import Z

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .statistics import Interval

    Range = Sequence[int | None]
    """Least and greatest value that a number can have, and how far one trial may lie beyond all others, each
    None where nothing in the deck says so (see ``compile.lowering.values``)."""

    Point = tuple[float, float, float]
    """A value: how far it lies above the mean, how far below the farthest one, and its mass."""

    Fit = Callable[[float, float], tuple[float, float, float]]
    """From l and s: the statistic, the distribution's mean less the sample's, and the fewest trials that
    it expects of a value that came up."""

UNKNOWN: Range = (None, None, 1)
"""The range of a number of which nothing is known but that it is whole."""

EXPECTED = 5
"""How many trials X² wants expected of each value (W. G. Cochran, "Some Methods for Strengthening the
Common χ² Tests", Biometrics 10 (1954), 417-451)."""

PRECISION = 1e-8
"""How near to z² a statistic is to come, as a part of it."""

STEP = 3.0
"""The longest step of a search, of a logarithm."""

FLATTEST = 0.01
"""The least slope that is believed of a secant."""

NEAREST = 60.0
"""How near a search goes to the farthest value, as a logarithm."""

TINY = 1e-300

LIMIT = Z * Z


def mean_interval(
    masses: Mapping[int, float],
    count: float,
    mean: float,
    least: int,
    greatest: int,
    range_: Range,
    deviation: float | None = None,
) -> Interval | None:
    """The 95 % interval of a mean; None for fewer than two trials, which tell of no spread.

    ``masses`` are by value, ascending; ``count`` is how many plain trials they stand for; ``least`` and
    ``greatest`` are the ends of what came up.  Where the masses' keys stand for several values each (see
    ``Tally.exact``) they give the interval's shape, and the sample's ``deviation`` its scale.
    """
    if count < 2:
        return None
    low, high, reach = range_
    below = least - 1 if low is None else low if reach is None else max(low, least - reach)
    above = greatest + 1 if high is None else high if reach is None else min(high, greatest + reach)
    plain = count / sum(masses.values())
    if deviation is None:
        known = [(value, mass * plain) for value, mass in masses.items()]
    else:
        # Half of a key's mass at either end of what it stands for, so that few keys have a spread, too.
        known = [
            (min(max(value, least), greatest), mass * plain / 2)
            for key, mass in masses.items()
            for value in (key, key + (key >> 7 if key >= 0 else -(-key >> 7)))
        ]
    # Differences of whole numbers: nothing is lost however large they are.
    middle = sum((value - least) * mass for value, mass in known) / count
    points = [(value - least - middle, value, mass) for value, mass in known]
    scale = 1.0
    if deviation is not None:
        scale = deviation / sqrt(sum(mass * distance * distance for distance, _, mass in points) / count)
    up = [(distance, float(above - value), mass) for distance, value, mass in points]
    down = [(-distance, float(value - below), mass) for distance, value, mass in points]
    return (
        max(mean - scale * _end(down, count, least - below + middle, below < least), float(below)),
        min(mean + scale * _end(up, count, above - least - middle, above > greatest), float(above)),
    )


def _end(points: Sequence[Point], count: float, room: float, beyond: bool) -> float:
    """How far above a sample's mean its interval ends.

    The farthest value there can be lies ``room`` above the mean; ``beyond`` says that it did not come up.
    """
    if room <= 0:
        return 0.0
    spread = sqrt(sum(mass * distance * distance for distance, _, mass in points))
    fit = _pearson(points, count)
    end, fewest = _farthest(fit, lambda x2: (count + x2) / (count + LIMIT), spread / 2 / Z, room, beyond)
    if fewest < EXPECTED:
        fit = _likelihood_ratio(points, count)
        other, _ = _farthest(fit, lambda g2: exp((g2 - LIMIT) / (2 * count)), spread / Z, room, beyond)
        end = max(end, other)
    return end


def _farthest(
    fit: Fit, kept: Callable[[float], float], guess: float, room: float, beyond: bool
) -> tuple[float, float]:
    """The mean at which the statistic is z², and the fewest trials that it expects of a value.

    ``kept`` says how much of the mass stays with the values that came up where the statistic alone
    does not get so far; the rest goes to the one that did not.  ``guess`` is what 1 / l is where the
    farthest value is so far that it does not matter.
    """
    if beyond:
        statistic, moved, fewest = fit(1 / room, 0.0)
        if statistic <= LIMIT:
            part = kept(statistic)
            return part * moved + (1 - part) * room, part * fewest
    # In logarithms the statistic falls nearly along a line as s grows, where 1 / l = room + s: so secants,
    # kept between what is known, find the root in a few steps.
    at = log(max(guess - room, room / 10))
    low, high = log(room) - NEAREST, inf
    last, before = at, inf
    while True:
        s = exp(at)
        statistic, moved, fewest = fit(1 / (room + s), s)
        off = log(max(statistic, TINY) / LIMIT)
        low, high = (at, high) if off > 0 else (low, at)
        slope = -1.0 if before == inf else min((off - before) / (at - last), -FLATTEST)
        following = at + min(max(-off / slope, -STEP), STEP)
        if not low < following < high:
            following = (low + high) / 2
        if abs(off) < PRECISION or following in (low, high):
            return moved, fewest
        last, before, at = at, off, following


def _pearson(points: Sequence[Point], count: float) -> Fit:
    """X² of the distributions whose mean is greatest.

    With r the square roots of 1 - l (x - mean), X² is n (E r · E 1/r - 1); both means are taken of what
    they differ from 1 by, of which nothing is lost.
    """

    def fit(lagrange: float, s: float) -> tuple[float, float, float]:
        roots = inverses = moved = 0.0
        fewest = inf
        for distance, gap, mass in points:
            root = sqrt(lagrange * (gap + s))
            less = lagrange * distance / (1 + root)  # 1 - root
            roots -= mass * less
            inverses += mass * less / root
            moved += mass * distance / root
            if mass < fewest * root:
                fewest = mass / root
        roots, inverses = roots / count, inverses / count
        part = 1 + inverses
        return count * (roots + inverses + roots * inverses), moved / count / part, fewest / part

    return fit


def _likelihood_ratio(points: Sequence[Point], count: float) -> Fit:
    """G² of the distributions whose mean is greatest: 2 Σ k (log w + log E 1/w), w = 1 - l (x - mean)."""

    def fit(lagrange: float, s: float) -> tuple[float, float, float]:
        logs = inverses = moved = 0.0
        fewest = inf
        for distance, gap, mass in points:
            less = lagrange * distance
            weight = lagrange * (gap + s)
            # The logarithm without ``less``, whose mean is 0: what is left of it where it is small.
            logs += mass * ((log(weight) if less > 0.5 else log1p(-less)) + less)
            inverses += mass * less * less / weight
            moved += mass * distance / weight
            if mass < fewest * weight:
                fewest = mass / weight
        inverses /= count
        part = 1 + inverses
        return 2 * (logs + count * log1p(inverses)), moved / count / part, fewest / part

    return fit
