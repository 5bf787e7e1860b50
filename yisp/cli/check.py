"""``yispc check``."""

from __future__ import annotations

import click

from ..report.layout import shown
from .complete import DeckName
from .decks import Failed, loaded
from .exits import DECK_ERROR, DONE
from .run import bounded


@bounded
@click.command("check", epilog="\b\nExamples:\n  yispc check deck.yml\n  yispc check decks/*.yml\n")
@click.argument("decks", nargs=-1, required=True, metavar="DECK...", type=DeckName())
@click.pass_context
def command(ctx: click.Context, decks: tuple[str, ...], no_files: bool) -> None:
    """Show every mistake and doubt in the decks, without running them."""
    worst = DONE
    for name in decks:
        try:
            deck = loaded(name, no_files)
        except Failed:
            worst = DECK_ERROR
            continue
        doubts = len(deck.diagnostics)
        said = "no mistakes" if not doubts else f"no mistakes, {doubts} warning{'s' * (doubts > 1)}"
        print(f"{shown(name)}: {said}")
    ctx.exit(worst)
