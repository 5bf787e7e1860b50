"""Scenes of what effects install for later: `(on …)` and `(after …)`."""

from __future__ import annotations

from scene import Scene, plain

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
    "what one would do": Scene(
        plain("a"), "(on >B (did 4) [~steady]);(= word (would [~steady] order))", {"H": "a"}, {"word": 4}
    ),
    "only when something holds": Scene(
        plain("a b c"), "(on >B (did 7) (when |it.~b|));(# H B)", {"B": "a b c"}, {"order": 7}
    ),
    "asked at each event": Scene(
        plain("a b c"),
        "(on >B (= word (+ word 1)) (when (< word 2)));(# H B)",
        {"B": "a b c"},
        {"word": 2},
    ),
    "asked when its turn comes": Scene(
        plain("a b"),
        "(on >B (= word |it.~b|));(on >B (did 1) (when word));(# H B)",
        {"B": "a b"},
        {"order": 1},
    ),
    "what it does not answer is no use": Scene(
        plain("a b c"), "(on >B (did 1) (when (not |it.~a|)) (times 1));(# H B)", {"B": "a b c"}, {"order": 1}
    ),
    "what it does not answer is no step": Scene(
        plain("a"), "(on >B () (when word));(repeat 150 (# H B) (# B H));(did 1)", {"H": "a"}, {"order": 1}
    ),
    "not asked after its last use": Scene(
        plain("a b"),
        "(on >B (= word 0) (when (/ 1 word)) (times 1));(= word 1);(# H B)",
        {"B": "a b"},
        {"word": 0},
    ),
    "asked over several turns": Scene(
        plain("a"),
        "(if (not order) (on turn-end (did 2) (when (== word 2)) (times 1)));(= word (+ word 1));(did 1)",
        {"H": "a"},
        {"order": 1121},
        turns=3,
    ),
    "turns in which it does not answer count": Scene(
        plain("a"),
        "(if (not order) (on turn-end (did 2) (for 2) (when (> word 2))));(= word (+ word 1));(did 1)",
        {"H": "a"},
        {"order": 1111},
        turns=4,
    ),
    "letters are its own while it asks": Scene(
        plain("a"), "(= x 7);(on >B (did x) (when x));(did x);(# H B)", {"B": "a"}, {"order": 7}
    ),
    "an error while it asks": Scene(
        plain("a"), "(on >B (did 1) (when (/ 1 word)));(# H B)", {"B": "a"}, {"order": 0}, ("Y302",), turns=2
    ),
    "X while it asks": Scene({"a": ["[1]@;(on turn-end (# X B) (when |X.~a|))"]}, "", {"B": "a"}, {}, (), 1),
    "a function asks": Scene(
        plain("a b"),
        "(on >B (did 1) (when (~sees 1)));(# H B)",
        {"B": "a b"},
        {"order": 1},
        define={"sees(n)": "(= x n);(* x |it.~b|)"},
    ),
    "asked of a draw": Scene(
        plain("a p q"),
        "(on draw (did |it|) (when (> |it| 1)));(# D.1 H [draw]);(## H.-1 D);(# D.2 H [draw])",
        {"H": "a p q"},
        {"order": 2},
        hand="a",
        top="p q",
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
