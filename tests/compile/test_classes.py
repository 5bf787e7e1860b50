"""Which cards a topic tells apart, and whose order it sees: read off its scripts, card by card.

A class too many costs work and a class too few a right answer; so both are pinned here.  Kinds are named
by one letter and have two copies each, and zones by theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from running import compile_text, deck_text

KINDS = "abcd"
ATTRIBUTES = {"a": ["x"], "b": ["x", "y"], "c": ["y"]}
LEVELS = {"a": 1, "b": 1, "c": 2}  # of d: 0


@dataclass(frozen=True)
class Case:
    """A topic, the classes of its cards (``ab cd``: two of them), and by zone whose order is seen."""

    topic: dict[str, Any]
    classes: str
    ordered: dict[str, str] = field(default_factory=dict)
    programs: dict[str, Any] = field(default_factory=dict)


def header(script: str, **topic: Any) -> dict[str, Any]:
    return {"header": script, **topic}


PLAYS = {"exec-program": True}

CASES = {
    "nothing is asked": Case({}, "abcd"),
    "a wanted card": Case({"combos": {"c": {"hand": ["b"]}}}, "b acd"),
    "two sorts that overlap": Case({"combos": {"c": {"hand": ["2x a:x", "a:y"]}}}, "a b c d", {"H": "ab"}),
    "two sorts that overlap, as well as can be": Case(
        {"match": "best", "combos": {"c": {"hand": ["2x a:x", "a:y"]}}}, "a b c d"
    ),
    "a count": Case({"stats": {"s": "|H.a:y|"}}, "bc ad"),
    "a count in a condition": Case(header("(if |H.a| (= n 1))"), "a bcd"),
    "a count in a loop's condition": Case(header("(while |H.a| (= n 1))"), "a bcd"),
    "a count in a branch": Case(header("(if 1 (= n |H.a|) (= n |H.b|))"), "a b cd"),
    "effects": Case(PLAYS, "a b cd", {"H": "ab"}, programs={"a": "@", "b": "@"}),
    "effects that are not run": Case({}, "abcd", programs={"a": "@;(= n |H.c|)"}),
    "effects that are, and what they count": Case(PLAYS, "a c bd", programs={"a": "@;(= n |H.c|)"}),
    "the number of copies": Case(header("(# H.(> copies 1) B)"), "a b c d"),
    "a property": Case(header("(# H.(> (+ level copies) 1) B)"), "a b c d"),
    "a sum of a property": Case({"stats": {"s": "(sum H level)"}}, "ab c d"),
    "a property of the first": Case({"stats": {"s": "(sum H.1 level)"}}, "ab c d", {"H": "abcd"}),
    "the first of all": Case({"stats": {"s": "|H.1.a|"}}, "a bcd", {"H": "abcd"}),
    "the first of some": Case({"stats": {"s": "|H.a:x.1.a|"}}, "a b cd", {"H": "ab"}),
    "the first of copies": Case({"stats": {"s": "|H.a.1|"}}, "a bcd"),
    "the last of some, in two zones": Case(
        {"stats": {"s": "|H.a:x.-1.a|", "t": "|B.a:y.-1.b|"}}, "a b c d", {"H": "ab", "B": "bc"}
    ),
    "answers to moves, where nothing plays": Case(
        header("(on >H (= seen |it.a|) (times 1));(# D.2 H)"), "a bcd", {"D": "abcd", "H": "abcd"}
    ),
    "answers to draws, where nothing plays": Case(
        header("(on draw (= seen |it.a|) (times 1));(# D.2 H [draw])"), "a bcd", {"D": "abcd"}
    ),
    "a first one that is moved": Case(header("(# H.a:x.1 B)"), "ab cd"),
    "a first one that is moved and counted": Case(
        header("(# H.a:x.1 B)", stats={"s": "|B.a|"}), "a b cd", {"H": "ab"}
    ),
    "all that are moved, and then the first": Case(
        header("(# H.a:x B)", stats={"s": "|B.1.a|"}), "a b cd", {"H": "ab", "B": "abcd"}
    ),
    "one that is moved, and then the first": Case(
        header("(# H.a:x.1 B)", stats={"s": "|B.1.c|"}), "c ab d", {"B": "abcd"}
    ),
    "those on top that are moved": Case(
        header("(# D.3 B)", stats={"s": "|B.a|"}), "a bcd", {"D": "abcd"}
    ),
    "those on top that are moved, and then the first": Case(
        header("(# H.3 B)", stats={"s": "|B.1.a|"}), "a bcd", {"H": "abcd", "B": "abcd"}
    ),
    "chosen ones that are moved, and then the first": Case(
        header("(# H.a:x.-9 B)", stats={"s": "|B.1.a|"}), "a b cd", {"H": "ab", "B": "abcd"}
    ),
    "chosen ones among chosen ones": Case(
        header("(# H.a:x.-9.a:y.-9 B)", stats={"s": "|B.1.b|"}), "a b c d", {"H": "ab", "B": "abcd"}
    ),
    "a chosen one that is moved, and then the first": Case(
        header("(# H.a:x.-1 B)", stats={"s": "|B.1.a|"}), "a b cd", {"H": "ab", "B": "abcd"}
    ),
    "a random one that is moved, and then the first": Case(
        header("(# H.a:x.?1 B)", stats={"s": "|B.1.a|"}), "a b cd", {"B": "abcd"}
    ),
    "all but a random one that are moved, and then the first": Case(
        header("(# H.a:x.!?1 B)", stats={"s": "|B.1.a|"}), "a b cd", {"H": "ab", "B": "abcd"}
    ),
    "chosen ones that are moved at random": Case(
        header("(# H.a:x.?2 B)", stats={"s": "|B.1.a|"}), "a b cd", {"H": "ab", "B": "abcd"}
    ),
    "all that pass a number, and then the first": Case(
        header("(# H.(> copies 1) B)", stats={"s": "|B.1.a|"}), "a b c d", {"H": "abcd", "B": "abcd"}
    ),
    "some that pass a number, and then the first": Case(
        header("(# H.a:x.(> copies 1) B)", stats={"s": "|B.1.a|"}), "a b c d", {"H": "ab", "B": "abcd"}
    ),
    "moved on, and on": Case(
        header("(# H.a:x B);(# B.a:y J)", stats={"s": "|J.1.b|"}), "a b c d", {"B": "bc", "J": "abcd"}
    ),
    "moved from zone to zone, all of them": Case(
        header("(# H B);(# B J)", stats={"s": "|J.1.b|"}),
        "b acd", {"H": "abcd", "B": "abcd", "J": "abcd"},
    ),
    "moved and forgotten": Case(
        header("(# H D);(shuffle D)", stats={"s": "|D.1.a|"}), "a bcd", {"D": "abcd"}
    ),
    "moved and another forgotten": Case(
        header("(# H D);(shuffle J)", stats={"s": "|D.1.a|"}), "a bcd", {"H": "abcd", "D": "abcd"}
    ),
    "within a zone": Case(header("(# H.a H)", stats={"s": "|H.b|"}), "a b cd", {"H": "abcd"}),
    "picked": Case(header("(# D.a:x.2 H);(shuffle D)", stats={"s": "|H.a|"}), "a b cd", {"D": "ab"}),
    "drawn in later turns": Case(
        {"turns": 2, "draw": 1, "combos": {"c": {"hand": ["a"]}}}, "a bcd", {"D": "abcd"}
    ),
    "several drawn in later turns, and the first": Case(
        {"turns": 2, "draw": 2, "stats": {"s": "|H.1.a|"}}, "a bcd", {"H": "abcd", "D": "abcd"}
    ),
    "looked at in a print": Case(header("(print H.a:x)"), "ab cd"),
    "a scan": Case(PLAYS, "a b cd", {"H": "ab"}, programs={"a": "@;(# X B)", "b": "@;(# X J)"}),
    "a scan of one kind": Case(PLAYS, "a bcd", programs={"a": "@;(# X B)"}),
    "a card back on the deck": Case(
        PLAYS | {"stats": {"s": "|D.1.b|"}}, "a b cd", {"D": "abcd"}, programs={"a": "@;(## X D)"}
    ),
    "those that answer": Case(
        PLAYS, "a b cd", {"H": "ab"}, programs={"a": "[on turn-end](= n 1)", "b": "[on turn-end](= n 2)"}
    ),
    "those that answer their moves": Case(
        PLAYS, "a b cd", {"H": "ab", "D": "ab", "B": "ab"},
        programs={"a": "[on >B](= n 1)", "b": "[on >B](= n 2)"},
    ),
    "what an event moved": Case(
        PLAYS, "a bcd", {"H": "abcd", "D": "abcd", "B": "abcd"}, programs={"a": "[on draw](# it.1 B)"}
    ),
    "what is installed": Case(header("(on turn-end (= n |H.c|))"), "c abd"),
    "what is put off": Case(header("(after 1 (= n |H.c|))"), "c abd"),
    "what is called": Case(header("(f)"), "d abc"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_classes_and_orders(case: Case) -> None:
    cards = {
        kind: {
            "count": 2,
            "attribute": ATTRIBUTES.get(kind, []),
            "props": {"level": LEVELS[kind]} if kind in LEVELS else {},
            "program": case.programs.get(kind, []),
        }
        for kind in KINDS
    }
    functions = {"f()": "(g)", "g()": "(= n |H.d|)"}
    topic = {"combos": {"c": {}}, "start-card": 2, **case.topic}
    program = compile_text(deck_text(cards, {"t": topic}, define=functions))
    plan, about = program.plan, program.topics[0]

    def kinds(numbers: list[int]) -> str:
        found = "".join(program.kinds[plan["kind_of"][card]][0] for card in numbers)
        assert found[::2] == found[1::2]  # both copies
        return found[::2]

    classes = [
        kinds([card for card, number in enumerate(about.classes) if number == one])
        for one in dict.fromkeys(about.classes)
    ]
    assert sorted(classes) == sorted(case.classes.split())
    ordered = {
        zone: kinds([card for card in range(program.cards) if cards >> card & 1])
        for zone, cards in zip(program.zones, about.ordered, strict=True)
        if cards
    }
    assert ordered == case.ordered


def test_who_weighs_moves_sees_no_order_of_the_scan() -> None:
    """Which card comes first in the hand matters to whoever goes through it; to others what is looked for."""
    cards = {
        "a": {"count": 2, "program": "@;(# X B);(# B.1 J)"},
        "b": {"count": 2, "program": "@;(# X B)"},
        "c": {"count": 2, "attribute": ["m"]},
    }
    topic = {"exec-program": True, "combos": {"c": {"hand": ["c"]}}}
    program = compile_text(deck_text(cards, {"t": topic}))
    hand, grave = program.zones.index("H"), program.zones.index("B")
    about = program.topics[0]
    assert about.ordered[hand] == 0b001111 and about.weighed[hand] == 0
    assert about.ordered[grave] == about.weighed[grave] == 0b111111


def test_many_kinds_that_nobody_asks_about_are_one_class() -> None:
    """Thirty kinds more, and as little to enumerate."""
    cards = {f"sort {index}": {"count": 1} for index in range(30)}
    topic = {"combos": {"c": {"hand": ["key"]}}}
    program = compile_text(deck_text({"key": {"count": 2}, **cards}, {"t": topic}))
    assert program.topics[0].classes == [0, 0, *[1] * 30]
