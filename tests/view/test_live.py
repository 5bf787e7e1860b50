"""What a page says, and what it is told: texts, diagnostics, cards, results, questions."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from serving import DECK, SAMPLED, Server, Tab, served, tab

import yisp
from yisp.version import VERSION

pytestmark = pytest.mark.filterwarnings("ignore::yisp.DeckWarning", "ignore::yisp.PlayWarning")


def run(conversation: Any) -> Any:
    return asyncio.run(conversation)


def test_welcome_comes_first_and_its_text_is_worked_on(server: Server) -> None:
    async def talk() -> Tab:
        async with tab(server) as page:
            await page.result(0)
            return page

    page = run(talk())
    welcome, *rest = page.heard
    assert welcome == {
        "type": "welcome", "file": "deck.yml", "text": DECK, "language": "en", "messages": {}, "seed": 7,
        "confirm": False, "writable": True, "version": VERSION,
        "capabilities": welcome["capabilities"],
    }  # fmt: skip
    assert rest[0] == {"type": "diagnostics", "revision": 0, "items": []}
    assert [topic["name"] for topic in rest[-1]["result"]["topics"]] == ["opening", "hands"]


def told_topics(result: dict[str, Any]) -> dict[str, Any]:
    return {topic["name"]: topic for topic in result["result"]["topics"]}


def by_library(text: str, topic: str, trials: int | None) -> dict[str, Any]:
    """What `yispc --seed 7 --count N` gives for a topic."""
    result = yisp.run(yisp.loads(text, "deck.yml"), seed=7, count=trials, topics=[topic])
    found: dict[str, Any] = json.loads(json.dumps(result.to_dict()["topics"][0]))
    return found


def test_exact_numbers_are_those_of_the_command(server: Server) -> None:
    async def talk() -> Any:
        async with tab(server) as page:
            await page.edit(5, DECK.replace("count: 3", "count: 2"))
            return await page.result(5, "exact")

    found = run(talk())
    assert found["trials"] is None and found["compared"] is None
    for name, topic in told_topics(found).items():
        assert topic == by_library(DECK.replace("count: 3", "count: 2"), name, None)
        assert topic["success"]["exact"] is not None


@pytest.mark.slow
def test_estimates_are_those_of_the_command_and_only_get_sharper(server: Server) -> None:
    async def talk() -> list[Any]:
        async with tab(server) as page:
            await page.edit(1, SAMPLED)
            results = [await page.result(1)]
            while results[-1]["state"] == "sampling" and len(results) < 4:
                results.append(await page.result(1))
            return results

    results = run(talk())
    trials = [[topic["trials"] for topic in one["result"]["topics"]] for one in results]
    assert all(list(each) == sorted(each) for each in zip(*trials, strict=True))
    for one in results:
        assert one["trials"] == min(topic["trials"] for topic in one["result"]["topics"])
        for name, topic in told_topics(one).items():
            assert topic == by_library(SAMPLED, name, topic["trials"])


@pytest.mark.slow
def test_what_is_looked_at_is_worked_on_first(server: Server) -> None:
    many = SAMPLED + "".join(
        f"    t{i}: {{method: sample, exec-program: true, combos: {{one: {{hand: [scout]}}}}}}\n"
        for i in range(20)
    )

    async def talk() -> Any:
        async with tab(server) as page:
            await page.say("topic", name="t9")
            await page.edit(1, many)
            first = await page.result(1)
            return await page.until("result", lambda one: one["trials"] > first["trials"])

    trials = {topic["name"]: topic["trials"] for topic in run(talk())["result"]["topics"]}
    assert trials["t9"] > 2 * sorted(trials.values())[len(trials) // 2]


def test_mistakes_have_their_place_and_the_next_text_is_answered(server: Server) -> None:
    broken = DECK.replace("(# X B)", "(# X BB)")

    async def talk() -> Any:
        async with tab(server) as page:
            await page.result(0)
            await page.edit(1, broken)
            wrong = await page.until("diagnostics", lambda one: one["revision"] == 1)
            await page.edit(2, DECK)
            right = await page.until("diagnostics", lambda one: one["revision"] == 2)
            return wrong, right, await page.result(2, "exact")

    wrong, right, _ = run(talk())
    (item,) = wrong["items"]
    line = broken.splitlines()[item["line"] - 1]
    assert item["severity"] == "error" and item["code"].startswith("Y1")
    assert line[item["column"] - 1 :].startswith("BB")
    assert right["items"] == []


def test_a_warning_is_told_beside_results(server: Server) -> None:
    async def talk() -> Any:
        async with tab(server) as page:
            await page.edit(1, DECK.replace("a:start]", "a:strat]"))
            said = await page.until("diagnostics", lambda one: one["revision"] == 1)
            await page.result(1)
            return said["items"]

    assert [item["severity"] for item in run(talk())] == ["warning"]


def test_the_cards_of_a_deck(server: Server) -> None:
    async def talk() -> Any:
        async with tab(server) as page:
            return await page.until("deck")

    deck = run(talk())
    assert (deck["revision"], deck["size"], deck["topics"]) == (0, 40, ["opening", "hands"])
    cards = {card["name"]: card for card in deck["cards"]}
    assert [card["count"] for card in deck["cards"]] == [3, 2, 2, 33]
    assert cards["scout"]["attributes"] == ["start"]
    assert [name for name, card in cards.items() if card["filler"]] == ["rest"]
    place = cards["gate"]["place"]
    line = DECK.splitlines()[place["line"] - 1]
    assert line[place["column"] - 1 :][: place["length"]] == "2"


def test_the_newest_of_many_edits_is_answered(server: Server) -> None:
    async def talk() -> Any:
        async with tab(server) as page:
            for revision in range(1, 101):
                await page.edit(revision, DECK.replace("scout: {count: 3", f"scout: {{count: {revision % 5}"))
            return page, await page.result(100, "exact")

    page, found = run(talk())
    revisions = [one["revision"] for one in page.heard if "revision" in one]
    assert revisions == sorted(revisions)
    assert told_topics(found)["opening"] == by_library(DECK.replace("count: 3", "count: 0"), "opening", None)


@pytest.mark.parametrize(
    "text", ["", "\n", "deck: [", "x" * 10, "\0", "deck: {cards: {a: {count: 4000000000}}}"]
)
def test_what_is_no_deck_is_said_to_be_none(text: str, server: Server) -> None:
    async def talk() -> Any:
        async with tab(server) as page:
            await page.edit(1, text)
            return await page.until("diagnostics", lambda one: one["revision"] == 1)

    assert any(item["severity"] == "error" for item in run(talk())["items"])


# Questions (what they are answered: test_asked_questions) ---------------------------------------------------


def test_completion_and_hover_of_the_newest_text(server: Server) -> None:
    lines = DECK.splitlines()
    line = next(number for number, one in enumerate(lines, 1) if "(# X B)" in one)
    column = lines[line - 1].index("scout") + 1

    async def talk() -> Any:
        async with tab(server) as page:
            await page.edit(1, DECK)
            items = await page.ask("complete", revision=1, line=line, column=column + 2)
            word = await page.ask("hover", revision=1, line=line, column=column)
            nothing = await page.ask("hover", revision=1, line=1, column=1000)
            late = await page.ask("hover", revision=0, line=line, column=column)
            return items, word, nothing, late

    items, word, nothing, late = run(talk())
    assert "scout" in [item["label"] for item in items["items"]]
    assert "scout" in word["hover"]["title"]
    assert nothing["hover"] is None
    assert "has changed since" in late["error"]


@pytest.mark.slow
def test_a_shared_text_asks_before_it_runs(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(DECK, encoding="utf-8")
    (tmp_path / "deck.yml").write_text(
        "extends: base.yml\ndeck: {cards: {scout: {count: 2}}}\n", encoding="utf-8"
    )

    async def share(server: Server) -> Any:
        async with tab(server) as page:
            found = await page.result(0, "exact")
            return await page.ask("share", revision=0), found

    async def look(server: Server) -> Any:
        async with tab(server) as page:
            welcome = await page.hear()
            silence = await page.ask("trial", revision=0, topic="opening", trial=0)
            save = await page.ask("save", text="x")
            before = list(page.heard)
            await page.say("run")
            found = await page.result(0, "exact")
            async with tab(server) as other:
                return welcome, silence, save, before, found, await other.hear()

    with served("deck.yml", cwd=tmp_path) as server:
        shared, mine = run(share(server))
    empty = tmp_path / "empty"
    empty.mkdir()
    with served("-", cwd=empty, stdin=shared["text"]) as server:
        welcome, silence, save, before, theirs, later = run(look(server))
    assert shared["text"].startswith("# ") and "base.yml" not in shared["text"]
    assert (welcome["confirm"], welcome["writable"], later["confirm"]) == (True, False, False)
    assert welcome["text"] == shared["text"]
    assert "not run before you said so" in silence["error"]
    assert "no file of its own" in save["error"]
    assert {one["type"] for one in before} == {"welcome", "reply"}
    assert [topic["success"] for topic in theirs["result"]["topics"]] == [
        topic["success"] for topic in mine["result"]["topics"]
    ]


@pytest.mark.slow
def test_a_shared_text_reads_no_files(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(DECK, encoding="utf-8")

    async def talk(server: Server) -> Any:
        async with tab(server) as page:
            await page.say("run")
            return await page.until("diagnostics")

    with served("-", cwd=tmp_path, stdin="extends: base.yml\n") as server:
        (item,) = run(talk(server))["items"]
    assert item["code"] == "Y016"


def test_a_report_is_about_the_newest_text(server: Server) -> None:
    async def talk() -> Any:
        async with tab(server) as page:
            await page.hear()
            await page.edit(1, DECK.replace("count: 3", "count: 1"))
            found = await page.result(1, "exact")
            return await page.ask("report", revision=1), found

    reply, found = asyncio.run(talk())
    assert reply["name"] == "deck.html"
    from yisp.page.document import DATA

    data = json.loads(reply["html"].partition(f'id="{DATA}">')[2].partition("</script>")[0])
    assert [topic["success"] for topic in data["report"]["topics"]] == [
        topic["success"] for topic in found["result"]["topics"]
    ]
    # Its commands are about the file, which has not been given this text.
    assert data["before_commands"].endswith("deck.yml: that file holds something else.")
