"""The option ``--pictures`` of the commands that draw cards.

What comes in: the folder that the user names.  What goes out: its pictures, or :class:`UsageMistake` where
there is no such folder.
"""

from __future__ import annotations

import click

from ...deck.reading.files import Unreadable
from ...page.pictures import Pictures
from ..decks import UsageMistake, about_file

OPTION = "--pictures"


def option() -> click.Option:
    """The option, for a command's list of them."""
    return click.Option(
        [OPTION], type=click.Path(), metavar="FOLDER",
        help="Draw cards with your own pictures: files of that folder that are called as the cards are"
        " (.png, .jpg, .webp).",
    )  # fmt: skip


def pictures_of(folder: str | None) -> Pictures | None:
    """The pictures of a folder that was named."""
    if folder is None:
        return None
    try:
        return Pictures(folder)
    except Unreadable as error:
        raise UsageMistake(about_file(folder, error.message, OPTION)) from None
