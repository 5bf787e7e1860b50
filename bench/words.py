"""The words of the commands here: what each takes, and what ``--help`` says of it."""

from __future__ import annotations

import argparse


def parser_of(command: str, about: str | None) -> argparse.ArgumentParser:
    """The parser of ``python -m COMMAND``, which says of it what its module does."""
    return argparse.ArgumentParser(
        f"python -m {command}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def decks_of(command: str, about: str | None) -> list[str]:
    """The decks that are named."""
    parser = parser_of(command, about)
    parser.add_argument("decks", nargs="*", metavar="DECK", help="a deck file or a packaged deck")
    decks: list[str] = parser.parse_args().decks
    return decks
