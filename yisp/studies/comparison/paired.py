"""Several builds in the same worlds, trial by trial: what each makes of them, and how they differ.

What comes in: sides, each a topic of a program and who plays it.  What goes out: the counts of each side, and
for each but the first what there is to say of every figure less the first side's.

A world orders slots (``worlds.h``), and a card of the first build has its slot in every build that has it.
Cards that only one build has take the slots of cards that only the first one has (:func:`in_worlds_of`), so
that what is exchanged changes one place, and all others stay.  So most of what is luck in one build is the
same luck in the other, and their difference is known from far fewer trials than either of them.

Each side's trials are by themselves what they are in any run: slots are distinct, and every order of distinct
slots is as likely as any other.  Only what is in common is not left to chance.

Not handled: exact answers, which need no worlds (``compare``).
"""

from __future__ import annotations

import threading
import time
from fractions import Fraction
from functools import partial

from yisp_runtime.counts.pairs import apart, gather

from ...compile.row import ALWAYS, NUMBER, RowLayout
from ...simulate.counting.counts import Tally
from ...simulate.counting.estimates import Number
from ...simulate.counting.statistics import Z
from ...simulate.request import Request
from ...simulate.sampling.sample import Sampler
from ...simulate.sampling.targets import Targets
from ...simulate.stop import Stop
from ...simulate.worlds.comparison import goal_range
from ...simulate.worlds.worlds import entry_of, in_worlds_of
from ...structs import dataclass
from .tape import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from yisp_runtime.counts.pairs import Column, Shown

    from ...compile.program import Policy, Program, Topic
    from ...simulate.counting.counts import Counts
    from ...simulate.counting.intervals import Range
    from ...simulate.counting.statistics import Interval
    from .tape import Tape

    Figure = tuple[str, str]
    """What is compared: "success", "score", "combo", "watch" or "stat", and the name of what has several."""

    Progress = Callable[[int, int], None]
    """Told how many trials are done, of how many."""

FIRST_CHUNK, LARGEST_CHUNK = 1, 2**16
"""Trials of every side that are held against one another at a time; nobody knows how long the first takes."""

CHUNK_SECONDS = 0.5
"""How long they should take: so much is lost of a run that is ended from outside."""

MOST_SHOWN = 5
"""How many of the first trials in which sides differ are noted down."""


@dataclass(slots=True, eq=False)
class Side:
    """A build: what it is called, a topic of a program, and who plays it."""

    name: str
    program: Program
    topic: int
    policy: Policy

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

    def add(self, shown: Shown) -> None:
        """Take over what some trials have shown."""
        mine, theirs, (both, *together), products, differences = shown
        self.differences += Tally.of(differences)
        self.mine = _plus(self.mine, mine)
        self.theirs = _plus(self.theirs, theirs)
        self.both += both
        self.together = self.together[0] + together[0], self.together[1] + together[1]
        self.products += products

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


def _plus(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def hold_together(
    differences: Mapping[Figure, Gathered], mine: Topic, rows: bytes, theirs: Topic, others: bytes
) -> None:
    """Take over what the rows of two topics, played in the same worlds, show of these figures."""
    places, base = columns_of(mine), columns_of(theirs)
    figures = [(places[figure], base[figure]) for figure in differences]
    width, other = RowLayout.of(mine).width, RowLayout.of(theirs).width
    found = gather(rows, width, others, other, figures)
    for gathered, shown in zip(differences.values(), found, strict=True):
        gathered.add(shown)


class Paired:
    """The sides' counts so far, and the tallies of their differences from the first, whose trials may be on a
    ``tape``."""

    def __init__(
        self,
        sides: Sequence[Side],
        *,
        seed: int,
        target: str = "auto",
        count: int,
        stop: Stop,
        progress: Progress | None = None,
        tape: Tape | None = None,
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
        self.targets = [
            Targets(program, target, entry=entry_of([side.policy]))
            for program, side in zip(programs, sides, strict=True)
        ]
        self._reader = None if tape is None else Reader(tape, self._rows[0].append, stop)
        self._samplers: list[Sampler] = []
        if tape is not None:
            self.targets[0] = tape.targets
        for at, (side, targets, rows) in enumerate(zip(sides, self.targets, self._rows, strict=True)):
            if at == 0 and tape is not None:
                continue
            request = Request(
                targets.program, count=count, seed=seed, target=target, jobs=1, strict=False,
                rows=partial(_keep, rows),
            )  # fmt: skip
            self._samplers.append(Sampler(targets, side.topic, request, stop, policies=[side.policy]))
        self._counts: list[Counts] = []  # of the trials that were held against one another

    def run(self, last: int) -> None:
        """Play the trials up to ``last - 1``, or as many as there are until ``stop`` is heard."""
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
            if chunk > FIRST_CHUNK:  # the first has opened what is played
                for targets in self.targets:
                    targets.foresee((now - start) / chunk * (self.count - self.trials))

    def _play(self, last: int) -> None:
        for sampler in self._samplers:
            sampler.counts()  # its table is opened here, where signals are heard
        players: list[Sampler | Reader] = [*([] if self._reader is None else [self._reader]), *self._samplers]
        if any(targets.native is None for targets in self.targets):
            for player in players:
                player.run(last)
            return
        failed: list[BaseException] = []

        def run(player: Sampler | Reader) -> None:
            try:
                player.run(last)
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=run, args=(player,)) for player in players[1:]]
        for thread in threads:
            thread.start()
        run(players[0])
        for thread in threads:
            thread.join()
        if failed:
            raise failed[0]

    def _hold_together(self, chunk: int) -> bool:
        """Hold so many more trials of all sides against one another; where a side was ended before it had
        played them, nobody's count, and it is False."""
        blocks = [b"".join(rows) for rows in self._rows]
        for rows in self._rows:
            rows.clear()
        layouts = [RowLayout.of(side.plays) for side in self.sides]
        sizes = [chunk * layout.width * NUMBER for layout in layouts]
        if any(len(block) < size for block, size in zip(blocks, sizes, strict=True)):
            return False
        base, here = self.sides[0].plays, layouts[0]
        found: set[int] = set()
        missing = MOST_SHOWN - len(self.apart)
        for side, layout, block, differences in zip(
            self.sides[1:], layouts[1:], blocks[1:], self.differences, strict=True
        ):
            hold_together(differences, side.plays, block, base, blocks[0])
            if ("score", "") in differences:  # where success is another, so is the score
                places = layout.score, here.score
                found.update(apart(block, layout.width, blocks[0], here.width, *places, missing))
        self.apart += [self.trials + trial for trial in sorted(found)[:missing]]
        self.trials += chunk
        self._counts = [sampler.counts() for sampler in self._samplers]
        return True

    def counts(self) -> list[Counts]:
        """What was counted in those trials, by side."""
        return [*([] if self._reader is None else [self._reader.counts()]), *self._counts]


def _keep(rows: list[bytes], _: int, block: bytes) -> None:
    rows.append(block)


def columns_of(topic: Topic) -> dict[Figure, Column]:
    """By figure where its number stands in a row, whether all that is asked is if that is above 0, and where
    the row says whether there is one."""
    layout = RowLayout.of(topic)
    found: dict[Figure, Column] = {
        ("success", ""): (layout.score, True, ALWAYS),
        ("score", ""): (layout.score, False, ALWAYS),
    }
    for kind, names, first in (("combo", topic.combos, 0), ("watch", topic.watch, len(topic.combos))):
        for number, name in enumerate(names, first):
            found[kind, name] = layout.judged(number), False, ALWAYS
    for number, name in enumerate(topic.stats):
        found["stat", name] = layout.stat(number), False, layout.known(number)
    return found
