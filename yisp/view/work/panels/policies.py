"""Fixed order or best play?  A topic in the written order, played best, and by somebody who knows what comes.

What comes in: ``topic``.  What goes out: the content of ``page.panels.policies_data``: what ``yispc run
--policy greedy,best,hindsight`` says with the same seed, exactly or by as many trials (at first, as long as
who knows what comes has not played, without ``hindsight``, which may take seconds a trial); the choices that
cost most, also where all is exact; and with each of those the hand in which it costs most.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ....messages import quoted, told
from ....page.hands import SHOWN_COSTS
from ....page.panels.panels import policies_data
from ....simulate.counting.probabilities import CannotPlay
from ....simulate.question import COSTS_A_TRIAL, FEWEST_COSTS, MOST_COSTS
from ....simulate.result import Result
from ....simulate.sharpening import Sharpening
from ....studies.choices import POLICIES, Choices
from ..descriptions import cannot_be_played
from ..lanes import SLICE
from ..study import CannotAsk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..study import Options, Setting

MOST_TRIALS = 20_000
"""Trials after which it is known well enough."""

FEWEST = 2
"""Trials before there is something to show: one tells of no spread."""

BEFORE_EXACT = 0.5
"""Seconds of trials before exact answers are sought, which may take a while."""


class Policies:
    """The study of one topic."""

    def __init__(self, options: Options, setting: Setting) -> None:
        version = setting.version
        self._setting = setting
        index = setting.topic(options.text("topic"))
        self._plan = version.program.topics[index]
        if not self._plan.decides:
            raise CannotAsk(told("There is nothing to decide in {topic}.", topic=quoted(self._plan.name)))
        try:
            self._early, self._known = (
                Sharpening(version.program, version.seed, setting.stop, only=[index], policies=policies)
                for policies in (POLICIES[:-1], POLICIES)
            )
        except CannotPlay as error:
            raise CannotAsk(cannot_be_played(error)) from None
        (self._topic,) = self._known.topics
        self._choices = Choices(self._known.stages, index, version.seed, setting.stop)
        self._hands: dict[int, list[dict[str, Any]]] = {}  # by trial
        self._shown = False
        self._block = 1
        self._spent = 0.0

    def steps(self) -> Iterator[None]:
        topic, choices = self._topic, self._choices
        (early,) = self._early.topics
        while early.trials < FEWEST and not early.stopped:
            early.sample(1)
            yield
        while not topic.exact and not topic.stopped:
            if topic.exact is None and self._is_time_to_be_exact():
                topic.answer_exactly(self._setting.heed)
            elif topic.trials >= MOST_TRIALS and topic.exact is False:
                return
            else:
                self._sample()
            yield
            while not topic.exact and choices.trials < self._to_look_at():
                choices.look()
                yield
        while topic.exact and choices.trials < MOST_COSTS:
            choices.look()
            yield

    def _is_time_to_be_exact(self) -> bool:
        """Whether something was shown, and the deck itself is known exactly or trials had their time."""
        here = self._setting.exact(self._topic.index)
        return self._shown and bool(here or self._spent > BEFORE_EXACT or self._topic.trials >= MOST_TRIALS)

    def _sample(self) -> None:
        """As many trials as make a slice: those that look ahead may take long."""
        began = time.perf_counter()
        self._topic.sample(min(self._block, MOST_TRIALS - self._topic.trials))
        took = time.perf_counter() - began
        self._spent += took
        self._block = max(1, min(2 * self._block, MOST_TRIALS, int(self._block * SLICE / max(took, 1e-6))))

    def _to_look_at(self) -> int:
        """As many trials as a run of so many looks at."""
        trials = self._topic.trials
        return min(trials, max(FEWEST_COSTS, trials // COSTS_A_TRIAL), MOST_COSTS)

    def content(self) -> dict[str, Any] | None:
        known = next((known for known in (self._known, self._early) if _tells(known)), None)
        if known is None:
            return None
        self._shown = True
        outcome = known.outcome()
        costs = self._choices.costs()
        for one in outcome.topics:
            one.costs = costs if one.policy.kind == POLICIES[0] else None
        return policies_data(Result(outcome), [self._dealt(cost.trial) for cost in costs[:SHOWN_COSTS]])

    def _dealt(self, trial: int) -> list[dict[str, Any]]:
        """The opening hands of a trial."""
        if trial not in self._hands:
            replays = self._setting.version.replays(self._plan.name, POLICIES[0])
            self._hands[trial] = replays.dealt(trial)
        return self._hands[trial]


def _tells(known: Sharpening) -> bool:
    """Whether there is something to show."""
    (topic,) = known.topics
    return bool(topic.exact) or topic.trials >= FEWEST
