"""Where results go: never to a file that the command reads, and over none that is there without a word.

What comes in: where results are to go, and what is read.  What goes out: :class:`UsageMistake` where one is
the other, by whatever name: a link, a hard link, another way of writing the path.
"""

from __future__ import annotations

import os
import sys

from ..deck.reading.files import Unreadable, files_of
from ..messages import say
from .decks import Compiled, UsageMistake, about_file
from .sources import STANDARD_INPUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def refuse_sources(option: str, path: str, deck: Compiled, name: str) -> None:
    """Refuse to write to the deck of that name, or to a file that it extends or includes."""
    try:
        files = [one.path for one in files_of(deck.file, deck.program.references)]
    except Unreadable:
        files = [deck.file.path]  # changed meanwhile; what is there now is not what was read
    if name == STANDARD_INPUT:
        files.append("/dev/stdin")
    refuse(option, path, files)


def refuse(option: str, path: str, read: Iterable[str]) -> None:
    """Refuse to write to one of the files that are read."""
    try:
        there = os.stat(path)
    except (OSError, ValueError):
        return  # there is nothing yet, or nothing that could be written to
    for one in read:
        try:
            same = os.path.samestat(there, os.stat(one))
        except (OSError, ValueError):
            continue
        if same:
            reason = say("that file is an input here; give another name")
            raise UsageMistake(about_file(path, reason, option))


def deliver(text: str, path: str | None, force: bool, read: Iterable[str]) -> None:
    """Write a text to a new file, or to standard output (None, ``-``); ``force`` replaces what is there.

    It is UTF-8 whatever the terminal's encoding: somebody is going to read the file.
    """
    if path in (None, STANDARD_INPUT):
        if sys.stdout.isatty():
            from ..lang.diagnostics import visible

            print(*map(visible, text.splitlines()), sep="\n")
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(text.encode("utf-8"))
        return
    from ..report.files.files import CannotWrite, File

    refuse("--out", path, read)
    refuse_replacing(path, force)
    try:
        file = File(path)
        file.append(text)
        file.close()
    except CannotWrite as error:
        raise UsageMistake(about_file(path, error)) from None


def check_delivery(path: str, force: bool) -> None:
    """Raise :class:`UsageMistake` where a text cannot be delivered, before anything is done for it."""
    from ..report.files.files import CannotWrite, check

    if path == STANDARD_INPUT:
        return
    refuse_replacing(path, force)
    try:
        check(path)
    except CannotWrite as error:
        raise UsageMistake(about_file(path, error)) from None


def refuse_replacing(path: str, force: bool) -> None:
    """Refuse to write over what is there, unless that is meant."""
    if os.path.lexists(path) and not force:
        raise UsageMistake(say("{file} is there already; --force replaces it", file=path))
