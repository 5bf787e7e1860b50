"""What every format has in common: a list of cards, by part of the deck.

What comes in: cards one by one, as a format's module reads them.  What goes out: a :class:`CardList`, whose
cards ``named`` gives names to: those that they have, those of a card table, or else their passcodes.  The
numbers of cards and of kinds are bounded as a deck's are; the first that is beyond is a diagnostic.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from enum import Enum
from types import MappingProxyType

from ....lang.diagnostics import Diagnostics, Place
from ....messages import Message, say, say_n
from ....structs import dataclass
from ...cards.cards import FILL
from ...collection.finding import Game
from ...reading.source import limit_mistakes, shown
from ...schema import KEYS

MOST_CARDS = int(KEYS["simulate.limits.cards"].default or 0)
MOST_KINDS = int(KEYS["simulate.limits.kinds"].default or 0)
MOST_ROWS = 2 * MOST_CARDS
"""Rows of a list that say how many copies of a card there are; it may be none."""

TOO_MANY_ROWS = say("a list has at most {most} rows, and here there are more", most=MOST_ROWS)
_TOO_MANY_CARDS = say("a list has at most {most} cards, and here there are more", most=MOST_CARDS)
_TOO_MANY_KINDS = say("a list has at most {most} different cards, and here there are more", most=MOST_KINDS)

LONGEST_NAME = 200

MOST_PASSCODE = 2**32 - 1
"""Passcodes are numbers of 32 bits."""

HALF_WIDTH = str.maketrans("０１２３４５６７８９ｘＸ　", "0123456789xX ")
"""What Chinese and Japanese keyboards write in its place."""

_NUMBER = re.compile(r"[0-9]+")
_BREAKS = re.compile("[ \t]*[\t\r\n\x85\u2028\u2029][ \t\r\n\x85\u2028\u2029]*")


_PARTS = {
    "MAIN": say("deck"),
    "EXTRA": say("extra deck"),
    "COMMAND": say("command zone"),
    "SIDE": say("side deck"),
}


class Part(Enum):
    """Where cards of a list belong; the value is the zone that they start in."""

    MAIN = None
    EXTRA = "E"
    COMMAND = "C"
    SIDE = ""  # nowhere: a deck file has no side deck

    @property
    def words(self) -> Message:
        return _PARTS[self.name]


@dataclass(frozen=True, slots=True)
class Card:
    """Copies of one card in one part of the deck; it has a name, a passcode, or both."""

    part: Part
    count: int  # or FILL: as many as the size of the deck asks for
    name: str = ""
    passcode: int | None = None
    attributes: tuple[str, ...] = ()
    description: str = ""
    place: Place | None = None
    props: tuple[tuple[str, int], ...] = ()
    blank: bool = False  # whether it stays one that a collection knows nothing of
    zone: str | None = None  # where it begins, if neither part says


@dataclass(frozen=True, slots=True)
class Combo:
    """A hand that is wanted: its name, its items (condition lists) and what it scores."""

    name: str
    items: tuple[tuple[str, Place | None], ...]
    score: int = 1
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """A question to the deck."""

    name: str
    hand: int
    combos: tuple[Combo, ...]
    place: Place | None = None
    plays: bool = False  # whether effects are activated
    header: str = ""


@dataclass(slots=True)
class CardList:
    """Cards, and what else a file says; ``remarks`` is what the user should be told about it."""

    cards: list[Card] = field(default_factory=list)
    size: tuple[int, Place | None] | None = None
    trials: tuple[int, Place | None] | None = None
    aliases: list[tuple[str, str, Place | None]] = field(default_factory=list)
    topics: list[Topic] = field(default_factory=list)
    remarks: list[Message] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)  # collections that know some of the cards
    played: frozenset[str] = frozenset()  # cards that these play
    game: Game = field(default_factory=Game)  # what their collection says of such decks
    nameless: int = 0  # kinds that are called by their passcodes
    known: list[Message] = field(default_factory=list)  # which of them, and which not

    @property
    def more(self) -> bool:
        """Whether the file says more than which cards there are."""
        fills = any(card.count == FILL for card in self.cards)
        return bool(self.size or self.aliases or self.topics or fills)

    def total(self, part: Part) -> int:
        """How many cards of that part there are; one that fills the deck up makes it as large as its size."""
        counts = [card.count for card in self.cards if card.part is part and card.zone is None]
        return self.size[0] if self.size is not None and FILL in counts else sum(counts)

    def kinds(self, part: Part) -> int:
        return sum(card.part is part and card.zone is None for card in self.cards)


class Collector:
    """Takes the cards of a file as they are read, and keeps them within bounds."""

    def __init__(self, found: Diagnostics) -> None:
        self.list = CardList()
        self._found = found
        self._total = self._rows = 0
        self._kinds: dict[tuple[Part, str | None, str, int | None], int] = {}  # where each stands in the list

    def add(self, card: Card) -> None:
        """Add copies of a card; those of the same name and passcode are counted together."""
        name = one_line(card.name)
        if not name and card.passcode is None:
            return self.error("Y214", say("the name of a card is empty"), card.place)
        if len(name) > LONGEST_NAME:
            return self.error(
                "Y209",
                say("a card's name has at most {most} characters", most=LONGEST_NAME),
                card.place,
            )
        key = card.part, card.zone, name, card.passcode
        self._total += max(card.count, 0)
        self._rows += 1
        if self._rows > MOST_ROWS:
            self.beyond(TOO_MANY_ROWS, card.place)
        if self._total > MOST_CARDS:
            self.beyond(_TOO_MANY_CARDS, card.place)
        at = self._kinds.get(key)
        if at is None:
            if len(self._kinds) == MOST_KINDS:
                self.beyond(_TOO_MANY_KINDS, card.place)
            self._kinds[key] = len(self.list.cards)
            attributes = tuple(filter(None, map(one_line, card.attributes)))
            self.list.cards.append(
                replace(card, name=name, attributes=attributes, description=one_line(card.description))
            )
        else:
            self.list.cards[at] = _together(self.list.cards[at], card)
        return None

    def error(self, code: str, message: Message, place: Place | None, hint: Message | None = None) -> None:
        limit_mistakes(self._found)
        self._found.error(code, message, place, hint)

    def beyond(self, message: Message, place: Place | None) -> None:
        """Give up on a list that is too long; raises :class:`~yisp.lang.diagnostics.DeckError`."""
        self.error("Y209", message, place)
        self._found.raise_errors()


def one_line(text: str) -> str:
    """A text of several lines as one, without blanks around it."""
    return _BREAKS.sub(" ", text).strip()


def read_count(written: str, place: Place | None, cards: Collector) -> int | None:
    """A number of copies, also in full-width digits or with a counter word; None, and a diagnostic, else."""
    written = written.translate(HALF_WIDTH).rstrip("枚张張 ")
    if not _NUMBER.fullmatch(written) or not written.isascii():
        cards.error("Y018", say("{given} is not a number of cards", given=shown(written)), place)
    elif len(written.lstrip("0")) > 5 or int(written) > MOST_CARDS:
        cards.error("Y204", say("a deck has at most {most} cards", most=MOST_CARDS), place)
    else:
        return int(written)
    return None


def read_passcode(written: str) -> int | None:
    """The passcode that digits write, if they do."""
    if not _NUMBER.fullmatch(written) or not written.isascii() or len(written.lstrip("0")) > 10:
        return None
    number = int(written)
    return number if number <= MOST_PASSCODE else None


@dataclass(frozen=True, slots=True)
class Known:
    """What a card table knows of a card."""

    passcode: int
    name: str
    attributes: tuple[str, ...] = ()


def named(
    cards: CardList, table: Mapping[int, Known] | None, others: Mapping[int, str] = MappingProxyType({})
) -> None:
    """Give every card of a list a name of its own; those that only have a passcode are called by it, unless
    ``others`` knows a name for it."""
    known = {one.name: one for one in (table or {}).values()}
    merged: dict[tuple[Part, str | None, str], Card] = {}
    for card in cards.cards:
        found = known.get(card.name) if card.name else (table or {}).get(card.passcode or 0)
        other = others.get(card.passcode or 0)
        name = card.name or (found.name if found else other or str(card.passcode))
        is_nameless = not card.name and found is None and other is None
        cards.nameless += is_nameless and card.part is not Part.SIDE
        attributes = card.attributes or (found.attributes if found else ())
        card = replace(card, name=name, attributes=attributes)
        before = merged.get((card.part, card.zone, name))
        merged[card.part, card.zone, name] = card if before is None else _together(before, card)
    cards.cards = _apart(merged.values())
    if cards.nameless:
        reason = say("no card table was given")
        if table is not None:
            reason = say("the card table has no name")
        cards.remarks.append(
            say_n(
                "{number} kind is called by passcode: {reason}",
                "{number} kinds are called by passcode: {reason}",
                cards.nameless,
                reason=reason,
            )
        )


def _apart(cards: Iterable[Card]) -> list[Card]:
    """The cards, no two of one name: a deck file knows cards by their names alone."""
    listed = sorted(cards, key=lambda card: (list(Part).index(card.part), card.zone or ""))
    taken: set[str] = set()
    for index, card in enumerate(listed):
        name, number = card.name, 1
        while name in taken and card.part is not Part.SIDE:
            name = f"{card.name} ({card.zone or card.part.value}{number if number > 1 else ''})"
            number += 1
        if card.part is not Part.SIDE:
            taken.add(name)
        listed[index] = replace(card, name=name)
    return listed


def _together(one: Card, other: Card) -> Card:
    attributes = tuple(dict.fromkeys(one.attributes + other.attributes))
    count = FILL if FILL in (one.count, other.count) else one.count + other.count
    return replace(one, count=count, attributes=attributes)
