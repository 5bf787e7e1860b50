"""What collections know of a deck's cards, in sentences.

What comes in: the collections that a deck uses, the cards that do what these say, those that do nothing.
What goes out: a Message for what is known, one for each card that is known in part, one for those that do
nothing.

(On the warm start's path.)
"""

from __future__ import annotations

from ...lang.rendering import visible
from ...messages import Message, say, with_commas

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


MOST = 8
"""Cards that a sentence names."""


def known_messages(
    uses: Sequence[str], known: Sequence[Card], blank: Sequence[str], most: int = MOST
) -> list[Message]:
    """The sentences; none for a deck that uses no collection.  Each names so many cards at ``most``."""
    sentences = []
    for name in uses:
        cards = [one for one in known if one.collection == name]
        if cards:
            listed = _listed(list(map(_called, cards)), most)
            sentences.append(say("Known to {collection}: {cards}", collection=name, cards=listed))
        sentences += [
            say("In part: {card}: {part}", card=_called(one), part=one.part)
            for one in cards
            if one.part is not None
        ]
    if uses and blank:
        listed = _listed(list(map(visible, blank)), most)
        sentences.append(say("Unknown, so they do nothing: {cards}", cards=listed))
    return sentences


def _called(one: Card) -> str:
    """What a card is called; one that the deck calls by its number, by its name as well."""
    if one.card.isdecimal():
        return say("{card} ({name})", card=one.card, name=visible(one.name))
    return visible(one.card)


def _listed(names: Sequence[str], most: int) -> str:
    """The first of the names, and how many more there are."""
    if len(names) <= most:
        return with_commas(names)
    more = say("{number} more", number=len(names) - most + 1)
    return say("{names} and {more}", names=with_commas(names[: most - 1]), more=more)
