"""Records as a Parquet file: the columns of the text form with types, a tenth of its size.

What comes in: blocks of rows as the runtime gives them.  What goes out: a file with the columns of
``simulate.records`` under their titles as they are; combos are booleans, everything else 64-bit integers
(and ``topic`` text), null where a trial does not have the number.  Blocks are gathered into groups of
rows of ``GROUP`` and more: memory does not depend on the number of trials.

Needs pyarrow, which is an extra: ``pip install '.[parquet]'``.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...compile.program import Program
from ...compile.row import NUMBER
from ...deck.observables import COMBO, POLICY, STAT, TOPIC
from ...messages import say
from ...simulate.counting.tabular import NUMBERS, TEXTS
from .files import CannotWrite, File
from .writer import Writer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

GROUP = 2**16
"""Rows of a group at least, but for the last of a topic."""


class ParquetWriter(Writer):
    """Writes .parquet."""

    def __init__(
        self, path: str, program: Program, topics: Sequence[int] | None, policies: Sequence[str]
    ) -> None:
        pyarrow = arrow()
        super().__init__(path, program, topics, policies)
        self._arrow: Any = pyarrow
        self._blocks: list[bytes] = []  # of the topic at hand, not yet written
        self._topic: int | None = None
        self._open = True
        types = {POLICY: pyarrow.string(), TOPIC: pyarrow.string(), COMBO: pyarrow.bool_()}
        self._schema = pyarrow.schema(
            [(_utf8(column.title), types.get(column.kind, pyarrow.int64())) for column in self._columns]
        )
        with self._file.guarded():
            self._writer: Any = pyarrow.parquet.ParquetWriter(self._file.stream, self._schema)

    def write(self, topic: int, rows: bytes) -> None:
        if topic != self._topic:
            self._write_group()
            self._topic = topic
        self._blocks.append(rows)
        if sum(map(len, self._blocks)) >= NUMBER * GROUP * self._widths[topic]:
            self._write_group()

    def close(self) -> None:
        if self._open:
            self._write_group()
            self._end()
        super().close()

    def discard(self) -> None:
        self._blocks = []
        if self._open:
            # Closing writes the file's end, which may fail as what came before it did.
            with suppress(OSError, ValueError):
                self._end()
        super().discard()

    def _end(self) -> None:
        self._open = False
        with self._file.guarded():
            self._writer.close()

    def _write_group(self) -> None:
        import numpy

        if self._topic is None or not self._blocks:
            return
        data = numpy.frombuffer(b"".join(self._blocks), dtype=numpy.int64)
        self._blocks = []
        rows = data.reshape(-1, self._widths[self._topic])
        arrays = []
        for column, field in zip(self._columns, self._schema, strict=True):
            place = column.places.get(self._topic)
            if column.kind == TOPIC:
                arrays.append(self._arrow.repeat(_utf8(self._names[self._topic]), len(rows)))
            elif column.kind == POLICY:
                kinds = numpy.resize(numpy.array(self._policies[self._topic]), len(rows))
                arrays.append(self._arrow.array(kinds, type=field.type))
            elif place is None:
                arrays.append(self._arrow.nulls(len(rows), field.type))
            elif column.kind == STAT:
                missing = rows[:, column.known[self._topic]] == 0
                arrays.append(self._arrow.array(rows[:, place], mask=missing))
            else:
                arrays.append(self._arrow.array(rows[:, place]).cast(field.type))
        with self._file.guarded():
            self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))


def arrow() -> Any:
    """pyarrow; raises :class:`CannotWrite` where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise CannotWrite(say("Parquet needs pyarrow: pip install '.[parquet]' in yisp's folder")) from None
    return pyarrow


def write_table(path: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write a table of figures; columns that ``simulate.tabular`` does not know are whole numbers, which is
    what decks vary by.  Raises :class:`CannotWrite`."""
    pyarrow = arrow()
    types = {column: pyarrow.float64() for column in NUMBERS} | {column: pyarrow.string() for column in TEXTS}
    schema = pyarrow.schema([(_utf8(column), types.get(column, pyarrow.int64())) for column in columns])
    file, left = File(path), iter(rows)
    with file.guarded(), pyarrow.parquet.ParquetWriter(file.stream, schema) as writer:
        while some := list(islice(left, GROUP)):
            arrays = [
                pyarrow.array([_cell(one[column]) for one in some], type=field.type)
                for column, field in zip(columns, schema, strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
    file.close()


def _cell(value: Any) -> Any:
    return _utf8(value) if isinstance(value, str) else value


def _utf8(name: str) -> str:
    """The name; half a character, which UTF-8 does not have, as an escape."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")
