"""What a combo lacks in a position where it failed, and which cards served one that succeeded.

What comes in: the combos of a topic, the kinds in each zone in order, and whether each condition holds.  What
goes out: by combo a list of :class:`Lack`; or the kinds that its wanted cards were taken from.

Wanted cards are given out as the topic says: under ``match: first`` each item takes the first unused cards
that fit, under ``best`` as many items as possible are served, those listed first before others.

Not handled: whether a condition holds, which is for scripts to say (``observed`` in ``why``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...compile.record import data_of
from ...deck.cards.conditions import AMOUNT
from ...deck.kinds import KindSet
from ...deck.model import Combo, Deck, Want
from ...messages import one_of, say
from ...structs import dataclass

CARDS, TOO_MANY, CONDITION, SCORE = "cards", "too many", "condition", "score"
"""What can be missing: cards that are wanted, that there are not too many of some, a condition, a score
above 0."""

MOST_NAMES = 4
"""Kinds that are listed where a wanted card has no text of its own."""

Zones = Mapping[str, Sequence[int]]
"""By letter, the kinds of the cards in a zone, its first card first."""


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that a combo lacks.

    ``name`` is what the deck file calls the card, the text of the condition, or that of the score; ``zone``
    is where the card was wanted, and ``number`` how many are missing, or how many there are too many.
    ``fitting`` is how many cards of the deck would do.
    """

    what: str
    name: str
    zone: str = ""
    number: int = 1
    fitting: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {**data_of(self, *self.__slots__), "zone": self.zone or None}


def want_name(deck: Deck, want: Want) -> str:
    """What the deck file calls the cards that a combo wants, without how many."""
    kinds = [kind.name for index, kind in enumerate(deck.kinds) if want.kinds >> index & 1]
    if len(kinds) == 1:
        return kinds[0]
    place = want.place
    text = place.text[place.column - 1 : place.column - 1 + place.length].strip()
    several = re.fullmatch(r"\{\s*any\s*:\s*\[(.*)\]\s*\}", text)
    if several:
        return one_of(one.strip().strip("'\"") for one in several[1].split(","))
    text = text.strip("'\"")
    amount = AMOUNT.match(text)
    if amount:
        text = text[amount.end() :]
    if text and not text.startswith(("{", "any", "*", "&", "|", ">")):
        return text
    named = one_of(kinds[:MOST_NAMES])
    return say("{cards} …", cards=named) if len(kinds) > MOST_NAMES else named


class Wanted:
    """What a topic's combos want, ready to be held against positions."""

    def __init__(self, deck: Deck, combos: Sequence[Combo], *, best: bool) -> None:
        self.combos = combos
        self._best = best
        wants = [want for combo in combos for _, wants in combo.wants for want in wants]
        self._names = {want: want_name(deck, want) for want in wants}
        self._fitting = {
            want: sum(kind.count for at, kind in enumerate(deck.kinds) if want.kinds >> at & 1)
            for want in wants
        }

    @property
    def zones(self) -> list[str]:
        """The zones in which anything is wanted."""
        return list(dict.fromkeys(zone for combo in self.combos for zone, _ in combo.wants))

    def filters(self) -> dict[KindSet, str]:
        """The distinct sets of kinds of which some combo wants cards, and what they are called."""
        found: dict[KindSet, str] = {}
        for want, name in self._names.items():
            if want.least:
                found.setdefault(want.kinds, name)
        return found

    def lacks(self, number: int, zones: Zones, holds: bool) -> list[Lack]:
        """What the combo of that number lacks, which failed; ``holds``: its condition, if it has one."""
        combo, found = self.combos[number], []
        if combo.condition is not None and not holds:
            found.append(Lack(CONDITION, _written(combo.condition.text.text)))
        for zone, wants in combo.wants:
            kinds = zones.get(zone, ())
            _, unserved = self._given_out(wants, kinds)
            for want, missing in zip(wants, unserved, strict=True):
                there = sum(want.kinds >> kind & 1 for kind in kinds)
                if missing:
                    found.append(Lack(CARDS, self._names[want], zone, missing, self._fitting[want]))
                if want.most is not None and there > want.most:
                    found.append(Lack(TOO_MANY, self._names[want], zone, there - want.most))
        if not found:
            score = combo.score
            found.append(Lack(SCORE, str(score) if isinstance(score, int) else _written(score.text.text)))
        return found

    def nearest(self, zones: Zones, holds: Sequence[bool]) -> tuple[int, list[Lack]]:
        """The combo that lacks least, and what it lacks.

        Of several it is the one for which most cards of the deck would do, and of those the first.
        """
        found = [self.lacks(number, zones, holds[number]) for number in range(len(self.combos))]

        def distance(number: int) -> tuple[int, int]:
            lacks = found[number]
            return sum(lack.number for lack in lacks), -sum(lack.fitting for lack in lacks)

        number = min(range(len(found)), key=distance)
        return number, found[number]

    def served(self, number: int, zones: Zones) -> Iterator[int]:
        """The kinds of the cards that serve the combo of that number."""
        for zone, wants in self.combos[number].wants:
            kinds = zones.get(zone, ())
            places, _ = self._given_out(wants, kinds)
            yield from (kinds[place] for place in places)

    def _given_out(self, wants: Sequence[Want], kinds: Sequence[int]) -> tuple[list[int], list[int]]:
        """The places of the cards that serve, and by item how many it is short of."""
        slots = [item for item, want in enumerate(wants) for _ in range(min(want.least, len(kinds)))]
        beyond = [max(want.least - len(kinds), 0) for want in wants]
        serves: dict[int, int] = {}  # by place of a card, the slot that it serves
        for slot, item in enumerate(slots):
            if self._best:
                served = _augmented(slots, wants, kinds, slot, serves)
            else:
                place = next(
                    (
                        at
                        for at, kind in enumerate(kinds)
                        if at not in serves and wants[item].kinds >> kind & 1
                    ),
                    None,
                )
                served = place is not None
                if place is not None:
                    serves[place] = slot
            beyond[item] += not served
        return sorted(serves), beyond


def _augmented(
    slots: Sequence[int], wants: Sequence[Want], kinds: Sequence[int], slot: int, serves: dict[int, int]
) -> bool:
    """Give a slot a card, along a shortest path of others that take another card for it."""
    came: dict[int, tuple[int, int | None]] = {}  # by place: which slot would take it, and which it lets go
    queue: list[tuple[int, int | None]] = [(slot, None)]
    for taker, released in queue:
        for place, kind in enumerate(kinds):
            if place in came or not wants[slots[taker]].kinds >> kind & 1:
                continue
            came[place] = taker, released
            if place not in serves:
                at: int | None = place
                while at is not None:
                    serves[at], at = came[at]
                return True
            queue.append((serves[place], place))
    return False


def _written(text: str) -> str:
    """A script's text on one line."""
    return " ".join(text.split())
