"""How many trials a topic gets, and how well its rates are known by them.

What comes in: a topic's ``Sampler``, what is asked of the run, and the most trials
that the topic may have.  What goes out: the sampler has run as many trials as that takes; and what weighing
them by stratum was worth.

Under ``until`` it takes as many as make the interval narrow enough of what the topic is about: its success
or, where nothing can succeed, each watched entry.  Where nobody says how many (``Request.open``), it is as
many as make that rate known to a tenth of a point, and the score to as much of its range (of a topic without
either: its stats).
"""

from __future__ import annotations

from itertools import product

from ...messages import say
from ..counting.estimates import Score, numbers_of, rates_of
from ..counting.statistics import half_width, rate_half_width, stratified_half_width, trials_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...compile.program import Topic
    from ..counting.counts import Counts, Stratum, Tally
    from ..counting.intervals import Range
    from ..request import Request
    from .sample import Sampler

    Rates = Callable[[Counts], list[int]]
    """Of each of some things, how many trials had it; which of them, is said beside."""

    Numbers = Callable[[Counts], list[Tally]]

KNOWN = 0.0008
"""Half the width of a rate's interval that is good enough where nothing is asked for: rounded to a tenth of a
point, the rate is still known to a tenth of a point (``report.layout``)."""

KNOWN_OF_RANGE = 0.002
"""The same of a score, as a part of how far it can go."""

FIRST_TRIALS, FIRST_ROUND = 2**10, 2**14
"""Trials after which it is foreseen how many there will be, and after which a run may end."""


def expected(request: Request, most: int) -> int:
    """How many trials a topic will get that may have so many, as far as can be said before any."""
    if request.until is None and not request.open:
        return most
    return min(most, trials_for(1, 2, request.until or KNOWN))


def sample_enough(sampler: Sampler, topic: Topic, request: Request, left: int, most: int) -> None:
    """Run ``most`` trials, or as many as it takes to know what is asked for.

    Where to look next follows from the counts alone, so the same run always ends at the same trial.  How
    long it will be is foreseen from its first trials, as if all ``left`` topics were like it.
    """
    sampler.goal = most
    if request.until is None and not request.open:
        sampler.expect(left * most)
        sampler.run(most)
        return
    sampler.goal = goal = min(FIRST_ROUND, most)
    sampler.run(min(FIRST_TRIALS, goal))
    while not sampler.stopped:
        _, needed = _so_far(sampler, topic, request.until)
        if not request.open:  # a second's work is over before anything is built for it
            sampler.expect(left * (min(most, needed) - sampler.trials))
        sampler.goal = goal
        sampler.run(goal)
        enough, needed = _so_far(sampler, topic, request.until)
        if goal == most or enough:
            return
        goal = min(most, max(goal + FIRST_ROUND, needed))


def worth(topic: Topic, counts: Counts, strata: list[Stratum]) -> str:
    """What weighing by opening hands did for the (first) rate's interval.

    There is one: a topic with stats alone has nothing to tell hands apart by, so it is never weighed.
    """
    of, at = _rates(topic)[0]
    weighted = stratified_half_width(rates_of(strata, of, at) or ())
    times = (rate_half_width(of(counts)[at], counts.trials) / weighted) ** 2
    return say(
        "weighted by {groups} groups of opening hands, which makes each trial worth {times} plain ones",
        groups=len(strata),
        times=f"{times:.1f}",
    )


def _rates(topic: Topic) -> list[tuple[Rates, int]]:
    """What is to be known well."""
    if topic.combos:
        return [(lambda counts: [counts.successes], 0)]
    return [(lambda counts: counts.combos, at) for at in range(len(topic.watch))]


def _numbers(topic: Topic) -> list[tuple[Numbers, int, Range]]:
    """Which means are to be known well where nobody says what, and how far each can go."""
    score, *stats = topic.ranges
    if topic.combos:
        return [(lambda counts: [counts.score], 0, score)]
    if topic.watch:
        return []
    return [(lambda counts: counts.stats, at, range_) for at, range_ in enumerate(stats)]


def _so_far(sampler: Sampler, topic: Topic, until: float | None) -> tuple[bool, int]:
    """Whether what matters is known well enough by now, and how many trials it takes until it is."""
    strata = sampler.weighted()
    played = sampler.parts() if sampler.policies else [sampler.counts()]
    enough, most = True, 0
    for counts, (of, at) in product(played, _rates(topic)):
        half, wanted = rate_half_width(of(counts)[at], counts.trials), until or KNOWN
        needed = trials_for(of(counts)[at], counts.trials, wanted)
        if strata is not None:
            # The interval gets narrower as that of plain trials does.
            narrower = stratified_half_width(rates_of(strata, of, at) or ()) / half
            half, needed = half * narrower, int(needed * narrower * narrower) + 1
        enough, most = enough and half <= wanted, max(most, needed)
    if until is not None:
        return enough, most
    for counts, (numbers, at, range_) in product(played, _numbers(topic)):
        known = Score(numbers(counts)[at], numbers_of(strata, numbers, at), range_)
        if known.ci95 is None or known.min is None or known.max is None:
            continue  # it has no value in any trial so far, or in one
        low, high = known.bounds
        wanted = KNOWN_OF_RANGE * (
            (known.max if high is None else high) - (known.min if low is None else low)
        )
        half = half_width(known.ci95)
        if half > wanted > 0:
            enough, most = False, max(most, int(1.02 * counts.trials * (half / wanted) ** 2) + 1)
    return enough, most
