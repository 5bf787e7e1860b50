"""Decks that mean harm, in a tab: each comes to trouble in a sentence, and the next version works."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from commanding import a_deck
from serving import DECK, ENDLESS, Server, served, tab
from watching import NEEDS_PROC, alive, family, wait_until

CARDS = "{" + ", ".join(f"c{i}: {{count: 2, attribute: [x{i}, y]}}" for i in range(5000)) + "}"

GREEDY_FOR_MEMORY = a_deck(
    topic="stats: {" + ", ".join(f"s{i}: (rand 0 99999999999)" for i in range(300)) + "}"
)
"""A deck of which every trial has hundreds of numbers that were never there before."""

QUIET = 1.5
"""Seconds without a word after which none is expected any more."""

LASTING = {
    "a loop": ENDLESS,
    "judging": ENDLESS.replace("[1]@;(while 1 (= x (+ x 1)))", "").replace(
        "{A: {hand: [a]}}", "{A: {condition: '(block (while 1 1) 1)'}}"
    ),
    "while an exact answer is sought": ENDLESS.replace("method: sample, ", ""),
}  # fmt: skip
"""Decks of which one trial takes minutes."""


async def mended(server: Server, text: str) -> Any:
    """What the trouble with a deck was; then another one is worked on."""
    async with tab(server) as page:
        await page.edit(1, text)
        said = await page.until("trouble", lambda one: one["revision"] == 1)
        with pytest.raises(TimeoutError):  # it is given up, and not begun again
            await asyncio.wait_for(page.hear(), QUIET)
        await page.edit(2, DECK)
        await page.result(2, "exact")
        return said


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server that gives little time."""
    with served("new.yml", "--time-limit", "1s", cwd=tmp_path_factory.mktemp("hostile")) as server:
        yield server


@pytest.mark.slow
@pytest.mark.parametrize("name", LASTING)
def test_a_deck_that_hangs_is_ended(name: str, impatient: Server) -> None:
    said = asyncio.run(mended(impatient, LASTING[name]))
    assert "takes longer than 1.0 seconds" in said["sentence"]


@pytest.mark.slow
def test_a_newer_version_does_not_wait_for_one_that_hangs(tmp_path: Path) -> None:
    async def talk(server: Server) -> Any:
        async with tab(server) as page:
            await page.edit(1, ENDLESS)
            await page.until("diagnostics", lambda one: one["revision"] == 1)
            await page.edit(2, DECK)
            await page.result(2, "exact")
            return page.heard

    with served("new.yml", "--time-limit", "1h", cwd=tmp_path) as server:
        heard = asyncio.run(talk(server))
    assert not [one for one in heard if one["type"] == "trouble"]


@pytest.mark.slow
@NEEDS_PROC
def test_a_deck_that_hangs_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    async def talk(server: Server) -> None:
        async with tab(server) as one, tab(server) as two, tab(server) as three:
            for page in (one, two, three):
                await page.edit(1, DECK)
                await page.result(1, "exact")
            await one.edit(2, ENDLESS)
            await one.until("diagnostics", lambda said: said["revision"] == 2)
            for revision in range(2, 6):  # on whichever process they were
                for page in (two, three):
                    await page.edit(revision, DECK.replace("count: 3", f"count: {revision}"))
                    await page.result(revision, "exact")

    with served("new.yml", "--time-limit", "1h", cwd=tmp_path) as server:
        asyncio.run(talk(server))


@pytest.mark.slow
@NEEDS_PROC
def test_memory_is_bounded(tmp_path: Path) -> None:
    with served("new.yml", "--memory-limit", "10M", cwd=tmp_path) as server:
        workers = set(family(server.process.pid))
        said = asyncio.run(mended(server, GREEDY_FOR_MEMORY))
        wait_until(lambda: not all(map(alive, workers)), "the end of the process that it took")
    assert "memory" in said["sentence"]


@pytest.mark.slow
@NEEDS_PROC
def test_a_process_that_is_killed_is_replaced(tmp_path: Path) -> None:
    import os
    import signal

    async def talk(server: Server) -> Any:
        async with tab(server) as page:
            await page.edit(1, DECK)
            await page.result(1, "exact")
            for worker in family(server.process.pid):
                os.kill(worker, signal.SIGKILL)
            await page.edit(2, DECK.replace("count: 3", "count: 2"))
            await page.result(2, "exact")

    with served("new.yml", cwd=tmp_path) as server:
        asyncio.run(talk(server))
        assert len(family(server.process.pid)) >= 1


HUGE = {
    "hundreds of topics": a_deck().partition("    t:\n")[0]
    + "".join(f"    t{i}: {{method: sample, combos: {{A: {{hand: [a]}}}}}}\n" for i in range(300)),
    "thousands of cards": a_deck(cards=CARDS, combos="{A: {hand: [c1]}}"),
    "parentheses": a_deck(combos="{A: {condition: '" + "(" * 10_000 + "'}}"),
    "a bomb of lists": "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"a{i + 1}: &a{i + 1} [{','.join([f'*a{i}'] * 9)}]\n" for i in range(12)),
    "an object": "deck: !!python/object/apply:os.system ['touch pwned']\n",
    "four megabytes": "# " + "x" * (4 * 2**20),
    "half a character": 'deck: {cards: {"\ud800": {count: 40}}}\n',
    "a path as what it extends": "extends: /etc/passwd\n" + a_deck(),
    "a device as what it extends": "extends: ../../../../../dev/zero\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HUGE)
def test_large_or_evil_texts_are_answered(name: str, server: Server) -> None:
    async def talk() -> Any:
        async with tab(server) as page:
            await page.edit(1, HUGE[name])
            said = await page.until("diagnostics", lambda one: one["revision"] == 1)
            if not said["items"]:
                await page.result(1)
            await page.edit(2, DECK)
            await page.result(2, "exact")
            return page.heard, said["items"]

    heard, items = asyncio.run(talk())
    assert not [one for one in heard if one["type"] == "trouble"]
    assert (" of topics" in name or " of cards" in name) is not any(
        item["severity"] == "error" for item in items
    )
