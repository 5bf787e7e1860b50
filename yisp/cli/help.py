"""The help of commands in the user's language.

What comes in: a command of click, in English.  What goes out: the command itself, or a copy with its texts
looked up in the catalogue, whose help is wrapped by the columns that wide characters take.  Click's own words
come from the same catalogue, through gettext.  What is not handled: the names of options and their metavars.
"""

from __future__ import annotations

import copy
import gettext
import inspect
from collections.abc import Iterable
from typing import TypeVar

import click
from click.formatting import measure_table

from ..columns import blank_after, folded
from ..messages import DOMAIN, ENGLISH, FOLDER, LANGUAGES, look_up, told
from .language import HELP, OPTION, beside_results, user_language

AnyCommand = TypeVar("AnyCommand", bound=click.Command)

PARAGRAPH, AS_IT_IS = "\n\n", "\b\n"  # between two, and before one that click does not wrap


class _Formatter(click.HelpFormatter):
    """Wraps lines by columns: click counts characters, of which wide ones take two, and breaks at blanks,
    which they do without."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        if prefix is None:
            head = gettext.gettext("Usage:")
            prefix = head + blank_after(head)
        super().write_usage(prog, args, prefix)

    def write_heading(self, heading: str) -> None:
        self.write(" " * self.current_indent + told("{title}:", title=heading) + "\n")

    def write_text(self, text: str) -> None:
        super().write_text(_wrapped(text, self.width - self.current_indent))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        listed = list(rows)
        first, *_ = measure_table(listed)
        width = max(self.width - min(first, col_max) - col_spacing - 2, 10)
        super().write_dl([(term, _wrapped(text, width)) for term, text in listed], col_max, col_spacing)


def _wrapped(text: str, width: int) -> str:
    return PARAGRAPH.join(
        paragraph if paragraph.startswith("\b") else AS_IT_IS + "\n".join(folded(paragraph, width))
        for paragraph in text.split(PARAGRAPH)
    )


class _Context(click.Context):
    formatter_class = _Formatter


def with_help_options(command: click.Command) -> None:
    """Give a command ``--lang``, which has been obeyed by then, and ``--help``, in place of click's own,
    which writes UTF-8 to any stream."""
    if any(option.name == "help" for option in command.params):
        return
    languages = click.Choice(list(LANGUAGES))
    command.params += [
        click.Option([OPTION], type=languages, expose_value=False, help=HELP),
        click.Option(
            ["--help", "-h"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show,
            help="Show this message and exit.",
        ),
    ]


def _show(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        with beside_results():
            print(ctx.get_help())
        ctx.exit()


def translated_command(command: AnyCommand) -> AnyCommand:
    """The command with its texts in the user's language."""
    if user_language() == ENGLISH:
        return command
    gettext.bindtextdomain(DOMAIN, FOLDER)
    gettext.textdomain(DOMAIN)
    with beside_results():
        made = copy.copy(command)
        made.context_class = _Context
        made.help, made.epilog = _looked_up(command.help), _looked_up(command.epilog)
        made.params = [_translated_parameter(parameter) for parameter in command.params]
    return made


def _translated_parameter(parameter: click.Parameter) -> click.Parameter:
    made = copy.copy(parameter)
    if isinstance(made, click.Option) and made.help:
        made.help = look_up(made.help)
    if isinstance(made.type, click.types.IntParamType | click.types.FloatParamType):
        made.metavar = made.metavar or made.type.name.upper()
        made.type = copy.copy(made.type)
        made.type.name = look_up(made.type.name)  # which click puts into its sentence
    return made


def _looked_up(text: str | None) -> str | None:
    return text and look_up(inspect.cleandoc(text))
