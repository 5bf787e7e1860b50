"""Forms that give numbers: arithmetic, comparison, logic, chance."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from ...messages import Message, filled, say
from ..tree import CardSet, Limit, Number, Size
from .declare import Argument, Engine, Kind, Purity, Repeat, Type, form
from .words import Asks, Teller, joined, listing

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
    words=joined(say("{a} + {b}")),
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
    words=joined(say("{a} × {b}")),
)
def multiply(engine: Engine, *numbers: Any) -> Any:
    return reduce(engine.multiply, numbers)


def said_difference(teller: Teller, a: Any, b: Any = None) -> str:
    if b is None:
        return say("minus {a}", a=teller.operand(a))
    return say("{a} − {b}", a=teller.operand(a), b=teller.operand(b))


@form(
    "-",
    A,
    Argument("b", Kind.NUMBER, Repeat.OPTIONAL),
    type=Type.NUMBER,
    purity=Purity.PURE,
    summary="The difference of two numbers; of one number, its negation.",
    example="(- 5 2)",
    gives="3",
    words=said_difference,
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
    words=say("{a} ÷ {b}, rounded toward 0"),
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
    words=say("the remainder of {a} ÷ {b}"),
)
def remainder(engine: Engine, a: Any, b: Any) -> Any:
    return engine.remainder(a, b)


RELATIONS = {
    ">": say("{a} is more than {b}"),
    ">=": say("{a} is at least {b}"),
    "<": say("{a} is less than {b}"),
    "<=": say("{a} is at most {b}"),
    "==": say("{a} is {b}"),
    "!=": say("{a} is not {b}"),
}
OPPOSITE = {">": "<=", "<=": ">", "<": ">=", ">=": "<", "==": "!=", "!=": "=="}
MIRRORED = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


def said_relation(teller: Teller, relation: str, a: Any, b: Any) -> str:
    """How two numbers stand to each other; where one is the size of a set, what that holds."""
    if isinstance(a, Number) and not isinstance(b, Number):
        relation, a, b = MIRRORED.get(relation, relation), b, a
    held = None
    if isinstance(a, Size) and isinstance(b, Number):
        held = teller.holding(a.cards, relation, b.value)
    return held or filled(RELATIONS[relation], a=teller.side(a), b=teller.side(b))


def _comparison(name: str, words: str, example: str, gives: str, ours: bool = False) -> None:
    def said(teller: Teller, holds: bool, a: Any, b: Any) -> str:
        return said_relation(teller, name if holds else OPPOSITE[name], a, b)

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
        words=Asks(said),
    )
    def compare(engine: Engine, a: Any, b: Any) -> Any:
        return engine.compare(name, a, b)


_comparison(">", "greater than", "(> 2 1)", "1")
_comparison(">=", "greater than or equal to", "(>= 2 2)", "1")
_comparison("<", "less than", "(< 2 1)", "0")
_comparison("<=", "less than or equal to", "(<= 2 1)", "0")
_comparison("==", "equal to", "(== 2 1)", "0")
_comparison("!=", "different from", "(!= 2 1)", "1", ours=True)


BOTH, EITHER = say("{a} and {b}"), say("{a} or {b}")


def said_both(teller: Teller, holds: bool, *numbers: Any) -> str:
    clauses = [teller.clause(number, holds) for number in numbers]
    return reduce(lambda a, b: filled(BOTH if holds else EITHER, a=a, b=b), clauses)


def said_either(teller: Teller, holds: bool, *numbers: Any) -> str:
    clauses = [teller.clause(number, holds) for number in numbers]
    return reduce(lambda a, b: filled(EITHER if holds else BOTH, a=a, b=b), clauses)


def said_not(teller: Teller, holds: bool, number: Any) -> str:
    return teller.truth(number, not holds)


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
    words=Asks(said_both),
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
    words=Asks(said_either),
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
    words=Asks(said_not),
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
    words=listing(say("the smallest of {numbers}")),
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
    words=listing(say("the largest of {numbers}")),
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
    words=say("{a} without its sign"),
)
def absolute(engine: Engine, a: Any) -> Any:
    return engine.maximum(a, engine.subtract(engine.constant(0), a))


def said_nth(teller: Teller, i: Any, *numbers: Any) -> str:
    return say("entry {i} of the list [{numbers}]", i=teller.operand(i), numbers=teller.items(numbers))


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
    words=said_nth,
)
def nth(engine: Engine, i: Any, *numbers: Any) -> Any:
    return engine.pick(i, numbers)


ROUNDED = {
    "up": say("{a} × {b} ÷ {c}, rounded up"),
    "down": say("{a} × {b} ÷ {c}, rounded down"),
    "near": say("{a} × {b} ÷ {c}, rounded to the nearest"),
}


def said_muldiv(teller: Teller, a: Any, b: Any, c: Any, rounding: Any) -> str:
    numbers = dict(zip("abc", map(teller.operand, (a, b, c)), strict=True))
    return filled(ROUNDED[rounding.name], **numbers)


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
    words=said_muldiv,
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
    words=say("a random number from {a} to {b}"),
)
def random(engine: Engine, a: Any, b: Any) -> Any:
    return engine.random(a, b)


CARDS = Argument("S", Kind.CARDS)
PROPERTY = Argument("p", Kind.PROPERTY)


def said_property(several: Message) -> Callable[..., str]:
    """Words of a form that takes the property of each card; those of at most one are its own."""

    def words(teller: Teller, cards: Any, prop: Any) -> str:
        match cards:
            case CardSet("X", ()) | CardSet(_, (*_, Limit(_, Number(1)))):
                return say("the {p} of {S}", p=teller.property(prop), S=teller.cards(cards))
        return filled(several, p=teller.property(prop), S=teller.cards(cards))

    return words


@form(
    "sum",
    CARDS,
    PROPERTY,
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="The total of property `p` over the cards of `S`; cards without it count 0.",
    example="(sum H level)",
    words=said_property(say("the total {p} of {S}")),
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
    words=said_property(say("the highest {p} of {S}")),
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
    words=said_property(say("the lowest {p} of {S}")),
)
def lowest(engine: Engine, cards: Any, prop: str) -> Any:
    return engine.least_of(cards, prop)


def said_copies(teller: Teller, zone: Any) -> str:
    whose = say("whose number of copies that {Z} holds")
    its = say("the number of its copies that {Z} holds")
    return filled(whose if teller.follows_noun() else its, Z=teller.zone(zone))


@form(
    "copies",
    Argument("Z", Kind.ZONE),
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    summary="How many cards of the kind in question zone `Z` holds; only in a filter by a number.",
    example="|H.(>= (copies B) 2)|",
    by_kind=True,
    words=said_copies,
)
def copies(engine: Engine, zone: Any) -> Any:
    return engine.copies(zone)
