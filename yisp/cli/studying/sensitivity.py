"""``yispc sensitivity``."""

from __future__ import annotations

from typing import Any

import click

from ...deck.changes import unknown_card
from ...messages import say, told
from ...report.layout import duration, shown
from ...studies.comparison.sensitivity import sensitivity
from ..complete import DeckName
from ..decks import UsageMistake, changes_of, compiled, complain
from ..options import Option, count
from ..outputs import check_outputs
from ..parameters import of_run, parameter
from ..running.settings import check_forms, chosen_topics, settings_of, with_parameters
from .common import Waiting, present_study

TAKEN = (
    "seed", "topics", "method", "target", "set", "json", "markdown", "csv", "plot", "quiet", "copies",
    "filler", "no_files",
)  # fmt: skip
"""The options of ``yispc run`` that it takes."""

EXAMPLES = """\b
Examples:
  yispc sensitivity deck.yml                     what is one copy more or less of each card worth?
  yispc sensitivity deck.yml --filler brick      ... where no card has the count -1
  yispc sensitivity deck.yml --topic first --plot tornado.svg
  yispc sensitivity deck.yml --with ash=2        of the deck with two copies
"""


@click.command(
    "sensitivity",
    params=[
        click.Argument(["deck"], metavar="DECK", type=DeckName()),
        parameter(Option(
            "count", ("--count", "-n"), count, "N",
            "Know the changes as well as so many trials would make the rate known (default: as many as it"
            " takes).",
        )),
        *of_run(*TAKEN),
    ],
    epilog=EXAMPLES,
)  # fmt: skip
def command(deck: str, **given: Any) -> int:
    """Tell what each card is worth: one copy more and one less, and how rate and score change.

    The copy takes the place of one of the card whose count is -1, or of --filler. Changes are exact where
    the deck has an exact answer; else all variants play the same worlds, until the changes are known to a
    tenth of a point, or until a second's work is done; with --count, as well as so many trials make the
    deck's own rate known.
    """
    changes = changes_of(given["copies"], given["filler"]) if given["copies"] else None
    found = compiled(deck, given["quiet"], given["no_files"], changes)
    with_parameters(found.program, given["set"])  # says what the deck does not have
    chosen_topics(found.program, given["topics"])
    check_forms(given)
    check_outputs({"--csv": given["csv"], "--plot": given["plot"]}, (found, deck))
    model = found.deck()
    filler = model.vocabulary.others.get(given["filler"], given["filler"])
    if filler is not None and (wrong := unknown_card(filler, [kind.name for kind in model.kinds])):
        raise UsageMistake(say("--filler: {deck} has {wrong}", deck=model.file, wrong=wrong))

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

    with Waiting(quiet=given["quiet"]) as waiting:
        answer = sensitivity(
            model,
            topics=given["topics"],
            filler=filler,
            values=dict(given["set"]),
            progress=waiting,
            foretold=None if given["quiet"] else foretell,
            **settings_of(given),
        )
    from ...report.studies import sensitivity as report

    title = told("{deck}: what each card is worth", deck=shown(model.file))
    return present_study(report, answer, given, title)
