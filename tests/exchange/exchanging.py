"""Short ways to import a list and to look at the cards that came of it."""

from __future__ import annotations

from collections.abc import Mapping

from yisp.deck.exchange.formats.cardlist import Known
from yisp.deck.exchange.importing import imported
from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.lang.diagnostics import DeckError, Diagnostic

NAMES = {
    14558127: Known(14558127, "灰流丽", ("monster", "hand-trap")),
    23434538: Known(23434538, "増殖するＧ", ("monster",)),
}


def deck_of(text: str | bytes, kind: str | None = None, names: Mapping[int, Known] | None = None) -> Deck:
    """The deck that the imported file is."""
    return loads(imported(text, "list", kind, names).text, "deck.yml")


def copies(
    text: str | bytes, kind: str | None = None, names: Mapping[int, Known] | None = None
) -> dict[str, int]:
    """The cards of an imported list, and how many of each."""
    return {kind.name: kind.count for kind in deck_of(text, kind, names).kinds}


def mistakes(text: str | bytes, kind: str | None = None) -> list[Diagnostic]:
    """What is wrong with a list."""
    try:
        imported(text, "list", kind)
    except DeckError as error:
        return list(error.diagnostics)
    return []


def places(text: str | bytes, kind: str | None = None) -> list[tuple[str, int, int, int]]:
    """The codes of the mistakes, and which characters they point at: line, column, length."""
    return [
        (item.code, item.place.line, item.place.column, item.place.length)
        for item in mistakes(text, kind)
        if item.place is not None
    ]


def remarks(text: str | bytes, kind: str | None = None) -> tuple[str, ...]:
    """What is said about an imported list."""
    return imported(text, "list", kind).remarks
