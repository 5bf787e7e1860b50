"""A process that works on decks, so that the server never has to wait for a deck.

What comes in: the messages of ``wire``, over the socket that stands in place of the standard input.  What
goes out: the same.  One thread reads, so that a newer version of the deck at hand is heard of at once;
another interrupts work on an old version that does not end by itself; all else is done by a third, at its
``desk``.

Memory is bounded (RLIMIT_AS, counted from what the process has when it is ready).  A process that came to
that end says so and ends: another takes its place.  How long a piece may take is for the server to say
(``pool``).
"""

from __future__ import annotations

import os
import socket
import threading
import time
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO

from ..messages import speak
from ..system import bound_memory
from . import wire
from .work.desk import STARVED, Desk, Spent, warm_up

if TYPE_CHECKING:
    from .work.desk import Tab
    from .work.job import Job

PATIENCE = 0.15
"""Seconds that a piece of a version gets which nobody waits for any more, before it is cut off."""

MOMENT = 0.005
"""Seconds between two looks at a piece that is overtaken."""


class Reader:
    """What comes in, and what becomes of a piece that it overtakes."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._inbox: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._overtaken: SimpleQueue[tuple[float, tuple[Tab, Job]]] = SimpleQueue()

    def listen(self, desk: Desk) -> None:
        """Begin to read what comes in for that desk."""
        for what in (self._read, self._cut_off):
            threading.Thread(target=what, args=(desk,), daemon=True).start()

    def serve(self, desk: Desk) -> None:
        """Put what comes in before the desk, until there is no more."""
        busy = False
        while True:
            while not busy or not self._inbox.empty():
                message = self._inbox.get()
                if message is None:
                    return
                desk.take_in(message)
                busy = True
            busy = desk.step()

    def waiting(self) -> bool:
        """Whether something has come in."""
        return not self._inbox.empty()

    def _read(self, desk: Desk) -> None:
        """Put what comes in into the inbox; and where it makes the version at hand an old one, say so."""
        try:
            while (message := wire.receive(self._stream)) is not None:
                self._inbox.put(message)
                at_hand = desk.at_hand
                if message["is"] == "ask" or at_hand is None:
                    continue
                tab, job = at_hand
                if tab.number == message["tab"] and not job.left:
                    job.left = True
                    patience = STARVED if tab.starved else PATIENCE
                    self._overtaken.put((time.monotonic() + patience, at_hand))
        finally:
            self._inbox.put(None)

    def _cut_off(self, desk: Desk) -> None:
        """Halt what is overtaken and does not come to an end of its piece."""
        while True:
            latest, at_hand = self._overtaken.get()
            while desk.at_hand is at_hand and time.monotonic() < latest:
                time.sleep(MOMENT)
            if desk.at_hand is at_hand:
                at_hand[1].halt()


def main() -> None:
    """What a worker does."""
    work(socket.socket(fileno=os.dup(0)))


def work(connection: socket.socket) -> None:
    """Work for the server at the other end of the connection, until it is gone."""
    stream = connection.makefile("rb")
    message = wire.receive(stream)
    if message is None:
        return
    speak(message["language"])
    warm_up()

    def send(message: dict[str, Any]) -> None:
        connection.sendall(wire.line(message))

    reader = Reader(stream)
    desk = Desk(send, message["seconds"], reader.waiting)
    reader.listen(desk)
    bound_memory(message["memory"])  # what the threads have reserved does not count
    try:
        send({"is": "ready"})
        reader.serve(desk)
    except (Spent, BrokenPipeError, ConnectionError):
        return  # another takes this one's place; or nobody wants anything of us any more
