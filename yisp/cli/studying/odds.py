"""``yispc odds``."""

from __future__ import annotations

import sys
from typing import Any

import click

from ...compile.program import Program
from ...deck.changes import Changes
from ...deck.model import Deck
from ...deck.reading.files import packaged
from ...lang.diagnostics import DeckError
from ...messages import say
from ...report.files import json
from ...report.studies.odds import render_change, render_odds
from ...report.text import notices
from ...simulate.result import Result
from ...simulate.run import run_program
from ...studies.advice.naming import NotSeen, Seen, read_zone
from ...studies.advice.seen import with_seen
from ...studies.odds.odds import Change, answer
from ...studies.odds.wording import is_question
from ..complete import DeckName, TopicName
from ..decks import Failed, UsageMistake, changes_of, code_of, complain, loaded, show
from ..exits import DECK_ERROR, STRICT
from ..language import beside_results
from ..options import RUN_OPTIONS
from ..running.run import bounded, parameter
from ..running.running import chosen_topics, in_words, with_parameters
from ..sources import STANDARD_INPUT
from .studying import Waiting, exactness

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
    "json", "quiet",
)  # fmt: skip
"""The options that are those of ``yispc run``."""


def _odds(
    ctx: click.Context,
    asked: str,
    topic: str | None,
    hand: str | None,
    seen: tuple[str, ...],
    top: str | None,
    no_files: bool,
    **given: Any,
) -> None:
    """How probable a draw is, or how often a deck works when some of it has been seen.

    It takes a question in words (English, Chinese or Japanese), which is answered exactly, or a deck.  What
    is seen of a deck is taken for given: a hand of fewer cards than `start-card` is filled up at random.
    """
    something = hand is not None or top is not None or bool(seen)
    try:
        if not something and topic is None and _asks(asked):
            _answer(asked, given["json"])
        else:
            ctx.exit(_run_seen(asked, topic, _Said(hand, seen, top), no_files, given))
    except DeckError as error:
        show(error.diagnostics)
        ctx.exit(DECK_ERROR)
    except Failed:
        ctx.exit(DECK_ERROR)
    except UsageMistake as mistake:
        raise click.UsageError(str(mistake)) from None


command = bounded(
    click.Command(
        "odds",
        callback=click.pass_context(_odds),
        params=[
            click.Argument(["asked"], metavar="QUESTION|DECK", type=DeckName()),
            click.Option(
                ["--topic"], type=TopicName(), metavar="T", help="The topic (default: the deck's first)."
            ),
            click.Option(["--hand"], metavar="CARDS", help="Cards in the hand: 'ash, 2 gate'."),
            click.Option(
                ["--seen"], metavar="Z:CARDS", multiple=True,
                help="Cards that lie in a zone: 'B: ash, gate'; may be given several times.",
            ),
            click.Option(["--top"], metavar="CARDS", help="Cards on top of the deck, the first one on top."),
            *(parameter(option) for option in RUN_OPTIONS if option.name in OF_RUN),
        ],
        help=_odds.__doc__,
        epilog=EXAMPLES,
    )
)  # fmt: skip


class _Said:
    """What the options say is seen."""

    def __init__(self, hand: str | None, zones: tuple[str, ...], top: str | None) -> None:
        self.hand = hand
        self.zones = zones
        self.top = top

    def of(self, deck: Deck) -> Seen:
        """As the deck's cards; raises :class:`UsageMistake`."""
        zones: dict[str, str] = {}
        try:
            for text in self.zones:
                letter, cards = read_zone(text)
                zones[letter] = f"{zones[letter]}, {cards}" if letter in zones else cards
            return Seen.of(deck, self.hand, zones, self.top)
        except NotSeen as error:
            raise UsageMistake(str(error)) from None


def _asks(asked: str) -> bool:
    """Whether it is a question: no deck, and it has numbers in it."""
    from os.path import exists

    return asked != STANDARD_INPUT and asked not in packaged() and not exists(asked) and is_question(asked)


def _answer(question: str, as_json: bool) -> None:
    odds = answer(question)
    print(json.line_of(odds.to_dict(), encoding=sys.stdout.encoding) if as_json else render_odds(odds))


def _run_seen(name: str, topic: str | None, said: _Said, no_files: bool, given: dict[str, Any]) -> int:
    """Run the topic with what is seen, and without; the exit code."""
    from ...compile.pipeline import compile_deck

    deck = _changed(loaded(name, no_files), changes_of(given["copies"], given["filler"]))
    plain = with_parameters(compile_deck(deck), given["set"])
    (index,) = chosen_topics(plain, [topic] if topic is not None else []) or [0]
    seen = said.of(deck)
    if not seen.anything:
        raise UsageMistake(
            say(
                "{deck}: say what is seen with --hand, --seen or --top; `yispc run` takes a deck alone",
                deck=name,
            )
        )
    program = with_parameters(compile_deck(with_seen(deck, plain.topics[index].name, seen)), given["set"])
    result = _run(program, index, given, None)
    whole = result.ended is None and result.stopped_by is None
    before = _run(plain, index, given, result.seed) if whole else None
    _report(result, before, seen, given)
    return STRICT if result.stopped_by is not None else code_of(result.ended)


def _changed(deck: Deck, changes: Changes | None) -> Deck:
    """The deck with other counts; raises :class:`UsageMistake` for cards that it does not have."""
    try:
        return deck if changes is None else deck.changed(changes)
    except ValueError as error:
        raise UsageMistake(str(error)) from None


def _run(program: Program, topic: int, given: dict[str, Any], seed: int | None) -> Result:
    """The result; :class:`Failed` where there is none."""
    with exactness(), Waiting(quiet=given["quiet"]) as waiting:
        outcome = run_program(
            program,
            topics=[topic],
            count=given["count"],
            until=given["until"],
            seed=given["seed"] if seed is None else seed,
            method=given["method"],
            policies=given["policies"] or (),
            target=given["target"] or "auto",
            jobs=given["jobs"],
            strict=given["strict"] or None,
            progress=lambda index, done, of, _: waiting(program.topics[index].name, done, of),
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
        print(json.line_of(data, encoding=sys.stdout.encoding), flush=True)
    else:
        print(in_words(result))
        if plain is not None:
            print(render_change(topic.name, plain.success, topic.success, change), flush=True)
    if not given["quiet"]:
        with beside_results():
            for sentence in notices.sentences(result):
                print(sentence, file=sys.stderr)
