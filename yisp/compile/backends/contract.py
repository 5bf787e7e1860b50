"""What a backend is.

What comes in: a :class:`~yisp.compile.nodes.Module`.  What goes out: source text.  Only indices and numbers
reach it; ``notes`` adds comments for people.  A backend prints every node, or names it among those that it
refuses; it is a folder of this package, whose ``__init__`` gives what :class:`Backend` asks for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from .. import nodes

Notes = Mapping[str, Sequence[str]]
"""Comment lines by function name ("" for the head)."""

NO_NOTES: Notes = {}


class Refused(Exception):
    """A node that the backend does not print, as it has said (``Backend.REFUSES``)."""


class Printer(ABC):
    """Prints the nodes of one function."""

    @abstractmethod
    def expression(self, expression: nodes.Expression) -> str:
        """A number."""

    @abstractmethod
    def statement(self, statement: nodes.Statement) -> Iterator[str]:
        """The lines of a statement."""

    def block(self, statements: Iterable[nodes.Statement]) -> Iterator[str]:
        """The lines of some statements, one level further in."""
        for statement in statements:
            for line in self.statement(statement):
                yield f"    {line}"


class Backend(Protocol):
    """What the ``__init__`` of a backend's folder gives."""

    @property
    def REFUSES(self) -> frozenset[type]:
        """The nodes that it raises :class:`Refused` for."""

    def printer(self, module: nodes.Module, function: nodes.Function) -> Printer:
        """What prints the nodes of one of the module's functions."""

    def format_module(self, module: nodes.Module, notes: Notes = NO_NOTES) -> str:
        """The source of a module."""


def zone_name(zone: str) -> str:
    """What a zone is called in sources: that of a seat has its number behind the letter."""
    return zone.replace(":", "")


def comments(lines: Iterable[str]) -> list[str]:
    """Lines as comments, in Python and Cython alike."""
    return [f"# {line}" for line in lines]
