"""What every form that gives a number gives, on both targets (language.md, section 3).

Each row is tried twice: as it stands, where the compiler knows every number, and with its numbers
put into variables by the header, where they are known only when the script runs.  All rows are
stats of one deck, so that one build of the native target serves them all.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor

import pytest
from running import compile_text, deck_text, open_play, rows

from yisp.compile.program import Program
from yisp.lang.forms import FORMS, Kind, Type

SLOW_NATIVELY = True

LEAST, GREATEST = -(2**63), 2**63 - 1

Y302, Y303, Y304 = "Y302", "Y303", "Y304"  # division by 0, overflow, an empty range

ROWS: dict[str, int | str] = {
    # literals
    "12": 12,
    "-3": -3,
    f"{LEAST}": LEAST,
    f"{GREATEST}": GREATEST,
    "unset": 0,
    "u": 0,
    # sums and products
    "(+ 1 2)": 3,
    "(+ 1 2 3 4 5)": 15,
    "(* 2 3)": 6,
    "(* 2 -3 4)": -24,
    "(- 5 2)": 3,
    "(- 2 5)": -3,
    "(- 7)": -7,
    "(- -7)": 7,
    f"(+ {GREATEST} 0)": GREATEST,
    f"(+ {GREATEST} 1)": Y303,
    f"(+ {LEAST} -1)": Y303,
    f"(+ {LEAST} {GREATEST})": -1,
    f"(+ {GREATEST} -1 1)": GREATEST,
    f"(+ {GREATEST} 1 -1)": Y303,
    f"(- {LEAST} 1)": Y303,
    f"(- {GREATEST} -1)": Y303,
    f"(- {LEAST} {LEAST})": 0,
    f"(- {LEAST})": Y303,
    f"(- -1 {GREATEST})": LEAST,
    f"(- 0 {GREATEST})": -GREATEST,
    f"(* {LEAST} -1)": Y303,
    f"(* {LEAST} 1)": LEAST,
    "(* 4294967296 2147483648)": Y303,
    "(* -4294967296 2147483648)": LEAST,
    "(* 3037000500 3037000500)": Y303,
    "(* 3037000499 3037000499)": 3037000499**2,
    f"(* {LEAST} 0 {LEAST})": 0,
    f"(* {LEAST} {LEAST} 0)": Y303,
    # quotients and remainders
    "(/ 7 2)": 3,
    "(/ -7 2)": -3,
    "(/ 7 -2)": -3,
    "(/ -7 -2)": 3,
    "(/ 0 5)": 0,
    "(/ 1 0)": Y302,
    "(/ 0 0)": Y302,
    f"(/ {LEAST} -1)": Y303,
    f"(/ {LEAST} 1)": LEAST,
    f"(/ {LEAST} 2)": LEAST // 2,
    f"(/ {LEAST} {LEAST})": 1,
    f"(/ {GREATEST} {LEAST})": 0,
    f"(/ {GREATEST} -1)": -GREATEST,
    "(% 7 2)": 1,
    "(% -7 2)": -1,
    "(% 7 -2)": 1,
    "(% -7 -2)": -1,
    "(% 6 3)": 0,
    "(% 1 0)": Y302,
    f"(% {LEAST} -1)": 0,
    f"(% {LEAST} 10)": -8,
    f"(% {GREATEST} {LEAST})": GREATEST,
    f"(% {LEAST} {GREATEST})": -1,
    # comparisons
    "(> 2 1)": 1,
    "(> 1 1)": 0,
    "(>= 1 1)": 1,
    "(>= 0 1)": 0,
    "(< 1 2)": 1,
    "(< 2 2)": 0,
    "(<= 2 2)": 1,
    "(<= 3 2)": 0,
    "(== 2 2)": 1,
    "(== 2 -2)": 0,
    "(!= 2 -2)": 1,
    "(!= 2 2)": 0,
    f"(< {LEAST} {GREATEST})": 1,
    f"(> {LEAST} {GREATEST})": 0,
    # logic: every argument is evaluated
    "(and 1 2)": 1,
    "(and 1 0)": 0,
    "(and 3 -1 2)": 1,
    "(and 0 0 1)": 0,
    "(or 0 0)": 0,
    "(or 0 -2)": 1,
    "(or 0 0 256)": 1,
    "(not 0)": 1,
    "(not 256)": 0,
    "(not -1)": 0,
    "(and 4294967296 4294967296)": 1,
    "(or 0 4294967296)": 1,
    "(and 0 (/ 1 0))": Y302,
    "(or 1 (/ 1 0))": Y302,
    # least, greatest, magnitude
    "(min 3 1 2)": 1,
    "(min 1 -1)": -1,
    "(max 3 1 2)": 3,
    f"(max {LEAST} {GREATEST} 0)": GREATEST,
    "(abs -3)": 3,
    "(abs 3)": 3,
    "(abs 0)": 0,
    f"(abs {GREATEST})": GREATEST,
    f"(abs {LEAST})": Y303,
    # one of several: the nearest there is
    "(nth 1 10 20 30)": 10,
    "(nth 2 10 20 30)": 20,
    "(nth 3 10 20 30)": 30,
    "(nth 4 10 20 30)": 30,
    "(nth 0 10 20 30)": 10,
    "(nth -1 10 20 30)": 10,
    "(nth 7 5)": 5,
    f"(nth {LEAST} -4 8)": -4,
    f"(nth {GREATEST} -4 8)": 8,
    f"(nth 2 {LEAST} {GREATEST})": GREATEST,
    "(nth (nth 2 3 1) 5 6 7)": 5,
    "(nth 5 1 2 3 4 5 6 7 8 9)": 5,
    "(nth 1 2 (/ 1 0))": Y302,
    "(nth (/ 1 0) 2)": Y302,
    # muldiv: exact in between
    "(muldiv 5 3 2 up)": 8,
    "(muldiv 5 3 2 down)": 7,
    "(muldiv 5 3 2 near)": 8,
    "(muldiv 1 1 0 up)": Y302,
    f"(muldiv {GREATEST} {GREATEST} {GREATEST} down)": GREATEST,
    f"(muldiv {LEAST} {LEAST} {LEAST} near)": LEAST,
    f"(muldiv {LEAST} {LEAST} {GREATEST} up)": Y303,
    f"(muldiv {LEAST} {GREATEST} {GREATEST} up)": LEAST,
    f"(muldiv {LEAST} 1 -1 up)": Y303,
    f"(muldiv {GREATEST} 2 2 up)": GREATEST,
    f"(muldiv {GREATEST} {GREATEST} 1 up)": Y303,
    f"(muldiv 1 1 {LEAST} up)": 0,
    f"(muldiv 1 1 {LEAST} down)": -1,
    f"(muldiv {LEAST} 1 {LEAST} near)": 1,
    f"(muldiv -1 4611686018427387904 {LEAST} near)": 1,
    f"(muldiv -1 4611686018427387903 {LEAST} near)": 0,
    # chance
    "(rand 3 3)": 3,
    "(rand 3 1)": Y304,
    f"(rand {LEAST} {LEAST})": LEAST,
    f"(rand {GREATEST} {LEAST})": Y304,
    f"(<= {LEAST} (rand {LEAST} {GREATEST}))": 1,
    # branches choose what to evaluate
    "(if (> 2 1) 10 20)": 10,
    "(if (> 1 2) 10 20)": 20,
    "(if 4294967296 10 20)": 10,
    "(if 0 (/ 1 0) 5)": 5,
    "(if 1 5 (/ 1 0))": 5,
    "(if 1 (/ 1 0) 5)": Y302,
    "(if (/ 1 0) 1 2)": Y302,
    "(if (if 0 1 0) (if 1 2 3) (if 1 4 5))": 4,
    f"(+ (if 1 {GREATEST} 0) (if 0 0 1))": Y303,
    "(* (if (> 3 2) 2 3) (if (< 3 2) 5 7))": 14,
    "(not (if 0 1 0))": 1,
    "(block 1 2)": 2,
    "(block 1 2 (+ 1 2))": 3,
    '(block "text" () 7)': 7,
    "(block (/ 1 0) 2)": Y302,
    "(+ (block 1 2) (block 3))": 5,
    # arguments are evaluated from left to right: the first error is the one that is met
    "(+ (/ 1 0) (rand 3 1))": Y302,
    "(+ (rand 3 1) (/ 1 0))": Y304,
    f"(+ (* {GREATEST} 2) (/ 1 0))": Y303,
    "(muldiv (rand 3 1) (/ 1 0) 0 up)": Y304,
    # sizes
    "|D|": 6,
    "|H|": 0,
    "|D.a|": 2,
    "|D.3|": 3,
    "|D.9|": 6,
    "|D.:-5|": 0,
    "|D.-2|": 2,
    "|D.!2|": 4,
    "|D.!9|": 0,
    "|D.?2|": 2,
    "|D.*4|": 4,
    "|D.!-:2|": 4,
    "|D.a.:(+ 1 2)|": 2,
    "|D.:(/ 1 0)|": Y302,
    "(+ |D.a| |D.!a|)": 6,
    "(* |D| |D.a|)": 12,
    f"(+ |D| {GREATEST})": Y303,
    f"(- |D| {GREATEST} )": 6 - GREATEST,
    "(/ 12 |H|)": Y302,
    "(% |D| |D.a|)": 0,
}


def near(exact: Fraction) -> int:
    """Rounded, half away from zero."""
    return floor(abs(exact) + Fraction(1, 2)) * (1 if exact >= 0 else -1)


ROUND = {"up": ceil, "down": floor, "near": near}

for _a, _b, _c, _mode in product((7, -7), (3, -3), (2, -2, 5, -5, 6), ROUND):
    ROWS[f"(muldiv {_a} {_b} {_c} {_mode})"] = ROUND[_mode](Fraction(_a * _b, _c))
for _form in FORMS.values():
    if _form.gives is not None:
        ROWS.setdefault(_form.example, int(_form.gives))

NUMBER = re.compile(r"(?<![\w.:|-])-?\d+(?![\w|])")


def in_variables() -> tuple[str, dict[str, str]]:
    """A header that assigns every number of the rows, and the rows with variables in their place."""
    names: dict[str, str] = {}

    def name(match: re.Match[str]) -> str:
        return names.setdefault(match[0], f"value{len(names)}")

    written = {row: NUMBER.sub(name, row) for row in ROWS}
    return ";".join(f"(= {name} {number})" for number, name in names.items()), written


@cache
def program() -> Program:
    header, written = in_variables()
    stats = {f"known {row}": row for row in ROWS} | {f"unknown {row}": text for row, text in written.items()}
    cards = {"a": {"count": 2}, "b": {"count": 4}}
    return compile_text(
        deck_text(cards, {"t": {"start-card": 0, "header": header, "combos": {"always": {}}, "stats": stats}})
    )


def test_numbers(target: str) -> None:
    """Every row, both ways; what is wrong is listed by row."""
    play = open_play(program(), target)
    (row,) = rows(play, 0, 1)
    stats = program().topics[0].stats
    failures: dict[str, list[str]] = {name: [] for name in stats}
    for notice in play.counts().notices:
        failures[program().sites[notice.site].name].append(notice.code)
    wrong = {}
    for name, value in zip(stats, row.stats, strict=True):
        expected = ROWS[name.partition(" ")[2]]
        # A stat that fails skips the trial, and is counted once.
        found = (value, failures[name])
        if found != ((expected, []) if isinstance(expected, int) else (None, [expected])):
            wrong[name] = (*found, f"not {expected}")
    assert wrong == {}


ELSEWHERE = (Kind.CARDS, Kind.EXIT, Kind.ZONE)
"""Forms that take one are in scenes and in test_wall; what would be is in test_would."""


def test_every_form_that_gives_a_number_is_in_the_table() -> None:
    heads = {match[1] for row in ROWS for match in re.finditer(r"\(([^\s()]+)", row)}
    numeric = {
        form.name
        for form in FORMS.values()
        if form.type is Type.BODIES
        or (form.type is Type.NUMBER and all(one.kind not in ELSEWHERE for one in form.arguments))
        if not form.supposes and form.name != "plan"  # which is of seats: see test_dealer
    }
    assert numeric <= heads, f"no row for {numeric - heads}"


# Depth and length -----------------------------------------------------------------------------------


def nested(left: str, core: str, right: str, depth: int) -> str:
    return left * depth + core + right * depth


DEEP: dict[str, tuple[str, int]] = {
    "sums": (nested("(+ 1 ", "one", ")", 199), 200),
    "sums, from the right": (nested("(+ ", "one", " 1)", 199), 200),
    "nots": (nested("(not ", "one", ")", 199), 0),
    "least": (nested("(min 5 ", "one", ")", 199), 1),
    "branches": (nested("(if one ", "7", " 8)", 199), 7),
    "branches in conditions": (nested("(if ", "one", " one 0)", 199), 1),
    "branches with work": (nested("(if one (+ one ", "0", ") 8)", 99), 99),
    "branches that could fail": (nested("(if none (/ 1 none) ", "(rand 7 7)", ")", 199), 7),
    "blocks": (nested("(block 1 ", "7", ")", 199), 7),
    "amounts in amounts": (nested("(- |D.:", "(+ 0 one)", "| 0)", 99), 1),
    "picks in picks": (nested("(nth (+ one ", "0", ") 5 1)", 99), 1),
    "picks among picks": (nested("(nth one ", "7", " 8 9)", 199), 7),
    "wide picks": ("(nth (+ one 199) " + " ".join(map(str, range(250))) + ")", 199),
    "wide sums": ("(+ " + " ".join(["one"] * 250) + ")", 250),
}

STATEMENTS: dict[str, tuple[str, dict[str, int]]] = {
    "deep ifs": (nested("(if one ", "(= deep (+ deep 1))", ")", 198), {"deep": 1}),
    "deep elses": (nested("(if none (= wrong 1) ", "(= deep (+ deep 1))", ")", 198), {"deep": 1, "wrong": 0}),
    "work on the way down": (
        nested("(block (= deep (+ deep 1)) (if (< deep 50) ", "()", " (= wrong (+ wrong 1))))", 99),
        {"deep": 50, "wrong": 1},
    ),
    "hundreds of statements": (
        ";".join(
            [
                *(
                    f"(= x (+ x {index}));(if (> x 100) (= deep (+ deep 1)) (= wrong (+ wrong 1)))"
                    for index in range(60)
                ),
                *("(= deep (+ deep 1))" for _ in range(120)),
            ]
        ),
        {"deep": 166, "wrong": 14},
    ),
}
"""Headers, and what they leave in variables."""


@cache
def deep_program() -> Program:
    topics = {"numbers": {"header": "(= one 1)", "stats": {name: text for name, (text, _) in DEEP.items()}}}
    for name, (text, variables) in STATEMENTS.items():
        topics[name] = {
            "header": f"(= one 1);{text}",
            "stats": {variable: variable for variable in variables},
        }
    for topic in topics.values():
        topic |= {"start-card": 0, "combos": {"always": {}}}
    return compile_text(deck_text({"a": {"count": 3}}, topics))


@pytest.mark.slow
def test_deep_and_long_programs(target: str) -> None:
    """Expressions and branches as deep as the limit of nesting, and hundreds of statements."""
    expected = [{name: value for name, (_, value) in DEEP.items()}]
    expected += [variables for _, variables in STATEMENTS.values()]
    for topic, values in enumerate(expected):
        play = open_play(deep_program(), target, topic)
        (row,) = rows(play, 0, 1)
        assert dict(zip(play.topic.stats, row.stats, strict=True)) == values, play.topic.name
        assert play.counts().notices == []
