"""Limits of time and memory for a whole command, with all processes that it starts.

What comes in: ``--time-limit`` and ``--memory-limit``, or YISP_TIME_LIMIT and YISP_MEMORY_LIMIT.  What goes
out: when a limit is reached, ``simulate.stop`` hears of it: a run ends with what was counted.

A thread looks at the clock and at how much memory is resident, of this process and of those it started
(workers, builds and their compilers), fifty times a second.  A limit of the system (``setrlimit``) would
bound each process by itself, count what is reserved and never used, and end a run somewhere in the middle.
Where there is no ``/proc``, only this process's own memory is known.

Not handled: what a deck itself bounds (``simulate.limits``).

(On the warm start's path.)
"""

from __future__ import annotations

import os

from ..messages import say
from ..simulate.stop import MEMORY, TIME, announce
from ..system import resident
from .decks import UsageMistake
from .options import duration, expected, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event, Thread
    from typing import Any

PAUSE = 0.02
"""Seconds between two looks."""


class Limits:
    """While entered, the limits hold: seconds and bytes, each None where there is none."""

    def __init__(self, seconds: float | None, memory: int | None) -> None:
        self._seconds = seconds
        self._memory = memory
        self._thread: Thread | None = None
        self._over: Event | None = None

    def __enter__(self) -> Limits:
        if self._seconds is not None or self._memory is not None:
            from threading import Event, Thread

            self._over = Event()
            self._thread = Thread(target=self._watch, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread is not None and self._over is not None:
            self._over.set()
            self._thread.join()

    def _watch(self) -> None:
        import time

        assert self._over is not None
        latest = None if self._seconds is None else time.monotonic() + self._seconds
        while True:
            left = PAUSE if latest is None else latest - time.monotonic()
            if left <= 0:
                announce(TIME)
                return
            if self._memory is not None and resident() > self._memory:
                announce(MEMORY)
                return
            if self._over.wait(left if self._memory is None else min(left, PAUSE)):
                return


def within(time_limit: float | None, memory_limit: int | None) -> Limits:
    """The limits given, else those of the environment, ready to hold.  Raises :class:`UsageMistake` for what
    is none."""
    return Limits(*bounds(time_limit, memory_limit))


def bounds(time_limit: float | None, memory_limit: int | None) -> tuple[float | None, int | None]:
    """Seconds and bytes: those given, else those of the environment.  Raises :class:`UsageMistake`."""
    return (
        time_limit if time_limit is not None else _from_environment("YISP_TIME_LIMIT", duration),
        memory_limit if memory_limit is not None else _from_environment("YISP_MEMORY_LIMIT", memory),
    )


def _from_environment(name: str, read: Callable[[str], Any]) -> Any:
    text = os.environ.get(name)
    if not text:
        return None
    try:
        return read(text)
    except (ValueError, OverflowError):
        raise UsageMistake(
            say(
                "{variable} is {given}, and should be {expected}",
                variable=name,
                given=repr(text),
                expected=expected(read),
            )
        ) from None
