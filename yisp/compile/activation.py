"""What the activation scan needs to know about a deck's effects.

What comes in: the lowered functions and the flags of the effects.  What goes out: the tables of
the scan (``play.pxd``): which cards to look at in which zone, in what order, and whether every
effect is *tidy*, so that the scan may skip looks that cannot have a consequence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..deck.model import Deck
from . import nodes
from .tables import ProgramTables

DECK = 1


def scan_tables(deck: Deck, tables: ProgramTables, module: nodes.Module) -> dict[str, Any]:
    """The part of ``Program.plan`` that describes effects."""
    infos: list[list[int]] = []
    effects_from = [0]
    kind_of: list[int] = []
    walk_masks = [0] * len(tables.zones)
    for index, kind in enumerate(deck.kinds):
        cards = tables.cards_of(1 << index)
        kind_of += [index] * kind.count
        for effect in kind.effects:
            flags = effect.effect.flags
            zones = [tables.zone(letter) for letter in flags.zones]
            infos.append([sum(1 << zone for zone in zones), int(flags.once), int(flags.first)])
            for zone in zones:
                walk_masks[zone] |= cards
        effects_from.append(len(infos))
    walked = [zone for zone, cards in enumerate(walk_masks) if cards]
    walked.sort(key=lambda zone: ("HB".find(tables.zones[zone]) % 3, tables.zones[zone]))
    veiled = _zones_that_may_be_veiled(module)
    return {
        "kind_of": kind_of,
        "effects_from": effects_from,
        "effects": infos,
        "walk_masks": walk_masks,
        "walk_zones": walked,
        "veiled": sum(1 << zone for zone in veiled),
        "tidy": int(
            not veiled.intersection(walked) and all(is_tidy(function.body) for function in module.effects)
        ),
    }


def is_tidy(body: Sequence[nodes.Statement]) -> bool:
    """Whether running the program either activates the effect or has no consequence at all.

    That is so when nothing up to the last guard before ``@`` has a consequence; behind that guard
    ``@`` is reached (or a run-time error ends the trial's play).
    """
    before = before_activation(body)
    return all(map(_is_inconsequential, body if before is None else before))


def before_activation(body: Sequence[nodes.Statement]) -> list[nodes.Statement] | None:
    """The statements up to the last guard before ``@``; None where no ``@`` is on the way."""
    for index, statement in enumerate(body):
        if isinstance(statement, nodes.Activate):
            before = list(body[:index])
            while before and not isinstance(before[-1], nodes.Guard):
                before.pop()
            return before
    return None


def _is_inconsequential(statement: nodes.Statement) -> bool:
    match statement:
        case nodes.Let() | nodes.Guard():
            return True
        case nodes.If(_, then, otherwise):
            return all(map(_is_inconsequential, (*then, *otherwise)))
        case _:
            return False


def _zones_that_may_be_veiled(module: nodes.Module) -> set[int]:
    """The deck, and every zone that some program shuffles."""
    veiled = {DECK}
    functions = [*module.effects, *(topic.header for topic in module.topics if topic.header)]
    for function in functions:
        for statement in _every(function.body):
            if isinstance(statement, nodes.Shuffle):
                if isinstance(statement.zone, nodes.Local):  # that of X: it may be anywhere
                    return set(range(len(module.zones)))
                veiled.add(statement.zone)
    return veiled


def _every(body: Iterable[nodes.Statement]) -> Iterator[nodes.Statement]:
    for statement in body:
        yield statement
        if isinstance(statement, nodes.If):
            yield from _every(statement.then)
            yield from _every(statement.otherwise)
