"""Expressions of the native target: 64-bit C arithmetic, and 0 or 1 for what is true or false."""

from __future__ import annotations

from yisp_runtime.codes import DEALT

from ... import nodes
from ...lowering.values import LEAST
from ...operators import Operator
from ..calls import SIGNS, Argument, Calls
from ..contract import zone_name

CALLED = {
    Operator.MIN: "least",
    Operator.MAX: "greatest",
    Operator.QUOTIENT: "quotient",
    Operator.REMAINDER: "remainder",
}
"""The operators that are functions of the runtime."""


class Expressions(Calls):
    """The expressions of one function of a module."""

    def zone(self, zone: nodes.ZoneNode) -> str:
        return zone_name(self.module.zones[zone]) if isinstance(zone, int) else f"<int>{zone.name}"

    def mask(self, mask: int) -> str:
        return f"mask(table, {mask})"

    def call(self, name: str, *arguments: Argument) -> str:
        return f"{name}({self.list('table', *arguments)})"

    def expression(self, expression: nodes.Expression) -> str:
        match expression:
            case nodes.Constant(value):
                return "INT64_MIN" if value == LEAST else f"<int64_t>{value}"
            case nodes.Local(name):
                return name
            case nodes.Global(variable):
                return f"variables(table)[{variable}]"
            case nodes.Size(zone):
                return f"<int64_t>size(table, {self.zone(zone)})"
            case nodes.Count(zone, mask):
                return f"<int64_t>count(table, {self.zone(zone)}, mask(table, {mask}))"
            case nodes.Property(kind, prop):
                return f"property_of(table, {prop}, {kind})"
            case nodes.Copies(kind, zone):
                where = f"{kind}_held.zone" if zone is None else self.zone(zone)
                return f"copies(table, {where}, {kind})"
            case nodes.Dealt(what, seat):
                return f"dealt(table, {DEALT[what.value]}, {seat})"
            case nodes.Binary(operator, left, right) if operator in CALLED:
                return f"{CALLED[operator]}({self.expression(left)}, {self.expression(right)})"
            case nodes.Binary(operator, left, right):
                return f"({self.expression(left)} {SIGNS[operator]} {self.expression(right)})"
            case nodes.IsZero(number):
                return f"({self.expression(number)} == 0)"
            case nodes.Choice(condition, then, otherwise):
                return f"({self._wide(then)} if {self.test(condition)} else {self._wide(otherwise)})"

    def _wide(self, expression: nodes.Expression) -> str:
        """An expression with the type of a number: Cython wants one type of both ways of a choice."""
        text = self.expression(expression)
        return f"<int64_t>{text}" if nodes.is_truth(expression) else text

    def test(self, expression: nodes.Expression) -> str:
        """An expression of which only whether it is 0 matters.

        (Cython takes a constant behind a cast for true, whatever it is.)
        """
        if isinstance(expression, nodes.Constant):
            return str(expression.value != 0)
        text = self.expression(expression)
        return text if nodes.is_truth(expression) else f"{text} != 0"
