"""Sets of kinds of cards, or of cards, as the bits of a whole number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

KindSet = int
"""A set of kinds: bit ``i`` stands for ``Deck.kinds[i]``."""


def kind_set(indices: Iterable[int]) -> KindSet:
    """The set of the kinds with these indices."""
    kinds = 0
    for index in indices:
        kinds |= 1 << index
    return kinds


def members(set_: int) -> Iterator[int]:
    """The numbers of what is in a set, the least first."""
    while set_:
        yield (set_ & -set_).bit_length() - 1
        set_ &= set_ - 1
