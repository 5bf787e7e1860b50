"""``yispc compile``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from pprint import pformat

import click

from ...deck.changes import Changes
from ...report.layout import shown
from ..complete import DeckName
from ..decks import Compiled, compiled, complain
from ..exits import DECK_ERROR, DONE
from ..parameters import changing, taking

EMITTED = ("tree", "nodes", "python", "cython", "c")

EXAMPLES = """\b
Examples:
  yispc compile deck.yml                    build the native module into the cache
  yispc compile deck.yml --emit python      the functions that the python target runs
"""


@taking("no_files")
@changing
@click.command("compile", epilog=EXAMPLES)
@click.argument("deck", type=DeckName())
@click.option("--emit", type=click.Choice(EMITTED), help="Show a stage of the compiler instead.")
def command(deck: str, emit: str | None, no_files: bool, changes: Changes | None) -> int:
    """Build a deck's native module and say where it is, or show what the deck is compiled to.

    The C compiler is what CC names, else the one Python was built with, else cc, gcc or clang; CPPFLAGS,
    CFLAGS and LDFLAGS are heeded.  Where it fails, all that it said is shown.
    """
    found = compiled(deck, no_files=no_files, changes=changes)
    if emit is not None:
        print(_emitted(found, emit))
        return DONE
    from ...compile.builds import native

    try:
        if native.load_cached(found.program) is None:
            native.build(found.program)
    except native.BuildError as error:
        complain(str(error))
        if error.details:
            for line in error.details.splitlines():
                print(shown(line), file=sys.stderr)
        return DECK_ERROR
    print(native.place(found.program))
    return DONE


def _emitted(found: Compiled, stage: str) -> str:
    """One stage of the compiler's work, as text."""
    deck = found.deck()
    if stage == "tree":
        scripts = [(kind.name, [effect.effect for effect in kind.effects]) for kind in deck.kinds]
        topics = [
            (topic.name, {key: one.script for key, one in topic.scripts.items()}, topic.combos, topic.watch,
             topic.stats)
            for topic in deck.topics
        ]  # fmt: skip
        functions = [one.function for one in deck.functions]
        return pformat({"functions": functions, "cards": scripts, "topics": topics})
    from ...compile.listing import list_module
    from ...compile.pipeline import annotated_source, specialised

    if stage == "nodes":
        return list_module(specialised(deck))
    if stage in ("python", "cython"):
        return annotated_source(deck, stage)
    from ...compile.builds.native import translate

    with tempfile.TemporaryDirectory(prefix="yisp-") as folder:
        return Path(translate(found.program.cython_source, folder)).read_text(encoding="utf-8")
