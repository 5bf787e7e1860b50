"""How often the interval of a mean holds the mean: ``python -m tests.intervals``.

A trial scores 0 but with probability ``rate``, and then one of some values, each as likely.  Of so many
trials every outcome (how often each value came up) is gone through with its probability, as long as
there are not too many outcomes; else some are drawn.  The interval is the one that reports show.  The
table is the one in docs/statistics.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import exp, lgamma, log

from yisp.simulate.counting.intervals import mean_interval

COUNTS = (200, 1000, 5000)
RATES = (0.0005, 0.01, 0.1, 0.5, 0.9, 0.9995)
VALUES = ((1,), (1, 5), (1, 10**6))

UNLIKELY = 1e-6
"""How much of what can happen on either side of a number is left out."""

MOST = 20_000
"""How many outcomes are gone through or drawn."""

Outcome = tuple[int, ...]
"""By value how often it came up."""


def distribution(rate: float, values: Sequence[int]) -> dict[int, float]:
    """A trial's score: 0, or one of the values."""
    return {0: 1 - rate, **{value: rate / len(values) for value in values}}


def coverage(count: int, scores: dict[int, float], most: int = MOST, seed: int = 1) -> float:
    """How probable it is that the interval of ``count`` trials holds the mean of the scores."""
    mean = sum(value * share for value, share in scores.items())
    bottom, top = min(scores), max(scores)
    held = whole = 0.0
    for outcome, weight in _outcomes(count, list(scores.values()), most, seed):
        histogram = {value: times for value, times in zip(scores, outcome, strict=True) if times}
        total = sum(value * times for value, times in histogram.items())
        least, greatest = min(histogram), max(histogram)
        range_ = (bottom, top, top - bottom)
        interval = mean_interval(histogram, count, total / count, least, greatest, range_)
        assert interval is not None
        held += weight * (interval[0] <= mean <= interval[1])
        whole += weight
    return held / whole


def _outcomes(count: int, shares: list[float], most: int, seed: int) -> Iterator[tuple[Outcome, float]]:
    """All outcomes with their probabilities, or that many drawn ones."""
    found = []
    for outcome in _likely(count, shares):
        found.append(outcome)
        if len(found) > most:
            break
    else:
        yield from found
        return
    import numpy

    for drawn in numpy.random.default_rng(seed).multinomial(count, shares, most):
        yield tuple(map(int, drawn)), 1 / most


def _likely(count: int, shares: Sequence[float], weight: float = 1.0) -> Iterator[tuple[Outcome, float]]:
    """Outcomes with their probabilities, but the least likely: the last value first."""
    *others, share = shares
    if not others:
        yield (count,), weight
        return
    for times, part in _binomial(count, share / sum(shares)):
        for outcome, its in _likely(count - times, others, weight * part):
            yield (*outcome, times), its


def _binomial(count: int, share: float) -> list[tuple[int, float]]:
    """How often something happens, with probabilities."""
    middle = int((count + 1) * min(share, 1.0))
    chances = {middle: _chance(count, min(middle, count), share)}
    for step in (1, -1):
        times, rest = middle + step, 1.0
        while 0 <= times <= count and rest > UNLIKELY:
            rest = chances[times] = _chance(count, times, share)
            times += step
    return sorted((times, chance) for times, chance in chances.items() if 0 <= times <= count)


def _chance(count: int, times: int, share: float) -> float:
    if share >= 1:
        return float(times == count)
    ways = lgamma(count + 1) - lgamma(times + 1) - lgamma(count - times + 1)
    return exp(ways + times * log(share) + (count - times) * log(1 - share))


def table(counts: Sequence[int] = COUNTS, most: int = MOST) -> Iterator[str]:
    """The lines of the table: a row a number of trials and rate, a column for what successes score."""
    yield "| trials | rate | 1 | 1 or 5 | 1 or 10⁶ |"
    yield "|---|---|---|---|---|"
    for count in counts:
        for rate in RATES:
            cells = [f"{coverage(count, distribution(rate, values), most):.3f}" for values in VALUES]
            yield f"| {count} | {rate} | {' | '.join(cells)} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How often the interval of a mean holds the mean.")
    parser.add_argument("--most", type=int, default=MOST, help="outcomes to go through or draw")
    for line in table(most=parser.parse_args().most):
        print(line, flush=True)
