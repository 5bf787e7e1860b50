"""The C compiler of a comparison that is about the meaning of native modules, and not about their speed.

It takes a tenth of the time where it is tcc.  (That knows neither gcc's builtins nor its optimiser, so the
plain half of ``portable.h`` is what is held against python then.)
"""

from __future__ import annotations

import os
import shutil

QUICK = "tcc"


def choose_compiler() -> None:
    """The quick one, if it is there and ``CC`` names none."""
    if not os.environ.get("CC") and shutil.which(QUICK):
        os.environ["CC"] = QUICK
