"""Where a deck comes from: a path, the standard input, or the name of a packaged deck.

(On the warm start's path: no pathlib, no importlib.resources.)
"""

from __future__ import annotations

import os
import sys

from ..deck.reading.files import DECK, LARGEST, PACKAGED, SourceFile, packaged
from ..lang.rendering import quoted
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
            say("the file {file} cannot be read: {reason}", file=quoted(name), reason=reason)
        ) from None


def _not_there(name: str) -> Message:
    """The sentence that there is no such file, with the name that is most like it."""
    from difflib import get_close_matches

    inside, own = os.path.split(name)
    folder = inside or "."
    try:
        files = sorted(os.listdir(folder))
    except OSError:
        files = []
    # Endings and folders are alike anyway; it is the name between them that has to be near.
    decks = {} if inside else {one: one for one in packaged()}
    decks |= {_stem(file): os.path.join(inside, file) for file in files if file.endswith(ENDINGS)}
    commands: list[str] = []
    if not inside and not name.endswith(ENDINGS):
        from . import COMMANDS

        commands = [*COMMANDS, "--help", "--version"]
    for nearest in get_close_matches(_stem(own), [*decks, *commands], 1, 0.6):
        if nearest not in decks:
            return say(
                "there is no file {file}; did you mean the command {command}?",
                file=quoted(name),
                command=quoted(nearest),
            )
        return say(
            "there is no file {file}; did you mean {nearest}?",
            file=quoted(name),
            nearest=quoted(decks[nearest]),
        )
    known = with_commas(packaged())
    if not known:
        return say("there is no file {file}", file=quoted(name))
    return say("there is no file {file}; packaged decks go by name: {known}", file=quoted(name), known=known)


def _stem(file: str) -> str:
    """A deck file's name without its ending."""
    return next((file.removesuffix(ending) for ending in ENDINGS if file.endswith(ending)), file)


def _folder(name: str) -> Message:
    """The sentence that this is a folder, with a deck file that is in it."""
    try:
        decks = sorted(file for file in os.listdir(name) if file.endswith(ENDINGS))
    except OSError:
        decks = []
    if not decks:
        return say("{folder} is a folder; give a deck file in it", folder=quoted(name))
    return say(
        "{folder} is a folder; give a deck file in it, such as {file}",
        folder=quoted(name),
        file=quoted(os.path.join(name, decks[0])),
    )
