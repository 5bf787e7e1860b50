"""Policies side by side: what each makes of its goal, and how they differ.

What comes in: the results of one topic, played by several policies.  What goes out: for each the mean of its
goal, what that says of the best there is, and the differences between neighbours, in the order in which they
were asked for.

Only a policy's own goal orders it among others: what makes the mean score greatest may succeed less often.

Sampled policies play in the same worlds, so their difference is the mean of the differences of their trials.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from ...compile.record import data_of
from ..counting.counts import Counts, Tally
from ..counting.estimates import Number, Rate
from ..counting.intervals import UNKNOWN
from ..counting.statistics import Z, wilson

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...compile.program import Topic
    from ..counting.estimates import Estimates
    from ..counting.intervals import Range
    from ..counting.probabilities import ExactCounts
    from ..counting.statistics import Interval

EXACT, AT_LEAST, AT_MOST = "exact", "at-least", "at-most"
"""What a goal's mean says of the best there is."""

BOUNDS = {"best": AT_LEAST, "hindsight": AT_MOST}
"""By policy, what that is of a sampled one: what ``best`` plays in trials is one line, and no line is worth
more than the best; with hindsight every trial is worth at least as much as any line."""


def goal_range(topic: Topic, goal: str) -> Range:
    """How far a trial's goal can go; where a stat has no value, that is 0."""
    if goal == "success":
        return 0, 1, 1
    if goal == "score":
        return topic.ranges[0]
    low, high, reach = topic.ranges[1 + topic.stats.index(goal)]
    return None if low is None else min(low, 0), None if high is None else max(high, 0), reach


def greatest_goal(topic: Topic, goal: str) -> int | None:
    """The greatest goal that a trial of the topic can have, where constants say so."""
    return goal_range(topic, goal)[1]


def gain_range(range_: Range) -> Range:
    """How far the difference of two such goals can go."""
    low, high, reach = range_
    if low is None or high is None:
        return UNKNOWN
    return low - high, high - low, high - low if reach is None else reach


class Goal:
    """The mean of what a policy is asked to make great: "score", "success" or a stat."""

    __slots__ = ("ci95", "exact", "gain", "mean", "name")

    def __init__(self, name: str, topic: Estimates, counts: Counts | ExactCounts, program: Topic) -> None:
        self.name = name
        self.gain: Number | None = None  # on the policy before it, in the same worlds
        known: Rate | Number
        self.mean: float | None
        judged = bool(topic.combos) or name not in ("score", "success")  # else there is nothing to succeed
        if judged and isinstance(counts, Counts) and counts.goal is not None:
            known = (
                Rate.sampled(name, counts.goal.total, counts.goal.count)
                if name == "success"
                else Number(counts.goal, None, goal_range(program, name))
            )
            if counts.gain is not None and counts.gain.count:
                self.gain = Number(counts.gain, None, gain_range(goal_range(program, name)))
        elif name == "success":
            known = topic.success
        else:
            known = topic.score if name == "score" else topic.stats[name]
        self.mean = known.rate if isinstance(known, Rate) else known.mean
        self.exact, self.ci95 = known.exact, known.ci95

    def to_dict(self) -> dict[str, Any]:
        return data_of(self, "name", "mean", "ci95", "exact")


class Difference:
    """By how much the goal of one policy is above that of another."""

    __slots__ = ("ci95", "exact", "mean", "of", "to")

    def __init__(self, of: str, mine: Goal, to: str, theirs: Goal) -> None:
        self.of, self.to = of, to
        self.mean: float | None = None
        self.exact: str | None = None
        self.ci95: Interval | None = None
        if mine.exact is not None and theirs.exact is not None:
            from fractions import Fraction  # slow to import, and few topics have several policies

            difference = Fraction(mine.exact) - Fraction(theirs.exact)
            self.mean, self.exact = float(difference), str(difference)
        elif mine.gain is not None:
            self.mean, self.ci95 = mine.gain.mean, mine.gain.ci95
        elif mine.mean is not None and theirs.mean is not None:
            self.mean = mine.mean - theirs.mean

    def to_dict(self) -> dict[str, Any]:
        return data_of(self, "of", "to", "mean", "ci95", "exact")


class Cost:
    """A choice of ``greedy`` that ``best`` would not have made: the effect ``taken``, the ``better`` one
    (None: to stop), how many ``times`` in the first ``trials``, and the mean ``loss`` of the goal;
    ``trial`` is the first one in which it cost most.

    ``lost`` has a list for each trial that has such choices: those of one trial are not independent, so the
    intervals are of trials.  With L of a trial's losses added up and c how many there are, loss = ΣL / Σc,
    which varies as Σ (L - loss c)² / (Σc)² (the delta method: a ratio of two means).  Where that is alike in
    all, a value that did not come up may still be as likely as z² / (n + z²), and ``reach`` away.
    """

    __slots__ = ("better", "ci95", "loss", "often_ci95", "taken", "times", "trial", "trials")

    def __init__(
        self,
        taken: int,
        better: int | None,
        lost: Sequence[Sequence[float]],
        trials: int,
        reach: int | None,
        trial: int,
    ) -> None:
        self.taken = taken
        self.better = better
        self.trials = trials
        counts = Counter(map(len, lost))
        self.times = sum(times * number for times, number in counts.items())
        self.often_ci95 = (  # of how often in a trial
            wilson(len(lost), trials)
            if self.times == len(lost)
            else Number(Tally.of({0: trials - len(lost), **counts})).ci95
        )
        self.loss = sum(map(sum, lost)) / self.times
        self.ci95: Interval | None = None  # of the loss
        if len(lost) > 1 or reach is not None:
            spread = sum((sum(one) - self.loss * len(one)) ** 2 for one in lost)
            unseen = (reach or 1) * Z * Z / (len(lost) + Z * Z)
            half = max(Z * spread**0.5 / self.times, unseen)
            self.ci95 = self.loss - half, self.loss + half
        self.trial = trial


def differences(played: Sequence[tuple[str, Goal]]) -> list[Difference]:
    """What each policy adds to the goal of the one before it."""
    return [Difference(*after, *before) for before, after in pairwise(played)]
