"""Other numbers of copies than a deck file says.

What comes in: counts by name, perhaps the card that makes up for them, perhaps another size.  What goes out:
the kinds with those counts.  A mistake is one of the deck's, at the place where its size or count is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from itertools import compress
from typing import TYPE_CHECKING

from ..lang.suggest import nearest
from ..messages import Message, quoted, say
from ..structs import dataclass
from .reading.source import shown

if TYPE_CHECKING:
    from .model import Kind
    from .reading.document import Node
    from .reading.fields import Reading


@dataclass(frozen=True, slots=True)
class Changes:
    """``counts`` by name; ``filler`` is the card whose count makes up for them, so that the deck keeps its
    size or gets ``size``: where none is named, the one that fills the deck in its file."""

    counts: Mapping[str, int] = field(default_factory=dict)
    filler: str | None = None
    size: int | None = None

    def __bool__(self) -> bool:
        return bool(self.counts) or self.size is not None

    def then(self, later: Changes) -> Changes:
        """Both, where what comes later wins."""
        return Changes(
            {**self.counts, **later.counts},
            self.filler if later.filler is None else later.filler,
            self.size if later.size is None else later.size,
        )

    @property
    def names(self) -> list[str]:
        """Every card that is named."""
        return [*self.counts, *([] if self.filler is None else [self.filler])]

    def in_own_names(self, others: Mapping[str, str]) -> Changes:
        """The same, with the own name of each card for its ``others``."""
        return Changes(
            {others.get(name, name): count for name, count in self.counts.items()},
            None if self.filler is None else others.get(self.filler, self.filler),
            self.size,
        )


UNCHANGED = Changes()
"""None at all."""


def unknown_card(name: str, known: Sequence[str]) -> Message | None:
    """What a deck has where no card has that name ("no card 'x'"); None for one that a card has."""
    if name in known:
        return None
    near = nearest(name, known)
    if near is None:
        return say("no card {name}", name=quoted(name))
    return say("no card {name}; did you mean {near}?", name=quoted(name), near=quoted(near))


class UnknownCard(ValueError):
    """A card that the deck does not have, at least not under that name."""


class Unfit(Exception):
    """Counts that do not add up: what is wrong, and what to do about it."""

    def __init__(self, message: Message, hint: Message) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def changed(
    kinds: Sequence[Kind],
    changes: Changes,
    filler: int | None,
    reading: Reading,
    place: Node,
) -> list[Kind] | None:
    """The kinds, changed; None, and a mistake at ``place``, where they do not add up.  Raises
    :class:`UnknownCard` for cards that the deck does not have."""
    names = [kind.name for kind in kinds]
    for name in changes.names:
        if (wrong := unknown_card(name, names)) is not None:
            raise UnknownCard(say("{file} has {wrong}", file=reading.file, wrong=wrong))
    try:
        counts = changed_counts(kinds, [kind.count for kind in kinds], changes, filler)
    except Unfit as unfit:
        reading.error("Y207", unfit.message, place, unfit.hint)
        return None
    return [replace(kind, count=count) for kind, count in zip(kinds, counts, strict=True)]


def changed_counts(
    kinds: Sequence[Kind], written: Sequence[int], changes: Changes, filler: int | None
) -> list[int]:
    """What becomes of the ``written`` counts of the kinds; raises :class:`Unfit` where they do not add up.

    ``filler`` is the kind that fills the deck in its file.  Cards that begin in a zone of their own are not
    of the deck, and count for no size.  Every card that is named is one of the kinds.
    """
    names = [kind.name for kind in kinds]
    if changes.filler is not None:
        filler = names.index(changes.filler)
        if kinds[filler].zone is not None:
            message = say(
                "{filler} begins in a zone of its own, so it cannot fill the deck",
                filler=shown(changes.filler),
            )
            raise Unfit(message, say("name a card of the deck"))
    counts = [changes.counts.get(name, count) for name, count in zip(names, written, strict=True)]
    size, in_deck = changes.size, [kind.zone is None for kind in kinds]
    total = sum(compress(counts, in_deck))
    if filler is not None and names[filler] not in changes.counts:
        size = sum(compress(written, in_deck)) if size is None else size
        others = total - counts[filler]
        if others > size:
            raise Unfit(
                say(
                    "with those counts the cards but {filler} add up to {others}, and the deck has {size}",
                    filler=shown(names[filler]),
                    others=others,
                    size=size,
                ),
                say("take fewer of another card, or give the deck another size"),
            )
        counts[filler] = size - others
    elif size is not None and total != size:
        raise Unfit(
            say(
                "the cards add up to {total}, and no card fills the deck up to {size}", total=total, size=size
            ),
            say("name the card whose count makes up for it"),
        )
    return counts
