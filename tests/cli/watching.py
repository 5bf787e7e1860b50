"""Processes of ours, watched while they run: what to wait for, so that no test waits for a clock."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from commanding import COMMAND, PATIENCE, environment, hear_signals

NEEDS_PROC = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")


def wait_until(happened: Callable[[], object], what: str) -> None:
    latest = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < latest, f"{what} never happened"
        time.sleep(0.02)


def reading(child: subprocess.Popen[bytes]) -> None:
    """Wait until a process reads its standard input: until it has taken more than a pipe holds."""
    assert child.stdin is not None
    child.stdin.write(b"# a comment, of which there are many\n" * 5000)
    child.stdin.flush()


def playing(child: subprocess.Popen[str]) -> None:
    """Wait until a process that has been run before is certainly counting trials, with all that it started."""
    wait_until(
        lambda: child.poll() is not None or sum(map(worked, [child.pid, *family(child.pid)])) > 1, "the run"
    )


@contextmanager
def running(*words: str, **variables: str) -> Iterator[subprocess.Popen[str]]:
    """A command of ours in a process of its own, and the first of a process group."""
    with subprocess.Popen(
        [*COMMAND, *words], preexec_fn=hear_signals, text=True, env=environment(**variables),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as child:  # fmt: skip
        try:
            yield child
        finally:
            child.kill()


def family(parent: int) -> list[int]:
    """The processes that a process started, and those that they started."""
    found = [parent]
    for one in found:
        for tasks in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                found += map(int, tasks.read_text().split())
            except OSError:
                continue
    return found[1:]


def alive(number: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def worked(number: int) -> float:
    """Seconds of work that a process has done."""
    try:
        stat = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
