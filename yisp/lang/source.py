"""Where the characters of a text stand, for texts that are a file of their own.

What comes in: a file's name and its text.  What goes out: a
:class:`~yisp.lang.diagnostics.Text`, whose offsets are those of the file.  What is not handled:
scripts inside a deck file; there YAML's quoting lies between the two, and ``deck`` has a ``Text``
that knows it.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from .diagnostics import Place

LINE_END = re.compile(r"\r\n|\r|\n")


class TextSource:
    """A whole file, or the argument of ``yispc eval``, as one script."""

    __slots__ = ("_lines", "_starts", "file", "text")

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self._starts = [0, *(match.end() for match in LINE_END.finditer(text))]
        self._lines: dict[int, str] = {}  # a line is cut out once, however many mistakes it holds

    def __repr__(self) -> str:
        return f"TextSource({self.file!r})"

    def place(self, start: int, end: int) -> Place:
        """The place of ``start`` … ``end``, as far as that stands on one line."""
        number = bisect_right(self._starts, start)
        column = start - self._starts[number - 1]
        line = self.line(number)
        length = min(end - start, len(line) - column)
        return Place(self.file, number, column + 1, line, max(length, 1))

    def offset(self, line: int, column: int) -> int:
        """Where a place is in the text; beyond the end of a line, or of the text, it is that end."""
        if line > len(self._starts):
            return len(self.text)
        return self._starts[line - 1] + min(column - 1, len(self.line(line)))

    def position(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset."""
        number = bisect_right(self._starts, offset)
        return number, offset - self._starts[number - 1] + 1

    def line(self, number: int) -> str:
        """A line without its end; lines count from 1."""
        line = self._lines.get(number)
        if line is None:
            end = self._starts[number] if number < len(self._starts) else len(self.text)
            line = self._lines[number] = self.text[self._starts[number - 1] : end].rstrip("\r\n")
        return line
