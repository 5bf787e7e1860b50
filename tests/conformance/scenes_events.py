"""Scenes of effects that answer events."""

from __future__ import annotations

from scene import STEPS, Scene

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
