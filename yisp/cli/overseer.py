"""Limits that hold even while a command is busy: its parent ends it where it does not end by itself.

What comes in: the words of a command line.  What goes out: where a limit of time or memory is given, the
command goes on in a child, and its parent waits for it with its exit code.  In the child ``limits`` announces
what is reached, and whatever can be shown by then is shown.  A child that cannot hear (it is inside a long
call of a library, or one thread keeps all others waiting) is ended by the parent after ``GRACE`` seconds,
with all that it started; then there is the sentence, and nothing else.

The child ends with its parent, SIGKILL included, where the system can see to that (Linux); elsewhere it looks
from time to time.  Where there is no ``fork`` only the child's part is there: the limits of ``limits``.

Not handled: ``yispc view``, whose limits are those of each edit, and which ends its own processes
(``view.pool``).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from itertools import pairwise

from ..report.text.text import ENDINGS
from ..simulate.stop import MEMORY, TIME
from ..system import family, resident
from .decks import UsageMistake, complain
from .exits import ENDED
from .limits import PAUSE, bounds
from .options import duration, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

GRACE = 2.0
"""Seconds that a command gets to show what it has once it has reached a limit."""

ROOM = 1.5
"""A child that has this many times the memory that it may have is ended without that time."""

SESSIONS = ("lsp", "repl")
"""Commands that live as long as somebody works with them: no limit of time but one that is written."""

PASSED_ON = ("SIGTERM", "SIGHUP")
PARENT_DIES = 1  # PR_SET_PDEATHSIG


def oversee(words: Sequence[str]) -> None:
    """Return where nothing is limited, and in the child; the parent exits here with the child's code."""
    limits = _limits(words)
    if limits is None or not hasattr(os, "fork"):
        return
    sys.stdout.flush()
    parent, child = os.getpid(), os.fork()
    if not child:
        _end_with(parent)
        return
    code = _wait(child, *limits)
    sys.stderr.flush()
    os._exit(code)


def _limits(words: Sequence[str]) -> tuple[float | None, int | None] | None:
    """The limits of the command line, else those of the environment; None where there are none, and where
    one cannot be read, which the command itself explains."""
    command = next((word for word in words if not word.startswith("-")), "")
    if command == "view":
        return None
    given: list[Any] = []
    for word, read in (("--time-limit", duration), ("--memory-limit", memory)):
        texts = [after for before, after in pairwise(words) if before == word]
        texts += [one.partition("=")[2] for one in words if one.startswith(f"{word}=")]
        try:
            given.append(read(texts[-1]) if texts else None)
        except (ValueError, OverflowError):
            return None
    try:
        seconds, room = bounds(*given)
    except UsageMistake:  # what the environment says is none
        return None
    if command in SESSIONS:
        seconds = given[0]
    return None if seconds is room is None else (seconds, room)


def _end_with(parent: int) -> None:
    """See to it that this process does not outlive its parent."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(PARENT_DIES, signal.SIGKILL)
    except (ImportError, OSError, AttributeError):
        threading.Thread(target=_look_after, args=[parent], daemon=True).start()
    if os.getppid() != parent:  # it has gone already
        os._exit(ENDED[TIME])


def _look_after(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(PAUSE)
    os._exit(ENDED[TIME])


def _wait(child: int, seconds: float | None, room: int | None) -> int:
    """The exit code of the child, which is ended where it has to be."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child hears it as well, and shows what it has
    for name in PASSED_ON:
        if signal.getsignal(getattr(signal, name)) != signal.SIG_IGN:
            signal.signal(getattr(signal, name), lambda number, _: os.kill(child, number))
    latest = None if seconds is None else time.monotonic() + seconds + GRACE
    over: float | None = None  # since when it has more memory than it may
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code
        now = time.monotonic()
        reason = TIME if latest is not None and now > latest else None
        if room is not None:
            used = resident(child)
            over = None if used <= room else over or now
            if used > ROOM * room or (over is not None and now > over + GRACE):
                reason = MEMORY
        if reason is not None:
            for process in reversed(family(child)):
                try:
                    os.kill(process, signal.SIGKILL)
                except OSError:
                    continue
            os.waitpid(child, 0)
            complain(ENDINGS[reason])
            return ENDED[reason]
        time.sleep(PAUSE)
