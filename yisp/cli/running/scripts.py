"""``yispc run script.yisp``: playing a script once, on the opening of a trial.

What comes in: the file's name and the options of ``run``.  What goes out: what the script prints, and
where the cards lie then, on standard output; complaints on standard error; an exit code.  Options that
are about counting trials are refused.
"""

from __future__ import annotations

from ...interactive.prompt import compile_file, zone_lines
from ...interactive.table import Table
from ...lang.diagnostics import DeckError, PlayError
from ...lang.rendering import quoted
from ...messages import say
from ..decks import Failed, complain, loaded, show
from ..exits import DECK_ERROR, DONE, STRICT, USAGE
from ..options import BOUNDS, RUN_OPTIONS, RunOptions
from ..sources import NoSuchDeck, read_deck

TAKEN = ("deck", "topics", "seed", "quiet", *(option.name for option in BOUNDS))


def run_script(name: str, options: RunOptions) -> int:
    """Play a script."""
    for option in RUN_OPTIONS:
        if option.name not in TAKEN and getattr(options, option.name):
            complain(
                say(
                    "a script is played once, so {option} has no meaning for {file}",
                    option=option.words[0],
                    file=quoted(name),
                )
            )
            return USAGE
    if len(options.topics) > 1:
        complain(say("a script is played in one topic: give --topic once"))
        return USAGE
    try:
        file = read_deck(name)
        deck = None if options.deck is None else loaded(options.deck, options.no_files, options.quiet)
        table = Table(deck, topic=options.topics[0] if options.topics else None, seed=options.seed)
    except NoSuchDeck as error:
        complain(str(error))
        return DECK_ERROR
    except Failed:
        return DECK_ERROR
    except ValueError as error:
        complain(str(error))
        return USAGE
    code = DONE
    try:
        compiled = compile_file(table, file)
        if not options.quiet:
            show(compiled.diagnostics)
        played = table.play(compiled)
    except PlayError as error:
        played, code = error.played, STRICT
        show(error.diagnostics)
    except DeckError as error:
        show(error.diagnostics)
        return DECK_ERROR
    for line in played.printed:
        print(line)
    if played.number is not None:
        print(played.number)
    if not options.quiet:
        for line in zone_lines(table):
            print(line)
    return code
