"""Processes of ours that share tasks, whatever these are.

What comes in: the module whose ``main`` a process calls, what each is told once, and tasks.  What goes out:
what came of the tasks, as it becomes ready, in whatever order.  A process is told its work, then gets one
task at a time over a socket that stands in place of its standard input (``serve``); it ends when the socket
is closed.

The task of a process that dies is done again by another, so a task must come out the same whoever does it.
One that has cost ``LIVES`` processes ends the run (``stop``).  Where the system has no room for another
process, those that there are go on, and where there is none, the tasks are left to whoever asked.
"""

from __future__ import annotations

import os
import time

from ... import children
from ..stop import GRACE, MEMORY, WORKERS, Stop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator
    from multiprocessing.connection import Connection
    from typing import Any

LIVES = 3
"""How many processes may die of one task."""

LOOK = 0.05
"""Seconds between two looks at whether the run is to end."""


class Crew:
    """Up to so many processes, until the context is left; fewer where the system has no room for more.

    ``left`` are tasks that were claimed and that nobody is there to do.
    """

    def __init__(self, module: str, work: Any, number: int, *, stop: Stop) -> None:
        self.number = number
        self.left: list[Any] = []
        self._module = module
        self._work = work
        self._children: dict[Connection[Any, Any], children.Child] = {}
        self._stop = stop
        self._deaths: dict[Hashable, int] = {}

    def __enter__(self) -> Crew:
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
                child = children.start(self._module, stdin=theirs.fileno(), stdout=DEVNULL, stderr=DEVNULL)
            except OSError:
                ours.close()
                raise
        self._children[ours] = child
        return ours

    def _end(self, worker: Connection[Any, Any]) -> None:
        worker.close()
        self._children.pop(worker).close()

    def do(self, tasks: Iterator[Any]) -> Iterator[Any]:
        """What came of the tasks; each is claimed when a worker is free for it.

        Ends early when ``stop`` is heard, with the tasks that are ready soon, and when no worker is left and
        none can be started.
        """
        from multiprocessing.connection import wait

        busy: dict[Connection[Any, Any], Hashable] = {}
        latest = 0.0
        while not (self._stop.heard and latest and time.monotonic() > latest):
            while len(busy) < self.number and self._hand_out(tasks, busy):
                pass
            if not busy:
                return
            if self._stop.heard and not latest:
                latest = time.monotonic() + GRACE
            ready = wait(busy, LOOK)
            for worker in [worker for worker in busy if worker in ready]:
                task = busy.pop(worker)
                try:
                    answer = worker.recv()
                except (EOFError, OSError):
                    self._bury(worker, task)
                    continue
                if isinstance(answer, MemoryError):
                    self._stop.hear(MEMORY)
                elif isinstance(answer, BaseException):
                    raise answer
                else:
                    yield answer

    def _hand_out(self, tasks: Iterator[Any], busy: dict[Connection[Any, Any], Hashable]) -> bool:
        """Give a task to a worker that has nothing to do, or to a new one; whether more may be given.

        Nothing is when there is a stop.  Where no worker can be started, the task waits for another one.
        """
        task = None if self._stop.heard else self.left.pop() if self.left else next(tasks, None)
        if task is None:
            return False
        idle = [worker for worker in self._children if worker not in busy]
        try:
            worker = idle[0] if idle else self._start()
        except OSError:
            self.left.append(task)
            self.number = len(self._children)
            return False
        try:
            if not idle:
                worker.send(self._work)
            worker.send(task)
        except OSError:
            self._bury(worker, task)
        else:
            busy[worker] = task
        return True

    def _bury(self, worker: Connection[Any, Any], task: Hashable) -> None:
        """A worker has died of a task, which is for another."""
        self._end(worker)
        self.left.append(task)
        self._deaths[task] = self._deaths.get(task, 0) + 1
        if self._deaths[task] == LIVES:
            self._stop.hear(WORKERS)


def serve(begin: Callable[[Any], Callable[[Any], Any]]) -> None:
    """What a process does: ``begin`` makes of the work what does a task."""
    from multiprocessing.connection import Connection

    with Connection(os.dup(0)) as parent:
        work_for(parent, begin)


def work_for(parent: Connection[Any, Any], begin: Callable[[Any], Callable[[Any], Any]]) -> None:
    """The same for whoever is at the other end of a connection, until that is closed."""
    try:
        do = begin(parent.recv())
        while True:
            task = parent.recv()
            try:
                answer = do(task)
            except Exception as error:
                parent.send(error)
            else:
                parent.send(answer)
    except (EOFError, ConnectionError):
        return  # nobody wants anything of us any more
