"""Loading a deck file: from its path or text to a checked :class:`~yisp.deck.model.Deck`.

What comes in: the path of one file, or its content.  What goes out: the deck, with the warnings
about it; or a :class:`~yisp.lang.diagnostics.DeckError` with everything that is wrong with it,
all at once and in the order of the file.  The stages:

1. ``source``, ``parse``: bytes → text → nodes with places; ``extends``: the same of every file it
   extends, merged.  A mistake here ends the loading.
2. ``topics.read_settings``: the limits, which all that follows keeps to.
3. ``collection``: what cards take from the collections under ``use``;
   ``cards``: kinds with parsed effects → the vocabulary; then aliases.
4. ``topics``: combos, conditions and stats; ``include``, ``functions``: those of the author's.
5. ``lang.check`` on every script, now that all names are known; ``lints`` and ``triggers`` on the deck as
   a whole.

Loading runs no code of the file and reads no other file than those it extends, includes and uses.  Standard
input, and the names of packaged decks on the command line, are the command's business.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from ..lang.checking.names import Sort
from ..lang.diagnostics import DeckError, Diagnostics
from ..messages import say, system_reason
from .cards.cards import read_aliases, read_cards
from .cards.conditions import Conditions
from .changes import UNCHANGED, Changes, UnknownCard
from .collection.uses import is_collection, read_uses
from .lints import lint
from .model import Deck
from .reading.extends import TESTS, merged, read_extended, read_table
from .reading.fields import Reading, Section, misspelt_global
from .reading.files import LARGEST, SourceFile
from .schema import COLLECTION
from .scripts.functions import check_functions, read_functions
from .scripts.include import read_included
from .scripts.scripts import Scripts
from .topics.seats import check_hands, check_zones, read_dealing, read_seats
from .topics.topics import Topics, read_settings
from .topics.wall import check_exits, check_topics, read_wall
from .triggers import check_triggers
from .vocabulary import Vocabulary


def load(path: str | os.PathLike[str]) -> Deck:
    """The deck in the file ``path``; raises :class:`DeckError`."""
    file = os.fspath(path)
    return loads(read_file(file), file)


def read_file(file: str) -> bytes:
    """The content of a file that the user named; raises :class:`DeckError`."""
    try:
        with open(file, "rb") as stream:
            return stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the path
        diagnostics = Diagnostics()
        diagnostics.error(
            "Y001", say("{file} cannot be read: {reason}", file=file or "''", reason=_reason(error)), None
        )
        raise DeckError(diagnostics) from None


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return say("there is no such file")
    if isinstance(error, IsADirectoryError):
        return say("it is a folder")
    if isinstance(error, PermissionError):
        return say("permission denied")
    return system_reason(error)


def loads(data: bytes | str, file: str) -> Deck:
    """The deck in ``data``, the content of ``file``; raises :class:`DeckError`."""
    return load_file(SourceFile(file, data))


def load_file(
    file: SourceFile,
    changes: Changes = UNCHANGED,
    over: SourceFile | None = None,
    *,
    every: bool = False,
) -> Deck:
    """The deck in a file that has been read, with other counts than the file's; raises :class:`DeckError`.

    What stands in ``over`` wins over the file, as if that extended it.  Of the functions of collections,
    there are those that something of the deck calls, or ``every`` one.  Raises ValueError for changes of
    cards that the deck does not have.
    """
    try:
        loading = _Loading(file, changes, over, every=every)
    except UnknownCard:
        # What other names its cards have is known when all of it has been read.
        own = changes.in_own_names(load_file(file, UNCHANGED, over).vocabulary.others)
        loading = _Loading(file, own, over, every=every)
    loading.ordered.raise_errors()
    loading.check_whole()
    loading.ordered.raise_errors()
    loading.doubt()
    return replace(loading.deck, diagnostics=loading.ordered)


def load_draft(file: SourceFile) -> tuple[Deck | None, Diagnostics]:
    """A deck that somebody is writing, as far as it can be read, and all that is said about it.

    A collection is checked as one.  For whoever helps with the writing: where there are errors, what was
    broken is missing in the deck, and nothing may be compiled of it.  None where there is nothing to go by:
    no YAML, too many cards.
    """
    from .collection.whole import is_one, read_whole  # which read decks as well

    if is_one(file):
        return read_whole(file)
    return draft_of(file, whole=False)


def draft_of(file: SourceFile, *, whole: bool) -> tuple[Deck | None, Diagnostics]:
    """The same of a deck; ``whole`` where the collections that it uses are to be checked with it."""
    try:
        loading = _Loading(file, UNCHANGED, None, whole=whole)
    except DeckError as error:
        return None, error.diagnostics
    if not loading.ordered.failed:
        loading.check_whole()
    if not loading.ordered.failed:
        loading.doubt()
    return loading.deck, loading.ordered


_GIVERS = {
    Sort.CARD: {"deck", "deck.cards", "deck.cards.*.each", "deck.cards.*.each.*", "deck.alias"},
    Sort.ATTRIBUTE: {"deck", "deck.cards", "deck.cards.*", "deck.cards.*.each", "deck.cards.*.attribute"},
    Sort.PROPERTY: {"deck", "deck.cards", "deck.cards.*", "deck.cards.*.each", "deck.cards.*.props"},
    Sort.FUNCTION: {"deck", "deck.define", f"{COLLECTION}.define"},
}
"""The keys that give names."""


def _unread(reading: Reading) -> set[Sort]:
    """The sorts of names of which those are not known that something unreadable may give."""
    return {sort for sort, givers in _GIVERS.items() if givers & reading.unread}


class _Loading:
    """A deck that is being loaded: it is read and its scripts are checked, whatever is wrong with them.

    Raises :class:`DeckError` where nothing can be made of what is there.
    """

    def __init__(
        self,
        file: SourceFile,
        changes: Changes,
        over: SourceFile | None,
        *,
        whole: bool = False,
        every: bool = False,
    ) -> None:
        """With ``every`` function of the collections that it uses, or only those that it calls; ``whole``
        where collections themselves are to be checked: then all their functions are."""
        self.whole = whole
        self.found = found = Diagnostics()
        extended = read_extended(file, found)
        root = extended.root
        if is_collection(root):
            hint = say("name it under `use` in a deck; `yispc check` checks a collection")
            found.error("Y014", say("this is a collection of cards, not a deck"), root.place, hint)
            found.raise_errors()
        if over is not None:
            root = merged(root, read_table(over, 0, found)[0], TESTS)
        self.reading = reading = Reading(found, file.name)
        self.top = top = Section(reading, "", root, root)
        top.scalar("extends")  # followed already, if it is a text; else all that the base has is missing
        found.raise_errors()
        top.check_keys()
        deck, simulate = top.section("deck"), top.section("simulate")
        if top.entry("deck"):
            deck.check_keys()
        if top.entry("simulate"):
            simulate.check_keys()
        settings = read_settings(simulate)
        parameters = top.numbers("set", misspelt_global)
        self.scripts = scripts = Scripts(reading, settings.limits.nesting)
        self.uses = uses = read_uses(top, extended.files)
        cards = read_cards(deck, settings.limits, scripts, changes, uses)
        vocabulary = Vocabulary(
            ((kind.name, kind.attributes) for kind in cards.kinds), (kind.properties for kind in cards.kinds)
        )
        vocabulary.unread |= set(Sort) if not uses.complete else _unread(reading)
        uses.name_cards(vocabulary)
        for index, kind in enumerate(cards.kinds):
            if kind.family is not None:
                together = vocabulary.families.get(kind.family, 1 << kind.family)
                vocabulary.families[kind.family] = together | 1 << index
                vocabulary.families.setdefault(index, 0)
        copies = [kind.count for kind in cards.kinds] if cards.complete else None
        self.conditions = conditions = Conditions(reading, vocabulary, settings.limits.nesting, copies)
        self.aliases = read_aliases(deck, vocabulary, conditions)
        vocabulary.unread |= _unread(reading)
        dealing = read_dealing(top, scripts)
        dealt = dealing.hand if top.entry("seats") is not None else None
        self.topics = topics = Topics(reading, cards, scripts, conditions, dealt).read(simulate)
        included = read_included(top, extended.files, settings.limits.nesting)
        own = [file.name for file in extended.files]
        exits = read_wall(top, cards, scripts)
        vocabulary.exits = tuple(one.name for one in exits)
        seats = read_seats(top, exits, scripts)
        vocabulary.seats = tuple(seat.name for seat in seats)
        check_hands(seats, dealing, exits, topics, cards, reading)
        # Whatever draws calls the scripts of exits without a word, so those come first; they draw nothing.
        written = [one.gives for one in exits if not isinstance(one.gives, int)]
        written += read_functions(deck, scripts, included.functions, own)
        vocabulary.unread |= _unread(reading)
        if not included.complete:
            vocabulary.unread.add(Sort.FUNCTION)
        trees = [*(tree for tree, _ in scripts.trees), *(one.function.script for one in written)]
        written += uses.functions(trees, scripts, frozenset(vocabulary.properties), every=every or whole)
        begins = uses.variables
        for index, topic in enumerate(topics):
            start = replace(topic.start, variables=(*topic.start.variables, *begins))
            topics[index] = replace(topic, start=start)
        functions, patterns = check_functions(written, vocabulary, scripts)
        check_exits(exits, functions, vocabulary, reading)
        check_topics(exits, topics, reading)
        scripts.check(vocabulary, {one.function.name: one.function.script for one in functions})
        if vocabulary.exhausted:
            message = say("the patterns (`A:`) and attributes of this deck are too many to compare")
            found.error("Y209", message, None)
        self.names = own + included.names + uses.names + ([over.name] if over is not None else [])
        self.deck = Deck(
            file.name,
            tuple(cards.kinds),
            vocabulary,
            settings,
            tuple(topics),
            functions,
            found,
            parameters,
            (*extended.references, *included.references, *uses.references),
            file,
            changes,
            cards.written,
            cards.filler,
            over=over,
            exits=exits,
            seats=seats,
            dealing=dealing,
            patterns=patterns,
            uses=tuple(shelf.name for shelf in uses.shelves),
            begins=begins,
            offered=tuple(name for shelf in uses.shelves for name in shelf.names),
            known=tuple(uses.known),
            met=tuple(uses.met),
            blank=tuple(uses.blank),
        )

    @property
    def ordered(self) -> Diagnostics:
        """All that has been found, in the order of the files."""
        quiet = () if self.whole else self.uses.names
        return ordered(self.found, self.names, quiet)

    def check_whole(self) -> None:
        """Check what only a deck without errors can be asked."""
        check_zones(self.deck, self.reading)

    def doubt(self) -> None:
        """Warn of what is legal in a deck, and probably not meant."""
        places = {name: place for topic in self.topics for name, _, place in topic.start.variables}
        places |= {entry.key.value: entry.key.place for entry in self.top.table("set")}
        lint(self.deck, self.aliases, places, self.conditions.used, self.scripts, self.found)
        check_triggers(self.deck, self.found)


def ordered(diagnostics: Diagnostics, files: Sequence[str], quiet: Sequence[str] = ()) -> Diagnostics:
    """The same diagnostics in the order of the files, as somebody who mends them wants them.

    What is said of a text that stands for several cards is said once.  Doubts about a file that is ``quiet``,
    a collection, are no business of the deck that uses it.
    """
    listed = Diagnostics()
    for item in sorted(
        dict.fromkeys(diagnostics),
        key=lambda item: (
            (files.index(item.place.file), item.place.line, item.place.column) if item.place else (0, 0, 0)
        ),
    ):
        if item.severity == "error" or item.place is None or item.place.file not in quiet:
            listed.add(item)
    return listed
