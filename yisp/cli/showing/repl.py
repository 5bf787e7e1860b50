"""``yispc repl``: reading lines for the prompt, on a terminal or from a pipe.

On a terminal prompt_toolkit reads them, with history and completion, if it is there; else, and in a
pipe, they are read as they come.  What a line does is said in ``yisp.interactive.prompt``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

import click

from ...deck.reading.files import SourceFile
from ...interactive.prompt import Leave, Prompt, Refused, Said
from ...messages import told
from ..complete import DeckName
from ..decks import coloured, loaded, on_terminal, usage_mistakes
from ..exits import DECK_ERROR, DONE
from ..language import beside_results, user_language
from ..parameters import taking, topic_option, trial_option
from ..sources import NoSuchDeck, read_deck

EXAMPLES = """\b
Examples:
  yispc repl deck.yml --seed 7
  yispc repl opening --topic going-second --trial 811
  yispc repl deck.yml < lines.txt
"""

PROMPT, MORE = "yisp> ", "  ... "


@taking("seed")
@click.command("repl", params=[topic_option(), trial_option()], epilog=EXAMPLES)
@click.argument("deck", required=False, type=DeckName())
def command(deck: str | None, topic: str | None, trial: int, seed: int | None) -> int:
    """Play with a position: the opening of a trial, and a prompt for scripts.

    \b
    (# D.2 H)        statements: what they move and print is shown
    |H.a:monster|    a number: its value is shown
    :undo            take the last step back;  :help shows all commands

    Without a deck there are no cards.  Lines are read from a pipe as well; then a mistake in one of them
    makes the exit code 1.
    """
    model = None if deck is None else loaded(deck)
    with usage_mistakes(ValueError):
        prompt = Prompt(
            model,
            _read,
            topic=topic,
            seed=seed,
            trial=trial,
            colour=coloured(sys.stderr),
            complains_in=user_language(),
        )
    sits_there = on_terminal()
    wrong = _show(prompt.greeting())
    for line in _typed(prompt) if sits_there else (line.rstrip("\r\n") for line in sys.stdin):
        try:
            wrong |= _show(prompt.handle(line))
        except Leave:
            break
        except KeyboardInterrupt:
            if not sits_there:
                raise
            with beside_results():
                print(told("interrupted; the table is as it was before"), file=sys.stderr)
    return DECK_ERROR if wrong and not sits_there else DONE


def _show(said: list[Said]) -> bool:
    """Print what was said; whether any of it was about a mistake."""
    for one in said:
        print(one.text, file=sys.stderr if one.complaint else sys.stdout)
    return any(one.wrong for one in said)


def _read(name: str) -> SourceFile:
    try:
        return read_deck(name)
    except NoSuchDeck as error:
        raise Refused(str(error)) from None


def _typed(prompt: Prompt) -> Iterator[str]:
    """What someone types, until Ctrl-D; Ctrl-C gives up a line.

    A line that leaves a parenthesis open goes on in the next one, until that is empty.
    """
    read = _reader(prompt)
    while True:
        try:
            lines = [read(PROMPT)]
            while prompt.goes_on("\n".join(lines)) and (more := read(MORE)).strip():
                lines.append(more)
            yield "\n".join(lines)
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def _reader(prompt: Prompt) -> Callable[[str], str]:
    """What shows some words and reads a line from the terminal."""
    try:
        from .terminal import line_reader
    except ImportError:
        return input
    return line_reader(prompt, _history())


def _history() -> str | None:
    """The file that keeps what was typed, from session to session; None where there can be none."""
    import platformdirs

    folder = platformdirs.user_state_dir("yisp", appauthor=False)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        path = os.path.join(folder, "history")
        os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
    except OSError:
        return None
    return path
