"""``yispc export``."""

from __future__ import annotations

import click

from ...deck.exchange.exporting import exported
from ...deck.exchange.formats.formats import WRITTEN, named_after
from ...deck.exchange.names import read_names
from ..complete import DeckName
from ..decks import loaded
from ..outputs import deliver

EXAMPLES = """\b
Examples:
  yispc export deck.yml                         a text list
  yispc export deck.yml -o deck.csv
  yispc export deck.yml --to ydke --names cards.cdb
"""


@click.command("export", epilog=EXAMPLES)
@click.argument("deck", type=DeckName())
@click.option(
    "--to", type=click.Choice(list(WRITTEN)), help="The format (default: by the name in -o, else list)."
)
@click.option("--out", "-o", metavar="FILE", help="Where to write it (default: standard output).")
@click.option("--names", metavar="TABLE", help="A card table: .csv or .tsv with id and name, or a .cdb.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def command(deck: str, to: str | None, out: str | None, names: str | None, force: bool) -> None:
    """Write a deck's cards as a list for other programs.

    ydk and ydke know cards by their passcodes: a card table gives them, or names that are numbers.
    """
    table = read_names(names) if names is not None else None
    kind = to or (named_after(out, WRITTEN) if out is not None else None) or "list"
    text = exported(loaded(deck), kind, table)
    deliver(text, out, force, [one for one in (deck, names) if one is not None])
