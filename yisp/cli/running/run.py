"""``yispc run``."""

from __future__ import annotations

from typing import Any

import click

from ...deck.reading.files import SCRIPT
from ...messages import say, translated
from ..complete import DeckName, TopicName
from ..decks import changes_of
from ..language import beside_results
from ..limits import within
from ..options import BOUNDS, COUNTS, RUN_OPTIONS, Option, RunOptions, expected
from .running import run_decks

EXAMPLES = """\b
Examples:
  yispc run deck.yml other.yml          two decks
  yispc run opening --count 1e6         a packaged deck, a million trials a topic
  yispc run deck.yml --topic going-first --seed 7 --json
  yispc run deck.yml --records games.tsv --relate score,milled --plot deck.svg
  yispc run script.yisp --deck deck.yml --seed 7
  cat deck.yml | yispc run -
"""


class OwnText(click.ParamType[Any]):
    """An option's own reading of its text."""

    def __init__(self, option: Option) -> None:
        assert callable(option.kind)
        self.name = option.metavar.lower()
        self._read = option.kind
        self.expected = expected(option.kind)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self._read(value)
        except (ValueError, OverflowError):
            wrong = say("expected {expected}, not {given}", expected=self.expected, given=repr(value))
            self.fail(at_once(wrong), param, ctx)


def at_once(sentence: str) -> str:
    """A sentence that click is to put into one of its own: in the language in which it says that."""
    with beside_results():
        return translated(sentence)


_COMPLETED: dict[str, click.ParamType[Any]] = {"topics": TopicName(), "deck": DeckName()}
"""Options whose values the Tab key knows."""


def parameter(option: Option) -> click.Option:
    """The option as click takes it."""
    if option.kind is None:
        return click.Option([*option.words, option.name], is_flag=True, help=option.help)
    if isinstance(option.kind, tuple):
        return click.Option([*option.words, option.name], type=click.Choice(option.kind), help=option.help)
    kind: click.ParamType[Any] = _COMPLETED.get(option.name, click.STRING)
    if option.kind is not str:
        kind = OwnText(option)
    return click.Option(
        [*option.words, option.name],
        type=kind, metavar=option.metavar, multiple=option.several, help=option.help,
    )  # fmt: skip


def limited(command: click.Command) -> click.Command:
    """The command within limits of time and memory, whose options every command has: those that show what
    they have by then take them themselves, of the others nothing is left to show."""
    limits = BOUNDS[:2]
    if limits[0].name in [param.name for param in command.params]:
        return command
    inner = command.callback
    assert inner is not None

    def outer(*words: Any, time_limit: float | None, memory_limit: int | None, **given: Any) -> Any:
        with within(time_limit, memory_limit):
            return inner(*words, **given)

    command.callback = outer
    command.params += map(parameter, limits)
    return command


def bounded(command: click.Command) -> click.Command:
    """The command with the options that bound it, which it is given as ``bounds``: see ``within``."""
    inner = command.callback
    assert inner is not None

    def outer(*words: Any, **given: Any) -> Any:
        bounds = {option.name: given.pop(option.name) for option in BOUNDS}
        with within(bounds["time_limit"], bounds["memory_limit"]):
            return inner(*words, no_files=bounds["no_files"], **given)

    command.callback = outer
    command.params += map(parameter, BOUNDS)
    return command


def changing(command: click.Command) -> click.Command:
    """The command with the options that change a deck's counts, which it is given as ``changes``."""
    inner = command.callback
    assert inner is not None

    def outer(*words: Any, copies: tuple[tuple[str, int], ...], filler: str | None, **given: Any) -> Any:
        return inner(*words, changes=changes_of(copies, filler), **given)

    command.callback = outer
    command.params += map(parameter, COUNTS)
    return command


@click.pass_context
def _run(ctx: click.Context, /, decks: tuple[str, ...], **given: Any) -> None:
    """Compile decks, run them and report.

    A deck is a file, `-` for the standard input, or the name of a packaged deck.  A script (.yisp) is played
    once instead: what it prints is shown, and where the cards of `--deck` lie then.
    """
    several = {option.name: list(given[option.name]) for option in RUN_OPTIONS if option.several}
    ctx.exit(run_decks(RunOptions(decks, **{**given, **several})))


command = click.Command(
    "run",
    callback=_run,
    params=[
        click.Argument(["decks"], nargs=-1, required=True, metavar="DECK...", type=DeckName(SCRIPT)),
        *map(parameter, RUN_OPTIONS),
    ],
    help=_run.__doc__,
    epilog=EXAMPLES,
)
