"""Which packaged collection knows the cards of a list.

What comes in: names and passcodes.  What goes out: the collection that knows most of them, what it says of
decks of its game, and of each card that it knows its name in the language in force, what it is, and what of
it is not played; and which of the other cards another collection knows.  Not handled: what a deck takes
(``using``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from ...lang.diagnostics import Diagnostics
from ...messages import Message, language
from ...structs import dataclass
from ..reading.document import Mapping
from ..reading.fields import Reading
from ..reading.files import COLLECTION, SourceFile, packaged, path_of, read_regular
from .reading import Shelf, named, near_name
from .spelling import folded
from .using import sentences

HAND = 5
"""Cards of an opening hand, where no collection says otherwise."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a collection says of decks of its game: the hand, how many cards there are at most, the header,
    and the cards that are rules, with their zones."""

    hand: int = HAND
    most: int | None = None
    header: str = ""
    rules: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A card that a collection knows: its name there, the one to show, what is not played, and whether
    something is; its attributes and properties."""

    name: str
    shown: str
    part: Message | None
    plays: bool = False
    attributes: tuple[str, ...] = ()
    props: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a list; cards by their index there."""

    shelf: Shelf
    game: Game
    cards: dict[int, Found]
    elsewhere: dict[int, str] = field(default_factory=dict)  # cards that only another collection knows

    def near(self, name: str) -> str | None:
        """The card that is called nearly so; in letters such as these."""
        return near_name(name, [self.shelf])


def known_cards(cards: Sequence[Iterable[str]]) -> Known | None:
    """The packaged collection that knows most of the cards, each given by its spellings of which the first
    that is known counts; None where none knows any."""
    wanted = [[folded(spelling) for spelling in spellings if spelling] for spellings in cards]
    best: Shelf | None = None
    most: dict[int, str] = {}
    elsewhere: dict[int, str] = {}
    for name in packaged(COLLECTION):
        shelf = packaged_shelf(name)
        found = {
            index: shelf.known[next(one for one in spellings if one in shelf.known)]
            for index, spellings in enumerate(wanted)
            if any(one in shelf.known for one in spellings)
        }
        if len(found) > len(most):
            if best is not None:
                elsewhere.update(dict.fromkeys(most, best.name))
            best, most = shelf, found
        else:
            elsewhere.update(dict.fromkeys(found, shelf.name))
    if best is None:
        return None
    best.open(set(most.values()))
    apart = {index: name for index, name in elsewhere.items() if index not in most}
    return Known(best, _game(best), {index: _found(best, name) for index, name in most.items()}, apart)


def packaged_shelf(name: str) -> Shelf:
    """A packaged collection."""
    path = path_of(name, COLLECTION)
    file = SourceFile(f"collections/{name}.yml", read_regular(path), path)
    return Shelf(file, Reading(Diagnostics(), file.name))


def _game(shelf: Shelf) -> Game:
    about = shelf.about()
    hand, header = about.number("hand"), about.scalar("header")
    rules = [(one.key.value, scalar.value) for one in about.table("rules")
             if (scalar := about.section("rules").scalar(one.key.value)) is not None]  # fmt: skip
    return Game(
        HAND if hand is None else hand,
        about.number("most"),
        "" if header is None else header.value,
        tuple(rules),
    )


def _found(shelf: Shelf, name: str) -> Found:
    table = shelf.cards(())[name].value
    own = next(named(table, language()), None) if isinstance(table, Mapping) and language() != "en" else None
    card = shelf.card(name)
    return Found(
        name,
        name if own is None else own.value,
        sentences(card, "not", within=True),
        card.entry("program") is not None,
        tuple(one.value for one in card.scalars("attribute")),
        tuple(card.numbers("props", lambda _: None).items()),
    )
