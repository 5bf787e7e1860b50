"""What ``yispc run`` does, once its options are known: compile, run, report, deck by deck.

What comes in: :class:`~yisp.cli.options.RunOptions`.  What goes out: an exit code; results on
standard output; diagnostics, notices and progress on standard error.

(On the warm start's path.)
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import nullcontext
from functools import partial

from ...compile.program import Program
from ...messages import say, told
from ...report.layout import percent, shown
from ...report.text import expectations, notices, text
from ...simulate.counting.statistics import half_width
from ...simulate.result import Result
from ...simulate.run import run_program
from ..decks import (
    Compiled,
    Failed,
    UsageMistake,
    about_file,
    changes_of,
    code_of,
    coloured,
    compiled,
    complain,
    show_doubt,
    usage_mistakes,
)
from ..exits import DECK_ERROR, DONE, EXPECTATION, STRICT, USAGE
from ..language import beside_results
from ..limits import within
from ..options import RunOptions
from .settings import check_forms, chosen_topics, related, settings_of, with_parameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ...report.files.writer import Writer
    from ...report.text.progress import Bar
    from .ci import Services


def run_decks(options: RunOptions) -> int:
    """Run every deck; the highest of their exit codes (an interrupt ends it all)."""
    try:
        _check(options)
        with within(options.time_limit, options.memory_limit):
            services = _services(options)
            code = _run_each(options, services)
            return code if services is None else max(code, services.write())
    except UsageMistake as mistake:
        complain(str(mistake))
        return USAGE


def _check(options: RunOptions) -> None:
    """Raise :class:`UsageMistake` for options that do not go together."""
    if options.method == "exact" and options.records:
        raise UsageMistake(say("--records needs trials, and --method exact has none"))
    if len(options.decks) > 1 and (options.records or options.csv or options.plot):
        raise UsageMistake(say("--records, --csv and --plot write one file: give one deck"))
    if options.csv and options.records and os.path.realpath(options.csv) == os.path.realpath(options.records):
        raise UsageMistake(say("--records and --csv name the same file"))
    check_forms(vars(options))
    if options.deck is not None and not all(map(is_script, options.decks)):
        raise UsageMistake(say("--deck is for scripts (.yisp); a deck needs none"))


def _services(options: RunOptions) -> Services | None:
    """The services that the options name, which hear what comes of each deck; None without any."""
    if options.junit is None and options.annotations is None:
        return None
    from .ci import Services

    return Services(options)


def _run_each(options: RunOptions, services: Services | None) -> int:
    worst = DONE
    for number, name in enumerate(options.decks, 1):
        if is_script(name):
            from .scripts import run_script

            worst = max(worst, run_script(name, options))
            continue
        code, ended = run_deck(name, options, services)
        worst = max(worst, code)
        if ended:
            if services is not None:
                services.unreached([one for one in options.decks[number:] if not is_script(one)])
            break
    return worst


def is_script(name: str) -> bool:
    """Whether a file is a script to be played, and no deck."""
    return name.endswith(".yisp")


def run_deck(name: str, options: RunOptions, services: Services | None) -> tuple[int, bool]:
    """Run one deck: its exit code, and whether something ended the run that ends all of them."""
    began = time.perf_counter()
    try:
        changes = changes_of(options.copies, options.filler)
        deck = compiled(name, options.quiet, options.no_files, changes)
    except UsageMistake as mistake:
        return _gave_up(name, str(mistake), USAGE, services), False
    except Failed as failed:
        if services is not None:
            services.failed(name, failed.problems)
        return DECK_ERROR, False
    if services is not None:
        services.compiled(name, deck)
    try:
        program = with_parameters(deck.program, options.set)
        topics = chosen_topics(program, options.topics)
        program = deck.program = related(program, topics, options.relate)
        outputs = {"--csv": options.csv, "--records": options.records, "--plot": options.plot}
        if any(path is not None for path in outputs.values()):
            from ..outputs import check_outputs

            check_outputs(outputs, (deck, name))
        writer = _writer(program, topics, options)
    except UsageMistake as mistake:
        return _gave_up(name, str(mistake), USAGE, services), False
    compiling = time.perf_counter() - began
    on_terminal = sys.stderr.isatty() and not options.quiet
    try:
        with (
            Progress([topic.name for topic in program.topics], on_terminal) as progress,
            writer or nullcontext(),
        ):
            outcome = run_program(
                program,
                topics=topics,
                progress=progress,
                rows=writer.write if writer is not None else None,
                **settings_of(vars(options)),
            )
    except Exception as error:
        # These classes live in modules that a warm start need not import.
        if type(error).__name__ not in _SAID:
            raise
        if type(error).__name__ == "CannotWrite":
            return _gave_up(name, about_file(options.records, error, "--records"), USAGE, services), False
        return _gave_up(name, no_exact_answer(error) or str(error), DECK_ERROR, services), False
    result = Result(outcome, compile_seconds=compiling)
    code = _report(name, deck, result, options)
    if services is not None:
        services.found(name, program, result, unseeded=options.seed is None)
    return code, outcome.ended is not None


def _gave_up(name: str, sentence: str, code: int, services: Services | None) -> int:
    """Say why a deck that compiles does not run; the exit code."""
    complain(sentence)
    if services is not None:
        services.failed(name, [sentence])
    return code


_SAID = ("CannotPlay", "CannotWrite", "NoExactAnswer", "OverBudget", "WrongAnswer")
"""Errors that end a run with a sentence."""


def no_exact_answer(error: Exception) -> str | None:
    """What to say where a topic has no exact answer, or somebody cannot play it; None for other errors."""
    from ...simulate.counting.probabilities import CannotPlay, NoExactAnswer

    if not isinstance(error, NoExactAnswer):
        return None
    names = {"topic": shown(error.topic), "policy": error.policy, "reason": shown(str(error))}
    if isinstance(error, CannotPlay):
        return say("topic {topic} cannot be played by {policy}: {reason}", **names)
    if error.policy != "greedy":
        return say("topic {topic}, played by {policy}, has no exact answer: {reason}", **names)
    return say("topic {topic} has no exact answer: {reason}", **names)


def _writer(program: Program, topics: list[int] | None, options: RunOptions) -> Writer | None:
    if options.records is None:
        return None
    from ...report.files.records import open_writer

    with usage_mistakes(OSError, ValueError, about=options.records, option="--records"):
        return open_writer(options.records, program, topics, options.policies or ())


class Progress:
    """Opens a progress bar when a run has lasted over half a second, if one is wanted at all."""

    PATIENCE = 0.5

    def __init__(self, names: list[str], wanted: bool) -> None:
        """The ``names`` are those of topics, or whatever else is done one after the other."""
        self._wanted = wanted
        self._names = names
        self._began = time.perf_counter()
        self._bar: Bar | None = None

    def __call__(self, topic: int, done: int, count: int, trying: bool) -> None:
        if self._bar is None:
            if time.perf_counter() - self._began < self.PATIENCE:
                return
            from ...report.text.progress import Bar

            self._bar = Bar(self._names)
        with beside_results():
            self._bar(topic, done, count, trying)

    def __enter__(self) -> Progress | None:
        return self if self._wanted else None

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


def _report(name: str, deck: Compiled, result: Result, options: RunOptions) -> int:
    """Say what came of a run; its exit code."""
    settings = deck.program.settings
    code = STRICT if result.stopped_by is not None else code_of(result.ended)
    if result.remark and not options.quiet:
        complain(result.remark)
    if options.csv is not None or options.plot is not None:
        from ...simulate.counting.tabular import COLUMNS
        from ..outputs import write_files

        code = max(code, write_files(vars(options), COLUMNS, result.table, partial(_draw, result)))
    if len(options.decks) > 1 and not (options.json or options.markdown):
        print(told("Deck: {deck}", deck=shown(name)))
    apart = "\n" if options.markdown and len(options.decks) > 1 else ""
    print(_rendered(result, options) + apart, flush=True)
    code = max(code, show_failed(result))
    if options.quiet:
        return code
    if options.until is not None and not result.partial:
        _say_what_is_missing(result, options.until)
    if options.seed is None:
        _warn_of_samples(deck.program, result)
    show_notices(result, name, vars(options))
    with beside_results():
        if any(topic.printed for topic in result.topics.values()):
            from .replays import show_prints

            show_prints(deck, result)
        if settings["debug"] and not (options.json or options.markdown):
            from .replays import show_trials

            show_trials(deck, result, options.count or settings["count"])
    return code


def show_failed(result: Result) -> int:
    """Show the expectations that failed; an exit code."""
    with beside_results():
        failed = expectations.render(result)
        for line in failed:
            print(line, file=sys.stderr)
    return EXPECTATION if failed else DONE


def show_notices(result: Result, name: str, given: Mapping[str, Any]) -> None:
    """Show what went wrong in play, of a deck of that name as options changed it."""
    changed = notices.changing(given["copies"], given["filler"])
    with beside_results():
        for line in notices.render(result, name, changed=changed, verbose=given["verbose"]):
            print(line, file=sys.stderr)


def _draw(result: Result, path: str) -> list[str]:
    from ...report.pictures.plot import draw

    return draw([result.to_dict()], path)


def _warn_of_samples(program: Program, result: Result) -> None:
    """Say which expectations rest on a sample that nobody can draw again."""
    for topic in result.topics.values():
        warning = program.topics[topic.index].unseeded
        if warning is not None and topic.method == "sample":
            show_doubt(warning)


def _say_what_is_missing(result: Result, until: float) -> None:
    """Name the topics whose rate is not known as well as ``--until`` asks for: ``--count`` came first."""
    for topic in result.topics.values():
        interval = topic.success.ci95
        if interval is not None and half_width(interval) > until:
            complain(
                say(
                    "topic {topic} is known only to ± {half_width}: --count ended it at {trials}",
                    topic=shown(topic.name),
                    half_width=percent(half_width(interval), 4),
                    trials=topic.trials,
                )
            )


def _rendered(result: Result, options: RunOptions) -> str:
    if options.json:
        from ...report.files.json import line_of

        return line_of(result.to_dict(), encoding=sys.stdout.encoding)
    if options.markdown:
        from ...report.files import markdown

        return markdown.render(result)
    return in_words(result)


def in_words(result: Result) -> str:
    """The report for standard output: plain text, or what fits a terminal."""
    if not sys.stdout.isatty():
        return text.render(result)
    from shutil import get_terminal_size

    from ...report.text import terminal

    return terminal.render(
        result,
        columns=get_terminal_size().columns,
        colour=coloured(sys.stdout),
        encoding=sys.stdout.encoding,
    )
