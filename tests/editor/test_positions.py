"""Places as editors count them: from 0, in units of UTF-16, or of whatever was agreed on."""

from __future__ import annotations

import pytest

pytest.importorskip("lsprotocol", reason="pygls is not installed")

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position, PositionEncodingKind

from yisp.editor.server.positions import from_editor, range_to_editor, to_editor
from yisp.editor.text.places import Range
from yisp.lang.source import TextSource

TEXT = "a😀b\r\n灰流丽\n\n𠮷é\r"


@pytest.mark.parametrize(
    ("encoding", "units"),
    [
        (PositionEncodingKind.Utf16, [0, 1, 3, 4]),
        (None, [0, 1, 3, 4]),  # what holds where nothing was agreed on
        (PositionEncodingKind.Utf32, [0, 1, 2, 3]),
        (PositionEncodingKind.Utf8, [0, 1, 5, 6]),
    ],
)
def test_a_rare_character_takes_several_units(
    encoding: PositionEncodingKind | None, units: list[int]
) -> None:
    source = TextSource("f", TEXT)
    for column, unit in enumerate(units, 1):
        assert to_editor(source, 1, column, encoding) == Position(0, unit)
        assert from_editor(source, Position(0, unit), encoding) == (1, column)


def test_the_last_character_of_the_first_plane_is_one_unit() -> None:
    source = TextSource("f", "\uffff\U00010000b")
    assert [to_editor(source, 1, column, None).character for column in (1, 2, 3, 4)] == [0, 1, 3, 4]


def test_the_middle_of_a_character_is_its_beginning() -> None:
    source = TextSource("f", TEXT)
    assert from_editor(source, Position(0, 2), None) == (1, 2)
    assert from_editor(source, Position(3, 1), None) == (4, 1)


def test_beyond_the_end() -> None:
    source = TextSource("f", TEXT)
    assert from_editor(source, Position(0, 99), None) == (1, 4)
    assert from_editor(source, Position(2, 5), None) == (3, 1)
    assert from_editor(source, Position(4, 0), None) == (5, 1)
    assert from_editor(source, Position(9, 9), None) == (5, 1)


def test_a_range() -> None:
    found = range_to_editor(TextSource("f", TEXT), Range(1, 2, 4, 3), None)
    assert (found.start, found.end) == (Position(0, 1), Position(3, 3))


@given(
    text=st.text(st.sampled_from("aé灰😀𠮷\t\n\r")),
    encoding=st.sampled_from([None, *PositionEncodingKind]),
    data=st.data(),
)
def test_there_and_back(text: str, encoding: PositionEncodingKind | None, data: st.DataObject) -> None:
    source = TextSource("f", text)
    line, column = source.position(data.draw(st.integers(0, len(text))))
    column = min(column, len(source.line(line)) + 1)  # behind a carriage return begins no column
    assert from_editor(source, to_editor(source, line, column, encoding), encoding) == (line, column)
