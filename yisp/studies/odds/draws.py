"""Cards drawn without putting any back: how probable it is that there are so many of each sort among them.

What comes in: a :class:`Draw`.  What goes out: a ``Ratio``.  The number of each
sort follows the multivariate hypergeometric distribution: of the C(N, n) hands of n cards out of N,
C(K1, x1) · C(K2, x2) · … · C(N - K1 - K2 - …, n - x1 - x2 - …) have x1 cards of the first sort, x2 of the
second, and so on.  Hands are counted, sort by sort, as the coefficients of a product of polynomials; of
alternatives by inclusion and exclusion.

The work is bounded before it begins: :class:`TooMuch` says which bound it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, lgamma, log

from ...messages import say
from ...simulate.counting.ratio import Ratio
from ...structs import dataclass

Range = tuple[int, int, int]
"""How many cards of a sort there are, and the least and the greatest number of them that will do."""

MOST_CARDS = 1_000_000
"""Cards of a deck."""

MOST_SORTS = 20

MOST_ALTERNATIVES = 6

MOST_DIGITS = 4000
"""Digits that the number of all hands may have."""

MOST_STEPS = 100_000
"""Products of two numbers of that many digits."""


@dataclass(frozen=True, slots=True)
class Bound:
    """At least and at most so many cards of a sort; ``most`` None: any number."""

    sort: int
    least: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """``drawn`` cards out of ``total``, of which ``sorts`` has some names and numbers ("": without a name).

    Wanted is one of the ``alternatives`` at least, in each of which all bounds hold.
    """

    total: int
    drawn: int
    sorts: tuple[tuple[str, int], ...]
    alternatives: tuple[tuple[Bound, ...], ...]


class TooMuch(ValueError):
    """An exact answer would take too long; the message says what is too much."""


def probability(draw: Draw) -> Ratio:
    """How probable it is that the hand is as wanted; raises :class:`TooMuch`."""
    counts = [count for _, count in draw.sorts]
    drawn = min(draw.drawn, draw.total - draw.drawn)
    _check_size(draw.total, drawn)
    found, steps = 0, 0
    for size in range(1, len(draw.alternatives) + 1):
        for several in combinations(draw.alternatives, size):
            wanted = _ranges([bound for one in several for bound in one], counts, draw.drawn)
            if drawn != draw.drawn:
                # What is left in the deck is a hand, too, and a smaller one.
                wanted = [(count, count - most, count - least) for count, least, most in wanted]
            steps += _work(wanted, drawn)
            if steps > MOST_STEPS:
                raise TooMuch(say("there are too many ways to have that many of each"))
            found -= (-1) ** size * _hands(draw.total, drawn, wanted)
    return Ratio(found, comb(draw.total, drawn))


def _check_size(total: int, drawn: int) -> None:
    digits = int((lgamma(total + 1) - lgamma(drawn + 1) - lgamma(total - drawn + 1)) / log(10)) + 1
    if digits > MOST_DIGITS:
        raise TooMuch(
            say(
                "the number of all hands has {digits} digits; an exact answer takes {most} at most",
                digits=f"{digits:,}",
                most=f"{MOST_DIGITS:,}",
            )
        )


def _ranges(bounds: Sequence[Bound], counts: Sequence[int], drawn: int) -> list[Range]:
    """The sorts of which not every number will do, and which numbers will."""
    ranges = [(0, min(count, drawn)) for count in counts]
    for bound in bounds:
        least, most = ranges[bound.sort]
        most = most if bound.most is None else min(most, bound.most)
        ranges[bound.sort] = max(least, bound.least), most
    return [
        (count, least, most)
        for count, (least, most) in zip(counts, ranges, strict=True)
        if least > 0 or most < min(count, drawn)
    ]


def _work(wanted: Sequence[Range], drawn: int) -> int:
    """How many products `_hands` takes."""
    steps, width = 0, 1
    for _, least, most in wanted:
        there = max(min(most, drawn) - least + 1, 0)
        steps += width * there
        width = min(width + there, drawn + 1)
    return steps + drawn


def _hands(total: int, drawn: int, wanted: Sequence[Range]) -> int:
    """How many hands have a number in its range of each sort."""
    ways = {0: 1}  # by how many cards of the sorts so far
    for count, least, most in wanted:
        row = dict(_binomials(count, least, min(most, drawn)))
        grown: dict[int, int] = {}
        for held, number in ways.items():
            for more, choices in row.items():
                if held + more <= drawn:
                    grown[held + more] = grown.get(held + more, 0) + number * choices
        ways = grown
    rest = dict(_binomials(total - sum(count for count, _, _ in wanted), 0, drawn))
    return sum(number * rest.get(drawn - held, 0) for held, number in ways.items())


def _binomials(count: int, least: int, most: int) -> Iterator[tuple[int, int]]:
    """``x``, and in how many ways ``x`` of ``count`` cards can be taken; those that are above 0."""
    ways = comb(count, least)
    for taken in range(least, min(most, count) + 1):
        yield taken, ways
        ways = ways * (count - taken) // (taken + 1)
