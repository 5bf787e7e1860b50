"""What statements do, which effects are activated, and how hands are judged, on both targets.

Each scene lays known cards into known places and says what must come of it.  A scene brings cards
of its own and a topic of its own; all of them are one deck, so that one build serves them all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any

import pytest
from running import compile_text, deck_text, named_zones, open_play, rows

from yisp.compile.program import Program
from yisp.lang.forms import FORMS

SLOW_NATIVELY = True


@dataclass(frozen=True)
class Scene:
    """Cards (name → effects) that the header lays into the hand in this order, then a script."""

    cards: dict[str, list[str]]
    script: str = ""
    after: dict[str, str] = field(default_factory=dict)  # zone → names, blank-separated; others are empty
    stats: dict[str, int | None] = field(default_factory=dict)  # number → value
    notices: tuple[str, ...] = ()
    combos: dict[str, Any] = field(default_factory=dict)
    combos_give: tuple[bool, ...] | None = None
    score: int | None = None
    activations: int | None = None
    attributes: dict[str, str] = field(default_factory=dict)
    match: str = "first"


def plain(names: str) -> dict[str, list[str]]:
    """Cards without effects."""
    return {name: [] for name in names.split()}


MOVES = {
    "to the end, keeping the order": Scene(plain("a b c"), "(# H.2 B)", {"H": "c", "B": "a b"}),
    "to the end of a zone that holds some": Scene(plain("a b c"), "(# H.1 B);(# H.2 B)", {"B": "a b c"}),
    "to the front, keeping the order": Scene(plain("a b c"), "(# H.1 B);(## H.2 B)", {"B": "b c a"}),
    "to the end of its own zone": Scene(plain("a b c d"), "(# H.2 H)", {"H": "c d a b"}),
    "to the front of its own zone": Scene(plain("a b c d"), "(## H.-2 H)", {"H": "c d a b"}),
    "all to where they are": Scene(plain("a b c"), "(# H H);(## H H)", {"H": "a b c"}),
    "the middle of a zone": Scene(plain("a b c d"), "(# H.3.-2 B)", {"H": "a d", "B": "b c"}),
    "all but the first": Scene(plain("a b c"), "(# H.!1 B)", {"H": "a", "B": "b c"}),
    "all but the last two": Scene(plain("a b c"), "(# H.!-2 B)", {"H": "b c", "B": "a"}),
    "rejecting twice": Scene(plain("a b c"), "(# H.!!1 B)", {"H": "b c", "B": "a"}),
    "more than there are": Scene(plain("a b"), "(# H.9 B)", {"B": "a b"}),
    "none of them": Scene(plain("a b"), "(# H.0 B)", {"H": "a b"}, notices=("Y301",)),
    "fewer than none": Scene(plain("a b"), "(# H.:-1 B)", {"H": "a b"}, notices=("Y301",)),
    "much fewer than none": Scene(plain("a b"), "(# H.:-4294967294 B)", {"H": "a b"}, notices=("Y301",)),
    "much fewer than none, by attribute": Scene(
        plain("a b"),
        "(= x -4294967294);(# H.a:m.:x B)",
        {"H": "a b"},
        notices=("Y301",),
        attributes={"a": "m", "b": "m"},
    ),
    "more than a machine word of them": Scene(plain("a b"), "(# H.:4294967296 B)", {"B": "a b"}),
    "all but much fewer than none": Scene(plain("a b"), "(# H.!:-4294967294 B)", {"B": "a b"}),
    "an empty move goes on": Scene(
        plain("a b"), "(# J B);(# H.1 B)", {"H": "b", "B": "a"}, notices=("Y301",)
    ),
    "an empty move is counted each time": Scene(
        plain("a"), "(# J B);(# B J)", {"H": "a"}, notices=("Y301", "Y301")
    ),
    "the player's choice is the first": Scene(plain("a b c"), "(# H.*2 B)", {"H": "c", "B": "a b"}),
    "by name": Scene(plain("a b c"), "(# H.b B)", {"H": "a c", "B": "b"}),
    "by attribute, then a count": Scene(
        plain("a b c d"), "(# H.a:m.2 B)", {"H": "a d", "B": "b c"}, attributes={"b": "m", "c": "m", "d": "m"}
    ),
    "a count, then by attribute": Scene(
        plain("a b c d"), "(# H.2.a:m B)", {"H": "a c d", "B": "b"}, attributes={"b": "m", "c": "m", "d": "m"}
    ),
    "by pattern": Scene(
        plain("a b c"),
        "(# H.A:s?r*t B)",
        {"H": "a", "B": "b c"},
        attributes={"a": "start", "b": "strt", "c": "sort"},
    ),
    "without an attribute": Scene(
        plain("a b c"), "(# H.!a:m B)", {"H": "b", "B": "a c"}, attributes={"b": "m"}
    ),
    "a count from a number": Scene(plain("a b c"), "(= x 1);(# H.:(+ x 1) B)", {"H": "c", "B": "a b"}),
    "a set is worked out before its cards move": Scene(
        plain("a b c"), "(# H.:(- |H| 1) B)", {"H": "c", "B": "a b"}
    ),
    "a zone without cards is shuffled": Scene(plain("a"), "(shuffle J)", {"H": "a"}),
    "tags change nothing in a move": Scene(plain("a b"), "(# H.1 B [draw] [search!])", {"H": "b", "B": "a"}),
}

STATEMENTS = {
    "a guard stops the program": Scene(plain("a"), "/0;(# H B)", {"H": "a"}),
    "a guard lets it go on": Scene(plain("a"), "/-1;(# H B)", {"B": "a"}),
    "a guard turned round": Scene(plain("a b"), "/!0;(# H.1 B);/!2;(# H.1 B)", {"H": "b", "B": "a"}),
    "a guard of a branch": Scene(plain("a b"), "(= x 0);/(if x 1 |J|);(# H B)", {"H": "a b"}),
    "a guard of a branch, the other way": Scene(plain("a b"), "(= x 1);/(if x 1 |J|);(# H B)", {"B": "a b"}),
    "a guard of a branch, turned round": Scene(plain("a b"), "(= x 0);/!(if x 1 |J|);(# H B)", {"B": "a b"}),
    "a branch of a branch": Scene(plain("a b"), "(= x 0);(if (if x 1 |J|) (# H B) (# H J))", {"J": "a b"}),
    "only the other branch does something": Scene(
        plain("a b"), "(= x 0);(if (if x 1 |J|) () (# H J))", {"J": "a b"}
    ),
    "nothing, numbers, texts": Scene(plain("a"), '();3;"text; text";-1;|H|;(# H B)', {"B": "a"}),
    "blank statements": Scene(plain("a"), ";;(# H B);;", {"B": "a"}),
    "a constant condition": Scene(
        plain("a b"), "(if 0 (# H.1 B) (# H.1 J));(if 7 (# H.1 B))", {"J": "a", "B": "b"}
    ),
    "one branch of two": Scene(plain("a b"), "(if |H.a| (# H.a B) (# H.b B))", {"H": "b", "B": "a"}),
    "the other branch left out": Scene(plain("a"), "(if |J| (# H B))", {"H": "a"}),
    "in order": Scene(plain("a b"), "(block (# H.1 B) (# H.1 J))", {"B": "a", "J": "b"}),
    "variables": Scene(
        plain("a"),
        "(= word 3);(= word (* word word));(= x 5);(= other x)",
        {"H": "a"},
        stats={"word": 9, "other": 5, "x": 0, "unset": 0},
    ),
    "arguments see what earlier ones did": Scene(
        plain("a"),
        "(= word (+ (block (= word 5) word) word (block (= word 7) word) word))",
        {"H": "a"},
        stats={"word": 24},
    ),
    "arguments keep what later ones change": Scene(
        plain("a"),
        "(= word 1);(= sums (+ word (block (= word 5) word)));(= x 1);(= letters (+ x (block (= x 5) x)))",
        {"H": "a"},
        stats={"sums": 6, "letters": 6},
    ),
    "sizes keep what later arguments move": Scene(
        plain("a b"),
        "(= word (+ (* 10 |H|) (block (# H.1 B) |H|)))",
        {"H": "b", "B": "a"},
        stats={"word": 21},
    ),
    "what a branch assigned lasts": Scene(
        plain("a"),
        "(= x 1);(if |H| (= x 2) (= x 3));(if |J| (= word 2) (= word 3))",
        {"H": "a"},
        stats={"word": 3},
    ),
    "printing changes nothing": Scene(plain("a b"), '(print "hand" H (+ 1 2) |H| H.1)', {"H": "a b"}),
    "words of other contexts are variables": Scene(
        plain("a"), "(= it 1);(= copies 2);(= up 3);(= who (+ it copies up))", {"H": "a"}, stats={"who": 6}
    ),
}

ERRORS = {
    "what was done stays": Scene(
        plain("a b"), "(# H.1 B);(= x (/ 1 0));(# H.1 B)", {"H": "b", "B": "a"}, notices=("Y302",)
    ),
    "play does not begin after an error in the header": Scene(
        {"a": ["@;(# X B)"]}, "(= x (rand 3 1))", {"H": "a"}, notices=("Y304",), activations=0
    ),
    "an error in an effect ends play, and the trial is judged": Scene(
        {"a": ["@;(# X B);(= x (/ 1 0));(# H B)"], "b": ["@;(# X B)"]},
        "",
        {"H": "b", "B": "a"},
        notices=("Y302",),
        activations=1,
        combos={"one": {"grave": ["a"]}},
        combos_give=(True,),
        score=1,
    ),
    "an error before the activation": Scene(
        {"a": ["(# X B);(= x (/ 1 0));@"], "b": ["@;(# X B)"]},
        "",
        {"H": "b", "B": "a"},
        notices=("Y302",),
        activations=0,
    ),
    "an error in a condition fails its combo": Scene(
        plain("a"),
        "",
        {"H": "a"},
        notices=("Y302", "Y303"),
        combos={
            "one": {"condition": "(/ 1 |J|)"},
            "two": {"hand": ["a"], "score": 3},
            "three": {"score": "(* 4611686018427387904 (+ |H| |H|))"},
        },
        combos_give=(False, True, False),
        score=3,
    ),
    "an error in a stat skips the trial": Scene(
        plain("a"), "", {"H": "a"}, stats={"(/ 1 |J|)": None, "(/ 4 |H|)": 4}, notices=("Y302",)
    ),
    "an unwanted combo has no score": Scene(
        plain("a"),
        "",
        {"H": "a"},
        combos={"one": {"hand": ["0x a"], "score": "(/ 1 0)"}},
        combos_give=(False,),
    ),
    "a condition comes before the wanted cards": Scene(
        plain("a"),
        "",
        {"H": "a"},
        notices=("Y302",),
        combos={"one": {"hand": ["0x a"], "condition": "(/ 1 |J|)"}},
        combos_give=(False,),
    ),
}

EFFECTS = {
    "from the hand, once it is there": Scene(
        {"a": ["@;(# X B)"], "b": []}, "", {"H": "b", "B": "a"}, activations=1
    ),
    "an effect without @ is not activated": Scene({"a": ["(# X B)"]}, "", {"B": "a"}, activations=0),
    "a guard before @": Scene(
        {"a": ["/(> |H| 1);@;(# X B)"], "b": []}, "", {"H": "b", "B": "a"}, activations=1
    ),
    "a guard that holds none": Scene(
        {"a": ["/(> |H| 2);@;(# X B)"], "b": []}, "", {"H": "a b"}, activations=0
    ),
    "a guard after @ stops what follows": Scene({"a": ["[1]@;/0;(# X B)"]}, "", {"H": "a"}, activations=1),
    "@ last": Scene({"a": ["(# X B);@"]}, "", {"B": "a"}, activations=1),
    "once": Scene({"a": ["[1]@;(= used (+ used 1))"]}, "", {"H": "a"}, {"used": 1}, activations=1),
    "trying does not spend": Scene(
        {"a": ["[1](= tries (+ tries 1));/|B|;@"], "b": ["@;(# X B)"]},
        "",
        {"H": "a", "B": "b"},
        {"tries": 2},
        activations=2,
    ),
    "each effect of a card is spent for itself": Scene(
        {"a": ["[1]@;(= one (+ one 1))", "[1]@;(= two (+ two 10))"]},
        "",
        {"H": "a"},
        {"one": 1, "two": 10},
        activations=2,
    ),
    "the first effect that can be": Scene({"a": ["@;(# X B)", "@;(# X J)"]}, "", {"B": "a"}, activations=1),
    "the first card that can be": Scene(
        {"a": ["[1]/|B|;@;(# X J)"], "b": ["[1]@;(# X B)"]}, "", {"B": "b", "J": "a"}, activations=2
    ),
    "after an activation from the first card again": Scene(
        {
            "a": ["[1]/|B|;@;(= order (+ (* order 10) 1))"],
            "b": ["[1]@;(# X B);(= order (+ (* order 10) 2))"],
            "c": ["[1]@;(= order (+ (* order 10) 3))"],
        },
        "",
        {"H": "a c", "B": "b"},
        {"order": 213},
        activations=3,
    ),
    "before any other": Scene(
        {"a": ["[1]@;(# X B)"], "b": ["[^]@;(# X B)"]}, "", {"H": "b", "B": "a"}, activations=1
    ),
    "before any other, in time": Scene(
        {"b": ["[^]@;(# X B)"], "a": ["[1]@;(# X B)"]}, "", {"B": "b a"}, activations=2
    ),
    "what is laid again where it was has not left": Scene(
        {"a": ["(# H H);/0;@"], "b": ["@;(# X B)"]}, "", {"H": "a", "B": "b"}, activations=1
    ),
    "from the graveyard": Scene(
        {"a": ["[B]@;(# X J)"], "b": ["@;(# X B)"]}, "(# H.a B)", {"B": "b", "J": "a"}, activations=2
    ),
    "from the hand only": Scene({"a": ["@;(# X J)"]}, "(# H B)", {"B": "a"}, activations=0),
    "hand, graveyard, then the others by letter": Scene(
        {
            "a": ["[1F]@;(= order (+ (* order 10) 4))"],
            "b": ["[1E]@;(= order (+ (* order 10) 3))"],
            "c": ["[1B]@;(= order (+ (* order 10) 2))"],
            "d": ["[1]@;(= order (+ (* order 10) 1))"],
        },
        "(# H.a F);(# H.b E);(# H.c B)",
        {"F": "a", "E": "b", "B": "c", "H": "d"},
        {"order": 1234},
        activations=4,
    ),
    "cards that came during a scan wait": Scene(
        {"a": ["(# H.b B);(# B.b H)"], "b": ["[1]@;(= order (+ (* order 10) 1))"], "c": ["[1]@;(= order 2)"]},
        "",
        {"H": "a c b"},
        {"order": 2},
        activations=1,
    ),
    "cards that left are skipped": Scene(
        {"a": ["(# H.b B)"], "b": ["@;(# X J)"]}, "", {"H": "a", "B": "b"}, activations=0
    ),
    "a pass that only moves is the last": Scene(
        {"b": ["/|B|;@;(# X J)"], "a": ["(# X B)"]}, "", {"H": "b", "B": "a"}, activations=0
    ),
    "one-letter variables begin anew": Scene(
        {"a": ["[1](= x (+ x 1));(= kept (+ kept x));@", "[1](= x (+ x 1));(= kept (+ kept x));@"]},
        "(= x 5)",
        {"H": "a"},
        {"kept": 2},
        activations=2,
    ),
    "X is the card, wherever it went": Scene(
        {"a": ["[1]@;(# X B);(# X J);(= there |X|);(= named |X.a|);(= other |X.b|)"], "b": []},
        "",
        {"H": "b", "J": "a"},
        {"there": 1, "named": 1, "other": 0},
        activations=1,
    ),
    "X is moved if it fits, wherever it went": Scene(
        {"a": ["[1]@;(# X B);(# H.2.b J);(# X.a F)"], "b": []}, "", {"J": "b", "F": "a"}, activations=1
    ),
    "X as a place": Scene(
        {"a": ["[1]@;(# X B);(# H.b X);(## H.c X)"], "b": [], "c": []}, "", {"B": "c a b"}, activations=1
    ),
    "X to the end of where it is": Scene({"a": ["[1]@;(# X X)"], "b": []}, "", {"H": "b a"}, activations=1),
    "X filtered away": Scene(
        {"a": ["[1]@;(# X.b B)"], "b": []}, "", {"H": "a b"}, notices=("Y301",), activations=1
    ),
    "forbidding": Scene(
        {
            "a": ["[1]@;(! draw)"],
            "b": ["[1]@;(# X B [draw])"],
            "c": ["[1]@;(# X B [draw!])"],
            "d": ["[1]@;(# X B [drawn])"],
        },
        "",
        {"H": "a b c", "B": "d"},
        activations=2,
    ),
    "forbidding a name with a mark": Scene(
        {
            "a": ['[1]@;(! "special summon")'],
            "b": ["[1]@;(# X B [special summon])"],
            "c": ["[1]@;(# X B [special-summon])"],
        },
        "",
        {"H": "a b", "B": "c"},
        activations=2,
    ),
    "forbidding a bare name": Scene(
        {"a": ["[1]@;(! special-summon)"], "b": ["[1]@;(# X B [special-summon])"]},
        "",
        {"H": "a b"},
        activations=1,
    ),
    "a tag in a branch not taken counts": Scene(
        {"a": ["[1]@;(! draw)"], "b": ["[1]@;(if 0 (# X B [draw]))"]}, "", {"H": "a b"}, activations=1
    ),
    "a tag is no text": Scene(
        {"a": ["[1]@;(! draw)"], "b": ['[1]@;(print "[draw]");(# X B)']},
        "",
        {"H": "a", "B": "b"},
        activations=2,
    ),
    "a variable of the forbidden name is none": Scene(
        {"a": ["[1]@;(! draw)"], "b": ["[1]@;(# X B [other])"]},
        "(= draw 1)",
        {"H": "a", "B": "b"},
        activations=2,
    ),
    "activating for ever": Scene(
        {"a": ["@;(= used (+ used 1))"]}, "", {"H": "a"}, {"used": 50}, notices=("Y305",), activations=50
    ),
}

AB = {"a": "m", "b": "m n", "c": "n"}

JUDGING = {
    "wanted cards": Scene(
        plain("a b"),
        "",
        {"H": "a b"},
        attributes=AB,
        combos={
            "both": {"hand": ["a", "b"]},
            "none": {"hand": ["a", "a"]},
            "attribute": {"hand": ["a:m", "a:m"]},
            "three": {"hand": ["a:m", "a:m", "a:m"]},
            "and": {"hand": ["a:m a:n"]},
            "not": {"hand": ["!a:n"]},
            "pattern": {"hand": ["A:?", "A:*"]},
            "nothing": {},
        },
        combos_give=(True, False, True, False, True, True, True, True),
        score=1,
    ),
    "each takes the first that fits": Scene(
        plain("b a c"),
        "",
        {"H": "b a c"},
        attributes=AB,
        combos={
            "mn": {"hand": ["a:m", "a:n"]},
            "nm": {"hand": ["a:n", "a:m"]},
            "nnm": {"hand": ["a:n", "a:n", "a:m"]},
            "mmn": {"hand": ["a:m", "a:m", "a:n"]},
        },
        combos_give=(True, True, True, True),
    ),
    "which can leave none for a later one": Scene(
        plain("b a"),
        "",
        {"H": "b a"},
        attributes=AB,
        combos={"mn": {"hand": ["a:m", "a:n"]}, "nm": {"hand": ["a:n", "a:m"]}},
        combos_give=(False, True),
    ),
    "the best assignment": Scene(
        plain("b a"),
        "",
        {"H": "b a"},
        attributes=AB,
        match="best",
        combos={
            "mn": {"hand": ["a:m", "a:n"]},
            "nm": {"hand": ["a:n", "a:m"]},
            "nn": {"hand": ["a:n", "a:n"]},
        },
        combos_give=(True, True, False),
    ),
    "the best assignment, along a chain": Scene(
        plain("a b c d"),
        "",
        {"H": "a b c d"},
        match="best",
        attributes={"a": "i j", "b": "j k", "c": "k l", "d": "i"},
        combos={"chain": {"hand": ["a:i", "a:j", "a:k", "a:l"]}, "short": {"hand": ["a:l", "a:l", "a:j"]}},
        combos_give=(True, False),
    ),
    "enough for each item, not for all of them": Scene(
        plain("a b c"),
        "",
        {"H": "a b c"},
        attributes={"a": "i j", "b": "j k"},
        match="best",
        combos={
            "two of three": {"hand": ["a:i", "a:j", "a:k"]},
            "the same, with another": {"hand": ["c", "a:i", "a:k"]},
            "within one another": {"hand": ["a", "b", "a:j"]},
            "beside them": {"hand": ["a", "b", "c"]},
        },
        combos_give=(False, True, False, True),
    ),
    "enough for each item, not for all of them, in order": Scene(
        plain("a b c"),
        "",
        {"H": "a b c"},
        attributes={"a": "i j", "b": "j k"},
        combos={"within one another": {"hand": ["a", "b", "a:j"]}, "two of them": {"hand": ["a", "a:j"]}},
        combos_give=(False, True),
    ),
    "numbers of cards": Scene(
        plain("a b"),
        "",
        {"H": "a b"},
        attributes=AB,
        combos={
            "two": {"hand": ["2x a:m"]},
            "three": {"hand": ["3x a:m"]},
            "none": {"hand": ["0x a:n"]},
            "none there": {"hand": ["0x a:l"]},
            "one or two": {"hand": ["1-2x a:m"]},
            "none or one": {"hand": ["0-1x a:m"]},
            "fewer of it twice": {"hand": ["0-1x a:m", "0-2x a:m"]},
            "one for itself": {"hand": ["1-2x a:m", "a:n"]},
            "one that the first left": {"hand": ["a:n", "1-2x a:m"]},
            "none for itself": {"hand": ["a", "b", "0-2x a:m"]},
            "more than there are": {"hand": ["a", "b", "1-2x a:m"]},
        },
        combos_give=(True, False, False, True, True, False, False, True, True, True, False),
    ),
    "any of several": Scene(
        plain("a b c"),
        "(# H.a J)",
        {"J": "a", "H": "b c"},
        attributes=AB,
        combos={"one": {"hand": [{"any": ["a", "b"]}, "c"]}, "two": {"hand": [{"any": ["a", "b"]}, "b"]}},
        combos_give=(True, False),
    ),
    "zones": Scene(
        plain("a b c"),
        "(# H.a B);(# H.b F)",
        {"B": "a", "F": "b", "H": "c"},
        combos={
            "there": {"hand": ["c"], "grave": ["a"], "F": ["b"]},
            "B": {"B": ["a"]},
            "gone": {"hand": ["a"]},
        },
        combos_give=(True, True, False),
    ),
    "scores": Scene(
        plain("a"),
        "(= word 4)",
        {"H": "a"},
        combos={
            "three": {"score": 3},
            "none": {"score": 0},
            "less": {"score": -5},
            "word": {"score": "(+ word |H|)"},
        },
        combos_give=(True, False, False, True),
        score=5,
    ),
    "a score is at least 0": Scene(
        plain("a"), "", {"H": "a"}, combos={"less": {"score": -5}}, combos_give=(False,), score=0
    ),
    "conditions": Scene(
        plain("a"),
        "",
        {"H": "a"},
        combos={"yes": {"condition": "|H.a|"}, "no": {"condition": "|J|"}, "negative": {"condition": "-1"}},
        combos_give=(True, False, True),
    ),
    "looking from a condition, an empty list": Scene(
        plain("a"), "", {"H": "a"}, combos={"empty": {"hand": []}}, combos_give=(True,)
    ),
}

SCENES = {**MOVES, **STATEMENTS, **ERRORS, **EFFECTS, **JUDGING}


def own(scene: Scene, number: int) -> Scene:
    """The scene with names that no other scene has: ``a`` becomes ``s12a``, as do its attributes."""
    names = "|".join(
        [*scene.cards, *{one for given in scene.attributes.values() for one in given.split()}, "l"]
    )

    def prefixed(words: str) -> str:
        return " ".join(f"s{number}{word}" for word in words.split())

    def script(text: str) -> str:
        text = re.sub(rf"(?<=[.:])({names})(?=[.\s)|\]]|$)", rf"s{number}\1", text)
        return re.sub(r"A:", f"A:s{number}", text)

    def wanted(text: Any) -> Any:
        if isinstance(text, dict):
            return {"any": [wanted(part) for part in text["any"]]}
        if isinstance(text, list):
            return [wanted(part) for part in text]
        text = re.sub(rf"(^|[ !:])({names})(?=\s|$)", rf"\1s{number}\2", text)
        return re.sub(r"A:", f"A:s{number}", text)

    def combo(given: dict[str, Any]) -> dict[str, Any]:
        return {
            key: value
            if isinstance(value, int)
            else script(value)
            if isinstance(value, str)
            else wanted(value)
            for key, value in given.items()
        }

    return Scene(
        {f"s{number}{name}": [script(effect) for effect in effects] for name, effects in scene.cards.items()},
        script(scene.script),
        {zone: prefixed(held) for zone, held in scene.after.items()},
        {script(text): value for text, value in scene.stats.items()},
        scene.notices,
        {name: combo(given) for name, given in scene.combos.items()} or {"always": {}},
        scene.combos_give,
        scene.score,
        scene.activations,
        {f"s{number}{name}": prefixed(given) for name, given in scene.attributes.items()},
        scene.match,
    )


@cache
def scenes() -> dict[str, Scene]:
    return {name: own(scene, number) for number, (name, scene) in enumerate(SCENES.items())}


@cache
def program() -> Program:
    cards, topics = {}, {}
    for name, scene in scenes().items():
        for card, effects in scene.cards.items():
            cards[card] = {"program": effects, "attribute": scene.attributes.get(card, "").split()}
        laid = ";".join(f"(# D.{card} H)" for card in scene.cards)
        topics[name] = {
            "start-card": 0,
            "exec-program": True,
            "match": scene.match,
            "header": f"{laid};{scene.script}",
            "combos": scene.combos,
            "stats": {text: text for text in scene.stats},
        }
    return compile_text(deck_text(cards, topics, simulate={"limits": {"activations": 50}}))


@pytest.mark.parametrize("name", SCENES)
def test_scene(name: str, target: str) -> None:
    scene = scenes()[name]
    play = open_play(program(), target, program().topic(name))
    (row,) = rows(play, 0, 1)
    assert {zone: " ".join(held) for zone, held in named_zones(play).items() if zone != "D"} == scene.after
    assert dict(zip(play.topic.stats, row.stats, strict=True)) == scene.stats
    counts = play.counts()
    codes = [notice.code for notice in counts.notices for _ in range(notice.count)]
    assert sorted(codes) == sorted(scene.notices)
    if scene.combos_give is not None:
        assert row.combos == scene.combos_give
    if scene.score is not None:
        assert row.score == scene.score
    if scene.activations is not None:
        assert sum(counts.activations) == scene.activations


def test_every_form_that_does_something_is_in_a_scene() -> None:
    text = " ".join(" ".join([scene.script, *chain(*scene.cards.values())]) for scene in SCENES.values())
    for form in FORMS.values():
        if form.purity.value == "changes" and not form.ours:  # ours: test_play
            assert f"({form.name} " in text, form.name


def test_outside_effects_there_is_nothing_to_activate(target: str) -> None:
    """`@` in a header, a main program or a function does nothing, whoever calls the function."""
    cards = {"a": {"program": "[1]@;(draw_one)"}, "b": {"count": 9}}
    topic = {"start": {"hand": ["a"]}, "start-card": 1, "combos": {"c": {"hand": ["a"]}},
             "stats": {"hand": "|H|"}}  # fmt: skip
    tests = {
        "header": {**topic, "header": "@;(draw_one)"},
        "program": {**topic, "program": "(draw_one);@;(draw_one)"},
        "before-play": {**topic, "before-play": "(draw_one);@"},
        "footer": {**topic, "footer": "@;@;(draw_one)"},
        "effect": {**topic, "exec-program": True},
    }
    program = compile_text(deck_text(cards, tests, define={"draw_one": "@;(# D.1 H)"}))
    found = {}
    for index, topic_code in enumerate(program.topics):
        play = open_play(program, target, index)
        (row,) = rows(play, 0, 1)
        found[topic_code.name] = (row.stats[0], sum(play.counts().activations))
    assert found == {
        "header": (2, 0), "program": (3, 0), "before-play": (2, 0), "footer": (2, 0), "effect": (2, 1)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "expected"), [("one", {"a", "b", "c"}), ("two", {"a b", "a c", "b c"})], ids=["one", "two"]
)
def test_any_of_the_cards_may_be_those_at_random(name: str, expected: set[str], target: str) -> None:
    play = open_play(at_random(), target, at_random().topic(name))
    found = set()
    for trial in range(60):
        play.run(trial, trial + 1)
        found.add(" ".join(sorted(named_zones(play)["B"])))
    assert found == expected


@cache
def at_random() -> Program:
    cards = {name: {} for name in "abc"}
    topics = {
        name: {
            "start-card": 3, "start": {"hand": list(cards)}, "header": f"(# H.?{amount} B)",
            "combos": {"always": {}},
        }
        for name, amount in (("one", 1), ("two", 2))
    }  # fmt: skip
    return compile_text(deck_text(cards, topics))


KNOWN_AND_NOT = {
    "the first on top": ("(# H.a D);(shuffle D);(## D.a D);(# D.a:m.1 H)", "a"),
    "the first on top, and a shuffle": ("(# H.a D);(shuffle D);(## D.a D);(# D.a:m.1 H);(shuffle D)", "a"),
    "a card from the top": ("(# H.a D);(shuffle D);(## D.a D);(# D.1 H)", "a"),
    "the last at the bottom": ("(shuffle D);(# H D);(# D.a:m.-1 H)", "a"),
    "not the first of all": ("(shuffle D);(# H D);(# D.a:m.1 J);(# D.-1 H)", "a"),
    "not the first of all, and a shuffle": ("(shuffle D);(# H D);(# D.a:m.1 J);(shuffle D);(# D.a H)", "a"),
    "not the last of all": ("(# H.a D);(shuffle D);(## D.a D);(# D.a:m.-1 J);(# D.1 H)", "a"),
    "the last of two": ("(shuffle D);(# H D);(# D.c D);(# D.a:m.-1 H)", "c"),
}


@pytest.mark.parametrize("name", KNOWN_AND_NOT)
def test_the_deck_file_s_first_card_is_known_like_any_other(name: str, target: str) -> None:
    """Beside cards that nobody has seen.  Cards have numbers, and that one's is 0."""
    _, expected = KNOWN_AND_NOT[name]
    play = open_play(known_and_not(), target, known_and_not().topic(name))
    for trial in range(8):
        play.run(trial, trial + 1)
        assert named_zones(play)["H"] == [expected]


@cache
def known_and_not() -> Program:
    counts = {"a": 1, "b": 3, "c": 1, "d": 1}
    cards = {name: {"count": count, "attribute": ["m"] * (name != "d")} for name, count in counts.items()}
    topics = {
        name: {"start-card": 1, "start": {"hand": ["a"]}, "header": script, "combos": {"always": {}}}
        for name, (script, _) in KNOWN_AND_NOT.items()
    }
    return compile_text(deck_text(cards, topics))
