"""Laying out scripts: blanks between words, and indentation.

What comes in: a document.  What goes out: edits of nothing but blanks between the pieces of scripts.  Line
ends stay where the author put them; where a script has several lines, each is indented by the parentheses
around it, by as much as the author does it.  A script means the same before and after: it is parsed again,
and so is the file.  What cannot be mapped to the file character by character (escapes in quotation marks,
text that ``each`` fills in), or is no script at all at the moment, is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...deck.cards.each import EACH
from ...deck.reading.document import Mapping, Node, Scalar
from ...deck.reading.document import Sequence as List
from ...deck.reading.scalars import ScalarText
from ...lang.diagnostics import Diagnostics, Text
from ...lang.highlighting.highlight import Role
from ...lang.parsing.parser import parse_effect, parse_script
from ...lang.source import TextSource
from ...structs import dataclass
from ..answers.deckfile import SCRIPTS
from ..text.context import Found, Mapped, RawText, declared, entry_of, scalars
from ..text.document import Document
from ..text.meaning import same_tree
from ..text.places import Edit, edited
from ..text.repair import read_as_written
from ..text.script import Token, tokens
from ..text.writing import Piece, edits_of

INDENTATION = 2
"""Blanks for a parenthesis, where nothing shows how many the author takes."""

MOST_INDENTATION = 8

_LINE_END = re.compile("\r\n|\r|\n")
_BLANKS = re.compile(r"[ \t]*")
_WHITE = re.compile(r"[ \t\r\n]*")
_BRACES = re.compile(r"[{}]")


def formatted(document: Document) -> list[Edit]:
    """The edits that lay a document's scripts out."""
    if document.is_too_long:
        return []
    return _script_file(document) if document.is_script else _deck_file(document)


def _script_file(document: Document) -> list[Edit]:
    source = document.source
    gaps = _laid_out(RawText(source.text, 0), source, block=True)
    edits = edits_of(source, gaps)
    found = Diagnostics()
    trees = [
        parse_script(text, found, comments=True)
        for text in (source, TextSource(source.file, edited(source, edits)))
    ]
    return edits if not found.failed and same_tree(*trees) else []


def _deck_file(document: Document) -> list[Edit]:
    root, source = document.root_as_written, document.source
    if root is None:
        return []
    each: list[list[Piece]] = []
    for found in sorted(scalars(root), key=lambda one: one.scalar.start):
        if _is_script(found, root):
            text = found.scalar.text
            assert isinstance(text, ScalarText)
            gaps = _laid_out(text, source, block=found.scalar.style in ("|", ">"))
            if gaps:
                each.append(gaps)
    every = edits_of(source, [gap for gaps in each for gap in gaps])
    if _same_file(root, source, every):
        return every
    kept: list[Piece] = []  # some script cannot be told what it would become: one by one, then
    for gaps in each:
        if _same_file(root, source, edits_of(source, [*kept, *gaps])):
            kept += gaps
    return edits_of(source, kept)


# What is laid out ---------------------------------------------------------------------------------


def _is_script(found: Found, root: Node) -> bool:
    """Whether a scalar is a script that has no mistakes, and is known character by character."""
    if found.is_key or found.key is None or found.key.value not in SCRIPTS:
        return False
    card = entry_of(root, found.names[:3])
    filled = card is not None and isinstance(card.value, Mapping) and EACH in card.value.entries
    if filled and _BRACES.search(found.scalar.value):
        return False
    text = found.scalar.text
    said = Diagnostics()
    _parse(found.names, text, said)
    return not said.failed and isinstance(text, ScalarText) and text.exact


def _parse(names: tuple[str, ...], text: Text, said: Diagnostics) -> object:
    return (parse_effect if names[:2] == ("deck", "cards") else parse_script)(text, said)


def _same_file(root: Node, source: TextSource, edits: list[Edit]) -> bool:
    """Whether the file is the same after the edits but for blanks in scripts."""
    other = read_as_written(edited(source, edits), source.file)
    return other is not None and _same(root, other.root, ())


def _same(one: Node, other: Node | None, names: tuple[str, ...]) -> bool:
    match one, other:
        case Scalar(), Scalar():
            if one.value == other.value:
                return True
            key, said = declared(names), Diagnostics()
            trees = [_parse(names, scalar.text, said) for scalar in (one, other)]
            return key is not None and key.value in SCRIPTS and not said.failed and same_tree(*trees)
        case List(), List():
            return len(one.items) == len(other.items) and all(
                _same(a, b, names) for a, b in zip(one.items, other.items, strict=True)
            )
        case Mapping(), Mapping():
            return list(one.entries) == list(other.entries) and all(
                _same(entry.value, other.entries[name].value, (*names, name))
                for name, entry in one.entries.items()
            )
    return False


# Laying out ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Line:
    """The beginning of a line of a script: its gap, how far it is indented, and its level."""

    start: int
    end: int
    indent: int
    level: int


class _Levels:
    """How far inside parentheses the pieces of a script are, line by line.

    However many parentheses a line opens, what they hold is one level further in than that line.
    """

    def __init__(self) -> None:
        self._opened: list[int] = []  # the level of what each open parenthesis holds
        self._line = 0

    def begin(self, token: Token) -> int:
        """The level of a line that begins with this."""
        self._line = self._opened[-1] if self._opened else 0
        if _is_mark(token, ")") and self._line:
            self._line -= 1
        return self._line

    def take(self, token: Token) -> None:
        if _is_mark(token, "("):
            self._opened.append(self._line + 1)
        elif _is_mark(token, ")") and self._opened:
            self._opened.pop()


def _is_mark(token: Token, mark: str) -> bool:
    return token.text == mark and token.role is Role.PUNCTUATION


def _laid_out(text: Mapped, source: TextSource, *, block: bool) -> list[Piece]:
    """The gaps of a script that are to be others."""
    gaps: list[Piece] = []
    lines: list[_Line] = []
    levels, bars = _Levels(), False
    before: Token | None = None
    for token in tokens(text.text):
        if token.role is Role.BLANK:
            continue
        if before is None:
            start, _ = text.extent(token.start, token.start + 1)
            if block:
                lines.append(_Line(start, start, source.position(start)[1] - 1, levels.begin(token)))
        else:
            _, start = text.extent(before.end - 1, before.end)
            end, _ = text.extent(token.start, token.start + 1)
            between = source.text[start:end]
            if _LINE_END.search(between) and _WHITE.fullmatch(between):
                lines.append(_Line(start, end, source.position(end)[1] - 1, levels.begin(token)))
            elif between and _BLANKS.fullmatch(between) and token.role is not Role.COMMENT:
                gaps.append(Piece(start, end, " " if _apart(before, token, bars) else ""))
        bars ^= _is_mark(token, "|")
        levels.take(token)
        before = token
    gaps += _indented(source, lines)
    return [gap for gap in gaps if source.text[gap.start : gap.end] != gap.text]


def _apart(before: Token, token: Token, bars: bool) -> bool:
    """Whether a blank belongs between two pieces that have some between them."""
    if before.role in (Role.GUARD, Role.FLAGS) or _is_mark(before, "(") or _is_mark(before, ";"):
        return False
    if _is_mark(token, ")") or _is_mark(token, ";"):
        return False
    return not (bars and (_is_mark(before, "|") or _is_mark(token, "|")))


def _indented(source: TextSource, lines: Sequence[_Line]) -> Iterator[Piece]:
    """The lines of a script, each indented by its level."""
    if not lines:
        return
    least = min(line.level for line in lines)
    base = next(line.indent for line in lines if line.level == least)
    step = next((line.indent - base for line in lines if line.level == least + 1), INDENTATION)
    if not 0 < step <= MOST_INDENTATION:
        step = INDENTATION
    for line in lines:
        if line.start == line.end:
            continue  # the first one of a block, which gives the block its indentation
        ends = _LINE_END.findall(source.text[line.start : line.end])
        yield Piece(line.start, line.end, "".join(ends) + " " * (base + step * (line.level - least)))
