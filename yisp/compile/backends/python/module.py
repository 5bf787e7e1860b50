"""Functions of the python target: ``effect_0`` …, ``header_0`` …, ``combo_0_0`` … and ``stat_0_0`` …, each
taking the table (an effect also its card, a function of the deck its arguments, too).

The scan of effects is the runtime's: ``Module.scan`` is for targets that are built for one deck.
"""

from __future__ import annotations

from collections.abc import Iterator

from ... import nodes
from ...nodes.locals import unset
from ...operators import Role
from ..contract import NO_NOTES, Notes, comments, zone_name
from .statements import Statements

REFUSES: frozenset[type] = frozenset()

printer = Statements


def format_module(module: nodes.Module, notes: Notes = NO_NOTES) -> str:
    """The source of a module."""
    letters = ", ".join(map(zone_name, module.zones))
    lines = [*comments(notes.get("", ())), f"{letters}, = range({len(module.zones)})"]
    for function in module.functions:
        lines += ["", "", *comments(notes.get(function.name, ())), *_function(module, function)]
    return "\n".join(lines) + "\n"


def _function(module: nodes.Module, function: nodes.Function) -> Iterator[str]:
    parameters = ["table", *(["card"] if function.has_card else []), *function.parameters]
    yield f"def {function.name}({', '.join(parameters)}):"
    names = [name for name in unset(function.body) if name not in function.parameters]
    if names:
        yield f"    {' = '.join(names)} = 0"
    lines = list(printer(module, function).block(function.body))
    if function.role is Role.FUNCTION and not any(isinstance(one, nodes.Give) for one in function.body):
        lines.append("    return 0")
    yield from lines or ["    pass"]
