"""What the Tab key proposes in a shell: deck files, packaged decks, topics.

What comes in: the beginning of a word, and what click knows of the line so far.  What goes out: completions.
Nothing here complains: where a deck cannot be read, nothing is proposed.

(Imported with click's commands; what it needs is imported when someone presses the key.)
"""

from __future__ import annotations

import os
from typing import Any

import click
from click.shell_completion import CompletionItem

from ..deck.reading.files import packaged
from .sources import ENDINGS


class DeckName(click.ParamType[Any]):
    """A deck: its file, or the name of a packaged one; ``also`` are endings of other files that fit."""

    name = "deck"

    def __init__(self, *also: str) -> None:
        self._endings = (*ENDINGS, *also)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in deck_names(incomplete, self._endings)]


class TopicName(click.ParamType[Any]):
    """A topic of the decks that the line names."""

    name = "topic"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        given = ctx.params.get("decks") or ctx.params.get("deck")
        if not given:  # click has given up at the option that lacks its value
            given = [word for word in ctx.args if not word.startswith("-")]
        names: dict[str, None] = {}
        for deck in [given] if isinstance(given, str) else given:
            names |= dict.fromkeys(_topics(deck))
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def deck_names(beginning: str, endings: tuple[str, ...] = ENDINGS) -> list[str]:
    """The deck files, folders and packaged decks whose name begins so."""
    folder, start = os.path.split(beginning)
    try:
        found = sorted(os.listdir(folder or "."))
    except OSError:
        found = []
    names = []
    for name in found:
        if name.startswith(start) and (start or not name.startswith(".")):
            path = os.path.join(folder, name)
            if os.path.isdir(path):
                names.append(path + os.sep)
            elif name.endswith(endings):
                names.append(path)
    return names + [name for name in packaged() if name.startswith(beginning)]


def _topics(deck: str) -> list[str]:
    from ..deck.load import load_file
    from ..lang.diagnostics import DeckError
    from .sources import STANDARD_INPUT, NoSuchDeck, read_deck

    try:
        return [] if deck == STANDARD_INPUT else [topic.name for topic in load_file(read_deck(deck)).topics]
    except (DeckError, NoSuchDeck):
        return []
