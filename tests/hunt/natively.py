"""Native modules for a comparison that is about their meaning, and not about their speed.

What comes in: programs.  What goes out: modules in the cache, built in this process: nothing is started for
each but the compiler, which takes a tenth of the time where it is tcc.  (It knows neither gcc's builtins nor
its optimiser, so the plain half of ``portable.h`` is what is held against python then.)
"""

from __future__ import annotations

import os
import shutil
from functools import cache

from yisp.compile import native
from yisp.compile.program import Program

QUICK = "tcc"


def choose_compiler() -> None:
    """The quick one, if it is there and ``CC`` names none."""
    if not os.environ.get("CC") and shutil.which(QUICK):
        os.environ["CC"] = QUICK


def build(program: Program) -> None:
    """Put the program's native module into the cache; raises ``BuildError``."""
    _prepare()
    native.build_here(program)


@cache
def _prepare() -> None:
    native.prepare_scanner()
