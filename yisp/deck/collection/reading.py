"""A collection as it is read: its head, and those of its cards that somebody asks for.

What comes in: a file that is a collection.  What goes out: a :class:`Shelf`, which knows at once which cards
there are under which spellings, and reads what is asked of it: a packaged collection line by line, by its
index, any other as a whole.  What is wrong with what was read is a diagnostic with its place there.

Not handled: whether all of a collection is in order (``whole``), and what a deck takes from it (``using``).
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator

from ...lang.checking.functions import read_head
from ...lang.diagnostics import DeckError, Diagnostics, Place
from ...lang.rooms import Room
from ...lang.suggest import Suggestions
from ...lang.tree import Span
from ...messages import say
from ...structs import dataclass
from ..reading.document import Entry, Mapping, Scalar
from ..reading.document import Sequence as List
from ..reading.fields import Reading, Section, misspelt, misspelt_global
from ..reading.files import SourceFile
from ..reading.parse import read_document
from ..reading.source import shown
from ..schema import COLLECTION as ROOT
from ..schema import COLLECTION_KEYS
from .index import Index, index_of
from .spelling import folded

CARD = f"{ROOT}.cards.*"

CLOSE = 0.8
"""How much a name must have in common with another to be suggested."""


@dataclass(frozen=True, slots=True)
class Defined:
    """A function of a collection: its parameters, its body, and where its name stands in the key."""

    entry: Entry
    body: Scalar
    parameters: tuple[str, ...]
    span: Span


@dataclass(slots=True)
class Head:
    """What a collection says beside its cards: its room, what variables begin with, its functions."""

    room: Room
    variables: dict[str, tuple[int, Place]]
    functions: dict[str, Defined]
    languages: list[Scalar]


class Shelf:
    """A collection that is open: ``name`` is its name, ``known`` its cards by folded spelling."""

    def __init__(self, file: SourceFile, reading: Reading) -> None:
        """Raises DeckError for a file that is no collection."""
        self.file = file
        self._reading = reading
        self._index = index_of(file)
        self._root: Mapping | None = None
        self.known: dict[str, str]
        if self._index is not None:
            self.known = self._index.known
            self.name = os.path.splitext(os.path.basename(file.path))[0]
            return
        self._root = _table(file, None, (), reading.diagnostics)
        self._top().table("cards")  # says so if it is none, and of cards that have no name
        name = self.about().scalar("name")
        self.name = name.value.strip() if name is not None else ""
        self.known = {}
        for entry in self.cards(()).values():
            for spelling in spellings(entry):
                self.known.setdefault(spelling, entry.key.value)

    @property
    def names(self) -> list[str]:
        """What cards may be called, for whoever writes: their English names, then those in other scripts."""
        return [*dict.fromkeys(self.known.values()), *(name for name in self.known if not name.isascii())]

    def open(self, cards: Collection[str]) -> None:
        """Read the head and those cards, if they have not been."""
        if self._root is None:
            self._root = _table(self.file, self._index, cards, self._reading.diagnostics)

    def cards(self, cards: Collection[str]) -> dict[str, Entry]:
        """The cards that were read, by name; those among them."""
        self.open(cards)
        assert self._root is not None
        table = self._root.entries.get("cards")
        if table is None or not isinstance(table.value, Mapping):
            return {}
        return {name: entry for name, entry in table.value.entries.items() if name.strip()}

    def about(self) -> Section:
        """What the collection says of itself, and of decks of its game."""
        return self._top().section("collection")

    def _top(self) -> Section:
        self.open(())
        assert self._root is not None
        return Section(self._reading, ROOT, self._root, self._root)

    def head(self) -> Head:
        """What the collection says beside its cards; its mistakes are diagnostics."""
        top, about = self._top(), self.about()
        if self._index is None:  # else it may have been read without its cards
            top.check_keys(strict=True)
            about.check_keys(strict=True)
        name = about.scalar("name")
        if name is not None and (wrong := misspelt(name.value)) is not None:
            hint = say("decks write it before functions, as in `(ygo:name)`")
            self._reading.error("Y220", wrong, name, hint)
        numbers = top.numbers("vars", misspelt_global)
        written = top.section("vars").entries if numbers else {}
        variables = {name: (number, written[name].key.place) for name, number in numbers.items()}
        tags = {entry.key.value for entry in top.table("tags")}
        room = Room(self.name, frozenset(variables), frozenset(tags))
        return Head(room, variables, _functions(top), about.scalars("language"))

    def card(self, name: str) -> Section:
        """One card as a section, its keys checked."""
        entry = self.cards((name,))[name]
        card = Section(self._reading, CARD, entry.value, entry.key, name)
        card.check_keys(strict=True)
        return card


def near_name(name: str, shelves: Iterable[Shelf]) -> str | None:
    """What a card whose name is nearly that one is called in letters such as these, if some collection has
    one."""
    spelling = folded(name)
    if not spelling or spelling.isdecimal():
        return None
    like = {
        other: card
        for shelf in shelves
        for other, card in shelf.known.items()
        if abs(len(other) - len(spelling)) <= 1 + len(spelling) // 5
        and (other[0] == spelling[0] or other[-1] == spelling[-1])
    }
    near = Suggestions(like, closeness=CLOSE).nearest(spelling) if like else None
    return like[near] if near is not None and near.isascii() else near


def spellings(entry: Entry) -> Iterator[str]:
    """The folded names and numbers of a card of a collection; none of them is empty."""
    yield folded(entry.key.value)
    if isinstance(entry.value, Mapping):
        for scalar in (*named(entry.value), *_scalars(entry.value, "id")):
            if scalar.value.strip():
                yield folded(scalar.value)


def named(card: Mapping, language: str | None = None) -> Iterator[Scalar]:
    """The names that a card has besides its key, in one language or in all."""
    names = card.entries.get("names")
    if names is not None and isinstance(names.value, Mapping):
        for code in names.value.entries:
            if language in (None, code):
                yield from _scalars(names.value, code)


def _scalars(table: Mapping, name: str) -> Iterator[Scalar]:
    entry = table.entries.get(name)
    value = entry.value if entry is not None else None
    for one in value.items if isinstance(value, List) else [value]:
        if isinstance(one, Scalar) and not one.absent:
            yield one


def _table(file: SourceFile, index: Index | None, cards: Collection[str], found: Diagnostics) -> Mapping:
    """The keys of a collection, with those cards only where there is an index."""
    data = file.data
    if index is not None:
        text = data if isinstance(data, str) else data.decode("utf-8")
        data = index.lines(text, cards)
    root = read_document(data, file.name, found).root
    if isinstance(root, Mapping) and "collection" in root.entries:
        return root
    place = root.place if root is not None else Place(file.name, 1, 1, "")
    hint = say("it has the keys `collection` and `cards`")
    found.error("Y250", say("{file} is not a collection", file=shown(file.name)), place, hint)
    raise DeckError(found)


def _functions(top: Section) -> dict[str, Defined]:
    functions: dict[str, Defined] = {}
    reading = top.reading
    for entry in top.table("define"):
        if not isinstance(entry.value, Scalar):
            reading.wrong_kind(COLLECTION_KEYS[f"{ROOT}.define.*"], entry.key.value, entry.value)
            continue
        head = read_head(entry.key.text, reading.diagnostics)
        if head is None:
            reading.unread.add(f"{ROOT}.define")
            continue
        name, parameters, span = head
        if name in functions:
            reading.error("Y126", say("the function {name} is defined twice", name=shown(name)), entry.key)
        functions[name] = Defined(entry, entry.value, parameters, span)
    return functions
