"""Strata of opening hands with exactly known weights: what makes sampled trials worth more.

What comes in: opening hands and how their trials ended (see ``pilot``).  What goes out: :class:`Strata`, a
tree of questions about the opening hand ("at most so many of these cards?"), whose leaves are the strata, and
the exact weight of each; or None where such questions tell nothing.  Trials are what they always are; they
are only counted by stratum, and ``statistics`` weighs what each stratum had by how probable it is
(post-stratification), so that what is left to chance is only what differs within a stratum.

The tree is grown as a regression tree: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and
Regression Trees", 1984.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import comb

from ...compile.record import Record
from ..counting.counts import Stratum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..counting.counts import Counts

    Path = tuple[tuple[int, int, bool], ...]
    """The way to a leaf: mask, number, whether the hand has more of them."""

PILOT = 4096
"""Trials that the tree is grown from."""

STRATA = 32
"""The most leaves of a tree."""

LEAST = PILOT // 128
"""The fewest pilot trials of a leaf; rarer hands would get too few trials to learn from."""

PAYS = 0.1
"""The least part of the variance that the leaves must explain; below it weights are not worth it."""

STATES = 50_000
"""The most cases that the weight of a leaf may take; hands of very many cards have more."""

ENOUGH = 8
"""The fewest trials of a leaf from which anything is concluded."""


class Strata(Record):
    """A tree of questions, the card sets they are about, and the weights of its leaves.

    A question is ``[mask, number, few, many]``: where to go when the hand has at most ``number`` cards
    of the mask, and when it has more; to a question, or to leaf ``~n``.  The weights are whole numbers,
    how many of all hands belong to each leaf.
    """

    questions: list[list[int]]
    masks: list[int]  # bitsets over cards
    weights: list[int]

    def weigh(self, parts: list[Counts]) -> list[Stratum] | None:
        """The counts by leaf, each with the leaf's weight; None where a leaf had too few trials."""
        if min(part.trials for part in parts) < ENOUGH:
            return None
        return [Stratum(weight=weight, counts=part) for weight, part in zip(self.weights, parts, strict=True)]

    def to_data(self) -> list[Any]:
        return [self.questions, [f"{mask:x}" for mask in self.masks], self.weights]


def read_strata(data: list[Any], cards: int) -> Strata:
    """The inverse of ``Strata.to_data`` for a deck of so many cards.

    Raises AttributeError, TypeError or ValueError for data of any other shape: the runtime follows the
    tree without looking.
    """
    questions, texts, weights = data
    masks = [int(mask, 16) for mask in texts]
    for at, (mask, number, *ways) in enumerate(questions):
        numbers = type(mask) is type(number) is int and len(ways) == 2
        if not numbers or not 0 <= mask < len(masks) or not 0 <= number < 2**16:
            raise ValueError("not a question")
        for way in ways:  # each question stands behind the one that leads to it
            if type(way) is not int or not (at < way < len(questions) or 0 <= ~way < len(weights)):
                raise ValueError("not a tree")
    if not questions or any(not 0 <= mask < 1 << cards for mask in masks):
        raise ValueError("not about this deck")
    if any(type(weight) is not int or weight < 0 for weight in weights) or not sum(weights):
        raise ValueError("not weights")
    return Strata(questions, masks, weights)


def grown(
    masks: Sequence[int], hands: Sequence[int], scores: Sequence[int], hand: int, cards: int
) -> Strata | None:
    """The tree whose leaves differ most in success and score, judging by these trials."""
    outcomes = _outcomes(scores)
    columns = [[(drawn & mask).bit_count() for drawn in hands] for mask in masks]
    questions: list[list[int]] = []
    # The leaf that gains most is divided next: (minus its gain, order of arrival, division, trials, path,
    # and the question that leads to it).
    waiting: list[tuple[float, int, tuple[int, int], list[int], Path, tuple[int, int]]] = []
    finished: list[tuple[Path, tuple[int, int]]] = []
    arrived, explained = 0, 0.0

    def add(trials: list[int], path: Path, parent: tuple[int, int]) -> None:
        nonlocal arrived
        gain, division = _division(columns, outcomes, trials)
        if division is None:
            finished.append((path, parent))
        else:
            heappush(waiting, (-gain, arrived, division, trials, path, parent))
        arrived += 1

    add(list(range(len(hands))), (), (-1, 0))
    while waiting and len(waiting) + len(finished) < STRATA:
        gain, _, (mask, number), trials, path, (above, side) = heappop(waiting)
        explained -= gain
        if above >= 0:
            questions[above][side] = len(questions)
        here = len(questions)
        questions.append([mask, number, 0, 0])
        column = columns[mask]
        few = [trial for trial in trials if column[trial] <= number]
        many = [trial for trial in trials if column[trial] > number]
        add(few, (*path, (mask, number, False)), (here, 2))
        add(many, (*path, (mask, number, True)), (here, 3))
    if explained <= PAYS * sum(map(_square, outcomes)):
        return None
    leaves = finished + [(path, parent) for *_, path, parent in waiting]
    weights = []
    for leaf, (path, (above, side)) in enumerate(leaves):
        questions[above][side] = ~leaf
        weight = weight_of(path, masks, hand, cards)
        if weight is None:
            return None
        weights.append(weight)
    used = sorted({question[0] for question in questions})  # only the masks that are asked about
    for question in questions:
        question[0] = used.index(question[0])
    return Strata(questions, [masks[mask] for mask in used], weights)


def _outcomes(scores: Sequence[int]) -> list[complex]:
    """By trial its success and its score, both in units of their spread.

    A complex number holds the two, since the square of a sum's absolute value is what is wanted.
    """
    success = _standardised([int(score > 0) for score in scores])
    worth = _standardised(scores)
    if success == worth:
        return [complex(one) for one in success]
    return [complex(one, two) for one, two in zip(success, worth, strict=True)]


def _standardised(values: Sequence[int]) -> list[float]:
    mean = sum(values) / len(values)
    spread = (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
    return [(value - mean) / spread if spread else 0.0 for value in values]


def _division(
    columns: Sequence[Sequence[int]], outcomes: Sequence[complex], trials: Sequence[int]
) -> tuple[float, tuple[int, int] | None]:
    """The question that divides these trials best: what it takes off the sum of squares, and itself."""
    best, division = 1e-9, None
    whole = sum(outcomes[trial] for trial in trials)
    before = _square(whole) / len(trials)
    for mask, column in enumerate(columns):
        numbers: dict[int, int] = {}
        sums: dict[int, complex] = {}
        for trial in trials:
            held = column[trial]
            numbers[held] = numbers.get(held, 0) + 1
            sums[held] = sums.get(held, 0) + outcomes[trial]
        few, few_sum = 0, 0j
        for held in sorted(numbers)[:-1]:
            few += numbers[held]
            few_sum += sums[held]
            many = len(trials) - few
            if few >= LEAST and many >= LEAST:
                gain = _square(few_sum) / few + _square(whole - few_sum) / many - before
                if gain > best:
                    best, division = gain, (mask, held)
    return best, division


def _square(number: complex) -> float:
    return number.real * number.real + number.imag * number.imag


def weight_of(path: Path, masks: Sequence[int], hand: int, cards: int) -> int | None:
    """How many hands of ``hand`` cards take the path; None when that is too much work.

    Cards that are in the same of the path's masks are counted together, and the ways to draw so many
    of them multiply.  All cards are one more such mask, of which the hand has ``hand``.
    """
    asked = sorted({mask for mask, _, _ in path})
    least, most = dict.fromkeys(asked, 0), dict.fromkeys(asked, hand)
    for mask, number, more in path:
        if more:
            least[mask] = max(least[mask], number + 1)
        else:
            most[mask] = min(most[mask], number)
    sizes: dict[tuple[int, ...], int] = {}
    for card in range(cards):
        member = (1, *(masks[mask] >> card & 1 for mask in asked))
        sizes[member] = sizes.get(member, 0) + 1
    fewest = [hand, *(least[mask] for mask in asked)]
    bounds = [hand, *(most[mask] for mask in asked)]
    states: dict[tuple[int, ...], int] = {(0,) * len(bounds): 1}
    for member, size in sizes.items():
        after: dict[tuple[int, ...], int] = {}
        for state, ways in states.items():
            for taken, now in _takes(state, member, size, bounds):
                after[now] = after.get(now, 0) + ways * comb(size, taken)
        states = after
        if len(states) > STATES:
            return None
    return sum(
        ways
        for state, ways in states.items()
        if all(one >= bound for one, bound in zip(state, fewest, strict=True))
    )


def _takes(
    state: tuple[int, ...], member: tuple[int, ...], size: int, bounds: Sequence[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The states after drawing 0, 1, 2 … of some cards: by mask, how many of its cards are held."""
    for taken in range(size + 1):
        now = tuple(one + taken * is_in for one, is_in in zip(state, member, strict=True))
        if any(one > bound for one, bound in zip(now, bounds, strict=True)):
            return
        yield taken, now
