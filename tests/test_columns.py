"""Columns of a terminal: what is counted without wcwidth is what wcwidth counts."""

from __future__ import annotations

import pytest
from wcwidth import wcswidth

from yisp.columns import _NARROW, _WIDE, width


@pytest.mark.parametrize(("first", "last"), (*_NARROW, *_WIDE))
def test_ranges_are_those_of_wcwidth(first: int, last: int) -> None:
    for code in range(first, last + 1):
        assert width(chr(code) + "é") == wcswidth(chr(code) + "é"), hex(code)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ash", 3),
        ("灰流丽", 6),
        ("ab灰…", 5),
        ("ﾊﾟ", 2),
        ("e\u0301灰", 3),
        ("か\u3099", 2),
        ("👩‍🚀", 2),
        ("灰\x07", 2),
    ],
)
def test_columns(text: str, expected: int) -> None:
    assert width(text) == expected
