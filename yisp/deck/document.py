"""A deck file as nodes: scalars, sequences and mappings that know where they were written.

What comes in: the bytes or the text of one YAML file.  What goes out: a :class:`Document`, or a
:class:`~yisp.lang.diagnostics.DeckError` that carries every mistake found.  The file is read by
events: no tag is ever resolved and nothing but the three classes below is ever built.  Scalars
keep their text as written (``no``, ``10``, ``12:30``, ``=`` are texts); what they mean is
``fields``' business.

Anchors, aliases and merge keys (``<<``) are resolved, under limits on nesting and on the number of
nodes, shared ones counted as often as they are used.  What is not handled: tags, keys that are no
names, and several documents in one file; each is an error.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..lang.diagnostics import Diagnostics, Place, Text
from ..lang.source import TextSource
from .scalars import ScalarText
from .source import read_source

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
        """Whether nothing was written at all, as in ``alias:``."""
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


def read_document(data: bytes | str, file: str, diagnostics: Diagnostics, nodes: int = 0) -> Document:
    """Read one file; raises :class:`DeckError` when it has mistakes.

    ``nodes`` is how many there are in other files of the same deck.
    """
    import yaml  # here, because a deck whose checked form is cached is never parsed

    from .complaints import explain
    from .compose import Composer
    from .surrogates import Pairs

    source = read_source(data, file, diagnostics)
    pairs = Pairs(source.text)
    loader = getattr(yaml, "CLoader", yaml.Loader)
    try:
        events = yaml.parse(pairs.hidden, Loader=loader)
        document = Composer(source, events, pairs, diagnostics, nodes).document()
    except yaml.MarkedYAMLError as error:
        complaint = explain(error, source.text)
        place = source.place(complaint.start, complaint.end)
        diagnostics.error("Y005", complaint.message, place, complaint.hint)
    except (yaml.YAMLError, ValueError, OverflowError):
        # PyYAML's pure parser lets numbers beyond Unicode, or of thousands of digits, run into Python's
        # own exceptions, without a place.
        diagnostics.error("Y005", "the file is not YAML: an escape or a number in it is out of range",
                          Place(file, 1, 1, ""))
    diagnostics.raise_errors()
    return document
