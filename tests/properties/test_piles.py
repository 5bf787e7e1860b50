"""Main programs that play with piles: both targets come to the same, by whatever short way.

What is drawn: moves between two zones that keep a line and one that does not, branches that say which of
the two gets the cards, and, in every other deck, what takes a short way away: a look at an order, a card
out of the middle, cards at the front.  A native module stamps the cards of some lines later than python
does, so positions are compared word by word.
"""

from __future__ import annotations

from random import Random

import pytest
from generated import few_of
from running import compile_text, deck_text, open_play, zones

from yisp.compile.program import Program

BUILT_AS_USERS_DO = True

CARDS = {name: {"count": count, "attribute": [f"is{name}"], "props": {"n": count}} for name, count in (
    ("a", 3), ("b", 4), ("c", 2), ("d", 5),
)}  # fmt: skip

TRICK = "(if (> (high P.1 n) 2) (block (# T P) (= won (+ won 1))) (block (# T Q) (= lost (+ lost 1))))"

PLAIN = (
    "(# P.1 T)(# Q.1 T)", "(# Q.1 T)(# P.1 T)", "(# P.1 T)", "(# Q.1 T)", "(# T P)", "(# T Q)", "(# P.1 Q)",
    "(# P.2 T)", "(shuffle T)", "(# T.1 P)(# Q.1 P)", "(# P.1 T)(# Q.1 T)(# P.1 T)(# Q.1 T)",
    TRICK, f"(# P.1 T)(# Q.1 T)(shuffle T){TRICK}",
    "(if (rand 0 1) (block (shuffle T) (# T P)) (# T Q))", "(= sum (+ sum (high P.1 n) (sum Q n)))",
    "(# T.isa Q)",
    "(# D.1 T)", "(# T D)(shuffle D)(# D.1 Q)", "(if (< |P| 2) (stop 1))",
)  # fmt: skip
"""What leaves the short ways open."""

ODD = (
    "(= sum (+ sum (high P.2 n)))", "(# P.isa T)", "(## T P)", "(## P.1 T)(## Q.1 T)", "(# P T)", "(# P.1 P)",
    "(= sum (+ sum (sum Q.-1 n)))", "(# P.?1 T)", "(# P.isb.1 T)", "(shuffle T)(# T Q)",
)  # fmt: skip
"""What may close one of them."""


def drawn(seed: int) -> Program:
    random = Random(f"lines {seed}")
    odd = seed % 2
    chosen = [*random.choices(PLAIN, k=7), *(random.choices(ODD, k=1) if odd else [])]
    random.shuffle(chosen)
    stats = {name: name for name in ("won", "lost", "sum")}
    stats |= {"top": "(high P.1 n)"} | ({"two": "(sum Q.2 n)"} if odd else {})
    topic = {
        "start-card": random.choice((0, 3)),
        "header": random.choice(("(# D.5 P);(# D Q)", "(# D.5 P);(# D.4 Q)", "(# D P)")),
        "program": f"(repeat 12 {' '.join(f'(block {one})' for one in chosen)})",
        "combos": {"some": {"condition": "|T|"}},
        "stats": stats,
    }
    if random.random() < 0.3:
        topic["start"] = {"zones": {"P": ["a", "b"]}}
    return compile_text(deck_text(CARDS, {"t": topic}))


@pytest.mark.parametrize("seed", few_of(12, 1))
def test_both_targets_come_to_the_same_piles(seed: int) -> None:
    program = drawn(seed)
    python, native = open_play(program, "python"), open_play(program, "native")
    for trial in range(150):
        assert python.log(trial) == native.log(trial), f"trial {trial}"
        assert python.table.position == native.table.position, f"trial {trial}"
        assert python.records(trial, trial + 1) == native.records(trial, trial + 1), f"trial {trial}"
        assert python.table.position == native.table.position, f"trial {trial}, without a log"
        assert zones(python) == zones(native)


def test_short_ways_are_drawn() -> None:
    """In some decks and not in others."""
    programs = [drawn(seed) for seed in range(12)]
    assert {bool(one.plan["undated"]) for one in programs} == {True, False}
    assert {"move_two(" in one.cython_source for one in programs} == {True, False}
