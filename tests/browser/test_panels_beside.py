"""Policies side by side, and a second deck beside the first, in a real browser: as the commands say."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from driving import Browser
from needed import SLOW
from viewing import Panel, Server, ViewPage, agrees

import yisp

pytestmark = SLOW

DECK = """\
deck:
  cards:
    look: {program: '/!used;/(>= |D| 2);@;(= used 1);(# X B);(# D.2 T);(# T.key.1 H);(# T D)'}
    dig: {program: '/!used;/(>= |D| 3);@;(= used 1);(# X B);(# D.2 J);(# D.1 H)'}
    key: {count: 2}
    blank: {count: 4}
simulate:
  tests:
    found:
      exec-program: true
      start-card: 3
      start: {hand: [dig, look]}
      combos: {key: {hand: [key]}}
      stats: {gone: '|J|'}
    drawn: {combos: {key: {hand: [key]}}}
"""

SAMPLED = DECK.replace("found:\n", "found:\n      method: sample\n")

OTHER = DECK.replace("blank: {count: 4}", "blank: {count: 3}")

POLICIES = ["greedy", "best", "hindsight"]


@pytest.fixture
def page(open_page: Callable[..., ViewPage], server: Server) -> ViewPage:
    return open_page(server.page)


def as_told(of: Any) -> Any:
    data = json.loads(json.dumps(of))
    for name in ("seconds", "target"):
        data.pop(name, None)
    return data


def loaded(text: str, name: str = "deck.yml") -> yisp.Deck:
    return yisp.loads(text, name)


# Policies -------------------------------------------------------------------------------------------------


def test_policies_stand_side_by_side_with_a_hand_for_each_choice(page: ViewPage) -> None:
    panel = Panel(page, "policies").open().rests()
    topic = yisp.run(loaded(DECK), topics="found", policy=POLICIES, seed=7).topics["found"]
    rows = page.all(f"{panel.css} .players tbody tr")
    gained = [None, *topic.differences]
    for row, known, gap in zip(rows, topic.policies.values(), gained, strict=True):
        cells = [str(cell.get_property("textContent")) for cell in row.find_elements("css selector", "td")]
        assert known.goal.mean is not None and agrees(cells[0], known.goal.mean)
        assert str(known.goal.exact) in cells[0]
        assert (not cells[1]) if gap is None else agrees(cells[1], gap.mean or 0)
    assert panel.texts(".panel-answer")[0].startswith("Best play brings +")
    assert "dig[0] where look[0] is better" in panel.texts(".panel-answer")[0]
    summary = page.all(f"{panel.css} .choices summary")[0]
    assert str(summary.get_property("textContent")).startswith("dig[0] where look[0] is better")
    page.browser.js("arguments[0].scrollIntoView({block: 'center'})", summary)
    summary.click()
    hand = page.wait(lambda: panel.texts(".failed-hand .card-name"))
    assert {"dig", "look"} < set(hand) and len(hand) == 3
    for name, first in (("In the written order", "dig"), ("Best play", "look")):
        panel.press(name)
        page.wait(
            lambda first=first: any(
                f"activated {first}[0]" in text for text in panel.texts(".failed-hand li")
            )
        )


def test_sampled_policies_say_what_the_command_says(page: ViewPage, kept: Callable[[str], bytes]) -> None:
    page.replace(SAMPLED)
    page.wait(lambda: page.texts(".answer:not(.old) .badge") == ["estimate", "exact"][:1])
    panel = Panel(page, "policies").open().rests()
    panel.press("Data (JSON)")
    (told,) = json.loads(kept("policies.json"))["topics"]
    trials = told["policies"][0]["trials"]
    found = yisp.run(loaded(SAMPLED), topics="found", policy=POLICIES, seed=7, count=trials)
    assert [told] == as_told(found.to_dict())["topics"]
    assert any("±" in text for text in panel.texts(".players td"))


def test_where_nothing_is_to_be_decided_there_is_no_such_question(page: ViewPage) -> None:
    assert page.all("#panel-policies")
    page.press("drawn")
    page.wait(lambda: not page.all("#panel-policies"))


def test_a_report_of_policies_begins_with_a_sentence_and_shows_hands(
    browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    result = yisp.write_report(
        loaded(SAMPLED), str(path), policy=POLICIES, seed=7, count=300, topics=["found"]
    )
    (cost,) = result.topics["found"].policies["greedy"].costs
    browser.open(path)
    assert browser.text(".panel-answer").startswith("Best play brings +")
    summary = browser.text(".choices summary")
    assert summary.startswith("dig[0] where look[0] is better") and agrees(summary[30:], cost.loss)
    browser.click(".choices summary")
    assert browser.text(".choices .sample-trial") == f"Hand {cost.trial}"
    assert {"dig", "look"} < set(browser.texts(".choices .card-name"))
    assert browser.log() == []


# A second deck --------------------------------------------------------------------------------------------


def hold_compared(panel: Panel, text: str, other: str, name: str) -> None:
    """The table says what the command says."""
    found = yisp.compare(loaded(text), loaded(other, name), topics="found", seed=7)
    (topic,) = found.topics
    (difference,) = topic.differences
    rows = panel.page.all(f"{panel.css} .compared tbody tr")
    assert len(rows) == len(difference.gaps)
    for row, gap in zip(rows, difference.gaps, strict=True):
        cells = [str(cell.get_property("textContent")) for cell in row.find_elements("css selector", "td")]
        assert gap.mean is not None and agrees(cells[2], (100 if gap.is_rate else 1) * gap.mean)
        assert str(gap.exact) in cells[2]


def test_a_second_deck_is_opened_and_stays_while_one_types(
    page: ViewPage, tmp_path: Path, kept: Callable[[str], bytes]
) -> None:
    (tmp_path / "other.yml").write_text(OTHER)
    panel = Panel(page, "compare").open()
    page.one(f"{panel.css} input[type=file]").send_keys(str(tmp_path / "other.yml"))
    panel.rests()
    hold_compared(panel, DECK, OTHER, "other.yml")
    answer = panel.texts(".panel-answer")[0]
    gap = yisp.compare(loaded(DECK), loaded(OTHER), topics="found").topics[0].differences[0].gap("success")
    assert gap.mean is not None and answer.startswith("Play other.yml: +") and agrees(answer, 100 * gap.mean)
    panel.press("Table (CSV)")
    rows = list(csv.DictReader(io.StringIO(kept("compare.csv").decode("utf-8-sig"))))
    (told,) = [row for row in rows if row["to"] and row["what"] == "success"]
    assert (told["side"], float(told["value"]), told["exact"]) == ("other.yml", gap.mean, gap.exact)
    written = DECK.replace("key: {count: 2}", "key: {count: 1}")
    page.replace(written)
    page.wait(lambda: page.texts(".answer:not(.old)") and panel.rests().texts(".panel-answer")[0] != answer)
    hold_compared(panel, written, OTHER, "other.yml")


def test_a_second_deck_is_dropped_pasted_or_one_that_was_tried(page: ViewPage) -> None:
    script = """
        const data = new DataTransfer();
        data.items.add(new File([arguments[1]], "dropped.yml"));
        document.querySelector(arguments[0]).dispatchEvent(
            new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
    """
    panel = Panel(page, "compare")
    page.one(f"{panel.css} > summary")
    page.browser.js(script, f"{panel.css} > summary", OTHER)
    panel.rests()
    assert panel.texts("legend")[0] == "Beside this deck: dropped.yml"
    hold_compared(panel, DECK, OTHER, "dropped.yml")
    third = DECK.replace("key: {count: 2}", "key: {count: 3}")
    panel.paste(third)
    page.wait(lambda: panel.rests().texts(".panel-answer")[0].startswith("Play pasted deck: +"))
    hold_compared(panel, DECK, third, "pasted deck")
    page.replace(OTHER)
    page.wait(lambda: page.texts(".past-list li")[1:])
    page.choose(f"{panel.css} .second select", "At first")
    page.wait(lambda: panel.rests().texts("legend")[0] == "Beside this deck: At first")
    page.wait(lambda: panel.rests().texts(".panel-answer")[0].startswith("Not At first: "))
    hold_compared(panel, OTHER, DECK, "At first")


def test_a_second_deck_with_mistakes_is_said_to_have_them(page: ViewPage) -> None:
    panel = Panel(page, "compare").open()
    panel.paste("deck: {cards: {a: x}}")
    page.wait(
        lambda: "The second deck has mistakes; pasted deck, line 1" in "".join(panel.texts(".panel-remark"))
    )


# In a report ----------------------------------------------------------------------------------------------


def test_a_report_has_the_panels_that_are_open(
    page: ViewPage, browser: Browser, kept: Callable[[str], bytes], tmp_path: Path
) -> None:
    Panel(page, "policies").open().rests()
    panel = Panel(page, "compare").open()
    panel.paste(OTHER)
    (answer,) = panel.rests().texts(".panel-answer")
    page.press("Report")
    kept("deck.html")
    data = yisp.read_report(str(tmp_path / "deck.html"))
    assert [one["kind"] for one in data["panels"]] == ["policies", "compare"]
    browser.open(tmp_path / "deck.html")
    assert browser.text("#studies #panel-compare .panel-answer") == answer
    assert len(browser.texts("#studies .players tbody tr")) == 3
    assert not browser.texts("#studies .failed-hand button")
    browser.click("#panel-compare > summary")
    assert not browser.texts("#panel-compare .panel-body")
    assert browser.log() == []
