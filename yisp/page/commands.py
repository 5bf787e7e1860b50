"""The commands that a page names: what replays a trial, and what writes the page again.

What comes in: a deck, a result, and how it was asked for.  What goes out: command lines to copy, quoted for a
shell; and, where the deck's file does not hold this deck, what is to be done before they work.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..deck.reading.files import DECK, PACKAGED, Unreadable, read_regular
from ..messages import ENGLISH, language, told
from ..report.layout import shown
from ..report.text.notices import changing, quoted, trace_command

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..deck.model import Deck
    from ..simulate.result import Result, TopicResult

WORDS = {
    "topics": "--topic",
    "count": "--count",
    "until": "--until",
    "method": "--method",
    "policies": "--policy",
    "strict": "--strict",
    "relate": "--relate",
    "compare": "--compare",
    "vary": "--vary",
    "panels": "--panel",
    "pictures": "--pictures",
    "filler": "--filler",
    "lang": "--lang",
}
"""What is asked of a page besides its deck and seed, and how the command line says it."""

UNNAMED = "deck.yml"
"""What commands call a deck that has no file: it is to be saved under that name."""


def deck_name(deck: Deck) -> str:
    """What a command calls the deck."""
    source = deck.source
    if source is not None and os.path.dirname(source.path) == os.path.realpath(PACKAGED):
        return os.path.basename(source.path).removesuffix(DECK)
    return UNNAMED if deck.file.startswith("<") and deck.file.endswith(">") else deck.file


def before_commands(deck: Deck) -> str | None:
    """What is to be done before commands mean this deck: its text may be another one than that of the file,
    or there may be no such file.  None where nothing is to be done."""
    if deck.source is None:
        return None
    try:
        there = _plain(read_regular(deck.source.path))
    except Unreadable:
        there = None
    if there == _plain(deck.source.data):
        return None
    file = shown(deck_name(deck))
    if there is None:
        return told("First save the deck's text, which is on this page, as {file}.", file=file)
    return told(
        "First save the deck's text, which is on this page, as {file}: that file holds something else.",
        file=file,
    )


def _plain(text: bytes | str) -> str:
    """A file's content without what an editor may write in another way: its mark, its line ends."""
    read = text if isinstance(text, str) else text.decode("utf-8", "replace")
    return read.removeprefix("\ufeff").replace("\r\n", "\n")


def asked_of(result: Result) -> dict[str, Any]:
    """What a result shows of how it was asked for: which topics and policies, how many trials."""
    program, played = result.program, result.played
    trials = [topic.trials for topic in played if topic.trials]
    found: dict[str, Any] = {}
    if len(result.topics) < len(program.topics) and not result.partial:
        found["topics"] = list(result.topics)
    policies = list(next(iter(result.topics.values())).policies) if result.topics else []
    if any([program.topics[topic.index].policy.kind] != policies for topic in result.topics.values()):
        found["policies"] = policies
    if trials and max(trials) != program.settings["count"] and not result.partial:
        found["count"] = max(trials)
    return found


def page_command(deck: Deck, result: Result, asked: Mapping[str, Any], out: str) -> str:
    """What writes the page once more, over the file that is there by then; ``asked`` has the keys of
    ``WORDS``.  A page in another language than English says so, whatever the reader's own is."""
    asked = {"lang": None if language() == ENGLISH else language(), **asked}
    words = ["yispc", "report", not_an_option(deck_name(deck)), "--seed", str(result.seed)]
    for key, word in WORDS.items():
        value = asked.get(key, deck.changes.filler if key == "filler" else None)
        if value is None or value is False or value == [] or value == ():
            continue
        if value is True:
            words.append(word)
        elif key == "policies":
            words += [word, ",".join(value)]
        elif isinstance(value, list | tuple):
            words += [part for one in value for part in (word, str(one))]
        else:
            words += [word, str(value)]
    words += [part for name, value in result.program.given.items() for part in ("--set", f"{name}={value}")]
    words += [part for option in changing(deck.changes.counts, None) for part in option]
    words += ["-o", not_an_option(out)]
    if out != "-":
        words.append("--force")
    return " ".join(map(quoted, words))


def replay_command(deck: Deck, result: Result, topic: TopicResult, trial: int) -> str:
    """What replays a trial of the run."""
    own = [result.program.topics[topic.index].policy.kind]
    policies = list(topic.policies)
    return trace_command(
        deck_name(deck), topic.name, trial, result.seed, result.program.given,
        policies=policies if topic.in_worlds or policies != own else (), show=topic.policy,
        changed=changing(deck.changes.counts, deck.changes.filler),
    )  # fmt: skip


def not_an_option(name: str) -> str:
    """A file's name as a word of a command, which no option begins like."""
    return "./" + name if name.startswith("-") and name != "-" else name
