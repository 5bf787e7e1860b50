"""Effects that are made of parts, in a form: what a card's effects are, and edits that write another.

What comes in: a document, a card, an effect as parts.  What goes out: plain data for a form, edits that put
the effect's script in its place and leave the rest of the file as it is.  An edit is proved: it is made, the
new text is read, and the card has these effects then and no others.  Not handled: cards that an ``each``
makes, programs that an alias shares or that come from elsewhere; such a card is shown and left alone.
"""

from __future__ import annotations

import re
from typing import Any

from ...deck.cards.each import EACH
from ...deck.reading.document import Entry, Mapping, Node, Scalar, Sequence
from ...deck.reading.scalars import ANCHOR, ScalarText
from ...lang.diagnostics import DeckError
from ...lang.source import LINE_END
from ...messages import say
from ...parts import NoPart, is_whole, read_script, write
from ...structs import dataclass
from ..text.document import Document
from ..text.entries import holds, is_own, line_start, removal, written_below
from ..text.places import Edit, edited
from ..text.repair import read_as_written
from ..text.writing import Piece, content_start, edits_of, whole

PROGRAM = "program"
MOST = 50
"""Effects that a card may have to get another one here."""

QUOTES = "'"
"""In which new scripts are written."""

BLOCKS = {">": "; ", "|": ";\n"}
"""Scalars of many lines, a statement on each, and what stands between two statements of their values."""

_REST_OF_LINE = re.compile(r"[^\r\n]*")
_BLANKS = re.compile(r" *")


@dataclass(frozen=True, slots=True)
class Program:
    """Where the effects of a card are written, or would be."""

    card: Entry
    entry: Entry | None
    scalars: tuple[Scalar, ...]

    @property
    def scripts(self) -> list[str]:
        return [one.value.strip() for one in self.scalars]


def in_parts(document: Document, card: str) -> dict[str, Any]:
    """The effects of a card as parts, as far as they are written in the card's own entry, and the names that
    fields may have; ``able`` says whether they can be changed there."""
    program = _program(document, card)
    names = document.names
    return {
        "able": program is not None,
        "effects": [_effect(one.value) for one in program.scalars] if program is not None else [],
        "names": {
            "card": [*names.vocabulary.cards, *names.aliases],
            "attribute": names.attributes,
            "kind": names.families,
            "variable": names.variables,
            "property": list(names.vocabulary.properties),
            "function": list(names.functions),
            "tag": names.tags,
        },
    }


def by_hand(document: Document, card: str, place: int, effect: Any) -> list[Edit]:
    """The edits that put an effect in a place of a card, behind its last one, or (None) take it away; raises
    :class:`NoPart` where that cannot be."""
    program = _program(document, card)
    if program is None or not 0 <= place <= len(program.scalars) or place >= MOST:
        raise NoPart(say("The effects of this card cannot be changed here."))
    wanted = program.scripts
    style = program.scalars[place].style if place < len(wanted) else ""
    between = BLOCKS.get(style, ";")
    wanted[place : place + 1] = [] if effect is None else [write(effect, between)]
    piece = _piece(program, place, wanted)
    if piece is not None:
        edits = edits_of(document.source, [piece])
        after = _program(Document(edited(document.source, edits), document.file.name), card)
        if (after.scripts if after is not None else []) == wanted:
            return edits
    raise NoPart(say("The effects of this card cannot be changed here."))


def _effect(script: str) -> dict[str, Any] | None:
    """An effect as parts; None where it has mistakes."""
    try:
        data = read_script(script)
    except DeckError:
        return None
    return {**data, "whole": is_whole(data)}


# Where it is written ------------------------------------------------------------------------------------


def _program(document: Document, card: str) -> Program | None:
    nodes = None
    if not document.is_too_long:
        nodes = read_as_written(document.source.text, document.source.file)
    entry: Entry | None = None
    table: Node | None = nodes.root if nodes is not None else None
    for key in ("deck", "cards", card):
        entry = table.entries.get(key) if isinstance(table, Mapping) else None
        if entry is None or not isinstance(table, Mapping) or not holds(table, entry) or not _is_own(entry):
            return None
        table = entry.value
    assert entry is not None
    if isinstance(table, Scalar) and table.absent:
        return Program(entry, None, ())
    if not isinstance(table, Mapping) or EACH in table.entries:
        return None
    program = table.entries.get(PROGRAM)
    if program is None:
        return None if _is_known(document, card) else Program(entry, None, ())
    if not holds(table, program) or not _is_own(program):
        return None
    value = program.value
    items = value.items if isinstance(value, Sequence) else [value]
    scalars = tuple(one for one in items if isinstance(one, Scalar) and value.start <= one.start < value.end)
    if isinstance(value, Scalar) and value.absent:
        return Program(entry, program, ())
    if len(scalars) < len(items) or any(_has_anchor(one) for one in scalars):
        return None
    return Program(entry, program, scalars)


def _is_known(document: Document, card: str) -> bool:
    """Whether the card has effects that are written elsewhere."""
    kind = document.names.card(card)
    return kind is not None and bool(kind.effects)


def _is_own(entry: Entry) -> bool:
    """Whether a value stands behind its key, and no alias shares it."""
    return is_own(entry) and not _has_anchor(entry.value)


def _has_anchor(node: Node) -> bool:
    return ANCHOR.match(node.source.text, node.start, node.end) is not None


# What is written ------------------------------------------------------------------------------------------


def _piece(program: Program, place: int, wanted: list[str]) -> Piece | None:
    """The edit that makes these scripts of those that there are: one is other, new or gone."""
    entry, old = program.entry, program.scalars
    if entry is None:
        return _new(program.card, whole(wanted[0], QUOTES))
    if not wanted:
        table = program.card.value
        assert isinstance(table, Mapping)
        return removal(table, entry)
    if not old:
        return Piece(entry.key.end, entry.key.end + 1, f": {whole(wanted[0], QUOTES)}")
    if len(wanted) == len(old):
        return _other(old[place], wanted[place])
    if isinstance(entry.value, Scalar):
        return Piece(content_start(old[0]), _end(old[0]), _listed(wanted))
    if entry.key.source.text.startswith("[", entry.value.start):
        return Piece(entry.value.start, entry.value.end, _listed(wanted))
    return _item(entry.value, old, wanted[place] if len(wanted) > len(old) else None, place)


def _listed(scripts: list[str]) -> str:
    return "[" + ", ".join(whole(one, QUOTES) for one in scripts) + "]"


def _other(old: Scalar, script: str) -> Piece:
    """Another script in place of one."""
    start, text = content_start(old), old.text
    assert isinstance(text, ScalarText)
    if old.style not in BLOCKS:
        return Piece(start, old.end, whole(script, old.style or QUOTES))
    first = text.extent(0, 1)[0]
    _, column = old.source.position(first)
    lines = script.replace(BLOCKS[old.style], ";\n" + " " * (column - 1))
    return Piece(first, _end(old), lines)


def _end(scalar: Scalar) -> int:
    """Where the last character of a scalar stands; of a block, not the ends of lines behind it."""
    text = scalar.text
    assert isinstance(text, ScalarText)
    seen = len(scalar.value.rstrip())
    return text.extent(seen - 1, seen)[1] if scalar.style in BLOCKS and seen else scalar.end


def _new(card: Entry, script: str) -> Piece | None:
    """The key with its value: behind the last of a line of its own, where there is one.  It touches no value,
    so that whoever knows where a count stands still does."""
    table, text = card.value, card.key.source.text
    if isinstance(table, Mapping) and text.startswith("{", table.start):
        last = len(text[: table.end - 1].rstrip(" \t\r\n,"))
        comma = ", " if table.entries else ""
        return Piece(last, table.end, f"{comma}{PROGRAM}: {script}{text[last : table.end]}")
    if not isinstance(table, Mapping):
        return written_below(card, PROGRAM, script)
    for entry in reversed(table.entries.values()):
        key, value = entry.key, entry.value
        line = line_start(text, key.start)
        one_line = isinstance(value, Scalar) and value.style not in BLOCKS
        if one_line and holds(table, entry) and is_own(entry) and _BLANKS.fullmatch(text, line, key.start):
            end = _line_end(text, max(value.end, key.end))
            written = f"{text[line : key.start]}{PROGRAM}: {script}"
            begin = LINE_END.match(text, end)
            if begin is None:
                return Piece(end, end, f"\n{written}")
            return Piece(begin.end(), begin.end(), f"{written}\n")
    return None


def _item(value: Node, old: tuple[Scalar, ...], script: str | None, place: int) -> Piece | None:
    """An item of a block list more, behind the last one; or one less."""
    text = value.source.text
    one = old[place] if script is None else old[-1]
    line = line_start(text, one.start)
    dash = text[line : one.start]
    if dash.strip(" ") != "-":
        return None
    end = _line_end(text, _end(one))
    if script is not None:
        return Piece(end, end, f"\n{dash}{whole(script, QUOTES)}")
    return Piece(line, min(end + 1, len(text)), "")


def _line_end(text: str, at: int) -> int:
    rest = _REST_OF_LINE.match(text, at)
    assert rest is not None
    return rest.end()
