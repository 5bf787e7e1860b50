"""What is said of cards that collections know.

What comes in: what ``using`` found.  What goes out: plain objects, kept with the deck.
"""

from __future__ import annotations

from ..messages import Message
from ..structs import dataclass


@dataclass(frozen=True, slots=True)
class Known:
    """A card of the deck that a collection knows.

    ``card`` is how the deck spells it, ``name`` how the collection does, ``spellings`` are all names and
    ``numbers`` the passcodes or set numbers.  ``part`` is what of the card is left out, if something is;
    ``does`` is the sentence about the card, where the deck takes it as its description.
    """

    card: str
    collection: str
    name: str
    spellings: tuple[str, ...]
    numbers: tuple[str, ...]
    part: Message | None
    does: Message | None
