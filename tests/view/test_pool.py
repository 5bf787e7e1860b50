"""Processes that share the tabs: what they are sent, what becomes of it, what follows where one is silent.

No process is started: in its place a thread of this one works, or the test itself plays it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from serving import DECK

from yisp.view import pool as module
from yisp.view import wire, worker
from yisp.view.pool import CannotStart, Pool, Seat
from yisp.view.work.job import Job

HANGING = 30
"""Seconds after which a conversation counts as hanging; it takes less than one."""

FILE = {"name": "deck.yml", "path": None, "alone": True, "seed": 7, "fresh": 0, "pictures": None}


def work(revision: int, text: str = DECK, **more: Any) -> dict[str, Any]:
    return {
        "revision": revision, "text": text, "pinned": None, "topic": None, "file": FILE, "studies": [],
        **more,
    }  # fmt: skip


def talk(conversation: Callable[[Pool], Awaitable[Any]], number: int = 2, **limits: Any) -> Any:
    """What came of talking to a pool."""

    async def begin() -> Any:
        given = {"seconds": 60.0, "patience": 60.0, "memory": 2**30, **limits}
        async with Pool(number, **given) as pool:
            return await asyncio.wait_for(conversation(pool), HANGING)

    return asyncio.run(begin())


class Tab:
    """A seat, and what it hears."""

    def __init__(self, pool: Pool, number: int = 1) -> None:
        self.heard: list[dict[str, Any]] = []
        self.seat = Seat(number, self._hear)
        self._pool = pool
        self._poke = asyncio.Event()

    def _hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        self._poke.set()

    def submit(self, revision: int, text: str = DECK, **more: Any) -> None:
        self._pool.submit(self.seat, work(revision, text, **more))

    async def until(self, suits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not any(map(suits, self.heard)):
            self._poke.clear()
            await self._poke.wait()
        return next(filter(suits, self.heard))

    async def result(self, revision: int, *states: str) -> dict[str, Any]:
        return await self.until(
            lambda one: one["type"] == "result" and one["revision"] == revision and one["state"] in states
        )

    async def trouble(self, revision: int | None) -> str:
        said = await self.until(lambda one: one["type"] == "trouble" and one["revision"] == revision)
        return str(said["sentence"])

    async def ask(self, kind: str, revision: int, **fields: Any) -> dict[str, Any]:
        return await self._pool.ask(self.seat, {"type": kind, "revision": revision, **fields})


# Workers ------------------------------------------------------------------------------------------------


class Thread:
    """In place of a child: the same work, in a thread."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = socket.socket(fileno=os.dup(connection.fileno()))
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def _work(self) -> None:
        with contextlib.suppress(OSError):
            worker.work(self._connection)
        self._end()

    def _end(self) -> None:
        with contextlib.suppress(OSError):  # it is at its end already
            self._connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._end()
        self._thread.join()
        self._connection.close()


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[Thread]:
    """The workers that were started, in threads."""
    started: list[Thread] = []

    def start(connection: socket.socket) -> Thread:
        started.append(Thread(connection))
        return started[-1]

    monkeypatch.setattr(module, "_started", start)
    monkeypatch.setattr(worker, "bound_memory", lambda memory: None)
    monkeypatch.setattr(worker, "warm_up", lambda: None)
    return started


@pytest.mark.usefixtures("threads")
def test_questions_are_answered_about_the_version_they_are_about() -> None:
    async def conversation(pool: Pool) -> None:
        tab = Tab(pool)
        assert await tab.ask("hover", 1, line=1, column=1) == {
            "error": "There is nothing to ask about this version."
        }
        tab.submit(1)
        await tab.result(1, "exact")
        assert [one["type"] for one in tab.heard[:2]] == ["diagnostics", "result"]
        assert (await tab.ask("hover", 2, line=1, column=1))[
            "error"
        ] == "The deck has changed since that was asked."
        line = DECK.splitlines().index("simulate:") + 1
        assert (await tab.ask("hover", 1, line=line, column=1))["hover"]["title"] == "simulate"
        assert await tab.ask("hover", 1, line=1, column=99) == {"hover": None}
        found = await tab.ask("complete", 1, line=line, column=1)
        assert "simulate" in {one["label"] for one in found["items"]}
        trial = await tab.ask("trial", 1, topic="opening", trial=3)
        assert trial["trial"] == 3 and [kind["name"] for kind in trial["kinds"]][:2] == ["scout", "lamp"]
        assert (await tab.ask("trial", 1, topic="no", trial=0))["error"] == "This version has no topic 'no'."
        assert "<html" in (await tab.ask("report", 1))["html"]
        shared = (await tab.ask("share", 1))["text"]
        assert shared.startswith("# A deck of Yisp ") and "a:start" in shared

    talk(conversation)


@pytest.mark.usefixtures("threads")
def test_a_version_with_mistakes_has_no_answers_but_a_sentence() -> None:
    async def conversation(pool: Pool) -> Any:
        tab = Tab(pool)
        tab.submit(1, DECK.replace("hands: {", "hands: {nonsense: 1, "))
        await tab.until(lambda one: one["type"] == "diagnostics" and bool(one["items"]))
        tab.submit(2, "extends: gone.yml\n")
        await tab.until(lambda one: one["revision"] == 2)
        mistakes = [(await tab.ask(kind, 2))["error"] for kind in ("share", "report")]
        looking = DECK.replace("opening: {", "opening: {policy: staged-search, method: exact, ")
        tab.submit(3, looking.replace("@;(# X B)", "[1]@;(# X B)"))
        return mistakes, [await tab.trouble(3), (await tab.ask("report", 3))["error"]]

    mistakes, said = talk(conversation)
    assert set(mistakes) == {"This version has mistakes: mend them first."}
    assert all("Topic 'opening' cannot be played: it looks ahead" in one for one in said)


def test_where_memory_or_yisp_fails_the_next_version_is_worked_on(
    threads: list[Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = Job.steps

    def failing(job: Job) -> Iterator[None]:
        if job.revision in (1, 2):
            raise MemoryError if job.revision == 1 else RuntimeError("a fault of ours")
        yield from steps(job)

    monkeypatch.setattr(Job, "steps", failing)

    async def conversation(pool: Pool) -> list[str]:
        tab, other = Tab(pool), Tab(pool, 2)
        other.submit(9)
        await other.result(9, "exact")
        tab.submit(1)
        said = [await tab.trouble(1)]
        tab.submit(2)
        said.append(await tab.trouble(2))
        tab.submit(3)
        await tab.result(3, "exact")
        return said

    memory, ours = talk(conversation)
    assert memory == "This version takes more memory than it may have, so it was ended."
    assert ours.startswith("Yisp failed on this version (RuntimeError: a fault of ours)")
    assert len(threads) == 3, "a process for each tab, and one in place of that which had no memory"


# The pool -----------------------------------------------------------------------------------------------


class Puppet:
    """In place of a child: what it is sent can be read, and it says what it is told to."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = socket.socket(fileno=os.dup(connection.fileno()))
        self._connection.setblocking(False)
        self._stream = asyncio.create_task(asyncio.open_connection(sock=self._connection, limit=wire.LONGEST))
        self.closed = False

    async def says(self, **message: Any) -> None:
        _, writer = await self._stream
        writer.write(wire.line({name.rstrip("_"): one for name, one in message.items()}))
        await writer.drain()

    async def reads(self) -> dict[str, Any]:
        reader, _ = await self._stream
        return wire.read(await reader.readline())

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._stream.add_done_callback(lambda done: done.result()[1].close())


@pytest.fixture
def puppets(monkeypatch: pytest.MonkeyPatch) -> list[Puppet]:
    """The processes that were started, all of which the test plays."""
    started: list[Puppet] = []

    def start(connection: socket.socket) -> Puppet:
        started.append(Puppet(connection))
        return started[-1]

    monkeypatch.setattr(module, "_started", start)
    for name, seconds in (("LOOK", 0.005), ("SILENT", 0.03), ("OVERTAKEN", 0.06), ("CROWDED", 0.06)):
        monkeypatch.setattr(module, name, seconds)
    return started


async def reading(puppet: Puppet, kind: str) -> dict[str, Any]:
    """The next message of that kind."""
    while (message := await puppet.reads())["is"] != kind:
        pass
    return message


def test_tabs_are_shared_out_and_what_was_overtaken_is_not_sent(puppets: list[Puppet]) -> None:
    async def conversation(pool: Pool) -> None:
        tabs = [Tab(pool, number) for number in range(1, 4)]
        for tab in tabs:
            tab.submit(1)
            tab.submit(2)
        assert len(puppets) == 2
        first = await puppets[0].reads()
        assert (first["is"], first["seconds"], first["memory"]) == ("set-up", 60.0, 2**30)
        sent = [await puppets[0].reads(), await puppets[0].reads(), await reading(puppets[1], "work")]
        assert [(one["tab"], one["revision"]) for one in sent] == [(1, 2), (3, 2), (2, 2)]
        pool.leave(tabs[2].seat)
        assert await puppets[0].reads() == {"is": "drop", "tab": 3}
        await puppets[0].says(is_="tell", tab=3, message={"type": "deck", "revision": 2})
        await puppets[0].says(is_="tell", tab=1, message={"type": "deck", "revision": 2})
        await tabs[0].until(lambda one: one["type"] == "deck")
        assert not tabs[2].heard, "nobody looks any more"

    talk(conversation)


def test_a_silent_process_is_ended_and_its_version_given_up(puppets: list[Puppet]) -> None:
    async def conversation(pool: Pool) -> str:
        tab, other = Tab(pool, 1), Tab(pool, 2)
        tab.submit(1)
        other.submit(1)
        for puppet in puppets:
            await puppet.says(is_="ready")
        asked = asyncio.create_task(tab.ask("hover", 1))
        assert (await reading(puppets[0], "ask"))["type"] == "hover"
        await puppets[0].says(is_="at", tab=1, revision=1)
        said = await tab.trouble(1)
        assert (await asked)["error"] == "What was asked came to no end, so it was given up."
        assert puppets[0].closed and not puppets[1].closed and not other.heard
        tab.submit(2)
        assert (await reading(puppets[-1], "work"))["revision"] == 2
        return said

    said = talk(conversation, patience=0.1)
    assert said == "This version takes longer than 0.1 seconds at one piece of work, so it was ended."


def test_one_that_is_silent_about_what_was_overtaken_is_ended_sooner(puppets: list[Puppet]) -> None:
    async def conversation(pool: Pool) -> None:
        tab = Tab(pool)
        tab.submit(1)
        await puppets[0].says(is_="ready")
        await puppets[0].says(is_="at", tab=1, revision=1)
        tab.submit(2)
        while len(puppets) < 2:
            await asyncio.sleep(0.005)
        assert (await reading(puppets[1], "work"))["revision"] == 2
        assert not tab.heard

    talk(conversation, number=1)


def test_who_waits_behind_a_silent_process_moves(puppets: list[Puppet]) -> None:
    async def conversation(pool: Pool) -> None:
        tabs = [Tab(pool, number) for number in range(1, 4)]  # the first and the last at one process
        for tab in tabs:
            tab.submit(1)
        for number, puppet in enumerate(puppets, 1):
            await puppet.says(is_="ready")
            await reading(puppet, "work")
            await puppet.says(is_="at", tab=number, revision=1)
        await puppets[1].says(is_="idle")
        assert (await reading(puppets[1], "work"))["tab"] == 3
        assert not puppets[0].closed

    talk(conversation)


def test_where_all_are_silent_the_longest_is_ended_for_whoever_waits(puppets: list[Puppet]) -> None:
    async def conversation(pool: Pool) -> str:
        tabs = [Tab(pool, number) for number in range(1, 4)]
        for tab in tabs:
            tab.submit(1)
        for number, puppet in enumerate(puppets, 1):
            await puppet.says(is_="ready")
            await puppet.says(is_="at", tab=number, revision=1)
        return await tabs[0].trouble(1)

    assert talk(conversation) == "This version kept others waiting, so it was ended."
    assert puppets[0].closed


def test_processes_that_end_at_once_are_given_up(puppets: list[Puppet]) -> None:
    async def conversation(pool: Pool) -> str:
        tab = Tab(pool)
        tab.submit(1)
        for number in range(module.STILLBORN):
            while len(puppets) <= number:
                await asyncio.sleep(0.005)
            puppets[number].close()
        return await tab.trouble(1)

    assert talk(conversation, number=1) == "The processes that work on decks end as soon as they are started."
    assert len(puppets) == module.STILLBORN


def test_what_is_no_message_ends_a_process(puppets: list[Puppet]) -> None:
    async def conversation(pool: Pool) -> str:
        tab = Tab(pool)
        tab.submit(1)
        await puppets[0].says(is_="ready")
        await puppets[0].says(is_="at", tab=1, revision=1)
        await puppets[0].says(nothing=1)
        return await tab.trouble(1)

    assert talk(conversation, number=1) == "The process that worked on this version has ended."


def test_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch, puppets: list[Puppet]) -> None:
    start = module._started

    def full(_: socket.socket) -> Any:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    async def conversation(pool: Pool) -> str:
        monkeypatch.setattr(module, "_started", full)
        one, other = Tab(pool), Tab(pool, 2)
        one.submit(1)
        other.submit(1)
        assert [(await reading(puppets[0], "work"))["tab"] for _ in range(2)] == [1, 2]
        puppets[0].close()
        return await one.trouble(1)

    assert talk(conversation).startswith("No process can be started: ")
    monkeypatch.setattr(module, "_started", full)
    with pytest.raises(CannotStart):
        talk(conversation)
    monkeypatch.setattr(module, "_started", start)


@pytest.mark.usefixtures("puppets")
def test_a_tab_asks_no_more_than_so_much_at_once(puppets: list[Puppet]) -> None:
    async def conversation(pool: Pool) -> None:
        tab = Tab(pool)
        tab.submit(1)
        asking = [asyncio.create_task(tab.ask("hover", 1, number=n)) for n in range(module.MOST_ASKED + 1)]
        asks = [await reading(puppets[0], "ask") for _ in range(module.MOST_ASKED)]
        assert [one["number"] for one in asks] == list(range(module.MOST_ASKED))
        await puppets[0].says(is_="answer", ask=asks[0]["ask"], fields={"hover": None})
        assert (await reading(puppets[0], "ask"))["number"] == module.MOST_ASKED
        for task in asking:
            task.cancel()

    talk(conversation)


# A piece that is overtaken -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ends", "halted", "slept"),
    [(0, False, 0), (2, False, 2), (99, True, 3)],
    ids=["it has ended", "it ends soon", "it does not end"],
)
def test_a_piece_that_is_overtaken_is_halted_where_it_does_not_end(
    ends: int, halted: bool, slept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has three moments; so many moments it takes."""
    halts: list[bool] = []
    piece: Any = (None, SimpleNamespace(halt=lambda: halts.append(True)))
    desk: Any = SimpleNamespace(at_hand=piece if ends else None)
    moments: list[float] = []

    def sleep(seconds: float) -> None:
        moments.append(seconds)
        assert len(moments) <= 3
        if len(moments) == ends:
            desk.at_hand = None

    clock = SimpleNamespace(sleep=sleep, monotonic=lambda: float(len(moments)))
    monkeypatch.setattr(worker, "time", clock)
    reader: Any = worker.Reader(BytesIO())
    reader._overtaken = SimpleNamespace(get=iter([(3.0, piece)]).__next__)
    with pytest.raises(StopIteration):
        reader._cut_off(desk)
    assert (halts, moments) == ([True] * halted, [worker.MOMENT] * slept)
