"""A few processes that share the tabs of a server.

What comes in: the newest version of each tab (:class:`Seat`), and questions about it.  What goes out: what
the processes tell of it, and a sentence where a deck brings a process down.  Each tab belongs to one, the
one with the fewest tabs when it came; its newest version is sent there as soon as the process reads on, and
older ones that still wait by then are not sent.

A process says whose turn it is before each piece of work, and now and then in the middle.  One that is silent
for longer than ``seconds`` is killed, and the version at hand is given up; it is killed sooner where a newer
version of that tab waits.  Tabs that wait behind it move to another process meanwhile; where all are silent,
the one that has been silent for longest is killed.  Where a process dies, another takes its place, and the
newest versions of its tabs are sent there, except the one that it died of.

Not handled: what is in the messages (``worker``).
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable
from typing import Any

from .. import children
from ..messages import language, system_reason, told
from ..simulate.request import cores
from . import wire

LOOK = 0.05
"""Seconds between two looks at who is silent."""

SILENT = 0.4
"""Seconds after which a process that says nothing keeps nobody else waiting."""

OVERTAKEN = 1.0
"""Seconds after which one is killed that is silent about a version which nobody waits for any more."""

CROWDED = 1.0
"""Seconds after which the one that has been silent for longest is killed, where others wait behind it and no
process is free for them."""

MOST_PROCESSES = 4

STILLBORN = 3
"""How many processes in a row may die before they are ready."""

MOST_ASKED = 32
"""Questions of one tab that may wait for their answers."""


class CannotStart(Exception):
    """No process can be started; the message says why."""


class Seat:
    """A tab at the pool: its newest work (see ``wire``), and who hears what comes of it."""

    def __init__(self, number: int, hear: Callable[[dict[str, Any]], None]) -> None:
        self.number = number
        self.hear = hear
        self.work: dict[str, Any] | None = None
        self.sent = True  # whether the process has it
        self.failed = False  # whether a process died of it
        self.settled = True  # whether something has been told of it
        self.worker: Worker | None = None
        self.room = asyncio.Semaphore(MOST_ASKED)

    @property
    def revision(self) -> int | None:
        """That of its newest work."""
        return None if self.work is None else self.work["revision"]


class Worker:
    """A process, its socket, and the seats that belong to it."""

    def __init__(self, setting: dict[str, Any]) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._child = _started(theirs)
            except OSError:
                ours.close()
                raise
        ours.setblocking(False)
        self.seats: dict[int, Seat] = {}
        self.asks: dict[int, tuple[Seat, dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self.ready = False
        self.at: tuple[int, int] | None = None  # whose turn it is: a tab and its revision
        self.heard = time.monotonic()
        self.dead = False
        self._socket = ours
        self._setting = setting
        self._poke = asyncio.Event()
        self._unasked: list[dict[str, Any]] = []

    @property
    def silent(self) -> float:
        """For how many seconds it has said nothing of the piece at hand."""
        return time.monotonic() - self.heard if self.ready and self.at is not None else 0.0

    def poke(self) -> None:
        """There is something to send."""
        self._poke.set()

    def ask(self, message: dict[str, Any]) -> None:
        self._unasked.append(message)
        self._poke.set()

    async def serve(self, take: Callable[[Worker, dict[str, Any]], None]) -> None:
        """Send and receive until the process ends."""
        reader, writer = await asyncio.open_connection(sock=self._socket, limit=wire.LONGEST)
        sending = asyncio.create_task(self._send(writer))
        try:
            while data := await reader.readline():
                self.heard = time.monotonic()
                take(self, wire.read(data))
        except (OSError, ValueError, KeyError, TypeError):
            pass  # it has ended in the middle of a line, or writes what is no message of ours
        finally:
            self.dead = True
            sending.cancel()
            writer.close()
            with contextlib.suppress(asyncio.CancelledError, OSError):
                await sending

    async def _send(self, writer: asyncio.StreamWriter) -> None:
        writer.write(wire.line({"is": "set-up", **self._setting}))
        with contextlib.suppress(OSError):
            while True:
                await writer.drain()  # what is overtaken while it does not read is never sent
                await self._poke.wait()
                self._poke.clear()
                for seat in list(self.seats.values()):
                    if not seat.sent and seat.work is not None:
                        seat.sent = True
                        writer.write(wire.line({"is": "work", "tab": seat.number, **seat.work}))
                        await writer.drain()
                asks, self._unasked = self._unasked, []
                for message in asks:
                    writer.write(wire.line(message))

    def kill(self) -> None:
        """End it, and all that it started."""
        self.dead = True
        self._child.close()


def _started(connection: socket.socket) -> children.Child:
    from subprocess import DEVNULL

    return children.start(
        "yisp.view.worker",
        # No more address space than is used: it is what bounds the memory.
        environment={"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"},
        stdin=connection.fileno(),
        stdout=DEVNULL,
        stderr=DEVNULL,
    )


class Pool:
    """Up to ``number`` processes, each with so many bytes of ``memory`` for decks; a piece may take
    ``patience`` seconds, all of a version's ``seconds``."""

    def __init__(self, number: int, *, seconds: float, patience: float, memory: int) -> None:
        self._number = max(1, min(number, MOST_PROCESSES))
        self._patience = patience
        self._setting = {"language": language(), "seconds": seconds, "memory": memory}
        self._workers: list[Worker] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._seats = 0
        self._asked = 0
        self._stillborn = 0
        self._closed = False

    async def __aenter__(self) -> Pool:
        """Raises :class:`CannotStart`."""
        try:
            self._start()
        except OSError as error:
            raise CannotStart(system_reason(error)) from None
        self._keep(asyncio.create_task(self._watch()))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closed = True
        for worker in list(self._workers):
            worker.kill()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # What seats do ------------------------------------------------------------------------------

    @property
    def capabilities(self) -> dict[str, Any]:
        """What these processes can do."""
        memory = self._setting["memory"]
        return {"native": True, "processes": True, "databases": False, "cores": cores(), "memory": memory}

    def seat(self, hear: Callable[[dict[str, Any]], None]) -> Seat:
        """A tab has come."""
        self._seats += 1
        return Seat(self._seats, hear)

    def submit(self, seat: Seat, work: dict[str, Any]) -> None:
        """This is the newest of a tab."""
        seat.work, seat.sent, seat.failed, seat.settled = work, False, False, False
        if seat.worker is None:
            self._place(seat)
        if seat.worker is not None:
            seat.worker.poke()

    async def ask(self, seat: Seat, question: dict[str, Any]) -> dict[str, Any]:
        """The fields of the answer; where many wait, this waits, too."""
        async with seat.room:
            if seat.worker is None or seat.failed:
                return {"error": told("There is nothing to ask about this version.")}
            self._asked += 1
            number = self._asked
            future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
            message = {**question, "is": "ask", "ask": number, "tab": seat.number}
            worker = seat.worker
            worker.asks[number] = seat, message, future
            worker.ask(message)
            try:
                return await future
            finally:
                worker.asks.pop(number, None)

    def leave(self, seat: Seat) -> None:
        """Nobody looks any more."""
        self._remove(seat)
        seat.work = None

    # Processes ----------------------------------------------------------------------------------

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _start(self) -> Worker:
        worker = Worker(self._setting)
        self._workers.append(worker)
        self._keep(asyncio.create_task(self._serve(worker)))
        return worker

    async def _serve(self, worker: Worker) -> None:
        await worker.serve(self._take)
        if not self._closed:
            self._bury(worker)

    def _take(self, worker: Worker, message: dict[str, Any]) -> None:
        match message["is"]:
            case "ready":
                worker.ready, self._stillborn = True, 0
            case "at":
                worker.at = message["tab"], message["revision"]
            case "idle":
                worker.at = None
            case "spent":
                seat = worker.seats.get(message["tab"])
                worker.at = None
                if seat is not None and seat.revision == message["revision"]:
                    self._fail(seat, message["sentence"])
            case "tell":
                seat = worker.seats.get(message["tab"])
                if seat is not None:
                    self._tell(seat, message["message"])
            case "answer":
                known = worker.asks.pop(message["ask"], None)
                if known is not None and not known[2].done():
                    known[2].set_result(message["fields"])

    def _tell(self, seat: Seat, message: dict[str, Any]) -> None:
        if message["revision"] == seat.revision:
            seat.settled = True
        seat.hear(message)

    def _place(self, seat: Seat) -> None:
        """Give a seat to the process with the fewest, or to a new one."""
        living = [worker for worker in self._workers if not worker.dead and worker.silent < SILENT]
        free = min(living, key=lambda worker: len(worker.seats), default=None)
        if (free is None or free.seats) and len(self._workers) < self._number:
            try:
                free = self._start()
            except OSError as error:
                if free is None:
                    self._fail(
                        seat, told("No process can be started: {reason}.", reason=system_reason(error))
                    )
                    return
        if free is None:
            free = min(self._workers, key=lambda worker: len(worker.seats))
        free.seats[seat.number] = seat
        seat.worker = free
        seat.sent = seat.failed or seat.work is None
        free.poke()

    def _remove(self, seat: Seat) -> None:
        worker, seat.worker = seat.worker, None
        if worker is None:
            return
        worker.seats.pop(seat.number, None)
        if not worker.dead:
            worker.ask({"is": "drop", "tab": seat.number})

    def _fail(self, seat: Seat, sentence: str) -> None:
        """A version comes to nothing."""
        seat.failed = seat.sent = True
        self._tell(seat, {"type": "trouble", "revision": seat.revision, "sentence": sentence})

    # Deaths -------------------------------------------------------------------------------------

    def _bury(self, worker: Worker, sentence: str | None = None) -> None:
        """A process has ended, or is to: others take over what it had."""
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        worker.kill()
        if not worker.ready:
            self._stillborn += 1
        blamed = None if worker.at is None else worker.seats.get(worker.at[0])
        seats, asks = list(worker.seats.values()), list(worker.asks.values())
        worker.seats.clear()
        worker.asks.clear()
        for _, _, future in asks:
            if not future.done():
                future.set_result({"error": told("What was asked came to no end, so it was given up.")})
        for seat in seats:
            seat.worker = None
            if seat is blamed and worker.at == (seat.number, seat.revision):
                self._fail(seat, sentence or told("The process that worked on this version has ended."))
            if self._stillborn >= STILLBORN:
                self._fail(seat, told("The processes that work on decks end as soon as they are started."))
                continue
            self._place(seat)
        if not self._workers and self._stillborn < STILLBORN:
            with contextlib.suppress(OSError):  # then the next version tries once more, and says so
                self._start()

    async def _watch(self) -> None:
        """Look after those that are silent."""
        while True:
            await asyncio.sleep(LOOK)
            for worker in list(self._workers):
                if worker.silent > SILENT:
                    self._look_after(worker)

    def _look_after(self, worker: Worker) -> None:
        assert worker.at is not None
        tab, revision = worker.at
        seat = worker.seats.get(tab)
        overtaken = seat is None or seat.revision != revision
        if worker.silent > (OVERTAKEN if overtaken else self._patience):
            sentence = told(
                "This version takes longer than {seconds} seconds at one piece of work, so it was ended.",
                seconds=round(self._patience, 1),
            )
            self._bury(worker, sentence)
            return
        for other in list(worker.seats.values()):
            if other is seat or other.settled:
                continue
            if not self._elsewhere(worker):
                longest = max(self._workers, key=lambda one: one.silent)
                if longest.silent > CROWDED:
                    self._bury(longest, told("This version kept others waiting, so it was ended."))
                return
            self._remove(other)
            self._place(other)

    def _elsewhere(self, worker: Worker) -> bool:
        """Whether somebody else could take its seats."""
        others = [one for one in self._workers if one is not worker and not one.dead]
        return len(self._workers) < self._number or any(one.silent < SILENT for one in others)
