"""``yispc explain``."""

from __future__ import annotations

import click

from ...lang.suggest import nearest
from ...messages import say
from ..complete import DeckName
from ..decks import UsageMistake, loaded
from ..outputs import print_json
from ..parameters import taking

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


@taking("no_files")
@click.command("explain", epilog=EXAMPLES)
@click.argument("deck", type=DeckName())
@click.option("--card", metavar="NAME", help="Only this card, and the functions that its effects call.")
@click.option("--json", "as_json", is_flag=True, help="Print the sentences as JSON, part by part.")
def command(deck: str, card: str | None, as_json: bool, no_files: bool) -> None:
    """Say what each effect of a deck does, in a player's sentences."""
    from ...explain.decks import explained
    from ...report.text.explain import render_explained

    found = loaded(deck, no_files)
    if card is not None:
        card = found.vocabulary.others.get(card, card)
        _check(card, found)
    said = explained(found, card)
    if as_json:
        print_json({"deck": deck, **said.to_data()})
        return
    for line in render_explained(said):
        print(line)


def _check(card: str, deck: Deck) -> None:
    names = [kind.name for kind in deck.kinds]
    if card in names:
        return
    near = nearest(card, names)
    if near is None:
        raise UsageMistake(say("--card {card}: the deck has no such card", card=card))
    raise UsageMistake(
        say("--card {card}: the deck has no such card; did you mean {near}?", card=card, near=near)
    )
