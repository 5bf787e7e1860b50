"""From a file's bytes to lines that know where they stand.

What comes in: bytes, or a text.  What goes out: a :class:`~yisp.lang.source.TextSource` of printable
characters.  UTF-8 and, with a byte-order mark, UTF-16 are read, which is what spreadsheets write; any other
encoding is a diagnostic that says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from ....lang.diagnostics import Diagnostics, Place
from ....lang.source import LINE_END, TextSource
from ....messages import say
from ...reading.files import LARGEST
from ...reading.source import read_source

MOST_LINES = 200_000
_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Line(NamedTuple):
    """One line: its text without blanks around it, and where that begins in the file."""

    text: str
    start: int
    source: TextSource

    @property
    def place(self) -> Place:
        return self.part(0, len(self.text))

    def part(self, start: int, end: int) -> Place:
        """The place of some of its characters."""
        return self.source.place(self.start + start, self.start + end)


def decoded(data: bytes | str, file: str, found: Diagnostics, largest: int = LARGEST) -> TextSource:
    """The text of a file; raises :class:`~yisp.lang.diagnostics.DeckError` where it is none."""
    if isinstance(data, bytes) and data.startswith(_MARKS) and len(data) <= largest:
        with suppress(UnicodeDecodeError):  # it is not, and no UTF-8 either
            data = data.decode("utf-16")
    source = read_source(data, file, found, largest)
    if source.text.count("\n") + source.text.count("\r") > MOST_LINES:
        found.error("Y002", say("{file} has more than {most} lines", file=file, most=MOST_LINES), None)
        found.raise_errors()
    return source


def lines(source: TextSource) -> Iterator[Line]:
    """The lines that have something on them."""
    start = 0
    text = source.text
    while start < len(text):
        end = LINE_END.search(text, start)
        stop = end.start() if end else len(text)
        written = text[start:stop]
        if written.strip():
            yield Line(written.strip(), start + len(written) - len(written.lstrip()), source)
        if end is None:
            return
        start = end.end()
