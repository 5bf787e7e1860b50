"""From a card list to a deck file.

What comes in: the content of a file and what it is called, its format where the user says so, and the cards
of a card table.  What goes out: an :class:`Imported`, the text of a deck file that runs and what there is to
be said about it; or a :class:`~yisp.lang.diagnostics.DeckError` with everything that is wrong with the list,
at its places.

What another program took for a condition may be none here, so what comes of a file with more than cards in it
is loaded once, and what is wrong with it is said of the line that it came from.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...lang.diagnostics import DeckError, Diagnostics
from ...messages import Message, say, say_n, translated
from ..collection.finding import Found, known_cards
from ..collection.told import known_messages
from ..load import loads
from .cardlist import Card, CardList, Known, Part, named
from .decoding import decoded
from .formats import FORMATS, format_of
from .writing import Draft, draft, summary


@dataclass(frozen=True, slots=True)
class Imported:
    """A deck file that was made, sentences about what it leaves out, and about which cards are known."""

    text: str
    remarks: tuple[Message, ...]
    known: tuple[Message, ...]


def imported(
    data: bytes | str,
    file: str,
    written_as: str | None = None,
    names: Mapping[int, Known] | None = None,
    *,
    plays: bool = False,
) -> Imported:
    """The deck file of a list; raises :class:`DeckError`.

    Where it ``plays`` what packaged collections know, it uses the one that knows most of the cards.
    """
    found = Diagnostics()
    source = decoded(data, file, found)
    kind = written_as or format_of(source)
    cards = FORMATS[kind].reads(source, found)
    found.raise_errors()
    known = _known(cards, names) if plays else []
    named(cards, names, {card.passcode: one.shown for card, one in known if card.passcode is not None})
    if not any(card.count and card.part is Part.MAIN for card in cards.cards):
        hint = say("to read it as something else: --from {names}", names=", ".join(FORMATS))
        found.error(
            "Y021",
            say("{file} has no cards to draw; it was read as {about}", file=file, about=FORMATS[kind].ABOUT),
            None,
            hint,
        )
        raise DeckError(found)
    _tell(cards)
    _tell_known(cards, known)
    written = draft(cards, _head(file, FORMATS[kind].ABOUT, cards))
    if cards.more:
        _check(written, file)
    return Imported(written.text, tuple(cards.remarks), tuple(cards.known))


def _known(cards: CardList, names: Mapping[int, Known] | None) -> list[tuple[Card, Found]]:
    """What the packaged collection that knows most of the cards knows, by name or passcode.  A list
    that asks questions of its own is left as it is."""
    listed = [card for card in cards.cards if card.part is not Part.SIDE and not cards.more]
    found = known_cards([_spellings(card, names or {}) for card in listed])
    if found is None:
        return []
    collection, by_index = found
    cards.uses.append(collection)
    return [(listed[index], one) for index, one in by_index.items()]


def _spellings(card: Card, names: Mapping[int, Known]) -> list[str]:
    """The ways in which a card of a list may be known."""
    code = card.passcode
    called = names[code].name if code is not None and code in names else ""
    return [card.name or called, *([] if code is None else [str(code)])]


def _tell_known(cards: CardList, known: Sequence[tuple[Card, Found]]) -> None:
    """Say which cards are played, and which are blank."""
    codes = {card.passcode: one for card, one in known if card.passcode is not None}
    names = {card.name: one for card, one in known if card.name}
    plays, blank = dict[str, Played](), dict[str, None]()
    for card in cards.cards:
        found = names.get(card.name) or codes.get(card.passcode or 0)
        if card.part is Part.SIDE:
            continue
        if found is None:
            blank[card.name] = None
        else:
            plays[card.name] = Played(card.name, found.name, cards.uses[0], found.part)
    cards.known += known_messages(cards.uses, list(plays.values()), list(blank))


class Played(NamedTuple):
    """A card that does what the collection says."""

    card: str
    name: str
    collection: str
    part: Message | None


def _tell(cards: CardList) -> None:
    """Say what becomes of the parts that are not drawn from."""
    if side := cards.total(Part.SIDE):
        cards.remarks.insert(
            0,
            say_n(
                "the side deck is left out: {number} card", "the side deck is left out: {number} cards", side
            ),
        )
    if cards.total(Part.COMMAND):
        cards.remarks.append(say("the commander starts in zone C"))


def _head(file: str, about: str, cards: CardList) -> list[str]:
    return [
        say("Imported from {file}, {about}.", file=os.path.basename(file)[-WHERE:], about=about),
        say("{sentence}.", sentence=summary(cards)),
        *(say("{sentence}.", sentence=_begun(remark)) for remark in (*cards.remarks, *cards.known)),
        "",
        say("What you may want to add:"),
        say(
            "* to cards, an `attribute` that several share, as in `attribute: [starter]`:"
            " hands can ask for it, `a:starter`; and a `program`, what the card does;"
        ),
        say("* under `tests`, the hands that you want to see."),
    ]


def _begun(remark: Message) -> str:
    """A remark as the beginning of a sentence, in the language in force."""
    said = translated(remark)
    return said[:1].upper() + said[1:]


WHERE = 80
"""Characters of a file's name that a comment shows."""


def _check(written: Draft, file: str) -> None:
    try:
        loads(written.text, file)
    except DeckError as error:
        found = Diagnostics()
        for item in error.diagnostics:
            if item.severity == "error":
                found.error(item.code, item.message, written.origin(item.place), item.hint)
        raise DeckError(found) from None
