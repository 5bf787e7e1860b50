"""Forms that give numbers: arithmetic, comparison, logic, chance."""

from __future__ import annotations

from functools import reduce
from typing import Any

from .declare import Argument, Engine, Kind, Purity, Repeat, Type, form

A = Argument("a", Kind.NUMBER)
B = Argument("b", Kind.NUMBER)
C = Argument("c", Kind.NUMBER)
MORE = Argument("more", Kind.NUMBER, Repeat.MANY)


@form(
    "+",
    A,
    B,
    MORE,
    type=Type.NUMBER,
    purity=Purity.PURE,
    summary="The sum of two or more numbers.",
    example="(+ 1 2 3)",
    gives="6",
)
def add(engine: Engine, *numbers: Any) -> Any:
    return reduce(engine.add, numbers)


@form(
    "*",
    A,
    B,
    MORE,
    type=Type.NUMBER,
    purity=Purity.PURE,
    summary="The product of two or more numbers.",
    example="(* 2 3 4)",
    gives="24",
)
def multiply(engine: Engine, *numbers: Any) -> Any:
    return reduce(engine.multiply, numbers)


@form(
    "-",
    A,
    Argument("b", Kind.NUMBER, Repeat.OPTIONAL),
    type=Type.NUMBER,
    purity=Purity.PURE,
    summary="The difference of two numbers; of one number, its negation.",
    example="(- 5 2)",
    gives="3",
)
def subtract(engine: Engine, a: Any, b: Any = None) -> Any:
    return engine.subtract(engine.constant(0), a) if b is None else engine.subtract(a, b)


@form(
    "/",
    A,
    B,
    type=Type.NUMBER,
    purity=Purity.PURE,
    summary="The quotient, truncated toward zero. Dividing by 0 is a run-time error.",
    example="(/ -7 2)",
    gives="-3",
)
def divide(engine: Engine, a: Any, b: Any) -> Any:
    return engine.divide(a, b)


@form(
    "%",
    A,
    B,
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="The remainder of `/`, with the sign of the first number.",
    example="(% -7 2)",
    gives="-1",
)
def remainder(engine: Engine, a: Any, b: Any) -> Any:
    return engine.remainder(a, b)


def _comparison(name: str, words: str, example: str, gives: str, ours: bool = False) -> None:
    @form(
        name,
        A,
        B,
        type=Type.NUMBER,
        purity=Purity.PURE,
        ours=ours,
        summary=f"1 when the first number is {words} the second, else 0.",
        example=example,
        gives=gives,
    )
    def compare(engine: Engine, a: Any, b: Any) -> Any:
        return engine.compare(name, a, b)


_comparison(">", "greater than", "(> 2 1)", "1")
_comparison(">=", "greater than or equal to", "(>= 2 2)", "1")
_comparison("<", "less than", "(< 2 1)", "0")
_comparison("<=", "less than or equal to", "(<= 2 1)", "0")
_comparison("==", "equal to", "(== 2 1)", "0")
_comparison("!=", "different from", "(!= 2 1)", "1", ours=True)


@form(
    "and",
    A,
    B,
    MORE,
    type=Type.NUMBER,
    purity=Purity.PURE,
    summary="1 when no number is 0, else 0. Every argument is evaluated.",
    example="(and 1 2 0)",
    gives="0",
)
def both(engine: Engine, *numbers: Any) -> Any:
    return reduce(engine.both, numbers)


@form(
    "or",
    A,
    B,
    MORE,
    type=Type.NUMBER,
    purity=Purity.PURE,
    summary="1 when any number is not 0, else 0. Every argument is evaluated.",
    example="(or 0 2)",
    gives="1",
)
def either(engine: Engine, *numbers: Any) -> Any:
    return reduce(engine.either, numbers)


@form(
    "not",
    A,
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="1 when the number is 0, else 0.",
    example="(not 3)",
    gives="0",
)
def negate(engine: Engine, a: Any) -> Any:
    return engine.negate(a)


@form(
    "min",
    A,
    B,
    MORE,
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="The smallest of the numbers.",
    example="(min 3 1 2)",
    gives="1",
)
def minimum(engine: Engine, *numbers: Any) -> Any:
    return reduce(engine.minimum, numbers)


@form(
    "max",
    A,
    B,
    MORE,
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="The largest of the numbers.",
    example="(max 3 1 2)",
    gives="3",
)
def maximum(engine: Engine, *numbers: Any) -> Any:
    return reduce(engine.maximum, numbers)


@form(
    "abs",
    A,
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="The number without its sign.",
    example="(abs -3)",
    gives="3",
)
def absolute(engine: Engine, a: Any) -> Any:
    return engine.maximum(a, engine.subtract(engine.constant(0), a))


@form(
    "nth",
    Argument("i", Kind.NUMBER),
    A,
    MORE,
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="The `i`-th of the numbers behind it, counted from 1: below 1 the first, beyond the end the last."
    " Every argument is evaluated.",
    example="(nth 2 10 20 30)",
    gives="20",
)
def nth(engine: Engine, i: Any, *numbers: Any) -> Any:
    return engine.pick(i, numbers)


@form(
    "muldiv",
    A,
    B,
    C,
    Argument("rounding", Kind.MODE, choices=("up", "down", "near")),
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="`a·b/c`, computed exactly and then rounded `up` (toward +∞), `down` (toward −∞) or to the"
    " `near`est number (halves away from zero).",
    example="(muldiv 5 3 2 up)",
    gives="8",
)
def muldiv(engine: Engine, a: Any, b: Any, c: Any, rounding: str) -> Any:
    return engine.muldiv(a, b, c, rounding)


@form(
    "rand",
    A,
    B,
    type=Type.NUMBER,
    purity=Purity.CHANCE,
    summary="A whole number from `a` to `b`, each equally likely. `a > b` is a run-time error.",
    example="(rand 1 6)",
)
def random(engine: Engine, a: Any, b: Any) -> Any:
    return engine.random(a, b)


CARDS = Argument("S", Kind.CARDS)
PROPERTY = Argument("p", Kind.PROPERTY)


@form(
    "sum",
    CARDS,
    PROPERTY,
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="The total of property `p` over the cards of `S`; cards without it count 0.",
    example="(sum H level)",
)
def total(engine: Engine, cards: Any, prop: str) -> Any:
    return engine.total(cards, prop)


@form(
    "high",
    CARDS,
    PROPERTY,
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="The largest property `p` among the cards of `S`; 0 when there are none.",
    example="(high F level)",
)
def highest(engine: Engine, cards: Any, prop: str) -> Any:
    return engine.greatest_of(cards, prop)


@form(
    "low",
    CARDS,
    PROPERTY,
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="The smallest property `p` among the cards of `S`; 0 when there are none.",
    example="(low F level)",
)
def lowest(engine: Engine, cards: Any, prop: str) -> Any:
    return engine.least_of(cards, prop)


@form(
    "copies",
    Argument("Z", Kind.ZONE),
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="How many cards of the kind in question zone `Z` holds; only in a filter by a number.",
    example="|H.(>= (copies B) 2)|",
    by_kind=True,
)
def copies(engine: Engine, zone: Any) -> Any:
    return engine.copies(zone)
