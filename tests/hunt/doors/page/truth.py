"""What the figures of a topic are, whatever a page says of them, and how such a figure is printed.

What comes in: a deck, its program, and a topic.  What goes out: :class:`Truth`, by all orders where the
interpreter walks through them (else by the exact answer), or by the rows of trials; texts as reports print
numbers, worked out from fractions.

Not handled: intervals of means, which are looked at for what must hold of any (they hold the mean).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from math import isqrt
from typing import Any

from running import Row, rows

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.load import loads
from yisp.deck.model import Deck, Topic
from yisp.simulate.counting.counts import Counts
from yisp.simulate.counting.probabilities import ExactCounts
from yisp.simulate.exact.exact import Enumeration
from yisp.simulate.playing.play import Play, python_functions

from ...chance import TooMany
from ...law import Law

MOST_WAYS = 500
"""How many ways a trial may go for the interpreter to walk through all of them."""

BUDGET = 300_000
"""Units of work for the exact answer that stands in for it."""

Shares = Mapping[int, Fraction]


class Truth:
    """The figures of a topic; ``trials`` is None where they are exact."""

    def __init__(self, deck: Topic, trials: int | None) -> None:
        self.trials = trials
        self.judges = bool(deck.combos)
        self.names = [combo.name for combo in deck.judged]
        self.success = Fraction(0)
        self.score: Shares = {}
        self.judged: list[Fraction] = []
        self.bests: dict[str, Fraction] = {}
        self.stats: dict[str, Shares] = {}
        self.used: dict[tuple[str, int], Fraction] = {}
        self.activations: dict[tuple[str, int], Fraction] = {}
        self.notices: dict[tuple[Any, ...], Any] = {}  # a probability, or how often and first in which trial
        self.rows: list[Row] = []

    @property
    def rates(self) -> dict[str, Fraction]:
        """By name, of what scores and what is watched."""
        return dict(zip(self.names, self.judged, strict=True))


def by_law(deck: Deck, program: Program, index: int) -> Truth | None:
    """From all orders; None where there are too many."""
    topic, plan = deck.topics[index], program.topics[index]
    try:
        law = Law(deck, topic, MOST_WAYS)
    except TooMany:
        return None
    truth = Truth(topic, None)
    truth.success, truth.score, truth.judged = law.success, law.score, law.combos
    bests = ((number, law.bests[number]) for number in plan.bests)
    truth.bests = {truth.names[number]: best for number, best in bests if best is not None}
    truth.stats = {stat.name: values for stat, values in zip(topic.stats, law.stats, strict=True)}
    truth.used = {_effect(program, *key): mass for key, mass in law.used.items()}  # type: ignore[misc]
    truth.activations = {
        _effect(program, *key): mass
        for key, mass in law.activations.items()  # type: ignore[misc]
    }
    truth.notices = dict(law.notices)
    return truth


def by_exact(deck: Deck, program: Program, index: int, exact: ExactCounts) -> Truth:
    """From an exact answer, whichever policy plays."""
    topic, plan = deck.topics[index], program.topics[index]
    truth = Truth(topic, None)
    truth.success = exact.success.fraction
    truth.score = {value: mass.fraction for value, mass in exact.score.weights.items()}
    truth.judged = [mass.fraction for mass in exact.combos]
    truth.bests = {
        truth.names[number]: mass.fraction for number, mass in zip(plan.bests, exact.bests, strict=True)
    }
    truth.stats = {
        stat.name: {value: mass.fraction for value, mass in spread.weights.items()}
        for stat, spread in zip(topic.stats, exact.stats, strict=True)
    }
    for key, used, mean in zip(program.effects, exact.used, exact.activations, strict=True):
        truth.used[_effect(program, *key)] = used.fraction
        truth.activations[_effect(program, *key)] = mean.fraction
    truth.notices = {_place(program, site): mass.fraction for site, mass in exact.notices.items()}
    return truth


def exactly(deck: Deck, program: Program, index: int) -> Truth:
    """By all orders or, where those are too many, by the exact answer; raises NoExactAnswer."""
    if program.topics[index].policy.kind == "greedy":
        law = by_law(deck, program, index)
        if law is not None:
            return law
    play = play_of(program, index, 0)
    return by_exact(deck, program, index, Enumeration(play, BUDGET, None, play.topic.policy).run())


def play_of(program: Program, index: int, seed: int) -> Play:
    return Play(program, index, seed, functions=python_functions(program.python_source))


class Trials:
    """The trials of a topic under a seed, of which any number of the first can be counted."""

    def __init__(self, deck: Deck, program: Program, index: int, seed: int) -> None:
        self._deck, self._program, self._index, self._seed = deck, program, index, seed
        self._play = play_of(program, index, seed)
        self._rows: list[Row] = []

    def row(self, trial: int) -> Row:
        (row,) = rows(self._play, trial, trial + 1)
        return row

    def first(self, trials: int) -> Truth:
        """What so many trials have counted."""
        if len(self._rows) < trials:
            self._rows += rows(self._play, len(self._rows), trials)
        truth = by_rows(self._deck.topics[self._index], self._rows[:trials])
        play = play_of(self._program, self._index, self._seed)
        play.run(0, trials)
        _add_counts(truth, self._program, self._index, play.counts())
        return truth


def by_rows(topic: Topic, found: Sequence[Row]) -> Truth:
    """What is in the rows of trials."""
    truth = Truth(topic, len(found))
    truth.rows = list(found)
    if not found:
        return truth
    one = Fraction(1, len(found))
    truth.success = one * sum(row.score > 0 for row in found)
    truth.score = _shares(one, (row.score for row in found))
    truth.judged = [one * sum(row.combos[at] for row in found) for at in range(len(truth.names))]
    truth.stats = {
        stat.name: _shares(one, (row.stats[at] for row in found)) for at, stat in enumerate(topic.stats)
    }
    return truth


def by_counts(deck: Deck, program: Program, index: int, counts: Counts) -> Truth:
    """What was counted, whoever played."""
    topic = deck.topics[index]
    truth = Truth(topic, counts.trials)
    one = Fraction(1, counts.trials or 1)
    truth.success = one * counts.successes
    truth.judged = [one * count for count in counts.combos]
    truth.score = {value: one * count for value, count in counts.score.histogram.items()}
    truth.stats = {
        stat.name: {value: one * count for value, count in tally.histogram.items()}
        for stat, tally in zip(topic.stats, counts.stats, strict=True)
    }
    _add_counts(truth, program, index, counts)
    return truth


def _add_counts(truth: Truth, program: Program, index: int, counts: Counts) -> None:
    """What rows do not say."""
    one = Fraction(1, truth.trials or 1)
    for number, best in zip(program.topics[index].bests, counts.bests, strict=True):
        truth.bests[truth.names[number]] = one * best
    for key, used, many in zip(program.effects, counts.used, counts.activations, strict=True):
        truth.used[_effect(program, *key)] = one * used
        truth.activations[_effect(program, *key)] = one * many
    truth.notices = {_place(program, seen.site): (seen.count, seen.trial) for seen in counts.notices}


def _shares(one: Fraction, values: Any) -> dict[int, Fraction]:
    shares: dict[int, Fraction] = defaultdict(Fraction)
    for value in values:
        if value is not None:
            shares[value] += one
    return shares


def _effect(program: Program, kind: int, effect: int) -> tuple[str, int]:
    return str(program.kinds[kind][0]), effect


def _place(program: Program, site: int) -> tuple[Any, ...]:
    place = program.sites[site]
    return place.code, place.line, place.column


class Known:
    """A text that is a deck, and what its topics are, exactly and by trials."""

    def __init__(self, text: str, fresh: int) -> None:
        """``fresh`` is the seed of decks that have none.  Raises DeckError."""
        self.deck: Deck = loads(text, "deck.yml")
        self.program: Program = compile_deck(self.deck)
        own = self.program.settings["seed"]
        self.seed: int = fresh if own is None else own
        self._exact: dict[int, Truth] = {}
        self._trials: dict[int, Trials] = {}

    def exactly(self, index: int) -> Truth:
        """Raises NoExactAnswer."""
        if index not in self._exact:
            self._exact[index] = exactly(self.deck, self.program, index)
        return self._exact[index]

    def trials(self, index: int) -> Trials:
        if index not in self._trials:
            self._trials[index] = Trials(self.deck, self.program, index, self.seed)
        return self._trials[index]


# Figures of a distribution ------------------------------------------------------------------------------


def mean_of(shares: Shares) -> Fraction | None:
    """Of the trials that have a value."""
    whole = sum(shares.values())
    return sum((value * share for value, share in shares.items()), Fraction(0)) / whole if whole else None


def deviation_of(shares: Shares, trials: int | None) -> float | None:
    """The standard deviation, of trials with n - 1."""
    mean, whole = mean_of(shares), Fraction(sum(shares.values()))
    if mean is None:
        return None
    variance = sum((share * (value - mean) ** 2 for value, share in shares.items()), Fraction(0)) / whole
    if trials is not None:
        known = whole * trials
        if known < 2:
            return None
        variance *= known / (known - 1)
    return _root(variance)


def _root(value: Fraction) -> float:
    """The square root, from whole numbers."""
    far = 10**30
    return float(Fraction(isqrt(value.numerator * far * far * value.denominator), value.denominator * far))


def median_of(shares: Shares) -> int | None:
    """The least value up to which half of what there is lies."""
    half, below = Fraction(sum(shares.values())) / 2, Fraction(0)
    for value in sorted(shares):
        below += shares[value]
        if shares[value] and below >= half:
            return value
    return None


def wilson(share: Fraction, trials: int) -> tuple[Fraction, Fraction]:
    """Wilson's interval, to thirty digits."""
    with localcontext() as context:
        context.prec = 40
        z, n, k = Decimal("1.96"), Decimal(trials), Decimal(int(share * trials))
        middle = (k + z * z / 2) / (n + z * z)
        half = z * (k * (n - k) / n + z * z / 4).sqrt() / (n + z * z)
        return Fraction(max(middle - half, Decimal(0))), Fraction(min(middle + half, Decimal(1)))


# Printing -----------------------------------------------------------------------------------------------

LONGEST = 40
"""Characters of a fraction that is printed."""

SURE = 2**53
"""From here on a float does not know its last digit."""


def decimal(value: Fraction, digits: int = 2) -> str:
    """The number in decimals, of two as near the even one."""
    scaled = value * 10**digits
    whole = round(scaled)  # half to even
    text = f"{abs(whole):0{digits + 1}}"
    point = f"{text[:-digits]}.{text[-digits:]}" if digits else text
    return "-" + point if value < 0 else point


def is_rounded(text: str, value: Fraction, digits: int, slack: Fraction = Fraction(0)) -> bool:
    """Whether a text is the number, rounded to so many digits; halfway either way is as near."""
    try:
        printed = Fraction(Decimal(text.replace("−", "-").lstrip("+")))
    except ArithmeticError:
        return False
    point = text.partition(".")[2]
    return len(point) == digits and abs(printed - value) <= Fraction(1, 2 * 10**digits) + slack


def accuracies(value: Fraction, low: Fraction, high: Fraction) -> list[tuple[int, Fraction]]:
    """How an estimate may be written: digits after the point, and what stands behind its ±.

    That is how far the interval reaches, and what rounding adds: both are taken for standard errors times
    1.96, that of rounding is a unit of the last digit over √12.  It is rounded up, with the fewest digits
    that make it at most half as much again.  What is on the edge may be written either way.
    """
    half = max(value - low, high - value)
    if half <= 0:
        return [(2, Fraction(0))]
    found = []
    for slack in (1 - SLACK, Fraction(1), 1 + SLACK):
        for digits in range(10):
            unit = Fraction(1, 10**digits)
            added = (half * slack) ** 2 + Fraction("1.96") ** 2 * unit**2 / 12
            units = isqrt(int(added / unit**2))
            off = (units + (added > (units * unit) ** 2 * (1 + SLACK))) * unit
            if off <= Fraction("1.5") * half * slack or digits == 9:
                found.append((digits, off))
                break
    return found


SLACK = Fraction(1, 10**9)
"""How far a number may lie from halfway between two that are printed, and count as either."""


def short(value: Fraction) -> str:
    """The fraction, if it is one to read."""
    text = str(value)
    return text if len(text) <= LONGEST else ""
