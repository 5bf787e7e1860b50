"""Two who played the same trials, held against one another in C: the formulas, in Python's whole numbers."""

from __future__ import annotations

import subprocess
import sys
from array import array
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yisp_runtime.counts.pairs import apart, drawn, gather, replaced

if TYPE_CHECKING:
    from yisp_runtime.counts.pairs import Column, Shown

LEAST, GREATEST = -(2**63), 2**63 - 1
EDGES = [
    edge + by
    for edge in (LEAST + 2, -(2**22), -(2**12), 0, 2**12, 2**22, GREATEST - 2)
    for by in (-2, -1, 0, 1, 2)
]
NUMBERS = st.one_of(
    st.integers(LEAST, GREATEST), st.integers(-3, 3), st.integers(-5000, 5000), st.sampled_from(EDGES)
)

Rows = list[list[int]]


@st.composite
def both_rows(draw: st.DrawFn) -> tuple[Rows, Rows]:
    """Rows of the same trials, each side's of a width of its own."""
    trials = draw(st.integers(0, 12))
    return tuple(  # type: ignore[return-value]
        draw(st.lists(st.lists(NUMBERS, min_size=width, max_size=width), min_size=trials, max_size=trials))
        for width in (draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    )


def width_of(rows: Rows) -> int:
    return len(rows[0]) if rows else 1


def packed(rows: Rows) -> bytes:
    return array("q", [number for row in rows for number in row]).tobytes()


def columns(width: int) -> st.SearchStrategy[Column]:
    return st.tuples(st.integers(0, width - 1), st.booleans(), st.integers(0, width - 1))


def values(rows: Rows, column: Column) -> list[int | None]:
    place, positive, known = column
    return [
        (int(row[place] > 0) if positive else row[place]) if not known or row[known] else None for row in rows
    ]


def stated(mine: list[int | None], theirs: list[int | None]) -> Shown:
    """The same by the formulas."""
    xs, ys = ([one for one in side if one is not None] for side in (mine, theirs))
    both = [(x, y) for x, y in zip(mine, theirs, strict=True) if x is not None and y is not None]
    return (
        (len(xs), sum(xs), sum(x * x for x in xs)),
        (len(ys), sum(ys), sum(y * y for y in ys)),
        (len(both), sum(x for x, _ in both), sum(y for _, y in both)),
        sum(x * y for x, y in both),
        dict(Counter(x - y for x, y in both)),
    )


@given(both_rows(), st.data())
def test_what_trials_show_is_what_the_formulas_say(rows: tuple[Rows, Rows], data: st.DataObject) -> None:
    mine, theirs = rows
    width, other = width_of(mine), width_of(theirs)
    figures = data.draw(st.lists(st.tuples(columns(width), columns(other)), max_size=3))
    assert gather(packed(mine), width, packed(theirs), other, figures) == [
        stated(values(mine, one), values(theirs, two)) for one, two in figures
    ]


@pytest.mark.parametrize("bits", [12, 16, 20, 21, 22, 23, 24, 31, 32, 63])
def test_sums_of_many_trials_are_exact(bits: int) -> None:
    """Of the largest numbers of so many bits, more than are added up at a time."""
    trials, column, most = 2**17 + 3, (0, False, 0), 2**bits - 1
    for x, y in ((most, -most - 1), (-most - 1, -most - 1)):
        (shown,) = gather(packed([[x]]) * trials, 1, packed([[y]]) * trials, 1, [(column, column)])
        assert shown == (
            (trials, trials * x, trials * x * x), (trials, trials * y, trials * y * y),
            (trials, trials * x, trials * y), trials * x * y, {x - y: trials},
        )  # fmt: skip


@given(both_rows(), st.data())
def test_trials_apart_are_the_first_that_differ(rows: tuple[Rows, Rows], data: st.DataObject) -> None:
    mine, theirs = rows
    width, other = width_of(mine), width_of(theirs)
    one, two, most = (data.draw(st.integers(0, last)) for last in (width - 1, other - 1, 4))
    differ = [at for at, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a[one] != b[two]]
    assert apart(packed(mine), width, packed(theirs), other, one, two, most) == differ[:most]


@given(st.integers(1, 3), st.data())
def test_a_card_was_drawn_where_it_is_not_left(words: int, data: st.DataObject) -> None:
    card = data.draw(st.integers(0, 64 * words - 1))
    left = data.draw(st.lists(st.integers(0, 2 ** (64 * words) - 1), max_size=9))
    sets = array("Q", [one >> 64 * word & (2**64 - 1) for one in left for word in range(words)]).tobytes()
    assert drawn(sets, words, card) == bytes(not one >> card & 1 for one in left)


@given(both_rows(), st.data())
def test_chosen_rows_are_replaced_in_order(rows: tuple[Rows, Rows], data: st.DataObject) -> None:
    mine, width = rows[0], width_of(rows[0])
    chosen = data.draw(st.lists(st.sampled_from((0, 0, 1, 255)), min_size=len(mine), max_size=len(mine)))
    others = [data.draw(st.lists(NUMBERS, min_size=width, max_size=width)) for one in chosen if one]
    left = iter(others)
    expected = [next(left) if one else row for row, one in zip(mine, chosen, strict=True)]
    assert replaced(packed(mine), width, packed(others), bytes(chosen)) == packed(expected)


def test_studies_need_no_numpy() -> None:
    words = "import sys; sys.modules['numpy'] = None; import yisp; deck = yisp.load('opening');"
    words += "options = {'method': 'sample', 'count': 100, 'topics': 'going-first'};"
    words += "yisp.compare(deck, deck.with_counts(scout=2), **options); yisp.sensitivity(deck, **options)"
    subprocess.run([sys.executable, "-c", words], check=True)


COLUMN = (0, False, 0)
ROW = bytes(16)


@pytest.mark.parametrize(
    ("call", "arguments", "error"),
    [
        (gather, (ROW, 0, ROW, 1, []), ValueError), (gather, (ROW, -1, ROW, 1, []), ValueError),
        (gather, (ROW, 2**40, ROW, 1, []), ValueError), (gather, (ROW, 2**64, ROW, 1, []), OverflowError),
        (gather, (ROW[1:], 1, ROW, 1, []), ValueError), (gather, (ROW, 2, ROW, 1, []), ValueError),
        (gather, (ROW, 1, bytearray(ROW), 1, []), TypeError), (gather, (None, 1, ROW, 1, []), TypeError),
        (gather, (ROW, 1, ROW, 1, [(COLUMN,)]), ValueError), (gather, (ROW, 1, ROW, 1, [None]), TypeError),
        (gather, (ROW, 1, ROW, 1, [((1, False, 0), COLUMN)]), ValueError),
        (gather, (ROW, 1, ROW, 1, [(COLUMN, (0, False, -1))]), ValueError),
        (gather, (ROW, 1, ROW, 1, [(COLUMN, (0, 2, 0))]), ValueError),
        (gather, (ROW, 1, ROW, 1, [(COLUMN, (0.0, False, 0))]), TypeError),
        (apart, (ROW, 1, ROW, 2, 0, 0, 5), ValueError), (apart, (ROW, 1, ROW, 1, 1, 0, 5), ValueError),
        (apart, (ROW, 1, ROW, 1, 0, -1, 5), ValueError), (apart, (ROW, 1, ROW, 1, 0, 0, -1), ValueError),
        (drawn, (ROW, 0, 0), ValueError), (drawn, (ROW[:9], 1, 0), ValueError),
        (drawn, (ROW, 1, 64), ValueError), (drawn, (ROW, 1, -1), ValueError),
        (drawn, (None, 1, 0), TypeError), (replaced, (ROW, 1, ROW, b"x"), ValueError),
        (replaced, (ROW, 1, ROW, b"\0x"), ValueError),
        (replaced, (ROW, 1, ROW[:9], b"\0x"), ValueError), (replaced, (ROW, 1, b"", None), TypeError),
    ],
)  # fmt: skip
def test_wrong_arguments(
    call: Callable[..., Any], arguments: tuple[Any, ...], error: type[Exception]
) -> None:
    with pytest.raises(error) as raised:
        call(*arguments)
    assert str(raised.value)
