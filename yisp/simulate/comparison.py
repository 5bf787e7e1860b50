"""Policies side by side: what each makes of its goal, and how they differ.

What comes in: the results of one topic, played by several policies.  What goes out: for each the mean of its
goal, and the differences between neighbours, in the order in which they were asked for.

Only a policy's own goal orders it among others: what makes the mean score greatest may succeed less often.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .estimates import Estimates
    from .statistics import Interval

EXACT = "exact"


class Goal:
    """The mean of what a policy is asked to make great: "score", "success" or a stat."""

    __slots__ = ("ci95", "exact", "mean", "name")

    def __init__(self, name: str, topic: Estimates) -> None:
        self.name = name
        self.mean: float | None
        if name == "success":
            rate = topic.success
            self.mean, self.exact, self.ci95 = rate.rate, rate.exact, rate.ci95
        else:
            number = topic.score if name == "score" else topic.stats[name]
            self.mean, self.exact, self.ci95 = number.mean, number.exact, number.ci95

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "mean": self.mean, "ci95": self.ci95, "exact": self.exact}


class Difference:
    """By how much the goal of one policy is above that of another."""

    __slots__ = ("ci95", "exact", "mean", "of", "to")

    def __init__(self, of: str, mine: Goal, to: str, theirs: Goal) -> None:
        self.of, self.to = of, to
        self.mean: float | None = None
        self.exact: str | None = None
        self.ci95: Interval | None = None
        if mine.exact is not None and theirs.exact is not None:
            difference = Fraction(mine.exact) - Fraction(theirs.exact)
            self.mean, self.exact = float(difference), str(difference)
        elif mine.mean is not None and theirs.mean is not None:
            self.mean = mine.mean - theirs.mean
            # One of the two is exact: a sampled policy is compared with no other one.
            if mine.exact is not None and theirs.ci95 is not None:
                self.ci95 = mine.mean - theirs.ci95[1], mine.mean - theirs.ci95[0]
            elif theirs.exact is not None and mine.ci95 is not None:
                self.ci95 = mine.ci95[0] - theirs.mean, mine.ci95[1] - theirs.mean

    def to_dict(self) -> dict[str, Any]:
        return {"of": self.of, "to": self.to, "mean": self.mean, "ci95": self.ci95, "exact": self.exact}


def differences(played: Sequence[tuple[str, Goal]]) -> list[Difference]:
    """What each policy adds to the goal of the one before it."""
    return [Difference(*after, *before) for before, after in pairwise(played)]
