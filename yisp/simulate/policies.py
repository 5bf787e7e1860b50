"""How exact answers play: which effect is activated next, and which cards ``.*`` takes.

What comes in: the stages of a topic's trials, and a place in one.  What goes out: the moves that a policy
makes there, each with its probability, and the options that it takes where the player is asked.

===========  =======================================================================================
greedy       the first move, the first cards: the runtime's own scan; nobody is asked
random       each move, each way to take cards, equally likely; stops only where there is no move
best         whatever makes the mean of the goal greatest over all that chance can still do
===========  =======================================================================================

``best`` is solved backwards (Bellman, *Dynamic Programming*, 1957): a position is worth as much as the move
from it that is worth most, and that is the mean over chance of what the positions are worth that it leads
to.  A position is all that a player knows, in the canonical form of exact answers; before the same stage it
is worth the same however it came about, so each is solved once.  How many activations and steps there were is
no part of it: where their limits are reached there is no answer, and none where play can go round in a
circle.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from fractions import Fraction
from itertools import groupby

from yisp_runtime.codes import JUDGE, MOVE, SCAN

from ..compile.program import Policy, Topic
from ..compile.row import RowLayout
from .probabilities import NoExactAnswer, OverBudget
from .stages import Decision, Move, Path, Place, Stages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Goal = Callable[[tuple[int, ...]], int]
    """What a judged row is worth."""

    Found = TypeVar("Found")
    Solving = Generator[Place, Fraction, Found]
    """Works something out; is given what each place is worth that it asks for."""

STOP = None
"""The move that ends a turn's activations."""

Step = tuple[int, bytes, "Move | None"]
"""A stage from a place: the index of the stage, the place's canonical form, and the move where one is
made."""

ROOM = 2**29
"""How many bytes the positions that are solved may take."""

OVERHEAD = 1_400
"""About how many bytes one takes beside its canonical form."""


def player_of(policy: Policy, stages: Stages) -> Player | None:
    """Whoever plays so; None where nobody is asked.  Hindsight is best in a world that the stages know."""
    if policy.kind == "random":
        return Random(stages)
    if policy.kind in ("best", "hindsight"):
        return Best(stages, _goal(policy.goal, stages.topic), may_stop=policy.may_stop)
    return None


def _goal(goal: str, topic: Topic) -> Goal:
    """What is made as great as can be: of a stat, a trial without a value counts as 0."""
    at = RowLayout.of(topic, numbered=False)
    if goal == "score":
        return lambda row: row[at.score]
    if goal == "success":
        return lambda row: int(row[at.score] > 0)
    stat = topic.stats.index(goal)
    return lambda row: row[at.stat(stat)] if row[at.known(stat)] else 0


class Random:
    """Each move and each way to take cards equally likely; of the latter, all are to be followed."""

    def __init__(self, stages: Stages) -> None:
        self._stages = stages

    def moves(self, place: Place) -> list[tuple[Move | None, int, int]]:
        """What is done there: moves, each with its weight and that of all."""
        found = self._stages.moves(place)
        return [(move, 1, len(found)) for move in found] or [(STOP, 1, 1)]


class Best:
    """Whatever makes the mean of ``goal`` greatest.  ``may_stop`` as long as there is a move."""

    def __init__(self, stages: Stages, goal: Goal, *, may_stop: bool) -> None:
        self._stages = stages
        self._goal = goal
        self._may_stop = may_stop
        self._solved: dict[tuple[int, bytes], tuple[Fraction, Move | None]] = {}
        self._held = 0  # bytes
        self._options: dict[Step, dict[Path, int]] = {}
        plan = stages.play.program.plan
        self._limits = plan["activation_limit"], plan["step_limit"]

    def moves(self, place: Place) -> list[tuple[Move | None, int, int]]:
        """What is done there: the best move, certainly."""
        self.solve(place)
        return [(self._solved[place.phase, place.canonical][1], 1, 1)]

    def option(self, place: Place, move: Move | None, path: Path) -> int:
        """The option that is best where the player is asked."""
        self.solve(place)
        return self._options[place.phase, place.canonical, move][path]

    def solve(self, place: Place) -> Fraction:
        """What the place is worth.

        Places that wait for others are kept on a stack of our own: Python's would not be deep enough.
        """
        known = self._solved.get((place.phase, place.canonical))
        if known is not None:
            return known[0]
        waiting = [(place, self._solving(place))]
        open_ = {(place.phase, place.canonical)}
        found: Fraction | None = None
        while waiting:
            at, solving = waiting[-1]
            try:
                asked = next(solving) if found is None else solving.send(found)
            except StopIteration as done:
                found, _ = self._solved[at.phase, at.canonical] = done.value
                open_.remove((at.phase, at.canonical))
                waiting.pop()
                self._held += len(at.canonical) + OVERHEAD
                if self._held > ROOM:
                    raise OverBudget(f"more than {ROOM:,} bytes would have to be kept at a time") from None
                continue
            key = asked.phase, asked.canonical
            known = self._solved.get(key)
            found = None if known is None else known[0]
            if found is None:
                if key in open_:
                    raise NoExactAnswer("play can go round in a circle")
                open_.add(key)
                waiting.append((asked, self._solving(asked)))
        assert found is not None
        return found

    def _solving(self, place: Place) -> Solving[tuple[Fraction, Move | None]]:
        """What the place is worth, and the move that makes it so."""
        stage = self._stages.course[place.phase]
        if stage != SCAN:
            return (yield from self._mean(place, stage, STOP)), STOP
        moves: list[Move | None] = [*self._stages.moves(place)]
        if self._may_stop or not moves:
            moves.append(STOP)
        best: tuple[Fraction, Move | None] | None = None
        for move in moves:
            if move is STOP:
                worth = yield Place(place.phase + 1, place.position, place.canonical, place.count)
            else:
                worth = yield from self._mean(place, MOVE, move)
            if best is None or worth > best[0]:
                best = worth, move
        assert best is not None
        return best

    def _mean(self, place: Place, stage: int, move: Move | None) -> Solving[Fraction]:
        """What the place is worth if the stage is run from it, with the best of the player's options."""
        leaves: list[tuple[list[Decision], Fraction]] = []
        following = place.phase if stage == MOVE else place.phase + 1
        for _, decisions in self._stages.paths(stage, place.position, place.count, move):
            if stage == JUDGE:
                leaves.append((decisions, Fraction(self._goal(self._stages.enumerator.row))))
                continue
            reached = self._stages.place(following)
            if any(map(int.__ge__, reached.count, self._limits)):
                raise OverBudget("a trial reaches its activation or step limit")
            leaves.append((decisions, (yield reached)))
        options: dict[Path, int] = {}
        worth = _folded(leaves, (), options)
        if options:
            self._options[place.phase, place.canonical, move] = options
        return worth


Player = Random | Best


def _folded(
    leaves: Sequence[tuple[list[Decision], Fraction]], path: Path, options: dict[Path, int]
) -> Fraction:
    """The mean over chance, and the greatest over the player's options, of the leaves behind ``path``.

    What is best for the player goes into ``options``."""
    depth = len(path)
    first, worth = leaves[0]
    if len(first) == depth:
        return worth
    players = first[depth][4]
    found: list[tuple[int, Fraction]] = []
    for option, group in groupby(leaves, key=lambda leaf: leaf[0][depth][0]):
        behind = list(group)
        found.append((behind[0][0][depth][2], _folded(behind, (*path, option), options)))
    if players:
        worth = max(worth for _, worth in found)
        options[path] = next(option for option, (_, other) in enumerate(found) if other == worth)
        return worth
    total = first[depth][3]
    return sum((weight * worth for weight, worth in found), Fraction(0)) / total
