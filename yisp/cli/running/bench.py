"""``yispc bench``."""

from __future__ import annotations

import click

from ...deck.changes import UNCHANGED, Changes
from ...report.text.timings import render
from ...simulate.single.timing import time_program
from ..complete import DeckName, TopicName
from ..decks import Failed, UsageMistake, compiled
from ..exits import DECK_ERROR
from .run import changing
from .running import chosen_topics, read_parameters, with_parameters

EXAMPLES = """\b
Examples:
  yispc bench deck.yml                     every topic, on both targets
  yispc bench deck.yml --topic going-first --seconds 5
"""


@changing
@click.command("bench", epilog=EXAMPLES)
@click.argument("deck", type=DeckName())
@click.option(
    "--topic",
    "topics",
    metavar="T",
    multiple=True,
    type=TopicName(),
    help="Only this topic; may be repeated.",
)
@click.option(
    "--seconds", type=click.FloatRange(0.01, 3600), default=1.0, show_default=True,
    help="How long to run each topic on each target.",
)  # fmt: skip
@click.option("--set", "given", metavar="NAME=N", multiple=True, help="Set a parameter of the deck.")
@click.pass_context
def command(
    ctx: click.Context,
    deck: str,
    topics: tuple[str, ...],
    seconds: float,
    given: tuple[str, ...],
    changes: Changes | None,
) -> None:
    """Time a deck: its trials by topic and target, its effects, and its compilation.

    Machines are noisy: compare figures of one run, and run it again before you believe them.
    """
    try:
        found = compiled(deck, quiet=True, changes=changes)
        chosen = chosen_topics(found.program, list(topics))
        program = with_parameters(found.program, read_parameters(given))
    except Failed:
        ctx.exit(DECK_ERROR)
    except UsageMistake as mistake:
        raise click.UsageError(str(mistake)) from None
    for line in render(time_program(found.file, chosen, seconds, program.given, changes or UNCHANGED)):
        print(line)
