"""Filters by a number over many kinds of many cards: kinds lie across machine words, and some share a `kind`.

What a filter keeps is worked out word by word (``properties.h``); here it is counted card by card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from running import compile_text, deck_text, named_zones, open_play, rows

from yisp.compile.program import Program

SLOW_NATIVELY = True

DECKS = {
    "tiles": ([4] * 34, {}),
    "tiles, red ones among them": ([4] * 4 + [3, 1] + [4] * 8 + [3, 1] + [4] * 20, {5: 4, 15: 14}),
    "kinds of several words": ([60, 70, 1, 130, 3], {}),
    "as many as a word holds": ([64, 64, 1], {}),
    "one card each": ([1] * 130, {0: 129, 64: 63, 7: 8, 9: 8}),
    "some are not there": ([0, 5, 0, 60, 0, 7, 9, 0], {1: 0, 2: 0, 6: 7, 5: 7}),
    "one word": ([3, 2, 9, 1, 4], {3: 4, 0: 4}),
}  # fmt: skip
"""How many copies each card has, and which card names which as its kind."""

STATS: dict[str, Callable[[int, int, dict[str, Counter[int]]], object]] = {
    "|H.(> copies 1)|": lambda name, kind, zones: zones["H"][kind] > 1,
    "|H.(== (copies D) 2)|": lambda name, kind, zones: zones["D"][kind] == 2,
    "|H.!(< copies (copies B))|": lambda name, kind, zones: zones["H"][kind] >= zones["B"][kind],
    "|D.(% (* weight copies) 3)|": lambda name, kind, zones: name % 5 * zones["D"][kind] % 3,
    "|D.a:odd.(- copies (copies H))|": lambda name, kind, zones: (
        name % 2 and zones["D"][kind] != zones["H"][kind]
    ),
}
"""Numbers, and by a card's name, its kind, and how many of each kind each zone holds, whether it counts."""


@cache
def program(deck: str) -> Program:
    counts, kinds = DECKS[deck]
    cards = {
        f"{index}": {
            "count": count,
            "kind": f"{kinds.get(index, index)}",
            "attribute": ["odd"] * (index % 2),
            "props": {"weight": index % 5},
        }
        for index, count in enumerate(counts)
    }
    size = sum(counts)
    topics = {
        f"{hand}": {
            "start-card": min(size, hand),
            "header": f"(# D.{size // 3} B)",
            "stats": {text: text for text in STATS},
        }
        for hand in (3, 13, 60)
    }
    return compile_text(deck_text(cards, topics))


@pytest.mark.parametrize("deck", DECKS)
def test_what_is_kept_is_what_one_would_count(deck: str, target: str) -> None:
    kinds = DECKS[deck][1]
    for topic in range(3):
        play = open_play(program(deck), target, topic)
        for trial in range(8):
            (row,) = rows(play, trial, trial + 1)
            zones = {zone: Counter(map(int, names)) for zone, names in named_zones(play).items()}
            by_kind = {
                zone: Counter(kinds.get(name, name) for name in zones.get(zone, Counter()).elements())
                for zone in "HDB"
            }
            for (text, fits), value in zip(STATS.items(), row.stats, strict=True):
                found = zones.get(text[1], Counter())
                kept = (n for name, n in found.items() if fits(name, kinds.get(name, name), by_kind))
                assert value == sum(kept), text
