"""Who does the tasks of a study: this process, processes of this machine, or those of a cluster.

What comes in: the work that all tasks have in common, and tasks.  What goes out: the number of each task with
its answer, as it becomes ready, in whatever order.  An answer is the same whoever found it, so nothing of a
study depends on its pool.  What ends it early is raised: KeyboardInterrupt, or
:class:`~yisp.simulate.stop.Ended`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Protocol, Self

from ...simulate.request import cores
from ...simulate.sampling.crew import Crew
from ...simulate.stop import INTERRUPT, Ended, Stop
from . import worker
from .answers import Answer
from .work import Task, Work

WORTH_PROCESSES = 1.0
"""Seconds of work from which on other processes, which take a moment to start, pay: what is left by now, and
what was done, since a study that asks again and again goes on for about as long."""


class Pool(Protocol):
    """Does tasks until it is left."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def map(self, tasks: Iterable[Task], several: int) -> Iterator[tuple[int, Answer] | None]:
        """The answers to the tasks, of which there are so many; None now and then from one that lets others
        have their turn in between."""
        ...


def processes(jobs: int | None) -> Callable[[Work], Pool]:
    """What makes a pool of processes of this machine."""
    return lambda work: LocalPool(work, jobs)


class LocalPool:
    """Up to ``jobs`` processes of this machine.

    Whoever asks does the first tasks; where what is left would take a while, processes are started for it.
    """

    def __init__(self, work: Work, jobs: int | None = None) -> None:
        self._work = work
        self._jobs = jobs or cores()
        self._own: Callable[[Task], tuple[int, Answer]] | None = None
        self._crew: Crew | None = None
        self._stop = Stop()
        self._spent = 0.0  # seconds of tasks that were done here

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._crew is not None:
            self._crew.__exit__()

    def map(self, tasks: Iterable[Task], several: int) -> Iterator[tuple[int, Answer]]:
        """The answers to the tasks, of which there are so many."""
        waiting = iter(tasks)
        done, began = 0, time.monotonic()
        while self._crew is None:
            task = next(waiting, None)
            if task is None:
                return
            start = time.monotonic()
            answer = self._by_myself(task)
            self._spent += time.monotonic() - start
            yield answer
            done += 1
            left = (several - done) * (time.monotonic() - began) / done
            if self._jobs > 1 and several - done > 1 and self._spent + left > WORTH_PROCESSES:
                self._crew = Crew(worker.__name__, self._work, self._jobs, stop=self._stop)
        with self._stop:
            yield from self._crew.do(waiting)
        if self._stop.reason is not None:
            raise Ended(self._stop.reason)
        unable, self._crew.left = self._crew.left, []
        for task in chain(unable, waiting):  # nobody could be started for them
            yield self._by_myself(task)

    def _by_myself(self, task: Task) -> tuple[int, Answer]:
        if self._own is None:
            self._own = worker.begin(self._work, jobs=self._jobs)
        number, answer = self._own(task)
        if "ended" in answer:
            raise Ended(answer["ended"] or INTERRUPT)
        return number, answer
