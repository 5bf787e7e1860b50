"""From a parser's events to nodes, under limits.

What comes in: the events of PyYAML (of libyaml's parser or its own).  What goes out: a
:class:`~yisp.deck.reading.document.Document`, and a diagnostic for everything that a deck file does not
allow.  Anchors, aliases and merge keys are resolved here; an alias gives the very node it refers
to, and is counted as all that the node holds, since whoever walks the document walks it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from ...lang.diagnostics import DeckError, Diagnostics
from ...lang.remedy import Hint, NewValue, Remedy
from ...lang.rendering import LONGEST_SHOWN
from ...lang.source import TextSource
from ...messages import Message, say
from .document import MAX_NODES, Document, Entry, Mapping, Node, Scalar, Sequence
from .source import UNPRINTABLE, describe, limit_mistakes, shown
from .surrogates import Pairs

MAX_NESTING = 100

_VALUE = re.compile(r"[^\r\n,\]}#]*[^\s,\]}#]|")
"""What stands there, up to whatever may end a value in a list."""


def too_deep() -> Message:
    """What is said of nodes within too many others."""
    return say("lists and tables are nested deeper than {most}", most=MAX_NESTING)


class Composer:
    """Builds nodes from the events of a parser."""

    def __init__(
        self,
        source: TextSource,
        events: Iterator[Event],
        pairs: Pairs,
        diagnostics: Diagnostics,
        nodes: int,
    ) -> None:
        self.source = source
        self.events = events
        self.pairs = pairs
        self.diagnostics = diagnostics
        self.nodes = nodes
        self.anchors: dict[str, tuple[Node, int] | None] = {}  # with their size; None while unfinished

    def document(self) -> Document:
        root: Node | None = None
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                if root is not None:
                    self._error(
                        "Y011",
                        say("a second document begins here; a deck file is one document"),
                        event,
                        say("delete the line `---`, or split the file"),
                    )
                    break
                root = self._node(next(self.events), 1)
        return Document(self.source, root, self.nodes)

    def _quoting(self, event: Event, hint: Message) -> Hint:
        """The hint to quote what begins there, up to the end of the value."""
        written = _VALUE.match(self.source.text, _extent(event)[0])
        assert written is not None
        return Remedy(hint, (NewValue(*written.span(), written[0]),), self.source)

    def _error(self, code: str, message: Message, at: Event | Node, hint: Hint | None = None) -> None:
        start, end = (at.start, at.end) if isinstance(at, Scalar | Sequence | Mapping) else _extent(at)
        limit_mistakes(self.diagnostics)
        self.diagnostics.error(code, message, self.source.place(start, end), hint)

    def _count(self, nodes: int, event: Event) -> None:
        """Take notice of new nodes, or of the use of old ones."""
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            self._error(
                "Y010",
                say(
                    "the deck has more than {most} values, each alias (`*name`) counted as all it stands for",
                    most=MAX_NODES,
                ),
                event,
            )
            raise DeckError(self.diagnostics)

    def _node(self, event: Event, depth: int) -> Node:
        if isinstance(event, AliasEvent):
            return self._alias(event)
        assert isinstance(event, ScalarEvent | SequenceStartEvent | MappingStartEvent)
        size_before = self.nodes
        self._count(1, event)
        if depth > MAX_NESTING:
            self._error("Y009", too_deep(), event)
            raise DeckError(self.diagnostics)
        if event.tag is not None:
            self._error(
                "Y007",
                say("tags (text that begins with `!`) have no meaning in a deck file"),
                event,
                self._quoting(event, say("put the text in quotes: '!a:monster'")),
            )
        anchor = event.anchor
        if anchor is not None:
            self.anchors[anchor] = None
        node = self._content(event, depth)
        if anchor is not None:
            self.anchors[anchor] = node, self.nodes - size_before
        return node

    def _content(self, event: Event, depth: int) -> Node:
        start, end = _extent(event)
        if isinstance(event, ScalarEvent):
            value = self.pairs.restored(event.value, start, end)
            self._check_characters(scalar := Scalar(self.source, start, end, value, event.style or ""))
            return scalar
        if isinstance(event, MappingStartEvent):
            return self._mapping(start, depth)
        items: list[Node] = []
        for item in self.events:
            if isinstance(item, SequenceEndEvent):
                return Sequence(self.source, start, _extent(item)[1], items)
            items.append(self._node(item, depth + 1))
        raise AssertionError("the parser ends every sequence it starts")

    def _mapping(self, start: int, depth: int) -> Mapping:
        own: dict[str, Entry] = {}
        merged: list[Mapping] = []
        for event in self.events:
            if isinstance(event, MappingEndEvent):
                entries: dict[str, Entry] = {}
                for mapping in merged:
                    for name, entry in mapping.entries.items():
                        entries.setdefault(name, entry)
                entries.update(own)
                return Mapping(self.source, start, _extent(event)[1], entries)
            key = self._node(event, depth + 1)
            value = self._node(next(self.events), depth + 1)
            if not isinstance(key, Scalar):
                self._error("Y012", say("a key must be a name, not a list or a table"), key)
            elif key.value == "<<" and not key.style:
                merged += self._merged(value)
            elif key.value in own:
                line = self.source.place(own[key.value].key.start, key.end).line
                message = say(
                    "the key {key} is given twice; it is already in line {line}",
                    key=shown(key.value),
                    line=line,
                )
                self._error("Y006", message, key)
            else:
                own[key.value] = Entry(key, value)
        raise AssertionError("the parser ends every mapping it starts")

    def _merged(self, value: Node) -> list[Mapping]:
        """The mappings behind ``<<``: one, or a list of which earlier ones win."""
        parts = value.items if isinstance(value, Sequence) else [value]
        for part in parts:
            if not isinstance(part, Mapping):
                self._error(
                    "Y013",
                    say("`<<` takes over the keys of a table, but this is not one"),
                    part,
                    say("name a table before with `&name` and write `<<: *name`"),
                )
        return [part for part in parts if isinstance(part, Mapping)]

    def _alias(self, event: AliasEvent) -> Node:
        start, end = _extent(event)
        assert event.anchor is not None
        name = event.anchor[:LONGEST_SHOWN]
        if event.anchor not in self.anchors:
            message = say("`*{name}` refers to a `&{name}` before it, but there is none", name=name)
            hint = self._quoting(event, say("a text that begins with `*` must be quoted"))
            self._error("Y008", message, event, hint)
            return Scalar(self.source, start, end, "", "")
        target = self.anchors[event.anchor]
        if target is None:
            self._error("Y008", say("`*{name}` is inside what it refers to, without end", name=name), event)
            return Mapping(self.source, start, end, {})
        node, size = target
        self._count(size, event)
        return node

    def _check_characters(self, scalar: Scalar) -> None:
        """Look for characters that an escape (``"\\0"``) has brought in."""
        bad = UNPRINTABLE.search(scalar.value) if scalar.style == '"' else None
        if bad is not None:
            message = say(
                "this escape writes {character}; names and scripts are plain text", character=describe(bad[0])
            )
            self.diagnostics.error("Y004", message, scalar.text.place(bad.start(), bad.end()))


def _extent(event: Event) -> tuple[int, int]:
    """The offsets between which an event stands, which every parser tells."""
    assert event.start_mark is not None and event.end_mark is not None
    return event.start_mark.index, event.end_mark.index
