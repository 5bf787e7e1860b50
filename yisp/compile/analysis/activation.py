"""What the activation scan needs to know about a deck's effects.

What comes in: the lowered functions and the flags of the effects.  What goes out: the tables of
the scan (``scan.h``): which cards to look at in which zone, in what order, and whether every
effect is *tidy*, so that the scan may skip looks that cannot have a consequence; and the like for
effects that answer events.
"""

from __future__ import annotations

from typing import Any

from yisp_runtime.codes import DECK, EVENTS

from ...deck.model import Deck
from .. import nodes
from ..lowering.tables import ProgramTables
from .looks import Looks

MOVE = EVENTS.index("move")


def scan_tables(deck: Deck, tables: ProgramTables, module: nodes.Module) -> dict[str, Any]:
    """The part of ``Program.plan`` that describes effects."""
    limits = iter(tables.effect_limits)
    infos: list[list[int]] = []
    effects_from = [0]
    kind_of: list[int] = []
    scan_masks = [0] * len(tables.zones)
    answer_masks = [0] * (len(EVENTS) * len(tables.zones))
    everywhere = (1 << len(tables.zones)) - 1
    movers = 0
    for index, kind in enumerate(deck.kinds):
        cards = tables.cards_of(1 << index)
        kind_of += [index] * kind.count
        for effect in kind.effects:
            flags = effect.effect.flags
            zones = [tables.zone(letter) for letter in flags.zones]
            within = sum(1 << zone for zone in zones)
            if flags.event is None:
                infos.append([within, int(flags.once), int(flags.first), -1, 0, 0, 0, *next(limits)])
                for zone in zones:
                    scan_masks[zone] |= cards
                continue
            event = EVENTS.index(flags.event.kind)
            source, target = (
                everywhere if letter is None else 1 << tables.zone(letter)
                for letter in (flags.event.source, flags.event.target)
            )
            infos.append([
                0, int(flags.once), int(flags.first), event, source, target, within or everywhere,
                *next(limits),
            ])  # fmt: skip
            if event == MOVE:
                movers |= cards
            else:
                for zone in zones:
                    answer_masks[event * len(tables.zones) + zone] |= cards
        effects_from.append(len(infos))
    if any(_answers_moves(function) for function in module.functions):
        movers = tables.cards_of(tables.everything)
    scanned = [zone for zone, cards in enumerate(scan_masks) if cards]
    answered = [zone for zone in range(len(tables.zones)) if any(answer_masks[zone :: len(tables.zones)])]
    for zones in (scanned, answered):
        zones.sort(key=lambda zone: ("HB".find(tables.zones[zone]) % 3, tables.zones[zone]))
    veiled = _zones_that_may_be_veiled(module)
    bits = sum(1 << zone for zone in veiled)
    looks = Looks(module, bits)
    return {
        "kind_of": kind_of,
        "effects_from": effects_from,
        "effects": infos,
        "scan_masks": scan_masks,
        "scan_zones": scanned,
        "listens": module.listens,
        "answer_masks": answer_masks,
        "answer_zones": answered,
        "movers": movers,
        "veiled": bits,
        "queues": sum(1 << zone for zone in _queues(module) - veiled),
        # Room for gaps, so that a line is laid anew only now and then.
        "line_mask": (1 << (4 * tables.size).bit_length()) - 1,
        "tidy": int(
            not veiled.intersection(scanned)
            and all(
                looks.is_tidy(function)
                for function, info in zip(module.effects, infos, strict=True)
                if info[0]
            )
        ),
    }


def _zones_that_may_be_veiled(module: nodes.Module) -> set[int]:
    """The deck, and every zone that some program shuffles."""
    veiled = {DECK}
    for function in module.functions:
        for statement in nodes.every(function.body):
            if isinstance(statement, nodes.Shuffle):
                if isinstance(statement.zone, nodes.Local):  # that of X: it may be anywhere
                    return set(range(len(module.zones)))
                veiled.add(statement.zone)
    return veiled


def _queues(module: nodes.Module) -> set[int]:
    """The zones that a main program takes cards from the top of: it may play for long."""
    functions = [topic.scripts["program"] for topic in module.topics if "program" in topic.scripts]
    if functions:
        functions += module.defined
    return {
        statement.zone
        for function in functions
        for statement in nodes.every(function.body)
        if isinstance(statement, nodes.MoveTop | nodes.TopProperty)
    }


def _answers_moves(function: nodes.Function) -> bool:
    """Whether the function installs an effect that answers moves, of whatever card."""
    return any(
        isinstance(statement, nodes.Install) and statement.event == MOVE
        for statement in nodes.every(function.body)
    )
