"""From a card list to a deck file.

What comes in: the content of a file and what it is called, its format where the user says so, and the cards
of a card table.  What goes out: an :class:`Imported`, the text of a deck file that runs and what there is to
be said about it (:func:`opened` takes deck files as they are); or a
:class:`~yisp.lang.diagnostics.DeckError` with everything that is wrong with the list, at its places.

What another program took for a condition may be none here, so what comes of a file with more than cards in it
is loaded once, and what is wrong with it is said of the line that it came from.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from ...lang.diagnostics import DeckError, Diagnostics
from ...messages import Message, say, say_n, translated
from ..load import loads
from . import calc
from .cardlist import CardList, Known, Part, named
from .decoding import decoded
from .formats import FORMATS, format_of
from .writing import Draft, draft, summary


@dataclass(frozen=True, slots=True)
class Imported:
    """A deck file that was made, and sentences about what it leaves out.

    ``summary`` says of what it was made, in sentences as well; nothing where it was a deck file already.
    ``nameless`` kinds are called by their passcodes.
    """

    text: str
    remarks: tuple[Message, ...] = ()
    summary: tuple[Message, ...] = ()
    nameless: int = 0


def opened(data: bytes | str, file: str, names: Mapping[int, Known] | None = None) -> Imported:
    """A deck file as it is, whatever is wrong with it; of any other file what :func:`imported` makes."""
    source = decoded(data, file, Diagnostics())
    if format_of(source) == "calc" and not calc.is_old(source.text):
        return Imported(source.text)
    return imported(source.text, file, None, names)


def imported(
    data: bytes | str, file: str, written_as: str | None = None, names: Mapping[int, Known] | None = None
) -> Imported:
    """The deck file of a list; raises :class:`DeckError`."""
    found = Diagnostics()
    source = decoded(data, file, found)
    kind = written_as or format_of(source)
    cards = FORMATS[kind].reads(source, found)
    found.raise_errors()
    named(cards, names)
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
    made_of = _made_of(file, FORMATS[kind].ABOUT, cards)
    written = draft(cards, [*made_of, *_advice(cards)])
    if cards.more:
        _check(written, file)
    return Imported(written.text, tuple(cards.remarks), made_of, cards.nameless)


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


def _made_of(file: str, about: str, cards: CardList) -> tuple[Message, ...]:
    return (
        say("Imported from {file}, {about}.", file=os.path.basename(file)[-WHERE:], about=about),
        say("{sentence}.", sentence=summary(cards)),
    )


def _advice(cards: CardList) -> list[str]:
    return [
        *map(as_sentence, cards.remarks),
        "",
        say("What you may want to add:"),
        say(
            "* to cards, an `attribute` that several share, as in `attribute: [starter]`:"
            " hands can ask for it, `a:starter`; and a `program`, what the card does;"
        ),
        say("* under `tests`, the hands that you want to see."),
    ]


def as_sentence(remark: Message) -> Message:
    """A remark by itself, in the language in force."""
    said = translated(remark)
    return say("{sentence}.", sentence=said[:1].upper() + said[1:])


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
