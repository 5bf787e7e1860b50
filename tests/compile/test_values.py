"""Intervals: whatever is worked out lies between the bounds that lowering gave it."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
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
    return FunctionBuilder(NoTables(), 40, nothing_later, nothing_later)  # type: ignore[arg-type]


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


@given(known(), known(), st.sampled_from(list(values.COMPARISONS)))
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


def between(low: int, high: int) -> Value:
    return Value(nodes.Local("x"), low, high)


@pytest.mark.parametrize(
    ("operation", "a", "b", "expected"),
    [
        ("add", (1, 3), (-2, 5), (-1, 8)),
        ("subtract", (1, 3), (-2, 5), (-4, 5)),
        ("multiply", (-2, 3), (-5, 7), (-15, 21)),
        ("multiply", (-2, -1), (-5, -3), (3, 10)),
        ("add", (0, GREATEST), (1, 1), (1, inf)),
        ("subtract", (LEAST, 0), (1, 2), (-inf, -1)),
        ("divide", (0, 9), (2, 3), (0, 9)),
        ("divide", (0, 9), (-2, 3), (-9, 9)),
        ("divide", (-4, 9), (2, 3), (-9, 9)),
        ("remainder", (0, 9), (2, 5), (0, 4)),
        ("remainder", (-9, 0), (2, 5), (-4, 0)),
        ("remainder", (-9, 9), (-6, 5), (-5, 5)),
        ("minimum", (1, 5), (2, 4), (1, 4)),
        ("maximum", (1, 5), (2, 4), (2, 5)),
        ("random", (1, 2), (3, 4), (1, 4)),
        ("both", (0, 5), (0, 1), (0, 1)),
    ],
)
def test_no_more_is_left_open_than_must_be(
    operation: str, a: tuple[int, int], b: tuple[int, int], expected: tuple[float, float]
) -> None:
    found = getattr(builder(), operation)(between(*a), between(*b))
    assert (found.low, found.high) == expected


@pytest.mark.parametrize("operation", ["add", "subtract", "multiply", "minimum", "maximum", "both", "either"])
def test_what_is_known_is_worked_out(operation: str) -> None:
    for a in (-3, 0, 1, 4):
        for b in (-2, 0, 1):
            found = getattr(builder(), operation)(values.constant(a), values.constant(b))
            assert found.constant == BINARY[operation](a, b)
            half = getattr(builder(), operation)(values.constant(a), between(-9, 9))
            assert half.constant is None


def test_a_divisor_that_cannot_be_0_is_not_asked() -> None:
    for low, high, asked in ((1, 2, 0), (-2, -1, 0), (0, 2, 1), (-2, 0, 1), (-2, 2, 1)):
        for operation in ("divide", "remainder"):
            made = builder()
            getattr(made, operation)(between(-9, 9), between(low, high))
            assert sum(isinstance(one, nodes.If) for one in made.block) == asked


def test_the_quotient_that_does_not_fit_is_asked_about_where_it_can_come_up() -> None:
    for a, b, asked in (
        ((LEAST, 0), (-1, -1), 1), ((LEAST, 0), (-5, -1), 1), ((LEAST + 1, 0), (-5, -1), 0),
        ((LEAST, 0), (-5, -2), 0), ((LEAST, 0), (1, 5), 0), ((LEAST, 0), (-1, 5), 2),
    ):  # fmt: skip
        made = builder()
        made.divide(between(*a), between(*b))
        assert sum(isinstance(one, nodes.If) for one in made.block) == asked
