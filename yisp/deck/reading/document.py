"""A deck file as nodes: scalars, sequences and mappings that know where they were written.

Scalars keep their text as written (``no``, ``10``, ``12:30``, ``=`` are texts); what they mean is
``fields``' business.  Nothing but the classes below is ever made of a file; ``compose`` makes them.
"""

from __future__ import annotations

from ...lang.diagnostics import Place, Text
from ...lang.source import TextSource
from ...structs import dataclass
from .scalars import ScalarText

MAX_NODES = 400_000
"""Values of a deck, those of every file it is made of."""


@dataclass(slots=True, eq=False)
class Written:
    """Something that stands in a file, from ``start`` (its anchor included) to ``end``."""

    source: TextSource
    start: int
    end: int

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.source.place(self.start, self.end)

    @property
    def absent(self) -> bool:
        """Whether nothing was written at all, as in ``alias:``."""
        return False


@dataclass(slots=True, eq=False)
class Scalar(Written):
    """A text; ``style`` is "" (plain), "'", '"', "|" or ">"."""

    value: str
    style: str

    @property
    def text(self) -> Text:
        """The value, with the way back to its places."""
        return ScalarText(self.value, self.source, self.start, self.end, self.style)

    @property
    def absent(self) -> bool:
        return not self.value and not self.style


@dataclass(slots=True, eq=False)
class Sequence(Written):
    items: list[Node]


@dataclass(slots=True, eq=False)
class Entry:
    """A key of a mapping and what stands behind it."""

    key: Scalar
    value: Node


@dataclass(slots=True, eq=False)
class Mapping(Written):
    entries: dict[str, Entry]  # by key, merged ones before own ones


Node = Scalar | Sequence | Mapping


@dataclass(slots=True)
class Document:
    """The nodes of one file; ``root`` is None when nothing is in it."""

    source: TextSource
    root: Node | None
    nodes: int  # how many there are, with those of files before
