"""Trials in worlds: several policies play the same futures.

What comes in: a topic of a program, a seed and policies. What goes out: :class:`Players`, which runs any
range of trials and counts them by policy, as ``Play`` does for ``greedy`` alone.

The world of a trial is made of the seed, the topic and the trial's number, and of nothing else
(``worlds.h``), so every policy is dealt the same hand and draws the same cards; what it does with them is
the runtime's (``play.h``). Beside the counts there are, for each policy, a tally of its goal and one of
what that is above the goal of the policy before it, trial by trial: in the same world, so that most of what
is luck in both is luck of neither.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from itertools import chain

from yisp_runtime.policies.playing import POLICIES, Player
from yisp_runtime.solving.search import STATES

from ...compile.row import NUMBER
from ..counting.counts import Counts, Tally
from ..counting.probabilities import NoExactAnswer
from ..exact.policies import ROOM, goal_of
from ..exact.stages import ENDLESS, Stages
from ..playing.play import Play
from .comparison import Cost, goal_range, greatest_goal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yisp_runtime.bindings.table import PyTable

    from ...compile.builds.native import Run
    from ...compile.program import Policy, Program
    from ..playing.play import Functions

    Loss = tuple[int, int, int, float]
    """A move of ``greedy`` that another would not have made: the trial, the effect that it took, the one that
    is better (-1: none), and what that is worth of the goal."""

KNOWING = ("hindsight", "staged-search")
"""Who knows the whole future."""

FOUND, INTERRUPTED = STATES["found"], STATES["interrupted"]


def in_worlds_of(program: Program, topic: int, base: Program, theirs: int) -> Program:
    """The program, a topic of which is played in the worlds of the topic ``theirs`` of another one.

    Cards of both have their slots there; others get those of cards that only ``base`` has, in the order of
    the files, and then those that nobody has.  No two have the same slot, which is all that trials ask of
    them.  A deck for which ``base`` has not slots enough plays in worlds of its own.
    """
    own, slots = program.plan["card_keys"], base.plan["slots"]
    there, mine = dict(zip(base.plan["card_keys"], slots, strict=True)), set(own)
    left = [slot for key, slot in there.items() if key not in mine]
    taken = set(slots)
    left += [slot for slot in range(1 << base.plan["slot_bits"]) if slot not in taken]
    free = iter(left)
    moved = copy(program)
    if len(own) <= 1 << base.plan["slot_bits"]:
        found = [there[key] if key in there else next(free) for key in own]
        moved.plan = {**program.plan, "slots": found, "slot_bits": base.plan["slot_bits"]}
    moved.topics = list(program.topics)
    moved.topics[topic] = copy(program.topics[topic])
    moved.topics[topic].key = base.topics[theirs].key
    return moved


class Seat:
    """One policy, at a table of its own."""

    def __init__(self, play: Play, policy: Policy) -> None:
        self.play = play
        self.policy = policy
        # Who looks ahead in the trial's world knows every card; who does not takes those for alike that
        # nothing tells apart.
        knowing = policy.kind in KNOWING
        self.stages = Stages(play, ENDLESS, None, asks=True, worlds=knowing, scans=True)
        self.counts = play.new_accumulator()
        self.player = Player(
            self.stages.enumerator,
            play.accumulator,
            self.counts,
            POLICIES[policy.kind],
            *goal_of(policy.goal, play.topic),
            may_stop=policy.may_stop,
            worlds=policy.worlds,
            solve=policy.solve,
            budget=policy.nodes,
            most=greatest_goal(play.topic, policy.goal),
            room=ROOM,
            stage=policy.stage,
            # What the topic's table says for a staged search is none of the others', who have a goal.
            evaluates=policy.evaluates and policy.kind == "staged-search",
            table=policy.table or not knowing,
        )

    def costs(self, trials: int) -> list[Cost] | None:
        """What the moves of ``greedy`` cost in the first trials, which this policy would not have made; None
        where its table was halted."""
        found = self.losses(0, trials)
        return None if found is None else self.costs_of(found, trials)

    def costs_of(self, losses: Iterable[Loss], trials: int) -> list[Cost]:
        """What was lost in so many trials, by choice: what costs most comes first."""
        low, high, _ = goal_range(self.play.topic, self.policy.goal)
        reach = None if low is None or high is None else high - low
        found: dict[tuple[int, int], dict[int, list[float]]] = {}
        for trial, taken, better, loss in losses:
            found.setdefault((taken, better), {}).setdefault(trial, []).append(loss)
        costs = []
        for (taken, better), lost in found.items():
            most = max((max(here), -trial) for trial, here in lost.items())
            other = None if better < 0 else better
            costs.append(Cost(taken, other, list(lost.values()), trials, reach, -most[1]))
        return sorted((cost for cost in costs if cost.loss > 0), key=lambda cost: -cost.times * cost.loss)

    def losses(self, first: int, last: int) -> list[Loss] | None:
        """Each such move in the trials ``first`` … ``last - 1``; None where its table was halted."""
        low, high, _ = goal_range(self.play.topic, self.policy.goal)
        losses: list[Loss] = []
        for trial in range(first, last):
            state, found = self.player.costs(trial, trial + 1)
            if state == INTERRUPTED:
                return None
            if state != FOUND:
                raise self.ended(state)
            # The difference of two means of the goal: beyond its range the search itself would be wrong.
            assert all(low is None or high is None or abs(loss) <= high - low for *_, loss in found)
            losses += [(trial, *one) for one in found]
        return losses

    def played(self, trial: int) -> bytes:
        """Play one trial: its row."""
        state, _, row, _ = self.player.play(trial, trial + 1, True)
        if state != FOUND:
            raise self.ended(state)
        return row

    def ended(self, state: int) -> Exception:
        """What a trial that could not be played comes to."""
        error = self.stages.ended(state, ROOM)
        if isinstance(error, NoExactAnswer):
            error.topic, error.policy = self.play.topic.name, self.policy.kind
        return error


class Scanning(Play):
    """``greedy`` alone: it asks nobody, so that its trials need no stages.

    They are those that it plays among others, word by word.
    """

    def __init__(
        self,
        program: Program,
        topic: int,
        seed: int,
        policy: Policy,
        *,
        functions: Functions | None = None,
        native: Run | None = None,
    ) -> None:
        super().__init__(program, topic, seed, functions=functions, native=native)
        self.table.play_worlds()
        self._goal = policy.goal

    def parts(self) -> list[Counts]:
        (counts,) = super().parts()
        counts.goal, counts.gain = self._goals_of(counts), Tally()
        return [counts]

    def _goals_of(self, counts: Counts) -> Tally:
        """What it made of the goal, which is 0 where a stat has no value."""
        if self._goal == "score":
            return counts.score
        if self._goal == "success":
            missed = counts.trials - counts.successes
            return Tally.of(Counter({one: n for one, n in ((0, missed), (1, counts.successes)) if n}))
        found = counts.stats[self.topic.stats.index(self._goal)]
        missed = counts.trials - found.count
        return found + Tally.of(Counter({0: missed})) if missed else found


def entry_of(policies: Sequence[Policy]) -> str:
    """What these need a native module for, who play in worlds."""
    return "worlds" if [policy.kind for policy in policies] == ["greedy"] else "stages"


class Players:
    """A topic's policies, at tables of their own, and the counts of each so far.

    Stages are run by a native module (``stages``), or by the python target's ``functions``.
    """

    def __init__(
        self,
        program: Program,
        topic: int,
        seed: int,
        policies: Sequence[Policy],
        *,
        functions: Functions | None = None,
        stages: Run | None = None,
    ) -> None:
        self.index = topic
        self.native = stages
        self.seats = [
            Seat(Play(program, topic, seed, functions=functions, stages=stages), policy)
            for policy in policies
        ]
        self.row = self.seats[0].play.row
        self._goals = [Tally() for _ in policies]
        self._gains = [Tally() for _ in policies]

    @property
    def tables(self) -> list[PyTable]:
        """Whatever has to be halted where a run is to end at once."""
        return [seat.play.table for seat in self.seats]

    @property
    def halted(self) -> bool:
        """Whether one of them was: then the counts since ``mark`` are of no use."""
        return any(table.halted for table in self.tables)

    @property
    def work(self) -> int:
        """What the trials so far have taken, in the units of ``compile.work``."""
        return sum(seat.stages.enumerator.work for seat in self.seats)

    def run(self, first: int, last: int) -> None:
        """Play the trials ``first`` … ``last - 1`` and count them."""
        self._play(first, last, rows=False)

    def records(self, first: int, last: int) -> bytes:
        """The same, and their rows: of each trial one for every policy, in order."""
        return self._play(first, last, rows=True)

    def _play(self, first: int, last: int, *, rows: bool) -> bytes:
        goals: list[memoryview[int]] = []
        kept: list[bytes] = []
        for seat in self.seats:
            state, made, recorded, _ = seat.player.play(first, last, rows)
            if state == INTERRUPTED:
                return b""  # its table is halted
            if state != FOUND:
                raise seat.ended(state)
            goals.append(memoryview(made).cast("q"))
            kept.append(recorded)
        for at, mine in enumerate(goals):
            self._goals[at] += Tally.of(Counter(mine))
            if at:
                above = Counter(map(int.__sub__, mine, goals[at - 1]))
                self._gains[at] += Tally.of(above)
        return _interleaved(kept, self.row.width * NUMBER) if rows else b""

    def mark(self) -> None:
        """Remember the counts so far, for ``go_back``."""
        for seat in self.seats:
            seat.counts.mark()
        self._marked = list(self._goals), list(self._gains)

    def go_back(self) -> None:
        """Forget what was counted since ``mark``."""
        for seat in self.seats:
            seat.counts.go_back()
        self._goals, self._gains = map(list, self._marked)

    def parts(self) -> list[Counts]:
        """Everything counted so far, by policy."""
        found = [seat.play.counts_of(seat.counts) for seat in self.seats]
        for counts, goal, gain in zip(found, self._goals, self._gains, strict=True):
            counts.goal, counts.gain = goal, gain
        return found


def _interleaved(rows: list[bytes], width: int) -> bytes:
    """The first row of each, then the second of each …"""
    if len(rows) == 1:
        return rows[0]
    single = [[data[at : at + width] for at in range(0, len(data), width)] for data in rows]
    return b"".join(chain.from_iterable(zip(*single, strict=True)))
