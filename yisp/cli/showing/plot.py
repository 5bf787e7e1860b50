"""``yispc plot``: pictures of decks, of records, or of saved results."""

from __future__ import annotations

import json
import os
from typing import Any

import click

from ...messages import say, system_reason
from ...report.files.files import CannotWrite
from ...report.pictures.plot import check, draw
from ...simulate import recount as recorded
from ...simulate.result import Result
from ...simulate.run import run_program
from ..complete import DeckName
from ..decks import UsageMistake, about_file, changes_of, code_of, compiled, complain, usage_mistakes
from ..exits import DONE
from ..outputs import refuse, refuse_sources
from ..parameters import of_run
from ..running.settings import chosen_topics, related, settings_of, with_parameters

TAKEN = ("count", "seed", "topics", "method", "jobs", "target", "set", "relate", "copies", "filler")
"""The options of ``yispc run`` that decks are run with here."""

EXAMPLES = """\b
Examples:
  yispc plot deck.yml                     run the deck and draw deck.svg
  yispc plot deck.yml --relate score,milled --out deck.html
  yispc plot games.tsv --out games.png    records: .csv, .tsv, .parquet
  yispc run deck.yml --json > result.json && yispc plot result.json
"""


@click.command(
    "plot",
    params=[
        click.Argument(
            ["files"], nargs=-1, required=True, metavar="FILE...", type=DeckName(".csv", ".tsv", ".parquet")
        ),
        click.Option(["--out", "-o"], metavar="FILE", help="A name in .svg, .png or .html; or FILE.svg."),
        *of_run(*TAKEN),
    ],
    epilog=EXAMPLES,
)
def command(files: tuple[str, ...], out: str | None, **given: Any) -> int:
    """Draw distributions, success rates and relations.

    FILE is a deck (a file or a packaged deck's name), which is run; records that `yispc run --records`
    wrote (.csv, .tsv, .parquet); or a result that `yispc run --json` printed (.json).
    """
    target = out or os.path.splitext(os.path.basename(files[0]))[0].lstrip("-") + ".svg"
    if target == ".svg":
        target = "deck.svg"
    with usage_mistakes(CannotWrite, about=target):
        check(target)
        refuse("--out", target, files)
        results: list[Any] = []
        code = DONE
        for name in files:
            found, ended = _results(name, target, given)
            results += found
            code = max(code, ended)
        for remark in draw(results, target):
            complain(remark)
    click.echo(target)
    return code


def _results(name: str, target: str, given: dict[str, Any]) -> tuple[list[Any], int]:
    """What there is to draw of one file in ``target``, and the exit code of the run that it took, if any."""
    ending = os.path.splitext(name)[1].lower()
    if ending in recorded.ENDINGS:
        with usage_mistakes(recorded.CannotRead, about=name):
            return [recorded.read_records(name, given["relate"])], DONE
    if ending == ".json":
        return _saved(name, given["relate"]), DONE
    return _run(name, target, given)


def _run(name: str, target: str, given: dict[str, Any]) -> tuple[list[Any], int]:
    deck = compiled(name, changes=changes_of(given["copies"], given["filler"]))
    refuse_sources("--out", target, deck, name)
    program = with_parameters(deck.program, given["set"])
    topics = chosen_topics(program, given["topics"])
    program = related(program, topics, given["relate"])
    outcome = run_program(program, topics=topics, **settings_of(given))
    result = Result(outcome)
    if result.remark:
        complain(result.remark)
    return [result.to_dict()], code_of(outcome.ended)


def _saved(name: str, relate: tuple[str, ...]) -> list[Any]:
    """The results in a file, one a line."""
    try:
        with open(name, encoding="utf-8") as file:
            results = [json.loads(line) for line in file if line.strip()]
    except OSError as error:
        raise UsageMistake(about_file(name, system_reason(error))) from None
    except (ValueError, RecursionError):
        raise UsageMistake(about_file(name, say("it is not a result of `yispc --json`"))) from None
    if relate:
        reason = say("a result has the relations it was run with, and no others")
        raise UsageMistake(about_file(name, reason))
    return results
