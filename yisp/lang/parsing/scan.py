"""Cutting a script into statements, before the grammar sees any of it.

What comes in: a script's text.  What goes out: one :class:`Piece` for each statement that is not
blank, with what must be known about it beforehand: how deep it nests, and whether a string is
left open.  One pass, and no recursion, so that ten thousand parentheses cost no more than ten
thousand letters.  What is not handled: whether the statements make sense.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from ...structs import dataclass

# What decides where statements end, and how deep they nest.  A tag may hold a quotation mark or a
# parenthesis, so it is taken as a whole; a quotation mark that is doubled inside a string needs no
# care, since it closes the string and opens the next.  A tag or string that is never closed is
# given up at the next character that could begin another, so the time stays linear.
_CLOSED_STRING = r'"[^"]*"'
_CLOSED_ON_THE_SPOT = r'"[^";]*"'
_OTHER = r"""
    | \[[^\[\]);]*\]
    | (?P<open>"[^";]*)
    | \.(?P<bangs>!+)
    | [();]
"""
_PIECES = re.compile(_CLOSED_STRING + _OTHER, re.VERBOSE)
_PIECES_WITH_ODD_QUOTES = re.compile(_CLOSED_ON_THE_SPOT + _OTHER, re.VERBOSE)
_COMMENT_OR_STRING = re.compile(r'"[^"]*"|//[^\r\n]*')
_BLANK = re.compile(r"\s*")


@dataclass(slots=True)
class Piece:
    """One statement: where its text starts and ends, blanks around it left out."""

    start: int
    end: int
    too_deep: int | None = None  # where it goes deeper than allowed
    open_string: int | None = None  # where a string begins that nothing closes


@dataclass(slots=True)
class _Depth:
    """How deep the parentheses (and the `!` before them) at one place of a statement nest."""

    limit: int
    total: int = 0
    opened: list[int] = field(default_factory=list)  # what each open parenthesis adds to the total

    def open(self, bangs: int) -> None:
        self.opened.append(1 + bangs)
        self.total += 1 + bangs

    def close(self) -> None:
        if self.opened:
            self.total -= self.opened.pop()


def without_comments(text: str) -> str:
    """The same text with every ``//`` comment blanked out, so that offsets stay what they are."""

    def blank(match: re.Match[str]) -> str:
        return match[0] if match[0].startswith('"') else " " * len(match[0])

    return _COMMENT_OR_STRING.sub(blank, text)


def pieces(text: str, start: int, nesting: int) -> Iterator[Piece]:
    """The statements of ``text`` from offset ``start`` on that are not blank.

    Nothing closes a string that is left open, and where it should have ended nobody knows.  Then
    no string of the script may reach over a `;` (in Yisp v0.4 none could), so that only the
    statement it stands in is lost.
    """
    has_open_string = any(match["open"] for match in _PIECES.finditer(text, start))
    pattern = _PIECES_WITH_ODD_QUOTES if has_open_string else _PIECES
    piece, depth, bangs_end, bangs = Piece(start, start), _Depth(nesting), -1, 0
    for match in pattern.finditer(text, start):
        mark = match[0]
        if mark == ";":
            if _trim(piece, text, match.start()):
                yield piece
            piece, depth = Piece(match.end(), match.end()), _Depth(nesting)
        elif mark == "(":
            depth.open(bangs if bangs_end == match.start() else 0)
        elif mark == ")":
            depth.close()
        elif match["bangs"]:
            bangs, bangs_end = len(match["bangs"]), match.end()
            if depth.total + bangs > nesting and piece.too_deep is None:
                piece.too_deep = match.end() - 1
        elif match["open"] and piece.open_string is None:
            piece.open_string = match.start()
        if depth.total > nesting and piece.too_deep is None:
            piece.too_deep = match.start()
    if _trim(piece, text, len(text)):
        yield piece


def goes_on(text: str) -> bool:
    """Whether the last statement has a parenthesis that the text does not close: more is to come."""
    depth = 0
    for match in _PIECES.finditer(text):
        depth = 0 if match[0] == ";" else max(depth + (match[0] == "(") - (match[0] == ")"), 0)
    return depth > 0


def _trim(piece: Piece, text: str, end: int) -> bool:
    """Let the piece end at ``end``, without the blanks around it; whether anything is left."""
    match = _BLANK.match(text, piece.start, end)
    assert match is not None
    piece.start = match.end()
    piece.end = piece.start + len(text[piece.start : end].rstrip())
    return piece.start < piece.end
