"""Scenes of the filters `.X` and `.!X`: this card among its copies."""

from __future__ import annotations

from scene import Scene

THIS = {
    "this card where it is": Scene(
        {"a": ["[1]@;(# F.X J);(# H.X B)"]}, "", {"H": "a", "B": "a"}, {}, ("Y301",), 1, hand="a a"
    ),
    "all but this card": Scene(
        {"a": ["[1]@;(# H.!X B)"], "b": []}, "", {"H": "a", "B": "b a"}, {}, (), 1, hand="a b a"
    ),
    "the first but this card": Scene(
        {"a": ["[1]@;(# H.!X.1 B);(# X J);(did |H|)"]},
        "",
        {"H": "a", "B": "a", "J": "a"},
        {"order": 1},
        (),
        1,
        hand="a a a",
    ),
    "whether the first is this card": Scene(
        {"a": ["[1]@;(did |H.1.X|);(# X H);(did (+ 5 |H.1.X|));(did (+ 5 |H.-1.X|))"]},
        "",
        {"H": "a a"},
        {"order": 156},
        (),
        1,
        hand="a a",
    ),
    "filters before and behind it": Scene(
        {"a": ["[1]@;(did |H.~a.!X|);(did |H.!X.~a|);(did |H.X.~b|);(did |H.!!X|);(did |H.~b.!X|)"], "b": []},
        "",
        {"H": "a b a"},
        {"order": 11011},
        (),
        1,
        hand="a b a",
    ),
    "X.X is X": Scene(
        {"a": ["[1]@;(did |X.X|);(did |X.!X|);(# X.X B)"]}, "", {"B": "a"}, {"order": 10}, (), 1
    ),
    "of an event": Scene(
        {"a": ["[1 on >B]@;(did |it.X|);(did |it.!X|)"]},
        "(# H B [draw])",
        {"B": "a a"},
        {"order": 10},
        (),
        1,
        hand="a a",
    ),
    "of a draw": Scene(
        {"a": ["[1B on draw](did |it.X|);(did |it.!X|)"]},
        "(# H.1 B);(# H B [draw])",
        {"B": "a a a"},
        {"order": 2},
        (),
        1,
        hand="a a a",
    ),
    "in a function": Scene(
        {"a": ["[1]@;(did (~others))"]},
        "",
        {"H": "a a a"},
        {"order": 2},
        (),
        1,
        define={"others": "|H.!X|"},
        hand="a a a",
    ),
    "in what it installs": Scene(
        {"a": ["[1]@;(# X B);(on turn-end (# H.!X J) (# B.X F))"]},
        "",
        {"J": "a", "F": "a"},
        {},
        (),
        1,
        hand="a a",
    ),
    "inside a filter by a number": Scene(
        {"a": ["[1]@;(# H.(== level (high X level)).!X B)"], "b": [], "c": []},
        "",
        {"H": "a c", "B": "b"},
        {},
        (),
        1,
        props={"a": {"level": 4}, "b": {"level": 4}},
        hand="a b c",
    ),
    "what a guard asks for": Scene(
        {"a": ["/|H.!X|;@;(# X B)"]},
        "",
        {"H": "a", "B": "a a"},
        {},
        (),
        2,
        hand="a a a",
    ),
    "a look at the place of each copy": Scene(
        {"a": ["/|H.2.!X|;/!|H.1.X|;@;(# X B)"]},
        "",
        {"H": "a", "B": "a a"},
        {},
        (),
        2,
        hand="a a a",
    ),
}
