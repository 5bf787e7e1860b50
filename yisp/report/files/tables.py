"""Results in files: a row for each figure (``--csv``), of runs and of studies.

What comes in: a :class:`~yisp.simulate.result.Result`.  What goes out: a file in UTF-8, in the format that
its name's ending asks for.
"""

from __future__ import annotations

from itertools import islice

from .files import CannotWrite, File, check, ending_of, wrong_ending
from .records import CHUNK, SEPARATORS, line_of, name_cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ...simulate.result import Result

    Row = dict[str, Any]
    """What stands in each column; None where a row has nothing there."""


PARQUET = ".parquet"

FRACTIONS = ("exact",)
"""Columns of text that nobody wrote."""


def write_results(path: str, result: Result) -> None:
    """Write the results' table (``Result.table``); raises :class:`CannotWrite`."""
    from ...simulate.counting.tabular import COLUMNS

    write_rows(path, COLUMNS, result.table())


def write_rows(path: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Write any table, of whatever length; raises :class:`CannotWrite`."""
    if ending_of(path) == PARQUET:
        from .parquet import write_table

        write_table(path, columns, rows)
        return
    by = _separator_of(path)
    file = File(path)
    file.append(line_of(map(name_cell, columns), by))
    left = iter(rows)
    while some := list(islice(left, CHUNK)):
        file.append("".join(line_of((_cell(row[column], column) for column in columns), by) for row in some))
    file.close()


def check_rows(path: str) -> None:
    """Raise :class:`CannotWrite` when such a table cannot go there, before anything is run for it."""
    if ending_of(path) == PARQUET:
        from .parquet import arrow

        arrow()
    else:
        _separator_of(path)
    check(path)


def _separator_of(path: str) -> str:
    ending = ending_of(path)
    if ending not in SEPARATORS:
        raise CannotWrite(wrong_ending((*SEPARATORS, PARQUET)))
    return SEPARATORS[ending]


def _cell(value: Any, column: str) -> Any:
    """Numbers stay as they are, fractions too; what somebody wrote could be a formula."""
    return name_cell(value) if isinstance(value, str) and column not in FRACTIONS else value
