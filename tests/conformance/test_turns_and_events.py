"""Loops, functions, properties, turns, main programs and events, on both targets.

Each scene has cards of its own, which lie in known places when a trial begins, and a topic of its
own; all of them are one deck, so that one build serves them all.  ``~`` before a name makes it the
scene's.  The function ``did`` of the deck writes down what happens: ``order`` is its digits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any

import pytest
from running import compile_text, deck_text, named_zones, notices, open_play, rows

from yisp.compile.program import Program
from yisp.lang.events import WORDS
from yisp.lang.forms import FORMS

STEPS = 200


@dataclass(frozen=True)
class Scene:
    """Cards (name → effects) and where they lie: in the hand in this order, unless said otherwise."""

    cards: dict[str, list[str]]
    header: str = ""
    after: dict[str, str] | None = None  # zone → names, blank-separated; other zones but the deck are empty
    stats: dict[str, int | None] = field(default_factory=dict)  # number → value
    notices: tuple[str, ...] = ()
    activations: int | None = None
    program: str = ""
    define: dict[str, str] = field(default_factory=dict)
    props: dict[str, dict[str, int]] = field(default_factory=dict)
    hand: str | None = None
    top: str = ""  # on top of the deck
    zones: dict[str, str] = field(default_factory=dict)
    turns: int = 1
    draw: int = 0
    plays: bool = True
    condition: str | None = None  # of a combo …
    holds: bool = True  # … that succeeds


def plain(names: str) -> dict[str, list[str]]:
    """Cards without effects."""
    return {name: [] for name in names.split()}


LOOPS = {
    "as long as": Scene(plain("a b c d"), "(while (> |H| 2) (# H.1 B))", {"H": "c d", "B": "a b"}),
    "not even once": Scene(plain("a"), "(while |J| (# H B))", {"H": "a"}),
    "so often": Scene(plain("a b c"), "(repeat 2 (# H.1 B))", {"H": "c", "B": "a b"}),
    "how often is worked out once": Scene(plain("a b c"), "(repeat |H| (# H.1 B))", {"B": "a b c"}),
    "fewer times than none": Scene(plain("a"), "(repeat (- |J| 3) (# H B))", {"H": "a"}),
    "a loop in a loop": Scene(plain("a"), "(repeat 2 (repeat 3 (= word (+ word 1))))", stats={"word": 6}),
    "a test that does something": Scene(
        plain("a"), "(while (block (= x (+ x 1)) (< x 4)) (= word (+ word x)))", stats={"word": 1 + 2 + 3}
    ),
    "a test of a branch": Scene(
        plain("a b c"), "(while (if (> |H| 1) 1 |J|) (# H.1 B))", {"H": "c", "B": "a b"}
    ),
    "what a loop assigns lasts": Scene(
        plain("a"), "(= x 1);(repeat 4 (= x (* x 2)));(= word x)", stats={"word": 16}
    ),
    "what was known before a loop does not last": Scene(
        plain("a"),
        "(= x 1);(= word 1);(while (< x 3) (= x (+ x word)) (= word 5));(= word (/ 60 x))",
        stats={"word": 60 // 7},
    ),
    "several things in turn": Scene(
        plain("a b c d"), "(repeat 2 (# H.1 B) (# H.1 J) (did 1))", {"B": "a c", "J": "b d"}, {"order": 11}
    ),
    "eight loops deep": Scene(
        plain("a"), "(repeat 1 " * 7 + "(repeat 3 (did 1))" + ")" * 7, stats={"order": 111}
    ),
    "loops behind many branches": Scene(
        plain("a"), "(if |H| " * 20 + "(repeat 3 (if |H| (did 1) (did 2)))" + ")" * 20, stats={"order": 111}
    ),
    "without end": Scene(
        {"a": ["@;(# X B)"]}, "(while 1 (= word (+ word 1)))", {"H": "a"}, {"word": STEPS - 1}, ("Y306",), 0
    ),
    "without end, for ever and a day": Scene(
        plain("a"), "(repeat 9223372036854775807 (= word 7))", {"H": "a"}, {"word": 7}, ("Y306",)
    ),
    "without end, in an effect": Scene(
        {"a": ["[1]@;(while 1 ());(# H B)"], "b": ["@;(# X B)"]}, "", {"H": "a b"}, {}, ("Y306",), 1
    ),
    "without end, in a condition and a stat": Scene(
        plain("a"),
        "",
        {"H": "a"},
        {"(block (while 1 ()) 1)": None, "(+ 1 |H|)": 2},
        ("Y306", "Y306"),
        condition="(block (while |H| ()) 1)",
        holds=False,
    ),
    "judging has steps of its own": Scene(
        plain("a"),
        "(while 1 ())",
        {"H": "a"},
        {"|H|": 1},
        ("Y306",),
        condition="(block (repeat 150 ()) 1)",
    ),
}

STOPS = {
    "stopping": Scene(
        {"a": ["@;(# X B)"], "b": []},
        "(# H.~b B);(stop 2);(# H B)",
        {"H": "a", "B": "b"},
        {"outcome": 2},
        (),
        0,
    ),
    "stopping with a number that is worked out": Scene(
        plain("a b"), "(stop (+ |H| 5));(stop 1)", stats={"outcome": 7}
    ),
    "stopping in a branch that is not taken": Scene(
        {"a": ["@;(# X B)"]}, "(if |J| (stop 2))", {"B": "a"}, {"outcome": 0}, (), 1
    ),
    "stopping in a loop": Scene(
        plain("a b c"), "(while 1 (# H.1 B) (if (== |B| 2) (stop 3)))", {"H": "c", "B": "a b"}, {"outcome": 3}
    ),
    "stopping in a function": Scene(
        plain("a"),
        "(repeat 3 (did 1) (~enough));(did 2)",
        {"H": "a"},
        {"order": 11, "outcome": 9},
        define={"enough": "/(> order 9);(stop 9);(did 3)"},
    ),
    "stopping in an effect": Scene(
        {"a": ["@;(# X B);(stop 1);(# H B)"], "b": ["@;(# X B)"]},
        "",
        {"H": "b", "B": "a"},
        {"outcome": 1},
        (),
        1,
    ),
    "stopping ends all turns": Scene(
        plain("a"),
        "(= turn (+ turn 1));(did turn);(if (== turn 2) (stop 1))",
        {"H": "a"},
        {"order": 12},
        turns=4,
    ),
    "after stopping nothing is answered": Scene(
        {"a": ["[on >B](did 1)"]}, "(# H B);(stop 1)", {"B": "a"}, {"order": 0}, (), 0
    ),
    "stopping in an answer": Scene(
        {"a": ["[on >B](stop 4)"], "b": ["[on >B](did 1)"]},
        "(# H B)",
        {"B": "a b"},
        {"order": 0, "outcome": 4},
        (),
        0,
    ),
    "stopping in what was put off": Scene(
        plain("a"), "(on turn-end (stop 5));(did 1)", {"H": "a"}, {"order": 1, "outcome": 5}, turns=3
    ),
    "a trial that was stopped is judged": Scene(
        plain("a"), "(stop 2)", {"H": "a"}, condition="(== outcome 2)"
    ),
}

FUNCTIONS = {
    "a value": Scene(
        plain("a"), stats={"(~double 4)": 8, "(+ 1 (~double |H|))": 3}, define={"double(n)": "(* 2 n)"}
    ),
    "arguments in their order": Scene(
        plain("a"),
        stats={"(~less 10 3)": 7, "(~less (~less 10 3) (~less 3 1))": 5},
        define={"less(a b)": "(- a b)"},
    ),
    "parameters between commas": Scene(
        plain("a"), stats={"(~less 10 3)": 7}, define={"less( long ,b )": "(- long b)"}
    ),
    "no value": Scene(plain("a b"), "(~mill 1)", {"H": "b", "B": "a"}, define={"mill(n)": "(# H.:n B)"}),
    "its letters are its own": Scene(
        plain("a"),
        "(= x 5);(= word (~own));(= word (+ (* 10 word) (~own)));(= other x)",
        stats={"word": 11, "other": 5},
        define={"own": "(= x (+ x 1));x"},
    ),
    "its parameters are its own": Scene(
        plain("a"),
        "(= word 4);(= other (~next word));(= order (~later 7))",
        stats={"word": 4, "other": 5, "order": 8},
        define={"next(n)": "(= n (+ n 1));n", "later(word)": "(= word (+ word 1));word"},
    ),
    "longer names are the trial's": Scene(
        plain("a"),
        "(= word 4);(~gain 3);(~gain 2)",
        stats={"word": 9},
        define={"gain(n)": "(= word (+ word n))"},
    ),
    "what it assigned is seen behind it": Scene(
        plain("a"),
        "(= word 1);(= other (+ word (~set) word))",
        stats={"other": 1 + 7 + 5},
        define={"set": "(= word 5);7"},
    ),
    "a guard gives 0": Scene(
        plain("a"),
        "(~may 0);(~may 1);(= other (~may 1))",
        stats={"(~checked 1)": 0, "(~checked 3)": 4, "order": 11, "other": 0},
        define={"checked(n)": "/(> n 2);(+ n 1)", "may(n)": "/n;(did 1);0"},
    ),
    "a guard turned round": Scene(
        plain("a"), stats={"(~checked 1)": 2, "(~checked 3)": 0}, define={"checked(n)": "/!(> n 2);(+ n 1)"}
    ),
    "the value is the last statement's": Scene(plain("a"), stats={"(~last)": 3}, define={"last": "1;2;3"}),
    "the value of a branch": Scene(
        plain("a"),
        stats={"(~sign -3)": -1, "(~sign 0)": 0, "(~sign 9)": 1},
        define={"sign(n)": "(if (< n 0) -1 (if n 1 0))"},
    ),
    "their tags are those of whoever calls": Scene(
        {
            "a": ["@;(# X B);(~no);(did 1)"],
            "b": ["@;(# X B);(~pull);(did 2)"],
            "c": ["@;(# X B);(~put);(did 3)"],
        },
        "",
        {"H": "b", "B": "a c"},
        {"order": 13},
        (),
        2,
        define={"no": "(! drawing)", "pull": "(~really)", "really": "(# D.1 H [drawing!])", "put": "()"},
    ),
    "`@` in a function activates nothing": Scene(
        {"a": ["(~act);(did 1)", "(did 2);@;(# X B)"]},
        "",
        {"B": "a"},
        {"order": 12},
        (),
        1,
        define={"act": "@"},
    ),
    "`@` in a header or a main program does nothing": Scene(
        plain("a"), "@;(did 1)", {"B": "a"}, {"order": 12}, (), 0, program="(did 2);@;(# H B)"
    ),
    "X is the caller's": Scene(
        {"a": ["@;(~leave)"], "b": ["@;(~leave)"]},
        "",
        {"B": "a b"},
        {},
        (),
        2,
        define={"leave": "(# X B)"},
    ),
    "`it` is the caller's": Scene(
        {"a": ["[on >B](~take)"], "b": []},
        "(# H B)",
        {"B": "b", "J": "a"},
        {},
        (),
        1,
        define={"take": "(# it J)"},
    ),
    "functions of functions": Scene(
        plain("a b c"),
        "(~twice)",
        {"H": "c", "B": "a b"},
        {"(~four 3)": 12},
        define={
            "twice": "(~once);(~once)",
            "once": "(# H.1 B)",
            "two(n)": "(* 2 n)",
            "four(n)": "(~two (~two n))",
        },
    ),
    "a loop in a function": Scene(
        plain("a"),
        stats={"(~sum 4)": 10, "(~sum 0)": 0},
        define={"sum(n)": "(while n (= s (+ s n)) (= n (- n 1)));s"},
    ),
    "chance in a function": Scene(plain("a"), stats={"(~luck)": 3}, define={"luck": "(rand 3 3)"}),
    "an error in a function ends play": Scene(
        {"a": ["@;(# X B)"]},
        "(did 1);(= word (~part 0));(did 2)",
        {"H": "a"},
        {"order": 1},
        ("Y302",),
        0,
        define={"part(n)": "(/ 6 n)"},
    ),
    "an error in a function fails a condition": Scene(
        plain("a"),
        "",
        {"H": "a"},
        {"(~part |J|)": None, "(~part |H|)": 6},
        ("Y302", "Y302"),
        define={"part(n)": "(/ 6 n)"},
        condition="(+ 1 (~part |J|))",
        holds=False,
    ),
    "each call is a step": Scene(
        plain("a"),
        "(repeat 150 (~count))",
        {"H": "a"},
        {"word": STEPS // 2 - 1},
        ("Y306",),
        define={"count": "(= word (+ word 1))"},
    ),
    "each call is a step, of judging too": Scene(
        plain("a"),
        "",
        {"H": "a"},
        {"(block (repeat 90 (~one)) 1)": 1, "(block (repeat 90 (~one)) 2)": None},
        ("Y306",),
        define={"one": "1"},
    ),
}

LEVELS = {"a": {"level": 1}, "b": {"level": 3, "rank": -2}, "c": {"level": 3}}

PROPERTIES = {
    "of a set": Scene(
        plain("a b c d"),
        "",
        {"H": "a b c d"},
        {
            "(sum H level)": 7,
            "(high H level)": 3,
            "(low H level)": 0,
            "(low H.3 level)": 1,
            "(sum H.~b rank)": -2,
            "(high H.~b rank)": -2,
            "(high H rank)": 0,
            "(low H rank)": -2,
            "(sum J level)": 0,
            "(high J level)": 0,
            "(low J level)": 0,
            "(sum H.-2 level)": 3,
            "(high H.1 level)": 1,
            "(sum H.2.1 level)": 1,
            "(low H.1 level)": 1,
        },
        props=LEVELS,
    ),
    "of copies": Scene(
        plain("a b"),
        "",
        {"H": "a b a"},
        {"(sum H level)": 5, "(sum H.~a level)": 2},
        props=LEVELS,
        hand="a b a",
    ),
    "of this card": Scene(
        {"b": ["@;(= word (+ (sum X level) (sum X.~a level)));(# X B)"], "a": []},
        "",
        {"H": "a", "B": "b"},
        {"word": 3},
        (),
        1,
        props=LEVELS,
    ),
    "a sum that does not fit": Scene(
        plain("a b"),
        "(= word (sum H large));(did 1)",
        {"H": "a b"},
        {"order": 0, "(sum H.1 large)": 2**62, "(high H large)": 2**62, "(+ 1 (sum H large))": None},
        ("Y303", "Y303"),
        props={"a": {"large": 2**62}, "b": {"large": 2**62}},
    ),
    "a sum that fits, but not on the way": Scene(
        plain("a b c"),
        "(= word (sum H large));(did 1)",
        {"H": "a b c"},
        {"order": 1, "word": 2**62},
        props={"a": {"large": 2**62}, "b": {"large": 2**62}, "c": {"large": -(2**62)}},
    ),
    "a filter by a property": Scene(
        plain("a b c d"), "(# H.(> level 1) B)", {"H": "a d", "B": "b c"}, props=LEVELS
    ),
    "what it rejects": Scene(
        plain("a b c d"), "(# H.!(> level 1) B)", {"H": "b c", "B": "a d"}, props=LEVELS
    ),
    "its first": Scene(plain("a b c d"), "(# H.(> level 1).1 B)", {"H": "a c d", "B": "b"}, props=LEVELS),
    "its last, of the first three": Scene(
        plain("a b c d"), "(# H.3.(> level 1).-1 B)", {"H": "a b d", "B": "c"}, props=LEVELS
    ),
    "behind a count": Scene(
        plain("a b c d"), "(# H.2.(== level 3) B)", {"H": "a c d", "B": "b"}, props=LEVELS
    ),
    "two properties": Scene(
        plain("a b c d"), "(# H.(and (== level 3) (< rank 0)) B)", {"H": "a c d", "B": "b"}, props=LEVELS
    ),
    "by a variable": Scene(
        plain("a b c d"),
        "(= x 3);(= word -2);(# H.(and (== level x) (!= rank word)) B)",
        {"H": "a b d", "B": "c"},
        props=LEVELS,
    ),
    "a property shadows a variable": Scene(
        plain("a b c d"),
        "(= level 3);(# H.(== level 1) B)",
        {"H": "b c d", "B": "a"},
        {"level": 3},
        props=LEVELS,
    ),
    "by a function": Scene(
        plain("a b c d"),
        "(# H.(~odd (+ level 2)) B)",
        {"H": "d", "B": "a b c"},
        define={"odd(n)": "(% n 2)"},
        props=LEVELS,
    ),
    "by another set": Scene(
        plain("a b c d"), "(# H.(== level (high H level)) B)", {"H": "a d", "B": "b c"}, props=LEVELS
    ),
    "by a set that is filtered by it": Scene(
        plain("a b c d"),
        "(# H.(== 2 |H.(> level rank)|) B);(# H.(== 3 |H.(> level rank)|) J)",
        {"J": "a b c d"},
        notices=("Y301",),
        props=LEVELS,
    ),
    "by a branch": Scene(
        plain("a b c d"), "(# H.(if (> level 1) |J| |H|) B)", {"H": "b c", "B": "a d"}, props=LEVELS
    ),
    "by copies": Scene(plain("a b"), "(# H.(> copies 1) B)", {"H": "b", "B": "a a"}, hand="a b a"),
    "by copies in all of the zone": Scene(
        plain("a b"), "(# H.1.(> copies 1) B)", {"H": "b a", "B": "a"}, hand="a b a"
    ),
    "by copies in this zone": Scene(
        plain("a b"),
        "(# H.1 B);(# H.(> copies 1) B)",
        {"H": "b a", "B": "a"},
        notices=("Y301",),
        hand="a b a",
    ),
    "a filter of the deck": Scene(
        plain("a b"), "(# D.(== level 77).1 H)", {"H": "a b"}, hand="a", top="", props={"b": {"level": 77}}
    ),
    "a filter of this card": Scene(
        {"a": ["/|X.(== level 1)|;@;(# X B)"], "b": ["/|X.(== level 1)|;@;(# X B)"]},
        "",
        {"H": "b", "B": "a"},
        {},
        (),
        1,
        props=LEVELS,
    ),
    "an error in a filter": Scene(
        plain("a b"),
        "(# H.(/ 1 (- level 1)) B);(did 1)",
        {"H": "a b"},
        {"order": 0, "|H.(/ 9 level)|": 2},
        ("Y302",),
        props=LEVELS,
    ),
    "no error where no such card is": Scene(
        plain("b"), "(# H.(/ 1 (- level 4)) B)", {"B": "b"}, props=LEVELS
    ),
    "a loop in a filter": Scene(
        plain("a b c d"),
        "(# H.(> (~fall level) 1) B)",
        {"H": "a d", "B": "b c"},
        define={"fall(n)": "(while n (= n (- n 1)) (= s (+ s 1)));s"},
        props=LEVELS,
    ),
}

TURNS = {
    "the header runs each turn": Scene(plain("a"), "(did 1)", stats={"order": 111}, turns=3),
    "the draw comes before the header": Scene(
        plain("a p q"), "(did |H|)", {"H": "a p q"}, {"order": 123}, hand="a", top="p q", turns=3, draw=1
    ),
    "several cards a turn": Scene(plain("a p q"), "", {"H": "a p q"}, hand="a", top="p q", turns=2, draw=2),
    "a draw from an empty deck": Scene(
        plain("a"), "(# D C)", stats={"|H|": 1}, notices=("Y301",) * 4, turns=3, draw=1
    ),
    "letters begin anew, words stay": Scene(
        plain("a"), "(= x (+ x 1));(= word (+ word x))", stats={"word": 3}, turns=3
    ),
    "once a turn": Scene({"a": ["[1]@;(did 1)"]}, "(did 2)", stats={"order": 212121}, activations=3, turns=3),
    "before any other, each turn": Scene(
        {"a": ["[1^]@;(did 1)", "[1]@;(did 2)", "[1^]@;(did 3)"]},
        stats={"order": 1212},
        activations=4,
        turns=2,
    ),
    "forbidden for the turn": Scene(
        {"a": ["[1]@;(did 1);(# X H [draw])"]},
        "(= turn (+ turn 1));(if (== turn 1) (! draw))",
        stats={"order": 11},
        activations=2,
        turns=3,
    ),
    "the activation limit is a turn's": Scene(
        {"a": ["/(> left 0);@;(= left (- left 1))"]},
        "(= left 30)",
        stats={"left": 0},
        activations=90,
        turns=3,
    ),
    "the step limit is a trial's": Scene(
        plain("a"), "(did 1);(repeat 80 ())", stats={"order": 111}, notices=("Y306",), turns=9
    ),
    "an error ends all turns": Scene(
        plain("a"),
        "(did 1);(= word (/ 1 (- 1 word)));(did 2)",
        stats={"order": 121},
        notices=("Y302",),
        turns=4,
    ),
    "a main program": Scene(
        {"a": ["@;(# X J)"], "b": []},
        "(did 1)",
        {"H": "b", "B": "a"},
        {"order": 12},
        (),
        0,
        program="(# H.1 B);(did 2)",
    ),
    "a main program in place of the policy, each turn": Scene(
        {"a": ["@;(# X J)"], "b": []},
        "(did 1)",
        {"B": "a b"},
        {"order": 1212},
        (),
        0,
        program="(= x (+ x 1));(# H.:x B);(did 2)",
        turns=2,
    ),
    "a main program without effects": Scene(
        plain("a"), "(did 1)", {"B": "a"}, {"order": 12}, program="(# H B);(did 2)", plays=False
    ),
}

MOVED = {
    "from there to here": Scene({"a": ["[on H>B](did 1)"]}, "(# H B)", {"B": "a"}, {"order": 1}, (), 1),
    "to here, from wherever": Scene({"a": ["[on >B](did 1)"]}, "(# H B)", {"B": "a"}, {"order": 1}, (), 1),
    "from there, to wherever": Scene({"a": ["[on H>](did 1)"]}, "(# H B)", {"B": "a"}, {"order": 1}, (), 1),
    "not from elsewhere": Scene({"a": ["[on D>B](did 1)"]}, "(# H B)", {"B": "a"}, {"order": 0}, (), 0),
    "not to elsewhere": Scene({"a": ["[on >J](did 1)"]}, "(# H B)", {"B": "a"}, {"order": 0}, (), 0),
    "not another card": Scene(
        {"a": ["[on >B](did 1)"], "b": []}, "(# H.~b B)", {"H": "a", "B": "b"}, {"order": 0}
    ),
    "from the deck": Scene(
        {"p": ["[on D>B](did 1)"], "q": ["[on D>B](did 2)"]},
        "(# D.2 B)",
        {"B": "p q"},
        {"order": 12},
        (),
        2,
        hand="",
        top="p q",
    ),
    "within a zone": Scene({"a": ["[on >H](did 1)"]}, "(# H H)", {"H": "a"}, {"order": 0}),
    "not where it has left": Scene(
        {"a": ["[on >B](did 1)", "[on >J](did 2)"]}, "(# H B);(# B J)", {"J": "a"}, {"order": 2}, (), 1
    ),
    "again where it was": Scene(
        {"a": ["[on H>B](did 1)"]}, "(# H B);(# B H);(# H B)", {"B": "a"}, {"order": 11}, (), 2
    ),
    "only where the flags say": Scene(
        {"a": ["[B on H>](did 1)"], "b": ["[B on H>](did 2)"]},
        "(# H.~a J);(# H.~b B)",
        {"J": "a", "B": "b"},
        {"order": 2},
        (),
        1,
    ),
    "in the order of the moves": Scene(
        {"a": ["[on >B](did 1)"], "b": ["[on >B](did 2)"], "c": ["[on >B](did 3)"]},
        "(# H.~c B);(# H B)",
        {"B": "c a b"},
        {"order": 312},
        (),
        3,
    ),
    "when the program has ended": Scene(
        {"a": ["[on >B](did 2)"]}, "(# H B);(did 1)", {"B": "a"}, {"order": 12}, (), 1
    ),
    "answers cause more": Scene(
        {
            "a": ["[on >B](# H.~b B);(did 1)"],
            "b": ["[on >B](# D.~p J);(did 2)"],
            "c": ["[on >B](did 3)"],
            "p": ["[on D>J](did 4)"],
        },
        "(# H.~a B);(# H.~c B)",
        {"B": "a c b", "J": "p"},
        {"order": 1324},
        (),
        4,
        hand="a b c",
    ),
    "each effect of the card, as long as it stays": Scene(
        {"a": ["[on >B](did 1)", "[on >B](did 2);(# X J)", "[on >B](did 3)"]},
        "(# H B)",
        {"J": "a"},
        {"order": 12},
        (),
        2,
    ),
    "between activations": Scene(
        {"a": ["@;(# X B)", "[on >B](did 2)"], "b": ["[1]@;(did 1)"]},
        "",
        {"H": "b", "B": "a"},
        {"order": 21},
        (),
        3,
    ),
    "no cards of the opening hand": Scene({"a": ["[on D>H](did 1)"]}, "", {"H": "a"}, {"order": 0}, (), 0),
    "X is the card that moved": Scene({"a": ["[on >B](# X J)"], "b": []}, "(# H B)", {"B": "b", "J": "a"}),
    "`it` is the card that moved": Scene(
        {"a": ["[on >B](= word (+ |it| |it.~a|));(# it J)", "[on >J](= other |it.~b|)"], "b": []},
        "(# H B)",
        {"B": "b", "J": "a"},
        {"word": 2, "other": 0},
    ),
    "`it` without the card that has left": Scene(
        {"a": ["[on >B](# X J);(= word (+ 5 |it|));(# it F)"]},
        "(# H B)",
        {"J": "a"},
        {"word": 5},
        ("Y301",),
        1,
    ),
    "not without an activation policy": Scene(
        {"a": ["[on >B](did 1)"]}, "(# H B)", {"B": "a"}, {"order": 0}, (), 0, plays=False
    ),
    "with a main program": Scene(
        {"a": ["[on >B](did 2)"]},
        "",
        {"B": "a"},
        {"order": 12},
        (),
        1,
        program="(# H B);(did 1)",
        plays=False,
    ),
    "drawn for the turn, answered behind the header": Scene(
        {"a": [], "p": ["[on D>H](did 2)"]},
        "(did 1)",
        {"H": "a p"},
        {"order": 112},
        (),
        1,
        hand="a",
        top="p",
        turns=2,
        draw=1,
    ),
}

ANSWERS = {
    "a guard before the end": Scene(
        {"a": ["[on >B](did 1);/0;(did 2)"]}, "(# H B)", {"B": "a"}, {"order": 1}, (), 0
    ),
    "activated at its end": Scene(
        {"a": ["[1 on >B]/|B|;(did 1)"]}, "(# H B)", {"B": "a"}, {"order": 1}, (), 1
    ),
    "activated at @": Scene({"a": ["[on >B]@;/0;(did 1)"]}, "(# H B)", {"B": "a"}, {"order": 0}, (), 1),
    "once for all copies": Scene(
        {"a": ["[1 on >B](did 1)"]}, "(# H B)", {"B": "a a"}, {"order": 1}, (), 1, hand="a a"
    ),
    "not spent by a guard": Scene(
        {"a": ["[1 on >B](= tries (+ tries 1));/(> tries 1);(did 1)"]},
        "(# H B)",
        {"B": "a a a"},
        {"order": 1, "tries": 2},
        (),
        1,
        hand="a a a",
    ),
    "once, and again the next turn": Scene(
        {"a": ["[1 on >B](did 1)"]}, "(# H.1 B)", {"B": "a a"}, {"order": 11}, (), 2, hand="a a", turns=2
    ),
    "only before any activation": Scene(
        {"a": ["[^ on >B](did 1)"], "b": ["[^ on >B](did 2)"]}, "(# H B)", {"B": "a b"}, {"order": 1}, (), 1
    ),
    "an activation by the player comes first": Scene(
        {"a": ["@;(# X B)", "[^ on >B](did 1)"]}, "", {"B": "a"}, {"order": 0}, (), 1
    ),
    "an answer is an activation, too": Scene(
        {"a": ["[on >B](did 1)"], "b": ["[^]@;(did 2)"]},
        "(# H.~a B)",
        {"H": "b", "B": "a"},
        {"order": 1},
        (),
        1,
    ),
    "forbidden": Scene(
        {"a": ["[on >B](did 1);(# X B [draw])"]}, "(! draw);(# H B)", {"B": "a"}, {"order": 0}, (), 0
    ),
    "the scan does not begin again": Scene(
        {"a": ["[1]/order;@;(did 2)"], "b": ["(# H.~c B);/0;@"], "c": ["[on >B](did 1)"]},
        "",
        {"H": "a b", "B": "c"},
        {"order": 1},
        (),
        1,
    ),
    "an error in an answer": Scene(
        {"a": ["[on >B](did (/ 1 0))"], "b": ["[on >B](did 2)"], "c": ["@;(# X J)"]},
        "(# H.2 B)",
        {"H": "c", "B": "a b"},
        {"order": 0},
        ("Y302",),
        0,
    ),
    "to and fro without end": Scene(
        {"a": ["[on >B](# X J)", "[on >J](# X B)"]}, "(# H B)", None, {"|H|": 0}, ("Y305",), 50
    ),
    "to and fro without end, never activated": Scene(
        {"a": ["[on >B](= word (+ word 1));(# X J);/0", "[on >J](= word (+ word 1));(# X B);/0"]},
        "(# H B)",
        None,
        {"|H|": 0, "word": STEPS - 1},
        ("Y306",),
        0,
    ),
}

OTHERS = {
    "a draw": Scene(
        {"a": ["[on draw](did |it|)"], "p": [], "q": []},
        "(# D.2 H [draw])",
        {"H": "a p q"},
        {"order": 2},
        (),
        1,
        hand="a",
        top="p q",
    ),
    "two draws": Scene(
        {"a": ["[on draw](= word (+ (* 10 word) |it|))"], "p": [], "q": [], "r": []},
        "(# D.2 H [draw]);(# D.1 H [draw])",
        {"H": "a p q r"},
        {"word": 21},
        (),
        2,
        hand="a",
        top="p q r",
    ),
    "no draw without the tag": Scene(
        {"a": ["[on draw](did 1)"], "p": [], "q": []},
        "(# D.1 H);(# D.1 H [draw!])",
        {"H": "a p q"},
        {"order": 0},
        (),
        0,
        hand="a",
        top="p q",
    ),
    "no draw of nothing": Scene(
        {"a": ["[on draw](did 1)"]}, "(# J H [draw])", {"H": "a"}, {"order": 0}, ("Y301",), 0
    ),
    "a draw of any zone": Scene(
        {"a": ["[on draw](# it J)"], "b": []}, "(# H.~b B [draw])", {"H": "a", "J": "b"}, {}, (), 1
    ),
    "the drawn that are still there": Scene(
        {"a": ["[on draw](= word |it|);(# it F)"], "p": [], "q": []},
        "(# D.2 H [draw]);(# H.~p B)",
        {"H": "a", "B": "p", "F": "q"},
        {"word": 1},
        (),
        1,
        hand="a",
        top="p q",
    ),
    "filters of the drawn": Scene(
        {"a": ["[on draw](# it.!~p.1 F)"], "p": [], "q": [], "r": []},
        "(# D.3 H [draw])",
        {"H": "a p r", "F": "q"},
        {},
        (),
        1,
        hand="a",
        top="p q r",
    ),
    "the cards come before their draw": Scene(
        {"a": ["[on draw](did 2)"], "p": ["[on D>H](did 1)"]},
        "(# D.1 H [draw])",
        {"H": "a p"},
        {"order": 12},
        (),
        2,
        hand="a",
        top="p",
    ),
    "the turn's draw": Scene(
        {"a": ["[on draw](did |it|)"], "p": [], "q": []},
        "",
        {"H": "a p q"},
        {"order": 2},
        (),
        1,
        hand="a",
        top="p q",
        turns=2,
        draw=2,
    ),
    "drawn cards answer, too": Scene(
        {"p": ["[on draw](did |it|)"], "q": ["[B on draw](did 9)"]},
        "(# D.2 H [draw])",
        {"H": "p q"},
        {"order": 2},
        (),
        1,
        hand="",
        top="p q",
    ),
    "an activation": Scene(
        {"a": ["@;(# X B)"], "b": ["[1 on activate](= word (+ |it.~a| (* 2 |it|)));(# it J)"]},
        "",
        {"H": "b", "J": "a"},
        {"word": 3},
        (),
        2,
    ),
    "an activation by an answer": Scene(
        {"a": ["[on >B](did 1)"], "b": ["[1 on activate](did 2)"]},
        "(# H.~a B)",
        {"H": "b", "B": "a"},
        {"order": 12},
        (),
        2,
    ),
    "no activation without @": Scene(
        {"a": ["/0;@"], "b": ["[1 on activate](did 2)"]}, "", {"H": "a b"}, {"order": 0}, (), 0
    ),
    "its own activation": Scene(
        {"b": ["[on activate](= word (+ word 1))"], "a": ["[1]@"]},
        "",
        {"H": "b a"},
        {"word": 49},
        ("Y305",),
        50,
    ),
    "a turn, from start to end": Scene(
        {"a": ["[on turn-start](did 2)", "[1]@;(did 3)", "[on turn-end](did 4)"]},
        "(did 1)",
        {"H": "a"},
        {"order": 12341234},
        (),
        6,
        turns=2,
    ),
    "a turn with a main program": Scene(
        {"a": ["[on turn-start](did 2)", "[on turn-end](did 4)"]},
        "(did 1)",
        {"H": "a"},
        {"order": 1234},
        (),
        2,
        program="(did 3)",
    ),
    "no cards of a turn": Scene(
        {"a": ["[on turn-start](= word (+ 3 |it|))", "[on turn-end](# it B)"]},
        "",
        {"H": "a"},
        {"word": 3},
        ("Y301",),
        2,
    ),
    "zone by zone as the scan goes": Scene(
        {
            "a": ["[F on turn-start](did 4)"],
            "b": ["[E on turn-start](did 3)"],
            "c": ["[B on turn-start](did 2)"],
            "d": ["[on turn-start](did 1)"],
        },
        "",
        {"F": "a", "E": "b", "B": "c", "H": "d"},
        {"order": 1234},
        (),
        4,
        hand="d",
        zones={"F": "a", "E": "b", "B": "c"},
    ),
    "from the front": Scene(
        {"a": ["[on turn-start](did 1)", "[on turn-start](did 2)"], "b": ["[on turn-start](did 3)"]},
        "",
        {"H": "b a b"},
        {"order": 3123},
        (),
        4,
        hand="b a b",
    ),
    "cards that have left are passed over": Scene(
        {
            "a": ["[on turn-end](# H.~b J);(did 1)"],
            "b": ["[on turn-end](did 2)"],
            "c": ["[HJ on turn-end](did 3)"],
        },
        "",
        {"H": "a c", "J": "b"},
        {"order": 13},
        (),
        2,
    ),
    "a card that comes to a later zone is met there": Scene(
        {"a": ["[on turn-end](# H.~b J)"], "b": ["[J on turn-end](did 2)"]},
        "",
        {"H": "a", "J": "b"},
        {"order": 2},
        (),
        2,
    ),
}

INSTALLED = {
    "any card": Scene(plain("a b"), "(on >B (did |it|));(# H.1 B);(# H.1 B)", {"B": "a b"}, {"order": 11}),
    "also without a policy": Scene(
        plain("a"), "(on >B (did 1));(# H B)", {"B": "a"}, {"order": 1}, plays=False
    ),
    "only such moves": Scene(
        plain("a b c"),
        "(on H>B (did 1));(# H.1 J);(# J B);(# H.1 B);(# B.1 H)",
        {"H": "c a", "B": "b"},
        {"order": 1},
    ),
    "nothing that happened before": Scene(
        plain("a b"), "(# H.1 B);(on >B (did 1));(# H.1 B)", {"B": "a b"}, {"order": 1}
    ),
    "its cards are `it`": Scene(plain("a b"), "(on >B (# it J));(# H B)", {"J": "a b"}),
    "its draw": Scene(
        plain("a p q"),
        "(on draw (did |it|));(# D.2 H [draw])",
        {"H": "a p q"},
        {"order": 2},
        hand="a",
        top="p q",
    ),
    "so often": Scene(plain("a b c"), "(on >B (did 1) (times 2));(# H B)", {"B": "a b c"}, {"order": 11}),
    "no times": Scene(
        plain("a"), "(on >B (did 1) (times 0));(on >B (did 1) (for -2));(# H B)", {"B": "a"}, {"order": 0}
    ),
    "for ever": Scene(
        plain("a"), "(if (not order) (on turn-end (did 2)));(did 1)", {}, {"order": 121212}, turns=3, hand=""
    ),
    "for so many turns": Scene(
        plain("a"),
        "(if (not order) (on turn-end (did 2) (for 2)));(did 1)",
        {"H": "a"},
        {"order": 121211},
        turns=4,
    ),
    "for this turn": Scene(
        plain("a"),
        "(if (not order) (on turn-end (did 2) (times 6) (for 1)));(did 1)",
        {"H": "a"},
        {"order": 121},
        turns=2,
    ),
    "several things": Scene(
        plain("a"), "(on >B (did 1) (did 2) (# it J));(# H B)", {"J": "a"}, {"order": 12}
    ),
    "the oldest first": Scene(
        plain("a"), "(on >B (did 1));(on >B (did 2));(# H B)", {"B": "a"}, {"order": 12}
    ),
    "behind the card's own": Scene(
        {"a": ["[on >B](did 1)"]}, "(on >B (did 2));(# H B)", {"B": "a"}, {"order": 12}, (), 1
    ),
    "behind all cards of a turn": Scene(
        {"a": ["[on turn-end](did 1)"], "b": ["[on turn-end](did 2)"]},
        "(on turn-end (did 3))",
        {"H": "a b"},
        {"order": 123},
        (),
        2,
    ),
    "X is the card whose effect installed it": Scene(
        {"a": ["[1]@;(on turn-end (# X B))"], "b": []}, "", {"H": "b", "B": "a"}, {}, (), 1
    ),
    "letters are its own": Scene(
        plain("a"), "(= x 7);(on >B (= x (+ x 1)) (did x));(# H B)", {"B": "a"}, {"order": 1}
    ),
    "installed by what is installed": Scene(
        plain("a b"),
        "(on >B (did 1) (on >J (did 2)) (# it J) (times 1));(# H B)",
        {"B": "b", "J": "a"},
        {"order": 12},
    ),
    "it does not answer what came before it in the queue": Scene(
        plain("a b"), "(on >B (did 1) (on >B (did 2)) (times 1));(# H B)", {"B": "a b"}, {"order": 1}
    ),
    "it counts no activation": Scene(
        {"a": ["[^]@;(# X B)"]}, "(on turn-start (did 1))", {"B": "a"}, {"order": 1}, (), 1
    ),
    "an activation": Scene({"a": ["@;(# X B)"]}, "(on activate (# it J))", {"J": "a"}, {}, (), 1),
    "a function that installs": Scene(
        plain("a"), "(~watch);(# H B)", {"B": "a"}, {"order": 1}, define={"watch": "(on >B (did 1))"}
    ),
    "as many as there may be": Scene(
        plain("a"), "(repeat 64 (on >B (= word (+ word 1))));(# H B)", {"B": "a"}, {"word": 64}
    ),
    "more than there may be": Scene(
        plain("a"), "(repeat 70 (on >B ()) (= word (+ word 1)));(# H B)", {"H": "a"}, {"word": 64}, ("Y307",)
    ),
    "more scheduled than there may be": Scene(
        plain("a"),
        "(repeat 70 (after 1 ()) (= word (+ word 1)));(# H B)",
        {"H": "a"},
        {"word": 64},
        ("Y307",),
    ),
    "what was used up makes room": Scene(
        plain("a"), "(repeat 33 (on turn-end () (times 1)));(did 1)", {"H": "a"}, {"order": 11}, turns=2
    ),
    "what is over makes room": Scene(
        plain("a"), "(repeat 40 (on >J () (for 1)));(did 1)", {"H": "a"}, {"order": 111}, turns=3
    ),
    "the next turn": Scene(
        plain("a"), "(if (not order) (after 1 (did 9)));(did 1)", {"H": "a"}, {"order": 1191}, turns=3
    ),
    "two turns on": Scene(
        plain("a"), "(if (not order) (after 2 (did 9)));(did 1)", {"H": "a"}, {"order": 1119}, turns=3
    ),
    "at least the next turn": Scene(
        plain("a"),
        "(if (not order) (block (after 0 (did 8)) (after -5 (did 9))));(did 1)",
        {"H": "a"},
        {"order": 11891},
        turns=3,
    ),
    "a turn that does not come": Scene(
        plain("a"),
        "(after 3 (did 9));(after 9223372036854775807 (did 9));(did 1)",
        {"H": "a"},
        {"order": 111},
        turns=3,
    ),
    "behind the header, before the turn's start": Scene(
        {"a": ["[on turn-start](did 3)"]},
        "(if (not order) (after 1 (did 2)));(did 1)",
        {"H": "a"},
        {"order": 13123},
        (),
        2,
        turns=2,
    ),
    "X is the card whose effect scheduled it": Scene(
        {"a": ["[1]/(not order);@;(after 1 (# X B));(did 1)"]}, "", {"B": "a"}, {"order": 1}, (), 1, turns=2
    ),
    "what is scheduled is answered": Scene(
        {"a": ["[on >B](did 2)"]},
        "(if (not order) (after 1 (# H B)));(did 1)",
        {"B": "a"},
        {"order": 112},
        (),
        1,
        turns=2,
    ),
}

SCENES = {**LOOPS, **STOPS, **FUNCTIONS, **PROPERTIES, **TURNS, **MOVED, **ANSWERS, **OTHERS, **INSTALLED}


def own(number: int, thing: Any) -> Any:
    """A text, or all texts of something, with the scene's mark in place of ``~``."""
    if isinstance(thing, dict):
        return {own(number, key): own(number, value) for key, value in thing.items()}
    if isinstance(thing, list):
        return [own(number, one) for one in thing]
    return thing.replace("~", f"s{number}") if isinstance(thing, str) else thing


def marked(number: int, words: str) -> list[str]:
    """Names of cards, as the deck calls them."""
    return [f"s{number}{word}" for word in words.split()]


def in_hand(scene: Scene) -> str:
    laid = [*scene.top.split(), *" ".join(scene.zones.values()).split()]
    return " ".join(name for name in scene.cards if name not in laid) if scene.hand is None else scene.hand


@cache
def program() -> Program:
    cards: dict[str, Any] = {"other": {"count": 2}}
    topics: dict[str, Any] = {}
    functions = {"did(n)": "(= order (+ (* order 10) n))"}
    for number, (name, scene) in enumerate(SCENES.items()):
        for card, effects in scene.cards.items():
            cards[f"s{number}{card}"] = {
                "count": max(in_hand(scene).split().count(card), 1),
                "program": own(number, effects),
                "props": scene.props.get(card, {}),
            }
        functions |= {f"s{number}{head}": own(number, body) for head, body in scene.define.items()}
        topics[name] = {
            "start-card": len(in_hand(scene).split()),
            "start": {
                "hand": marked(number, in_hand(scene)),
                "deck-top": marked(number, scene.top),
                "zones": {zone: marked(number, held) for zone, held in scene.zones.items()},
            },
            "exec-program": scene.plays and not scene.program,
            "header": own(number, scene.header),
            "program": own(number, scene.program) or None,
            "turns": scene.turns,
            "draw": scene.draw,
            "combos": {"c": {"condition": own(number, scene.condition or "1")}},
            "stats": {text: own(number, text) for text in scene.stats},
        }
        for key in ("header", "program"):
            if not topics[name][key]:
                del topics[name][key]
    text = deck_text(
        cards, topics, define=functions, simulate={"limits": {"activations": 50, "steps": STEPS}}
    )
    return compile_text(text)


@pytest.mark.parametrize("name", SCENES)
def test_scene(name: str, target: str) -> None:
    number, scene = list(SCENES).index(name), SCENES[name]
    play = open_play(program(), target, program().topic(name))
    (row,) = rows(play, 0, 1)
    counts = play.counts()
    assert sorted(code for code, count in notices(play) for _ in range(count)) == sorted(scene.notices)
    assert dict(zip(scene.stats, row.stats, strict=True)) == scene.stats
    assert row.combos == (scene.holds,)
    if scene.after is not None:
        found = {zone: held for zone, held in named_zones(play).items() if zone != "D"}
        assert found == {zone: marked(number, held) for zone, held in scene.after.items()}
    if scene.activations is not None:
        assert sum(counts.activations) == scene.activations


@pytest.mark.parametrize("name", SCENES)
def test_both_targets_write_the_same_log(name: str) -> None:
    python, native = (open_play(program(), target, program().topic(name)) for target in ("python", "native"))
    assert python.log(0) == native.log(0)
    assert python.table.position == native.table.position


def test_every_event_and_every_form_of_play_is_in_a_scene() -> None:
    text = " ".join(
        " ".join(
            [scene.header, scene.program, *scene.define.values(), *scene.stats, *chain(*scene.cards.values())]
        )
        for scene in SCENES.values()
    )
    for form in FORMS.values():
        if form.ours and not form.gives:
            assert f"({form.name} " in text, form.name
        for option in form.options:
            assert f"({option.name} " in text, option.name
    for event in (*WORDS, ">B", "H>B", "D>B", "H>"):
        assert f" on {event}]" in text or f"[on {event}]" in text, event
        assert f"(on {event} " in text or event in ("D>B", "H>"), event


def test_an_event_may_name_a_zone_that_nothing_else_does(target: str) -> None:
    """The zone is there for every effect: those listed before and behind, whatever they answer."""
    effects = ["[on >Q](= never 1)", "[on turn-end](= ends (+ ends 1))"]
    cards = {"a": {"program": effects}, "b": {"program": effects[::-1]}}
    topic = {"start-card": 2, "exec-program": True, "turns": 3, "combos": {"c": {"hand": ["a"]}}}
    topic |= {"draw": 0, "stats": {"ends": "ends", "never": "never"}}
    play = open_play(compile_text(deck_text(cards, {"t": topic})), target)
    (row,) = rows(play, 0, 1)
    assert row.stats == (6, 0)
