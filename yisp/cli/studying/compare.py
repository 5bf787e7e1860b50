"""``yispc compare``."""

from __future__ import annotations

from typing import Any

import click

from ...deck.changes import Changes
from ...messages import say, translated
from ...report.layout import shown
from ...studies.comparison.compare import NothingToCompare, compare, named
from ..complete import DeckName
from ..decks import Compiled, UsageMistake, changes_of, compiled, usage_mistakes
from ..options import Option, count
from ..outputs import check_outputs
from ..parameters import of_run, parameter
from ..running.settings import check_forms, chosen_topics, settings_of, with_parameters
from .common import Waiting, reported_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...studies.comparison.compare import Build

TAKEN = (
    "seed", "topics", "until", "method", "policies", "target", "set", "json", "markdown", "csv", "plot",
    "quiet", "copies", "filler", "no_files",
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


@click.command(
    "compare",
    params=[
        click.Argument(["decks"], nargs=-1, required=True, metavar="DECK...", type=DeckName()),
        parameter(Option(
            "count", ("--count", "-n"), count, "N",
            "Trials of each build, in the same worlds (default: as many as it takes).",
        )),
        *of_run(*TAKEN),
        parameter(Option(
            "size", ("--size",), count, "N",
            "How many cards the other build has, by the card that fills the deck.",
        )),
    ],
    epilog=EXAMPLES,
)  # fmt: skip
def command(decks: tuple[str, ...], **given: Any) -> int:
    """Compare builds of a deck: rates, scores and stats side by side, and which is better by how much.

    Exact answers are compared exactly. Else all builds play the same worlds: a card lies where it lies in
    every build that has it, so most of what is luck in one is the same luck in the other. The first build is
    what the others are held against. --with, --size and --set compare one deck with itself, changed.
    """
    changes = changes_of(given["copies"], given["filler"], given["size"])
    if len(decks) > 1 and changes is not None:
        raise UsageMistake(say("--with and --size compare one deck with itself, changed: give one deck"))
    found = [compiled(name, given["quiet"], given["no_files"]) for name in decks]
    builds = _builds(found, changes, given["set"])
    check_forms(given)
    outputs = {"--csv": given["csv"], "--plot": given["plot"]}
    check_outputs(outputs, *zip(found, decks, strict=True))
    for _, program in builds:
        chosen_topics(program, given["topics"])
    with usage_mistakes(NothingToCompare), Waiting(quiet=given["quiet"]) as waiting:
        comparison = compare(builds, topics=given["topics"], progress=waiting, **settings_of(given))
    from ...report.studies import compare as report

    title = " / ".join(shown(translated(name)) for name in comparison.sides)
    return reported_by(report, comparison, given, title)


def _builds(
    found: Sequence[Compiled], changes: Changes | None, values: Sequence[tuple[str, int]]
) -> list[Build]:
    """The builds by name: decks, or one deck and what it is when it is changed."""
    if len(found) == 1 and (changes is not None or values):
        (one,) = found
        other = one if changes is None else compiled_again(one, changes)
        return named([one.program, with_parameters(other.program, values)])
    return named([with_parameters(one.program, values) for one in found])


def compiled_again(deck: Compiled, changes: Changes) -> Compiled:
    """A deck with other counts.  Raises :class:`UsageMistake`, and ``DeckError``."""
    from ...compile.front import program_for

    with usage_mistakes(ValueError):
        return Compiled(program_for(deck.file, changes), deck.file, changes)
