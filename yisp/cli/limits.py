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
from contextlib import contextmanager

from ..messages import quoted, say
from ..simulate.stop import MEMORY, TIME, announce
from ..system import resident
from .decks import UsageMistake
from .options import duration, expected, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from threading import Event
    from typing import Any

PAUSE = 0.02
"""Seconds between two looks."""


@contextmanager
def within(time_limit: float | None, memory_limit: int | None) -> Iterator[None]:
    """While entered, limits hold: those given, else those of the environment.  Raises :class:`UsageMistake`
    for what is none."""
    seconds, room = bounds(time_limit, memory_limit)
    if seconds is None and room is None:
        yield
        return
    from threading import Event, Thread

    over = Event()
    thread = Thread(target=_watch, args=[over, seconds, room], daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _watch(over: Event, seconds: float | None, room: int | None) -> None:
    """Announce the first limit that is reached, until it is over."""
    import time

    latest = None if seconds is None else time.monotonic() + seconds
    while True:
        left = PAUSE if latest is None else latest - time.monotonic()
        if left <= 0:
            announce(TIME)
            return
        if room is not None and resident() > room:
            announce(MEMORY)
            return
        if over.wait(left if room is None else min(left, PAUSE)):
            return


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
                given=quoted(text),
                expected=expected(read),
            )
        ) from None
