"""What the script at a place does, in a player's sentences.

What comes in: a document and a place of it, or something of its deck.  What goes out: :data:`Runs`, a text in
which what speaks of the place is marked; or a whole deck in words.  What is not handled: what the word at the
place is, which is ``hover``'s business.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from ...deck.model import Deck, FunctionText
from ...deck.model import Kind as Card
from ...deck.reading.scalars import ScalarText
from ...lang.diagnostics import Text
from ..text.document import Document
from ..text.places import range_of

if TYPE_CHECKING:
    from ...explain.decks import Piece

Runs = tuple[tuple[str, bool], ...]
"""Pieces of a text, and of each whether it speaks of the place that was asked about."""


def explained(document: Document) -> dict[str, Any] | None:
    """The cards, functions and seats of a deck in words, each part with the ``range`` of the document that it
    speaks of (None: of another file); None where the text is no deck."""
    from ...explain.decks import explained as of_deck  # only who asks for words imports what says them

    def where(text: Text, span: tuple[int, int]) -> dict[str, int] | None:
        if not isinstance(text, ScalarText) or text.source.text != document.source.text:
            return None
        return range_of(document.source, *text.extent(*span)).to_data()

    deck = document.deck
    return None if deck is None else of_deck(deck, topics=False).to_data(where)


def words_at(document: Document, line: int, column: int) -> Runs:
    """What the script at a place does; nothing where none is written there, or a broken one."""
    from ...explain.decks import pieces

    deck = document.draft
    at = document.source.offset(*document.place(line, column))
    for piece in pieces(deck) if deck is not None else ():
        where = _offset(piece.text, document, at)
        if deck is None or where is None or not piece.span[0] <= where <= piece.span[1]:
            continue
        if _is_broken(piece, deck):
            return ()
        parts = piece.entry(deck.vocabulary).explanation.parts
        spans = [part.span for part in parts if part.span is not None]
        around = [span for span in spans if span[0] <= where < max(span[1], span[0] + 1)]
        nearest = min(around, key=lambda span: span[1] - span[0], default=None)
        marked = ((part.span == nearest is not None, part.text) for part in parts)
        runs = groupby(marked, itemgetter(0))
        return tuple(("".join(text for _, text in run), here) for here, run in runs)
    return ()


def words_of_card(card: Card, deck: Deck) -> tuple[Runs, ...]:
    """What each effect of a card does; nothing of those with mistakes."""
    from ...explain.decks import effects

    return tuple(words for piece in effects(card) for words in _words(piece, deck))


def words_of_function(one: FunctionText, deck: Deck) -> tuple[Runs, ...]:
    """What a function does; nothing of one with mistakes."""
    from ...explain.decks import of_function

    return tuple(_words(of_function(one), deck))


def _words(piece: Piece, deck: Deck) -> Iterator[Runs]:
    if not _is_broken(piece, deck):
        yield ((piece.entry(deck.vocabulary).explanation.text, False),)


def _is_broken(piece: Piece, deck: Deck) -> bool:
    """Whether there is a mistake in it: then its tree may be anything."""
    first, last = (piece.text.place(at, at) for at in piece.span)
    places = [one.place for one in deck.diagnostics if one.severity == "error" and one.place is not None]
    return any(
        place.file == first.file
        and (first.line, first.column) <= (place.line, place.column) <= (last.line, last.column)
        for place in places
    )


def _offset(text: Text, document: Document, at: int) -> int | None:
    """Where a place of the document is in one of its texts; None where it is in another."""
    if isinstance(text, ScalarText):
        here = text.source.text == document.source.text and text.start <= at <= text.end
        return text.offset(at) if here else None
    return at if text.text == document.source.text else None
