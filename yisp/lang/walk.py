"""Walking a syntax tree without recursion, and what a script does with its variables.

What comes in: a script or an expression.  What goes out: its nodes (filters included), or a
:class:`Usage`: where each variable is read and where it is given a value.  The lints of one
script and those of the whole deck both rest on it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import field
from typing import Any

from ..structs import dataclass
from .forms import FORMS, Kind
from .tree import (
    Call,
    CardSet,
    Expression,
    Filter,
    Guard,
    Limit,
    Not,
    Script,
    Size,
    Span,
    Statement,
    Tag,
    Variable,
    Where,
)

Node = Statement | Filter


@dataclass(slots=True)
class Usage:
    """Where variables are read and assigned, by name, in the order of the text."""

    reads: dict[str, list[Span]] = field(default_factory=dict)
    writes: dict[str, list[Span]] = field(default_factory=dict)


def is_it(node: Node) -> bool:
    """Whether it is the word ``it`` alone, which names the event's cards where a card set stands."""
    return isinstance(node, Variable) and node.name == "it"


def given_zone(argument: Node) -> str | None:
    """The zone that an argument of a function is, if it is one."""
    if not isinstance(argument, CardSet) or argument.filters or argument.zone in ("X", "it"):
        return None
    _, colon, whose = argument.zone.partition(":")
    return argument.zone if not colon or whose.isdigit() else None


def callee(call: Call) -> str:
    """What the function is called that a call is of: by its zones, where it is given some (``zones``)."""
    zones = [given_zone(argument) for argument in call.arguments]
    if not any(zones):
        return call.head
    return f"{call.head}({', '.join(zone or '_' for zone in zones)})"


def bare(one: Filter) -> tuple[Filter, bool]:
    """A filter without its marks of rejection, and whether it keeps what it names."""
    kept = True
    while isinstance(one, Not):
        one, kept = one.filter, not kept
    return one, kept


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below one, in the order of the text."""
    below = _CHILDREN.get(type(node))
    return () if below is None else below(node)


_CHILDREN: dict[type, Callable[[Any], tuple[Node, ...]]] = {
    Call: lambda node: node.arguments,
    CardSet: lambda node: node.filters,
    Size: lambda node: (node.cards,),
    Guard: lambda node: (node.condition,),
    Where: lambda node: (node.condition,),
    Limit: lambda node: (node.amount,),
    Not: lambda node: (node.filter,),
}
"""Of nodes of each sort that have some.  (Every node of every script comes by here, again and again.)"""


def walk(root: Script | Node) -> Iterator[Node]:
    """Every node, parents before children, in the order of the text."""
    stack: list[Node] = list(reversed(root.statements)) if isinstance(root, Script) else [root]
    while stack:
        node = stack.pop()
        yield node
        if below := children(node):
            stack += below[::-1]


def walk_calls(root: Script | Node, functions: Mapping[str, Script]) -> Iterator[Node]:
    """The same, and the nodes of the functions that it calls, directly or through others, each once."""
    waiting, seen = [root], set[str]()
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            if isinstance(node, Call) and (name := callee(node)) in functions and name not in seen:
                seen.add(name)
                waiting.append(functions[name])


def program_tags(root: Script | Node) -> Iterator[Tag]:
    """The tags that `(! t)` looks for: not those that say what an installed effect is, or ask for it."""
    about: set[int] = set()
    for node in walk(root):
        form = FORMS.get(node.head) if isinstance(node, Call) else None
        if isinstance(node, Call) and form is not None and (form.tagged or form.supposes):
            about.update(map(id, node.arguments))
        elif isinstance(node, Tag) and id(node) not in about:
            yield node


NAMES = (Kind.WORD, Kind.MODE, Kind.VARIABLE, Kind.EVENT, Kind.PROPERTY, Kind.EXIT)
"""The kinds of arguments in which what looks like a variable is a name of another sort."""


def usage(root: Script | Expression | Where, properties: Collection[str] = ()) -> Usage:
    """What is done with variables.  Names that only look like one (``(! draw)``, the ``up`` of
    ``muldiv``, one of ``properties`` in a filter by a number) are left out."""
    found = Usage()
    not_read: set[int] = set()  # the ids of the variable nodes that are no reads
    for node in walk(root):
        if isinstance(node, Where):
            not_read.update(
                id(inner)
                for inner in walk(node.condition)
                if isinstance(inner, Variable) and (inner.name == "copies" or inner.name in properties)
            )
        if isinstance(node, Call) and (form := FORMS.get(node.head)) is not None and form.arguments:
            for index, argument in enumerate(node.arguments):
                kind = form.argument(index).kind
                if kind in NAMES or (kind in (Kind.CARDS, Kind.ITEM) and is_it(argument)):
                    not_read.add(id(argument))
                if kind is Kind.VARIABLE and isinstance(argument, Variable):
                    found.writes.setdefault(argument.name, []).append(argument.span)
        elif isinstance(node, Variable) and id(node) not in not_read:
            found.reads.setdefault(node.name, []).append(node.span)
    return found
