"""Renaming a card everywhere in its file.

What comes in: a document, a place where the card is named, and the new name.  What goes out: the edits; or
:class:`Refused`, a sentence.  Only what is certain is done: the file must be without mistakes, the card its
own, and the deck that comes of it must mean exactly what the old one does.

A card is named by its key; in condition lists, filters, ``kind`` and ``start``.  What its description says,
and what people type on the command line, is not touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...deck.cards.each import EACH
from ...deck.load import load_draft
from ...deck.model import Deck
from ...deck.reading.document import Mapping
from ...deck.reading.files import SourceFile
from ...deck.reading.scalars import ScalarText
from ...deck.reading.source import UNPRINTABLE, shown
from ...deck.vocabulary import Vocabulary
from ...lang.parsing.words import in_quotes, spelt
from ...lang.remedy import Change
from ...messages import Message, say, translated
from ..answers.definition import extended_roots
from ..answers.mentions import Mention, mentions
from ..answers.target import Sort, Target, target
from ..text.conditions import BARE
from ..text.context import entry_of, scalars
from ..text.document import Document
from ..text.meaning import same
from ..text.places import Edit, Range, edited
from ..text.writing import Piece, Unsure, edits_of, in_place_of, within, written_in


class Refused(Exception):
    """A name that cannot be changed, or not to that; the message says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(translated(message))


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
    place, old = renamable(document, line, column)
    deck, new = _sound(document), new.strip()
    if new == old:
        return []
    _check_new(deck.vocabulary, new)
    try:
        pieces = set(_pieces(document, deck, Target(Sort.CARD, old, place), new))
    except Unsure as unsure:
        sentence = say("In line {line} it is not certain what is to be renamed.", line=unsure.place.line)
        raise Refused(sentence) from None
    source = document.source
    edits = edits_of(source, pieces)
    other, _ = load_draft(
        SourceFile(document.file.name, edited(source, edits), document.file.path, alone=document.file.alone)
    )
    if other is None or not same(deck, other, {new: old}):
        raise Refused(say("With the name {name} the deck would mean something else.", name=shown(new)))
    return edits


# What may be renamed ------------------------------------------------------------------------------


def _sound(document: Document) -> Deck:
    deck = document.deck
    if deck is None or document.root is None:
        raise Refused(say("The file has mistakes, so nobody knows where else the card is named."))
    return deck


def _check_own(document: Document, deck: Deck, name: str) -> None:
    """Refuse a card that is not written, once and for itself, in this file."""
    entry = entry_of(document.root, ("deck", "cards", name))
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


def _pieces(document: Document, deck: Deck, card: Target, new: str) -> Iterator[Piece]:
    """What is to be written, wherever the card is named."""
    assert document.root is not None
    every = {found.scalar.start: found for found in scalars(document.root)}
    changes: dict[int, dict[Change, None]] = {}  # by the scalar in which they are
    for one in mentions(document, deck, card):
        place = one.place
        if place.file != document.file.name:
            if one.found is not None:
                continue  # it means what this deck's name does there, and is looked at below
            sentence = say(
                "{name} is also named in {file}, which is another file.",
                name=shown(card.name),
                file=place.file,
            )
            raise Refused(sentence)
        if one.found is not None and one.item is None:
            yield in_place_of(one.found.scalar, new)
            continue
        text, start, end = written_in(one.text, one.start, one.end)
        if text.start not in every:
            raise Unsure(place)
        changes.setdefault(text.start, {})[Change(start, end, _spelt(one, new))] = None
    for at, some in changes.items():
        scalar = every[at].scalar
        text = ScalarText(scalar.value, scalar.source, scalar.start, scalar.end, scalar.style)
        yield from within(text, every[at].in_flow, list(some))


def _spelt(one: Mention, new: str) -> str:
    """The new name as it is written there."""
    if one.item is None:
        return one.prefix + spelt(new, one.prefix)
    bare = one.item.is_whole or BARE.fullmatch(new) is not None
    return one.prefix + (new if bare else in_quotes(new))
