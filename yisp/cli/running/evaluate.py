"""``yispc eval``."""

from __future__ import annotations

import re
import sys

import click

from ...deck.changes import Changes
from ...lang.diagnostics import DeckError
from ...messages import Message, say
from ...report.text.trace import printed_line, render_entry
from ...simulate.seeds import fresh_seed
from ...simulate.single.evaluate import evaluate
from ..decks import Failed, UsageMistake, compiled, show
from ..exits import DECK_ERROR, DONE, STRICT
from ..language import beside_results
from ..options import NO_SEED
from ..options import seed as read_seed
from .run import at_once, changing
from .running import read_parameters, with_parameters

NEGATIVE = re.compile(r"-[0-9]+")

EXAMPLES = """\b
Examples:
  yispc eval '(+ 1 2)'
  yispc eval '|H.a:trap|' --deck deck.yml --draw 5
  yispc eval '(# D.3 B);(print B)' --deck deck.yml --seed 7
"""


class _Evaluate(click.Command):
    """Takes a negative number for what it is, and not for an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # A blank before a number changes nothing, for a script or for an option's value.
        return super().parse_args(ctx, [f" {word}" if NEGATIVE.fullmatch(word) else word for word in args])


@changing
@click.command("eval", cls=_Evaluate, epilog=EXAMPLES)
@click.argument("script")
@click.option("--deck", metavar="DECK", help="The deck to shuffle (default: no cards).")
@click.option("--draw", type=click.IntRange(0, 10_000), default=0, help="Cards to draw first (default: 0).")
@click.option("--seed", metavar="N", help="The seed of the shuffle (default: a fresh one).")
@click.option("--set", "given", metavar="NAME=N", multiple=True, help="Set a parameter of the deck.")
@click.pass_context
def command(
    ctx: click.Context,
    script: str,
    deck: str | None,
    draw: int,
    seed: str | None,
    given: tuple[str, ...],
    changes: Changes | None,
) -> None:
    """Work out a number, or run statements, against a shuffled deck."""
    try:
        number = fresh_seed() if seed is None else read_seed(seed)
    except ValueError:
        raise click.BadParameter(at_once(NO_SEED), param_hint="--seed") from None
    if NEGATIVE.fullmatch(script.strip()):
        script = script.strip()  # without the blank that parse_args put there, which would move columns
    try:
        found = compiled(deck, quiet=True, changes=changes) if deck is not None else None
        parameters = read_parameters(given)
        if found is None and parameters:
            raise UsageMistake(say("--set is for the parameters of a deck: give one with --deck"))
        if found is None and changes:
            raise UsageMistake(say("--with is for the cards of a deck: give one with --deck"))
        if found is not None:
            with_parameters(found.program, parameters)  # says what the deck does not have
        model = found.deck() if found is not None else None
        cards = model.size if model is not None else 0
        if draw > cards:
            raise UsageMistake(_too_many(draw, cards, model is not None))
        result = evaluate(script, model, seed=number, draw=draw, given=dict(parameters))
    except Failed:
        ctx.exit(DECK_ERROR)
    except UsageMistake as mistake:
        raise click.UsageError(str(mistake)) from None
    except DeckError as error:
        show(error.diagnostics)
        ctx.exit(DECK_ERROR)
    show(result.diagnostics)
    for entry in result.entries:
        if entry.what == "print":
            print(printed_line(result.program, entry))
        elif entry.what == "notice":
            with beside_results():
                print(render_entry(result.program, entry).strip(), file=sys.stderr)
        elif entry.what in ("move", "shuffle"):
            print(render_entry(result.program, entry).strip())
    if result.number is not None:
        print(result.number)
    ctx.exit(STRICT if result.failed else DONE)


def _too_many(draw: int, cards: int, a_deck: bool) -> Message:
    if a_deck:
        return say("{number} cards cannot be drawn from a deck of {cards}", number=draw, cards=cards)
    return say(
        "{number} cards cannot be drawn from a deck of {cards}: give one with --deck",
        number=draw, cards=cards,
    )  # fmt: skip
