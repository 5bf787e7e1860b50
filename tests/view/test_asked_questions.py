"""What a page asks about a text and a pinned version, and what it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from serving import DECK, SAMPLED
from test_inside import Page

import yisp
from yisp.editor.services import Document, explained

pytestmark = pytest.mark.filterwarnings("ignore::yisp.DeckWarning", "ignore::yisp.PlayWarning")


def page_of(text: str) -> Page:
    page = Page()
    page.edit(1, text)
    return page


# The pinned version ----------------------------------------------------------------------------------------


def compared(text: str, pinned: str, count: int | None) -> dict[str, Any]:
    """By topic, what `yispc compare` finds of the pinned version and this one."""
    decks = {"pinned": yisp.loads(pinned, "deck.yml"), "now": yisp.loads(text, "deck.yml")}
    found = yisp.compare(*decks.values(), seed=7, count=count).to_dict()["compare"]["topics"]
    return {one["name"]: json.loads(json.dumps(one)) for one in found}


def test_exact_differences_to_the_pinned_version() -> None:
    text = DECK.replace("count: 3", "count: 2")
    page = Page()
    page.send(type="pin", text=DECK)
    page.edit(1, text)
    found = page.until("result", state="exact")["compared"]
    expected = compared(text, DECK, None)
    assert [one["name"] for one in found] == list(expected)
    for one in found:
        assert (one["method"], one["trials"]) == ("exact", None)
        assert one["figures"] == expected[one["name"]]["differences"][0]["figures"]
        assert one["figures"][0]["mean"] < 0


def test_sampled_differences_to_the_pinned_version() -> None:
    text = SAMPLED.replace("count: 3", "count: 2")
    page = page_of(text)
    page.until("result")
    page.send(type="pin", text=SAMPLED)
    page.said.clear()
    while len(page.until("result")["compared"] or ()) < 2:
        page.said.clear()
    for one in page.until("result")["compared"]:
        expected = compared(text, SAMPLED, one["trials"])[one["name"]]
        pinned, _ = expected["sides"]
        assert one["pinned"] == {"method": "sample", "success": pinned["success"]}
        assert one["method"] == "sample"
        assert one["figures"] == expected["differences"][0]["figures"]
    page.send(type="unpin")
    page.said.clear()
    assert page.until("result")["compared"] is None


def test_a_pinned_version_with_mistakes_is_said_to_have_some() -> None:
    page = page_of(DECK)
    page.send(type="pin", text="deck:")
    assert "pinned version has mistakes" in page.until("trouble")["sentence"]
    page.edit(2, DECK)
    found = page.until("result", state="exact", revision=2)
    assert found["compared"] is None and found["result"]["topics"]


# Questions -------------------------------------------------------------------------------------------------


def test_what_cards_do_in_words() -> None:
    page = page_of(DECK)
    acting = [card["name"] for card in page.until("deck")["cards"] if card["effects"]]
    explained = page.ask("explain", revision=1)["explained"]
    assert acting and [card["name"] for card in explained["cards"]] == acting
    entry = explained["cards"][0]["entries"][0]
    for part in (part for parts in entry["sentences"] for part in parts):
        if part["start"] is None:
            continue
        line = DECK.splitlines()[part["range"]["line"] - 1]
        there = line[part["range"]["column"] - 1 : part["range"]["end_column"] - 1]
        assert there == entry["code"][part["start"] : part["end"]]
    page.edit(2, DECK.replace("(# X B)", "(# X b)"))
    assert page.ask("explain", revision=2)["explained"] is None


def test_words_of_another_file_have_no_place_in_this_one(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(DECK, encoding="utf-8")
    said = explained(Document("extends: base.yml\n", path=str(tmp_path / "deck.yml")))
    assert said is not None
    found = [
        part
        for card in said["cards"]
        for one in card["entries"]
        for told in one["sentences"]
        for part in told
    ]
    places = {part["range"] for part in found if part["start"] is not None}
    assert places == {None}


def test_effects_by_hand() -> None:
    page = page_of(DECK)
    card = next(card["name"] for card in page.until("deck")["cards"] if card["effects"])
    menus = page.ask("menus", revision=1)["menus"]
    known = page.ask("parts", revision=1, card=card)["parts"]
    draw = next(part for part in menus["rooms"]["step"] if part["part"] == "draw")
    assert draw == {
        "part": "draw",
        "words": "draw {n} {tags}",
        "fields": {"n": {"is": "one", "room": "number"}, "tags": {"is": "tags", "name": "tag"}},
        "first": {"part": "draw", "n": {"part": "whole", "n": 1}, "tags": ["draw"]},
    }
    effect = {**known["effects"][0], "then": [{"part": "draw", "n": 7, "tags": []}]}
    assert page.ask("rewrite", revision=1, card=card, place=0, effect=effect)["error"]
    effect["then"][0]["n"] = {"part": "whole", "n": 7}
    (edit,) = page.ask("rewrite", revision=1, card=card, place=0, effect=effect)["edits"]
    assert known["able"] and known["effects"][0]["whole"] and "(# D.7 H)" in edit["text"]


def test_edits_that_mend_the_newest_text() -> None:
    page = page_of(DECK.replace("(# X B)", "(# X b)"))
    (fixable,) = [item for item in page.until("diagnostics")["items"] if item["fixable"]]
    (fix,) = page.ask("fixes", revision=1)["fixes"]
    assert (fix["title"], fix["code"]) == ("write `B`", fixable["code"])
    assert (fix["range"]["line"], fix["range"]["column"]) == (fixable["line"], fixable["column"])
    (edit,) = fix["edits"]
    assert edit["text"] == "B" and edit["range"] == fix["range"]
    assert "has changed since" in page.ask("fixes", revision=0)["error"]


def test_any_trial_step_by_step() -> None:
    page = page_of(SAMPLED)
    records = yisp.run(yisp.loads(SAMPLED), seed=7, count=4, topics="opening", records=True).records
    for number in (0, 3):
        one = page.ask("trial", revision=1, topic="opening", trial=number)
        assert one["trial"] == number and one["score"] == records["score"][number]
        assert one["success"] is (one["score"] > 0)
        assert one["trace"]["steps"] and one["kinds"][0]["name"] == "scout"
        assert "--trial" in one["command"] and "--seed 7" in one["command"]
    assert page.ask("trial", revision=1, topic="opening", trial=10**12)["trial"] == 10**12
    assert "no topic" in page.ask("trial", revision=1, topic="nothing", trial=0)["error"]
    wrong = page.ask("trial", revision=1, topic="opening", trial=0, policy="x" * 50)
    assert wrong["error"] == f"There is no policy '{'x' * 40}' here."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("count: 3", "count: 4"),
        ("lamp", "light"),
        ("opening: {", "opening: {policy: best, "),
        ("opening: {", "opening: {expect: one > 10%, "),
        ("deck:", "deck: {"),
    ],
)
def test_a_deck_is_shared_as_a_text_that_is_that_deck(
    old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or not at all."""
    assert old in DECK
    monkeypatch.setattr("yisp.view.work.questions.one_text", lambda _: DECK.replace(old, new))
    assert ("text" in page_of(DECK).ask("share", revision=1)) == (old == new)


def test_a_text_that_is_too_long_to_be_opened_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    text = page_of(DECK).ask("share", revision=1)["text"]
    for most, there in ((len(text.encode()), True), (len(text.encode()) - 1, False)):
        monkeypatch.setattr("yisp.view.work.questions.LARGEST", most)
        assert ("text" in page_of(DECK).ask("share", revision=1)) == there


def test_questions_about_a_text_with_mistakes() -> None:
    page = page_of("deck: {")
    for asked in (page.ask("trial", revision=1, topic="opening", trial=0), page.ask("share", revision=1)):
        assert "mend them first" in asked["error"]
    assert isinstance(page.ask("complete", revision=1, line=1, column=7)["items"], list)
