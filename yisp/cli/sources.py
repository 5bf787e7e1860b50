"""Where a deck comes from: a path, the standard input, or the name of a packaged deck.

(On the warm start's path: no pathlib, no importlib.resources.)
"""

from __future__ import annotations

import os
import sys

from ..deck.reading.files import DECK, LARGEST, PACKAGED, SourceFile, packaged
from ..messages import Message, say, system_reason, with_commas

STANDARD_INPUT = "-"

ENDINGS = (".yml", ".yaml")


class NoSuchDeck(Exception):
    """There is no such deck; the message says what there is."""


def read_deck(name: str, alone: bool = False) -> SourceFile:
    """A deck's file; ``alone``: it may name nothing but packaged files.

    ``name`` is ``-``, a path, or a packaged deck's name (a file of that name comes first).
    """
    if name == STANDARD_INPUT:
        return SourceFile("<stdin>", sys.stdin.buffer.read(LARGEST + 1), alone=alone)
    path = name
    if (not os.path.exists(path) or os.path.isdir(path)) and name in packaged():
        path = os.path.join(PACKAGED, name + DECK)
    try:
        with open(path, "rb") as file:
            shown = name if path == name else name + DECK
            return SourceFile(shown, file.read(LARGEST + 1), path, alone=alone)
    except FileNotFoundError:
        raise NoSuchDeck(_not_there(name)) from None
    except IsADirectoryError:
        raise NoSuchDeck(_folder(name)) from None
    except (OSError, ValueError) as error:
        reason = system_reason(error)
        raise NoSuchDeck(
            say("the file {file} cannot be read: {reason}", file=ascii(name), reason=reason)
        ) from None


def _not_there(name: str) -> Message:
    """The sentence that there is no such file, with the name that is most like it."""
    from difflib import get_close_matches

    folder = os.path.dirname(name) or "."
    try:
        files = [os.path.join(os.path.dirname(name), file) for file in os.listdir(folder)]
    except OSError:
        files = []
    decks = [file for file in files if file.endswith(ENDINGS)]
    if folder == "." and not name.endswith(ENDINGS):
        from . import COMMANDS

        for command in get_close_matches(name, COMMANDS, 1, 0.6):
            return say(
                "there is no file {file}; did you mean the command {command}?",
                file=ascii(name),
                command=ascii(command),
            )
    for nearest in get_close_matches(name, [*decks, *packaged()], 1, 0.6):
        return say(
            "there is no file {file}; did you mean {nearest}?", file=ascii(name), nearest=ascii(nearest)
        )
    known = with_commas(packaged())
    if not known:
        return say("there is no file {file}", file=ascii(name))
    return say("there is no file {file}; packaged decks go by name: {known}", file=ascii(name), known=known)


def _folder(name: str) -> Message:
    """The sentence that this is a folder, with a deck file that is in it."""
    try:
        decks = sorted(file for file in os.listdir(name) if file.endswith(ENDINGS))
    except OSError:
        decks = []
    if not decks:
        return say("{folder} is a folder; give a deck file in it", folder=ascii(name))
    return say(
        "{folder} is a folder; give a deck file in it, such as {file}",
        folder=ascii(name),
        file=ascii(os.path.join(name, decks[0])),
    )
