"""Variables and control: what is read and assigned, branches, loops, calls.

:class:`Control` keeps an interval for each variable: what both ways of a branch agree on, and
nothing behind a loop.  ``if``s nested deeper than ``DEEPEST_IF``, which targets bound, are laid
flat, each statement behind the condition of its branch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from .. import nodes
from ..nodes import Statement
from ..operators import Operator
from . import values
from .arithmetic import Arithmetic
from .blocks import name_of
from .operands import Body
from .values import UNBOUNDED, Bound, Value, constant

DEEPEST_IF = 16


class Control(Arithmetic):
    """The operations of the engine that read and assign variables or decide what is run."""

    # Variables --------------------------------------------------------------------------------

    def read(self, name: str) -> Value:
        bound = self.binding(name) if self.binding is not None else None
        if bound is not None:
            return bound
        low, high = self.known.get(name, UNBOUNDED)
        if name in self.parameters:
            return self.local(self.parameters[name], low, high)
        if len(name) == 1:
            return self.local(name, low, high)
        return Value(nodes.Global(self.tables.variable(name)), low, high)

    def assign(self, name: str, value: Value) -> None:
        if name in self.parameters:
            self.emit(nodes.Let(self.parameters[name], value.expression))
        elif len(name) == 1:
            self.emit(nodes.Let(name, value.expression))
        else:
            self.emit(nodes.SetGlobal(self.tables.variable(name), value.expression))
        self.known[name] = (value.low, value.high)

    @contextmanager
    def bound(self, binding: Callable[[str], Value | None]) -> Iterator[None]:
        """Let names mean for a while what ``binding`` says, where it says something."""
        outside = self.binding

        def either(name: str) -> Value | None:
            found = binding(name)
            return found if found is not None or outside is None else outside(name)

        self.binding = either
        try:
            yield
        finally:
            self.binding = outside

    # Control ----------------------------------------------------------------------------------

    def branch(
        self,
        condition: Value,
        then: Callable[[], Value | None],
        otherwise: Callable[[], Value | None] | None,
    ) -> Value | None:
        condition = self.shallow(values.truth(condition))
        before = dict(self.known)
        bodies = self._flat_bodies if self.depth >= DEEPEST_IF else self._nested_bodies
        result = bodies(condition, then, otherwise or (lambda: None), before)
        return result if otherwise is not None else None

    @contextmanager
    def in_turns(self) -> Iterator[list[Statement]]:
        """Emit into a block that is run any number of times: nothing is known of the variables."""
        outside, self.path = self.path, None
        self.known = {}
        self.depth += 1
        with self.captured() as block:
            yield block
        self.depth -= 1
        self.path = outside
        self.known = {}

    def loop(self, condition: Callable[[], Value], body: Body) -> None:
        with self.in_turns() as test:
            held = self.shallow(values.truth(condition()))
        with self.in_turns() as turn:
            body()
        self.emit(nodes.Loop(tuple(test), held.expression, tuple(turn), self.tables.site("Y306")))

    def repeat(self, times: Value, body: Body) -> None:
        left = self.held(times)
        with self.in_turns() as turn:
            # Counted down before the body; nothing but the loop's own condition reads it.
            fewer = nodes.Binary(Operator.SUBTRACT, left.expression, nodes.Constant(1))
            self.emit(nodes.Let(name_of(left), fewer))
            body()
        more = values.compare(Operator.GREATER, left, constant(0))
        self.emit(nodes.Loop((), more.expression, tuple(turn), self.tables.site("Y306")))

    def stop(self, code: Value) -> None:
        self.assign("outcome", code)
        self.emit(nodes.Stop())

    def call(self, function: int, arguments: Sequence[Value], number: bool) -> Value | None:
        """Call a function of the deck, which may assign any variable of the trial."""
        name = self.temporary()
        passed = tuple(argument.expression for argument in arguments)
        self.emit(nodes.Call(name, function, passed, self.tables.site("Y306")))
        self.known = {one: span for one, span in self.known.items() if len(one) == 1}
        return self.local(name) if number else None

    def _nested_bodies(
        self, condition: Value, then: Body, otherwise: Body, before: dict[str, tuple[Bound, Bound]]
    ) -> Value | None:
        self.depth += 1
        with self.captured() as first:
            a = then()
        after, self.known = self.known, before
        with self.captured() as second:
            b = otherwise()
        self.depth -= 1
        self._join(after)
        result: Value | None = None
        if a is not None and b is not None:
            if not first and not second:
                return self.shallow(values.choice(condition, a, b))
            result = self.local(self.temporary(), *values.either(a, b))
            first.append(nodes.Let(name_of(result), a.expression))
            second.append(nodes.Let(name_of(result), b.expression))
        if first or second:
            self.emit(nodes.If(condition.expression, first, second))
        return result

    def _flat_bodies(
        self, condition: Value, then: Body, otherwise: Body, before: dict[str, tuple[Bound, Bound]]
    ) -> Value | None:
        # Held behind the path so far: where that was not taken, the condition need not make sense.
        condition = self.held(condition)
        outside, self.path = self.path, None
        reached = [condition, values.is_zero(condition)]
        if outside is not None:
            reached = [values.binary(Operator.AND, outside, one, 0, 1) for one in reached]
        reached = [self.held(one) for one in reached]
        name = self.temporary()
        results = []
        after = before
        for self.path, body in zip(reached, (then, otherwise), strict=True):
            after, self.known = self.known, dict(before)
            result = body()
            results.append(result)
            if result is not None:
                self.emit(nodes.Let(name, result.expression))
        self.path = outside
        self._join(after)
        a, b = results
        if a is None or b is None:
            return None
        return self.local(name, *values.either(a, b))

    def _join(self, other: dict[str, tuple[Bound, Bound]]) -> None:
        """After a branch: what is known is what both ways agree on."""
        joined = {}
        for name, (low, high) in self.known.items():
            if name in other:
                joined[name] = min(low, other[name][0]), max(high, other[name][1])
        self.known = joined
