"""What both formatters must know of a function's locals: their names, and which begin unset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass

from ..nodes import Checked, ChosenSize, If, Let, Local, LookAtChosen, Match, Random, Statement, ZoneOfCard

_ASSIGNS = (Checked, ChosenSize, Let, LookAtChosen, Match, Random, ZoneOfCard)


def assigned(statement: Statement) -> str | None:
    """The local that a statement gives a value to."""
    return statement.name if isinstance(statement, _ASSIGNS) else None


def read(node: object) -> Iterator[str]:
    """The locals that a node's own expressions read (an ``If``'s branches not included)."""
    if isinstance(node, Local):
        yield node.name
    elif isinstance(node, tuple):
        for part in node:
            yield from read(part)
    elif isinstance(node, If):
        yield from read(node.condition)
    elif is_dataclass(node):
        for field in fields(node):
            yield from read(getattr(node, field.name))


def names_used(body: Iterable[Statement]) -> tuple[str, ...]:
    """Every local that occurs, in order of appearance."""
    names: dict[str, None] = {}

    def visit(statements: Iterable[Statement]) -> None:
        for statement in statements:
            names.update(dict.fromkeys(read(statement)))
            name = assigned(statement)
            if name is not None:
                names[name] = None
            if isinstance(statement, If):
                visit(statement.then)
                visit(statement.otherwise)

    visit(body)
    return tuple(names)


def unset(body: Sequence[Statement]) -> tuple[str, ...]:
    """The locals that may be read before anything is assigned to them: they must begin as 0."""
    found: dict[str, None] = {}

    def visit(statements: Iterable[Statement], known: set[str]) -> None:
        for statement in statements:
            found.update(dict.fromkeys(name for name in read(statement) if name not in known))
            name = assigned(statement)
            if name is not None:
                known.add(name)
            if isinstance(statement, If):
                then, otherwise = set(known), set(known)
                visit(statement.then, then)
                visit(statement.otherwise, otherwise)
                known |= then & otherwise

    visit(body, set())
    return tuple(found)
