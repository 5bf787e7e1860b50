"""A formula's function, and what it calls.

``format_module`` prints the one function of the deck that a module has, as ``function``; the names of
:data:`PRELUDE`, ``fail(site)``, ``unfit(*arguments)`` and ``most_steps`` are given to it by whoever runs the
source.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import index

from ... import nodes
from ...lowering.values import GREATEST, LEAST, quotient
from ...nodes.locals import unset
from ..contract import NO_NOTES, Notes, comments
from .statements import REFUSES, Statements

__all__ = ["PRELUDE", "REFUSES", "format_module", "printer"]

printer = Statements


def format_module(module: nodes.Module, notes: Notes = NO_NOTES) -> str:
    """The source of ``function``; raises ``Refused`` where that would need a table."""
    (code,) = module.defined
    return "\n".join([*comments(notes.get("", ())), *_lines(module, code)]) + "\n"


def _lines(module: nodes.Module, code: nodes.Function) -> Iterator[str]:
    given = ", ".join(code.parameters)
    yield f"def function({given}{', /' if given else ''}):"
    if given:
        fits = [f"{LEAST} <= ({name} := index({name})) <= {GREATEST}" for name in code.parameters]
        yield "    try:"
        yield f"        fits = {' and '.join(fits)}"
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


def _nearest(a: int, b: int) -> int:
    """``a / b``, rounded to the nearest whole number, halves away from zero."""
    whole = (2 * abs(a) + abs(b)) // (2 * abs(b))
    return whole if (a < 0) == (b < 0) else -whole


PRELUDE = {"index": index, "quotient": quotient, "nearest": _nearest}
"""What a printed function calls, by name."""
