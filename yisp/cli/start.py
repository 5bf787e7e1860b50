"""Where ``yispc`` starts: the plain way to run decks at once, everything else through click."""

from __future__ import annotations

import os
import sys

from .options import read_plainly


def main() -> None:
    """Run the command line and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal or pipe that cannot show a card's name gets it escaped.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    options = read_plainly(sys.argv[1:])
    try:
        if options is not None:
            from .running import run_decks

            code = run_decks(options)
        else:
            from .app import run_app

            code = run_app()
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
