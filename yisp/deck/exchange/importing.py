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
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...lang.diagnostics import DeckError, Diagnostics
from ...lang.source import TextSource
from ...messages import Message, language, say, say_n, translated
from ...structs import dataclass
from ..collection.finding import Found, known_cards
from ..collection.finding import Known as Recognised
from ..collection.remarks import known_messages
from ..load import loads
from .formats import calc
from .formats.cardlist import Card, CardList, Known, Part, named
from .formats.decoding import decoded
from .formats.formats import FORMATS, format_of
from .writing import Draft, draft, summary

ADVICE: tuple[str, ...] = (
    "",
    say("What you may want to add:"),
    say(
        "* to cards, an `attribute` that several share, as in `attribute: [starter]`:"
        " hands can ask for it, `a:starter`; and a `program`, what the card does;"
    ),
    say("* under `tests`, the hands that you want to see."),
)
"""What a list that asks nothing is told."""

THINKING = (
    "",
    say(
        "Effects are played in a fixed order. `policy: best` in the topic plays as somebody who thinks;"
        " `--policy greedy,best` shows both."
    ),
)
"""What one is told whose cards do something."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A deck file that was made, and sentences about what it leaves out.

    ``summary`` says of what it was made, in sentences as well; nothing where it was a deck file already.
    ``nameless`` kinds are called by their passcodes; ``known`` says which cards collections know.
    """

    text: str
    remarks: tuple[Message, ...] = ()
    summary: tuple[Message, ...] = ()
    nameless: int = 0
    known: tuple[Message, ...] = ()


def opened(data: bytes | str, file: str, names: Mapping[int, Known] | None = None) -> Imported:
    """A deck file as it is, whatever is wrong with it; of any other file what :func:`imported` makes."""
    source = decoded(data, file, Diagnostics())
    if format_of(source) == "calc" and not calc.is_old(source.text):
        return Imported(source.text)
    return imported(source.text, file, None, names, plays=True)


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
    return made_of(
        read_list(source, kind, FORMATS[kind].reads(source, found), found, names, plays=plays), file
    )


@dataclass(frozen=True, slots=True)
class Listed:
    """A list that was read: its cards, what they were taken for, and what collections know of them."""

    cards: CardList
    about: str
    known: dict[str, Found]  # by the card's name
    collection: Recognised | None
    names: list[str]  # of cards as `collection` counts them

    def plays(self, name: str) -> bool:
        """Whether a collection plays a card."""
        return name in self.known and self.known[name].plays


def read_list(
    source: TextSource,
    kind: str,
    cards: CardList,
    found: Diagnostics,
    names: Mapping[int, Known] | None,
    *,
    plays: bool,
    loosely: bool = False,
) -> Listed:
    """What is known of the cards that were read; raises :class:`DeckError` where there are none to draw."""
    found.raise_errors()
    listed = [card for card in cards.cards if card.part is not Part.SIDE and not cards.more]
    collection = known_cards([_spellings(card, names or {}) for card in listed]) if plays else None
    known = [] if collection is None else [(listed[index], one) for index, one in collection.cards.items()]
    named(cards, names, {card.passcode: one.shown for card, one in known if card.passcode is not None})
    if not any(card.count and card.part is Part.MAIN and card.zone is None for card in cards.cards):
        hint = (
            say("write a card a line, with how many: `3 Ash`")
            if loosely
            else say("to read it as something else: --from {names}", names=", ".join(FORMATS))
        )
        found.error(
            "Y021",
            say(
                "{file} has no cards to draw; it was read as {about}",
                file=source.file,
                about=FORMATS[kind].ABOUT,
            ),
            None,
            hint,
        )
        raise DeckError(found)
    if collection is not None:
        cards.uses.append(collection.shelf.name)
        cards.game = collection.game
    _tell(cards)
    taken = _tell_known(cards, known)
    cards.played = frozenset(name for name, one in taken.items() if one.plays)
    called = [card.name or str(card.passcode) for card in listed]
    return Listed(cards, FORMATS[kind].ABOUT, taken, collection, called)


def made_of(listed: Listed, file: str, advice: Sequence[str] = ADVICE) -> Imported:
    """The deck file with the cards of a list, and with its questions or an example of one."""
    cards = listed.cards
    made = (
        say("Imported from {file}, {about}.", file=os.path.basename(file)[-WHERE:], about=listed.about),
        say("{sentence}.", sentence=summary(cards)),
    )
    cards.cards += [Card(Part.MAIN, 1, name, zone=zone) for name, zone in cards.game.rules]
    written = draft(cards, [*made, *map(as_sentence, (*cards.remarks, *cards.known)), *advice])
    if cards.more:
        _check(written, file)
    return Imported(written.text, tuple(cards.remarks), made, cards.nameless, tuple(cards.known))


def _spellings(card: Card, names: Mapping[int, Known]) -> list[str]:
    """The ways in which a card of a list may be known."""
    code = card.passcode
    called = names[code].name if code is not None and code in names else ""
    return [card.name or called, *([] if code is None else [str(code)])]


def _tell_known(cards: CardList, known: Sequence[tuple[Card, Found]]) -> dict[str, Found]:
    """Say which cards are played, and which are blank; the former by name."""
    codes = {card.passcode: one for card, one in known if card.passcode is not None}
    names = {card.name: one for card, one in known if card.name}
    plays, blank = dict[str, Played](), dict[str, None]()
    taken = dict[str, Found]()
    for card in cards.cards:
        found = names.get(card.name) or codes.get(card.passcode or 0)
        if card.part is Part.SIDE:
            continue
        if found is None:
            blank[card.name] = None
        else:
            plays[card.name] = Played(card.name, found.name, cards.uses[0], found.part)
            taken[card.name] = found
    cards.known += known_messages(cards.uses, list(plays.values()), list(blank))
    return taken


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


def as_sentence(remark: Message) -> Message:
    """A remark by itself, in the language in force."""
    said = translated(remark)
    first = said[:1].upper() if language() == "en" else said[:1]
    return say("{sentence}.", sentence=first + said[1:])


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
