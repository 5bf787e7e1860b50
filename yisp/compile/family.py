"""Programs of one deck with other numbers of copies: compiled once for each size.

What comes in: how the deck is loaded, and changes of its counts.  What goes out: the program of the deck that
has them, as ``compile_deck`` makes it, but for two things: its warnings are those of the first deck of that
size, and its native module is shared by all of them.  A deck that is a mistake, or in which more than counts
would change (``Deck.recounted``), is loaded and compiled by itself, so its mistakes are those that anybody
would be told.
"""

from __future__ import annotations

from collections.abc import Callable

from ..deck.changes import Changes
from ..deck.model import Deck
from .pipeline import Compiled
from .program import Program

SIZES = 32
"""Sizes of which the nodes are kept."""


class Family:
    """The programs of a deck, by changes of its counts."""

    def __init__(self, load: Callable[[Changes], Deck]) -> None:
        """``load`` reads the deck with changes of the counts in its file; it raises
        :class:`~yisp.lang.diagnostics.DeckError` for a deck that does not add up."""
        self._load = load
        self._compiled: list[Compiled] = []  # of each size the first

    def program(self, changes: Changes) -> Program:
        """That of the deck with these changes of its file and no others."""
        for compiled in self._compiled:
            deck = compiled.deck.recounted(changes)
            if deck is not None:
                return compiled.program_of(deck)
        compiled = Compiled(self._load(changes), shared=True)
        self._compiled = [*self._compiled, compiled][-SIZES:]
        return compiled.program
