"""Scenes of loops, of what stops a program, and of functions."""

from __future__ import annotations

from scene import STEPS, Scene, plain

LOOPS = {
    "a variable of one letter, named like ours": Scene(
        plain("a"),
        "(= n 1);(= word (+ n (block (= n 5) n)));(= other (* n (block (= n 3) n)))",
        {"H": "a"},
        {"word": 1 + 5, "other": 5 * 3},
    ),
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

MOST = 2**63 - 1

BRANCHES = {
    f"a number that a branch may have made too {size}": Scene(
        plain("a"),
        f"(= x 0);(if |H| {branches});(= word ({more} x 1))",
        {"H": "a"},
        {"word": 0},
        ("Y303",),
    )
    for size, more, branches in (
        ("large", "+", f"(= x {MOST})"),
        ("large, in the first of two", "+", f"(= x {MOST}) (= x 1)"),
        ("small", "-", f"(= x {-MOST - 1})"),
    )
} | {
    "a number behind many branches": Scene(
        plain("a"),
        "(= word " + "(if |H| " * 20 + "(if |J| (block (did 1) 3) (block (did 2) 4))" + " 5)" * 20 + ")",
        {"H": "a"},
        {"word": 4, "order": 2},
    ),
    "a number that a branch might have made too large": Scene(
        plain("a"), f"(= x 7);(if |J| (= x {MOST}));(= word (+ x 1))", {"H": "a"}, {"word": 8}
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
