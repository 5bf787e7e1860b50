"""What a policy that looks ahead cannot weigh: effects that do something before their guards have decided.

What comes in: a deck's lowered effects.  What goes out: for each that moves, assigns, rolls, prints or turns
a card over before the last guard in front of its ``@``, the site of the statement that does.  Reading,
arithmetic and functions that change nothing are free; a guard behind the ``@`` only ends the program.
An effect without ``@`` is no move, but ``greedy`` tries it like any other: all that it does comes too early.

(That the scan may skip effects asks for more, see ``activation.is_tidy``: there, nothing may even fail.)
"""

from __future__ import annotations

from collections.abc import Sequence

from ..lang.diagnostics import Diagnostics
from . import nodes
from .lowering.deck import Lowered
from .operators import End

HASTY = "Y142"


def hasty_sites(lowered: Lowered, zones: Sequence[int], veiled: int, policy: str | None) -> list[int]:
    """The sites; ``zones`` are by effect those that it can be activated from (none: it answers, and nobody
    weighs it), ``veiled`` those in which cards can be unrevealed, as bitsets.

    Raises :class:`DeckError`, with all of them, where a ``policy`` has to weigh these effects.
    """
    tables = lowered.tables
    diagnostics = Diagnostics()
    found = []
    effects = zip(lowered.module.effects, zones, tables.effect_starts, strict=True)
    for function, from_zones, (owner, starts) in effects:
        at = _first_deed(function.body, lowered.module, veiled) if from_zones else None
        if at is None:
            continue
        number, span = next((number, span) for first, number, span in reversed(starts) if first <= at)
        tables.enter_program(*owner)
        tables.enter_statement(number, span)
        found.append(tables.site(HASTY))
        if policy is not None:
            message = f"`{policy}` cannot weigh an effect that does something before its guards have decided"
            hint = "move the guards to the front: whatever comes after them is only done when they hold"
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

    return [sorted(sites(function.body[: _last_guard(function.body)])) for function in module.effects]


def offers_choice(module: nodes.Module) -> bool:
    """Whether some script lets the player choose cards."""
    return any(
        isinstance(statement, nodes.Limit) and statement.end.chosen
        for function in module.functions
        for statement in nodes.every(function.body)
    )


def _first_deed(body: Sequence[nodes.Statement], module: nodes.Module, veiled: int) -> int | None:
    """The index of the first statement before the last guard in front of ``@`` that does something; of all,
    where there is no ``@``."""
    deeds = _Deeds(module, veiled)
    activates = any(isinstance(one, nodes.Activate) for one in body)
    end = _last_guard(body) if activates else len(body)
    return next((index for index in range(end) if deeds.is_one(body[index])), None)


def _last_guard(body: Sequence[nodes.Statement]) -> int:
    """Its index, of those in front of ``@``; 0 where there is none."""
    end = next((index for index, one in enumerate(body) if isinstance(one, nodes.Activate)), 0)
    return max((index for index, one in enumerate(body[:end]) if isinstance(one, nodes.Guard)), default=0)


class _Deeds:
    """Tells, statement after statement, which of them does something."""

    def __init__(self, module: nodes.Module, veiled: int) -> None:
        self._module = module
        self._veiled = veiled
        self._unknown = True  # whether cards of the chosen set may be unrevealed
        self._known: dict[str, bool] = {}  # by function, whether it does something

    def is_one(self, statement: nodes.Statement) -> bool:
        match statement:
            case nodes.ChooseZone(zone):
                self._unknown = bool(self._veiled >> zone & 1)
                return False
            case nodes.ChooseCard() | nodes.ChooseEvent():
                self._unknown = True
                return False
            case nodes.Limit(end, _, _):
                return self._unknown or end is End.RANDOM or end.chosen
            case nodes.LookAtChosen():
                return self._unknown
            case nodes.TopProperty(_, zone, _):
                return bool(self._veiled >> zone & 1)
            case nodes.If() | nodes.Loop() | nodes.KeepWhere():
                return any(self.is_one(one) for part in nodes.parts(statement) for one in part)
            case nodes.Call(_, function, _, _):
                return self._is_in(self._module.defined[function])
            case nodes.Would(_, _, asked):
                return self._is_in(self._module.asked[asked])
            case (
                nodes.Let()
                | nodes.Checked()
                | nodes.MulDiv()
                | nodes.Guard()
                | nodes.Fail()
                | nodes.Give()
                | nodes.Step()
                | nodes.ZoneOfCard()
                | nodes.Keep()
                | nodes.Fold()
                | nodes.ChosenSize()
            ):
                return False
        return True

    def _is_in(self, function: nodes.Function) -> bool:
        """The same of a whole function, of which nobody knows what was chosen before it, nor after."""
        self._unknown = True
        if function.name not in self._known:
            self._known[function.name] = any(map(self.is_one, function.body))
            self._unknown = True
        return self._known[function.name]
