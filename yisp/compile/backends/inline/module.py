"""A formula's function, and what it calls.

``format_module`` prints the one function of the deck that a module has, as ``function`` with the parameters
that its author named; the names of :data:`PRELUDE` and :data:`GIVEN` are given to it by whoever runs the
source.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from keyword import iskeyword
from operator import index
from typing import Any

from ....messages import say
from ... import nodes
from ...lowering.values import GREATEST, LEAST, quotient
from ...nodes.locals import unset
from ..contract import NO_NOTES, Notes, comments
from .statements import REFUSES, Statements

__all__ = ["GIVEN", "PRELUDE", "REFUSES", "format_module", "printer"]

printer = Statements

GIVEN = ("fail", "most_steps")
"""What a printed function calls with the number of a site, and the turns that its loops may take."""


def format_module(module: nodes.Module, parameters: Sequence[str], notes: Notes = NO_NOTES) -> str:
    """The source of ``function``; raises ``Refused`` where that would need a table.

    ``parameters`` are what its author calls them.
    """
    (code,) = module.defined
    return "\n".join([*comments(notes.get("", ())), *_lines(module, code, parameters)]) + "\n"


def _lines(module: nodes.Module, code: nodes.Function, parameters: Sequence[str]) -> Iterator[str]:
    own = _names(parameters, code.parameters)
    yield f"def function({', '.join(own)}{', /' if own else ''}):"
    if own:
        fits = " and ".join(
            f"{LEAST} <= ({name} := index({given})) <= {GREATEST}"
            for name, given in zip(code.parameters, own, strict=True)
        )
        given = ", ".join(f"{name}={name}" for name in own)
        yield "    try:"
        yield f"        fits = {fits}"
        yield "    except TypeError:"
        yield "        fits = False"
        yield f"    if not fits: unfit({given})"
    begin = [name for name in unset(code.body) if name not in code.parameters]
    begin += [f"g{number}" for number in range(module.variables)]
    if any(isinstance(node, nodes.Loop) for node in nodes.every(code.body)):
        begin.append("steps")
    if begin:
        yield f"    {' = '.join(begin)} = 0"
    yield from printer(module, code).block(code.body)


def _names(parameters: Sequence[str], taken: Sequence[str]) -> list[str]:
    """The parameters as Python may call them: what means something to it, or is ``taken``, has a `_` behind
    it."""
    own: list[str] = []
    for name in parameters:
        while iskeyword(name) or name in (*PRELUDE, *GIVEN, *taken, *own) or hasattr(builtins, name):
            name += "_"
        own.append(name)
    return own


def _unfit(**given: Any) -> None:
    """Say which argument is the first that is no number of the language."""
    for name, value in given.items():
        try:
            fits = LEAST <= index(value) <= GREATEST
        except TypeError:
            raise TypeError(
                say("{name} must be a whole number, not {value}", name=name, value=f"{value!r:.60}")
            ) from None
        if not fits:
            raise ValueError(say("{name} does not fit 64 bits", name=name))


def _nearest(a: int, b: int) -> int:
    """``a / b``, rounded to the nearest whole number, halves away from zero."""
    whole = (2 * abs(a) + abs(b)) // (2 * abs(b))
    return whole if (a < 0) == (b < 0) else -whole


PRELUDE = {"index": index, "unfit": _unfit, "quotient": quotient, "nearest": _nearest}
"""What a printed function calls, by name."""
