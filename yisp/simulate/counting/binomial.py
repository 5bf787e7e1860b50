"""Whether counts fit the probabilities that an exact answer gives: binomial tails.

What comes in: figures, each a count out of so many independent trials and its exact probability.  What
goes out: the figure that cannot be chance, or None.

A count fails when its tail, the probability of a count at least as far out on its side, times the
number of figures is below ``CHANCE``.  Standard errors would not do: where something happens in one
trial of a million, to see it once in 4096 is sixteen of them, and nothing out of the ordinary.  What is
impossible may never happen and what is certain must always.

How often right answers fail: no tail of a discrete count falls below a with a probability above a, a
count has two sides, and the figures share ``CHANCE`` among them, so it is at most 2 · 10⁻¹² a call.

(Used on the way to an exact answer: nothing but ``math`` is imported.)
"""

from __future__ import annotations

from math import inf, lgamma, log, log1p

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Figure = tuple[str, int, int, int]
    """What was counted, how often it came up, and its probability: numerator and denominator."""

CHANCE = 1e-12
"""The probability below which nobody believes in chance."""


def misfit(figures: Iterable[Figure], trials: int, chance: float = CHANCE) -> Figure | None:
    """The figure that fits its probability least, if that is too little to be chance."""
    given = list(figures)
    least, worst = 0.0, None
    for figure in given:
        tail = log_tail(figure[1], trials, figure[2], figure[3])
        if tail < least:
            least, worst = tail, figure
    return worst if given and least + log(len(given)) < log(chance) else None


def log_tail(count: int, trials: int, numerator: int, denominator: int) -> float:
    """The logarithm of a binomial tail: P(X <= count) or P(X >= count), on the side of the mean on which
    the count lies; -inf for a count that cannot be, or where the fraction is no probability.

    The tail is the probability of the count itself times a sum, whose terms are the quotients
    ((n - k) p) / ((k + 1) q) of neighbouring probabilities multiplied up: W. Feller, "An Introduction to
    Probability Theory and Its Applications", vol. 1, 3rd ed., 1968, VI.3.  Beyond the mean they fall ever
    faster and all are positive, so nothing cancels.  What is lost is in ``lgamma``: less than 10⁻⁶ of the
    tail for up to a million trials.
    """
    if not 0 <= numerator <= denominator or not 0 <= count <= trials:
        return -inf
    if numerator in (0, denominator):
        return 0.0 if count * denominator == trials * numerator else -inf
    if count * denominator < trials * numerator:  # as many failures are as far out on the other side
        count, numerator = trials - count, denominator - numerator
    failing = denominator - numerator
    exactly = (
        lgamma(trials + 1)
        - lgamma(count + 1)
        - lgamma(trials - count + 1)
        + count * _log(numerator, denominator)
        + (trials - count) * _log(failing, denominator)
    )
    odds = numerator / failing if count < trials else 0.0
    quotient = whole = 1.0
    for more in range(count, trials):
        quotient *= (trials - more) / (more + 1) * odds
        whole += quotient
        if quotient < 1e-17 * whole:
            break
    return min(exactly + log(whole), 0.0)


def _log(numerator: int, denominator: int) -> float:
    """The logarithm of a fraction between 0 and 1, also of one next to 1 or too small for a float."""
    if 2 * numerator > denominator:
        return log1p((numerator - denominator) / denominator)
    if numerator << 1000 > denominator:
        return log(numerator / denominator)
    return log(numerator) - log(denominator)
