"""What the runtime needs to know about presence (``presence.h``).

What comes in: the deck and its lowered functions.  What goes out: the part of ``Program.plan`` that says
which cards are of one family, whether marks are used at all, and what presence is multiplied by: a mark is
shared out among the cards of a family, and the shares in one of several names have to be whole numbers.
"""

from __future__ import annotations

from collections import Counter
from math import lcm
from typing import Any

from ...deck.model import Deck
from ...lang.checking.walls import RESERVE
from .. import nodes

PRESENT = nodes.Light | nodes.Collapse | nodes.LightPlace | nodes.CollapsePlace
"""Statements that presence has a part in."""

WITHOUT_BOUND = 1 << 30
"""More cards than any exit can give."""


def presence_tables(deck: Deck, module: nodes.Module) -> dict[str, Any]:
    """The tables."""
    family_of = [index if kind.family is None else kind.family for index, kind in enumerate(deck.kinds)]
    names = Counter(family_of)
    cards: Counter[int] = Counter()
    for kind, family in zip(deck.kinds, family_of, strict=True):
        cards[family] += kind.count
    most = max((cards[family] for family, count in names.items() if count > 1), default=1)
    return {
        "family_of": family_of,
        "lights": int(any(isinstance(statement, PRESENT) for statement in module.statements)),
        "presence_scale": lcm(*range(1, most + 1)),
        "exits": len(deck.exits),
        "reserve": module.zones.index(RESERVE) if deck.exits and RESERVE in module.zones else -1,
        "first_exit": next(
            (one.gives if isinstance(one.gives, int) else WITHOUT_BOUND for one in deck.exits), 0
        ),
    }
