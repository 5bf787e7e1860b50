"""Sampling a topic: its trials in blocks, on one core or many.

What comes in: a topic, its :class:`~yisp.simulate.sampling.targets.Targets`, and which trials to run.  What
goes out: :class:`Counts`.  Blocks are claimed in order and counted wherever they run; since counts
are whole numbers that add up, no result depends on how many workers there are, on the size of the
blocks, or on when the native target takes over from python.

The native target runs in threads (it holds no lock while it runs), python in processes.  Where a run is ended
from outside (``stop``), blocks at hand are finished, unless that takes too long; then all of such a block is
forgotten, and what is counted is whole trials.
"""

from __future__ import annotations

import threading
import time

from ...compile.row import NUMBER
from ...system import HAS_PROCESSES
from ..counting.counts import Counts, Stratum, total
from ..stop import MEMORY, Stop
from .targets import Targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...compile.program import Policy
    from ..playing.play import Play
    from ..playing.strata import Strata
    from ..request import Request
    from ..worlds.worlds import Players

BLOCK_SECONDS = 0.1
"""How long a block of trials should take: that is how soon an interrupt is heard."""

FIRST_BLOCK = 1
"""Trials of the first block; nobody knows yet how long one takes."""

LARGEST_RECORDED_BLOCK = 2**16
"""Trials of a block whose records are kept in memory until they are written."""

TELLING = 0.005
"""Seconds that a block has to take before it says how long a trial takes."""

WORTH_THREADS = 0.02
WORTH_PROCESSES = 1.0
"""Seconds that are still to come of one worker below which more of them cost more than they save."""


class Sampler:
    """Runs trials of one topic and adds up what they counted, in parts: by stratum where there are
    ``strata``, by policy where there are ``policies`` (which then play in worlds)."""

    def __init__(
        self,
        targets: Targets,
        topic: int,
        request: Request,
        stop: Stop,
        strata: Strata | None = None,
        policies: Sequence[Policy] = (),
    ) -> None:
        self.targets = targets
        self.topic = topic
        self.strata = strata
        self.policies = policies
        self.seed = request.seed
        self.strict = request.strict
        self.progress = request.progress
        self.rows = request.rows
        self.jobs = request.jobs if self.rows is None else 1  # records are written in the order of the trials
        self.stop = stop
        self.goal = 0  # for the progress
        self._plays: list[Play | Players] = []
        self._apart: list[list[Counts]] = []  # what processes counted, by part
        self._lock = threading.Lock()
        self._block = FIRST_BLOCK
        self._each = 0.0  # seconds of a trial; 0 where that is not known yet
        self._expected = 0
        self._next = 0
        self.trials = 0
        self._stopped = False

    @property
    def stopped(self) -> bool:
        """Whether something from outside or a strict run's notice ended it early."""
        return self._stopped or self.stop.heard

    def obey(self, stop: Stop) -> None:
        """From now on this ``stop`` ends it."""
        self.stop = stop
        for play in self._plays:
            stop.guard(*play.tables)

    def counts(self) -> Counts:
        """Everything counted so far, of one policy."""
        return total(self.parts())

    def parts(self) -> list[Counts]:
        """The same by stratum or by policy; one where there are none."""
        if not self._plays:
            self._play(0)
        return _by_part([*(play.parts() for play in self._plays), *self._apart])

    def weighted(self) -> list[Stratum] | None:
        """The counts by stratum, each with its exact probability; None where that cannot be had."""
        return None if self.strata is None else self.strata.weigh(self.parts())

    def expect(self, trials: int) -> None:
        """So many trials are still to come, others' that are like these included."""
        self._expected = trials
        self._foresee()

    def _foresee(self) -> None:
        if self.targets.native is None:
            self.targets.foresee(self._expected * self._each)

    def run(self, last: int) -> None:
        """Run the trials from where the last call ended up to ``last - 1``."""
        while self._next < last and not self.stopped:
            if not self.targets.building and self._is_worth_many(last - self._next):
                self._run_on_many(last)
            else:
                self._run_block(self._play(0), *self._claim(last))

    def _is_worth_many(self, trials: int) -> bool:
        native = self.targets.native is not None
        worth = WORTH_THREADS if native else WORTH_PROCESSES
        return self.jobs > 1 and (native or HAS_PROCESSES) and trials * self._each > worth

    def _run_on_many(self, last: int) -> None:
        if self.targets.native is None:
            self._run_processes(last)
            return
        plays = [self._play(worker) for worker in range(self.jobs)]
        threads = [threading.Thread(target=self._work, args=(play, last)) for play in plays[1:]]
        for thread in threads:
            thread.start()
        try:
            self._work(plays[0], last)
        finally:
            for thread in threads:
                thread.join()

    def _work(self, play: Play | Players, last: int) -> None:
        for first, end in self._blocks(last):
            self._run_block(play, first, end)

    def _play(self, worker: int) -> Play | Players:
        """The worker's table, on the best target there is by now."""
        native = self.targets.native
        mine = [play for play in self._plays if play.native is native]
        while len(mine) <= worker:
            if self.policies:
                mine.append(self.targets.open_in_worlds(self.topic, self.seed, self.policies))
            else:
                mine.append(self.targets.open(self.topic, self.seed, self.strata))
            self._plays.append(mine[-1])
            self.stop.guard(*mine[-1].tables)
        return mine[worker]

    def _claim(self, last: int) -> tuple[int, int]:
        with self._lock:
            first = self._next
            self._next = min(first + self._block, last)
            return first, self._next

    def _run_block(self, play: Play | Players, first: int, last: int) -> None:
        began = time.perf_counter()
        rows = b""
        play.mark()
        try:
            if self.rows is None:
                play.run(first, last)
            else:
                rows = play.records(first, last)
        except MemoryError:
            self.stop.hear(MEMORY)
            play.go_back()
            return
        if play.halted:
            play.go_back()
            return
        if self.rows is not None:
            if self.strict and (noticed := first_notice(play.parts())) is not None:
                # A strict run ends with the first notice; nothing behind it was asked for.
                last = noticed + 1
                rows = rows[: (last - first) * max(len(self.policies), 1) * play.row.width * NUMBER]
            self.rows(play.index, rows)
        self._finish(last - first, time.perf_counter() - began)
        if self.strict and first_notice(play.parts()) is not None:
            self._stopped = True

    def _finish(self, trials: int, seconds: float) -> None:
        with self._lock:
            self.trials += trials
            self._expected -= trials
            if seconds > TELLING:
                self._each = seconds / trials
            self._foresee()
            if seconds < BLOCK_SECONDS / 2 and (self.rows is None or self._block < LARGEST_RECORDED_BLOCK):
                self._block = max(self._block, 2 * trials)
            elif seconds > 2 * BLOCK_SECONDS:
                self._block = max(trials // 2, 1)
            if self.progress is not None:
                self.progress(self.topic, self.trials, self.goal, False)

    def _run_processes(self, last: int) -> None:
        from .crew import Crew

        work = self.targets.program, self.topic, self.seed, self.strata, self.policies
        with Crew(f"{__package__}.workers", work, self.jobs, stop=self.stop) as crew:
            for parts, seconds in crew.do(self._blocks(last)):
                self._apart = [_by_part([*self._apart, parts])]
                self._finish(parts[0].trials if self.policies else total(parts).trials, seconds)
                if self.strict and first_notice(parts) is not None:
                    self._stopped = True
        self.jobs = max(crew.number, 1)
        for first, end in crew.left:  # nobody could be started for them
            if not self.stopped:
                self._run_block(self._play(0), first, end)

    def _blocks(self, last: int) -> Iterator[tuple[int, int]]:
        """Blocks as they are asked for, until there is nothing more to do for whoever shares them."""
        while not self.stopped and not self.targets.building:
            first, end = self._claim(last)
            if first == end:
                return
            yield first, end


def first_notice(parts: list[Counts]) -> int | None:
    """The first trial that had a notice."""
    return min((notice.trial for counts in parts for notice in counts.notices), default=None)


def _by_part(several: list[list[Counts]]) -> list[Counts]:
    return [total(list(parts)) for parts in zip(*several, strict=True)]
