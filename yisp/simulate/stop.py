"""Why a run ends before it is done, and hearing of it without cutting a trial in two.

What comes in: signals (Ctrl-C, SIGTERM, a closed terminal), and limits of time and memory, which whoever
watches over them announces.  What goes out, while nothing is being counted: :class:`Ended`, raised in the
main thread (by ``listening``); while trials are counted: a :class:`Stop` that has been heard.  Blocks of
trials are then finished; tables that are still busy after ``GRACE`` seconds are halted, and their blocks
forgotten.

Only the main thread hears signals, and only where they are not ignored (``nohup``); elsewhere all this does
nothing.  On Windows nobody can be woken inside a trial: there a run ends between two effects.  A program that
calls us keeps its own handlers: of its signals, only Ctrl-C is noted while trials are counted.

(On the warm start's path.)
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Protocol

    class Table(Protocol):
        """What a stop can end: see ``yisp_runtime.bindings.table.PyTable.halt``."""

        def halt(self) -> None: ...


INTERRUPT, TERMINATE, HANG_UP, TIME, MEMORY = "interrupt", "terminate", "hang up", "time", "memory"
"""Why a run ended."""

WORKERS = "workers"
"""… because processes that counted for it kept dying."""

MOMENT = 0.01
"""Seconds after which what got lost is said again."""

GRACE = 0.3
"""Seconds that a block of trials gets to come to its end."""

LIMIT = getattr(signal, "SIGALRM", signal.SIGTERM)
"""The signal by which a limit is announced; Windows has few."""

_WAKES = hasattr(signal, "pthread_kill")
"""Whether signals wake threads, as they do everywhere but on Windows."""

_REASONS = {
    getattr(signal, name): reason
    for name, reason in (("SIGINT", INTERRUPT), ("SIGTERM", TERMINATE), ("SIGHUP", HANG_UP))
    if hasattr(signal, name)
}

_announced: list[str] = []


class Ended(BaseException):
    """The process is to end, and what for: one of the reasons above."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def reason_of(error: BaseException) -> str:
    """Why a run ended by this error ended: Ctrl-C, or what is said in it."""
    return error.reason if isinstance(error, Ended) else INTERRUPT


def announce(reason: str) -> None:
    """From any thread: a limit was reached."""
    _announced.append(reason)
    if _WAKES:
        signal.pthread_kill(threading.main_thread().ident, LIMIT)  # type: ignore[arg-type]
    else:
        import _thread

        _thread.interrupt_main(LIMIT)


def _reason(number: int) -> str | None:
    if number == LIMIT and _announced:
        return _announced[-1]
    return _REASONS.get(number)


def _raise(number: int, _: object) -> None:
    reason = _reason(number)
    if reason is not None:
        raise Ended(reason)


def _lost(what: Any) -> None:
    """In place of ``sys.unraisablehook``: from destructors and callbacks Python lets nothing through, so what
    was raised there is raised again a moment later, when the main thread is somewhere else."""
    if not isinstance(what.exc_value, Ended):
        sys.__unraisablehook__(what)
        return
    again = threading.Timer(MOMENT, announce, [what.exc_value.reason])
    again.daemon = True
    again.start()


@contextlib.contextmanager
def listening() -> Iterator[None]:
    """Raise :class:`Ended` on SIGTERM, on SIGHUP and when a limit is announced; for a process of our own."""
    _announced.clear()
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in {*_REASONS, LIMIT}:
            if number != signal.SIGINT and signal.getsignal(number) != signal.SIG_IGN:
                before[number] = signal.signal(number, _raise)
    hook, sys.unraisablehook = sys.unraisablehook, _lost
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


class Stop:
    """While entered, notes what would end the run instead of raising.

    A second Ctrl-C raises KeyboardInterrupt, for whoever cannot wait.
    """

    def __init__(self) -> None:
        self.reason: str | None = None
        self._tables: list[Table] = []
        self._halted = False
        self._lock = threading.Lock()
        self._before: dict[int, Any] = {}

    @property
    def heard(self) -> bool:
        """Whether the run is to end."""
        return self.reason is not None

    def guard(self, *tables: Table) -> None:
        """Halt these tables, too, when the run has to end."""
        with self._lock:
            self._tables += tables
        if self._halted:
            self.halt()

    def hear(self, reason: str) -> None:
        """Note why the run is to end; the first reason counts."""
        self.reason = self.reason or reason

    def halt(self) -> None:
        """From any thread: end at once what is being counted, for nobody waits for it any more."""
        with self._lock:
            self._halted = True
            for table in self._tables:
                table.halt()

    def __enter__(self) -> Stop:
        if threading.current_thread() is not threading.main_thread():
            return self
        for number in {*_REASONS, LIMIT}:
            handler = signal.getsignal(number)
            if handler == _raise or (number == signal.SIGINT and handler != signal.SIG_IGN):
                self._before[number] = signal.signal(number, self._note)
        if not self._before or not _WAKES:
            return self
        # The interpreter runs handlers between two steps of the main thread, which may be far inside a trial.
        # What it writes here when a signal comes wakes another thread, which can halt that trial.
        ear, self._mouth = os.pipe()
        os.set_blocking(self._mouth, False)
        self._former = signal.set_wakeup_fd(self._mouth, warn_on_full_buffer=False)
        self._listener = threading.Thread(target=self._listen, args=(ear,), daemon=True)
        self._listener.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._before and _WAKES:
            signal.set_wakeup_fd(self._former)
            os.close(self._mouth)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, _: object) -> None:
        reason = _reason(number)
        if reason is None:
            return
        if reason == INTERRUPT and self._noted_interrupt:
            raise KeyboardInterrupt
        self._noted_interrupt = self._noted_interrupt or reason == INTERRUPT
        self.hear(reason)

    _noted_interrupt = False

    def _listen(self, ear: int) -> None:
        with os.fdopen(ear, "rb", buffering=0) as heard:
            while numbers := heard.read(64):
                for reason in filter(None, map(_reason, numbers)):
                    self.hear(reason)
                if self.heard and not self._halted:
                    time.sleep(GRACE)
                    self.halt()
