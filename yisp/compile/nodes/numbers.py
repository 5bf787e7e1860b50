"""Statements that hold a number under a name, or in a variable.

What may leave 64 bits, or is a matter of chance, is one of these and no expression.
"""

from __future__ import annotations

from ...structs import dataclass
from ..operators import Operator, Rounding
from .expressions import Expression


@dataclass(frozen=True, slots=True)
class Let:
    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class SetGlobal:
    variable: int
    value: Expression


@dataclass(frozen=True, slots=True)
class Checked:
    """``name = left operator right`` (one of ``operators.CHECKED``), or a run-time error at ``site`` when
    that does not fit 64 bits."""

    name: str
    operator: Operator
    left: Expression
    right: Expression
    site: int


@dataclass(frozen=True, slots=True)
class MulDiv:
    """``name = factor * other / divisor``, exact up to its rounding, or a run-time error at ``site`` when
    that does not fit 64 bits; the divisor is not 0."""

    name: str
    factor: Expression
    other: Expression
    divisor: Expression
    rounding: Rounding
    site: int


@dataclass(frozen=True, slots=True)
class Random:
    """A uniform whole number; ``low <= high`` has been seen to."""

    name: str
    low: Expression
    high: Expression


NumberStatement = Let | SetGlobal | Checked | MulDiv | Random
