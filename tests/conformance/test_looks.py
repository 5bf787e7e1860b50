"""A refused look at an effect: what it costs, and that leaving it out or making it comes to the same."""

from __future__ import annotations

import pytest
from running import compile_text, deck_text, notices, open_play, rows

from yisp.compile.program import Program
from yisp.simulate.playing.play import Play

SLOW_NATIVELY = True

FUNCTIONS = {
    "held()": "|H|",
    "ten()": "(+ " + " ".join(["(held)"] * 9) + ")",
    "sum_of(n)": "(+ n 9223372036854775000)",
}
COPIES = 12


def program(guard: str, steps: int = 100, others: str = "/0;@") -> Program:
    """Twelve cards with that guard in the hand, and behind them one that is activated for certain."""
    cards = {
        "a": {"count": COPIES, "program": f"{guard};@;(= done (+ done 100));(# X B)"},
        "b": {"program": "@;(= done (+ done 1));(# X B)"},
        "c": {"program": others},
    }
    hand = ["a"] * COPIES + ["b", "c"]
    topic = {
        "start-card": len(hand), "start": {"hand": hand}, "exec-program": True,
        "combos": {"c": {}}, "stats": {"done": "done"},
    }  # fmt: skip
    return compile_text(
        deck_text(cards, {"t": topic}, define=FUNCTIONS, simulate={"limits": {"steps": steps}})
    )


REFUSED = {
    "calls": ("/(not (held))", 5, 1, ()),
    "a hundred calls": ("/(not (+ " + " ".join(["(ten)"] * 10) + "))", 101, 1, ()),
    "a loop of a hundred rounds": ("(repeat 100 (= n 1));/0", 101, 1, ()),
    "a loop of a hundred and one, in a second pass": ("(repeat 101 (= n 1));/0", 101 * 12 + 1, 1, ("Y306",)),
    "the same, with steps enough": ("(repeat 101 (= n 1));/0", 101 * 24 + 1, 1, ()),
    "a hundred and one calls": ("/(not (+ (held) " + " ".join(["(ten)"] * 10) + "))", 1300, 1, ("Y306",)),
    "more calls than there are steps": ("/(not (ten))", 10, 0, ("Y306",)),
    "a sum that does not fit": ("/(not (sum_of (* 900 |H|)))", 100, 0, ("Y303",)),
    "a sum that does not fit once fewer are left": ("/(not (sum_of (- 900 (* 50 |H|))))", 100, 1, ()),
}
"""Guards that refuse, with the limit of steps, what is done, and notices."""


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("others", ["/0;@", "(= tried 1);/0;@"], ids=["tidy", "not tidy"])
def test_what_a_refused_look_costs(name: str, others: str, target: str) -> None:
    guard, steps, done, expected = REFUSED[name]
    play = open_play(program(guard, steps, others), target)
    (row,) = rows(play, 0, 1)
    assert (row.stats, tuple(code for code, _ in notices(play))) == ((done,), expected)
    logged = open_play(program(guard, steps, others), target)
    logged.log(0)
    assert position(logged) == position(play)


def position(play: Play) -> bytes:
    return bytes(play.table.position)


def test_steps_of_a_look_that_is_not_refused_are_kept(target: str) -> None:
    """Twelve activations of ten steps each."""
    for steps, done in ((12 * 10 + 1, 1201), (12 * 10, 1100)):
        (row,) = rows(open_play(program("/(ten)", steps), target), 0, 1)
        assert row.stats == (done,)
