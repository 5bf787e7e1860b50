"""The stages of a trial, and searches over them.

What comes in: a topic's play and a budget.  What goes out: :class:`Stages`, the table of a search.  Searches
themselves are the runtime's (``solving/stages.h``); here they are driven, part by part, and what
ends one early becomes an exception.  For those who look at one position at a time (``rehearsal``) it also
runs one stage along each path of decisions that the gate asks for, and says where the table then stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from yisp_runtime.codes import BEFORE_PLAY, END, JUDGE, MOVE, PROGRAM, SCAN, TURN
from yisp_runtime.solving.enumeration import Enumerator
from yisp_runtime.solving.search import STATES

from ...compile.program import Topic
from ...messages import say
from ..counting.probabilities import NoExactAnswer, OverBudget
from ..playing.play import Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from ..request import Progress

ENDLESS = 2**62
"""A budget that is never used up."""

FOUND = STATES["found"]

Move = tuple[int, int, int]
"""A zone, a kind and an effect: that effect of the kind's first copy in the zone."""

Path = tuple[int, ...]
"""The options taken, decision after decision."""

Decision = tuple[int, int, int, int, int]
"""The option taken, how many there are, its weight, that of all, and whether it is the player's (2: and goes
on with a choice that the one before began).  The weights of a player's options say in how many ways one can
go on."""

Choose = Callable[[Path], int]
"""The option that the player takes behind a path."""


def course(topic: Topic, listens: int) -> tuple[int, ...]:
    """The stages of the topic's trials, in order, of which nothing needs to be run that does nothing."""
    plays = PROGRAM if "program" in topic.scripts else SCAN
    turn = (
        (TURN, topic.turns > 1 or listens or "header" in topic.scripts),
        (BEFORE_PLAY, "before-play" in topic.scripts),
        (plays, plays == PROGRAM or topic.activates),
        (END, listens or "footer" in topic.scripts),
    )
    return (*[stage for stage, runs in turn if runs] * topic.turns, JUDGE)


class Place:
    """Where a stage begins or ends: a position, its canonical form, and how many activations there were this
    turn, and steps; ``phase`` is the index of the next stage in the course of the trial."""

    __slots__ = ("canonical", "count", "phase", "position")

    def __init__(self, phase: int, position: bytes, canonical: bytes, count: tuple[int, int]) -> None:
        self.phase = phase
        self.position = position
        self.canonical = canonical
        self.count = count

    def skipped(self) -> Place:
        """The place after a stage in which nothing is done."""
        return Place(self.phase + 1, self.position, self.canonical, self.count)


TOO_MUCH = say("more happens in one stage of a trial than can be followed")


class Cut(Exception):
    """A stage cannot be run in a world as far as that is known.

    Its ``row`` is too short; or the next roll is one of ``options`` numbers, -1 where another line has had it
    as one of another number; 0 where it is not a roll."""

    def __init__(self, row: int | None, options: int) -> None:
        super().__init__()
        self.row = row or 0
        self.options = options


class Stages:
    """Runs stages; raises :class:`OverBudget` where that is too much work, or cannot be followed."""

    def __init__(
        self,
        play: Play,
        budget: int,
        progress: Progress | None,
        *,
        asks: bool,
        worlds: bool = False,
        scans: bool = False,
    ) -> None:
        """The player is asked if the stages ``asks``; in ``worlds`` every card is told from every other.  Who
        ``scans`` all the same tells positions apart as the scan does."""
        self.play = play
        self.budget = budget
        self.topic = play.topic
        self.course = course(play.topic, play.program.plan["listens"])
        self._guard_sites = play.program.plan["guard_sites"]
        self._progress = progress
        cards = len(self.topic.classes)
        self.ordered = self.topic.weighed if asks and not scans else self.topic.ordered
        if worlds:
            self.ordered = self.topic.apart
        self.enumerator = Enumerator(
            play.table,
            classes=range(cards) if worlds else self.topic.classes,
            ordered=self.ordered,
            bests=len(self.topic.bests),
            work=play.program.plan["work"],
            topic=play.index,
            budget=budget,
            course=self.course,
            guard_sites=self._guard_sites,
            decides=asks,
            native=play.stages,
        )
        self.enumerator.pause = self._tell

    def check(self, state: int, room: int) -> None:
        """Raise what a search that failed comes to, which was allowed to keep ``room`` bytes."""
        if state != FOUND:
            raise self.ended(state, room)

    def ended(self, state: int, room: int) -> Exception:
        reasons = {
            "beyond-budget": say(
                "it would take more work than the budget of {budget} units", budget=f"{self.budget:,}"
            ),
            "beyond-room": say("more than {bytes} bytes would have to be kept at a time", bytes=f"{room:,}"),
            "at-limit": say("a trial reaches its activation or step limit"),
            "too-much": TOO_MUCH,
        }
        name = next(name for name, number in STATES.items() if number == state)
        if name == "unknown":
            return Cut(self.enumerator.lacking, self.enumerator.rolled)
        if name == "circle":
            return NoExactAnswer(say("play can go round in a circle"))
        if name in reasons:
            return OverBudget(reasons[name])
        return MemoryError()  # an interrupt has been raised as what it is

    def paths(
        self,
        stage: int,
        position: bytes,
        count: tuple[int, int],
        move: Move | None = None,
        choose: Choose | None = None,
    ) -> Iterator[tuple[bool, list[Decision]]]:
        """Run a stage along every path: whether it activated an effect, and the decisions.

        While an item is looked at, the table stands where the path leads.  Where the player is asked, all
        options are followed, or the one that he would ``choose``.
        """
        path: list[int] = []
        while True:
            activated, decisions = self.enumerator.run(stage, position, path, *count, move)
            self.check_budget()
            decisions = self._followed(decisions)
            chosen = self._chosen(decisions, choose)
            if chosen is not None:
                path = chosen
                continue
            if choose is not None and any(decision[4] for decision in decisions):
                # Whoever chose may have gone elsewhere with the table to find out.
                self.enumerator.run(stage, position, _taken(decisions), *count, move)
            yield activated, list(decisions)
            while decisions and (
                decisions[-1][0] + 1 == decisions[-1][1] or (decisions[-1][4] and choose is not None)
            ):
                decisions.pop()
            if not decisions:
                return
            path = [*_taken(decisions[:-1]), decisions[-1][0] + 1]

    def one_path(self, stage: int, place: Place, path: list[int], move: Move | None) -> list[Decision]:
        """Run a stage along that path, and behind it by first options; the table then stands where it
        leads."""
        _, decisions = self.enumerator.run(stage, place.position, path, *place.count, move)
        return self._followed(decisions)

    def drawn_path(
        self,
        stage: int,
        place: Place,
        move: Move | None,
        random: Random,
        choose: Choose | None,
        path: Sequence[int] = (),
    ) -> int:
        """Run a stage along a path that is drawn as it is gone, behind its beginning: chance by its weights,
        the player's options as he would ``choose``, or by theirs.  How often the stage was run."""
        gone, runs = list(path), 0
        while True:
            decisions = self.one_path(stage, place, gone, move)
            runs += 1
            if len(decisions) == len(gone):
                return runs
            option, options, weight, total, player = decisions[len(gone)]
            if player and choose is not None:
                gone.append(choose(tuple(gone)))
                continue
            left = random.randrange(total)
            while left >= weight:  # which the next option weighs is known when it is taken
                left -= weight
                option += 1
                assert option < options
                weight = self.one_path(stage, place, [*gone, option], move)[len(gone)][2]
                runs += 1
            gone.append(option)

    def _followed(self, decisions: list[Decision] | None) -> list[Decision]:
        """The decisions of a run, if it went to its end."""
        if decisions is None:
            if self.enumerator.rolled or self.enumerator.lacking is not None:
                raise Cut(self.enumerator.lacking, self.enumerator.rolled)
            raise OverBudget(TOO_MUCH)
        return decisions

    def _chosen(self, decisions: list[Decision], choose: Choose | None) -> list[int] | None:
        """The path up to the player's first option that is another than the one taken, with it."""
        if choose is None:
            return None
        for at, (option, _, _, _, player) in enumerate(decisions):
            if player:
                before = _taken(decisions[:at])
                wanted = choose(before)
                if wanted != option:
                    return [*before, wanted]
        return None

    def moves(self, place: Place) -> list[Move]:
        """What a player can do there: the candidates whose guards hold."""
        return [move for move in self.enumerator.candidates(place.position) if self._holds(place, move)]

    def _holds(self, place: Place, move: Move) -> bool:
        """Whether the move's guards hold: nothing that comes before them depends on chance."""
        activated, _ = next(self.paths(MOVE, place.position, place.count, move))
        if activated or not self.enumerator.failed:
            return activated
        # Play ended before the `@`.  If a guard did it that is no move; `(stop n)`, of which there is no
        # notice, does not come before guards.
        notices = self.enumerator.notices
        return not notices or notices[-1] not in self._guard_sites[move[2]]

    def place(self, phase: int) -> Place:
        """Where the table stands, before that stage; what failed is at the end of its course."""
        enumerator = self.enumerator
        if enumerator.failed:
            phase = len(self.course) - 1
        count = enumerator.activations, enumerator.steps
        return Place(phase, enumerator.position(), enumerator.canonical(), count)

    def deal_world(self) -> bytes:
        """The position after the deal in the world that was set; raises :class:`Cut`."""
        position = self.enumerator.deal_world()
        if position is None:
            raise Cut(self.enumerator.lacking, self.enumerator.rolled)
        return position

    def check_budget(self, promised: int = 0) -> None:
        """Give up where the work so far, and what is certain to come, are beyond the budget."""
        if self.enumerator.work + promised > self.budget:
            raise self.ended(STATES["beyond-budget"], 0)

    def _tell(self) -> None:
        """Tell progress of the work so far."""
        if self._progress is not None:
            self._progress(self.play.index, self.enumerator.work, self.budget, True)


def _taken(decisions: list[Decision]) -> Path:
    return tuple(decision[0] for decision in decisions)
