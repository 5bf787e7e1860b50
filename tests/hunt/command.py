"""The command line of the hunt: workers, what they found, and the summary.

    python -m tests.hunt --seconds 60 --seed 7      draw decks for a minute
    python -m tests.hunt --seed 7 --number 4711     that deck alone, with its text
    python -m tests.hunt --logs walls --decks 500   walls with seats: both targets, word by word
    python -m tests.hunt --logs walls --first 500   the decks after those
    python -m tests.hunt --door answers             what is shown to somebody

Decks are examined in processes of their own, so that one that never ends or breaks the process is
found as well.  The exit code is 1 when something was found.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any
from unittest import mock

from .compare import NATIVE, Difference, Verdict, examine, examine_targets
from .decks import draw, is_crowded, is_thorough
from .seated_walls import draw_seated_wall
from .shrink import as_test, shrunk

QUICK = "tcc"
"""A C compiler that hardly optimises."""

PATIENCE = 120.0
"""Seconds after which a deck is taken for one that never ends (a native build included)."""

SHRUNK = 3
"""How many decks a worker shrinks; the others are named."""

LIFETIME = 200
"""After how many native modules, which are never unloaded, a worker makes room for another."""

TOLD = 500
"""Every so many decks a long comparison of targets says how far it is."""

SOME = {"some": None, "all": True, "none": False}

DOORS = sorted(
    path.stem
    for path in (Path(__file__).parent / "doors").iterdir()
    if path.stem not in ("__init__", "__pycache__", "cases", "texts")
)

_context = get_context("fork")


@dataclass(frozen=True)
class Hunt:
    """What to do: until when (``time.monotonic``), with which decks, how long to shrink a find."""

    seed: int
    until: float
    decks: int
    shrinking: float
    lit: bool | None  # whether scripts light cards; None: in some decks
    wall: bool | None  # whether decks have a wall
    first: int = 0
    logs: bool = False  # decks with seats, of which only both targets are compared
    door: str | None = None  # what shows figures, which alone is held against the truth

    @property
    def lifetime(self) -> int:
        """How many decks a worker examines."""
        return LIFETIME if self.logs else sys.maxsize

    def text(self, number: int) -> str:
        if self.door is not None:
            return ""  # each draws its own
        if self.logs:
            return draw_seated_wall(self.seed, number)
        return draw(self.seed, number, lit=self.lit, wall=self.wall).text

    def examine(self, text: str, number: int, *, native: bool | None = None) -> Verdict:
        """What there is to say of a deck; ``native`` also whether it is built, where its number does not."""
        if self.door is not None:
            found: Verdict = import_module(f".doors.{self.door}", __package__).examine(self.seed, number)
            return found
        if self.logs:
            return examine_targets(text)
        native = is_crowded(number) if native is None else native
        return examine(text, native=native, thorough=is_thorough(number))


@dataclass
class Find:
    """A deck that shows a difference, and the test that holds it, where there was time to make one."""

    number: int
    what: Difference | str
    test: str | None = None


@dataclass
class Summary:
    """What was examined; ``number`` is a deck's that was examined alone."""

    decks: int = 0
    number: int = -1
    compared: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    finds: list[Find] = field(default_factory=list)
    text: str = ""

    def add(self, other: Summary) -> None:
        self.decks += other.decks
        self.compared += other.compared
        self.refused += other.refused
        self.finds += other.finds


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hunt", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, help="how long (60, unless --decks is given)")
    parser.add_argument("--decks", type=int, help="how many decks at most")
    parser.add_argument("--seed", type=int, help="which decks (drawn fresh and printed)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (1)")
    parser.add_argument("--shrink", type=float, default=40.0, help="seconds for making a find small (40)")
    parser.add_argument("--number", type=int, help="that deck of the seed alone, with its text")
    parser.add_argument("--lit", choices=SOME, default="some", help="in which decks cards are lit (some)")
    parser.add_argument("--wall", choices=SOME, default="some", help="which decks have a wall (some)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deck (0)")
    parser.add_argument(
        "--logs", choices=("walls",),
        help="compare nothing but both targets, of walls that are dealt to seats (seed 0, if none is given)",
    )  # fmt: skip
    parser.add_argument("--door", choices=DOORS, help="what shows figures: hold it against the truth")
    options = parser.parse_args(arguments)
    seconds = options.seconds
    if seconds is None:
        seconds = 60.0 if options.decks is None else float("inf")
    seed = options.seed
    if seed is None:
        seed = 0 if options.logs else random.SystemRandom().randrange(10**6)
    hunt = Hunt(
        seed,
        time.monotonic() + seconds,
        sys.maxsize if options.decks is None else options.decks,
        options.shrink,
        SOME[options.lit],
        SOME[options.wall],
        options.first,
        options.logs is not None,
        options.door,
    )
    cache = tempfile.TemporaryDirectory(prefix="yisp-hunt-")
    with cache as folder, mock.patch.dict(os.environ, YISP_CACHE_DIR=folder):
        if hunt.logs:
            _choose_compiler()
        return _many(hunt, options.jobs) if options.number is None else _one(hunt, options.number)


def _choose_compiler() -> None:
    """The quick one, if it is there and ``CC`` names none: it takes a tenth of the time, and this is about
    what modules mean.  (It knows neither gcc's builtins nor its optimiser, so the plain half of
    ``portable.h`` is what is held against python then.)"""
    if not os.environ.get("CC") and shutil.which(QUICK):
        os.environ["CC"] = QUICK


def _one(hunt: Hunt, number: int) -> int:
    summary = _examined(hunt, number, shrink=True)
    print(summary.text)
    _print_finds(hunt, summary)
    _print_counts(summary)
    return int(bool(summary.finds))


def _many(hunt: Hunt, jobs: int) -> int:
    began = time.monotonic()
    summary, progress = Summary(), Progress(hunt.first)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: with a summary
    workers = _Workers(hunt, jobs)
    try:
        for part in workers.reports():
            summary.add(part)
            _print_finds(hunt, part)
            progress.note(part.number)
            if hunt.logs and summary.decks % TOLD == 0:
                print(f"decks {hunt.first} to {progress.next - 1}: {len(summary.finds)} found", flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    finally:
        workers.stop()
    seconds = time.monotonic() - began
    rate = summary.decks / seconds
    print(
        f"seed {hunt.seed}: {summary.decks:,} decks in {seconds:.0f} s, {rate:.1f} a second"
        f" ({jobs} process{'es' * (jobs > 1)})"
    )
    _print_counts(summary)
    numbers = ", ".join(str(find.number) for find in sorted(summary.finds, key=lambda find: find.number))
    print(f"found: {len(summary.finds)} decks ({numbers})" if summary.finds else "found: nothing")
    if hunt.logs:
        print(f"the next deck: --first {progress.next}")
    return int(bool(summary.finds))


class Progress:
    """Up to which deck all have been examined."""

    def __init__(self, first: int) -> None:
        self.next = first
        self._ahead: set[int] = set()

    def note(self, number: int) -> None:
        self._ahead.add(number)
        while self.next in self._ahead:
            self._ahead.remove(self.next)
            self.next += 1


def _print_finds(hunt: Hunt, summary: Summary) -> None:
    for find in summary.finds:
        print(f"deck {find.number} of seed {hunt.seed}: {find.what}", flush=True)
        if find.test:
            print(f"\n{find.test}", flush=True)


def _print_counts(summary: Summary) -> None:
    for title, counts in (("compared, topics", summary.compared), ("refused", summary.refused)):
        print(f"{title}:")
        for what, count in counts.most_common():
            print(f"  {count:9,}  {what}")


# One deck -------------------------------------------------------------------------------------------


def _examined(hunt: Hunt, number: int, shrink: bool) -> Summary:
    text = hunt.text(number)
    verdict = hunt.examine(text, number)
    summary = Summary(1, number, verdict.compared, verdict.refused, text=verdict.text or text)
    if verdict.differences:
        shrinks = shrink and hunt.shrinking and hunt.door is None  # doors look at a few cards as it is
        test = _test(hunt, number, text, verdict.differences[0]) if shrinks else None
        summary.finds.append(Find(number, verdict.differences[0], test))
    return summary


def _test(hunt: Hunt, number: int, text: str, difference: Difference) -> str:
    """A test of the smallest deck that shows a difference of the same sort."""
    native = hunt.logs or difference.comparison == NATIVE

    def shown(text: str) -> list[Difference]:
        found = hunt.examine(text, number, native=native).differences
        return [one for one in found if one.comparison == difference.comparison]

    small = shrunk(text, lambda text: bool(shown(text)), hunt.shrinking)
    seen = next(iter(shown(small)), difference)
    return as_test(f"deck_{number}_of_seed_{hunt.seed}", small, str(seen), native)


# Workers --------------------------------------------------------------------------------------------


class _Worker:
    """A process, the deck that it is at, and since when."""

    def __init__(self, hunt: Hunt, counter: Any) -> None:
        self.pipe, pipe = _context.Pipe(duplex=False)
        self.at = _context.Array("d", [-1.0, time.monotonic()], lock=False)
        self.process = _context.Process(target=_work, args=(pipe, self.at, counter, hunt), daemon=True)
        self.process.start()
        pipe.close()

    def received(self) -> Summary | None:
        """What it found out about a deck; None at its end. Raises EOFError when that came too early."""
        report = self.pipe.recv()
        assert isinstance(report, Summary | None)
        return report

    def stop(self) -> None:
        self.process.kill()
        self.process.join()


class _Workers:
    """So many workers, replaced when they break; their reports."""

    def __init__(self, hunt: Hunt, jobs: int) -> None:
        self.hunt = hunt
        self.counter = _context.Value("q", 0)
        self.workers = [_Worker(hunt, self.counter) for _ in range(jobs)]

    def reports(self) -> Iterator[Summary]:
        while self.workers:
            ready = wait([worker.pipe for worker in self.workers], timeout=0.5)
            for worker in list(self.workers):
                if worker.pipe in ready:
                    try:
                        report = worker.received()
                    except EOFError:
                        yield self._replaced(worker, "it ends the process")
                        continue
                    if report is None:
                        worker.process.join()
                        self._end(worker)
                    else:
                        yield report
                elif time.monotonic() - worker.at[1] > PATIENCE + self.hunt.shrinking:
                    yield self._replaced(worker, "it never ends")

    def _end(self, worker: _Worker) -> None:
        """Its time is over, or only its own lifetime."""
        if self.counter.value < self.hunt.decks and time.monotonic() < self.hunt.until:
            self._replace(worker)
        else:
            self.workers.remove(worker)

    def _replace(self, worker: _Worker) -> None:
        self.workers[self.workers.index(worker)] = _Worker(self.hunt, self.counter)

    def _replaced(self, worker: _Worker, what: str) -> Summary:
        worker.stop()
        self._replace(worker)
        number = int(worker.at[0])
        return Summary(1, number, finds=[Find(number, what)])

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()


def _work(pipe: Connection, at: Any, counter: Any, hunt: Hunt) -> None:
    """Examine one deck after another; report each."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.freeze()  # what is there stays: looking for garbage in it again and again takes a tenth of the time
    gc.set_threshold(100_000, 20, 20)
    found = 0
    for _ in range(hunt.lifetime):
        if time.monotonic() >= hunt.until:
            break
        with counter.get_lock():
            number = hunt.first + counter.value
            counter.value += 1
        if number >= hunt.first + hunt.decks:
            break
        at[0], at[1] = number, time.monotonic()
        summary = _examined(hunt, number, shrink=found < SHRUNK)
        found += len(summary.finds)
        pipe.send(summary)
    pipe.send(None)
