"""Defaults and limits that documents, ``--help`` and docstrings name in prose are those of the code.

A row holds where a number stands in the code, and the pieces of sentences that name it, page by page and in
each language.  Who changes the number finds here what to rewrite.  Not handled: tables of keys, which are
generated.
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Any, NamedTuple

import click
import pytest
from documents import ROOT

import yisp
from yisp.cli import COMMANDS
from yisp.deck.schema import KEYS

WORDS = {3: "three", 4: "four", 8: "eight", 10: "ten", 12: "twelve", 100: "a hundred", 1000: "a thousand"}
CHINESE = {8: "八", 10: "十", 100: "一百"}

MIB = 2**20


class Row(NamedTuple):
    """A number of the code, and the pieces in which ``{n}`` is it, or ``{word}`` or ``{zh}``, in a unit.

    Where no sentence has digits ("a gigabyte"), the unit is what it says.
    """

    where: str
    said: dict[str, list[str]]
    unit: float = 1


# Where a number stands: a name of a module, `KEY.default` or `KEY.most` of a key of the deck file, or
# `FILE NAME` for a number in the C and Cython of the runtime.
ROWS = [
    # trials
    Row(
        "yisp.simulate.sampling.precision.KNOWN",
        {"docs/statistics.md": ["its rate's interval is at most {n} points"]},
        0.01,
    ),
    Row(
        "yisp.simulate.sampling.precision.KNOWN_OF_RANGE",
        {"docs/statistics.md": ["at most {n} of the score's range"]},
    ),
    Row(
        "yisp.simulate.sampling.effort.WORK",
        {"docs/statistics.md": ["fixed amount of work is done, {n:,} [units]"]},
    ),
    Row(
        "yisp.studies.failures.why.COUNT",
        {
            "docs/understand.md": ["with the same seed, {n} of them or `--count`"],
            "yispc why --help": ["Trials (default: {n})."],
            "yisp.why": ['({n}), those of ``run(method="sample")``'],
        },
    ),
    Row(
        "yisp.studies.failures.why.MOST_REPLAYS",
        {"docs/understand.md": ["at most {n:,} hands are played again"]},
    ),
    Row("yisp.studies.failures.courses.LONGEST", {"docs/understand.md": ["in order, up to {n} of them"]}),
    Row(
        "yisp.studies.tuning.tune.LOOK",
        {
            "docs/sweep.md": ["at most {n} within the limits (`--look N`)"],
            "yispc tune --help": ["Decks to look at (default: {n})."],
        },
    ),
    Row(
        "yisp.studies.tuning.search.FIRST",
        {"docs/sweep.md": ["each is given {word} trials, then as many again"]},
    ),
    Row(
        "yisp.studies.tuning.tune.MOST_TRIALS",
        {
            "docs/sweep.md": ["up to `--count` ({n:,})"],
            "yispc tune --help": ["without an exact answer (default: {n})."],
        },
    ),
    Row(
        "yisp.studies.tuning.limits.LIMIT",
        {
            "docs/sweep.md": ["at the most; {n} if you do not say"],
            "yispc tune --help": ["The most copies of a card (default: {n});"],
        },
    ),
    Row("yisp.studies.sweeping.sweep.MOST", {"yispc sweep --help": ["The most variants (default: {n})."]}),
    Row(
        "yisp.cli.running.replays.DEBUG_TRIALS",
        {
            "docs/coming-from-ygo-calc.md": ["then replays the first {word} trials of each topic"],
            "docs/zh/coming-from-ygo-calc.md": ["每个主题的前{zh}次试验"],
        },
    ),
    Row(
        "yisp.simulate.sampling.targets.WORTH_BUILDING",
        {
            "docs/scale.md": ["where that would take {n} seconds more; below that python is done sooner"],
            "docs/architecture.md": ["If more than {n} seconds of that are still to come (for `until`"],
        },
    ),
    Row(
        "yisp.simulate.sampling.precision.FIRST_TRIALS",
        {"docs/architecture.md": ["as its first {n} trials say)"]},
    ),
    Row("yisp.simulate.exact.check.TRIALS", {"docs/exact.md": ["trials: {n} of them"]}),
    Row("yisp.simulate.exact.check.BINS", {"docs/exact.md": ["(if there are more than {n}, neighbours"]}),
    Row("yisp.simulate.playing.strata.PILOT", {"docs/exact.md": ["A **pilot** of {n} trials"]}),
    Row("yisp.simulate.playing.strata.STRATA", {"docs/exact.md": ["There are up to {n} leaves"]}),
    Row(
        "yisp.simulate.question.WORTH_STRATA", {"docs/exact.md": ["if there are about {n:,} trials to come"]}
    ),
    Row("yisp.simulate.question.FEWEST_COSTS", {"docs/policies.md": ["a tenth of the trials ({n} to "]}),
    Row("yisp.simulate.question.MOST_COSTS", {"docs/policies.md": [" to {n} of them): at each choice"]}),
    # work
    Row(
        "yisp.simulate.question.AUTO_BUDGET",
        {
            "docs/exact.md": ["`auto` gives up at {n:,} units"],
            "docs/tutorial.md": ["than the budget of {n:,} units"],
            "docs/zh/tutorial.md": ["预算 {n:,} 个单位"],
        },
    ),
    Row("yisp.simulate.question.POLICY_BUDGET", {"docs/exact.md": ["at {n:,} where a policy decides"]}),
    Row("yisp.simulate.question.BUDGET", {"docs/exact.md": ["`exact` at {n:,} (two minutes at the most)"]}),
    Row(
        "yisp.simulate.exact.exact.ROOM",
        {"docs/exact.md": ["No more than a gigabyte of positions"]},
        unit=2**30,
    ),
    Row("solving/enumeration.pxd CAPACITY", {"docs/exact.md": ["One stage may decide at most {n} times"]}),
    Row("position/decisions.h YISP_MOST_OPTIONS", {"docs/exact.md": ["a `rand` span at most {n:,} numbers"]}),
    Row("simulate.tests.*.policy.solve.default", {"docs/policies.md": ["at most `solve` stages ({n})"]}),
    Row(
        "simulate.tests.*.policy.worlds.default",
        {"docs/policies.md": ["in the same `worlds` ({n}) imagined"]},
    ),
    Row(
        "yisp.compile.program.BUDGET_OF_HINDSIGHT",
        {
            "docs/policies.md": ["Beyond `budget` stages ({n:,})"],
            "docs/deck-file.md": ["and {n:,} for `hindsight`"],
        },
    ),
    Row("yisp.simulate.request.RECORDS", {"docs/statistics.md": ["that is {n:,} rows a topic"]}),
    Row("yisp.compile.program.BUDGET", {"docs/deck-file.md": ["Without it {n:,}, and"]}),
    # certainty
    Row(
        "yisp.simulate.counting.statistics.Z",
        {
            "docs/statistics.md": ["is half the width of its 95 % interval, and {n} times `se`"],
            "docs/tutorial.md": ["19 times out of 20, the true rate is within that distance"],
            "docs/zh/tutorial.md": ["20 回里有 19 回"],
            "docs/view.md": ["19 times out of 20"],
            "docs/compare.md": ["In 95 of 100 cases its interval holds the true difference"],
            "docs/results.md": ["the ends of its 95 % interval"],
            "yisp.compare": ["hold the difference in 95 of 100 cases"],
        },
    ),
    Row(
        "yisp.tune(certainty)",
        {
            "docs/sweep.md": ["(95 %, or `--certainty`)", "may fail with a probability of 5 % divided by"],
            "yispc tune --help": ["How certain to be (default: {n:.0f}%)."],
        },
        unit=0.01,
    ),
    # what is shown
    Row("yisp.why(failed)", {"yispc why --help": ["Failed hands to show (default: {n})."]}),
    Row("yisp.why(succeeded)", {"yispc why --help": ["Hands that succeeded to show (default: {n})."]}),
    Row("yisp.report.studies.sweep.HIGHEST", {"docs/scale.md": ["Its own table shows the {n} highest"]}),
    Row("yisp.report.text.histogram.MOST", {"docs/statistics.md": ["shows up to {word} values"]}),
    Row(
        "yisp.report.text.histogram.TAIL",
        {"docs/statistics.md": ["all but {n:.0f} % of the trials at either end"]},
        unit=0.01,
    ),
    Row(
        "yisp.simulate.counting.regression.MOST_BINS",
        {"docs/statistics.md": ["row if there are up to {n}; otherwise"]},
    ),
    Row(
        "yisp.deck.observables.MOST_RELATIONS",
        {"docs/statistics.md": ["A topic relates at most {n} pairs"]},
    ),
    Row(
        "counts/tally.h YISP_WINDOW",
        {
            "docs/statistics.md": ["the largest value is less than {n} above"],
            "docs/answering.md": ["When values lie {n} or more apart"],
        },
    ),
    Row("yisp.page.document.LARGEST", {"docs/page.md": ["**It is small**: under 1 MB"]}, unit=999_999),
    # limits of a deck and of a trial
    Row(
        "simulate.limits.activations.default",
        {
            "docs/language.md": ["`simulate.limits.activations` ({n})", "activations in a turn | {n} |"],
            "docs/zh/language.md": ["`simulate.limits.activations`（{n}）", "一个回合里的发动次数 | {n} |"],
        },
    ),
    Row(
        "simulate.limits.steps.default",
        {
            "docs/language.md": ["Play may take {n:,} steps in a trial", "steps in a trial | {n:,} |"],
            "docs/zh/language.md": ["一次试验的操作可以有 {n:,} 步", "一次试验的步数 | {n:,} |"],
        },
    ),
    Row(
        "simulate.limits.nesting.default",
        {
            "docs/language.md": ["nesting of a script or condition | {n} |"],
            "docs/zh/language.md": ["脚本或条件的嵌套 | {n} |"],
        },
    ),
    Row(
        "simulate.limits.cards.default",
        {
            "docs/language.md": ["cards, kinds of cards | {n:,}, "],
            "docs/zh/language.md": ["卡的张数，卡的种类 | {n:,}，"],
            "docs/exchange.md": ["a list has at most {n} cards, "],
        },
    ),
    Row(
        "simulate.limits.kinds.default",
        {
            "docs/language.md": ["cards, kinds of cards | 10,000, {n:,} |"],
            "docs/zh/language.md": ["卡的张数，卡的种类 | 10,000，{n:,} |"],
            "docs/exchange.md": [" cards, {n} kinds and"],
        },
    ),
    Row(
        "simulate.tests.*.start-card.default",
        {
            "docs/deck-file.md": ["| `start-card:` | the default, {n} |"],
            "docs/zh/deck-file.md": ["| `start-card:` | 变回默认的 {n} |"],
            "yispc new --help": ["Cards in the opening hand (default: {n})."],
        },
    ),
    Row("yisp.deck.exchange.beginning.SIZE", {"yispc new --help": ["Cards in the deck (default: {n})."]}),
    Row(
        "yisp.deck.cards.cards.MOST_IN_FAMILY",
        {
            "docs/deck-file.md": ["kind has at most {n} cards"],
            "docs/zh/deck-file.md": ["这样的一类最多 {n} 张"],
        },
    ),
    Row(
        "yisp.deck.reading.files.LARGEST",
        {
            "docs/deck-file.md": ["A file may be {n:.0f} MiB large"],
            "docs/zh/deck-file.md": ["文件最大 {n:.0f} MiB"],
            "docs/exchange.md": ["kinds and {n:.0f} MiB"],
        },
        unit=MIB,
    ),
    Row(
        "yisp.compile.pipeline.MOST_INSTALLED",
        {
            "docs/language.md": ["At most {n} of both can be there at a time"],
            "docs/zh/language.md": ["最多同时有 {n} 个"],
        },
    ),
    Row(
        "position/shape.h YISP_MOST_MARKS",
        {
            "docs/language.md": ["At most {n} can wait at a"],
            "docs/zh/language.md": ["同时最多等 {n} 个"],
        },
    ),
    Row(
        "play/effects.h YISP_FREE_STEPS",
        {
            "docs/language.md": ["if there were no more than {word}: asking"],
            "docs/zh/language.md": ["只要不超过{zh}步"],
        },
    ),
    Row(
        "yisp.lang.checking.scope.DEEPEST_LOOP",
        {
            "docs/language.md": ["can be nested at most {word} deep"],
            "docs/zh/language.md": ["最多嵌套{zh}层"],
        },
    ),
    Row(
        "yisp.lang.checking.functions.DEEPEST_CALL",
        {
            "docs/language.md": ["chains of more than {n}"],
            "docs/zh/language.md": ["超过 {n} 层的调用"],
        },
    ),
    Row(
        "yisp.lang.checking.zones.MOST_INSTANCES",
        {
            "docs/language.md": ["({n} in all at most)"],
            "docs/zh/language.md": ["（总共最多 {n} 个）"],
        },
    ),
    Row(
        "seats.patience.default",
        {
            "docs/dealer.md": ["({n} if it does not say; at most "],
            "docs/zh/dealer.md": ["（没写是 {n}；最多 "],
        },
    ),
    Row(
        "seats.patience.most",
        {
            "docs/dealer.md": ["; at most {n}.)"],
            "docs/zh/dealer.md": ["；最多 {n}。）"],
        },
    ),
    Row(
        "yisp_runtime.codes.MOST_WORLDS",
        {
            "docs/dealer.md": ["A seat brings at most {n} worlds", "more than {n} worlds of a seat"],
            "docs/zh/dealer.md": ["一个座位最多带来 {n} 个世界", "一个座位的世界超过 {n} 个"],
        },
    ),
    Row(
        "yisp_runtime.codes.MOST_COMBINATIONS",
        {
            "docs/dealer.md": ["at most 2²⁰ combinations", "more than 2²⁰ ways"],
            "docs/zh/dealer.md": ["最多走遍 2²⁰ 种搭配", "搭配起来超过 2²⁰ 种"],
        },
        unit=MIB,
    ),
    # time, memory, processes
    Row(
        "yisp.cli.overseer.GRACE", {"docs/safety.md": ["does not hear of a limit within two seconds"]}, unit=2
    ),
    Row("yisp.cli.overseer.ROOM", {"docs/safety.md": ["has half as much memory again"]}, unit=1.5),
    Row("yisp.cli.limits.PAUSE", {"docs/safety.md": ["measured fifty times a second"]}, unit=0.02),
    Row("yisp.simulate.sampling.crew.LIVES", {"docs/safety.md": ["if {word} die in the same trials"]}),
    Row("yisp.simulate.stop.GRACE", {"docs/answering.md": ["blocks at hand get {n} s to end"]}),
    Row("yisp.cli.showing.view.SECONDS", {"docs/safety.md": ["that a panel asks for | {n:.0f} seconds,"]}),
    Row("yisp.cli.showing.view.PATIENCE", {"docs/safety.md": ["(loading it, one trial) | {n:.0f} seconds,"]}),
    Row("yisp.cli.showing.view.MEMORY", {"docs/safety.md": ["| {n:.0f} GiB of address space"]}, unit=2**30),
    Row(
        "yisp.view.pool.MOST_PROCESSES",
        {"docs/safety.md": ["at least two and at most {word}, however many tabs"]},
    ),
    Row(
        "yisp.view.work.lanes.SLICE",
        {"docs/services.md": ["a generator of pieces of about {n:.0f} ms"]},
        unit=0.001,
    ),
    Row(
        "yisp.compile.builds.cache.LARGEST",
        {
            "docs/cache.md": ["stays below {n:.0f} MiB"],
            "docs/scale.md": ["The cache holds {n:.0f} MiB"],
        },
        unit=MIB,
    ),
    Row("yisp.compile.builds.compiler.SECONDS", {"docs/cache.md": ["A build has {n} seconds"]}),
    Row(
        "yisp.studies.work.cluster.CHUNK_SECONDS",
        {"docs/scale.md": ["in chunks of about half a second"]},
        unit=0.5,
    ),
]


def number(where: str) -> float:
    """The number that stands there."""
    if match := re.fullmatch(r"yisp\.(\w+)\((\w+)\)", where):
        default: float = inspect.signature(getattr(yisp, match[1])).parameters[match[2]].default
        return default
    if " " in where:
        file, name = where.split()
        text = (ROOT / "runtime" / "yisp_runtime" / file).read_text(encoding="utf-8")
        (written,) = re.findall(rf"\b{name}(?: =)? (\(1 << \d+\)|\d+)", text)
        match = re.fullmatch(r"\(1 << (\d+)\)", written)
        return 1 << int(match[1]) if match else int(written)
    module, _, name = where.rpartition(".")
    held: Any = KEYS[module] if module in KEYS else import_module(module)
    found: float = getattr(held, name)
    return found


def text_of(page: str) -> str:
    """A document, what a command says of its options, or the docstring of a function."""
    if match := re.fullmatch(r"yispc (\w+) --help", page):
        command: click.Command = import_module(f"yisp.cli.{COMMANDS[match[1]][0]}").command
        records = [option.get_help_record(click.Context(command)) for option in command.params]
        return " ".join(record[1] for record in records if record)
    if page.startswith("yisp."):
        return inspect.getdoc(getattr(yisp, page.partition(".")[2])) or ""
    return (ROOT / page).read_text(encoding="utf-8")


def joined(text: str) -> str:
    """The text in one line: sentences go on in the next."""
    return re.sub(r"\s+", " ", text)


@pytest.mark.usefixtures("full_checks")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.where)
def test_what_is_said_of_a_number_is_so(row: Row) -> None:
    value = number(row.where) / row.unit
    value = int(value) if value == int(value) else value
    told = [piece for pieces in row.said.values() for piece in pieces]
    assert value == 1 or any("{" in piece for piece in told), "nothing that is said changes with the number"
    for page, pieces in row.said.items():
        text = joined(text_of(page))
        for piece in pieces:
            wanted = piece.format(n=value, word=WORDS.get(value), zh=CHINESE.get(value))
            assert wanted in text, (page, wanted)
