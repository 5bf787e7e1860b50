"""From a deck to a card list of another program.

What comes in: a deck, the name of a format, and a card table.  What goes out: the text of a file.  Passcodes
come from the table, from collections that the deck uses and from names that are numbers; cards that have
none, where a format needs them, are one diagnostic that lists them.  Cards without copies, effects and
questions stay behind.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...lang.diagnostics import DeckError, Diagnostics
from ...messages import say, say_n, with_commas
from ..model import Deck, Kind
from ..reading.source import shown
from .formats.cardlist import MOST_PASSCODE, Card, CardList, Known, Part, read_passcode
from .formats.formats import PASSCODES, PLACING, WRITTEN

MOST_LISTED = 20

RULE = "rule"
"""The attribute of cards that are rules."""


def exported(deck: Deck, to: str, names: Mapping[int, Known] | None = None) -> str:
    """The deck as a list; raises :class:`DeckError`."""
    found = Diagnostics()
    codes = _codes(deck, names or {})
    cards = CardList([_card(kind, codes) for kind in deck.kinds if kind.count and not _is_rule(kind)])
    if to not in PLACING:
        _check_parts(cards, found)
    missing = [card for card in cards.cards if card.passcode is None] if to in PASSCODES else []
    if missing:
        listed = with_commas(shown(card.name) for card in missing[:MOST_LISTED])
        message = say_n(
            "{number} card without a passcode: {names}",
            "{number} cards without a passcode: {names}",
            len(missing),
            names=listed,
        )
        if len(missing) > MOST_LISTED:
            message = say(
                "{count} cards without a passcode: {names} and {others} more",
                count=len(missing),
                names=listed,
                others=len(missing) - MOST_LISTED,
            )
        hint = say("give a card table with --names, or call the cards by their passcodes")
        found.error("Y022", message, missing[0].place, hint)
        raise DeckError(found)
    text = WRITTEN[to].writes(cards, found)
    found.raise_errors()
    return text


def _check_parts(cards: CardList, found: Diagnostics) -> None:
    """Refuse cards that begin in a zone which is no part of a list: they would be drawn."""
    for card in cards.cards:
        if card.zone is not None:
            message = say(
                "{card} begins in zone {zone}, and such a list has no part for it",
                card=shown(card.name),
                zone=card.zone,
            )
            found.error("Y022", message, card.place, say("a table has any zone: --to csv"))
    found.raise_errors()


def _is_rule(kind: Kind) -> bool:
    """Whether it is no card but a rule of the game, as collections have them."""
    return kind.zone is not None and RULE in kind.attributes


def _card(kind: Kind, codes: Mapping[str, int]) -> Card:
    part = next((part for part in Part if part.value == kind.zone), None)
    passcode = codes.get(kind.name)
    if passcode is None:
        passcode = codes.get(kind.name.casefold(), read_passcode(kind.name))
    assert passcode is None or passcode <= MOST_PASSCODE
    return Card(
        part or Part.MAIN, kind.count, kind.name, passcode, kind.attributes, kind.description or "",
        kind.place, zone=None if part else kind.zone,
    )  # fmt: skip


def _codes(deck: Deck, names: Mapping[int, Known]) -> dict[str, int]:
    """Passcodes by name, and by name in small letters; of several the first."""
    codes: dict[str, int] = {}
    for one in names.values():
        codes.setdefault(one.name, one.passcode)
    for one in names.values():
        codes.setdefault(one.name.casefold(), one.passcode)
    for known in (*deck.known, *deck.met):
        numbers = (read_passcode(number) for number in known.numbers)
        if (number := next((one for one in numbers if one is not None), None)) is not None:
            codes.setdefault(known.card, number)
    return codes
