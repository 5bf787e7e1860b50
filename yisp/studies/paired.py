"""Several builds in the same worlds, trial by trial: what each makes of them, and how they differ.

What comes in: sides, each a topic of a program and who plays it.  What goes out: the counts of each side, and
for each but the first what there is to say of every figure less the first side's.

A world ranks cards by their keys, a hash of a name and of which copy it is (``worlds.h``), so a card lies
where it lies in every build that has it.  Cards that only one build has take the places of cards that only
the first one has (:func:`in_worlds_of`), so that what is exchanged changes one place, and all others
stay.  So most of what is luck in one build is the same luck in the other, and their difference is known
from far fewer trials than either of them.

Each side's trials are by themselves what they are in any run: keys are distinct, and a world's hash of
distinct keys is an order as likely as any other.  Only what is in common is not left to chance.

Not handled: exact answers, which need no worlds (``compare``).
"""

from __future__ import annotations

import threading
import time
from fractions import Fraction
from functools import partial

import numpy

from ..compile.row import RowLayout
from ..simulate.comparison import goal_range
from ..simulate.counts import Tally
from ..simulate.estimates import Number
from ..simulate.request import Request
from ..simulate.sample import Sampler
from ..simulate.statistics import Z
from ..simulate.stop import Stop
from ..simulate.targets import WORTH_BUILDING, Targets
from ..simulate.worlds import in_worlds_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..compile.program import Policy, Program, Topic
    from ..simulate.counts import Counts
    from ..simulate.intervals import Range
    from ..simulate.statistics import Interval

    Figure = tuple[str, str]
    """What is compared: "success", "score", "combo", "watch" or "stat", and the name of what has several."""

    Progress = Callable[[int, int], None]
    """Told how many trials are done, of how many."""

FIRST_CHUNK, LARGEST_CHUNK = 1, 2**16
"""Trials of every side that are held against one another at a time; nobody knows how long the first takes."""

CHUNK_SECONDS = 0.5
"""How long they should take: so much is lost of a run that is ended from outside."""

LONG = 5.0
"""Seconds that are still to come from which on native modules are built meanwhile."""

SAFE = 2**62
"""Numbers below this can be subtracted in 64 bits."""

SMALL = 2**22
"""The sum of as many squares of numbers below this as a chunk has trials fits in 64 bits."""

MOST_SHOWN = 5
"""How many of the first trials in which sides differ are noted down."""


class Side:
    """A build: what it is called, a topic of a program, and who plays it."""

    __slots__ = ("name", "policy", "program", "topic")

    def __init__(self, name: str, program: Program, topic: int, policy: Policy) -> None:
        self.name = name
        self.program = program
        self.topic = topic
        self.policy = policy

    @property
    def plays(self) -> Topic:
        """The topic itself."""
        return self.program.topics[self.topic]


def figures(topic: Topic) -> dict[Figure, Range]:
    """What there is to compare of a topic, and how far each can go."""
    found: dict[Figure, Range] = {}
    if topic.combos:
        found["success", ""] = goal_range(topic, "success")
        found["score", ""] = topic.ranges[0]
    found |= {("combo", name): (0, 1, 1) for name in topic.combos}
    found |= {("watch", name): (0, 1, 1) for name in topic.watch}
    found |= {("stat", name): range_ for name, range_ in zip(topic.stats, topic.ranges[1:], strict=True)}
    return found


def difference_range(mine: Range, theirs: Range) -> Range:
    """How far the difference of two numbers can go, and how far one trial's may lie beyond all others."""
    (low, high, reach), (least, greatest, far) = mine, theirs
    return (
        None if low is None or greatest is None else low - greatest,
        None if high is None or least is None else high - least,
        None if reach is None or far is None else max(reach, far),
    )


class Gathered:
    """What trials have shown of two numbers, mine and theirs, each of which some trials may lack.

    Where no trial has only one of them, the difference of the means is the mean of the differences.  Else the
    means are of different trials, and the variance of their difference follows from first-order changes of
    each (the delta method: a trial adds (x - mean) / n to its mean):

        Σ (x - x̄)² / n² + Σ (y - ȳ)² / m² - 2 Σ (x - x̄)(y - ȳ) / (n m)

    over the trials that have x, y, both.  Where all that they have is alike, a value that did not come up may
    still be as likely as z² / (n + z²), and lie as far away as one trial's can (Wilson's interval).
    """

    __slots__ = ("both", "differences", "mine", "products", "theirs", "together")

    def __init__(self) -> None:
        self.differences = Tally()  # of the trials that have both
        self.mine = self.theirs = (0, 0, 0)  # how many, Σ, Σ of squares
        self.both = 0
        self.together = (0, 0)  # Σ of mine, of theirs, in the trials that have both
        self.products = 0  # Σ of both's products there

    def add(self, mine: Any, known: Any, theirs: Any, also: Any) -> Any:
        """Take over some trials; gives the differences of all of them, of use where both are known."""
        both = known & also
        difference = _less(mine, theirs)
        values, counts = numpy.unique(difference[both], return_counts=True)
        self.differences += Tally.of(dict(zip(values.tolist(), counts.tolist(), strict=True)))
        one, other = mine, theirs
        if _greatest(mine, theirs) >= SMALL:
            one, other = mine.astype(object), theirs.astype(object)
        self.mine = _plus(self.mine, (int(known.sum()), _sum(one[known]), _sum(one[known] ** 2)))
        self.theirs = _plus(self.theirs, (int(also.sum()), _sum(other[also]), _sum(other[also] ** 2)))
        self.both += int(both.sum())
        self.together = _plus(self.together, (_sum(one[both]), _sum(other[both])))
        self.products += _sum(one[both] * other[both])
        return difference

    def gap(self, range_: Range) -> tuple[float | None, Interval | None]:
        """The difference of the means, and its 95 % interval."""
        if self.mine[0] == self.theirs[0] == self.both:
            number = Number(self.differences, None, range_)
            return number.mean, number.ci95
        (n, total, squares), (m, sum_, of_squares) = self.mine, self.theirs
        if not n or not m:
            return None, None
        mean, other = Fraction(total, n), Fraction(sum_, m)
        here, there = self.together
        shared = self.products - mean * there - other * here + self.both * mean * other
        variance = (squares - total * mean) / n**2 + (of_squares - sum_ * other) / m**2 - 2 * shared / (n * m)
        gap = float(mean - other)
        if min(n, m) < 2:  # a single trial tells of no spread
            return gap, None
        half = max(Z * max(float(variance), 0.0) ** 0.5, (range_[2] or 1) * Z * Z / (min(n, m) + Z * Z))
        return gap, (gap - half, gap + half)


def _greatest(mine: Any, theirs: Any) -> int:
    """The greatest absolute value."""
    if not len(mine):
        return 0
    return max(abs(int(edge)) for one in (mine, theirs) for edge in (one.min(), one.max()))


def _sum(values: Any) -> int:
    return int(values.sum()) if len(values) else 0


def _plus(one: Any, other: Any) -> Any:
    return tuple(map(int.__add__, one, other))


class Paired:
    """The sides' counts so far, and the tallies of their differences from the first."""

    def __init__(
        self,
        sides: Sequence[Side],
        *,
        seed: int,
        target: str = "auto",
        count: int,
        stop: Stop,
        progress: Progress | None = None,
    ) -> None:
        self.sides = sides
        self.count = count
        self.trials = 0
        self.apart: list[int] = []  # the first trials in which some side's success or score is another
        self._stop = stop
        self._progress = progress
        self._chunk = FIRST_CHUNK
        base = sides[0]
        known = figures(base.plays)
        self.differences = [
            {figure: Gathered() for figure in figures(side.plays) if figure in known} for side in sides[1:]
        ]
        self._rows: list[list[bytes]] = [[] for _ in sides]
        programs = [in_worlds_of(side.program, side.topic, base.program, base.topic) for side in sides]
        self.targets = [Targets(program, target, one_by_one=True) for program in programs]
        self._samplers = []
        for side, program, targets, rows in zip(sides, programs, self.targets, self._rows, strict=True):
            request = Request(
                program, count=count, seed=seed, target=target, jobs=1, strict=False,
                rows=partial(_keep, rows),
            )  # fmt: skip
            self._samplers.append(Sampler(targets, side.topic, request, stop, policies=[side.policy]))
        self._counts: list[Counts] = []  # of the trials that were held against one another

    def run(self, last: int) -> None:
        """Play the trials up to ``last - 1``, or as many as there are until ``stop`` is heard."""
        began = time.perf_counter()
        first = self.trials
        while self.trials < last and not self._stop.heard:
            start = time.perf_counter()
            chunk = min(self._chunk, last - self.trials)
            self._play(self.trials + chunk)
            if not self._hold_together(chunk):
                return
            now = time.perf_counter()
            if now - start < CHUNK_SECONDS / 2:
                self._chunk = max(self._chunk, min(2 * chunk, LARGEST_CHUNK))
            elif now - start > 2 * CHUNK_SECONDS:
                self._chunk = max(chunk // 2, 1)
            if self._progress is not None:
                self._progress(self.trials, self.count)
            passed = (now - began) / (self.trials - first)
            if passed * (self.count - self.trials) > LONG:
                for targets in self.targets:
                    targets.expect(WORTH_BUILDING)

    def _play(self, last: int) -> None:
        for sampler in self._samplers:
            sampler.counts()  # its table is opened here, where signals are heard
        if any(targets.native is None for targets in self.targets):
            for sampler in self._samplers:
                sampler.run(last)
            return
        failed: list[BaseException] = []

        def run(sampler: Sampler) -> None:
            try:
                sampler.run(last)
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=run, args=(sampler,)) for sampler in self._samplers[1:]]
        for thread in threads:
            thread.start()
        run(self._samplers[0])
        for thread in threads:
            thread.join()
        if failed:
            raise failed[0]

    def _hold_together(self, chunk: int) -> bool:
        """Hold so many more trials of all sides against one another; where a side was ended before it had
        played them, nobody's count, and it is False."""
        tables = [self._table(side, rows) for side, rows in zip(self.sides, self._rows, strict=True)]
        for rows in self._rows:
            rows.clear()
        if any(len(table) < chunk for table in tables):
            return False
        base = columns_of(self.sides[0].plays, tables[0])
        apart = numpy.zeros(chunk, bool)
        for side, table, differences in zip(self.sides[1:], tables[1:], self.differences, strict=True):
            columns = columns_of(side.plays, table)
            for figure, gathered in differences.items():
                difference = gathered.add(*columns[figure], *base[figure])
                if figure[0] in ("success", "score"):
                    apart |= difference != 0
        missing = MOST_SHOWN - len(self.apart)
        self.apart += (self.trials + numpy.flatnonzero(apart)[:missing]).tolist()
        self.trials += chunk
        self._counts = [sampler.counts() for sampler in self._samplers]
        return True

    @staticmethod
    def _table(side: Side, rows: list[bytes]) -> Any:
        data = numpy.frombuffer(b"".join(rows), dtype=numpy.int64)
        return data.reshape(-1, RowLayout.of(side.plays).width)

    def counts(self) -> list[Counts]:
        """What was counted in those trials, by side."""
        return self._counts


def _keep(rows: list[bytes], _: int, block: bytes) -> None:
    rows.append(block)


def columns_of(topic: Topic, table: Any) -> dict[Figure, tuple[Any, Any]]:
    """By figure: its value in each trial, and whether it has one."""
    layout = RowLayout.of(topic)
    always = numpy.ones(len(table), bool)
    score = table[:, layout.score]
    found = {("success", ""): ((score > 0).astype(numpy.int64), always), ("score", ""): (score, always)}
    for kind, names, first in (("combo", topic.combos, 0), ("watch", topic.watch, len(topic.combos))):
        for number, name in enumerate(names, first):
            found[kind, name] = table[:, layout.judged(number)], always
    for number, name in enumerate(topic.stats):
        found["stat", name] = table[:, layout.stat(number)], table[:, layout.known(number)] != 0
    return found


def _less(mine: Any, theirs: Any) -> Any:
    """The difference, in whole numbers of any size where it could leave 64 bits."""
    if _greatest(mine, theirs) >= SAFE:
        return mine.astype(object) - theirs.astype(object)
    return mine - theirs
