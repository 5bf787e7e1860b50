"""Modules of the native target: what is cimported, the constants, the functions, and ``run``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from yisp_runtime.codes import EVERY_SCRIPT

from ... import nodes
from ...nodes.locals import unset
from ...operators import Role
from ...row import RowLayout
from ..contract import NO_NOTES, Notes, comments, zone_name
from .statements import Statements

REFUSES: frozenset[type] = frozenset({nodes.Step})
"""Native programs are not traced."""

HEAD = """\
# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t, uint64_t

from yisp_runtime.chance.gate cimport random_between
from yisp_runtime.numbers.arithmetic cimport (
    add, greatest, least, muldiv, multiply, quotient, remainder, subtract,
)
from yisp_runtime.play.answers cimport take_use
from yisp_runtime.play.asking cimport (
    Asked, begin_asking, belongs_at, end_asking, next_carrier, runs_at, was_stopped,
)
from yisp_runtime.play.deal cimport (
    bargain, begin_claims, begin_filling, claim, dealt, end_filling, veto, withhold,
)
from yisp_runtime.play.effects cimport forbid, take_step, usable
from yisp_runtime.play.match cimport match_best, match_first
from yisp_runtime.play.scan cimport candidates, keep_if, some
from yisp_runtime.play.trials cimport (
    begin_judging, judge_best, judge_combo, judge_stat, run_stage, run_trials,
)
from yisp_runtime.position.events cimport activate, begin_draw, end_draw, install, schedule, stop
from yisp_runtime.position.log cimport notice, printed
from yisp_runtime.position.table cimport Table, variables
from yisp_runtime.zones.moves cimport (
    move_all, move_back, move_card, move_chosen, move_either, move_few, move_first, move_one, move_picked,
    move_top, move_two, move_whole,
)
from yisp_runtime.zones.presence cimport collapse, light
from yisp_runtime.zones.properties cimport (
    Held, choose_held, copies, high_of_chosen, hold_chosen, keep_kind_if, low_of_chosen, next_kind,
    property_of, sum_of_chosen, top_property,
)
from yisp_runtime.zones.selection cimport (
    choose_card, choose_event, choose_every, choose_zone, chosen_size, keep, keep_card, limit, look_at_chosen,
)
from yisp_runtime.zones.wall cimport (
    collapse_place, draw, draw_for_turn, draw_several, light_place, remain, take,
)
from yisp_runtime.zones.zones cimport count, shuffle, size, zone_of
"""

MASK_TABLE = '''
cdef extern from * nogil:
    """
    {constants}
    #define yisp_mask(table, index) ({masks} + (index) * {stride})
    #define yisp_scans(table, index) ({scanned} + (index) * {stride})
    #define yisp_is_known(table) ((table)->{key}_key == {known}u)
    """
    const uint64_t* mask "yisp_mask"(Table* table, int index)
    const uint64_t* scans "yisp_scans"(Table* table, int index)
    bint is_known "yisp_is_known"(Table* table)  # of the plan, or the family, that this is built for
'''

ENTRY = '''
cdef extern from * nogil:
    """
    #if YISP_RUNS_STAGES
    #define yisp_entry(trials, stages) ((void*)(stages))
    #define YISP_ENTRY_NAME "yisp.stages"
    #else
    #define yisp_entry(trials, stages) ((void*)(trials))
    #define YISP_ENTRY_NAME (YISP_PLAYS_WORLDS(0) ? "yisp.worlds" : "yisp.run")
    #endif
    """
    void* entry "yisp_entry"(void* trials, void* stages)
    const char* ENTRY_NAME "YISP_ENTRY_NAME"

# A capsule, since a Python function's arguments are as much for the C compiler as many effects.  Of the two
# functions that one is compiled which is pointed to.
run = PyCapsule_New(entry(<void*>run_topic, <void*>run_stages), ENTRY_NAME, NULL)
'''

printer = Statements


def format_module(module: nodes.Module, notes: Notes = NO_NOTES, *, shared: bool = False) -> str:
    """The source of a module that ``specialise`` has made: for one deck, or ``shared`` by its family; such a
    one reads from the table what cards there are."""
    blocks: list[Iterable[str]] = [
        ["cdef enum:", *(f"    {zone_name(z)} = {i}" for i, z in enumerate(module.zones))],
        *([*comments(notes.get(one.name, ())), *_function(module, one)] for one in module.functions),
    ]
    if module.asked:
        blocks.append(_suppose(module))
    blocks += [_would(index, function) for index, function in module.asked.items()]
    blocks.append(_dispatch("run_effect", module.effects))
    blocks.append(_dispatch("run_installed", module.installed))
    if module.scan:
        blocks.append(_walk(module))
    blocks += [_judge(index, topic) for index, topic in enumerate(module.topics)]
    blocks += [_run(module), _stages(module)]
    head = "\n".join([*comments(notes.get("", ())), HEAD])
    parts = ["\n".join(["", *lines, ""]) for lines in blocks]
    return "\n".join([head, _mask_table(module, shared), *parts, ENTRY])


def _mask_table(module: nodes.Module, shared: bool) -> str:
    if shared:
        return MASK_TABLE.format(
            constants="", masks="(table)->masks", scanned="(table)->scanned", stride=module.words,
            key="family", known=module.family_key,
        )  # fmt: skip
    masks, scanned = _words(module.masks, module.words), _words(module.scanned, module.words)
    constants = [
        f"static const uint64_t yisp_masks[] = {{{masks}}};",
        f"    static const uint64_t yisp_scanned[] = {{{scanned}}};",
    ]
    return MASK_TABLE.format(
        constants="\n".join(constants), masks="yisp_masks", scanned="yisp_scanned", stride=module.words,
        key="plan", known=module.plan_key,
    )  # fmt: skip


def _words(masks: Sequence[int], words: int) -> str:
    """Masks as a C initialiser, word by word."""
    return ", ".join(
        f"0x{mask >> (64 * word) & (2**64 - 1):x}u" for mask in masks or (0,) for word in range(words)
    )


def _function(module: nodes.Module, function: nodes.Function) -> Iterator[str]:
    parameters = ["Table* table"]
    if function.has_card:
        parameters.append("int card")
    parameters += [f"int64_t {name}" for name in function.parameters]
    if function.unwinds:
        parameters.append("int64_t* out")
    gives = "inline bint" if function.role is Role.TEST else "bint" if function.unwinds else "void"
    yield f"cdef {gives} {function.name}({', '.join(parameters)}) noexcept nogil:"
    initial = set(unset(function.body))
    for name in function.locals:
        yield f"    cdef int64_t {name}" + (" = 0" if name in initial else "")
    for statement in nodes.every(function.body):
        if isinstance(statement, nodes.KeepWhere):
            yield f"    cdef Held {statement.kind}_held"
    if function.role is Role.FUNCTION:
        yield "    out[0] = 0"
    yield from list(printer(module, function).block(function.body)) or ["    pass"]
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


def _suppose(module: nodes.Module) -> Iterator[str]:
    """A function that does what an installed effect would, by its index; whether an error ended it."""
    yield "cdef bint suppose(Table* table, int index, int card) noexcept nogil:"
    yield "    cdef int64_t nothing"
    for index in module.probes:
        yield f"    if index == {index}:"
        yield f"        return probe_{index}(table, card, &nothing) and not was_stopped(table)"
    yield "    return False"


def _would(index: int, asked: nodes.Function) -> Iterator[str]:
    """A function that adds up what ``asked`` gives after each installed effect that carries the tag."""
    parameters = "".join(f", int64_t {name}" for name in asked.parameters)
    passed = "".join(f", {name}" for name in asked.parameters)
    yield (
        f"cdef bint would_{index}(Table* table, int site, int tag, int card{parameters}, int64_t* out)"
        " noexcept nogil:"
    )
    yield "    cdef Asked before"
    yield "    cdef int64_t value, total = 0"
    yield "    cdef bint failed"
    yield "    cdef int function, owner, place = next_carrier(table, tag, -1)"
    yield "    before.keeps = False"
    yield "    while place >= 0:"
    yield "        function, owner = runs_at(table, place), belongs_at(table, place)"
    yield "        begin_asking(table, place, &before)"
    yield f"        failed = suppose(table, function, owner) or {asked.name}(table, card{passed}, &value)"
    yield "        end_asking(table, &before)"
    yield "        if failed:"
    yield "            return True"
    yield "        if add(total, value, &total):"
    yield "            notice(table, site)"
    yield "            return True"
    yield "        place = next_carrier(table, tag, place)"
    yield "    out[0] = total"
    yield "    return False"


def _walk(module: nodes.Module) -> Iterator[str]:
    """The activation scan (``Find`` of ``scan.h``)."""
    places = count()  # in the order in which ``format_module`` lists the masks
    yield "cdef inline int find(Table* table, uint64_t* cards) noexcept nogil:"
    for zone in module.scan:
        name = zone_name(module.zones[zone.zone])
        yield f"    candidates(table, {name}, scans(table, {next(places)}), cards)"
        for kind in zone.kinds:
            held = " | ".join(_attempt(module, attempt) for attempt in kind.attempts)
            yield f"    keep_if(table, cards, scans(table, {next(places)}), {held})"
        yield "    if some(table, cards):"
        yield f"        return {name}"
    yield "    return -1"


def _attempt(module: nodes.Module, attempt: nodes.Attempt) -> str:
    test = module.tests[attempt.effect]
    assert test is not None
    flags = f"{attempt.once}, {attempt.first}, {attempt.tagged}"
    return f"(usable(table, {attempt.effect}, {flags}) & {test.name}(table))"


def _judge(index: int, topic: nodes.TopicCode) -> Iterator[str]:
    combos, width = len(topic.combos), RowLayout(len(topic.combos), len(topic.stats)).width
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
        yield f"    judge_best(table, {combos}, {number}, {width}, not failed and value > 0)"
    for number, function in enumerate(topic.stats):
        yield "    value = 0"
        yield f"    failed = {function.name}(table, &value)"
        yield f"    judge_stat(table, {number}, {combos}, failed, value)"


def _callbacks(module: nodes.Module, index: int, topic: nodes.TopicCode) -> str:
    """What the runtime calls for a topic."""
    scripts = (topic.scripts[key].name if key in topic.scripts else "NULL" for key in EVERY_SCRIPT)
    find = "find" if module.scan else "NULL"
    return f"{', '.join(scripts)}, run_effect, run_installed, {find}, judge_{index}"


def _run(module: nodes.Module) -> Iterator[str]:
    yield "cdef bint run_topic(Table* table, int topic, int64_t first, int64_t last) noexcept nogil:"
    yield '    """Run the trials first … last - 1 of a topic; False on a table of another plan."""'
    yield "    if not is_known(table):"
    yield "        return False"
    for index, topic in enumerate(module.topics):
        width = RowLayout(len(topic.combos), len(topic.stats)).width
        yield f"    {'if' if index == 0 else 'elif'} topic == {index}:"
        yield f"        run_trials(table, first, last, {width}, {_callbacks(module, index, topic)})"
    yield "    return True"


def _stages(module: nodes.Module) -> Iterator[str]:
    yield "cdef int run_stages(Table* table, int topic, int stage) noexcept nogil:"
    yield '    """Run a stage of a topic; -1 on a table of another plan, 0 for no stage."""'
    yield f"    if not is_known(table) or not 0 <= topic < {len(module.topics)}:"
    yield "        return -1"
    yield "    if stage < 0:"
    yield "        return 0"
    for index, topic in enumerate(module.topics):
        evaluation = "NULL" if topic.evaluation is None else topic.evaluation.name
        yield f"    if topic == {index}:"
        yield f"        return run_stage(table, stage, {_callbacks(module, index, topic)}, {evaluation})"
    yield "    return -1"
