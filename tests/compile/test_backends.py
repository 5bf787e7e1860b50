"""Every backend knows every node and every operator; and one tiny function for each, run on both targets.

What runs are stats, combos or effects of one module, put together by hand from nodes, and so one build of
the native target serves them all.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, cast, get_args, get_type_hints

import pytest
from running import compile_text, deck_text, load_text, named_zones, open_play, rows
from yisp_runtime.codes import EVENTS

from yisp.compile import backends, nodes
from yisp.compile.analysis.specialise import specialise
from yisp.compile.backends.contract import Backend, Refused
from yisp.compile.backends.cython.module import format_module
from yisp.compile.nodes import (
    Activate,
    BeginDraw,
    Binary,
    Call,
    Checked,
    Choice,
    ChooseCard,
    ChooseEvent,
    ChooseEvery,
    ChooseZone,
    ChosenSize,
    Collapse,
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
    KeepCard,
    KeepWhere,
    Let,
    Light,
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
    MulDiv,
    Print,
    Property,
    Random,
    Schedule,
    SetGlobal,
    Shuffle,
    Size,
    Step,
    Stop,
    TakeUse,
    TopProperty,
    Would,
    ZoneOfCard,
)  # fmt: skip
from yisp.compile.nodes.locals import names_used
from yisp.compile.operators import CHECKED, End, Matching, Operator, Role, Rounding, Total, Way
from yisp.compile.pipeline import specialised
from yisp.compile.program import Program

OF_WALLS = (
    nodes.LightPlace, nodes.CollapsePlace, nodes.Remain, nodes.Draw, nodes.DrawSeveral, nodes.DrawForTurn,
    nodes.Take,
)  # fmt: skip
OF_DEALS = (
    nodes.Dealt, nodes.BeginClaims, nodes.Claim, nodes.Bargain, nodes.Withhold, nodes.BeginFilling,
    nodes.EndFilling, nodes.Veto,
)  # fmt: skip

BACKENDS: dict[str, Backend] = {
    name: cast(Backend, import_module(f"yisp.compile.backends.{name}"))
    for _, name, is_folder in pkgutil.iter_modules(backends.__path__)
    if is_folder
}
PYTHON, CYTHON = BACKENDS["python"], BACKENDS["cython"]
PRINT_PYTHON = {"python", "inline"}

H, D, B = 0, 1, 2
A_CARDS, B_CARDS = 0, 1  # masks
GREATEST, LEAST = 2**63 - 1, -(2**63)


def binary(operator: Operator, a: int, b: int) -> Binary:
    # Behind a variable that is 0, so that nobody can work it out beforehand.
    return Binary(operator, Binary(Operator.ADD, Global(0), Constant(a)), Constant(b))


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
    "add": ((Give(binary(Operator.ADD, 2, 3)),), 5),
    "subtract": ((Give(binary(Operator.SUBTRACT, 2, 3)),), -1),
    "multiply": ((Give(binary(Operator.MULTIPLY, -2, 3)),), -6),
    "quotient": ((Give(binary(Operator.QUOTIENT, -7, 2)),), -3),
    "remainder": ((Give(binary(Operator.REMAINDER, -7, 2)),), -1),
    "min": ((Give(binary(Operator.MIN, -7, 2)),), -7),
    "max": ((Give(binary(Operator.MAX, -7, 2)),), 2),
    **{
        f"{a} {operator} {b}": ((Give(binary(Operator(operator), a, b)),), int(eval(f"{a} {operator} {b}")))
        for operator in (">", ">=", "<", "<=", "==", "!=")
        for a, b in ((1, 2), (2, 2), (2, 1))
    },
    "and": ((*SET, Give(Binary(Operator.AND, X, NONE))), 0),
    "or": ((*SET, Give(Binary(Operator.OR, X, NONE))), 1),
    "is zero": ((Give(IsZero(Global(0))),), 1),
    "is not zero": ((Give(IsZero(Size(D))),), 0),
    "choice": ((*SET, Give(Choice(X, Constant(5), Constant(6)))), 5),
    "other choice": ((*SET, Give(Choice(NONE, Constant(5), Constant(6)))), 6),
    "choice of a comparison": ((*SET, Give(Choice(X, Size(D), Binary(Operator.GREATER, X, NONE)))), 7),
    "choice of a comparison, taken": (
        (*SET, Give(Choice(NONE, Size(D), Binary(Operator.GREATER, X, NONE)))),
        1,
    ),
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
                Binary(
                    Operator.MULTIPLY,
                    Choice(X, Constant(2**31), Constant(1)),
                    Choice(X, Constant(2**31), NONE),
                )
            ),
        ),
        2**62,
    ),
    "arithmetic with comparisons": (
        (
            *SET,
            Give(
                Binary(
                    Operator.ADD,
                    Binary(Operator.GREATER, X, NONE),
                    Binary(Operator.MULTIPLY, Binary(Operator.AT_LEAST, X, X), Constant(2**40)),
                )
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
    "checked add": ((Checked("n1", Operator.ADD, Constant(2), Global(0), 0), Give(Local("n1"))), 2),
    "checked subtract": ((Checked("n1", Operator.SUBTRACT, Constant(2), Size(D), 0), Give(Local("n1"))), -5),
    "checked multiply": ((Checked("n1", Operator.MULTIPLY, Constant(2), Size(D), 0), Give(Local("n1"))), 14),
    "checked muldiv": (
        (MulDiv("n1", Constant(7), Size(D), Constant(2), Rounding.UP, 0), Give(Local("n1"))),
        25,
    ),
    "checked muldiv, down": (
        (MulDiv("n1", Constant(-7), Size(D), Constant(2), Rounding.DOWN, 0), Give(Local("n1"))),
        -25,
    ),
    "checked muldiv, near": (
        (MulDiv("n1", Constant(-7), Size(D), Constant(2), Rounding.NEAR, 0), Give(Local("n1"))),
        -25,
    ),
    "checked overflow": (
        (Checked("n1", Operator.ADD, Constant(GREATEST), Size(D), 0), Give(Local("n1"))),
        None,
    ),
    "random": ((Random("n1", Constant(5), Constant(5)), Give(Local("n1"))), 5),
    "choose zone": (chosen(ChooseZone(D)), 7),
    "keep": (chosen(ChooseZone(D), Keep(B_CARDS)), 3),
    "limit": (chosen(ChooseZone(D), Limit(End.FIRST, Constant(2), False)), 2),
    "limit, rejected": (chosen(ChooseZone(D), Limit(End.LAST, Constant(2), True)), 5),
    "limit by choice": (chosen(ChooseZone(D), Limit(End.CHOICE, Constant(2), False)), 2),
    "limit by pick": (chosen(ChooseZone(D), Limit(End.PICK, Constant(2), False)), 2),
    "limit at random": (chosen(ChooseZone(D), Limit(End.RANDOM, Constant(2), False)), 2),
    "loop": (
        (
            Let("x", Constant(5)),
            Loop(
                (Let("y", Binary(Operator.SUBTRACT, X, Constant(1))),),
                Binary(Operator.GREATER, NONE, Constant(0)),
                (Let("x", NONE), Let("z", Binary(Operator.ADD, Local("z"), X))),
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
        chosen(ChooseZone(D), KeepWhere("k1", (), Binary(Operator.GREATER, Property("k1", 0), Constant(1)))),
        3,
    ),
    "keep where, in a filter": (
        chosen(
            ChooseZone(D),
            KeepWhere(
                "k1",
                (
                    ChooseZone(D),
                    KeepWhere("k2", (), Binary(Operator.EQUAL, Property("k2", 0), Property("k1", 0))),
                    ChosenSize("n2"),
                ),
                Binary(Operator.EQUAL, Local("n2"), Constant(1)),
            ),
        ),
        1,
    ),
    "keep where there are copies": (
        chosen(
            ChooseZone(D),
            Limit(End.FIRST, Constant(6), False),
            KeepWhere("k1", (), Binary(Operator.LESS, Copies("k1"), Constant(4))),
            Limit(End.FIRST, Constant(9), False),
        ),
        6,
    ),
    "keep where another zone has fewer": (
        chosen(ChooseZone(D), KeepWhere("k1", (), Binary(Operator.LESS, Copies("k1", H), Copies("k1", D)))),
        7,
    ),
    "keep where the zone in a local has one": (
        (
            *SET,
            *chosen(ChooseZone(D), KeepWhere("k1", (), Binary(Operator.EQUAL, Copies("k1", X), Constant(1)))),
        ),
        1,
    ),
    "keep where nothing fits": (chosen(ChooseZone(D), KeepWhere("k1", (), Constant(0))), 0),
    "keep where it fails": (chosen(ChooseZone(D), KeepWhere("k1", (Fail(0),), Constant(1))), None),
    "sum": ((ChooseZone(D), Fold("n1", Total.SUM, 0, 0), Give(Local("n1"))), 3 * 1 + 3 * 2 - 4),
    "sum of nothing": ((ChooseZone(H), Fold("n1", Total.SUM, 0, 0), Give(Local("n1"))), 0),
    "high": ((ChooseZone(D), Fold("n1", Total.HIGH, 0, 0), Give(Local("n1"))), 2),
    "low": ((ChooseZone(D), Fold("n1", Total.LOW, 0, 0), Give(Local("n1"))), -4),
    "low of some": ((ChooseZone(D), Keep(B_CARDS), Fold("n1", Total.LOW, 0, 0), Give(Local("n1"))), 2),
    "sum that does not fit": ((ChooseZone(D), Fold("n1", Total.SUM, 1, 0), Give(Local("n1"))), None),
    "property of the top": ((TopProperty("n1", D, 2), Give(Local("n1"))), 9),
    "property of nothing": ((TopProperty("n1", H, 2), Give(Local("n1"))), 0),
    "match": ((Match("n1", Matching.FIRST, D, 0), Give(Local("n1"))), 1),
    "best match": ((Match("n1", Matching.BEST, D, 0), Give(Local("n1"))), 1),
    "no match": ((Match("n1", Matching.BEST, H, 0), Give(Local("n1"))), 0),
    "would, of nobody": ((Would("n1", 0, 0, (Constant(7),), 0), Give(Local("n1"))), 0),
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
    ChooseEvery(D),
    Light(D, Constant(30), 0),
    Keep(B_CARDS),
    Collapse(D),
    Shuffle(D),
    ChooseCard(),
    KeepCard(False),
    LookAtChosen("n2"),
    Print(0, (Local("n2"), Constant(1))),
    MoveCard(0, B, False),
    ChooseZone(H),
    KeepCard(True),
    Limit(End.FIRST, Constant(1), False),
    MoveChosen(0, B, True),
    Forbid(0),
)


# Those of the deck: the difference of two numbers, nothing, a run-time error.
DEFINED: tuple[tuple[tuple[nodes.Statement, ...], tuple[str, ...]], ...] = (
    ((Give(Binary(Operator.SUBTRACT, Local("p1"), Local("p2"))),), ("p1", "p2")),
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
    (TakeUse(), ChooseEvent(), Limit(End.FIRST, Constant(1), False), MoveChosen(0, D, True)),
    (TakeUse(), SetGlobal(1, Constant(12)), Stop(), SetGlobal(1, Constant(13))),
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
    stats = dict.fromkeys(NUMBERS, "(+ first (sum H level) (sum H large) (sum H same) (would [steady] 1))")
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
    made.plan.update(variables=2, masks=[a, b, a | b | x, x], wants=[2, 0, 2, 0, 1, 1, 0], tidy=0, lights=1)
    made.zones = "HDB"

    def function(
        name: str,
        body: tuple[nodes.Statement, ...],
        role: Role = Role.NUMBER,
        parameters: tuple[str, ...] = (),
    ) -> nodes.Function:
        names = tuple(one for one in names_used(body) if one not in parameters)
        return nodes.Function(name, role, body, names, parameters)

    one = (Give(Constant(1)),)
    second = (function("stat_1_0", (Give(Global(1)),)), function("stat_2_0", (Give(Global(1)),)))
    module = nodes.Module(
        "HDB",
        1,
        2,
        tuple(made.plan["masks"]),
        made.plan["listens"],
        tuple(
            function(f"function_{index}", body, Role.FUNCTION, parameters)
            for index, (body, parameters) in enumerate(DEFINED)
        ),
        tuple(function(f"installed_{index}", body, Role.INSTALLED) for index, body in enumerate(INSTALLED)),
        (function("effect_0", EFFECT, Role.EFFECT), function("effect_1", (Activate(),), Role.EFFECT)),
        (
            nodes.TopicCode(
                {},
                (function("combo_0_0", one),),
                1,
                (),
                tuple(function(f"stat_0_{index}", body) for index, (body, _) in enumerate(NUMBERS.values())),
            ),
            nodes.TopicCode(
                {"header": function("header_1", (MoveAll(0, D, 3, H, False),), Role.SCRIPT)},
                (function("combo_1_0", one),),
                1,
                (),
                second[:1],
            ),
            nodes.TopicCode(
                {
                    "header": function(
                        "header_2", (SetGlobal(0, Binary(Operator.ADD, Global(0), Constant(1))),), Role.SCRIPT
                    ),
                    "program": function("program_2", LATER_PROGRAM, Role.SCRIPT),
                },
                (function("combo_2_0", one),),
                1,
                (),
                second[1:],
            ),
        ),
        asked={0: function("asked_0", (Give(Local("p1")),), Role.FUNCTION, ("p1",))},
    )
    made.python_source = PYTHON.format_module(module)
    made.cython_source = CYTHON.format_module(specialise(module, made.plan))
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


# The contract -------------------------------------------------------------------------------------

NODES: tuple[type, ...] = (*get_args(nodes.Expression), *get_args(nodes.Statement))


def samples(kind: type) -> list[Any]:
    """A node of a kind for every combination of what its fields can be, as far as backends care."""
    return [kind(*fields) for fields in product(*map(values_of, get_type_hints(kind).values()))]


def values_of(kind: Any) -> list[Any]:
    """What a field of that type can be; whoever adds another type says so here."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return list(kind)
    known: dict[Any, list[Any]] = {
        int: [0],
        str: ["k1"],
        bool: [True, False],
        int | None: [None, 0],
        nodes.ZoneNode: [0, Local("k1")],
        nodes.Expression: [Constant(1), Local("k1")],
        nodes.Expression | None: [None, Constant(1)],
        nodes.ZoneNode | None: [None, 0, Local("k1")],
        tuple[nodes.Expression, ...]: [(), (Constant(1), Local("k1"))],
        tuple[nodes.Statement, ...]: [(Let("k1", Constant(1)),)],
        list[nodes.Statement]: [[], [Let("k1", Constant(1))]],
    }
    return known[kind]


def exists(node: Any) -> bool:
    """Whether lowering can make it: of the operators, only some are ever checked; an If does something."""
    if isinstance(node, Checked):
        return node.operator in CHECKED
    return not isinstance(node, If) or bool(node.then or node.otherwise)


def test_only_what_asks_supposes() -> None:
    for stat, asks in (("(would [steady] word)", True), ("word", False)):
        topic = {"header": "(on draw (= word 1) [steady])", "stats": {"s": stat}}
        module = specialised(load_text(deck_text({"a": {"count": 9}}, {"t": topic})))
        assert ("cdef bint suppose(" in format_module(module)) == asks


def test_there_are_three_backends_with_the_same_files() -> None:
    assert set(BACKENDS) == {"python", "cython", "inline"}
    for backend in BACKENDS.values():
        folder = Path(str(cast(Any, backend).__file__)).parent
        files = {file.name for file in folder.glob("*.py")}
        assert files == {"__init__.py", "expressions.py", "statements.py", "module.py"}


@pytest.mark.parametrize("kind", NODES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", BACKENDS)
def test_a_backend_prints_a_node_or_says_that_it_refuses_it(name: str, kind: type) -> None:
    backend = BACKENDS[name]
    function = nodes.Function("function_0", Role.FUNCTION, (), ("k1",))
    module = nodes.Module("HDB", 1, 1, (1,), 0, (function,), (), (), ())
    printer = backend.printer(module, function)
    is_expression = kind in get_args(nodes.Expression)
    for node in filter(exists, samples(kind)):
        if kind in backend.REFUSES:
            with pytest.raises(Refused):
                printer.expression(node) if is_expression else list(printer.statement(node))
            continue
        lines = [printer.expression(node)] if is_expression else list(printer.statement(node))
        assert all(lines), node
        if name in PRINT_PYTHON:
            body = "\n".join(f"    {line}" for line in lines)
            compile(f"def f(table, card, k1, steps):\n{body}\n", name, "exec")


def parts(node: object) -> Iterator[Any]:
    """A node, or whatever else is made of nodes, and all within it."""
    if isinstance(node, tuple | list):
        for part in node:
            yield from parts(part)
    elif hasattr(node, "__dataclass_fields__"):
        yield node
        for name in node.__dataclass_fields__:
            yield from parts(getattr(node, name))


def test_every_node_and_operator_is_run() -> None:
    """By the tests above, on both targets; but for ways, which ``test_specialise`` runs, walls and deals."""
    tried = list(parts([EFFECT, LATER_PROGRAM, INSTALLED, DEFINED, *(body for body, _ in NUMBERS.values())]))
    # A step is for traces, which run in python; a wall is run by ``test_wall``, a deal by ``test_dealer``.
    assert set(NODES) - {type(node) for node in tried} == {Step, *OF_WALLS, *OF_DEALS}
    for kind in (kind for kind in NODES if kind not in OF_DEALS):
        for name, hint in get_type_hints(kind).items():
            if isinstance(hint, type) and issubclass(hint, Enum) and hint is not Way:
                values = CHECKED if kind is Checked else hint
                assert {getattr(node, name) for node in tried if type(node) is kind} == set(values), kind


def test_a_step_is_printed_for_python() -> None:
    function = nodes.Function("effect_0", Role.EFFECT, (Step(3),), ())
    module = nodes.Module("HD", 1, 0, (), 0, (), (), (function,), ())
    assert "table.step(3)" in PYTHON.format_module(module)


def test_every_statement_that_names_a_number_makes_a_local_of_it() -> None:
    """Also where nobody reads it: natively a local that is not declared is sometimes a Python object."""
    named = [one for one in get_args(nodes.Statement) if "name" in {field.name for field in fields(one)}]
    assert len(named) > 10
    for node in named:
        blank = {field.name: "n1" if field.name == "name" else 0 for field in fields(node)}
        assert names_used([node(**blank)]) == ("n1",), node
