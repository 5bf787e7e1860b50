"""The deck's files as a page shows them.

What comes in: a deck that was read from files.  What goes out: the name and the text of each, as it was when
it was read; single lines of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..deck.parcel import packed
from ..deck.reading.files import COLLECTION, Unreadable, ending_of
from ..lang.source import LINE_END

if TYPE_CHECKING:
    from ..deck.model import Deck

LONGEST_LINE = 400
"""Characters of a line that are shown beside a notice."""


class File(NamedTuple):
    """What messages call a file, and what is in it."""

    name: str
    text: str


def deck_files(deck: Deck) -> list[File]:
    """The deck file first, then those that it extends, includes or uses, each once, but no packaged
    collection, which is long; the deck file alone where one of them has changed since, none for a deck that
    was not read from a file."""
    if deck.source is None:
        return []
    try:
        parcel = packed(deck.source, deck.references)
    except Unreadable:
        parcel = packed(deck.source, ())
    files = {parcel["name"]: parcel["data"]}
    for _, written, sort, name, data, _ in parcel["named"]:
        if sort != COLLECTION or written.endswith(ending_of(sort)):
            files.setdefault(name, data)
    return [File(name, data.decode("utf-8").removeprefix("\ufeff")) for name, data in files.items()]


def line_of(files: list[File], name: str, line: int | None) -> str | None:
    """A line of one of the files, if there is one."""
    lines = next((LINE_END.split(file.text) for file in files if file.name == name), [])
    if line is None or line > len(lines):
        return None
    found = lines[line - 1].strip()
    return found if len(found) <= LONGEST_LINE else found[: LONGEST_LINE - 1] + "…"
