"""The budget of exact answers: work that is the same on every machine, and ends in the middle of a loop."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from running import compile_text, deck_text, load_text, open_play
from yisp_runtime.solving.enumeration import LEAST_WORK

from yisp.compile.lowering.deck import lower
from yisp.compile.pipeline import plan_of
from yisp.compile.program import Program
from yisp.simulate.counting.probabilities import OverBudget
from yisp.simulate.exact.exact import Enumeration
from yisp.simulate.question import AUTO_BUDGET
from yisp.simulate.run import run_program

SUITS = {
    f"{suit}{rank}": {"count": 1, "attribute": [suit], "props": {"rank": rank}}
    for suit in ("s", "h", "d", "c")
    for rank in range(1, 14)
}
PLAIN = {"a": {"count": 3, "program": "@;(# X B);(# D.1 H)"}, "b": {"count": 37}}


def a_program(cards: Any, topic: Any, **more: Any) -> Program:
    return compile_text(deck_text(cards, {"t": {"combos": {"c": {}}, **topic}}, **more))


def enumeration(program: Program, budget: int = AUTO_BUDGET) -> Enumeration:
    return Enumeration(open_play(program, "python"), budget, None)


SOLITAIRE = (
    "(repeat 7 (# D.7 T));"
    "(repeat 200 (# D.1 W) (if (== (high W.-1 rank) (+ (high F.-1 rank) 1)) (# W.-1 F))"
    " (if (== |D| 0) (# W D)))"
)
ENDLESS = {"limits": {"steps": 10**9}}

LONG = {
    "a solitaire": (SUITS, {"start-card": 0, "program": SOLITAIRE}, {}),
    "a loop without end": (PLAIN, {"header": "(while 1 (= word (rand 0 1)) (= summon 3))"}, ENDLESS),
    "loops in loops": (PLAIN, {"header": "(repeat 9999 (repeat 9999 (= word 2)))"}, ENDLESS),
    "a long script": (PLAIN, {"header": ";".join(["(= word |H.a|)"] * 500) + ";(= a_b (rand 1 60000))"}, {}),
    "a function in a loop": (PLAIN, {"header": "(repeat 9999 (repeat 9999 (f)))"}, ENDLESS),
    "filters by a number": (SUITS, {"header": "(repeat 99999 (= word |D.(> rank |H|)|))"}, ENDLESS),
    "what one event leads to": (
        PLAIN,
        {"header": "(on >B (# it J));(on >J (# it B));(# H B)", "combos": {"c": {"hand": ["a"]}}},
        ENDLESS,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", LONG.values(), ids=LONG)
def test_a_stage_ends_where_the_budget_does(case: tuple[Any, Any, Any]) -> None:
    cards, topic, simulate = case
    program = a_program(cards, topic, simulate=simulate, define={"f": ";".join(["(= word 1)"] * 50)})
    trying = enumeration(program)
    with pytest.raises(OverBudget, match="budget"):
        trying.run()
    assert trying.stages.enumerator.work < 1.02 * AUTO_BUDGET


def test_work_depends_on_nothing_but_the_deck() -> None:
    program = a_program(PLAIN, {"exec-program": True, "header": "(repeat 3 (= word (rand 0 1)))"})
    works = []
    for _ in range(2):
        trying = enumeration(program)
        trying.run()
        works.append(trying.stages.enumerator.work)
    assert works[0] == works[1] > 0


def test_what_is_certain_to_fail_is_not_tried() -> None:
    """Each of the hands has a stage before it."""
    cards = {f"card {index}": {"count": 2, "program": ["[1]@;(# X B)"]} for index in range(20)}
    trying = enumeration(a_program(cards, {"exec-program": True}))
    with pytest.raises(OverBudget):
        trying.run()
    assert trying.stages.enumerator.work == 0


@pytest.mark.parametrize("seed", range(20))
def test_the_number_of_hands(seed: int) -> None:
    """It is foretold, whether their order matters to all cards, to some or to none."""
    random = Random(seed)
    cards = {name: {"count": random.randrange(1, 5), "attribute": ["x"] * (name in "ab")} for name in "abcde"}
    looks = random.choice(("", "(= word |H.1.a|)", "(= word |H.a:x.1.a|)"))
    known = random.sample("abcde", random.randrange(3))
    drawn = random.randrange(5)
    topic = {
        "header": looks,
        "start-card": drawn + (len(known) if random.randrange(2) else 0),
        "combos": {name: {"hand": [name]} for name in "abcd"},
    }
    topic["start"] = {"hand": known} if topic["start-card"] > drawn else {"deck-top": known}
    trying = enumeration(a_program(cards, topic))
    trying.run()
    assert trying.hands == trying.forward.dealt > 0


@pytest.mark.parametrize("order", ["", "(= word |H.1.a|)"])
def test_too_many_hands_are_not_counted(order: str) -> None:
    """Of the large numbers of a large hand nothing is worked out."""
    cards = {name: {"count": 2000} for name in "abcde"}
    combos = {name: {"hand": [name]} for name in "abcd"}
    trying = enumeration(a_program(cards, {"start-card": 2500, "header": order, "combos": combos}))
    assert AUTO_BUDGET // LEAST_WORK < trying.hands < AUTO_BUDGET**3


def test_the_work_of_functions() -> None:
    """What follows a step is counted with its place; of two branches the longer one counts."""
    topic = {"header": "(repeat 3 (= word |H|) (= word |H|));(f);(f)", "program": "(if |H| (= word 1) ())"}
    text = deck_text(
        {"a": {"count": 9, "program": ["@;(# X B)", "@;(# X B);(# D.1 H);(# D.1 H)"]}},
        {"t": {"combos": {"c": {"condition": "(> |H| 1)"}}, **topic}},
        define={"f": ";".join(["(= word |D|)"] * 20)},
    )
    deck = load_text(text)
    work = plan_of(deck, lower(deck))["work"]
    short, long = work["effects"]
    assert 0 < short < long
    header, before_play, program, footer, deal, judging, evaluating = work["topics"][0]
    assert min(header, program, judging) > before_play == footer == deal == evaluating == 0
    loop, first, second = (steps for steps in work["steps"] if steps)
    assert first == second > loop >= 1
    assert json.loads(json.dumps(work)) == work


@pytest.mark.parametrize("method", [None, "exact"])
def test_an_interrupt_while_an_exact_answer_is_tried(method: str | None) -> None:
    """Ctrl-C ends the trying: then trials are counted, unless only an exact answer would do."""
    program = a_program(SUITS, {"start-card": 0, "program": SOLITAIRE})
    tried = []

    def progress(topic: int, done: int, count: int, trying: bool) -> None:
        if trying:
            tried.append((topic, done <= count))
            raise KeyboardInterrupt

    outcome = run_program(program, count=50, seed=7, method=method, target="python", progress=progress)
    assert tried == [(0, True)]
    if method == "exact":
        assert outcome.partial
        assert outcome.topics == []
    else:
        (topic,) = outcome.topics
        assert not outcome.partial
        assert topic.counts.trials == 50
        assert topic.reason == "working it out was interrupted"
        tried.clear()
        again = run_program(program, count=50, seed=7, target="python", progress=progress)
        assert tried, "an interrupt is no verdict to be kept"
        assert again.topics[0].counts.score.histogram == topic.counts.score.histogram
