"""From a deck's name on the command line to its program; what every command needs.

What comes in: a name.  What goes out: a :class:`Compiled`, with the deck's warnings shown; or the
mistakes shown on standard error, and :class:`Failed`.

(On the warm start's path.)
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from ..compile.front import program_for
from ..compile.program import Doubt, Program
from ..deck.reading.files import SourceFile
from ..messages import Message, say, translated
from ..simulate.stop import WORKERS
from .exits import DONE, ENDED
from .language import beside_results
from .sources import NoSuchDeck, read_deck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..deck.changes import Changes
    from ..deck.model import Deck
    from ..lang.diagnostics import Diagnostic, Diagnostics


class UsageMistake(Exception):
    """The options do not fit the deck; the message says why."""


@contextmanager
def usage_mistakes(
    *errors: type[Exception], about: str | None = None, option: str | None = None
) -> Iterator[None]:
    """While entered, such errors become a :class:`UsageMistake`, ``about`` a file or an option if one is
    named; ``option`` is the one whose value that is."""
    try:
        yield
    except errors as error:
        raise UsageMistake(str(error) if about is None else about_file(about, error, option)) from None


class Failed(Exception):
    """The deck could not be compiled, and the user has been told; ``problems`` are the diagnostics, or the
    sentence."""

    def __init__(self, problems: Iterable[Diagnostic | str]) -> None:
        self.problems = list(problems)
        super().__init__()


class Compiled:
    """A program, the file it came from, and what was changed of that."""

    __slots__ = ("program", "file", "changes")

    def __init__(self, program: Program, file: SourceFile, changes: Changes | None = None) -> None:
        self.program = program
        self.file = file
        self.changes = changes

    def deck(self) -> Deck:
        """The deck itself, which replays compile once more."""
        from ..deck.changes import UNCHANGED
        from ..deck.load import load_file

        return load_file(self.file, self.changes or UNCHANGED)


def on_terminal() -> bool:
    """Whether somebody sits there, to be shown things and to type."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def lacks(error: ImportError, *packages: str) -> bool:
    """Whether it is one of these packages that is not installed."""
    return error.name is not None and error.name.partition(".")[0] in packages


def changes_of(
    copies: Sequence[tuple[str, int]], filler: str | None, size: int | None = None
) -> Changes | None:
    """What ``--with``, ``--filler`` and ``--size`` change.  Raises :class:`UsageMistake`."""
    if not copies and size is None:
        if filler is not None:
            raise UsageMistake(
                say("--filler {card}: there is nothing to make up for without --with", card=filler)
            )
        return None
    from ..deck.changes import Changes

    return Changes(dict(copies), filler, size)


def compiled(
    name: str, quiet: bool = False, no_files: bool = False, changes: Changes | None = None
) -> Compiled:
    """The program of a deck, its warnings shown; or the diagnostics shown, and :class:`Failed`.

    With ``no_files`` it may extend and include nothing but what is packaged.  Raises :class:`UsageMistake`
    for changes of cards that the deck does not have.
    """
    file = _file(name, no_files)
    try:
        program = program_for(file, changes)
    except Exception as error:
        if changes is not None and isinstance(error, ValueError):  # of a card that is not there
            raise UsageMistake(str(error)) from None
        # The class lives in the front end, which a warm start never imports.
        if type(error).__name__ != "DeckError":
            raise
        from ..lang.diagnostics import DeckError

        assert isinstance(error, DeckError)
        show(error.diagnostics)
        raise Failed(error.diagnostics) from None
    if not quiet:
        for warning in program.warnings:
            show_doubt(warning)
    return Compiled(program, file, changes)


def loaded(name: str, no_files: bool = False, quiet: bool = False) -> Deck:
    """The deck itself, for what goes on compiling scripts against it; else as ``compiled``."""
    return _loaded(_file(name, no_files), quiet)


def _file(name: str, no_files: bool) -> SourceFile:
    try:
        return read_deck(name, no_files)
    except NoSuchDeck as error:
        complain(str(error))
        raise Failed([str(error)]) from None


def _loaded(file: SourceFile, quiet: bool = False) -> Deck:
    from ..deck.load import load_file
    from ..lang.diagnostics import DeckError

    try:
        deck = load_file(file)
    except DeckError as error:
        show(error.diagnostics)
        raise Failed(error.diagnostics) from None
    if not quiet:
        show(deck.diagnostics)
    _show_what_compiling_finds(deck)
    return deck


def checked(name: str, no_files: bool) -> Deck:
    """As :func:`loaded`; of a collection, a deck of all its cards, with the warnings about them."""
    from dataclasses import replace

    from ..deck.collection.whole import is_one, read_whole

    file = _file(name, no_files)
    if not is_one(file):
        return _loaded(file)
    deck, found = read_whole(file)
    show(found)
    if deck is None or found.failed:
        raise Failed(found)
    return replace(deck, diagnostics=found, uses=(), known=(), blank=())


def _show_what_compiling_finds(deck: Deck) -> None:
    """Show the mistakes that only compiling finds: effects that the deck's policies cannot weigh, or that
    `would` cannot ask about."""
    from ..compile.pipeline import compile_deck
    from ..lang.diagnostics import DeckError

    if all(topic.policy.kind == "greedy" for topic in deck.topics) and not _supposes(deck):
        return
    try:
        compile_deck(deck)
    except DeckError as error:
        show(error.diagnostics)
        raise Failed([*deck.diagnostics, *error.diagnostics]) from None


def _supposes(deck: Deck) -> bool:
    """Whether some script asks what effects would do."""
    from ..lang.forms import FORMS
    from ..lang.tree import Call
    from ..lang.walk import walk

    heads = {name for name, form in FORMS.items() if form.supposes}
    return any(
        isinstance(node, Call) and node.head in heads for script in deck.scripts for node in walk(script)
    )


def show_doubt(warning: Doubt) -> None:
    """Show a warning of a compiled deck."""
    with beside_results():
        print(warning.rendered(colour=coloured(sys.stderr)), file=sys.stderr)


def show(diagnostics: Diagnostics) -> None:
    """Show diagnostics, as every command does."""
    from ..lang.diagnostics import render

    with beside_results():
        for item in diagnostics:
            print(render(item, colour=coloured(sys.stderr)), file=sys.stderr)


def complain(sentence: str) -> None:
    """Say what is wrong, as every command does."""
    with beside_results():
        print(f"yispc: {translated(sentence)}", file=sys.stderr)


def code_of(ended: str | None) -> int:
    """The exit code of what was ended by that; None is by nothing.  A partial report says so itself; that the
    run's own processes died is a failure, and is said on standard error as well."""
    if ended is None:
        return DONE
    if ended == WORKERS:
        from ..report.text.text import ENDINGS

        complain(ENDINGS[ended])
    return ENDED[ended]


def about_file(path: str | None, error: Exception | str, option: str | None = None) -> Message:
    """What is wrong with a file, perhaps that of an option."""
    if option is None:
        return say("{file}: {reason}", file=path, reason=str(error))
    return say("{option} {file}: {reason}", option=option, file=path, reason=str(error))


def coloured(stream: object) -> bool:
    """Whether to write colours to a stream: to a terminal, unless ``NO_COLOR`` is set."""
    return not os.environ.get("NO_COLOR") and bool(getattr(stream, "isatty", lambda: False)())
