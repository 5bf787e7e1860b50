"""``yispc tune``."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ...messages import Message, quoted, say, system_reason, with_commas
from ...report.layout import shown
from ...report.studies.tune import render, render_markdown
from ...studies.sweeping.variants import read_values
from ...studies.tuning.banlist import LARGEST, Banlist, NotAList, read_banlist
from ...studies.tuning.limits import LIMIT, allowed_by, candidates_of, read_range
from ...studies.tuning.tune import LOOK, read_goals, run_tune
from ..complete import DeckName, TopicName
from ..decks import UsageMistake, about_file, compiled, complain, usage_mistakes
from ..exits import DECK_ERROR
from ..options import Option, share, with_percent
from ..options import count as count_of
from ..outputs import check_outputs
from ..parameters import of_run, parameter
from ..running.settings import check_forms, settings_of, with_parameters
from .common import CLUSTER, JOURNAL, pool_of, present, working

if TYPE_CHECKING:
    from ...deck.model import Deck
    from ...studies.tuning.candidates import Candidates

TAKEN = ("seed", "jobs", "target", "set", "json", "markdown", "csv", "quiet", "no_files")
"""The options of ``yispc run`` that decks are looked at with, and those for what comes of it."""


def most(text: str) -> int:
    """A number of copies, 0 or more."""
    number = int(text)
    if not 0 <= number <= 10**6:
        raise ValueError
    return number


def probability(text: str) -> float:
    """A probability above 0 and below 100%, as in 95% or 0.95."""
    return share(text)


def difference(text: str) -> float:
    """A difference of a rate or of a number, 0 or more, as in 0.1% or 0.05."""
    number = with_percent(text)
    if not 0 <= number < 10**9:
        raise ValueError
    return number


LIMITS = (
    Option(
        "limit", ("--limit",), most, "N",
        "The most copies of a card (default: 3); one of which the deck has more may have any number.",
    ),
    Option("ranges", ("--range",), str, "CARD=0..3", "The copies that a card may have.", True),
    Option("only", ("--only",), str, "CARD", "Change only the cards named so.", True),
    Option("lock", ("--lock",), str, "CARD", "Leave a card's count as it is.", True),
    Option("size", ("--size",), str, "40..60", "The sizes that the deck may have (default: its own)."),
    Option("banlist", ("--banlist",), str, "FILE", "A list of limited cards: CARD,N a line, or lflist.conf."),
    Option("list", ("--list",), str, "TITLE", "Which list of that file (default: the first)."),
)  # fmt: skip
"""What decks there are to choose from."""

EXAMPLES = """\b
Examples:
  yispc tune deck.yml                                  the success rate of the first topic
  yispc tune deck.yml --topic opening --only ash --only rest --range rest=0..40
  yispc tune deck.yml --minimize bricked --lock ash --size 40..42
  yispc tune deck.yml --goal rate --minimize bricked   the front of two goals
  yispc tune deck.yml --banlist lflist.conf --look 1e5 --journal night.jsonl
"""


@click.command(
    "tune",
    params=[
        click.Argument(["deck"], metavar="DECK", type=DeckName()),
        click.Option(
            ["--goal", "goals"], metavar="FIGURE", multiple=True,
            help="Make this as great as can be (default: rate); with a second goal, the front of both.",
        ),
        click.Option(
            ["--minimize", "small"], metavar="FIGURE", multiple=True,
            help="Make this as small as can be.",
        ),
        click.Option(["--topic"], type=TopicName(), metavar="T", help="The topic (default: the first)."),
        *map(parameter, LIMITS),
        *map(parameter, (
            Option("look", ("--look",), count_of, "N", "Decks to look at (default: 1000)."),
            Option(
                "count", ("--count", "-n"), count_of, "N",
                "The most trials of a deck without an exact answer (default: 200000).",
            ),
            Option("method", ("--method",), ("auto", "exact", "sample"), "", "How decks are answered."),
            Option("certainty", ("--certainty",), probability, "95%", "How certain to be (default: 95%)."),
            Option(
                "indifference", ("--indifference",), difference, "0.1%", "A difference that does not matter."
            ),
        )),
        *of_run(*TAKEN),
        parameter(JOURNAL),
        parameter(CLUSTER),
    ],
    epilog=EXAMPLES,
)  # fmt: skip
def command(
    deck: str,
    goals: tuple[str, ...],
    small: tuple[str, ...],
    topic: str | None,
    journal: str | None,
    cluster: str | None,
    **given: Any,
) -> int:
    """Look for the counts that are best for a goal, within limits.

    A goal is a figure of a topic: `rate`, `score`, a combo, a watched entry or a stat.  Copies of cards are
    exchanged so that the deck has one of the sizes.  Where there are few decks within the limits all are
    looked at, else those that lie on the way up.  Decks without exact answers race: one is dropped as soon as
    its interval says that another is better, and the report says how certain it is that the best is the best.
    """
    check_forms(given)
    found = compiled(deck, given["quiet"], given["no_files"])
    outputs = {"--csv": given["csv"], "--journal": journal, "--banlist": given["banlist"]}
    check_outputs(outputs, (found, deck))
    with_parameters(found.program, given["set"])
    source = found.deck()
    method = given.pop("method")
    with working(journal, given["quiet"]) as waiting:
        tune = run_tune(
            source,
            _candidates(source, given, given["quiet"]),
            read_goals(source, goals, topic, small=small),
            parameters=dict(given["set"]),
            look=given["look"] or LOOK,
            method=method if method != "auto" else None,
            certainty=given["certainty"] or 0.95,
            indifference=given["indifference"] or 0.0,
            journal=journal,
            pool=pool_of(cluster, given["jobs"]),
            progress=partial(waiting, say("decks")),
            **settings_of(given),
        )
    code = present(
        tune,
        given,
        tune.columns,
        lambda: tune.rows,
        lambda: render(tune, deck),
        lambda: [render_markdown(tune)],
        remarks=tune.remarks,
    )
    return code if tune.best else max(code, DECK_ERROR)


def _candidates(deck: Deck, given: dict[str, Any], quiet: bool) -> Candidates:
    banlist = None if given["banlist"] is None else _banlist(given["banlist"], given["list"])
    if banlist is None and given["list"] is not None:
        raise UsageMistake(say("--list says which list of a --banlist, and there is none"))
    if banlist is not None and not quiet:
        complain(_listed(banlist, deck))
    with usage_mistakes(ValueError, about="--size"):
        sizes = None if given["size"] is None else read_values(given["size"])
    ranges = dict(map(read_range, given["ranges"]))
    found = candidates_of(
        deck,
        limit=given["limit"],
        ranges=ranges,
        lock=given["lock"],
        only=given["only"],
        sizes=sizes,
        banlist=banlist,
    )
    if given["limit"] is None and not quiet:
        _say_what_has_no_limit(deck, found, ranges)
    return found


def _say_what_has_no_limit(deck: Deck, found: Candidates, ranges: Collection[str]) -> None:
    """Where several cards may have any number, that may be news: in many games a card has four copies."""
    ends = zip(deck.kinds, found.ranges, strict=True)
    free = [one for one, (_, high) in ends if LIMIT < one.count < high and one.name not in ranges]
    most = max((one.count for one in free), default=0)
    named = [one for one in free if one.count < most] or free  # one of most copies fills the deck
    if len(free) > 1:
        complain(
            say(
                "the deck has more than {limit} of {cards}, so these may have any number;"
                " --limit {most} allows no more than {most}",
                limit=LIMIT,
                cards=with_commas(shown(one.name) for one in named),
                most=max(one.count for one in named),
            )
        )


def _listed(banlist: Banlist, deck: Deck) -> Message:
    """How many of the deck's cards the list limits."""
    counts = {"number": len(allowed_by(banlist, deck)), "cards": len(deck.kinds)}
    if banlist.title:
        return say(
            "--banlist: the list {title} limits {number} of the deck's {cards} cards",
            title=quoted(banlist.title),
            **counts,
        )
    return say("--banlist: the list limits {number} of the deck's {cards} cards", **counts)


def _banlist(path: str, title: str | None) -> Banlist:
    try:
        with open(path, "rb") as file:
            return read_banlist(file.read(LARGEST + 1), title)
    except (OSError, ValueError) as error:
        reason = str(error) if isinstance(error, NotAList) else system_reason(error)
        raise UsageMistake(about_file(path, reason, "--banlist")) from None
