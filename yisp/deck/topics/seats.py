"""The sections ``seats`` and ``deal``: whom cards are dealt to, and what they do about it.

What comes in: the sections of the document.  What goes out: :class:`~yisp.deck.model.Seat` objects and the
:class:`~yisp.deck.model.Dealing`.  What a deal does with them is said in ``compile.lowering.dealing``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from yisp_runtime.codes import MOST_COMBINATIONS, MOST_SEATS, MOST_WORLDS, MOST_ZONES

from ...lang.forms import FORMS
from ...lang.remedy import Hint, respelling
from ...lang.suggest import nearest
from ...lang.tree import Call, Number
from ...lang.walk import given_zone, walk
from ...messages import say, say_n, with_commas
from ..cards.cards import Cards
from ..model import Bargain, Dealing, Deck, Exit, NumberText, ScriptText, Seat, Topic
from ..reading.document import Mapping, Scalar
from ..reading.fields import Reading, Section, whole_number
from ..reading.source import shown
from ..schema import KEYS
from ..scripts.scripts import Scripts

HAND = "H"
MOVES = frozenset({"#", "##"})
LETTERS = 25  # of zones; `X` is none
NEVER_GIVES_UP = "none"
MOST_PATIENCE = KEYS["seats.patience"].most


def read_dealing(top: Section, scripts: Scripts) -> Dealing:
    """How cards are dealt where there are seats."""
    section = top.section("deal")
    section.check_keys()
    hand = section.number("hand")
    assert hand is not None
    reveal = section.scalar("reveal")
    written = section.entry("hand")
    return Dealing(
        hand, scripts.dealt(reveal, "reveal") if reveal else None, written.value.place if written else None
    )


def read_seats(top: Section, exits: tuple[Exit, ...], scripts: Scripts) -> tuple[Seat, ...]:
    """The seats, in order; none where there are none."""
    reading, written = top.reading, top.entry("seats")
    if written is None:
        return ()
    if not exits:
        hint = say("`wall: {exits: {draw: 40}}` makes the deck one; `draw` gives 40 cards")
        reading.error("Y205", say("hands are dealt from a wall, and the deck has none"), written.key, hint)
    nodes = top.items("seats")
    if len(nodes) > MOST_SEATS:
        reading.error("Y204", say("a deal has at most {most} seats", most=MOST_SEATS), nodes[MOST_SEATS])
        nodes = nodes[:MOST_SEATS]
    seats = []
    for number, node in enumerate(nodes):
        section = Section(reading, "seats", node, written.key, f"seat {number}")
        section.check_keys(strict=True)
        seats.append(_seat(section, number, exits, scripts))
    _check_combinations(seats, reading)
    return tuple(seats)


def _seat(section: Section, number: int, exits: tuple[Exit, ...], scripts: Scripts) -> Seat:
    def script(name: Literal["raid", "beg", "on-deal"]) -> ScriptText | None:
        written = section.scalar(name)
        return scripts.dealt(written, name) if written else None

    name = section.scalar("name")
    accept = section.scalar("accept")
    return Seat(
        name=name.value if name else f"seat {number}",
        raid=script("raid"),
        raids_first=section.boolean("raid-first"),
        bargain=_bargain(section.section("bargain"), scripts) if section.entry("bargain") else None,
        beg=script("beg"),
        on_deal=script("on-deal"),
        on_draw=_hooks(section, exits, scripts),
        accept=scripts.dealt_number(accept, "accept") if accept else None,
        patience=_patience(section),
        place=name.place if name else section.owner.place,
    )


def _patience(section: Section) -> int | None:
    """The last try that may be refused; None: every one."""
    key, written = KEYS["seats.patience"], section.entry("patience")
    assert isinstance(key.default, int)
    if written is None:
        return key.default
    if isinstance(written.value, Scalar) and written.value.value == NEVER_GIVES_UP:
        return None
    number = whole_number(written.value)
    if number is None:
        section.reading.wrong_kind(key, "patience", written.value)
        return key.default
    if not 0 <= number <= MOST_PATIENCE:
        message = say(
            "`patience` is a number from 0 to {most}, or `{word}`",
            most=MOST_PATIENCE,
            word=NEVER_GIVES_UP,
        )
        section.reading.error("Y204", message, written.value)
        return key.default
    return number


def _hooks(section: Section, exits: tuple[Exit, ...], scripts: Scripts) -> dict[str, ScriptText]:
    """What runs before a card leaves, by exit; a script alone is for all of them."""
    written = section.entry("on-draw")
    if written is None:
        return {}
    if isinstance(written.value, Scalar):
        every = scripts.dealt(written.value, "on-draw")
        return {one.name: every for one in exits}
    if not isinstance(written.value, Mapping):
        section.reading.wrong_kind(KEYS["seats.on-draw"], "on-draw", written.value)
        return {}
    hooks = {}
    names = [one.name for one in exits]
    for entry in section.table("on-draw"):
        exit = entry.key.value
        if exit not in names:
            hint: Hint | None = respelling(nearest(exit, names), (0, len(exit)))
            if hint is None and names:
                hint = say("it has {names}", names=with_commas(f"`{one}`" for one in names))
            section.reading.error(
                "Y144", say("the wall has no exit {exit}", exit=shown(exit)), entry.key, hint
            )
        elif isinstance(entry.value, Scalar):
            hooks[exit] = scripts.dealt(entry.value, "on-draw")
        else:
            section.reading.wrong_kind(KEYS["seats.on-draw.*"], exit, entry.value)
    return hooks


def _bargain(section: Section, scripts: Scripts) -> Bargain:
    section.check_keys(strict=True)

    def claim(name: str) -> NumberText | None:
        written = section.scalar(name)
        return scripts.dealt_number(written, "claim") if written else None

    told, worlds = section.scalar("told"), section.scalar("worlds")
    written = section.entry("worlds")
    if worlds is None and written is not None and isinstance(written.value, Scalar):
        section.reading.wrong_kind(KEYS["seats.bargain.worlds"], "worlds", written.value)
    number = scripts.dealt_number(worlds, "worlds") if worlds else None
    if worlds and number and isinstance(number.number, Number):
        count = number.number.value
        if count < 0:
            message = say("a seat brings at least 0 worlds, not {count}", count=count)
        else:
            message = say("a seat brings at most {most} worlds, not {count}", most=MOST_WORLDS, count=count)
        if not 0 <= count <= MOST_WORLDS:
            section.reading.error("Y228", message, worlds)
            number = None
    return Bargain(
        worlds=number,
        four=claim("four"),
        all=claim("all"),
        any=claim("any"),
        told=scripts.dealt(told, "told") if told else None,
        place=section.owner.place,
    )


def _check_combinations(seats: list[Seat], reading: Reading) -> None:
    """That what seats bring together is not too much to go through, as far as that is known."""
    combinations = 1
    for seat in seats:
        worlds = seat.bargain.most if seat.bargain is not None else 0
        combinations *= max(worlds or 1, 1)
        if combinations > MOST_COMBINATIONS and seat.bargain is not None:
            message = say(
                "with the worlds of {seat} there are {combinations} combinations",
                seat=shown(seat.name),
                combinations=combinations,
            )
            hint = say("a bargain goes through at most {most}", most=MOST_COMBINATIONS)
            written = seat.bargain.worlds
            assert written is not None  # else it would not be too much
            place = written.text.place(*written.number.span)
            reading.diagnostics.error("Y228", message, place, hint)
            return


def check_zones(deck: Deck, reading: Reading) -> None:
    """That there are not more zones than a table has, when every seat has its own; and that a seat's script
    says whose a zone is that it gives to a function."""
    letters = deck.owned_zones
    owned = len(letters)
    if deck.seats and len(deck.seats) * owned + LETTERS - owned > MOST_ZONES:
        message = say(
            "{count} seats with {owned} zones of their own are too many zones",
            count=len(deck.seats),
            owned=owned,
        )
        reading.error("Y209", message, deck.seats[0].place)
    for _, written, tree in deck.dealt:
        for call in walk(tree):
            zones = call.arguments if isinstance(call, Call) and call.head not in FORMS else ()
            for zone in zones:
                given = given_zone(zone)
                if given is not None and given in letters:
                    message = say(
                        "a function belongs to no seat, so it does not know whose `{zone}` is meant",
                        zone=given,
                    )
                    place = written.text.place(*zone.span)
                    reading.diagnostics.error(
                        "Y148", message, place, say("write a seat's number: `{letter}:0`", letter=given)
                    )


def check_hands(
    seats: tuple[Seat, ...],
    dealing: Dealing,
    exits: tuple[Exit, ...],
    topics: Sequence[Topic],
    cards: Cards,
    reading: Reading,
) -> None:
    """That the wall can fill the hands: with all its cards, or with those of its first exit where nothing
    else can come to a hand.  What is short in spite of that is found when a trial is dealt (``Y309``)."""
    if not seats or not exits or not cards.complete:
        return
    needed, first, has = len(seats) * dealing.hand, exits[0], cards.total
    if isinstance(first.gives, int) and not _comes_otherwise(seats, dealing, topics):
        has = min(has, first.gives)
    if needed > has:
        gives = (
            say("its exit {exit} gives {has}", exit=shown(first.name), has=has)
            if has < cards.total
            else say_n("it has one card", "it has {number} cards", has)
        )
        message = say(
            "{count} hands of {hand} are {needed} cards, which the wall cannot fill: {gives}",
            count=len(seats),
            hand=dealing.hand,
            needed=needed,
            gives=gives,
        )
        reading.diagnostics.error("Y229", message, dealing.place)


def _comes_otherwise(seats: tuple[Seat, ...], dealing: Dealing, topics: Sequence[Topic]) -> bool:
    """Whether a card may come to a hand that no exit has given: by `(# D.a.2 H)`, or from the start."""
    moves = (one for seat in seats for one in (seat.raid, seat.beg) if one is not None)
    if any(topic.start.hand or any(zone == HAND for zone, _ in topic.start.zones) for topic in topics):
        return True
    # What a function does is not known here: it may move cards.
    return any(
        isinstance(node, Call) and (node.head not in FORMS or node.head in MOVES)
        for one in (*moves, *((dealing.reveal,) if dealing.reveal else ()))
        for node in walk(one.script)
    )
