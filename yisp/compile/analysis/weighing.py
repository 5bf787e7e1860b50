"""What a policy that looks ahead cannot weigh: effects that do something before their guards have decided.

What comes in: a deck's lowered effects.  What goes out: for each that moves, assigns, rolls, prints or turns
a card over before the last guard in front of its ``@``, the site of the statement that does.  Reading,
arithmetic and functions that change nothing are free; a guard behind the ``@`` only ends the program.
An effect without ``@`` is no move, but ``greedy`` tries it like any other: all that it does comes too early.

(That the scan may skip looks asks for more: see ``looks.is_tidy``.)
"""

from __future__ import annotations

from collections.abc import Sequence

from ...lang.diagnostics import Diagnostics
from ...messages import say
from .. import nodes
from ..lowering.deck import Lowered
from .looks import Deeds, before_activation, looked_at

HASTY = "Y133"


def hasty_sites(lowered: Lowered, zones: Sequence[int], veiled: int, policy: str | None) -> list[int]:
    """The sites; ``zones`` are by effect those that it can be activated from (none: it answers, and nobody
    weighs it), ``veiled`` those in which cards can be unrevealed, as bitsets.

    Raises :class:`DeckError`, with all of them, where a ``policy`` has to weigh these effects.
    """
    tables = lowered.tables
    deeds = Deeds(lowered.module, veiled)
    diagnostics = Diagnostics()
    found = []
    effects = zip(lowered.module.effects, zones, tables.effect_starts, strict=True)
    for function, from_zones, (owner, starts) in effects:
        looked = looked_at(function.body) if from_zones else ()
        at = next((index for index, one in enumerate(looked) if deeds.is_one(one)), None)
        if at is None:
            continue
        number, span = next((number, span) for first, number, span in reversed(starts) if first <= at)
        tables.enter_program(*owner)
        tables.enter_statement(number, span)
        found.append(tables.site(HASTY))
        if policy is not None:
            message = say(
                "`{policy}` cannot weigh an effect that does something before its guards have decided",
                policy=policy,
            )
            hint = say("move the guards to the front: whatever comes after them is only done when they hold")
            diagnostics.error(HASTY, message, owner[3].place(*span), hint)
    diagnostics.raise_errors()
    return found


def guard_sites(module: nodes.Module) -> list[list[int]]:
    """By effect, where it can fail before its last guard in front of ``@`` has decided."""

    known: dict[str, set[int]] = {}  # by function: what calls it asks once

    def sites_of(function: nodes.Function) -> set[int]:
        if function.name not in known:
            known[function.name] = sites(function.body)
        return known[function.name]

    def sites(body: Sequence[nodes.Statement]) -> set[int]:
        found = set()
        for statement in nodes.every(body):
            found |= {getattr(statement, "site", -1)}
            if isinstance(statement, nodes.Call):
                found |= sites_of(module.defined[statement.function])
            elif isinstance(statement, nodes.Would):
                found |= sites_of(module.asked[statement.asked])
                found |= {site for probe in module.probes.values() for site in sites_of(probe)}
        return found - {-1}

    return [sorted(sites(before_activation(function.body) or ())) for function in module.effects]


def offers_choice(module: nodes.Module) -> bool:
    """Whether some script lets the player choose cards."""
    return any(isinstance(one, nodes.Limit) and one.end.chosen for one in module.statements)
