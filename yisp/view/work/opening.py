"""Files that somebody opens, drops or pastes: what a page shows of them as a deck.

What comes in: a file's name and content (in base64), and perhaps the rows of a card database; and what
somebody wants to see of a list that she begins with.
What goes out: the fields of a reply: the text of a deck file, and sentences about it; or what is wrong, in
sentences as well.  What is made of a list is what ``yispc import`` makes of it.

Not handled: reading the database, which a browser does with an SQLite of its own (web/src/engine).
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator, Sequence, Set
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ...deck.exchange import pasting
from ...deck.exchange.formats.decoding import decoded
from ...deck.exchange.importing import as_sentence
from ...deck.exchange.importing import opened as read
from ...deck.exchange.names import MOST_KNOWN, known_of
from ...deck.exchange.pasting import Want
from ...lang.diagnostics import DeckError, Diagnostic, Diagnostics
from ...messages import told, told_n, translated

if TYPE_CHECKING:
    from ...deck.exchange.formats.cardlist import Known

MOST_SENTENCES = 5
"""About what is wrong with a list."""

LONGEST_NAME = 200
"""Characters of a file's name."""


def opened(
    file: str, content: str, names: dict[str, Any] | None, wants: list[Any] | None = None
) -> dict[str, Any]:
    """The fields of the reply; with ``wants`` the list is read loosely, and asked for these hands."""
    try:
        data = b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        return {"error": told("{file} did not come as it was sent.", file=file[-LONGEST_NAME:])}
    file = file[-LONGEST_NAME:]
    try:
        if wants is not None:
            return _begun(data, file, _known(names), wants)
        found = read(data, file, _known(names))
    except DeckError as error:
        return {
            "error": told("{file} cannot be read as a deck or a list of cards.", file=file),
            "sentences": list(_complaints(list(error.diagnostics))),
        }
    said = [*found.summary, *map(as_sentence, (*found.remarks, *found.known))]
    return {"text": found.text, "sentences": list(map(translated, said)), "nameless": found.nameless}


def _begun(data: bytes, file: str, names: dict[int, Known] | None, wants: list[Any]) -> dict[str, Any]:
    """The deck of a list with these questions, and what to choose from for others."""
    listed = pasting.pasted(data, file, names)
    if listed is None:
        return {"text": decoded(data, file, Diagnostics()).text, "sentences": [], "nameless": 0}
    cards, kinds = pasting.choices(listed), pasting.kinds(listed)
    there = {card.name for card in cards}
    hands = [list(_wants(hand, there)) for hand in wants[: pasting.MOST_HANDS]]
    filler = pasting.filler(listed, hands)
    made = pasting.asked(listed, hands, file)
    said = [*made.summary[1:], *map(as_sentence, (*made.remarks, *made.known))]
    return {
        "text": made.text, "sentences": list(map(translated, said)), "nameless": made.nameless,
        "cards": [asdict(card) for card in cards],
        "kinds": [{"name": pasting.kind_words(name), "cards": cards} for name, cards in kinds.items()],
        "filler": filler,
    }  # fmt: skip


def _wants(hand: object, there: Set[str]) -> Iterator[Want]:
    """The wants of a hand, as far as they speak of cards that are there."""
    for want in hand[: pasting.MOST_WANTS] if isinstance(hand, list) else ():
        least, cards = (want.get("least"), want.get("cards")) if isinstance(want, dict) else (None, None)
        if isinstance(least, int) and 0 <= least <= pasting.MOST_LEAST and isinstance(cards, list):
            named = tuple(dict.fromkeys(name for name in cards if isinstance(name, str) and name in there))
            if named:
                yield Want(int(least), named)


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
