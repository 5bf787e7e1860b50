"""``yispc check``."""

from __future__ import annotations

from collections.abc import Iterable

import click

from ...deck.collection.remarks import known_messages
from ...lang.diagnostics import Diagnostic
from ...messages import told, told_n, translated
from ...report.layout import shown
from ..complete import DeckName
from ..decks import Failed, checked
from ..exits import DECK_ERROR, DONE
from ..parameters import of_run

EXAMPLES = """\b
Examples:
  yispc check deck.yml
  yispc check decks/*.yml
  yispc check decks/*.yml --annotations github
"""


@click.command("check", params=of_run("annotations", "no_files"), epilog=EXAMPLES)
@click.argument("decks", nargs=-1, required=True, metavar="DECK...", type=DeckName())
def command(decks: tuple[str, ...], annotations: str | None, no_files: bool) -> int:
    """Show every mistake and doubt in the decks, without running them.

    A collection of cards is checked as well.
    """
    worst = DONE
    for name in decks:
        try:
            deck = checked(name, no_files)
        except Failed as failed:
            worst = DECK_ERROR
            _annotate(annotations, failed.problems)
            continue
        _annotate(annotations, deck.diagnostics)
        doubts = len(deck.diagnostics)
        if doubts:
            known = told_n(
                "{deck}: no mistakes, {number} warning", "{deck}: no mistakes, {number} warnings",
                doubts, deck=shown(name),
            )  # fmt: skip
        else:
            known = told("{deck}: no mistakes", deck=shown(name))
        print(known)
        for message in known_messages(deck.uses, deck.known, deck.blank, len(deck.kinds)):
            print(f"    {shown(translated(message))}")
    return worst


def _annotate(wanted: str | None, problems: Iterable[Diagnostic | str]) -> None:
    if wanted is not None:
        from ...report.files.workflow import problem
        from .ci import announce

        announce(map(problem, problems))
