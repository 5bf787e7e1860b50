"""What is run, and how, as the options of a command say it.

What comes in: a program, and values of options.  What goes out: topics, a seed, the program with parameters
and relations; or :class:`UsageMistake` where the deck has no such thing.

(On the warm start's path.)
"""

from __future__ import annotations

from ...compile.program import Program
from ...deck.observables import find_pair, relatable
from ...messages import quoted, say, with_commas
from ..decks import UsageMistake

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

SETTINGS = ("count", "until", "seed", "method", "policies", "target", "jobs", "strict")
"""The options of ``yispc run`` that say how topics are answered, by the names that runs and studies have for
them."""


def settings_of(given: Mapping[str, Any], *without: str) -> dict[str, Any]:
    """The options of ``SETTINGS`` that were given, but for those named ``without``; runs and studies have
    defaults for the others."""
    return {
        name: given[name]
        for name in SETTINGS
        if name not in without and given.get(name) is not None and given[name] is not False
    }


def check_forms(given: Mapping[str, Any]) -> None:
    """Raise :class:`UsageMistake` for results in two forms."""
    if given["json"] and given["markdown"]:
        raise UsageMistake(say("--json and --markdown are two forms of the same results: give one of them"))


def chosen_topics(program: Program, names: Sequence[str]) -> list[int] | None:
    """The indices of the topics named, each once; None when none is.  Raises :class:`UsageMistake`."""
    if not names:
        return None
    chosen = []
    for name in names:
        try:
            chosen.append(program.topic(name))
        except KeyError:
            known = with_commas(topic.name for topic in program.topics)
            raise UsageMistake(
                say(
                    "{deck} has no topic {topic}; it has {known}",
                    deck=program.file, topic=quoted(name), known=known,
                )
            ) from None  # fmt: skip
    return list(dict.fromkeys(chosen))


def chosen_topic(program: Program, name: str | None) -> int:
    """The index of the topic of that name, of the first without one.  Raises :class:`UsageMistake`."""
    (index,) = chosen_topics(program, [] if name is None else [name]) or [0]
    return index


def with_parameters(program: Program, given: Sequence[tuple[str, int]]) -> Program:
    """The program with parameters set.  Raises :class:`UsageMistake` for one that the deck does not have."""
    for name, _ in given:
        if name in program.parameters:
            continue
        names = {"name": name, "deck": program.file}
        if not program.parameters:
            raise UsageMistake(say("--set {name}: {deck} has no parameters (`set`)", **names))
        from ...lang.suggest import nearest

        near = nearest(name, program.parameters)
        if near:
            raise UsageMistake(
                say("--set {name}: {deck} has no such parameter; did you mean {near}?", **names, near=near)
            )
        known = with_commas(program.parameters)
        raise UsageMistake(
            say("--set {name}: {deck} has no such parameter; it has {known}", **names, known=known)
        )
    return program.with_parameters(dict(given))


def related(program: Program, topics: list[int] | None, pairs: Sequence[str]) -> Program:
    """The program with these relations in every topic that can have them.  Raises :class:`UsageMistake`."""
    if not pairs:
        return program
    chosen = range(len(program.topics)) if topics is None else topics
    topic_of = {index: program.topics[index] for index in chosen}
    titles = {index: relatable(topic.combos, topic.watch, topic.stats) for index, topic in topic_of.items()}
    found: dict[int, list[list[str]]] = {}
    for words in pairs:
        named = {index: pair for index in chosen if (pair := find_pair(words, titles[index]))}
        if not named:
            known = dict.fromkeys(title for index in chosen for title in titles[index])
            raise UsageMistake(
                say(
                    "--relate {pair}: give two of these with a comma between: {known}",
                    pair=quoted(words),
                    known=with_commas(known),
                )
            )
        for index, pair in named.items():
            found.setdefault(index, []).append(pair)
    return program.relating(found)
