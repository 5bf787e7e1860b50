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
    "all go round while effects are asked about": f"(on draw (repeat {MOVES} (# H.1 H)) [turned]);"
    f"(repeat {MOVES} (= total (+ total (would [turned] |H|))) (# H.1 H));(# H.1 J)",
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
            hand.rotate({"all go round from the end": 1, "two at a time, by another zone": -2}.get(name, -1))
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


TRICKS = """\
(# D.6 B);(# D F);
(while 1
  (if (or (not |B|) (not |F|)) (stop 1))
  (= p (high B.1 cost))
  (= q (high F.1 cost))
  (# B.1 J)
  (# F.1 J)
  (if (> (rand 1 4) 3) (# B.1 J))
  (shuffle J)
  (if (> p q) (block (# J B) (= won (+ won 1))) (block (# J F) (= lost (+ lost 2)))))"""


@cache
def game() -> Program:
    cards = {f"{name}{cost}": {"props": {"cost": cost % 4}} for cost, name in enumerate(2 * CARDS)}
    stats = {"won": "won", "lost": "lost"}
    topic = {"start-card": 0, "stats": stats, "combos": {"c": {}}, "program": TRICKS}
    return compile_text(deck_text(cards, {"t": topic}))


def test_one_of_two_queues_gets_the_cards(target: str) -> None:
    """Two cards or three, to short queues and long ones: what python does, who knows of no branch."""
    assert "move_either" in game().cython_source
    wanted, found = open_play(game(), "python"), open_play(game(), target)
    for trial in range(40):
        assert list(rows(found, trial, trial + 1)) == list(rows(wanted, trial, trial + 1))
        assert named_zones(found) == named_zones(wanted)
