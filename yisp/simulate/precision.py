"""How many trials a topic gets, and how well its rates are known by them.

What comes in: a topic's :class:`~yisp.simulate.sample.Sampler` and what is asked of the run.  What goes out:
the sampler has run as many trials as that takes; and what weighing them by stratum was worth.

Under ``until`` it takes as many as make the interval narrow enough of what the topic is about: its success
or, where nothing can succeed, each watched entry.
"""

from __future__ import annotations

from itertools import product

from ..messages import say
from .statistics import RateStratum, rate_half_width, stratified_half_width, trials_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..compile.program import Topic
    from .counts import Counts, Stratum
    from .request import Request
    from .sample import Sampler

    Rate = Callable[[Counts], int]
    """How many trials had it."""

FIRST_TRIALS, FIRST_ROUND = 2**10, 2**14
"""Trials after which ``until`` foresees how many there will be, and after which it may end."""


def expected(request: Request) -> int:
    """How many trials a topic will get, as far as can be said before any."""
    if request.until is None:
        return request.count
    return min(request.count, trials_for(1, 2, request.until))


def sample_enough(sampler: Sampler, topic: Topic, request: Request, left: int) -> None:
    """Run ``count`` trials, or as many as ``until`` takes.

    Where to look next follows from the counts alone, so the same run always ends at the same trial.  How
    long it will be is foreseen from its first trials, as if all ``left`` topics were like it.
    """
    count, until = request.count, request.until
    sampler.goal = count
    if until is None:
        sampler.run(count)
        return
    sampler.goal = goal = min(FIRST_ROUND, count)
    sampler.run(min(FIRST_TRIALS, goal))
    while not sampler.stopped:
        _, needed = _so_far(sampler, topic, until)
        sampler.targets.expect(left * (min(count, needed) - sampler.trials))
        sampler.goal = goal
        sampler.run(goal)
        half, needed = _so_far(sampler, topic, until)
        if goal == count or half <= until:
            return
        goal = min(count, max(goal + FIRST_ROUND, needed))


def worth(topic: Topic, counts: Counts, strata: list[Stratum]) -> str:
    """What weighing by opening hands did for the (first) rate's interval.

    There is one: a topic with stats alone has nothing to tell hands apart by, so it is never weighed.
    """
    of = _rates(topic)[0]
    times = (rate_half_width(of(counts), counts.trials) / stratified_half_width(_by_stratum(strata, of))) ** 2
    return say(
        "weighted by {groups} groups of opening hands, which makes each trial worth {times} plain ones",
        groups=len(strata),
        times=f"{times:.1f}",
    )


def _rates(topic: Topic) -> list[Rate]:
    """What is to be known well."""
    if topic.combos:
        return [lambda counts: counts.successes]
    return [lambda counts, at=at: counts.combos[at] for at in range(len(topic.watch))]  # type: ignore[misc]


def _by_stratum(strata: list[Stratum], of: Rate) -> list[RateStratum]:
    return [
        RateStratum(weight=one.weight, successes=of(one.counts), trials=one.counts.trials) for one in strata
    ]


def _so_far(sampler: Sampler, topic: Topic, until: float) -> tuple[float, int]:
    """Half the width of the widest interval that matters by now, and how many trials make it ``until``."""
    strata = sampler.weighted()
    played = sampler.parts() if sampler.policies else [sampler.counts()]
    widest, most = 0.0, 0
    for counts, of in product(played, _rates(topic)):
        half = rate_half_width(of(counts), counts.trials)
        needed = trials_for(of(counts), counts.trials, until)
        if strata is not None:
            # The interval gets narrower as that of plain trials does.
            narrower = stratified_half_width(_by_stratum(strata, of)) / half
            half, needed = half * narrower, int(needed * narrower * narrower) + 1
        widest, most = max(widest, half), max(most, needed)
    return widest, most
