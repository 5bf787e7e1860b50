"""Statements of the python target: calls of the table's methods.

A run-time error is an exception that the runtime raises and catches.  A move's ``way`` changes nothing that
happens, and the table's methods find their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from yisp_runtime.codes import CLAIMS, ENDS, ROUNDINGS

from ... import nodes
from ...operators import Operator, Total, Way
from .expressions import Expressions

CHECKED = {Operator.ADD: "add", Operator.SUBTRACT: "subtract", Operator.MULTIPLY: "multiply"}
"""What checked arithmetic is called in the runtime, for both targets."""

WITHOUT_BOUND = str(2**63 - 1)


class Statements(Expressions):
    """The statements of one function of a module."""

    def __init__(self, module: nodes.Module, function: nodes.Function) -> None:
        super().__init__(module, function)
        self.card = "card" if function.has_card else "-1"

    def take_step(self, site: int) -> str:
        """A line that counts a step, and fails at the site when that is one too many."""
        return f"table.take_step({site})"

    def list(self, *arguments: nodes.Expression | int) -> str:
        return ", ".join(
            str(argument) if isinstance(argument, int) else self.expression(argument)
            for argument in arguments
        )

    def _bound(self, bound: nodes.Expression | None) -> str:
        return WITHOUT_BOUND if bound is None else self.expression(bound)

    def statement(self, statement: nodes.Statement) -> Iterator[str]:
        match statement:
            case nodes.If(condition, then, otherwise):
                test = self.bare(condition)
                if not then:
                    then, otherwise, test = otherwise, then, self.negated(condition)
                yield f"if {test}:"
                yield from self.block(then)
                if otherwise:
                    yield "else:"
                    yield from self.block(otherwise)
            case nodes.Guard(condition):
                yield f"if {self.negated(condition)}:"
                yield "    return 0" if self.function.gives_number else "    return"
            case nodes.Loop(test, condition, body, site):
                if test:
                    yield "while True:"
                    yield from self.block(test)
                    yield f"    if {self.negated(condition)}:"
                    yield "        break"
                else:
                    yield f"while {self.bare(condition)}:"
                yield f"    {self.take_step(site)}"
                yield from self.block(body)
            case nodes.KeepWhere(kind, body, condition):
                yield f"{kind}_held = table.hold_chosen()"
                yield f"for {kind} in {kind}_held.kinds():"
                yield from self.block(body)
                yield f"    if {self.negated(condition)}:"
                yield f"        {kind}_held.drop({kind})"
                yield f"table.choose_held({kind}_held)"
            case nodes.Call(name, function, arguments, site):
                passed = ", ".join(["table", self.card, *map(self.expression, arguments)])
                yield self.take_step(site)
                yield f"{name} = function_{function}({passed})"
            case nodes.Let(name, value):
                yield f"{name} = {self.bare(value)}"
            case nodes.SetGlobal(variable, value):
                yield f"table[{variable}] = {self.bare(value)}"
            case nodes.Checked(name, operator, left, right, site):
                yield f"{name} = table.{CHECKED[operator]}({self.list(site, left, right)})"
            case nodes.MulDiv(name, factor, other, divisor, rounding, site):
                where = self.list(site, factor, other, divisor, ROUNDINGS[rounding.value])
                yield f"{name} = table.muldiv({where})"
            case nodes.Random(name, low, high):
                yield f"{name} = table.random_between({self.list(low, high)})"
            case nodes.Fail(site):
                yield f"table.fail({site})"
            case nodes.Give(value):
                yield f"return {self.bare(value)}"
            case nodes.Stop():
                yield "table.stop()"
            case nodes.Step(site):
                yield f"table.step({site})"
            case nodes.ZoneOfCard(name):
                yield f"{name} = table.zone_of(card)"
            case nodes.ChooseZone(zone):
                yield f"table.choose_zone({self.zone(zone)})"
            case nodes.ChooseCard():
                yield "table.choose_card(card)"
            case nodes.ChooseEvent():
                yield "table.choose_event()"
            case nodes.ChooseEvery(zone):
                yield f"table.choose_every({self.zone(zone)})"
            case nodes.Keep(mask):
                yield f"table.keep({mask})"
            case nodes.KeepCard(rejected):
                yield f"table.keep_card(card, {rejected})"
            case nodes.Limit(end, amount, rejected):
                yield f"table.limit({ENDS[end.value]}, {self.expression(amount)}, {rejected})"
            case nodes.ChosenSize(name):
                yield f"{name} = table.chosen_size()"
            case nodes.LookAtChosen(name):
                yield f"{name} = table.chosen_cards()"
            case nodes.Fold(name, Total.SUM, prop, site):
                yield f"{name} = table.sum_of_chosen({site}, {prop})"
            case nodes.Fold(name, how, prop):
                yield f"{name} = table.{how.value}_of_chosen({prop})"
            case nodes.TopProperty(name, zone, prop):
                yield f"{name} = table.top_property({self.zone(zone)}, {prop})"
            case nodes.Match(name, how, zone, wants):
                yield f"{name} = table.match_{how.value}({self.zone(zone)}, {wants})"
            case nodes.MoveChosen(site, to, front):
                yield f"table.move_chosen({site}, {self.zone(to)}, {front})"
            case nodes.MoveAll(site, zone, mask, to, front, way):
                moved = f"move_{'back' if way is Way.BACK else 'all'}"
                yield f"table.{moved}({site}, {self.zone(zone)}, {mask}, {self.zone(to)}, {front})"
            case nodes.MoveFirst(site, zone, mask, amount, to, front):
                where = f"{self.zone(zone)}, {mask}, {self.expression(amount)}, {self.zone(to)}"
                yield f"table.move_first({site}, {where}, {front})"
            case nodes.MovePicked(site, zone, mask, amount, to, front):
                where = f"{self.zone(zone)}, {mask}, {self.expression(amount)}, {self.zone(to)}"
                yield f"table.move_picked({site}, {where}, {front})"
            case nodes.MoveTop(site, zone, amount, to, front):
                where = f"{self.zone(zone)}, {self.expression(amount)}, {self.zone(to)}"
                yield f"table.move_top({site}, {where}, {front})"
            case nodes.MoveCard(site, to, front):
                yield f"table.move_card({site}, card, {self.zone(to)}, {front})"
            case nodes.BeginDraw():
                yield "table.begin_draw()"
            case nodes.EndDraw(to):
                yield f"table.end_draw({self.zone(to)})"
            case nodes.Shuffle(zone):
                yield f"table.shuffle({self.zone(zone)})"
            case nodes.Light(zone, amount, site):
                yield f"table.light({self.list(site, amount)}, {self.zone(zone)})"
            case nodes.Collapse(zone):
                yield f"table.collapse({self.zone(zone)})"
            case nodes.LightPlace(exit, ahead, reserve, amount, named, site):
                yield f"table.light_place({self.list(site, exit, ahead, int(reserve), amount)}, {named})"
            case nodes.CollapsePlace(exit, ahead, reserve, site):
                yield f"table.collapse_place({self.list(site, exit, ahead, int(reserve))})"
            case nodes.Remain(name, exit, most):
                yield f"{name} = table.remain({self.list(exit, most)})"
            case nodes.Draw(site, exit, most, to, front, failed):
                yield f"table.draw({self.list(site, exit, most)}, {self.zone(to)}, {front}, {failed})"
            case nodes.DrawSeveral(site, most, amount, to, front, failed):
                numbers = self.list(site, most, amount)
                yield f"table.draw_several({numbers}, {self.zone(to)}, {front}, {failed})"
            case nodes.DrawForTurn(most, amount):
                yield f"table.draw_for_turn({self.list(most, amount)})"
            case nodes.Take(site, amount, to, front, room, full):
                where = f"{self.zone(to)}, {front}, {self.list(room, full)}"
                yield f"table.take({self.list(site, amount)}, {where})"
            case nodes.BeginClaims(seat, worlds):
                yield f"table.begin_claims({self.list(seat, worlds)})"
            case nodes.Claim(seat, world, sort):
                yield f"table.claim({self.list(seat, world)}, {CLAIMS[sort.value]})"
            case nodes.Bargain():
                yield "table.bargain()"
            case nodes.Withhold(seat):
                yield f"table.withhold({seat})"
            case nodes.BeginFilling(places):
                yield f"table.begin_filling({self.expression(places)})"
            case nodes.EndFilling():
                yield "table.end_filling()"
            case nodes.Veto(seat, accepts):
                yield f"table.veto({self.list(seat, accepts)})"
            case nodes.Activate():
                yield "table.activate(card)"
            case nodes.TakeUse():
                yield "table.take_use()"
            case nodes.Forbid(tag):
                yield f"table.forbid({tag})"
            case nodes.Install(function, event, source, target, uses, turns, site):
                where = f"{function}, {self.card}, {event}, {source}, {target}"
                yield f"table.install({site}, {where}, {self._bound(uses)}, {self._bound(turns)})"
            case nodes.Schedule(function, turns, site):
                yield f"table.schedule({site}, {function}, {self.card}, {self.expression(turns)})"
            case nodes.Would(name, tag, asked, arguments, site):
                passed = ", ".join([f"asked_{asked}", self.card, *map(self.expression, arguments)])
                yield f"{name} = table.would({site}, {tag}, {passed})"
            case nodes.Print(site, items):
                yield f"table.printed({self.list(site, *items)})"
            case _:
                assert_never(statement)
