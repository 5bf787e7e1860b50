"""Where a deck comes from: a path, the standard input, or the name of a packaged deck.

(On the warm start's path: no pathlib, no importlib.resources.)
"""

from __future__ import annotations

import os
import sys

from ..deck.files import DECK, LARGEST, PACKAGED, SourceFile, packaged

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
        raise NoSuchDeck(f"there is no file {name!a}{_suggestion(name)}") from None
    except IsADirectoryError:
        raise NoSuchDeck(f"{name!a} is a folder; give a deck file in it{_decks_in(name)}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NoSuchDeck(f"the file {name!a} cannot be read: {reason}") from None


def _suggestion(name: str) -> str:
    from difflib import get_close_matches

    folder = os.path.dirname(name) or "."
    try:
        files = [os.path.join(os.path.dirname(name), file) for file in os.listdir(folder)]
    except OSError:
        files = []
    decks = [file for file in files if file.endswith(ENDINGS)]
    if folder == "." and not name.endswith(ENDINGS):
        from .app import COMMANDS

        for command in get_close_matches(name, COMMANDS, 1, 0.6):
            return f"; did you mean the command {command!a}?"
    for nearest in get_close_matches(name, [*decks, *packaged()], 1, 0.6):
        return f"; did you mean {nearest!a}?"
    return f"; packaged decks go by name: {', '.join(packaged())}" if packaged() else ""


def _decks_in(folder: str) -> str:
    try:
        decks = sorted(file for file in os.listdir(folder) if file.endswith(ENDINGS))
    except OSError:
        decks = []
    return f", such as {os.path.join(folder, decks[0])!a}" if decks else ""
