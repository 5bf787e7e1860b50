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
    "every step of a turn, in order": Scene(
        {"a": ["[1]@;(did 5)", "[1 on turn-start](did 3)", "[1 on turn-end](did 6)"]},
        "(did 1);(if (not word) (after 1 (did 2)));(= word 1)",
        stats={"order": 1345671234567},
        activations=6,
        before="(did 4)",
        footer="(did 7)",
        turns=2,
    ),
    "around a main program": Scene(
        plain("a"),
        "(did 1)",
        {"J": "a"},
        {"order": 1234},
        before="(# H B);(did 2)",
        program="(# B F);(did 3)",
        footer="(# F J);(did 4)",
    ),
    "before play and a footer without a policy": Scene(
        plain("a"), "", {"H": "a"}, {"order": 1212}, before="(did 1)", footer="(did 2)", turns=2, plays=False
    ),
    "a footer and nothing else": Scene(plain("a"), "", {"B": "a"}, footer="(# H B)", plays=False),
    "before play and nothing else": Scene(plain("a"), "", {"B": "a"}, before="(# H B)", plays=False),
    "what they do is answered": Scene(
        {"a": ["[on >B](did 2)", "[on >J](did 5)", "[1B]@;(did 3)"], "b": ["[1 on turn-end](did 4)"]},
        "",
        {"J": "a", "H": "b"},
        {"order": 12345},
        (),
        4,
        before="(# H.~a B);(did 1)",
        footer="(# B J)",
    ),
    "what is installed answers them": Scene(
        plain("a b"),
        "(on >B (did 2));(on >J (did 3))",
        {"B": "a", "J": "b"},
        {"order": 1213},
        before="(did 1);(# H.~a B)",
        footer="(did 1);(# H J)",
        plays=False,
    ),
    "letters begin anew in each": Scene(
        plain("a"),
        "(= x 5)",
        {"H": "a"},
        {"order": 12},
        before="(= x (+ x 1));(did x)",
        footer="(= x (+ x 2));(did x)",
    ),
    "a guard ends that script alone": Scene(
        plain("a"), "", {"H": "a"}, {"order": 13}, before="(did 1);/0;(did 2)", footer="(did 3)"
    ),
    "play ends before it": Scene(
        {"a": ["[1]@;(did 9)"]},
        "(did 1)",
        {"H": "a"},
        {"order": 12},
        (),
        0,
        before="(did 2);(stop 7)",
        footer="(did 3)",
        turns=3,
    ),
    "an error before play": Scene(
        {"a": ["[1]@;(did 9)"]},
        "",
        {"H": "a"},
        {"order": 1},
        ("Y302",),
        0,
        before="(did 1);(= word (/ 1 0))",
        footer="(did 3)",
        turns=3,
    ),
    "the footer ends play": Scene(
        {"a": ["[1]@;(did 9)"]},
        "(did 1)",
        {"H": "a"},
        {"order": 192, "outcome": 4},
        (),
        1,
        footer="(did 2);(stop 4)",
        turns=3,
    ),
    "an error in the footer": Scene(
        {"a": ["[1]@;(did 9)"]},
        "(did 1)",
        {"H": "a"},
        {"order": 192},
        ("Y304",),
        1,
        footer="(did 2);(= word (rand 3 1))",
        turns=3,
    ),
    "no footer behind an error": Scene(
        {"a": ["[1]@;(did 9);(= word (/ 1 0))"]}, "", {"H": "a"}, {"order": 9}, ("Y302",), 1, footer="(did 2)"
    ),
    "a tag forbidden before play, for the turn": Scene(
        {"a": ["[1]@;(did 9);(# X H [t])"]},
        "(= word (+ word 1))",
        {"H": "a"},
        {"order": 3933},
        (),
        1,
        before="(if (!= word 2) (! t))",
        footer="(did 3)",
        turns=3,
    ),
    "a main program without effects": Scene(
        plain("a"), "(did 1)", {"B": "a"}, {"order": 12}, program="(# H B);(did 2)", plays=False
    ),
}
