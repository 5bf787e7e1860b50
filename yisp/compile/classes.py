"""Which cards a topic can tell apart, and where their order can matter.

What comes in: the lowered functions of a deck.  What goes out, by topic: a class for every card
(cards of one class are interchangeable: nothing the topic runs distinguishes them), and for every
zone the cards whose order something may look at.  Exact answers rest on both (``simulate.exact``):
positions that differ in neither are one.  When in doubt, cards are told apart and order matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..deck.model import Deck
from . import nodes
from .tables import SLOT_FIRST, ProgramTables


def topic_classes(
    deck: Deck, tables: ProgramTables, module: nodes.Module, plan: dict[str, Any]
) -> list[tuple[list[int], list[int]]]:
    """By topic: the class of each card, and for each zone the bitset of cards with an order."""
    found = []
    for topic, code in zip(deck.topics, module.topics, strict=True):
        functions = list(code.functions)
        if topic.exec_program:
            functions += module.effects
        uses = _Uses(tables, module)
        for function in functions:
            uses.visit(function.body)
        if topic.exec_program:
            for zone in plan["walk_zones"]:
                uses.order(zone, plan["walk_masks"][zone])
        classes = _classes(plan["kind_of"], uses.masks, topic.exec_program, plan["effects_from"])
        found.append((classes, uses.ordered(classes)))
    return found


def _classes(
    kind_of: Sequence[int], masks: Iterable[int], plays: bool, effects_from: Sequence[int]
) -> list[int]:
    """Number the classes: cards are alike when they are in the same masks and have no effects."""
    numbers: dict[tuple[Any, ...], int] = {}
    classes = []
    used = sorted(masks)
    for card, kind in enumerate(kind_of):
        acts = plays and effects_from[kind + 1] > effects_from[kind]
        signature = (kind if acts else -1, *(mask >> card & 1 for mask in used))
        classes.append(numbers.setdefault(signature, len(numbers)))
    return classes


class _Uses:
    """What a topic's functions look at."""

    def __init__(self, tables: ProgramTables, module: nodes.Module) -> None:
        self.tables = tables
        self.module = module
        self.everything = (1 << tables.size) - 1
        self.masks: set[int] = set()
        self._ordered: list[list[int]] = [[] for _ in module.zones]  # by zone, masks
        self._moves: set[tuple[int, int, int]] = set()  # (from, to, mask): several cards, in their order

    def order(self, zone: int, mask: int) -> None:
        """The order of these cards in the zone is looked at."""
        self._ordered[zone].append(mask)

    def ordered(self, classes: Sequence[int]) -> list[int]:
        """By zone, the cards whose order can matter; copies of one class have none among them."""
        result = [0] * len(self.module.zones)
        for zone, masks in enumerate(self._ordered):
            for mask in masks:
                if _several(mask, classes):
                    result[zone] |= mask
        changed = True
        while changed:
            changed = False
            for source, to, mask in self._moves:
                brought = result[to] & mask
                if brought & ~result[source] and _several(brought, classes):
                    result[source] |= brought
                    changed = True
        return result

    def visit(self, body: Iterable[nodes.Statement]) -> None:
        chosen: tuple[int | None, int] = (None, self.everything)  # the zone and what is kept of it
        for statement in body:
            for mask in _masks(statement):
                self.masks.add(self.module.masks[mask])
            match statement:
                case nodes.If(_, then, otherwise):
                    self.visit(then)
                    self.visit(otherwise)
                case nodes.ChooseZone(zone):
                    chosen = zone, self.everything
                case nodes.ChooseCard():
                    chosen = None, self.everything
                case nodes.Keep(mask):
                    chosen = chosen[0], chosen[1] & self.module.masks[mask]
                case nodes.Limit() | nodes.LookAtChosen():
                    if chosen[0] is not None:
                        self.order(*chosen)  # type: ignore[arg-type]
                case nodes.MoveChosen(_, to, _):
                    if chosen[0] is not None:
                        self._move(chosen[0], to, chosen[1])
                case nodes.MoveAll(_, zone, mask, to, _):
                    self._move(zone, to, self.module.masks[mask])
                case nodes.MoveFirst(_, zone, mask, amount, to, _):
                    self.order(zone, self.module.masks[mask])
                    self._move(zone, to, self.module.masks[mask], amount)
                case nodes.MoveTop(_, zone, amount, to, _):
                    self.order(zone, self.everything)
                    self._move(zone, to, self.everything, amount)
                case nodes.Match(_, how, zone, wants):
                    for mask, slot in self._slots(wants):
                        self.masks.add(self.module.masks[mask])
                        if how == "first" and slot == SLOT_FIRST:
                            self.order(zone, self.module.masks[mask])

    def _move(
        self, source: int, to: nodes.ZoneNode, mask: int, amount: nodes.Expression | None = None
    ) -> None:
        targets = [to] if isinstance(to, int) else range(len(self.module.zones))
        if amount != nodes.Constant(1):  # one card brings no order with it
            self._moves.update((source, zone, mask) for zone in targets if zone != source)
        if source in targets:  # a move within a zone changes its order, of which it sees all
            self.order(source, self.everything)

    def _slots(self, wants: int) -> Iterator[tuple[int, int]]:
        flat = self.tables.wants
        for slot in range(flat[wants]):
            at = wants + 1 + 4 * slot
            yield flat[at], flat[at + 3]


def _several(cards: int, classes: Sequence[int]) -> bool:
    """Whether there are cards of more than one class: those of one have no order among them."""
    return len({number for card, number in enumerate(classes) if cards >> card & 1}) > 1


def _masks(node: object) -> Iterator[int]:
    """The masks that a statement and its expressions name."""
    if isinstance(node, nodes.Count | nodes.Keep | nodes.MoveAll | nodes.MoveFirst):
        yield node.mask
    if isinstance(node, tuple):
        for part in node:
            yield from _masks(part)
    elif isinstance(node, nodes.If):
        yield from _masks(node.condition)
    elif hasattr(node, "__dataclass_fields__"):
        for name in node.__dataclass_fields__:
            yield from _masks(getattr(node, name))
