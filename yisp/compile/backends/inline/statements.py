"""Statements of formulas: what the table's methods check is checked on the spot."""

from __future__ import annotations

from collections.abc import Iterator

from ... import nodes
from ...lowering.values import GREATEST, LEAST
from ...operators import Rounding
from ..calls import SIGNS
from ..contract import Refused
from ..python.statements import Statements as OverTable
from .expressions import REFUSES as EXPRESSIONS_REFUSED
from .expressions import Expressions

PRINTED = (
    nodes.If, nodes.Guard, nodes.Loop, nodes.Let, nodes.SetGlobal, nodes.Checked, nodes.MulDiv, nodes.Fail,
    nodes.Give,
)  # fmt: skip

REFUSES: frozenset[type] = EXPRESSIONS_REFUSED.union(nodes.Statement.__args__).difference(PRINTED)

ROUNDED = {
    Rounding.UP: "-(-({0}) // {1})",
    Rounding.DOWN: "{0} // {1}",
    Rounding.NEAR: "nearest({0}, {1})",
}
"""A quotient, rounded."""


class Statements(Expressions, OverTable):
    """The statements of one function of a module."""

    def statement(self, statement: nodes.Statement) -> Iterator[str]:
        match statement:
            case nodes.Checked(name, operator, left, right, site):
                value = f"{self.expression(left)} {SIGNS[operator]} {self.expression(right)}"
                yield self._checked(name, value, site)
            case nodes.MulDiv(name, factor, other, divisor, rounding, site):
                product = f"{self.expression(factor)} * {self.expression(other)}"
                yield self._checked(name, ROUNDED[rounding].format(product, self.expression(divisor)), site)
            case nodes.SetGlobal(variable, value):
                yield f"g{variable} = {self.bare(value)}"
            case nodes.Fail(site):
                yield f"fail({site})"
            case nodes.Give(value):
                yield f"return +{self.expression(value)}"  # comparisons give bool, which + makes int
            case _ if isinstance(statement, PRINTED):
                yield from super().statement(statement)
            case _:
                raise Refused(f"{type(statement).__name__} needs a table")

    def _checked(self, name: str, value: str, site: int) -> str:
        return f"if not {LEAST} <= ({name} := {value}) <= {GREATEST}: fail({site})"

    def take_step(self, site: int) -> str:
        return f"if (steps := steps + 1) >= most_steps: fail({site})"
