"""Building one function: the meaning of the forms, said in nodes.

:class:`FunctionBuilder` is the :class:`~yisp.lang.forms.Engine` that the declarations of the forms
talk to.  It emits statements into the block that is open, names temporaries, keeps intervals of
numbers, and sees to two limits of the targets: expressions are cut where they get deep, and ``if``s
nested deeper than ``DEEPEST_IF`` are laid flat, each statement behind the condition of its branch.

What is not handled here: what the names of a deck mean (``lower`` asks the tables).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Protocol

from ..lang.tree import Event
from . import nodes, values
from .nodes import Statement
from .values import GREATEST, LEAST, Value, constant

DEEPEST_IF = 16

DRAW = "draw"
"""The tag of a move that the event ``draw`` is about."""

ROUNDINGS = {"up": 0, "down": 1, "near": 2}


@dataclass(frozen=True, slots=True)
class CardFilter:
    """One step of a card set: keep a mask, a number of cards, or those ``where`` a number is not 0.

    ``where`` is given the local that holds the kind in question, and lowers the number.
    """

    mask: int | None
    end: str = ""
    amount: Value | None = None
    rejected: bool = False
    where: Callable[[str], Value] | None = None


class Of(Enum):
    """What a card set that is not a zone's is taken from."""

    CARD = "the card whose effect runs"
    EVENT = "the cards of the event that is being answered"


@dataclass(frozen=True, slots=True)
class Cards:
    """A lowered card set: the zone it is taken from, and what is kept of it."""

    zone: int | Of
    steps: tuple[CardFilter, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """A lowered zone; None is the one that holds the card whose effect runs."""

    index: int | None


Body = Callable[[], Value | None]

NO_PARAMETERS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Looked:
    """A card set that has been looked at, to be printed."""

    expression: nodes.Local


Item = str | Value | Looked
"""Something to print."""


class Tables(Protocol):
    """What the builder asks of the program's tables; ``tables`` provides it."""

    answers_draws: bool  # whether something in the deck answers ``draw``
    installed: dict[int, int]  # by function that is to run later: the site that puts it off

    def site(self, code: str) -> int:
        """The site of what is being lowered, for a notice of this code."""

    def move_site(self, tags: Sequence[str]) -> int:
        """The site of a move, for the notice of an empty one."""

    def print_site(self, items: Sequence[Item]) -> int:
        """The site of a ``print``."""

    def tag(self, text: str) -> int:
        """The index of a tag that is forbidden."""

    def variable(self, name: str) -> int:
        """The index of a variable of the trial."""

    def mask_of_everything(self) -> int:
        """The index of the mask of all cards."""

    def property(self, name: str) -> int:
        """The index of a property."""

    def property_range(self, name: str) -> tuple[int, int]:
        """The least and the greatest value of a property, 0 included."""

    def zone(self, letter: str) -> int:
        """The index of a zone."""


class FunctionBuilder:
    """Builds the body of one function.

    ``outline`` makes a function of its own of a body that is to run later, and gives its index.
    ``parameters`` are the author's names for this function's, with the locals they are held in.
    """

    def __init__(
        self,
        tables: Tables,
        cards: int,
        outline: Callable[[Body], int],
        parameters: Mapping[str, str] = NO_PARAMETERS,
    ) -> None:
        self.tables = tables
        self.cards = cards  # how many there are: no zone holds more
        self.outline = outline
        self.parameters = parameters
        self.binding: Callable[[str], Value | None] | None = None  # in a filter by a number
        self.block: list[Statement] = []
        self.temporaries = 0
        self.depth = 0
        self.path: Value | None = None  # the condition of the branch, where ifs are laid flat
        self.known: dict[str, tuple[int, int]] = {}  # intervals of the variables, by name

    # Emitting ---------------------------------------------------------------------------------

    def emit(self, statement: Statement) -> None:
        if self.path is None:
            self.block.append(statement)
            return
        last = self.block[-1] if self.block else None
        if isinstance(last, nodes.If) and last.condition == self.path.expression and not last.otherwise:
            last.then.append(statement)
        else:
            self.block.append(nodes.If(self.path.expression, [statement]))

    @contextmanager
    def captured(self) -> Iterator[list[Statement]]:
        """Emit into a block of its own for a while."""
        outside, self.block = self.block, []
        try:
            yield self.block
        finally:
            self.block = outside

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

    def temporary(self) -> str:
        self.temporaries += 1
        return f"n{self.temporaries}"

    def local(self, name: str, low: int = LEAST, high: int = GREATEST) -> Value:
        return Value(nodes.Local(name), low, high)

    def stable(self, value: Value) -> Value:
        """The same number, held where nothing that follows can change it."""
        return value if value.stable else self.held(value)

    def held(self, value: Value) -> Value:
        name = self.temporary()
        self.emit(nodes.Let(name, value.expression))
        return self.local(name, value.low, value.high)

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
                return Cards(zone, tuple(
                    step if step.amount is None else replace(step, amount=self.stable(step.amount))
                    for step in steps
                ))
            case _:
                return argument

    # Numbers ----------------------------------------------------------------------------------

    def constant(self, value: int) -> Value:
        return constant(value)

    def add(self, a: Value, b: Value) -> Value:
        return self._arithmetic("add", a, b)

    def subtract(self, a: Value, b: Value) -> Value:
        return self._arithmetic("subtract", a, b)

    def multiply(self, a: Value, b: Value) -> Value:
        return self._arithmetic("multiply", a, b)

    def _arithmetic(self, operator: str, a: Value, b: Value) -> Value:
        low, high = values.span(operator, a, b)
        if low == high and a.constant is not None and b.constant is not None and values.fits(low, high):
            return constant(low)
        if values.fits(low, high):
            return self.shallow(values.binary(operator, a, b, low, high))
        return self._checked(operator, (a, b), max(low, LEAST), min(high, GREATEST))

    def _checked(self, operator: str, operands: Sequence[Value], low: int, high: int) -> Value:
        name = self.temporary()
        site = self.tables.site("Y303")
        self.emit(nodes.Checked(name, operator, tuple(one.expression for one in operands), site))
        return self.local(name, low, high)

    def _divisor(self, b: Value) -> Value:
        """``b``, having failed when it is 0."""
        if b.low <= 0 <= b.high:
            b = self.stable(b)
            self._fail_if(values.compare("==", b, constant(0)), "Y302")
        return b

    def _fail_if(self, condition: Value, code: str) -> None:
        if condition.constant != 0:
            self.emit(nodes.If(condition.expression, [nodes.Fail(self.tables.site(code))]))

    def divide(self, a: Value, b: Value) -> Value:
        b = self._divisor(b)
        if a.low == LEAST and b.low <= -1 <= b.high:
            # The one quotient that does not fit.
            a, b = self.stable(a), self.stable(b)
            least = values.compare("==", a, constant(LEAST))
            self._fail_if(values.binary("and", least, values.compare("==", b, constant(-1)), 0, 1), "Y303")
        if a.constant is not None and b.constant:
            return constant(values.quotient(a.constant, b.constant))
        bound = max(abs(a.low), abs(a.high))
        low = 0 if a.low >= 0 and b.low >= 0 else max(-bound, LEAST)
        return self.shallow(values.binary("quotient", a, b, low, min(bound, GREATEST)))

    def remainder(self, a: Value, b: Value) -> Value:
        b = self._divisor(b)
        if a.constant is not None and b.constant:
            return constant(a.constant - b.constant * values.quotient(a.constant, b.constant))
        bound = min(max(abs(b.low), abs(b.high)) - 1, GREATEST)
        return self.shallow(
            values.binary("remainder", a, b, 0 if a.low >= 0 else -bound, 0 if a.high <= 0 else bound)
        )

    def muldiv(self, a: Value, b: Value, c: Value, rounding: str) -> Value:
        a, b, c = self.stable(a), self.stable(b), self._divisor(c)
        return self._checked("muldiv", (a, b, c, constant(ROUNDINGS[rounding])), LEAST, GREATEST)

    def compare(self, operator: str, a: Value, b: Value) -> Value:
        return self.shallow(values.compare(operator, a, b))

    def both(self, a: Value, b: Value) -> Value:
        return self._logic("and", a, b)

    def either(self, a: Value, b: Value) -> Value:
        return self._logic("or", a, b)

    def _logic(self, operator: str, a: Value, b: Value) -> Value:
        a, b = values.truth(a), values.truth(b)
        if a.constant is not None and b.constant is not None:
            return constant(a.constant & b.constant if operator == "and" else a.constant | b.constant)
        return self.shallow(values.binary(operator, a, b, 0, 1))

    def negate(self, a: Value) -> Value:
        return self.shallow(values.is_zero(a))

    def minimum(self, a: Value, b: Value) -> Value:
        if a.constant is not None and b.constant is not None:
            return constant(min(a.constant, b.constant))
        return self.shallow(values.binary("min", a, b, min(a.low, b.low), min(a.high, b.high)))

    def maximum(self, a: Value, b: Value) -> Value:
        if a.constant is not None and b.constant is not None:
            return constant(max(a.constant, b.constant))
        return self.shallow(values.binary("max", a, b, max(a.low, b.low), max(a.high, b.high)))

    def random(self, low: Value, high: Value) -> Value:
        low, high = self.stable(low), self.stable(high)
        if low.high > high.low:
            self._fail_if(values.compare(">", low, high), "Y304")
        name = self.temporary()
        self.emit(nodes.Random(name, low.expression, high.expression))
        return self.local(name, low.low, high.high)

    # Variables --------------------------------------------------------------------------------

    def read(self, name: str) -> Value:
        bound = self.binding(name) if self.binding is not None else None
        if bound is not None:
            return bound
        low, high = self.known.get(name, (LEAST, GREATEST))
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
            self.emit(nodes.Let(name_of(left), nodes.Binary("subtract", left.expression, nodes.Constant(1))))
            body()
        more = values.compare(">", left, constant(0))
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
        self, condition: Value, then: Body, otherwise: Body, before: dict[str, tuple[int, int]]
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
            result = self.local(self.temporary(), min(a.low, b.low), max(a.high, b.high))
            first.append(nodes.Let(name_of(result), a.expression))
            second.append(nodes.Let(name_of(result), b.expression))
        if first or second:
            self.emit(nodes.If(condition.expression, first, second))
        return result

    def _flat_bodies(
        self, condition: Value, then: Body, otherwise: Body, before: dict[str, tuple[int, int]]
    ) -> Value | None:
        # Held behind the path so far: where that was not taken, the condition need not make sense.
        condition = self.held(condition)
        outside = self.path
        reached = [condition, values.is_zero(condition)]
        if outside is not None:
            reached = [values.binary("and", outside, one, 0, 1) for one in reached]
        reached = [self._unconditionally(one) for one in reached]
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
        return self.local(name, min(a.low, b.low), max(a.high, b.high))

    def _unconditionally(self, value: Value) -> Value:
        name = self.temporary()
        self.block.append(nodes.Let(name, value.expression))
        return self.local(name, value.low, value.high)

    def _join(self, other: dict[str, tuple[int, int]]) -> None:
        """After a branch: what is known is what both ways agree on."""
        joined = {}
        for name, (low, high) in self.known.items():
            if name in other:
                joined[name] = min(low, other[name][0]), max(high, other[name][1])
        self.known = joined

    # Cards ------------------------------------------------------------------------------------

    def size(self, cards: Cards) -> Value:
        """``|S|``; looks only where the answer depends on the order."""
        if cards.zone is Of.CARD and not cards.steps:
            return constant(1)
        if isinstance(cards.zone, int):
            whole = Value(nodes.Size(cards.zone), 0, self.cards)
            steps = cards.steps
            if steps and steps[0].mask is not None:
                whole = Value(nodes.Count(cards.zone, steps[0].mask), 0, self.cards)
                steps = steps[1:]
            if not steps:
                return whole
            if len(steps) == 1 and steps[0].amount is not None:
                kept = self.minimum(self.maximum(steps[0].amount, constant(0)), whole)
                return self.subtract(whole, kept) if steps[0].rejected else kept
        self._choose(cards)
        name = self.temporary()
        self.emit(nodes.ChosenSize(name))
        return self.local(name, 0, self.cards)

    def total(self, cards: Cards, prop: str) -> Value:
        low, high = self.tables.property_range(prop)
        low, high = low * self.cards, high * self.cards
        return self._fold(cards, "sum", prop, max(low, LEAST), min(high, GREATEST))

    def greatest_of(self, cards: Cards, prop: str) -> Value:
        return self._fold(cards, "high", prop, *self.tables.property_range(prop))

    def least_of(self, cards: Cards, prop: str) -> Value:
        return self._fold(cards, "low", prop, *self.tables.property_range(prop))

    def _fold(self, cards: Cards, how: str, prop: str, low: int, high: int) -> Value:
        name = self.temporary()
        index = self.tables.property(prop)
        match cards:
            case Cards(int(zone), (CardFilter(None, "first", Value() as amount, False),)) if (
                amount.constant == 1
            ):
                self.emit(nodes.TopProperty(name, zone, index))
            case _:
                self._choose(cards)
                self.emit(nodes.Fold(name, how, index, self.tables.site("Y303")))
        return self.local(name, low, high)

    def look(self, cards: Cards) -> Looked:
        """The set itself, to be printed."""
        self._choose(cards)
        name = self.temporary()
        self.emit(nodes.LookAtChosen(name))
        return Looked(nodes.Local(name))

    def move(self, cards: Cards, zone: Zone, tags: Sequence[str], front: bool) -> None:
        to = self._zone(zone)
        # Working out the cards comes first: it may end the program, and a draw must not stay begun.
        move = self._move(cards, to, self.tables.move_site(tags), front)
        drawn = self.tables.answers_draws and DRAW in tags
        if drawn:
            self.emit(nodes.BeginDraw())
        self.emit(move)
        if drawn:
            self.emit(nodes.EndDraw(to))

    def _move(self, cards: Cards, to: nodes.ZoneNode, site: int, front: bool) -> Statement:
        """The node that moves the cards, once they have been chosen."""
        match cards:
            case Cards(Of.CARD, ()):
                return nodes.MoveCard(site, to, front)
            case Cards(int(source), ()):
                return nodes.MoveAll(site, source, self.tables.mask_of_everything(), to, front)
            case Cards(int(source), (CardFilter(int(mask)),)):
                return nodes.MoveAll(site, source, mask, to, front)
            case Cards(int(source), (CardFilter(None, "first", Value() as amount, False),)):
                return nodes.MoveTop(site, source, amount.expression, to, front)
            case Cards(
                int(source), (CardFilter(int(mask)), CardFilter(None, "first", Value() as amount, False))
            ):
                return nodes.MoveFirst(site, source, mask, amount.expression, to, front)
            case _:
                self._choose(cards)
                return nodes.MoveChosen(site, to, front)

    def shuffle(self, zone: Zone) -> None:
        shuffled = self._zone(zone)
        self._pick_before(shuffled)
        self.emit(nodes.Shuffle(shuffled))

    def _pick_before(self, shuffled: nodes.ZoneNode) -> None:
        """A search right in front of a shuffle of its zone need not look at the cards above.

        A trace's program says between the two where it is, which makes no difference.
        """
        if self.path is not None:
            return
        at = len(self.block) - 1
        while at >= 0 and isinstance(self.block[at], nodes.Step):
            at -= 1
        match self.block[at] if at >= 0 else None:
            case nodes.MoveFirst(site, zone, mask, amount, to, front) if zone == shuffled:
                self.block[at] = nodes.MovePicked(site, zone, mask, amount, to, front)

    def _zone(self, zone: Zone) -> nodes.ZoneNode:
        if zone.index is not None:
            return zone.index
        name = self.temporary()
        self.emit(nodes.ZoneOfCard(name))
        return nodes.Local(name)

    def _choose(self, cards: Cards) -> None:
        match cards.zone:
            case Of.CARD:
                self.emit(nodes.ChooseCard())
            case Of.EVENT:
                self.emit(nodes.ChooseEvent())
            case zone:
                self.emit(nodes.ChooseZone(zone))
        for step in cards.steps:
            if step.mask is not None:
                self.emit(nodes.Keep(step.mask))
            elif step.where is not None:
                self._keep_where(step.where, step.rejected)
            elif step.amount is not None:
                self.emit(nodes.Limit(step.end, step.amount.expression, step.rejected))

    def _keep_where(self, where: Callable[[str], Value], rejected: bool) -> None:
        kind = "k" + self.temporary()
        outside, self.path = self.path, None
        self.depth += 1
        with self.captured() as body:
            number = where(kind)
            kept = self.shallow(values.is_zero(number) if rejected else values.truth(number))
        self.depth -= 1
        self.path = outside
        self.emit(nodes.KeepWhere(kind, tuple(body), kept.expression))

    @contextmanager
    def bound(self, binding: Callable[[str], Value | None]) -> Iterator[None]:
        """Let names mean for a while what ``binding`` says, where it says something."""
        outside, self.binding = self.binding, binding
        try:
            yield
        finally:
            self.binding = outside

    # Play -------------------------------------------------------------------------------------

    def forbid(self, tag: str) -> None:
        self.emit(nodes.Forbid(self.tables.tag(tag)))

    def install(self, event: Event, body: Body, uses: Value | None, turns: Value | None) -> None:
        source, target = (
            -1 if letter is None else 1 << self.tables.zone(letter) for letter in (event.source, event.target)
        )
        kind = nodes.EVENTS.index(event.kind)
        least, most = (None if bound is None else bound.expression for bound in (uses, turns))
        site = self.tables.site("Y307")
        function = self._put_off(body, site)
        self.emit(nodes.Install(function, kind, source, target, least, most, site))

    def schedule(self, turns: Value, body: Body) -> None:
        site = self.tables.site("Y307")
        self.emit(nodes.Schedule(self._put_off(body, site), turns.expression, site))

    def _put_off(self, body: Body, site: int) -> int:
        function = self.outline(body)
        self.tables.installed[function] = site
        return function

    def print(self, items: Sequence[Item]) -> None:
        values_ = tuple(item.expression for item in items if not isinstance(item, str))
        self.emit(nodes.Print(self.tables.print_site(items), values_))


def name_of(value: Value) -> str:
    """The name of a number that is held in a local."""
    assert isinstance(value.expression, nodes.Local)
    return value.expression.name


def is_quiet(statement: Statement) -> bool:
    """Whether the statement leaves every number that was worked out before it as it was."""
    match statement:
        case nodes.Let(name) | nodes.Checked(name) | nodes.Random(name):
            return values.is_temporary(name)
        case nodes.If() | nodes.Loop() | nodes.KeepWhere():
            return all(is_quiet(one) for part in nodes.parts(statement) for one in part)
        case (
            nodes.Fail() | nodes.ZoneOfCard() | nodes.ChooseZone() | nodes.ChooseCard() | nodes.ChooseEvent()
            | nodes.Keep() | nodes.Fold() | nodes.TopProperty() | nodes.Limit() | nodes.ChosenSize()
            | nodes.LookAtChosen()
        ):  # fmt: skip
            return True
        case _:
            return False
