"""What a player can do first in a position, and what each is worth.

What comes in: the stages of a topic's trials, and a place in one.  What goes out: the place where something
is decided first, and everything that can be done there (:class:`First`); of each what it is worth, found
exactly and bit by bit (:class:`Solving`), or what it makes of the goal in worlds that the player imagines
there (:class:`Trying`).

Of a move whose first decision is the player's, which cards to take, every way to take them is something of
its own, as far as they are few.  Where chance decides something before the player does, there is nothing to
choose from: all that can be asked is what the whole is worth.

(The ways of playing on are the runtime's: ``solve.h``, ``advise.h``.)
"""

from __future__ import annotations

from yisp_runtime.codes import JUDGE, MOVE, SCAN
from yisp_runtime.policies.playing import POLICIES
from yisp_runtime.policies.playing import Player as Imagining

from ...compile.record import Record
from ..counting.ratio import Ratio
from ..exact.policies import ROOM, Best, goal_of
from ..exact.stages import Move, Path, Place, Stages
from .comparison import greatest_goal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...compile.program import Policy

MOST_WAYS = 40
"""Ways to take cards that are told apart; where there are more, whoever plays on chooses."""

FEW_PATHS = 24
"""Paths along which it is looked whether chance makes any difference."""

MOST_CEILING = 2**62


class First(Record):
    """One thing that can be done first: a ``move``, or (None) the stage itself, whose first decisions are
    that ``path``; or to stop; or (``whole``) whatever is best.

    ``choice`` are those of the path's decisions that are the player's, which a world asks for alone, and
    ``taken`` the kinds that they choose.
    """

    move: Move | None = None
    path: Path | None = None
    choice: Path = ()
    taken: tuple[int, ...] = ()
    stops: bool = False

    @property
    def whole(self) -> bool:
        return self.path is None and not self.stops


def first_decision(stages: Stages, place: Place, *, may_stop: bool) -> tuple[Place, list[First]]:
    """Where something is decided first, and all that can be done there.

    That is the whole alone where chance comes before the player; nothing where he is never asked.
    """
    while stages.course[place.phase] != JUDGE:
        if stages.course[place.phase] == SCAN:
            moves = stages.moves(place)
            if moves:
                firsts = [first for move in moves for first in _ways(stages, place, MOVE, move)]
                return place, [*firsts, First(stops=True)] if may_stop else firsts
            place = place.skipped()
            continue
        stage = stages.course[place.phase]
        decisions = stages.one_path(stage, place, [], None)
        after = stages.place(place.phase + 1)
        real = next((decision for decision in decisions if decision[1] > 1), None)
        if real is not None and real[4]:
            return place, _ways(stages, place, stage, None)
        if real is not None and not _comes_to_one(stages, place, stage):
            return place, [First()]
        place = after
    return place, []


def _comes_to_one(stages: Stages, place: Place, stage: int) -> bool:
    """Whether chance makes the same of a stage whatever it does, as where it takes one of two copies."""
    known: bytes | None = None
    for number, (_, decisions) in enumerate(stages.paths(stage, place.position, place.count)):
        after = stages.place(place.phase + 1).canonical
        if number >= FEW_PATHS or after != (known or after) or any(decision[4] for decision in decisions):
            return False
        known = after
    return True


def _ways(stages: Stages, place: Place, stage: int, move: Move | None) -> list[First]:
    """The stage or move, in every way in which the player can take cards before anything else is decided."""
    found: list[First] = []
    path: list[int] = []
    while True:
        decisions = stages.one_path(stage, place, path, move)
        begin = next((at for at, one in enumerate(decisions) if one[1] > 1), len(decisions))
        if begin == len(decisions) or not decisions[begin][4]:
            return [First(move, ())]
        kind_of = stages.play.program.plan["kind_of"]
        taken = [kind_of[card] for before, card in stages.enumerator.taken if before == begin]
        end = begin + 1
        while end < len(decisions) and decisions[end][4] == 2:
            end += 1
        options = [one[0] for one in decisions[:end]]
        found.append(First(move, tuple(options), tuple(options[begin:]), tuple(taken)))
        if len(found) > MOST_WAYS:
            return [First(move, ())]
        while end > begin and decisions[end - 1][0] + 1 == decisions[end - 1][1]:
            end -= 1
        if end == begin:
            return found
        path = options[:end]
        path[-1] += 1


def ceiling_of(stages: Stages, goal: str) -> int | None:
    """What no trial's goal is above, where constants of the deck say so."""
    most = greatest_goal(stages.topic, goal)
    return most if most is not None and abs(most) < MOST_CEILING else None


class Solving(Best):
    """Finds what each thing is worth exactly, with the best play afterwards.

    Where something is worth as much as anything can be, nothing else is looked at, and who need not go on
    stops: what is worth as much may be another move than the first that a run would find.
    """

    def __init__(self, stages: Stages, goal: str, *, may_stop: bool) -> None:
        self.goal = goal_of(goal, stages.topic)
        super().__init__(stages, self.goal, may_stop=may_stop, ceiling=ceiling_of(stages, goal))
        self._number = -1

    def begin(self, place: Place, first: First) -> None:
        """Begin with one of them."""
        phase = place.phase + first.stops
        state, self._number = self.solver.begin(phase, place.position, *place.count, first.move, first.path)
        self.stages.check(state, ROOM)

    def go(self, work: int) -> bool:
        """Go on for about so much work; whether it is done.  Raises NoExactAnswer where there is none."""
        state = self.solver.go(work)
        if state is None:
            return False
        self.stages.check(state, ROOM)
        return True

    @property
    def worth(self) -> Ratio:
        """What is worth which was begun last and is done."""
        return Ratio(*self.solver.worth(self._number))

    def choose(self, first: First, path: Path) -> int:
        """The option that the player takes behind a path of what was begun last."""
        assert first.path is not None
        return (
            first.path[len(path)] if len(path) < len(first.path) else self.solver.choice(self._number, path)
        )


class Trying:
    """Plays on from a place in worlds that are imagined there, as the policy does or greedily."""

    def __init__(self, stages: Stages, policy: Policy) -> None:
        play = stages.play
        self._stages = stages
        self._player = Imagining(
            stages.enumerator,
            play.accumulator,
            play.new_accumulator(),
            POLICIES[policy.kind],
            *goal_of(policy.goal, stages.topic),
            may_stop=policy.may_stop,
            worlds=policy.worlds,
            solve=policy.solve,
            budget=policy.nodes,
            most=None,
            room=ROOM,
            ceiling=ceiling_of(stages, policy.goal),
        )

    def play(
        self,
        place: Place,
        first: First,
        worlds: range,
        work: int,
        *,
        greedily: bool = False,
        thinks: int = MOST_CEILING // 2,
    ) -> tuple[list[int], list[int]]:
        """What it makes of the goal in these worlds, or as many of them as fit about so much work, and what
        was noted of each (``Player.try_worlds``); a player thinks for about so much work in each.

        Raises NoExactAnswer where a trial cannot be followed.
        """
        state, goals, notes = self._player.try_worlds(
            place.phase,
            place.position,
            *place.count,
            worlds.start,
            worlds.stop,
            work,
            move=first.move,
            path=None if first.path is None else first.choice,
            stops=first.stops,
            greedily=greedily,
            thinks=thinks,
        )
        self._stages.check(state, ROOM)
        return memoryview(goals).cast("q").tolist(), memoryview(notes).cast("q").tolist()
