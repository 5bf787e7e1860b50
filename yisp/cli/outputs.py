"""Where results go: never to a file that the command reads, and over none that is there without a word.

What comes in: where results are to go, and what is read.  What goes out: :class:`UsageMistake` where one is
the other, by whatever name: a link, a hard link, another way of writing the path; then the files.
"""

from __future__ import annotations

import os
import sys

from ..deck.reading.files import Unreadable, files_of
from ..messages import say
from .decks import Compiled, UsageMistake, about_file, complain, usage_mistakes
from .exits import DONE, USAGE
from .sources import STANDARD_INPUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any


def check_outputs(outputs: Mapping[str, str | None], *read: tuple[Compiled, str]) -> None:
    """Refuse files that are read, and a table or picture that cannot be written, before anything is run for
    it.  ``outputs`` are files by option; ``read`` are decks with their names on the command line."""
    for option, path in outputs.items():
        if path is None:
            continue
        for deck, name in read:
            refuse_sources(option, path, deck, name)
        with usage_mistakes(ValueError, about=path, option=option):
            if option == "--csv":
                from ..report.files.tables import check_rows

                check_rows(path)
            elif option == "--plot":
                from ..report.pictures.plot import check

                check(path)


def write_files(
    given: Mapping[str, Any],
    columns: Sequence[str],
    rows: Callable[[], Iterable[dict[str, Any]]],
    draw: Callable[[str], list[str]] | None = None,
) -> int:
    """Write the table of ``--csv`` and what ``draw`` makes of ``--plot``, where they are asked for; an exit
    code."""
    from ..report.files.files import CannotWrite

    code = DONE
    try:
        if given["csv"] is not None:
            from ..report.files.tables import write_rows

            write_rows(given["csv"], columns, rows())
    except CannotWrite as error:
        complain(about_file(given["csv"], error, "--csv"))
        code = USAGE
    try:
        if draw is not None and given["plot"] is not None:
            for remark in draw(given["plot"]):
                complain(remark)
    except CannotWrite as error:
        complain(about_file(given["plot"], error, "--plot"))
        code = USAGE
    return code


def print_json(data: dict[str, Any]) -> None:
    """Print an object as JSON."""
    from ..report.files.json import line_of

    print(line_of(data, encoding=sys.stdout.encoding), flush=True)


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
    from ..report.files.files import CannotWrite, write

    refuse("--out", path, read)
    refuse_replacing(path, force)
    with usage_mistakes(CannotWrite, about=path):
        write(path, text)


def check_delivery(path: str, force: bool) -> None:
    """Raise :class:`UsageMistake` where a text cannot be delivered, before anything is done for it."""
    from ..report.files.files import CannotWrite, check

    if path == STANDARD_INPUT:
        return
    refuse_replacing(path, force)
    with usage_mistakes(CannotWrite, about=path):
        check(path)


def refuse_replacing(path: str, force: bool) -> None:
    """Refuse to write over what is there, unless that is meant."""
    if os.path.lexists(path) and not force:
        raise UsageMistake(say("{file} is there already; --force replaces it", file=path))
