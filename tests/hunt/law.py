"""All ways that a trial can go, each with its probability: what an answer has to be.

What comes in: a loaded deck and a topic.  What goes out: :class:`Law`, every figure of an exact answer
and the joint distribution of the outcomes besides; or ``TooMany``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from fractions import Fraction
from math import lcm

from yisp.deck.model import Deck, Topic

from .chance import Chance, TooMany
from .late import LateTrial, is_lit
from .reference import Result, Rules, Trial
from .walled import WallTrial

FIRST_LOOK = 24
"""After so many ways their share of all is a fair guess of how many there will be."""

HOPELESS = 4
"""How many times too many the guess must say for the walk to be given up."""


def every_way(
    deck: Deck, topic: Topic, most: int, *, late: bool = False
) -> Iterator[tuple[tuple[int, int], Result]]:
    """All ways a trial can go, each with the numerator and denominator of its probability.

    ``late`` has cards decided as late as can be where nothing is lit, too.

    Raises TooMany when there are more than ``most``, as soon as that is clear or likely.
    """
    rules = Rules(deck)
    trial = WallTrial if deck.exits else LateTrial if late or is_lit(deck) else Trial
    made: list[int] | None = []
    share = 0.0
    for way in range(1, most + 1):
        chance = Chance(made)
        result = trial(rules, topic, chance).run()
        yield chance.probability(), result
        share += chance.share()
        made = chance.next()
        if made is None:
            return
        if way >= FIRST_LOOK and way > HOPELESS * most * share:
            break
    raise TooMany


class _Masses:
    """Probabilities by key, added up as whole numbers over one denominator each."""

    def __init__(self) -> None:
        self._masses: dict[int, dict[Hashable, int]] = defaultdict(lambda: defaultdict(int))

    def add(self, key: Hashable, probability: tuple[int, int], times: int = 1) -> None:
        numerator, denominator = probability
        self._masses[denominator][key] += numerator * times

    def sums(self) -> dict[Hashable, Fraction]:
        whole = lcm(*self._masses)
        sums: dict[Hashable, int] = defaultdict(int)
        for denominator, masses in self._masses.items():
            for key, mass in masses.items():
                sums[key] += mass * (whole // denominator)
        return {key: Fraction(mass, whole) for key, mass in sums.items()}


class Law:
    """The distributions of a topic; ``ways`` is how many there were."""

    def __init__(self, deck: Deck, topic: Topic, most: int = 200_000, *, late: bool = False) -> None:
        outcomes, happened, expected = _Masses(), _Masses(), _Masses()
        self.ways = 0
        for probability, result in every_way(deck, topic, most, late=late):
            self.ways += 1
            outcomes.add((result.combos, result.bests, result.score, result.stats, result.zones), probability)
            for notice in set(result.notices):
                happened.add(("notice", notice), probability)
            for effect in set(result.activations):
                happened.add(("used", effect), probability)
            for notice in result.notices:
                expected.add(("notice", notice), probability)
            for effect in result.activations:
                expected.add(("used", effect), probability)
        joint = outcomes.sums()
        assert sum(joint.values()) == 1
        self.outcomes: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
        """By (combos, score, stats, the kinds of the cards of each zone, in order)."""
        self.score: dict[int, Fraction] = defaultdict(Fraction)
        self.combos = [Fraction(0) for _ in topic.judged]
        self.bests: list[Fraction | None] = [Fraction(0) for _ in topic.judged]
        self.stats: list[dict[int, Fraction]] = [defaultdict(Fraction) for _ in topic.stats]
        for (combos, bests, score, stats, zones), mass in joint.items():  # type: ignore[misc]
            self.outcomes[combos, score, stats, zones] += mass
            self.score[score] += mass
            for index, (held, best) in enumerate(zip(combos, bests, strict=True)):
                self.combos[index] += mass * held
                known = self.bests[index]
                self.bests[index] = None if known is None or best is None else known + mass * best
            for values, value in zip(self.stats, stats, strict=True):
                if value is not None:
                    values[value] += mass
        self.success = sum((mass for score, mass in self.score.items() if score > 0), Fraction(0))
        self.used = _of("used", happened)
        """By (kind, effect): the probability that it is activated at all."""
        self.activations = _of("used", expected)
        """By (kind, effect): how often it is activated, on average."""
        self.notices = _of("notice", happened)
        """By notice: the probability that there is one."""
        self.noticed = _of("notice", expected)
        """By notice: how often there is one, on average."""


def _of(sort: str, masses: _Masses) -> dict[tuple[object, ...], Fraction]:
    return {key[1]: mass for key, mass in masses.sums().items() if key[0] == sort}  # type: ignore[index]
