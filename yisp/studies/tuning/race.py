"""Racing: which of several decks is best, with as few trials as that takes.

What comes in: of each deck, goal by goal, either an exact value or what plain trials counted, round after
round.  What goes out: which decks are still in the race, which of these are shown to be as good as any, and
the ends between which each value lies.

In every round a deck has an interval for each goal, made so wide that with the probability that is asked for
*all* intervals of *all* decks in *all* rounds hold their values: each may fail with a probability of ``(1 -
certainty) / (decks * rounds * (goals + 1))``, and these add up, however the intervals depend on one another
(Bonferroni): decks may so play the same trials.  One more than there are goals, since of one goal there is
also an interval for how far a deck is above the rival who was ahead before these trials: of the same trials,
in which most of the luck is luck of both, so that it is far narrower.  What belongs to it depends on when the
rivalry began, which depends on luck.  So there is one for each pair of a round in which it may have begun and
of one that it has come to, ``rounds * (rounds + 1) / 2`` of them, among which that share is divided: whoever
the rival of such a pair is, he was settled before its trials.  So whatever is concluded from them all, and
whenever the race is ended because of what they show, it is right with that probability.  A deck is
dropped when its interval says so: another one is at least as good in every goal, and better in one, wherever
in their intervals the values lie.  O. Maron and A. W. Moore, "Hoeffding Races", NIPS 6 (1994); E. Even-Dar,
S. Mannor and Y. Mansour, "Action Elimination and Stopping Conditions for the Multi-Armed Bandit and
Reinforcement Learning Problems", JMLR 7 (2006), 1079-1105.

The decks may be chosen by what was seen of them and of others before the race, whose trials are new: what
they show does not depend on why a deck was looked at.

The interval of a rate, or of a number that has bounds, is sure for any number of trials, with KL the
relative entropy of two coins, h the mean as a share of the way from the lower bound to the upper one:

    n KL(h, p) <= log(2 / a)                                                     for each p in it

(W. Hoeffding, "Probability Inequalities for Sums of Bounded Random Variables", JASA 58 (1963), 13-30, (2.1)).
A number with bounds may be spread far less than a coin: then half of a goes to the empirical Bernstein bound
(A. Maurer and M. Pontil, "Empirical Bernstein Bounds and Sample Variance Penalization", COLT 2009, theorem 4)
and the nearer end counts.  Of a number without bounds nothing is sure; its interval is that of the normal
distribution, and the certainty is about right where trials are many (``Estimate.sure``).

Not handled: where trials come from (``tune``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from math import inf, log, sqrt
from statistics import NormalDist
from typing import Any

from ...structs import dataclass

Ends = tuple[float, float]
"""The lower and the upper end of an interval."""

HALVINGS = 60
"""Steps by which an end is looked for: beyond the precision of a float."""


@dataclass(slots=True)
class Estimate:
    """What is known of one figure of one deck: an ``exact`` value, or whole numbers counted in trials, and
    the bounds of a single trial's value where there are some."""

    exact: float | None = None
    count: int = 0
    total: int = 0
    squares: int = 0
    low: int | None = None
    high: int | None = None
    ends: Ends = (-inf, inf)  # of all intervals so far, which hold at the same time

    @property
    def sure(self) -> bool:
        """Whether its interval is more than an approximation."""
        return self.exact is not None or (self.low is not None and self.high is not None)

    @property
    def value(self) -> float:
        if self.exact is not None:
            return self.exact
        return self.total / self.count if self.count else 0.0

    def add(self, count: int, total: int, squares: int, low: int | None, high: int | None) -> None:
        """More trials, independent of those before."""
        self.count += count
        self.total += total
        self.squares += squares
        self.low, self.high = low, high

    def narrow(self, chance: float) -> None:
        """Take the interval of what was counted by now, which fails with this probability, into account."""
        ends = self.interval(chance)
        low, high = max(self.ends[0], ends[0]), min(self.ends[1], ends[1])
        self.ends = (low, high) if low <= high else ends  # one of them has failed: believe the later one

    def interval(self, chance: float) -> Ends:
        """The interval that fails to hold the value with a probability of at most ``chance``."""
        if self.exact is not None:
            return self.exact, self.exact
        if not self.count:
            return (-inf if self.low is None else float(self.low)), (
                inf if self.high is None else float(self.high)
            )
        if self.low is None or self.high is None:
            half = NormalDist().inv_cdf(1 - chance / 2) * self._deviation / sqrt(self.count)
            return self.value - half, self.value + half
        width = self.high - self.low
        if width == 0:
            return float(self.low), float(self.low)
        share = (self.total - self.low * self.count) / (width * self.count)
        if width == 1:  # a rate is a coin
            low, high = entropy_ends(share, self.count, chance)
            return self.low + low, self.low + high
        low, high = entropy_ends(share, self.count, chance / 2)
        ends = self.low + width * low, self.low + width * high
        if self.count < 2:
            return ends
        needed = log(8 / chance)  # two sides of theorem 4, each with a quarter of the chance
        half = sqrt(2 * needed / self.count) * self._deviation + 7 * width * needed / (3 * (self.count - 1))
        return max(ends[0], self.value - half), min(ends[1], self.value + half)

    @property
    def error(self) -> float:
        """The standard error of what was counted."""
        return self._deviation / sqrt(self.count)

    @property
    def _deviation(self) -> float:
        if self.count < 2:
            return inf
        return sqrt((self.count * self.squares - self.total * self.total) / (self.count * (self.count - 1)))


def entropy_ends(share: float, count: int, chance: float) -> Ends:
    """Hoeffding's interval for the mean of numbers between 0 and 1."""
    most = log(2 / chance) / count
    return _end(share, 0.0, most), _end(share, 1.0, most)


def _end(share: float, far: float, most: float) -> float:
    """The mean farthest from ``share``, on the side of ``far``, that is no less likely than that."""
    near = share
    for _ in range(HALVINGS):
        middle = (near + far) / 2
        if _entropy(share, middle) <= most:
            near = middle
        else:
            far = middle
    return far


def _entropy(share: float, mean: float) -> float:
    if mean <= 0.0 or mean >= 1.0:
        return 0.0 if share == mean else inf
    found = 0.0
    if share > 0.0:
        found += share * log(share / mean)
    if share < 1.0:
        found += (1 - share) * log((1 - share) / (1 - mean))
    return found


@dataclass(slots=True)
class Racer:
    """One deck in a race, with an estimate for each goal, the greater the better."""

    number: int
    estimates: list[Estimate] = field(default_factory=list)
    signs: Sequence[int] = (1,)  # -1 for what is to be small
    before: list[Estimate] = field(default_factory=list)  # what it showed before the race, as many
    gap: Estimate = field(default_factory=Estimate)  # of one goal, how far it is above the rival's
    dropped_in: int | None = None  # the round after which it was out

    @property
    def exact(self) -> bool:
        return all(estimate.exact is not None for estimate in self.estimates)

    @property
    def ends(self) -> list[Ends]:
        """By goal, as if all of them were to be great."""
        return [
            one.ends if sign > 0 else (-one.ends[1], -one.ends[0])
            for one, sign in zip(self.estimates, self.signs, strict=True)
        ]

    @property
    def above(self) -> Ends:
        """The ends of how far it is above the rival, as if the goal were to be great."""
        low, high = self.gap.ends
        return (low, high) if self.signs[0] > 0 else (-high, -low)

    @property
    def known(self) -> list[Estimate]:
        """What it showed in the race or, until it has had trials there, before."""
        raced = all(one.exact is not None or one.count for one in self.estimates)
        return self.estimates if raced or not self.before else self.before

    @property
    def values(self) -> list[float]:
        """As far as they are known, as if all of them were to be great."""
        return [sign * one.value for one, sign in zip(self.known, self.signs, strict=True)]


class Race:
    """A race of at most ``racers`` decks over at most ``rounds``; ``indifference`` is a difference in a goal
    that nobody minds."""

    def __init__(
        self, racers: int, rounds: int, goals: int, *, certainty: float = 0.95, indifference: float = 0.0
    ) -> None:
        self.chance = (1 - certainty) / (racers * rounds * (goals + 1))
        self.gap_chance = self.chance * 2 / (rounds + 1)
        self.rival: Racer | None = None
        self.goals = goals
        self.indifference = indifference
        self.racing: list[Racer] = []
        self._round = 0

    def enter(self, racer: Racer) -> None:
        """Take in a deck that was looked at."""
        self.racing.append(racer)
        if racer.exact:
            self.take(racer)

    def choose_rival(self) -> None:
        """Of one goal, let the others be held against whoever is ahead, in the trials to come; what they
        showed beside somebody else is forgotten."""
        ahead = max(self.racing, key=lambda racer: racer.values, default=None)
        if self.goals == 1 and ahead is not self.rival:
            self.rival = ahead
            for racer in self.racing:
                racer.gap = Estimate()

    def take(self, racer: Racer, gap: Sequence[Any] | None = None) -> None:
        """Take into account what a racer's trials of this round have shown; ``gap``, how far it was above the
        rival in these, as ``Estimate.add`` has it."""
        for estimate in racer.estimates:
            estimate.narrow(self.chance)
        if gap is not None and racer is not self.rival:
            racer.gap.add(*gap)
            racer.gap.narrow(self.gap_chance)

    def judge(self) -> None:
        """End a round, in which everybody who is racing has had more trials: drop who is out."""
        known = [(racer, racer.ends) for racer in self.racing]
        if self.goals == 1:  # the same as below, without comparing all with all
            best = max((ends[0][0] for _, ends in known), default=0.0)
            # Whoever is behind a rival who is out, too, may be the best of the others: where intervals fail,
            # everybody could be dropped.
            stays = self.rival is not None and self.rival.ends[0][1] >= best
            out = [racer for racer, ends in known if ends[0][1] < best or (stays and racer.above[1] < 0)]
        else:
            out = [racer for racer, ends in known if any(surely_better(other, ends) for _, other in known)]
        for racer in out:
            racer.dropped_in = self._round
        self.racing = [racer for racer in self.racing if racer.dropped_in is None]
        self._round += 1

    @property
    def ahead(self) -> Racer | None:
        """Who is best, as far as it is known."""
        shown = {id(racer) for racer in self.shown}
        return max(
            self.racing, key=lambda racer: (id(racer) in shown, racer.ends[0][0], racer.values), default=None
        )

    @property
    def shown(self) -> list[Racer]:
        """Those in the race that are as good as any, or within ``indifference`` of it: for one goal, better
        than every other; for two, not beaten in both by any other."""
        known = [(racer, racer.ends) for racer in self.racing]
        return [
            racer
            for racer, ends in known
            if all(
                other is racer
                or self._keeps_up(ends, theirs)
                or (racer is self.rival and other.above[1] <= self.indifference)
                for other, theirs in known
            )
        ]

    def _keeps_up(self, mine: list[Ends], theirs: list[Ends]) -> bool:
        return any(one[0] + self.indifference >= other[1] for one, other in zip(mine, theirs, strict=True))

    @property
    def over(self) -> bool:
        """Whether more trials could show nothing that matters."""
        if all(racer.exact for racer in self.racing):
            return True
        return bool(self.shown) if self.goals == 1 else len(self.shown) == len(self.racing)


def surely_better(one: list[Ends], other: list[Ends]) -> bool:
    """Whether the first is at least as good in every goal, and better in one, wherever the values lie."""
    pairs = list(zip(one, other, strict=True))
    return all(mine[0] >= theirs[1] for mine, theirs in pairs) and any(
        mine[0] > theirs[1] for mine, theirs in pairs
    )
