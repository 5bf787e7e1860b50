"""Forms that move cards and restrict what may be played."""

from __future__ import annotations

from typing import Any

from ...messages import filled, say, say_n
from ..tree import CardSet, Limit, Number, Tag
from .declare import Argument, Engine, Kind, Purity, Repeat, Type, form
from .words import Teller

CARDS = Argument("S", Kind.CARDS)
MEANT = Argument("S", Kind.MEANT)
ZONE = Argument("Z", Kind.ZONE)
EXIT = Argument("EXIT", Kind.EXIT)
PLACE = (
    Argument("EXIT", Kind.EXIT, Repeat.OPTIONAL),
    Argument("n", Kind.NUMBER, Repeat.OPTIONAL),
)
TAGS = Argument("[tag]", Kind.TAG, Repeat.MANY)


TO_END = {
    "H": say("add {S} to the hand"),
    "D": say("put {S} at the bottom of the deck"),
    "F": say("put {S} on the field"),
    "B": say("send {S} to the graveyard"),
    "J": say("banish {S}"),
    "X": say("put {S} at the end of the zone that holds this card"),
}
TO_FRONT = {
    "D": say("put {S} on top of the deck"),
    "X": say("put {S} at the front of the zone that holds this card"),
}
TAGGED = {  # by where from, where to and the tag: what players call that
    ("D", "H", "search"): say("search for {S}, and add what is found to the hand"),
    ("H", "F", "special-summon"): say("special summon {S}"),
    ("D", "F", "special-summon"): say("special summon {S}"),
    ("B", "F", "special-summon"): say("special summon {S}"),
    ("J", "F", "special-summon"): say("special summon {S}"),
}


def said_move_to_end(teller: Teller, cards: CardSet, zone: CardSet, *tags: Tag) -> str:
    source, target = teller.letter(cards), teller.letter(zone)
    for tag in tags[:1]:
        said = _from_the_top(teller, cards, source, target, tag.text)
        if said is None and (words := TAGGED.get((source, target, tag.text))) is not None:
            said = filled(words, S=teller.cards(cards))
        if said is not None:
            return _counting(teller, said, tags[1:])
    if (source, target) == ("H", "B"):
        said = say("discard {S}", S=teller.cards(cards))
    elif target in TO_END:
        said = filled(TO_END[target], S=teller.cards(cards))
    else:
        said = say("move {S} to {Z}", S=teller.cards(cards), Z=teller.zone(zone))
    return _counting(teller, said, tags)


def said_move_to_front(teller: Teller, cards: CardSet, zone: CardSet, *tags: Tag) -> str:
    target = teller.letter(zone)
    if target in TO_FRONT:
        said = filled(TO_FRONT[target], S=teller.cards(cards))
    else:
        said = say("put {S} at the front of {Z}", S=teller.cards(cards), Z=teller.zone(zone))
    return _counting(teller, said, tags)


def _from_the_top(teller: Teller, cards: Any, source: str, target: str, tag: str) -> str | None:
    """A draw or a mill of so many cards, as players call it; None for anything else."""
    if source != "D" or (target, tag) not in (("H", "draw"), ("B", "mill")):
        return None
    match cards:
        case CardSet(_, (Limit("first", amount),)):
            pass
        case _:
            return None
    if isinstance(amount, Number):
        if tag == "draw":
            return say_n("draw {number} card", "draw {number} cards", amount.value)
        return say_n("mill {number} card", "mill {number} cards", amount.value)
    n = teller.counted(amount)
    return say("draw {n} cards", n=n) if tag == "draw" else say("mill {n} cards", n=n)


def _counting(teller: Teller, step: str, tags: tuple[Tag, ...]) -> str:
    for tag in tags:
        step = say("{step} (counts as {tag})", step=step, tag=teller.name(tag))
    return step


@form(
    "#",
    CARDS,
    ZONE,
    TAGS,
    type=Type.VOID,
    purity=Purity.CHANGES,
    summary="Move the cards of `S` to the end (bottom) of zone `Z`, keeping their order.",
    example="(# D.2 H [draw])",
    words=said_move_to_end,
)
def move_to_end(engine: Engine, cards: Any, zone: Any, *tags: str) -> None:
    engine.move(cards, zone, tags, front=False)


@form(
    "##",
    CARDS,
    ZONE,
    TAGS,
    type=Type.VOID,
    purity=Purity.CHANGES,
    summary="Move the cards of `S` to the front (top) of zone `Z`, keeping their order.",
    example="(## B.1 D)",
    words=said_move_to_front,
)
def move_to_front(engine: Engine, cards: Any, zone: Any, *tags: str) -> None:
    engine.move(cards, zone, tags, front=True)


@form(
    "shuffle",
    ZONE,
    type=Type.VOID,
    purity=Purity.CHANGES,
    summary="Shuffle zone `Z`, every order equally likely.",
    example="(shuffle D)",
    words=say("shuffle {Z}"),
)
def shuffle(engine: Engine, zone: Any) -> None:
    engine.shuffle(zone)


def said_light(teller: Teller, cards: CardSet, mark: Any, exit: Any = None, ahead: Any = None) -> str:
    return say(
        "add {mk} to the presence of each kind among {S}, for {card}",
        mk=teller.operand(mark), S=teller.cards(cards), card=_which(teller, cards, exit, ahead),
    )  # fmt: skip


def _which(teller: Teller, cards: CardSet, exit: Any, ahead: Any) -> str:
    """Which card is bent or decided."""
    if exit is None:
        return say("the next unseen card of {Z}", Z=teller.zone(cards))
    if ahead is None:
        return say("the next card of exit {EXIT}", EXIT=teller.name(exit))
    return say(
        "the card of exit {EXIT} that is {n} behind the next", EXIT=teller.name(exit), n=teller.operand(ahead)
    )


@form(
    "light",
    MEANT,
    Argument("mk", Kind.NUMBER),
    *PLACE,
    type=Type.VOID,
    purity=Purity.CHANGES,
    summary="Add `mk` to the presence of each kind of `S`, for the zone's next unrevealed card. Without that,"
    " each card has a presence of 10.",
    example="(light D.a:bin 30)",
    ours=True,
    words=said_light,
)
def light(engine: Engine, cards: Any, amount: Any, exit: str | None = None, ahead: Any = None) -> None:
    engine.light(cards, amount, exit, ahead)


def said_collapse(teller: Teller, cards: CardSet, exit: Any = None, ahead: Any = None) -> str:
    card = _which(teller, cards, exit, ahead)
    return say("decide now, by presence, which of {S} is {card}", S=teller.cards(cards), card=card)


@form(
    "collapse",
    MEANT,
    *PLACE,
    type=Type.VOID,
    purity=Purity.CHANGES,
    summary="Decide now, by presence, which card of `S` the zone's next unrevealed one is. It stays where it"
    " is; without such a card, nothing happens.",
    example="(collapse D.a:bin)",
    ours=True,
    words=said_collapse,
)
def collapse(engine: Engine, cards: Any, exit: str | None = None, ahead: Any = None) -> None:
    engine.collapse(cards, exit, ahead)


@form(
    "draw",
    EXIT,
    ZONE,
    type=Type.VOID,
    purity=Purity.CHANGES,
    summary="Move the next card of an exit of the wall to the end of zone `Z`.",
    example="(draw rinshan H)",
    ours=True,
    words=say("move the next card of exit {EXIT} to {Z}"),
)
def draw(engine: Engine, exit: str, zone: Any) -> None:
    engine.draw(exit, zone)


@form(
    "remain",
    EXIT,
    type=Type.NUMBER,
    purity=Purity.PURE,
    summary="How many cards an exit of the wall can still give.",
    example="(remain pii)",
    ours=True,
    words=say("the number of cards that exit {EXIT} can still give"),
)
def remain(engine: Engine, exit: str) -> Any:
    return engine.remain(exit)


@form(
    "!",
    Argument("t", Kind.WORD),
    type=Type.VOID,
    purity=Purity.CHANGES,
    summary="For the rest of the turn, no effect whose program carries the tag `[t]` or `[t!]` can"
    " be activated.",
    example='(! "draw")',
    words=say("for the rest of the turn, no effect with {t} can be activated"),
)
def forbid(engine: Engine, tag: str) -> None:
    engine.forbid(tag)
