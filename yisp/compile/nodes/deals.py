"""Statements of a deal to seats (``deal.h``)."""

from __future__ import annotations

from ...structs import dataclass
from ..operators import Claimed
from .expressions import Expression


@dataclass(frozen=True, slots=True)
class BeginClaims:
    """A seat brings so many worlds, in which it claims nothing so far."""

    seat: int
    worlds: Expression


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat claims the kinds of the chosen cards in a world."""

    seat: int
    world: Expression
    sort: Claimed


@dataclass(frozen=True, slots=True)
class Bargain:
    """Choose a world for each seat that brings any, such that all claims can be met."""


@dataclass(frozen=True, slots=True)
class Withhold:
    """From here on, what others claim for themselves is not there for a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class BeginFilling:
    """What is lit from here to :class:`EndFilling` is lit for every card of a hand, which needs so many."""

    places: Expression


@dataclass(frozen=True, slots=True)
class EndFilling:
    pass


@dataclass(frozen=True, slots=True)
class Veto:
    """A seat was asked whether it accepts the hands: it does unless the number is 0."""

    seat: int
    accepts: Expression


DealStatement = BeginClaims | Claim | Bargain | Withhold | BeginFilling | EndFilling | Veto
