"""The short ways that a native module takes in a small deck do what the long ways of the python target do.

A few cards from the top, all cards of a zone, two of them, and the scan written for the deck's effects:
each in a deck of one machine word, where such ways are taken, with and without a log.
"""

from __future__ import annotations

from functools import cache

import pytest
from running import compile_text, deck_text, open_play, rows

from yisp.compile.program import Program
from yisp.simulate.playing.play import Play

SLOW_NATIVELY = True

TRIALS = 24

HEADERS = {
    "a few from the top": "(# D.3 B);(# D.1 J);(## D.2 H)",
    "a few from the top, of which some are known": "(## H.2 D);(# D.3 B);(# H.1 D);(# D.2 J)",
    "as many as there are, and more": "(# D.8 B);(# D.8 J);(# D.8 H)",
    "two cards": "(# D.2 B);(shuffle B);(# B J);(# D.1 H)",
    "two cards to the front": "(# D.3 J);(# D.2 B);(shuffle B);(## B J)",
    "all of a zone, eight": "(# D.8 B);(shuffle B);(# B J)",
    "all of a zone, nine": "(# D.8 B);(# D.1 B);(shuffle B);(# B J)",
    "all of a zone, some of them known": "(# D.3 B);(shuffle B);(# D.2 B);(# B J)",
    "all of a zone, with the first of them known": "(# D.3 B);(shuffle B);(## D.1 B);(# B J)",
    "all of a zone that has one, and none": "(# D.1 B);(shuffle B);(# B J);(# B J)",
    "from a zone on to itself": "(# D.3 B);(shuffle B);(# B B);(# B.2 B);(# B J)",
    "nothing beforehand": "(= a_b 1)",
}
"""Scripts; B and the deck are shuffled somewhere, so their cards may be unknown; H and F are scanned."""

CARDS = {
    "key": {"count": 2, "program": "[1]/|D|;@;(# X F);(# D.2 H)"},
    "pot": {"count": 3, "program": ["[1]/|H.lid|;@;(# X F);(# D.1 H)", "[F]/(> |F| 2);@;(# F.1 J)"]},
    "lid": {"count": 4},
    "rest": {"count": 8, "program": ["/(> |J| 3);@;(# X F)", "[F 1]/|F.key|;@;(# X H);(shuffle D)"]},
}


@cache
def program() -> Program:
    topics = {
        f"{name}, {way}": {
            "start-card": 4,
            "exec-program": plays,
            "header": f"(shuffle D);{script}",
            "combos": {"c": {"hand": ["lid"]}},
            "stats": {"held": "|H|"},
        }
        for name, script in HEADERS.items()
        for way, plays in (("played", True), ("not played", False))
    }
    return compile_text(deck_text(CARDS, topics))


def test_the_scan_may_take_its_short_way() -> None:
    assert program().plan["tidy"]
    assert sum(kind["count"] for kind in CARDS.values()) < 64


@pytest.mark.parametrize("name", [topic.name for topic in program().topics])
def test_both_ways_lead_to_the_same(name: str) -> None:
    python, native = (open_play(program(), target, program().topic(name)) for target in ("python", "native"))
    for trial in range(TRIALS):
        assert played(python, trial) == played(native, trial)
    for trial in range(TRIALS // 4):
        assert python.log(trial) == native.log(trial)


def played(play: Play, trial: int) -> object:
    """The record of a trial, and the position in which it ends."""
    return next(rows(play, trial, trial + 1)), play.table.position
