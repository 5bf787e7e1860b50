"""Processes that count trials of one topic on the python target, block by block.

What comes in: a program, a topic, a seed, and blocks of trials.  What goes out: what each block counted, as
it becomes ready, in whatever order.  A worker is told its work once, then gets one block at a time over a
socket that stands in place of its standard input; it ends when the socket is closed.

The block of a worker that dies is done again by another, with the same result.  A block that has cost
``LIVES`` workers ends the run (``stop``).  Where the system has no room for another process, those that there
are go on, and where there is none, the blocks are left to whoever asked.
"""

from __future__ import annotations

import os
import time

from .. import children
from ..compile.program import Policy, Program
from .counts import Counts
from .play import Play, python_functions
from .stop import GRACE, MEMORY, WORKERS, Stop
from .strata import Strata
from .worlds import Players

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection
    from typing import Any

    Block = tuple[int, int]
    """The first trial, and the one behind the last."""

    Work = dict[str, Any]
    """What a worker is told once: the program, which topic, the seed, the strata and the policies, as
    data."""

    Counted = tuple[list[Counts], float]
    """What was counted, by stratum or policy, and how many seconds it took."""

LIVES = 3
"""How many workers may die of one block."""

LOOK = 0.05
"""Seconds between two looks at whether the run is to end."""


class Workers:
    """Up to so many processes, until the context is left; fewer where the system has no room for more.

    ``left`` are blocks that were claimed and that nobody is there to count.
    """

    def __init__(
        self,
        number: int,
        program: Program,
        topic: int,
        seed: int,
        strata: Strata | None,
        policies: Sequence[Policy],
        *,
        stop: Stop,
    ) -> None:
        self.number = number
        self.left: list[Block] = []
        self._work: Work = {
            "program": program.to_data(),
            "topic": topic,
            "seed": seed,
            "strata": None if strata is None else strata.to_data(),
            "policies": [policy.to_data() for policy in policies],
        }
        self._children: dict[Connection[Any, Any], children.Child] = {}
        self._stop = stop
        self._deaths: dict[Block, int] = {}

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in list(self._children):
            self._end(worker)

    def _start(self) -> Connection[Any, Any]:
        """A new worker.  Raises OSError when there is no room for another process, or its socket."""
        from multiprocessing.connection import Pipe
        from subprocess import DEVNULL

        ours, theirs = Pipe()
        with theirs:
            try:
                child = children.start(__name__, stdin=theirs.fileno(), stdout=DEVNULL, stderr=DEVNULL)
            except OSError:
                ours.close()
                raise
        self._children[ours] = child
        return ours

    def _end(self, worker: Connection[Any, Any]) -> None:
        worker.close()
        self._children.pop(worker).close()

    def count(self, blocks: Iterator[Block]) -> Iterator[Counted]:
        """What the blocks counted; each is claimed when a worker is free for it.

        Ends early when ``stop`` is heard, with the blocks that are ready soon, and when no worker is left and
        none can be started.
        """
        from multiprocessing.connection import wait

        busy: dict[Connection[Any, Any], Block] = {}
        latest = 0.0
        while not (self._stop.heard and latest and time.monotonic() > latest):
            while len(busy) < self.number and self._hand_out(blocks, busy):
                pass
            if not busy:
                return
            if self._stop.heard and not latest:
                latest = time.monotonic() + GRACE
            ready = wait(busy, LOOK)
            for worker in [worker for worker in busy if worker in ready]:
                block = busy.pop(worker)
                try:
                    answer = worker.recv()
                except (EOFError, OSError):
                    self._bury(worker, block)
                    continue
                if isinstance(answer, MemoryError):
                    self._stop.hear(MEMORY)
                elif isinstance(answer, BaseException):
                    raise answer
                else:
                    yield answer

    def _hand_out(self, blocks: Iterator[Block], busy: dict[Connection[Any, Any], Block]) -> bool:
        """Give a block to a worker that has nothing to do, or to a new one; whether more may be given.

        Nothing is when there is a stop.  Where no worker can be started, the block waits for another one.
        """
        block = None if self._stop.heard else self.left.pop() if self.left else next(blocks, None)
        if block is None:
            return False
        idle = [worker for worker in self._children if worker not in busy]
        try:
            worker = idle[0] if idle else self._start()
        except OSError:
            self.left.append(block)
            self.number = len(self._children)
            return False
        try:
            if not idle:
                worker.send(self._work)
            worker.send(block)
        except OSError:
            self._bury(worker, block)
        else:
            busy[worker] = block
        return True

    def _bury(self, worker: Connection[Any, Any], block: Block) -> None:
        """A worker has died of a block, which is for another."""
        self._end(worker)
        self.left.append(block)
        self._deaths[block] = self._deaths.get(block, 0) + 1
        if self._deaths[block] == LIVES:
            self._stop.hear(WORKERS)


def main() -> None:
    """What a worker does."""
    from multiprocessing.connection import Connection

    with Connection(os.dup(0)) as parent:
        try:
            work = parent.recv()
            program = Program.from_data(work["program"])
            functions = python_functions(program.python_source)
            strata = None if work["strata"] is None else Strata.from_data(work["strata"], program.cards)
            policies = [Policy.from_data(policy) for policy in work["policies"]]
            where = program, work["topic"], work["seed"]
            while True:
                first, last = parent.recv()
                began = time.perf_counter()
                try:
                    play = (
                        Players(*where, policies, functions=functions)
                        if policies
                        else Play(*where, functions=functions, strata=strata)
                    )
                    play.run(first, last)
                    answer = play.parts(), time.perf_counter() - began
                except Exception as error:
                    parent.send(error)
                else:
                    parent.send(answer)
        except (EOFError, ConnectionError):
            return  # nobody wants anything of us any more
