"""Tables in files: a row per trial (``--records``), or a row per topic, combo and stat (``--csv``).

What comes in: blocks of rows as the runtime gives them, or a :class:`~yisp.simulate.result.Result`.
What goes out: a .csv or .tsv file in UTF-8, lines ended by a newline, quoted as the csv module does; or
a .parquet file of records (``parquet``).
Blocks are written as they come: memory does not depend on the number of trials.

A file appears under its name only when it is complete; until then it is a hidden one beside it.  A run
that was interrupted is complete with the blocks of trials that were finished.

Columns are described in ``simulate.records``; an empty cell is a number that the trial does not have.
Names are the author's and a spreadsheet would run one that begins with ``=``, ``+``, ``-`` or ``@`` as a
formula: such a name has an apostrophe before it (what OWASP advises against CSV injection).  Control
characters are written as escapes, so a record is always one line.  Numbers are never changed.
"""

from __future__ import annotations

import contextlib
import csv
import io
import os

from ..deck.observed import STAT, TOPIC
from ..simulate.records import columns, row_width
from .layout import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from ..compile.program import Program
    from ..simulate.result import Result

SEPARATORS = {".csv": ",", ".tsv": "\t"}

PARQUET = ".parquet"

CHUNK = 4096
"""Rows that are turned into text at a time."""

FORMULAS = "=+-@"
"""What a spreadsheet takes for the beginning of a formula."""


class CannotWrite(ValueError):
    """The file cannot be written; the message says why, without naming it."""


def open_writer(path: str, program: Program, topics: Sequence[int] | None = None) -> Writer:
    """A writer of records for a file of that name; raises :class:`CannotWrite`."""
    if ending_of(path) == PARQUET:
        from .parquet import ParquetWriter

        return ParquetWriter(path, program, topics)
    if ending_of(path) not in SEPARATORS:
        raise CannotWrite(f"the name has to end in {', '.join(SEPARATORS)} or {PARQUET}")
    return TextWriter(path, program, topics)


class Writer:
    """Writes a row per trial.

    ``topics`` are indices in the program (None: all).  ``write`` fits ``run_program``'s ``rows``.
    ``close`` puts the file in its place; ``discard`` leaves nothing behind.  As a context manager it
    closes, but discards when an error passes through.  Raises :class:`CannotWrite`.
    """

    def __init__(self, path: str, program: Program, topics: Sequence[int] | None = None) -> None:
        chosen = list(range(len(program.topics))) if topics is None else list(topics)
        self._columns = columns(program, chosen)
        self._widths = {index: row_width(program, index) for index in chosen}
        self._names = {index: program.topics[index].name for index in chosen}
        self._file = File(path)

    def write(self, topic: int, rows: bytes) -> None:
        """Write a block of the topic's rows."""
        raise NotImplementedError

    def close(self) -> None:
        """Put the file in its place, with all blocks that were written whole."""
        self._file.close()

    def discard(self) -> None:
        """Leave nothing behind."""
        self._file.discard()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None or issubclass(kind, KeyboardInterrupt):
            self.close()
        else:
            self.discard()


class TextWriter(Writer):
    """Writes .csv and .tsv."""

    def __init__(self, path: str, program: Program, topics: Sequence[int] | None = None) -> None:
        self._separator = separator_of(path)
        super().__init__(path, program, topics)
        self._file.append(_line((name_cell(column.title) for column in self._columns), self._separator))

    def write(self, topic: int, rows: bytes) -> None:
        width = self._widths[topic]
        numbers = memoryview(rows).cast("q")
        text = io.StringIO()
        for first in range(0, len(numbers), CHUNK * width):
            text.write(self._rows(topic, numbers[first : first + CHUNK * width], width))
        self._file.append(text.getvalue())

    def _rows(self, topic: int, numbers: memoryview[int], width: int) -> str:
        """Rows as text, column by column: a row at a time would take several times as long."""
        count = len(numbers) // width
        cells: list[Iterable[object]] = []
        for column in self._columns:
            place = column.places.get(topic)
            if column.kind == TOPIC:
                cell = _line([name_cell(self._names[topic])], self._separator)[:-1]
                cells.append([cell] * count)
            elif place is None:
                cells.append([""] * count)
            elif column.kind == STAT:
                values, there = numbers[place::width].tolist(), numbers[place + 1 :: width].tolist()
                cells.append([value if has else "" for value, has in zip(values, there, strict=True)])
            else:
                cells.append(numbers[place::width].tolist())
        line = self._separator.join(["%s"] * len(cells)) + "\n"
        return line * count % tuple(cell for row in zip(*cells, strict=True) for cell in row)


def write_results(path: str, result: Result) -> None:
    """Write the results' table (``Result.table``); raises :class:`CannotWrite`."""
    from ..simulate.tabular import TABLE_COLUMNS

    separator = separator_of(path)
    lines = [_line(TABLE_COLUMNS, separator)]
    for row in result.table():
        row["topic"], row["name"] = name_cell(row["topic"]), name_cell(row["name"])
        lines.append(_line((row[column] for column in TABLE_COLUMNS), separator))
    file = File(path)
    file.append("".join(lines))
    file.close()


def check_results(path: str) -> None:
    """Raise :class:`CannotWrite` when the table cannot go there, before anything is run for it."""
    separator_of(path)
    File(path).discard()


def separator_of(path: str) -> str:
    """What separates the cells of a file of that name."""
    ending = ending_of(path)
    if ending not in SEPARATORS:
        raise CannotWrite(f"the name has to end in {' or '.join(SEPARATORS)}")
    return SEPARATORS[ending]


def ending_of(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def name_cell(name: str) -> str:
    """A name as a cell that no spreadsheet runs."""
    cell = shown(name)
    # Blanks before it do not keep a spreadsheet from taking it for a formula.
    return "'" + cell if cell.lstrip().startswith(tuple(FORMULAS)) else cell


def _line(cells: Iterable[Any], separator: str) -> str:
    """One line, quoted where it has to be; None is an empty cell."""
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="\n").writerow(cells)
    return text.getvalue()


class File:
    """A file that is written beside its name and renamed when it is complete."""

    def __init__(self, path: str) -> None:
        if os.path.isdir(path):
            raise CannotWrite("that is a folder")
        self._path = os.path.realpath(path)  # a link stays a link
        folder, name = os.path.split(self._path)
        self._hidden = os.path.join(folder, f".{name}.{os.getpid()}.part")
        self._whole = 0  # bytes of what was appended to the end
        self._open = False
        try:
            self.stream = open(self._hidden, "wb")  # noqa: SIM115 (it outlives this function)
        except OSError as error:
            raise CannotWrite(_reason(error)) from None
        self._open = True

    def append(self, text: str) -> None:
        data = text.encode("utf-8", "backslashreplace")
        with self.guarded():
            self.stream.write(data)

    @contextlib.contextmanager
    def guarded(self) -> Iterator[None]:
        """Around writing to ``stream`` what belongs together: all of it will be kept, or none."""
        try:
            yield
            self._whole = self.stream.tell()
        except OSError as error:
            self.discard()
            raise CannotWrite(_reason(error)) from None

    def close(self) -> None:
        if not self._open:
            return
        try:
            # An interrupt in the middle of ``append`` may have left the beginning of a block.
            self.stream.flush()
            self.stream.truncate(self._whole)
            self.stream.close()
            os.replace(self._hidden, self._path)
            self._open = False
        except OSError as error:
            self.discard()
            raise CannotWrite(_reason(error)) from None

    def discard(self) -> None:
        if not self._open:
            return
        self._open = False
        with contextlib.suppress(OSError):  # a full disk, once more
            self.stream.close()
        with contextlib.suppress(OSError):
            os.unlink(self._hidden)


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such folder"
    return error.strerror or str(error)
