"""``yispc bench``."""

from __future__ import annotations

import click

from ...deck.changes import UNCHANGED, Changes
from ...report.text.timings import render
from ...simulate.single.timing import time_program
from ..complete import DeckName, TopicName
from ..decks import compiled
from ..parameters import changing, taking
from .settings import chosen_topics, with_parameters

EXAMPLES = """\b
Examples:
  yispc bench deck.yml                     every topic, on both targets
  yispc bench deck.yml --topic going-first --seconds 5
"""


@taking("set")
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
def command(
    deck: str,
    topics: tuple[str, ...],
    seconds: float,
    set: tuple[tuple[str, int], ...],
    changes: Changes | None,
) -> None:
    """Time a deck: its trials by topic and target, its effects, and its compilation.

    Machines are noisy: compare figures of one run, and run it again before you believe them.
    """
    found = compiled(deck, quiet=True, changes=changes)
    chosen = chosen_topics(found.program, topics)
    program = with_parameters(found.program, set)
    for line in render(time_program(found.file, chosen, seconds, program.given, changes or UNCHANGED)):
        print(line, flush=True)
