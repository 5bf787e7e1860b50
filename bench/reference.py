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

from yisp.compile import native
from yisp.simulate.counts import Counts

from .tasks import BENCH

FILES = {"hand, naive": ("hand", "naive"), "hand, fast": ("hand", "fast"), "effects": ("effects", "effects")}
"""The C file and function of each task."""

COMBOS = 3


class CCounts(ctypes.Structure):
    """``struct counts`` of the C files; what follows ``combos`` is only in effects.c."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("trials", "successes", "score", "squares")),
        ("combos", ctypes.c_int64 * COMBOS),
        *((name, ctypes.c_int64) for name in ("milled", "activations", "activation_squares")),
    )


class Task:
    """A reference program, compiled with -O3 and the flags that native modules get for this processor."""

    def __init__(self, name: str, folder: Path) -> None:
        file, function = FILES[name]
        library = folder / f"{file}-{function}.so"
        command = [*native.find_compiler(), "-O3", "-fPIC", "-shared", *native._features()]
        subprocess.run([*command, str(BENCH / "c" / f"{file}.c"), "-o", str(library)], check=True)
        self._function = ctypes.CDLL(str(library))[function]

    def run(self, trials: int, seed: int = 1) -> CCounts:
        """The counts of so many trials."""
        out = CCounts()
        self._function(ctypes.c_uint64(seed), ctypes.c_int64(0), ctypes.c_int64(trials), ctypes.byref(out))
        return out


def disagreements(c: CCounts, yisp: Counts) -> Iterator[str]:
    """The statistics that lie more than five standard errors apart."""
    n, trials = c.trials, yisp.trials

    def compare(what: str, total: int, squares: int, other: float) -> Iterator[str]:
        mean = total / n
        error = math.sqrt((squares / n - mean**2) * (1 / n + 1 / trials))
        if abs(mean - other) > 5 * error:
            yield f"{what}: {mean:.5f} in C, {other:.5f} in Yisp, standard error {error:.5f}"

    yield from compare("success", c.successes, c.successes, yisp.successes / trials)
    for i in range(COMBOS):
        yield from compare(f"combo {i}", c.combos[i], c.combos[i], yisp.combos[i] / trials)
    yield from compare("score", c.score, c.squares, yisp.score.total / trials)
    if c.activations:
        activations = sum(yisp.activations) / trials
        yield from compare("activations", c.activations, c.activation_squares, activations)
        milled = yisp.stats[0]
        yield from compare("milled", c.milled, round(milled.squares * n / trials), milled.total / trials)
