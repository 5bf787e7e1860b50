"""A tab's socket: no message is lost, and none pile up, however slowly the page reads.

What comes in: the messages of a page, and those of its session.  What goes out: the session's to the page,
and the answers to its questions.  A page that is slow to read gets fewer results, and the newest; one that
asks faster than it is answered is read more slowly.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from ..messages import told
from . import protocol
from .saving import CannotSave, Changed

if TYPE_CHECKING:
    from collections.abc import Callable

    from .pool import Pool
    from .session import Served

MOST_WAITING = 32
"""Questions under way after which no more are read."""

REPLACED = ("diagnostics", "deck", "result", "studied")
"""Of these only the newest is worth sending; of ``studied``, the newest of each study."""

MOST_TROUBLE = 16


class Outbox:
    """What is to be sent, in order; what is overtaken is not."""

    def __init__(self) -> None:
        self._waiting: list[dict[str, Any]] = []
        self._poke = asyncio.Event()

    def put(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind in REPLACED:
            what = kind, message.get("id")
            self._waiting = [one for one in self._waiting if (one["type"], one.get("id")) != what]
        elif kind == "trouble":
            others = [one for one in self._waiting if one["type"] == kind]
            if len(others) >= MOST_TROUBLE:
                self._waiting.remove(others[0])
        self._waiting.append(message)
        self._poke.set()

    async def take(self) -> dict[str, Any]:
        """The next one, when there is one."""
        while not self._waiting:
            self._poke.clear()
            await self._poke.wait()
        return self._waiting.pop(0)


class Talk:
    """A tab's session at a server."""

    def __init__(self, served: Served, pool: Pool, saving: asyncio.Lock) -> None:
        """``saving`` is held by the tab that writes the file."""
        self.outbox = Outbox()
        self._seat = pool.seat(self._hear)
        self.session = served.open(self.outbox.put, lambda work: pool.submit(self._seat, work))
        self._served = served
        self._pool = pool
        self._saving = saving
        self._tasks: set[asyncio.Task[None]] = set()

    async def read(self, data: str) -> None:
        """A message of the page."""
        message = self.session.read(data)
        if message is not None:
            await self._begin(
                lambda: self._save(message) if message["type"] == "save" else self._ask(message)
            )

    def _hear(self, message: dict[str, Any]) -> None:
        """What the processes tell of the deck."""
        is_newest = message.get("revision") in (None, self.session.revision)
        died = message["type"] == "trouble" and self._seat.failed and is_newest
        if died and self.session.give_up_studies(message["sentence"]):
            asyncio.get_running_loop().call_soon(self.session.submit)  # when all tabs have been told
        else:
            self.session.hear(message)

    def close(self) -> None:
        """The tab is gone."""
        self.session.close()
        self._pool.leave(self._seat)
        for task in self._tasks:
            task.cancel()

    async def _begin(self, answer: Callable[[], Any]) -> None:
        """Answer a question while others are read; where too many wait, first wait for one of them."""
        while len(self._tasks) >= MOST_WAITING:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        task = asyncio.create_task(answer())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, question: dict[str, Any]) -> None:
        number = question.pop("id")
        if self._served.confirm:
            fields = {"error": told("This deck is not run before you said so.")}
        else:
            fields = await self._pool.ask(self._seat, question)
        self.outbox.put(protocol.reply(number, **fields))

    async def _save(self, message: dict[str, Any]) -> None:
        number, force = message["id"], message.get("force", False)
        session = self.session
        async with self._saving:
            try:
                session.known = await asyncio.to_thread(
                    self._served.file.save, message["text"], session.known, force=force
                )
            except Changed as error:
                self.outbox.put(protocol.reply(number, error=str(error), changed=True))
            except CannotSave as error:
                self.outbox.put(protocol.reply(number, error=str(error)))
            else:
                self.outbox.put(protocol.reply(number, saved=True))
