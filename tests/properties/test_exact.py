"""Exact answers are those of every order of the deck, one by one.

The reference interpreter walks through every order and every random number; the engine enumerates
classes of cards and merges what nothing can tell apart.  Every fraction must be the same.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from generated import examples
from hunt.chance import TooMany
from hunt.compare import Examination
from hunt.decks import small_deck, with_copies, with_start
from hunt.law import Law
from hypothesis import assume
from running import compile_text, deck_text, exact_counts, load_text, open_play
from test_law import DECKS
from yisp_runtime.solving.enumeration import Enumerator

from yisp.compile.program import Program
from yisp.simulate.counting.probabilities import ExactCounts, OverBudget
from yisp.simulate.exact import exact
from yisp.simulate.exact.stages import course
from yisp.simulate.question import AUTO_BUDGET

BUDGET = 300_000


def exactly(program: Program, topic: int = 0, budget: int = BUDGET) -> ExactCounts:
    return exact_counts(open_play(program, "python", topic), budget)


def agree(text: str, most: int, budget: int = BUDGET, topic_index: int = 0) -> None:
    """Every figure of a topic's exact answer against the reference's."""
    loaded = load_text(text)
    topic = loaded.topics[topic_index]
    program = compile_text(text)
    examination = Examination(loaded, program, topic_index)
    examination.lawful(Law(loaded, topic, most), exactly(program, topic_index, budget))
    assert examination.verdict.differences == []


@pytest.mark.parametrize("text", [
    # Decks drawn at random meet what these are about as well.
    pytest.param(text, id=name, marks=[] if at % 3 == 1 else pytest.mark.slow)
    for at, (name, text) in enumerate(DECKS.items())
])  # fmt: skip
def test_hand_written_decks(text: str) -> None:
    agree(text, 200_000, budget=100_000_000)


@examples(4, 80)
def test_generated_decks(random: Any) -> None:
    text = small_deck(random)
    try:
        agree(text, 1000)
    except (TooMany, OverBudget):
        assume(False)


@examples(3, 50)
def test_generated_decks_of_cards_among_their_copies(random: Any) -> None:
    text = with_copies(random, small_deck(random))
    try:
        agree(text, 1000)
    except (TooMany, OverBudget):
        assume(False)


@examples(5, 50)
def test_generated_decks_of_which_something_is_known(random: Any) -> None:
    text = with_start(random, small_deck(random))
    try:
        agree(text, 1000)
    except (TooMany, OverBudget):
        assume(False)


COPIES = {
    "the card whose effect runs, back in the deck": (
        {"q": {"count": 2, "program": ["[1]@;(# X D);(shuffle D);(# D.2 H);(= a_b |H.q|);(# X F)"]}},
        {"start-card": 1, "stats": {"held": "|H.q|", "had": "a_b", "left": "|D.1.q|"}},
    ),
    "the card whose effect runs, drawn as one of a set": (
        {"q": {"count": 3, "program": ["[1]@;(# X D);(shuffle D);(# D.2 B);(# X F)"]}},
        {"start-card": 1, "stats": {"milled": "|B.q|"}},
    ),
    "the card that an installed effect belongs to": (
        {
            "q": {"count": 2, "program": ["[1]@;(# X D);(shuffle D);(on >B (# X F));(after 1 (# D.2 B))"]},
            "p": {"count": 1, "program": ["[B]@;(# X F)"]},
        },
        {"start-card": 2, "turns": 3, "draw": 1, "stats": {"milled": "|B.q|", "out": "|F|"}},
    ),
    "drawn cards among those that were there, in an order that nobody knows": (
        {"q": {"count": 2}, "t": {"count": 1, "program": ["[F]/|H.q|;@;(# X B)", "[on draw](# it.1 F)"]}},
        {"start-card": 0, "header": "(shuffle H)", "turns": 3, "draw": 2, "stats": {"held": "|H.q|"}},
    ),
    "a card whose move is still to be answered, back in the deck": (
        {
            "q": {
                "count": 3,
                "program": "[on >B](= a_b (+ a_b 1));(if (< a_b 2) (block (# B D) (shuffle D) (# D.1 B)))",
            },
            "r": {"count": 1},
        },
        {"start-card": 2, "header": "(# H B)", "stats": {"answers": "a_b"}},
    ),
    "a card that is still to answer, back in the deck": (
        {
            "q": {
                "count": 3,
                "program": (
                    "[on turn-start](= a_b (+ a_b 1));(if (< a_b 2) (block (# H D) (shuffle D) (# D.2 H)))"
                ),
            },
            "r": {"count": 2},
        },
        {"start-card": 2, "stats": {"answers": "a_b"}},
    ),
    "a card that the scan has still to look at": (
        {
            "q": {
                "count": 3,
                "program": "(= a_b (+ a_b 1));(if (== a_b 2) (block (shuffle H) (# H.q.1 B)));/0;@",
            },
            "r": {"count": 2},
        },
        {"start-card": 3, "stats": {"looks": "a_b"}},
    ),
    "the card whose effect runs, behind its copies": (
        {
            "q": {"count": 3, "program": "@;(# X B);(if (> |B.q| 1) (block (# B.q.-1 J) (# X L)))"},
            "r": {"count": 2},
        },
        {"start-card": 3, "stats": {"out": "|J|"}},
    ),
    "the card whose effect runs, before its copies": (
        {
            "q": {"count": 3, "program": "@;(# X B);(# D.1 B);(if (> |B.q| 1) (block (# B.q.1 J) (# X L)))"},
            "r": {"count": 3},
        },
        {"start-card": 2, "stats": {"out": "|J|", "left": "|L|"}},
    ),
    "the card that an installed effect belongs to, among its copies": (
        {
            "q": {
                "count": 2,
                "program": (
                    "[1]@;(on turn-end (block (# B.1 F) (# X J)));(if (rand 0 1)"
                    " (block (# H.r.1 L) (# X B) (# D.q.1 B)) (block (# D.q.1 B) (# X B) (# H.r.1 L)))"
                ),
            },
            "r": {"count": 1},
        },
        {"start-card": 2, "start": {"hand": ["q", "r"]}, "stats": {"out": "|F|"}},
    ),
}


LONG = ("a card that is still to answer, back in the deck",)


@pytest.mark.parametrize("case", [
    pytest.param(case, id=name, marks=[] if at % 2 and name not in LONG else pytest.mark.slow)
    for at, (name, case) in enumerate(COPIES.items())
])  # fmt: skip
def test_copies_that_are_not_alike_for_a_while(case: tuple[Any, Any]) -> None:
    cards, topic = case
    topic = {"exec-program": True, "combos": {"c": {"hand": ["q"]}}, **topic}
    agree(deck_text({**cards, "other": {"count": 1}}, {"t": topic}), 100_000)


QUEUES = {
    "the hand, to which cards come": (
        {"key": {"count": 2}, "rest": {"count": 4}},
        {"start-card": 3, "program": "(# D.key.1 H);(# H.1 B)", "combos": {"c": {"hand": ["key"]}}},
    ),
    "the hand, to which cards come in front": (
        {"key": {"count": 2}, "rest": {"count": 4}},
        {"start-card": 3, "program": "(## D.key.1 H);(# H.1 B)", "stats": {"milled": "|B.key|"}},
    ),
    "the hand, with a known card on the deck": (
        {"cog": {"count": 3}, "elm": {"count": 1}},
        {
            "start-card": 2,
            "start": {"deck-top": ["elm"]},
            "program": "(# D.1 H);(# H.1 J)",
            "stats": {"out": "|J.elm|"},
        },
    ),
    "the hand, part of which is known": (
        {"cog": {"count": 3}, "elm": {"count": 1}},
        {
            "start-card": 3,
            "start": {"hand": ["elm", "cog"]},
            "program": "(# H.1 J);(# H.1 H);(# D.1 H)",
            "stats": {"first": "|H.1.elm|", "out": "|J.elm|"},
        },
    ),
    "a zone in which cards lie": (
        {"cog": {"count": 2}, "elm": {"count": 2}},
        {
            "start-card": 1,
            "start": {"zones": {"B": ["elm", "cog"]}},
            "program": "(# H B);(# B.1 J);(## D.1 B)",
            "stats": {"first": "|B.1.elm|", "second": "|B.2.elm|"},
        },
    ),
    "the hand, to which a turn draws": (
        {"ash": {"count": 1, "program": "[1 on >H](= gain 1)"}, "elm": {"count": 2}},
        {
            "start-card": 2,
            "turns": 2,
            "program": "(# H.0 J)",
            "combos": {"c": {"score": "(+ |H.2.ash| gain)"}},
        },
    ),
    "the hand, in a loop": (
        {"ash": {"count": 1}, "elm": {"count": 3}, "oak": {"count": 1}},
        {
            "start-card": 2,
            "program": "(repeat 9 (# D.1 H) (# H.1 B) (# B.1 H))",
            "stats": {"first": "|H.1.ash|"},
        },
    ),
}


@pytest.mark.parametrize("case", QUEUES.values(), ids=QUEUES)
def test_zones_that_a_main_program_takes_from_the_top(case: tuple[Any, Any]) -> None:
    """Beside it a topic that plays, in which they are such zones, too: a deck has one runtime table."""
    cards, topic = case
    topic = {"combos": {"c": {}}, **topic}
    plays = {**topic, "exec-program": True, "header": topic["program"]}
    del plays["program"]
    text = deck_text(cards, {"program": topic, "plays": plays})
    for index in range(2):
        agree(text, 100_000, topic_index=index)


def test_a_main_program_does_what_a_header_does() -> None:
    cards = {"key": {"count": 3}, "rest": {"count": 37}}
    script, combos = "(# D.key.1 H);(# H.1 B)", {"c": {"hand": ["key"]}}
    topics = {
        "program": {"program": script, "combos": combos},
        "header": {"header": script, "combos": combos},
    }
    program = compile_text(deck_text(cards, topics))
    assert exactly(program, 0).success == exactly(program, 1).success == 1


def test_a_large_hand_of_few_sorts_is_not_laid_out_in_every_order() -> None:
    """Thirteen cards have 13! orders, but no more than 2^13 that can be told apart."""
    cards = {"a": {"count": 15}, "b": {"count": 15, "program": "@;(# X J);(# H.1 B)"}}
    topic = {"exec-program": True, "start-card": 13, "combos": {"c": {"hand": ["a"]}}}
    success = Fraction(0)
    for hand in product("ab", repeat=13):
        left, played = list(hand), hand.count("b")
        while "b" in left:
            left.remove("b")
            del left[:1]
        orders = comb(13, played) * comb(30, 13)
        success += Fraction(comb(15, played) * comb(15, 13 - played), orders) * bool(left)
    assert exactly(compile_text(deck_text(cards, {"t": topic})), budget=AUTO_BUDGET).success == success


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "ROOM", 2**22)
    topic = {"header": "(= a_b (rand 1 50000))", "combos": {"c": {"hand": ["a"]}}, "stats": {"n": "a_b"}}
    program = compile_text(deck_text({"a": {"count": 5000}}, {"t": topic}))
    with pytest.raises(OverBudget, match="bytes"):
        exactly(program, budget=AUTO_BUDGET)


def test_ways_that_differ_by_a_limit_are_not_taken_for_one() -> None:
    """With the card drawn last, one of the turn's activations is the answer to its draw."""
    cards = {
        "p": {"count": 1},
        "q": {"count": 1},
        "t": {"count": 1, "program": ["[BF]/|H.q|;@;(# X B)", "[on draw](# it.1 F)"]},
    }
    topic = {"start-card": 0, "exec-program": True, "turns": 3, "draw": 1, "combos": {"c": {"hand": ["p"]}}}
    text = deck_text(cards, {"t": topic}, simulate={"limits": {"activations": 4}})
    with pytest.raises(OverBudget, match="limit"):
        agree(text, 1000)


@pytest.mark.parametrize("play", [{}, {"exec-program": True}, {"program": "(# D.1 B)"}])
def test_turns_without_a_header(play: dict[str, Any]) -> None:
    """The first turn was once passed over, so that the second drew nothing."""
    topic = {**play, "turns": 2, "draw": 2, "combos": {"c": {"hand": ["a"]}}, "stats": {"held": "|H|"}}
    agree(deck_text({"a": {"count": 1}, "b": {"count": 4}}, {"t": {"start-card": 1, **topic}}), 1000)


CASES = {
    "a pot that is always used": (
        {"t": {"count": 3}, "p": {"count": 3, "program": ["@;(# X B);(# D.1 H)"]}},
        {"exec-program": True, "combos": {"c": {"hand": ["t"]}}},
        Fraction(281, 777),
    ),
    "a coin: two cards or none": (
        {"t": {"count": 3}, "p": {"count": 3, "program": ["@;(# X B);/(rand 0 1);(# D.2 H)"]}},
        {"exec-program": True, "combos": {"c": {"hand": ["t"]}}},
        Fraction(184683, 511784),
    ),
    "the first of two cards that are answered, where nothing plays": (
        {"k": {"count": 2}, "a": {"count": 1}},
        {"header": "(if (== |H.k| 2) (block (on >H (= seen |it.a|) (times 1)) (# D.2 H)))",
         "combos": {"c": {"condition": "seen"}}},
        Fraction(comb(38, 3), comb(40, 5)) * Fraction(1, 38),
    ),
    "overlapping slots, the first listed first": (
        {"a": {"count": 3, "attribute": ["A"]}, "b": {"count": 3, "attribute": ["B"]},
         "ab": {"count": 3, "attribute": ["A", "B"]}},
        {"combos": {"c": {"hand": ["a:A", "a:B"]}}},
        Fraction(15935, 67488),
    ),
    "overlapping slots, as well as can be": (
        {"a": {"count": 3, "attribute": ["A"]}, "b": {"count": 3, "attribute": ["B"]},
         "ab": {"count": 3, "attribute": ["A", "B"]}},
        {"match": "best", "combos": {"c": {"hand": ["a:A", "a:B"]}}},
        Fraction(4917, 18278),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_fractions_worked_out_elsewhere(case: tuple[Any, Any, Fraction]) -> None:
    cards, topic, expected = case
    rest = 40 - sum(card["count"] for card in cards.values())
    program = compile_text(deck_text({**cards, "other": {"count": rest}}, {"t": topic}))
    assert exactly(program, budget=AUTO_BUDGET).success == expected


def test_what_best_would_give_stands_beside() -> None:
    cards, topic, _ = CASES["overlapping slots, the first listed first"]
    program = compile_text(deck_text({**cards, "other": {"count": 31}}, {"t": topic}))
    assert exactly(program).bests == [Fraction(4917, 18278)]


def test_a_hand_is_one_of_the_deck() -> None:
    """What the enumeration is told to deal must be what a trial could be dealt."""
    topic = {"start-card": 2, "start": {"deck-top": ["a"]}, "combos": {"c": {}}}
    program = compile_text(deck_text({"a": {"count": 1}, "b": {"count": 3}}, {"t": topic}))
    play, about = open_play(program, "python"), program.topics[0]
    plan = program.plan
    enumerator = Enumerator(
        play.table, about.classes, about.ordered, 0, plan["work"], 0, AUTO_BUDGET,
        course=course(about, plan["listens"]), guard_sites=plan["guard_sites"],
    )  # fmt: skip
    position = enumerator.deal((3, 1))
    assert play.table.cards(0) == [3, 1]
    for wrong in ((), (3,), (3, 3), (3, 1, 2), (0, 1), (3, 9), (3, 1, 2, 1, 2)):
        with pytest.raises(ValueError, match=r"hand|cards"):
            enumerator.deal(wrong)
    enumerator.deal((3, 1))
    assert play.table.cards(0) == [3, 1]
    with pytest.raises(ValueError, match="position"):
        enumerator.run(0, position[:-8], (), 0, 0)


def test_too_many_hands_are_refused_at_once() -> None:
    cards = {f"card {index}": {"count": 2, "program": ["[1]@;(# X B)"]} for index in range(20)}
    topic = {"exec-program": True, "combos": {"c": {"hand": ["card 1"]}}}
    program = compile_text(deck_text(cards, {"t": topic}))
    with pytest.raises(OverBudget, match="300,000"):
        exactly(program)


def test_a_search_that_nobody_looks_behind_is_cheap() -> None:
    """The cards above the one found are revealed, but nothing ever looks at them."""
    cards = {
        "goal": {"count": 2},
        "finder": {"count": 2, "program": ["@;(# X B);(# D.goal.1 H)"]},
        "other": {"count": 36},
    }
    program = compile_text(
        deck_text(cards, {"t": {"exec-program": True, "combos": {"c": {"hand": ["goal"]}}}})
    )
    hands = Fraction(1)
    for drawn in range(5):  # no hand without a goal or a finder succeeds, and every other one does
        hands *= Fraction(36 - drawn, 40 - drawn)
    assert exactly(program, budget=50_000).success == 1 - hands


def test_a_search_with_its_shuffle_asks_only_what_is_found() -> None:
    """Five sorts that somebody draws and counts: which lay above the card found is not asked."""
    program_text = "[1]@;(# X B);(# D.a:goal.1 H);(shuffle D);(# D.1 B)"
    cards = {
        "x": {"count": 2, "attribute": ["goal"]},
        "y": {"count": 2, "attribute": ["goal"]},
        "finder": {"count": 1, "program": [program_text]},
        **{f"other {index}": {"count": 4} for index in range(5)},
    }
    combos = {name: {"grave": [name]} for name in cards}
    text = deck_text(cards, {"t": {"exec-program": True, "start-card": 1, "combos": combos}})
    exact = exactly(compile_text(text), budget=6000)
    # One goal of four goes to the hand, then one of 23 cards to the graveyard; either sort may be short.
    assert exact.combos[:2] == [Fraction(1, 25) * Fraction(3, 2 * 23)] * 2
    assert exact.combos[3:] == [Fraction(1, 25) * Fraction(4, 23)] * 5


def test_a_hand_that_is_shuffled_back_has_no_order() -> None:
    cards = {
        "mulligan": {"count": 1, "program": ["[1]/(> |H| 3);@;(# X B);(# H D);(shuffle D);(# D.1 H)"]},
        **{f"other {index}": {"count": 3} for index in range(6)},
    }
    text = deck_text(cards, {"t": {"exec-program": True, "combos": {"c": {"hand": ["other 1"]}}}})
    program = compile_text(text)
    assert program.topics[0].ordered[0] == 0
    none = Fraction(1)
    for drawn in range(5):
        none *= Fraction(16 - drawn, 19 - drawn)
    kept = 1 - none  # with the mulligan: one card of eighteen
    held = Fraction(1)
    for drawn in range(4):
        held *= Fraction(15 - drawn, 18 - drawn)
    mulligan = Fraction(5, 19)
    expected = kept - mulligan * (1 - held) + mulligan * Fraction(3, 18)
    assert exactly(program, budget=200_000).success == expected


def test_cards_that_go_where_no_order_is_seen_are_drawn_as_a_set() -> None:
    """Six of seven sorts to the graveyard: 7^6 orders, but fewer than a thousand sets."""
    cards = {f"sort {index}": {"count": 3} for index in range(6)}
    cards["mill"] = {"count": 1, "program": ["[1]@;(# X F);(# D.6 B)"]}
    combos = {f"c{index}": {"grave": [f"{index}x sort 0"]} for index in range(1, 4)}
    text = deck_text(cards, {"t": {"exec-program": True, "start-card": 1, "combos": combos}})
    exact = exactly(compile_text(text), budget=150_000)
    ways = {k: comb(3, k) * comb(15, 6 - k) for k in range(4)}
    assert exact.combos == [
        Fraction(sum(ways[k] for k in range(least, 4)), 19 * comb(18, 6)) for least in range(1, 4)
    ]
