"""The ``yispc`` command as click sees it: a group whose commands are loaded when they are asked for."""

from __future__ import annotations

import os
import sys
from gettext import gettext
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from ..deck.reading.files import SCRIPT, packaged
from ..messages import look_up, say, told, with_commas
from ..version import VERSION
from . import COMMANDS
from .complete import deck_names
from .decks import Failed, UsageMistake, complain, on_terminal, show
from .exits import DECK_ERROR, USAGE
from .help import translated_command, with_help_options
from .language import beside_results
from .parameters import limited
from .sources import ENDINGS

COMPLETING = "_YISPC_COMPLETE"
"""The variable by which a shell asks click for completion."""

EXAMPLES = """\b
Examples:
  yispc deck.yml                        run a deck
  yispc deck.yml --count 1000000        ... with a million trials a topic
  yispc run opening                     run a packaged deck
  yispc check deck.yml                  only look for mistakes
  yispc trace deck.yml --trial 3        see what happened in trial 3
  yispc eval '(muldiv 5 3 2 up)'        work out a number
  yispc repl deck.yml                   try scripts on an opening hand


The Tab key completes commands, options, decks and topics (bash; zsh and fish likewise):
  eval "$(_YISPC_COMPLETE=bash_source yispc)"
"""


class Commands(click.Group):
    """Loads a command's module only when it is used; a file's name stands for ``run FILE``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f".{COMMANDS[cmd_name][0]}", __package__).command
        assert isinstance(command, click.Command)
        with_help_options(limited(command))
        return translated_command(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(gettext("Commands")):
            formatter.write_dl([(name, look_up(summary)) for name, (_, summary) in COMMANDS.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(told("Packaged decks: {names}", names=with_commas(packaged())))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = [word for word in args if word == "-" or not word.startswith("-")]
        options_first = args and args[0].startswith("-") and args[0] not in ("-", "--help", "-h", "--version")
        if words and (options_first or words[0] not in COMMANDS):
            args = ["run", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands, and what may stand in place of `run DECK`."""
        return super().shell_complete(ctx, incomplete) + [
            CompletionItem(name) for name in deck_names(incomplete, (*ENDINGS, SCRIPT))
        ]


@click.group(
    cls=Commands,
    epilog=EXAMPLES,
    invoke_without_command=True,
    context_settings={"max_content_width": 100},
)
@click.version_option(VERSION, prog_name="yispc")
@click.pass_context
def app(ctx: click.Context) -> None:
    """How often does your opening work?  `yispc deck.yml` compiles a deck and counts.

    `yispc DECK...` is short for `yispc run DECK...`.
    """
    if ctx.invoked_subcommand is not None:
        return
    if on_terminal():
        # As ygo-calc does for people who start it with a double click.
        from .options import RunOptions
        from .running.run_decks import run_decks

        ctx.exit(run_decks(RunOptions([click.prompt(told("Deck file"), type=str).strip().strip("\"'")])))
    with beside_results():
        print(ctx.get_help())
    ctx.exit(USAGE)


with_help_options(app)


def run_app(words: list[str]) -> int:
    """Run the command line through click; its exit code."""
    try:
        return int(translated_command(app).main(words, prog_name="yispc", standalone_mode=False) or 0)
    except click.exceptions.Exit as exit:
        return exit.exit_code
    except SystemExit as left:
        if COMPLETING in os.environ:  # what the Tab key asked for has been printed
            return int(left.code or 0)
        # All else that click leaves so: whoever read our output has gone.
        raise BrokenPipeError from None
    except click.Abort:
        return 130
    except click.UsageError as error:
        if error.ctx is not None:
            print(error.ctx.get_usage(), file=sys.stderr)
        complain(_sentence(error))
        return USAGE
    except UsageMistake as mistake:
        complain(mistake.args[0])
        return USAGE
    except Failed:
        return DECK_ERROR
    except Exception as error:
        if not _explained(error):
            raise
        return DECK_ERROR


def _explained(error: Exception) -> bool:
    """Show what is wrong with a deck, or say why it has no exact answer; whether it was either."""
    from ..lang.diagnostics import DeckError
    from .running.run_decks import no_exact_answer

    if isinstance(error, DeckError):
        show(error.diagnostics)
        return True
    sentence = no_exact_answer(error)
    if sentence is not None:
        complain(sentence)
    return sentence is not None


def _sentence(error: click.UsageError) -> str:
    """What is wrong with a command line; where something is missing, click puts its sentence together of
    parts."""
    if isinstance(error, click.MissingParameter) and error.param is not None and error.ctx is not None:
        name = error.param.get_error_hint(error.ctx)
        if isinstance(error.param, click.Argument):
            return say("Missing argument {name}.", name=name)
        return say("Missing option {name}.", name=name)
    return error.format_message()
