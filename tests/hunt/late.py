"""A trial of a deck in which cards are lit: what lies unrevealed is decided as late as somebody looks.

Where marks lie, orders are not laid out beforehand, since what is decided first is decided first.  So here a
zone's list has, between the cards known to lie on top and those known to lie at the bottom, its undecided
ones in no order that means anything; each is given its place when something takes it, looks at it or goes
past it.  By which law is said in ``presence``.  What scripts do is otherwise what ``scripts`` and
``reference`` say; in a deck without marks the outcomes are theirs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile
from math import lcm
from typing import Any

from presence import STOCK, Mark, law

from yisp.deck.model import Deck, Topic
from yisp.lang import tree
from yisp.lang.walk import walk

from .arithmetic import RunTimeError
from .reference import Rules, Trial
from .scripts import Card, Execution

MOST_MARKS = 64
MOST_PRESENCE = 10**7

FORMS = {"light", "collapse"}

Lit = tuple[str, frozenset[int]]
"""A pile (see ``presence``), and names of cards."""


def is_lit(deck: Deck) -> bool:
    """Whether scripts of the deck leave marks, or collapse."""
    scripts = [effect.effect.script for kind in deck.kinds for effect in kind.effects]
    scripts += [one.function.script for one in deck.functions]
    scripts += [one.script for topic in deck.topics for one in topic.scripts.values()]
    return any(isinstance(node, tree.Call) and node.head in FORMS for one in scripts for node in walk(one))


class LateTrial(Trial):
    """One trial of a topic, in which nothing is decided before it must be."""

    def __init__(self, rules: Rules, topic: Topic, *behind: Any) -> None:
        self.undecided: set[Card] = set()
        self.marks: dict[object, dict[Lit, int]] = defaultdict(dict)  # by place: here, a zone
        super().__init__(rules, topic, *behind)
        self.forms |= {"light": self._light, "collapse": self._collapse}

    # Marks --------------------------------------------------------------------------------------------

    def _light(self, call: tree.Call, execution: Execution) -> None:
        written, number = call.arguments
        assert isinstance(written, tree.CardSet)
        names = self.names_of(written, execution)
        mk = self.number(number, execution)
        if abs(mk) > MOST_PRESENCE:
            raise RunTimeError("Y310")
        zone = self.zone(written.zone, execution)
        if self.undecided_of(zone):
            self.add_mark(zone, (STOCK, names), mk)

    def add_mark(self, place: object, lit: Lit, mk: int) -> None:
        """Add to what waits for a place; marks of one place and set are one."""
        marks = self.marks[place]
        if not mk or not lit[1]:
            return
        together = marks.get(lit, 0) + mk
        many = lit not in marks and sum(map(len, self.marks.values())) >= MOST_MARKS
        if many or abs(together) > MOST_PRESENCE:
            raise RunTimeError("Y310")
        marks[lit] = together
        if not together:
            del marks[lit]

    def marks_of(self, place: object) -> list[Mark]:
        return [Mark(*lit, mk) for lit, mk in self.marks[place].items()]

    def _collapse(self, call: tree.Call, execution: Execution) -> None:
        (written,) = call.arguments
        assert isinstance(written, tree.CardSet)
        names = self.names_of(written, execution)
        zone = self.zone(written.zone, execution)
        if any(card.kind in names for card in self.undecided_of(zone)):
            self.turn_up(zone, self.undecided_of(zone), names)

    def names_of(self, written: tree.CardSet, execution: Execution) -> frozenset[int]:
        """The names of the deck's cards that a set allows, wherever they lie."""
        cards = list(self.cards_of_deck)
        for filter_ in written.filters:
            cards = self.filtered(filter_, cards, execution, self.zone(written.zone, execution))
        return frozenset(card.kind for card in cards)

    # Deciding -----------------------------------------------------------------------------------------

    def undecided_of(self, zone: str) -> list[Card]:
        return [card for card in self.zones[zone] if card in self.undecided]

    def turn_up(self, zone: str, wanted: Collection[Card], names: Collection[int] | None = None) -> Card:
        """Decide the first undecided card of a zone, which must have some; ``wanted`` is being looked for."""
        cards = self.undecided_of(zone)
        copies = Counter(card.kind for card in cards)
        shares = law({STOCK: copies}, self.marks_of(zone), self.kind_of, names)
        self.marks.pop(zone)
        decided = self.one_of(
            [card for card in cards if (STOCK, card.kind) in shares],
            lambda card: shares[STOCK, card.kind] / copies[card.kind],
            wanted,
        )
        self.lay(zone, decided, self.zones[zone].index(cards[0]))
        return decided

    def turn_up_last(self, zone: str, wanted: Collection[Card]) -> Card:
        """Decide the last of them: nothing lit has a part in it, unless it is the only one."""
        cards = self.undecided_of(zone)
        decided = self.one_of(cards, alike, wanted)
        self.lay(zone, decided, self.zones[zone].index(cards[-1]))
        self.forget_marks(zone)
        return decided

    def lay(self, zone: str, card: Card, place: int) -> None:
        self.zones[zone].remove(card)
        self.zones[zone].insert(place, card)
        self.undecided.remove(card)

    def forget_marks(self, zone: str) -> None:
        """Drop them where no card is left that they could be about."""
        if not self.undecided_of(zone):
            self.marks.pop(zone, None)

    def one_of(self, cards: list[Card], weight: Callable[[Card], Fraction], wanted: Collection[Card]) -> Card:
        """One of some cards by its weight, which is the same for all cards of a name in a zone.

        Undecided copies that nothing tells apart are one choice.
        """
        known = self.known_cards()
        groups: dict[object, list[Card]] = defaultdict(list)
        for card in cards:
            sets = tuple(card in one for one in (*self.held, wanted))
            told_apart = card not in self.undecided or card in known
            groups[card if told_apart else (card.kind, sets)].append(card)
        if len(groups) == 1:
            return cards[0]
        choices = list(groups.values())
        masses = [len(choice) * weight(choice[0]) for choice in choices]
        whole = lcm(*(mass.denominator for mass in masses))
        return choices[self.chance.choose([int(mass * whole) for mass in masses])][0]

    # Looking ------------------------------------------------------------------------------------------

    def first(self, zone: str, cards: list[Card], wanted: int) -> list[Card]:
        return self.from_an_end(zone, cards, wanted, self.turn_up, 1)

    def last(self, zone: str, cards: list[Card], wanted: int) -> list[Card]:
        return self.from_an_end(zone, cards, wanted, self.turn_up_last, -1)[::-1]

    def from_an_end(
        self,
        zone: str,
        cards: list[Card],
        wanted: int,
        turn_up: Callable[[str, Collection[Card]], Card],
        step: int,
    ) -> list[Card]:
        """So many of some cards, from the top or from the bottom; looks no farther than it must."""
        looked_for = set(cards)
        known = takewhile(lambda card: card not in self.undecided, self.zones[zone][::step])
        found = [card for card in known if card in looked_for]
        while len(found) < wanted and looked_for & self.undecided:
            card = turn_up(zone, looked_for)
            if card in looked_for:
                found.append(card)
        rest = (card for card in self.zones[zone][::step] if card in looked_for and card not in found)
        return [*found, *rest][:wanted]

    def at_random(self, cards: list[Card], wanted: int) -> list[Card]:
        left = list(cards)
        for _ in range(wanted):
            left.remove(self.one_of(left, alike, ()))
        return [card for card in cards if card not in left]

    def size(self, written: tree.CardSet, execution: Execution) -> int:
        """Which cards counts at the end would keep is nobody's question: they look at nothing."""
        limit = positive(written.filters[-1]) if written.filters else None
        if not isinstance(limit, tree.Limit):
            return super().size(written, execution)
        *others, count = written.filters
        whole = self.size(replace(written, filters=tuple(others)), execution)
        kept = min(max(self.number(limit.amount, execution), 0), whole)
        return whole - kept if isinstance(count, tree.Not) else kept

    def chosen(self, cards: list[Card], wanted: int, zone: str) -> list[Card]:
        """Whoever chooses looks at all that there is."""
        ordered = self.in_order(zone, cards)
        if wanted > 0:
            self.pass_by(zone, ordered)
        return super().chosen(ordered, wanted, zone)

    def filtered(
        self, filter_: tree.Filter, cards: list[Card], execution: Execution, zone: str
    ) -> list[Card]:
        kept = super().filtered(filter_, cards, execution, zone)
        if isinstance(filter_, tree.Limit) and filter_.end in ("first", "last"):
            self.pass_by(zone, kept, from_below=filter_.end == "last")
        return kept

    def pass_by(self, zone: str, found: Collection[Card], *, from_below: bool = False) -> None:
        """Turn over what lies before the last of some cards that a zone was looked through for."""
        whole = self.zones[zone]
        before = [whole.index(card) for card in found]
        undecided = [place for place, card in enumerate(whole) if card in self.undecided]
        if not (before and undecided):
            return
        if min(before) < undecided[0] if from_below else max(before) > undecided[0]:
            while self.undecided_of(zone):
                (self.turn_up_last if from_below else self.turn_up)(zone, found)

    def leaving(self, origin: str, cards: list[Card], written: tree.Expression) -> list[Card]:
        """Cards at random are taken from wherever they lie; to others one goes from the top."""
        if not (isinstance(written, tree.CardSet) and is_random(written)):
            ordered = self.in_order(origin, cards)
            if isinstance(written, tree.CardSet) and is_sought(written):
                self.pass_by(origin, ordered)
            return ordered
        undecided = [card for card in cards if card in self.undecided]
        places = [self.zones[origin].index(card) for card in undecided]
        known = self.known_cards()
        mixed = self.chance.permuted(undecided, lambda card: card if card in known else card.kind)
        self.undecided.difference_update(mixed)
        first = min(places, default=0)
        return [
            *(card for card in cards if card not in mixed and self.zones[origin].index(card) < first),
            *mixed,
            *(card for card in cards if card not in mixed and self.zones[origin].index(card) >= first),
        ]

    def move_cards(self, origin: str, cards: list[Card], to: str, front: bool, drawn: bool) -> None:
        super().move_cards(origin, cards, to, front, drawn)
        self.forget_marks(origin)

    def permute(self, zone: str) -> None:
        self.undecided.update(self.zones[zone])
        self.marks.pop(zone, None)

    def _would(self, call: tree.Call, execution: Execution) -> int:
        kept = set(self.undecided), {zone: dict(marks) for zone, marks in self.marks.items()}
        try:
            return super()._would(call, execution)
        finally:
            self.undecided = kept[0]
            self.marks = defaultdict(dict, kept[1])

    # Judging ------------------------------------------------------------------------------------------

    def places(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        for zone, cards in sorted(self.zones.items()):
            self.in_order(zone, cards)
        return super().places()


def alike(card: Card) -> Fraction:
    """The weight of a card where each is as likely."""
    return Fraction(1)


def is_random(written: tree.CardSet) -> bool:
    """Whether the last count of a set takes cards at random."""
    counts = [one for one in written.filters if isinstance(positive(one), tree.Limit)]
    return bool(counts) and isinstance(counts[-1], tree.Limit) and counts[-1].end == "random"


def positive(filter_: tree.Filter) -> tree.Filter:
    """What a filter keeps or rejects."""
    return filter_.filter if isinstance(filter_, tree.Not) else filter_


def is_sought(written: tree.CardSet) -> bool:
    """Whether nobody has looked yet for what is left of a set in the end."""
    counts = [one for one in written.filters if isinstance(positive(one), tree.Limit)]
    return written.zone not in ("X", "it") and (not counts or isinstance(counts[-1], tree.Not))
