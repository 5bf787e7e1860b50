"""``yispc odds``."""

from __future__ import annotations

import sys
from typing import Any

import click
from click.core import ParameterSource

from ...compile.program import Program
from ...deck.reading.files import packaged
from ...messages import say
from ...report.studies.odds import render_change, render_odds
from ...report.text import notices
from ...simulate.result import Result
from ...simulate.run import run_program
from ...studies.advice.knowledge import with_seen
from ...studies.advice.naming import NotSeen, Seen, read_zones
from ...studies.odds.odds import Change, answer
from ...studies.odds.wording import is_question, needs_deck
from ..complete import DeckName
from ..decks import UsageMistake, changes_of, code_of, compiled, complain, usage_mistakes
from ..exits import DONE, STRICT
from ..language import beside_results
from ..outputs import print_json
from ..parameters import of_run, topic_option
from ..running.run_decks import in_words
from ..running.settings import chosen_topic, settings_of, with_parameters
from ..sources import STANDARD_INPUT
from .common import Waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

EXAMPLES = """\b
Examples:
  yispc odds '3 of 40, draw 5, at least 1'
  yispc odds '3 ash, 9 starter of 40, draw 5, at least 1 ash and at least 1 starter'
  yispc odds '40张中3张,抽5张,至少1张'
  yispc odds deck.yml --hand 'ash, 2 gate' --seen 'B: rest'   what is in the hand and the graveyard
  yispc odds deck.yml --topic going-first --top 'scout'       what lies on top of the deck
"""

OF_RUN = (
    "count", "seed", "until", "method", "policies", "jobs", "target", "set", "copies", "filler", "strict",
    "json", "quiet", "no_files",
)  # fmt: skip
"""The options that are those of ``yispc run``."""

OF_ANSWERS = ("strict", "json", "quiet", "no_files")
"""Those that hold for the answer to a question as well."""


@click.command(
    "odds",
    params=[
        click.Argument(["asked"], metavar="QUESTION|DECK", type=DeckName()),
        topic_option(),
        click.Option(["--hand"], metavar="CARDS", help="Cards in the hand: 'ash, 2 gate'."),
        click.Option(
            ["--seen"], metavar="Z:CARDS", multiple=True,
            help="Cards that lie in a zone: 'B: ash, gate'; may be given several times.",
        ),
        click.Option(["--top"], metavar="CARDS", help="Cards on top of the deck, the first one on top."),
        *of_run(*OF_RUN),
    ],
    epilog=EXAMPLES,
)  # fmt: skip
def command(
    asked: str,
    topic: str | None,
    **given: Any,
) -> int:
    """How probable a draw is, or how often a deck works when some of it has been seen.

    It takes a question in words (English, Chinese or Japanese), which is answered exactly, or a deck.  What
    is seen of a deck is taken for given: a hand of fewer cards than `start-card` is filled up at random.
    """
    if _asks(asked):
        _refuse_options_of_decks(asked, ("topic", *given))
        odds = answer(asked)
        if given["json"]:
            print_json(odds.to_dict())
        else:
            print(render_odds(odds))
        return DONE
    return _run_seen(asked, topic, given)


def _asks(asked: str) -> bool:
    """Whether it is a question: no deck, and it has numbers in it."""
    from os.path import exists

    return asked != STANDARD_INPUT and asked not in packaged() and not exists(asked) and is_question(asked)


def _refuse_options_of_decks(question: str, names: Iterable[str]) -> None:
    """Raises UsageMistake where one of these options is given that only a deck has a use for."""
    context = click.get_current_context()
    for param in context.command.params:
        if param.name in OF_ANSWERS or param.name not in names:
            continue
        if context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE:
            option = max(param.opts, key=len)
            raise UsageMistake(needs_deck(question, option))


def _run_seen(name: str, topic: str | None, given: dict[str, Any]) -> int:
    """Run the topic with what is seen, and without; the exit code."""
    from ...compile.pipeline import compile_deck

    changes = changes_of(given["copies"], given["filler"])
    found = compiled(name, given["quiet"], given["no_files"], changes)
    deck, plain = found.deck(), with_parameters(found.program, given["set"])
    index = chosen_topic(plain, topic)
    with usage_mistakes(NotSeen):
        seen = Seen.of(deck, given["hand"], read_zones(given["seen"]), given["top"])
    if not seen.anything:
        raise UsageMistake(
            say(
                "{deck}: say what is seen with --hand, --seen or --top; `yispc run` takes a deck alone",
                deck=name,
            )
        )
    program = with_parameters(compile_deck(with_seen(deck, plain.topics[index].name, seen)), given["set"])
    result = _run(program, index, given)
    whole = result.ended is None and result.stopped_by is None
    before = _run(plain, index, {**given, "seed": result.seed}) if whole else None
    _report(result, before, seen, given)
    return STRICT if result.stopped_by is not None else code_of(result.ended)


def _run(program: Program, topic: int, given: dict[str, Any]) -> Result:
    with Waiting(quiet=given["quiet"]) as waiting:
        outcome = run_program(
            program,
            topics=[topic],
            progress=lambda index, done, of, _: waiting(program.topics[index].name, done, of),
            **settings_of(given),
        )
    return Result(outcome)


def _report(result: Result, before: Result | None, seen: Seen, given: dict[str, Any]) -> None:
    if result.remark and not given["quiet"]:
        complain(result.remark)
    (topic,) = result.topics.values()
    plain = None if before is None or before.partial else next(iter(before.topics.values()))
    change = None if plain is None else Change.between(plain.success, topic.success)
    if given["json"]:
        data = result.to_dict()
        data["seen"] = seen.to_dict()
        data["without"] = None if plain is None else plain.success.to_dict()
        data["change"] = None if change is None else change.to_dict()
        print_json(data)
    else:
        print(in_words(result))
        if plain is not None:
            print(render_change(topic.name, plain.success, topic.success, change), flush=True)
    if not given["quiet"]:
        with beside_results():
            for sentence in notices.sentences(result):
                print(sentence, file=sys.stderr)
