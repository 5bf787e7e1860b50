"""Files that somebody opens, drops or pastes: what a page shows of them as a deck.

What comes in: a file's name and content (in base64), and perhaps the rows of a card database.
What goes out: the fields of a reply: the text of a deck file, and sentences about it; or what is wrong, in
sentences as well.  What is made of a list is what ``yispc import`` makes of it.

Not handled: reading the database, which a browser does with an SQLite of its own (web/src/engine).
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..deck.exchange.importing import as_sentence
from ..deck.exchange.importing import opened as read
from ..deck.exchange.names import MOST_KNOWN, known_of
from ..lang.diagnostics import DeckError, Diagnostic
from ..messages import told, told_n, translated

if TYPE_CHECKING:
    from ..deck.exchange.cardlist import Known

MOST_SENTENCES = 5
"""About what is wrong with a list."""

LONGEST_NAME = 200
"""Characters of a file's name."""


def opened(file: str, content: str, names: dict[str, Any] | None) -> dict[str, Any]:
    """The fields of the reply."""
    try:
        data = b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        return {"error": told("{file} did not come as it was sent.", file=file[-LONGEST_NAME:])}
    file = file[-LONGEST_NAME:]
    try:
        found = read(data, file, _known(names))
    except DeckError as error:
        return {
            "error": told("{file} cannot be read as a deck or a list of cards.", file=file),
            "sentences": list(_complaints(list(error.diagnostics))),
        }
    said = [*found.summary, *map(as_sentence, (*found.remarks, *found.known))]
    return {"text": found.text, "sentences": list(map(translated, said)), "nameless": found.nameless}


def _known(names: dict[str, Any] | None) -> dict[int, Known] | None:
    return None if names is None else known_of(_pairs(names.get("texts")), _pairs(names.get("datas")))


def _pairs(rows: object) -> Iterator[Sequence[Any]]:
    for row in rows[:MOST_KNOWN] if isinstance(rows, list) else ():
        if isinstance(row, list) and len(row) == 2:
            yield row


def _complaints(items: list[Diagnostic]) -> Iterator[str]:
    """What is wrong, and where."""
    for item in items[:MOST_SENTENCES]:
        said = translated(item.message)
        if item.hint is not None and item.place is not None:  # the others are about commands
            said = told("{message}; {hint}", message=said, hint=translated(item.hint))
        if item.place is not None:
            said = told("Line {line}: {message}", line=item.place.line, message=said)
        yield said
    if len(items) > MOST_SENTENCES:
        yield told_n("And {number} more mistake.", "And {number} more mistakes.", len(items) - MOST_SENTENCES)
