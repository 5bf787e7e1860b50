"""What a run tells services for continuous integration: annotations while it runs, JUnit XML at its end.

What comes in: the options, and what comes of each deck.  What goes out: lines on standard error, where they
are in no result's way (Actions reads both streams), and a file, all in English.  Imported only where an
option asks for either.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from ...compile.program import Program
from ...lang.diagnostics import Diagnostic, render
from ...messages import ENGLISH, say, speaking
from ...report.files import junit, workflow
from ...report.files.files import CannotWrite, check, ending_of, write, wrong_ending
from ...report.layout import shown
from ...report.text.text import ENDINGS
from ...simulate.result import Result
from ...simulate.stop import INTERRUPT
from ..decks import Compiled, UsageMistake, about_file, complain, usage_mistakes
from ..exits import DONE, USAGE
from ..options import RunOptions
from ..outputs import refuse, refuse_sources

ENDING = ".xml"

OPTION = "--junit"


class Services:
    """Those that the options name.  Raises :class:`UsageMistake` for a file that cannot be written."""

    def __init__(self, options: RunOptions) -> None:
        self._annotates = options.annotations is not None
        self._quiet = options.quiet
        self._path = options.junit
        self._suites: list[junit.Suite] = []
        if self._path is None:
            return
        if ending_of(self._path) != ENDING:
            raise UsageMistake(about_file(self._path, wrong_ending([ENDING]), OPTION))
        refuse(OPTION, self._path, filter(os.path.isfile, options.decks))
        with usage_mistakes(CannotWrite, about=self._path, option=OPTION):
            check(self._path)

    def compiled(self, name: str, deck: Compiled) -> None:
        """A deck is about to run.  Raises :class:`UsageMistake` if the file is one of its own."""
        if self._path is not None:
            refuse_sources(OPTION, self._path, deck, name)
        if not self._quiet:
            self._say(map(workflow.problem, deck.program.warnings))

    def failed(self, name: str, problems: list[Diagnostic | str]) -> None:
        """A deck did not run."""
        self._say(map(workflow.problem, problems))
        errors = [one for one in problems if isinstance(one, str) or one.severity == "error"]
        first = errors[0]
        with speaking(ENGLISH):
            whole = "\n".join(one if isinstance(one, str) else render(one) for one in errors)
        error = junit.Error(
            first if isinstance(first, str) else first.message,
            whole,
            "run" if isinstance(first, str) else first.code,
        )
        self._suites.append(junit.Suite(name, errors=[error]))

    def found(self, name: str, program: Program, result: Result, unseeded: bool) -> None:
        """A deck has been run; ``unseeded``: without a seed of the command line."""
        suite = junit.Suite(name, result)
        self._suites.append(suite)
        if not suite.judged:
            reason = _reason(result)
            suite.errors.append(junit.Error(reason, reason, "ended"))
            self._say([workflow.problem(f"{shown(name)}: {reason}")])
        else:
            self._say(workflow.failures(result))
        if self._quiet:
            return
        if unseeded:
            sampled = [topic.index for topic in result.topics.values() if topic.method == "sample"]
            doubts = (program.topics[index].unseeded for index in sampled)
            self._say(workflow.problem(doubt) for doubt in doubts if doubt is not None)
        self._say(workflow.noticed(result))

    def unreached(self, names: list[str]) -> None:
        """The command has ended before these decks."""
        reason = say("the command ended before this deck was run")
        for name in names:
            self._suites.append(junit.Suite(name, errors=[junit.Error(reason, reason, "ended")]))
            self._say([workflow.problem(f"{shown(name)}: {reason}")])

    def write(self) -> int:
        """Write the file; an exit code, for that may have become impossible."""
        if self._path is None or not self._suites:  # only scripts, which have no expectations
            return DONE
        try:
            with speaking(ENGLISH):
                write(self._path, junit.render(self._suites))
        except CannotWrite as error:
            complain(about_file(self._path, error, OPTION))
            return USAGE
        return DONE

    def _say(self, lines: Iterable[str]) -> None:
        if self._annotates:
            announce(lines)


def announce(lines: Iterable[str]) -> None:
    """Print commands; ``lines`` makes them one by one, while English is in force."""
    with speaking(ENGLISH):
        for line in lines:
            print(line, file=sys.stderr)


def _reason(result: Result) -> str:
    if result.stopped_by is not None:
        return say("topic {topic} had a notice, which ends a strict run", topic=shown(result.stopped_by))
    return ENDINGS[result.ended or INTERRUPT]
