"""``yispc sweep``."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ...deck.changes import Changes
from ...messages import say
from ...report import layout
from ...report.pictures.plot import draw_panels
from ...report.studies.sweep import chosen_figures, panels, render, render_markdown
from ...studies.figures import Figure, figures_of
from ...studies.sweeping.sweep import MOST, Sweep, run_sweep
from ..complete import DeckName
from ..decks import UsageMistake, coloured, compiled, complain
from ..exits import DECK_ERROR
from ..options import Option, count
from ..outputs import check_outputs
from ..parameters import of_run, parameter
from ..running.settings import check_forms, chosen_topics, settings_of, with_parameters
from .common import CLUSTER, JOURNAL, columns_of, pool_of, read_figures, read_variants, reported, working

if TYPE_CHECKING:
    from ...deck.model import Deck
    from ...studies.sweeping.variants import Variants

TAKEN = (
    "count", "until", "seed", "topics", "method", "policies", "jobs", "target", "set", "copies", "filler",
    "json", "markdown", "csv", "plot", "quiet", "no_files",
)  # fmt: skip
"""The options of ``yispc run`` that every variant is run with, and those for what comes of it."""

EXAMPLES = """\b
Examples:
  yispc sweep deck.yml --vary 'ash=0..3'                       0, 1, 2 and 3 copies
  yispc sweep deck.yml --vary 'ash=0..3' --vary 'size=40..60..5' --plot ash.svg
  yispc sweep deck.yml --vary 'down=0,1' --topic opening --csv down.csv
  yispc sweep deck.yml --vary 'ash=0..3' --vary 'pot=0..3' --filler rest --journal night.jsonl
  yispc sweep deck.yml --vary 'ash=0..3' --cluster tcp://scheduler:8786
"""


@click.command(
    "sweep",
    params=[
        click.Argument(["deck"], metavar="DECK", type=DeckName()),
        click.Option(
            ["--vary"], metavar="NAME=VALUES", multiple=True, required=True,
            help="What varies, and its values: 0..3, 40..60..5 (by a step), 1,2,5; repeat it for more.",
        ),
        click.Option(
            ["--show"], metavar="FIGURE", multiple=True,
            help="Show this figure: rate, score, a combo, a stat; TOPIC:FIGURE for that topic's.",
        ),
        *of_run(*TAKEN),
        parameter(Option("most", ("--most",), count, "N", "The most variants (default: 10000).")),
        parameter(JOURNAL),
        parameter(CLUSTER),
    ],
    epilog=EXAMPLES,
)  # fmt: skip
def command(
    deck: str,
    vary: tuple[str, ...],
    show: tuple[str, ...],
    most: int | None,
    journal: str | None,
    cluster: str | None,
    **given: Any,
) -> int:
    """Run every variant of a deck: other counts of cards, other sizes, other parameters.

    --vary NAME=VALUES says what varies: a card's number of copies, the size of the deck (`size`), or a
    parameter (`set`); given several times, all combinations are run.  A deck keeps its size if a card has the
    count -1, or with --filler.  All variants have the same seed.
    """
    check_forms(given)
    found = compiled(deck, given["quiet"], given["no_files"])
    check_outputs({"--csv": given["csv"], "--plot": given["plot"], "--journal": journal}, (found, deck))
    program, source = found.program, found.deck()
    with_parameters(program, given["set"])
    topics = chosen_topics(program, given["topics"])
    variants = _variants(vary, source, most)
    figures = figures_of(program, topics or range(len(program.topics)), given["policies"] or ())
    shown = read_figures(show, figures)
    with working(journal, given["quiet"]) as waiting:
        sweep = run_sweep(
            source,
            variants,
            changes=Changes(dict(given["copies"]), given["filler"]),
            parameters=dict(given["set"]),
            topics=[program.topics[index].name for index in topics or ()],
            journal=journal,
            pool=pool_of(cluster, given["jobs"]),
            progress=partial(waiting, say("variants")),
            **settings_of(given),
        )
    return _report(sweep, shown or chosen_figures(sweep), given)


def _variants(texts: tuple[str, ...], deck: Deck, most: int | None) -> Variants:
    variants = read_variants(texts, deck)
    allowed = MOST if most is None else most
    if len(variants) > allowed:
        raise UsageMistake(
            say(
                "that is {variants} variants, and more than {most} are run only where that is meant:"
                " --most {number}",
                variants=f"{len(variants):,}",
                most=f"{allowed:,}",
                number=len(variants),
            )
        )
    return variants


def _report(sweep: Sweep, figures: list[Figure], given: dict[str, Any]) -> int:
    """Say what came of a sweep; its exit code."""
    reasons = [point for point in sweep.points if point.reason is not None]
    title = layout.shown(sweep.file)
    code = reported(
        sweep,
        given,
        sweep.columns,
        sweep.iterate,
        lambda: render(sweep, figures, columns=columns_of(sys.stdout), colour=coloured(sys.stdout)),
        lambda: [render_markdown(sweep, figures)],
        lambda path: draw_panels(panels(sweep, figures), title, path),
        sweep.remarks,
    )
    noticed = sum(point.noticed for point in sweep.points)
    if noticed and not (given["quiet"] or given["json"] or given["markdown"]):
        complain(
            say(
                "in {number} of {variants} variants something did not go as its script says; `yispc run`"
                " with the counts of one says what",
                number=f"{noticed:,}",
                variants=f"{len(sweep):,}",
            )
        )
    if any(point.possible for point in reasons) or (reasons and len(reasons) == len(sweep)):
        return max(code, DECK_ERROR)
    return code
