"""Statements about cards: choosing some, looking at them, moving them; what is lit, and what leaves a wall.

Zones, masks and exits are indices into the tables of the program.
"""

from __future__ import annotations

from ...structs import dataclass
from ..operators import End, Matching, Total, Way
from .expressions import Expression, Local

ZoneNode = int | Local
"""A zone's index, or the local that holds it (where ``X`` names the zone)."""


@dataclass(frozen=True, slots=True)
class ZoneOfCard:
    """``name`` = the zone that holds the card whose effect runs."""

    name: str


@dataclass(frozen=True, slots=True)
class ChooseZone:
    """Begin working out a card set: all cards of a zone."""

    zone: int


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """Begin working out a card set: the card whose effect runs."""


@dataclass(frozen=True, slots=True)
class ChooseEvent:
    """Begin working out a card set: the cards of the event that is being answered."""


@dataclass(frozen=True, slots=True)
class ChooseEvery:
    """Begin working out which cards of a zone are meant, be they there or not: with all of the deck."""

    zone: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the chosen cards that are in the mask."""

    mask: int


@dataclass(frozen=True, slots=True)
class KeepCard:
    """Keep the card whose effect runs, or all others."""

    rejected: bool


@dataclass(frozen=True, slots=True)
class Fold:
    """``name`` = a total of a property over the chosen cards; a sum that does not fit is a run-time
    error at ``site``."""

    name: str
    how: Total
    property: int
    site: int


@dataclass(frozen=True, slots=True)
class TopProperty:
    """``name`` = a property of the first card of a zone; 0 when it is empty."""

    name: str
    zone: int
    property: int


@dataclass(frozen=True, slots=True)
class Limit:
    """Keep ``amount`` of the chosen cards, or all others."""

    end: End
    amount: Expression
    rejected: bool


@dataclass(frozen=True, slots=True)
class ChosenSize:
    """``name`` = how many cards are chosen."""

    name: str


@dataclass(frozen=True, slots=True)
class LookAtChosen:
    """Look at the chosen cards, in order; ``name`` stands for them in a :class:`Print`."""

    name: str


@dataclass(frozen=True, slots=True)
class MoveChosen:
    site: int
    to: ZoneNode
    front: bool


@dataclass(frozen=True, slots=True)
class MoveAll:
    """Move the cards of a mask out of a zone."""

    site: int
    zone: int
    mask: int
    to: ZoneNode
    front: bool
    way: Way = Way.ANY


@dataclass(frozen=True, slots=True)
class MoveFirst:
    """Move the first ``amount`` cards of a mask out of a zone."""

    site: int
    zone: int
    mask: int
    amount: Expression
    to: ZoneNode
    front: bool


@dataclass(frozen=True, slots=True)
class MovePicked:
    """:class:`MoveFirst` out of a zone that a :class:`Shuffle` right behind it forgets: what lies above
    the cards found need not be looked at, so any unrevealed card that fits will do."""

    site: int
    zone: int
    mask: int
    amount: Expression
    to: ZoneNode
    front: bool


@dataclass(frozen=True, slots=True)
class MoveTop:
    """Move the first ``amount`` cards out of a zone."""

    site: int
    zone: int
    amount: Expression
    to: ZoneNode
    front: bool
    way: Way = Way.ANY


@dataclass(frozen=True, slots=True)
class MoveCard:
    """Move the card whose effect runs; ``zone`` is where it lies, where that is known beforehand."""

    site: int
    to: ZoneNode
    front: bool
    zone: int | None = None


@dataclass(frozen=True, slots=True)
class BeginDraw:
    """What is moved from here to :class:`EndDraw` is drawn, which effects answer."""


@dataclass(frozen=True, slots=True)
class EndDraw:
    to: ZoneNode


@dataclass(frozen=True, slots=True)
class Shuffle:
    zone: ZoneNode


@dataclass(frozen=True, slots=True)
class Light:
    """Let a mark with the chosen cards wait for the next unrevealed card of a zone; a run-time error at
    ``site`` when too many wait, or the amount is too large."""

    zone: int
    amount: Expression
    site: int


@dataclass(frozen=True, slots=True)
class Collapse:
    """Decide now, among the chosen cards, which is the next unrevealed one of a zone."""

    zone: int


@dataclass(frozen=True, slots=True)
class LightPlace:
    """The same for the card ``ahead`` places behind the head of an exit, of the stock or of the reserve;
    where no place is ``named`` and a hand is being dealt, for all cards of that."""

    exit: int
    ahead: Expression
    reserve: bool
    amount: Expression
    named: bool
    site: int


@dataclass(frozen=True, slots=True)
class CollapsePlace:
    """Decide now, among the chosen cards, which lies ``ahead`` places behind the head of an exit, if that,
    which gives ``most`` in all, has so many left; a run-time error at ``site`` when that is too far away."""

    exit: int
    most: Expression
    ahead: Expression
    reserve: bool
    site: int


@dataclass(frozen=True, slots=True)
class Remain:
    """``name`` = how many cards an exit can still give, of ``most`` in all."""

    name: str
    exit: int
    most: Expression


@dataclass(frozen=True, slots=True)
class Draw:
    """Move the next card of an exit, which gives ``most`` in all; a run-time error at ``failed`` when there
    is none."""

    site: int
    exit: int
    most: Expression
    to: ZoneNode
    front: bool
    failed: int


@dataclass(frozen=True, slots=True)
class DrawSeveral:
    """The same for the next ``amount`` cards of the first exit."""

    site: int
    most: Expression
    amount: Expression
    to: ZoneNode
    front: bool
    failed: int


@dataclass(frozen=True, slots=True)
class DrawForTurn:
    """The next ``amount`` cards of the first exit come to the hand, or as many as it has, which is noted."""

    most: Expression
    amount: Expression


@dataclass(frozen=True, slots=True)
class Take:
    """Move ``amount`` of the chosen cards out of a wall, or as many as there are, each as likely; no more
    than there is ``room`` for, what is left for want of it being noted at ``full``."""

    site: int
    amount: Expression
    to: ZoneNode
    front: bool
    room: Expression
    full: int


@dataclass(frozen=True, slots=True)
class Match:
    """``name`` = whether a zone holds a combo's wanted cards."""

    name: str
    how: Matching
    zone: int
    wants: int


CardStatement = (
    ZoneOfCard | ChooseZone | ChooseCard | ChooseEvent | ChooseEvery | Keep | KeepCard | Fold | TopProperty
    | Limit | ChosenSize | LookAtChosen | Match | MoveChosen | MoveAll | MoveFirst | MovePicked | MoveTop
    | MoveCard | BeginDraw | EndDraw | Shuffle | Light | Collapse | LightPlace | CollapsePlace | Remain | Draw
    | DrawSeveral | DrawForTurn | Take
)  # fmt: skip
