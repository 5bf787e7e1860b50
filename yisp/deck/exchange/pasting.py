"""From a list that somebody pastes, and what she wants to see, to a deck file with these questions.

What comes in: the list, as :func:`pasted` reads it: every format of ``formats``, and plain lists of names
loosely (``lists``); then hands that are wanted, each made of wants: at least one of these cards, two of
those, none of these.  What goes out: the cards to choose from, with names that nearly match; and the text of
a deck file as a person would write it (:func:`asked`): the cards of a want share an attribute, unless it is a
single card or collections have an attribute for them.  :func:`read_hand` reads what is typed at a prompt.

A card that is wanted stays in the hand, so nothing of it is played: one that a collection would play is
written with ``known: false`` and what the collection knows of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ...lang.diagnostics import Diagnostics
from ...lang.parsing.words import in_quotes
from ...lang.rendering import visible
from ...lang.suggest import nearest
from ...messages import Message, quoted, say, told, translated, with_commas
from ...structs import dataclass
from ..collection.remarks import MOST as MOST_NAMED
from ..collection.spelling import folded
from .formats import calc, lists
from .formats.cardlist import Card, Combo, Known, Part, Topic
from .formats.decoding import decoded
from .formats.formats import FORMATS, format_of
from .importing import THINKING, Imported, Listed, as_sentence, made_of, read_list

MOST_WANTS, MOST_HANDS, MOST_LEAST = 12, 12, 60

MOST_KINDS = 6
"""Attributes of collections that are offered."""

_KIND_WORDS = {
    "hand-trap": say("hand trap"), "monster": say("monster"), "spell": say("spell"), "trap": say("trap"),
    "draw": say("draws cards"), "search": say("searches"), "land": say("land"), "creature": say("creature"),
    "cantrip": say("cantrip"), "mana": say("mana"), "supporter": say("supporter"), "item": say("item"),
    "trainer": say("trainer"), "energy": say("energy"), "basic": say("basic"), "pokemon": say("Pokémon"),
    "tuner": say("tuner"),
}  # fmt: skip
"""What attributes are called where they are offered."""

_WORD = re.compile(r"[\w-]*[^\W\d][\w-]*")

_OWN = re.compile(r"[0-9]+x.*")

_WIDE = str.maketrans("０１２３４５６７８９＋～〜－", "0123456789+~~-")
_PLUS = re.compile(r"\s+\+\s+")
_LEAST = re.compile(r"(?P<least>[0-9]{1,2})\s*(?:[xX×ｘＸ]\s+|[枚张張]\s*)(?P<cards>.+)")
_NUMBERS = re.compile(r"[0-9]{1,4}(?:[\s,，、~-]+[0-9]{1,4})*[\s,，、]*")
_NUMBER = re.compile(r"([0-9]+)(?:\s*[~-]\s*([0-9]+))?")
_OR = re.compile(r"\s+/\s+|\s*[、，；;]\s*")
"""How hands are typed."""


@dataclass(frozen=True, slots=True)
class Want:
    """At least so many of these cards; 0: none of them."""

    least: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A card of the list to choose: whether a collection knows it, whether it does something then, and else
    what is called nearly so."""

    name: str
    count: int
    known: bool
    plays: bool
    near: str | None


def pasted(data: bytes | str, file: str, names: Mapping[int, Known] | None = None) -> Listed | None:
    """The list; None for what is a deck file already.  Raises DeckError."""
    found = Diagnostics()
    source = decoded(data, file, found)
    kind = format_of(source)
    if kind == "calc" and not calc.is_old(source.text):
        return None
    read = lists.reads(source, found, loosely=True) if kind == "list" else FORMATS[kind].reads(source, found)
    return _once(read_list(source, kind, read, found, names, plays=True, loosely=True))


def _once(listed: Listed) -> Listed:
    """The list with every card once, under the name that stands first, however it is spelt below."""
    first: dict[tuple[Part, str], int] = {}
    kept: list[Card] = []
    for card in listed.cards.cards:
        known = listed.known.get(card.name)
        if known is None or card.part is Part.SIDE:
            kept.append(card)
            continue
        at = first.setdefault((card.part, known.name), len(kept))
        if at == len(kept):
            kept.append(card)
        else:
            kept[at] = replace(kept[at], count=kept[at].count + card.count)
    listed.cards.cards = kept
    return listed


def choices(listed: Listed) -> list[Choice]:
    """The cards of the deck, from which is chosen; not those that lie beside it."""
    return [
        Choice(
            card.name,
            card.count,
            (known := listed.known.get(card.name)) is not None,
            known is not None and known.plays,
            listed.collection.near(card.name) if known is None and listed.collection is not None else None,
        )
        for card in listed.cards.cards
        if card.part is Part.MAIN and card.zone is None
    ]


def kinds(listed: Listed) -> dict[str, tuple[str, ...]]:
    """Attributes of collections that several cards of the deck have, though not all: those first that players
    speak of, and of the fewest cards."""
    several = [one for one in _attributes(listed).items() if 1 < len(one[1]) < len(listed.known)]
    several.sort(key=lambda one: (one[0] != "hand-trap", one[0] not in _KIND_WORDS, len(one[1])))
    return dict(several[:MOST_KINDS])


def _attributes(listed: Listed) -> dict[str, tuple[str, ...]]:
    """The cards of the deck by the attributes that collections give them."""
    found: dict[str, list[str]] = {}
    for card in listed.cards.cards:
        if card.part is Part.MAIN and card.name in listed.known:
            for attribute in listed.known[card.name].attributes:
                found.setdefault(attribute, []).append(card.name)
    return {attribute: tuple(cards) for attribute, cards in found.items()}


def kind_words(kind: str) -> str:
    """What an attribute is called, in the language in force."""
    return translated(_KIND_WORDS.get(kind, kind))


def asked(listed: Listed, hands: Sequence[Sequence[Want]], file: str) -> Imported:
    """The deck file that asks for these hands, of which one is enough; with none, an example.  Says what a
    player should know of the list besides."""
    cards = listed.cards
    cards.remarks += _doubts(listed)
    if not any(hands):
        return made_of(listed, file)
    roles = _Roles(listed)
    combos = [_combo(roles, hand) for hand in hands if hand]
    wanted = {name for hand in hands for want in hand for name in want.cards}
    kept = [
        card.name
        for card in cards.cards
        if card.part is Part.MAIN and card.name in wanted and listed.plays(card.name)
    ]
    if kept:
        cards.remarks.append(
            say("what you ask for stays in the hand and is not played: {cards}", cards=_named(kept))
        )
    cards.cards = [_written(card, listed, roles, wanted) for card in cards.cards]
    hand = min(cards.game.hand, cards.total(Part.MAIN))
    plays = any(listed.plays(name) for name in listed.known if name not in wanted)
    unique = tuple({combo.name: combo for combo in combos}.values())
    cards.topics.append(Topic("opening", hand, unique, plays=plays, header=cards.game.header))
    return made_of(listed, file, THINKING if plays else ())


class _Roles:
    """The attributes by which wants speak of several cards: those of collections, and new ones."""

    def __init__(self, listed: Listed) -> None:
        self._by_cards = {frozenset(cards): name for name, cards in _attributes(listed).items()}
        self._by_cards |= {frozenset(cards): name for name, cards in kinds(listed).items()}
        self._taken = {name for card in listed.known.values() for name in card.attributes}
        self.new: dict[str, frozenset[str]] = {}

    def of(self, want: Want) -> str:
        """The attribute that the cards of a want share."""
        cards = frozenset(want.cards)
        role = self._by_cards.get(cards)
        if role is None:
            word = told("brick") if want.least == 0 else told("piece") if want.least > 1 else told("starter")
            number = 1
            role = word
            while role in self._taken:
                number += 1
                role = f"{word}{number}"
            self._taken.add(role)
            self._by_cards[cards] = role
            self.new[role] = cards
        return role


def _combo(roles: _Roles, hand: Sequence[Want]) -> Combo:
    items, called = [], []
    for want in hand:
        name = want.cards[0] if len(want.cards) == 1 else roles.of(want)
        item = _quoted(name) if len(want.cards) == 1 else f"a:{_quoted(name)}"
        items.append((item if want.least == 1 else f"{want.least}x {item}", None))
        if want.least == 0:
            called.append(told("no {cards}", cards=name))
        else:
            called.append(name if want.least == 1 else f"{want.least}× {name}")
    return Combo(" + ".join(called), tuple(items))


def _quoted(name: str) -> str:
    """A name as a condition takes it."""
    if _WORD.fullmatch(name) and not _OWN.fullmatch(name):
        return name
    return in_quotes(name)


def _written(card: Card, listed: Listed, roles: _Roles, wanted: set[str]) -> Card:
    """A card with its new attributes; one that would be played and is wanted, as a blank one."""
    new = tuple(role for role, cards in roles.new.items() if card.name in cards)
    card = replace(card, attributes=(*card.attributes, *new))
    if card.name not in wanted or not listed.plays(card.name):
        return card
    known = listed.known[card.name]
    return replace(card, attributes=(*card.attributes, *known.attributes), props=known.props, blank=True)


def _doubts(listed: Listed) -> Iterator[Message]:
    """What is strange about a list."""
    cards, collection = listed.cards, listed.collection
    total = cards.total(Part.MAIN)
    if collection is None:
        yield say(
            "no collection knows any of these cards, so they are only drawn: none of them does anything"
        )
    else:
        for other in dict.fromkeys(collection.elsewhere.values()):
            names = [listed.names[index] for index, one in collection.elsewhere.items() if one == other]
            yield say(
                "cards of another game ({collection}) are among them, and do nothing here: {cards}",
                collection=other,
                cards=_named(names),
            )
        most = collection.game.most
        if most is not None and total > most:
            yield say("these are {number} cards, and a deck has at most {most}", number=total, most=most)
    near = [(one.name, one.near) for one in choices(listed) if one.near is not None]
    for name, meant in near[:MOST_NAMED]:
        yield say("{card} is not known; perhaps {near} is meant", card=visible(name), near=meant)


def _named(names: Sequence[str]) -> str:
    shown = list(map(visible, names[:MOST_NAMED]))
    if len(names) > MOST_NAMED:
        shown.append(told("{number} more", number=len(names) - MOST_NAMED))
    return with_commas(shown)


def remarks(made: Imported) -> list[Message]:
    """What there is to be said of what was made, as sentences."""
    return [as_sentence(one) for one in (*made.remarks, *made.known)]


def filler(listed: Listed, hands: Sequence[Sequence[Want]]) -> str | None:
    """The card of which one less is a copy more of another: of those that do nothing and are neither wanted
    nor unwanted, one that nobody knows if there is one, with most copies; else one that is unwanted."""
    liked = {name for hand in hands for want in hand if want.least for name in want.cards}
    unliked = {name for hand in hands for want in hand if not want.least for name in want.cards}
    able = [one for one in choices(listed) if one.count and not one.plays and one.name not in liked]
    best = max(able, key=lambda one: (one.name not in unliked, not one.known, one.count), default=None)
    return None if best is None else best.name


class Unclear(ValueError):
    """It does not say which cards are wanted; the message says why, and what would."""


def read_hand(written: str, listed: Listed) -> list[Want]:
    """A hand as somebody types it: wants with a ``+`` between, of each perhaps how many (``2x``; ``0x`` is
    none), then cards, any of which will do: by name in any language, by number in the list (``1 4-6``), or by
    an attribute of a collection (``a:hand-trap``)."""
    wants = []
    for part in _PLUS.split(written.translate(_WIDE).strip()):
        match = _LEAST.fullmatch(part)
        least = int(match["least"]) if match and part not in [one.name for one in choices(listed)] else 1
        cards = read_cards(match["cards"] if match and least != 1 else part, listed)
        if cards:
            wants.append(Want(min(least, MOST_LEAST), cards))
    return wants


def read_cards(written: str, listed: Listed) -> tuple[str, ...]:
    """The cards that somebody types: as in :func:`read_hand`, or nothing."""
    written = written.translate(_WIDE).strip()
    if not written:
        return ()
    offered = choices(listed)
    names = [one.name for one in offered]
    if _NUMBERS.fullmatch(written) and written not in names:
        return _by_number(written, names)
    found: list[str] = []
    pieces = [written] if _meant(written, listed) else _OR.split(written)
    pieces = [one for piece in pieces for one in ([piece] if _meant(piece, listed) else piece.split(","))]
    for piece in filter(None, map(str.strip, pieces)):
        numbers = _NUMBERS.fullmatch(piece) and piece not in names
        meant = _by_number(piece, names) if numbers else _meant(piece, listed)
        if not meant:
            near = nearest(piece, (*names, *kinds(listed)))
            near = near or next((name for name in names if folded(piece) in folded(name)), None)
            if near is None:
                raise Unclear(say("the list has no card {name}", name=quoted(piece)))
            raise Unclear(
                say(
                    "the list has no card {name}; did you mean {near}?",
                    name=quoted(piece),
                    near=quoted(near),
                )
            )
        found += meant
    return tuple(dict.fromkeys(found))


def _by_number(written: str, names: Sequence[str]) -> tuple[str, ...]:
    found: list[str] = []
    for begin, end in _NUMBER.findall(written):
        first, last = int(begin), int(end or begin)
        wrong = next((one for one in (first, last) if not 1 <= one <= len(names)), None)
        if wrong is not None:
            raise Unclear(
                say("there is no card {number}: they are 1 to {last}", number=wrong, last=len(names))
            )
        found += names[first - 1 : last]
    return tuple(dict.fromkeys(found))


def _meant(written: str, listed: Listed) -> tuple[str, ...]:
    """The cards that a name, a passcode or an attribute means."""
    spelling = folded(written.strip())
    card = listed.collection.shelf.known.get(spelling) if listed.collection is not None else None
    for one in choices(listed):
        known = listed.known.get(one.name)
        if folded(one.name) == spelling or (known is not None and known.name == card):
            return (one.name,)
    offered = _attributes(listed)
    called = {folded(kind_words(kind)): cards for kind, cards in offered.items()}
    return offered.get(spelling.removeprefix("a:")) or called.get(spelling, ())
