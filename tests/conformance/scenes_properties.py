"""Scenes of properties and of filters by a number."""

from __future__ import annotations

from scene import Scene, plain

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
    "by copies of a kind of several names": Scene(
        plain("a b c"),
        "(# H.(== copies 3) B)",
        {"H": "c", "B": "a b a"},
        hand="a b c a",
        kinds={"a": "b", "b": "b"},
    ),
    "a name is not its kind": Scene(
        plain("a b c"), "(# H.~b B)", {"H": "a c", "B": "b"}, hand="a b c", kinds={"a": "b"}
    ),
    "by copies in another zone": Scene(
        plain("a b"),
        "(# H.(> (copies J) 1) B)",
        {"H": "b", "B": "a", "J": "a b a"},
        hand="a b",
        zones={"J": "a b a"},
    ),
    "by copies of a kind in another zone": Scene(
        plain("a b c"),
        "(# H.(== (copies J) (+ copies 1)) B)",
        {"H": "c", "B": "a", "J": "b b c"},
        {"|J.(copies H)|": 1, "|B.(== 2 (copies J))|": 1},
        hand="a c",
        zones={"J": "b b c"},
        kinds={"a": "b"},
    ),
    "by copies where this card is": Scene(
        {"a": ["[1]/(> |B.(> (copies X) 1)| 0);@;(# X J)"], "b": ["[1]/|H.(== 2 (copies B))|;@;(# X J)"]},
        "",
        {"H": "a", "B": "a b", "J": "a"},
        {},
        (),
        1,
        hand="a a",
        zones={"B": "a b"},
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
