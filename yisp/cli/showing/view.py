"""``yispc view``."""

from __future__ import annotations

import os
import sys

import click

from ... import system
from ...deck.reading.files import DECK, PACKAGED, Unreadable, packaged
from ...messages import Message, say, speak, system_reason, told
from ..complete import DeckName
from ..decks import Failed, UsageMistake, complain, lacks
from ..language import user_language
from ..limits import bounds
from ..parameters import taking
from ..sources import ENDINGS, STANDARD_INPUT, NoSuchDeck, read_deck
from .pictures import option as pictures_option
from .pictures import pictures_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...view.saving import DeckFile

EXTRA = "pip install '.[view]'"

EXAMPLES = """\b
Examples:
  yispc view deck.yml           edit a deck, its results beside it
  yispc view                    begin a deck (a new deck.yml, once you save it)
  yispc view opening            look at a packaged deck
  yispc view - < shared.yml     a deck that somebody sent: it asks before it runs
"""

LOCAL = "127.0.0.1"

EMPTY = ""
"""The text of a new deck: the page has fields that begin one."""

SECONDS, PATIENCE, MEMORY = 60.0, 10.0, 2**30
"""The limits where none are given: of one version, of one piece of work on it, of a process."""


@taking("seed", "time_limit", "memory_limit", "no_files")
@click.command("view", params=[pictures_option()], epilog=EXAMPLES)
@click.argument("deck", required=False, type=DeckName(), metavar="[DECK]")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="The port (default: any that is free)."
)
@click.option(
    "--host", default=LOCAL, metavar="ADDRESS",
    help=f"The address to listen at (default: {LOCAL}, which only this machine reaches).",
)  # fmt: skip
@click.option("--allow-remote", is_flag=True, help="Let other machines in, with --host.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def command(
    deck: str | None,
    port: int,
    host: str,
    allow_remote: bool,
    no_browser: bool,
    seed: int | None,
    pictures: str | None,
    time_limit: float | None,
    memory_limit: int | None,
    no_files: bool,
) -> None:
    """Edit a deck in the browser, beside results that follow every keystroke.

    DECK is a file (it is made when you save, if it is not there), the name of a packaged deck, or `-` for a
    shared text on the standard input, which is not run before you say so.  The page is for this machine
    alone.
    """
    speak(user_language())
    try:
        from ...view.pool import CannotStart
        from ...view.server import Serving, serve
    except ModuleNotFoundError as error:
        if not lacks(error, "starlette", "uvicorn", "websockets", "h11"):
            raise
        raise UsageMistake(
            say("`yispc view` needs more than is installed: {command}", command=EXTRA)
        ) from None
    if not system.HAS_PROCESSES:
        raise UsageMistake(say("`yispc view` cannot start the processes that it needs on this system."))
    _check_host(host, allow_remote)
    limits = bounds(time_limit, memory_limit)
    try:
        file = _file(deck)
    except NoSuchDeck as mistake:
        complain(str(mistake))
        raise Failed([str(mistake)]) from None
    except Unreadable as mistake:
        raise UsageMistake(str(mistake)) from None
    drawn = pictures_of(pictures)
    seconds = limits[0] or SECONDS
    serving = Serving(
        host=host,
        port=port,
        alone=no_files,
        confirm=deck == STANDARD_INPUT,
        seed=seed,
        pictures=drawn,
        seconds=seconds,
        patience=min(PATIENCE, seconds),
        memory=limits[1] or MEMORY,
    )

    def started(address: str) -> None:
        print(told("{deck} is here, until Ctrl-C ends it:", deck=file.name))
        print(address, flush=True)  # on a line of its own, which terminals make a link
        if host != LOCAL:
            print(_warning(host), file=sys.stderr)
        if not no_browser:
            _open(address)

    try:
        serve(file, serving, started)
    except OSError as error:
        raise UsageMistake(cannot_listen(f"{host}:{port}", error)) from None
    except CannotStart as error:
        raise UsageMistake(say("no process can be started: {reason}", reason=str(error))) from None


def cannot_listen(address: str, error: OSError) -> Message:
    return say("{address} cannot be listened at: {reason}", address=address, reason=system_reason(error))


def _check_host(host: str, allow_remote: bool) -> None:
    if host == LOCAL or allow_remote:
        return
    raise UsageMistake(
        say(
            "--host {host}: whoever reaches that address and has the link could read and change this deck,"
            " and use this machine to run others; nothing is encrypted. If you mean that, add --allow-remote",
            host=host,
        )
    )


def _warning(host: str) -> str:
    return told(
        "Other machines that reach {host} can use this server: whoever has the link reads and changes the"
        " deck and runs decks here, and nothing is encrypted, so others on the way can read the link.",
        host=host,
    )


def _file(deck: str | None) -> DeckFile:
    """What is served; raises NoSuchDeck, Unreadable for what is no text, and UsageMistake where nothing was
    sent."""
    from ...view.saving import DeckFile, decoded

    if deck is None:
        return DeckFile(name := _fresh_name(), EMPTY, os.path.abspath(name))
    if deck == STANDARD_INPUT:
        text = decoded(_data(deck)).removeprefix("\ufeff")
        if not text.strip():
            raise UsageMistake(say("there is nothing on the standard input; `yispc view` begins a deck"))
        return DeckFile("<stdin>", text, None)
    if not os.path.lexists(deck) and deck.endswith(ENDINGS):
        folder = os.path.dirname(deck) or "."
        if not os.path.isdir(folder):
            raise NoSuchDeck(told("there is no folder {folder!a}", folder=folder))
        return DeckFile(deck, EMPTY, os.path.abspath(deck))
    text = decoded(_data(deck))
    if not os.path.exists(deck) and deck in packaged():
        return DeckFile(deck + DECK, text, None)
    if os.path.dirname(os.path.realpath(deck)) == os.path.realpath(PACKAGED):
        return DeckFile(deck, text, None)
    return DeckFile(deck, text, os.path.abspath(deck))


def _data(deck: str) -> bytes:
    data = read_deck(deck).data
    assert isinstance(data, bytes)
    return data


def _fresh_name() -> str:
    """The name of a new deck in the current folder."""
    number = 1
    while os.path.lexists(name := f"deck{'' if number == 1 else f'-{number}'}{DECK}"):
        number += 1
    return name


IN_TERMINAL = ("www-browser", "lynx", "links", "elinks", "w3m")
"""Browsers that would take this terminal, and run no scripts: better none."""


def _open(address: str) -> None:
    """Show the address in a browser, which may take its time."""
    import threading
    import webbrowser

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return  # the address has been printed
    if getattr(browser, "name", "") not in IN_TERMINAL:
        threading.Thread(target=browser.open, args=(address,), daemon=True).start()
