"""Statements of the native target: calls of the runtime's C functions.

A run-time error is a return value, which unwinds the functions that are running.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from yisp_runtime.codes import CLAIMS, ENDS, ROUNDINGS

from ... import nodes
from ...operators import Role, Total, Way
from ..contract import Refused
from ..python.statements import CHECKED
from .expressions import Expressions


class Statements(Expressions):
    """The statements of one function of a module."""

    def __init__(self, module: nodes.Module, function: nodes.Function) -> None:
        super().__init__(module, function)
        self.card = "card" if function.has_card else "-1"

    def list(self, *arguments: nodes.Expression) -> str:
        return ", ".join(map(self.expression, arguments))

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
                passed = ", ".join(["table", self.card, *map(self.expression, arguments), f"&{name}"])
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
                numbers = f"{self.list(factor, other, divisor)}, {ROUNDINGS[rounding.value]}"
                yield from self._failing(f"muldiv({numbers}, &{name})", site)
            case nodes.Random(name, low, high):
                yield f"{name} = random_between(table, {self.list(low, high)})"
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
            case nodes.ZoneOfCard(name):
                yield f"{name} = zone_of(table, card)"
            case nodes.ChooseZone(zone):
                yield f"choose_zone(table, {self.zone(zone)})"
            case nodes.ChooseCard():
                yield "choose_card(table, card)"
            case nodes.ChooseEvent():
                yield "choose_event(table)"
            case nodes.ChooseEvery(zone):
                yield f"choose_every(table, {self.zone(zone)})"
            case nodes.Keep(mask):
                yield f"keep(table, mask(table, {mask}))"
            case nodes.KeepCard(rejected):
                yield f"keep_card(table, card, {rejected})"
            case nodes.Limit(end, amount, rejected):
                yield f"limit(table, {ENDS[end.value]}, {self.expression(amount)}, {rejected})"
            case nodes.ChosenSize(name):
                yield f"{name} = chosen_size(table)"
            case nodes.LookAtChosen():
                yield "look_at_chosen(table)"
            case nodes.Fold(name, Total.SUM, prop, site):
                yield from self._failing(f"sum_of_chosen(table, {prop}, &{name})", site)
            case nodes.Fold(name, how, prop):
                yield f"{name} = {how.value}_of_chosen(table, {prop})"
            case nodes.TopProperty(name, zone, prop):
                yield f"{name} = top_property(table, {self.zone(zone)}, {prop})"
            case nodes.Match(name, how, zone, wants):
                yield f"{name} = match_{how.value}(table, {self.zone(zone)}, {wants})"
            case nodes.MoveChosen(site, to, front):
                yield f"move_chosen(table, {site}, {self.zone(to)}, {front})"
            case nodes.MoveAll(site, zone, _, to, front, Way.WHOLE):
                yield f"move_whole(table, {site}, {self.zone(zone)}, {self.zone(to)}, {front})"
            case nodes.MoveAll(site, zone, mask, to, front, way):
                moved = f"move_{'back' if way is Way.BACK else 'all'}"
                where = f"{self.zone(zone)}, mask(table, {mask}), {self.zone(to)}"
                yield f"{moved}(table, {site}, {where}, {front})"
            case nodes.MoveFirst(site, zone, mask, amount, to, front):
                where = f"{self.zone(zone)}, mask(table, {mask}), {self.expression(amount)}, {self.zone(to)}"
                yield f"move_first(table, {site}, {where}, {front})"
            case nodes.MovePicked(site, zone, mask, amount, to, front):
                where = f"{self.zone(zone)}, mask(table, {mask}), {self.expression(amount)}, {self.zone(to)}"
                yield f"move_picked(table, {site}, {where}, {front})"
            case nodes.MoveTop(site, zone, _, to, front, Way.ONE):
                yield f"move_one(table, {site}, {self.zone(zone)}, {self.zone(to)}, {front})"
            case nodes.MoveTop(site, zone, amount, to, front, way):
                where = f"{self.zone(zone)}, {self.expression(amount)}, {self.zone(to)}"
                yield f"move_{'few' if way is Way.FEW else 'top'}(table, {site}, {where}, {front})"
            case nodes.MoveCard(site, to, front, zone):
                lies = "zone_of(table, card)" if zone is None else self.zone(zone)
                yield f"move_card(table, {site}, card, {lies}, {self.zone(to)}, {front})"
            case nodes.BeginDraw():
                yield "begin_draw(table)"
            case nodes.EndDraw(to):
                yield f"end_draw(table, {self.zone(to)})"
            case nodes.Shuffle(zone):
                yield f"shuffle(table, {self.zone(zone)})"
            case nodes.Light(zone, amount, site):
                call = f"light(table, {self.zone(zone)}, {self.expression(amount)})"
                yield from self._failing(call, site)
            case nodes.Collapse(zone):
                yield f"collapse(table, {self.zone(zone)})"
            case nodes.LightPlace(exit, ahead, reserve, amount, named, site):
                where = (
                    f"{exit}, {self.expression(ahead)}, {int(reserve)}, {self.expression(amount)}, {named}"
                )
                yield from self._failing(f"light_place(table, {where})", site)
            case nodes.CollapsePlace(exit, ahead, reserve, site):
                where = f"{exit}, {self.expression(ahead)}, {int(reserve)}"
                yield from self._failing(f"collapse_place(table, {where})", site)
            case nodes.Remain(name, exit, most):
                yield f"{name} = remain(table, {exit}, {self.expression(most)})"
            case nodes.Draw(site, exit, most, to, front, failed):
                where = f"{site}, {exit}, {self.expression(most)}, {self.zone(to)}, {front}"
                yield from self._failing(f"draw(table, {where}) < 0", failed)
            case nodes.DrawSeveral(site, most, amount, to, front, failed):
                where = f"{site}, {self.list(most, amount)}, {self.zone(to)}, {front}"
                yield from self._failing(f"draw_several(table, {where})", failed)
            case nodes.DrawForTurn(most, amount):
                yield f"draw_for_turn(table, {self.list(most, amount)})"
            case nodes.Take(site, amount, to, front, room, full):
                where = f"{self.zone(to)}, {front}, {self.expression(room)}, {full}"
                yield f"take(table, {site}, {self.expression(amount)}, {where})"
            case nodes.BeginClaims(seat, worlds):
                yield f"begin_claims(table, {seat}, {self.expression(worlds)})"
            case nodes.Claim(seat, world, sort):
                yield f"claim(table, {seat}, {self.expression(world)}, {CLAIMS[sort.value]})"
            case nodes.Bargain():
                yield "bargain(table)"
            case nodes.Withhold(seat):
                yield f"withhold(table, {seat})"
            case nodes.BeginFilling(places):
                yield f"begin_filling(table, {self.expression(places)})"
            case nodes.EndFilling():
                yield "end_filling(table)"
            case nodes.Veto(seat, accepts):
                yield f"veto(table, {seat}, {self.expression(accepts)})"
            case nodes.Activate():
                yield "activate(table, card)"
            case nodes.TakeUse():
                yield "if take_use(table):"
                yield "    return"
            case nodes.Forbid(tag):
                yield f"forbid(table, {tag})"
            case nodes.Install(function, event, source, target, uses, turns, site):
                where = f"{function}, {self.card}, {event}, {source}, {target}"
                bounds = f"{self._bound(uses)}, {self._bound(turns)}"
                yield from self._failing(f"install(table, {where}, {bounds})", site)
            case nodes.Schedule(function, turns, site):
                where = f"{function}, {self.card}, {self.expression(turns)}"
                yield from self._failing(f"schedule(table, {where})", site)
            case nodes.Would(name, tag, asked, arguments, site):
                passed = ", ".join([f"table, {site}, {tag}", self.card, *map(self.expression, arguments)])
                yield f"if would_{asked}({passed}, &{name}):"
                yield from (f"    {line}" for line in self._unwind())
            case nodes.Print(site, _):
                yield f"printed(table, {site})"
            case _:
                assert_never(statement)
