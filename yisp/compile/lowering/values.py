"""Numbers during lowering: an expression and the interval its value must lie in.

What comes in: expressions of :mod:`nodes` with what is known of their operands.  What goes out:
:class:`Value`.  Interval arithmetic is what lets backends print ``a + b`` where the sum
cannot leave 64 bits, and what proves a division safe.  What a score or a stat can be is what its
interval in a report is bounded by (``simulate.intervals``).  So an end that only the 64 bits give is
infinite: nothing that the author wrote bounds the number there, nor what is worked out of it.
"""

from __future__ import annotations

from itertools import product
from math import inf

from ...structs import dataclass
from ..nodes import Binary, Choice, Constant, Expression, IsZero, Local
from ..operators import Operator

LEAST = -(2**63)
GREATEST = 2**63 - 1

Bound = int | float
"""An end of an interval: a whole number, or infinite."""

UNBOUNDED: tuple[Bound, Bound] = -inf, inf

# Deeper expressions are cut: Python's parser and C compilers both bound how deep parentheses go.
DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Value:
    """A lowered number, between ``low`` and ``high``; ``depth`` is that of its expression.

    ``step`` says how far a trial's number may be thought to lie beyond those of all other trials; None:
    wherever between ``low`` and ``high``.  A number that a condition chooses can be anything at once, one
    that counts cards goes on card by card: that a zone could hold the whole deck says nothing.
    """

    expression: Expression
    low: Bound = -inf
    high: Bound = inf
    depth: int = 0
    step: Bound | None = None

    @property
    def constant(self) -> int | None:
        return self.expression.value if isinstance(self.expression, Constant) else None

    @property
    def reach(self) -> Bound:
        """``step``, or all there is."""
        return self.high - self.low if self.step is None else self.step

    @property
    def boolean(self) -> bool:
        """Whether it can only be 0 or 1."""
        return self.low >= 0 and self.high <= 1

    @property
    def stable(self) -> bool:
        """Whether it stays the same whatever happens after it was worked out."""
        match self.expression:
            case Constant():
                return True
            case Local(name):
                return is_temporary(name)
            case _:
                return False


def is_temporary(name: str) -> bool:
    """Whether a local is one of ours (``n1``), assigned once; the author's have one letter, and
    parameters, which he may assign to, are ``p1``, ``p2`` …"""
    return len(name) > 1 and name[0] == "n"


def constant(value: int) -> Value:
    return Value(Constant(value), value, value)


def fits(low: Bound, high: Bound) -> bool:
    return low >= LEAST and high <= GREATEST


def within_64_bits(low: Bound, high: Bound) -> tuple[Bound, Bound]:
    """The interval of a number that has been checked to fit: an end beyond bounds nothing."""
    return (low if low >= LEAST else -inf), (high if high <= GREATEST else inf)


def binary(
    operator: Operator, a: Value, b: Value, low: Bound, high: Bound, step: Bound | None = None
) -> Value:
    return Value(Binary(operator, a.expression, b.expression), low, high, max(a.depth, b.depth) + 1, step)


def span(operator: Operator, a: Value, b: Value) -> tuple[Bound, Bound]:
    """The interval of ``a operator b`` in unbounded integers."""
    if operator is Operator.ADD:
        return a.low + b.low, a.high + b.high
    if operator is Operator.SUBTRACT:
        return a.low - b.high, a.high - b.low
    corners = [x * y if x and y else 0 for x, y in product((a.low, a.high), (b.low, b.high))]
    return min(corners), max(corners)


def step(operator: Operator, a: Value, b: Value) -> Bound | None:
    """How far ``a operator b`` goes at once."""
    if operator in (Operator.ADD, Operator.SUBTRACT):
        return a.reach + b.reach
    for one, other in ((a, b), (b, a)):
        if one.constant is not None:
            return abs(one.constant) * other.reach if one.constant else 0
    return None


def either(a: Value, b: Value) -> tuple[Bound, Bound, Bound]:
    """What is known of a number that is ``a`` or ``b``: least, greatest, how far it goes at once."""
    low, high = min(a.low, b.low), max(a.high, b.high)
    apart = abs(a.low - b.low) if a.low != b.low else 0
    return low, high, min(apart + max(a.reach, b.reach), high - low)


def quotient(a: int, b: int) -> int:
    """``a / b`` truncated toward zero."""
    whole = a // b
    return whole + 1 if whole < 0 and whole * b != a else whole


COMPARISONS = {
    Operator.GREATER: lambda a, b: a > b,
    Operator.AT_LEAST: lambda a, b: a >= b,
    Operator.LESS: lambda a, b: a < b,
    Operator.AT_MOST: lambda a, b: a <= b,
    Operator.EQUAL: lambda a, b: a == b,
    Operator.UNEQUAL: lambda a, b: a != b,
}


def compare(operator: Operator, a: Value, b: Value) -> Value:
    if a.constant is not None and b.constant is not None:
        return constant(int(COMPARISONS[operator](a.constant, b.constant)))
    return binary(operator, a, b, 0, 1)


def truth(a: Value) -> Value:
    """1 when ``a`` is not 0, else 0."""
    if a.constant is not None:
        return constant(int(a.constant != 0))
    return a if a.boolean else compare(Operator.UNEQUAL, a, constant(0))


def is_zero(a: Value) -> Value:
    if a.constant is not None:
        return constant(int(a.constant == 0))
    return Value(IsZero(a.expression), 0, 1, a.depth + 1)


def choice(condition: Value, then: Value, otherwise: Value) -> Value:
    low, high, step = either(then, otherwise)
    return Value(
        Choice(condition.expression, then.expression, otherwise.expression),
        low,
        high,
        max(condition.depth, then.depth, otherwise.depth) + 1,
        step,
    )
