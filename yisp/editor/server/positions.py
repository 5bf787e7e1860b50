"""Places as editors count them, and as we do.

An editor counts lines from 0, and in a line the units of an encoding that it agrees on with us: those of
UTF-16 where it says nothing, of which a rare character takes two.  We count both from 1, in characters.  A
place beyond the end of its line is that end.
"""

from __future__ import annotations

from lsprotocol import types

from ...lang.source import TextSource
from ..text.places import Range

Encoding = types.PositionEncodingKind | str | None


def to_editor(source: TextSource, line: int, column: int, encoding: Encoding) -> types.Position:
    """A place of ours for the editor."""
    return types.Position(line - 1, _units(source.line(line)[: column - 1], encoding))


def range_to_editor(source: TextSource, range: Range, encoding: Encoding) -> types.Range:
    return types.Range(
        to_editor(source, range.line, range.column, encoding),
        to_editor(source, range.end_line, range.end_column, encoding),
    )


def from_editor(source: TextSource, position: types.Position, encoding: Encoding) -> tuple[int, int]:
    """The line and the column of a place of the editor's; the middle of a character is its beginning."""
    line, column = source.position(source.offset(position.line + 1, 1))
    if line <= position.line:
        return source.position(len(source.text))  # it is beyond the end of the file
    units = 0
    for character in source.line(line):
        units += _units(character, encoding)
        if units > position.character:
            break
        column += 1
    return line, column


def _units(text: str, encoding: Encoding) -> int:
    """How many units a text takes."""
    if encoding == types.PositionEncodingKind.Utf32:
        return len(text)
    if encoding == types.PositionEncodingKind.Utf8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(character > "\uffff" for character in text)
