"""Studies over the socket: asked once, answered for each text, left, and given up where a process dies."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from serving import DECK, Server, Tab, served, tab

import yisp
from yisp.view.session import MOST_STUDIES

HANGS = """\
deck: {cards: {a: {count: 3}, rest: {count: 37}}}
simulate:
  limits: {steps: 1000000000}
  tests:
    t:
      {method: sample, header: '(while (> |D.a| 3) (= x (+ x 1)))', combos: {A: {hand: [a]}}}
"""
"""A deck that works, and with a fourth copy takes minutes for one trial."""


def worth(text: str) -> Any:
    found = yisp.sensitivity(yisp.loads(text, "deck.yml"), topics="opening", seed=7).to_dict()
    return json.loads(json.dumps(found["sensitivity"]))


async def done(page: Tab, number: int, revision: int) -> Any:
    found = await page.until(
        "studied", lambda one: (one["id"], one["revision"], one["state"]) == (number, revision, "done")
    )
    return found["content"]["study"]["sensitivity"] if found["content"] else found["error"]


def test_a_study_is_asked_once_and_answered_for_each_text(server: Server) -> None:
    other = DECK.replace("count: 3", "count: 2")

    async def talk() -> Any:
        async with tab(server) as page:
            await page.say("study", id=4, kind="worth", options={"topic": "opening"})
            first = await done(page, 4, 0)
            await page.edit(1, other)
            second = await done(page, 4, 1)
            await page.say("study", id=4, kind="worth", options={"topic": "hands"})
            third = await done(page, 4, 1)
            await page.say("leave", id=4)
            await page.say("leave", id=77)  # which is nothing to anybody
            await page.edit(2, DECK)
            await page.result(2, "exact")
            await page.say("study", id=5, kind="worth", options={"topic": "opening"})
            await done(page, 5, 2)
            return (
                first,
                second,
                third,
                [one["id"] for one in page.heard if one.get("revision") == 2 and "id" in one],
            )

    first, second, third, ids = asyncio.run(talk())
    assert first == worth(DECK) and second == worth(other)
    assert third["topics"][0]["name"] == "hands"
    assert set(ids) == {5}


def test_so_many_studies_and_no_more(server: Server) -> None:
    async def talk() -> Any:
        async with tab(server) as page:
            for number in range(MOST_STUDIES + 1):
                await page.say("study", id=number, kind="worth", options={"topic": "opening", "no": number})
            said = await page.until("studied", lambda one: one["error"])
            await page.until("studied", lambda one: (one["id"], one["state"]) == (MOST_STUDIES - 1, "done"))
            return said

    said = asyncio.run(talk())
    assert said["id"] == MOST_STUDIES and "8 studies open already" in said["error"]


@pytest.mark.slow
def test_a_study_that_hangs_is_given_up_and_the_deck_is_not(tmp_path: Path) -> None:
    async def talk(server: Server) -> Any:
        async with tab(server) as page:
            await page.edit(1, HANGS)
            before = await page.result(1)
            await page.say("study", id=1, kind="worth", options={"topic": "t"})
            said = await page.until("studied", lambda one: one["error"])
            after = await page.result(1)
            return before, said, after, [one for one in page.heard if one["type"] == "trouble"]

    with served("new.yml", "--time-limit", "2s", cwd=tmp_path) as server:
        before, said, after, trouble = asyncio.run(talk(server))
    assert "takes longer than 2.0 seconds" in said["error"] and said["revision"] == 1
    assert before["result"]["topics"] and after["result"]["topics"]
    assert not trouble
