"""Lowering a deck: from its checked trees to the functions of a module.

What comes in: a :class:`~yisp.deck.model.Deck`, whose scripts have been checked.  What goes out:
the functions of the deck as :class:`~yisp.compile.nodes.Module`, and the tables they refer to.
What stands in a function is lowered by ``expressions``.

What is not handled here: which effects can be tested as sets (``activation``), and printing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from ...deck.model import Combo, Deck, FunctionText, NumberText, ScriptText, Topic
from ...lang import tree
from ...lang.checking.seats import ME, WHO
from ...lang.checking.zones import pattern_of
from ...lang.diagnostics import Text
from ...structs import dataclass
from .. import nodes
from ..nodes.locals import names_used
from ..operators import Matching, Role
from ..program import evaluation_function, script_function
from . import values
from .blocks import NO_PARAMETERS
from .builder import FunctionBuilder
from .dealing import Dealer, draw_script
from .expressions import Expressions
from .operands import Body, Test
from .tables import ProgramTables
from .values import Bound, Value, constant
from .wanted import can_differ, guard_wanted


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
    tables.effect_starts = []
    dealer = Dealer(lowering, deck, tables) if deck.seats else None
    defined = tuple(lowering.function(index, one) for index, one in enumerate(deck.functions))
    listed = [
        (kind.name, number, effect) for kind in deck.kinds for number, effect in enumerate(kind.effects)
    ]
    effects = tuple(
        lowering.effect(f"effect_{index}", card, number, effect.effect, effect.text)
        for index, (card, number, effect) in enumerate(listed)
    )
    tables.effect_limits = [tables.limit_sites(*one) for one in listed]
    topics = tuple(_topic(lowering, dealer, index, topic) for index, topic in enumerate(deck.topics))
    if dealer is not None:
        defined += tuple(dealer.functions())
    for _, _, effect in listed:
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
        tuple(tables.zones), words, len(tables.variables), masks, tables.listens, defined, installed, effects,
        topics, asked=lowering.asked, probes=lowering.probes,
    )  # fmt: skip
    return Lowered(module, tables)


def _topic(lowering: _Lowering, dealer: Dealer | None, index: int, topic: Topic) -> nodes.TopicCode:
    scripts = {
        key: lowering.script(script_function(key, index), key, topic.name, script)
        for key, script in topic.scripts.items()
    }
    if dealer is not None:
        scripts["deal"] = dealer.script(script_function("deal", index), topic)
    elif topic.turns > 1 and topic.draw and None in list(lowering.tables.exits.values())[:1]:
        scripts["deal"] = draw_script(lowering, script_function("deal", index), topic)
    combos = tuple(
        lowering.combo(f"combo_{index}_{number}", combo, Matching(topic.match))
        for number, combo in enumerate(topic.judged)
    )
    bests = tuple(
        (number, lowering.combo(f"best_{index}_{number}", combo, Matching.BEST))
        for number, combo in enumerate(topic.judged)
        if can_differ(combos[number].body)
    )
    stats = tuple(
        lowering.stat(f"stat_{index}_{number}", stat.name, stat.number)
        for number, stat in enumerate(topic.stats)
    )
    worth = topic.policy.evaluate
    evaluation = None
    if worth is not None:
        evaluation = lowering.evaluation(evaluation_function(index), topic.name, worth)
    return nodes.TopicCode(scripts, combos, len(topic.combos), bests, stats, evaluation)


class Given(dict[str, str]):
    """The names that a number means as the script around it does, and the parameters that it has for them,
    made when they are asked for."""

    def __init__(self, outside: FunctionBuilder) -> None:
        super().__init__()
        self.given: list[Value] = []
        self._outside = outside

    def __contains__(self, name: object) -> bool:
        assert isinstance(name, str)
        outside = self._outside
        bound = outside.binding is not None and outside.binding(name) is not None
        return bound or len(name) == 1 or name in outside.parameters

    def __missing__(self, name: str) -> str:
        self.given.append(self._outside.read(name))
        return self.setdefault(name, f"p{len(self.given)}")


class _Lowering(Expressions):
    """Walks trees and builds one function after another."""

    def __init__(self, deck: Deck, tables: ProgramTables, trace: bool) -> None:
        super().__init__(deck, tables, trace)
        self.installed: list[nodes.Function] = []
        self.probes: dict[int, nodes.Function] = {}  # by index among the installed
        self.asked: dict[int, nodes.Function] = {}
        self.first_installed = len(tables.installed)  # what was lowered before comes first
        self.builder = self._builder()

    def _builder(self, parameters: Mapping[str, str] = NO_PARAMETERS) -> FunctionBuilder:
        builder = FunctionBuilder(self.tables, self.tables.size, self._outline, self._suppose, parameters)
        seats = {ME: self.me, WHO: self.who}
        known = {name: constant(seat) for name, seat in seats.items() if seat is not None}
        if known:
            builder.binding = known.get
        return builder

    def _outline(self, body: Body, when: Test | None, tags: Sequence[str]) -> int:
        """Make what is to run later, when something holds, a function of its own; its index among the
        installed.  What has tags is made a second time, for `would`: without asking and being used."""
        outside, self.builder = self.builder, self._builder()
        self.installed.append(function := nodes.Function("", Role.INSTALLED, (), ()))
        place = len(self.installed) - 1
        index = self.first_installed + place
        if when is not None:
            self.builder.guard(when())
        self.builder.emit(nodes.TakeUse())
        body()
        assert self.installed[place] is function
        self.installed[place] = self.finish(f"installed_{index}", Role.INSTALLED)
        if tags:
            self.builder = self._builder()
            body()
            self.probes[index] = self.finish(f"probe_{index}", Role.FUNCTION)
        self.builder = outside
        return index

    def _suppose(self, number: Test) -> tuple[int, list[Value]]:
        """Make a number that `would` asks for a function of its own: its index, and what it is given of the
        script around it, its variables of one letter among them."""
        outside = self.builder
        given = Given(outside)
        self.builder = self._builder(given)
        index = self.tables.ask()
        self.builder.emit(nodes.Give(number().expression))
        self.asked[index] = self.finish(f"asked_{index}", Role.FUNCTION, tuple(given.values()))
        self.builder = outside
        return index, given.given

    # Programs -----------------------------------------------------------------------------------

    def effect(self, name: str, card: str, number: int, effect: tree.Effect, text: Text) -> nodes.Function:
        self.begin("effect", card, text, effect=number)
        self.answers = effect.flags.event is not None
        self.in_effect = True
        self.statements(effect.script)
        self.in_effect = False
        if self.answers:
            self.builder.emit(nodes.Activate())  # all of its guards held; once more changes nothing
        self.answers = False
        self.tables.effect_starts.append((("effect", card, number, text), self.builder.starts))
        return self.finish(name, Role.EFFECT)

    def script(self, name: str, where: str, topic: str, script: ScriptText) -> nodes.Function:
        self.begin(where, topic, script.text)
        self.statements(script.script)
        return self.finish(name, Role.SCRIPT)

    def function(self, index: int, one: FunctionText) -> nodes.Function:
        """A function of the deck; its value is its last statement's."""
        function = one.function
        names = {name: f"p{number}" for number, name in enumerate(function.parameters, 1)}
        self.begin("function", pattern_of(function), one.text, names)
        value = self.statements(function.script)
        if value is not None and self.deck.vocabulary.functions[function.name].number:
            self.builder.emit(nodes.Give(value.expression))
        return self.finish(f"function_{index}", Role.FUNCTION, tuple(names.values()))

    def combo(self, name: str, combo: Combo, matching: Matching) -> nodes.Function:
        """Condition, wanted cards and score, in this order; gives 0 unless all hold."""
        self.builder = self._builder()
        if combo.condition is not None:
            self._enter_number(combo.where, combo.name, combo.condition)
            self.builder.guard(self.number(combo.condition.number))
        for letter, wants in combo.wants:
            guard_wanted(self.builder, self.tables.zone(letter), wants, matching)
        if isinstance(combo.score, int):
            score = constant(combo.score)
            self.builder.emit(nodes.Give(score.expression))
        else:
            score = self._give(combo.where, combo.name, combo.score)
        return self.finish(name, Role.NUMBER, gives=values.either(constant(0), score))

    def stat(self, name: str, stat: str, number: NumberText) -> nodes.Function:
        self.builder = self._builder()
        value = self._give("stat", stat, number)
        return self.finish(name, Role.NUMBER, gives=(value.low, value.high, value.reach))

    def evaluation(self, name: str, topic: str, number: NumberText) -> nodes.Function:
        self.builder = self._builder()
        self._give("evaluate", topic, number)
        return self.finish(name, Role.NUMBER)

    def begin(
        self,
        where: str,
        name: str,
        text: Text,
        parameters: Mapping[str, str] = NO_PARAMETERS,
        effect: int | None = None,
    ) -> None:
        self.builder = self._builder(parameters)
        self.tables.enter_program(where, name, effect, text)

    def finish(
        self,
        name: str,
        role: Role,
        parameters: tuple[str, ...] = (),
        gives: tuple[Bound, Bound, Bound] | None = None,
    ) -> nodes.Function:
        body = tuple(self.builder.block)
        return nodes.Function(name, role, body, names_used(body, parameters), parameters, gives)

    def _enter_number(self, where: str, name: str, number: NumberText) -> None:
        # One-letter variables are the execution's own: a condition's are not its score's.
        self.builder.known = {}
        self.tables.enter_program(where, name, None, number.text)
        self.tables.enter_statement(None, number.number.span)

    def _give(self, where: str, name: str, number: NumberText) -> Value:
        self._enter_number(where, name, number)
        value = self.number(number.number)
        self.builder.emit(nodes.Give(value.expression))
        return value
