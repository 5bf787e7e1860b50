"""The variants of a deck: every way of combining the values of some axes.

What comes in: texts such as ``ash=0..3``, ``size=40,50,60`` or ``down=0..6..2``, and the deck whose cards and
parameters they name.  What goes out: :class:`Variants`, which makes a variant of its number, so that a
million of them take no room.  Raises ValueError, with a sentence for whoever wrote the text.

An axis is a card (its number of copies), ``size`` (that of the deck), or a parameter of the deck.  Where one
name could be several of these, ``card:``, ``deck:`` or ``set:`` before it says which is meant.

Not handled: whether the counts of a variant add up, which is found out when it is its turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import prod
from typing import TYPE_CHECKING

from ...lang.suggest import nearest
from ...messages import one_of, quoted, say
from ...structs import dataclass

if TYPE_CHECKING:
    from ...deck.model import Deck

CARD, SIZE, PARAMETER = "card", "deck", "set"
"""What an axis can be of, as it is written before a name."""

THE_SIZE = "size"

MOST_VALUES = 10**6
"""Values of an axis."""

FAR = 2**63


@dataclass(frozen=True, slots=True)
class Axis:
    """One thing that varies: ``kind`` is ``CARD``, ``SIZE`` or ``PARAMETER``."""

    kind: str
    name: str
    values: Sequence[int]


@dataclass(frozen=True, slots=True)
class Variant:
    """One combination of values, in the order of the axes."""

    number: int
    values: tuple[int, ...]
    counts: tuple[tuple[str, int], ...]
    size: int | None
    parameters: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Variants:
    """All combinations; the last axis runs fastest."""

    axes: tuple[Axis, ...]

    def __len__(self) -> int:
        return prod(len(axis.values) for axis in self.axes)

    def __iter__(self) -> Iterator[Variant]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, number: int) -> Variant:
        if not 0 <= number < len(self):
            raise IndexError(number)
        rest, reversed_values = number, []
        for axis in reversed(self.axes):
            rest, place = divmod(rest, len(axis.values))
            reversed_values.append(axis.values[place])
        values = tuple(reversed(reversed_values))
        given = list(zip(self.axes, values, strict=True))
        return Variant(
            number,
            values,
            tuple((axis.name, value) for axis, value in given if axis.kind == CARD),
            next((value for axis, value in given if axis.kind == SIZE), None),
            tuple((axis.name, value) for axis, value in given if axis.kind == PARAMETER),
        )


def read_axes(texts: Iterable[str], deck: Deck) -> Variants:
    """The variants that these texts ask for."""
    return axes_of(map(_read, texts), deck)


def axes_of(varied: Iterable[tuple[str, Sequence[int]]], deck: Deck) -> Variants:
    """The same of names and values."""
    axes = [_axis(name, values, deck) for name, values in varied]
    if not axes:
        raise ValueError(say("nothing varies: say what does, as in ash=0..3"))
    named = [(axis.kind, axis.name) for axis in axes]
    for one in named:
        if named.count(one) > 1:
            raise ValueError(
                say("{name} varies twice; give all of its values at once, as in 0..3,6", name=quoted(one[1]))
            )
    return Variants(tuple(axes))


def _read(text: str) -> tuple[str, Sequence[int]]:
    name, equals, written = text.rpartition("=")
    if not equals or not name.strip():
        raise ValueError(
            say(
                "{given} says no values; write them behind the name, as in ash=0..3 or size=40,60",
                given=quoted(text),
            )
        )
    return name.strip(), read_values(written)


def _axis(name: str, values: Sequence[int], deck: Deck) -> Axis:
    kind, own = resolved(name, deck)
    if not values:
        raise ValueError(say("{name} has no values", name=quoted(name)))
    least, greatest = min(values), max(values)
    if kind != PARAMETER and (least < 0 or greatest > 10**9):
        raise ValueError(
            say("{name}: a count is from 0 to 1,000,000,000", name=quoted(name))
            if kind == CARD
            else say("{name}: a size is from 0 to 1,000,000,000", name=quoted(name))
        )
    if not -FAR <= least <= greatest < FAR:
        raise ValueError(say("{name}: a parameter is a whole number of 64 bits", name=quoted(name)))
    return Axis(kind, own, values)


def resolved(name: str, deck: Deck) -> tuple[str, str]:
    """What a name is of the deck: its kind and its own name.  Raises ValueError for none or several."""
    owned = {
        CARD: [kind.name for kind in deck.kinds],
        SIZE: [THE_SIZE],
        PARAMETER: list(deck.parameters),
    }
    found = [kind for kind, names in owned.items() if name in names]
    if len(found) > 1:
        ways = one_of(f"{kind}:{name}" for kind in found)
        raise ValueError(
            say("{name} could be several things of this deck: write {ways}", name=quoted(name), ways=ways)
        )
    if found:
        return found[0], name
    others = deck.vocabulary.others
    if name in others:
        return CARD, others[name]
    kind, colon, own = name.partition(":")
    if kind == CARD:
        own = others.get(own, own)
    if colon and kind in owned and own in owned[kind]:
        return kind, own
    known = [*(one for names in owned.values() for one in names), *others]
    near = nearest(name, known)
    if near:
        raise ValueError(
            say("the deck has no {name}; did you mean {near}?", name=quoted(name), near=quoted(near))
        )
    if "=" in name:  # `ash=0..3,size=40`
        raise ValueError(
            say(
                "the deck has no {name}; give each name with its values apart: ash=0..3, and then size=40,60",
                name=quoted(name),
            )
        )
    raise ValueError(
        say("the deck has no {name}; a card, a parameter (`set`) or size can vary", name=quoted(name))
    )


def read_values(text: str) -> Sequence[int]:
    """The numbers that ``0..3``, ``0..6..2`` or ``1,2,5..8`` means, each once, in that order."""
    parts = [_range(part) for part in text.split(",")]
    several = sum(1 + (one.stop - 1 - one.start) // one.step for one in parts)  # len() fails for many more
    if several > MOST_VALUES:
        raise ValueError(
            say("{given}: that is more than {most} values", given=quoted(text), most=f"{MOST_VALUES:,}")
        )
    return parts[0] if len(parts) == 1 else list(dict.fromkeys(chain.from_iterable(parts)))


def _range(text: str) -> range:
    try:
        low, *rest = (int(end) for end in text.split(".."))
    except ValueError:
        low, rest = 0, [0, 0]
    high, step = (rest + [low, 1][len(rest) :])[:2]
    if len(rest) > 2 or step < 1:
        raise ValueError(
            say("{given} is no number or range; write 2, 0..3 or, by a step, 0..6..2", given=quoted(text))
        )
    if high < low:
        raise ValueError(say("{given} has no number in it; the smaller end comes first", given=quoted(text)))
    return range(low, high + 1, step)
