"""Pages: what a run found in one HTML file, and reading it back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .arguments import check_choice, check_kinds, named, policies_of, texts_of
from .decks import read_deck
from .runs import run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..deck.model import Deck
    from ..page.pictures import Pictures
    from ..simulate.result import Result
    from ..studies.comparison.comparison import Comparison
    from ..studies.sweeping.sweep import Sweep
    from .decks import Source


def write_report(
    deck: Deck | Source,
    path: str | os.PathLike[str],
    *,
    result: Result | None = None,
    comparison: Comparison | None = None,
    sweep: Sweep | None = None,
    pictures: str | os.PathLike[str] | None = None,
    panels: str | Iterable[str] = (),
    **options: Any,
) -> Result:
    """Write a page about a deck: one HTML file that opens offline, with everything that was found.

    ``result`` is that of a run of this deck; where there is none, the deck is run with ``options``, those of
    ``run``.  ``comparison`` and ``sweep`` are shown besides; ``pictures`` is a folder of your own pictures of
    cards, which are called as the cards are; ``panels`` are answered besides: "why", "worth", "policies".
    A file that is there is replaced, but not the deck's own.  Returns the result; ``read_report`` reads the
    page back.

    Raises :class:`DeckError` for a deck with mistakes, ValueError for what the deck does not have and where
    no file can be written.
    """
    from ..page.commands import asked_of
    from ..page.data import page_of
    from ..page.document import document
    from ..page.panels.questions import KINDS
    from ..page.panels.questions import panels as answered
    from ..report.files.files import check, write
    from ..simulate.result import Result
    from ..studies.comparison.comparison import Comparison
    from ..studies.sweeping.sweep import Sweep

    check_kinds(path=path, pictures=pictures, panels=panels)
    for given, wanted in ((result, Result), (comparison, Comparison), (sweep, Sweep)):
        if given is not None and not isinstance(given, wanted):
            name = wanted.__name__
            raise TypeError(f"{name.lower()} must be a {name}, not {named(given)}")
    out = os.fspath(path)
    check(out)
    read = read_deck(deck)
    if os.path.exists(out) and os.path.exists(read.file) and os.path.samefile(out, read.file):
        raise ValueError(f"{out!r} is the deck's own file: give the page another name")
    if result is None:
        result = run(read, **options)
    elif options:
        raise TypeError(f"a result is there already, so nothing is run: {', '.join(options)} has no meaning")
    elif result.file != read.file:
        raise ValueError(f"the result is of {result.file!r}, and the deck is {read.file!r}")
    asked = {**asked_of(result), **_asked(options)}
    if pictures is not None:
        asked["pictures"] = os.fspath(pictures)
    kinds = texts_of(panels)
    for kind in kinds:
        check_choice("panels", kind, tuple(KINDS))
    if kinds:
        asked["panels"] = kinds
    page = page_of(
        read, result, asked=asked, out=out, comparison=comparison, sweep=sweep, pictures=_pictures(pictures),
        panels=answered(read, result, kinds)[0],
    )  # fmt: skip
    write(out, document(page))
    return result


def _pictures(folder: str | os.PathLike[str] | None) -> Pictures | None:
    from ..deck.reading.files import Unreadable
    from ..page.pictures import Pictures

    if folder is None:
        return None
    try:
        return Pictures(os.fspath(folder))
    except Unreadable as error:
        raise ValueError(f"the pictures of {os.fspath(folder)!r}: {error.message}") from None


def _asked(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a run as the command line has them."""
    found = {key: options.get(key) for key in ("count", "until", "method", "strict")}
    found["policies"] = policies_of(options.get("policy"))
    found["relate"] = [",".join(pair) for pair in options.get("relate") or ()]
    return {key: value for key, value in found.items() if value}


def read_report(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What a page of ``write_report``, or of ``yispc report``, was made of: its data as dicts and lists.

    ``["report"]`` is the JSON report; docs/page.md says what else there is.  Raises ValueError for a file
    that is no such page.
    """
    from ..page.reading import read_page

    check_kinds(path=path)
    return read_page(path)
