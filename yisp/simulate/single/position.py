"""What is known of a position, read without looking at a card.

What comes in: the bytes of a position (drawn in ``runtime/yisp_runtime/position/shape.h``) and the plan of
its table.  What goes out: :class:`ZoneView` by zone.  To look at cards is to decide where they are,
and that is up to scripts.
"""

from __future__ import annotations

from array import array
from typing import Any

from ...deck.kinds import members
from ...structs import dataclass


@dataclass(frozen=True, slots=True)
class ZoneView:
    """The cards known at the top, those whose order nobody knows yet, and those known below."""

    above: tuple[int, ...]
    hidden: tuple[int, ...]  # in no order that means anything
    below: tuple[int, ...]

    @property
    def size(self) -> int:
        return len(self.above) + len(self.hidden) + len(self.below)


def read_zones(position: bytes, plan: dict[str, Any]) -> list[ZoneView]:
    """Every zone of a position, by index."""
    words, zones, cards = plan["words"], plan["zones"], plan["cards"]
    end = len(position) - 8 * (2 + zones)  # where the position is in a world comes last
    stamps = array("q", position[end - 8 * cards : end])
    views = []
    for zone in range(zones):
        held = _set(position, zone * words, words)
        hidden = _set(position, (zones + zone) * words, words)
        known = sorted(members(held & ~hidden), key=stamps.__getitem__)
        above = tuple(card for card in known if stamps[card] < 0)
        views.append(ZoneView(above, tuple(members(hidden)), tuple(known[len(above) :])))
    return views


def with_variables(position: bytes, words: int, behind: int) -> bytes:
    """A position as one of so many words, with more variables, which are 0.

    ``behind`` words lie behind the variables.
    """
    end = len(position) - 8 * behind
    return position[:end] + bytes(8 * words - len(position)) + position[end:]


def _set(position: bytes, word: int, words: int) -> int:
    return int.from_bytes(position[8 * word : 8 * (word + words)], "little")
