"""Expressions of the python target: what they ask, they ask the table."""

from __future__ import annotations

from yisp_runtime.codes import DEALT

from ... import nodes
from ...operators import Operator
from ..calls import SIGNS, Argument, Calls
from ..contract import zone_name


class Expressions(Calls):
    """The expressions of one function of a module."""

    def zone(self, zone: nodes.ZoneNode) -> str:
        return zone_name(self.module.zones[zone]) if isinstance(zone, int) else zone.name

    def mask(self, mask: int) -> str:
        return str(mask)

    def call(self, name: str, *arguments: Argument) -> str:
        return f"table.{name}({self.list(*arguments)})"

    def expression(self, expression: nodes.Expression) -> str:
        match expression:
            case nodes.Constant(value):
                return str(value)
            case nodes.Local(name):
                return name
            case nodes.Global(variable):
                return f"table[{variable}]"
            case nodes.Size(zone):
                return f"table.size({self.zone(zone)})"
            case nodes.Count(zone, mask):
                return f"table.count({self.zone(zone)}, {mask})"
            case nodes.Property(kind, prop):
                return f"table.property({prop}, {kind})"
            case nodes.Copies(kind, zone):
                if zone is None:
                    return f"{kind}_held.copies({kind})"
                return f"table.copies({self.zone(zone)}, {kind})"
            case nodes.Dealt(what, seat):
                return f"table.dealt({DEALT[what.value]}, {seat})"
            case nodes.Binary(operator, left, right):
                return self.binary(operator, self.expression(left), self.expression(right))
            case nodes.IsZero(number):
                return f"({self.expression(number)} == 0)"
            case nodes.Choice(condition, then, otherwise):
                ways = self.expression(then), self.expression(otherwise)
                return f"({ways[0]} if {self.expression(condition)} else {ways[1]})"

    def binary(self, operator: Operator, left: str, right: str) -> str:
        match operator:
            case Operator.MIN | Operator.MAX:
                return f"{operator.value}({left}, {right})"
            case Operator.QUOTIENT | Operator.REMAINDER:
                return f"table.{operator.value}({left}, {right})"
            case _:
                return f"({left} {SIGNS[operator]} {right})"

    def negated(self, expression: nodes.Expression) -> str:
        """Whether an expression is 0; ``not`` binds weaker than comparisons, and than nothing else."""
        if isinstance(expression, nodes.Choice):
            return f"not {self.expression(expression)}"
        return f"not {self.bare(expression)}"

    def bare(self, expression: nodes.Expression) -> str:
        """An expression that stands alone and needs no parentheses."""
        text = self.expression(expression)
        return text[1:-1] if text.startswith("(") else text
