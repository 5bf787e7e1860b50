"""Columns of a terminal: what is counted without wcwidth is what wcwidth counts."""

from __future__ import annotations

import pytest
from wcwidth import wcswidth

from yisp.columns import _NARROW, _WIDE, blank_after, folded, width


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
        ("\u0301", 0),
    ],
)
def test_columns(text: str, expected: int) -> None:
    assert width(text) == expected


JAPANESE = "デッキのネイティブモジュールをビルドします。`yispc deck.yml` で、（括弧）も。"


@pytest.mark.parametrize("columns", range(12, 90))
def test_folding(columns: int) -> None:
    lines = list(folded(JAPANESE, columns, "  "))
    assert "".join(line.strip() for line in lines).replace(" ", "") == JAPANESE.replace(" ", "")
    for number, line in enumerate(lines):
        assert line.startswith("  ") == (number > 0)
        assert line.strip()[0] not in "。、）ーッュ"
        assert not line.endswith("（") and line == line.rstrip()
    assert max(map(width, lines)) <= columns or columns < 16


def test_words_are_not_broken() -> None:
    assert list(folded("three little words\nin two lines", 12)) == ["three little", "words in two", "lines"]
    assert list(folded("卡组\n大小", 80)) == ["卡组大小"]
    assert list(folded("unbreakable words", 5, "  ")) == ["unbreakable", "  words"]
    assert list(folded("", 5)) == [""]


def test_a_full_width_mark_has_a_blank_of_its_own() -> None:
    assert [blank_after(head) for head in ("help:", "建议：", "", "得分", "得分:")] == [
        " ", "", " ", "", " ",
    ]  # fmt: skip
