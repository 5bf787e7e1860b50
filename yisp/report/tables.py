"""Results in files: a row for each estimate (``--csv``): for a topic, a combo, a watched entry, a stat.

What comes in: a :class:`~yisp.simulate.result.Result`.  What goes out: a file in UTF-8, in the format that
its name's ending asks for.  A format is a function from columns and rows to text.
"""

from __future__ import annotations

from functools import partial

from .files import CannotWrite, File, check, ending_of
from .records import SEPARATORS, line_of, name_cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..simulate.result import Result

    Row = dict[str, Any]
    """What stands in each column; None where a row has nothing there."""

    Format = Callable[[Sequence[str], Sequence[Row]], str]


NAMES = ("topic", "name", "side", "to", "card")
"""Columns whose cells are names of the author's."""


def separated(columns: Sequence[str], rows: Sequence[Row], *, by: str) -> str:
    """Lines of cells, for spreadsheets."""
    lines = [line_of(columns, by)]
    for row in rows:
        cells = (
            name_cell(row[column]) if column in NAMES and row[column] is not None else row[column]
            for column in columns
        )
        lines.append(line_of(cells, by))
    return "".join(lines)


FORMATS: dict[str, Format] = {
    ending: partial(separated, by=separator) for ending, separator in SEPARATORS.items()
}
"""What is made of the rows, by the ending of the file's name."""


def write_results(path: str, result: Result) -> None:
    """Write the results' table (``Result.table``); raises :class:`CannotWrite`."""
    from ..simulate.tabular import table_columns

    rows = result.table()
    write_rows(path, table_columns(rows), rows)


def write_rows(path: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Write a table; raises :class:`CannotWrite`."""
    text = _format_of(path)(columns, rows)
    file = File(path)
    file.append(text)
    file.close()


def check_results(path: str) -> None:
    """Raise :class:`CannotWrite` when the table cannot go there, before anything is run for it."""
    _format_of(path)
    check(path)


def _format_of(path: str) -> Format:
    ending = ending_of(path)
    if ending not in FORMATS:
        raise CannotWrite(f"the name has to end in {' or '.join(FORMATS)}")
    return FORMATS[ending]
