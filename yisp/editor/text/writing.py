"""Writing texts and values into a deck file, in the style that their surroundings need.

What comes in: a text for a script, a name or a condition list, and the scalar that it goes into; or a value
as plain data.  What goes out: what is to be written in the file (:class:`Piece`), or :class:`Unsure`, where
the style of the scalar cannot hold it, or it is not known where something stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...deck.cards.each import FilledText
from ...deck.exchange.writing import scalar
from ...deck.reading.document import Scalar
from ...deck.reading.scalars import ANCHOR, ScalarText
from ...lang.diagnostics import Place, Text
from ...lang.remedy import Change, Data
from ...lang.source import TextSource
from ...structs import dataclass
from .places import Edit, range_of

_PLAIN_BREAKS = re.compile(r"""[\t\r\n\x85\u2028\u2029]|:(?=\s|\Z)|\s#""")
_FLOW_BREAKS = re.compile(r"[,\[\]{}]")
_NOT_PLAIN = re.compile(r"""[\s\[\]{},#&*!|>'"%@`]|[-?:](?:\s|\Z)""")  # at the beginning
_ESCAPED = re.compile(r'["\\]')
_LINE_BREAKS = re.compile("[\r\n\x85\u2028\u2029]")


class Unsure(Exception):
    """Something that cannot be written, or nobody knows where; ``place`` is where that would be."""

    def __init__(self, place: Place) -> None:
        self.place = place
        super().__init__(place)


@dataclass(frozen=True, slots=True)
class Piece:
    """What is to stand in the file in place of the characters ``start`` … ``end``."""

    start: int
    end: int
    text: str


def edits_of(source: TextSource, pieces: Iterable[Piece]) -> list[Edit]:
    """The edits that write some pieces, in the order of the file."""
    return [
        Edit(range_of(source, one.start, one.end), one.text)
        for one in sorted(pieces, key=lambda one: one.start)
    ]


def written_in(text: Text, start: int, end: int) -> tuple[ScalarText, int, int]:
    """The scalar in which some characters of a text are written, and where in it; raises :class:`Unsure`
    where they are filled in, or are no scalar's."""
    scalar, first, last = text, start, end
    if isinstance(text, FilledText):
        scalar = text.written
        first, last = text.span(start, end)
    if not isinstance(scalar, ScalarText) or scalar.text[first:last] != text.text[start:end]:
        raise Unsure(text.place(start, end))
    return scalar, first, last


def inside(text: str, style: str, in_flow: bool) -> str | None:
    """The text in the middle of a scalar of that style."""
    if _LINE_BREAKS.search(text):
        return None
    if style == "'":
        return text.replace("'", "''")
    if style == '"':
        return _ESCAPED.sub(r"\\\g<0>", text).replace("\t", "\\t")
    if style in ("|", ">"):
        return text
    if _PLAIN_BREAKS.search(text) or (in_flow and _FLOW_BREAKS.search(text)):
        return None
    return text


def whole(text: str, style: str = "") -> str:
    """The text as a scalar of its own, in that style where that is one of quotation marks."""
    if style == "'" and not _LINE_BREAKS.search(text):
        return "'" + text.replace("'", "''") + "'"
    if style == '"':
        written = inside(text, style, False)
        if written is not None:
            return f'"{written}"'
    return scalar(text)


def in_place_of(old: Scalar, text: str) -> Piece:
    """Another text in place of a scalar; its anchor stays."""
    if old.style in ("|", ">"):
        raise Unsure(old.place)
    return Piece(content_start(old), old.end, whole(text, old.style))


def within(text: ScalarText, in_flow: bool, changes: Sequence[Change]) -> Iterator[Piece]:
    """Changes of a scalar's text; the whole of a plain one is written anew where it cannot hold them."""
    if not text.exact:
        raise Unsure(text.place(0, len(text.text)))
    result = changed(text.text, changes)
    written = [inside(one.new, text.style, in_flow) for one in changes]
    if not text.style and (None in written or not result or _NOT_PLAIN.match(result)):
        yield Piece(content_start(text), text.end, whole(result, "'"))
        return
    for change, one in zip(changes, written, strict=True):
        if one is None:
            raise Unsure(text.place(change.start, change.end))
        yield Piece(*text.extent(change.start, change.end), one)


def changed(text: str, changes: Sequence[Change]) -> str:
    """The text with changes made, none of which touches another."""
    for one in sorted(changes, key=lambda one: one.start, reverse=True):
        text = text[: one.start] + one.new + text[one.end :]
    return text


def content_start(old: Scalar | ScalarText) -> int:
    """Where a scalar begins, behind its anchor."""
    anchor = ANCHOR.match(old.source.text, old.start, old.end)
    return anchor.end() if anchor else old.start


def value(data: Data) -> str:
    """Plain data as YAML writes it on one line."""
    if isinstance(data, int):
        return str(data)
    if isinstance(data, str):
        return scalar(data)
    if isinstance(data, Mapping):
        return "{" + ", ".join(f"{scalar(name)}: {value(one)}" for name, one in data.items()) + "}"
    return "[" + ", ".join(map(value, data)) + "]"
