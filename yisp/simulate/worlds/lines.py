"""Lines of play from a position, with what is chosen and what is turned over: the courses that things take.

What comes in: something that is done first, and who plays on: whoever has solved it, or what was noted of
worlds that were imagined.  What goes out: :class:`Course` s, each with its weight and what it is worth.

A solved line is followed along every path of chance, with exact weights; where those are too many, along
paths that are drawn.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from yisp_runtime.codes import JUDGE, MOVE, SCAN
from yisp_runtime.policies.playing import NOTED

from ..counting.ratio import Ratio
from ..exact.stages import Move, Place, Stages
from .firsts import First, Solving

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from random import Random

    from ..exact.stages import Choose

CERTAIN = Ratio(1, 1)

END, MOVED, TAKEN, SEEN = (
    next(code for code, name in NOTED.items() if name == wanted)
    for wanted in ("end", "move", "taken", "seen")
)

Seen = tuple[tuple[int, int], ...]
"""Cards that lay unrevealed before: where each lies now, and its class; sorted."""


class Step(NamedTuple):
    """A move (a zone and an effect; None: what was done first), in which stage of the trial, the kinds of the
    cards that were chosen in it, and what was turned over from then to the next move."""

    move: tuple[int, int] | None
    phase: int
    taken: tuple[int, ...]
    seen: Seen


class Course(NamedTuple):
    """A line of play: its weight among all, its steps, what it is worth and, where it was played to its end,
    what it ``made`` of the goal."""

    weight: Ratio
    steps: tuple[Step, ...]
    worth: Ratio
    made: int = 0


class _Open(NamedTuple):
    """A line that is being followed."""

    place: Place
    phase: int
    weight: Ratio = CERTAIN
    steps: tuple[Step, ...] = ()
    move: tuple[int, int] | None = None
    taken: tuple[int, ...] = ()
    seen: Seen = ()

    def closed(self) -> tuple[Step, ...]:
        """All its steps."""
        return (*self.steps, Step(self.move, self.phase, self.taken, tuple(sorted(self.seen))))

    def moving(self, move: Move) -> _Open:
        """The same with a next step."""
        steps, phase = self.closed(), self.place.phase
        return self._replace(steps=steps, move=(move[0], move[2]), phase=phase, taken=(), seen=())


class _Doing(NamedTuple):
    """A stage, or a move, who chooses in it, and which stage of the trial follows."""

    stage: int
    move: Move | None
    choose: Choose
    following: int


class Following:
    """Follows what has been solved: the last thing that was begun, done from a place."""

    def __init__(self, solving: Solving, place: Place, first: First) -> None:
        self._solving = solving
        self._stages = solving.stages
        self._place = place
        self._first = first
        self._plan = self._stages.play.program.plan

    def every(self, most: int) -> Generator[bool, None, list[Course] | None]:
        """Every course; None where there are more than so many paths of decisions.  A False now and then, for
        whoever has something else to do as well."""
        left = most
        found: dict[tuple[tuple[Step, ...], Ratio], Ratio] = {}
        waiting = [_Open(self._place, self._place.phase)]
        while waiting:
            yield False
            line, doing = self._next(waiting.pop())
            if doing is None:
                worth, _ = self._solving.solve(line.place)
                key = line.closed(), worth
                found[key] = _sum(found[key], line.weight) if key in found else line.weight
                continue
            before = line.place
            for _, decisions in self._stages.paths(
                doing.stage, before.position, before.count, doing.move, doing.choose
            ):
                left -= 1
                if left < 0:
                    return None
                over, under = line.weight.numerator, line.weight.denominator
                for _, _, weight, total, player in decisions:
                    if not player:
                        over, under = over * weight, under * total
                waiting.append(self._after(line, doing.following, Ratio(over, under)))
        return [Course(weight, steps, worth) for (steps, worth), weight in found.items()]

    def drawn(self, random: Random) -> tuple[Course, int]:
        """One course that is drawn, and how many stages were run."""
        runs = 0
        line, doing = self._next(_Open(self._place, self._place.phase))
        while doing is not None:
            runs += self._stages.drawn_path(
                doing.stage, line.place, doing.move, random, doing.choose, self._given(line)
            )
            line, doing = self._next(self._after(line, doing.following, line.weight))
        worth, _ = self._solving.solve(line.place)
        runs += self._stages.drawn_path(JUDGE, line.place, None, random, None)
        made = self._solving.goal.of(self._stages.enumerator.row)
        return Course(CERTAIN, line.closed(), worth, made), runs + 1

    def _given(self, line: _Open) -> Sequence[int]:
        """The decisions with which the first thing begins."""
        return self._first.path or () if line.place is self._place else ()

    def _next(self, line: _Open) -> tuple[_Open, _Doing | None]:
        """The line where something is done next, and what; nothing at its end."""
        first = self._first
        if line.place is self._place and first.stops:
            line = line._replace(place=line.place.skipped())
        elif line.place is self._place and not first.whole:
            stage = MOVE if first.move is not None else self._stages.course[line.place.phase]
            following = line.place.phase + (first.move is None)
            return line, _Doing(stage, first.move, partial(self._solving.choose, first), following)
        while (stage := self._stages.course[line.place.phase]) == SCAN:
            _, move = self._solving.solve(line.place)
            if move is not None:
                return line.moving(move), _Doing(MOVE, move, self._chooser(line.place), line.place.phase)
            line = line._replace(place=line.place.skipped())
        if stage == JUDGE:
            return line, None
        return line, _Doing(stage, None, self._chooser(line.place), line.place.phase + 1)

    def _chooser(self, place: Place) -> Choose:
        return partial(self._solving.option, place)

    def _after(self, line: _Open, following: int, weight: Ratio) -> _Open:
        """The line behind the stage that has just been run."""
        given = len(self._given(line))
        kind_of = self._plan["kind_of"]
        taken = tuple(kind_of[card] for before, card in self._stages.enumerator.taken if before >= given)
        place = self._stages.place(following)
        seen = self._turned_over(line.place.position, place.position)
        return line._replace(place=place, taken=line.taken + taken, seen=line.seen + seen, weight=weight)

    def _turned_over(self, before: bytes, after: bytes) -> Seen:
        plan, classes = self._plan, self._stages.topic.classes
        size, zones = 8 * plan["words"], plan["zones"]

        def sets(position: bytes, first: int) -> list[int]:
            return [
                int.from_bytes(position[size * at : size * (at + 1)], "little")
                for at in range(first, first + zones)
            ]

        new = sum(sets(before, zones)) & ~sum(sets(after, zones))  # no card is in two of them
        return tuple(
            (zone, classes[card])
            for zone, cards in enumerate(sets(after, 0))
            for card in range(plan["cards"])
            if cards & new and (cards & new) >> card & 1
        )


def _sum(a: Ratio, b: Ratio) -> Ratio:
    return Ratio(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)


def noted(
    stages: Stages, phase: int, first: First, goals: Sequence[int], notes: Sequence[int]
) -> Iterator[Course]:
    """The courses of worlds that were played from before that stage on, from what was noted of them."""
    classes, kind_of = stages.topic.classes, stages.play.program.plan["kind_of"]
    given = len(first.choice)
    ends = iter(goals)
    at = 0
    while at < len(notes):
        steps: list[Step] = []
        move: tuple[int, int] | None = None
        taken: list[int] = []
        seen: list[tuple[int, int]] = []
        here = phase
        while True:
            code, a, b, c = notes[at : at + 4]
            at += 4
            if code in (END, MOVED):
                steps.append(Step(move, here, tuple(taken), tuple(sorted(seen))))
                if code == END:
                    break
                here, move, taken, seen = a, (b, c), [], []
            elif code == TAKEN:
                if steps or a >= given:
                    taken.append(kind_of[b])
            else:
                seen.append((a, classes[b]))
        made = next(ends)
        yield Course(CERTAIN, tuple(steps), Ratio(made, 1), made)
