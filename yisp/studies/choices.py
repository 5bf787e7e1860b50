"""What the choices of ``greedy`` cost, a trial at a time, for whoever looks on.

What comes in: a program's targets for stages, a topic of it, a seed; then trials.  What goes out, at any
moment: the costs that a run of ``greedy,best`` reports of as many trials (``simulate.worlds``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..simulate.sampling.targets import Targets
    from ..simulate.stop import Stop
    from ..simulate.worlds.comparison import Cost
    from ..simulate.worlds.worlds import Loss

POLICIES = "greedy", "best", "hindsight"
"""Who plays where policies are held side by side: the last is a bound."""


class Choices:
    """The choices in the first ``trials`` of a topic."""

    def __init__(self, targets: Targets, topic: int, seed: int, stop: Stop) -> None:
        best = targets.program.topics[topic].policy.but(kind="best")
        players = targets.open_players(topic, seed, [best])
        stop.guard(*players.tables)
        self._seat = players.seats[0]
        self._losses: list[Loss] = []
        self.trials = 0

    def look(self) -> None:
        """Look at one trial more, unless it is to end before."""
        found = self._seat.losses(self.trials, self.trials + 1)
        if found is not None:
            self._losses += found
            self.trials += 1

    def costs(self) -> list[Cost]:
        """What costs most comes first."""
        return self._seat.costs_of(self._losses, self.trials)
