"""Forms that move cards and restrict what may be played."""

from __future__ import annotations

from typing import Any

from .declare import Argument, Engine, Kind, Purity, Repeat, Type, form

CARDS = Argument("S", Kind.CARDS)
MEANT = Argument("S", Kind.MEANT)
ZONE = Argument("Z", Kind.ZONE)
EXIT = Argument("EXIT", Kind.EXIT)
PLACE = (
    Argument("EXIT", Kind.EXIT, Repeat.OPTIONAL),
    Argument("n", Kind.NUMBER, Repeat.OPTIONAL),
)
TAGS = Argument("[tag]", Kind.TAG, Repeat.MANY)


@form(
    "#",
    CARDS,
    ZONE,
    TAGS,
    type=Type.VOID,
    purity=Purity.CHANGES,
    summary="Move the cards of `S` to the end (bottom) of zone `Z`, keeping their order.",
    example="(# D.2 H [draw])",
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
)
def shuffle(engine: Engine, zone: Any) -> None:
    engine.shuffle(zone)


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
)
def light(engine: Engine, cards: Any, amount: Any, exit: str | None = None, ahead: Any = None) -> None:
    engine.light(cards, amount, exit, ahead)


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
)
def forbid(engine: Engine, tag: str) -> None:
    engine.forbid(tag)
