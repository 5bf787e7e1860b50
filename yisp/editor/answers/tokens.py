"""Colours: what each piece of the scripts and condition lists of a file is.

What comes in: a document.  What goes out: :class:`Coloured` pieces in the order of the file, none of them
over several lines.  The rules are those of ``yisp.lang.highlighting.highlight``, as for every other editor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...deck.reading.scalars import ScalarText
from ...lang.highlighting.highlight import Role, pieces
from ...lang.source import LINE_END, TextSource
from ...structs import dataclass
from ..text.conditions import named
from ..text.context import Found, Mapped, RawText, scalars
from ..text.document import Document
from ..text.names import Names
from .deckfile import CONDITIONS, SCRIPTS

_NEXT_LINE = re.compile(rf"(?:{LINE_END.pattern})[ \t]*")

BLANK = (Role.BLANK, Role.PUNCTUATION)


@dataclass(frozen=True, slots=True)
class Coloured:
    """A piece of one line, and its role."""

    line: int
    column: int
    length: int
    role: Role

    def to_data(self) -> list[Any]:
        return [self.line, self.column, self.length, self.role.name.lower()]


def coloured(document: Document) -> list[Coloured]:
    """The pieces of a document that have a colour."""
    source = document.source
    if document.is_too_long:
        return []
    if document.is_script:
        return [
            one for piece in pieces(source.text) for one in _lines(source, RawText(source.text, 0), *piece)
        ]
    nodes = document.read
    if nodes is None or nodes.root is None:
        return []
    found: list[Coloured] = []
    for one in scalars(nodes.root):
        first, last = (nodes.source.position(at)[0] for at in (one.scalar.start, one.scalar.end))
        text = one.scalar.text
        if not any(first <= line <= last for line in nodes.blotted) and isinstance(text, ScalarText):
            for role, start, end in _pieces(one, document.recent_names):
                found += _lines(nodes.source, text, role, start, end)
    return sorted(found, key=lambda one: (one.line, one.column))


def _pieces(found: Found, names: Names) -> Iterator[tuple[Role, int, int]]:
    """The pieces of a scalar that is a script or a condition list."""
    key, text = found.key, found.scalar.value
    if found.is_key or key is None:
        return
    if key.value in SCRIPTS:
        yield from pieces(text)
    elif key.value in CONDITIONS:
        for one in named(text, names.vocabulary):
            yield Role.ATTRIBUTE if one.sort else Role.CARD, one.start, one.end


def _lines(source: TextSource, text: Mapped, role: Role, start: int, end: int) -> Iterator[Coloured]:
    """A piece, line by line of the file."""
    if role in BLANK:
        return
    first, last = text.extent(start, end)
    while first < last:
        line, column = source.position(first)
        begin = first - column + 1
        stop = min(last, begin + len(source.line(line)))
        if stop > first:
            yield Coloured(line, column, stop - first, role)
        behind = _NEXT_LINE.match(source.text, stop)
        first = behind.end() if behind is not None else last
