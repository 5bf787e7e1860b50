"""``yispc new``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from ...deck.exchange.beginning import HAND, SIZE, Beginning, Unfit, begun, example, read_card, read_wanted
from ...deck.exchange.pasting import Unclear
from ...messages import say, told, translated
from ..complete import DeckName
from ..decks import UsageMistake, on_terminal, usage_mistakes
from ..language import for_people
from ..outputs import deliver
from ..sources import STANDARD_INPUT
from .importing import ENDINGS as LISTS
from .pasting import begin_with_list, read_lines

FILE = "deck.yml"

EXAMPLES = """\b
Examples:
  yispc new                               asks for your list, and what you want to see
  yispc new --list deck.ydk               ... of that list
  yispc new --list list.txt --want 'a:hand-trap + 0x Brick' --want '2x Ash / Lamp'
  yispc new mine.yml --card 'Ash: 3' --card 'Lamp: 2' --want 'Ash + Lamp' --want Ash
  yispc new --yes && yispc deck.yml       an example to change
"""

T = TypeVar("T")


@click.command("new", epilog=EXAMPLES)
@click.argument("file", required=False, metavar="[FILE]")
@click.option(
    "--list",
    "listed",
    metavar="LIST",
    type=DeckName(*LISTS),
    help="Your cards: a .ydk file, a text list, a ydke:// address, or - for the standard input.",
)
@click.option("--size", type=int, metavar="N", help=f"Cards in the deck (default: {SIZE}).")
@click.option("--hand", type=int, metavar="N", help=f"Cards in the opening hand (default: {HAND}).")
@click.option(
    "--card",
    "cards",
    multiple=True,
    metavar="NAME:N",
    help="A card and its copies; several times.",
)
@click.option(
    "--want", "wanted", multiple=True, metavar="NAMES",
    help="A hand that you want: `Ash`, or `Ash + Lamp`; of a list also `2x Ash / Lamp` (two of these),"
    " `0x Brick` (none), `a:hand-trap` (default: the first card).",
)  # fmt: skip
@click.option("--yes", is_flag=True, help="Ask nothing: what is not given is as by default.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def command(
    file: str | None, listed: str | None, size: int | None, hand: int | None,
    cards: tuple[str, ...], wanted: tuple[str, ...], yes: bool, force: bool,
) -> None:  # fmt: skip
    """Begin a deck file, with comments, that runs at once: with your list of cards, or with a few.

    On a terminal it asks for what it needs; with --card, --list or --yes it asks nothing but, of a list, what
    you want to see.  What packaged collections know of a list is played.  FILE is deck.yml unless you say
    otherwise, and `-` the standard output.
    """
    if listed is not None and (cards or size is not None or hand is not None):
        raise UsageMistake(say("a list says which cards there are: leave out --card, --size and --hand"))
    asks = not yes and not cards and not (listed is not None and (wanted or not on_terminal()))
    if asks and not on_terminal():
        raise UsageMistake(
            say("there is no terminal to ask on: give --list or --card, or --yes for an example")
        )
    with usage_mistakes(Unfit, Unclear):
        if asks:
            file = file or click.prompt(told("File"), default=FILE)
        target = file or FILE
        pasted = read_lines() if asks and listed is None and size is None and hand is None else None
        if listed is not None or pasted:
            begin_with_list(listed, pasted, wanted, target, force, asks=asks)
            return
        with for_people(target):
            answers = (
                _asked(size, hand, wanted)
                if asks
                else Beginning(
                    [read_card(card) for card in cards] or example(),
                    SIZE if size is None else size,
                    HAND if hand is None else hand,
                    [read_wanted(hand) for hand in wanted],
                )
            )
            deliver(begun(answers), target, force, ())
    if target != STANDARD_INPUT:
        print(told("{file}: run it with `yispc {file}`", file=target))


def _asked(size: int | None, hand: int | None, wanted: tuple[str, ...]) -> Beginning:
    """The answers to the questions whose options were not given."""
    if size is None:
        size = click.prompt(told("Cards in the deck"), default=SIZE, type=int)
    if hand is None:
        hand = click.prompt(told("Cards in the opening hand"), default=HAND, type=int)
    click.echo(told("Which cards, and how many copies of each?  An empty line ends the list."))
    cards = _several(told("Card (as in Ash: 3)"), read_card)
    if not cards:
        cards = example()
        click.echo("  " + ", ".join(f"{name}: {count}" for name, count in cards))
    hands = [read_wanted(each) for each in wanted]
    if not hands:
        click.echo(
            told("Which hands do you want?  An empty line ends the list; without any, the first card.")
        )
        hands = _several(told("Hand (one card, or several: A + B)"), read_wanted)
    return Beginning(cards, size, hand, hands)


def _several(question: str, read: Callable[[str], T]) -> list[T]:
    """Answers until an empty one; what cannot be read is asked for again."""
    answers: list[T] = []
    while written := click.prompt(question, default="", show_default=False).strip():
        try:
            answers.append(read(written))
        except Unfit as mistake:
            click.echo(f"  {translated(str(mistake))}")
    return answers
