"""What one card more in the opening hand would have done for hands that failed.

What comes in: opening hands of trials that failed.  What goes out: how many of them succeed when a card of
some sort is put into the hand, nothing being taken away, and the trial is played from there.

The card comes out of the deck: which copy is drawn by lot, by the seed and the trial's number.  The rest of
the deck is shuffled anew, since what was drawn in the failed trial is part of why it failed: with the deck
in that very order, a hand that failed by bad luck would seem hopeless.  So the same hand is also played again
with nothing put into it (``AGAIN``), and what that wins is luck; the card's merit is what comes on top.  All
of them are played with the same streams of random numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from hashlib import blake2b
from typing import TYPE_CHECKING

from yisp_runtime.bindings.table import PyTable
from yisp_runtime.codes import HAND

from ...compile.program import Program
from ...deck.kinds import KindSet
from ...simulate.playing.play import Play
from ...simulate.playing.records import read_rows
from ...simulate.seeds import SEEDS

if TYPE_CHECKING:
    from ...simulate.playing.play import Functions

AGAIN: KindSet = 0
"""In place of a set of kinds: no card is put into the hand."""

STARTS = 2000
"""Hands that are laid on one table; each takes a little of its memory."""


class Replays:
    """Plays hands of one topic again."""

    def __init__(self, program: Program, topic: int, seed: int, functions: Functions) -> None:
        self._seed = seed
        self._functions = functions
        self._topic = topic
        self._known = program.topics[topic].known
        self._program = copy(program)
        self._program.topics = list(program.topics)
        empty = self._program.topics[topic] = copy(program.topics[topic])
        empty.known, empty.start_card = [], 0  # the hand is laid, and no card of it drawn
        self._open()

    def _open(self) -> None:
        """Another table, under a seed of its own."""
        seed = _lot(f"{self._seed} anew", SEEDS)
        self._play = Play(self._program, self._topic, seed, functions=self._functions)
        self._left = STARTS

    @property
    def table(self) -> PyTable:
        """The table that is busy, to be halted where all is to end."""
        return self._play.table

    def succeeds(self, trial: int, hand: Sequence[int], kinds: KindSet) -> bool | None:
        """Whether a hand succeeds with one card of those kinds more; None where the deck has none left.

        False also where the table was halted meanwhile, which is for the caller to ask.
        """
        if not self._left:
            self._open()
        self._left -= 1
        elsewhere = [place for place in self._known if place[1] != HAND]
        laid = [[card, HAND] for card in hand]
        if kinds != AGAIN:
            card = self._card(trial, {card for card, _ in [*laid, *elsewhere]}, kinds)
            if card is None:
                return None
            laid.append([card, HAND])
        self._play.table.start(self._program.initial(self._topic), laid + elsewhere)
        (row,) = read_rows(self._play.topic, self._play.records(trial, trial + 1))
        return row.score > 0

    def _card(self, trial: int, taken: set[int], kinds: KindSet) -> int | None:
        """A card of those kinds out of the deck, by lot."""
        kind_of = self._program.plan["kind_of"]
        left = [card for card, kind in enumerate(kind_of) if kinds >> kind & 1 and card not in taken]
        return left[_lot(f"{self._seed} {trial} {kinds:x}", len(left))] if left else None


def _lot(key: str, many: int) -> int:
    """One of so many, the same for the same key."""
    return int.from_bytes(blake2b(key.encode(), digest_size=16).digest(), "big") % many
