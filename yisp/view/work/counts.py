"""What sliders need to know of a deck's counts: how many there are of each card, and where that is written.

What comes in: a deck that was loaded.  What goes out: its cards, and where its size stands, as the page is
told of them (``protocol``).  A place is given only where writing another number there changes that card's
count and nothing else: not for cards of an ``each``, for what an alias shares, or for cards of a file that
this one extends.
"""

from __future__ import annotations

import re
from typing import Any

from ...deck.model import Deck, Kind
from ...deck.reading.document import Entry, Mapping, Node, Scalar
from ...deck.reading.extends import read_table
from ...editor.text.entries import holds, is_own, room_for
from ...lang.diagnostics import Diagnostics

COUNT, EACH, SIZE = "count", "each", "size"

_ANCHOR = re.compile(r"&([\w-]+)")
_NUMBER = re.compile(r"-?[0-9]+|'-?[0-9]+'|\"-?[0-9]+\"")


def counted(deck: Deck) -> dict[str, Any]:
    """The ``cards`` in the order of the deck, and ``size_place``, where its size is written."""
    table = None if deck.source is None else _below(read_table(deck.source, 0, Diagnostics())[0], "deck")
    size = None if table is None else table.entries.get(SIZE)
    written, about = _written(table), deck.descriptions
    return {
        "size_place": _place(size.value) if size is not None and is_own(size) else None,
        "cards": [_card(kind, about[kind.name], written.get(kind.name)) for kind in deck.kinds],
    }


def _card(kind: Kind, about: str | None, entry: Entry | None) -> dict[str, Any]:
    count = None if entry is None else _count(entry)
    known = {
        "name": kind.name,
        "count": kind.count,
        "attributes": list(kind.attributes),
        "description": about,
        "effects": len(kind.effects),
        "filler": count is not None and count.value.strip() == "-1",
        "place": None,
        "insert": None,
    }
    if count is not None:
        known["place"] = _place(count)
    elif entry is not None:
        known["insert"] = _insert(entry)
    return known


def _place(number: Node) -> dict[str, int] | None:
    """Where a number stands that another one can be written over."""
    if not _NUMBER.fullmatch(number.source.text, number.start, number.end):
        return None
    place = number.place
    return {"line": place.line, "column": place.column, "length": place.length}


def _below(node: Node, key: str) -> Mapping | None:
    entry = node.entries.get(key) if isinstance(node, Mapping) else None
    if entry is None or not is_own(entry) or not isinstance(entry.value, Mapping):
        return None
    return entry.value


def _written(table: Mapping | None) -> dict[str, Entry]:
    """By name, the cards that have an entry of their own in that table."""
    node = None if table is None else _below(table, "cards")
    if node is None:
        return {}
    return {
        name: entry
        for name, entry in node.entries.items()
        if holds(node, entry) and is_own(entry) and not _is_of_several(entry.value)
    }


def _is_of_several(card: Node) -> bool:
    """Whether other cards have that entry, too."""
    return isinstance(card, Mapping) and (EACH in card.entries or _is_shared(card))


def _is_shared(table: Mapping) -> bool:
    """Whether the table is also another card's, or merged into it: there is an alias, or what looks so."""
    text = table.source.text
    anchor = _ANCHOR.match(text, table.start)
    return anchor is not None and re.search(rf"\*{anchor[1]}(?![\w-])", text) is not None


def _count(entry: Entry) -> Scalar | None:
    """The count, if it is written in this very table."""
    table = entry.value
    if not isinstance(table, Mapping) or COUNT not in table.entries:
        return None
    count = table.entries[COUNT]
    if not holds(table, count) or not is_own(count):
        return None
    return count.value if isinstance(count.value, Scalar) else None


def _insert(entry: Entry) -> dict[str, Any] | None:
    """How to write a count where there is none."""
    room = room_for(entry, COUNT)
    if room is None:
        return None
    offset, before, after = room
    place = entry.key.source.place(offset, offset + 1)
    return {"line": place.line, "column": place.column, "before": before, "after": after}
