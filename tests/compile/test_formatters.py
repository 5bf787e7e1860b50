"""Both formatters know every node: one tiny function for each, compiled and run on both targets.

All functions are stats, combos or effects of one module, put together by hand from nodes, and so
one build of the native target serves them all.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from running import compile_text, deck_text, named_zones, open_play, rows

from yisp.compile import nodes
from yisp.compile.formatters import cython, python
from yisp.compile.formatters.locals import names_used
from yisp.compile.nodes import (
    EVENTS,
    Activate,
    BeginDraw,
    Binary,
    Call,
    Checked,
    Choice,
    ChooseCard,
    ChooseEvent,
    ChooseZone,
    ChosenSize,
    Constant,
    Copies,
    Count,
    EndDraw,
    Fail,
    Fold,
    Forbid,
    Give,
    Global,
    Guard,
    If,
    Install,
    IsZero,
    Keep,
    KeepWhere,
    Let,
    Limit,
    Local,
    LookAtChosen,
    Loop,
    Match,
    MoveAll,
    MoveCard,
    MoveChosen,
    MoveFirst,
    MovePicked,
    MoveTop,
    Print,
    Property,
    Random,
    Schedule,
    SetGlobal,
    Shuffle,
    Size,
    Step,
    Stop,
    TopProperty,
    ZoneOfCard,
)  # fmt: skip
from yisp.compile.program import Program

H, D, B = 0, 1, 2
A_CARDS, B_CARDS = 0, 1  # masks
GREATEST, LEAST = 2**63 - 1, -(2**63)


def binary(operator: str, a: int, b: int) -> Binary:
    # Behind a variable that is 0, so that nobody can work it out beforehand.
    return Binary(operator, Binary("add", Global(0), Constant(a)), Constant(b))


def chosen(*steps: nodes.Statement) -> tuple[nodes.Statement, ...]:
    return (*steps, ChosenSize("n1"), Give(Local("n1")))


X, NONE = Local("x"), Local("y")  # 1 and 0
SET = (Let("x", Constant(1)), Let("y", Constant(0)))

# Each gives a number in the trial that `program` sets up: three a, three b and x in the deck, none elsewhere.
NUMBERS: dict[str, tuple[tuple[nodes.Statement, ...], int | None]] = {
    "constant": ((Give(Constant(7)),), 7),
    "least constant": ((Give(Constant(LEAST)),), LEAST),
    "local": ((Let("x", Constant(3)), Give(X)), 3),
    "unset local": ((Give(X),), 0),
    "global": ((Give(Global(0)),), 0),
    "size": ((Give(Size(D)),), 7),
    "count": ((Give(Count(D, A_CARDS)),), 3),
    "add": ((Give(binary("add", 2, 3)),), 5),
    "subtract": ((Give(binary("subtract", 2, 3)),), -1),
    "multiply": ((Give(binary("multiply", -2, 3)),), -6),
    "quotient": ((Give(binary("quotient", -7, 2)),), -3),
    "remainder": ((Give(binary("remainder", -7, 2)),), -1),
    "min": ((Give(binary("min", -7, 2)),), -7),
    "max": ((Give(binary("max", -7, 2)),), 2),
    **{
        f"{a} {operator} {b}": ((Give(binary(operator, a, b)),), int(eval(f"{a} {operator} {b}")))
        for operator in (">", ">=", "<", "<=", "==", "!=")
        for a, b in ((1, 2), (2, 2), (2, 1))
    },
    "and": ((*SET, Give(Binary("and", X, NONE))), 0),
    "or": ((*SET, Give(Binary("or", X, NONE))), 1),
    "is zero": ((Give(IsZero(Global(0))),), 1),
    "is not zero": ((Give(IsZero(Size(D))),), 0),
    "choice": ((*SET, Give(Choice(X, Constant(5), Constant(6)))), 5),
    "other choice": ((*SET, Give(Choice(NONE, Constant(5), Constant(6)))), 6),
    "choice of a comparison": ((*SET, Give(Choice(X, Size(D), Binary(">", X, NONE)))), 7),
    "choice of a comparison, taken": ((*SET, Give(Choice(NONE, Size(D), Binary(">", X, NONE)))), 1),
    "choice of a truth": ((*SET, Give(Choice(NONE, Global(0), IsZero(NONE)))), 1),
    "choice in a choice": (
        (
            *SET,
            Give(Choice(Choice(NONE, Constant(1), NONE), Constant(5), Choice(X, Constant(6), Constant(7)))),
        ),
        6,
    ),
    "choice between constants": ((*SET, Give(Choice(Constant(0), Constant(5), Constant(6)))), 6),
    "arithmetic with a choice": (
        (
            *SET,
            Give(
                Binary("multiply", Choice(X, Constant(2**31), Constant(1)), Choice(X, Constant(2**31), NONE))
            ),
        ),
        2**62,
    ),
    "arithmetic with comparisons": (
        (
            *SET,
            Give(
                Binary("add", Binary(">", X, NONE), Binary("multiply", Binary(">=", X, X), Constant(2**40)))
            ),
        ),
        2**40 + 1,
    ),
    "if": ((*SET, If(X, [Let("x", Constant(8))], [Let("x", Constant(9))]), Give(X)), 8),
    "else": ((*SET, If(NONE, [Let("x", Constant(8))], [Let("x", Constant(9))]), Give(X)), 9),
    "if without else": ((*SET, If(NONE, [Let("x", Constant(8))], []), Give(X)), 1),
    "only else": ((*SET, If(NONE, [], [Let("x", Constant(9))]), Give(X)), 9),
    "only else of a choice": (
        (*SET, If(Choice(NONE, X, Constant(3)), [], [Let("x", Constant(9))]), Give(X)),
        1,
    ),
    "only else of a choice, taken": (
        (*SET, If(Choice(X, NONE, Constant(3)), [], [Let("x", Constant(9))]), Give(X)),
        9,
    ),
    "if of 0": ((*SET, If(Constant(0), [Let("x", Constant(8))], []), Give(X)), 1),
    "else of 0": ((*SET, If(Constant(0), [], [Let("x", Constant(8))]), Give(X)), 8),
    "if of a constant": ((*SET, If(Constant(3), [Let("x", Constant(8))], []), Give(X)), 8),
    "if of a choice": ((*SET, If(Choice(NONE, X, NONE), [Let("x", Constant(8))], []), Give(X)), 1),
    "guard": ((*SET, Guard(NONE), Give(Constant(5))), 0),
    "guard that holds": ((*SET, Guard(X), Give(Constant(5))), 5),
    "guard of 0": ((Guard(Constant(0)), Give(Constant(5))), 0),
    "guard of a constant": ((Guard(Constant(256)), Give(Constant(5))), 5),
    "guard of a great number": ((Let("x", Constant(2**32)), Guard(X), Give(Constant(5))), 5),
    "guard of a choice": ((*SET, Guard(Choice(NONE, X, NONE)), Give(Constant(5))), 0),
    "guard of a choice, the other way": ((*SET, Guard(Choice(X, NONE, X)), Give(Constant(5))), 0),
    "guard of a choice that holds": ((*SET, Guard(Choice(NONE, NONE, X)), Give(Constant(5))), 5),
    "fail": ((Fail(0), Give(Constant(5))), None),
    "checked add": ((Checked("n1", "add", (Constant(2), Global(0)), 0), Give(Local("n1"))), 2),
    "checked subtract": ((Checked("n1", "subtract", (Constant(2), Size(D)), 0), Give(Local("n1"))), -5),
    "checked multiply": ((Checked("n1", "multiply", (Constant(2), Size(D)), 0), Give(Local("n1"))), 14),
    "checked muldiv": (
        (Checked("n1", "muldiv", (Constant(7), Size(D), Constant(2), Constant(0)), 0), Give(Local("n1"))),
        25,
    ),
    "checked overflow": ((Checked("n1", "add", (Constant(GREATEST), Size(D)), 0), Give(Local("n1"))), None),
    "random": ((Random("n1", Constant(5), Constant(5)), Give(Local("n1"))), 5),
    "choose zone": (chosen(ChooseZone(D)), 7),
    "keep": (chosen(ChooseZone(D), Keep(B_CARDS)), 3),
    "limit": (chosen(ChooseZone(D), Limit("first", Constant(2), False)), 2),
    "limit, rejected": (chosen(ChooseZone(D), Limit("last", Constant(2), True)), 5),
    "limit at random": (chosen(ChooseZone(D), Limit("random", Constant(2), False)), 2),
    "loop": (
        (
            Let("x", Constant(5)),
            Loop(
                (Let("y", Binary("subtract", X, Constant(1))),),
                Binary(">", NONE, Constant(0)),
                (Let("x", NONE), Let("z", Binary("add", Local("z"), X))),
                0,
            ),
            Give(Local("z")),
        ),
        4 + 3 + 2 + 1,
    ),
    "loop without a test": (
        (
            SetGlobal(0, Constant(0)),
            *SET,
            Loop((), X, (Let("x", Constant(0)), Let("y", Size(D))), 0),
            Give(NONE),
        ),
        7,
    ),
    "call": ((Call("n1", 0, (Constant(7), Constant(8)), 0), Give(Local("n1"))), -1),
    "call of what gives nothing": ((Call("n1", 1, (), 0), Give(Local("n1"))), 0),
    "call of what fails": ((Call("n1", 2, (), 0), Give(Constant(5))), None),
    "keep where": (
        chosen(ChooseZone(D), KeepWhere("k1", (), Binary(">", Property("k1", 0), Constant(1)))),
        3,
    ),
    "keep where, in a filter": (
        chosen(
            ChooseZone(D),
            KeepWhere(
                "k1",
                (
                    ChooseZone(D),
                    KeepWhere("k2", (), Binary("==", Property("k2", 0), Property("k1", 0))),
                    ChosenSize("n2"),
                ),
                Binary("==", Local("n2"), Constant(1)),
            ),
        ),
        1,
    ),
    "keep where there are copies": (
        chosen(
            ChooseZone(D),
            Limit("first", Constant(6), False),
            KeepWhere("k1", (), Binary("<", Copies("k1"), Constant(4))),
            Limit("first", Constant(9), False),
        ),
        6,
    ),
    "keep where nothing fits": (chosen(ChooseZone(D), KeepWhere("k1", (), Constant(0))), 0),
    "keep where it fails": (chosen(ChooseZone(D), KeepWhere("k1", (Fail(0),), Constant(1))), None),
    "sum": ((ChooseZone(D), Fold("n1", "sum", 0, 0), Give(Local("n1"))), 3 * 1 + 3 * 2 - 4),
    "sum of nothing": ((ChooseZone(H), Fold("n1", "sum", 0, 0), Give(Local("n1"))), 0),
    "high": ((ChooseZone(D), Fold("n1", "high", 0, 0), Give(Local("n1"))), 2),
    "low": ((ChooseZone(D), Fold("n1", "low", 0, 0), Give(Local("n1"))), -4),
    "low of some": ((ChooseZone(D), Keep(B_CARDS), Fold("n1", "low", 0, 0), Give(Local("n1"))), 2),
    "sum that does not fit": ((ChooseZone(D), Fold("n1", "sum", 1, 0), Give(Local("n1"))), None),
    "property of the top": ((TopProperty("n1", D, 2), Give(Local("n1"))), 9),
    "property of nothing": ((TopProperty("n1", H, 2), Give(Local("n1"))), 0),
    "match": ((Match("n1", "first", D, 0), Give(Local("n1"))), 1),
    "best match": ((Match("n1", "best", D, 0), Give(Local("n1"))), 1),
    "no match": ((Match("n1", "best", H, 0), Give(Local("n1"))), 0),
    # The last, since all numbers of a topic share the steps.
    "loop that does not end": ((Loop((), Constant(1), (), 0), Give(Constant(5))), None),
}

# Effects of the one x, run from the hand; with what they leave in the graveyard and the hand.
EFFECT: tuple[nodes.Statement, ...] = (
    Activate(),
    ZoneOfCard("n1"),
    SetGlobal(1, Local("n1")),
    MoveTop(0, D, Constant(2), B, False),
    MoveAll(0, B, 2, H, False),  # everything
    MoveFirst(0, H, 2, Constant(9), Local("n1"), True),
    Shuffle(Local("n1")),
    MovePicked(0, D, B_CARDS, Constant(1), D, False),
    Shuffle(D),
    ChooseCard(),
    LookAtChosen("n2"),
    Print(0, (Local("n2"), Constant(1))),
    MoveCard(0, B, False),
    ChooseZone(H),
    Limit("first", Constant(1), False),
    MoveChosen(0, B, True),
    Forbid(0),
)


# Those of the deck: the difference of two numbers, nothing, a run-time error.
DEFINED: tuple[tuple[tuple[nodes.Statement, ...], tuple[str, ...]], ...] = (
    ((Give(Binary("subtract", Local("p1"), Local("p2"))),), ("p1", "p2")),
    ((Guard(Constant(1)),), ()),
    ((Fail(0), Give(Constant(5))), ()),
)

# A main program that draws two cards to the graveyard, the first of which an installed effect puts
# back; the turn after, a scheduled one ends play.
LATER_PROGRAM: tuple[nodes.Statement, ...] = (
    Install(0, EVENTS.index("draw"), -1, -1, None, Constant(1), 0),
    Schedule(1, Constant(1), 0),
    BeginDraw(),
    MoveTop(0, D, Constant(2), B, False),
    EndDraw(B),
)
INSTALLED: tuple[tuple[nodes.Statement, ...], ...] = (
    (ChooseEvent(), Limit("first", Constant(1), False), MoveChosen(0, D, True)),
    (SetGlobal(1, Constant(12)), Stop(), SetGlobal(1, Constant(13))),
)


@cache
def program() -> Program:
    """A deck's program with its functions replaced by ours."""
    cards = {
        "a": {"count": 3, "props": {"level": 1, "large": 2**62, "same": 9}},
        "b": {"count": 3, "props": {"level": 2, "same": 9}},
        "x": {
            "program": ["[1]@;(# X B);(! draw);(# D.a B);(# D.b B)", "@;(# X B [draw])"],
            "props": {"level": -4, "same": 9},
        },
    }
    stats = dict.fromkeys(NUMBERS, "(+ first (sum H level) (sum H large) (sum H same))")
    play = {"start-card": 0, "exec-program": True, "combos": {"one": {}}}
    topics: dict[str, Any] = {
        "numbers": {"start-card": 0, "combos": {"one": {}}, "stats": stats},
        "play": {**play, "header": "(# D.x H)", "stats": {"s": "second"}},
        "later": {
            **play, "turns": 3, "draw": 0, "header": "(on draw (# it H));(after 1 ())",
            "program": "(# D.x H)", "stats": {"s": "second"},
        },
    }  # fmt: skip
    simulate = {"limits": {"steps": 100}}
    made = compile_text(deck_text(cards, topics, simulate=simulate))
    a, b, x = 0b111, 0b111 << 3, 1 << 6
    made.variables[:] = ["first", "second"]
    made.plan.update(variables=2, masks=[a, b, a | b | x, x], wants=[2, 0, 2, 0, 1, 1, 0], tidy=0)
    made.zones = "HDB"

    def function(
        name: str, body: tuple[nodes.Statement, ...], sort: str = "number", parameters: tuple[str, ...] = ()
    ) -> nodes.Function:
        names = tuple(one for one in names_used(body) if one not in parameters)
        return nodes.Function(name, sort, body, names, parameters)

    one = (Give(Constant(1)),)
    second = (function("stat_1_0", (Give(Global(1)),)), function("stat_2_0", (Give(Global(1)),)))
    module = nodes.Module(
        "HDB",
        1,
        tuple(made.plan["masks"]),
        made.plan["listens"],
        tuple(
            function(f"function_{index}", body, "function", parameters)
            for index, (body, parameters) in enumerate(DEFINED)
        ),
        tuple(function(f"installed_{index}", body, "installed") for index, body in enumerate(INSTALLED)),
        (function("effect_0", EFFECT, "effect"), function("effect_1", (Activate(),), "effect")),
        (
            nodes.TopicCode(
                None,
                None,
                (function("combo_0_0", one),),
                1,
                (),
                tuple(function(f"stat_0_{index}", body) for index, (body, _) in enumerate(NUMBERS.values())),
            ),
            nodes.TopicCode(
                function("header_1", (MoveAll(0, D, 3, H, False),), "script"),
                None,
                (function("combo_1_0", one),),
                1,
                (),
                second[:1],
            ),
            nodes.TopicCode(
                function("header_2", (SetGlobal(0, Binary("add", Global(0), Constant(1))),), "script"),
                function("program_2", LATER_PROGRAM, "script"),
                (function("combo_2_0", one),),
                1,
                (),
                second[1:],
            ),
        ),
    )
    made.python_source = python.format_module(module)
    made.cython_source = cython.format_module(module, made.plan)
    return made


def test_numbers(target: str) -> None:
    play = open_play(program(), target, 0)
    (row,) = rows(play, 0, 1)
    found = dict(zip(NUMBERS, row.stats, strict=True))
    assert {name: value for name, value in found.items() if value != NUMBERS[name][1]} == {}


def test_effects(target: str) -> None:
    play = open_play(program(), target, 1)
    (row,) = rows(play, 0, 1)
    found = named_zones(play)
    assert row.stats == (H,)
    assert len(found["H"]) == 1 and len(found["D"]) == 4
    assert "x" in found["B"] and len(found["B"]) == 2
    counts = play.counts()
    assert counts.activations == [1, 0], "the second effect is forbidden"
    assert counts.printed == 1


def test_events_and_turns(target: str) -> None:
    play = open_play(program(), target, 2)
    (row,) = rows(play, 0, 1)
    assert row.stats == (12,)
    found = named_zones(play)
    assert {zone: len(cards) for zone, cards in found.items()} == {"D": 6, "B": 1}
    assert play.table[0] == 2, "the second turn is the last"
    assert play.counts().notices == []


def test_every_node_is_tried() -> None:
    kinds = set(nodes.Statement.__args__) | set(nodes.Expression.__args__)
    seen: set[type] = set()

    def visit(node: object) -> None:
        if type(node) in kinds:
            seen.add(type(node))
            for name in node.__dataclass_fields__:  # type: ignore[attr-defined]
                visit(getattr(node, name))
        elif isinstance(node, tuple | list):
            for part in node:
                visit(part)

    visit([EFFECT, LATER_PROGRAM, INSTALLED, DEFINED, *(body for body, _ in NUMBERS.values())])
    assert kinds - seen == {Step}, "a step is only lowered for a trace, which runs in python"


def test_a_step_is_printed_for_python() -> None:
    function = nodes.Function("effect_0", "effect", (Step(3),), ())
    module = nodes.Module("HD", 1, (), 0, (), (), (function,), ())
    assert "table.step(3)" in python.format_module(module)
