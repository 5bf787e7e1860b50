"""What is asked about the decks of a study, as plain data that any process and any machine can be given.

What comes in: a deck, and what is asked about it and its like.  What goes out: what all decks of the study
have in common (:class:`Work`), and what is asked about one of them (:class:`Task`).

Not handled: how it is answered (``worker``), and what an answer is (``answers``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from ...deck.changes import Changes, unknown_card
from ...deck.parcel import Parcel, packed
from ...deck.reading.files import Unreadable
from ...messages import say

if TYPE_CHECKING:
    from ...deck.model import Deck
    from ..figures import Figure

Made = tuple[tuple[tuple[str, int], ...], int | None, tuple[tuple[str, int], ...]]
"""How a deck is made of the study's: other counts, another size, values of parameters."""


class Work(TypedDict):
    """What all decks of a study have in common."""

    parcel: Parcel
    changes: tuple[dict[str, int], str | None, int | None]  # of the file's counts, for every deck
    parameters: dict[str, int]
    topics: list[str]
    policies: list[str]
    figures: list[tuple[Any, ...]]  # see :class:`~yisp.studies.figures.Figure`
    until: float | None
    target: str
    tallies: bool  # whether plain trials are to be told as whole numbers, for whoever adds them up


class Task(NamedTuple):
    """One deck, and how it is to be answered; whoever gives it knows it again by its ``number``.

    Where it is to be held ``against`` another one, ``of`` are the topics, each with who plays it.  Where it
    says whose ``worlds`` it plays in, it is played :class:`~yisp.studies.work.together.Together` with that
    deck; its answer has ``gaps`` to that deck if it asks for them, which then plays the same trials.
    """

    number: int
    counts: tuple[tuple[str, int], ...]
    size: int | None
    parameters: tuple[tuple[str, int], ...]
    method: str | None
    trials: int | None
    seed: int
    against: Made | None = None
    of: tuple[tuple[str, str | None], ...] = ()
    worlds: Made | None = None
    gaps: bool = False


def work_of(
    deck: Deck,
    changes: Changes,
    parameters: Mapping[str, int],
    topics: Sequence[str],
    figures: Sequence[Figure],
    *,
    policies: Sequence[str] = (),
    until: float | None = None,
    target: str = "auto",
    tallies: bool = False,
) -> Work:
    """The work of a study of a deck.  Raises ValueError for changes of cards that the deck does not have."""
    if deck.source is None:
        raise ValueError(say("this deck was not read from a deck file"))
    changes = changes.in_own_names(deck.vocabulary.others)
    for name in changes.names:
        if (wrong := unknown_card(name, [kind.name for kind in deck.kinds])) is not None:
            raise ValueError(say("{deck} has {wrong}", deck=deck.file, wrong=wrong))
    try:
        parcel = packed(deck.source, deck.references)
    except Unreadable as error:
        raise ValueError(
            say(
                "a file that {deck} names cannot be read again: {reason}",
                deck=deck.file,
                reason=str(error),
            )
        ) from None
    every = deck.changes.then(changes)
    return {
        "parcel": parcel,
        "changes": (dict(every.counts), every.filler, every.size),
        "parameters": dict(parameters),
        "topics": list(topics),
        "policies": list(policies),
        "figures": [tuple(figure) for figure in figures],
        "until": until,
        "target": target,
        "tallies": tallies,
    }
