"""From the bytes of a deck file to its program, by way of the cache.

What comes in: a deck file.  What goes out: its :class:`Program`, either compiled
now or taken from the cache, which keeps programs as plain data under the content of the file and the
versions of all that made them.  Which other files it extends is not known before it is read; so the
program has their digests, and one that was made of other contents is made anew.  A deck with
mistakes is never cached.

(On the warm start's path: the front end is imported only when there is something to compile.)
"""

from __future__ import annotations

import json
import sys

from ..deck.reading.files import SourceFile, unchanged
from ..version import VERSION
from .builds import cache
from .program import Program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..deck.changes import Changes

CATEGORY = "programs"

SCHEMA = 5
"""The shape of ``Program.to_data``; another shape has another number."""

STAGES = ("lang", "deck", "compile")
"""The rooms whose modules make a program."""


def program_for(file: SourceFile, changes: Changes | None = None) -> Program:
    """The program of a deck file, with other counts than the file's; raises
    :class:`~yisp.lang.diagnostics.DeckError`, and ValueError for changes of cards that are not there."""
    if changes is not None:
        from ..deck.load import load_file
        from .pipeline import compile_deck

        return compile_deck(load_file(file, changes))
    name = cache.key_of(file.data, file.name, VERSION, sys.version, str(SCHEMA), cache.code_of(*STAGES))
    files = cache.fetch(CATEGORY, name)
    if files is not None:
        try:
            program = Program.from_data(json.loads(files["program.json"]))
            if unchanged(file, program.references):
                return program
        except (IndexError, KeyError, TypeError, ValueError, RecursionError):
            pass  # treated as absent
    from ..deck.load import load_file
    from .pipeline import compile_deck

    program = compile_deck(load_file(file))
    text = json.dumps(program.to_data(), ensure_ascii=True, separators=(",", ":"))
    cache.store(CATEGORY, name, {"program.json": text.encode("ascii")})
    return program
