"""Statements of the python target: calls of the table's methods.

A run-time error is an exception that the runtime raises and catches.  A move's ``way`` changes nothing that
happens, and the table's methods find their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from yisp_runtime.codes import ROUNDINGS

from ... import nodes
from ...operators import Total
from ..calls import CHECKED
from .expressions import Expressions

WITHOUT_BOUND = str(2**63 - 1)


class Statements(Expressions):
    """The statements of one function of a module."""

    def take_step(self, site: int) -> str:
        """A line that counts a step, and fails at the site when that is one too many."""
        return f"table.take_step({site})"

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
                yield self.take_step(site)
                yield f"{name} = function_{function}({self.list('table', self.card, *arguments)})"
            case nodes.Let(name, value):
                yield f"{name} = {self.bare(value)}"
            case nodes.SetGlobal(variable, value):
                yield f"table[{variable}] = {self.bare(value)}"
            case nodes.Checked(name, operator, left, right, site):
                yield f"{name} = {self.call(CHECKED[operator], site, left, right)}"
            case nodes.MulDiv(name, factor, other, divisor, rounding, site):
                numbers = factor, other, divisor
                yield f"{name} = {self.call('muldiv', site, *numbers, ROUNDINGS[rounding.value])}"
            case nodes.Fail(site):
                yield f"table.fail({site})"
            case nodes.Give(value):
                yield f"return {self.bare(value)}"
            case nodes.Stop():
                yield "table.stop()"
            case nodes.Step(site):
                yield f"table.step({site})"
            case nodes.LookAtChosen(name):
                yield f"{name} = table.chosen_cards()"
            case nodes.Fold(name, Total.SUM, prop, site):
                yield f"{name} = table.sum_of_chosen({site}, {prop})"
            case nodes.MoveCard(site, to, front):
                yield self.call("move_card", site, "card", self.zone(to), front)
            case nodes.Light(zone, amount, site):
                yield self.call("light", site, amount, self.zone(zone))
            case nodes.LightPlace(exit, ahead, reserve, amount, named, site):
                yield self.call("light_place", site, exit, ahead, int(reserve), amount, named)
            case nodes.CollapsePlace(exit, most, ahead, reserve, site):
                yield self.call("collapse_place", site, exit, most, ahead, int(reserve))
            case nodes.Draw(site, exit, most, to, front, failed):
                yield self.call("draw", site, exit, most, self.zone(to), front, failed)
            case nodes.DrawSeveral(site, most, amount, to, front, failed):
                yield self.call("draw_several", site, most, amount, self.zone(to), front, failed)
            case nodes.TakeUse():
                yield "table.take_use()"
            case nodes.Install(function, event, source, target, uses, turns, site):
                where = f"{function}, {self.card}, {event}, {source}, {target}"
                yield f"table.install({site}, {where}, {self._bound(uses)}, {self._bound(turns)})"
            case nodes.Schedule(function, turns, site):
                yield f"table.schedule({site}, {function}, {self.card}, {self.expression(turns)})"
            case nodes.Would(name, tag, asked, arguments, site):
                passed = f"asked_{asked}", self.card, *arguments
                yield f"{name} = {self.call('would', site, tag, *passed)}"
            case nodes.Print(site, items):
                yield self.call("printed", site, *items)
            case _:
                yield self.called(statement)
