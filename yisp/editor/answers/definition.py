"""Where what a word names is defined.

What comes in: a document and a place of it.  What goes out: ``Location`` objects, in
this file or in one that it names: a card's key, an alias', every card with an attribute, a function's head,
where a variable gets its first value, a file that is extended.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...deck.model import Deck
from ...deck.reading.document import Mapping, Node
from ...deck.reading.extends import KEY as EXTENDS
from ...deck.reading.extends import TESTS
from ...deck.reading.files import DECK, SCRIPT, SourceFile, Unreadable, files_of, read_named
from ...lang.diagnostics import Place
from ...lang.walk import usage
from ..text.context import entry_of, scalars
from ..text.document import Document
from ..text.places import BEGINNING, Location, range_at, range_of
from ..text.repair import read
from ..text.script import assigned
from .target import Sort, Target, target

MOST = 200
"""Places that are given."""


def definition(document: Document, line: int, column: int) -> list[Location]:
    """Where what stands at a place is defined; nothing where that is nowhere, or not known."""
    found = target(document, line, column)
    if found is None:
        return []
    names = document.names
    match found.sort:
        case Sort.FILE:
            return _file(document, found)
        case Sort.PARAMETER:
            return _parameter(document, found)
        case Sort.VARIABLE if len(found.name) == 1:
            return _local(document, found)
        case Sort.CARD | Sort.KIND:
            card = names.card(found.name)
            return [] if card is None else [_at(document, card.place)]
        case _:
            located = (_at(document, place) for place in _places(document, names.deck, found))
            return list(dict.fromkeys(located))[:MOST]


def _at(document: Document, place: Place) -> Location:
    return Location(place.file, document.path_of(place.file), range_at(place))


def _places(document: Document, deck: Deck, found: Target) -> Iterator[Place]:
    """Where something of the deck's is defined."""
    match found.sort:
        case Sort.ALIAS:
            yield from _keys(document, deck, ("deck", "alias"), found.name)
        case Sort.FUNCTION:
            yield from _function(document, deck, found.name)
        case Sort.EXIT:
            yield from _keys(document, deck, ("wall", "exits"), found.name)
        case Sort.TOPIC:
            yield from _keys(document, deck, TESTS, found.name)
        case Sort.OBSERVED if found.here is not None:
            for table in ("combos", "watch", "stats"):
                yield from _keys(document, deck, (*found.here.names[:3], table), found.name)
        case Sort.VARIABLE:
            given = list(_keys(document, deck, ("set",), found.name))
            given += (
                place
                for topic in deck.topics
                for name, _, place in topic.start.variables
                if name == found.name
            )
            yield from given or _assigned(deck, found.name)
        case Sort.ATTRIBUTE | Sort.PROPERTY:
            path = "deck.cards.*.attribute" if found.sort is Sort.ATTRIBUTE else "deck.cards.*.props.*"
            for root in extended_roots(document, deck):
                yield from _with(root, path, found.name)


def extended_roots(document: Document, deck: Deck) -> Iterator[Node]:
    """The nodes of a deck file, then of those that it extends."""
    if document.root is not None:
        yield document.root
    for file in _files(document, deck):
        text = file.data if isinstance(file.data, str) else file.data.decode("utf-8", "replace")
        nodes = read(text, file.name)
        if nodes is not None and nodes.root is not None:
            yield nodes.root


def _files(document: Document, deck: Deck) -> list[SourceFile]:
    """The deck files that this one extends, one after another."""
    try:
        files = files_of(document.file, deck.references)
    except Unreadable:
        return []
    return [
        file for file, (_, _, _, ending) in zip(files[1:], deck.references, strict=True) if ending == DECK
    ]


def _keys(document: Document, deck: Deck, names: tuple[str, ...], name: str) -> Iterator[Place]:
    """Where a key of a table stands, in the first file that has it."""
    for root in extended_roots(document, deck):
        entry = entry_of(root, (*names, name))
        if entry is not None:
            yield entry.key.place
            return


def _with(root: Node, path: str, name: str) -> Iterator[Place]:
    """The keys or values of that name at a declared place."""
    for found in sorted(scalars(root), key=lambda one: one.scalar.start):
        if found.scalar.value == name and found.key is not None and found.key.path == path:
            yield found.scalar.place


def _function(document: Document, deck: Deck, name: str) -> Iterator[Place]:
    """The key of a function, or its definition in a file that is included."""
    for root in extended_roots(document, deck):
        table = entry_of(root, ("deck", "define"))
        if table is not None and isinstance(table.value, Mapping):
            for key, entry in table.value.entries.items():
                if key.partition("(")[0].strip() == name:
                    yield entry.key.place
                    return
    one = deck.authored_functions.get(name)
    place = one.text.place(*one.function.span) if one is not None else None
    if place is not None and place.file.endswith(SCRIPT):
        yield place


def _assigned(deck: Deck, name: str) -> Iterator[Place]:
    """Where a variable is assigned, in the first script that does so."""
    for tree, text in deck.texts:
        written = usage(tree).writes.get(name)
        if written:
            yield text.place(*written[0])
            return


def _local(document: Document, found: Target) -> list[Location]:
    """Where a variable of one letter is assigned in its script."""
    text = found.here.text.text if found.here is not None else document.source.text
    for token in assigned(text, found.name):
        if found.here is not None:
            place = found.here.range(token.start, token.end)
        else:
            place = range_of(document.source, token.start, token.end)
        return [Location(document.file.name, document.file.path, place)]
    return []


def _parameter(document: Document, found: Target) -> list[Location]:
    """The key that names the parameters of a function."""
    entry = entry_of(document.root, found.here.names) if found.here is not None else None
    return [] if entry is None else [_at(document, entry.key.place)]


def _file(document: Document, found: Target) -> list[Location]:
    ending = DECK if found.key is not None and found.key.path == EXTENDS else SCRIPT
    try:
        file = read_named(document.file, found.name, ending)
    except Unreadable:
        return []
    return [Location(file.name, file.path, BEGINNING)]
