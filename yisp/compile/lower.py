"""Lowering: from checked trees to the nodes of the engine.

What comes in: a :class:`~yisp.deck.model.Deck`, whose scripts have been checked.  What goes out:
the functions of the deck as :class:`~yisp.compile.nodes.Module`, and the tables they refer to.
What a form means is said by its declaration (``yisp.lang.forms``), to the ``FunctionBuilder``; this
module walks the trees, works out arguments by kind, and puts programs together.

What is not handled here: which effects can be tested as sets (``activation``), and printing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..deck.model import Combo, Deck, FunctionText, KindSet, NumberText, ScriptText, Want
from ..lang import tree
from ..lang.diagnostics import Text
from ..lang.events import read_event
from ..lang.forms import FORMS, Form, Kind, Scope
from ..lang.walk import is_it, walk
from . import nodes
from .builder import NO_PARAMETERS, Body, CardFilter, Cards, FunctionBuilder, Of, Zone
from .formatters.locals import names_used
from .tables import ProgramTables
from .values import Value, constant


@dataclass(frozen=True, slots=True)
class Lowered:
    """A deck's functions and the tables they refer to."""

    module: nodes.Module
    tables: ProgramTables


def lower(deck: Deck, *, trace: bool = False, tables: ProgramTables | None = None) -> Lowered:
    """Lower a deck; with ``trace``, the functions say which statement they are at.

    ``tables`` are those of a deck that was lowered before, to go on with: indices stay what they are.
    """
    with _room_for_nesting():
        return _lower(deck, trace, tables or ProgramTables(deck))


@contextmanager
def _room_for_nesting() -> Iterator[None]:
    """Room for the recursion over scripts nested as deep as the parser lets through (200 levels)."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 10_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _lower(deck: Deck, trace: bool, tables: ProgramTables) -> Lowered:
    lowering = _Lowering(deck, tables, trace)
    defined = tuple(lowering.function(index, one) for index, one in enumerate(deck.functions))
    effects = tuple(
        lowering.effect(f"effect_{index}", kind.name, number, effect.effect, effect.text)
        for index, (kind, number, effect) in enumerate(
            (kind, number, effect) for kind in deck.kinds for number, effect in enumerate(kind.effects)
        )
    )
    topics = []
    for index, topic in enumerate(deck.topics):
        header = program = None
        if topic.header is not None:
            header = lowering.script(f"header_{index}", "header", topic.name, topic.header)
        if topic.program is not None:
            program = lowering.script(f"program_{index}", "program", topic.name, topic.program)
        combos = tuple(
            lowering.combo(f"combo_{index}_{number}", combo, topic.match)
            for number, combo in enumerate(topic.combos)
        )
        bests = tuple(
            (number, lowering.combo(f"best_{index}_{number}", combo, "best"))
            for number, combo in enumerate(topic.combos)
            if _can_differ(combos[number].body)
        )
        stats = tuple(
            lowering.stat(f"stat_{index}_{number}", stat.name, stat.number)
            for number, stat in enumerate(topic.stats)
        )
        topics.append(nodes.TopicCode(header, program, combos, bests, stats))
    for kind in deck.kinds:
        for effect in kind.effects:
            flags = effect.effect.flags
            moved = (flags.event.source, flags.event.target) if flags.event is not None else ()
            for letter in (*flags.zones, *moved):
                if letter is not None:
                    tables.zone(letter)
    for topic in deck.topics:
        for letter, _ in topic.start.zones:
            tables.zone(letter)
    words = (tables.size + 63) // 64
    masks = tuple(tables.cards_of(kinds) for kinds in tables.masks)
    installed = tuple(lowering.installed)
    module = nodes.Module(
        tables.zones, words, masks, tables.listens, defined, installed, effects, tuple(topics)
    )
    return Lowered(module, tables)


class _Lowering:
    """Walks trees and builds one function after another."""

    def __init__(self, deck: Deck, tables: ProgramTables, trace: bool) -> None:
        self.deck = deck
        self.tables = tables
        self.trace = trace
        self.installed: list[nodes.Function] = []
        self.first_installed = len(tables.installed)  # what was lowered before comes first
        self.answers = False  # … and answers an event
        self.functions = {one.function.name: index for index, one in enumerate(deck.functions)}
        self.builder = self._builder()

    def _builder(self, parameters: Mapping[str, str] = NO_PARAMETERS) -> FunctionBuilder:
        return FunctionBuilder(self.tables, self.tables.size, self._outline, parameters)

    def _outline(self, body: Body) -> int:
        """Make what is to run later a function of its own; its index among the installed."""
        outside, self.builder = self.builder, self._builder()
        self.installed.append(function := nodes.Function("", "installed", (), ()))
        place = len(self.installed) - 1
        index = self.first_installed + place
        body()
        assert self.installed[place] is function
        self.installed[place] = self._finish(f"installed_{index}", "installed")
        self.builder = outside
        return index

    # Programs -----------------------------------------------------------------------------------

    def effect(
        self, name: str, card: str, number: int, effect: tree.Effect, text: Text
    ) -> nodes.Function:
        self._begin("effect", card, number, text)
        self.answers = effect.flags.event is not None
        self._statements(effect.script, activates=True)
        if self.answers and not any(isinstance(one, tree.Activate) for one in effect.script.statements):
            self.builder.emit(nodes.Activate())  # all of its guards held
        self.answers = False
        return self._finish(name, "effect")

    def script(self, name: str, where: str, topic: str, script: ScriptText) -> nodes.Function:
        self._begin(where, topic, None, script.text)
        self._statements(script.script)
        return self._finish(name, "script")

    def function(self, index: int, one: FunctionText) -> nodes.Function:
        """A function of the deck; its value is its last statement's."""
        function = one.function
        names = {name: f"p{number}" for number, name in enumerate(function.parameters, 1)}
        self.builder = self._builder(names)
        self.tables.enter_program("function", function.name, None, one.text)
        value = self._statements(function.script)
        if value is not None and self.deck.vocabulary.functions[function.name].number:
            self.builder.emit(nodes.Give(value.expression))
        return self._finish(f"function_{index}", "function", tuple(names.values()))

    def combo(self, name: str, combo: Combo, match: str) -> nodes.Function:
        """Condition, wanted cards and score, in this order; gives 0 unless all hold."""
        self.builder = self._builder()
        if combo.condition is not None:
            self._enter_number("combo", combo.name, combo.condition)
            self._guard(self.number(combo.condition.number))
        for letter, wants in combo.wants:
            self._wanted(self.tables.zone(letter), wants, match)
        if isinstance(combo.score, int):
            self.builder.emit(nodes.Give(nodes.Constant(combo.score)))
        else:
            self._give("combo", combo.name, combo.score)
        return self._finish(name, "number")

    def stat(self, name: str, stat: str, number: NumberText) -> nodes.Function:
        self.builder = self._builder()
        self._give("stat", stat, number)
        return self._finish(name, "number")

    def _begin(self, where: str, name: str, effect: int | None, text: Text) -> None:
        self.builder = self._builder()
        self.tables.enter_program(where, name, effect, text)

    def _finish(self, name: str, sort: str, parameters: tuple[str, ...] = ()) -> nodes.Function:
        body = tuple(self.builder.block)
        names = tuple(one for one in names_used(body) if one not in parameters)
        return nodes.Function(name, sort, body, names, parameters)

    def _enter_number(self, where: str, name: str, number: NumberText) -> None:
        # One-letter variables are the execution's own: a condition's are not its score's.
        self.builder.known = {}
        self.tables.enter_program(where, name, None, number.text)
        self.tables.enter_statement(None, number.number.span)

    def _give(self, where: str, name: str, number: NumberText) -> None:
        self._enter_number(where, name, number)
        self.builder.emit(nodes.Give(self.number(number.number).expression))

    def _guard(self, condition: Value) -> None:
        self.builder.emit(nodes.Guard(condition.expression))

    def _wanted(self, zone: int, wants: tuple[Want, ...], match: str) -> None:
        """Wanted cards: by counting where slots do not overlap, else by matching."""
        builder = self.builder
        if any(
            one.kinds & other.kinds and (one.kinds != other.kinds or one.exactly or other.exactly)
            for index, one in enumerate(wants)
            for other in wants[:index]
        ):
            unions = _hall(wants, match)
            for union in unions or ():
                held = builder.size(self.cards_of_kinds(zone, union))
                bound = sum(want.least for want in wants if not want.kinds & ~union)
                self._guard(builder.compare(">=", held, constant(min(bound, self.tables.size + 1))))
            if unions is not None:
                return
            name = builder.temporary()
            builder.emit(nodes.Match(name, match, zone, self.tables.want_list(wants)))
            self._guard(builder.local(name))
            return
        least: dict[KindSet, int] = {}
        most: dict[KindSet, int] = {}
        for want in wants:
            least[want.kinds] = least.get(want.kinds, 0) + want.least
            if want.most is not None:
                most[want.kinds] = want.most
        for kinds, bound in least.items():
            held = builder.size(self.cards_of_kinds(zone, kinds))
            if bound > 0:
                self._guard(builder.compare(">=", held, constant(min(bound, self.tables.size + 1))))
            if kinds in most:
                self._guard(builder.compare("<=", held, constant(min(most[kinds], self.tables.size))))

    def cards_of_kinds(self, zone: int, kinds: KindSet) -> Cards:
        return Cards(zone, (CardFilter(self.tables.mask(kinds)),))

    # Statements ---------------------------------------------------------------------------------

    def _statements(self, script: tree.Script, *, activates: bool = False) -> Value | None:
        """Lower statements; the last one's number, if it gives one.

        ``activates`` says whether these are an effect's own: anywhere else `@` does nothing.
        """
        value = None
        for statement, number in zip(script.statements, script.numbers, strict=True):
            self.tables.enter_statement(number, statement.span)
            if self.trace:
                self.builder.emit(nodes.Step(self.tables.step_site()))
            match statement:
                case tree.Activate():
                    if activates:
                        self.builder.emit(nodes.Activate())
                case tree.Guard(condition, negated):
                    held = self.number(condition)
                    self._guard(self.builder.negate(held) if negated else held)
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
        names: list[str | None] = []
        thunks = []
        for index, argument in enumerate(call.arguments):
            kind, option = form.argument(index).kind, None
            if isinstance(argument, tree.Call) and argument.head in {one.name for one in form.options}:
                kind, option, argument = Kind.NUMBER, argument.head, argument.arguments[0]
            answers = form.scope is Scope.EVENT or (form.scope is not Scope.LATER and self.answers)
            thunks.append(self.argument(kind, argument, answers))
            names.append(option)
        arguments = self.builder.in_order(thunks)
        self.tables.enter_expression(call.span)
        pairs = list(zip(names, arguments, strict=True))
        options = {name: argument for name, argument in pairs if name is not None}
        return form.lower(self.builder, *(argument for name, argument in pairs if name is None), **options)

    def _called(self, call: tree.Call) -> Value | None:
        """A call of a function of the deck."""
        thunks = [self.argument(Kind.NUMBER, argument) for argument in call.arguments]
        arguments = self.builder.in_order(thunks)
        self.tables.enter_expression(call.span)
        number = self.deck.vocabulary.functions[call.head].number
        return self.builder.call(self.functions[call.head], arguments, number)

    def argument(self, kind: Kind, argument: tree.Expression, answers: bool = False) -> Callable[[], Any]:
        """How to work out one argument, when its turn comes; ``answers`` is that of its bodies."""
        match kind, argument:
            case Kind.NUMBER, _:
                return lambda: self.number(argument)
            case Kind.TEST, _:
                return lambda: lambda: self.number(argument)
            case Kind.CARDS, tree.CardSet():
                return lambda: self.cards(argument)
            case Kind.CARDS, tree.Variable() if is_it(argument):
                return lambda: Cards(Of.EVENT, ())
            case Kind.EVENT, tree.Variable(word) | tree.Word(word):
                return lambda: read_event(word)
            case Kind.PROPERTY, tree.Variable(name) | tree.Word(name):
                return lambda: name
            case Kind.ZONE, tree.CardSet(letter):
                return lambda: Zone(None if letter == "X" else self.tables.zone(letter))
            case Kind.TAG, tree.Tag(text):
                return lambda: text
            case Kind.WORD, tree.String(text) | tree.Variable(text) | tree.Word(text):
                return lambda: text
            case (Kind.VARIABLE, tree.Variable(name)) | (Kind.MODE, tree.Variable(name)):
                return lambda: name
            case Kind.BODY, _:
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
        """A card set: neighbouring masks are one mask.

        A filter by a number that follows from the kind alone is a mask, too.
        """
        steps: list[CardFilter] = []
        amounts = iter(
            self.builder.in_order([
                lambda one=one: self.number(one.amount)  # type: ignore[misc]
                for one in map(_without_not, cards.filters)
                if isinstance(one, tree.Limit)
            ])
        )
        kinds = self.tables.everything
        for written in cards.filters:
            filter_, rejected = _without_not(written), _is_rejected(written)
            kept = None
            if isinstance(filter_, tree.Where):
                kept = self._kinds_where(filter_.condition)
            elif not isinstance(filter_, tree.Limit):
                kept = self._kinds(filter_)
            if kept is not None:
                kinds &= self.tables.everything & ~kept if rejected else kept
                continue
            if kinds != self.tables.everything:
                steps.append(CardFilter(self.tables.mask(kinds)))
                kinds = self.tables.everything
            if isinstance(filter_, tree.Where):
                steps.append(CardFilter(None, where=self._where(filter_.condition), rejected=rejected))
            elif isinstance(filter_, tree.Limit):
                end = "first" if filter_.end == "choice" else filter_.end  # the greedy player's choice
                steps.append(CardFilter(None, end, next(amounts), rejected))
        if kinds != self.tables.everything:
            steps.append(CardFilter(self.tables.mask(kinds)))
        of = {"X": Of.CARD, "it": Of.EVENT}.get(cards.zone)
        return Cards(self.tables.zone(cards.zone) if of is None else of, tuple(steps))

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
                result = self._constant(condition, values)
                if result is None:
                    return None
                found[key] = result != 0
            kinds |= found[key] << index
        return kinds

    def _constant(self, condition: tree.Expression, values: dict[str, int]) -> int | None:
        """What an expression comes to where some names have these values, if that is certain."""
        with self.builder.bound(lambda name: constant(values[name])), self.builder.captured() as block:
            number = self.number(condition).constant
        return None if block else number

    def _kinds(self, filter_: tree.Filter) -> KindSet:
        vocabulary = self.deck.vocabulary
        match filter_:
            case tree.ByName(name):
                return vocabulary.name(name) or 0
            case tree.ByAttribute(attribute):
                return vocabulary.attribute(attribute)
            case tree.ByPattern(pattern):
                return vocabulary.pattern(pattern)
            case _:
                raise AssertionError(f"not a filter by kind: {filter_}")


def _can_differ(body: tuple[nodes.Statement, ...]) -> bool:
    """Whether ``match: best`` can make a difference to a combo, and judging it twice makes none."""
    return any(isinstance(node, nodes.Match) and node.how == "first" for node in body) and all(
        isinstance(node, nodes.Let | nodes.Guard | nodes.Give | nodes.Match) for node in body
    )


def _without_not(filter_: tree.Filter) -> tree.Filter:
    while isinstance(filter_, tree.Not):
        filter_ = filter_.filter
    return filter_


def _is_rejected(filter_: tree.Filter) -> bool:
    rejected = False
    while isinstance(filter_, tree.Not):
        filter_, rejected = filter_.filter, not rejected
    return rejected


def _hall(wants: tuple[Want, ...], match: str) -> list[KindSet] | None:
    """The sets of kinds of which there must be enough for all slots within them (Hall's condition).

    That is all ``match: best`` asks.  It is also all that ``first`` asks when of two slots that
    overlap the earlier is within the later: then the cards that fit the earlier are as good as one
    another for every later one.  None where a matching must be looked for.
    """
    if any(want.exactly for want in wants):
        return None
    if match == "first" and any(
        one.kinds & other.kinds and one.kinds & ~other.kinds
        for index, other in enumerate(wants)
        for one in wants[:index]
    ):
        return None
    unions: dict[KindSet, None] = dict.fromkeys(want.kinds for want in wants)
    grown = list(unions)
    while grown:
        union = grown.pop()
        for want in wants:
            if want.kinds & union and want.kinds | union not in unions:
                unions[want.kinds | union] = None
                grown.append(want.kinds | union)
                if len(unions) > 16:
                    return None
    return sorted(unions, key=int.bit_count)
