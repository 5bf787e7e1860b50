"""What systems differ in, on those that we have not: with files of `/proc` and modules of our own."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from errno import ENOLCK
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from yisp import system

PAGE = os.sysconf("SC_PAGE_SIZE")


class Processes:
    """``/proc``, as of these processes: pages in all and in memory, and by thread those that it started."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, known: Mapping[int, tuple[int, int, list[list[int]]]]
    ) -> None:
        self._known = known
        monkeypatch.setattr(system, "open", self.open, raising=False)
        monkeypatch.setattr(system.os, "listdir", self.listdir)
        monkeypatch.setattr(system.os, "getpid", lambda: 1)

    def _of(self, process: str) -> tuple[int, int, list[list[int]]]:
        number = 1 if process == "self" else int(process)
        if number not in self._known:
            raise FileNotFoundError(process)
        return self._known[number]

    def open(self, path: str, **_: object) -> io.StringIO:
        _, _, process, *rest = path.split("/")
        size, resident, threads = self._of(process)
        if rest == ["statm"]:
            return io.StringIO(f"{size} {resident} 7 7 0 7 0\n")
        _, thread, name = rest
        assert name == "children"
        return io.StringIO(" ".join(map(str, threads[int(thread)])))

    def listdir(self, path: str) -> list[str]:
        _, _, process, name = path.split("/")
        assert name == "task"
        return list(map(str, range(len(self._of(process)[2]))))


def test_a_family_is_all_that_came_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever thread started it; who has gone meanwhile takes no memory, and is no mistake."""
    Processes(monkeypatch, {1: (50, 10, [[2], [3, 9]]), 2: (60, 20, [[4]]), 3: (1, 5, []), 4: (1, 100, [[]])})
    assert system.family(1) == [1, 2, 3, 9, 4]
    assert system.family(2) == [2, 4]
    assert system.resident() == system.resident(1) == 135 * PAGE
    assert system.resident(2) == 120 * PAGE
    with pytest.raises(FileNotFoundError):
        system.family(9)


@pytest.mark.parametrize(("platform", "bytes_"), [("linux", 5 * 1024), ("darwin", 5)])
def test_where_there_is_no_proc_the_most_that_we_had_counts(
    platform: str, bytes_: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    Processes(monkeypatch, {})
    monkeypatch.setattr(system.sys, "platform", platform)
    usage = SimpleNamespace(
        getrusage=lambda who: SimpleNamespace(ru_maxrss=5 * (who == "self")), RUSAGE_SELF="self"
    )
    monkeypatch.setitem(sys.modules, "resource", usage)  # type: ignore[arg-type]
    assert system.resident() == bytes_
    monkeypatch.setitem(sys.modules, "resource", None)  # type: ignore[arg-type]
    assert system.resident() == 0


class Limits:
    """The module ``resource``, with these hard limits; those in ``fixed`` cannot be set."""

    RLIMIT_AS, RLIMIT_CORE, RLIM_INFINITY = "memory", "core", -1

    def __init__(self, hard: dict[str, int], *fixed: str) -> None:
        self._hard, self._fixed = hard, fixed
        self.bounds: dict[str, Any] = {}

    def getrlimit(self, limit: str) -> tuple[int, int]:
        return 5, self._hard[limit]

    def setrlimit(self, limit: str, bounds: tuple[int, int]) -> None:
        if limit in self._fixed:
            raise ValueError("not allowed to raise maximum limit")
        self.bounds[limit] = bounds


@pytest.mark.parametrize(
    ("limits", "known", "bounds"),
    [
        (Limits({"memory": -1, "core": -1}), True, {"memory": 50 * PAGE + 1000, "core": 0}),
        (Limits({"memory": 2000, "core": 9}), True, {"memory": 2000, "core": 0}),
        (Limits({"memory": 2**60, "core": 9}), True, {"memory": 50 * PAGE + 1000, "core": 0}),
        (Limits({"memory": -1, "core": -1}), False, {"memory": 2**30 + 1000, "core": 0}),
        (Limits({"memory": -1, "core": -1}, "memory"), True, {"core": 0}),
    ],
    ids=range(5),
)
def test_memory_is_bound_as_far_as_a_system_does(
    limits: Any, known: bool, bounds: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    Processes(monkeypatch, {1: (50, 10, [])} if known else {})
    monkeypatch.setitem(sys.modules, "resource", limits)
    system.bound_memory(1000)
    assert limits.bounds == {name: (bound, bound) for name, bound in bounds.items()}
    monkeypatch.setitem(sys.modules, "resource", None)  # type: ignore[arg-type]
    system.bound_memory(1000)


@pytest.mark.skipif(not system.HAS_PROCESSES, reason="there are no locks here")
def test_what_is_locked_is_so_until_it_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    file.touch()
    one, other = (os.open(file, os.O_RDWR) for _ in range(2))
    try:
        system.lock(one)
        with pytest.raises(BlockingIOError):
            system.lock(other)
        os.close(one)
        system.lock(other, wait=True)
    finally:
        os.close(other)


def test_who_waits_for_a_lock_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    locks = SimpleNamespace(LOCK_EX=2, LOCK_NB=4, flock=lambda *given: asked.append(given))
    monkeypatch.setitem(sys.modules, "fcntl", locks)  # type: ignore[arg-type]
    system.lock(7)
    system.lock(8, wait=True)
    assert asked == [(7, 6), (8, 2)]
    monkeypatch.setitem(sys.modules, "fcntl", None)  # type: ignore[arg-type]
    with pytest.raises(OSError) as caught:
        system.lock(7)
    assert caught.value.errno == ENOLCK
