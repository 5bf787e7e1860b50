"""What stands around each node of a script: a loop, a filter by a number, an event, a later time.

What comes in: trees, one statement after another.  What goes out: their nodes, parents before
children, and by node the :class:`Surroundings` and whether a call is an option of the form around
it, as in ``(on draw (times 6) …)``.  Loops too deep in one another are reported.  What is not
handled: what a node may do where it stands, which is ``check``'s business.
"""

from __future__ import annotations

from dataclasses import replace

from ...messages import say
from ...structs import dataclass
from ..forms import FORMS, Argument, Kind, Scope
from ..tree import Call, Tag, Where
from ..walk import Node, children
from .findings import Findings

DEEPEST_LOOP = 8
"""How deep loops, and filters by a number, may stand in one another (Python bounds its own)."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a node."""

    event: bool  # whether `it` is an event's cards
    installed: bool = False  # … and the event that of an effect being installed
    later: bool = False  # whether this runs when the script is long over
    asks: str | None = None  # what this is the number of (a Message, or code), if that may only look
    kind: bool = False  # whether there is a kind in question, that of a filter by a number
    loops: int = 0


class Scopes:
    """The surroundings of the nodes of one script; ``event`` is whether all of it answers an event."""

    def __init__(self, event: bool, findings: Findings) -> None:
        self._findings = findings
        self._outermost = Surroundings(event)
        self._around: dict[int, Surroundings] = {}  # by the id of the node
        self._options: dict[int, Argument] = {}  # calls that are options of the form around them, by id
        self._tags: set[int] = set()  # tags that are added to the form around them, by id

    def around(self, node: Node) -> Surroundings:
        """What stands around a node that has been entered."""
        return self._around[id(node)]

    def is_option(self, node: Node) -> bool:
        """Whether it is an option of the form around it, or a tag added to that."""
        return id(node) in self._options or id(node) in self._tags

    def enter(self, root: Node) -> list[Node]:
        """The nodes of a tree, parents first."""
        order: list[Node] = []
        stack: list[tuple[Node, Surroundings]] = [(root, self._outermost)]
        while stack:
            node, around = stack.pop()
            order.append(node)
            self._around[id(node)] = around
            inside = self._inside(node, around)
            stack.extend(
                (child, self._around_part(node, index, child, around, inside))
                for index, child in enumerate(children(node))
            )
        return order

    def _around_part(
        self, node: Node, index: int, child: Node, around: Surroundings, inside: Surroundings
    ) -> Surroundings:
        """What stands around a part of a node: what does around the node, or ``inside`` it."""
        option = self._options.get(id(child))
        if option is not None and option.kind is Kind.TEST:
            return replace(inside, asks=f"`{option.name}`")
        form = FORMS.get(node.head) if isinstance(node, Call) else None
        if form is not None and form.supposes:
            return replace(inside, asks=f"`{form.name}`", kind=False)
        return inside if self._stands_inside(node, index, child) else around

    def _stands_inside(self, node: Node, index: int, child: Node) -> bool:
        """Whether the part stands in the surroundings that the form makes, and is not worked out before."""
        form = FORMS.get(node.head) if isinstance(node, Call) else None
        if form is None or form.scope not in (Scope.EVENT, Scope.LATER) or not form.arguments:
            return True
        return form.argument(index).kind is Kind.BODY and not self.is_option(child)

    def _inside(self, node: Node, around: Surroundings) -> Surroundings:
        """What stands around the parts of a node."""
        if isinstance(node, Where):
            inside = replace(around, asks=say("a filter by a number"), kind=True, loops=around.loops + 1)
            return self._looped(node, inside)
        form = FORMS.get(node.head) if isinstance(node, Call) else None
        if form is None:
            return around
        assert isinstance(node, Call)
        if form.options:
            names = {option.name: option for option in form.options}
            self._options.update(
                (id(part), names[part.head])
                for part in node.arguments
                if isinstance(part, Call) and part.head in names
            )
        if form.tagged:
            self._tags.update(id(part) for part in node.arguments[1:] if isinstance(part, Tag))
        match form.scope:
            case Scope.LOOP:
                return self._looped(node, replace(around, loops=around.loops + 1))
            case Scope.EVENT:
                return replace(around, event=True, installed=True, later=True, loops=0)
            case Scope.LATER:
                return replace(around, event=False, installed=False, later=True, loops=0)
        return around

    def _looped(self, node: Call | Where, inside: Surroundings) -> Surroundings:
        if inside.loops == DEEPEST_LOOP + 1:
            self._findings.error(
                "Y123",
                say(
                    "loops and filters by a number can be nested at most {most} deep",
                    most=DEEPEST_LOOP,
                ),
                node.head_span if isinstance(node, Call) else node.span,
                say("make the inner part a function, under `deck.define`"),
            )
        return inside
