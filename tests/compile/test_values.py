"""Intervals: whatever is worked out lies between the bounds that lowering gave it."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from yisp.compile import nodes
from yisp.compile.lowering import values
from yisp.compile.lowering.builder import FunctionBuilder
from yisp.compile.lowering.operands import CardFilter, Cards
from yisp.compile.lowering.values import GREATEST, LEAST, Value

edge = st.sampled_from([LEAST, LEAST + 1, -(2**32), -2, -1, 0, 1, 2, 2**31, 2**62, GREATEST - 1, GREATEST])
number = edge | st.integers(LEAST, GREATEST) | st.integers(-10, 10)


@st.composite
def known(draw: st.DrawFn) -> tuple[Value, int]:
    """A number, and what is known of it: an interval that holds it, or the number itself."""
    value = draw(number)
    if draw(st.booleans()):
        return values.constant(value), value
    low, high = sorted((draw(number), draw(number)))
    return Value(nodes.Local("x"), min(low, value), max(high, value)), value


class NoTables:
    """Tables that nobody looks at."""

    def site(self, code: str) -> int:
        return 0


def nothing_later(body: object) -> int:
    raise AssertionError("no number puts anything off")


def builder() -> FunctionBuilder:
    return FunctionBuilder(NoTables(), 40, nothing_later)  # type: ignore[arg-type]


def holds(value: Value, true: int) -> bool:
    return value.low <= true <= value.high and value.constant in (None, true)


def truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


BINARY: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: truncated(a, b) if b else None,
    "remainder": lambda a, b: a - b * truncated(a, b) if b else None,
    "minimum": min,
    "maximum": max,
    "both": lambda a, b: int(a != 0 and b != 0),
    "either": lambda a, b: int(a != 0 or b != 0),
}


@given(known(), known(), st.sampled_from(sorted(BINARY)))
def test_operations(a: tuple[Value, int], b: tuple[Value, int], operation: str) -> None:
    true = BINARY[operation](a[1], b[1])
    result = getattr(builder(), operation)(a[0], b[0])
    if true is not None and values.fits(true, true):
        assert holds(result, true)


@given(known(), known(), st.sampled_from(sorted(values.COMPARISONS)))
def test_comparisons(a: tuple[Value, int], b: tuple[Value, int], operator: str) -> None:
    assert holds(builder().compare(operator, a[0], b[0]), int(values.COMPARISONS[operator](a[1], b[1])))


@given(known())
def test_truth(a: tuple[Value, int]) -> None:
    assert holds(values.truth(a[0]), int(a[1] != 0))
    assert holds(values.is_zero(a[0]), int(a[1] == 0))


@given(known(), known(), known())
def test_choices(condition: tuple[Value, int], a: tuple[Value, int], b: tuple[Value, int]) -> None:
    result = builder().branch(condition[0], lambda: a[0], lambda: b[0])
    assert result is not None
    assert holds(result, a[1] if condition[1] else b[1])


@given(known(), known(), st.sampled_from(["add", "subtract", "multiply"]))
def test_only_what_fits_goes_unchecked(a: tuple[Value, int], b: tuple[Value, int], operation: str) -> None:
    """An operation that could leave 64 bits is a checked statement."""
    made = builder()
    getattr(made, operation)(a[0], b[0])
    true = BINARY[operation](a[1], b[1])
    if not values.fits(true, true):
        assert any(isinstance(statement, nodes.Checked) for statement in made.block)


@given(known(), known())
def test_only_what_is_safe_is_divided_unchecked(a: tuple[Value, int], b: tuple[Value, int]) -> None:
    made = builder()
    made.divide(a[0], b[0])
    if b[1] == 0 or (a[1] == LEAST and b[1] == -1):
        assert any(isinstance(statement, nodes.If) for statement in made.block)


def test_a_number_counts_no_more_cards_than_there_are() -> None:
    made = builder()
    first = made.size(Cards(0, (CardFilter(None, "first", values.constant(3)),)))
    assert (first.low, first.high) == (0, 3)
    assert made.block == []
