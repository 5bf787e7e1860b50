"""Rooms: names of a collection's scripts, kept apart from those of the deck that uses them.

What comes in: the tree of a script as it was written, and the :class:`Room` that it belongs to.  What goes
out: the same tree in which every function and every variable of the trial has the room's name before its own
(``(drawn 2)`` is ``(ygo:drawn 2)``), so that none is ever one of the deck's by accident.  No script can write
such a variable; such a function any script can call.  Variables of one letter and parameters belong to their
script anyway, and stay.

In a filter by a number, a long name that the room does not declare is a property of cards; where no card of
the deck has it, it is the 0 that every card has, and no variable.

Not handled: whether the functions exist, which ``check`` says; tags, which are written in full.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from ..structs import dataclass
from .forms import FORMS, Kind
from .tree import (
    Call,
    Effect,
    Expression,
    Number,
    Script,
    Span,
    String,
    Tag,
    Variable,
    Where,
    Word,
    other_than,
    rebuilt,
)
from .walk import NAMES, walk

MARK = ":"
"""What stands between a room's name and a name in it."""

EVERYBODYS = ("it", "outcome", "copies", "who")
"""Words of the language that look like variables of the trial."""

_OPTIONS = frozenset(option.name for form in FORMS.values() for option in form.options)


@dataclass(frozen=True, slots=True)
class Room:
    """The room of a collection: its name, the variables and tags that it declares; ``properties`` are those
    that cards of the deck have."""

    name: str
    variables: Collection[str]
    tags: Collection[str]
    properties: Collection[str] = ()

    def full(self, name: str) -> str:
        """A name of the room, as it is known outside."""
        return name if MARK in name else f"{self.name}{MARK}{name}"

    def parameter(self, name: str) -> str:
        """A parameter's name in the room: another where cards of the deck have such a property."""
        return self.full(name) if name in self.properties else name

    def effect(self, effect: Effect) -> Effect:
        return replace(effect, script=self.script(effect.script))

    def script(self, script: Script, parameters: Collection[str] = ()) -> Script:
        """The script in the room; ``parameters`` are those of the function that it is of, as written."""
        statements = tuple(self._node(one, parameters, False) for one in script.statements)
        return replace(script, statements=statements)

    def _node(self, node: Any, parameters: Collection[str], asked: bool) -> Any:
        """A node in the room; ``asked`` within a filter by a number."""
        match node:
            case Variable(name) if name in parameters:
                return replace(node, name=self.parameter(name))
            case Variable(name) if len(name) > 1 and name not in EVERYBODYS:
                if not asked or name in self.variables:
                    return replace(node, name=self.full(name))
                return node if name in self.properties else Number(0, node.span)
            case Call():
                return self._call(node, parameters, asked)
        within = asked or isinstance(node, Where)
        return rebuilt(node, lambda part: self._node(part, parameters, within))

    def _call(self, call: Call, parameters: Collection[str], asked: bool) -> Call:
        arguments = tuple(
            argument if _is_name(call, index) else self._node(argument, parameters, asked)
            for index, argument in enumerate(call.arguments)
        )
        named = call.head in FORMS or call.head in _OPTIONS
        return replace(call, head=call.head if named else self.full(call.head), arguments=arguments)

    def strangers(self, script: Script, parameters: Collection[str]) -> Iterator[tuple[str, str, Span]]:
        """The names of a script as it was written that the room does not declare: ``variable`` or ``tag``,
        the name, and where it stands."""
        asked = {
            id(inner) for node in walk(script) if isinstance(node, Where) for inner in walk(node.condition)
        }
        names = {
            id(argument)
            for node in walk(script)
            if isinstance(node, Call)
            for index, argument in enumerate(node.arguments)
            if _is_name(node, index)
        }
        for node in walk(script):
            match node:
                case Variable(name, span) if id(node) not in asked and id(node) not in names:
                    if len(name) > 1 and name not in (*EVERYBODYS, *parameters, *self.variables):
                        yield "variable", name, span
                case Tag(text, span):
                    for tag in other_than(text) or [text]:
                        if not self._has_tag(tag):
                            yield "tag", tag, span
                case Call("!", _, (Variable(text, span) | Word(text, span) | String(text, span), *_)):
                    if not self._has_tag(text):
                        yield "tag", text, span

    def _has_tag(self, text: str) -> bool:
        """Whether a tag is the room's own, or one that it says everybody has."""
        text = text.removesuffix("!")
        return text.startswith(self.name + MARK) or text in self.tags


def _is_name(call: Call, index: int) -> bool:
    """Whether an argument is a name of another sort than a variable's, whatever it looks like."""
    form = FORMS.get(call.head)
    if form is None or not form.arguments:
        return False
    kind = form.argument(index).kind
    return kind in NAMES and kind is not Kind.VARIABLE


def called(tree: Script | Expression, room: str) -> Iterator[Call]:
    """The calls of functions of the room of that name."""
    for node in walk(tree):
        if isinstance(node, Call) and node.head.partition(MARK)[0] == room and MARK in node.head:
            yield node
