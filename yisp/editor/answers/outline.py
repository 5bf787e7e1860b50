"""What a file consists of: its cards, aliases, functions, exits and topics, with what each topic observes.

What comes in: a document, perhaps broken.  What goes out: :class:`Symbol` objects in the order of the file,
which editors show as an outline.  What a file extends or includes is not part of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...deck.reading.document import Entry, Mapping, Node, Scalar
from ...structs import dataclass
from ..text.context import entry_of
from ..text.document import Document
from ..text.entries import holds
from ..text.places import PlainData, Range, range_of
from ..text.repair import Read

MOST = 5000
"""Symbols of a file."""


@dataclass(frozen=True, slots=True)
class Symbol(PlainData):
    """Something that has a name; ``range`` is all of it, ``selection`` the name."""

    name: str
    kind: str
    detail: str
    range: Range
    selection: Range
    children: tuple[Symbol, ...] = ()


_TABLES = (
    (("set",), "variable"),
    (("deck", "cards"), "card"),
    (("deck", "alias"), "alias"),
    (("deck", "define"), "function"),
    (("wall", "exits"), "exit"),
    (("simulate", "tests"), "topic"),
)
"""The tables whose keys are names, and of what."""

_OBSERVED = (("combos", "combo"), ("watch", "watched"), ("stats", "stat"))
"""The same below a topic."""


def outline(document: Document) -> list[Symbol]:
    """The symbols of a document."""
    if document.is_too_long:
        return []
    if document.is_script:
        return _functions(document)
    read = document.read
    if read is None or read.root is None:
        return []
    found = [
        _symbol(entry, kind, read, document)
        for names, kind in _TABLES
        for entry in _entries(entry_of(read.root, names), read.root)
    ]
    return sorted(found, key=lambda one: one.range)[:MOST]


def _entries(above: Entry | None, root: Node) -> Iterator[Entry]:
    """The entries of a table that stand in it, and were not merged into it."""
    table = above.value if above is not None else root
    if above is None or not isinstance(table, Mapping):
        return
    yield from (one for one in table.entries.values() if holds(table, one) and one.key.value.strip())


def _symbol(entry: Entry, kind: str, read: Read, document: Document) -> Symbol:
    children: list[Symbol] = []
    if kind == "topic" and isinstance(entry.value, Mapping):
        for name, sort in _OBSERVED:
            below = entry.value.entries.get(name)
            children += (_symbol(one, sort, read, document) for one in _entries(below, entry.value))
    source, key = read.source, entry.key
    end = max(key.end, len(source.text[: max(entry.value.end, key.end)].rstrip()))
    name = key.value.partition("(")[0].strip() if kind == "function" else key.value
    return Symbol(
        name,
        kind,
        _detail(entry, kind),
        range_of(source, key.start, end),
        range_of(source, key.start, key.end),
        tuple(sorted(children, key=lambda one: one.range)),
    )


def _detail(entry: Entry, kind: str) -> str:
    """What is said beside the name: how many copies, which parameters, which number."""
    value = entry.value
    if kind == "card" and isinstance(value, Mapping):
        count = value.entries.get("count")
        return count.value.value if count is not None and isinstance(count.value, Scalar) else ""
    if kind == "function":
        return entry.key.value.partition("(")[2].rpartition(")")[0].strip()
    return value.value if kind in ("variable", "exit") and isinstance(value, Scalar) else ""


def _functions(document: Document) -> list[Symbol]:
    """The symbols of a file of functions: what it defines."""
    deck, source = document.draft, document.source
    found = []
    for one in deck.authored_functions.values() if deck is not None else ():
        function = one.function
        if one.text.place(*function.span).file == document.file.name:
            whole, name = range_of(source, *function.script.span), range_of(source, *function.span)
            found.append(Symbol(function.name, "function", " ".join(function.parameters), whole, name))
    return sorted(found, key=lambda one: one.range)[:MOST]
