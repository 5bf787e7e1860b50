"""Records in files: a row per trial (``--records``).

What comes in: blocks of rows as the runtime gives them.  What goes out: a .csv or .tsv file in UTF-8, lines
ended by a newline, quoted as the csv module does; or a .parquet file (``parquet``).
Blocks are written as they come: memory does not depend on the number of trials.

Columns are described in ``simulate.records``; an empty cell is a number that the trial does not have.
Names are the author's and a spreadsheet would run one that begins with ``=``, ``+``, ``-`` or ``@`` as a
formula: such a name has an apostrophe before it (what OWASP advises against CSV injection).  Control
characters are written as escapes, so a record is always one line.  Numbers are never changed.
"""

from __future__ import annotations

import csv
import io

from ...deck.observables import POLICY, STAT, TOPIC
from ...spreadsheet import SEPARATORS, guarded
from ..layout import shown
from .files import CannotWrite, ending_of, wrong_ending
from .writer import Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ...compile.program import Program

PARQUET = ".parquet"

CHUNK = 4096
"""Rows that are turned into text at a time."""


def open_writer(
    path: str, program: Program, topics: Sequence[int] | None = None, policies: Sequence[str] = ()
) -> Writer:
    """A writer of records for a file of that name; raises :class:`CannotWrite`."""
    if ending_of(path) == PARQUET:
        from .parquet import ParquetWriter

        return ParquetWriter(path, program, topics, policies)
    return TextWriter(path, program, topics, policies)


def separator_of(path: str) -> str:
    """What stands between the cells of a text file of that name; raises :class:`CannotWrite`."""
    ending = ending_of(path)
    if ending not in SEPARATORS:
        raise CannotWrite(wrong_ending((*SEPARATORS, PARQUET)))
    return SEPARATORS[ending]


class TextWriter(Writer):
    """Writes .csv and .tsv."""

    def __init__(
        self, path: str, program: Program, topics: Sequence[int] | None, policies: Sequence[str]
    ) -> None:
        self._separator = separator_of(path)
        super().__init__(path, program, topics, policies)
        self._file.append(line_of((name_cell(column.title) for column in self._columns), self._separator))

    def write(self, topic: int, rows: bytes) -> None:
        width = self._widths[topic]
        numbers = memoryview(rows).cast("q")
        text = io.StringIO()
        chunk = CHUNK * width * len(self._policies[topic])  # all rows of a trial are in one
        for first in range(0, len(numbers), chunk):
            text.write(self._rows(topic, numbers[first : first + chunk], width))
        self._file.append(text.getvalue())

    def _rows(self, topic: int, numbers: memoryview[int], width: int) -> str:
        """Rows as text, column by column: a row at a time would take several times as long."""
        count = len(numbers) // width
        cells: list[Iterable[object]] = []
        for column in self._columns:
            place = column.places.get(topic)
            if column.kind == TOPIC:
                cell = line_of([name_cell(self._names[topic])], self._separator)[:-1]
                cells.append([cell] * count)
            elif column.kind == POLICY:
                cells.append(self._policies[topic] * (count // len(self._policies[topic])))
            elif place is None:
                cells.append([""] * count)
            elif column.kind == STAT:
                values = numbers[place::width].tolist()
                there = numbers[column.known[topic] :: width].tolist()
                cells.append([value if has else "" for value, has in zip(values, there, strict=True)])
            else:
                cells.append(numbers[place::width].tolist())
        line = self._separator.join(["%s"] * len(cells)) + "\n"
        return line * count % tuple(cell for row in zip(*cells, strict=True) for cell in row)


def name_cell(name: str) -> str:
    """A name as a cell that no spreadsheet runs."""
    return guarded(shown(name))


def line_of(cells: Iterable[Any], separator: str) -> str:
    """One line, quoted where it has to be; None is an empty cell."""
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="\n").writerow(cells)
    return text.getvalue()
