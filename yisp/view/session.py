"""One tab: what it has come to, and what is to be sent to it.

What comes in: the messages of its page, one after another.  What goes out: the messages of ``protocol``.  A
page that is slow to read gets fewer results, and the newest; one that asks faster than it is answered is read
more slowly.  So nothing is lost, and nothing piles up.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from ..deck.files import Unreadable
from ..messages import LANGUAGES, language, told, translated
from ..version import VERSION
from . import protocol
from .pool import Pool, Seat
from .saving import CannotSave, Changed, DeckFile, Known

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..page.pictures import Pictures

MOST_WAITING = 32
"""Questions under way after which no more are read."""

REPLACED = ("diagnostics", "deck", "result", "studied")
"""Of these only the newest is worth sending; of ``studied``, the newest of each study."""

MOST_STUDIES = 8
"""Studies that a tab may ask for at a time."""

MOST_TROUBLE = 16


class Served:
    """What all tabs of a server share: the deck's file, the processes, whether its decks may be run."""

    def __init__(
        self,
        file: DeckFile,
        pool: Pool,
        *,
        alone: bool,
        seed: int | None,
        fresh: int,
        confirm: bool,
        pictures: Pictures | None = None,
    ) -> None:
        """With ``confirm``, nothing is run before somebody said so; ``alone`` decks name packaged files only.
        The ``seed`` is that of every deck; where it is None, decks that have none of their own get the
        ``fresh`` one.  ``pictures`` of cards are the user's own."""
        self.file = file
        self.pool = pool
        self.confirm = confirm
        self.pictures = pictures
        self.sessions: dict[int, Session] = {}
        self.saving = asyncio.Lock()
        self.seed = fresh if seed is None else seed
        self.about = {
            "name": file.name, "path": file.path, "alone": alone or confirm, "seed": seed, "fresh": fresh,
            "pictures": None if pictures is None else pictures.folder,
        }  # fmt: skip
        self._tabs = 0

    def open(self) -> Session:
        """A new tab."""
        self._tabs += 1
        session = self.sessions[self._tabs] = Session(self, self._tabs)
        return session

    def run(self) -> None:
        """Decks may be run from now on."""
        self.confirm = False
        for session in self.sessions.values():
            session.submit()


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


class Session:
    """A tab."""

    def __init__(self, served: Served, number: int) -> None:
        self.number = number
        self.outbox = Outbox()
        self.revision = 0
        self.text = ""
        self.closed = False
        self._served = served
        self._known = Known()
        self._pinned: str | None = None
        self._topic: str | None = None
        self._studies: dict[int, dict[str, Any]] = {}
        self._seat = Seat(number, self._hear)
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, messages: dict[str, Any]) -> None:
        """Welcome the page; ``messages`` is the catalogue of its language."""
        served = self._served
        try:
            self.text, self._known = served.file.read()
        except Unreadable as error:
            reason = translated(error.message)
            sentence = told("{file} cannot be read: {reason}.", file=served.file.name, reason=reason)
            self.outbox.put(protocol.trouble(sentence))
        spoken = language()
        assert spoken in LANGUAGES
        self.outbox.put(
            {
                "type": "welcome", "file": served.file.name, "text": self.text, "language": spoken,
                "messages": messages, "seed": served.seed, "confirm": served.confirm,
                "writable": served.file.path is not None, "version": VERSION, "tab": self.number,
            }
        )  # fmt: skip
        self.submit()

    def submit(self) -> None:
        """Have the newest text worked on, if that may be."""
        if self._served.confirm or self.closed:
            return
        work = {
            "revision": self.revision, "text": self.text, "pinned": self._pinned, "topic": self._topic,
            "studies": list(self._studies.values()), "file": self._served.about,
        }  # fmt: skip
        self._served.pool.submit(self._seat, work)

    def close(self) -> None:
        """The tab is gone."""
        self.closed = True
        self._served.sessions.pop(self.number, None)
        self._served.pool.leave(self._seat)
        for task in self._tasks:
            task.cancel()

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("revision") not in (None, self.revision):
            return  # what is overtaken says nothing any more
        if message["type"] == "studied" and message["id"] not in self._studies:
            return
        if message["type"] == "trouble" and self._seat.failed and self._studies:
            self._give_up_studies(message["sentence"])
        else:
            self.outbox.put(message)

    def _give_up_studies(self, sentence: str) -> None:
        """A process has died of this version: perhaps of a study, so try without."""
        for ask in self._studies.values():
            message = protocol.studied(ask["id"], ask["kind"], error=sentence)
            self.outbox.put({**message, "revision": self.revision})
        self._studies.clear()
        asyncio.get_running_loop().call_soon(self.submit)

    # What the page says -------------------------------------------------------------------------

    async def read(self, data: str) -> None:
        """A message of the page."""
        try:
            message = protocol.read(data)
        except protocol.Unfit as error:
            self.outbox.put(protocol.trouble(translated(error.args[0])))
            return
        match message["type"]:
            case "edit":
                self.revision, self.text = message["revision"], message["text"]
                self.submit()
            case "pin":
                self._pinned = message["text"]
                self.submit()
            case "unpin":
                self._pinned = None
                self.submit()
            case "topic":
                self._topic = message["name"]
                self.submit()
            case "study":
                self._ask_study({name: message[name] for name in ("id", "kind", "options")})
            case "leave":
                if self._studies.pop(message["id"], None) is not None:
                    self.submit()
            case "run":
                self._served.run()
            case "save":
                await self._begin(lambda: self._save(message))
            case _:
                await self._begin(lambda: self.ask(message))

    def _ask_study(self, ask: dict[str, Any]) -> None:
        if ask["id"] not in self._studies and len(self._studies) >= MOST_STUDIES:
            error = told("There are {number} studies open already; close one of them.", number=MOST_STUDIES)
            message = protocol.studied(ask["id"], ask["kind"], error=error)
            self.outbox.put({**message, "revision": self.revision})
            return
        self._studies[ask["id"]] = ask
        self.submit()

    async def _begin(self, answer: Callable[[], Any]) -> None:
        """Answer a question while others are read; where too many wait, first wait for one of them."""
        while len(self._tasks) >= MOST_WAITING:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        task = asyncio.create_task(answer())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def ask(self, question: dict[str, Any]) -> None:
        """Have a question about the deck answered."""
        fields = await self.answer(question)
        self.outbox.put(protocol.reply(question["id"], **fields))

    async def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """The fields of the answer."""
        if self._served.confirm:
            return {"error": told("This deck is not run before you said so.")}
        return await self._served.pool.ask(
            self._seat, {name: question[name] for name in question if name != "id"}
        )

    async def _save(self, message: dict[str, Any]) -> None:
        number, force = message["id"], message.get("force", False)
        async with self._served.saving:
            try:
                self._known = await asyncio.to_thread(
                    self._served.file.save, message["text"], self._known, force=force
                )
            except Changed as error:
                self.outbox.put(protocol.reply(number, error=str(error), changed=True))
            except CannotSave as error:
                self.outbox.put(protocol.reply(number, error=str(error)))
            else:
                self.outbox.put(protocol.reply(number, saved=True))
