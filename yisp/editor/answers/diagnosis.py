"""The mistakes and doubts of a document, each with its range.

What comes in: a document.  What goes out: :class:`Problem` objects with ranges of that very document.  What
is wrong with a file that it extends or includes is said where that is named, with the place in the other.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from ...deck.collection.uses import KEY as USE
from ...deck.reading.document import Scalar, Sequence
from ...deck.reading.extends import KEY as EXTENDS
from ...deck.scripts.include import KEY as INCLUDE
from ...lang.diagnostics import Diagnostic, visible
from ...messages import translated
from ...structs import dataclass
from ..text.context import entry_of
from ..text.document import Document
from ..text.places import Location, PlainData, Range, range_at

DECK_LIKE = re.compile(r"^(?:deck|simulate|extends|seats)[ \t]*:", re.MULTILINE)
COLLECTION_LIKE = tuple(re.compile(rf"^{key}[ \t]*:", re.MULTILINE) for key in ("collection", "cards"))
NOWHERE = Range(1, 1, 1, 2)
"""What is underlined where a mistake has no place: the first character."""


@dataclass(frozen=True, slots=True)
class Problem(PlainData):
    """A mistake ("error") or a doubt ("warning"); ``origin`` is where it is if that is in another file.

    ``fixable`` says that there may be an edit that mends it (see ``fixes``).
    """

    code: str
    severity: str
    message: str
    hint: str | None
    range: Range
    origin: Location | None = None
    fixable: bool = False


def diagnostics(document: Document, more: Iterable[Diagnostic] = ()) -> list[Problem]:
    """Everything that is wrong with a document, in the order of the file; with ``more``, what was found when
    its deck was compiled."""
    items = dict.fromkeys([*document.diagnostics, *more])
    return sorted((problem_of(item, document) for item in items), key=lambda one: one.range)


def is_deck(text: str) -> bool:
    """Whether a YAML file looks like a deck or a collection, so that what is wrong with it is of use to
    anybody."""
    return any(all(one.search(text) for one in marks) for marks in ((DECK_LIKE,), COLLECTION_LIKE))


def problem_of(item: Diagnostic, document: Document) -> Problem:
    """What is wrong, at its place in the document; nothing in its words turns or hides what is shown."""
    message = visible(translated(item.message))
    hint = visible(translated(item.hint)) if item.hint is not None else None
    place = item.place
    if place is None:
        return Problem(item.code, item.severity, message, hint, NOWHERE)
    if place.file == document.file.name:
        fixable = item.remedy is not None
        return Problem(item.code, item.severity, message, hint, range_at(place), fixable=fixable)
    origin = Location(place.file, document.path_of(place.file), range_at(place))
    return Problem(item.code, item.severity, message, hint, _naming(document, place.file), origin)


def _naming(document: Document, file: str) -> Range:
    """Where the document names another file, or leads to it."""
    places: list[Scalar] = []
    for key in (EXTENDS, INCLUDE, USE):
        entry = entry_of(document.root, (key,))
        if entry is None:
            continue
        items = entry.value.items if isinstance(entry.value, Sequence) else [entry.value]
        places += (item for item in items if isinstance(item, Scalar))
    name = os.path.basename(file)
    found = next(
        (one for one in places if os.path.basename(one.value).split(".")[0] == name.split(".")[0]), None
    )
    named = found or next(iter(places), None)
    return NOWHERE if named is None else range_at(named.place)
