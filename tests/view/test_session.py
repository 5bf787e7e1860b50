"""A tab by itself: what it passes on to those who work, and what it tells of what they say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from yisp.version import VERSION
from yisp.view.saving import DeckFile
from yisp.view.session import MOST_STUDIES, Served, Session
from yisp.view.talk import MOST_TROUBLE, MOST_WAITING, Outbox, Talk

Messages = list[dict[str, Any]]

CAPABILITIES = {"native": False}


def opened(path: Path | None = None, **options: Any) -> tuple[Messages, Served, Session, Messages]:
    """A tab, with what is worked on for it and what it says."""
    options = {"alone": False, "seed": None, "fresh": 7, "confirm": False, **options}
    served = Served(DeckFile("deck.yml", "text", str(path) if path else None), **options)
    works: Messages = []
    said: Messages = []
    return works, served, served.open(said.append, works.append), said


class Pool:
    """Processes of which one has died, if it ``failed``."""

    def __init__(self) -> None:
        self.works: Messages = []
        self.left: list[Any] = []
        self.failed = False
        self.answers = asyncio.Semaphore(0)

    def seat(self, hear: Callable[[dict[str, Any]], None]) -> Any:
        self.hear = hear
        return self

    def submit(self, seat: Any, work: dict[str, Any]) -> None:
        self.works.append(work)

    def leave(self, seat: Any) -> None:
        self.left.append(seat)

    async def ask(self, seat: Any, question: dict[str, Any]) -> dict[str, Any]:
        self.works.append(question)
        await self.answers.acquire()
        return {"answer": question["trial"]}


def send(session: Session, **message: Any) -> dict[str, Any] | None:
    return session.read(json.dumps(message))


def test_a_shared_deck_names_no_files_either() -> None:
    for alone, confirm in ((False, False), (True, False), (False, True), (True, True)):
        _, served, session, said = opened(alone=alone, confirm=confirm)
        session.begin({}, CAPABILITIES)
        served.run()
        assert served.about["alone"] is (alone or confirm)
        assert said[0]["capabilities"]["files"] is not (alone or confirm) and not served.confirm


def test_the_newest_of_everything_is_worked_on() -> None:
    works, served, session, said = opened(seed=3)
    session.begin({"a": "b"}, CAPABILITIES)
    (welcome,) = said
    assert welcome == {
        "type": "welcome", "file": "deck.yml", "text": "text", "language": "en", "messages": {"a": "b"},
        "seed": 3, "confirm": False, "writable": False, "version": VERSION,
        "capabilities": {"native": False, "files": True},
    }  # fmt: skip
    newest = {
        "revision": 0, "text": "text", "pinned": None, "topic": None, "studies": [], "file": served.about,
    }  # fmt: skip
    assert works.pop() == newest
    study = {"id": 1, "kind": "why", "options": {"topic": "t"}}
    for message, changed in (
        ({"type": "edit", "revision": 4, "text": "new"}, {"revision": 4, "text": "new"}),
        ({"type": "pin", "text": "old"}, {"pinned": "old"}),
        ({"type": "topic", "name": "t"}, {"topic": "t"}),
        ({"type": "study", **study}, {"studies": [study]}),
        ({"type": "leave", "id": 1}, {"studies": []}),
        ({"type": "unpin"}, {"pinned": None}),
    ):
        assert send(session, **message) is None
        newest |= changed
        assert works.pop() == newest and not works
    send(session, type="leave", id=1)
    assert not works, "nothing is new"
    question = {"type": "fixes", "id": 3, "revision": 4}
    assert send(session, **question) == question
    assert send(session, type="nonsense") is None and said[-1]["type"] == "trouble"
    session.close()
    session.submit()
    assert (works, served.sessions) == ([], [])


def test_nothing_is_run_before_somebody_said_so() -> None:
    works, served, session, _ = opened(confirm=True)
    session.begin({}, CAPABILITIES)
    send(session, type="edit", revision=1, text="new")
    assert not works and served.about["alone"]
    served.open(lambda message: None, works.append)
    send(session, type="run")
    assert [work["text"] for work in works] == ["new", ""] and not served.confirm


def test_a_file_that_cannot_be_read_is_said_to_be_one(tmp_path: Path) -> None:
    _, _, session, said = opened(tmp_path)
    session.begin({}, CAPABILITIES)
    assert [one["type"] for one in said] == ["trouble", "welcome"]
    assert said[0]["sentence"].startswith("deck.yml cannot be read: ") and said[1]["writable"]


def test_what_is_overtaken_or_was_left_is_not_told() -> None:
    _, _, session, said = opened()
    send(session, type="edit", revision=2, text="new")
    for heard, is_told in (
        ({"type": "result", "revision": 1}, False),
        ({"type": "result", "revision": 2}, True),
        ({"type": "trouble", "sentence": "x"}, True),
        ({"type": "studied", "id": 1, "revision": 2}, False),
    ):
        said.clear()
        session.hear(heard)
        assert said == [heard] * is_told
    send(session, type="study", id=1, kind="why", options={})
    session.hear({"type": "studied", "id": 1, "revision": 2})
    assert said.pop() == {"type": "studied", "id": 1, "revision": 2}


def test_no_more_than_so_many_studies_are_open() -> None:
    works, _, session, said = opened()
    for number in range(MOST_STUDIES + 1):
        send(session, type="study", id=number, kind="why", options={})
    assert len(works) == len(works[-1]["studies"]) == MOST_STUDIES
    (refused,) = said
    assert (refused["id"], refused["revision"], refused["state"]) == (MOST_STUDIES, 0, "done")
    assert "There are 8 studies open already" in refused["error"]
    send(session, type="study", id=0, kind="odds", options={})
    assert len(works[-1]["studies"]) == MOST_STUDIES, "the same is asked otherwise"


def test_studies_are_given_up_where_a_process_died() -> None:
    trouble = {"type": "trouble", "sentence": "It died."}

    async def converse() -> None:
        pool: Any = Pool()
        _, served, _, _ = opened()
        talk = Talk(served, pool, asyncio.Lock())
        for number in range(2):
            send(talk.session, type="study", id=number, kind="why", options={})
        pool.hear(trouble)
        assert await talk.outbox.take() == trouble, "nothing has died"
        pool.failed = True
        pool.hear({**trouble, "revision": 5})  # of a text that is not the newest
        pool.hear(trouble)
        for number in range(2):
            given_up = await talk.outbox.take()
            assert (given_up["id"], given_up["error"], given_up["revision"]) == (number, "It died.", 0)
        assert not talk.outbox._waiting
        assert len(pool.works) == 2, "all tabs are told first"
        await asyncio.sleep(0)
        assert pool.works[-1]["studies"] == []
        pool.hear(trouble)
        assert await talk.outbox.take() == trouble, "there is nothing left to give up"
        talk.close()
        assert pool.left == [pool] and talk.session not in served.sessions

    asyncio.run(converse())


def test_so_many_questions_wait_and_no_more_are_read() -> None:
    async def converse() -> None:
        pool: Any = Pool()
        _, served, _, _ = opened()
        talk = Talk(served, pool, asyncio.Lock())

        async def read(number: int) -> None:
            asked = {"type": "trial", "id": number, "revision": 0, "topic": "t", "trial": number}
            await talk.read(json.dumps(asked))

        reading = [asyncio.create_task(read(number)) for number in range(MOST_WAITING + 2)]
        await asyncio.sleep(0.01)
        assert [one.done() for one in reading] == [True] * MOST_WAITING + [False] * 2
        assert pool.works == [
            {"type": "trial", "revision": 0, "topic": "t", "trial": number} for number in range(MOST_WAITING)
        ]
        pool.answers.release()
        assert await talk.outbox.take() == {"type": "reply", "id": 0, "answer": 0}
        await asyncio.sleep(0.01)
        assert len(pool.works) > MOST_WAITING and reading[MOST_WAITING].done()
        reading[-1].cancel()
        talk.close()
        for _ in range(2 * MOST_WAITING):
            pool.answers.release()
        await asyncio.sleep(0.01)
        assert pool.left == [pool] and not talk.outbox._waiting, "nobody is there to be answered"

    asyncio.run(converse())


def test_a_shared_deck_is_asked_nothing_before_somebody_said_so() -> None:
    async def converse() -> None:
        pool: Any = Pool()
        _, served, _, _ = opened(confirm=True)
        talk = Talk(served, pool, asyncio.Lock())
        asked = json.dumps({"type": "trial", "id": 3, "revision": 0, "topic": "t", "trial": 5})
        await talk.read(asked)
        refused = await talk.outbox.take()
        assert refused == {
            "type": "reply", "id": 3, "error": "This deck is not run before you said so.",
        }  # fmt: skip
        assert pool.works == []
        served.run()
        pool.answers.release()
        await talk.read(asked)
        assert (await talk.outbox.take()) == {"type": "reply", "id": 3, "answer": 5}

    asyncio.run(converse())


def test_of_two_tabs_that_save_the_second_is_told(tmp_path: Path) -> None:
    path = tmp_path / "deck.yml"

    async def converse() -> None:
        lock = asyncio.Lock()
        _, served, _, _ = opened(path)
        talks = [Talk(served, Pool(), lock) for _ in range(2)]  # type: ignore[arg-type]

        async def saved(tab: int, number: int, text: str, **more: Any) -> dict[str, Any]:
            await talks[tab].read(json.dumps({"type": "save", "id": number, "text": text, **more}))
            return await talks[tab].outbox.take()

        assert await saved(0, 1, "one") == {"type": "reply", "id": 1, "saved": True}
        assert await saved(0, 2, "one more") == {"type": "reply", "id": 2, "saved": True}
        changed = await saved(1, 1, "two")
        assert changed.pop("error").startswith("deck.yml has changed on disk")
        assert changed == {"type": "reply", "id": 1, "changed": True}
        assert path.read_text("utf-8") == "one more"
        assert await saved(1, 2, "two", force=True) == {"type": "reply", "id": 2, "saved": True}
        assert path.read_text("utf-8") == "two"
        assert await saved(1, 3, "half \ud83c") == {
            "type": "reply", "id": 3,
            "error": "There is half a character in this text, so it was not saved.",
        }  # fmt: skip
        assert not lock.locked() and path.read_text("utf-8") == "two"

    asyncio.run(converse())


def test_what_is_overtaken_is_not_sent_and_trouble_does_not_pile_up() -> None:
    async def sent(*messages: dict[str, Any]) -> list[dict[str, Any]]:
        box = Outbox()
        for message in messages:
            box.put(message)
        return [await box.take() for _ in range(len(box._waiting))]

    first, second = {"type": "result", "n": 1}, {"type": "result", "n": 2}
    one, other = {"type": "studied", "id": 1, "n": 1}, {"type": "studied", "id": 2}
    reply = {"type": "reply", "id": 1}
    newest = {**one, "n": 2}
    assert asyncio.run(sent(first, one, reply, other, second, newest, reply)) == [
        reply, other, second, newest, reply,
    ]  # fmt: skip
    troubles = [{"type": "trouble", "n": number} for number in range(MOST_TROUBLE + 2)]
    assert asyncio.run(sent(reply, *troubles)) == [reply, *troubles[2:]]
