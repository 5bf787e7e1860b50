"""``yispc search``."""

from __future__ import annotations

import click

from ...messages import say
from ...report.text.routes import render_search
from ...simulate.seeds import seed_or_fresh
from ..complete import DeckName
from ..decks import Compiled, compiled, complain, usage_mistakes
from ..exits import DECK_ERROR, DONE
from ..outputs import print_json
from ..parameters import changing, taking, topic_option, trial_option
from .settings import chosen_topic, with_parameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...compile.program import Program
    from ...deck.changes import Changes

EXAMPLES = """\b
Examples:
  yispc search worked-example                     every line of the first stage
  yispc search contest-focus --trial 3 --turn 5   … of the position in which turn 5 begins
  yispc search contest-focus --explain            … and how the evaluations come about
"""


@taking("seed", "set", "no_files")
@changing
@click.command("search", params=[topic_option(), trial_option()], epilog=EXAMPLES)
@click.argument("deck", type=DeckName())
@click.option("--turn", type=click.IntRange(1), default=1, help="The turn that the search begins in, from 1.")
@click.option("--explain", is_flag=True, help="Show every part of the evaluations.")
@click.option("--json", "as_json", is_flag=True, help="Print the routes as JSON.")
def command(
    deck: str,
    topic: str | None,
    trial: int,
    turn: int,
    explain: bool,
    as_json: bool,
    seed: int | None,
    set: tuple[tuple[str, int], ...],
    no_files: bool,
    changes: Changes | None,
) -> int:
    """List the routes that a searching policy weighs in one position, and what each is worth."""
    from ...simulate.counting.probabilities import OverBudget
    from ...simulate.worlds.routes import search

    found = compiled(deck, no_files=no_files, changes=changes)
    index = chosen_topic(found.program, topic)
    program = with_parameters(found.program, set)
    parts: list[str] = []
    if explain:
        program, parts = _explaining(found, program, index)
    number = seed_or_fresh(seed, program.settings["seed"])
    try:
        with usage_mistakes(ValueError, about=str(turn), option="--turn"):
            searched = search(program, index, seed=number, trial=trial, turn=turn, parts=parts)
    except OverBudget as error:
        complain(say("the routes cannot be listed: {reason}", reason=str(error)))
        return DECK_ERROR
    if as_json:
        print_json(searched.to_dict())
        return DONE
    for line in render_search(searched):
        print(line)
    return DONE


def _explaining(found: Compiled, program: Program, topic: int) -> tuple[Program, list[str]]:
    """The program with stats for the parts of the topic's evaluation, and their names."""
    from ...compile.pipeline import compile_deck
    from ...simulate.worlds.routes import explained

    deck, parts = explained(found.deck(), topic)
    return compile_deck(deck).with_parameters(program.given), parts
