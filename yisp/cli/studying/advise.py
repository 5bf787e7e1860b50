"""``yispc advise``."""

from __future__ import annotations

import sys
from typing import Any

import click

from ...compile.program import Program
from ...messages import say, with_commas
from ...report.files import json
from ...report.studies.advise import render
from ...simulate.counting.probabilities import NoExactAnswer
from ...studies.advice.advise import NothingToAdvise, advising, topic_to_advise
from ...studies.advice.naming import NotSeen, Seen, read_zone
from ...studies.advice.standing import copies_of
from ..complete import DeckName, TopicName
from ..decks import Failed, UsageMistake, changes_of, code_of, compiled, complain
from ..exits import DECK_ERROR
from ..options import RUN_OPTIONS
from ..running.run import bounded, parameter
from ..running.running import chosen_topics, no_exact_answer, seed_of, with_parameters

EXAMPLES = """\b
Examples:
  yispc advise deck.yml --hand 'gate, 2 scout, ash'   what to play first, and what each is worth
  yispc advise deck.yml --seed 3                      the same of a hand that is drawn
  yispc advise deck.yml --hand gate --graveyard 'ash, scout' --top pot
  yispc advise deck.yml --hand gate --depth 3         ... three moves ahead
"""

OF_RUN = ("set", "copies", "filler", "method", "json", "quiet")
"""The options that are those of ``yispc run``."""


def _advise(
    ctx: click.Context,
    deck: str,
    topic: str | None,
    hand: str | None,
    graveyard: str | None,
    seen: tuple[str, ...],
    top: str | None,
    goal: str | None,
    depth: int,
    seed: str | None,
    no_files: bool,
    **given: Any,
) -> None:
    """Say what to do with a hand: what each first move is worth, how certain that is, and what comes then.

    The hand is taken as it is, and replaces the draw; without one, it is that of the first trial under the
    seed.  What is seen is read as `yispc odds` reads it; what is not may lie in any order.  To stop is a
    move, too.
    """
    try:
        found = compiled(deck, given["quiet"], no_files, changes_of(given["copies"], given["filler"]))
        program = with_parameters(found.program, given["set"])
        chosen = chosen_topics(program, [topic] if topic is not None else [])
        index = topic_to_advise(program) if chosen is None else chosen[0]
        number = seed_of(program.settings["seed"], seed)
        _check_goal(program, index, goal)
        said = _said(program, hand, graveyard, seen, top)
        method = given["method"] or "auto"
        work = advising(program, index, said, number, found.deck, goal=goal, method=method)
        work.finish()
    except Failed:
        ctx.exit(DECK_ERROR)
    except NoExactAnswer as error:
        complain(no_exact_answer(error) or "")
        ctx.exit(DECK_ERROR)
    except (UsageMistake, NotSeen, NothingToAdvise) as mistake:
        raise click.UsageError(str(mistake)) from None
    advice = work.advice(depth)
    if given["json"]:
        print(json.line_of(advice.to_dict(), encoding=sys.stdout.encoding), flush=True)
    else:
        print(render(advice), flush=True)
    ctx.exit(code_of(advice.ended))


command = bounded(
    click.Command(
        "advise",
        callback=click.pass_context(_advise),
        params=[
            click.Argument(["deck"], type=DeckName()),
            click.Option(
                ["--topic"], type=TopicName(), metavar="T",
                help="The topic (default: the first in which something is decided).",
            ),
            click.Option(
                ["--hand"], metavar="CARDS", help="The hand: 'ash, 2 gate' (default: one that is drawn)."
            ),
            click.Option(["--graveyard"], metavar="CARDS", help="Cards in the graveyard: --seen 'B: CARDS'."),
            click.Option(
                ["--seen"], metavar="Z:CARDS", multiple=True,
                help="Cards that lie in a zone: 'B: ash, gate'; may be given several times.",
            ),
            click.Option(["--top"], metavar="CARDS", help="Cards on top of the deck, the first one on top."),
            click.Option(
                ["--goal"], metavar="GOAL",
                help="What is to be great: score, success or a stat (default: as the topic's policy has it).",
            ),
            click.Option(
                ["--depth"], type=click.IntRange(0, 100), default=1, metavar="N",
                help="How many moves behind the first to look (default: 1).",
            ),
            click.Option(["--seed"], metavar="N", help="The seed (default: the deck's, or a fresh one)."),
            *(parameter(option) for option in RUN_OPTIONS if option.name in OF_RUN),
        ],
        help=_advise.__doc__,
        epilog=EXAMPLES,
    )
)  # fmt: skip


def _said(
    program: Program, hand: str | None, graveyard: str | None, seen: tuple[str, ...], top: str | None
) -> Seen:
    zones: dict[str, str] = {}
    for text in (*([] if graveyard is None else [f"B:{graveyard}"]), *seen):
        letter, cards = read_zone(text)
        zones[letter] = f"{zones[letter]}, {cards}" if letter in zones else cards
    return Seen.among(copies_of(program), hand, zones, top)


def _check_goal(program: Program, topic: int, goal: str | None) -> None:
    known = ["score", "success", *program.topics[topic].stats]
    if goal is not None and goal not in known:
        raise UsageMistake(say("--goal {goal}: known are {known}", goal=repr(goal), known=with_commas(known)))
