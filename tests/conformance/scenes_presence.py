"""Presence, where it leaves nothing to chance."""

from __future__ import annotations

from scene import Scene, plain

PRESENCE = {
    "a card that is decided beforehand": Scene(
        plain("a b"), "(collapse D.~b);(# D.1 B)", {"H": "a", "B": "b"}, hand="a"
    ),
    "it counts where it lies": Scene(
        plain("a b"), "(collapse D.~b)", {"H": "a"}, {"|D.~b|": 1, "|D.~a|": 0}, hand="a"
    ),
    "it stays above the others, below what was put on top": Scene(
        plain("a b c"), "(collapse D.~b);(## H.~a D);(# D.2 B)", {"H": "c", "B": "a b"}, hand="a c"
    ),
    "the next one, and the one behind it": Scene(
        plain("a b c"), "(collapse D.~b);(collapse D.~c);(# D.2 B)", {"H": "a", "B": "b c"}, hand="a"
    ),
    "a card that is not there": Scene(
        plain("a b"), "(collapse D.~a);(collapse D.~b);(# D.1 B)", {"H": "a", "B": "b"}, hand="a"
    ),
    "all others kept away": Scene(
        plain("a b"), "(light D.!~b -1000);(# D.1 B)", {"H": "a", "B": "b"}, hand="a"
    ),
    "kept away by two marks": Scene(
        plain("a b"), "(light D.!~b -500);(light D.!~b -500);(# D.1 B)", {"H": "a", "B": "b"}, hand="a"
    ),
    "by marks of several sets": Scene(
        plain("a b c"),
        "(light D -1000);(light D.~b 1000);(light D.~c 1);(light D.~c -1);(# D.1 B)",
        {"H": "a", "B": "b"},
        hand="a",
    ),
    "collapsed to what weighs most": Scene(
        plain("a b c"),
        "(light D.~b -30);(light D.~c -20);(collapse D.!~a);(# D.~b H);(# D.~c H);(# D.1 B)",
        None,
        {"|H|": 3},
        hand="a",
    ),
    "a search uses it up": Scene(
        plain("a b"),
        "(light D.!~b -1000);(# D.~b.1 B);(light D.~a 5)",
        {"H": "a", "B": "b"},
        {"|B|": 1},
        hand="a",
    ),
    "a shuffle forgets it": Scene(
        plain("a b c"),
        "(collapse D.~b);(shuffle D);(collapse D.~c);(# D.1 B)",
        {"H": "a", "B": "c"},
        hand="a",
    ),
    "of another zone": Scene(
        plain("a b c"),
        "(# D.~b B);(# D.~c B);(shuffle B);(light B.~b -20);(# B.1 J);(# B.1 F);(shuffle B)",
        {"H": "a", "J": "c", "F": "b"},
        hand="a",
    ),
    "a zone in which all is known": Scene(
        plain("a b"), "(collapse H.~b);(light H.~b 50);(# H.1 B)", {"B": "a", "H": "b"}
    ),
    "a filter by a number": Scene(
        plain("a b"),
        "(= here 77);(light D.(!= shade here) -1000);(# D.1 B)",
        {"H": "a", "B": "b"},
        props={"b": {"shade": 77}},
        hand="a",
    ),
    "in an effect, for later turns": Scene(
        {"a": ["[1]@;(light D.!~b -1000);(# X J)"], "b": []},
        "",
        {"J": "a", "H": "b"},
        hand="a",
        turns=2,
        draw=1,
    ),
    "more than presence can be": Scene(
        plain("a b"), "(light D.~b 10000001);(did 1)", {"H": "a"}, {"order": 0}, ("Y310",), 0, hand="a"
    ),
    "less than presence can be": Scene(
        plain("a b"), "(light D.~b -10000001);(did 1)", {"H": "a"}, {"order": 0}, ("Y310",), 0, hand="a"
    ),
    "together more than it can be": Scene(
        plain("a b"),
        "(light D.~b 10000000);(light D.~b 1);(did 1)",
        {"H": "a"},
        {"order": 0},
        ("Y310",),
        0,
        hand="a",
    ),
    "would light": Scene(
        plain("a b c"),
        "(on draw (light D.!~b -1000) [t]);(= word (+ 2 (would [t] 3)));(collapse D.~c);(# D.1 B)",
        {"H": "a", "B": "c"},
        {"word": 5},
        hand="a",
    ),
}
