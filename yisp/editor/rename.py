"""Another name for a card, everywhere in its file.

What comes in: a document, a place where the card is named, and the new name.  What goes out: the edits; or
:class:`Refused`, a sentence.  Only what is certain is done: the file must be without mistakes, the card its
own, and the deck that comes of it must mean exactly what the old one does.

A card is named by its key; in condition lists, filters, ``kind`` and ``start``.  What its description says,
and what people type on the command line, is not touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..deck.document import Mapping, Scalar
from ..deck.each import EACH, FilledText
from ..deck.files import SourceFile
from ..deck.load import load_draft
from ..deck.model import Deck
from ..deck.scalars import ScalarText
from ..deck.source import UNPRINTABLE, shown
from ..deck.vocabulary import Vocabulary
from ..lang.diagnostics import Place
from ..lang.tree import ByKind, ByName
from ..lang.walk import walk
from ..lang.words import is_plain
from ..messages import Message, say, translated
from .conditions import named
from .context import Found, content_start, entry_of, scalars
from .deckfile import CARDS, CONDITIONS
from .definition import extended_roots
from .document import Document
from .meaning import same
from .places import Edit, Range, edited, range_of
from .target import Sort, target
from .writing import inside, whole

CARD = "deck.cards.*"

_BARE = re.compile(r'(?!!|[aA]:)[^\s"]+')  # in a condition list


class Refused(Exception):
    """A name that cannot be changed, or not to that; the message says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(translated(message))


@dataclass(frozen=True, slots=True)
class _Occurrence:
    """A place where the card is named: offsets of the file, and what is to stand there."""

    start: int
    end: int
    text: str


def renamable(document: Document, line: int, column: int) -> tuple[Range, str]:
    """The card that is named at a place, and where; raises :class:`Refused`."""
    deck = _sound(document)
    found = target(document, line, column)
    if found is None or found.sort not in (Sort.CARD, Sort.KIND) or found.name not in deck.vocabulary.cards:
        raise Refused(say("Only cards can be renamed, and no card is named here."))
    _check_own(document, deck, found.name)
    return found.range, found.name


def rename(document: Document, line: int, column: int, new: str) -> list[Edit]:
    """The edits that give the card at a place another name; raises :class:`Refused`."""
    _, old = renamable(document, line, column)
    deck, new = _sound(document), new.strip()
    if new == old:
        return []
    _check_new(deck.vocabulary, new)
    occurrences = {*_in_nodes(document, deck.vocabulary, old, new), *_in_scripts(document, deck, old, new)}
    source = document.source
    edits = [
        Edit(range_of(source, one.start, one.end), one.text)
        for one in sorted(occurrences, key=lambda one: one.start)
    ]
    other, _ = load_draft(
        SourceFile(document.file.name, edited(source, edits), document.file.path, alone=document.file.alone)
    )
    if other is None or not same(deck, other, {new: old}):
        raise Refused(say("With the name {name} the deck would mean something else.", name=shown(new)))
    return edits


# What may be renamed ------------------------------------------------------------------------------


def _sound(document: Document) -> Deck:
    deck = document.deck
    if deck is None or document.read is None:
        raise Refused(say("The file has mistakes, so nobody knows where else the card is named."))
    return deck


def _check_own(document: Document, deck: Deck, name: str) -> None:
    """Refuse a card that is not written, once and for itself, in this file."""
    assert document.read is not None
    entry = entry_of(document.read.root, ("deck", "cards", name))
    if entry is None:
        place = deck.kinds[deck.vocabulary.cards[name]].place
        if place.file == document.file.name:
            raise Refused(say("{name} is one of several cards that `each` makes.", name=shown(name)))
        raise Refused(
            say("{name} is a card of {file}, which this file extends.", name=shown(name), file=place.file)
        )
    if isinstance(entry.value, Mapping) and EACH in entry.value.entries:
        raise Refused(say("{name} is one of several cards that `each` makes.", name=shown(name)))
    roots = list(extended_roots(document, deck))
    if any(entry_of(base, ("deck", "cards", name)) is not None for base in roots[1:]):
        raise Refused(say("{name} is also a card of a file that this one extends.", name=shown(name)))


def _check_new(names: Vocabulary, new: str) -> None:
    if not new:
        raise Refused(say("The name of a card cannot be empty."))
    if UNPRINTABLE.search(new) or re.search("[\t\r\n\x85\u2028\u2029]", new):
        raise Refused(say("The name of a card is one line of plain text."))
    if new in names.cards:
        raise Refused(say("There is already a card {name}.", name=shown(new)))
    if new in names.aliases:
        raise Refused(say("There is already an alias {name}.", name=shown(new)))


# Where the card is named --------------------------------------------------------------------------


def _in_nodes(document: Document, names: Vocabulary, old: str, new: str) -> Iterator[_Occurrence]:
    """Keys, values and condition lists of the file."""
    assert document.read is not None and document.read.root is not None
    for found in scalars(document.read.root):
        key, scalar = found.key, found.scalar
        if key is None:
            continue
        if found.is_key:
            if key.path == CARD and scalar.value == old:
                yield _whole(scalar, new)
        elif key.path in CARDS and scalar.value.strip() == old:
            yield _whole(scalar, new)
        elif key.value in CONDITIONS:
            yield from _in_condition(found, names, old, new)


def _whole(scalar: Scalar, new: str) -> _Occurrence:
    if scalar.style in ("|", ">") and scalar.style:
        raise _unsure(scalar.place)
    return _Occurrence(content_start(scalar), scalar.end, whole(new, scalar.style))


def _in_condition(found: Found, names: Vocabulary, old: str, new: str) -> Iterator[_Occurrence]:
    scalar = found.scalar
    text = scalar.text
    assert isinstance(text, ScalarText)
    items = named(text.text, lambda name: names.name(name) is not None)
    wanted = [one for one in items if not one.sort and one.name == old]
    if not wanted:
        return
    if not text.exact:
        raise _unsure(scalar.place)
    pieces: list[tuple[int, int, str]] = []
    for one in wanted:
        bare = one.is_whole or _BARE.fullmatch(new)
        written = new if bare else '"' + new.replace('"', '""') + '"'
        pieces.append((one.start, one.end, written))
    yield from _pieces(text, scalar, found.in_flow, pieces)


def _pieces(
    text: ScalarText, scalar: Scalar, in_flow: bool, pieces: Sequence[tuple[int, int, str]]
) -> Iterator[_Occurrence]:
    """Edits of pieces of a scalar, or of the whole where its style cannot hold them."""
    written = [inside(new, scalar.style, in_flow) for _, _, new in pieces]
    if scalar.style or all(one is not None for one in written):
        for (start, end, _), one in zip(pieces, written, strict=True):
            if one is None:
                raise _unsure(scalar.place)
            yield _Occurrence(*text.extent(start, end), one)
        return
    value = text.text
    for start, end, new in sorted(pieces, reverse=True):
        value = value[:start] + new + value[end:]
    yield _Occurrence(content_start(scalar), scalar.end, whole(value, "'"))


def _in_scripts(document: Document, deck: Deck, old: str, new: str) -> Iterator[_Occurrence]:
    """Filters of scripts, in whichever file they stand."""
    assert document.read is not None and document.read.root is not None
    every = {found.scalar.start: found for found in scalars(document.read.root)}
    pieces: dict[int, dict[tuple[int, int, str], None]] = {}
    for tree, text in deck.texts:
        for node in walk(tree):
            if isinstance(node, ByName) and node.name == old:
                prefix = ""
            elif isinstance(node, ByKind) and node.kind == old:
                prefix = "k:"
            else:
                continue
            place = text.place(*node.span)
            if place.file != document.file.name:
                raise Refused(
                    say(
                        "{name} is also named in {file}, which is another file.",
                        name=shown(old),
                        file=place.file,
                    )
                )
            written = text.written if isinstance(text, FilledText) else text
            if not isinstance(written, ScalarText) or not written.exact or written.start not in every:
                raise _unsure(place)
            start, end = _span(text, written, node.span)
            if written.text[start:end] not in _spellings(old, prefix):
                raise _unsure(place)  # part of it is filled in
            name = new if is_plain(new, prefix) else '"' + new.replace('"', '""') + '"'
            pieces.setdefault(written.start, {})[start, end, prefix + name] = None
    for at, some in pieces.items():
        scalar = every[at].scalar
        text = ScalarText(scalar.value, scalar.source, scalar.start, scalar.end, scalar.style)
        yield from _pieces(text, scalar, every[at].in_flow, list(some))


def _span(text: object, written: ScalarText, span: tuple[int, int]) -> tuple[int, int]:
    """Where a span of a script is in the scalar as it was written."""
    return text.span(*span) if isinstance(text, FilledText) else span


def _spellings(name: str, prefix: str) -> tuple[str, ...]:
    """How a filter may have named a card."""
    return prefix + name, prefix + '"' + name.replace('"', '""') + '"'


def _unsure(place: Place) -> Refused:
    return Refused(say("In line {line} it is not certain what is to be renamed.", line=place.line))
