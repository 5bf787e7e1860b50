"""Whether two decks mean the same, however they are written: by this an edit is shown to change nothing else.

What comes in: two decks.  What goes out: whether they mean the same.  Places, spans and texts of scripts do
not count; trees, numbers and names do.  A name in a filter counts as the cards that it keeps, so a card may
have another name in one of the two; what its key says is left to whoever compares.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from ...deck.cards.each import FilledText
from ...deck.model import Deck, Kind
from ...deck.reading.scalars import ScalarText
from ...deck.vocabulary import Vocabulary
from ...lang.diagnostics import Place
from ...lang.source import TextSource
from ...lang.tree import SPANS, ByKind, ByName

WRITTEN = (Place, ScalarText, FilledText, TextSource)
"""What says where something was written."""


def same(one: Deck, other: Deck, renamed: dict[str, str]) -> bool:
    """Whether two decks mean the same; ``renamed`` has what cards of the second are called in the first."""
    return bool(_outline(one, {}) == _outline(other, renamed))


def same_tree(one: Any, other: Any) -> bool:
    """Whether two trees are the same, wherever they stand."""
    return bool(_plain(one, None) == _plain(other, None))


def _outline(deck: Deck, renamed: dict[str, str]) -> Any:
    known = deck.vocabulary
    names = [renamed.get(kind.name, kind.name) for kind in deck.kinds]
    parts = (
        deck.kinds, deck.settings, deck.topics, deck.functions, deck.patterns, deck.parameters, deck.exits,
        deck.seats, deck.dealing, known.aliases, known.families,
    )  # fmt: skip
    return names, [_plain(part, known) for part in parts], [item.code for item in deck.diagnostics]


def _plain(value: Any, names: Vocabulary | None) -> Any:
    """A value without where it was written."""
    if isinstance(value, WRITTEN):  # some of which are tuples
        return None
    if isinstance(value, list | tuple):
        return [_plain(one, names) for one in value]
    if isinstance(value, dict):
        return [(key, _plain(one, names)) for key, one in value.items()]
    if names is not None and isinstance(value, ByName) and (kinds := names.name(value.name)) is not None:
        return "name", kinds
    if names is not None and isinstance(value, ByKind) and value.kind in names.cards:
        return "kind", names.kind(value.kind)
    if not is_dataclass(value):
        return value
    found: list[Any] = [type(value).__name__]
    for one in fields(value):
        part = getattr(value, one.name)
        named = one.name == "name" and isinstance(value, Kind)
        if one.name not in SPANS and not named:
            found.append(_plain(part, names))
    return found
