"""Statements of the native target: calls of the runtime's C functions.

A run-time error is a return value, which unwinds the functions that are running.
"""

from __future__ import annotations

from collections.abc import Iterator

from yisp_runtime.codes import ROUNDINGS

from ... import nodes
from ...operators import Role, Total, Way
from ..calls import CHECKED
from ..contract import Refused
from .expressions import Expressions


class Statements(Expressions):
    """The statements of one function of a module."""

    def _bound(self, bound: nodes.Expression | None) -> str:
        return "INT64_MAX" if bound is None else self.expression(bound)

    def _failing(self, call: str, site: int) -> Iterator[str]:
        yield f"if {call}:"
        yield from (f"    {line}" for line in self._fail(site))

    def _fail(self, site: int) -> Iterator[str]:
        yield f"notice(table, {site})"
        yield from self._unwind()

    def _unwind(self) -> Iterator[str]:
        """Leave the program, which a run-time error has ended."""
        if self.function.unwinds:
            yield "return True"
        else:
            yield "table.failed = True"
            yield "return"

    def statement(self, statement: nodes.Statement) -> Iterator[str]:
        match statement:
            case nodes.If(condition, [nodes.MoveAll() as move], [nodes.MoveAll() as other], Way.EITHER):
                zones = self.list(self.zone(move.zone), self.zone(move.to), self.zone(other.to), move.front)
                yield f"move_either(table, {self.test(condition)}, {move.site}, {other.site}, {zones})"
            case nodes.If(_, [nodes.MoveTop() as move, nodes.MoveTop() as other], [], Way.TWO):
                zones = self.list(self.zone(move.zone), self.zone(other.zone), self.zone(move.to), move.front)
                yield f"move_two(table, {move.site}, {other.site}, {zones})"
            case nodes.If(condition, then, otherwise):
                if then:
                    yield f"if {self.test(condition)}:"
                    yield from self.block(then)
                else:
                    yield f"if not ({self.test(condition)}):"
                    yield from self.block(otherwise)
                if then and otherwise:
                    yield "else:"
                    yield from self.block(otherwise)
            case nodes.Guard(condition):
                yield f"if not ({self.test(condition)}):"
                yield "    return False" if self.function.gives_number else "    return"
            case nodes.Loop(test, condition, body, site):
                yield "while True:"
                yield from self.block(test)
                yield f"    if not ({self.test(condition)}):"
                yield "        break"
                yield from (f"    {line}" for line in self._failing(f"take_step(table, {site})", site))
                yield from self.block(body)
            case nodes.KeepWhere(kind, body, condition):
                yield f"hold_chosen(table, &{kind}_held)"
                yield f"{kind} = next_kind(table, &{kind}_held, -1)"
                yield f"while {kind} >= 0:"
                yield from self.block(body)
                yield f"    keep_kind_if(table, &{kind}_held, {kind}, {self.test(condition)})"
                yield f"    {kind} = next_kind(table, &{kind}_held, {kind})"
                yield f"choose_held(table, &{kind}_held)"
            case nodes.Call(name, function, arguments, site):
                passed = self.list("table", self.card, *arguments, f"&{name}")
                yield from self._failing(f"take_step(table, {site})", site)
                yield f"if function_{function}({passed}):"
                yield from (f"    {line}" for line in self._unwind())
            case nodes.Let(name, value):
                yield f"{name} = {self.expression(value)}"
            case nodes.SetGlobal(variable, value):
                yield f"variables(table)[{variable}] = {self.expression(value)}"
            case nodes.Checked(name, operator, left, right, site):
                call = f"{CHECKED[operator]}({self.list(left, right)}, &{name})"
                yield from self._failing(call, site)
            case nodes.MulDiv(name, factor, other, divisor, rounding, site):
                numbers = self.list(factor, other, divisor, ROUNDINGS[rounding.value], f"&{name}")
                yield from self._failing(f"muldiv({numbers})", site)
            case nodes.Fail(site):
                yield from self._fail(site)
            case nodes.Give(value) if self.function.role is Role.TEST:
                yield f"return {self.test(value)}"
            case nodes.Give(value):
                yield f"out[0] = {self.expression(value)}"
            case nodes.Stop():
                yield "stop(table)"
                yield from self._unwind()
            case nodes.Step():
                raise Refused("native programs are not traced")
            case nodes.LookAtChosen():
                yield "look_at_chosen(table)"
            case nodes.Fold(name, Total.SUM, prop, site):
                yield from self._failing(f"sum_of_chosen(table, {prop}, &{name})", site)
            case nodes.MoveAll(site, zone, _, to, front, Way.WHOLE):
                yield f"move_whole(table, {site}, {self.zone(zone)}, {self.zone(to)}, {front})"
            case nodes.MoveTop(site, zone, _, to, front, Way.ONE):
                yield f"move_one(table, {site}, {self.zone(zone)}, {self.zone(to)}, {front})"
            case nodes.MoveTop(site, zone, amount, to, front, Way.FEW):
                yield self.call("move_few", site, self.zone(zone), amount, self.zone(to), front)
            case nodes.MoveCard(site, to, front, zone):
                lies = "zone_of(table, card)" if zone is None else self.zone(zone)
                yield f"move_card(table, {site}, card, {lies}, {self.zone(to)}, {front})"
            case nodes.Light(zone, amount, site):
                yield from self._failing(self.call("light", self.zone(zone), amount), site)
            case nodes.LightPlace(exit, ahead, reserve, amount, named, site):
                call = self.call("light_place", exit, ahead, int(reserve), amount, named)
                yield from self._failing(call, site)
            case nodes.CollapsePlace(exit, most, ahead, reserve, site):
                yield from self._failing(self.call("collapse_place", exit, most, ahead, int(reserve)), site)
            case nodes.Draw(site, exit, most, to, front, failed):
                call = self.call("draw", site, exit, most, self.zone(to), front)
                yield from self._failing(f"{call} < 0", failed)
            case nodes.DrawSeveral(site, most, amount, to, front, failed):
                call = self.call("draw_several", site, most, amount, self.zone(to), front)
                yield from self._failing(call, failed)
            case nodes.TakeUse():
                yield "if take_use(table):"
                yield "    return"
            case nodes.Install(function, event, source, target, uses, turns, site):
                where = f"{function}, {self.card}, {event}, {source}, {target}"
                bounds = f"{self._bound(uses)}, {self._bound(turns)}"
                yield from self._failing(f"install(table, {where}, {bounds})", site)
            case nodes.Schedule(function, turns, site):
                where = f"{function}, {self.card}, {self.expression(turns)}"
                yield from self._failing(f"schedule(table, {where})", site)
            case nodes.Would(name, tag, asked, arguments, site):
                yield f"if {self.call(f'would_{asked}', site, tag, self.card, *arguments, f'&{name}')}:"
                yield from (f"    {line}" for line in self._unwind())
            case nodes.Print(site, _):
                yield f"printed(table, {site})"
            case _:
                yield self.called(statement)
