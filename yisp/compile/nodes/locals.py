"""What backends must know of a function's locals: their names, and which begin unset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields

from . import If, KeepWhere, Local, Loop, Statement, every, within

_ASSIGNS = tuple(node for node in Statement.__args__ if "name" in {field.name for field in fields(node)})
"""The statements that say under which name a number is to be held."""


def assigned(statement: Statement) -> str | None:
    """The local that a statement gives a value to, before anything within it is run."""
    if isinstance(statement, KeepWhere):
        return statement.kind
    return statement.name if isinstance(statement, _ASSIGNS) else None


def read(statement: Statement) -> Iterator[str]:
    """The locals that a statement's own expressions read."""
    return (node.name for node in within(statement) if isinstance(node, Local))


def names_used(body: Iterable[Statement], parameters: Sequence[str] = ()) -> tuple[str, ...]:
    """Every local that occurs beside the parameters, in order of appearance."""
    names: dict[str, None] = {}
    for statement in every(body):
        names.update(dict.fromkeys(read(statement)))
        name = assigned(statement)
        if name is not None:
            names[name] = None
    return tuple(name for name in names if name not in parameters)


def unset(body: Sequence[Statement]) -> tuple[str, ...]:
    """The locals that may be read before anything is assigned to them: they must begin as 0."""
    found: dict[str, None] = {}

    def visit(statements: Iterable[Statement], known: set[str]) -> None:
        for statement in statements:
            if isinstance(statement, Loop):
                visit(statement.test, known)  # at least once; the condition comes after it
                note(statement, known)
                visit(statement.body, set(known))
                continue
            name = assigned(statement)
            if isinstance(statement, KeepWhere):
                inside = known | {statement.kind}
                visit(statement.body, inside)
                note(statement, inside)
                continue
            note(statement, known)
            if name is not None:
                known.add(name)
            if isinstance(statement, If):
                then, otherwise = set(known), set(known)
                visit(statement.then, then)
                visit(statement.otherwise, otherwise)
                known |= then & otherwise

    def note(statement: Statement, known: set[str]) -> None:
        found.update(dict.fromkeys(name for name in read(statement) if name not in known))

    visit(body, set())
    return tuple(found)
