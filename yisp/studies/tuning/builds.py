"""What tuning found: decks with what is known of them, the best first.

What comes in: the decks that were looked at, with their estimates (``search``).  What goes out:
:class:`Tune`, for reports and for Python.

Not handled: how they are found (``search``), and how it is written (``report``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ...simulate.counting.tabular import frame
from ...version import VERSION
from ..figures import Figure
from .candidates import Candidates, Counts
from .race import Ends, Estimate

if TYPE_CHECKING:
    from ...deck.model import Deck

SCHEMA = 1
"""The shape of ``Tune.to_dict``; another shape has another number."""


class Goal(NamedTuple):
    """A figure, and whether it is to be as small as can be."""

    figure: Figure
    small: bool

    @property
    def text(self) -> str:
        return f"{'small' if self.small else 'great'} {self.figure.topic}:{self.figure.title}"


class Looked(NamedTuple):
    """One deck that was looked at: ``estimates`` by goal, or the ``reason`` why there are none.

    ``state`` is "best" (for two goals "front"), "not told apart" from it, "dropped", or "no answer".
    """

    counts: Counts
    estimates: list[Estimate]
    reason: str | None
    state: str


BEST, FRONT, OPEN, DROPPED, NOTHING = "best", "front", "not told apart", "dropped", "no answer"


class Tune:
    """What tuning found; ``looked`` are the decks, the best first, and ``cards`` the names of their counts.

    ``whole`` says whether every candidate was looked at, ``shown`` whether it is certain that the best deck
    is (or, for two goals, that the front is the front); ``sure`` whether that certainty is more than an
    approximation.  ``gain`` is what the goal of the best deck is above that of the deck as it is, from trials
    of their own; None where nobody held them against one another.
    """

    def __init__(
        self, deck: Deck, candidates: Candidates, goals: Sequence[Goal], settings: Mapping[str, Any]
    ) -> None:
        self.file = deck.file
        self.cards = [kind.name for kind in deck.kinds]
        self.own = tuple(kind.count for kind in deck.kinds)
        self.size = deck.size
        self.candidates = candidates.total
        self.goals = list(goals)
        self.settings = dict(settings)
        self.seed: int = settings["seed"]
        self.looked: list[Looked] = []
        self.shown = False
        self.exact = False
        self.gain: Estimate | None = None
        self.ended: str | None = None
        self.remarks: list[str] = []

    def __repr__(self) -> str:
        return f"<Tune of {self.file}: {len(self.looked)} of {self.candidates:,} decks looked at>"

    @property
    def whole(self) -> bool:
        return len(self.looked) == self.candidates

    @property
    def partial(self) -> bool:
        """Whether it was ended before it was done."""
        return self.ended is not None

    @property
    def sure(self) -> bool:
        return all(estimate.sure for one in self.looked for estimate in one.estimates)

    @property
    def best(self) -> dict[str, int]:
        """The counts of the best deck (of two goals, the one of the front that is best in the first)."""
        first = next((one for one in self.looked if one.state in (BEST, FRONT, OPEN)), None)
        return {} if first is None else dict(zip(self.cards, first.counts, strict=True))

    def of(self, *states: str) -> list[Looked]:
        """The decks of these states."""
        return [one for one in self.looked if one.state in states]

    @property
    def columns(self) -> list[str]:
        """What the columns of ``rows`` are called."""
        goals = [
            f"{goal.figure.title}{end}" for goal in self.goals for end in ("", " low", " high", " trials")
        ]
        return ["state", *goals, "reason", *self.cards]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each deck that was looked at: its state, each goal with the ends of the interval that it
        is judged by and its trials (None where it is exact), and the count of every card."""
        return [dict(zip(self.columns, self._cells(one), strict=True)) for one in self.looked]

    def _cells(self, one: Looked) -> list[Any]:
        known: list[Any] = []
        for estimate in one.estimates:
            trials = None if estimate.exact is not None else estimate.count
            known += [estimate.value, *(ends_of(estimate) or (None, None)), trials]
        return [one.state, *(known or [None] * 4 * len(self.goals)), one.reason, *one.counts]

    def to_frame(self) -> Any:
        """The rows as a pandas data frame; pandas is not one of yisp's own requirements."""
        return frame("Tune", self.rows, self.columns)

    def to_dict(self) -> dict[str, Any]:
        """As ``--json`` prints it."""
        return {
            "yisp": VERSION,
            "schema": SCHEMA,
            "study": "tune",
            "deck": {"file": self.file, "cards": self.size, "kinds": len(self.cards)},
            **self.settings,
            "candidates": self.candidates,
            "looked": len(self.looked),
            "whole": self.whole,
            "exact": self.exact,
            "shown": self.shown,
            "sure": self.sure,
            "partial": self.partial,
            "best": self.best,
            "gain": None if self.gain is None else {"value": self.gain.value, "ends": ends_of(self.gain)},
            "names": self.cards,
            "decks": [
                {
                    "state": one.state,
                    "counts": list(one.counts),
                    **({} if one.reason is None else {"reason": one.reason}),
                    "goals": [
                        {
                            "value": estimate.value,
                            "ends": ends_of(estimate),
                            "trials": None if estimate.exact is not None else estimate.count,
                        }
                        for estimate in one.estimates
                    ],
                }
                for one in self.looked
            ],
        }


def ends_of(estimate: Estimate) -> Ends | None:
    """The interval that a deck is judged by; None where its value is exact, or nothing was judged yet."""
    return None if estimate.exact is not None or not all(map(isfinite, estimate.ends)) else estimate.ends
