"""Scenes of turns and main programs."""

from __future__ import annotations

from scene import Scene, plain

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
