"""What wanted cards mean, read once more from the deck's text by the sentences of ``language.md``.

What comes in: the data of a deck file, and its kinds.  What goes out: for each topic and combo, what it
wants of each zone: which kinds fit, how many are taken, how many the zone may hold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from yisp.deck.model import Deck, Kind

from .scripts import fits

Item = tuple[frozenset[int], int, int | None]
"""The kinds that fit, the least number and the most, if there is one."""

AMOUNT = re.compile(r"(\d+)(?:-(\d+))?x\s+(.+)", re.DOTALL)
WORD = re.compile(r'(?:"(?:[^"]|"")*"|[^\s"])+')
LETTERS = {"hand": "H", "grave": "B"}


class Names:
    """The cards and aliases of a deck."""

    def __init__(self, kinds: Sequence[Kind], aliases: Mapping[str, str]) -> None:
        self.kinds = kinds
        self.everything = frozenset(range(len(kinds)))
        self.names: dict[str, frozenset[int]] = {kind.name: frozenset([i]) for i, kind in enumerate(kinds)}
        for name, condition in aliases.items():
            self.names.setdefault(name, self.condition(condition))

    def item(self, written: Any) -> Item:
        if isinstance(written, dict):
            return frozenset().union(*map(self.condition, _listed(written["any"]))), 1, None
        amount = None if written in self.names else AMOUNT.fullmatch(written)
        if amount is None:
            return self.condition(written), 1, None
        least = int(amount[1])
        most = int(amount[2]) if amount[2] else None if least else 0
        return self.condition(amount[3]), least, most

    def condition(self, written: str) -> frozenset[int]:
        """An item equal to a name as a whole is that; else all of its words hold."""
        if written in self.names:
            return self.names[written]
        return self.everything.intersection(*map(self.word, WORD.findall(written)))

    def word(self, word: str) -> frozenset[int]:
        if word.startswith("!"):
            return self.everything - self.word(word[1:])
        for mark in ("a:", "A:"):
            if word.startswith(mark) and word not in self.names:
                pattern = unquoted(word[len(mark) :])
                return frozenset(
                    index
                    for index, kind in enumerate(self.kinds)
                    if any(fits(pattern, one) if mark == "A:" else pattern == one for one in kind.attributes)
                )
        return self.names[unquoted(word)]


def unquoted(name: str) -> str:
    """What a name with quotation marks around it names, in which its own are doubled."""
    return name[1:-1].replace('""', '"') if name.startswith('"') else name


def meant(data: Mapping[str, Any], deck: Deck) -> dict[tuple[str, str, str], list[Item]]:
    """What is wanted, by topic, combo and zone, in the order in which it is written."""
    names = Names(deck.kinds, data["deck"].get("alias", {}))
    return {
        (topic, combo, LETTERS.get(zone, zone)): [names.item(one) for one in _listed(items)]
        for topic, written in data["simulate"]["tests"].items()
        for combo, zones in (written.get("combos", {}) | written.get("watch", {})).items()
        for zone, items in (zones or {}).items()
        if LETTERS.get(zone, zone).isupper() and _listed(items)
    }


def understood(deck: Deck) -> dict[tuple[str, str, str], list[Item]]:
    """What the loaded deck says of the same."""
    return {
        (topic.name, combo.name, zone): [
            (frozenset(i for i in range(len(deck.kinds)) if want.kinds >> i & 1), want.least, want.most)
            for want in wants
        ]
        for topic in deck.topics
        for combo in topic.judged
        for zone, wants in combo.wants
    }


def _listed(items: Any) -> list[Any]:
    return items if isinstance(items, list) else [items]


def laid(data: Any) -> dict[tuple[str, str], list[str]]:
    """By topic and zone, what lies there before the shuffle: what the topic says, on the cards with that zone
    of which it says nothing."""
    cards = data["deck"]["cards"]
    found: dict[tuple[str, str], list[str]] = {}
    for title, topic in data["simulate"]["tests"].items():
        start = topic.get("start", {})
        said = {letter: _listed(names) for letter, names in start.get("zones", {}).items()}
        elsewhere = [
            *_listed(start.get("hand", [])),
            *_listed(start.get("deck-top", [])),
            *chain(*said.values()),
        ]
        for letter, names in said.items():
            found[title, letter] = list(names)
        for name, card in cards.items():
            name = card["each"]["n"][0] if "each" in card else name
            if card.get("zone", "D") != "D":
                left = card.get("count", 1) - elsewhere.count(name)
                found.setdefault((title, card["zone"]), []).extend([name] * left)
    return {place: names for place, names in found.items() if names}


def lies(deck: Deck) -> dict[tuple[str, str], list[str]]:
    """The same as the deck was read."""
    return {
        (topic.name, letter): [deck.kinds[kind].name for kind in kinds]
        for topic in deck.topics
        for letter, kinds in topic.start.zones
        if kinds
    }
