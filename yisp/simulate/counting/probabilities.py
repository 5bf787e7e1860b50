"""What an exact answer consists of: a topic's probabilities, as whole numbers and fractions.

What comes in: the numerators that ``exact`` added up, or what the cache kept of them.  What goes out:
:class:`ExactCounts`, which are for an exact answer what ``counts`` are for a sample.

(On the warm start's path.)
"""

from __future__ import annotations

from ...compile.record import Record
from ...messages import say
from .ratio import Ratio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...compile.program import Program
    from .counts import Pairs, Weight


class NoExactAnswer(Exception):
    """A topic has no exact answer; the message says why.

    ``topic`` is the name of the topic that was asked for, ``policy`` how it was to be played; both are known
    outside of the enumeration.
    """

    topic = ""
    policy = "greedy"


class OverBudget(NoExactAnswer):
    """It would take too much work; the message says how much is allowed."""


class CannotPlay(NoExactAnswer):
    """The policy cannot play the topic, in trials neither; the message says why."""


def too_hasty(program: Program) -> str:
    """Why nobody can weigh moves, in a program one of whose effects does something before its guards have
    decided."""
    site = program.sites[program.plan["hasty"][0]]
    return say(
        "it cannot weigh an effect that does something before its guards have decided: {place}: {script}",
        place=f"{site.file or program.file}:{site.line}:{site.column}",
        script=site.text,
    )


class WrongAnswer(NoExactAnswer):
    """There was one, and trials did not bear it out; ``found`` says in what."""

    def __init__(self, found: str) -> None:
        super().__init__(
            say(
                "the exact answer found failed its check ({found}); this is a fault of Yisp, not of the deck:"
                " please report it, and send us the deck",
                found=found,
            )
        )


class Spread:
    """The exact distribution of a whole number; ``total`` is the probability that there is one.

    ``masses`` are whole numbers, by value; divided by ``denominator`` they are probabilities.
    """

    __slots__ = ("denominator", "masses")

    def __init__(self, masses: dict[int, int], denominator: int) -> None:
        self.masses = dict(sorted(masses.items()))
        self.denominator = denominator

    @property
    def weights(self) -> dict[int, Ratio]:
        """The probability of each value."""
        return {value: Ratio(mass, self.denominator) for value, mass in self.masses.items()}

    @property
    def total(self) -> Ratio:
        return Ratio(sum(self.masses.values()), self.denominator)

    @property
    def mean(self) -> Ratio | None:
        """The expectation where there is a value; None when there never is."""
        whole = sum(self.masses.values())
        return Ratio(self._moment(1), whole) if whole else None

    @property
    def variance(self) -> Ratio | None:
        whole = sum(self.masses.values())
        return Ratio(whole * self._moment(2) - self._moment(1) ** 2, whole * whole) if whole else None

    def to_data(self) -> list[Any]:
        masses = [[value, f"{mass:x}"] for value, mass in self.masses.items()]
        return [f"{self.denominator:x}", masses]

    @classmethod
    def from_data(cls, data: Any) -> Spread:
        """The inverse of ``to_data``; raises TypeError or ValueError for other data."""
        denominator, masses = data
        spread = cls({_whole(value): int(mass, 16) for value, mass in masses}, int(denominator, 16))
        _require(spread.denominator > 0)
        _require(all(mass > 0 for mass in spread.masses.values()))
        _require(sum(spread.masses.values()) <= spread.denominator)
        return spread

    def _moment(self, power: int) -> int:
        return sum(value**power * mass for value, mass in self.masses.items())


class DealCounts(Record):
    """What an exact deal reports: how often each part of the hands is made (a mean, and the probability of
    each number, of which endless ones list the first), by seat the mean of its vetoes; where seats bargain,
    the mean number of solutions, and by kind how probable it is that it is in conflict."""

    tries: list[Spread]
    means: list[Ratio]
    vetoes: list[Ratio]
    solutions: Ratio | None
    conflicts: list[Ratio]


class ExactCounts(Record):
    """What ``Counts`` are for a sample: a topic's probabilities, in the order of the program."""

    score: Spread
    combos: list[Ratio]  # of ``Topic.judged``
    bests: list[Ratio]  # the same under ``match: best``, for those of ``Topic.bests``
    stats: list[Spread]
    relations: list[Pairs]
    activations: list[Ratio]  # expected, by effect
    used: list[Ratio]  # the probability of at least one, by effect
    notices: dict[int, Ratio]  # the probability of at least one, by site
    deal: DealCounts | None = None  # of a topic whose trials begin with one

    @property
    def success(self) -> Ratio:
        successes = sum(mass for value, mass in self.score.masses.items() if value > 0)
        return Ratio(successes, self.score.denominator)

    def to_data(self) -> list[Any]:
        """The answer as JSON data.  Whole numbers without a bound are hexadecimal text, which JSON's readers
        and Python take at any length."""
        return [
            self.score.to_data(),
            [_text(rate) for rate in self.combos],
            [_text(rate) for rate in self.bests],
            [stat.to_data() for stat in self.stats],
            [_pairs_to_data(pairs) for pairs in self.relations],
            [_text(expected) for expected in self.activations],
            [_text(rate) for rate in self.used],
            [[site, _text(rate)] for site, rate in self.notices.items()],
            None if self.deal is None else _deal_to_data(self.deal),
        ]


def read_answer(data: Any, program: Program, topic: int) -> ExactCounts:
    """The inverse of ``ExactCounts.to_data``; raises AttributeError, TypeError or ValueError
    for what cannot be an answer to this topic."""
    score, combos, bests, stats, relations, activations, used, notices, deal = data
    plan = program.topics[topic]
    found = ExactCounts(
        score=Spread.from_data(score),
        combos=[_probability(rate) for rate in combos],
        bests=[_probability(rate) for rate in bests],
        stats=[Spread.from_data(stat) for stat in stats],
        relations=[_pairs_from_data(pairs) for pairs in relations],
        activations=[_ratio(expected) for expected in activations],
        used=[_probability(rate) for rate in used],
        notices={_whole(site): _probability(rate) for site, rate in notices},
        deal=None if deal is None else _deal_from_data(deal, program, topic),
    )
    lengths = [len(each) for each in (combos, bests, stats, relations, activations, used)]
    expected = [len(plan.judged), len(plan.bests), len(plan.stats), len(plan.relations)]
    _require(lengths == [*expected, len(program.effects), len(program.effects)])
    _require((found.deal is not None) == bool(plan.parts))
    _require(found.score.total == Ratio(1, 1))
    _require(all(0 <= site < len(program.sites) for site in found.notices))
    return found


def _require(fact: bool) -> None:
    if not fact:
        raise ValueError("not an exact answer")


def _whole(number: Any) -> int:
    _require(type(number) is int)
    return int(number)


def _text(ratio: Ratio | Weight) -> str:
    return f"{ratio.numerator:x}/{ratio.denominator:x}"


def _ratio(text: str) -> Ratio:
    """A fraction that is not negative."""
    numerator, denominator = (int(part, 16) for part in text.split("/"))
    _require(numerator >= 0 and denominator > 0)
    return Ratio(numerator, denominator)


def _probability(text: str) -> Ratio:
    ratio = _ratio(text)
    _require(ratio.numerator <= ratio.denominator)
    return ratio


def _deal_to_data(deal: DealCounts) -> list[Any]:
    return [
        [tries.to_data() for tries in deal.tries],
        [_text(mean) for mean in deal.means],
        [_text(mean) for mean in deal.vetoes],
        None if deal.solutions is None else _text(deal.solutions),
        [_text(share) for share in deal.conflicts],
    ]


def _deal_from_data(data: Any, program: Program, topic: int) -> DealCounts:
    tries, means, vetoes, solutions, conflicts = data
    parts = program.topics[topic].parts
    _require(len(tries) == parts and len(means) <= parts and len(vetoes) == len(program.seats))
    _require(len(conflicts) == len(program.kinds))
    return DealCounts(
        tries=[Spread.from_data(one) for one in tries],
        means=[_ratio(mean) for mean in means],
        vetoes=[_ratio(mean) for mean in vetoes],
        solutions=None if solutions is None else _ratio(solutions),
        conflicts=[_probability(share) for share in conflicts],
    )


def _pairs_to_data(pairs: Pairs) -> list[Any]:
    bins = [[x, *map(_text, bin)] for x, bin in pairs.bins.items()]
    return [_text(pairs.squares), _text(pairs.products), bins]


def _pairs_from_data(data: Any) -> Pairs:
    from .counts import Pairs

    squares, products, bins = data
    found = {
        _whole(x): (_weight(count), _weight(xs), _weight(ys), _weight(yys)) for x, count, xs, ys, yys in bins
    }
    _require(sum(bin[0] for bin in found.values()) <= 1)
    return Pairs(_weight(squares), _weight(products), found)


def _weight(text: str) -> Weight:
    from fractions import Fraction  # slow to import, and few topics relate anything

    numerator, denominator = (int(part, 16) for part in text.split("/"))
    _require(denominator > 0)
    return Fraction(numerator, denominator)
