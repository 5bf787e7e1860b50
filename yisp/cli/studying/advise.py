"""``yispc advise``."""

from __future__ import annotations

from typing import Any

import click

from ...compile.program import Program
from ...messages import quoted, say, with_commas
from ...report.studies.advise import render
from ...simulate.seeds import seed_or_fresh
from ...studies.advice.advise import NothingToAdvise, advising, topic_to_advise
from ...studies.advice.naming import NotSeen, Seen, read_zones
from ...studies.advice.standing import copies_of
from ..complete import DeckName, TopicName
from ..decks import UsageMistake, changes_of, code_of, compiled, usage_mistakes
from ..outputs import print_json
from ..parameters import of_run
from ..running.settings import chosen_topic, with_parameters

EXAMPLES = """\b
Examples:
  yispc advise deck.yml --hand 'gate, 2 scout, ash'   what to play first, and what each is worth
  yispc advise deck.yml --seed 3                      the same of a hand that is drawn
  yispc advise deck.yml --hand gate --graveyard 'ash, scout' --top pot
  yispc advise deck.yml --hand gate --depth 3         ... three moves ahead
"""

OF_RUN = ("seed", "set", "copies", "filler", "method", "json", "quiet", "no_files")
"""The options that are those of ``yispc run``."""


@click.command(
    "advise",
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
        *of_run(*OF_RUN),
    ],
    epilog=EXAMPLES,
)  # fmt: skip
def command(
    deck: str,
    topic: str | None,
    hand: str | None,
    graveyard: str | None,
    seen: tuple[str, ...],
    top: str | None,
    goal: str | None,
    depth: int,
    **given: Any,
) -> int:
    """Say what to do with a hand: what each first move is worth, how certain that is, and what comes then.

    The hand is taken as it is, and replaces the draw; without one, it is that of the first trial under the
    seed.  What is seen is read as `yispc odds` reads it; what is not may lie in any order.  To stop is a
    move, too.
    """
    with usage_mistakes(NotSeen, NothingToAdvise):
        found = compiled(
            deck, given["quiet"], given["no_files"], changes_of(given["copies"], given["filler"])
        )
        program = with_parameters(found.program, given["set"])
        index = topic_to_advise(program) if topic is None else chosen_topic(program, topic)
        number = seed_or_fresh(given["seed"], program.settings["seed"])
        _check_goal(program, index, goal)
        zones = read_zones([*([] if graveyard is None else [f"B:{graveyard}"]), *seen])
        said = Seen.among(copies_of(program), program.others, hand, zones, top)
        method = given["method"] or "auto"
        work = advising(program, index, said, number, found.deck, goal=goal, method=method)
        work.finish()
    advice = work.advice(depth)
    if given["json"]:
        print_json(advice.to_dict())
    else:
        print(render(advice), flush=True)
    return code_of(advice.ended)


def _check_goal(program: Program, topic: int, goal: str | None) -> None:
    known = ["score", "success", *program.topics[topic].stats]
    if goal is not None and goal not in known:
        named = {"goal": quoted(goal), "known": with_commas(known)}
        raise UsageMistake(say("--goal {goal}: known are {known}", **named))
