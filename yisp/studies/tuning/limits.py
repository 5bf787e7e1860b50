"""What limits say about a deck's counts: from rules to the decks to choose from.

What comes in: a deck, and the rules: copies of a name, cards that stay as they are, ranges, sizes, a list of
limited cards.  What goes out: the ``Candidates`` that keep all of them.  Raises
ValueError, with a sentence for whoever wrote the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from ...deck.changes import unknown_card
from ...messages import quoted, say
from ..sweeping.variants import read_values
from .banlist import Banlist
from .candidates import Candidates

if TYPE_CHECKING:
    from ...deck.model import Deck

LIMIT = 3
"""Copies of a card at the most, where nobody says how many."""


def candidates_of(
    deck: Deck,
    *,
    limit: int | None = None,
    ranges: Mapping[str, tuple[int, int]] | None = None,
    lock: Collection[str] = (),
    only: Collection[str] = (),
    sizes: Sequence[int] | None = None,
    banlist: Banlist | None = None,
) -> Candidates:
    """The decks that keep the limits.

    A card may have from 0 to ``limit`` copies (3 where that is None).  One of which the deck has more is
    taken to stand for cards of several names: it may have any number.  One of ``ranges`` has these; one of
    ``lock`` stays as it is and, where there are some in ``only``, all others do.  So does one that begins in
    a zone of its own, if neither ``ranges`` nor ``only`` names it.  No card has more than the ``banlist``
    allows.  The deck has one of the ``sizes``, or keeps its own; cards in zones of their own are not counted.
    """
    known = [kind.name for kind in deck.kinds]
    others = deck.vocabulary.others
    given = {others.get(name, name): ends for name, ends in (ranges or {}).items()}
    lock = [others.get(name, name) for name in lock]
    only = [others.get(name, name) for name in only]
    for name in [*given, *lock, *only]:
        if (wrong := unknown_card(name, known)) is not None:
            raise ValueError(say("{deck} has {wrong}", deck=deck.file, wrong=wrong))
    for name in lock:
        if name in given or name in only:
            raise ValueError(say("{card} cannot be locked and vary", card=quoted(name)))
    sizes = [deck.size] if sizes is None else sizes
    if not sizes:
        raise ValueError(say("{name} has no values", name=quoted("size")))
    rule = LIMIT if limit is None else limit
    allowed = {} if banlist is None else allowed_by(banlist, deck)
    found = []
    for kind in deck.kinds:
        low, high = 0, rule if kind.count <= rule else max(sizes)
        if kind.name in given:
            low, high = given[kind.name]
        elif kind.name in lock or (kind.name not in only and (only or kind.zone is not None)):
            low = high = kind.count
        most = allowed.get(kind.name)
        if most is not None and most < low:
            raise ValueError(
                say(
                    "the list allows {most} of {card}, which is to have {least} or more",
                    most=most,
                    card=quoted(kind.name),
                    least=low,
                )
            )
        found.append((low, high if most is None else min(high, most)))
    aside = {at for at, kind in enumerate(deck.kinds) if kind.zone is not None}
    return Candidates(found, sizes, aside)


def allowed_by(banlist: Banlist, deck: Deck) -> dict[str, int]:
    """The most copies that a list allows of the deck's cards, by name.

    A list may call a card by any name or passcode that a collection knows it by.
    """
    called = {kind.name: [kind.name] for kind in deck.kinds}
    for known in (*deck.known, *deck.met):
        called[known.card] += [*known.spellings, *known.numbers]
    allowed = {}
    for name, ways in called.items():
        limits = [limit for limit in map(banlist.limit, ways) if limit is not None]
        if limits:
            allowed[name] = min(limits)
    return allowed


def read_range(text: str) -> tuple[str, tuple[int, int]]:
    """A card and the ends of its count: ``ash=0..3``."""
    name, equals, written = text.rpartition("=")
    if not equals or not name.strip():
        raise ValueError(
            say("{given} says no range; write it behind the name, as in ash=0..3", given=quoted(text))
        )
    values = read_values(written)
    low, high = values[0], values[-1]
    if low < 0 or len(values) != high - low + 1:
        raise ValueError(say("{given}: a range is two counts, as in ash=0..3", given=quoted(text)))
    return name.strip(), (low, high)
