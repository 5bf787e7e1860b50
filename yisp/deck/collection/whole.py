"""A collection by itself: whether all of it is in order.

What comes in: a file that is a collection.  What goes out: everything that is wrong with it, with its places:
keys and values, names and numbers that two cards share, sentences that a language lacks, and all that is said
of its programs in a deck that has every card of it once.  What such a deck lacks is no fault of the
collection: cards, attributes and properties that its programs look for may be anybody's.
"""

from __future__ import annotations

from ...lang.diagnostics import DeckError, Diagnostics
from ...messages import LANGUAGES, say, with_commas
from ..model import Deck
from ..reading.document import Entry, Mapping, Scalar
from ..reading.fields import Reading, Section, misspelt
from ..reading.files import COLLECTION, DECK, SourceFile
from ..reading.parse import read_document
from ..reading.source import as_text, shown
from .reading import Shelf, spellings
from .uses import is_collection

OF_DECKS = ("Y402", "Y403", "Y404", "Y405", "Y412", "Y423")
"""Doubts that follow from which cards a deck has."""

_NAMED = "collection" + DECK


def is_one(file: SourceFile) -> bool:
    """Whether a file is a collection rather than a deck, as far as that can be told."""
    data = file.data if isinstance(file.data, str) else file.data[:BEGINNING].decode("utf-8", "replace")
    if "collection:" not in data:
        return False
    try:
        root = read_document(file.data, file.name, Diagnostics()).root
    except DeckError:
        return False
    return isinstance(root, Mapping) and is_collection(root)


BEGINNING = 2**16
"""Bytes in which a collection says that it is one."""


def read_whole(file: SourceFile) -> tuple[Deck | None, Diagnostics]:
    """A deck of all cards of the collection, where one can be made, and all that is wrong with that."""
    from ..load import draft_of, ordered  # loading reads collections

    found = Diagnostics()
    reading = Reading(found, file.name)
    try:
        shelf = Shelf(SourceFile(file.name, file.data, _APART), reading)
        names = _check(shelf, reading)
    except DeckError as error:
        return None, error.diagnostics
    deck = {
        "use": [_NAMED],
        "deck": {"cards": {name: {"count": 1} for name in names} or {"none": {"count": 1}}},
        "simulate": {"tests": {"all": {"start-card": 0, "exec-program": True, "watch": {"any": {}}}}},
    }
    origin = SourceFile("<deck>", as_text(deck), named={(_NAMED, COLLECTION): file})
    made, said = draft_of(origin, whole=True)
    seen = {(item.code, item.place) for item in found}
    for item in said:
        if item.place is None or item.place.file != file.name or (item.code, item.place) in seen:
            continue
        if item.severity == "error" or item.code not in OF_DECKS:
            found.add(item)
    return made, ordered(found, [file.name])


_APART = "/"
"""Where the file is said to lie while it is checked: no index lies there."""


def _check(shelf: Shelf, reading: Reading) -> list[str]:
    """Check what is not a program; the cards."""
    head = shelf.head()
    for scalar in head.languages:
        _check_language(scalar, reading)
    languages = tuple(scalar.value for scalar in head.languages)
    there: dict[str, Entry] = {}
    cards = shelf.cards(())
    for name, entry in cards.items():
        card = shelf.card(name)
        card.numbers("props", misspelt)
        card.scalars("program")
        card.scalars("attribute")
        _check_names(card, entry, there, reading)
        for key in ("does", "not"):
            if card.entry(key) is not None:
                _check_sentences(card, key, languages, reading)
    return list(cards)


def _check_names(card: Section, entry: Entry, there: dict[str, Entry], reading: Reading) -> None:
    names = card.section("names")
    written = [(scalar, "id") for scalar in card.scalars("id")]
    for one in card.table("names"):
        _check_language(one.key, reading)
        written += [(scalar, one.key.value) for scalar in names.scalars(one.key.value)]
    for scalar, key in written:
        if not scalar.value.strip():
            reading.error("Y214", say("a name under {name} is empty", name=shown(key)), scalar)
    for spelling in dict.fromkeys(spellings(entry)):
        other = there.setdefault(spelling, entry)
        if other is not entry:
            message = say(
                "{card} is called {name}, as the card {other} of line {line} is",
                card=shown(entry.key.value),
                name=shown(spelling),
                other=shown(other.key.value),
                line=other.key.place.line,
            )
            reading.error("Y251", message, entry.key)


def _check_sentences(card: Section, key: str, languages: tuple[str, ...], reading: Reading) -> None:
    """A sentence is said in every language of the collection, and in no other."""
    said = card.section(key)
    written = card.table(key)
    for one in written:
        _check_language(one.key, reading)
        said.scalar(one.key.value)
    missing = [code for code in languages if said.entry(code) is None]
    if missing:
        message = say(
            "`{key}` of {card} is not said in {languages}",
            key=key,
            card=shown(card.name),
            languages=with_commas(f"`{code}`" for code in missing),
        )
        entry = card.entry(key)
        assert entry is not None
        hint = say("the collection says under `language` that it is")
        reading.error("Y254", message, entry.key, hint)


def _check_language(code: Scalar, reading: Reading) -> None:
    if code.value not in LANGUAGES:
        message = say("{code} is not a language", code=shown(code.value))
        reading.error("Y254", message, code, say("known: {names}", names=with_commas(LANGUAGES)))
