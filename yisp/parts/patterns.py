"""Parts: patterns of the language with fields, written and read by one declaration.

What comes in: the script that a part writes, with its fields in braces: ``(# D.{n} H{tags})``.  What goes
out: :class:`Part`, which fills it (``write``), and takes a tree apart that it may have filled (``read``).
Read with marks in place of its fields, the script is the tree that others are compared with; so nothing is
ever looked for in a text.  What a field may be is its sort's business (``sorts``).
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from functools import cached_property
from typing import Any, Protocol

from ..lang import tree
from ..lang.diagnostics import Diagnostics
from ..lang.parsing.parser import parse_script
from ..lang.source import TextSource
from ..messages import Message
from ..structs import dataclass

Data = dict[str, Any]
"""A part as plain data: its name under ``part``, and its fields."""

DEEPEST = 40
"""How many parts may lie in one another; what is deeper stays script."""


class Place(Enum):
    """What of a tree a field is."""

    NAME = "a name in a node"
    NODE = "a node"
    REST = "all nodes there, in a row"


@dataclass(slots=True)
class Reading:
    """The text that a tree was read from, and how deep in parts we are."""

    text: str
    depth: int = 0

    def code(self, node: Any) -> str:
        """A node as it is written."""
        return self.text[slice(*node.span)]


class Sort(Protocol):
    """What a field may be."""

    @property
    def place(self) -> Place: ...

    def mark(self, name: str, number: int) -> str:
        """What stands for a field in the pattern: the name that is looked for there is its :func:`key`."""

    def read(self, found: Any, reading: Reading) -> Any:
        """The value of what was found in the field's place; None where it is of another sort."""

    def write(self, value: Any, depth: int) -> str:
        """The script of a value; raises :class:`~yisp.parts.sorts.NoPart`."""


class Shape(Enum):
    """What sort of script a part writes: that around it which makes it a statement, to be read alone."""

    STATEMENT = "{}"
    FILTER = "H.{}"
    CARDS = "|{}|"


@dataclass(frozen=True)
class Part:
    """A part: how it is called (a text with its fields), what it writes, and the sorts of its fields, with
    what they are at first."""

    name: str
    words: Message
    script: str
    fields: dict[str, Sort]
    usual: dict[str, Any]
    shape: Shape = field(default=Shape.STATEMENT)

    def write(self, data: Data, depth: int = 0) -> str:
        """The script of a part of this name."""
        return self.script.format_map(
            {name: sort.write(data.get(name), depth) for name, sort in self.fields.items()}
        )

    def read(self, node: Any, reading: Reading) -> Data | None:
        """The part that a node is; None where it is another."""
        found: Data = {}
        return {"part": self.name, **found} if self._fits(self._pattern, node, found, reading) else None

    @property
    def first(self) -> Data:
        """The part as somebody gets it who has chosen it."""
        return {"part": self.name, **self.usual}

    @cached_property
    def _marks(self) -> dict[str, str]:
        """By what stands in the pattern's tree, the names of fields."""
        return {_key(sort.mark(name, i)): name for i, (name, sort) in enumerate(self.fields.items())}

    @cached_property
    def _pattern(self) -> Any:
        marks = {name: sort.mark(name, i) for i, (name, sort) in enumerate(self.fields.items())}
        script = self.shape.value.format(self.script.format_map(marks))
        found = Diagnostics()
        (statement,) = parse_script(TextSource(self.name, script), found).statements
        assert not found.failed, script
        match self.shape, statement:
            case Shape.FILTER, tree.CardSet(_, (one,)):
                return one
            case Shape.CARDS, tree.Size(cards):
                return cards
        return statement

    def _fits(self, pattern: Any, node: Any, found: Data, reading: Reading) -> bool:
        if isinstance(pattern, tuple):
            return isinstance(node, tuple) and self._fit(pattern, node, found, reading)
        name = self._marks.get(_marked(pattern))
        if name is not None and (self.fields[name].place is Place.NAME) == isinstance(pattern, str):
            return self._takes(name, node, found, reading)
        if not hasattr(pattern, "__slots__"):
            return bool(pattern == node)
        return type(pattern) is type(node) and all(
            self._fits(getattr(pattern, slot), getattr(node, slot), found, reading)
            for slot in pattern.__slots__
            if slot not in tree.SPANS
        )

    def _fit(self, pattern: tuple[Any, ...], nodes: tuple[Any, ...], found: Data, reading: Reading) -> bool:
        """A row of nodes, in which one field at most is all that the others leave."""
        for at, one in enumerate(pattern):
            name = self._marks.get(_marked(one))
            if name is not None and self.fields[name].place is Place.REST:
                end = len(nodes) - (len(pattern) - at - 1)
                return (
                    at <= end
                    and self._fit(pattern[:at], nodes[:at], found, reading)
                    and self._fit(pattern[at + 1 :], nodes[end:], found, reading)
                    and self._takes(name, nodes[at:end], found, reading)
                )
        return len(pattern) == len(nodes) and all(
            self._fits(one, node, found, reading) for one, node in zip(pattern, nodes, strict=True)
        )

    def _takes(self, name: str, node: Any, found: Data, reading: Reading) -> bool:
        value = self.fields[name].read(node, reading)
        if value is None or found.get(name, value) != value:
            return False
        found[name] = value
        return True


def _key(mark: str) -> str:
    """What of a mark is looked for: without what joins it to what stands before."""
    return mark.strip(' .:[]()"')


def _marked(pattern: Any) -> str:
    """What may be a mark, of a node or a name in one."""
    match pattern:
        case str(text):
            return text
        case (
            tree.Variable(text)
            | tree.ByName(text)
            | tree.Tag(text)
            | tree.CardSet(text, ())
            | tree.Call(text, _, ())
        ):
            return text
    return ""
