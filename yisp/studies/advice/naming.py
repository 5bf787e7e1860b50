"""Cards that somebody names: those of a hand, of a zone, of the top of the deck.

What comes in: texts, lists or numbers, and the names that the deck has.  What goes out: names, one for each
copy (:class:`Seen`); or :class:`NotSeen`, which says what makes no sense.

(On the warm start's path.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ...lang.rendering import visible
from ...messages import quoted, say
from ...structs import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...deck.model import Deck

MOST_COPIES = 10_000
"""Copies that one item may stand for; no deck has more."""

Cards = str | Iterable[str] | Mapping[str, int]
"""Names, as a text (``"2 ash, gate"``), one by one, or with their numbers."""


class NotSeen(ValueError):
    """What is said to be seen makes no sense; the message says why."""


@dataclass(slots=True, eq=False)
class Seen:
    """What is known of an opening, as names; None: nothing is said about it."""

    hand: list[str] | None
    zones: dict[str, list[str]]
    top: list[str] | None

    @classmethod
    def of(cls, deck: Deck, hand: Cards | None, zones: Mapping[str, Cards], top: Cards | None) -> Seen:
        """Read from texts, lists or numbers; raises :class:`NotSeen`."""
        counts = {kind.name: kind.count for kind in deck.kinds}
        return cls.among(counts, deck.vocabulary.others, hand, zones, top)

    @classmethod
    def among(
        cls,
        names: Mapping[str, int],
        others: Mapping[str, str],
        hand: Cards | None,
        zones: Mapping[str, Cards],
        top: Cards | None,
    ) -> Seen:
        """The same of a deck that has these names, with so many copies each, and ``others`` for them."""
        every = {**names, **{other: names[own] for other, own in others.items()}}

        def read(cards: Cards) -> list[str]:
            return [others.get(name, name) for name in read_cards(cards, every)]

        if not isinstance(zones, Mapping):
            raise TypeError(f"what is seen is a dict from zones to cards, not {zones!r:.60}")
        for letter in zones:
            check_zone(letter)
        return cls(
            None if hand is None else read(hand),
            {letter: read(cards) for letter, cards in zones.items()},
            None if top is None else read(top),
        )

    @property
    def anything(self) -> bool:
        return self.hand is not None or self.top is not None or bool(self.zones)

    def to_dict(self) -> dict[str, Any]:
        """The key ``start`` of a topic that says the same."""
        said: dict[str, Any] = {"hand": self.hand, "deck-top": self.top, "zones": self.zones or None}
        return {key: value for key, value in said.items() if value is not None}


def check_zone(letter: str) -> None:
    """That cards can be said to lie in a zone of that letter, which has no option of its own."""
    own = {
        "H": say("the hand has a place of its own: `--hand`, or `hand=`"),
        "D": say("of the deck only the top can be seen: `--top`, or `top=`"),
    }
    if letter in own:
        raise NotSeen(own[letter])
    if not isinstance(letter, str) or not (len(letter) == 1 and "A" <= letter <= "Z") or letter == "X":
        raise NotSeen(
            say(
                "{zone} is no zone: zones are capital letters except X, as in `B: ash, gate`",
                zone=quoted(visible(str(letter))),
            )
        )


def read_zones(texts: Iterable[str]) -> dict[str, str]:
    """The cards of each zone, from texts such as ``B: ash, gate``; raises :class:`NotSeen`."""
    zones: dict[str, str] = {}
    for text in texts:
        before, colon, cards = text.replace("：", ":").partition(":")
        if not colon:
            raise NotSeen(say("expected a zone and the cards in it, as in `B: ash, gate`"))
        letter = before.strip()
        check_zone(letter)
        zones[letter] = f"{zones[letter]}, {cards}" if letter in zones else cards
    return zones


def read_cards(cards: Cards, names: Mapping[str, int]) -> list[str]:
    """Names, one for each copy; ``names`` are those of the deck, with their copies.

    Raises :class:`NotSeen`.

    In a text they have commas between them, and a number before a name (``2 ash``, ``2x ash``) or behind it
    (``ash x2``) says how many copies.  What is a card's name as it stands is that card, commas and numbers
    included.
    """
    if isinstance(cards, str):
        cards = _items(cards, names)
    elif not isinstance(cards, Iterable):
        raise TypeError(f"cards are a text, names or a dict of numbers, not {cards!r:.60}")
    found = []
    for card in cards:
        if not isinstance(card, str):
            raise TypeError(f"a card is named by a text, not by {card!r:.60}")
        found += _times(card, cards[card], names) if isinstance(cards, Mapping) else _copies(card, names)
    return found


def _items(text: str, names: Mapping[str, int]) -> list[str]:
    """The parts between commas, where no card has a comma in its name."""
    parts = re.split("([,，、])", text)
    commas = max((len(re.findall("[,，、]", name)) for name in names), default=0)
    items, at = [], 0
    while at < len(parts):
        # The longest run of parts that is a card; else one part.
        longest = min(at + 2 * commas + 1, len(parts))
        runs = ((end, "".join(parts[at:end])) for end in range(longest, at, -2))
        end = next((end for end, run in runs if _counted(run.strip(), names)[0] in names), at + 1)
        items.append("".join(parts[at:end]).strip())
        at = end + 1
    return [item for item in items if item]


_COUNTS = (
    re.compile(r"(?P<count>\d+)\s*[xXｘＸ×枚张張]?\s+(?P<name>\S.*)"),
    re.compile(r"(?P<count>\d+)[x×枚张張](?P<name>\S.*)"),
    re.compile(r"(?P<name>.*\S)\s+[xXｘＸ×]\s*(?P<count>\d+)"),
    re.compile(r"(?P<name>.*\S)×(?P<count>\d+)"),
    re.compile(r"(?P<name>.*?\S)\s*(?P<count>\d+)[枚张張]"),
)
"""A name and how many copies, in either order; a counter word marks a number as a cross does."""


def _counted(item: str, names: Mapping[str, int]) -> tuple[str, str]:
    """A name, and how many copies as it is written."""
    if item not in names:
        for pattern in _COUNTS:
            if (written := pattern.fullmatch(item)) is not None:
                return written["name"].strip(), written["count"]
    return item, "1"


def _copies(item: str, names: Mapping[str, int]) -> list[str]:
    name, number = _counted(item.strip(), names)
    return _times(name, int(number[:9]), names)


def _times(name: str, number: int, names: Mapping[str, int]) -> list[str]:
    """The name so many times, as far as that is needed to see that it is too often."""
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MOST_COPIES:
        raise NotSeen(
            say("no deck has {number} copies of a card: {card}", number=number, card=visible(str(name)))
        )
    return [name] * min(number, names.get(name, 0) + 1)
