"""Sets of kinds of cards, as the bits of a whole number."""

from __future__ import annotations

from collections.abc import Iterable

KindSet = int
"""A set of kinds: bit ``i`` stands for ``Deck.kinds[i]``."""


def kind_set(indices: Iterable[int]) -> KindSet:
    """The set of the kinds with these indices."""
    kinds = 0
    for index in indices:
        kinds |= 1 << index
    return kinds
