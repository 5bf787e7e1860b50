"""All that a deck does, in words.

What comes in: a deck, perhaps the card that is asked about.  What goes out: :class:`Entry`, one for each
effect, function, script and number, by card and topic.  A function is said once, wherever it is called:
sentences only name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..deck.model import Deck, EffectText, FunctionText, Kind, NumberText, ScriptText, Seat, Topic
from ..deck.vocabulary import Vocabulary
from ..lang.diagnostics import Text
from ..lang.tree import Call, Script, Span
from ..lang.walk import Node, walk
from ..messages import told
from .sentences import Told, Tree, explain


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that is written, and what it does; spans are counted from the beginning of ``code``."""

    title: str  # what it is of its card or topic; nothing for an effect
    text: Text
    span: Span
    told: Told
    tree: Script | Node

    @property
    def code(self) -> str:
        return self.text.text[slice(*self.span)]

    def to_data(self) -> dict[str, Any]:
        place = self.text.place(*self.span)
        first = self.span[0]
        sentences = self.told.to_data()
        for part in (part for parts in sentences for part in parts):
            if part["start"] is not None:
                part["start"], part["end"] = part["start"] - first, part["end"] - first
        return {
            "title": self.title,
            "code": self.code,
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "sentences": sentences,
            "whole": not self.told.cut,
        }


@dataclass(frozen=True, slots=True)
class Group:
    """What belongs together: a card's effects, a topic's scripts."""

    name: str
    entries: tuple[Entry, ...]
    about: str = ""  # a description

    def to_data(self) -> dict[str, Any]:
        return {"name": self.name, "about": self.about, "entries": [one.to_data() for one in self.entries]}


@dataclass(frozen=True, slots=True)
class Explained:
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

    def to_data(self) -> dict[str, Any]:
        return {
            "cards": [one.to_data() for one in self.cards],
            "functions": [one.to_data() for one in self.functions],
            "topics": [one.to_data() for one in self.topics],
            "seats": [one.to_data() for one in self.seats],
        }


def explained(deck: Deck, card: str | None = None) -> Explained:
    """A deck in words; of one card alone, with the functions that it calls."""
    names = deck.vocabulary
    cards = [card_in_words(kind, names) for kind in deck.kinds if kind.effects and card in (None, kind.name)]
    topics = [_topic(topic, names) for topic in deck.topics] if card is None else []
    seats = [_seat(seat, names) for seat in deck.seats] if card is None else []
    entries = [entry for group in (*cards, *topics, *seats) for entry in group.entries]
    return Explained(
        tuple(cards),
        functions_in_words(deck, (entry.tree for entry in entries)),
        tuple(group for group in topics if group.entries),
        tuple(group for group in seats if group.entries),
    )


def card_in_words(kind: Kind, names: Vocabulary) -> Group:
    """A card's effects."""
    return Group(
        kind.name, tuple(effect_in_words(one, names) for one in kind.effects), kind.description or ""
    )


def effect_in_words(one: EffectText, names: Vocabulary) -> Entry:
    return _entry("", one.text, one.effect.span, one.effect, one.effect.script, names)


def functions_in_words(deck: Deck, trees: Iterable[Script | Node]) -> tuple[Entry, ...]:
    """The functions that are called by these, directly or through others, in the order of the deck."""
    written = {
        one.function.name: one for one in (*deck.functions, *deck.patterns) if "(" not in one.function.name
    }
    called: set[str] = set()
    waiting = list(trees)
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, Call) and node.head in written and node.head not in called:
                called.add(node.head)
                waiting.append(written[node.head].function.script)
    return tuple(function_in_words(written[name], deck.vocabulary) for name in written if name in called)


def function_in_words(one: FunctionText, names: Vocabulary) -> Entry:
    function = one.function
    title = " ".join((function.name, *function.parameters))
    return _entry(title, one.text, function.script.span, function, function.script, names)


def _topic(topic: Topic, names: Vocabulary) -> Group:
    entries = [
        _entry(key, one.text, one.script.span, one.script, one.script, names)
        for key, one in topic.scripts.items()
    ]
    for combo in topic.judged:
        if combo.condition is not None:
            entries.append(_number(told("condition of {name}", name=combo.name), combo.condition, names))
        if isinstance(combo.score, NumberText):
            entries.append(_number(told("score of {name}", name=combo.name), combo.score, names))
    entries += [_number(told("stat {name}", name=stat.name), stat.number, names) for stat in topic.stats]
    if topic.policy.evaluate is not None:
        entries.append(_number("evaluate", topic.policy.evaluate, names))
    return Group(topic.name, tuple(entries))


def _seat(seat: Seat, names: Vocabulary) -> Group:
    entries = [
        _entry(key, one.text, one.script.span, one.script, one.script, names, key)
        if isinstance(one, ScriptText)
        else _number(key, one, names, key)
        for key, one in seat.written
    ]
    return Group(seat.name, tuple(entries))


def _number(title: str, one: NumberText, names: Vocabulary, context: str = "") -> Entry:
    return _entry(title, one.text, one.number.span, one.number, one.number, names, context)


def _entry(
    title: str, text: Text, span: Span, root: Tree, tree: Script | Node, names: Vocabulary, context: str = ""
) -> Entry:
    return Entry(title, text, span, explain(root, text=text.text, names=names, context=context), tree)
