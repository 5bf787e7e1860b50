"""``yispc eval``."""

from __future__ import annotations

import re
import sys

import click

from ...deck.changes import Changes
from ...messages import Message, say, say_n
from ...report.text.trace import printed_line, render_entry
from ...simulate.seeds import seed_or_fresh
from ...simulate.single.evaluate import evaluate
from ..decks import UsageMistake, compiled, show
from ..exits import DONE, STRICT
from ..language import beside_results
from ..options import Option
from ..options import seed as read_seed
from ..parameters import changing, parameter, taking
from .settings import with_parameters

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


SEED = Option("seed", ("--seed",), read_seed, "N", "The seed of the shuffle (default: a fresh one).")


@taking("set")
@changing
@click.command("eval", cls=_Evaluate, params=[parameter(SEED)], epilog=EXAMPLES)
@click.argument("script")
@click.option("--deck", metavar="DECK", help="The deck to shuffle (default: no cards).")
@click.option("--draw", type=click.IntRange(0, 10_000), default=0, help="Cards to draw first (default: 0).")
def command(
    script: str,
    deck: str | None,
    draw: int,
    seed: int | None,
    set: tuple[tuple[str, int], ...],
    changes: Changes | None,
) -> int:
    """Work out a number, or run statements, against a shuffled deck."""
    if NEGATIVE.fullmatch(script.strip()):
        script = script.strip()  # without the blank that parse_args put there, which would move columns
    if deck is not None:
        found = compiled(deck, quiet=True, changes=changes)
        with_parameters(found.program, set)  # says what the deck does not have
        model = found.deck()
    elif set:
        raise UsageMistake(say("--set is for the parameters of a deck: give one with --deck"))
    elif changes:
        raise UsageMistake(say("--with is for the cards of a deck: give one with --deck"))
    else:
        model = None
    cards = model.size if model is not None else 0
    if draw > cards:
        raise UsageMistake(_too_many(draw, cards, model is not None))
    result = evaluate(script, model, seed=seed_or_fresh(seed), draw=draw, given=dict(set))
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
    return STRICT if result.failed else DONE


def _too_many(draw: int, cards: int, a_deck: bool) -> Message:
    if a_deck:
        return say_n(
            "one card cannot be drawn from a deck of {cards}",
            "{number} cards cannot be drawn from a deck of {cards}",
            draw, cards=cards,
        )  # fmt: skip
    return say_n(
        "one card cannot be drawn from a deck of {cards}: give one with --deck",
        "{number} cards cannot be drawn from a deck of {cards}: give one with --deck",
        draw, cards=cards,
    )  # fmt: skip
