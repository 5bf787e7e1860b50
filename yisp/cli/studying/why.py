"""``yispc why``."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import click

from ...report.files import json
from ...report.studies.why import render
from ...report.text.notices import changing
from ...studies.failures.reasons import TABLE_COLUMNS, Why
from ...studies.failures.why import COUNT, NothingToSay, why
from ..complete import DeckName, TopicName
from ..decks import Failed, UsageMistake, changes_of, code_of, compiled, complain
from ..exits import DECK_ERROR, USAGE
from ..options import POLICIES, RUN_OPTIONS, Option
from ..options import count as count_of
from ..running.run import bounded, parameter
from ..running.running import chosen_topics, seed_of, with_parameters
from .studying import Waiting, check_given, write_files

EXAMPLES = """\b
Examples:
  yispc why deck.yml --seed 7                        why the first topic fails
  yispc why deck.yml --topic going-first --count 1e5 --failed 20
  yispc why deck.yml --plot lines.svg                … and a picture of the lines that were played
"""

OF_RUN = ("set", "copies", "filler", "json", "csv", "plot", "quiet")
"""The options that are those of ``yispc run``."""


def _why(
    ctx: click.Context,
    deck: str,
    topic: str | None,
    count: int | None,
    seed: str | None,
    failed: int,
    succeeded: int,
    policy: str | None,
    no_files: bool,
    **given: Any,
) -> None:
    """Say why hands fail: what was missing, what one more card would do, what was played.

    The trials are those of `yispc run --method sample` with the same seed; each hand that is shown has the
    command that replays it.
    """
    try:
        changes = changes_of(given["copies"], given["filler"])
        found = compiled(deck, given["quiet"], no_files, changes)
        (index,) = chosen_topics(found.program, [topic] if topic is not None else []) or [0]
        number = seed_of(found.program.settings["seed"], seed)
        parameters = with_parameters(found.program, given["set"]).given
        check_given(given, [found], [deck])
        with Waiting(quiet=given["quiet"]) as waiting:
            told = why(
                found.deck(),
                found.program.topics[index].name,
                count=count or COUNT,
                seed=number,
                failed=failed,
                succeeded=succeeded,
                policy=policy,
                given=parameters,
                progress=waiting,
            )
    except Failed:
        ctx.exit(DECK_ERROR)
    except NothingToSay as error:
        complain(str(error))
        ctx.exit(USAGE)
    except UsageMistake as mistake:
        raise click.UsageError(str(mistake)) from None
    code = write_files(given, TABLE_COLUMNS, told.table, partial(_draw, told))
    if given["json"]:
        print(json.line_of(told.to_dict(), encoding=sys.stdout.encoding), flush=True)
    else:
        print(render(told, deck, policy, changing(given["copies"], given["filler"])), flush=True)
    ctx.exit(max(code, code_of(told.ended)))


command = bounded(
    click.Command(
        "why",
        callback=click.pass_context(_why),
        params=[
            click.Argument(["deck"], type=DeckName()),
            click.Option(
                ["--topic"], type=TopicName(), metavar="T", help="The topic (default: the deck's first)."
            ),
            parameter(Option("count", ("--count", "-n"), count_of, "N", f"Trials (default: {COUNT}).")),
            click.Option(["--seed"], metavar="N", help="The seed (default: the deck's, or a fresh one)."),
            click.Option(
                ["--failed"], type=click.IntRange(0, 1000), default=10,
                help="Failed hands to show (default: 10).",
            ),
            click.Option(
                ["--succeeded"], type=click.IntRange(0, 1000), default=5,
                help="Hands that succeeded to show (default: 5).",
            ),
            click.Option(
                ["--policy"], type=click.Choice(POLICIES), help="The policy (only greedy is looked at)."
            ),
            *(parameter(option) for option in RUN_OPTIONS if option.name in OF_RUN),
        ],
        help=_why.__doc__,
        epilog=EXAMPLES,
    )
)  # fmt: skip


def _draw(told: Why, path: str) -> list[str]:
    from ...report.pictures.streams import draw_flow

    return draw_flow(told, path)
