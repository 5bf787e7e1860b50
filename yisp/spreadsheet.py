"""Texts as cells of a table that a spreadsheet may open, and back.

What a cell begins with (also behind blanks) decides whether a spreadsheet takes it for a formula and works it
out; an apostrophe before it says that it is text.  A text that has such apostrophes already gets one more, so
that whatever is written is read again as it was.

(On the warm start's path.)
"""

from __future__ import annotations

SEPARATORS = {".csv": ",", ".tsv": "\t"}
"""What stands between the cells of a line, by how a file's name ends."""

FORMULAS = ("=", "+", "-", "@")


def _is_formula(text: str) -> bool:
    return text.lstrip("'").lstrip().startswith(FORMULAS)


def guarded(text: str) -> str:
    """The text as a cell that no spreadsheet works out."""
    return f"'{text}" if _is_formula(text) else text


def unguarded(cell: str) -> str:
    """The text that was guarded."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell
