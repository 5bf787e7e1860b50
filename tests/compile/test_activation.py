"""What the scan is told of a deck's effects: which are tidy, and where cards may be unrevealed."""

from __future__ import annotations

import pytest
from running import compile_text, deck_text, open_play, rows
from yisp_runtime.codes import EVENTS

from yisp.compile.program import Program

TIDY = {
    "a guard": "/|H.b|;@;(# X B)",
    "no guard": "@;(# X B)",
    "a branch that changes nothing": "/|H.b|;(if |H.b| (= n 1) (= n 2));/n;@;(= word 1)",
    "a number before the guard": "(= n |H.b|);/(+ n n);@;(# X B)",
    "what is done between the last guard and the activation": "/|H.b|;(= word 1);@",
    "an effect that does nothing": "/|H.b|",
    "a sum that can fail": "/(* |H| (+ |B| word));@;(# X B)",
    "a branch with a division by 0 in it": "(if |H.a| (= n (/ 1 |H.b|)));/0;@",
    "a call": "/(twice |H|);@;(# X B)",
    "calls of what calls": "/(+ (four 1) (four 2));@",
    "a hundred calls": "/(sixty 1);" + "(twice 1);" * 39 + "/0;@",
    "a function that does something, behind the guards": "/(twice 1);@;(deed)",
    "a property": "/(> (sum H cost) 3);@",
    "a filter by a number": "/|H.(> cost 1)|;@",
    "the first cards of a hand": "/|H.2.b|;@",
    "what the first card of a hand has": "/(high H.1 cost);@",
    "the first cards of a hand that a number filters": "/|H.(> cost (sum B.2 cost)).1.b|;@",
}
UNTIDY = {
    "an assignment": "(= word (+ word 1));/0;@",
    "one in a branch": "(if |H.a| (= word (+ word 1)));/0;@",
    "one in the other branch": "(if |H.b| (= n 1) (= word (+ word 1)));/0;@",
    "one beside something that changes nothing": "(if |H.a| (block (= n 1) (= word (+ word 1))));/0;@",
    "one before the first of two guards": "(= word (+ word 1));/1;/0;@",
    "one between two guards": "/1;(= word (+ word 1));/0;@",
    "one, and no activation": "(= word (+ word 1))",
    "one behind a guard, and no activation": "/1;(= word (+ word 1))",
    "a loop": "(while (< n 3) (= n (+ n 1)));/n;@",
    "a loop in a function": "/(looped);@",
    "its own card": "/|X.a|;@",
    "its own card in a function": "/(own);@",
    "a call of what does something": "/(deed);@",
    "a roll": "/(rand 0 1);@",
    "cards that are turned over": "/|D.1.b|;@",
    "a card that is turned over for what it has": "/(high D.1 cost);@",
    "cards that are turned over for a filter by a number": "/|H.(> cost (sum D.2 cost))|;@",
    "cards that are turned over behind one": "/|D.(> cost (sum H.2 cost)).1.b|;@",
    "cards that are turned over in a filter by a number of a function": "/|H.(> cost (top))|;@",
    "any card": "/|H.?1.b|;@",
    "a card that is chosen": "/|H.*1.b|;@",
    "a line": "(print H);/0;@",
    "more than a hundred calls": "/(sixty 1);" + "(twice 1);" * 40 + "/0;@",
    "an installed effect that is asked for": "/(would [t] word);@;(on turn-end (= word 1) [t])",
}

FUNCTIONS = {
    "twice(n)": "(+ n n)",
    "four(n)": "(twice (twice n))",
    "sixty(n)": "(+ " + " ".join(["(four n)"] * 20) + ")",
    "looped()": "(repeat 2 (= n 1));n",
    "own()": "|X.a|",
    "deed()": "(= word 1);1",
    "top()": "(sum D.1 cost)",
}


def program(effect: str, *others: str, count: int = 3) -> Program:
    cards = {"a": {"count": count, "program": [effect, *others], "props": {"cost": 1}}, "b": {"count": 1}}
    topic = {"start-card": count, "start": {"hand": ["a"] * count}, "exec-program": True}
    tests = {"t": {**topic, "combos": {"c": {}}, "stats": {"word": "word"}}}
    return compile_text(deck_text(cards, tests, define=FUNCTIONS))


@pytest.mark.parametrize("effect", TIDY.values(), ids=TIDY)
def test_tidy(effect: str) -> None:
    assert program(effect).plan["tidy"] == 1
    assert program("@;(# X B)", effect).plan["tidy"] == 1


@pytest.mark.parametrize("effect", UNTIDY.values(), ids=UNTIDY)
def test_not_tidy(effect: str) -> None:
    assert program(effect).plan["tidy"] == 0
    assert program("/0;@", effect).plan["tidy"] == 0


def test_what_an_effect_says_of_itself() -> None:
    """Zones it acts in, once a trial, first of all; event, from where, to where, zones it answers in; where
    it reaches the limits.  And what that is for the whole deck."""
    plan = program(
        "@", "[1BE]@", "[^G]@", "[1B on D>B](# D.1 H)", "[on >B](# D.1 H)", "[BH on draw](# D.1 H)"
    ).plan
    h, d, b, e, g = (1 << zone for zone in range(5))
    everywhere, move, draw = (1 << 5) - 1, EVENTS.index("move"), EVENTS.index("draw")
    first = plan["effects"][0][7]
    assert plan["effects"] == [
        [h, 0, 0, -1, 0, 0, 0, first, first + 1],
        [b | e, 1, 0, -1, 0, 0, 0, first + 2, first + 3],
        [g, 0, 1, -1, 0, 0, 0, first + 4, first + 5],
        [0, 1, 0, move, d, b, b, first + 6, first + 7],
        [0, 0, 0, move, everywhere, b, everywhere, first + 8, first + 9],
        [0, 0, 0, draw, everywhere, everywhere, h | b, first + 10, first + 11],
    ]
    answering = [0] * (5 * len(EVENTS))
    answering[5 * draw] = answering[5 * draw + 2] = 7
    wanted = {
        "effects_from": [0, 6, 6], "scan_zones": [0, 2, 3, 4], "listens": 1 << move | 1 << draw,
        "answer_zones": [0, 2], "veiled": d, "queues": 0, "unbroken": 0, "undated": 0,
        "line_mask": 31,
        "kind_of": [0, 0, 0, 1],
        "scan_masks": [7, 0, 7, 7, 7], "answer_masks": answering, "movers": 7, "scanned": [7] * 8,
    }  # fmt: skip
    assert {name: plan[name] for name in wanted} == wanted


def test_one_that_answers_need_not_be_tidy() -> None:
    assert program("/0;@", "[on turn-end](= word (+ word 1))").plan["tidy"] == 1


@pytest.mark.parametrize("script", ["(# D.1 B);(shuffle H)", "(# D.1 B);(shuffle X)"])
def test_a_zone_that_is_scanned_may_be_shuffled(script: str) -> None:
    assert program(f"/0;@;{script}").plan["tidy"] == 0
    assert program("/0;@;(shuffle B)").plan["tidy"] == 1


def test_the_deck_is_always_unrevealed() -> None:
    assert program("[D]/0;@").plan["tidy"] == 0


@pytest.mark.parametrize("name", ["an assignment", "one in a branch", "one in the other branch"])
def test_what_is_done_before_a_guard_is_done_for_each_copy(name: str) -> None:
    (row,) = rows(open_play(program(UNTIDY[name]), "python"), 0, 1)
    assert row.stats == (3,)


@pytest.mark.parametrize(
    ("header", "movers"),
    [("(on >B (= word 1))", 0b111111), ("(on draw (= word 1))", 0b111000), ("()", 0b111000)],
)
def test_what_answers_moves_of_any_card_does_so_for_every_kind(header: str, movers: int) -> None:
    cards = {"a": {"count": 3, "program": "@;(# X B)"}, "b": {"count": 3, "program": "[on >B](= word 2)"}}
    topic = {"exec-program": True, "header": header, "stats": {"word": "word"}}
    assert compile_text(deck_text(cards, {"t": topic})).plan["movers"] == movers


UNBROKEN = {
    "(# D B);(while |B| (# B.1 F) (# F H))": True,
    "(# D B);(while |B| (# B.1 B))": False,
    "(# D B);(while |B| (# B.1 F) (# B.!A.1 F))": False,
    "(# D B);(while |B| (# B.1 F) (# B F))": False,
    "(# D B);(while |B| (# B.1 F) (# B.?1 F))": False,
}


@pytest.mark.parametrize("script", UNBROKEN)
def test_a_line_without_gaps(script: str) -> None:
    """One that cards leave at its front only, and for other zones."""
    topics = {"t": {"program": script, "combos": {"c": {}}}}
    plan = compile_text(deck_text({"A": {"count": 3}, "b": {"count": 20}}, topics)).plan
    zone = 1 << 2
    assert plan["queues"] & zone
    assert bool(plan["unbroken"] & zone) == UNBROKEN[script]


UNDATED = {
    "()": True,
    "(= word (+ (high B.1 cost) (sum B cost) |B.A|))": True,  # the first by the line, the others in no order
    "(# F.1 H)": True,  # where a card comes from another zone
    "(= word (sum B.2 cost))": False,
    "(= word (sum B.-1 cost))": False,
    "(on >F (= word 1))": False,
}


@pytest.mark.parametrize("script", UNDATED)
def test_a_line_that_nobody_asks_but_for_its_first(script: str) -> None:
    topics = {"t": {"program": f"(# D B);(while |B| (# B.1 F) {script})", "combos": {"c": {}}}}
    cards = {"A": {"count": 3, "props": {"cost": 1}}, "b": {"count": 20}}
    plan = compile_text(deck_text(cards, topics)).plan
    zone = 1 << 2
    assert plan["unbroken"] & zone
    assert bool(plan["undated"] & zone) == UNDATED[script]


@pytest.mark.parametrize("effect", ["[B]@", "[B on draw](= word 1)"])
def test_a_line_that_is_gone_through_for_effects(effect: str) -> None:
    topics = {"t": {"program": "(# D B);(while |B| (# B.1 F))", "combos": {"c": {}}}}
    for program, undated in ((effect.replace("B", "E"), 4), (effect, 0)):
        plan = compile_text(deck_text({"a": {"count": 5, "program": program}}, topics)).plan
        assert plan["unbroken"] & 4
        assert plan["undated"] & 4 == undated
