"""Which packaged collection knows the cards of a list.

What comes in: names and passcodes.  What goes out: the collection that knows most of them, and of each card
that it knows its name in the language in force and what of it is not played.  Not handled: what a deck takes
(``using``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...lang.diagnostics import Diagnostics
from ...messages import Message, language
from ..document import Mapping
from ..fields import Reading
from ..files import COLLECTION, SourceFile, packaged, path_of, read_regular
from .reading import Shelf, named
from .spelling import folded
from .using import sentences


@dataclass(frozen=True, slots=True)
class Found:
    """A card that a collection knows: its name there, the one to show, and what is not played."""

    name: str
    shown: str
    part: Message | None


def known_cards(cards: Sequence[Iterable[str]]) -> tuple[str, dict[int, Found]] | None:
    """The packaged collection that knows most of the cards, each given by its spellings of which the first
    that is known counts; by index, the cards that it knows.  None where none knows any."""
    wanted = [[folded(spelling) for spelling in spellings if spelling] for spellings in cards]
    best: Shelf | None = None
    most: dict[int, str] = {}
    for name in packaged(COLLECTION):
        shelf = packaged_shelf(name)
        found = {
            index: shelf.known[next(one for one in spellings if one in shelf.known)]
            for index, spellings in enumerate(wanted)
            if any(one in shelf.known for one in spellings)
        }
        if len(found) > len(most):
            best, most = shelf, found
    if best is None:
        return None
    best.open(set(most.values()))
    return best.name, {index: _found(best, name) for index, name in most.items()}


def packaged_shelf(name: str) -> Shelf:
    """A packaged collection."""
    path = path_of(name, COLLECTION)
    file = SourceFile(f"collections/{name}.yml", read_regular(path), path)
    return Shelf(file, Reading(Diagnostics(), file.name))


def _found(shelf: Shelf, name: str) -> Found:
    table = shelf.cards(())[name].value
    own = next(named(table, language()), None) if isinstance(table, Mapping) and language() != "en" else None
    return Found(name, name if own is None else own.value, sentences(shelf.card(name), "not"))
