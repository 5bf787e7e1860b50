"""Whether observed frequencies are those of a law: Pearson's test."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import erfc, sqrt

FEWEST = 5
"""Outcomes expected less often than this are taken together."""


def p_value(observed: Mapping[Hashable, int], law: Mapping[Hashable, Fraction]) -> float:
    """How likely frequencies at least as far from the law are; 0 when an impossible outcome came up."""
    if any(outcome not in law for outcome in observed):
        return 0.0
    trials = sum(observed.values())
    bins: list[tuple[int, float]] = []
    rare_seen, rare_expected = 0, 0.0
    for outcome, probability in law.items():
        seen, expected = observed.get(outcome, 0), float(probability * trials)
        if expected >= FEWEST:
            bins.append((seen, expected))
        else:
            rare_seen, rare_expected = rare_seen + seen, rare_expected + expected
    if rare_expected >= FEWEST or not bins:
        bins.append((rare_seen, rare_expected))
    elif rare_expected:
        seen, expected = bins.pop()
        bins.append((seen + rare_seen, expected + rare_expected))
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in bins)
    return upper_tail(statistic, len(bins) - 1)


def upper_tail(statistic: float, degrees: int) -> float:
    """The probability that chi-square with those degrees of freedom exceeds the statistic.

    By the approximation of Wilson and Hilferty, whose error in the far tail is a factor of a few.
    """
    if degrees <= 0:
        return 1.0 if statistic < 1e-9 else 0.0
    spread = 2 / (9 * degrees)
    deviation = ((statistic / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(deviation / sqrt(2)) / 2
