"""What collections know of a deck's cards, in words.

What comes in: a compiled deck, or what was read of one.  What goes out: a line for what is known, one for
each card that is known in part, one for those that do nothing.

(On the warm start's path.)
"""

from __future__ import annotations

from ..messages import say, say_n, told, translated, with_commas
from .layout import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class Card(Protocol):
        """A card that does what a collection says."""

        @property
        def card(self) -> str: ...
        @property
        def name(self) -> str: ...
        @property
        def collection(self) -> str: ...
        @property
        def part(self) -> str | None: ...

    class Using(Protocol):
        """A deck, or its program."""

        @property
        def uses(self) -> Sequence[str]: ...
        @property
        def known(self) -> Sequence[Card]: ...
        @property
        def blank(self) -> Sequence[str]: ...


MOST = 8
"""Cards that a line names."""


def known_lines(program: Using, most: int = MOST) -> list[str]:
    """What is known of which cards; nothing for a deck that uses no collection."""
    lines = []
    for name in program.uses:
        cards = [one for one in program.known if one.collection == name]
        if cards:
            listed = _listed(list(map(_called, cards)), most)
            lines.append(told("Known to {collection}: {cards}", collection=name, cards=listed))
        lines += [
            told("In part: {card}: {part}", card=_called(one), part=shown(translated(one.part)))
            for one in cards
            if one.part is not None
        ]
    if program.uses and program.blank:
        listed = _listed(list(map(shown, program.blank)), most)
        lines.append(told("Unknown, so they do nothing: {cards}", cards=listed))
    return lines


def _called(one: Card) -> str:
    """What a card is called; one that the deck calls by its number, by its name as well."""
    if one.card.isdecimal():
        return say("{card} ({name})", card=one.card, name=shown(one.name))
    return shown(one.card)


def _listed(names: Sequence[str], most: int) -> str:
    """The first of the names, and how many more there are."""
    if len(names) <= most:
        return with_commas(names)
    more = say_n("{number} more", "{number} more", len(names) - most + 1)
    return say("{names} and {more}", names=with_commas(names[: most - 1]), more=more)
