"""Statements that hold others or end a program, and what a statement is altogether.

The order in which things happen is the order of the statements, in every target alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, is_dataclass

from ...structs import dataclass
from ..operators import Way
from .cards import CardStatement
from .deals import DealStatement
from .expressions import Expression
from .numbers import NumberStatement
from .play import PlayStatement


@dataclass(slots=True)
class If:
    condition: Expression
    then: list[Statement] = field(default_factory=list)
    otherwise: list[Statement] = field(default_factory=list)
    way: Way = Way.ANY


@dataclass(frozen=True, slots=True)
class Loop:
    """Over and over: ``test``, then, unless ``condition`` is 0, a step at ``site`` and ``body``."""

    test: tuple[Statement, ...]
    condition: Expression
    body: tuple[Statement, ...]
    site: int


@dataclass(frozen=True, slots=True)
class Call:
    """``name`` = what a function of the deck gives (0 where it gives nothing); a step at ``site``."""

    name: str
    function: int
    arguments: tuple[Expression, ...]
    site: int


@dataclass(frozen=True, slots=True)
class Stop:
    """End the trial's play."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Stop this program unless the condition holds (a number program then gives 0)."""

    condition: Expression


@dataclass(frozen=True, slots=True)
class Fail:
    """A run-time error."""

    site: int


@dataclass(frozen=True, slots=True)
class Give:
    """The value of a number program; its last statement."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Step:
    """A statement of the author's begins; only in programs lowered for a trace."""

    site: int


@dataclass(frozen=True, slots=True)
class KeepWhere:
    """Keep the chosen cards for whose kind ``condition`` is not 0, worked out kind by kind.

    ``body`` comes before each; it may work out card sets of its own.
    """

    kind: str
    body: tuple[Statement, ...]
    condition: Expression


Statement = (
    If | Loop | KeepWhere | Call | Stop | Guard | Fail | Give | Step
    | NumberStatement | CardStatement | DealStatement | PlayStatement
)  # fmt: skip


def parts(statement: Statement) -> tuple[Sequence[Statement], ...]:
    """The blocks of statements within a statement."""
    match statement:
        case If(_, then, otherwise):
            return then, otherwise
        case Loop(test, _, body):
            return test, body
        case KeepWhere(_, body):
            return (body,)
        case _:
            return ()


def every(body: Iterable[Statement]) -> Iterator[Statement]:
    """All statements of a block, those within others included."""
    for statement in body:
        yield statement
        for part in parts(statement):
            yield from every(part)


def within(statement: Statement) -> Iterator[object]:
    """A statement and its own expressions, each before those that it consists of; the statements within it
    are not looked into."""
    todo: list[object] = [statement]
    while todo:
        node = todo.pop()
        kind = type(node)
        if kind is tuple:
            todo += reversed(node)  # type: ignore[call-overload]
            continue
        names = _CONSISTS.get(kind)
        if names is None:
            names = _CONSISTS[kind] = _names(kind)
        if names is not _NOTHING:
            yield node
            todo += [getattr(node, name) for name in names]


def _names(kind: type) -> tuple[str, ...]:
    """Where a node of that kind has expressions, the last before others."""
    if kind in (If, Loop, KeepWhere):
        return ("condition",)
    return tuple(reversed(kind.__dataclass_fields__)) if is_dataclass(kind) else _NOTHING


_NOTHING = ("",)
"""What is no node."""

_CONSISTS: dict[type, tuple[str, ...]] = {}
"""By the kind of a node, once one was looked at."""
