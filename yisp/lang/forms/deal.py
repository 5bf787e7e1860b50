"""Forms about a deal: what its seats have agreed upon."""

from __future__ import annotations

from typing import Any

from .declare import Argument, Engine, Kind, Purity, Type, form


@form(
    "plan",
    Argument("n", Kind.NUMBER),
    type=Type.NUMBER,
    purity=Purity.PURE,
    summary="The world of seat `n` that came out of the bargain, counted from 0; -1 if it brought none, or if"
    " there was no way to meet all claims.",
    example="(plan 0)",
    ours=True,
)
def plan(engine: Engine, seat: Any) -> Any:
    return engine.plan(seat)
