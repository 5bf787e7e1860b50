"""Forms that assign, choose, put in order and show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .declare import Argument, Engine, Kind, Purity, Repeat, Type, form


@form("=", Argument("v", Kind.VARIABLE), Argument("n", Kind.NUMBER),
      type=Type.VOID, purity=Purity.CHANGES,
      summary="Give variable `v` the value `n`.", example="(= summon 1)")
def assign(engine: Engine, variable: str, value: Any) -> None:
    engine.assign(variable, value)


@form("if", Argument("n", Kind.NUMBER), Argument("a", Kind.BODY),
      Argument("b", Kind.BODY, Repeat.OPTIONAL), type=Type.BODIES, purity=Purity.PURE,
      summary="Evaluate `a` when `n` is not 0, else `b`, which may be left out. A number where"
      " both are numbers.", example="(if (> 2 1) 10 20)", gives="10")
def choose(engine: Engine, condition: Any, then: Callable[[], Any],
           otherwise: Callable[[], Any] | None = None) -> Any:
    return engine.branch(condition, then, otherwise)


@form("block", Argument("a", Kind.BODY), Argument("b", Kind.BODY, Repeat.MANY),
      type=Type.BODIES, purity=Purity.PURE,
      summary="Evaluate one after another; the value is the last one's.",
      example="(block 1 2)", gives="2")
def block(engine: Engine, *bodies: Callable[[], Any]) -> Any:
    value = None
    for body in bodies:
        value = body()
    return value


@form("print", Argument("a", Kind.ITEM), Argument("b", Kind.ITEM, Repeat.MANY),
      type=Type.VOID, purity=Purity.PURE,
      summary="Show a line of numbers, texts and card sets, separated by blanks.",
      example='(print "hand:" H)')
def show(engine: Engine, *items: Any) -> None:
    engine.print(items)
