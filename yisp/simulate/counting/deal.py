"""What a run found out about a topic's deal: tries, vetoes, solutions, conflicts.

What comes in: the counts of trials, or the exact ones.  What goes out: :class:`DealResult`, figures that
reports and JSON show.
"""

from __future__ import annotations

from ...compile.program import FOR_EVER
from ...compile.record import data_of
from ...messages import say
from .counts import Counts
from .estimates import Score
from .probabilities import ExactCounts
from .statistics import wilson

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...compile.program import Program, Topic
    from .statistics import Interval


LISTED_TRIES = 1001
"""Of a hand that may be made without end, so many numbers of tries are listed."""


TRIES, NUMBERS = (1, None, 1), (0, None, 1)
"""The range of how often a hand is made, and of what may also be none: vetoes, and solutions."""


class DealResult:
    """The deal of one topic.

    ``hands`` are how often each hand was made (one entry for all of them where they are dealt jointly), which
    is listed as far as the 1001st try where a seat never gives up; ``vetoes`` how many hands each seat
    refused in a deal, on average, as the first to do so.  Where seats bargain, ``solutions`` is in how many
    ways all claims could be met, on average, and ``conflicts`` in what share of deals a kind prevented it.
    Of what was sampled the 95 % intervals stand beside, each under the same name with ``_ci95`` behind it;
    those of the tries are the hands' own.
    """

    __slots__ = (
        "conflicts", "conflicts_ci95", "endless", "exact", "hands", "joint", "means", "seats", "solutions",
        "solutions_ci95", "vetoes", "vetoes_ci95",
    )  # fmt: skip

    def __init__(self, program: Program, topic: Topic, counts: Counts | ExactCounts) -> None:
        self.seats = program.seats
        self.joint = topic.parts == 1 and len(program.seats) > 1
        self.exact: list[str | None] = [None] * topic.parts  # of the means, as fractions
        self.endless = False  # whether tries go on beyond those that are listed
        self.solutions: float | None = None
        self.solutions_ci95: Interval | None = None
        self.vetoes_ci95: list[Interval | None] = [None] * len(program.seats)
        intervals: list[Interval | None] = [None] * len(program.kinds)
        names = [name for name, _ in program.kinds]
        if isinstance(counts, Counts):
            tries, rest = counts.dealt[: topic.parts], counts.dealt[topic.parts :]
            *vetoes, solutions = rest
            self.hands = [Score(one, range_=TRIES) for one in tries]
            self.means = [one.mean for one in self.hands]
            self.vetoes = [one.total / one.count if one.count else 0.0 for one in vetoes]
            self.vetoes_ci95 = [Score(one, range_=NUMBERS).ci95 for one in vetoes]
            if solutions.count:
                self.solutions = solutions.total / solutions.count
                self.solutions_ci95 = Score(solutions, range_=NUMBERS).ci95
            intervals = [wilson(count, counts.trials) for count in counts.conflicts]
            shares = [count / counts.trials if counts.trials else 0.0 for count in counts.conflicts]
        else:
            deal = counts.deal
            assert deal is not None
            self.hands = [Score(one) for one in deal.tries]
            self.means = [float(mean) for mean in deal.means]
            self.means += [None] * (topic.parts - len(self.means))
            self.exact = [*map(str, deal.means), *[None] * (topic.parts - len(deal.means))]
            self.vetoes = [float(mean) for mean in deal.vetoes]
            self.solutions = None if deal.solutions is None else float(deal.solutions)
            shares = [float(share) for share in deal.conflicts]
            self.endless = FOR_EVER in program.plan["patience"]
        self.conflicts = {name: share for name, share in zip(names, shares, strict=True) if share}
        self.conflicts_ci95 = {
            name: ends for name, ends in zip(names, intervals, strict=True) if name in self.conflicts
        }

    def title(self, part: int) -> str:
        """Whose hand a part is."""
        return say("all hands") if self.joint else self.seats[part]

    def to_dict(self) -> dict[str, Any]:
        hands = [
            {
                "mean": mean,
                **data_of(hand, "ci95"),
                "exact": exact,
                "histogram": hand.to_dict()["histogram"],
            }
            for mean, exact, hand in zip(self.means, self.exact, self.hands, strict=True)
        ]
        most = max(hands, key=lambda hand: hand["mean"] or 0.0)
        return {
            "seats": list(self.seats),
            "tries": {**most, "hands": hands},
            **data_of(self, "vetoes", "vetoes_ci95", "solutions", "solutions_ci95"),
            **data_of(self, "conflicts", "conflicts_ci95"),
        }
