"""Nodes for people to read: what ``yispc compile --emit nodes`` shows.

What comes in: a module.  What goes out: a line for a statement, indented like the blocks it stands in, with
each field by its name; zones by their letters.  It is no backend: nothing runs what it prints.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from . import nodes

ZONES = ("zone", "to")
"""The fields that are a zone's index, or a local."""


def list_module(module: nodes.Module) -> str:
    """All functions of a module, and its scan where it has one."""
    lines = [f"masks {index} = {mask:#x}" for index, mask in enumerate(module.masks)]
    for function in module.functions:
        lines += ["", f"{function.role.value} {' '.join((function.name, *function.parameters))}"]
        lines += _block(module, function.body)
    scanned = iter(module.scanned)
    for zone in module.scan:
        lines += ["", f"scan {module.zones[zone.zone]} cards={next(scanned):#x}"]
        for kind in zone.kinds:
            effects = ", ".join(_attempt(attempt) for attempt in kind.attempts)
            lines.append(f"    cards={next(scanned):#x}: {effects}")
    return "\n".join(lines)


def _attempt(attempt: nodes.Attempt) -> str:
    flags = [name for name in ("once", "first", "tagged") if getattr(attempt, name)]
    return " ".join([f"effect {attempt.effect}", *flags])


def _block(module: nodes.Module, statements: Any) -> Iterator[str]:
    for statement in statements:
        inside = nodes.parts(statement)
        names = [name for name in statement.__dataclass_fields__ if getattr(statement, name) not in inside]
        shown = (f" {name}={_shown(module, name, getattr(statement, name))}" for name in names)
        yield f"    {type(statement).__name__}{''.join(shown)}"
        for name in statement.__dataclass_fields__:
            part = getattr(statement, name)
            if name not in names and part:
                yield f"      {name}:"
                yield from (f"    {line}" for line in _block(module, part))


def _shown(module: nodes.Module, name: str, value: Any) -> str:
    """A field's value; an expression in the language's own prefix form."""
    if name in ZONES and isinstance(value, int):
        return module.zones[value]
    match value:
        case Enum():
            return str(value.value)
        case nodes.Constant(number):
            return str(number)
        case nodes.Local(local):
            return local
        case nodes.Binary(operator, left, right):
            return f"({operator.value} {_shown(module, '', left)} {_shown(module, '', right)})"
        case tuple():
            return f"({' '.join(_shown(module, '', part) for part in value)})"
        case _ if hasattr(value, "__dataclass_fields__"):
            fields = [_shown(module, field, getattr(value, field)) for field in value.__dataclass_fields__]
            return f"({' '.join([type(value).__name__, *fields])})"
        case _:
            return str(value)
