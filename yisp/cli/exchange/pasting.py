"""A deck from a list: the questions of ``yispc new`` about one, and what is shown of the deck at the end.

What comes in: a list that was pasted or named, and hands that are wanted, by options or as somebody answers.
What goes out: the deck file; on a terminal the rate, ``best`` beside the fixed order, and what one copy more
would do, each with the command that says more.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Sequence

import click

from ...deck.exchange.importing import Listed
from ...deck.exchange.pasting import (
    MOST_HANDS,
    Unclear,
    Want,
    asked,
    choices,
    filler,
    kind_words,
    kinds,
    pasted,
    read_cards,
    read_hand,
    remarks,
)
from ...messages import say, told, translated
from ...report.layout import percent, shown
from ..decks import UsageMistake, complain
from ..language import for_people
from ..outputs import deliver
from ..sources import STANDARD_INPUT
from .importing import content_of

PAUSE = 0.15
"""Seconds in which the next line of something pasted is there."""

MOST_BETTER = 3
"""Cards of which it is shown what one copy more would do."""


def read_lines() -> str:
    """The lines that somebody pastes or types, up to an empty one behind which nothing is waiting."""
    click.echo(
        told(
            "Paste your list: names or passcodes in any language, with how many, a .ydk file, an address"
            " ydke://…  An empty line ends it; with nothing, you are asked for a few cards."
        )
    )
    lines: list[str] = []
    while line := sys.stdin.readline():
        if not line.strip() and not (lines and select.select([sys.stdin], [], [], PAUSE)[0]):
            break
        lines.append(line)
    return "".join(lines)


def begin_with_list(
    named: str | None, text: str | None, wanted: Sequence[str], target: str, force: bool, *, asks: bool
) -> None:
    """Write the deck file; what was pasted counts before the file of that name."""
    content, file = (text, told("your list")) if text else content_of(named or STANDARD_INPUT)
    listed = pasted(content or "", file)
    if listed is None:
        raise UsageMistake(say("{file} is a deck file already: `yispc {file}` runs it", file=file))
    with_numbers = asks and target != STANDARD_INPUT
    with for_people(target):
        if asks:
            _show(listed)
        hands = [hand for one in wanted if (hand := read_hand(one, listed))]
        if asks and not hands:
            hands = _ask_hands(listed)
        made = asked(listed, hands, file)
        deliver(made.text, target, force, [named] if named and os.path.exists(named) else ())
    if not asks:
        for remark in (*made.remarks, *made.known):
            complain(remark)
    else:
        for sentence in remarks(made):
            click.echo(translated(sentence))
    if target != STANDARD_INPUT:
        print(told("{file}: run it with `yispc {file}`", file=target))
    if with_numbers:
        _show_numbers(target, filler(listed, hands))


def _show(listed: Listed) -> None:
    """The cards by number, and which of them are known."""
    for number, card in enumerate(choices(listed), 1):
        about = told("played") if card.plays else told("known") if card.known else ""
        if card.near is not None:
            about = told("not known; perhaps {near} is meant", near=card.near)
        click.echo(f"{number:4}  {card.count} {shown(card.name)}" + (f"   ({about})" if about else ""))
    offered = list(map(kind_words, kinds(listed)))
    if offered:
        click.echo(told("Kinds: {names}", names=", ".join(offered)))


def _ask_hands(listed: Listed) -> list[list[Want]]:
    click.echo(
        told(
            "What do you want to see?  Answer by numbers (1 4-6), names or a kind; an empty line asks for"
            " none."
        )
    )
    hands: list[list[Want]] = []
    while len(hands) < MOST_HANDS:
        hand = [
            Want(least, cards)
            for least, question in (
                (1, told("Any of these, such as starters")),
                (2, told("Two of these")),
                (0, told("None of these, such as bricks")),
            )
            if (cards := _ask_cards(question, listed))
        ]
        if not hand:
            break
        hands.append(hand)
        if not click.confirm(told("Is there another hand that would do as well?"), default=False):
            break
    return hands


def _ask_cards(question: str, listed: Listed) -> tuple[str, ...]:
    while True:
        try:
            return read_cards(click.prompt(question, default="", show_default=False), listed)
        except Unclear as mistake:
            click.echo(f"  {translated(str(mistake))}")


def _show_numbers(path: str, other: str | None) -> None:
    """The rate; where something is decided, ``best`` beside it; what one copy more would do; the commands."""
    import shlex
    import warnings

    from ...library.decks import compiled, load
    from ...library.runs import run
    from ...library.studies import sensitivity
    from ...report.sentences import sentences

    file = shlex.quote(path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # all of it has been said
        deck = load(path)
    program = compiled(deck)
    click.echo()
    for sentence in sentences(run(program)):
        click.echo(sentence)
    if any(topic.decides for topic in program.topics):
        for sentence in sentences(run(program, policy=["greedy", "best"]))[1:]:
            click.echo(sentence)
        click.echo(f"  yispc {file} --policy greedy,best")
    rows = [
        row for row in sensitivity(deck, filler=other).table()
        if row["by"] == 1 and row["what"] == "success" and row["value"] > 0
    ]  # fmt: skip
    if rows:
        click.echo(told("One copy more, in place of {card}:", card=other or "…"))
    for row in sorted(rows, key=lambda row: -row["value"])[:MOST_BETTER]:
        click.echo(f"  {shown(row['card'])}: +{percent(row['value'])}")
    click.echo(f"  yispc sensitivity {file}" + (f" --filler {shlex.quote(other)}" if other else ""))
    click.echo(f"  yispc view {file}")
