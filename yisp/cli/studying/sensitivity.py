"""``yispc sensitivity``."""

from __future__ import annotations

from typing import Any

import click

from ...deck.model import Deck
from ...lang.diagnostics import DeckError
from ...messages import say, told
from ...report.layout import duration, shown
from ...studies.comparison.sensitivity import sensitivity
from ..complete import DeckName
from ..decks import Failed, UsageMistake, changes_of, compiled, complain, show
from ..exits import DECK_ERROR, USAGE
from ..limits import within
from ..options import BOUNDS, COUNTS, RUN_OPTIONS, WORLDS_OF_CHANGES
from ..running.run import parameter
from ..running.running import chosen_topics, with_parameters
from .studying import Waiting, check_given, exactness, reported

TAKEN = ("count", "seed", "topics", "method", "target", "set", "json", "markdown", "csv", "plot", "quiet")
"""The options of ``yispc run`` that it takes."""

EXAMPLES = """\b
Examples:
  yispc sensitivity deck.yml                     what is one copy more or less of each card worth?
  yispc sensitivity deck.yml --filler brick      ... where no card has the count -1
  yispc sensitivity deck.yml --topic first --plot tornado.svg
  yispc sensitivity deck.yml --with ash=2        of the deck with two copies
"""


@click.pass_context
def _sensitivity(ctx: click.Context, /, deck: str, **given: Any) -> None:
    """Tell what each card is worth: one copy more and one less, and how rate and score change.

    The copy takes the place of one of the card whose count is -1, or of --filler. Changes are exact where
    the deck has an exact answer; else all variants play the same worlds, until the changes are known to a
    tenth of a point, or until a second's work is done; with --count, as well as so many trials make the
    deck's own rate known.
    """
    try:
        with within(given["time_limit"], given["memory_limit"]):
            ctx.exit(_answered(deck, given))
    except Failed:
        ctx.exit(DECK_ERROR)
    except DeckError as error:
        show(error.diagnostics)
        ctx.exit(DECK_ERROR)
    except UsageMistake as mistake:
        complain(str(mistake))
        ctx.exit(USAGE)


def _answered(name: str, given: dict[str, Any]) -> int:
    changes = changes_of(given["copies"], given["filler"]) if given["copies"] else None
    found = compiled(name, given["quiet"], given["no_files"], changes)
    with_parameters(found.program, list(given["set"]))  # says what the deck does not have
    chosen_topics(found.program, list(given["topics"]))
    check_given(given, [found], [name])
    deck = found.deck()
    _check_filler(deck, given["filler"])

    def foretell(topic: str, number: int, seconds: float, reason: str) -> None:
        complain(
            say(
                "topic {topic}: {reason}; so all {number} variants are played in full, which takes about"
                " {time} at most",
                topic=shown(topic),
                reason=reason,
                number=number,
                time=duration(seconds),
            )
        )

    with exactness(), Waiting(quiet=given["quiet"]) as waiting:
        answer = sensitivity(
            deck,
            topics=list(given["topics"]),
            filler=given["filler"],
            values=dict(given["set"]),
            count=given["count"],
            seed=given["seed"],
            method=given["method"],
            target=given["target"] or "auto",
            progress=waiting,
            foretold=None if given["quiet"] else foretell,
        )
    from ...report.studies import sensitivity as report

    title = told("{deck}: what each card is worth", deck=shown(deck.file))
    return reported(answer, given, report, title)


def _check_filler(deck: Deck, filler: str | None) -> None:
    from ...deck.changes import unknown_card

    if filler is not None and (wrong := unknown_card(filler, [kind.name for kind in deck.kinds])):
        raise UsageMistake(say("--filler: {deck} has {wrong}", deck=deck.file, wrong=wrong))


command = click.Command(
    "sensitivity",
    callback=_sensitivity,
    params=[
        click.Argument(["deck"], metavar="DECK", type=DeckName()),
        *(
            parameter(WORLDS_OF_CHANGES if option.name == WORLDS_OF_CHANGES.name else option)
            for option in RUN_OPTIONS
            if option.name in TAKEN
        ),
        *map(parameter, COUNTS),
        *map(parameter, BOUNDS),
    ],
    help=_sensitivity.__doc__,
    epilog=EXAMPLES,
)
