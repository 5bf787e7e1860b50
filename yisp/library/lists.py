"""Card lists of other programs: reading them, and writing them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from warnings import warn

from ..messages import plain
from .arguments import check_choice, check_kinds, named
from .decks import DeckWarning, read_deck

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..deck.exchange.formats.cardlist import Known
    from ..deck.model import Deck
    from .decks import Source


def import_deck(
    source: str | bytes | os.PathLike[str],
    *,
    format: str | None = None,
    names: str | os.PathLike[str] | None = None,
    blank: bool = False,
) -> str:
    """The text of a deck file with the cards of a list: of a .ydk file, a text list, a table …

    ``source`` is the path of a file; an address ``ydke://…``, a text of several lines or bytes are taken for
    the list itself.  ``format`` is "ydk", "ydke", "list", "csv" or "calc" where that cannot be told from it;
    ``names`` is a card table, by which passcodes get names: a .csv or .tsv file, or a card database (.cdb).
    The deck uses the packaged collection that knows most of its cards, unless all are to be ``blank``.
    Raises :class:`DeckError` with everything that is wrong; warns with :class:`DeckWarning` of what is left
    out.
    """
    from ..deck.exchange.formats.formats import FORMATS
    from ..deck.exchange.formats.ydke import SCHEME
    from ..deck.exchange.importing import imported
    from ..deck.load import read_file

    check_choice("format", format, (None, *FORMATS))
    if isinstance(source, bytes) or (
        isinstance(source, str) and ("\n" in source or source.startswith(SCHEME))
    ):
        made = imported(source, "<text>", format, _table(names), plays=not blank)
    elif isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        made = imported(read_file(path), path, format, _table(names), plays=not blank)
    else:
        raise TypeError(f"source is the path of a file, or its content, not {named(source)}")
    for remark in made.remarks:
        warn(plain(remark), DeckWarning, stacklevel=2)
    return made.text


def export_deck(deck: Deck | Source, to: str = "list", *, names: str | os.PathLike[str] | None = None) -> str:
    """A deck's cards as a "list", "csv", "ydk" or "ydke", for other programs.

    The last two need passcodes: from ``names``, a card table as ``import_deck`` takes, or names that are
    numbers.  Raises :class:`DeckError` for cards that cannot be written.
    """
    from ..deck.exchange.exporting import exported
    from ..deck.exchange.formats.formats import WRITTEN

    check_choice("to", to, tuple(WRITTEN))
    return exported(read_deck(deck), to, _table(names))


def _table(names: str | os.PathLike[str] | None) -> Mapping[int, Known] | None:
    check_kinds(names=names)
    from ..deck.exchange.names import read_names

    return None if names is None else read_names(os.fspath(names))
