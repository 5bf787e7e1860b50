"""``yispc explain``."""

from __future__ import annotations

import sys

import click

from ...lang.suggest import Suggestions
from ...messages import say
from ..complete import DeckName
from ..decks import Failed, loaded
from ..exits import DECK_ERROR
from .run import bounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...deck.model import Deck

EXAMPLES = """\b
Examples:
  yispc explain deck.yml
  yispc explain pots --card locksmith
  yispc explain pots --lang zh
  yispc explain deck.yml --json          with the place of each part in the script
"""


@bounded
@click.command("explain", epilog=EXAMPLES)
@click.argument("deck", type=DeckName())
@click.option("--card", metavar="NAME", help="Only this card, and the functions that its effects call.")
@click.option("--json", "as_json", is_flag=True, help="Print the sentences as JSON, part by part.")
@click.pass_context
def command(ctx: click.Context, deck: str, card: str | None, as_json: bool, no_files: bool) -> None:
    """Say what each effect of a deck does, in a player's sentences."""
    from ...explain.decks import explained
    from ...report.files.json import line_of
    from ...report.text.explain import render_explained

    try:
        found = loaded(deck, no_files)
    except Failed:
        ctx.exit(DECK_ERROR)
    if card is not None:
        _check(card, found)
    said = explained(found, card)
    if as_json:
        print(line_of({"deck": deck, **said.to_data()}, encoding=sys.stdout.encoding))
        return
    for line in render_explained(said):
        print(line)


def _check(card: str, deck: Deck) -> None:
    names = [kind.name for kind in deck.kinds]
    if card in names:
        return
    near = Suggestions((name, name) for name in names).nearest(card)
    if near is None:
        raise click.UsageError(say("--card {card}: the deck has no such card", card=card))
    raise click.UsageError(
        say("--card {card}: the deck has no such card; did you mean {near}?", card=card, near=near)
    )
