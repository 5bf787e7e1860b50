"""All that a deck does, in words.

What comes in: a deck, perhaps the card that is asked about.  What goes out: :class:`Group`, cards and topics
with an :class:`Entry` for each effect, script and number; and one for each function that these call, since
their sentences only name it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..deck.model import Deck, FunctionText, Kind, NumberText, ScriptText, Seat, Topic
from ..deck.vocabulary import Vocabulary
from ..lang import tree
from ..lang.diagnostics import Text
from ..lang.forms import FORMS
from ..lang.walk import Node, walk
from ..messages import told
from ..structs import dataclass
from .sentences import CONDITION, Explanation, Tree, explain

Locate = Callable[[Text, tree.Span], Any]
"""Says where something of a text stands in a file, in whatever way the caller counts."""

OPTIONS = {option.name for form in FORMS.values() for option in form.options}


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that is written: an effect, a function, a script, a number."""

    title: str  # what it is of its card or topic; nothing for an effect
    text: Text
    span: tree.Span
    root: Tree
    context: str = ""  # what it is of a seat; that it is a condition

    @property
    def body(self) -> tree.Script | Node:
        """What is done."""
        root = self.root
        return root.script if isinstance(root, tree.Effect | tree.Function) else root

    @property
    def calls(self) -> list[str]:
        """The functions that it calls itself."""
        found = [node.head for node in walk(self.body) if isinstance(node, tree.Call)]
        return [name for name in dict.fromkeys(found) if name not in FORMS and name not in OPTIONS]

    def entry(self, names: Vocabulary) -> Entry:
        """It and what it does, in the language in force."""
        return Entry(self, explain(self.root, text=self.text.text, names=names, context=self.context))


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that is written, and what it does."""

    piece: Piece
    explanation: Explanation

    @property
    def title(self) -> str:
        return self.piece.title

    @property
    def code(self) -> str:
        return self.piece.text.text[slice(*self.piece.span)]

    def to_data(self, where: Locate | None = None) -> dict[str, Any]:
        """Plain data; places of parts are counted from the beginning of ``code``.  ``where`` says for each
        part besides where that stands in a file (None: nowhere that matters)."""
        place = self.piece.text.place(*self.piece.span)
        first = self.piece.span[0]
        sentences = self.explanation.to_data()
        for part in (part for parts in sentences for part in parts):
            if part["start"] is not None:
                if where is not None:
                    part["range"] = where(self.piece.text, (part["start"], part["end"]))
                part["start"], part["end"] = part["start"] - first, part["end"] - first
        return {
            "title": self.title,
            "code": self.code,
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "calls": self.piece.calls,
            "sentences": sentences,
            "whole": not self.explanation.cut,
        }


@dataclass(frozen=True, slots=True)
class Group:
    """What belongs together: a card's effects, the scripts of a topic or a seat."""

    name: str
    entries: tuple[Entry, ...]
    about: str = ""  # a description

    def to_data(self, where: Locate | None = None) -> dict[str, Any]:
        entries = [one.to_data(where) for one in self.entries]
        return {"name": self.name, "about": self.about, "entries": entries}


@dataclass(frozen=True, slots=True)
class DeckExplanation:
    """A deck in words."""

    cards: tuple[Group, ...]
    functions: tuple[Entry, ...]
    topics: tuple[Group, ...]
    seats: tuple[Group, ...]

    @property
    def entries(self) -> Iterator[Entry]:
        for group in (*self.cards, *self.topics, *self.seats):
            yield from group.entries
        yield from self.functions

    def to_data(self, where: Locate | None = None) -> dict[str, Any]:
        """Plain data, with what ``where`` says of each part."""
        return {
            "cards": [one.to_data(where) for one in self.cards],
            "functions": [one.to_data(where) for one in self.functions],
            "topics": [one.to_data(where) for one in self.topics],
            "seats": [one.to_data(where) for one in self.seats],
        }


def explained(deck: Deck, card: str | None = None, *, topics: bool = True) -> DeckExplanation:
    """A deck in words, perhaps without its topics; of one card alone, with the functions that it calls."""
    names = deck.vocabulary
    about = deck.descriptions
    cards = [_group(kind.name, effects(kind), names, about[kind.name] or "") for kind in deck.kinds]
    cards = [group for group in cards if group.entries and card in (None, group.name)]
    whole = topics and card is None
    of_topics = [_group(one.name, _of_topic(one), names) for one in deck.topics if whole]
    of_seats = [_group(one.name, _of_seat(one), names) for one in deck.seats if card is None]
    said = [entry for group in (*cards, *of_topics, *of_seats) for entry in group.entries]
    called = _called(deck, (entry.piece for entry in said))
    return DeckExplanation(
        tuple(cards),
        tuple(piece.entry(names) for piece in called),
        tuple(group for group in of_topics if group.entries),
        tuple(group for group in of_seats if group.entries),
    )


def pieces(deck: Deck) -> Iterator[Piece]:
    """Everything of a deck that sentences can be made of."""
    for kind in deck.kinds:
        yield from effects(kind)
    yield from map(of_function, deck.authored_functions.values())
    for topic in deck.topics:
        yield from _of_topic(topic)
    for seat in deck.seats:
        yield from _of_seat(seat)


def effects(kind: Kind) -> list[Piece]:
    """A card's effects."""
    return [Piece("", one.text, one.effect.span, one.effect) for one in kind.effects]


def _group(name: str, found: Iterable[Piece], names: Vocabulary, about: str = "") -> Group:
    return Group(name, tuple(piece.entry(names) for piece in found), about)


def _called(deck: Deck, found: Iterable[Piece]) -> list[Piece]:
    """The functions that are called by those, directly or through others, in the order of the deck."""
    written = {name: of_function(one) for name, one in deck.authored_functions.items()}
    called: dict[str, Piece] = {}
    waiting = list(found)
    while waiting:
        for name in waiting.pop().calls:
            if name in written and name not in called:
                called[name] = written[name]
                waiting.append(written[name])
    return [piece for name, piece in written.items() if name in called]


# What is written --------------------------------------------------------------------------------------


def of_function(one: FunctionText) -> Piece:
    title = " ".join((one.function.name, *one.function.parameters))
    return Piece(title, one.text, one.function.script.span, one.function)


def _of_script(title: str, one: ScriptText, context: str = "") -> Piece:
    return Piece(title, one.text, one.script.span, one.script, context)


def _of_number(title: str, one: NumberText, context: str = "") -> Piece:
    return Piece(title, one.text, one.number.span, one.number, context)


def _of_topic(topic: Topic) -> Iterator[Piece]:
    for key, script in topic.scripts.items():
        yield _of_script(key, script)
    for combo in topic.judged:
        if combo.condition is not None:
            yield _of_number(told("condition of {name}", name=combo.name), combo.condition, CONDITION)
        if isinstance(combo.score, NumberText):
            yield _of_number(told("score of {name}", name=combo.name), combo.score)
    for stat in topic.stats:
        yield _of_number(told("stat {name}", name=stat.name), stat.number)
    if topic.policy.evaluate is not None:
        yield _of_number("evaluate", topic.policy.evaluate)


def _of_seat(seat: Seat) -> Iterator[Piece]:
    titles = {id(one): sort for sort, one in (seat.bargain.claims if seat.bargain else {}).items()}
    exits: dict[int, list[str]] = {}
    for exit, script in seat.on_draw.items():
        exits.setdefault(id(script), []).append(exit)
    titles |= {one: f"on-draw {called[0]}" for one, called in exits.items() if len(called) == 1}
    for key, one in seat.written:
        title = titles.get(id(one), key)
        yield _of_script(title, one, key) if isinstance(one, ScriptText) else _of_number(title, one, key)
