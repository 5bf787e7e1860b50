"""Where in a deck file somebody is writing.

What comes in: a document, and a line and a column of it.  What goes out: a :class:`Context`: by which keys
one gets there, what is declared of the last of them, and the text that stands there, with the way between
its characters and the file's.  Where nothing is written yet, a word is put there for a look at what the file
makes of it.  What is not handled: what the text says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import Protocol

from ...deck.reading.document import Entry, Mapping, Node, Scalar, Sequence
from ...deck.reading.scalars import ANCHOR, ScalarText
from ...deck.schema import Key, Value, declaration
from ...lang.source import TextSource
from ...structs import dataclass
from .document import Document
from .places import Range, range_of
from .repair import BLOT, Read, read_as_written
from .writing import content_start

MOST_BLANKS = 100
"""Behind a word in which somebody may be going on with it."""

ANY = "any"
"""The key of an item that is one of several condition lists."""


class Mapped(Protocol):
    """A text whose characters are known in the file."""

    text: str

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """Where some of its characters stand in the file."""

    def offset(self, at: int) -> int:
        """How many of its characters stand before a place of the file."""


@dataclass(slots=True)
class RawText:
    """A text as it stands in the file, marks of YAML included."""

    text: str
    start: int

    def extent(self, start: int, end: int) -> tuple[int, int]:
        return self.start + start, self.start + end

    def offset(self, at: int) -> int:
        return max(at - self.start, 0)


@dataclass(slots=True)
class Context:
    """What stands at a place of the file.

    ``names`` lead there from the top, the key itself included; ``key`` is what is declared of it, where
    anything is.  ``is_key`` says that it is the name of a key that stands there, and no value.
    """

    names: tuple[str, ...]
    key: Key | None
    is_key: bool
    text: Mapped
    source: TextSource  # of the places of the text; its lines and columns are the document's
    at: int  # how many characters of the text stand before the place
    style: str  # of the scalar: see ``Scalar``
    in_flow: bool = False  # whether brackets stand around it
    siblings: frozenset[str] = field(default=frozenset())  # the keys beside it
    followed: bool = False  # whether a colon stands behind a key already

    @property
    def before(self) -> str:
        """What is written before the place."""
        return self.text.text[: self.at]

    def range(self, start: int, end: int) -> Range:
        """The range of some characters of the text."""
        return range_of(self.source, *self.text.extent(start, end))

    @property
    def parameters(self) -> list[str]:
        """The parameters of the function whose body the place is in."""
        if self.key is None or self.key.path != "deck.define.*":
            return []
        return re.findall(r"\w+", self.names[-1])[1:]

    @property
    def parent(self) -> Key | None:
        """What is declared of the table that a key stands in."""
        return declared(self.names[:-1])


def context(document: Document, line: int, column: int) -> Context | None:
    """What stands at a place; None where nothing could, or where the file makes no sense."""
    line, column = document.place(line, column)
    at = document.source.offset(line, column)
    nodes = document.read_at(line, column)
    found = None if nodes is None else _at(nodes, document, line, at)
    if found is not None and not (isinstance(found.text, RawText) and nodes is not None and nodes.blotted):
        return found
    return _probed(document, nodes, line, at) or found


def declared(names: tuple[str, ...]) -> Key | None:
    """What is declared of the key that these names lead to."""
    if len(names) > 1 and names[-1] == ANY:
        above = declaration(names[:-1])
        if above is not None and above.value is Value.CARDS:
            return above
    return declaration(names)


@dataclass(slots=True)
class Found:
    """A scalar of the file, the names that lead to it, and whether it is a key."""

    scalar: Scalar
    names: tuple[str, ...]
    is_key: bool
    holder: Mapping | None  # the table whose key it is
    in_flow: bool

    @property
    def key(self) -> Key | None:
        """What is declared of the key that it is, or is a value of."""
        return declared(self.names)


def scalars(root: Node) -> Iterator[Found]:
    """Every scalar that is written in the file itself, keys and values, in no certain order."""
    waiting: list[tuple[Node, tuple[str, ...], bool]] = [(root, (), False)]
    seen: set[int] = set()
    while waiting:
        node, names, in_flow = waiting.pop()
        if id(node) in seen:  # an alias of YAML, which stands where its anchor does
            continue
        seen.add(id(node))
        if isinstance(node, Scalar):
            yield Found(node, names, False, None, in_flow)
        elif isinstance(node, Sequence):
            flows = in_flow or _begins(node, "[")
            waiting += ((item, names, flows) for item in node.items)
        else:
            flows = in_flow or _begins(node, "{")
            for name, entry in node.entries.items():
                if id(entry.key) not in seen:  # else it was merged
                    seen.add(id(entry.key))
                    yield Found(entry.key, (*names, name), True, node, flows)
                waiting.append((entry.value, (*names, name), flows))


def _begins(node: Mapping | Sequence, bracket: str) -> bool:
    text = node.source.text
    anchor = ANCHOR.match(text, node.start)
    return text.startswith(bracket, anchor.end() if anchor else node.start)


def _at(nodes: Read, document: Document, line: int, at: int) -> Context | None:
    if nodes.root is None:
        return None
    # A mended text is the same but for ends of lines, so lines and columns lead to the same characters.
    source = nodes.source
    at = source.offset(*document.source.position(at))
    for found in scalars(nodes.root):
        if found.scalar.start <= at <= found.scalar.end and _holds(found.scalar, at):
            return _context(found, nodes, document, line, at)
        if not found.is_key and _went_on(found.scalar, at):
            text = _raw(document, found.scalar, document.source.offset(*source.position(at)))
            return Context(
                found.names,
                declared(found.names),
                False,
                text,
                document.source,
                len(text.text),
                "",
                found.in_flow,
            )
    return None


def _holds(scalar: Scalar, at: int) -> bool:
    """Whether the place is inside a scalar, where one goes on writing it."""
    text = scalar.source.text
    start = content_start(scalar)
    if scalar.style in ("'", '"'):
        return start < at < scalar.end
    if not scalar.style:
        return start <= at and not scalar.absent
    header = text.find("\n", start)
    if header < 0 or at <= header:
        return False
    # An empty line below belongs to it only as far as one is behind its indentation.
    begin = text.rfind("\n", 0, at) + 1
    if text[begin:at].strip():
        return True
    first = next((row for row in text[header + 1 : scalar.end].split("\n") if row.strip()), "")
    return at - begin >= len(first) - len(first.lstrip(" ")) > 0


def _went_on(scalar: Scalar, at: int) -> bool:
    """Whether only blanks stand between a plain scalar and the place behind it."""
    if scalar.style or scalar.absent or at <= scalar.end or at - scalar.end > MOST_BLANKS:
        return False
    return not scalar.source.text[scalar.end : at].strip(" ")


def _context(found: Found, nodes: Read, document: Document, line: int, at: int) -> Context:
    scalar, source = found.scalar, found.scalar.source
    first, last = (scalar.source.position(offset)[0] for offset in (scalar.start, scalar.end))
    text: Mapped
    text = ScalarText(scalar.value, source, scalar.start, scalar.end, scalar.style)
    if any(first <= number <= last for number in nodes.blotted) or not text.exact:
        at = document.source.offset(*source.position(at))
        text, source = _raw(document, scalar), document.source
    siblings: frozenset[str] = frozenset()
    if found.holder is not None:
        siblings = frozenset(found.holder.entries) - {found.names[-1]}
    rest = document.source.line(line)[document.source.position(at)[1] - 1 :]
    return Context(
        names=found.names,
        key=declared(found.names),
        is_key=found.is_key,
        text=text,
        source=source,
        at=text.offset(at),
        style=scalar.style,
        in_flow=found.in_flow,
        siblings=siblings,
        followed=found.is_key and ":" in rest,
    )


def _raw(document: Document, scalar: Scalar, end: int | None = None) -> RawText:
    """The text of a scalar as it stands in the file: one of a mended line, or one that goes on to ``end``."""
    source = document.source
    start = source.offset(*scalar.source.position(content_start(scalar)))
    end = source.offset(*scalar.source.position(scalar.end)) if end is None else end
    if source.text.startswith(("'", '"'), start):
        start += 1
    return RawText(source.text[start : max(end, start)], start)


def _probed(document: Document, nodes: Read | None, line: int, at: int) -> Context | None:
    """What a word would be that stood here, where nothing is yet."""
    row = document.source.line(line)
    column = document.source.position(at)[1]
    before, rest = row[: column - 1], row[column - 1 :]
    if before.strip() and before[-1] not in " \t[{,":
        return None
    words: tuple[str, ...] = (BLOT,)
    if not before.strip(" -\t") and not rest.strip():
        words = (f"{BLOT}:", BLOT) if not before.strip() else (BLOT, f"{BLOT}:")
    # With a word there the text may be YAML; else what was mended elsewhere is needed.
    mended = nodes is not None and nodes.source.text != document.source.text
    for source in (document.source, nodes.source) if nodes is not None and mended else (document.source,):
        here = source.offset(line, column)
        for word in words:
            text = source.text[:here] + word + source.text[here:]
            probed = read_as_written(text, source.file)
            found = _scalar_at(probed.root, here) if probed is not None and probed.root is not None else None
            if found is not None:
                return Context(
                    found.names,
                    declared(found.names),
                    found.is_key,
                    RawText("", at),
                    document.source,
                    0,
                    "",
                    found.in_flow,
                    frozenset(found.holder.entries if found.holder else ()) - {BLOT},
                )
    return None


def _scalar_at(root: Node, at: int) -> Found | None:
    """The word that was put there, where it is a scalar of its own."""
    return next(
        (one for one in scalars(root) if content_start(one.scalar) == at and one.scalar.value == BLOT), None
    )


def entry_of(node: Node | None, names: tuple[str, ...]) -> Entry | None:
    """The entry of a table that these names lead to."""
    found: Entry | None = None
    for name in names:
        if not isinstance(node, Mapping) or name not in node.entries:
            return None
        found = node.entries[name]
        node = found.value
    return found
