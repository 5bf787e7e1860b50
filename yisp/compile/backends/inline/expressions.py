"""Expressions of formulas: numbers of 64 bits, and nothing that a table would have to be asked for."""

from __future__ import annotations

from ... import nodes
from ...operators import Operator
from ..contract import Refused
from ..python.expressions import Expressions as OverTable

REFUSES = frozenset({nodes.Size, nodes.Count, nodes.Property, nodes.Copies})


class Expressions(OverTable):
    """The expressions of one function of a module."""

    def expression(self, expression: nodes.Expression) -> str:
        if type(expression) in REFUSES:
            raise Refused(f"{type(expression).__name__} needs a table")
        match expression:
            case nodes.Global(variable):
                return f"g{variable}"
            case _:
                return super().expression(expression)

    def binary(self, operator: Operator, left: str, right: str) -> str:
        match operator:
            case Operator.QUOTIENT:
                return f"quotient({left}, {right})"
            case Operator.REMAINDER:
                return f"({left} - {right} * quotient({left}, {right}))"
            case _:
                return super().binary(operator, left, right)
