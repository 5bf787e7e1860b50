"""Running a program: which target, how many trials, in blocks that can be interrupted.

What comes in: a :class:`~yisp.compile.program.Program` and how to run it.  What goes out: an
:class:`Outcome` of integer counts; ``result`` makes rates and intervals of them.  No count depends
on the target or on how the trials are cut into blocks.
"""

from __future__ import annotations

import os
import signal
import time

from ..compile.program import Program
from .counts import Counts
from .play import Play, python_functions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..compile.native import Run

LONG_RUN = 400_000
"""Trials, all topics together, from which on building the native target first pays."""

BLOCK_SECONDS = 0.1
"""How long a block of trials should take: that is how soon an interrupt is heard."""

LARGEST_RECORDED_BLOCK = 2**16
"""Trials of a block whose records are kept in memory until they are written."""

SEEDS = 2**53
"""Seeds are below this: every JSON reader keeps such integers exactly."""


class TopicOutcome:
    """What was counted of one topic; ``topic`` is its index in the program."""

    __slots__ = ("topic", "counts")

    def __init__(self, topic: int, counts: Counts) -> None:
        self.topic = topic
        self.counts = counts


class Outcome:
    """What a run gave.

    ``target`` is "python" or "native"; ``partial`` says that it was interrupted, or ended by a
    notice under ``strict`` (then ``stopped_by`` is the topic's index); ``remark`` is a sentence
    for the user where the target asked for could not be had.
    """

    def __init__(
        self,
        program: Program,
        seed: int,
        target: str,
        topics: list[TopicOutcome],
        partial: bool,
        stopped_by: int | None,
        remark: str | None,
        seconds: float,
    ) -> None:
        self.program = program
        self.seed = seed
        self.target = target
        self.topics = topics
        self.partial = partial
        self.stopped_by = stopped_by
        self.remark = remark
        self.seconds = seconds


def fresh_seed() -> int:
    """A seed that nobody chose."""
    return int.from_bytes(os.urandom(8), "little") % SEEDS


def run_program(
    program: Program,
    *,
    count: int | None = None,
    seed: int | None = None,
    topics: list[int] | None = None,
    target: str = "auto",
    strict: bool | None = None,
    progress: Callable[[int, int, int], None] | None = None,
    rows: Callable[[int, bytes], None] | None = None,
) -> Outcome:
    """Run ``count`` trials of each topic.

    What is None is taken from the deck file.  ``progress(topic, done, count)`` is called after
    every block, ``rows(topic, rows)`` with every block's records (see ``Play.records``).  An
    interrupt ends the run after the block at hand, with what was counted so far.
    """
    settings = program.settings
    count = settings["count"] if count is None else count
    strict = settings["strict"] if strict is None else strict
    if seed is None:
        seed = settings["seed"]
    if seed is None:
        seed = fresh_seed()
    chosen = list(range(len(program.topics))) if topics is None else topics
    began = time.perf_counter()
    native, remark = _native(program, target, count * len(chosen))
    functions = python_functions(program.python_source) if native is None else None
    outcomes: list[TopicOutcome] = []
    partial, stopped_by = False, None
    with Interrupt() as interrupt:
        for index in chosen:
            play = Play(program, index, seed, functions=functions, native=native)
            try:
                partial = not _run_topic(play, count, strict, progress, rows, interrupt)
            except StrictNotice as notice:
                # Count what came before it and nothing after, however the trials were cut into blocks.
                partial, stopped_by = True, index
                play = Play(program, index, seed, functions=functions, native=native)
                play.run(0, notice.trial + 1)
            outcomes.append(TopicOutcome(index, play.counts()))
            if partial:
                break
    return Outcome(
        program,
        seed,
        "python" if native is None else "native",
        outcomes,
        partial,
        stopped_by,
        remark,
        time.perf_counter() - began,
    )


class Interrupt:
    """While entered, notes Ctrl-C instead of raising, so that no trial is cut short.

    A second one raises, for whoever cannot wait for the end of a block.  Only the main thread
    hears signals; elsewhere this does nothing.
    """

    def __init__(self) -> None:
        self.heard = False

    def __enter__(self) -> Interrupt:
        try:
            self._before = signal.signal(signal.SIGINT, self._hear)
        except ValueError:  # not the main thread
            self._before = None
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, *_: object) -> None:
        if self.heard:
            raise KeyboardInterrupt
        self.heard = True


class StrictNotice(Exception):
    """A notice came up under ``strict``, first in ``trial``."""

    def __init__(self, trial: int) -> None:
        super().__init__(trial)
        self.trial = trial


def _run_topic(
    play: Play,
    count: int,
    strict: bool,
    progress: Callable[[int, int, int], None] | None,
    rows: Callable[[int, bytes], None] | None,
    interrupt: Interrupt,
) -> bool:
    """Run a topic's trials; whether all of them were."""
    done, block = 0, 256
    while done < count:
        if interrupt.heard:
            return False
        last = min(done + block, count)
        began = time.perf_counter()
        if rows is None:
            play.run(done, last)
        else:
            rows(play.index, play.records(done, last))
        took = time.perf_counter() - began
        done = last
        if progress is not None:
            progress(play.index, done, count)
        if strict and (notices := play.counts().notices):
            raise StrictNotice(min(notice.trial for notice in notices))
        if took < BLOCK_SECONDS / 2 and (rows is None or block < LARGEST_RECORDED_BLOCK):
            block *= 2
        elif took > BLOCK_SECONDS * 2 and block > 1:
            block //= 2
    return True


def _native(program: Program, target: str, trials: int) -> tuple[Run | None, str | None]:
    """The native target where it is wanted and to be had, and a remark where it is not."""
    if target == "python":
        return None, None
    from ..compile import native

    try:
        run = native.load_cached(program)
        if run is None and (target == "native" or trials >= LONG_RUN):
            run = native.build(program)
    except native.BuildError as error:
        return None, f"running in python, which is slower: {error}"
    return run, None

