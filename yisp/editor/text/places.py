"""Where something is in a file, and what may be put there: the plain data that services give.

Lines and columns count from 1, in characters, as everywhere in Yisp; what editors count (UTF-16, from 0) is
the business of whoever speaks to one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...lang.diagnostics import Place
from ...lang.source import TextSource


class PlainData:
    """What has a form that JSON can hold: its fields by name."""

    __slots__: tuple[str, ...] = ()

    def to_data(self) -> dict[str, Any]:
        return {name: _plain(getattr(self, name)) for name in self.__slots__}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value.to_data() if isinstance(value, PlainData) else value


@dataclass(frozen=True, slots=True, order=True)
class Range(PlainData):
    """From a character to one that no longer belongs to it."""

    line: int
    column: int
    end_line: int
    end_column: int


BEGINNING = Range(1, 1, 1, 1)
"""Of a file."""


@dataclass(frozen=True, slots=True)
class Location(PlainData):
    """A range of a file; ``path`` is where the file lies, where it has a place of its own."""

    file: str
    path: str
    range: Range


@dataclass(frozen=True, slots=True)
class Edit(PlainData):
    """A text in place of what is there."""

    range: Range
    text: str


def range_of(source: TextSource, start: int, end: int) -> Range:
    """The range of two offsets."""
    return Range(*source.position(start), *source.position(end))


def range_at(place: Place) -> Range:
    """The range of what a diagnostic underlines."""
    return Range(place.line, place.column, place.line, place.column + place.length)


def edited(source: TextSource, edits: list[Edit]) -> str:
    """The text with edits made, none of which touches another."""
    text = source.text
    for edit in sorted(edits, key=lambda one: one.range, reverse=True):
        start = source.offset(edit.range.line, edit.range.column)
        end = source.offset(edit.range.end_line, edit.range.end_column)
        text = text[:start] + edit.text + text[end:]
    return text
