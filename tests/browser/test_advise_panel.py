"""The panel about a hand in a real browser: what it shows is what ``yispc advise`` and ``yispc odds`` say."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from needed import SLOW
from selenium.webdriver.common.keys import Keys
from test_panels import Opener, Panel
from viewing import COMMAND, Server, ViewPage, served

import yisp

pytestmark = SLOW

DECK = """\
deck:
  cards:
    look: {program: '/!used;/(>= |D| 2);@;(= used 1);(# X B);(# D.2 T);(# T.key.1 H);(# T D)'}
    dig: {program: '/!used;/(>= |D| 3);@;(= used 1);(# X B);(# D.2 J);(# D.1 H)'}
    ask: {count: 2, program: '@;(# X B);(# D.!ask.*1 H);(shuffle D)'}
    key: {count: 2}
    blank: {count: 4}
simulate:
  tests:
    found: {exec-program: true, start-card: 3, combos: {keys: {hand: [2x key]}}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("deck")
    (found / "found.yml").write_text(DECK)
    return found


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with served("found.yml", folder) as found:
        yield found


@pytest.fixture
def page(open_page: Opener, server: Server) -> ViewPage:
    return open_page(server.page)


class Hand(Panel):
    """The panel, and who makes a position there."""

    def __init__(self, page: ViewPage) -> None:
        super().__init__(page, "advise")

    @property
    def held(self) -> dict[str, list[str]]:
        """By place, the cards that were put there."""
        found: dict[str, list[str]] = self.page.browser.js(
            "return Object.fromEntries([...document.querySelectorAll(arguments[0])].map((one) => ["
            "  one.querySelector('.position-title').textContent,"
            "  [...one.querySelectorAll('button')].map((button) => button.textContent.replace(' ×', '')),"
            "]))",
            f"{self.css} .position-held",
        )
        return found

    def put(self, *cards: str, place: str = "Hand") -> Hand:
        """Click cards."""
        labels = self.page.all(f"{self.css} .position-place label")
        next(one for one in labels if one.text.strip() == place).click()
        for card in cards:
            self.press(card)
        return self

    def holds(self, *cards: str) -> Hand:
        self.press("Put everything back")
        return self.put(*cards)


@pytest.fixture
def panel(page: ViewPage) -> Hand:
    found = Hand(page)
    found.open()
    found.rests()
    return found


def asked(folder: Path, *words: str) -> dict[str, Any]:
    """What the command prints as JSON."""
    command = [*COMMAND, *words, "--seed", "7", "--json"]
    found: dict[str, Any] = json.loads(
        subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout
    )
    return found


def hold(panel: Hand, expected: dict[str, Any]) -> None:
    """The list of first moves, and the tree behind the best, are those of the command."""
    rows = panel.texts(".options > li")
    assert len(rows) == len(expected["options"])
    for option, worth, beside, less in zip(
        expected["options"],
        panel.texts(".option-worth"),
        panel.texts(".option-beside"),
        ["", *panel.texts(".option-less")],
        strict=True,
    ):
        assert worth == f"{round(100 * option['worth']['value'], 2):.2f}%"
        assert Fraction(beside) == Fraction(option["worth"]["exact"])
        points = round(-100 * option["less"]["value"], 2)
        assert less in ("", "as good") if not points else less == f"−{-points:.2f} points"
    branches = panel.page.all(f"{panel.css} .options > li:first-child > details > .branches > li")
    shares = [one.find_element("css selector", ".branch-share").text for one in branches]
    behind = expected["options"][0]["behind"]
    if len(behind) > 1:  # else nothing is left to chance
        told = [share.partition("(")[2].rstrip(")") for share in shares]
        assert told == [branch["share"]["exact"] for branch in behind]


def test_a_clicked_hand_is_answered_as_by_the_command(page: ViewPage, panel: Hand, folder: Path) -> None:
    assert sum(map(len, panel.held.values())) == 3  # one that was drawn
    panel.holds("look", "dig", "ask")
    page.wait(lambda: panel.rests() and "52 of 100" in panel.texts(".panel-answer")[0])
    expected = asked(folder, "advise", "found.yml", "--hand", "look, dig, ask")
    words = subprocess.run(
        [*COMMAND, "advise", "found.yml", "--hand", "look, dig, ask"],
        cwd=folder,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    assert panel.texts(".panel-answer") == [words[0]]
    hold(panel, expected)
    line = next(one for one in words if one.startswith("The likeliest line: "))
    assert line == f"The likeliest line: {' > '.join(panel.texts('.line-steps'))}"
    assert page.all(f"{panel.css} svg.plot rect")
    assert words[-1] in panel.texts(".soft")


def test_graveyard_and_top_change_the_odds(page: ViewPage, panel: Hand, folder: Path) -> None:
    panel.holds("look", "dig", "key")
    panel.put("ask", place="Graveyard").put("blank", "blank", "key", place="Top of the deck")
    assert panel.held == {
        "Hand": ["look", "dig", "key"], "Graveyard": ["ask"], "Top of the deck": ["blank", "blank", "key"],
    }  # fmt: skip
    seen = ("--hand", "look, dig, key", "--seen", "B: ask", "--top", "2 blank, key")
    page.wait(
        lambda: panel.rests() and "dig first: it works in every game" in panel.texts(".panel-answer")[0]
    )
    hold(panel, asked(folder, "advise", "found.yml", *seen))
    odds = asked(folder, "odds", "found.yml", *seen)
    told = panel.texts(".advise-odds")[0]
    assert f"seen, 0.00% ({odds['topics'][0]['success']['exact']})" in told
    assert odds["without"]["exact"] in told and odds["change"]["exact"] in told
    panel.press("Take ask out of")
    page.wait(lambda: "Graveyard" not in panel.held)
    page.wait(lambda: any("Before the last change" in text for text in panel.rests().texts(".soft")))


def test_a_hand_stays_while_one_types(page: ViewPage, panel: Hand) -> None:
    panel.holds("look", "ask", "ask")
    panel.rests()
    other = DECK.replace("ask: {count: 2", "ask: {count: 1")
    page.replace(other)
    page.wait(
        lambda: (
            page.texts(".answer:not(.old)")
            and "No longer in the deck: ask" in panel.rests().texts(".panel-remark")
        )
    )
    assert panel.held["Hand"] == ["look", "ask", "ask"]
    best = yisp.advise(yisp.loads(other), "look, ask", seed=7).best
    assert panel.texts(".option-beside")[0] == best.worth.exact
    page.replace(DECK)
    page.wait(lambda: panel.rests() and not panel.texts(".panel-remark"))
    best = yisp.advise(yisp.loads(DECK), "look, 2 ask", seed=7).best
    page.wait(lambda: panel.texts(".option-beside")[0] == best.worth.exact)


def test_a_tree_opens_as_far_as_one_asks(page: ViewPage, panel: Hand) -> None:
    panel.holds("look", "ask", "blank")
    page.wait(lambda: panel.rests() and "52 of 100" in panel.texts(".panel-answer")[0])
    found = []
    for ahead in ("0", "1", "2"):
        page.choose(f"{panel.css} .panel-choice select", ahead)
        page.browser.settle()
        found.append(len(page.all(f"{panel.css} .options > li:first-child details[open]")))
    assert found == [0, 1, 2]
    assert any("take key > nothing more" in text for text in panel.texts(".branches .branches .branch-steps"))


def test_a_hand_is_drawn_as_one_hand_at_a_time_has_it(page: ViewPage, panel: Hand) -> None:
    first = panel.held["Hand"]
    panel.press("Draw a hand")
    page.wait(lambda: panel.held["Hand"] != first or len(panel.rests().held["Hand"]) == 3)
    page.press("Next hand")
    cards = page.wait(lambda: page.texts(".trial .held .card-name"))
    assert cards == first
    page.press("What should I do with this hand?")
    page.wait(lambda: panel.held == {"Hand": first})
    assert page.browser.js("return document.activeElement.closest('#panel-advise') !== null")


def test_advice_is_kept(page: ViewPage, panel: Hand, folder: Path, kept: Callable[[str], bytes]) -> None:
    panel.holds("look", "dig", "ask")
    page.wait(lambda: panel.rests() and "52 of 100" in panel.texts(".panel-answer")[0])
    expected = asked(folder, "advise", "found.yml", "--hand", "look, dig, ask")
    panel.press("Data (JSON)")
    data = json.loads(kept("advise.json"))
    assert data["worth"] == expected["worth"] and data["start"] == expected["start"]
    panel.press("Table (CSV)")
    rows = list(csv.DictReader(io.StringIO(kept("advise.csv").decode("utf-8-sig"))))
    assert [row["exact"] for row in rows] == [option["worth"]["exact"] for option in expected["options"]]
    panel.press("Picture (SVG)")
    picture = kept("advise.svg").decode()
    assert "Play look first" in picture and ">dig<" in picture


def test_cards_are_taken_by_the_keyboard(page: ViewPage, panel: Hand) -> None:
    panel.press("Put everything back")
    page.wait(lambda: not panel.held)
    page.browser.js("document.querySelector(arguments[0]).focus()", f"{panel.css} .pick")
    page.keys(Keys.ENTER, Keys.TAB, Keys.SPACE)
    page.wait(lambda: panel.held == {"Hand": ["look", "dig"]})
    focused = "return document.activeElement.textContent"
    page.browser.js("document.querySelector(arguments[0]).focus()", f"{panel.css} .position-held button")
    page.keys(Keys.ENTER)
    page.wait(lambda: panel.held == {"Hand": ["dig"]})
    page.wait(lambda: "dig" in page.browser.js(focused))
    page.keys(Keys.ENTER)
    page.wait(lambda: page.browser.js(focused) == "Draw a hand")
