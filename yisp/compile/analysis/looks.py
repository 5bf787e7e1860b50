"""What a look at an effect comes to: what running it does before its guards have decided.

What comes in: the lowered functions.  What goes out: whether an effect is *tidy*, so that the scan may skip
looks (``activation``); whether its guards are plain, so that they can be asked of all effects at once
(``specialise``); and the first thing that is done too early for a policy that weighs (``weighing``).
"""

from __future__ import annotations

from collections.abc import Sequence

from yisp_runtime.codes import FREE_STEPS

from .. import nodes
from ..operators import End


def before_activation(body: Sequence[nodes.Statement]) -> list[nodes.Statement] | None:
    """The statements up to the last guard before ``@``; None where no ``@`` is on the way."""
    for index, statement in enumerate(body):
        if isinstance(statement, nodes.Activate):
            before = list(body[:index])
            while before and not isinstance(before[-1], nodes.Guard):
                before.pop()
            return before
    return None


def looked_at(body: Sequence[nodes.Statement]) -> Sequence[nodes.Statement]:
    """What a look runs: up to the last guard before ``@``, or everything where there is no ``@``."""
    before = before_activation(body)
    return body if before is None else before


def is_plain(body: Sequence[nodes.Statement]) -> bool:
    """Whether a look only compares numbers that are there, so that it cannot fail nor take a step."""
    looked = nodes.every(looked_at(body))
    return all(isinstance(statement, nodes.Let | nodes.Guard | nodes.If) for statement in looked)


class Looks:
    """Tells which effects are tidy.

    A look at a tidy one activates it, or ends the trial's play by a run-time error, or leaves everything as
    it was and comes out alike for all copies of a card in a zone.  For that nothing may be done in it, nor
    asked about the card itself; and it takes no more steps than are given back to a look that is refused
    (``effects.h``).
    """

    def __init__(self, module: nodes.Module, veiled: int) -> None:
        self._module = module
        self._deeds = Deeds(module, veiled)
        self._known: dict[str, int] = {}  # by function, how many steps it can take

    def is_tidy(self, effect: nodes.Function) -> bool:
        body = looked_at(effect.body)
        return not any(map(self._deeds.is_one, body)) and self._steps(body) <= FREE_STEPS

    def _steps(self, body: Sequence[nodes.Statement]) -> int:
        """How many steps it takes at most, both ways of a branch together; more than are free where it does
        something of which that is not known, or asks about its card."""
        steps = 0
        for statement in nodes.every(body):
            match statement:
                case nodes.Call(_, function, _, _):
                    steps += 1 + self._steps_in(self._module.defined[function])
                case (
                    nodes.Loop() | nodes.Would() | nodes.ChooseCard() | nodes.KeepCard() | nodes.ZoneOfCard()
                ):  # fmt: skip
                    steps += FREE_STEPS + 1
        return min(steps, FREE_STEPS + 1)

    def _steps_in(self, function: nodes.Function) -> int:
        if function.name not in self._known:
            self._known[function.name] = self._steps(function.body)
        return self._known[function.name]


class Deeds:
    """Tells, statement after statement, which of them does something: moves, assigns, rolls, prints or turns
    a card over.

    ``veiled`` are the zones in which cards can be unrevealed, as a bitset.
    """

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
            case nodes.TopProperty(_, zone, _):
                return bool(self._veiled >> zone & 1)
            case nodes.If() | nodes.Loop():
                return any(self.is_one(one) for part in nodes.parts(statement) for one in part)
            case nodes.KeepWhere(_, body):
                outer = self._unknown  # of the set that is filtered: `body` works out others
                is_one = any(map(self.is_one, body))
                self._unknown = outer
                return is_one
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
                | nodes.KeepCard()
                | nodes.Fold()
                | nodes.ChosenSize()
                | nodes.Remain()
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
