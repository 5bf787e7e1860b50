"""What comes behind a first move: what the draw brings, and what is best then, as far as one wants to look.

What comes in: the courses that a first move takes.  What goes out: :class:`Branch` es by what is chosen and
done next, each with its share and what it is worth; and the likeliest of them, one behind the other.
"""

from __future__ import annotations

from collections import Counter
from math import lcm

from ...compile.record import data_of
from ...simulate.counting.counts import Tally
from ...simulate.counting.estimates import Number
from ...simulate.counting.ratio import Ratio
from ...simulate.counting.statistics import wilson
from ...structs import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...simulate.counting.intervals import Range
    from ...simulate.counting.statistics import Interval
    from ...simulate.worlds.lines import Course, Seen

    Key = tuple[tuple[int, ...], tuple[int, int] | None, int, Ratio | None]
    """What makes a branch: cards that are taken, the next move and its stage; or what it ends with."""

EXAMPLES = 3
"""How many of the likeliest sets of cards are told that are turned over."""


@dataclass(slots=True, eq=False)
class Share:
    """How often something happens, or what it is worth: a fraction (``exact``) where that is known, else what
    came of so many ``worlds`` that were imagined, with its interval."""

    value: float
    exact: str | None = None
    ci95: Interval | None = None
    worlds: int | None = None

    @classmethod
    def exactly(cls, ratio: Ratio) -> Share:
        return cls(float(ratio), str(ratio))

    @classmethod
    def counted(cls, count: int, worlds: int) -> Share:
        return cls(count / worlds, None, wilson(count, worlds), worlds)

    @classmethod
    def of(cls, values: Sequence[int], range_: Range) -> Share:
        """The mean of what was made of the goal in worlds; ``range_`` is how far it can go."""
        tally = Tally.of(Counter(values))
        low, high, _ = range_
        if low is not None and high is not None and low >= 0 and high <= 1:
            return cls.counted(tally.total, tally.count)
        number = Number(tally, None, range_)
        assert number.mean is not None
        return cls(number.mean, None, number.ci95, tally.count)

    def __repr__(self) -> str:
        return f"<Share {self.value if self.exact is None else self.exact}>"

    def to_dict(self) -> dict[str, Any]:
        return data_of(self, *self.__slots__)


@dataclass(slots=True, eq=False)
class Branch:
    """What comes next in some of the courses.

    ``taken`` are the kinds that were chosen in the move before, ``always`` what was turned over in all of
    them, ``seen`` the likeliest sets of cards that were, each with its share of the branch; ``move`` is the
    next one (a zone and an effect), in which stage of the trial.  Where it is None there is none any more,
    and all of them are worth the same.
    """

    taken: tuple[int, ...]
    move: tuple[int, int] | None
    phase: int
    share: Share
    worth: Share
    always: Seen
    seen: list[tuple[Seen, Share]]
    behind: list[Branch]


class Courses:
    """The courses of a first move: ``whole`` says that their weights are all that there is, ``range_`` how
    far what they make of the goal can go."""

    def __init__(self, courses: Sequence[Course], range_: Range, *, whole: bool) -> None:
        self.all = courses
        self._range = range_
        self._whole = whole

    def branches(self, depth: int) -> list[Branch]:
        """What comes behind it, the likeliest first, so many moves ahead."""
        return self._branches(self.all, depth, 0)

    def line(self, longest: int) -> list[Branch]:
        """The likeliest branch, the likeliest behind it, and so on."""
        found: list[Branch] = []
        courses = self.all
        while courses and len(found) < longest:
            key, group = self._groups(courses, len(found))[0]
            found.append(self._branch(key, group, courses, len(found), []))
            courses = [] if found[-1].move is None else group
        return found

    def _branches(self, courses: Sequence[Course], depth: int, at: int) -> list[Branch]:
        """What comes behind step ``at`` of some of them."""
        if depth <= 0 or not courses:
            return []
        return [
            self._branch(
                key, group, courses, at, [] if key[1] is None else self._branches(group, depth - 1, at + 1)
            )
            for key, group in self._groups(courses, at)
        ]

    def _groups(self, courses: Sequence[Course], at: int) -> list[tuple[Key, list[Course]]]:
        """The courses by what comes behind that step, the likeliest first."""
        groups: dict[Key, list[Course]] = {}
        for course in courses:
            taken = course.steps[at].taken
            if at + 1 < len(course.steps):
                following = course.steps[at + 1]
                key: Key = taken, following.move, following.phase, None
            else:
                key = taken, None, -1, course.worth if self._whole else Ratio(course.made, 1)
            groups.setdefault(key, []).append(course)

        def order(one: tuple[Key, list[Course]]) -> tuple[object, ...]:
            (taken, move, phase, worth), group = one
            share = -len(group) / len(courses)
            if self._whole:
                share = -self._share(group, courses).value
            return share, phase, str(move), taken, 0.0 if worth is None else -float(worth)

        return sorted(groups.items(), key=order)

    def _branch(
        self, key: Key, group: Sequence[Course], courses: Sequence[Course], at: int, behind: list[Branch]
    ) -> Branch:
        taken, move, phase, worth = key
        return Branch(
            taken,
            move,
            phase,
            share=self._share(group, courses),
            worth=self._worth(group) if worth is None else Share.exactly(worth),
            always=_always(group, at),
            seen=self._seen(group, at),
            behind=behind,
        )

    def _seen(self, courses: Sequence[Course], at: int) -> list[tuple[Seen, Share]]:
        by_cards: dict[Seen, list[Course]] = {}
        for course in courses:
            by_cards.setdefault(course.steps[at].seen, []).append(course)
        shares = [(cards, self._share(group, courses)) for cards, group in by_cards.items()]
        return sorted(shares, key=lambda one: (-one[1].value, one[0]))[:EXAMPLES]

    def _share(self, part: Sequence[Course], whole: Sequence[Course]) -> Share:
        """How often it is one of those parts."""
        if not self._whole:
            return Share.counted(len(part), len(whole))
        (mine, mine_under), (all_, all_under) = _mass(part), _mass(whole)
        return Share.exactly(Ratio(mine * all_under, mine_under * all_))

    def _worth(self, courses: Sequence[Course]) -> Share:
        if not self._whole:
            return Share.of([course.made for course in courses], self._range)
        mass, under = _mass(courses)
        common = lcm(*{course.worth.denominator for course in courses})
        worth = sum(
            course.weight.numerator
            * (under // course.weight.denominator)
            * course.worth.numerator
            * (common // course.worth.denominator)
            for course in courses
        )
        return Share.exactly(Ratio(worth, mass * common))


def _mass(courses: Sequence[Course]) -> tuple[int, int]:
    """What they weigh in all: a numerator and a denominator."""
    under = lcm(*{course.weight.denominator for course in courses})
    return sum(course.weight.numerator * (under // course.weight.denominator) for course in courses), under


def _always(courses: Sequence[Course], at: int) -> Seen:
    """What is turned over behind that step in all of them."""
    common = Counter(courses[0].steps[at].seen)
    for course in courses:
        common &= Counter(course.steps[at].seen)
    return tuple(sorted(common.elements()))
