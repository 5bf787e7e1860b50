"""Where things stand in a trial's row: the one place in Python that knows.

A row is what a trial gave, as 64-bit whole numbers: records are made of rows, relations read them, and exact
answers weigh them.

    trial | score | a 1 or 0 for each of what is judged | for each stat its value, and a 1 where it has one

What is judged are a topic's combos and then its watched entries.  The runtime writes rows (``trials.h``);
an enumeration's lack the trial's number, and have behind them a 1 or 0 for each combo that was judged under
``match: best`` as well.

(On the warm start's path.)
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class Observed(Protocol):
        """A topic, as far as a row goes."""

        @property
        def judged(self) -> Sequence[object]: ...
        @property
        def stats(self) -> Sequence[object]: ...


ALWAYS = 0
"""In place of where a row says whether a number is there: it always is.  (None says so at the beginning.)"""

NUMBER = 8
"""Bytes of a number."""


class RowLayout:
    """The places in the rows of one topic; only ``numbered`` rows have a place ``trial``."""

    __slots__ = ("score", "trial", "width", "_best", "_judged", "_stats")

    def __init__(self, judged: int, stats: int, *, numbered: bool = True) -> None:
        self.trial = 0
        self.score = int(numbered)
        self._judged = self.score + 1
        self._stats = self._judged + judged
        self.width = self._best = self._stats + 2 * stats

    @classmethod
    def of(cls, topic: Observed, *, numbered: bool = True) -> RowLayout:
        """The layout of a topic's rows."""
        return cls(len(topic.judged), len(topic.stats), numbered=numbered)

    def judged(self, number: int) -> int:
        """Whether the entry of that number succeeded."""
        return self._judged + number

    def stat(self, number: int) -> int:
        """The value of the stat of that number."""
        return self._stats + 2 * number

    def known(self, number: int) -> int:
        """Whether that stat has a value."""
        return self.stat(number) + 1

    def best(self, number: int) -> int:
        """Behind an enumeration's row: whether the judged of that number in ``Topic.bests`` held."""
        return self._best + number
