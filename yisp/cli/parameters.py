"""The options of ``options`` as click takes them.

What comes in: options, or the names of those of ``yispc run``.  What goes out: click's parameters, and
commands that have them.
"""

from __future__ import annotations

from typing import Any

import click

from ..messages import quoted, say, translated
from ..simulate.seeds import TRIALS
from .complete import DeckName, TopicName
from .decks import changes_of
from .language import beside_results
from .limits import within
from .options import BOUNDS, COUNTS, RUN_OPTIONS, Option, expected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


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
            wrong = say("expected {expected}, not {given}", expected=self.expected, given=quoted(value))
            with beside_results():  # click puts it into a sentence of its own, in that language
                self.fail(translated(wrong), param, ctx)


def topic_option() -> click.Option:
    """The option of commands that look at one topic."""
    return click.Option(
        ["--topic"], type=TopicName(), metavar="T", help="The topic (default: the deck's first)."
    )


def trial_option() -> click.Option:
    """The option of commands that look at one trial."""
    return click.Option(
        ["--trial"], type=click.IntRange(0, TRIALS - 1), default=0, help="The trial's number, from 0."
    )


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


def of_run(*names: str) -> list[click.Option]:
    """The options of ``yispc run`` that have these names."""
    return [parameter(option) for option in RUN_OPTIONS if option.name in names]


def taking(*names: str) -> Callable[[click.Command], click.Command]:
    """A decorator: the command with these options of ``yispc run`` behind its own."""

    def taken(command: click.Command) -> click.Command:
        command.params += of_run(*names)
        return command

    return taken


def limited(command: click.Command) -> click.Command:
    """The command with the options that limit its time and memory; where one is reached, it ends without
    results.  A command that shows what it has by then takes these options itself, and is left as it is."""
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


def changing(command: click.Command) -> click.Command:
    """The command with the options that change a deck's counts, which it is given as ``changes``."""
    inner = command.callback
    assert inner is not None

    def outer(*words: Any, copies: tuple[tuple[str, int], ...], filler: str | None, **given: Any) -> Any:
        return inner(*words, changes=changes_of(copies, filler), **given)

    command.callback = outer
    command.params += map(parameter, COUNTS)
    return command
