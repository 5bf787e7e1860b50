"""Every place in which a word means the same.

What comes in: a document and a place of it.  What goes out: ``Location`` objects, in
this file and in those that it extends or includes, what defines it first; nothing for words of the language
itself, of which there are too many to be of use.
"""

from __future__ import annotations

from ..text.document import Document
from ..text.places import Location, range_at
from .definition import definition
from .mentions import mentions
from .target import target

MOST = 2000
"""Places that are given."""


def references(document: Document, line: int, column: int, defining: bool = True) -> list[Location]:
    """Where that is named which is named at a place; ``defining`` says whether where it is defined counts."""
    found = target(document, line, column)
    deck = document.draft
    if found is None or deck is None:
        return []
    places = dict.fromkeys(one.place for one in mentions(document, deck, found))
    located = sorted(
        (Location(place.file, document.path_of(place.file), range_at(place)) for place in places),
        key=lambda one: (one.file != document.file.name, one.file, one.range),
    )
    if not defining:
        defined = definition(document, line, column)
        located = [one for one in located if not any(_holds(key, one) for key in defined)]
    return located[:MOST]


def _holds(key: Location, name: Location) -> bool:
    """Whether a name stands in a key, perhaps in quotation marks or with parameters behind it."""
    first, last = key.range, name.range
    return (
        key.file == name.file
        and (first.line, first.column) <= (last.line, last.column)
        and (last.end_line, last.end_column) <= (first.end_line, first.end_column)
    )
