"""``yispc import``."""

from __future__ import annotations

import sys

import click

from ...deck.exchange.formats.formats import FORMATS
from ...deck.exchange.formats.ydke import SCHEME
from ...deck.exchange.importing import imported
from ...deck.exchange.names import read_names
from ...deck.load import read_file
from ...deck.reading.files import LARGEST
from ..complete import DeckName
from ..decks import complain
from ..language import for_people
from ..outputs import deliver
from ..sources import STANDARD_INPUT

EXAMPLES = """\b
Examples:
  yispc import deck.ydk --names cards.cdb -o deck.yml
  yispc import 'ydke://…'                 an address that was copied
  yispc import list.txt -o deck.yml       Arena, MTGO: 4 Lightning Bolt
  yispc import cards.csv | yispc -        run it at once
  yispc import old.yml -o new.yml         a deck file of ygo-calc 1
"""

ENDINGS = (".txt", *(ending for one in FORMATS.values() for ending in one.ENDINGS))


@click.command("import", epilog=EXAMPLES)
@click.argument("file", metavar="FILE", type=DeckName(*ENDINGS))
@click.option("--out", "-o", metavar="FILE", help="Where to write the deck file (default: standard output).")
@click.option(
    "--from", "kind", type=click.Choice(list(FORMATS)), help="The format, where the file does not tell."
)
@click.option("--names", metavar="TABLE", help="A card table: .csv or .tsv with id and name, or a .cdb.")
@click.option("--blank", is_flag=True, help="Use no packaged collection, even one that knows cards.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def command(
    file: str,
    out: str | None,
    kind: str | None,
    names: str | None,
    blank: bool,
    force: bool,
) -> None:
    """Make a deck file of a card list.

    FILE is a .ydk file, an address that begins with ydke://, a text list of Arena or MTGO, a table (.csv,
    .tsv), or a deck file of ygo-calc 1; `-` is the standard input.  The extra deck starts in zone E, a
    commander in zone C, and the side deck is left out.  Passcodes get names by the card table.  Cards that a
    packaged collection knows do what it says of them.
    """
    table = read_names(names) if names is not None else None
    with for_people(out):
        made = imported(*content_of(file), kind, table, plays=not blank)
    deliver(made.text, out, force, [one for one in (file, names) if one is not None])
    for remark in (*made.remarks, *made.known):
        complain(remark)


def content_of(file: str) -> tuple[bytes | str, str]:
    """What there is to import, and what it is called."""
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(LARGEST + 1), "<stdin>"
    if file.startswith(SCHEME):
        return file, "<address>"
    return read_file(file), file
