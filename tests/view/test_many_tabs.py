"""Many tabs at once, a hundred edits of each: nothing is lost, and nothing is left."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from serving import DECK, SAMPLED, Server, folders_of_children, served, tab
from watching import NEEDS_PROC, alive, family, wait_until

pytestmark = pytest.mark.filterwarnings("ignore::yisp.PlayWarning")

TABS, EDITS = 20, 100


def version(number: int, revision: int) -> str:
    """What a tab has written by then; no two tabs end with the same."""
    scouts, lamps = 1 + (number + revision) % 7, 1 + (number * 3 + revision) % 5
    return DECK.replace("scout: {count: 3", f"scout: {{count: {scouts}").replace(
        "lamp: {count: 2", f"lamp: {{count: {lamps}"
    )


async def typing(server: Server, number: int) -> Any:
    async with tab(server) as page:
        for revision in range(1, EDITS + 1):
            await page.edit(revision, version(number, revision))
            await asyncio.sleep(0)
        result = await page.result(EDITS, "exact")
        while not (
            decks := [one for one in page.heard if one["type"] == "deck" and one["revision"] == EDITS]
        ):
            await page.hear()
        return page.heard, result, decks[-1]


@pytest.mark.slow
def test_every_tab_has_the_answer_to_its_last_edit(tmp_path: Path) -> None:
    import yisp

    async def talk(server: Server) -> Any:
        return await asyncio.gather(*(typing(server, number) for number in range(TABS)))

    known: dict[str, list[str]] = {}
    with served("new.yml", "--seed", "7", cwd=tmp_path) as server:
        workers = family(server.process.pid)
        found = asyncio.run(talk(server))
        assert len(set(family(server.process.pid))) <= 4 * 2  # a process, and perhaps what it builds
    for number, (heard, result, deck) in enumerate(found):
        text = version(number, EDITS)
        if text not in known:
            topics = yisp.run(yisp.loads(text), seed=7).topics.values()
            known[text] = [str(topic.success.exact) for topic in topics]
        assert [topic["success"]["exact"] for topic in result["result"]["topics"]] == known[text]
        assert [card["count"] for card in deck["cards"]][:2] == [
            1 + (number + EDITS) % 7, 1 + (number * 3 + EDITS) % 5,
        ]  # fmt: skip
        assert not [one for one in heard if one["type"] == "trouble"]
    assert not any(map(alive, workers))


@pytest.mark.slow
@NEEDS_PROC
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_behind(number: int, tmp_path: Path) -> None:
    """Also while decks are worked on, and where nobody can clear away."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()

    async def talk(server: Server) -> None:
        async with tab(server) as page, tab(server) as other:
            await page.edit(1, SAMPLED)
            await page.result(1)
            await other.edit(1, SAMPLED)
            await other.result(1)
            os.kill(server.process.pid, number)
            server.process.wait(300)

    with served("new.yml", cwd=tmp_path, TMPDIR=str(temporary)) as server:
        pid = server.process.pid
        wait_until(lambda: family(pid), "a process that works")
        workers: list[int] = []

        async def watched() -> None:
            talking = asyncio.create_task(talk(server))
            while not talking.done():
                workers.extend(family(pid))
                await asyncio.sleep(0.01)
            await talking

        asyncio.run(watched())
    assert server.process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}.get(number, -number)
    assert workers
    wait_until(lambda: not any(map(alive, workers)), "the end of all that it started")
    wait_until(lambda: not folders_of_children(str(temporary)), "the end of their folders")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["temporary"]


@pytest.mark.slow
@NEEDS_PROC
def test_a_closed_tab_is_not_worked_for(tmp_path: Path) -> None:
    async def talk(server: Server) -> None:
        async with tab(server) as page:
            await page.edit(1, SAMPLED)
            await page.result(1, "sampling")

    with served("new.yml", cwd=tmp_path) as server:
        asyncio.run(talk(server))
        workers = family(server.process.pid)
        from watching import worked

        def at_rest() -> bool:
            before = sum(map(worked, workers))
            import time

            time.sleep(0.3)
            return sum(map(worked, workers)) == before

        wait_until(at_rest, "rest")


FEW = 3

WITH_FEW = f"""
from yisp.cli import start
from yisp.view import server
server.MOST_TABS = {FEW}
start.main()
"""


def test_more_tabs_than_anybody_looks_at_are_told_so(tmp_path: Path) -> None:
    """Of a server that has room for a few: each tab costs it a tenth of a second."""
    from contextlib import AsyncExitStack

    from serving import websockets

    async def talk(server: Server) -> Any:
        async with AsyncExitStack() as tabs:
            pages = [await tabs.enter_async_context(tab(server)) for _ in range(FEW)]
            for page in pages:
                await page.until("welcome")
            async with tab(server) as late:
                said = await late.hear()
                with pytest.raises(websockets.ConnectionClosed):
                    await late.hear()
            await pages[0].socket.close()
            while True:
                async with tab(server) as next_one:
                    if (await next_one.hear())["type"] == "welcome":
                        return said

    with served("new.yml", cwd=tmp_path, command=(sys.executable, "-c", WITH_FEW)) as server:
        assert f"{FEW} tabs" in asyncio.run(talk(server))["sentence"]
