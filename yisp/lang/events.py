"""The events that an effect may answer, by their spelling.

What comes in: the word behind ``on``, in flags (``[1 on D>B]``) or in ``(on D>B …)``.  What goes
out: an :class:`~yisp.lang.tree.Event`, or None for a word that is none.  What is not handled: when
events happen, which is ``runtime/yisp_runtime/events``' business.
"""

from __future__ import annotations

import re

from ..messages import say
from .tree import Event

WORDS = ("activate", "draw", "turn-start", "turn-end")
"""The events that are words of their own; moves are written with zones."""

_MOVE = re.compile(r"([A-WYZ]?)>([A-WYZ]?)")

SPELLINGS = say("events are `D>B`, `>B`, `H>`, `draw`, `activate`, `turn-start` or `turn-end`")
"""How events are spelt, for whoever has spelt one otherwise."""


def read_event(word: str) -> Event | None:
    """The event that the word names; None when there is none."""
    if word in WORDS:
        return Event(word)
    move = _MOVE.fullmatch(word)
    if move is None or word == ">":
        return None
    return Event("move", move[1] or None, move[2] or None)
