"""Processes that share tasks: each task is done once, whoever dies, fails or takes too long.

No process is started: in place of each a thread of this one does its work.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any

import pytest

from yisp import children
from yisp.simulate import stop
from yisp.simulate.sampling import crew
from yisp.simulate.sampling.crew import LIVES, Crew

Do = Callable[[Any], Any]


class Thread:
    """In place of a child; it dies where ``do`` raises :class:`Death`."""

    def __init__(self, descriptor: int, do: Do) -> None:
        self._connection: Connection[Any, Any] = Connection(os.dup(descriptor))
        self._do = do
        self.told: list[Any] = []
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def _work(self) -> None:
        try:
            crew.work_for(self._connection, self._begin)
        except Death:
            pass
        finally:
            self._connection.close()

    def _begin(self, work: Any) -> Do:
        self.told.append(work)
        return self._do

    def close(self) -> None:
        self._thread.join()


class Death(BaseException):
    pass


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[list[Thread], dict[str, Do]]]:
    """The workers that were started, and what each is to do: ``do``, to be filled in."""
    threads: list[Thread] = []
    what: dict[str, Do] = {}

    def start(module: str, *, stdin: int, **_: Any) -> Thread:
        threads.append(Thread(stdin, what[module]))
        return threads[-1]

    monkeypatch.setattr(children, "start", start)
    yield threads, what


def done(do: Do, tasks: int, number: int, started: Any, **more: Any) -> tuple[list[Any], stop.Stop]:
    """What came of so many tasks, and whether something ended it."""
    _, what = started
    what["here"] = do
    ended = more.get("stop", stop.Stop())
    with Crew("here", "the work", number, stop=ended) as working:
        return list(working.do(iter(range(tasks)))), ended


@pytest.mark.parametrize("number", [1, 3])
def test_every_task_is_done_once(number: int, started: Any) -> None:
    found, ended = done(lambda task: task * task, 20, number, started)
    assert sorted(found) == [task * task for task in range(20)] and not ended.heard
    threads, _ = started
    assert len(threads) == number and all(one.told == ["the work"] for one in threads)


def test_nobody_is_started_for_no_task(started: Any) -> None:
    assert done(lambda task: task, 0, 3, started)[0] == [] and started[0] == []


def test_what_a_worker_raises_is_raised_here(started: Any) -> None:
    def do(task: int) -> int:
        if task == 3:
            raise ValueError("three")
        return task

    with pytest.raises(ValueError, match="three"):
        done(do, 9, 2, started)


def test_memory_that_ran_out_ends_the_run(started: Any) -> None:
    def do(task: int) -> int:
        if task == 2:
            raise MemoryError
        return task

    found, ended = done(do, 9, 1, started)
    assert (found, ended.reason) == ([0, 1], stop.MEMORY)


@pytest.mark.parametrize("deaths", [1, LIVES - 1])
def test_the_task_of_one_that_dies_is_done_by_another(deaths: int, started: Any) -> None:
    died: list[int] = []

    def do(task: int) -> int:
        if task == 3 and len(died) < deaths:
            died.append(task)
            raise Death
        return task

    found, ended = done(do, 9, 2, started)
    assert sorted(found) == list(range(9)) and not ended.heard
    assert 1 + deaths <= len(started[0]) <= 2 + deaths  # a second only where the first is at work


def test_a_task_that_costs_too_many_ends_the_run(started: Any) -> None:
    def do(task: int) -> int:
        if task == 1:
            raise Death
        return task

    found, ended = done(do, 9, 1, started)
    assert (found, ended.reason) == ([0], stop.WORKERS)
    assert len(started[0]) == LIVES


def test_where_there_is_no_room_tasks_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> Any:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(children, "start", full)
    with Crew("here", None, 3, stop=stop.Stop()) as working:
        assert list(working.do(iter(range(3)))) == []
        assert (working.left, working.number) == ([0], 0)


@pytest.mark.parametrize("ready", [True, False])
def test_after_a_stop_what_is_ready_soon_is_waited_for_and_no_more(
    ready: bool, started: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "GRACE", 0.1)
    ended, free = stop.Stop(), threading.Event()

    def do(task: int) -> int:
        if task == 1:
            ended.hear(stop.INTERRUPT)
            if not ready:
                free.wait(60)
        return task

    _, what = started
    what["here"] = do
    began = time.monotonic()
    with Crew("here", None, 1, stop=ended) as working:
        assert list(working.do(iter(range(9)))) == ([0, 1] if ready else [0])
        assert time.monotonic() - began < 30
        free.set()
