"""The edits of a file that the remedy of a diagnostic stands for.

What comes in: a document and the remedy of one of its diagnostics.  What goes out: for each way what is to be
written (``Piece``), and what that is called; nothing where it cannot be written, as
in a text that is filled in for several cards, or in another file.  Whether a mistake is mended by it is not
judged here (``fixes``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...deck.reading.document import Mapping, Scalar
from ...deck.reading.scalars import ANCHOR, ScalarText
from ...deck.reading.source import shown
from ...lang.diagnostics import Text
from ...lang.remedy import Change, NewValue, Remedy, Setting, Way
from ...lang.source import TextSource
from ...messages import Message, say
from ..text.context import entry_of, scalars
from ..text.document import Document
from ..text.entries import holds, is_own, removal, written_below
from ..text.writing import Piece, Unsure, content_start, value, within, written_in

LONGEST = 60
"""Characters of what is called by its text."""

_WORD = re.compile(r"""[^\s()|;'"\[\]{},]*""")
_WORD_BEFORE = re.compile(r"""[^\s()|;'"\[\]{},]*\Z""")
_ITEM = re.compile(r"(?P<before>(?:[^\r\n]*[ \t])?)(?P<dash>-[ \t]+)")


def carried_out(document: Document, remedy: Remedy) -> Iterator[tuple[Message, list[Piece]]]:
    """For each way what it is called, and what is to be written."""
    for way in remedy.ways:
        try:
            pieces = list(_pieces(document, remedy.text, way))
        except Unsure:
            continue
        if pieces:
            ends = "\r\n" if "\r\n" in document.source.text else "\n"
            pieces = [Piece(one.start, one.end, one.text.replace("\n", ends)) for one in pieces]
            yield _title(remedy, way, document.source.text, pieces), pieces


def _pieces(document: Document, text: Text | None, way: Way) -> Iterator[Piece]:
    match way:
        case Setting(names, new):
            yield from _set(document, names, new)
        case NewValue():
            if _is_own(document, text):
                yield _valued(document.source, way)
        case _ if isinstance(text, TextSource):
            if _is_own(document, text):
                yield from (Piece(one.start, one.end, one.new) for one in way)
        case _ if text is not None:
            written, changes = _written(text, way)
            root = document.root_as_written
            if root is None or not _is_own(document, written.source):
                return
            for here in scalars(root):
                if here.scalar.start == written.start:
                    yield from within(written, here.in_flow, changes)
                    return


def _is_own(document: Document, text: Text | None) -> bool:
    """Whether it is the very text of the document."""
    return (
        isinstance(text, TextSource) and text.file == document.file.name and text.text == document.source.text
    )


def _written(text: Text, changes: Sequence[Change]) -> tuple[ScalarText, list[Change]]:
    """The scalar, and the changes as they are in it."""
    own = []
    for one in changes:
        # A place between two characters is where the one before it ends.
        first, last = (one.start, one.end) if one.start < one.end else (max(one.start - 1, 0), one.start)
        scalar, start, end = written_in(text, first, last)
        own.append(Change(start if one.start < one.end or not one.start else end, end, one.new))
    return scalar, own


def _valued(source: TextSource, way: NewValue) -> Piece:
    """Another value; behind its anchor, where it has one."""
    anchor = ANCHOR.match(source.text, way.start, way.end)
    start = anchor.end() if anchor is not None else way.start
    end = start + len(source.text[start : way.end].rstrip())
    if not way.spread or isinstance(way.data, str | int):
        return Piece(start, end, value(way.data))
    line = source.text[source.offset(source.position(start)[0], 1) : start]
    item = _ITEM.fullmatch(line)
    if item is not None:
        between = "\n" + " " * len(item["before"]) + item["dash"]
    elif line.rstrip().endswith(("[", ",")):
        between = ", "
    else:
        raise Unsure(source.place(start, end))
    return Piece(start, end, between.join(map(value, way.data)))


def _set(document: Document, names: tuple[str, ...], new: str | None) -> Iterator[Piece]:
    """A key with a value, or without one."""
    root = document.root_as_written
    above, entry = entry_of(root, names[:-1]), entry_of(root, names)
    if above is None or not is_own(above):
        return
    if entry is None:
        added = None if new is None else written_below(above, names[-1], new)
        if added is not None:
            yield added
        return
    if not isinstance(above.value, Mapping) or not holds(above.value, entry) or not is_own(entry):
        return
    if new is None:
        gone = removal(above.value, entry)
        if gone is not None:
            yield gone
    elif isinstance(entry.value, Scalar) and not entry.value.absent:
        yield Piece(content_start(entry.value), entry.value.end, new)


def _title(remedy: Remedy, way: Way, text: str, pieces: Sequence[Piece]) -> Message:
    """What an edit is called: what it writes or deletes, where that can be said in a few words."""
    match way:
        case Setting(names, None):
            return say("delete {what}", what=shown(names[-1]))
        case Setting(names, new):
            return say("write {what}", what=f"`{names[-1]}: {new}`")
        case NewValue(_, _, data, spread) if not spread:
            return say("write {what}", what=shown(value(data)))
        case (Change(start, end, new),) if len(pieces) == 1 and "\n" not in new and len(new) <= LONGEST:
            old = text[pieces[0].start : pieces[0].end]
            if not new and old.strip() and old.isprintable():
                return say("delete {what}", what=shown(old))
            if new.strip() == new and start == end:
                return say("insert {what}", what=shown(new))
            if new.strip() == new and new and old.strip():
                return say("write {what}", what=shown(new))
    word = _around(text, pieces)
    return remedy.hint if word is None else say("write {what}", what=shown(word))


def _around(text: str, pieces: Sequence[Piece]) -> str | None:
    """The word that comes of a change, or of several of blanks; None where there is none to be shown."""
    blanks = (not (one.text + text[one.start : one.end]).strip() for one in pieces)
    if len(pieces) > 1 and not all(blanks):
        return None
    first, last = min(one.start for one in pieces), max(one.end for one in pieces)
    for one in sorted(pieces, key=lambda one: one.start, reverse=True):
        text = text[: one.start] + one.text + text[one.end :]
        last += len(one.text) - (one.end - one.start)
    before = _WORD_BEFORE.search(text, 0, first)
    behind = _WORD.match(text, last)
    assert before is not None and behind is not None
    word = text[before.start() : behind.end()].strip()
    return word if word and "\n" not in word and len(word) <= LONGEST else None
