"""Emitting statements: blocks, temporaries, and the order in which arguments are worked out.

:class:`BlockBuilder` is what the rest of the builder rests on.  It emits into the block that is
open; where ``if``s are laid flat (see ``control``), each statement behind the condition of its
branch.  Expressions are cut where they get deep, since targets bound how deep parentheses go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from .. import nodes
from ..nodes import Statement
from . import values
from .operands import Body, Cards, Test
from .tables import Beginning, ProgramTables
from .values import UNBOUNDED, Bound, Value

NO_PARAMETERS: Mapping[str, str] = MappingProxyType({})


class BlockBuilder:
    """The statements of one function in the making, and what is known at the end of them.

    ``outline`` makes a function of its own of a body that is to run later, when something holds, and has
    tags, and gives its index; ``suppose`` one of a number that `would` asks for, and gives its index and what
    it is given.
    ``parameters`` are the author's names for this function's, with the locals they are held in.
    """

    def __init__(
        self,
        tables: ProgramTables,
        cards: int,
        outline: Callable[[Body, Test | None, Sequence[str]], int],
        suppose: Callable[[Test], tuple[int, list[Value]]],
        parameters: Mapping[str, str] = NO_PARAMETERS,
    ) -> None:
        self.tables = tables
        self.cards = cards  # how many there are: no zone holds more
        self.outline = outline
        self.suppose = suppose
        self.parameters = parameters
        self.binding: Callable[[str], Value | None] | None = None  # in a filter by a number
        self.kind: str | None = None  # the local that holds the kind in question there
        self.block: list[Statement] = []
        self.starts: list[Beginning] = []  # by statement of the script
        self.temporaries = 0
        self.depth = 0
        self.path: Value | None = None  # the condition of the branch, where ifs are laid flat
        self.known: dict[str, tuple[Bound, Bound]] = {}  # intervals of the variables, by name

    def emit(self, statement: Statement) -> None:
        if self.path is None:
            self.block.append(statement)
            return
        last = self.block[-1] if self.block else None
        if isinstance(last, nodes.If) and last.condition == self.path.expression and not last.otherwise:
            last.then.append(statement)
        else:
            self.block.append(nodes.If(self.path.expression, [statement]))

    def guard(self, condition: Value) -> None:
        """Stop this program unless the condition holds."""
        self.emit(nodes.Guard(condition.expression))

    @contextmanager
    def captured(self) -> Iterator[list[Statement]]:
        """Emit into a block of its own for a while."""
        outside, self.block = self.block, []
        try:
            yield self.block
        finally:
            self.block = outside

    def temporary(self) -> str:
        self.temporaries += 1
        return f"n{self.temporaries}"

    def local(
        self,
        name: str,
        low: Bound = UNBOUNDED[0],
        high: Bound = UNBOUNDED[1],
        step: Bound | None = None,
    ) -> Value:
        return Value(nodes.Local(name), low, high, step=step)

    def stable(self, value: Value) -> Value:
        """The same number, held where nothing that follows can change it."""
        return value if value.stable else self.held(value)

    def held(self, value: Value) -> Value:
        name = self.temporary()
        self.emit(nodes.Let(name, value.expression))
        return self.local(name, value.low, value.high, value.step)

    def shallow(self, value: Value) -> Value:
        return self.held(value) if value.depth >= values.DEEPEST else value

    def in_order(self, thunks: Sequence[Callable[[], Any]]) -> list[Any]:
        """Evaluate arguments one after the other; none sees what a later one does."""
        results: list[Any] = []
        for thunk in thunks:
            with self.captured() as block:
                result = thunk()
            if not all(map(is_quiet, block)):
                results = [self._settled(earlier) for earlier in results]
            self.block.extend(block)
            results.append(result)
        return results

    def _settled(self, argument: Any) -> Any:
        match argument:
            case Value():
                return self.stable(argument)
            case Cards(zone, steps):
                return Cards(
                    zone,
                    tuple(
                        step if step.amount is None else replace(step, amount=self.stable(step.amount))
                        for step in steps
                    ),
                )
            case _:
                return argument


def name_of(value: Value) -> str:
    """The name of a number that is held in a local."""
    assert isinstance(value.expression, nodes.Local)
    return value.expression.name


def is_quiet(statement: Statement) -> bool:
    """Whether the statement leaves every number that was worked out before it as it was."""
    match statement:
        case nodes.Let(name) | nodes.Checked(name) | nodes.Random(name) | nodes.Would(name):
            return values.is_temporary(name)
        case nodes.If() | nodes.Loop() | nodes.KeepWhere():
            return all(is_quiet(one) for part in nodes.parts(statement) for one in part)
        case (
            nodes.Fail() | nodes.ZoneOfCard() | nodes.ChooseZone() | nodes.ChooseCard() | nodes.ChooseEvent()
            | nodes.Keep() | nodes.KeepCard() | nodes.Fold() | nodes.TopProperty() | nodes.Limit()
            | nodes.ChosenSize() | nodes.LookAtChosen()
        ):  # fmt: skip
            return True
        case _:
            return False
