"""Which cards a topic can tell apart, and where their order can matter.

What comes in: the lowered functions of a deck.  What goes out, by topic: a class for every card
(cards of one class are interchangeable: nothing the topic runs distinguishes them), and for every
zone the cards whose order something may look at.  Exact answers rest on both (``simulate.exact``):
positions that differ in neither are one.  When in doubt, cards are told apart and order matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from yisp_runtime.codes import DECK, HAND

from ...deck.kinds import members
from ...deck.model import Deck
from .. import nodes
from ..lowering.tables import SLOT_FIRST, ProgramTables
from ..operators import Matching
from .presence import PRESENT

MASKED = (nodes.Count, nodes.Keep, nodes.MoveAll, nodes.MoveFirst, nodes.MovePicked)
"""What names a set of cards as its ``mask``."""


def topic_classes(
    deck: Deck, tables: ProgramTables, module: nodes.Module, plan: dict[str, Any]
) -> list[tuple[list[int], list[int], list[int], list[int]]]:
    """By topic: the class of each card, for each zone the bitset of cards with an order, the same for whoever
    weighs moves, and where every card is told from every other, as in a world (``worlds.h``).

    The scan tries cards in the order in which they lie.  Whoever weighs moves is offered those of each kind
    (``find_choices``), in the order of the file, with the first copy; copies are alike unless an installed
    effect belongs to one, which positions tell apart by themselves (``canonical.h``).
    """
    found = []
    visited: dict[str, _Uses] = {}  # by function: most are reached by many topics
    for topic, code in zip(deck.topics, module.topics, strict=True):
        functions = list(code.functions)
        if topic.plays:
            functions += module.effects
        uses = _Uses(tables, module, plan)
        for function in _reached(functions, module):
            if function.name not in visited:
                visited[function.name] = _Uses(tables, module, plan)
                visited[function.name].visit(function.body)
            uses.add(visited[function.name])
        if topic.plays:
            uses.answers()
        if topic.turns > 1 and topic.draw:
            uses.draws(topic.draw)
        if deck.exits:  # where a card lies in a wall is its place
            uses.order(DECK, uses.everything)
        classes = _classes(plan["kind_of"], uses.masks, topic.plays, plan["effects_from"])
        weighed = uses.ordered(classes)
        if topic.exec_program:
            for zone in plan["scan_zones"]:
                uses.order(zone, plan["scan_masks"][zone])
        found.append((classes, uses.ordered(classes), weighed, uses.ordered(range(len(classes)))))
    return found


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
    kind_of: Sequence[int], masks: Iterable[int], plays: bool, effects_from: Sequence[int]
) -> list[int]:
    """Number the classes: cards are alike when they are in the same masks and have no effects."""
    everything = (1 << len(kind_of)) - 1
    within = [0] * len(kind_of)  # by card, the numbers of the masks that it is in
    for number, mask in enumerate(masks):
        if 2 * mask.bit_count() > len(kind_of):  # who is not in it tells as much
            mask ^= everything
        for card in members(mask):
            within[card] |= 1 << number
    numbers: dict[tuple[int, int], int] = {}
    classes = []
    for kind, signature in zip(kind_of, within, strict=True):
        acts = plays and effects_from[kind + 1] > effects_from[kind]
        classes.append(numbers.setdefault((kind if acts else -1, signature), len(numbers)))
    return classes


class _Uses:
    """What a topic's functions look at."""

    def __init__(self, tables: ProgramTables, module: nodes.Module, plan: dict[str, Any]) -> None:
        self.tables = tables
        self.module = module
        self.plan = plan
        self.everything = (1 << tables.size) - 1
        self.masks: set[int] = set()
        self._ordered: list[set[int]] = [set() for _ in module.zones]  # by zone, masks
        self._moves: set[tuple[int, int, int]] = set()  # (from, to, mask): several cards, in their order

    def order(self, zone: int, mask: int) -> None:
        """The order of these cards in the zone is looked at."""
        self._ordered[zone].add(mask)

    def add(self, other: _Uses) -> None:
        """Look at what ``other`` looks at, too."""
        self.masks |= other.masks
        self._moves |= other._moves
        for mine, more in zip(self._ordered, other._ordered, strict=True):
            mine |= more

    def answers(self) -> None:
        """Effects that answer do so in the order of their zone, or in that in which they moved."""
        plan, zones = self.plan, len(self.module.zones)
        for index, mask in enumerate(plan["answer_masks"]):
            if mask:
                self.order(index % zones, mask)
        if plan["movers"]:
            for zone in range(zones):
                self.order(zone, plan["movers"])

    def draws(self, cards: int) -> None:
        """Later turns begin by drawing."""
        self.order(DECK, self.everything)
        self._move(DECK, HAND, self.everything, nodes.Constant(cards))

    def ordered(self, classes: Sequence[int]) -> list[int]:
        """By zone, the cards whose order can matter; copies of one class have none among them."""
        sets: dict[int, int] = {}
        for card, number in enumerate(classes):
            sets[number] = sets.get(number, 0) | 1 << card
        alike = [sets[number] for number in classes]
        result = [0] * len(self.module.zones)
        for zone, masks in enumerate(self._ordered):
            for mask in masks:
                if _several(mask, alike):
                    result[zone] |= mask
        changed = True
        while changed:
            changed = False
            for source, to, mask in self._moves:
                brought = result[to] & mask
                if brought & ~result[source] and _several(brought, alike):
                    result[source] |= brought
                    changed = True
        return result

    def visit(self, body: Sequence[nodes.Statement]) -> None:
        # The zones that the set may be of, and what is kept of it.
        chosen: tuple[Sequence[int], int] = ((), self.everything)
        everywhere = range(len(self.module.zones))
        for statement, following in zip_longest(body, body[1:]):
            counted = False
            for node in nodes.within(statement):
                if isinstance(node, MASKED):
                    self.masks.add(self.module.masks[node.mask])
                elif isinstance(node, nodes.Property):
                    self._property(node.property)
                elif isinstance(node, nodes.Copies):
                    counted = True
            chosen_by_name = isinstance(statement, nodes.Limit) and statement.end.chosen
            if chosen_by_name or counted or isinstance(statement, PRESENT):  # how many a kind has is seen
                kinds = range(len(self.plan["effects_from"]) - 1)
                self.masks.update(self.tables.cards_of(1 << kind) for kind in kinds)
            match statement:
                case nodes.If() | nodes.Loop() | nodes.KeepWhere():
                    for part in nodes.parts(statement):
                        self.visit(part)
                case nodes.ChooseZone(zone):
                    chosen = (zone,), self.everything
                case nodes.ChooseCard() | nodes.ChooseEvery():
                    chosen = (), self.everything
                case nodes.ChooseEvent():
                    chosen = everywhere, self.everything
                case nodes.Keep(mask):
                    chosen = chosen[0], chosen[1] & self.module.masks[mask]
                case nodes.Limit() | nodes.LookAtChosen():
                    for zone in chosen[0]:
                        self.order(zone, chosen[1])
                case nodes.MoveChosen(_, to, _):
                    for zone in chosen[0]:
                        self._move(zone, to, chosen[1])
                case nodes.Fold(_, _, prop):
                    self._property(prop)
                case nodes.TopProperty(_, zone, prop):
                    self.order(zone, self.everything)
                    self._property(prop)
                case nodes.MoveAll(_, zone, _, to, _) if zone != to and following == nodes.Shuffle(to):
                    pass  # whatever order they come in is forgotten
                case nodes.MoveAll(_, zone, mask, to, _):
                    self._move(zone, to, self.module.masks[mask])
                case nodes.MoveFirst(_, zone, mask, amount, to, _) | nodes.MovePicked(
                    _, zone, mask, amount, to, _
                ):
                    self.order(zone, self.module.masks[mask])
                    self._move(zone, to, self.module.masks[mask], amount)
                case nodes.Draw(_, _, _, to) | nodes.DrawSeveral(_, _, _, to) | nodes.Take(_, _, to):
                    self._move(DECK, to, self.everything)
                case nodes.DrawForTurn():
                    self._move(DECK, HAND, self.everything)
                case nodes.MoveTop(_, zone, amount, to, _):
                    self.order(zone, self.everything)
                    self._move(zone, to, self.everything, amount)
                case nodes.Match(_, how, zone, wants):
                    for mask, slot in self.tables.slots(wants):
                        self.masks.add(self.module.masks[mask])
                        if how is Matching.FIRST and slot == SLOT_FIRST:
                            self.order(zone, self.module.masks[mask])

    def _property(self, prop: int) -> None:
        """Cards with different values of a property are not alike."""
        alike: dict[int, int] = {}
        for card, value in enumerate(self.plan["properties"][prop]):
            alike[value] = alike.get(value, 0) | 1 << card
        self.masks.update(alike.values())

    def _move(
        self, source: int, to: nodes.ZoneNode, mask: int, amount: nodes.Expression | None = None
    ) -> None:
        targets = [to] if isinstance(to, int) else range(len(self.module.zones))
        if amount != nodes.Constant(1):  # one card brings no order with it
            self._moves.update((source, zone, mask) for zone in targets if zone != source)
        if source in targets:  # a move within a zone changes its order, of which it sees all
            self.order(source, self.everything)


def _several(cards: int, alike: Sequence[int]) -> bool:
    """Whether there are cards of more than one class: those of one have no order among them.

    ``alike`` is for each card the set of those of its class.
    """
    lowest = (cards & -cards).bit_length() - 1
    return cards & ~alike[lowest] != 0 if cards else False
