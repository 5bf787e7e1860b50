"""The same tasks in C: built here, called through ctypes, checked against Yisp's own statistics.

What comes in: c/*.c.  What goes out: a ``Task`` that runs trials, and ``disagreements``, which says
where its counts and Yisp's differ by more than chance.
"""

from __future__ import annotations

import ctypes
import math
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from yisp.compile.builds import compiler
from yisp.simulate.counting.counts import Counts

from .tasks import BENCH

COMBOS = 3


class CCounts(ctypes.Structure):
    """``struct counts`` of the C files; what follows ``combos`` is only in effects.c."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("trials", "successes", "score", "squares")),
        ("combos", ctypes.c_int64 * COMBOS),
        *((name, ctypes.c_int64) for name in ("milled", "activations", "activation_squares")),
    )


WAR_STATS = (
    "code", "tricks", "tricks1", "tricks2", "ties", "battles", "single", "double", "triple", "quadruple",
    "unfinished", "weight", "aces",
)  # fmt: skip
"""What war.c counts, in its order; the deck's stats of these names are the same."""

WAR_DOWN = 2
"""The cards that a war lays face down."""


class WarTally(ctypes.Structure):
    """``struct tally`` of war.c."""

    _fields_ = (
        ("total", ctypes.c_int64),
        ("squares", ctypes.c_int64),
        ("histogram", ctypes.c_int64 * 4096),
    )


class WarCounts(ctypes.Structure):
    """``struct counts`` of war.c."""

    _fields_ = (("trials", ctypes.c_int64), ("stats", WarTally * len(WAR_STATS)))
    names = WAR_STATS


WALL_STATS = ("man", "sou", "honours", "red", "gone")
"""What wall.c counts, in its order; the topic's stats of these names are the same."""


class WallTally(ctypes.Structure):
    """``struct tally`` of wall.c."""

    _fields_ = (("total", ctypes.c_int64), ("squares", ctypes.c_int64))


class WallCounts(ctypes.Structure):
    """``struct counts`` of wall.c."""

    _fields_ = (("trials", ctypes.c_int64), ("stats", WallTally * len(WALL_STATS)))
    names = WALL_STATS


class Reference(NamedTuple):
    """A C file and a function in it, what it counts in, and what it takes besides the trials."""

    file: str
    function: str
    counts: type[ctypes.Structure] = CCounts
    options: tuple[int, ...] = ()
    trials: int = 1_000_000


REFERENCES = {
    "hand, naive": Reference("hand", "naive"),
    "hand, fast": Reference("hand", "fast"),
    "effects": Reference("effects", "effects"),
    "war, naive": Reference("war", "naive", WarCounts, (WAR_DOWN,), 20_000),
    "war, fast": Reference("war", "fast", WarCounts, (WAR_DOWN,), 20_000),
}


class Task:
    """A reference program, compiled with -O3 and the flags that native modules get for this processor."""

    def __init__(self, reference: Reference, folder: Path) -> None:
        library = folder / f"{reference.file}-{reference.function}.so"
        command = [*compiler.find().words, "-O3", "-fPIC", "-shared", *compiler.processor_flags()]
        subprocess.run([*command, str(BENCH / "c" / f"{reference.file}.c"), "-o", str(library)], check=True)
        self._function = ctypes.CDLL(str(library))[reference.function]
        self._counts = reference.counts
        self._options = [ctypes.c_int(option) for option in reference.options]

    def run(self, trials: int, seed: int = 1) -> Any:
        """The counts of so many trials."""
        out = self._counts()
        self._function(
            ctypes.c_uint64(seed),
            ctypes.c_int64(0),
            ctypes.c_int64(trials),
            *self._options,
            ctypes.byref(out),
        )
        return out


def disagreements(c: CCounts | WarCounts | WallCounts, yisp: Counts, stats: list[str]) -> Iterator[str]:
    """The statistics that lie more than five standard errors apart; ``stats`` names those of Yisp."""
    n, trials = c.trials, yisp.trials

    def compare(what: str, total: int, squares: int, other: float) -> Iterator[str]:
        mean = total / n
        error = math.sqrt((squares / n - mean**2) * (1 / n + 1 / trials))
        if abs(mean - other) > 5 * error:
            yield f"{what}: {mean:.5f} in C, {other:.5f} in Yisp, standard error {error:.5f}"

    if not isinstance(c, CCounts):
        for name, counted in zip(c.names, c.stats, strict=True):
            other = yisp.stats[stats.index(name)].total / trials
            yield from compare(name, counted.total, counted.squares, other)
        return
    yield from compare("success", c.successes, c.successes, yisp.successes / trials)
    for i in range(COMBOS):
        yield from compare(f"combo {i}", c.combos[i], c.combos[i], yisp.combos[i] / trials)
    yield from compare("score", c.score, c.squares, yisp.score.total / trials)
    if c.activations:
        activations = sum(yisp.activations) / trials
        yield from compare("activations", c.activations, c.activation_squares, activations)
        milled = yisp.stats[0]
        yield from compare("milled", c.milled, round(milled.squares * n / trials), milled.total / trials)
