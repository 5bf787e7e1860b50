"""How exact answers play: which effect is activated next, and which cards ``.*`` takes.

What comes in: the stages of a topic's trials, and a place in one.  What goes out: the moves that a policy
makes there, each with its probability, and the options that it takes where the player is asked.

===========  =======================================================================================
greedy       the first move, the first cards: the runtime's own scan; nobody is asked
random       each move, each way to take cards, equally likely; stops only where there is no move
best         whatever makes the mean of the goal greatest over all that chance can still do
===========  =======================================================================================

``best`` is solved by the runtime (``solve.h``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from yisp_runtime.solving.search import Solver

from ...compile.program import Policy, Topic
from ...compile.row import RowLayout
from ..counting.ratio import Ratio
from .stages import Move, Path, Place, Stages

STOP = None
"""The move that ends a turn's activations."""

ROOM = 2**29
"""How many bytes the positions that are solved may take."""


class Goal(NamedTuple):
    """What is made as great as can be: the number at place ``at`` of a judged row, 0 where the place
    ``known`` says that there is none (-1: there always is); only whether it is above 0, if ``success``."""

    at: int
    known: int
    success: bool

    def of(self, row: Sequence[int]) -> int:
        """What a row is worth."""
        value = row[self.at] if self.known < 0 or row[self.known] else 0
        return int(value > 0) if self.success else value


def player_of(policy: Policy, stages: Stages) -> Player | None:
    """Whoever plays so; None where nobody is asked.  Hindsight is best in a world that the stages know."""
    if policy.kind == "random":
        return Random(stages)
    if policy.kind in ("best", "hindsight"):
        return Best(stages, goal_of(policy.goal, stages.topic), may_stop=policy.may_stop)
    return None


def goal_of(goal: str, topic: Topic) -> Goal:
    """Of a stat, a trial without a value counts as 0."""
    at = RowLayout.of(topic, numbered=False)
    if goal in ("score", "success"):
        return Goal(at.score, -1, goal == "success")
    stat = topic.stats.index(goal)
    return Goal(at.stat(stat), at.known(stat), False)


class Random:
    """Each move and each way to take cards equally likely; of the latter, all are to be followed."""

    def __init__(self, stages: Stages) -> None:
        self._stages = stages

    def moves(self, place: Place) -> list[tuple[Move | None, int, int]]:
        """What is done there: moves, each with its weight and that of all."""
        found = self._stages.moves(place)
        return [(move, 1, len(found)) for move in found] or [(STOP, 1, 1)]


class Best:
    """Whatever makes the mean of ``goal`` greatest, which is nowhere above the ``ceiling``.  ``may_stop`` as
    long as there is a move."""

    def __init__(self, stages: Stages, goal: Goal, *, may_stop: bool, ceiling: int | None = None) -> None:
        self.stages = stages
        self.solver = Solver(stages.enumerator, *goal, may_stop, ROOM, ceiling=ceiling)

    def moves(self, place: Place) -> list[tuple[Move | None, int, int]]:
        """What is done there: the best move, certainly."""
        _, move = self.solve(place)
        return [(move, 1, 1)]

    def option(self, place: Place, path: Path) -> int:
        """The option that is best where the player is asked, behind a path of the best move or of the
        stage."""
        self.solve(place)
        return self.solver.option(place.phase, place.position, path)

    def solve(self, place: Place) -> tuple[Ratio, Move | None]:
        """What the place is worth, and the move that makes it so."""
        state, worth, move = self.solver.solve(place.phase, place.position, *place.count)
        self.stages.check(state, ROOM)
        assert worth is not None
        return Ratio(*worth), move


Player = Random | Best
