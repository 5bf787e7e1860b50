"""A file as it is being written.

What comes in: the text of a deck file, each time that it changes.  What goes out: :class:`Document`, which
knows what can be known of it: everything that is wrong with it, its nodes, and the deck, as far as there is
one.  Each of these is worked out when it is asked for, once.

While somebody types, a text is often no deck.  Then its nodes are those of a mended text (``repair``), and
the deck is that of the text before; where there was none, that of the mended one.  What is not handled: what
is proposed or shown, which is the business of the other modules.
"""

from __future__ import annotations

import os
from functools import cached_property

from ...deck.load import load_draft
from ...deck.model import Deck, Settings
from ...deck.reading.document import Mapping
from ...deck.reading.files import PACKAGED, SCRIPT, SourceFile, Unreadable, files_of
from ...deck.vocabulary import Vocabulary
from ...lang.diagnostics import Diagnostics
from ...lang.source import TextSource
from .names import Names
from .repair import Read, read, read_as_written
from .scriptfile import load_script_file

LONGEST = 1 << 20
"""Characters of a text that nobody types any more: what is wrong with a longer one is said, and no more."""

DROPPED = 3
"""Lines that are left out at most, to have a deck at all."""


class Document:
    """One text of a file.

    ``file`` is what it is called, ``path`` where it lies (or would).  One that stands ``alone`` is given
    packaged files only, whatever it names.
    """

    def __init__(
        self,
        text: str,
        file: str = "deck.yml",
        *,
        path: str | None = None,
        alone: bool = False,
        before: Document | None = None,
    ) -> None:
        self.text = text
        self.file = SourceFile(file, text, path, alone=alone)
        self.source = TextSource(file, text.removeprefix("\ufeff"))
        # Of the texts before only what the last of them knew is kept.
        self._names_before = before.known_names if before is not None else None

    def changed(self, text: str) -> Document:
        """The document with another text."""
        file = self.file
        return Document(text, file.name, path=file.path, alone=file.alone, before=self)

    @property
    def is_script(self) -> bool:
        """Whether it is a file of functions or statements, and no deck."""
        return self.file.name.endswith(SCRIPT)

    @property
    def is_too_long(self) -> bool:
        """Whether working anything out at every key would take too long."""
        return len(self.text) > LONGEST

    @cached_property
    def _draft(self) -> tuple[Deck | None, Diagnostics]:
        return load_script_file(self.file) if self.is_script else load_draft(self.file)

    @property
    def deck(self) -> Deck | None:
        """The deck of this very text; None where something is wrong with it."""
        deck, found = self._draft
        return None if found.failed else deck

    @property
    def draft(self) -> Deck | None:
        """The deck of this very text as far as it can be read, mistakes or not."""
        return self._draft[0]

    @property
    def diagnostics(self) -> Diagnostics:
        """Everything that is wrong with it."""
        return self._draft[1]

    def place(self, line: int, column: int) -> tuple[int, int]:
        """A place of the text: that one, or the end of its line or of the text where it is beyond."""
        return self.source.position(self.source.offset(max(line, 1), max(column, 1)))

    @cached_property
    def _as_written(self) -> Read | None:
        return read_as_written(self.source.text, self.source.file)

    @cached_property
    def read(self) -> Read | None:
        """The file's own nodes."""
        return self._as_written or read(self.source.text, self.source.file)

    @property
    def root(self) -> Mapping | None:
        """The table of the whole file, mended where it has to be; None where there is none."""
        return None if self.read is None else self.read.root

    @property
    def root_as_written(self) -> Mapping | None:
        """The table of the whole file; None where that is no YAML at the moment."""
        return None if self._as_written is None else self._as_written.root

    def read_at(self, line: int, column: int) -> Read | None:
        """The file's own nodes, where somebody is writing at that place."""
        return self._as_written or read(self.source.text, self.source.file, line, column)

    @property
    def known_names(self) -> Names | None:
        """What was worked out of this text, for whatever reason, or of those before."""
        worked_out = "_draft" in self.__dict__ or "names" in self.__dict__
        return self.names if worked_out and not self.is_too_long else self._names_before

    @property
    def recent_names(self) -> Names:
        """What there is to name, as far as it is known already: perhaps that of the text before this one."""
        return self.known_names or self.names

    @cached_property
    def names(self) -> Names:
        """What there is to name; nothing but what the language has, where no deck can be made of the text."""
        deck, found = self._draft
        if deck is not None:
            return Names(deck)
        if self._names_before is not None:
            return self._names_before
        mended = None if self.is_script else self._deck_mended(found)
        return Names(mended or Deck(self.file.name, (), Vocabulary(()), Settings(), (), (), Diagnostics()))

    def _deck_mended(self, found: Diagnostics) -> Deck | None:
        """The deck of the mended text, without the lines that keep it from being one."""
        mended = self.read
        text = mended.source.text if mended is not None else self.source.text
        for _ in range(DROPPED):
            deck, found = load_draft(SourceFile(self.file.name, text, self.file.path, alone=self.file.alone))
            if deck is not None:
                return deck
            first = next((item.place for item in found if item.severity == "error" and item.place), None)
            if first is None or first.file != self.file.name:
                return None
            lines = text.split("\n")
            if first.line > len(lines):
                return None
            lines[first.line - 1] = ""
            text = "\n".join(lines)
        return None

    def path_of(self, name: str) -> str:
        """Where a file lies that is called so in messages: this one, or one that it names."""
        if name == self.file.name:
            return self.file.path
        deck = self._draft[0]
        try:
            files = files_of(self.file, deck.references) if deck is not None else []
        except Unreadable:
            files = []
        for file in files:
            if file.name == name:
                return file.path
        below = name.removeprefix(os.path.dirname(self.file.name)).lstrip("/\\")
        places = (os.path.join(folder, below) for folder in (os.path.dirname(self.file.path), PACKAGED))
        return next(filter(os.path.exists, places), name)
