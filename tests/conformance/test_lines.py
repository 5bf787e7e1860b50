"""Zones that a main program uses as a long queue, on both targets: more moves than a line has room for."""

from __future__ import annotations

from collections import deque
from functools import cache

import pytest
from running import compile_text, deck_text, named_zones, open_play, rows

from yisp.compile.program import Program

SLOW_NATIVELY = True

CARDS = "abcde"
MOVES = 500

PROGRAMS = {
    "the first stays, the others go round": f"(repeat {MOVES} (# H.!a.1 H));(# H.1 J)",
    "the first stays, the last come before it": f"(repeat {MOVES} (# H.1 B) (## H.-1 H) (## B H));(# H.1 J)",
    "all go round": f"(repeat {MOVES} (# H.1 H));(# H.1 J)",
    "all go round from the end": f"(repeat {MOVES} (## H.-1 H));(# H.1 J)",
    "two at a time, by another zone": f"(repeat {MOVES} (# H.2 B) (# B H));(# H.1 J)",
}


def moved(name: str) -> list[str]:
    """What lies in the hand in the end, behind the card that was first."""
    hand = deque(CARDS)
    for _ in range(MOVES):
        if name == "the first stays, the others go round":
            hand.append(hand[1])
            del hand[1]
        elif name == "the first stays, the last come before it":
            first, last = hand.popleft(), hand.pop()
            hand.extendleft([last, first])
        else:
            hand.rotate({"all go round": -1, "all go round from the end": 1}.get(name, -2))
    return list(hand)


@cache
def program() -> Program:
    topics = {
        name: {
            "start-card": 5, "start": {"hand": list(CARDS)}, "combos": {"c": {}},
            "program": script,
        }
        for name, script in PROGRAMS.items()
    }  # fmt: skip
    return compile_text(deck_text({**{card: {} for card in CARDS}, "z": {"count": 2}}, topics))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_line_is_laid_anew(name: str, target: str) -> None:
    assert program().plan["queues"]
    play = open_play(program(), target, program().topic(name))
    list(rows(play, 0, 1))
    found = named_zones(play)
    assert [*found["J"], *found["H"]] == moved(name)
