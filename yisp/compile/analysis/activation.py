"""What the activation scan needs to know about a deck's effects.

What comes in: the lowered functions and the flags of the effects.  What goes out: the tables of
the scan (``scan.h``): which cards to look at in which zone, in what order, and whether every
effect is *tidy*, so that the scan may skip looks that cannot have a consequence; and the like for
effects that answer events.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from yisp_runtime.codes import DECK, EVENTS

from ...deck.kinds import KindSet, members
from ...deck.model import Deck
from .. import nodes
from ..lowering.tables import ProgramTables
from .looks import Looks
from .specialise import LEAVES_CARD

MOVE = EVENTS.index("move")

STAYS = (
    LEAVES_CARD | nodes.Call | nodes.Fold | nodes.Give | nodes.If | nodes.Install | nodes.KeepWhere
    | nodes.Loop | nodes.Remain | nodes.Schedule | nodes.Step | nodes.Stop | nodes.TopProperty
)  # fmt: skip
"""Statements that move no card themselves."""

ASKS_NO_STAMPS = (
    nodes.Activate | nodes.Call | nodes.Checked | nodes.ChooseCard | nodes.ChooseEvery | nodes.ChooseZone
    | nodes.ChosenSize | nodes.Fail | nodes.Fold | nodes.Forbid | nodes.Give | nodes.Guard | nodes.If
    | nodes.Keep | nodes.KeepCard | nodes.KeepWhere | nodes.Let | nodes.Loop | nodes.MulDiv | nodes.Print
    | nodes.Random | nodes.SetGlobal | nodes.Shuffle | nodes.Step | nodes.Stop | nodes.TopProperty
    | nodes.ZoneOfCard
)  # fmt: skip
"""Those of them that do not ask in which order cards lie, or by the line where there is one."""


class Scan(NamedTuple):
    """What the scan needs whatever the numbers of copies are.

    ``plan`` is a part of ``Program.plan``.  The sets are of kinds: by zone, those with an effect that can be
    activated there; by event and zone, those with one that answers it there; and those whose moves something
    may answer.
    """

    plan: dict[str, Any]
    scanned: list[KindSet]
    answering: list[KindSet]
    movers: KindSet

    def by_card(self, tables: ProgramTables) -> dict[str, Any]:
        """The rest of the plan's part, for the deck of those tables."""
        kinds = tables.deck.kinds
        sets = [(zone, self.scanned[zone]) for zone in self.plan["scan_zones"]]
        return {
            "kind_of": [index for index, kind in enumerate(kinds) for _ in range(kind.count)],
            "scan_masks": [tables.cards_of(one) for one in self.scanned],
            "answer_masks": [tables.cards_of(one) for one in self.answering],
            "movers": tables.cards_of(self.movers),
            "scanned": [
                tables.cards_of(one)
                for _, within in sets
                for one in (within, *(1 << kind for kind in members(within)))
            ],
        }


def scan_of(deck: Deck, tables: ProgramTables, module: nodes.Module) -> Scan:
    """What the scan needs to know of the deck's effects."""
    limits = iter(tables.effect_limits)
    infos: list[list[int]] = []
    effects_from = [0]
    scanning = [0] * len(tables.zones)
    answering = [0] * (len(EVENTS) * len(tables.zones))
    everywhere = (1 << len(tables.zones)) - 1
    movers = 0
    for index, kind in enumerate(deck.kinds):
        for effect in kind.effects:
            flags = effect.effect.flags
            zones = [tables.zone(letter) for letter in flags.zones]
            within = sum(1 << zone for zone in zones)
            if flags.event is None:
                infos.append([within, int(flags.once), int(flags.first), -1, 0, 0, 0, *next(limits)])
                for zone in zones:
                    scanning[zone] |= 1 << index
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
                movers |= 1 << index
            else:
                for zone in zones:
                    answering[event * len(tables.zones) + zone] |= 1 << index
        effects_from.append(len(infos))
    installed = (one for one in module.statements if isinstance(one, nodes.Install))
    if any(one.event == MOVE for one in installed):  # of whatever card
        movers = tables.everything
    scanned = [zone for zone, kinds in enumerate(scanning) if kinds]
    answered = [zone for zone in range(len(tables.zones)) if any(answering[zone :: len(tables.zones)])]
    for zones in (scanned, answered):
        zones.sort(key=lambda zone: ("HB".find(tables.zones[zone]) % 3, tables.zones[zone]))
    veiled = _zones_that_may_be_veiled(module)
    bits = sum(1 << zone for zone in veiled)
    queues = _queues(module) - veiled
    unbroken = queues - _zones_left_otherwise(module)
    # Where effects are looked for, cards are gone through in order.
    undated = unbroken.difference(scanned, answered) if _asks_no_stamps(module) else set()
    looks = Looks(module, bits)
    plan = {
        "effects_from": effects_from,
        "effects": infos,
        "scan_zones": scanned,
        "listens": module.listens,
        "answer_zones": answered,
        "veiled": bits,
        "queues": sum(1 << zone for zone in queues),
        "unbroken": sum(1 << zone for zone in unbroken),
        "undated": sum(1 << zone for zone in undated),
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
    return Scan(plan, scanning, answering, movers)


def _zones_that_may_be_veiled(module: nodes.Module) -> set[int]:
    """The deck, and every zone that some program shuffles."""
    veiled = {DECK}
    for statement in module.statements:
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


def _zones_left_otherwise(module: nodes.Module) -> set[int]:
    """The zones that some card may leave but from the top, or for a place in the same zone."""
    zones: set[int] = set()
    for statement in module.statements:
        match statement:
            case nodes.MoveTop(_, zone, _, to) if isinstance(to, int) and to != zone:
                pass
            case nodes.MoveTop() | nodes.MoveAll() | nodes.MoveFirst() | nodes.MovePicked():
                zones.add(statement.zone)
            case _ if not isinstance(statement, STAYS):  # out of whatever zone
                return set(range(len(module.zones)))
    return zones


def _asks_no_stamps(module: nodes.Module) -> bool:
    """Whether no program asks in which order the cards of a zone lie that none leaves but by its line.

    Of other zones cards are taken in order; where a card comes from, it needs no stamp any more.
    """
    moves = nodes.MoveAll | nodes.MoveFirst | nodes.MovePicked | nodes.MoveTop
    return all(isinstance(statement, ASKS_NO_STAMPS | moves) for statement in module.statements)
