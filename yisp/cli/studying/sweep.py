"""``yispc sweep``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from ...deck.changes import Changes
from ...messages import say
from ...report import layout
from ...report.files.json import line_of
from ...report.pictures.plot import draw_panels
from ...report.studies.sweep import chosen_figures, panels, render, render_markdown
from ...studies.figures import Figure, figures_of
from ...studies.sweeping.sweep import MOST, Sweep, run_sweep
from ...studies.sweeping.variants import Variants, read_axes
from ...studies.work.journal import CannotGoOn
from ..complete import DeckName
from ..decks import Failed, UsageMistake, about_file, code_of, coloured, complain
from ..exits import DECK_ERROR, USAGE
from ..options import RUN_OPTIONS, Option, count
from ..running.run import bounded, parameter
from ..running.running import chosen_topics, with_parameters
from .studying import CLUSTER, JOURNAL, Bar, asked_for, check_outputs, columns_of, pool_of, read, write_files

if TYPE_CHECKING:
    from ...deck.model import Deck

TAKEN = (
    "count", "until", "seed", "topics", "method", "policies", "jobs", "target", "set", "copies", "filler",
    "json", "markdown", "csv", "plot", "quiet",
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


@click.pass_context
def _sweep(
    ctx: click.Context,
    /,
    deck: str,
    vary: tuple[str, ...],
    show: tuple[str, ...],
    most: int | None,
    journal: str | None,
    cluster: str | None,
    no_files: bool,
    **given: Any,
) -> None:
    """Run every variant of a deck: other counts of cards, other sizes, other parameters.

    --vary NAME=VALUES says what varies: a card's number of copies, the size of the deck (`size`), or a
    parameter (`set`); given several times, all combinations are run.  A deck keeps its size if a card has the
    count -1, or with --filler.  All variants have the same seed.
    """
    quiet, policies = given["quiet"], given["policies"] or ()
    try:
        check_outputs(given["csv"], given["plot"], forms=given["json"] + given["markdown"])
        outputs = {"--csv": given["csv"], "--plot": given["plot"], "--journal": journal}
        program, source = read(deck, quiet, no_files, outputs)
        with_parameters(program, list(given["set"]))
        topics = chosen_topics(program, list(given["topics"]))
        variants = _variants(vary, source, most)
        figures = figures_of(program, topics or range(len(program.topics)), policies)
        shown = asked_for(show, figures)
        with Bar(say("variants"), quiet) as told:
            sweep = run_sweep(
                source,
                variants,
                changes=Changes(dict(given["copies"]), given["filler"]),
                parameters=dict(given["set"]),
                topics=[program.topics[index].name for index in topics or ()],
                count=given["count"],
                until=given["until"],
                seed=given["seed"],
                method=given["method"],
                policies=policies,
                target=given["target"] or "auto",
                jobs=given["jobs"],
                journal=journal,
                pool=pool_of(cluster, given["jobs"]),
                progress=told,
            )
    except Failed:
        ctx.exit(DECK_ERROR)
    except CannotGoOn as error:
        complain(about_file(journal, error, "--journal"))
        ctx.exit(USAGE)
    except (UsageMistake, ValueError) as mistake:
        complain(str(mistake))
        ctx.exit(USAGE)
    ctx.exit(_report(sweep, shown or chosen_figures(sweep), given))


def _variants(texts: tuple[str, ...], deck: Deck, most: int | None) -> Variants:
    try:
        variants = read_axes(texts, deck)
    except ValueError as error:
        raise UsageMistake(say("--vary: {reason}", reason=str(error))) from None
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
    code = code_of(sweep.ended)
    reasons = [point for point in sweep.points if point.reason is not None]
    if any(point.possible for point in reasons) or (reasons and len(reasons) == len(sweep)):
        code = max(code, DECK_ERROR)
    if not given["quiet"]:
        for remark in sweep.remarks:
            complain(remark)
    title = layout.shown(sweep.file)
    written = write_files(
        given, sweep.columns, sweep.iterate, lambda path: draw_panels(panels(sweep, figures), title, path)
    )
    code = max(code, written)
    if given["json"]:
        print(line_of(sweep.to_dict(), encoding=sys.stdout.encoding), flush=True)
        return code
    if given["markdown"]:
        print(render_markdown(sweep, figures), flush=True)
        return code
    for line in render(sweep, figures, columns=columns_of(sys.stdout), colour=coloured(sys.stdout)):
        print(line)
    noticed = sum(point.noticed for point in sweep.points)
    if noticed and not given["quiet"]:
        complain(
            say(
                "in {number} of {variants} variants something did not go as its script says; `yispc run`"
                " with the counts of one says what",
                number=f"{noticed:,}",
                variants=f"{len(sweep):,}",
            )
        )
    return code


command = click.Command(
    "sweep",
    callback=_sweep,
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
        *(parameter(option) for option in RUN_OPTIONS if option.name in TAKEN),
        parameter(Option("most", ("--most",), count, "N", "The most variants (default: 10000).")),
        parameter(JOURNAL),
        parameter(CLUSTER),
    ],
    help=_sweep.__doc__,
    epilog=EXAMPLES,
)  # fmt: skip
bounded(command)
