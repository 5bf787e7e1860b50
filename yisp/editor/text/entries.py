"""Adding and removing keys of a deck file, in tables of either style.

What comes in: entries of the document.  What goes out: offsets of the file, and what is to be written there;
None where that would change something else as well: a value that an alias shares, keys that were merged.
"""

from __future__ import annotations

import re

from ...deck.reading.document import Entry, Mapping, Scalar
from ...deck.reading.scalars import ANCHOR
from .writing import Piece

_BEHIND_KEY = re.compile(r"[ \t]*:(?:\s|#[^\r\n]*(?=[\r\n]))*")
_COLON = re.compile(r"[ \t]*:")
_BLANKS = re.compile(r" *")
_COMMA_BEHIND = re.compile(r"\s*,[ \t]*")
_COMMA_BEFORE = re.compile(r",\s*\Z")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_COMMENT = re.compile(r"[ \t]*(?:#[^\r\n]*)?\Z")


def line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def is_own(entry: Entry) -> bool:
    """Whether the value stands behind its key, and nowhere else."""
    if isinstance(entry.value, Scalar) and entry.value.absent:
        return True
    text, key, value = entry.key.source.text, entry.key, entry.value
    return value.start >= key.end and _BEHIND_KEY.fullmatch(text, key.end, value.start) is not None


def holds(table: Mapping, entry: Entry) -> bool:
    """Whether the entry stands in that table, and was not merged into it."""
    return table.start <= entry.key.start < table.end


def room_for(above: Entry, key: str) -> tuple[int, str, str] | None:
    """How another key is written below an entry: where, and what stands before and after its value."""
    table, text = above.value, above.key.source.text
    if isinstance(table, Scalar) and table.absent:
        colon = _COLON.match(text, above.key.end)
        return None if colon is None else (colon.end(), f" {{{key}: ", "}")
    if not isinstance(table, Mapping):
        return None
    anchor = ANCHOR.match(text, table.start, table.end)
    start = table.start if anchor is None else anchor.end()
    if key in table.entries and holds(table, table.entries[key]):
        return None  # it is an alias's
    if text[start : start + 1] == "{":
        return start + 1, f"{key}: ", ", " if text[start + 1 : table.end - 1].strip() else ""
    line = line_start(text, start)
    if not _BLANKS.fullmatch(text, line, start):
        return None
    return start, f"{key}: ", "\n" + text[line:start]


def written_below(above: Entry, key: str, value: str) -> Piece | None:
    """Another key with a value below an entry."""
    room = room_for(above, key)
    return None if room is None else Piece(room[0], room[0], f"{room[1]}{value}{room[2]}")


def removal(table: Mapping, entry: Entry) -> Piece | None:
    """How an entry goes: with its lines, or with a comma."""
    text, key = entry.key.source.text, entry.key
    if not holds(table, entry) or not is_own(entry) or len(table.entries) < 2:
        return None
    end = len(text[: max(entry.value.end, key.end)].rstrip())
    comma = _COMMA_BEHIND.match(text, end)
    if text.startswith("{", table.start):
        before = _COMMA_BEFORE.search(text, table.start, key.start)
        if comma is not None:
            return Piece(key.start, comma.end(), "")
        return None if before is None else Piece(before.start(), end, "")
    first = line_start(text, key.start)
    last = _LINE.match(text, end)
    assert last is not None
    if not _BLANKS.fullmatch(text, first, key.start) or not _COMMENT.match(last[0].rstrip("\r\n")):
        return None
    return Piece(first, last.end(), "")
