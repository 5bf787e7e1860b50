"""Results in files: a row for each figure (``--csv``), of runs and of studies.

What comes in: columns and rows, such as ``Result.table`` gives.  What goes out: a file in UTF-8, in the
format that its name's ending asks for.
"""

from __future__ import annotations

from itertools import islice

from .files import File, check, ending_of
from .records import CHUNK, PARQUET, line_of, name_cell, separator_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    Row = dict[str, Any]
    """What stands in each column; None where a row has nothing there."""

FRACTIONS = ("exact",)
"""Columns of text that nobody wrote."""


def write_rows(path: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Write a table of whatever length; raises :class:`~yisp.report.files.files.CannotWrite`."""
    if ending_of(path) == PARQUET:
        from .parquet import write_table

        write_table(path, columns, rows)
        return
    by = separator_of(path)
    file = File(path)
    file.append(line_of(map(name_cell, columns), by))
    left = iter(rows)
    while some := list(islice(left, CHUNK)):
        file.append("".join(line_of((_cell(row[column], column) for column in columns), by) for row in some))
    file.close()


def check_rows(path: str) -> None:
    """Raise :class:`~yisp.report.files.files.CannotWrite` when such a table cannot go there, before anything
    is run for it."""
    if ending_of(path) == PARQUET:
        from .parquet import arrow

        arrow()
    else:
        separator_of(path)
    check(path)


def _cell(value: Any, column: str) -> Any:
    """Numbers stay as they are, fractions too; what somebody wrote could be a formula."""
    return name_cell(value) if isinstance(value, str) and column not in FRACTIONS else value
