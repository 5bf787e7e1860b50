"""Searches without a shuffle: where a found card lay is not decided (``spots.h``)."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest
from generated import examples
from hunt.chance import TooMany
from hunt.compare import SPOTS, Examination, with_spots
from hunt.law import Law
from hunt.searches import TOPS, statements
from hypothesis import assume
from running import compile_text, deck_text, load_text
from test_exact import exactly

from yisp.simulate.counting.probabilities import OverBudget
from yisp.simulate.question import AUTO_BUDGET

COUNTS = (
    (1, 1, 1, 1, 1), (2, 1, 1, 1, 0), (1, 2, 1, 0, 1), (2, 1, 0, 2, 1), (2, 2, 0, 2, 0), (3, 1, 1, 0, 1),
)  # fmt: skip


def searching(random: Random) -> str:
    """A deck that does little else than search."""
    kinds = {"p": ["m"], "q": ["m", "n"], "two words": ["n"], "r": ["m"], "rest": []}
    cards: dict[str, Any] = {}
    for number, (name, count) in enumerate(zip(kinds, random.choice(COUNTS), strict=True)):
        cards[name] = {"count": count, "attribute": kinds[name], "props": {"id": number}}
        if count and random.random() < 0.6:
            flags = random.choice(("", "", "", "[1]", "[1D]", "[D]"))
            cards[name]["program"] = [f"{flags}@;(# X F);{';'.join(statements(random, 3))}"]
    topic = {
        "exec-program": True,
        "start-card": random.randrange(3),
        "header": ";".join(statements(random, 8)),
        "combos": {"c": {"hand": ["q", "a:n"]}},
        "match": random.choice(("first", "best")),
        "stats": {"lie": TOPS, "seen": "word"},
    }
    if random.random() < 0.3:
        topic |= {"turns": 2, "draw": 1}
    return deck_text(cards, {"t": topic}, alias={"either": "A:?"})


def agree(text: str, most: int) -> None:
    """Every figure of the exact answer against the reference's."""
    loaded, program = load_text(text), compile_text(text)
    law = Law(loaded, loaded.topics[0], most)
    for spots in SPOTS:
        examination = Examination(loaded, program, 0)
        with with_spots(spots):
            examination.lawful(law, exactly(program))
        assert examination.verdict.differences == [], spots


@examples(12, 100)
def test_drawn_decks_that_search(random: Any) -> None:
    try:
        agree(searching(random), 1000)
    except (TooMany, OverBudget):
        assume(False)


CASES = {
    "two spots, and a search behind both": "(# D.lion.1 B) (# D.wolf.1 B) (# D.a:x.1 F) (# D.1 H)",
    "one spot, and a search behind it and beside it": "(# D.lion.1 B) (# D.a:x.1 F) (# D.1 H)",
    "a spot behind a spot, until nothing follows it": "(# D.a:x.1 B) (# D.lion.1 F) (# D.lion F) (# D.1 H)",
    "a spot behind a spot that turns up": "(# D.a:x.1 B) (# D.lion.1 F) (# D.2 H) (# D.a:x.1 F) (# D.1 H)",
    "a card that is looked at and stays": "(= a_b (sum D.a:x.1 level)) (# D.1 H) (# D.1 H)",
    "the same, whose follower may leave": "(= a_b (sum D.wolf.1 level)) (# D.wolf.?1 B) (# D.1 H) (# D.1 H)",
    "the same, which leaves": "(= a_b (sum D.a:x.1 level)) (# D.a:x.1 B) (# D.1 H)",
    "some that are looked at in order": "(= a_b (sum D.a:x.3 level)) (= a_b (sum D.a:x.2 level)) (# D.3 H)",
    "cards from anywhere": "(# D.a:x.1 B) (# D.a:x.?2 F) (# D.1 H)",
    "several from anywhere, in their order": "(# D.lion.1 B) (# D.?2 H) (# H.lion.1 B) (# D.1 H)",
    "the last of those behind a spot": "(# D.a:x.1 B) (# D.a:x.-1 F) (# D.1 H)",
    "the last of all": "(= a_b (sum D.a:x.1 level)) (# D.-1 F) (# D.2 H)",
    "a card that comes back": "(# D.a:x.1 B) (# B.1 D) (# D.a:x.2 F) (# D.1 H)",
    "a card that comes back behind all": "(# D.a:x.1 B) (## B.1 D) (# D.a:x.2 F) (# D.1 H)",
    "a found card that is laid on top": "(# D.wolf.1 D) (# D.2 H) (# D.lion.1 F) (# D.1 H)",
    "all of some": "(# D.lion.1 B) (# D.a:x H) (# D.1 H)",
    "several at once": "(# D.lion.1 B) (# D.3 F) (# D.1 H)",
    "several at once, behind two spots": "(# D.wolf.1 B) (= a_b (sum D.lion.1 level)) (# D.3 F) (# D.1 H)",
    "a shuffle": "(# D.lion.1 B) (# D.wolf.1 B) (shuffle D) (# D.1 H)",
}
"""What is done one after the other, each as an effect of its own: between two, positions are merged."""


@pytest.mark.parametrize("done", CASES.values(), ids=CASES)
def test_what_is_known_lasts(done: str) -> None:
    statements = re.split(r" (?=\((?:#|=|shuffle))", done)
    cards = {
        "tool": {"count": 1, "program": [f"[1HD]@;{one}" for one in statements]},
        "lion": {"count": 3, "attribute": ["x"], "props": {"level": 1}},
        "wolf": {"count": 2, "attribute": ["x"], "props": {"level": 2}},
        "rest": {"count": 1},
    }
    zones = {f"{zone}{n}": f"|{zone}.{n}.a:x|" for zone in "HD" for n in (1, 2)}
    stats = {**zones, "lions": "|F.lion|", "milled": "|B.wolf|", "seen": "a_b"}
    topic = {"exec-program": True, "start": {"hand": ["tool"]}, "start-card": 1, "stats": stats}
    agree(deck_text(cards, {"t": {"combos": {"c": {"hand": ["a:x"]}}, **topic}}), 10_000)


def test_a_copy_that_is_told_from_others_is_told_from_them_behind_a_spot() -> None:
    done = "[1]@;(# X D);(shuffle D);(# D.a:x.1 F);(# D.X B);(# D.1 H)"
    cards = {
        "tool": {"count": 3, "attribute": ["x"], "program": [done]},
        "lion": {"count": 1, "attribute": ["x"]},
        "rest": {"count": 1},
    }
    topic = {"exec-program": True, "start": {"hand": ["tool"]}, "start-card": 1, "stats": {"l": "|F.lion|"}}
    agree(deck_text(cards, {"t": {"combos": {"c": {"hand": ["a:x"]}}, **topic}}), 10_000)


def test_what_an_earlier_path_has_worked_out_is_no_part_of_the_next() -> None:
    done = "[1D]/(sum D.(!= level 0) level);@;(on >J (= a_b 1) (for 1))"
    cards = {"tool": {"count": 2, "program": [done]}, "lion": {"count": 2, "props": {"level": 1}}}
    agree(deck_text(cards, {"t": {"exec-program": True, "start-card": 0, "stats": {"n": "|D|"}}}), 1000)


def probability(header: str, drawn: int = 1, **cards: int) -> Fraction:
    """That a card with an ``x`` is drawn after ``header``; of those with small first letters."""
    made = {
        name: {"count": count, "attribute": ["x"] if name.islower() else []} for name, count in cards.items()
    }
    topic = {"start-card": 0, "header": f"{header};(# D.{drawn} H)", "stats": {"hit": "|H.a:x|"}}
    program = compile_text(deck_text(made, {"t": {"combos": {"c": {"hand": ["a:x"]}}, **topic}}))
    return exactly(program, budget=AUTO_BUDGET).success


def test_what_lay_above_the_card_that_was_found_is_drawn() -> None:
    """The top is one of those that were looked for only if the first two were: one has been taken."""
    assert probability("(# D.a:x.1 B)", lion=3, wolf=2, Rest=34) == Fraction(5 * 4, 39 * 38)


@pytest.mark.parametrize("between", ["", ";(# D.Other F)"])  # the card comes from anywhere at once, or later
def test_a_shuffle_forgets_it(between: str) -> None:
    header = f"(# D.a:x.1 B){between};(shuffle D)"
    assert probability(header, lion=3, wolf=2, Rest=34, Other=1) == Fraction(4, 39 - bool(between))


def test_several_are_drawn_from_before_and_behind_it() -> None:
    """No x is, if neither of the first two cards was one, or one of them and not the third."""
    none = Fraction(34 * 33, 39 * 38) + 2 * Fraction(5 * 34 * 33, 39 * 38 * 37)
    assert probability("(# D.a:x.1 B)", 2, lion=3, wolf=2, Rest=34) == 1 - none


def test_what_may_lie_before_it_in_too_many_ways() -> None:
    """Of the 61 left 60 are drawn in few ways; of 60 that may lie before the spot, 30 in more than fit."""
    with pytest.raises(OverBudget):
        probability("(# D.a:x.1 B);(# D.60 F);(# F.Rest.1 D)", lion=1, wolf=1, Rest=30, Other=30)


def test_one_card_that_leaves_from_anywhere_says_nothing_of_the_others() -> None:
    assert probability("(# D.wolf.1 B)", lion=3, wolf=1, Rest=35) == Fraction(3, 38)


@pytest.mark.parametrize("gone", [3, 17])  # of more than 15 no count is kept
def test_cards_that_leave_from_behind_it_leave_their_places(gone: int) -> None:
    """Twenty kinds have an x; the first is found, some leave, and one of the rest may lie before all else."""
    others, rate = 4, Fraction(0)
    for ahead in range(1, 21):  # so many x, then another card
        ways = Fraction(comb(19 - ahead + others, others - 1), comb(20 + others, others))
        rate += ways * (1 - Fraction(comb(21 - ahead, 20 - gone), comb(20, 20 - gone)))
    leave = ";".join(f"(# D.c{n} F)" for n in range(gone))
    assert probability(f"(# D.a:x.1 B);{leave}", **{f"c{n}": 1 for n in range(20)}, Rest=others) == rate


@pytest.mark.parametrize(("then", "rate"), [("D.1", Fraction(1, 13)), ("D.a:other.1", Fraction(1, 3))])
def test_more_spots_than_a_word_holds_are_decided_to_the_end(then: str, rate: Fraction) -> None:
    """Ten kinds, of which ever more are looked for: each time one more spot would be known; and others."""
    froms = [[f"from{m}" for m in range(n + 1)] for n in range(10)]
    cards = {f"c{n}": {"count": 1, "attribute": attributes} for n, attributes in enumerate(froms)}
    cards |= {"one": {"count": 2, "attribute": ["other"]}, "two": {"count": 1, "attribute": ["other"]}}
    looks = ";".join(f"(= a_b (+ a_b |D.a:from{n}.1.c9|))" for n in range(9, -1, -1))
    topic = {"start-card": 0, "header": f"{looks};(# {then} H)", "combos": {"c": {"hand": ["two"]}}}
    program = compile_text(deck_text(cards, {"t": topic}))
    assert exactly(program, budget=100_000_000).success == rate


def test_the_plainest_deck_that_searches_is_exact() -> None:
    """Forty cards, two kinds that are looked for: to decide all above them is millions of ways a hand."""
    cards = {
        "scout": {"count": 3, "program": "[1]@;(# X B);(# D.a:x.1 H)"},
        "lion": {"count": 3, "attribute": ["x"]},
        "wolf": {"count": 2, "attribute": ["x"]},
        **{name: {"count": 3} for name in ("cave", "tree", "lake")},
        "rest": {"count": 23},
    }
    wanted = {"found": ["a:x"], "one": ["lion", "cave"], "two": ["wolf", "tree", "lake"]}
    combos = {name: {"hand": hand} for name, hand in wanted.items()}
    topic = {"exec-program": True, "start-card": 5, "combos": combos}
    counts = exactly(compile_text(deck_text(cards, {"t": topic})), budget=AUTO_BUDGET // 20)
    assert counts.combos[0] == 1 - Fraction(comb(32, 5), comb(40, 5))
