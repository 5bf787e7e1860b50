"""From the bytes of a deck file to its program, by way of the cache.

What comes in: a deck file's content and name.  What goes out: its :class:`Program`, either compiled
now or taken from the cache, which keeps programs as plain data under the content of every file
read and the versions of all that made them.  A deck with mistakes is never cached.

(On the warm start's path: the front end is imported only when there is something to compile.)
"""

from __future__ import annotations

import json
import os
import sys

from ..version import VERSION
from . import cache
from .program import Program

SORT = "programs"

SCHEMA = 1
"""The shape of ``Program.to_data``; another shape has another number."""

STAGES = ("lang", "lang/forms", "deck", "compile", "compile/formatters")
"""The folders whose modules make a program."""


def program_for(data: bytes, file: str) -> Program:
    """The program of a deck file; raises :class:`~yisp.lang.diagnostics.DeckError`."""
    name = cache.key_of(data, file, VERSION, sys.version, str(SCHEMA), _compiler_stamp())
    files = cache.fetch(SORT, name)
    if files is not None:
        try:
            return Program.from_data(json.loads(files["program.json"]))
        except (KeyError, TypeError, ValueError, RecursionError):
            pass  # as good as absent
    from ..deck.load import loads
    from .pipeline import compile_deck

    program = compile_deck(loads(data, file))
    text = json.dumps(program.to_data(), ensure_ascii=True, separators=(",", ":"))
    cache.store(SORT, name, {"program.json": text.encode("ascii")})
    return program


def _compiler_stamp() -> str:
    """Sizes and times of the compiler's modules: someone who works on it sees its effect at once."""
    stamps = []
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for stage in STAGES:
        with os.scandir(os.path.join(package, stage)) as found:
            for entry in found:
                if entry.name.endswith((".py", ".lark")):
                    status = entry.stat()
                    stamps.append(f"{stage}/{entry.name} {status.st_size} {status.st_mtime_ns}")
    return "\n".join(sorted(stamps))
