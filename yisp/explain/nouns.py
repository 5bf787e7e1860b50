"""What players call zones and sets of cards.

What comes in: card sets of a checked tree, and a :class:`Numbers` that says the numbers in them.  What goes
out: nouns, as phrases: "the first monster card in the deck", "2 cards in the hand at random".  Filters are
said in the order in which they apply: what a number of cards leaves is what the filters behind it choose
from.  What is not handled: what is done with the cards.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Protocol

from ..deck.vocabulary import Vocabulary
from ..lang import tree
from ..lang.walk import bare
from ..messages import Message, filled, one_of, say
from ..structs import dataclass
from .parts import about

ZONES = {
    "H": say("the hand"),
    "D": say("the deck"),
    "F": say("the field"),
    "B": say("the graveyard"),
    "J": say("the banished zone"),
}
"""Zones that players know."""

PLACES = {
    "H": say("in the hand"),
    "D": say("in the deck"),
    "F": say("on the field"),
    "B": say("in the graveyard"),
    "J": say("in the banished zone"),
}
"""… and where cards lie then, behind a noun."""

WALL, RESERVE = say("the wall"), say("the reserve")
IN_WALL, IN_RESERVE = say("in the wall"), say("in the reserve")

HOLDS = {
    ">": say("{zone} holds more than {number} {cards}"),
    ">=": say("{zone} holds at least {number} {cards}"),
    "<": say("{zone} holds fewer than {number} {cards}"),
    "<=": say("{zone} holds at most {number} {cards}"),
    "==": say("{zone} holds exactly {number} {cards}"),
    "!=": say("{zone} does not hold exactly {number} {cards}"),
}
"""How many cards a zone holds, by relation."""

ENDS_OF_DECK = {"first": "top", "last": "bottom"}
"""What the ends of a deck are called, by those of a list."""

ONE = {
    "top": say("the top card of the deck"),
    "bottom": say("the bottom card of the deck"),
    "first": say("the first {cards} {place}"),
    "last": say("the last {cards} {place}"),
    "random": say("{one} {place} at random"),
    "choice": say("{one} of your choice {place}"),
}
"""A limit to one card, by where it is taken; ``cards`` is the noun, ``one`` the noun with its article."""

SEVERAL = {
    "top": say("the top {n} cards of the deck"),
    "bottom": say("the bottom {n} cards of the deck"),
    "first": say("the first {n} {cards} {place}"),
    "last": say("the last {n} {cards} {place}"),
    "random": say("{n} {cards} {place} at random"),
    "choice": say("{n} {cards} of your choice {place}"),
}
"""A limit to any other number of cards."""

ALL_BUT = {
    "first": say("all {cards} {place} but the first {n}"),
    "last": say("all {cards} {place} but the last {n}"),
    "random": say("all {cards} {place} but {n} at random"),
    "choice": say("all {cards} {place} but {n} of your choice"),
}
"""What a limit that is rejected leaves."""

AN = re.compile(
    r"“?(?:[AIai]|[Ee](?!u)|[Oo](?!ne\b|nce\b)|[Uu](?!ni(?!n|m)|s[aeu]|ti|FO)|[FHLMNRSX][B-DF-HJ-NP-TV-Z]*(?![A-Za-z])"
    r"|[fhlmnrsx](?![^\W\d]))"
)
"""What "an" stands before: vowels as they are spoken, and letters that are spelt and called with one."""

PLAIN = re.compile(r"[^\W\d_](?:[\w+-]*[^\W_+-])?")
"""Attributes that read as a word of the sentence."""

CONFUSING = re.compile(
    r"non-.*|first|last|top|bottom|other|all|an?|the|this|of|no|[非不除].*|.*[的の之].*|.*以外.*", re.I
)
"""… but for those that would read as something else."""


class Numbers(Protocol):
    """What says the numbers of filters."""

    def counted(self, node: tree.Expression) -> str:
        """A number that stands before what it counts, in brackets where it is more than one word."""

    def relative(self, condition: tree.Expression, holds: bool) -> str:
        """A filter by a number, behind a noun: "whose level is at least 3"."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a set is taken out of: its name, and what says behind a noun that cards are of it."""

    name: str
    place: str
    zone: bool = True  # else other cards
    single: bool = False  # whether that is a single card


class Nouns:
    """The nouns of a script; ``letters`` are zones that its function is given, ``event`` what it answers."""

    def __init__(self, numbers: Numbers, names: Vocabulary | None, letters: Collection[str] = ()) -> None:
        self._numbers = numbers
        self._names = names
        self._letters = letters
        self.event: tree.Event | None = None

    # Zones ----------------------------------------------------------------------------------------

    def letter(self, zone: str) -> str:
        """The letter, if it is a zone that players know, or this card; else nothing."""
        known = zone in ZONES or zone == "X"
        if zone == "D" and self._is_wall:
            return ""
        return zone if known and zone not in self._letters else ""

    @property
    def _is_wall(self) -> bool:
        return self._names is not None and bool(self._names.exits)

    def zone(self, zone: str) -> Message:
        """A zone by itself."""
        letter, colon, whose = zone.partition(":")
        if colon:
            return self._seat(letter, whose)
        if self._is_wall and zone in "DR":
            return WALL if zone == "D" else RESERVE
        if zone == "X":
            return say("the zone that holds this card")
        if self.letter(zone):
            return ZONES[zone]
        return say("zone {zone}", zone=zone)

    def zones(self, zones: Collection[str]) -> str:
        """Some of them."""
        return one_of(self.zone(zone) for zone in zones)

    def _seat(self, letter: str, whose: str) -> Message:
        zone = self.zone(letter)
        if whose == "me":
            return say("{zone} of the seat itself", zone=zone)
        if whose == "who":
            return say("{zone} of the seat it is about", zone=zone)
        return say("{zone} of seat {seat}", zone=zone, seat=whose)

    def _place(self, zone: str) -> Message:
        if self._is_wall and zone in ("D", "R"):
            return IN_WALL if zone == "D" else IN_RESERVE
        if self.letter(zone) and zone != "X":
            return PLACES[zone]
        return say("in {zone}", zone=self.zone(zone))

    # Sets of cards ----------------------------------------------------------------------------------

    def cards(self, cards: tree.CardSet) -> str:
        """A set of cards."""
        whole, filters, limited = self._limited(cards)
        if limited is not None and not filters:
            return limited
        if not filters and not whole.zone:
            return whole.name
        if whole.single:
            return say("{card} if it is {cards}", card=whole.name, cards=self._one(filters))
        if _is_this(filters) and whole.zone:
            return say("this card, if {zone} holds it", zone=whole.name)
        place = self._place_and_relatives(whole, filters)
        return say("all {cards} {place}", cards=self._plain(filters, True), place=place)

    def size(self, cards: tree.CardSet) -> str:
        """How many they are."""
        whole, filters, limited = self._limited(cards)
        if limited is not None and not filters:
            whole = _among(limited)
        elif whole.single and filters:
            one = self._one(filters)
            return say("1 if {card} is {cards}, otherwise 0", card=whole.name, cards=one)
        elif whole.single:
            return say("1 if {card} is still there, otherwise 0", card=whole.name)
        elif not filters and not whole.zone:
            return say("the number of {cards}", cards=whole.name)
        place = self._place_and_relatives(whole, filters)
        return say("the number of {cards} {place}", cards=self._plain(filters, True), place=place)

    def holding(self, cards: tree.CardSet, relation: str, number: int) -> str | None:
        """That a set has more, fewer … cards than a number; None where that is said otherwise."""
        whole, filters, limited = self._limited(cards)
        if limited is not None and not filters:
            return None
        some = (relation, number) in ((">", 0), (">=", 1), ("!=", 0))
        none = (relation, number) in (("==", 0), ("<=", 0), ("<", 1))
        said: str | None = None
        if some or none:
            said = self._there_is(whole, filters, none)
        elif whole.zone and number > 0:
            counted = self._noun(filters, number != 1)
            said = filled(HOLDS[relation], zone=whole.name, number=number, cards=counted)
        return said and about(cards.span, said)

    def _there_is(self, whole: Source, filters: list[tree.Filter], none: bool) -> str:
        """That there is such a card, or none."""
        zone = whole.name
        if whole.single:
            return self._is(whole, filters, none)
        if _is_this(filters) and whole.zone:
            if none:
                return say("{zone} does not hold this card", zone=zone)
            return say("{zone} holds this card", zone=zone)
        cards = self._noun(filters, False) if none else self._one(filters)
        if not whole.zone:
            if none:
                return say("there is no {cards} {place}", cards=cards, place=whole.place)
            return say("there is {cards} {place}", cards=cards, place=whole.place)
        if none:
            return say("{zone} holds no {cards}", zone=zone, cards=cards)
        return say("{zone} holds {cards}", zone=zone, cards=cards)

    def _is(self, whole: Source, filters: list[tree.Filter], none: bool) -> str:
        """What a single card is, or is not."""
        if not filters:
            if none:
                return say("{card} is no longer there", card=whole.name)
            return say("{card} is still there", card=whole.name)
        one = self._one(filters)
        if none:
            return say("{card} is not {cards}", card=whole.name, cards=one)
        return say("{card} is {cards}", card=whole.name, cards=one)

    # What sets consist of ---------------------------------------------------------------------------

    def _limited(self, cards: tree.CardSet) -> tuple[Source, list[tree.Filter], str | None]:
        """What a set is taken out of once its last limit has been applied, the filters behind that limit, and
        a phrase for what it leaves; None where there is no limit."""
        whole = self._whole(cards)
        filters: list[tree.Filter] = []
        limited: str | None = None
        for one in cards.filters:
            if isinstance(bare(one)[0], tree.Limit):
                limited = about((cards.span[0], one.span[1]), self._limit(whole, filters, one, cards.zone))
                whole, filters = _among(limited), []
            else:
                filters.append(one)
        return whole, filters, limited

    def _whole(self, cards: tree.CardSet) -> Source:
        zone = cards.zone
        span = (cards.span[0], cards.span[0] + len(zone))
        if zone == "it":
            single = self.event is not None and self.event.kind in ("move", "activate")
            return _among(about(span, self._answered), single)
        if zone == "X":
            return _among(about(span, say("this card")), True)
        return Source(about(span, self.zone(zone)), about(span, self._place(zone)))

    @property
    def _answered(self) -> Message:
        """The cards of the event."""
        match self.event:
            case tree.Event("draw"):
                return say("the drawn cards")
            case tree.Event("activate"):
                return say("the activated card")
            case tree.Event("move"):
                return say("the moved card")
        return say("the cards of the event")

    def _limit(self, whole: Source, filters: list[tree.Filter], one: tree.Filter, zone: str) -> str:
        limit, kept = bare(one)
        assert isinstance(limit, tree.Limit)
        place = self._place_and_relatives(whole, filters)
        end = limit.end
        if kept and not filters and whole.zone and self.letter(zone) == "D":
            end = ENDS_OF_DECK.get(end, end)
        if filters and whole.zone and zone == "D" and self._is_wall:
            end = "random"  # nothing in a wall comes before anything else
        amount = limit.amount.value if kept and isinstance(limit.amount, tree.Number) else None
        if amount == 1:
            card, a_card = self._plain(filters, False), self._plain(filters, False, article=True)
            return filled(ONE[end], cards=card, one=a_card, place=place)
        number = about(limit.span, self._numbers.counted(limit.amount)) if amount is None else amount
        said = SEVERAL if kept else ALL_BUT
        return filled(said[end], n=number, cards=self._plain(filters, True), place=place)

    def _one(self, filters: list[tree.Filter]) -> str:
        """One such card with an article, before and behind it what the filters say."""
        return self._noun(filters, False, article=True)

    def _noun(self, filters: list[tree.Filter], many: bool, article: bool = False) -> str:
        """Such cards, before and behind the noun what the filters say."""
        cards = self._plain(filters, many, article)
        relatives = self._relatives(filters)
        return say("{cards} {relative}", cards=cards, relative=relatives) if relatives else cards

    def _place_and_relatives(self, whole: Source, filters: list[tree.Filter]) -> str:
        """Where cards are, and what else is said of them behind their noun."""
        relatives = self._relatives(filters)
        return say("{place} {relative}", place=whole.place, relative=relatives) if relatives else whole.place

    def _plain(self, filters: list[tree.Filter], many: bool, article: bool = False) -> str:
        """The noun, with what stands before it."""
        noun = self._head(_head_of(filters), many)
        # The first stands next to the noun, "other" last: "other monster card".
        for one in sorted(filters, key=lambda one: isinstance(bare(one)[0], tree.ThisCard)):
            filter, kept = bare(one)
            match filter:
                case tree.ByAttribute(attribute) if _reads(attribute) and kept:
                    noun = say("{attribute} {noun}", attribute=about(filter.span, attribute), noun=noun)
                case tree.ByAttribute(attribute) if _reads(attribute):
                    noun = say("non-{attribute} {noun}", attribute=about(one.span, attribute), noun=noun)
                case tree.ThisCard() if not kept:
                    other = say("another") if article else say("other")
                    noun, article = say("{other} {noun}", other=about(one.span, other), noun=noun), False
        if not article:
            return noun
        return say("an {noun}", noun=noun) if AN.match(noun) else say("a {noun}", noun=noun)

    def _head(self, named: tree.ByName | None, many: bool) -> str:
        if named is None:
            return say("cards") if many else say("card")
        name = about(named.span, say("“{name}”", name=named.name))
        if self._is_alias(named.name):
            return say("{alias} cards", alias=name) if many else say("{alias} card", alias=name)
        return say("copies of {card}", card=name) if many else name

    def _is_alias(self, name: str) -> bool:
        return self._names is not None and name in self._names.aliases and name not in self._names.cards

    def _relatives(self, filters: list[tree.Filter]) -> str:
        """What is said of cards behind their noun."""
        head = _head_of(filters)
        said = [
            about(one.span, text)
            for one in filters
            if bare(one)[0] is not head and (text := self._relative(*bare(one)))
        ]
        whole = ""
        for text in said:
            whole = say("{relative} and {next}", relative=whole, next=text) if whole else text
        return whole

    def _relative(self, filter: tree.Filter, kept: bool) -> str:
        match filter:
            case tree.ByName(name):
                card = say("“{name}”", name=name)
                if self._is_alias(name):
                    card = say("{alias} cards", alias=card)
                return say("that are {card}", card=card) if kept else say("other than {card}", card=card)
            case tree.ByAttribute(attribute) if not _reads(attribute):
                text = say("“{name}”", name=attribute)
                if kept:
                    return say("with the attribute {attribute}", attribute=text)
                return say("without the attribute {attribute}", attribute=text)
            case tree.ByPattern(pattern):
                text = say("“{name}”", name=pattern)
                if kept:
                    return say("with an attribute like {pattern}", pattern=text)
                return say("without an attribute like {pattern}", pattern=text)
            case tree.ByKind(kind):
                text = say("“{name}”", name=kind)
                return (
                    say("of the kind {kind}", kind=text) if kept else say("not of the kind {kind}", kind=text)
                )
            case tree.Where(condition):
                return self._numbers.relative(condition, kept)
            case tree.ThisCard() if kept:
                return say("that is this very card")
        return ""


def _among(cards: str, single: bool = False) -> Source:
    return Source(cards, say("among {cards}", cards=cards), False, single)


def _head_of(filters: list[tree.Filter]) -> tree.ByName | None:
    """The name of a card that the noun is."""
    for one in filters:
        filter, kept = bare(one)
        if kept and isinstance(filter, tree.ByName):
            return filter
    return None


def _is_this(filters: list[tree.Filter]) -> bool:
    return len(filters) == 1 and isinstance(filters[0], tree.ThisCard)


def _reads(attribute: str) -> bool:
    return PLAIN.fullmatch(attribute) is not None and CONFUSING.fullmatch(attribute) is None
