"""Which cards a topic can tell apart, and where their order can matter.

What comes in: the lowered functions of a deck.  What goes out, by topic: a class for every card
(cards of one class are interchangeable: nothing the topic runs distinguishes them), and for every
zone the cards whose order something may look at.  Exact answers rest on both (``simulate.exact``):
positions that differ in neither are one.  When in doubt, cards are told apart and order matters.

Copies of a kind are always in the same sets, so all of it is worked out of kinds.  Numbers of copies
matter to two questions only: whether there is any, and whether there are several (``Present``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from yisp_runtime.codes import DECK, HAND

from ...deck.kinds import KindSet, kind_set, members
from ...deck.model import Deck, Topic
from .. import nodes
from ..lowering.tables import SLOT_FIRST, ProgramTables
from ..operators import End, Matching
from .activation import MOVE, Scan
from .presence import PRESENT

MASKED = (nodes.Count, nodes.Keep, nodes.MoveAll, nodes.MoveFirst, nodes.MovePicked)
"""What names a set of cards as its ``mask``."""


class Present(NamedTuple):
    """The kinds of which a deck has a copy, and those of which it has several."""

    some: KindSet
    several: KindSet


def present_in(deck: Deck) -> Present:
    """Those of a deck."""
    return Present(
        kind_set(index for index, kind in enumerate(deck.kinds) if kind.count),
        kind_set(index for index, kind in enumerate(deck.kinds) if kind.count > 1),
    )


class Apart(NamedTuple):
    """What a topic tells apart, in kinds: the class of each kind that is there; for each zone those with an
    order, the same for whoever weighs moves, and where every card is told from every other, as in a world
    (``worlds.h``)."""

    classes: dict[int, int]
    ordered: list[KindSet]
    weighed: list[KindSet]
    each: list[KindSet]


class Classes:
    """What the topics of a deck look at, whatever its numbers of copies."""

    def __init__(self, deck: Deck, tables: ProgramTables, module: nodes.Module, scan: Scan) -> None:
        self._deck = deck
        self._scan = scan
        self._known: dict[Present, list[Apart]] = {}
        self._uses: list[_Uses] = []
        visited: dict[str, _Uses] = {}  # by function: most are reached by many topics
        for topic, code in zip(deck.topics, module.topics, strict=True):
            functions = list(code.functions)
            if topic.plays:
                functions += module.effects
            uses = _Uses(tables, module)
            for function in _reached(functions, module):
                if function.name not in visited:
                    visited[function.name] = _Uses(tables, module)
                    visited[function.name].visit(function.body)
                uses.add(visited[function.name])
            if topic.plays:
                uses.answers(scan)
            if topic.turns > 1 and topic.draw:
                uses.draws(topic.draw)
            if deck.exits:  # where a card lies in a wall is its place
                uses.order(DECK, uses.everything)
            self._uses.append(uses)

    def apart(self, present: Present) -> list[Apart]:
        """By topic, what it tells apart of a deck with these kinds.

        The scan tries cards in the order in which they lie.  Whoever weighs moves is offered those of each
        kind (``find_choices``), in the order of the file, with the first copy; copies are alike unless an
        installed effect belongs to one, which positions tell apart by themselves (``canonical.h``).
        """
        if present not in self._known:
            self._known[present] = [
                self._apart(topic, uses, present)
                for topic, uses in zip(self._deck.topics, self._uses, strict=True)
            ]
        return self._known[present]

    def _apart(self, topic: Topic, uses: _Uses, present: Present) -> Apart:
        classes = _classes(present.some, uses.sets, topic.plays, self._scan.plan["effects_from"])
        of_class: dict[int, KindSet] = {}
        for kind, number in classes.items():
            of_class[number] = of_class.get(number, 0) | 1 << kind

        def several(kinds: KindSet) -> bool:
            """Whether there are cards of more than one class: those of one have no order among them."""
            kinds &= present.some
            return kinds != 0 and kinds & ~of_class[classes[(kinds & -kinds).bit_length() - 1]] != 0

        def many(kinds: KindSet) -> bool:
            """Whether there is more than one card."""
            return (kinds & present.some).bit_count() > 1 or kinds & present.several != 0

        weighed = uses.ordered(several)
        orders = self._scan.scanned if topic.exec_program else ()
        return Apart(classes, uses.ordered(several, orders), weighed, uses.ordered(many, orders))


def _reached(functions: Sequence[nodes.Function], module: nodes.Module) -> Iterator[nodes.Function]:
    """The functions, and those that they call or install, once each."""
    waiting = list(functions)
    seen: set[str] = set()
    while waiting:
        function = waiting.pop()
        if function.name in seen:
            continue
        seen.add(function.name)
        yield function
        for statement in nodes.every(function.body):
            if isinstance(statement, nodes.Call):
                waiting.append(module.defined[statement.function])
            elif isinstance(statement, nodes.Install | nodes.Schedule):
                waiting.append(module.installed[statement.function])
            elif isinstance(statement, nodes.Would):  # the effects that it asks about are installed somewhere
                waiting.append(module.asked[statement.asked])


def _classes(
    some: KindSet, sets: Iterable[KindSet], plays: bool, effects_from: Sequence[int]
) -> dict[int, int]:
    """Number the classes: kinds are alike when they are in the same sets and have no effects."""
    within = dict.fromkeys(members(some), 0)  # by kind, the numbers of the sets that it is in
    for number, kinds in enumerate(sets):
        for kind in members(kinds & some):
            within[kind] |= 1 << number
    numbers: dict[tuple[int, int], int] = {}
    classes = {}
    for kind, signature in within.items():
        acts = plays and effects_from[kind + 1] > effects_from[kind]
        classes[kind] = numbers.setdefault((kind if acts else -1, signature), len(numbers))
    return classes


class _Uses:
    """What a topic's functions look at."""

    def __init__(self, tables: ProgramTables, module: nodes.Module) -> None:
        self.tables = tables
        self.module = module
        self.everything = tables.everything
        self.sets: dict[KindSet, None] = {}  # that are told from others, in the order in which they were met
        self._masks = list(tables.masks)  # by number, the kinds
        self._ordered: list[set[KindSet]] = [set() for _ in module.zones]  # by zone
        self._moves: set[tuple[int, int, KindSet]] = set()  # (from, to, kinds): several cards, in their order

    def order(self, zone: int, kinds: KindSet) -> None:
        """The order of these cards in the zone is looked at."""
        self._ordered[zone].add(kinds)

    def add(self, other: _Uses) -> None:
        """Look at what ``other`` looks at, too."""
        self.sets |= other.sets
        self._moves |= other._moves
        for mine, more in zip(self._ordered, other._ordered, strict=True):
            mine |= more

    def answers(self, scan: Scan) -> None:
        """Effects that answer do so in the order of their zone, or in that in which they moved."""
        zones = len(self.module.zones)
        for index, kinds in enumerate(scan.answering):
            self.order(index % zones, kinds)
        for zone in range(zones):
            self.order(zone, scan.movers)

    def draws(self, cards: int) -> None:
        """Later turns begin by drawing."""
        self.order(DECK, self.everything)
        self._move(DECK, HAND, self.everything, nodes.Constant(cards))

    def ordered(self, several: Callable[[KindSet], bool], more: Sequence[KindSet] = ()) -> list[KindSet]:
        """By zone, the kinds whose order can matter: sets with ``several`` cards that are not alike.

        ``more`` are sets that are looked at besides, by zone."""
        result = [0] * len(self.module.zones)
        for zone, sets in enumerate(self._ordered):
            for kinds in (*sets, *more[zone : zone + 1]):
                if several(kinds):
                    result[zone] |= kinds
        changed = True
        while changed:
            changed = False
            for source, to, kinds in self._moves:
                brought = result[to] & kinds
                if brought & ~result[source] and several(brought):
                    result[source] |= brought
                    changed = True
        return result

    def visit(self, body: Sequence[nodes.Statement]) -> None:
        # The zones that the set may be of, and what is kept of it.
        chosen: tuple[Sequence[int], int] = ((), self.everything)
        amount: nodes.Expression | None = None  # so many of them at most
        everywhere = range(len(self.module.zones))
        for statement, following in zip_longest(body, body[1:]):
            counted = False
            for node in nodes.within(statement):
                if isinstance(node, MASKED):
                    self._tell(self._masks[node.mask])
                elif isinstance(node, nodes.Property):
                    self._property(node.property)
                elif isinstance(node, nodes.Copies):
                    counted = True
            chosen_by_name = isinstance(statement, nodes.Limit) and statement.end.chosen
            if chosen_by_name or counted or isinstance(statement, PRESENT):  # how many a kind has is seen
                for kind in members(self.everything):
                    self._tell(1 << kind)
            match statement:
                case nodes.If() | nodes.Loop() | nodes.KeepWhere():
                    for part in nodes.parts(statement):
                        self.visit(part)
                case nodes.ChooseZone(zone):
                    chosen, amount = ((zone,), self.everything), None
                case nodes.ChooseCard() | nodes.ChooseEvery():
                    chosen, amount = ((), self.everything), None
                case nodes.ChooseEvent():
                    chosen, amount = (everywhere, self.everything), None
                case nodes.Keep(mask):
                    chosen = chosen[0], chosen[1] & self._masks[mask]
                case nodes.Limit(end, limit, rejected):
                    if end is not End.RANDOM:  # each is taken or not, wherever it lies
                        for zone in chosen[0]:
                            self.order(zone, chosen[1])
                    if not rejected:
                        amount = limit
                case nodes.LookAtChosen():
                    for zone in chosen[0]:
                        self.order(zone, chosen[1])
                case nodes.MoveChosen(_, to, _):
                    for zone in chosen[0]:
                        self._move(zone, to, chosen[1], amount)
                case nodes.Fold(_, _, prop):
                    self._property(prop)
                case nodes.TopProperty(_, zone, prop):
                    self.order(zone, self.everything)
                    self._property(prop)
                case nodes.MoveAll(_, zone, _, to, _) if zone != to and following == nodes.Shuffle(to):
                    pass  # whatever order they come in is forgotten
                case nodes.MoveAll(_, zone, mask, to, _):
                    self._move(zone, to, self._masks[mask])
                case nodes.MoveFirst(_, zone, mask, amount, to, _) | nodes.MovePicked(
                    _, zone, mask, amount, to, _
                ):
                    self.order(zone, self._masks[mask])
                    self._move(zone, to, self._masks[mask], amount)
                case nodes.Draw(_, _, _, to) | nodes.DrawSeveral(_, _, _, to) | nodes.Take(_, _, to):
                    self._move(DECK, to, self.everything)
                case nodes.DrawForTurn():
                    self._move(DECK, HAND, self.everything)
                case nodes.Install() if statement.event == MOVE:  # one card after the other is answered
                    for zone in everywhere:
                        self.order(zone, self.everything)
                case nodes.MoveTop(_, zone, amount, to, _):
                    self.order(zone, self.everything)
                    self._move(zone, to, self.everything, amount)
                case nodes.Match(_, how, zone, wants):
                    for mask, slot in self.tables.slots(wants):
                        self._tell(self._masks[mask])
                        if how is Matching.FIRST and slot == SLOT_FIRST:
                            self.order(zone, self._masks[mask])

    def _property(self, prop: int) -> None:
        """Cards with different values of a property are not alike."""
        alike: dict[int, KindSet] = {}
        for kind, value in enumerate(self.tables.property_by_kind(prop)):
            alike[value] = alike.get(value, 0) | 1 << kind
        for kinds in alike.values():
            self._tell(kinds)

    def _tell(self, kinds: KindSet) -> None:
        """These cards are told from the others."""
        self.sets[kinds] = None

    def _move(
        self, source: int, to: nodes.ZoneNode, mask: int, amount: nodes.Expression | None = None
    ) -> None:
        targets = [to] if isinstance(to, int) else range(len(self.module.zones))
        if amount != nodes.Constant(1):  # one card brings no order with it
            self._moves.update((source, zone, mask) for zone in targets if zone != source)
        if source in targets:  # a move within a zone changes its order, of which it sees all
            self.order(source, self.everything)
