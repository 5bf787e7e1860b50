"""What comes behind a first move: what the draw brings, and what is best then, as far as one wants to look.

What comes in: the courses that a first move takes.  What goes out: :class:`Branch` es by what is chosen and
done next, each with its share and what it is worth; and the likeliest of them, one behind the other.
"""

from __future__ import annotations

from collections import Counter
from math import lcm

from ..simulate.ratio import Ratio
from ..simulate.statistics import wilson

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..simulate.lines import Course, Seen
    from ..simulate.statistics import Interval

EXAMPLES = 3
"""What was turned over is told so often."""


class Share:
    """How often something happens, or what it is worth: a fraction where that is known exactly, else a mean of
    so many ``worlds`` that were imagined."""

    __slots__ = ("ci95", "exact", "value", "worlds")

    def __init__(
        self,
        value: float,
        exact: str | None = None,
        ci95: Interval | None = None,
        worlds: int | None = None,
    ) -> None:
        self.value = value
        self.exact = exact
        self.ci95 = ci95
        self.worlds = worlds

    @classmethod
    def exactly(cls, ratio: Ratio) -> Share:
        return cls(float(ratio), str(ratio))

    def __repr__(self) -> str:
        return f"<Share {self.value if self.exact is None else self.exact}>"

    def to_dict(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "exact": self.exact,
            "ci95": None if self.ci95 is None else list(self.ci95),
            "worlds": self.worlds,
        }


class Branch:
    """What comes next in some of the courses: which cards are ``taken`` in the move before, what was ``seen``
    (the likeliest, each with its share of the branch), and the next ``move`` (a zone and an effect; None: there
    is none any more) in which stage of the trial."""

    __slots__ = ("behind", "move", "phase", "seen", "share", "taken", "worth")

    def __init__(
        self,
        move: tuple[int, int] | None,
        phase: int,
        taken: tuple[int, ...],
        seen: list[tuple[Seen, Share]],
        share: Share,
        worth: Share,
        behind: list[Branch],
    ) -> None:
        self.move = move
        self.phase = phase
        self.taken = taken
        self.seen = seen
        self.share = share
        self.worth = worth
        self.behind = behind


def branches(courses: Sequence[Course], depth: int, *, exact: bool, at: int = 0) -> list[Branch]:
    """What comes behind step ``at`` of the courses, the likeliest first, so many moves ahead; ``exact`` says that
    their weights are all that there is."""
    if depth <= 0 or not courses:
        return []
    groups: dict[tuple[Any, ...], list[Course]] = {}
    for course in courses:
        following = course.steps[at + 1] if at + 1 < len(course.steps) else None
        key = course.steps[at].taken, None if following is None else (following.move, following.phase)
        groups.setdefault(key, []).append(course)
    whole = _Sum(courses)
    found = []
    for (taken, following), group in groups.items():
        mine = _Sum(group)
        move, phase = (None, -1) if following is None else following
        found.append(
            Branch(
                move,
                phase,
                taken,
                _seen(group, at, mine, exact=exact),
                _share(mine, whole, exact=exact),
                mine.mean(exact=exact),
                [] if move is None else branches(group, depth - 1, exact=exact, at=at + 1),
            )
        )
    return sorted(
        found, key=lambda branch: (-branch.share.value, branch.phase, str(branch.move), branch.taken)
    )


def likeliest(found: Sequence[Branch]) -> list[Branch]:
    """The likeliest branch, the likeliest behind it, and so on."""
    line = []
    while found:
        line.append(found[0])
        found = found[0].behind
    return line


class _Sum:
    """Courses added up: ``mass`` is what they weigh, over a common denominator, and ``worth`` what they are
    worth, weighted."""

    def __init__(self, courses: Sequence[Course]) -> None:
        self.count = len(courses)
        self.under = lcm(*{course.weight.denominator for course in courses})
        self.worth_under = lcm(*{course.worth.denominator for course in courses})
        self.mass = self.worth = 0
        for course in courses:
            mass = course.weight.numerator * (self.under // course.weight.denominator)
            self.mass += mass
            self.worth += mass * course.worth.numerator * (self.worth_under // course.worth.denominator)

    def mean(self, *, exact: bool) -> Share:
        mean = Ratio(self.worth, self.mass * self.worth_under)
        return Share.exactly(mean) if exact else Share(float(mean), worlds=self.count)


def _share(part: _Sum, whole: _Sum, *, exact: bool) -> Share:
    ratio = Ratio(part.mass * whole.under, part.under * whole.mass)
    if exact:
        return Share.exactly(ratio)
    return Share(float(ratio), ci95=wilson(part.count, whole.count), worlds=whole.count)


def _seen(courses: Sequence[Course], at: int, whole: _Sum, *, exact: bool) -> list[tuple[Seen, Share]]:
    """What was turned over behind that step, the likeliest first."""
    by_cards: dict[Seen, list[Course]] = {}
    for course in courses:
        by_cards.setdefault(course.steps[at].seen, []).append(course)
    order = Counter({cards: _Sum(group).mass / _Sum(group).under for cards, group in by_cards.items()})
    return [
        (cards, _share(_Sum(by_cards[cards]), whole, exact=exact))
        for cards, _ in sorted(order.items(), key=lambda item: (-item[1], item[0]))[:EXAMPLES]
    ]
