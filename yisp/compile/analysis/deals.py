"""What the runtime needs to know about a deal (``deal.h``).

What comes in: the deck and its tables.  What goes out: the part of ``Program.plan`` that says whom cards are
dealt to, and how patient they are.
"""

from __future__ import annotations

from typing import Any

from ...deck.model import Deck, Seat
from ...lang.checking.seats import TRY
from ...lang.tree import Variable
from ...lang.walk import walk
from ..lowering.tables import ProgramTables
from ..program import FOR_EVER

NEVER = -1
"""That of a seat that refuses nothing."""


def _patience(seat: Seat) -> int:
    if seat.accept is None:
        return NEVER
    return FOR_EVER if seat.patience is None else seat.patience


def _counts_tries(seat: Seat) -> bool:
    """Whether what the seat accepts depends on how many hands it has refused."""
    return seat.accept is not None and any(
        isinstance(node, Variable) and node.name == TRY for node in walk(seat.accept.number)
    )


def deal_tables(deck: Deck, tables: ProgramTables) -> dict[str, Any]:
    """The tables; empty where nothing is dealt to anybody."""
    return {
        "hand_zones": [tables.zone(f"H:{seat}") for seat in range(len(deck.seats))],
        "patience": [_patience(seat) for seat in deck.seats],
        "worlds": tables.worlds,
        "counts_tries": sum(1 << number for number, seat in enumerate(deck.seats) if _counts_tries(seat)),
        "deal_site": tables.deal_site or 0,
    }
