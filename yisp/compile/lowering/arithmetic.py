"""Numbers: every operation exact and within 64 bits, checked only where an interval says that it must be.

:class:`Arithmetic` works on :class:`~yisp.compile.lowering.values.Value`, an expression and the
interval it lies in.  What may fail (an overflow, a division by 0) is a statement, with its site.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import nodes
from ..operators import Operator, Rounding
from . import values
from .blocks import BlockBuilder
from .values import LEAST, Value, constant


class Arithmetic(BlockBuilder):
    """The operations of the engine on numbers."""

    def constant(self, value: int) -> Value:
        return constant(value)

    def add(self, a: Value, b: Value) -> Value:
        return self._arithmetic(Operator.ADD, a, b)

    def subtract(self, a: Value, b: Value) -> Value:
        return self._arithmetic(Operator.SUBTRACT, a, b)

    def multiply(self, a: Value, b: Value) -> Value:
        return self._arithmetic(Operator.MULTIPLY, a, b)

    def _arithmetic(self, operator: Operator, a: Value, b: Value) -> Value:
        low, high = values.span(operator, a, b)
        if low == high and a.constant is not None and b.constant is not None and values.fits(low, high):
            return constant(int(low))
        if values.fits(low, high):
            return self.shallow(values.binary(operator, a, b, low, high, values.step(operator, a, b)))
        name = self.temporary()
        self.emit(nodes.Checked(name, operator, a.expression, b.expression, self.tables.site("Y303")))
        return self.local(name, *values.within_64_bits(low, high))

    def _divisor(self, b: Value) -> Value:
        """``b``, having failed when it is 0."""
        if b.low <= 0 <= b.high:
            b = self.stable(b)
            self.fail_if(values.compare(Operator.EQUAL, b, constant(0)), "Y302")
        return b

    def fail_if(self, condition: Value, code: str) -> None:
        if condition.constant != 0:
            self.emit(nodes.If(condition.expression, [nodes.Fail(self.tables.site(code))]))

    def divide(self, a: Value, b: Value) -> Value:
        b = self._divisor(b)
        if a.low <= LEAST and b.low <= -1 <= b.high:
            # The one quotient that does not fit.
            a, b = self.stable(a), self.stable(b)
            least = values.compare(Operator.EQUAL, a, constant(LEAST))
            against = values.compare(Operator.EQUAL, b, constant(-1))
            self.fail_if(values.binary(Operator.AND, least, against, 0, 1), "Y303")
        if a.constant is not None and b.constant:
            return constant(values.quotient(a.constant, b.constant))
        bound = max(abs(a.low), abs(a.high))
        low = 0 if a.low >= 0 and b.low >= 0 else -bound
        step = -(-a.reach // abs(b.constant)) if b.constant else None
        return self.shallow(values.binary(Operator.QUOTIENT, a, b, low, bound, step))

    def remainder(self, a: Value, b: Value) -> Value:
        b = self._divisor(b)
        if a.constant is not None and b.constant:
            return constant(a.constant - b.constant * values.quotient(a.constant, b.constant))
        bound = max(abs(b.low), abs(b.high)) - 1
        return self.shallow(
            values.binary(Operator.REMAINDER, a, b, 0 if a.low >= 0 else -bound, 0 if a.high <= 0 else bound)
        )

    def muldiv(self, a: Value, b: Value, c: Value, rounding: str) -> Value:
        a, b, c = self.stable(a), self.stable(b), self._divisor(c)
        name, site = self.temporary(), self.tables.site("Y303")
        numbers = a.expression, b.expression, c.expression
        self.emit(nodes.MulDiv(name, *numbers, Rounding(rounding), site))
        return self.local(name)

    def compare(self, operator: str, a: Value, b: Value) -> Value:
        return self.shallow(values.compare(Operator(operator), a, b))

    def both(self, a: Value, b: Value) -> Value:
        return self._logic(Operator.AND, a, b)

    def either(self, a: Value, b: Value) -> Value:
        return self._logic(Operator.OR, a, b)

    def _logic(self, operator: Operator, a: Value, b: Value) -> Value:
        a, b = values.truth(a), values.truth(b)
        if a.constant is not None and b.constant is not None:
            return constant(a.constant & b.constant if operator is Operator.AND else a.constant | b.constant)
        return self.shallow(values.binary(operator, a, b, 0, 1))

    def negate(self, a: Value) -> Value:
        return self.shallow(values.is_zero(a))

    def minimum(self, a: Value, b: Value) -> Value:
        if a.constant is not None and b.constant is not None:
            return constant(min(a.constant, b.constant))
        low, high = min(a.low, b.low), min(a.high, b.high)
        return self.shallow(values.binary(Operator.MIN, a, b, low, high, max(a.reach, b.reach)))

    def maximum(self, a: Value, b: Value) -> Value:
        if a.constant is not None and b.constant is not None:
            return constant(max(a.constant, b.constant))
        low, high = max(a.low, b.low), max(a.high, b.high)
        return self.shallow(values.binary(Operator.MAX, a, b, low, high, max(a.reach, b.reach)))

    def pick(self, index: Value, numbers: Sequence[Value]) -> Value:
        """That of the numbers, from 1, or the nearest there is; by halving, so that nothing gets deep."""
        if index.constant is not None:
            return numbers[min(max(index.constant, 1), len(numbers)) - 1]
        return self._picked(self.stable(index), numbers, 1)

    def _picked(self, index: Value, numbers: Sequence[Value], first: int) -> Value:
        half = len(numbers) // 2
        if not half:
            return numbers[0]
        before = values.compare(Operator.LESS, index, constant(first + half))
        below = self._picked(index, numbers[:half], first)
        beyond = self._picked(index, numbers[half:], first + half)
        return self.shallow(values.choice(before, below, beyond))

    def random(self, low: Value, high: Value) -> Value:
        low, high = self.stable(low), self.stable(high)
        if low.high > high.low:
            self.fail_if(values.compare(Operator.GREATER, low, high), "Y304")
        name = self.temporary()
        self.emit(nodes.Random(name, low.expression, high.expression))
        return self.local(name, low.low, high.high)
