"""Lowering statements and expressions: arguments by kind, card sets, what forms and functions are given.

What comes in: checked trees.  What goes out: what they mean, said to the ``builder`` of the function
that they stand in.  What a form means is said by its declaration (``yisp.lang.forms``).

What is not handled here: which functions there are (``deck``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from yisp_runtime.codes import HAND

from ...deck.kinds import KindSet
from ...deck.model import Deck
from ...lang import tree
from ...lang.checking.seats import ME, NOBODY, WHO, split_zone
from ...lang.checking.walls import STOCK
from ...lang.events import read_event
from ...lang.forms import FORMS, Form, Kind, Scope
from ...lang.walk import bare, callee, given_zone, is_it, walk
from .. import nodes
from .builder import FunctionBuilder
from .operands import CardFilter, Cards, Of, Zone
from .tables import ProgramTables
from .values import Value, constant


class Expressions:
    """Walks trees and tells ``builder``, that of the function being built, what they mean."""

    builder: FunctionBuilder

    def __init__(self, deck: Deck, tables: ProgramTables, trace: bool) -> None:
        self.deck = deck
        self.tables = tables
        self.trace = trace
        self.in_effect = False  # whether what is being lowered is a card's effect
        self.answers = False  # … and answers an event
        self.me: int | None = None  # the seat whose script is being lowered, ...
        self.who: int | None = None  # ... and the one that it is about, where both are known
        self.functions = {one.function.name: index for index, one in enumerate(deck.functions)}

    # Statements ---------------------------------------------------------------------------------

    def statements(self, script: tree.Script) -> Value | None:
        """Lower statements; the last one's number, if it gives one."""
        value = None
        for statement, number in zip(script.statements, script.numbers, strict=True):
            self.tables.enter_statement(number, statement.span)
            self.builder.starts.append((len(self.builder.block), number, statement.span))
            if self.trace:
                self.builder.emit(nodes.Step(self.tables.step_site()))
            match statement:
                case tree.Activate():
                    if self.in_effect:  # elsewhere there is nothing to activate, and a warning says so
                        self.builder.emit(nodes.Activate())
                case tree.Guard(condition, negated):
                    held = self.number(condition)
                    self.builder.guard(self.builder.negate(held) if negated else held)
                case _:
                    value = self.evaluate(statement)
        return value

    # Expressions --------------------------------------------------------------------------------

    def evaluate(self, expression: tree.Expression) -> Any:
        """Any expression; its number, or None."""
        match expression:
            case tree.Call():
                return self.call(expression)
            case tree.Number() | tree.Variable() | tree.Size():
                return self.number(expression)
            case _:  # a text or () stands for nothing; the checker lets no other sort stand alone
                return None

    def number(self, expression: tree.Expression) -> Value:
        match expression:
            case tree.Number(value):
                return constant(value)
            case tree.Variable(name):
                return self.builder.read(name)
            case tree.Size(cards):
                return self.builder.size(self.cards(cards))
            case tree.Call():
                value = self.call(expression)
                assert isinstance(value, Value)
                return value
            case _:
                raise AssertionError(f"not a number: {expression}")

    def call(self, call: tree.Call) -> Any:
        form = FORMS.get(call.head)
        before = self.tables.enter_expression(call.span)
        result = self._called(call) if form is None else self._formed(call, form)
        self.tables.enter_expression(before)
        return result

    def _formed(self, call: tree.Call, form: Form) -> Any:
        """A use of a form; options such as ``(times 6)`` are worked out with the other arguments."""
        options = {one.name: one.kind for one in form.options}
        names: list[str | None] = []
        thunks = []
        tags = [one.text for one in call.arguments[1:] if form.tagged and isinstance(one, tree.Tag)]
        for index, argument in enumerate(call.arguments):
            if form.tagged and isinstance(argument, tree.Tag):
                continue
            kind, option = form.argument(index).kind, None
            if isinstance(argument, tree.Call) and argument.head in options:
                kind, option, argument = options[argument.head], argument.head, argument.arguments[0]
            answers = form.scope is Scope.EVENT or (form.scope is not Scope.LATER and self.answers)
            thunks.append(self.argument(kind, argument, answers))
            names.append(option)
        arguments = self.builder.in_order(thunks)
        self.tables.enter_expression(call.span)
        pairs = list(zip(names, arguments, strict=True))
        given = {name: argument for name, argument in pairs if name is not None}
        if form.tagged:
            given["tags"] = tags
        return form.lower(self.builder, *(argument for name, argument in pairs if name is None), **given)

    def _called(self, call: tree.Call) -> Value | None:
        """A call of a function of the deck."""
        numbers = [argument for argument in call.arguments if given_zone(argument) is None]
        thunks = [self.argument(Kind.NUMBER, argument) for argument in numbers]
        arguments = self.builder.in_order(thunks)
        self.tables.enter_expression(call.span)
        number = self.deck.vocabulary.functions[callee(call)].number
        return self.builder.call(self.functions[callee(call)], arguments, number)

    def argument(self, kind: Kind, argument: tree.Expression, answers: bool = False) -> Callable[[], Any]:
        """How to work out one argument, when its turn comes; ``answers`` is that of its bodies."""
        match kind, argument:
            case Kind.NUMBER, _:
                return lambda: self.number(argument)
            case Kind.CARDS | Kind.MEANT, tree.CardSet():
                return lambda: self.cards(argument)
            case Kind.CARDS, tree.Variable() if is_it(argument):
                return lambda: Cards(Of.EVENT, ())
            case Kind.EVENT, tree.Variable(word) | tree.Word(word):
                return lambda: read_event(word)
            case Kind.PROPERTY | Kind.EXIT, tree.Variable(name) | tree.Word(name):
                return lambda: name
            case Kind.ZONE, tree.CardSet("X"):
                return lambda: Zone(Of.CARD)
            case Kind.ZONE, tree.CardSet(letter):
                return lambda: Zone(self.zone(letter))
            case Kind.TAG, tree.Tag(text):
                return lambda: text
            case Kind.WORD, tree.String(text) | tree.Variable(text) | tree.Word(text):
                return lambda: text
            case (Kind.VARIABLE, tree.Variable(name)) | (Kind.MODE, tree.Variable(name)):
                return lambda: name
            case Kind.BODY | Kind.TEST, _:
                return lambda: lambda: self._body(argument, answers)
            case Kind.ITEM, tree.Variable() if is_it(argument) and self.answers:
                return lambda: self.builder.look(Cards(Of.EVENT, ()))
            case Kind.ITEM, tree.String(text):
                return lambda: text
            case Kind.ITEM, tree.CardSet():
                return lambda: self.builder.look(self.cards(argument))
            case Kind.ITEM, _:
                return lambda: self.number(argument)
            case _:
                raise AssertionError(f"{argument} is no {kind.value}")

    def _body(self, expression: tree.Expression, answers: bool) -> Any:
        outside, self.answers = self.answers, answers
        result = self.evaluate(expression)
        self.answers = outside
        return result

    def cards(self, cards: tree.CardSet) -> Cards:
        """A card set: neighbouring masks are one mask, and one that keeps every card is none.

        A filter by a number that follows from the kind alone is a mask, too.  A wall's stock keeps even those
        that keep all: by a filter cards are taken from anywhere, without one from an exit.
        """
        steps: list[CardFilter] = []
        stock = bool(self.tables.exits) and cards.zone == STOCK
        filters = [bare(written) for written in cards.filters]
        amounts = iter(
            self.builder.in_order(
                [
                    lambda one=one: self.number(one.amount)  # type: ignore[misc]
                    for one, _ in filters
                    if isinstance(one, tree.Limit)
                ]
            )
        )
        kinds = self.tables.everything
        filtered = False  # by what is in ``kinds``
        for filter_, keeps in filters:
            kept = None
            if isinstance(filter_, tree.Where):
                kept = self._kinds_where(filter_.condition)
            elif not isinstance(filter_, tree.Limit | tree.ThisCard):
                kept = self._kinds(filter_)
            if kept is not None:
                kinds &= kept if keeps else self.tables.everything & ~kept
                filtered = stock
                continue
            if filtered or kinds != self.tables.everything:
                steps.append(CardFilter(self.tables.mask(kinds)))
                kinds, filtered = self.tables.everything, False
            if isinstance(filter_, tree.Where):
                steps.append(CardFilter(None, where=self._where(filter_.condition), rejected=not keeps))
            elif isinstance(filter_, tree.ThisCard):
                steps.append(CardFilter(None, this=True, rejected=not keeps))
            elif isinstance(filter_, tree.Limit):
                steps.append(CardFilter(None, filter_.end, next(amounts), not keeps))
        if filtered or kinds != self.tables.everything:
            steps.append(CardFilter(self.tables.mask(kinds)))
        of = {"X": Of.CARD, "it": Of.EVENT}.get(cards.zone)
        zone = self.zone(cards.zone) if of is None else of
        if zone is None:  # nobody has any
            return Cards(HAND, (CardFilter(self.tables.mask(0)),))
        return Cards(zone, tuple(steps))

    def zone(self, written: str) -> int | None:
        """A zone as it is written: a seat's own is the one of whose script this is, else of the first; None
        where it is nobody's."""
        letter, whose = split_zone(written)
        if letter not in self.tables.owned:
            return self.tables.zone(letter)
        seat = {None: self.me, ME: self.me, WHO: self.who}[whose] if whose in (None, ME, WHO) else int(whose)
        return None if seat == NOBODY else self.tables.zone(f"{letter}:{seat or 0}")

    def kept(self, condition: tree.Expression) -> CardFilter:
        """A filter by a number alone: a mask where the number follows from the kind, else kind by kind."""
        kinds = self._kinds_where(condition)
        if kinds is not None:
            return CardFilter(self.tables.mask(kinds))
        return CardFilter(None, where=self._where(condition))

    def certain(self, condition: tree.Expression) -> int | None:
        """What a number comes to whatever happens, if that is known."""
        with self.builder.captured() as block:
            number = self.number(condition).constant
        return None if block else number

    def _where(self, condition: tree.Expression) -> Callable[[str], Value]:
        """How to lower a filter's number for the kind in a local."""

        def lowered(kind: str) -> Value:
            def binding(name: str) -> Value | None:
                if name == "copies":
                    return Value(nodes.Copies(kind), 0, self.tables.size)
                if name in self.deck.vocabulary.properties:
                    low, high = self.tables.property_range(name)
                    return Value(nodes.Property(kind, self.tables.property(name)), low, high)
                return None

            with self.builder.bound(binding):
                return self.number(condition)

        return lowered

    def _kinds_where(self, condition: tree.Expression) -> KindSet | None:
        """The kinds for which a number is not 0; None when that follows from more than the kind."""
        vocabulary = self.deck.vocabulary
        names = set()
        for node in walk(condition):
            match node:
                case tree.Variable(name) if name in vocabulary.properties:
                    names.add(name)
                case tree.Variable(name) if self._given(name) is not None:
                    pass
                case tree.Call(head) if head in FORMS:
                    pass
                case tree.Number():
                    pass
                case _:
                    return None
        found: dict[tuple[int, ...], bool] = {}  # by the values of the properties
        kinds = 0
        for index in range(len(self.deck.kinds)):
            values = {name: vocabulary.property_values(name).get(index, 0) for name in names}
            key = tuple(values.values())
            if key not in found:
                known = {name: constant(value) for name, value in values.items()}
                with self.builder.bound(known.get):
                    result = self.certain(condition)
                if result is None:
                    return None
                found[key] = result != 0
            kinds |= found[key] << index
        return kinds

    def _given(self, name: str) -> int | None:
        """The number that a name means here whatever happens."""
        bound = self.builder.binding(name) if self.builder.binding is not None else None
        return bound.constant if bound is not None else None

    def _kinds(self, filter_: tree.Filter) -> KindSet:
        vocabulary = self.deck.vocabulary
        match filter_:
            case tree.ByName(name):
                return vocabulary.name(name) or 0
            case tree.ByAttribute(attribute):
                return vocabulary.attribute(attribute)
            case tree.ByPattern(pattern):
                return vocabulary.pattern(pattern)
            case tree.ByKind(kind):
                return vocabulary.kind(kind)
            case _:
                raise AssertionError(f"not a filter by kind: {filter_}")
