"""What both targets print alike: statements that are one call of the runtime, and how operators are spelled.

The runtime's C functions and the methods of a table have the same names there, and the same arguments in the
same order.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import assert_never

from yisp_runtime.codes import CLAIMS, ENDS

from .. import nodes
from ..nodes.deals import DealStatement
from ..operators import Operator, Way
from .contract import Printer

Called = (
    nodes.Random | nodes.ZoneOfCard | nodes.ChooseZone | nodes.ChooseCard | nodes.ChooseEvent
    | nodes.ChooseEvery | nodes.Keep | nodes.KeepCard | nodes.Limit | nodes.ChosenSize | nodes.Fold
    | nodes.TopProperty | nodes.Match | nodes.MoveChosen | nodes.MoveAll | nodes.MoveFirst | nodes.MovePicked
    | nodes.MoveTop | nodes.BeginDraw | nodes.EndDraw | nodes.Shuffle | nodes.Collapse | nodes.Remain
    | nodes.DrawForTurn | nodes.Take | DealStatement | nodes.Activate | nodes.Forbid
)  # fmt: skip
"""The statements that are such a call."""

CHECKED = {Operator.ADD: "add", Operator.SUBTRACT: "subtract", Operator.MULTIPLY: "multiply"}
"""What checked arithmetic is called in the runtime."""

SIGNS = {
    Operator.ADD: "+",
    Operator.SUBTRACT: "-",
    Operator.MULTIPLY: "*",
    Operator.GREATER: ">",
    Operator.AT_LEAST: ">=",
    Operator.LESS: "<",
    Operator.AT_MOST: "<=",
    Operator.EQUAL: "==",
    Operator.UNEQUAL: "!=",
    Operator.AND: "&",  # of 1 and 0, without a branch
    Operator.OR: "|",
}
"""The operators that are spelled between their numbers."""

Argument = nodes.Expression | int | str


class Calls(Printer):
    """The calls of one function of a module."""

    def __init__(self, module: nodes.Module, function: nodes.Function) -> None:
        self.module = module
        self.function = function
        self.card = "card" if function.has_card else "-1"

    @abstractmethod
    def call(self, name: str, *arguments: Argument) -> str:
        """A call of the runtime."""

    @abstractmethod
    def zone(self, zone: nodes.ZoneNode) -> str:
        """A zone, by its name."""

    @abstractmethod
    def mask(self, mask: int) -> str:
        """One of the program's masks."""

    def list(self, *arguments: Argument) -> str:
        return ", ".join(
            str(argument) if isinstance(argument, int | str) else self.expression(argument)
            for argument in arguments
        )

    def called(self, statement: Called) -> str:
        """The line of a statement."""
        call, zone, mask = self.call, self.zone, self.mask
        match statement:
            case nodes.Random(name, low, high):
                return f"{name} = {call('random_between', low, high)}"
            case nodes.ZoneOfCard(name):
                return f"{name} = {call('zone_of', 'card')}"
            case nodes.ChooseZone(of):
                return call("choose_zone", zone(of))
            case nodes.ChooseCard():
                return call("choose_card", "card")
            case nodes.ChooseEvent():
                return call("choose_event")
            case nodes.ChooseEvery(of):
                return call("choose_every", zone(of))
            case nodes.Keep(fitting):
                return call("keep", mask(fitting))
            case nodes.KeepCard(rejected):
                return call("keep_card", "card", rejected)
            case nodes.Limit(end, amount, rejected):
                return call("limit", ENDS[end.value], amount, rejected)
            case nodes.ChosenSize(name):
                return f"{name} = {call('chosen_size')}"
            case nodes.Fold(name, how, prop):
                return f"{name} = {call(f'{how.value}_of_chosen', prop)}"
            case nodes.TopProperty(name, of, prop):
                return f"{name} = {call('top_property', zone(of), prop)}"
            case nodes.Match(name, how, of, wants):
                return f"{name} = {call(f'match_{how.value}', zone(of), wants)}"
            case nodes.MoveChosen(site, to, front):
                return call("move_chosen", site, zone(to), front)
            case nodes.MoveAll(site, of, fitting, to, front, way):
                moved = "move_back" if way is Way.BACK else "move_all"
                return call(moved, site, zone(of), mask(fitting), zone(to), front)
            case nodes.MoveFirst(site, of, fitting, amount, to, front):
                return call("move_first", site, zone(of), mask(fitting), amount, zone(to), front)
            case nodes.MovePicked(site, of, fitting, amount, to, front):
                return call("move_picked", site, zone(of), mask(fitting), amount, zone(to), front)
            case nodes.MoveTop(site, of, amount, to, front):
                return call("move_top", site, zone(of), amount, zone(to), front)
            case nodes.BeginDraw():
                return call("begin_draw")
            case nodes.EndDraw(to):
                return call("end_draw", zone(to))
            case nodes.Shuffle(of):
                return call("shuffle", zone(of))
            case nodes.Collapse(of):
                return call("collapse", zone(of))
            case nodes.Remain(name, exit, most):
                return f"{name} = {call('remain', exit, most)}"
            case nodes.DrawForTurn(most, amount):
                return call("draw_for_turn", most, amount)
            case nodes.Take(site, amount, to, front, room, full):
                return call("take", site, amount, zone(to), front, room, full)
            case nodes.BeginClaims(seat, worlds):
                return call("begin_claims", seat, worlds)
            case nodes.Claim(seat, world, sort):
                return call("claim", seat, world, CLAIMS[sort.value])
            case nodes.Bargain():
                return call("bargain")
            case nodes.Withhold(seat):
                return call("withhold", seat)
            case nodes.BeginFilling(places):
                return call("begin_filling", places)
            case nodes.EndFilling():
                return call("end_filling")
            case nodes.Veto(seat, accepts):
                return call("veto", seat, accepts)
            case nodes.Activate():
                return call("activate", "card")
            case nodes.Forbid(tag):
                return call("forbid", tag)
            case _:
                assert_never(statement)
