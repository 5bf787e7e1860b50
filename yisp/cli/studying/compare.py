"""``yispc compare``."""

from __future__ import annotations

from typing import Any

import click

from ...deck.changes import Changes
from ...messages import say, translated
from ...report.layout import shown
from ...studies.comparison.compare import NothingToCompare, compare, named
from ..complete import DeckName
from ..decks import Compiled, Failed, UsageMistake, changes_of, compiled, complain
from ..exits import DECK_ERROR, USAGE
from ..limits import within
from ..options import BOUNDS, COUNTS, RUN_OPTIONS, SAME_WORLDS, SIZE
from ..running.run import parameter
from ..running.running import with_parameters
from .studying import Waiting, check_given, exactness, reported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...compile.program import Program
    from ...studies.comparison.compare import Build

TAKEN = (
    "count", "seed", "topics", "until", "method", "policies", "target", "set", "json", "markdown", "csv",
    "plot", "quiet",
)  # fmt: skip
"""The options of ``yispc run`` that builds are compared with."""

EXAMPLES = """\b
Examples:
  yispc compare old.yml new.yml                        two builds, by the topics that both have
  yispc compare deck.yml --with ash=2                  two copies or three?
  yispc compare deck.yml --with ash=2 --filler brick   ... and one more of another card for it
  yispc compare deck.yml --size 41                     40 cards or 41?
  yispc compare deck.yml --set down=1                  a parameter against its default
  yispc compare deck.yml --topic first --topic second  two topics of one deck
  yispc compare deck.yml --policy greedy,best          two policies
  yispc compare old.yml new.yml --until 0.1% --plot difference.svg
"""


@click.pass_context
def _compare(ctx: click.Context, /, decks: tuple[str, ...], **given: Any) -> None:
    """Compare builds of a deck: rates, scores and stats side by side, and which is better by how much.

    Exact answers are compared exactly. Else all builds play the same worlds: a card lies where it lies in
    every build that has it, so most of what is luck in one is the same luck in the other. The first build is
    what the others are held against. --with, --size and --set compare one deck with itself, changed.
    """
    try:
        with within(given["time_limit"], given["memory_limit"]):
            ctx.exit(_compared(decks, given))
    except Failed:
        ctx.exit(DECK_ERROR)
    except (UsageMistake, NothingToCompare) as mistake:
        complain(str(mistake))
        ctx.exit(USAGE)


def _compared(decks: tuple[str, ...], given: dict[str, Any]) -> int:
    changes = changes_of(given["copies"], given["filler"], given["size"])
    if len(decks) > 1 and changes is not None:
        raise UsageMistake(say("--with and --size compare one deck with itself, changed: give one deck"))
    found = [compiled(name, given["quiet"], given["no_files"]) for name in decks]
    builds = _builds(found, changes, list(given["set"]))
    check_given(given, found, decks)
    policies = given["policies"] or []
    topics = list(given["topics"])
    for _, program in builds:
        for topic in topics:
            _check_topic(program, topic)
    with exactness(), Waiting(quiet=given["quiet"]) as waiting:
        comparison = compare(
            builds,
            topics=topics,
            policies=policies,
            count=given["count"],
            until=given["until"],
            seed=given["seed"],
            method=given["method"],
            target=given["target"] or "auto",
            progress=waiting,
        )
    from ...report.studies import compare as report

    title = " / ".join(shown(translated(name)) for name in comparison.sides)
    return reported(comparison, given, report, title)


def _builds(found: Sequence[Compiled], changes: Changes | None, values: list[tuple[str, int]]) -> list[Build]:
    """The builds by name: decks, or one deck and what it is when it is changed."""
    if len(found) == 1 and (changes is not None or values):
        (one,) = found
        other = one if changes is None else compiled_again(one, changes)
        return named([one.program, with_parameters(other.program, values)])
    return named([with_parameters(one.program, values) for one in found])


def compiled_again(deck: Compiled, changes: Changes) -> Compiled:
    """The same deck with other counts.  Raises :class:`Failed`, :class:`UsageMistake`."""
    from ...compile.front import program_for
    from ...lang.diagnostics import DeckError
    from ..decks import show

    try:
        return Compiled(program_for(deck.file, changes), deck.file, changes)
    except DeckError as error:
        show(error.diagnostics)
        raise Failed(error.diagnostics) from None
    except ValueError as error:
        raise UsageMistake(str(error)) from None


def _check_topic(program: Program, topic: str) -> None:
    from ..running.running import chosen_topics

    chosen_topics(program, [topic])


command = click.Command(
    "compare",
    callback=_compare,
    params=[
        click.Argument(["decks"], nargs=-1, required=True, metavar="DECK...", type=DeckName()),
        *(
            parameter(SAME_WORLDS if option.name == SAME_WORLDS.name else option)
            for option in RUN_OPTIONS
            if option.name in TAKEN
        ),
        *map(parameter, (*COUNTS, SIZE)),
        *map(parameter, BOUNDS),
    ],
    help=_compare.__doc__,
    epilog=EXAMPLES,
)
