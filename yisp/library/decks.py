"""Decks: from a file, a packaged name, a text, dicts and lists, with warnings for what is doubtful."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from warnings import warn

from .arguments import check_kinds, named

if TYPE_CHECKING:
    from typing import TypeAlias

    from ..compile.program import Program
    from ..deck.known import Known
    from ..deck.model import Deck

    Source: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any]"


class DeckWarning(UserWarning):
    """A doubt about a deck: something that is legal and probably not what was meant."""


def load(deck: Source) -> Deck:
    """The deck in a file, in a packaged file (``load("opening")``), or as dicts and lists.

    A file comes before a packaged deck of its name.  A dict has the keys of a deck file; a key whose value
    is None is left out.  Raises :class:`DeckError` with everything that is wrong; warns with
    :class:`DeckWarning`.
    """
    return warned(loaded(deck))


def loads(text: str | bytes, file: str = "<text>") -> Deck:
    """The deck in ``text``, the content of a deck file; ``file`` is what messages call it.

    What it extends or includes is looked for in the folder of ``file``, else in the current one.  Raises
    and warns like :func:`load`.
    """
    from ..deck.load import loads

    if not isinstance(text, str | bytes):
        raise TypeError(f"text is the content of a deck file, not {named(text)}")
    check_kinds(file=file)
    return warned(loads(text, file))


def loaded(deck: Source) -> Deck:
    from ..deck.load import load, load_file, loads
    from ..deck.reading.files import DECK, PACKAGED, SourceFile, packaged

    if isinstance(deck, Mapping):
        return loads(_as_text(deck), "<dict>")
    if not isinstance(deck, str | os.PathLike):
        raise TypeError(f"a deck is the path of a file, a packaged name or a dict, not {named(deck)}")
    path = os.fspath(deck)
    if path in packaged() and not os.path.exists(path):
        where = os.path.join(PACKAGED, path + DECK)
        with open(where, "rb") as file:
            return load_file(SourceFile(path + DECK, file.read(), where))
    return load(path)


def _as_text(deck: Mapping[str, Any]) -> str:
    """A deck file that says the same; JSON is YAML."""
    from ..deck.reading.source import as_text

    try:
        return as_text(_without_none(deck), indent=2)
    except (TypeError, ValueError) as error:
        raise TypeError(f"a deck as a dict has texts, numbers, lists and dicts in it: {error}") from None


def _without_none(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_none(each) for key, each in value.items() if each is not None}
    return [_without_none(each) for each in value] if isinstance(value, list | tuple) else value


def known_cards(deck: Deck | Source) -> list[Known]:
    """What collections know of a deck's cards: those that do what its collections say, in the deck's order.

    Each has ``card``, as the deck spells it, ``collection`` and ``name``, what it is there, its ``numbers``
    (passcodes or set numbers), its ``spellings``, and ``part``: what of it is left out, or None.
    """
    return list(read_deck(deck).known)


def warned(deck: Deck, level: int = 3) -> Deck:
    """The deck, its doubts warned of; ``level`` is how many calls above ``warn`` the caller is."""
    from ..lang.diagnostics import render

    for item in deck.diagnostics:
        warn(render(item), DeckWarning, stacklevel=level)
    return deck


def compiled(deck: Deck | Program | Source) -> Program:
    from ..compile.pipeline import compile_deck
    from ..compile.program import Program

    if isinstance(deck, Program):
        return deck
    return compile_deck(read_deck(deck))


def read_deck(deck: Deck | Source) -> Deck:
    from ..deck.model import Deck

    if isinstance(deck, Deck):
        return deck
    if isinstance(deck, str | os.PathLike | Mapping):
        return warned(loaded(deck), 4)
    raise TypeError(f"deck must be a Deck, a Program, the path of a file or a dict, not {named(deck)}")
