"""The tables of a program in the making: names become indices here.

What comes in: a deck, and what the lowering meets as it goes.  What goes out: indices for zones,
masks, variables, tags and sites, and the finished tables.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from itertools import accumulate

from yisp_runtime.codes import EVENTS, MOST_WORLDS, SLOTS

from ...deck.kinds import KindSet, members
from ...deck.model import Deck, EffectText, Seat, Start, Want
from ...lang.checking.seats import split_zone
from ...lang.diagnostics import Place, Text
from ...lang.events import read_event
from ...lang.tree import Call, Event, Span, Variable, Word
from ...lang.walk import walk
from .. import nodes
from ..program import EMPTY_MOVE, FIXED_SITES, Site
from .operands import Item, Looked

FIXED_ZONES = ("H", "D")
"""The first two zones of every table; ``trials.h`` knows them by these indices."""

SLOT_ANY, SLOT_FIRST = SLOTS["any"], SLOTS["first"]


Owner = tuple[str, str, "int | None", Text]
"""Where a script belongs: "effect", the card, the number of the effect; and its text."""

Beginning = tuple[int, "int | None", Span]
"""The first node of a statement, its number and its place."""


class ProgramTables:
    """Everything that the code of one deck refers to by index."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.zones = list(FIXED_ZONES)
        self.size = deck.cards
        self.everything: KindSet = (1 << len(deck.kinds)) - 1
        self.masks: dict[KindSet, int] = {}
        self.variables: dict[str, int] = {}
        self.properties: dict[str, int] = {}
        self.tags: dict[str, int] = {}  # those that are forbidden
        self.asked: list[Place] = []  # where each `would` stands
        self.asked_tags: dict[str, int] = {}  # those that `would` names
        self.left_open: set[int] = set()  # of these, what chance or a choice decides
        self.carries: dict[int, tuple[Sequence[str], Place]] = {}  # by function that runs later: its tags
        self.sites: list[Site] = list(FIXED_SITES)
        self.wants: list[int] = []
        self.installed: dict[int, int] = {}
        self.installed_limits: dict[int, int] = {}  # by function that runs later: the step limit's site
        self.effect_limits: list[tuple[int, int]] = []  # by effect: those of activations and of steps
        self.effect_starts: list[tuple[Owner, list[Beginning]]] = []  # by effect: where its statements begin
        self.exits = {one.name: one.gives if isinstance(one.gives, int) else None for one in deck.exits}
        functions = [one.function.name for one in deck.functions]
        self.exit_functions = {  # of those that give as many as a function says
            one.name: functions.index(one.gives.function.name)
            for one in deck.exits
            if not isinstance(one.gives, int)
        }
        self.owned = deck.owned_zones
        self._texts: dict[int, Text] = {}  # sites go by a text's identity, so that none may be freed
        self.worlds = [_most_worlds(seat) for seat in deck.seats]  # that each seat brings at most
        self.hand = deck.dealing.hand
        self.hooked: Callable[[str, int], Sequence[int]] | None = None  # by exit and seat: see ``dealing``
        self.dealt_notes: dict[str, list[str]] = {}  # by function of a deal: whose it is, and its script
        self.deal_site: int | None = None  # where it is noted that nobody would ever accept
        self.filled: Collection[nodes.ZoneNode] = ()  # the hands, while a seat takes before that
        self.listens = _listens(deck)
        self.answers_draws = bool(self.listens >> EVENTS.index("draw") & 1)
        self._first_card = list(accumulate((kind.count for kind in deck.kinds), initial=0))
        self._cards: dict[KindSet, int] = {}
        self._site_indices: dict[tuple[str, int, Span, tuple[str, ...]], int] = {}
        self._owner: tuple[str, str, int | None] = ("", "", None)  # where, name, effect
        self._text: Text
        self._statement: int | None = None
        self._span: Span = (0, 0)

    # Where the lowering is ----------------------------------------------------------------------

    def enter_program(self, where: str, name: str, effect: int | None, text: Text) -> None:
        self._owner = (where, name, effect)
        self._text = self._texts.setdefault(id(text), text)

    def enter_statement(self, number: int | None, span: Span) -> None:
        self._statement = number
        self._span = span

    def enter_expression(self, span: Span) -> Span:
        """Let sites point at ``span`` from now on; returns where they pointed before."""
        before, self._span = self._span, span
        return before

    # Indices --------------------------------------------------------------------------------------

    def zone(self, name: str) -> int:
        """The index of a zone; one of the first seat's own is the one that is written without a seat."""
        name = name.removesuffix(":0")
        if name not in self.zones:
            self.zones.append(name)
        return self.zones.index(name)

    def seat_of(self, zone: nodes.ZoneNode) -> int:
        """Whose own zone that is, or -1."""
        name = self.zones[zone] if isinstance(zone, int) else ""
        letter, whose = split_zone(name)
        return int(whose or 0) if letter and letter in self.owned else -1

    def hooks(self, exit: str, to: nodes.ZoneNode) -> Sequence[int]:
        """The functions that run before a card leaves by that exit for a zone."""
        return [] if self.hooked is None else self.hooked(exit, self.seat_of(to))

    def mask(self, kinds: KindSet) -> int:
        return self.masks.setdefault(kinds, len(self.masks))

    def variable(self, name: str) -> int:
        return self.variables.setdefault(name, len(self.variables))

    def property(self, name: str) -> int:
        return self.properties.setdefault(name, len(self.properties))

    def property_range(self, name: str) -> tuple[int, int]:
        values = (0, *self.deck.vocabulary.property_values(name).values())
        return min(values), max(values)

    def property_by_kind(self, number: int) -> list[int]:
        """A property of every kind; 0 for those without it."""
        values = self.deck.vocabulary.property_values(list(self.properties)[number])
        return [values.get(index, 0) for index in range(len(self.deck.kinds))]

    def tag(self, text: str) -> int:
        return self.tags.setdefault(text, len(self.tags))

    def ask(self) -> int:
        """The index of another number that `would` asks for."""
        self.asked.append(self.place())
        return len(self.asked) - 1

    def asked_tag(self, text: str) -> int:
        return self.asked_tags.setdefault(text, len(self.asked_tags))

    def place(self) -> Place:
        """Where the lowering is, in the file."""
        return self._text.place(*self._span)

    def site(self, code: str) -> int:
        return self._site(code, (), [])

    def limit_sites(self, card: str, number: int, effect: EffectText) -> tuple[int, int]:
        """Where an effect reaches the limits of activations and of steps."""
        self.enter_program("effect", card, number, effect.text)
        self.enter_statement(None, effect.effect.span)
        return self.site("Y305"), self.site("Y306")

    def move_site(self, tags: Sequence[str]) -> int:
        return self._site(EMPTY_MOVE, tags, [])

    def step_site(self) -> int:
        return self._site("step", (), [])

    def print_site(self, items: Sequence[Item]) -> int:
        pieces = [
            ["text", item] if isinstance(item, str) else ["cards" if isinstance(item, Looked) else "number"]
            for item in items
        ]
        return self._site("print", (), pieces)

    def _site(self, code: str, tags: Sequence[str], items: list[list[str]]) -> int:
        where, name, effect = self._owner
        place = self._text.place(*self._span)
        key = (code, id(self._text), self._span, tuple(tags))
        if key not in self._site_indices:
            self._site_indices[key] = len(self.sites)
            start, end = self._span
            self.sites.append(
                Site(
                    code=code,
                    where=where,
                    name=name,
                    effect=effect,
                    statement=self._statement,
                    file=place.file if place.file != self.deck.file else None,
                    line=place.line,
                    column=place.column,
                    text=self._text.text[start:end],
                    tags=list(tags),
                    items=items,
                )
            )
        return self._site_indices[key]

    # Wanted cards ---------------------------------------------------------------------------------

    def want_list(self, takers: Sequence[Want]) -> int:
        """Lay a list of items that take cards flat (see ``match.h``); returns where it begins."""
        index = len(self.wants)
        self.wants.append(len(takers))
        for position, want in enumerate(takers):
            matters = any(_overlap(want, other) for other in takers[position + 1 :])
            slot = SLOT_FIRST if matters else SLOT_ANY
            self.wants += [self.mask(want.kinds), min(want.least, self.size + 1), slot]
        return index

    def slots(self, index: int) -> Iterator[tuple[int, int]]:
        """The mask and the sort of each item of a list that was laid flat."""
        for at in range(index + 1, index + 1 + 3 * self.wants[index], 3):
            yield self.wants[at], self.wants[at + 2]

    # Cards ------------------------------------------------------------------------------------------

    def known_cards(self, start: Start) -> list[list[int]]:
        """The cards whose place is known when a trial begins, and their zones, in order."""
        taken: dict[int, int] = {}
        known = []
        hand, deck = FIXED_ZONES[0], FIXED_ZONES[1]
        for letter, kinds in ((hand, start.hand), *start.zones, (deck, start.deck_top)):
            for kind in kinds:
                taken[kind] = taken.get(kind, 0) + 1
                known.append([self._first_card[kind] + taken[kind] - 1, self.zone(letter)])
        return known

    def of(self, deck: Deck) -> ProgramTables:
        """The same tables for a deck with other numbers of copies: what has been met stays."""
        tables = copy(self)
        tables.deck = deck
        tables._first_card = list(accumulate((kind.count for kind in deck.kinds), initial=0))
        tables._cards = {}
        return tables

    def by_card(self, values: Sequence[int]) -> list[int]:
        """What is given by kind, for every card."""
        return [
            value for kind, value in zip(self.deck.kinds, values, strict=True) for _ in range(kind.count)
        ]

    def cards_of(self, kinds: KindSet) -> int:
        """The cards of some kinds, as a bitset; copies of a kind are neighbours."""
        known = self._cards.get(kinds)
        if known is None:
            known = 0
            for kind in members(kinds):
                known |= (1 << self._first_card[kind + 1]) - (1 << self._first_card[kind])
            self._cards[kinds] = known
        return known


def _most_worlds(seat: Seat) -> int:
    """How many worlds the seat brings at most."""
    if seat.bargain is None:
        return 0
    return MOST_WORLDS if seat.bargain.most is None else seat.bargain.most


def _listens(deck: Deck) -> int:
    """The events that something in the deck answers, a bit an event of ``yisp_runtime.codes.EVENTS``."""
    events: set[Event | None] = {
        effect.effect.flags.event for kind in deck.kinds for effect in kind.effects
        if effect.effect.flags.event is not None
    }  # fmt: skip
    for script in deck.scripts:
        for node in walk(script):
            match node:
                case Call("on", _, (Word(word) | Variable(word), *_)):
                    events.add(read_event(word))
    return sum({1 << EVENTS.index(event.kind) for event in events if event is not None})


def _overlap(want: Want, other: Want) -> bool:
    """Whether it can matter to ``other``, or to what is left behind it, which cards ``want`` takes."""
    return bool(want.kinds & other.kinds) and want.kinds != other.kinds
