"""``yispc report``."""

from __future__ import annotations

import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ...deck.changes import Changes
from ...messages import say, say_n, told
from ...page.data import MOST_PICTURES, page_of
from ...page.document import document
from ...page.panels.questions import KINDS, NothingAsked, panels
from ...page.sentences import answer
from ...report.text.text import ENDINGS
from ...simulate.result import Result
from ...simulate.run import run_program
from ...studies.comparison.compare import NothingToCompare, compare
from ...studies.comparison.compare import named as as_builds
from ...studies.sweeping.sweep import run_sweep
from ..complete import DeckName
from ..decks import UsageMistake, changes_of, code_of, compiled, complain, usage_mistakes
from ..exits import DONE, STRICT
from ..language import asked_language, for_people
from ..outputs import check_delivery, deliver, refuse_sources
from ..parameters import of_run
from ..running.run_decks import Progress, show_failed, show_notices
from ..running.settings import chosen_topics, related, settings_of, with_parameters
from ..sources import STANDARD_INPUT
from ..studying.common import Waiting, read_variants
from .pictures import option as pictures_option
from .pictures import pictures_of

if TYPE_CHECKING:
    from ...compile.program import Program
    from ...deck.model import Deck
    from ...studies.comparison.comparison import Comparison
    from ...studies.sweeping.sweep import Sweep
    from ...studies.sweeping.variants import Variants

TAKEN = (
    "count", "seed", "topics", "until", "method", "policies", "jobs", "target", "set", "strict", "relate",
    "quiet", "verbose", "copies", "filler", "no_files",
)  # fmt: skip
"""The options of ``yispc run`` that say what is run."""

FILE = "report.html"

MOST_VARIANTS = 500
"""Variants of a sweep that a page has room for."""

EXAMPLES = """\b
Examples:
  yispc report deck.yml                           writes report.html
  yispc report deck.yml -o page.html --count 1e6 --seed 7
  yispc report deck.yml --compare old.yml         ... with what has become better
  yispc report deck.yml --vary 'ash=0..3'         ... with other numbers of a card
  yispc report deck.yml --panel why               ... with why hands fail
  yispc report deck.yml --pictures cards          ... with your pictures of the cards
  yispc report deck.yml --lang zh                 ... in Chinese
"""


@click.command(
    "report",
    params=[
        click.Argument(["deck"], type=DeckName()),
        click.Option(
            ["--out", "-o"], default=FILE, metavar="FILE",
            help="Where to write it (default: report.html); `-` is the standard output.",
        ),
        click.Option(["--force"], is_flag=True, help="Replace a file that is there."),
        click.Option(
            ["--compare"], type=DeckName(), multiple=True, metavar="DECK",
            help="Also compare the deck with another build; may be given several times.",
        ),
        click.Option(
            ["--vary"], multiple=True, metavar="NAME=VALUES",
            help="Also run variants, as `yispc sweep` does: ash=0..3; may be given several times.",
        ),
        click.Option(
            ["--panel", "panels"], type=click.Choice(list(KINDS)), multiple=True,
            help="Also answer what a panel of `yispc view` does; may be given several times.",
        ),
        pictures_option(),
        *of_run(*TAKEN),
    ],
    epilog=EXAMPLES,
)  # fmt: skip
def command(deck: str, **given: Any) -> int:
    """Run a deck and write a page about it: one file for a browser, which needs no network.

    The page has the answers, what they are made of, sample hands, trials to step through, notices with their
    lines, and the deck itself; with --compare and --vary also how other builds do, and with --panel what
    `yispc view` answers in panels.  Programs read its data back (`yisp.read_report`).
    """
    with usage_mistakes(NothingToCompare, NothingAsked):
        return _written(deck, given)


def _written(name: str, given: dict[str, Any]) -> int:
    """Run what is asked for and write the page; the exit code."""
    began = time.perf_counter()
    quiet, out = given["quiet"], given["out"]
    filler = given["filler"] if given["copies"] or not given["vary"] else None  # else it is for the variants
    found = compiled(name, quiet, given["no_files"], changes_of(given["copies"], filler))
    others = [compiled(other, quiet, given["no_files"]) for other in given["compare"]]
    for one, called in zip([found, *others], [name, *given["compare"]], strict=True):
        refuse_sources("--out", out, one, called)
    check_delivery(out, given["force"])
    pictures = pictures_of(given["pictures"])
    program = with_parameters(found.program, given["set"])
    topics = chosen_topics(program, given["topics"])
    program = related(program, topics, given["relate"])
    deck = found.deck()
    variants = _variants(given["vary"], deck) if given["vary"] else None
    compiling = time.perf_counter() - began
    on_terminal = sys.stderr.isatty() and not quiet
    with Progress([topic.name for topic in program.topics], on_terminal) as progress:
        outcome = run_program(program, topics=topics, progress=progress, **settings_of(given))
    result = Result(outcome, compile_seconds=compiling)
    if result.remark and not quiet:
        complain(result.remark)
    comparison = sweep = None
    if not result.partial and others:
        comparison = _comparison([program, *(one.program for one in others)], result, given)
    if not result.partial and variants is not None and (comparison is None or not comparison.partial):
        sweep = _sweep(deck, variants, result, given)
    with for_people(out):
        besides, ended = panels(deck, result, list(given["panels"])) if not result.partial else ([], None)
        asked = given if asked_language() is None else {**given, "lang": asked_language()}
        page = page_of(
            deck, result, asked=asked, out=out, comparison=comparison, sweep=sweep, pictures=pictures,
            panels=besides,
        )  # fmt: skip
        deliver(document(page), out, given["force"], ())
    if out != STANDARD_INPUT:
        for topic in result.played:
            print(answer(topic))
        print(told("{file}: open it in a browser", file=out))
    if page.unpictured and not quiet:
        complain(
            say_n(
                "the picture of {number} card is left out: a page has room for {most} MiB of them",
                "the pictures of {number} cards are left out: a page has room for {most} MiB of them",
                len(page.unpictured),
                most=MOST_PICTURES >> 20,
            )
        )
    if not quiet:
        show_notices(result, name, given)
        if ended is not None:
            complain(say("of the panels only some were answered: {reason}", reason=ENDINGS[ended]))
    studies = [one for one in (comparison, sweep) if one is not None]
    return _code(result, [page.ended, *(one.ended for one in studies), ended])


def _variants(texts: tuple[str, ...], deck: Deck) -> Variants:
    variants = read_variants(texts, deck)
    if len(variants) > MOST_VARIANTS:
        raise UsageMistake(
            say(
                "that is {number} variants, and a page has room for {most}; `yispc sweep` takes more",
                number=f"{len(variants):,}",
                most=MOST_VARIANTS,
            )
        )
    return variants


def _comparison(programs: list[Program], result: Result, given: dict[str, Any]) -> Comparison:
    """The deck against the builds of --compare, with the seed of its run."""
    for program in programs:
        chosen_topics(program, given["topics"])
    with Waiting(quiet=given["quiet"]) as waiting:
        return compare(
            as_builds(programs),
            topics=given["topics"],
            seed=result.seed,
            progress=waiting,
            **settings_of(given, "seed", "jobs", "strict"),
        )


def _sweep(deck: Deck, variants: Variants, result: Result, given: dict[str, Any]) -> Sweep:
    """The variants of --vary, with the seed of the run."""
    with usage_mistakes(ValueError), Waiting(quiet=given["quiet"]) as waiting:  # of a card that is not there
        return run_sweep(
            deck,
            variants,
            changes=Changes({}, given["filler"]),
            parameters=result.program.given,
            topics=given["topics"],
            seed=result.seed,
            progress=partial(waiting, say("variants")),
            **settings_of(given, "seed", "strict"),
        )


def _code(result: Result, ended: list[str | None]) -> int:
    """The exit code, as that of ``yispc run``; an end of what came after the run counts likewise."""
    strict = DONE if result.stopped_by is None else STRICT
    return max(strict, show_failed(result), *map(code_of, (result.ended, *ended)))
