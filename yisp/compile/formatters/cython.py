"""The native target: nodes as a Cython module specialised for one deck.

What comes in: a :class:`~yisp.compile.nodes.Module` and the numbers of its topics.  What goes out:
source text of a module with one Python function, ``run(address, topic, first, last)``, that takes
the address of a ``Table`` and runs trials without the GIL.  Masks become constants, and every
primitive is the one of ``runtime/yisp_runtime``, which the python target calls too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from .. import nodes
from ..activation import before_activation
from ..nodes import Binary, Choice, Constant, Copies, Count, Global, IsZero, Local, Property, Size
from .locals import names_used, unset
from .python import COMPARISONS, ENDS, NO_NOTES, SIGNS

HEAD = """\
# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t, uint64_t, uintptr_t

from yisp_runtime.effects cimport forbid, take_step, usable
from yisp_runtime.events cimport activate, begin_draw, end_draw, install, schedule, stop
from yisp_runtime.log cimport notice, printed
from yisp_runtime.match cimport match_best, match_first
from yisp_runtime.moves cimport (
    move_all, move_card, move_chosen, move_few, move_first, move_one, move_picked, move_top, move_whole,
)
from yisp_runtime.numbers cimport (
    add, greatest, least, muldiv, multiply, quotient, random_between, remainder, subtract,
)
from yisp_runtime.properties cimport (
    Held, choose_held, copies, drop_kind, high_of_chosen, hold_chosen, low_of_chosen, next_kind,
    property_of, sum_of_chosen, top_property,
)
from yisp_runtime.scan cimport candidates, keep_if, some
from yisp_runtime.selection cimport (
    choose_card, choose_event, choose_zone, chosen_size, keep, limit, look_at_chosen,
)
from yisp_runtime.table cimport Table, variables
from yisp_runtime.trials cimport begin_judging, judge_best, judge_combo, judge_stat, run_trials
from yisp_runtime.zones cimport count, shuffle, size, zone_of
"""

MASK_TABLE = '''
cdef extern from * nogil:
    """
    static const uint64_t yisp_masks[] = {{{masks}}};
    #define yisp_mask(index) (yisp_masks + (index) * {stride})
    static const uint64_t yisp_scanned[] = {{{scanned}}};
    #define yisp_scans(index) (yisp_scanned + (index) * {stride})
    """
    const uint64_t* mask "yisp_mask"(int index)
    const uint64_t* scans "yisp_scans"(int index)
'''


MOVES = nodes.MoveAll | nodes.MoveCard | nodes.MoveChosen | nodes.MoveFirst | nodes.MoveTop
LEAVES_CARD = (
    nodes.Activate | nodes.BeginDraw | nodes.Checked | nodes.ChooseCard | nodes.ChooseZone
    | nodes.ChosenSize | nodes.EndDraw | nodes.Fail | nodes.Forbid | nodes.Guard | nodes.Keep | nodes.Let
    | nodes.Limit | nodes.LookAtChosen | nodes.Match | nodes.Print | nodes.Random | nodes.SetGlobal
    | nodes.Shuffle | nodes.ZoneOfCard
)  # fmt: skip
"""Statements that move no card.  Of one that is neither here nor above, nothing is taken for granted."""

FEW = frozenset(map(Constant, range(1, 9)))
"""Numbers of cards for which ``move_few`` is there."""


def format_module(
    module: nodes.Module, plan: Mapping[str, Any], notes: Mapping[str, Sequence[str]] = NO_NOTES
) -> str:
    """The source of a module for a program's ``plan``.

    ``notes`` are comment lines by function name ("" for the head).
    """
    comments = [f"# {line}" for line in notes.get("", ())]
    scanned: list[int] = []
    walk = list(_walk(module, plan, scanned)) if plan["tidy"] and plan["walk_zones"] else []
    parts = [
        "\n".join([*comments, HEAD]),
        MASK_TABLE.format(
            masks=_words(module.masks, module.words),
            scanned=_words(scanned, module.words),
            stride=module.words,
        ),
        "\n".join(["", "cdef enum:", *(f"    {z} = {i}" for i, z in enumerate(module.zones)), ""]),
    ]
    start_of = {
        function.name: info[0].bit_length() - 1
        for function, info in zip(module.effects, plan["effects"], strict=True)
        if info[0].bit_count() == 1
    }
    for function in module.functions:
        comments = [f"# {line}" for line in notes.get(function.name, ())]
        lines = _function(module, plan, function, start_of.get(function.name))
        parts.append("\n".join(["", *comments, *lines, ""]))
    parts.append("\n".join(["", *_dispatch("run_effect", module.effects), ""]))
    parts.append("\n".join(["", *_dispatch("run_installed", module.installed), ""]))
    if walk:
        for index, function in enumerate(module.effects):
            if plan["effects"][index][0]:  # else it answers an event, and is never scanned
                parts.append("\n".join(["", *_may(module, plan, index, function), ""]))
        parts.append("\n".join(["", *walk, ""]))
    for index, topic in enumerate(module.topics):
        parts.append("\n".join(["", *_judge(index, topic), ""]))
    parts.append("\n".join(["", *_run(module, plan, "walk" if walk else "NULL"), ""]))
    return "\n".join(parts)


def _words(masks: Sequence[int], words: int) -> str:
    """Masks as a C initialiser, word by word."""
    return ", ".join(
        f"0x{mask >> (64 * word) & (2**64 - 1):x}u" for mask in masks or (0,) for word in range(words)
    )


def _function(
    module: nodes.Module, plan: Mapping[str, Any], function: nodes.Function, start: int | None = None
) -> Iterator[str]:
    """A function; ``start`` is the one zone that an effect is activated from, where there is but one."""
    parameters = ["Table* table"]
    if function.has_card:
        parameters.append("int card")
    parameters += [f"int64_t {name}" for name in function.parameters]
    if function.unwinds:
        parameters.append("int64_t* out")
    gives = "bint" if function.unwinds else "void"
    yield f"cdef {gives} {function.name}({', '.join(parameters)}) noexcept nogil:"
    initial = set(unset(function.body))
    for name in function.locals:
        yield f"    cdef int64_t {name}" + (" = 0" if name in initial else "")
    for statement in nodes.every(function.body):
        if isinstance(statement, nodes.KeepWhere):
            yield f"    cdef Held {statement.kind}_held"
    if function.sort == "function":
        yield "    out[0] = 0"
    printer = _Printer(module, plan, function, start=start)
    *guards, last = function.body or (None,)
    if guards and isinstance(last, nodes.Give) and all(isinstance(guard, nodes.Guard) for guard in guards):
        # Whether a combo succeeds is as good as random: no branches.
        held = " & ".join(
            f"({printer.test(guard.condition)})" for guard in guards if isinstance(guard, nodes.Guard)
        )
        yield f"    out[0] = <int64_t>{printer.number(last.value)} * <int64_t>({held})"
    else:
        yield from list(printer.block(function.body, 1)) or ["    pass"]
    if function.unwinds:
        yield "    return False"


def _dispatch(name: str, functions: Sequence[nodes.Function]) -> Iterator[str]:
    """A function that runs one of ``functions``, by its index."""
    yield f"cdef void {name}(Table* table, int index, int card) noexcept nogil:"
    for index, function in enumerate(functions):
        yield f"    {'if' if index == 0 else 'elif'} index == {index}:"
        yield f"        {function.name}(table, card)"
    if not functions:
        yield "    pass"


def _may(
    module: nodes.Module, plan: Mapping[str, Any], index: int, function: nodes.Function
) -> Iterator[str]:
    """Whether the guards of a tidy effect let it be activated."""
    yield f"cdef inline bint may_{index}(Table* table) noexcept nogil:"
    before = before_activation(function.body)
    if before is None:
        yield "    return False"
        return
    printer = _Printer(module, plan, function, otherwise=" False")
    guards = [statement.condition for statement in before if isinstance(statement, nodes.Guard)]
    initial = set(unset(before))
    for name in names_used(before):
        yield f"    cdef int64_t {name}" + (" = 0" if name in initial else "")
    if len(guards) == len(before):
        yield "    return " + (" & ".join(f"({printer.test(guard)})" for guard in guards) or "True")
        return
    yield from printer.block(before, 1)
    yield "    return True"


def _walk(module: nodes.Module, plan: Mapping[str, Any], scanned: list[int]) -> Iterator[str]:
    """The activation scan of a deck whose effects are all tidy (see ``scan.pxd``).

    The masks it needs go to ``scanned``.
    """
    kinds = [0] * (len(plan["effects_from"]) - 1)
    for card, kind in enumerate(plan["kind_of"]):
        kinds[kind] |= 1 << card
    yield "cdef inline int walk(Table* table, uint64_t* cards) noexcept nogil:"
    for zone in plan["walk_zones"]:
        name = module.zones[zone]
        yield f"    candidates(table, {name}, scans({len(scanned)}), cards)"
        scanned.append(plan["walk_masks"][zone])
        for cards, ways in zip(kinds, _ways(plan, zone), strict=True):
            if ways:
                yield f"    keep_if(table, cards, scans({len(scanned)}), {' | '.join(ways)})"
                scanned.append(cards)
        yield "    if some(table, cards):"
        yield f"        return {name}"
    yield "    return -1"


def _ways(plan: Mapping[str, Any], zone: int) -> Iterator[list[str]]:
    """By kind: for each effect of it that the zone allows, whether it can be activated now."""
    tagged = 0
    for stopped in plan["forbids"]:
        tagged |= stopped
    for start, end in pairwise(plan["effects_from"]):
        ways = []
        for effect in range(start, end):
            zones, once, first, *_ = plan["effects"][effect]
            if zones >> zone & 1:
                flags = f"{bool(once)}, {bool(first)}, {bool(tagged >> effect & 1)}"
                ways.append(f"(usable(table, {effect}, {flags}) & may_{effect}(table))")
        yield ways


def _judge(index: int, topic: nodes.TopicCode) -> Iterator[str]:
    width = row_width(topic)
    yield f"cdef inline void judge_{index}(Table* table) noexcept nogil:"
    yield "    cdef int64_t value"
    yield "    cdef bint failed"
    yield "    begin_judging(table)"
    for number, function in enumerate(topic.combos):
        yield "    value = 0"
        yield f"    failed = {function.name}(table, &value)"
        yield f"    judge_combo(table, {number}, 0 if failed else value, {number < topic.scoring})"
    for number, (_, function) in enumerate(topic.bests):
        yield "    value = 0"
        yield f"    failed = {function.name}(table, &value)"
        yield f"    judge_best(table, {len(topic.combos)}, {number}, {width}, not failed and value > 0)"
    for number, function in enumerate(topic.stats):
        yield "    value = 0"
        yield f"    failed = {function.name}(table, &value)"
        yield f"    judge_stat(table, {number}, {len(topic.combos)}, failed, value)"


def _run(module: nodes.Module, plan: Mapping[str, Any], walk: str) -> Iterator[str]:
    yield "def run(uintptr_t address, int topic, int64_t first, int64_t last):"
    yield '    """Run the trials first … last - 1 of a topic on the table at that address."""'
    yield "    cdef Table* table = <Table*>address"
    yield f"    if table.plan_key != {plan['key']}ULL:"
    yield '        raise ValueError("the table is of another plan than this module")'
    yield "    with nogil:"
    for index, topic in enumerate(module.topics):
        header = topic.header.name if topic.header is not None else "NULL"
        program = topic.program.name if topic.program is not None else "NULL"
        width = row_width(topic)
        yield f"        {'if' if index == 0 else 'elif'} topic == {index}:"
        callbacks = f"{header}, {program}, run_effect, run_installed, {walk}, judge_{index}"
        yield f"            run_trials(table, first, last, {width}, {callbacks})"


def row_width(topic: nodes.TopicCode) -> int:
    """Numbers in a record's row; see ``trials.run_trials``."""
    return 2 + len(topic.combos) + 2 * len(topic.stats)


class _Printer:
    """``otherwise`` is what a guard that does not hold returns, if not what its program does.

    ``card_zone`` is where the card whose effect runs is known to lie, statement by statement.
    """

    def __init__(
        self,
        module: nodes.Module,
        plan: Mapping[str, Any],
        function: nodes.Function,
        *,
        otherwise: str | None = None,
        start: int | None = None,
    ) -> None:
        self.card_zone = start
        self.module = module
        self.queues: int = plan["queues"]
        self.veiled: int = plan["veiled"]
        self.everything: int = (1 << plan["cards"]) - 1
        self.unwinds = function.unwinds
        self.otherwise = (" False" if function.unwinds else "") if otherwise is None else otherwise
        self.card = "card" if function.has_card else "-1"

    def block(self, statements: Sequence[nodes.Statement], depth: int) -> Iterator[str]:
        indent = "    " * depth
        for statement in statements:
            known = isinstance(statement, LEAVES_CARD | MOVES | nodes.If)
            if not known:
                self.card_zone = None
            for line in self.statement(statement, depth):
                yield indent + line
            if isinstance(statement, nodes.MoveCard):
                self.card_zone = statement.to if isinstance(statement.to, int) else None
            elif not known or (
                isinstance(statement, MOVES) and getattr(statement, "zone", self.card_zone) == self.card_zone
            ):
                self.card_zone = None

    def _failing(self, call: str, site: int) -> Iterator[str]:
        yield f"if {call}:"
        yield from (f"    {line}" for line in self._fail(site))

    def _fail(self, site: int) -> Iterator[str]:
        yield f"notice(table, {site})"
        yield from self._unwind()

    def _unwind(self) -> Iterator[str]:
        """Leave the program, which a run-time error has ended."""
        if self.unwinds:
            yield "return True"
        else:
            yield "table.failed = True"
            yield "return"

    def statement(self, statement: nodes.Statement, depth: int) -> Iterator[str]:
        match statement:
            case nodes.If(condition, then, otherwise):
                before = self.card_zone
                if then:
                    yield f"if {self.test(condition)}:"
                    yield from self.block(then, 1)
                else:
                    yield f"if not ({self.test(condition)}):"
                    yield from self.block(otherwise, 1)
                after, self.card_zone = self.card_zone, before
                if then and otherwise:
                    yield "else:"
                    yield from self.block(otherwise, 1)
                if after != self.card_zone:
                    self.card_zone = None
            case nodes.Let(name, value):
                yield f"{name} = {self.number(value)}"
            case nodes.SetGlobal(variable, value):
                yield f"variables(table)[{variable}] = {self.number(value)}"
            case nodes.Checked(name, operator, arguments, site):
                yield from self._failing(f"{operator}({self.list(*arguments)}, &{name})", site)
            case nodes.Random(name, low, high):
                yield f"{name} = random_between(table, {self.list(low, high)})"
            case nodes.Guard(condition):
                yield f"if not ({self.test(condition)}):"
                yield f"    return{self.otherwise}"
            case nodes.Loop(test, condition, body, site):
                yield "while True:"
                yield from self.block(test, 1)
                yield f"    if not ({self.test(condition)}):"
                yield "        break"
                yield from (f"    {line}" for line in self._failing("take_step(table)", site))
                yield from self.block(body, 1)
            case nodes.Call(name, function, arguments, site):
                passed = ", ".join(["table", self.card, *map(self.number, arguments), f"&{name}"])
                yield from self._failing("take_step(table)", site)
                yield f"if function_{function}({passed}):"
                yield from (f"    {line}" for line in self._unwind())
            case nodes.Stop():
                yield "stop(table)"
                yield from self._unwind()
            case nodes.KeepWhere(kind, body, condition):
                yield f"hold_chosen(table, &{kind}_held)"
                yield f"{kind} = next_kind(table, &{kind}_held, -1)"
                yield f"while {kind} >= 0:"
                yield from self.block(body, 1)
                yield f"    if not ({self.test(condition)}):"
                yield f"        drop_kind(table, &{kind}_held, {kind})"
                yield f"    {kind} = next_kind(table, &{kind}_held, {kind})"
                yield f"choose_held(table, &{kind}_held)"
            case nodes.ChooseEvent():
                yield "choose_event(table)"
            case nodes.Fold(name, "sum", prop, site):
                yield from self._failing(f"sum_of_chosen(table, {prop}, &{name})", site)
            case nodes.Fold(name, how, prop):
                yield f"{name} = {how}_of_chosen(table, {prop})"
            case nodes.TopProperty(name, zone, prop):
                yield f"{name} = top_property(table, {self.zone(zone)}, {prop})"
            case nodes.Install(function, event, source, target, uses, turns, site):
                where = f"{function}, {self.card}, {event}, {source}, {target}"
                bounds = f"{self._bound(uses)}, {self._bound(turns)}"
                yield from self._failing(f"install(table, {where}, {bounds})", site)
            case nodes.Schedule(function, turns, site):
                where = f"{function}, {self.card}, {self.number(turns)}"
                yield from self._failing(f"schedule(table, {where})", site)
            case nodes.Fail(site):
                yield from self._fail(site)
            case nodes.Give(value):
                yield f"out[0] = {self.number(value)}"
            case nodes.Step():
                raise AssertionError("native programs are not traced")
            case nodes.ZoneOfCard(name):
                yield f"{name} = {self.zone_of_card()}"
            case nodes.ChooseZone(zone):
                yield f"choose_zone(table, {self.zone(zone)})"
            case nodes.ChooseCard():
                yield "choose_card(table, card)"
            case nodes.Keep(mask):
                yield f"keep(table, mask({mask}))"
            case nodes.Limit(end, amount, rejected):
                yield f"limit(table, {ENDS[end]}, {self.number(amount)}, {rejected})"
            case nodes.ChosenSize(name):
                yield f"{name} = chosen_size(table)"
            case nodes.LookAtChosen():
                yield "look_at_chosen(table)"
            case nodes.MoveChosen(site, to, front):
                yield f"move_chosen(table, {site}, {self.zone(to)}, {front})"
            case nodes.MoveAll(site, zone, mask, to, front):
                whole = self.module.masks[mask] == self.everything
                if whole and self.module.words == 1 and self.veiled >> zone & 1:
                    yield f"move_whole(table, {site}, {self.zone(zone)}, {self.zone(to)}, {front})"
                else:
                    where = f"{self.zone(zone)}, mask({mask}), {self.zone(to)}"
                    yield f"move_all(table, {site}, {where}, {front})"
            case nodes.MoveFirst(site, zone, mask, amount, to, front):
                where = f"{self.zone(zone)}, mask({mask}), {self.number(amount)}, {self.zone(to)}"
                yield f"move_first(table, {site}, {where}, {front})"
            case nodes.MovePicked(site, zone, mask, amount, to, front):
                where = f"{self.zone(zone)}, mask({mask}), {self.number(amount)}, {self.zone(to)}"
                yield f"move_picked(table, {site}, {where}, {front})"
            case nodes.MoveTop(site, zone, amount, to, front):
                if amount == Constant(1) and self.queues >> zone & 1:
                    yield f"move_one(table, {site}, {self.zone(zone)}, {self.zone(to)}, {front})"
                    return
                few = self.module.words == 1 and amount in FEW and self.veiled >> zone & 1
                where = f"{self.zone(zone)}, {self.number(amount)}, {self.zone(to)}"
                yield f"move_{'few' if few else 'top'}(table, {site}, {where}, {front})"
            case nodes.MoveCard(site, to, front):
                yield f"move_card(table, {site}, card, {self.zone_of_card()}, {self.zone(to)}, {front})"
            case nodes.BeginDraw():
                yield "begin_draw(table)"
            case nodes.EndDraw(to):
                yield f"end_draw(table, {self.zone(to)})"
            case nodes.Shuffle(zone):
                yield f"shuffle(table, {self.zone(zone)})"
            case nodes.Match(name, how, zone, wants):
                yield f"{name} = match_{how}(table, {self.zone(zone)}, {wants})"
            case nodes.Activate():
                yield "activate(table, card)"
            case nodes.Forbid(tag):
                yield f"forbid(table, {tag})"
            case nodes.Print(site, _):
                yield f"printed(table, {site})"

    def zone_of_card(self) -> str:
        """Where the card whose effect runs lies: known as long as nothing else can have moved it."""
        return "zone_of(table, card)" if self.card_zone is None else self.zone(self.card_zone)

    def _bound(self, bound: nodes.Expression | None) -> str:
        return "INT64_MAX" if bound is None else self.number(bound)

    def list(self, *arguments: nodes.Expression) -> str:
        return ", ".join(map(self.number, arguments))

    def zone(self, zone: nodes.ZoneNode) -> str:
        return self.module.zones[zone] if isinstance(zone, int) else f"<int>{zone.name}"

    def number(self, expression: nodes.Expression) -> str:
        match expression:
            case Constant(value):
                return "INT64_MIN" if value == -(2**63) else f"<int64_t>{value}"
            case Local(name):
                return name
            case Global(variable):
                return f"variables(table)[{variable}]"
            case Size(zone):
                return f"<int64_t>size(table, {self.zone(zone)})"
            case Count(zone, mask):
                return f"<int64_t>count(table, {self.zone(zone)}, mask({mask}))"
            case Property(kind, prop):
                return f"property_of(table, {prop}, {kind})"
            case Copies(kind):
                return f"copies(table, &{kind}_held, {kind})"
            case Binary("min", left, right):
                return f"least({self.number(left)}, {self.number(right)})"
            case Binary("max", left, right):
                return f"greatest({self.number(left)}, {self.number(right)})"
            case Binary(("quotient" | "remainder") as operator, left, right):
                return f"{operator}({self.number(left)}, {self.number(right)})"
            case Binary(operator, left, right):
                return f"({self.number(left)} {SIGNS.get(operator, operator)} {self.number(right)})"
            case IsZero(number):
                return f"({self.number(number)} == 0)"
            case Choice(condition, then, otherwise):
                # Cython wants one type of both ways, and a comparison has another than a number.
                ways = f"<int64_t>{self.number(then)}", f"<int64_t>{self.number(otherwise)}"
                return f"({ways[0]} if {self.test(condition)} else {ways[1]})"

    def test(self, expression: nodes.Expression) -> str:
        """An expression of which only whether it is 0 matters.

        (Cython takes a constant behind a cast for true, whatever it is.)
        """
        if isinstance(expression, Constant):
            return str(expression.value != 0)
        if isinstance(expression, IsZero) or (
            isinstance(expression, Binary) and expression.operator in COMPARISONS
        ):
            return self.number(expression)
        return f"{self.number(expression)} != 0"
