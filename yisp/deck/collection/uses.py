"""What a deck takes from collections; and what one that uses none does: nothing.

What comes in: the section of the document that names collections.  What goes out: :class:`Uses`, which is
asked while a deck is read.  Whatever opens a collection (``using`` and all that it imports) is imported for
decks that name one; most name none, and are read without.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from ...lang.diagnostics import Place
from ...lang.tree import Expression, Script
from ...structs import dataclass
from ..known import Known
from ..model import FunctionText
from ..reading.document import Entry, Mapping
from ..reading.fields import Reading, Section
from ..reading.files import Reference, SourceFile
from ..scripts.scripts import Scripts
from ..vocabulary import Vocabulary

if TYPE_CHECKING:
    from ...lang.rooms import Room
    from .reading import Shelf

KEY = "use"

SURE = ("collection", "cards")
"""The keys by which a collection is told from a deck."""


def is_collection(root: Mapping) -> bool:
    """Whether a file is a collection, and no deck."""
    return all(key in root.entries for key in SURE) and "deck" not in root.entries


@dataclass(slots=True)
class Card:
    """A card of the deck with what it takes: ``room`` is whose its program is, ``more`` are entries of the
    deck that spell it in other ways."""

    entry: Entry
    room: Room | None = None
    more: list[Entry] = field(default_factory=list)


class Uses:
    """The collections that a deck uses, in order: none."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.shelves: list[Shelf] = []
        self.names: list[str] = []  # of their files
        self.references: list[Reference] = []
        self.known: list[Known] = []
        self.met: list[Known] = []  # cards that have a program of their own
        self.blank: list[str] = []  # the cards that none knows, and that do nothing unless that is meant
        self.complete = True  # whether all of them could be read

    @property
    def variables(self) -> tuple[tuple[str, int, Place], ...]:
        """What the variables of rooms begin with in every trial, other than 0."""
        return ()

    def take(self, entries: Sequence[Entry]) -> list[Card]:
        """The cards of the deck with what they take."""
        return [Card(entry) for entry in entries]

    def name_cards(self, vocabulary: Vocabulary) -> None:
        """Let every name of a known card mean it, as an alias does."""

    def functions(
        self,
        trees: Iterable[Script | Expression],
        scripts: Scripts,
        properties: frozenset[str],
        *,
        every: bool,
    ) -> list[FunctionText]:
        """The functions of collections that the trees call, and those that these call; or ``every`` one."""
        return []


def read_uses(top: Section, files: list[SourceFile]) -> Uses:
    """What a deck uses; ``files`` are those that its keys come from."""
    if top.entry(KEY) is None:
        return Uses(top.reading)
    from .using import opened

    return opened(top, files)
