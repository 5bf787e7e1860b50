"""The decks that tuning may choose from: counts between ends, which add up to a size.

What comes in: of each card the fewest and the most copies, the sizes that a deck may have, and which cards
begin in a zone of their own, so that they count for no size.  What goes out: :class:`Candidates`: how many
decks there are (often more than anybody can look at), each by a number, and those that are one exchange away
from another.

Decks are counted from the last card on: ``ways[i][n]`` is in how many ways the cards from ``i`` on can be
``n``. So a number drawn at random gives every deck with the same probability.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import compress

from ...messages import one_of, say

Counts = tuple[int, ...]
"""How many copies there are of each card, in the order of the deck file."""

MOST_WORK = 20_000_000
"""Additions that counting the decks may take: some seconds."""


class Candidates:
    """``ranges`` are the ends of each card's count, ``sizes`` those of the deck, without the cards at the
    places ``aside``.  Raises ValueError where there is no such deck."""

    def __init__(
        self, ranges: Sequence[tuple[int, int]], sizes: Sequence[int], aside: Collection[int] = ()
    ) -> None:
        self.ranges = list(ranges)
        self.sizes = sorted(set(sizes))
        self._counts = [at not in aside for at in range(len(ranges))]  # for the deck's size
        fewest = self._size([low for low, _ in ranges])
        most = self._size([high for _, high in ranges])
        possible = [size for size in self.sizes if fewest <= size <= most]
        if not possible:
            raise ValueError(
                say(
                    "no deck of {sizes} cards: the limits allow from {fewest} to {most}",
                    sizes=_listed(self.sizes),
                    fewest=f"{fewest:,}",
                    most=f"{most:,}",
                )
            )
        if len(ranges) * (possible[-1] - fewest + 1) > MOST_WORK:
            raise ValueError(say("too many cards to count the decks; lock some of them"))
        self.sizes = possible
        self._fewest = fewest
        self._ways = self._counted(possible[-1] - fewest)

    def _size(self, counts: Sequence[int]) -> int:
        """How many cards the deck has."""
        return sum(compress(counts, self._counts))

    def _counted(self, most: int) -> list[list[int]]:
        """In how many ways the cards from each on can be so many more than the fewest."""
        ways = [[1] + [0] * most]
        for (low, high), counts in reversed(list(zip(self.ranges, self._counts, strict=True))):
            if not counts:
                ways.append([(high - low + 1) * behind for behind in ways[-1]])
                continue
            behind, sums, total = ways[-1], [], 0
            for more in range(most + 1):
                total += behind[more]
                if more > high - low:
                    total -= behind[more - (high - low) - 1]
                sums.append(total)
            ways.append(sums)
        return ways[::-1]

    def __len__(self) -> int:
        raise TypeError("a deck's candidates may be more than len() can say: see ``total``")

    @property
    def total(self) -> int:
        """How many decks there are."""
        return sum(self._ways[0][size - self._fewest] for size in self.sizes)

    def __getitem__(self, number: int) -> Counts:
        """The deck of a number from 0 to ``total - 1``."""
        for size in self.sizes:
            several = self._ways[0][size - self._fewest]
            if number < several:
                return self._deck(number, size - self._fewest)
            number -= several
        raise IndexError(number)

    def _deck(self, number: int, more: int) -> Counts:
        counts = []
        for at, (low, high) in enumerate(self.ranges):
            for count in range(low, high + 1):
                taken = (count - low) * self._counts[at]
                several = self._ways[at + 1][more - taken] if taken <= more else 0
                if number < several:
                    counts.append(count)
                    more -= taken
                    break
                number -= several
        return tuple(counts)

    def __contains__(self, counts: Counts) -> bool:
        within = (low <= count <= high for count, (low, high) in zip(counts, self.ranges, strict=True))
        return all(within) and self._size(counts) in self.sizes

    def nearest(self, counts: Counts) -> Counts:
        """A deck like this one, as far as the limits allow."""
        found = [min(max(count, low), high) for count, (low, high) in zip(counts, self.ranges, strict=True)]
        size = min(self.sizes, key=lambda size: abs(size - self._size(found)))
        for at, (low, high) in reversed(list(enumerate(self.ranges))):  # what fills a deck is often the last
            room = (size - self._size(found)) * self._counts[at]
            found[at] += min(room, high - found[at]) if room > 0 else max(room, low - found[at])
        return tuple(found)

    def neighbours(self, counts: Counts) -> Iterator[Counts]:
        """The decks in which one copy of a card is exchanged for one of another, or one is more or less."""
        places = range(len(counts))
        less = [at for at in places if counts[at] > self.ranges[at][0]]
        more = [at for at in places if counts[at] < self.ranges[at][1]]
        size = self._size(counts)
        for at in less:
            for other in more:
                if at != other and self._counts[at] == self._counts[other]:
                    yield _changed(counts, (at, -1), (other, 1))
            if not self._counts[at] or size - 1 in self.sizes:
                yield _changed(counts, (at, -1))
        for at in more:
            if not self._counts[at] or size + 1 in self.sizes:
                yield _changed(counts, (at, 1))


def _changed(counts: Counts, *steps: tuple[int, int]) -> Counts:
    found = list(counts)
    for at, step in steps:
        found[at] += step
    return tuple(found)


def _listed(sizes: Sequence[int]) -> str:
    if len(sizes) > 2 and sizes[-1] - sizes[0] == len(sizes) - 1:
        return say("{least} to {most}", least=sizes[0], most=sizes[-1])
    return one_of(map(str, sizes)) if sizes else ""
