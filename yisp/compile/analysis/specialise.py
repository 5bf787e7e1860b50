"""Shorter ways for a target that is built for one deck: nodes to nodes, before anything is printed.

What comes in: a lowered module and the plan of its table.  What goes out: a module that does the same, with

* **ways**: a move that the runtime has a shorter way for says so (``operators.Way``);
* **branches** that only say which of two queues gets some cards, and what is counted then, become data;
* **places**: where the card whose effect runs is known to lie, it is not looked for;
* **guards** of combos and scan tests fused into one expression: whether a combo succeeds is as good as
  random to a processor, so it is quicker without branches.  Nothing that a guard keeps from happening is
  lost, since expressions change nothing and cannot fail;
* **the scan**: where every effect is tidy and its guards are plain (``looks``), what could be
  activated is worked out as one set, kind by kind; tests say whether an effect could be.

Nothing of it changes what happens: not which cards are looked at, nor in what order, and not what is drawn.
``yispc compile --emit nodes`` shows the outcome, and ``tests/properties`` compare the position after every
trial with that of the python target, which is given the module as it was lowered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from .. import nodes
from ..nodes import Binary, Constant, Expression, Function, Local, Module, Statement
from ..nodes.locals import names_used
from ..operators import Operator, Role, Way
from .looks import before_activation, is_plain

MOVES = nodes.MoveAll | nodes.MoveCard | nodes.MoveChosen | nodes.MoveFirst | nodes.MoveTop
LEAVES_CARD = (
    nodes.Activate | nodes.BeginDraw | nodes.Checked | nodes.ChooseCard | nodes.ChooseEvery
    | nodes.ChooseZone | nodes.ChosenSize | nodes.Collapse | nodes.EndDraw | nodes.Fail | nodes.Forbid
    | nodes.Guard | nodes.Keep | nodes.KeepCard | nodes.Let | nodes.Light | nodes.Limit | nodes.LookAtChosen
    | nodes.Match | nodes.MulDiv | nodes.Print | nodes.Random | nodes.SetGlobal | nodes.Shuffle
    | nodes.TakeUse | nodes.Would | nodes.ZoneOfCard
)  # fmt: skip
"""Statements that move no card.  Of one that is neither here nor above, nothing is taken for granted."""

FEW = frozenset(map(Constant, range(1, 9)))
"""Numbers of cards for which there is ``Way.FEW``."""


def specialise(module: Module, plan: Mapping[str, Any], everything: int | None = None) -> Module:
    """The module for the plan's table, or for the tables of its family: then ``everything`` is the mask of
    all cards, whichever there are."""
    whole = {index for index, cards in enumerate(module.masks) if cards == (1 << plan["cards"]) - 1}
    choose = partial(_function, module, plan, whole if everything is None else {everything})
    starts = [zones.bit_length() - 1 if zones.bit_count() == 1 else None for zones, *_ in plan["effects"]]
    asked = [
        function for function, (zones, *_) in zip(module.effects, plan["effects"], strict=True) if zones
    ]  # the others answer events
    scanned = bool(plan["tidy"] and asked) and all(is_plain(function.body) for function in asked)
    return replace(
        module,
        defined=tuple(choose(one) for one in module.defined),
        installed=tuple(choose(one) for one in module.installed),
        asked={index: choose(one) for index, one in module.asked.items()},
        probes={index: choose(one) for index, one in module.probes.items()},
        effects=tuple(
            choose(one, start) for one, start in zip(module.effects, starts, strict=True)
        ),
        topics=tuple(
            replace(
                topic,
                scripts={key: choose(one) for key, one in topic.scripts.items()},
                combos=tuple(choose(one) for one in topic.combos),
                bests=tuple((number, choose(one)) for number, one in topic.bests),
                stats=tuple(choose(one) for one in topic.stats),
                evaluation=topic.evaluation and choose(topic.evaluation),
            )
            for topic in module.topics
        ),
        scan=tuple(_scan_zone(plan, zone) for zone in plan["scan_zones"]) if scanned else (),
        tests=tuple(
            _test(index, one) if plan["effects"][index][0] else None
            for index, one in enumerate(module.effects)
        ) if scanned else (),
        scanned=tuple(plan["scanned"]) if scanned else (),
        plan_key=plan["key"],
        family_key=plan["family"],
    )  # fmt: skip


def _function(
    module: Module,
    plan: Mapping[str, Any],
    whole: Collection[int],
    function: Function,
    start: int | None = None,
) -> Function:
    """A function; ``start`` is the one zone that an effect is activated from, where there is but one."""
    body = _Ways(module, plan, whole).block(function.body, start)[0]
    if function.role is Role.NUMBER:
        body = _fused(body)
    return replace(function, body=tuple(body), locals=names_used(body, function.parameters))


class _Ways:
    """Chooses ways, and follows where the card whose effect runs lies: in a zone, or None for unknown."""

    def __init__(self, module: Module, plan: Mapping[str, Any], whole: Collection[int]) -> None:
        self.whole = whole  # the masks of all cards
        self.one_word = module.words == 1
        self.veiled: int = plan["veiled"]
        self.queues: int = plan["queues"]
        self.unbroken: int = plan["unbroken"]

    def block(self, statements: Sequence[Statement], lies: int | None) -> tuple[list[Statement], int | None]:
        """The statements, and where the card lies behind them."""
        chosen: list[Statement] = []
        for statement in statements:
            made, lies = self.statement(statement, lies)
            chosen += self._without_branch(made) if isinstance(made, nodes.If) else [made]
        return list(_in_twos(chosen)), lies

    def statement(self, statement: Statement, lies: int | None) -> tuple[Statement, int | None]:
        match statement:
            case nodes.If(condition, then, otherwise):
                then, then_lies = self.block(then, lies)
                otherwise, lies = self.block(otherwise, lies)
                return nodes.If(condition, then, otherwise), lies if lies == then_lies else None
            case nodes.Loop():
                test, body = self.block(statement.test, None)[0], self.block(statement.body, None)[0]
                return replace(statement, test=tuple(test), body=tuple(body)), None
            case nodes.KeepWhere():
                return replace(statement, body=tuple(self.block(statement.body, None)[0])), None
            case nodes.ZoneOfCard(name) if lies is not None:
                return nodes.Let(name, Constant(lies)), lies
            case nodes.MoveCard(_, to):
                return replace(statement, zone=lies), to if isinstance(to, int) else None
            case nodes.MoveAll(_, zone, mask, way=Way.ANY) if self._is_whole(zone, mask):
                statement = replace(statement, way=Way.WHOLE)
            case nodes.MoveTop(_, zone, amount):
                statement = replace(statement, way=self._way_from_top(zone, amount))
        if isinstance(statement, MOVES):
            return statement, None if getattr(statement, "zone", lies) == lies else lies
        return statement, lies if isinstance(statement, LEAVES_CARD) else None

    def _without_branch(self, branch: nodes.If) -> list[Statement]:
        """A branch that only says which of two zones gets all cards of another, and what is counted then.

        Whose trick it was is as good as random to a processor.  So both are counted, one of them by 0:
        neither can fail where it would not have been reached, since adding 0 cannot, and no move changes
        what is counted.
        """
        match branch.then, branch.otherwise:
            case (
                [nodes.MoveAll(_, zone, _, int(to), front, Way.WHOLE) as move, *counted],
                [nodes.MoveAll(_, other_zone, _, int(other), other_front, Way.WHOLE) as other_move, *others],
            ) if zone == other_zone and to != other and front == other_front and self._keeps(to, other):
                first = Local(f"first{move.site}")
                added = _counted(counted, first), _counted(others, nodes.IsZero(first))
                if added[0] is not None and added[1] is not None:
                    return [
                        nodes.Let(first.name, _truth(branch.condition)),
                        nodes.If(first, [move], [other_move], Way.EITHER),
                        *added[0],
                        *added[1],
                    ]
        return [branch]

    def _keeps(self, *zones: int) -> bool:
        """Whether all of them keep lines without gaps."""
        return all((self.queues & self.unbroken) >> zone & 1 for zone in zones)

    def _is_whole(self, zone: int, mask: int) -> bool:
        return self.one_word and bool(self.veiled >> zone & 1) and mask in self.whole

    def _way_from_top(self, zone: int, amount: Expression) -> Way:
        if amount == Constant(1) and self.queues >> zone & 1:
            return Way.ONE
        if self.one_word and amount in FEW and self.veiled >> zone & 1:
            return Way.FEW
        return Way.ANY


def _in_twos(statements: Sequence[Statement]) -> Iterator[Statement]:
    """The statements, with a card of a line and one of another behind it, for the same zone, as one move."""
    rest = list(statements)
    while rest:
        match rest:
            case [
                nodes.MoveTop(_, zone, _, to, front, Way.ONE) as move,
                nodes.MoveTop(_, other_zone, _, other_to, other_front, Way.ONE) as other,
                *rest,
            ] if (to, front) == (other_to, other_front) and zone != other_zone:
                yield nodes.If(Constant(1), [move, other], [], Way.TWO)
            case [statement, *rest]:
                yield statement


def _counted(statements: Sequence[Statement], when: Expression) -> list[Statement] | None:
    """Statements that add constants to variables, if they do nothing else: 0 where ``when`` is 0."""
    made: list[Statement] = []
    rest = list(statements)
    while rest:
        match rest:
            case [
                nodes.Checked(name, Operator.ADD, nodes.Global(variable), Constant(amount)) as sum,
                nodes.SetGlobal(set_variable, Local(set_name)) as assigned,
                *rest,
            ] if variable == set_variable and name == set_name:
                made += [replace(sum, right=_times(amount, when)), assigned]
            case _:
                return None
    return made


def _times(amount: int, truth: Expression) -> Expression:
    return truth if amount == 1 else Binary(Operator.MULTIPLY, Constant(amount), truth)


def _fused(body: Sequence[Statement]) -> list[Statement]:
    """Guards and then a number: the number times 1 or 0."""
    conditions = [guard.condition for guard in body[:-1] if isinstance(guard, nodes.Guard)]
    last = body[-1] if body else None
    if not conditions or len(conditions) < len(body) - 1 or not isinstance(last, nodes.Give):
        return list(body)
    held = _all_of(conditions)
    value = held if last.value == Constant(1) else Binary(Operator.MULTIPLY, last.value, held)
    return [nodes.Give(value)]


def _all_of(conditions: Sequence[Expression]) -> Expression:
    """1 where all conditions hold, else 0."""
    held, *others = map(_truth, conditions)
    for other in others:
        held = Binary(Operator.AND, held, other)
    return held


def _truth(condition: Expression) -> Expression:
    if isinstance(condition, Constant):
        return Constant(int(condition.value != 0))
    return condition if nodes.is_truth(condition) else Binary(Operator.UNEQUAL, condition, Constant(0))


# The scan -----------------------------------------------------------------------------------------


def _test(index: int, effect: Function) -> Function:
    """Whether the guards of an effect, which are plain, let it be activated."""
    before = before_activation(effect.body)
    body = _fused([*before, nodes.Give(Constant(1))]) if before is not None else [nodes.Give(Constant(0))]
    return Function(f"may_{index}", Role.TEST, tuple(body), names_used(body))


def _scan_zone(plan: Mapping[str, Any], zone: int) -> nodes.ScanZone:
    return nodes.ScanZone(
        zone,
        tuple(
            nodes.ScanKind(kind, attempts) for kind, attempts in enumerate(_attempts(plan, zone)) if attempts
        ),
    )


def _attempts(plan: Mapping[str, Any], zone: int) -> Iterator[tuple[nodes.Attempt, ...]]:
    """By kind: those of its effects that the zone allows."""
    tagged = 0
    for stopped in plan["forbids"]:
        tagged |= stopped
    for start, end in pairwise(plan["effects_from"]):
        yield tuple(
            nodes.Attempt(effect, bool(once), bool(first), bool(tagged >> effect & 1))
            for effect, (zones, once, first, *_) in enumerate(plan["effects"][start:end], start)
            if zones >> zone & 1
        )
