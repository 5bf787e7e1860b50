"""``yispc run``."""

from __future__ import annotations

from typing import Any

import click

from ...deck.reading.files import SCRIPT
from ..complete import DeckName
from ..options import RUN_OPTIONS, RunOptions
from ..parameters import parameter
from .run_decks import run_decks

EXAMPLES = """\b
Examples:
  yispc run deck.yml other.yml          two decks
  yispc run opening --count 1e6         a packaged deck, a million trials a topic
  yispc run deck.yml --topic going-first --seed 7 --json
  yispc run deck.yml --records games.tsv --relate score,milled --plot deck.svg
  yispc run script.yisp --deck deck.yml --seed 7
  cat deck.yml | yispc run -
"""


@click.command(
    "run",
    params=[
        click.Argument(["decks"], nargs=-1, required=True, metavar="DECK...", type=DeckName(SCRIPT)),
        *map(parameter, RUN_OPTIONS),
    ],
    epilog=EXAMPLES,
)
def command(decks: tuple[str, ...], **given: Any) -> int:
    """Compile decks, run them and report.

    A deck is a file, `-` for the standard input, or the name of a packaged deck.  A script (.yisp) is played
    once instead: what it prints is shown, and where the cards of `--deck` lie then.
    """
    several = {option.name: list(given[option.name]) for option in RUN_OPTIONS if option.several}
    return run_decks(RunOptions(decks, **{**given, **several}))
