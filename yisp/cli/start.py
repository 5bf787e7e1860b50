"""Where ``yispc`` starts: the plain way to run decks at once, everything else through click."""

from __future__ import annotations

import os
import sys

from .options import read_plainly


def main() -> None:
    """Run the command line and exit with its code."""
    _open_streams()
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
    except OSError as error:
        # A full disk, most likely; whatever else cannot be read or written is explained where it happens.
        print(f"yispc: the results could not be written: {error.strerror or error}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 2
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def _open_streams() -> None:
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever started us closed it
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A terminal or pipe that cannot show a card's name gets it escaped.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
