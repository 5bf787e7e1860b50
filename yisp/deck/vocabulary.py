"""What the names of a deck mean: cards, aliases, attributes and patterns, as sets of kinds.

What comes in: the names and attributes of the cards, then the aliases, one by one as they are
defined.  What goes out: a :data:`~yisp.deck.kinds.KindSet` for every name that a filter or a
condition can use, and the nearest known name for one that nothing has.  The checker, the
conditions and the lowering ask it; it knows nothing of places and reports nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from ..lang.checking.names import Signature, Sort
from ..lang.parsing.words import in_quotes
from ..lang.suggest import Suggestions
from .kinds import KindSet, kind_set

MAX_COMPARISONS = 2_000_000  # of a pattern with an attribute, in all; a few seconds

PLAIN = re.compile(r'[^\s.()|;"!:\[\]]+')  # a name that needs no quotes in a filter


class Vocabulary:
    """The names of one deck."""

    __slots__ = (
        "_attributes", "_properties", "_sets", "_suggestions", "aliases", "cards", "comparisons", "exits",
        "families", "functions", "seats", "unread",
    )  # fmt: skip

    def __init__(
        self, cards: Iterable[tuple[str, Sequence[str]]], properties: Iterable[Mapping[str, int]] = ()
    ) -> None:
        """The names and attributes of the kinds, and their numbers by name, both in the deck's order."""
        self.cards: dict[str, int] = {}  # the kind's index
        self.aliases: dict[str, KindSet] = {}
        self.functions: dict[str, Signature] = {}
        self.exits: tuple[str, ...] = ()  # of a wall
        self.seats: tuple[str, ...] = ()
        self.families: dict[int, KindSet] = {}  # by the kind that it is called by; 0 where that is of another
        self.unread: set[Sort] = set()  # the sorts of names of which some could not be read
        # Indices rather than bits: thousands of kinds with an attribute each would cost a set of
        # thousands of bits each.
        self._attributes: dict[str, list[int]] = {}
        for index, (name, attributes) in enumerate(cards):
            self.cards[name] = index
            for attribute in attributes:
                self._attributes.setdefault(attribute, []).append(index)
        self._properties: dict[str, dict[int, int]] = {}
        for index, numbers in enumerate(properties):
            for name, number in numbers.items():
                self._properties.setdefault(name, {})[index] = number
        self._sets: dict[tuple[str, str], KindSet] = {}
        self._suggestions: Suggestions | None = None
        self.comparisons = 0  # of patterns with attributes, made or refused

    def define(self, alias: str, kinds: KindSet) -> None:
        """Give an alias its meaning; a card of the same name keeps the name."""
        self.aliases[alias] = kinds
        self._suggestions = None

    def name(self, text: str) -> KindSet | None:
        """The kinds that ``.name`` keeps: a card's name, else an alias; None when it is neither."""
        index = self.cards.get(text)
        return self.aliases.get(text) if index is None else 1 << index

    @property
    def others(self) -> dict[str, str]:
        """The names that mean one card alone without being its own, and its own name: aliases, and what
        collections call it."""
        own = list(self.cards)
        return {
            alias: own[kinds.bit_length() - 1]
            for alias, kinds in self.aliases.items()
            if kinds.bit_count() == 1 and alias not in self.cards
        }

    def has_attribute(self, text: str) -> bool:
        """Whether some card has that attribute, even one of which the deck holds no copy."""
        return text in self._attributes

    def attribute(self, text: str) -> KindSet:
        """The kinds with that attribute, exactly."""
        kinds = self._sets.get(("a", text))
        if kinds is None:
            kinds = self._sets["a", text] = kind_set(self._attributes.get(text, ()))
        return kinds

    def kind(self, text: str) -> KindSet:
        """The kinds of the family that is called so; a card that names no other is one by itself."""
        index = self.cards.get(text)
        return self.families.get(index, 1 << index) if index is not None else 0

    def pattern(self, text: str) -> KindSet:
        """The kinds with an attribute that matches the pattern (``*``, ``?``).

        No kinds once the deck has asked for more comparisons than it may; whoever loads it looks at
        ``exhausted`` and refuses it.
        """
        kinds = self._sets.get(("A", text))
        if kinds is None:
            self.comparisons += len(self._attributes)
            fitting = () if self.exhausted else (name for name in self._attributes if matches(text, name))
            kinds = 0
            for attribute in fitting:
                kinds |= self.attribute(attribute)
            self._sets["A", text] = kinds
        return kinds

    @property
    def properties(self) -> Collection[str]:
        """The names of all properties that some card has."""
        return self._properties.keys()

    def property_values(self, name: str) -> Mapping[int, int]:
        """A property's number by kind, for the kinds that have it; empty when no card has it."""
        return self._properties.get(name, {})

    @property
    def exhausted(self) -> bool:
        """Whether the deck's patterns and attributes are too many to be compared."""
        return self.comparisons > MAX_COMPARISONS

    def nearest(self, text: str) -> str | None:
        """The known name nearest to ``text``, as it is written: ``urara``, ``a:monster``."""
        if self._suggestions is None:
            spelt = {name: _written(name) for name in (*self.cards, *self.aliases)}
            for name in self._attributes:
                spelt.setdefault(name, f"a:{_written(name)}")
            self._suggestions = Suggestions(spelt, spelt.__getitem__)
        return self._suggestions.nearest(text)


def matches(pattern: str, text: str) -> bool:
    """Whether ``text`` as a whole fits ``pattern``: ``*`` is any characters, ``?`` is one.

    Each piece between stars takes the first place it fits, which is never wrong, so that no
    pattern makes this search go back.
    """
    first, *others = pattern.split("*")
    if not _fits(first, text, 0):
        return False
    if not others:
        return len(first) == len(text)
    at, last = len(first), others.pop()
    for piece in others:
        at = _find(piece, text, at)
        if at < 0:
            return False
        at += len(piece)
    return len(text) - len(last) >= at and _fits(last, text, len(text) - len(last))


def _fits(piece: str, text: str, at: int) -> bool:
    if "?" not in piece:
        return text.startswith(piece, at)
    found = text[at : at + len(piece)]
    return len(found) == len(piece) and all(a == b or a == "?" for a, b in zip(piece, found, strict=True))


def _find(piece: str, text: str, at: int) -> int:
    if "?" not in piece:
        return text.find(piece, at)
    return next((i for i in range(at, len(text)) if _fits(piece, text, i)), -1)


def _written(name: str) -> str:
    """A name as a filter or condition writes it: in quotes where it has marks of the language."""
    return name if PLAIN.fullmatch(name) else in_quotes(name)
