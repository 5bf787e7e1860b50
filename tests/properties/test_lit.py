"""Decks in which cards are lit: laws worked out by hand, the interpreter that decides late, and what holds of
whatever is lit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

import pytest
from generated import examples, few_or_many
from hunt.chance import TooMany
from hunt.compare import differences
from hunt.decks import draw, kinds
from hunt.law import Law
from hunt.programs import Programs
from running import Row, compile_text, deck_text, load_text, open_play, rows, zones

from yisp.lang.diagnostics import DeckError

FIGURES = ("outcomes", "score", "combos", "bests", "stats", "used", "activations", "notices", "noticed")


def deck(header: str, cards: str = "abbccc", stats: Sequence[str] = ()) -> str:
    """Cards of one letter each, a header, and numbers."""
    counts = {name: {"count": cards.count(name)} for name in dict.fromkeys(cards)}
    topic = {"start-card": 0, "header": header, "combos": {"always": {}}}
    return deck_text(counts, {"t": {**topic, "stats": {str(place): one for place, one in enumerate(stats)}}})


BY_COPIES = {"a": "1/6", "b": "1/3", "c": "1/2"}
FIRST_OF_LIT = {"a": "11/16", "b": "1/8", "c": "3/16"}
TWO_OF_LIT = {
    "ab": "11/40", "ac": "33/80", "ba": "1/40", "bb": "1/40", "bc": "3/40", "ca": "3/80", "cb": "3/40",
    "cc": "3/40",
}  # fmt: skip
ANY_THEN_LIT = {
    "ab": "1/15", "ac": "1/10", "ba": "11/45", "bb": "1/45", "bc": "1/15", "ca": "11/30", "cb": "1/15",
    "cc": "1/15",
}  # fmt: skip

LAWS = {
    "one mark": ("(light D.a 100);(# D.1 H)", FIRST_OF_LIT),
    "it is used up": ("(light D.a 100);(# D.2 H)", TWO_OF_LIT),
    "by a look": ("(light D.a 100);(= seen |D.1.a|);(light D.a 0);(# D.2 H)", TWO_OF_LIT),
    "none": ("(light D.a 0);(# D.1 H)", BY_COPIES),
    "three add up": (
        "(light D.a 100);(light D.a -50);(light D.c 30);(# D.1 H)", {"a": "3/7", "b": "1/7", "c": "3/7"},
    ),
    "kept away": ("(light D.b -20);(# D.1 H)", {"a": "1/4", "c": "3/4"}),
    "all below nothing": ("(light D.a -100);(light D.b -100);(light D.c -60);(# D.1 H)", {"c": "1"}),
    "all equally nothing": ("(light D.a -10);(light D.b -20);(light D.c -30);(# D.1 H)", BY_COPIES),
    "several kinds of a set": ("(light D.!c 30);(# D.1 H)", {"a": "1/3", "b": "5/12", "c": "1/4"}),
    "of a deck with none of it": ("(# D.a B);(shuffle D);(light D.a 50);(# D.1 H)", {"b": "2/5", "c": "3/5"}),
    "a shuffle forgets it": ("(light D.a 100);(shuffle D);(# D.1 H)", BY_COPIES),
    "a search before a shuffle": (
        "(light D.a 140);(# D.!b.1 H);(shuffle D)", {"a": "31/40", "c": "9/40"},
    ),
    "not that of the last card": ("(light D.a 100);(# D.-1 H);(# D.1 H)", ANY_THEN_LIT),
    "what lies on top is a fact": (
        "(= seen |D.1.a|);(light D.a 100);(# D.2 H)",
        ANY_THEN_LIT,
    ),
    "collapsed": ("(collapse D.a);(light D.b -100);(# D.2 H)", {"ac": "1"}),
    "collapsed by presence": ("(light D.a 10);(collapse D.!c);(# D.1 H)", {"a": "1/2", "b": "1/2"}),
    "collapsed twice": ("(collapse D.a);(collapse D.b);(# D.2 H)", {"ab": "1"}),
    "of another zone": (
        "(# D B);(shuffle B);(light B.a 100);(# B.1 H)", FIRST_OF_LIT,
    ),
}  # fmt: skip
"""Headers, and the law of what comes to the hand, of a deck of one a, two b and three c."""

OF_THE_INTERPRETER = {
    "not that of any card": ("(light D.a 100);(# D.?1 H);(# D.1 H)", ANY_THEN_LIT),
    "a card at random turns over nothing": (
        "(# D.?1 B);(light D.a 100);(# B H);(# D.1 H)",
        ANY_THEN_LIT,
    ),
}  # fmt: skip


def hand_of(header: str) -> dict[str, Fraction]:
    loaded = load_text(deck(header))
    found: dict[str, Fraction] = defaultdict(Fraction)
    for (*_, places), share in Law(loaded, loaded.topics[0]).outcomes.items():
        lying: dict[str, tuple[int, ...]] = dict(cast(Any, places))
        found["".join(loaded.kinds[kind].name for kind in lying.get("H", ()))] += share
    return dict(found)


LONG = ("of another zone",)
"""What the interpreter walks through for seconds."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in LONG else [])
        for name in (*LAWS, *OF_THE_INTERPRETER)
    ],
)
def test_laws_worked_out_by_hand(name: str) -> None:
    header, law = (LAWS | OF_THE_INTERPRETER)[name]
    assert hand_of(header) == {hand: Fraction(share) for hand, share in law.items()}


@pytest.mark.parametrize("name", LAWS)
def test_the_engine_has_them_too(name: str) -> None:
    header, _ = LAWS[name]
    tops = [f"(+ |{zone}.1.a| (* 2 |{zone}.1.b|) (* 3 |{zone}.2.a|) (* 6 |{zone}.2.b|))" for zone in "HD"]
    assert differences(deck(header, stats=tops)) == []


@pytest.mark.parametrize("decks", few_or_many(10, 150))
def test_what_is_decided_late_has_the_law_of_all_orders(decks: int) -> None:
    """Where nothing is lit, nobody can tell when a card was decided."""
    compared = 0
    for number in range(decks):
        try:
            loaded = load_text(draw("late", number, many=False, lit=False, wall=False).text)
        except DeckError:
            continue
        for topic in loaded.topics:
            try:
                laid_out, late = Law(loaded, topic, 300), Law(loaded, topic, 3000, late=True)
            except TooMany:
                continue
            compared += 1
            for figure in FIGURES:
                assert getattr(laid_out, figure) == getattr(late, figure), (number, topic.name, figure)
    assert compared > decks / 2


# Whatever is lit --------------------------------------------------------------------------------------

Marks = list[tuple[str, int]]
"""Sets of the deck, and what they are lit by."""


SETS = ("D.p", "D.q", "D.a:m", "D.A:?", "D.!p", "D", "D.(> level 1)", "D.a:n.!q", "D.(> copies 1)")


def drawn(random: Any) -> tuple[Marks, str]:
    """Marks of the deck, and what is done then."""
    programs = Programs(random, lit=True)
    programs.zones = "HDB"
    amounts = (-100, -30, -10, 7, 30, 100)
    marks = [(random.choice(SETS), random.choice(amounts)) for _ in range(random.randrange(1, 4))]
    return marks, ";".join(programs.use("D") for _ in range(random.randrange(1, 4)))


def written(marks: Marks, uses: str, cards: Any) -> str:
    lights = ";".join(f"(light {there} {mk})" for there, mk in marks)
    stats = {zone: f"(+ (sum {zone}.1 id) (* 5 (sum {zone}.2 id)) (* 25 |{zone}|))" for zone in "HDB"}
    topic = {"start-card": 1, "header": f"{lights};{uses}", "combos": {"c": {}}, "stats": stats}
    return deck_text(cards, {"t": topic}, alias={"either": "A:?", "other": "!q"})


def trials(text: str, target: str = "python") -> list[tuple[Row, Mapping[str, Sequence[int]]]]:
    play = open_play(compile_text(text), target)
    return [(row, zones(play)) for trial in range(40) for row in rows(play, trial, trial + 1)]


@examples(5, 100)
def test_marks_commute_and_add_up(random: Any) -> None:
    """Whoever lights what in which order and in how many parts: trials go the same way, card by card."""
    marks, uses = drawn(random)
    cards = kinds((3, 2, 2, 1), list)
    expected = trials(written(marks, uses, cards))
    assert all(
        sorted(card for lying in where.values() for card in lying) == list(range(8)) for _, where in expected
    )
    mixed = list(marks)
    random.shuffle(mixed)
    assert trials(written(mixed, uses, cards)) == expected
    halves = [(there, mk - 7) for there, mk in marks] + [(there, 7) for there, _ in mixed]
    assert trials(written(halves, uses, cards)) == expected
    nothing = [("D.!q", 0), *marks, (marks[0][0], 5), (marks[0][0], -5)]
    assert trials(written(nothing, uses, cards)) == expected
