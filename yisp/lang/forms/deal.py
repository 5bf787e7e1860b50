"""Forms about a deal: what its seats have agreed upon."""

from __future__ import annotations

from typing import Any

from ...messages import say
from ..tree import Number
from .declare import Argument, Engine, Kind, Purity, Type, form
from .words import Teller


def said_plan(teller: Teller, seat: Any) -> str:
    if isinstance(seat, Number):
        return say("the world agreed upon for seat {n}", n=teller.number(seat))
    return say("the world agreed upon for {n}", n=teller.operand(seat))


@form(
    "plan",
    Argument("n", Kind.NUMBER),
    type=Type.NUMBER,
    purity=Purity.PURE,
    summary="The world of seat `n` that came out of the bargain, counted from 0; -1 if it brought none, or if"
    " there was no way to meet all claims.",
    example="(plan 0)",
    ours=True,
    words=said_plan,
)
def plan(engine: Engine, seat: Any) -> Any:
    return engine.plan(seat)
