"""Judging many inputs in children, which may crash, hang or use up their memory.

What comes in: a part, a seed, which numbers, and until when.  What goes out: a ``Tally``: how many were
judged, how often each answer came, the findings, and the inputs that took longest.

A child judges the numbers that are its own.  It is kept to ``MEMORY`` bytes of address space, and every
judgement to its seconds of CPU.  Where it stands is in memory that parent and child share, so that the
parent knows what a child died of.
"""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import resource
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import FrameType

from .case import Case, Part, Unsound, random_of

MEMORY = 2**31
"""Bytes of a child's address space, half of which is for libraries."""

FORK = multiprocessing.get_context("fork")


class TooLong(BaseException):
    """A judgement took more CPU than it may."""


@dataclass(frozen=True)
class Finding:
    """Something that must not come out: ``sort`` is the same for what is probably the same fault."""

    part: str
    number: int
    case: Case
    sort: str
    detail: str


@dataclass
class Tally:
    """What came of the inputs of one part."""

    judged: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    findings: dict[str, Finding] = field(default_factory=dict)  # the smallest by sort
    times: Counter[str] = field(default_factory=Counter)  # by sort, how often it was found
    slowest: list[tuple[float, int]] = field(default_factory=list)  # seconds of CPU, number

    def add(self, finding: Finding) -> None:
        self.times[finding.sort] += 1
        known = self.findings.get(finding.sort)
        if known is None or len(finding.case.text) < len(known.case.text):
            self.findings[finding.sort] = finding

    def took(self, seconds: float, number: int) -> None:
        self.slowest = sorted([*self.slowest, (seconds, number)], reverse=True)[:5]


def sort_of(error: BaseException) -> str:
    """The kind of an exception, and the place of our own code from which it came."""
    places = [
        f"{Path(frame.filename).name}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if "/yisp" in frame.filename
    ]
    if isinstance(error, TooLong):
        return "takes too long"
    if isinstance(error, Unsound):
        return error.what
    place = f" at {places[-1]}" if places and not isinstance(error, MemoryError | RecursionError) else ""
    return type(error).__name__ + place


@contextlib.contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Raise ``TooLong`` after so many seconds of CPU."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def judged(part: Part, case: Case) -> tuple[str | None, str, str]:
    """What came of an input; or None, the sort of the finding and its detail."""
    try:
        with bounded(part.seconds):
            return part.judge(case), "", ""
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return None, sort_of(error), "".join(traceback.format_exception(error, limit=-5, chain=False))[-3000:]


@contextlib.contextmanager
def a_folder() -> Iterator[Path]:
    """A folder of our own to stand in, with the files that decks of the corpus name."""
    before = Path.cwd()
    with _filled() as name:
        os.chdir(name)
        try:
            yield Path(name)
        finally:
            os.chdir(before)


def _filled() -> tempfile.TemporaryDirectory[str]:
    """A folder with those files.  Who starts a child makes its folder, since a child that is killed cannot
    remove one."""
    made = tempfile.TemporaryDirectory(prefix="yisp-fuzz-")
    folder = Path(made.name)
    (folder / "base.yml").write_text(
        "deck: {cards: {p: {count: 3}}}\nsimulate: {tests: {t: {combos: {c: {hand: [p]}}}}}\n"
    )
    (folder / "self.yml").write_text("extends: self.yml\n")
    (folder / "functions.yisp").write_text("(define (twice n) (* 2 n))\n")
    (folder / "folder").mkdir()
    (folder / "link.yml").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe.yml")
    return made


def run(part: Part, seed: int, *, first: int = 0, inputs: int | None, ends: float | None, jobs: int) -> Tally:
    """Judge ``inputs`` inputs from number ``first`` on, as many as can be until the clock says ``ends``."""
    tally = Tally()
    last = first + inputs if inputs is not None else None
    children = [_Child(part, seed, first + index, jobs, last, ends) for index in range(jobs)]
    try:
        while children:
            wait([child.pipe for child in children], timeout=0.5)
            for child in list(children):
                if not child.attend(tally):
                    children.remove(child)
    finally:
        for child in children:
            child.end()
    return tally


News = tuple[Counter[str], list[Finding], list[tuple[float, int]], int]
"""What a child tells: answers, findings, the slowest inputs, and the number up to which it has told all."""


class _Child:
    """One child, seen from the parent.

    A child that died is started anew where it told last, and leaves out the inputs that it died of.
    """

    def __init__(
        self, part: Part, seed: int, number: int, step: int, last: int | None, ends: float | None
    ) -> None:
        self.part, self.seed, self.step, self.last, self.ends = part, seed, step, last, ends
        self.at = FORK.RawArray("q", [number])
        self.told = number
        self.deadly: set[int] = set()
        self.begin()

    def begin(self) -> None:
        self.at[0] = self.seen = self.told
        self.since = time.monotonic()
        self.pipe, theirs = FORK.Pipe(duplex=False)
        self.folder = _filled()
        self.process = FORK.Process(target=self._work, args=(self.told, theirs))
        self.process.start()
        theirs.close()

    def attend(self, tally: Tally) -> bool:
        """Read what the child has to tell; whether it is still at work."""
        alive = self.process.is_alive()  # before reading: what it told last is read then
        with contextlib.suppress(EOFError, OSError):
            while self.pipe.poll():
                self._take(tally, self.pipe.recv())
        number = self.at[0]
        if number != self.seen:
            self.seen, self.since = number, time.monotonic()
        if alive and time.monotonic() - self.since < self.part.patience:
            return True
        self.end()
        self.pipe.close()
        if self.process.exitcode == 0:
            return False
        self.deadly.add(number)
        tally.judged += 1
        case = self.part.draw(random_of(self.seed, self.part.name, number))
        how = "hangs" if alive else f"died: {_how(self.process.exitcode)}"
        tally.add(Finding(self.part.name, number, case, how, ""))
        self.begin()
        return True

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.folder.cleanup()

    def _take(self, tally: Tally, news: News) -> None:
        answers, found, slow, self.told = news
        tally.answers += answers
        tally.judged += sum(answers.values()) + len(found)
        for finding in found:
            tally.add(finding)
        for seconds, number in slow:
            tally.took(seconds, number)

    def _more(self, number: int) -> bool:
        in_time = self.ends is None or time.monotonic() < self.ends
        return in_time and (self.last is None or number < self.last)

    def _work(self, number: int, pipe: Connection) -> None:
        """In the child: judge one input after another."""
        _settle()
        news: News = Counter(), [], [], number
        told = time.monotonic()
        os.chdir(self.folder.name)
        while self._more(number):
            if number not in self.deadly:
                self.at[0] = number
                self._judge(number, *news[:3])
            number += self.step
            if time.monotonic() - told > 0.5:
                pipe.send((*news[:3], number))
                news, told = (Counter(), [], [], number), time.monotonic()
        pipe.send((*news[:3], number))

    def _judge(
        self, number: int, answers: Counter[str], found: list[Finding], slow: list[tuple[float, int]]
    ) -> None:
        case = self.part.draw(random_of(self.seed, self.part.name, number))
        began = time.process_time()
        answer, sort, detail = judged(self.part, case)
        slow.append((time.process_time() - began, number))
        slow[:] = sorted(slow, reverse=True)[:5]
        if answer is not None:
            answers[answer] += 1
        else:
            found.append(Finding(self.part.name, number, case, sort, detail))


def _settle() -> None:
    """What a child of ours does first."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    faulthandler.disable()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def alone(part: Part, case: Case) -> str | None:
    """The sort of finding that an input makes in a child of its own, or None."""
    ours, theirs = FORK.Pipe(duplex=False)

    def work() -> None:
        _settle()
        theirs.send(judged(part, case)[1] or None)

    with a_folder():
        process = FORK.Process(target=work)
        process.start()
        theirs.close()
        sort = "hangs"
        if ours.poll(part.patience):
            try:
                sort = ours.recv()
            except EOFError:
                process.join()
                sort = f"died: {_how(process.exitcode)}"
        process.kill()
        process.join()
    ours.close()
    return sort


def _how(code: int | None) -> str:
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"
