"""Presence: who comes up next where something is lit, as fractions, by the sentences of the wall's law.

What comes in: how many cards of each name lie unrevealed in the stock and in the reserve, the marks of the
place, and which names are of one kind.  What goes out: the law of the card that is decided there.  Where
marks lie, and when a card is decided, is the business of ``walls`` and of ``hunt.late``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

STOCK, RESERVE = "A", "B"
BASE = {STOCK: 10, RESERVE: 0}

Name = Any
"""What hashes: a card's name, or the number of its kind."""

Piles = Mapping[str, Mapping[Name, int]]
"""How many cards of each name each pile has."""

Law = dict[tuple[str, Name], Fraction]
"""Of the pile that the next card comes from, and its name."""


class Mark(NamedTuple):
    """So much presence for each kind of which ``names`` has cards in the pile."""

    pile: str
    names: Collection[Name]
    mk: int


def of_itself(name: Name) -> Name:
    """The kind of a name where every name is a kind."""
    return name


def weights(
    piles: Piles, marks: Sequence[Mark], kind_of: Callable[[Name], Name] = of_itself
) -> dict[tuple[str, Name], Fraction]:
    """w of a card of each name that there is."""
    found = {}
    for pile, counts in piles.items():
        there = {name: count for name, count in counts.items() if count}
        for name in there:
            weight = Fraction(BASE[pile])
            for mark in marks:
                if mark.pile == pile and name in mark.names:
                    alike = [one for one in there if one in mark.names and kind_of(one) == kind_of(name)]
                    weight += Fraction(mark.mk, sum(there[one] for one in alike))
            found[pile, name] = weight
    return found


def law(
    piles: Piles,
    marks: Sequence[Mark],
    kind_of: Callable[[Name], Name] = of_itself,
    among: Collection[Name] | None = None,
) -> Law:
    """The law of the next card; where ``among`` is given, of one of these names. Empty: there is none."""
    masses = {
        (pile, name): weight * piles[pile][name]
        for (pile, name), weight in weights(piles, marks, kind_of).items()
        if among is None or name in among
    }
    if all(mass <= 0 for mass in masses.values()):
        presence: dict[tuple[str, Name], Fraction] = defaultdict(Fraction)
        for (pile, name), mass in masses.items():
            presence[pile, kind_of(name)] += mass
        greatest = max(presence.values(), default=Fraction(0))
        masses = {
            (pile, name): Fraction(piles[pile][name] * (presence[pile, kind_of(name)] == greatest))
            for pile, name in masses
        }
    return shares({card: mass for card, mass in masses.items() if mass > 0})


def shares(masses: Mapping[tuple[str, Name], Fraction]) -> Law:
    """Masses that sum up to 1."""
    whole = sum(masses.values(), Fraction(0))
    return {card: mass / whole for card, mass in masses.items()}
