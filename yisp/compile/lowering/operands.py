"""Operands of the engine that are no numbers: card sets, zones, bodies, things to print.

``expressions`` makes them of arguments, the declarations of the forms hand them on as they are, and
:class:`~yisp.compile.lowering.builder.FunctionBuilder` takes them.  Numbers are in ``values``.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Literal

from ...structs import dataclass
from ..nodes import Local
from .values import Value


@dataclass(frozen=True, slots=True)
class CardFilter:
    """One step of a card set: keep a mask, a number of cards, those ``where`` a number is not 0, or
    ``this`` one, whose effect runs.

    ``where`` is given the local that holds the kind in question, and lowers the number.
    """

    mask: int | None
    end: str = ""
    amount: Value | None = None
    rejected: bool = False
    where: Callable[[str], Value] | None = None
    this: bool = False


class Of(Enum):
    """What a card set that is not a zone's is taken from."""

    CARD = "the card whose effect runs"
    EVENT = "the cards of the event that is being answered"


@dataclass(frozen=True, slots=True)
class Cards:
    """A lowered card set: the zone it is taken from, and what is kept of it."""

    zone: int | Of
    steps: tuple[CardFilter, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """A lowered zone: its number, ``Of.CARD`` for the one that holds the card whose effect runs, or None for
    nobody's."""

    index: int | Literal[Of.CARD] | None


Body = Callable[[], Value | None]
"""How to evaluate an expression here and now; its number, or None."""

Test = Callable[[], Value]
"""How to evaluate a number anew."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A card set that has been looked at, to be printed."""

    expression: Local


Item = str | Value | Looked
"""Something to print."""
