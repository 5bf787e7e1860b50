"""The trials of a deck in its worlds, played once for all who are held against it.

What comes in: a topic of a program, who plays it, and how far somebody wants its trials.  What goes out:
their rows and their counts, the same for everybody, since a trial follows from the seed, the topic and its
number alone.

What was played is kept as long as there is room (:data:`ROOM`, for all tapes of a deck together); what lies
behind that is played anew for everybody.  Counts only add up, so they are kept at :data:`MARK` trials, and
wherever the tape ended when somebody asked; in between, the few trials since the last mark are counted once
more.
"""

from __future__ import annotations

from functools import partial

from ...compile.row import NUMBER, RowLayout
from ...simulate.counting.counts import total
from ...simulate.request import Request
from ...simulate.sampling.sample import Sampler
from ...simulate.sampling.targets import Targets
from ...simulate.worlds.worlds import entry_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...compile.program import Policy, Program
    from ...simulate.counting.counts import Counts
    from ...simulate.stop import Stop
    from ...simulate.worlds.worlds import Players, Scanning

ROOM = 2**25
"""Bytes of rows that the tapes of a deck keep."""

MARK = 2**12
"""Trials after which counts are kept."""


class Tapes:
    """The tapes of a deck, by topic and by who plays it; first come, first served with the room."""

    def __init__(self) -> None:
        self.left = ROOM
        self._tapes: dict[tuple[object, ...], Tape] = {}

    def of(self, program: Program, topic: int, policy: Policy, seed: int, target: str) -> Tape:
        """The tape of a topic; a new one where there is none yet."""
        key = (topic, *policy.to_data())
        if key not in self._tapes:
            self._tapes[key] = Tape(program, topic, policy, seed, target, self)
        return self._tapes[key]

    def grant(self, size: int) -> bool:
        """Whether there is room for so many bytes more; then they are taken.  Whoever asks for as many again
        after there was none is told the same."""
        if size > self.left:
            return False
        self.left -= size
        return True


class Tape:
    """The trials of a topic from the first on."""

    def __init__(
        self, program: Program, topic: int, policy: Policy, seed: int, target: str, room: Tapes
    ) -> None:
        self.program = program
        self.topic = topic
        self.policy = policy
        self.seed = seed
        self.targets = Targets(program, target, entry=entry_of([policy]))
        self.width = RowLayout.of(program.topics[topic]).width * NUMBER
        self.most = 0  # trials that it has room for
        self._room = room
        self._rows = bytearray()
        self._marks: dict[int, Counts] = {}
        self._sampler: Sampler | None = None

    def reach(self, last: int) -> int:
        """How many trials it has room for, of the first ``last``."""
        while self.most < last and self._room.grant(MARK * self.width):
            self.most += MARK
        return min(self.most, last)

    def rows(self, first: int, last: int, stop: Stop) -> bytes:
        """The rows of these trials, for which there is room; fewer where the ``stop`` is heard."""
        sampler = self._sampler or self._opened(stop)
        while sampler.trials < last and not sampler.stopped:
            sampler.run(min(sampler.trials // MARK * MARK + MARK, last))
            if sampler.trials % MARK == 0:
                self._marks[sampler.trials] = sampler.counts()
        return bytes(self._rows[first * self.width : last * self.width])

    def counts(self, trials: int, stop: Stop) -> Counts:
        """Of the first trials, for which there is room."""
        if self._sampler is not None and trials == self._sampler.trials:
            self._marks.setdefault(trials, self._sampler.counts())
        mark = max((mark for mark in self._marks if mark <= trials), default=0)
        if 0 < mark == trials:
            return self._marks[mark]
        players = self.opened(stop)
        players.run(mark, trials)
        return total([*([self._marks[mark]] if mark else []), *players.parts()])

    def opened(self, stop: Stop) -> Players | Scanning:
        """Somebody who plays any of the trials."""
        players = self.targets.open_in_worlds(self.topic, self.seed, [self.policy])
        stop.guard(*players.tables)
        return players

    def take_up(self, stop: Stop) -> None:
        """Who plays is ended by this ``stop`` from now on."""
        if self._sampler is not None:
            self._sampler.obey(stop)

    def _opened(self, stop: Stop) -> Sampler:
        request = Request(
            self.program, count=1, seed=self.seed, jobs=1, strict=False, rows=partial(_keep, self._rows)
        )
        self._sampler = Sampler(self.targets, self.topic, request, stop, policies=[self.policy])
        return self._sampler


class Reader:
    """Goes along a tape, as a ``Sampler`` goes along its trials; ``keep`` is given
    their rows."""

    def __init__(self, tape: Tape, keep: Callable[[bytes], None], stop: Stop) -> None:
        self._tape, self._keep, self._stop = tape, keep, stop
        self._trials = 0
        self._own: Players | Scanning | None = None  # of those for which the tape has no room
        tape.take_up(stop)

    def run(self, last: int) -> None:
        """Give the rows up to ``last - 1``, or as many as there are until the stop is heard."""
        taped = self._tape.reach(last)
        if self._trials < taped:
            rows = self._tape.rows(self._trials, taped, self._stop)
            self._trials += len(rows) // self._tape.width
            self._keep(rows)
        if self._tape.most <= self._trials < last and not self._stop.heard:
            self._own = self._own or self._tape.opened(self._stop)
            self._keep(self._own.records(self._trials, last))
            self._trials = last

    def counts(self) -> Counts:
        """What was counted in those trials."""
        taped = self._tape.counts(min(self._trials, self._tape.most), self._stop)
        return taped if self._own is None else total([taped, *self._own.parts()])


def _keep(rows: bytearray, _: int, block: bytes) -> None:
    rows += block
