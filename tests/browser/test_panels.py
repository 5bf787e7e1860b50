"""The panels of ``yispc view`` in a real browser: what they show is what the commands say."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from driving import AXE, DESK, PHONE
from needed import SLOW
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys
from viewing import Panel, Server, ViewPage, agrees, served

import yisp

pytestmark = SLOW

DECK = """\
deck:
  size: 40
  cards:
    scout: {count: 2, attribute: [start]}
    lamp: {count: 1, attribute: [start]}
    gate: {count: 3, program: '@;(# X B);(# D.scout.1 H)'}
    dud: {count: 4}
    rest: {count: -1}
simulate:
  tests:
    opening:
      exec-program: true
      combos:
        one: {hand: [a:start, 0x dud]}
        two: {score: 2, hand: [2x a:start]}
    bricks: {combos: {none: {hand: [0x dud]}}}
"""

SAMPLED = DECK.replace("opening:\n", "opening:\n      method: sample\n")

HOME = "opening"

CARDS = {"scout", "lamp", "gate", "dud", "rest"}

NAMES = {*CARDS, HOME, "a", "start", "one", "two", "H"}
"""What the deck file and scripts call things."""


Opener = Callable[..., ViewPage]


@pytest.fixture
def page(open_page: Opener, server: Server) -> ViewPage:
    return open_page(server.page)


def loaded(text: str) -> Any:
    return yisp.loads(text, "deck.yml")


# What each card is worth ----------------------------------------------------------------------------------


def hold_worth(panel: Panel, text: str) -> None:
    """The table says what the command says."""
    (topic,) = yisp.sensitivity(loaded(text), topics=HOME, seed=7).topics
    rows = panel.page.all(f"{panel.css} .worth tbody tr")
    assert [row.find_element("css selector", "th").text for row in rows] == topic.cards
    for card, row in zip(topic.cards, rows, strict=True):
        cells = [cell.get_property("textContent") for cell in row.find_elements("css selector", "td")]
        for by, cell in zip((1, -1), cells[1:], strict=True):
            change = topic.change(card, by)
            if change is None or change.reason is not None:
                assert not cell
            elif change.gaps[0].mean:
                assert agrees(str(cell).partition(":")[2] or str(cell), 100 * change.gaps[0].mean), (card, by)
            else:
                assert "=" in str(cell)


def test_what_each_card_is_worth_is_shown_and_taken_over(page: ViewPage) -> None:
    panel = Panel(page, "worth").open().rests()
    hold_worth(panel, DECK)
    assert "one more scout" in panel.texts(".panel-answer")[0]
    assert page.all(f"{panel.css} svg.plot circle")
    panel.press("One dud less")
    written = DECK.replace("dud: {count: 4}", "dud: {count: 3}")
    page.wait(lambda: page.text == written)
    panel.rests()
    hold_worth(panel, written)


def test_it_is_asked_again_while_one_types_and_not_when_it_is_folded(page: ViewPage) -> None:
    panel = Panel(page, "worth").open().rests()
    other = DECK.replace("gate: {count: 3", "gate: {count: 1")
    page.replace(other)
    page.wait(lambda: page.texts(".answer:not(.old)") and panel.rests())
    hold_worth(panel, other)
    page.press("bricks")
    page.wait(lambda: any("lamp" in text for text in panel.rests().texts(".worth tbody th")))
    page.wait(lambda: "bricks" in page.texts(f"{panel.css} .how")[0] or panel.texts(".worth"))
    panel.open()  # folds it
    page.wait(lambda: not page.all(f"{panel.css} .panel-body"))


def test_estimates_say_how_far_off_they_may_be(page: ViewPage, kept: Callable[[str], bytes]) -> None:
    page.replace(SAMPLED)
    page.wait(lambda: page.texts(".answer:not(.old) .badge") == ["estimate"])
    panel = Panel(page, "worth").open()
    page.wait(lambda: any("±" in text for text in panel.texts(".worth td")))
    panel.rests()
    (topic,) = yisp.sensitivity(loaded(SAMPLED), topics=HOME, seed=7).topics
    panel.press("Data (JSON)")
    (told,) = json.loads(kept("worth.json"))["sensitivity"]["topics"]
    assert told == json.loads(json.dumps(topic.to_dict()))


# How many -------------------------------------------------------------------------------------------------


def hold_points(panel: Panel, at: int, text: str, vary: str) -> None:
    """The points of a curve are those of the command."""
    found = yisp.sweep(loaded(text), vary, topics=HOME, seed=7, jobs=1)
    lists = panel.page.all(f"{panel.css} .points")
    points = [each.get_property("textContent") for each in lists[at].find_elements("css selector", "li")]
    expected = [(point.variant.values[0], point.known[0].value) for point in found.points]
    assert len(points) == len(expected)
    for told, (number, value) in zip(points, expected, strict=True):
        count, _, rest = str(told).partition("cop" if at == 0 else "card")
        assert int(count) == number
        assert value is not None and agrees(rest.lstrip("cardopiesy"), 100 * value)


def test_how_many_copies_and_how_many_cards(page: ViewPage) -> None:
    panel = Panel(page, "copies").open().rests()
    page.choose(f"{panel.css} .panel-controls select", "gate")
    page.wait(lambda: any("copies of gate" in text for text in panel.rests().texts(".chart-title")))
    hold_points(panel, 0, DECK, "gate=0..3")
    hold_points(panel, 1, DECK, "size=40..60")
    assert "With 3 copies, as it is" in panel.texts(".panel-answer")[0]


def test_a_number_of_copies_is_taken_over_by_button_and_in_the_picture(page: ViewPage) -> None:
    panel = Panel(page, "copies").open().rests()
    one = next(each for each in page.all(f"{panel.css} .points button") if each.text.startswith("1 copy"))
    page.browser.js("arguments[0].scrollIntoView({block: 'center'})", one)
    one.click()
    page.wait(lambda: page.text == DECK.replace("scout: {count: 2", "scout: {count: 1"))
    panel.rests()
    dots = page.all(f"{panel.css} svg.plot")[0].find_elements("css selector", "circle")
    ActionChains(page.driver).move_to_element(dots[3]).click().perform()
    page.wait(lambda: page.text == DECK.replace("scout: {count: 2", "scout: {count: 3"))


def test_a_size_is_taken_over(page: ViewPage) -> None:
    panel = Panel(page, "copies").open().rests()
    panel.page.all(f"{panel.css} details summary")[-1].click()
    button = page.wait(
        lambda: next(
            (each for each in page.all(f"{panel.css} .points button") if each.text.startswith("45 cards")),
            None,
        )
    )
    button.click()
    written = DECK.replace("size: 40", "size: 45")
    page.wait(lambda: page.text == written)
    panel.rests()
    hold_points(panel, 1, written, "size=40..60")


# Why hands fail -------------------------------------------------------------------------------------------


def test_why_hands_fail_is_shown_with_hands_to_step_through(page: ViewPage) -> None:
    panel = Panel(page, "why").open().rests()
    found = yisp.why(loaded(DECK), HOME, seed=7)
    failed = found.trials - (found.success.count or 0)
    assert panel.texts(".panel-answer")[0].startswith(f"{failed:,} of 2,000 hands failed.")
    lists = page.all(f"{panel.css} .failures")
    groups = [
        str(one.get_property("textContent")) for one in lists[0].find_elements("css selector", ".failure")
    ]
    assert len(groups) == min(len(found.failures), 5)
    for text, failure in zip(groups, found.failures, strict=False):
        assert agrees(text, 100 * (failure.rate.rate or 0)) and failure.combo in text
    assert found.one_more is not None and found.again is not None
    more = [str(one.get_property("textContent")) for one in lists[1].find_elements("css selector", "li")]
    expected = [("dealt on anew", found.again), *((one.name, one.rate) for one in found.one_more)]
    for text, (name, rate) in zip(more, expected, strict=False):
        assert agrees(text, 100 * (rate.rate or 0)) and text.endswith(name)
    page.all(f"{panel.css} .failures summary")[0].click()
    first = found.failures[0].hands[0]
    cards = page.wait(lambda: page.all(f"{panel.css} .failed-hand"))[0]
    names = [one.text for one in cards.find_elements("css selector", ".card-name")]
    assert names == list(first.cards)
    panel.press("Step through")
    page.wait(lambda: panel.texts(".failed-hand .trace-place"))
    assert "failed" in panel.texts(".failed-hand .outcome")[0]


# Which build ----------------------------------------------------------------------------------------------


def tick(panel: Panel, *cards: str) -> None:
    def box(card: str) -> Any:
        labels = panel.page.all(f"{panel.css} .limit-cards label")
        return next((one for one in labels if one.text.split(" ")[0] == card), None)

    for card in cards:
        label = panel.page.wait(lambda card=card: box(card))
        panel.page.browser.js("arguments[0].scrollIntoView({block: 'center'})", label)
        label.click()


def test_the_best_build_is_looked_for_and_taken_over(page: ViewPage) -> None:
    panel = Panel(page, "build").open()
    tick(panel, "scout", "dud")
    panel.press("Look for the best build")
    panel.rests()
    found = yisp.tune(
        loaded(DECK), "rate", topic=HOME, only=["scout", "dud", "rest"], seed=7, jobs=1,
        ranges={"scout": (0, 3), "dud": (0, 4), "rest": (0, 50)},
    )  # fmt: skip
    assert found.best["scout"] == 3 and found.best["dud"] == 0
    best = panel.texts(".builds li")[0]
    assert agrees(best.strip(), 100 * found.looked[0].estimates[0].value)
    assert "scout 2 → 3" in best and "dud 4 → 0" in best
    assert (
        f"All {found.candidates} decks within the limits were looked at." in panel.texts(".panel-answer")[0]
    )
    panel.press("Take it over")
    written = DECK.replace("scout: {count: 2", "scout: {count: 3").replace("dud: {count: 4", "dud: {count: 0")
    page.wait(lambda: page.text == written)
    page.wait(lambda: "The deck has changed since." in panel.texts(".panel-remark")[0])
    page.wait(lambda: page.rate and agrees(page.rate, 100 * found.looked[0].estimates[0].value))


def test_looking_for_a_build_is_stopped_with_the_best_so_far(page: ViewPage) -> None:
    page.replace(SAMPLED)
    panel = Panel(page, "build").open()
    tick(panel, "scout", "lamp", "gate", "dud")
    panel.press("Look for the best build")
    page.wait(lambda: panel.texts(".builds li"))
    panel.press("Stop")
    page.wait(lambda: panel.texts(".limits button")[0] == "Look for the best build")
    assert "so far" in panel.texts(".panel-answer")[0]
    assert not page.all(f"{panel.css} [aria-busy=true]")


# Taking it along ------------------------------------------------------------------------------------------


def test_words_a_table_and_pictures_are_kept(page: ViewPage, kept: Callable[[str], bytes]) -> None:
    panel = Panel(page, "worth").open().rests()
    origin = page.browser.js("return location.origin")
    page.browser.command("Browser.grantPermissions", permissions=[], origin=origin)  # and nothing else
    panel.press("Copy as words")
    offered = page.wait(lambda: page.one(f"{panel.css} .panel-words textarea").get_property("value"))
    allowed = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    page.browser.command("Browser.grantPermissions", permissions=allowed, origin=origin)
    panel.press("Copy as words")
    page.wait(lambda: panel.texts(".panel-take button")[0] == "Copied")
    words = page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert words == offered
    lines = words.splitlines()
    assert lines[0] == "What is each card worth?" and "one more scout" in lines[1]
    assert lines[-1] == "deck.yml · opening · exact"
    panel.press("Table (CSV)")
    rows = list(csv.DictReader(io.StringIO(kept("worth.csv").decode("utf-8-sig"))))
    (topic,) = yisp.sensitivity(loaded(DECK), topics=HOME, seed=7).topics
    for row in rows:
        change = topic.change(row["card"], int(row["by"]))
        assert change is not None
        gap = next(one for one in change.gaps if one.kind == row["what"])
        assert (float(row["value"]), row["exact"]) == (gap.mean, gap.exact)
    assert len(rows) == sum(len(change.gaps) for change in topic.changes)
    panel.press("Picture (SVG)")
    picture = kept("worth.svg").decode()
    assert "var(" not in picture and "What is each card worth?" in picture and ">scout<" in picture
    panel.press("Picture (PNG)")
    assert kept("worth.png").startswith(b"\x89PNG")


# Everybody ------------------------------------------------------------------------------------------------

KINDS = ["worth", "copies", "why", "build", "policies", "compare", "advise"]

SAID = {"compare": {"deck", "yml", "A", "B", HOME}, "policies": {"greedy", "best", "hindsight"}}
"""What is the same in every language."""


def begin(page: ViewPage, kind: str) -> Panel:
    """Opens a panel, and has it ask what it asks."""
    panel = Panel(page, kind).open()
    if kind == "build":
        page.wait(lambda: page.all(f"{panel.css} .limit-cards input"))
        page.all(f"{panel.css} .limit-cards input")[0].click()
        page.wait(lambda: page.all(f"{panel.css} .limits button.primary:not(:disabled)"))[0].click()
    if kind == "compare":
        panel.paste(DECK.replace("dud: {count: 4}", "dud: {count: 3}"))
    return panel.rests()


@pytest.mark.parametrize("kind", KINDS)
def test_the_keyboard_opens_and_reads_a_panel(page: ViewPage, kind: str) -> None:
    page.browser.js("document.querySelector(arguments[0]).focus()", f"#panel-{kind} > summary")
    page.keys(Keys.ENTER)
    panel = Panel(page, kind)
    if kind == "build":
        page.wait(lambda: page.all(f"{panel.css} .limit-cards input"))
        page.keys(Keys.TAB, Keys.SPACE)
        for _ in range(20):
            page.keys(Keys.TAB)
            if page.browser.js("return document.activeElement.textContent") == "Look for the best build":
                break
        page.keys(Keys.ENTER)
    if kind == "compare":
        page.wait(lambda: page.all(f"{panel.css} .second input"))
        page.keys(Keys.TAB, Keys.TAB, Keys.ENTER)
        page.wait(lambda: page.all(f"{panel.css} .second details[open]"))
        page.keys(Keys.TAB)
        page.browser.command("Input.insertText", text=DECK.replace("dud: {count: 4}", "dud: {count: 3}"))
        page.keys(Keys.TAB, Keys.ENTER)
    panel.rests()
    answer = panel.texts(".panel-answer")[0]
    page.wait(lambda: panel.texts("[role=status]") == [answer])
    page.keys(Keys.TAB)
    inside = "return document.activeElement.closest(arguments[0]) !== null"
    assert page.browser.js(inside, f"{panel.css} .panel-body")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desktop", "phone"])
def test_panels_fit_and_axe_finds_nothing_serious(
    open_page: Opener, server: Server, size: tuple[int, int], dark: bool
) -> None:
    page = open_page(server.page, size, dark=dark)
    if size == PHONE:
        page.press("Numbers")
    for kind in KINDS:
        begin(page, kind)
    for kind in ("why", "policies"):
        if page.all(f"#panel-{kind} .failures summary"):
            page.browser.click(f"#panel-{kind} .failures summary")
    assert not page.browser.js("return document.documentElement.scrollWidth > innerWidth")
    wide = """
        return [...document.querySelectorAll(".panels .panel, .panels .panel-shown > *")]
            .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).length;
    """
    assert not page.browser.js(wide)
    if AXE.is_file():
        assert page.browser.axe() == []


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_panels_speak_the_language_of_the_page(open_page: Opener, tmp_path: Path, language: str) -> None:
    (tmp_path / "deck.yml").write_text(DECK)
    with served("deck.yml", tmp_path, language=language) as found:
        page = open_page(found.page)
        for kind in KINDS:
            panel = begin(page, kind)
            latin = set(re.findall(r"[A-Za-z]+", page.browser.text(panel.css)))
            assert latin <= {*NAMES, *SAID.get(kind, ()), "CSV", "SVG", "PNG", "JSON"}, latin


def test_a_study_that_cannot_be_made_says_so(open_page: Opener, tmp_path: Path) -> None:
    """Nothing is filled up in a deck of which all counts are written: there is but one size."""
    (tmp_path / "deck.yml").write_text(DECK.replace("  size: 40\n", "").replace("count: -1", "count: 30"))
    with served("deck.yml", tmp_path) as found:
        page = open_page(found.page)
        panel = Panel(page, "copies").open().rests()
        assert any("takes" in text or "take a card" in text for text in panel.texts(".soft"))
        page.choose(".exchange select", "rest")
        page.wait(lambda: len(page.all(f"{panel.css} svg.plot")) == 2)
