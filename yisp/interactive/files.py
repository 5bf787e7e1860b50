"""Reading ``.yisp`` files: statements, with ``//`` comments.

What comes in: a file.  What goes out: its text, for ``Table.compile``; or a
:class:`~yisp.lang.diagnostics.DeckError` that says why it cannot be read.
"""

from __future__ import annotations

from ..deck.reading.files import SourceFile
from ..deck.reading.source import read_source
from ..lang.diagnostics import Diagnostics
from ..simulate.single.session import Compiled
from .table import Table


def compile_file(table: Table, file: SourceFile) -> Compiled:
    """The script in a file, ready to be played on a table."""
    return table.compile(read_source(file.data, file.name, Diagnostics()).text, file.name, comments=True)
