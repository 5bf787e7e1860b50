"""Scenes of functions whose parameters are zones."""

from __future__ import annotations

from scene import Scene, plain

SWAP = {"swap(P, Q)": "(# P T);(# Q P);(# T Q)"}

ZONES = {
    "a zone for each letter": Scene(
        plain("a b c"), "(~swap H B)", {"H": "c", "B": "a b"}, define=SWAP, hand="a b", zones={"B": "c"}
    ),
    "as many as a set holds": Scene(
        plain("a b c d"),
        "(# D.:|H| B);(# B.-:|B| J);(# D.:|J.~b| B)",
        {"H": "a", "J": "b", "B": "c"},
        {"|D.?:|H||": 1, "|D.:|B.~a||": 0},
        hand="a",
        top="b c d",
    ),
    "for each call": Scene(
        plain("a b c"),
        "(~swap H B);(~swap B J)",
        {"H": "c", "J": "a b"},
        {},
        ("Y301",),
        define=SWAP,
        hand="a b",
        zones={"B": "c"},
    ),
    "a letter hides the zone of that letter": Scene(
        plain("a b"),
        "(~out B)",
        {"J": "b", "H": "a"},
        define={"out(F)": "(# F J)"},
        hand="a",
        zones={"B": "b"},
    ),
    "beside numbers, which are evaluated in their order": Scene(
        plain("a b c"),
        "(~take H (block (did 1) 2) B (block (did 2) 1))",
        {"H": "c", "B": "a b"},
        {"order": 1221},
        define={"take(P, n, Q, m)": "(# P.:n Q);(did n);(did m)"},
    ),
    "filters, sizes, copies, folds and shuffles of it": Scene(
        plain("a b"),
        "(shuffle H);(did (~look H));(did (~look B))",
        {"H": "a", "B": "b"},
        {"order": 40},
        define={"look(P)": "(shuffle P);(+ |P.~a| |P.(== (copies P) copies).~a| (* 2 (high P.~a level)))"},
        props={"a": {"level": 1}},
        hand="a",
        zones={"B": "b"},
    ),
    "handed on": Scene(
        plain("a b"),
        "(~turn H B J)",
        {"B": "b", "J": "a"},
        {},
        ("Y301", "Y301"),
        define={**SWAP, "turn(P, Q, R)": "(~swap Q R);(~swap P R);(~swap P Q)"},
        hand="a",
        zones={"B": "b"},
    ),
    "a number of a zone": Scene(
        plain("a b"),
        "(did (+ (~size H) (* 3 (~size B))))",
        {"H": "a b"},
        {"order": 2},
        define={"size(P)": "|P|"},
    ),
    "asked for in a stat": Scene(
        plain("a b"),
        "",
        {"H": "a b"},
        {"(~size H 2)": 4, "(~size B 2)": 0},
        define={"size(P, n)": "(* n |P|)"},
    ),
    "in what it installs": Scene(
        plain("a b"),
        "(~watch B J);(# H B)",
        {"B": "b", "J": "a"},
        {"order": 1},
        define={"watch(P, Q)": "(on H>P (# it Q) (did 1) (times 1))"},
    ),
    "this card among those of the zone": Scene(
        {"a": ["[1]@;(~others H B)"]},
        "",
        {"H": "a", "B": "a a"},
        {},
        (),
        1,
        define={"others(P, Q)": "(# P.!X Q)"},
        hand="a a a",
    ),
    "to where this card is": Scene(
        {"a": ["[1]@;(~fetch B)"], "b": []},
        "",
        {"H": "a b"},
        {},
        (),
        1,
        define={"fetch(P)": "(# P X)"},
        hand="a",
        zones={"B": "b"},
    ),
    "what it does with a zone is what effects would": Scene(
        plain("a"),
        "(on >B (~gain H) [~sort]);(= word (would [~sort] order))",
        {"H": "a"},
        {"word": 1, "order": 0},
        define={"gain(P)": "(= order |P|)"},
    ),
}
