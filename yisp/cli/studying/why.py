"""``yispc why``."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from ...report.studies.why import render
from ...report.text.notices import changing
from ...simulate.seeds import seed_or_fresh
from ...studies.failures.reasons import TABLE_COLUMNS, Why
from ...studies.failures.why import COUNT, NothingToSay, why
from ..complete import DeckName
from ..decks import changes_of, compiled, usage_mistakes
from ..options import POLICIES, Option
from ..options import count as count_of
from ..outputs import check_outputs
from ..parameters import of_run, parameter, topic_option
from ..running.settings import chosen_topic, with_parameters
from .common import Waiting, reported

EXAMPLES = """\b
Examples:
  yispc why deck.yml --seed 7                        why the first topic fails
  yispc why deck.yml --topic going-first --count 1e5 --failed 20
  yispc why deck.yml --plot lines.svg                … and a picture of the lines that were played
"""

OF_RUN = ("seed", "set", "copies", "filler", "json", "csv", "plot", "quiet", "no_files")
"""The options that are those of ``yispc run``."""


@click.command(
    "why",
    params=[
        click.Argument(["deck"], type=DeckName()),
        topic_option(),
        parameter(Option("count", ("--count", "-n"), count_of, "N", f"Trials (default: {COUNT}).")),
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
        *of_run(*OF_RUN),
    ],
    epilog=EXAMPLES,
)  # fmt: skip
def command(
    deck: str,
    topic: str | None,
    count: int | None,
    failed: int,
    succeeded: int,
    policy: str | None,
    **given: Any,
) -> int:
    """Say why hands fail: what was missing, what one more card would do, what was played.

    The trials are those of `yispc run --method sample` with the same seed; each hand that is shown has the
    command that replays it.
    """
    changes = changes_of(given["copies"], given["filler"])
    found = compiled(deck, given["quiet"], given["no_files"], changes)
    index = chosen_topic(found.program, topic)
    parameters = with_parameters(found.program, given["set"]).given
    check_outputs({"--csv": given["csv"], "--plot": given["plot"]}, (found, deck))
    with usage_mistakes(NothingToSay), Waiting(quiet=given["quiet"]) as waiting:
        study = why(
            found.deck(),
            found.program.topics[index].name,
            count=count or COUNT,
            seed=seed_or_fresh(given["seed"], found.program.settings["seed"]),
            failed=failed,
            succeeded=succeeded,
            policy=policy,
            given=parameters,
            progress=waiting,
        )
    return reported(
        study,
        given,
        TABLE_COLUMNS,
        study.table,
        lambda: [render(study, deck, policy, changing(given["copies"], given["filler"]))],
        draw=partial(_draw, study),
    )


def _draw(study: Why, path: str) -> list[str]:
    from ...report.pictures.streams import draw_flow

    return draw_flow(study, path)
