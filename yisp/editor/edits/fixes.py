"""Edits that mend a mistake: what an editor offers as quick fixes.

What comes in: a document, and the part of it that somebody looks at.  What goes out: :class:`Fix` objects.
An edit comes from the diagnostic itself (``yisp.lang.remedy``) and is proved: it is made, the new text is
read, and unless the mistake is gone, and no error stands in its place, nothing is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...lang.diagnostics import Diagnostic, Place, visible
from ...messages import translated
from ...structs import dataclass
from ..answers.diagnosis import Problem, problem_of
from ..text.document import Document
from ..text.places import Edit, Range, edited
from ..text.writing import Piece, edits_of
from .remedies import carried_out

MOST = 20
"""Mistakes that edits are looked for, at most: each edit is proved by reading the whole text again."""

MOST_READ = 400_000
"""Characters that are read for that, in all, where every mistake counts as ``OF_A_MISTAKE`` more."""

OF_A_MISTAKE = 100


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit, what it does in a few words, and what it mends; ``only`` says that nothing else would."""

    title: str
    problem: Problem
    edits: tuple[Edit, ...]
    only: bool

    def to_data(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "code": self.problem.code,
            "range": self.problem.range.to_data(),
            "edits": [one.to_data() for one in self.edits],
        }


def fixes(document: Document, within: Range | None = None) -> list[Fix]:
    """The edits for what is wrong in a part of a document; in all of it, where no part is given."""
    if document.is_too_long:
        return []
    wanted = [
        (item, problem)
        for item in dict.fromkeys(document.diagnostics)
        if (problem := problem_of(item, document)).fixable and _touch(problem.range, within)
    ]
    once = len(document.text) + OF_A_MISTAKE * len(document.diagnostics)
    most = min(MOST, max(MOST_READ // max(once, 1), 1))
    return [fix for item, problem in wanted[:most] for fix in _of(document, item, problem)]


def _of(document: Document, item: Diagnostic, problem: Problem) -> Iterator[Fix]:
    found = []
    for title, pieces in carried_out(document, item.remedy) if item.remedy is not None else ():
        edits = edits_of(document.source, pieces)
        if _mends(document, item, pieces, edits):
            found.append((visible(translated(title)), edits))
    for said, edits in found:
        yield Fix(said, problem, tuple(edits), len(found) == 1)


def _touch(one: Range, other: Range | None) -> bool:
    if other is None:
        return True
    ends = (one.end_line, one.end_column), (other.end_line, other.end_column)
    return (one.line, one.column) <= ends[1] and (other.line, other.column) <= ends[0]


# Proof --------------------------------------------------------------------------------------------


OF_FILES = "Y0"
"""Codes of files that cannot be read as decks; what else is wrong with them nobody knows."""


def _mends(document: Document, item: Diagnostic, pieces: Sequence[Piece], edits: list[Edit]) -> bool:
    """Whether the mistake is gone once the edits are made, and no error stands in its place that was none.

    In a file that could not be read at all, its place is the whole line, since a parser stops wherever it
    can; and what only shows now was there before.
    """
    assert item.place is not None
    other = document.changed(edited(document.source, edits))
    before = {_key(one, document, pieces) for one in _own(document.diagnostics, document)}
    areas = _areas(item, document, other, pieces)
    unread = item.code.startswith(OF_FILES)
    for one in _own(other.diagnostics, other):
        at = _key(one, other)
        if at[:2] == (item.code, item.message) and any(
            first <= at[2] < max(last, first + 1) for first, last in areas
        ):
            return False
        if one.severity != "error" or at in before:
            continue
        end = at[2] + (one.place.length if one.place is not None else 0)
        near = any(at[2] <= last and first <= end for first, last in areas)
        of_file = one.code.startswith(OF_FILES)
        if (near and of_file) if unread else (near or of_file):
            return False
    return True


def _own(items: Iterable[Diagnostic], document: Document) -> Iterator[Diagnostic]:
    return (one for one in items if one.place is None or one.place.file == document.file.name)


def _key(item: Diagnostic, document: Document, pieces: Sequence[Piece] = ()) -> tuple[str, str, int]:
    """What is said, and where that is once the pieces are written."""
    at = 0 if item.place is None else _offset(document, item.place)
    return item.code, item.message, _moved(at, pieces)


def _offset(document: Document, place: Place) -> int:
    return document.source.offset(place.line, place.column)


def _areas(
    item: Diagnostic, document: Document, other: Document, pieces: Sequence[Piece]
) -> list[tuple[int, int]]:
    """Where the mistake was and what was written, in the new text."""
    assert item.place is not None
    start = _offset(document, item.place)
    areas = [(_moved(start, pieces), _moved(start + item.place.length, pieces))]
    areas += [(_moved(one.start, pieces), _moved(one.start, pieces) + len(one.text)) for one in pieces]
    if not item.code.startswith(OF_FILES):
        return areas
    source = other.source
    lines = [(source.position(first)[0], source.position(last)[0]) for first, last in areas]
    return [
        (source.offset(first, 1), source.offset(last, 1) + len(source.line(last))) for first, last in lines
    ]


def _moved(at: int, pieces: Sequence[Piece]) -> int:
    """Where an offset is once the pieces are written; within one, where that begins."""
    by = 0
    for one in sorted(pieces, key=lambda one: one.start):
        if one.start >= at:
            break
        by += len(one.text) - (min(one.end, at) - one.start) if one.end <= at else one.start - at
    return at + by
