"""``yispc view`` in a real browser: what is typed is judged and counted, and what is counted is right."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from driving import AXE, DESK, PHONE, Browser
from needed import QUIET
from picturing import png
from selenium.webdriver.common.keys import Keys
from viewing import Server, ViewPage, served
from watching import family

import yisp

pytestmark = [QUIET, pytest.mark.slow]

DECK = """\
deck:
  size: 40
  cards:
    scout:
      count: 2
      attribute: [start]
      description: 侦察兵
    lamp: {attribute: [start]}
    gate:
      count: 2
      program: '@;(# X B);(# D.scout.1 H)'
    rest:
      count: -1
simulate:
  tests:
    opening:
      exec-program: true
      combos:
        one: {hand: [a:start]}
        two: {score: 2, hand: [2x a:start]}
    bricks:
      combos:
        none: {hand: [0x a:start]}
"""

CHINESE = """\
deck:
  size: 40
  cards:
    增殖的G: {count: 3, attribute: [手坑]}
    "灰流丽 𠮷":
      count: 2
      attribute: [手坑]
      description: 无效检索
    其他:
      count: -1
simulate:
  tests:
    手坑:
      combos:
        有手坑: {hand: [a:手坑]}
        没有: {condition: '(== |H.灰流丽| 0)'}
"""


def percent(text: str, topic: str = "opening", *, combo: str | None = None) -> float:
    """What the deck's answer is, by the library."""
    found = yisp.run(yisp.loads(text), seed=7).topics[topic]
    rate = found.success.rate if combo is None else found.combos[combo].rate
    assert rate is not None and found.method == "exact"
    return 100 * rate


def shown(value: float) -> str:
    return f"{value:.2f}%"


Opener = Callable[..., ViewPage]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """Opens the page; afterwards the browser must have nothing against what it did."""
    opened: list[ViewPage] = []

    def opener(address: str, size: tuple[int, int] = DESK, *, dark: bool = False) -> ViewPage:
        opened.append(ViewPage(browser, address, size, dark=dark))
        return opened[-1]

    yield opener
    for page in opened[-1:]:  # what a page before has left went with it
        assert page.complaints() == []


@pytest.fixture
def page(open_page: Opener, server: Server) -> ViewPage:
    """The page with :data:`DECK`, answered."""
    page = open_page(server.page)
    answer = shown(percent(DECK))
    page.wait(lambda: page.rate == answer)
    return page


# Writing ------------------------------------------------------------------------------------------------


def test_a_mistake_is_shown_under_its_word_and_goes_when_it_is_mended(page: ViewPage) -> None:
    line = next(number for number, text in enumerate(DECK.splitlines(), 1) if "program" in text)
    column = DECK.splitlines()[line - 1].index("B)") + 1
    page.put_cursor(line, column)
    page.keys(Keys.DELETE, "b")
    page.wait(lambda: page.texts(".cm-lintRange-error") == ["b"])
    page.wait(lambda: any("needs a zone" in text for text in page.texts(".problem-list .error")))
    page.wait(lambda: page.texts(".answer.old .old-numbers") == [f"from before the mistake in line {line}"])
    page.keys(Keys.BACKSPACE, "B")
    page.wait(lambda: not page.texts(".cm-lintRange") and page.texts(".problems-summary") == ["No mistakes"])
    assert page.text == DECK
    page.wait(lambda: page.rate == shown(percent(DECK)))


def test_a_mistake_is_mended_with_one_click(page: ViewPage) -> None:
    """Below the text, and in the box at the word; what was mended can be taken back, and mended again."""
    wrong = DECK.replace("(# X B)", "(# X b)").replace("exec-program", "exec-programme")
    page.replace(wrong)
    page.wait(lambda: page.texts(".problem-fix") == ["write B", "write exec-program"])
    page.press("write B")
    page.wait(lambda: page.text == wrong.replace("(# X b)", "(# X B)"))
    page.wait(lambda: page.texts(".problem-fix") == ["write exec-program"])
    page.press("Undo")
    page.wait(lambda: page.text == wrong)
    page.press("Redo")
    page.wait(lambda: page.text == wrong.replace("(# X b)", "(# X B)"))
    page.wait(lambda: page.texts(".problem-fix") == ["write exec-program"])
    page.point_at(page.all(".cm-lintRange-warning")[-1])
    page.wait(lambda: page.texts(".cm-tooltip .cm-diagnosticAction") == ["write exec-program"])
    page.one(".cm-tooltip .cm-diagnosticAction").click()
    page.wait(lambda: page.text == DECK and page.texts(".problems-summary") == ["No mistakes"])
    page.wait(lambda: page.rate == shown(percent(DECK)))
    assert page.texts(".problem-fix") == []


# What cards do ------------------------------------------------------------------------------------------


def test_what_a_card_does_is_said_beside_it_and_parts_are_marked_both_ways(page: ViewPage) -> None:
    gate = '.slider-row[data-card="gate"]'
    assert page.texts(f"{gate} .slider-words > summary") == ["What it does: 1 effect"]
    said = {"What it does: 1 effect", "What it does: nothing yet"}
    assert set(page.texts(".slider-words > summary")) == said
    page.one(f"{gate} .slider-words > summary").click()
    said = (
        "From the hand: send this card to the graveyard; then add the first “scout” in the deck to the hand."
    )
    page.wait(lambda: page.texts(f"{gate} .effect-words") == [said])
    assert page.texts(f"{gate} .effect-script") == ["@;(# X B);(# D.scout.1 H)"]
    words = page.all(f"{gate} .effect-words span")
    page.point_at(next(one for one in words if one.text == "“scout”"))
    page.wait(lambda: page.texts(f"{gate} .effect-script .pointed") == ["scout"])
    assert page.texts(".cm-content .pointed") == ["scout"]  # in the text as well
    pieces = page.all(f"{gate} .effect-script span")
    page.point_at(next(one for one in pieces if one.text == "X"))
    page.wait(lambda: page.texts(f"{gate} .effect-words .pointed") == ["this card"])
    page.point_at(page.one(".cm-content"))
    page.wait(lambda: page.texts(".pointed") == [])
    line = next(number for number, text in enumerate(DECK.splitlines(), 1) if "program:" in text)
    page.put_cursor(line, DECK.splitlines()[line - 1].index("scout.1") + len("scout.") + 1)
    page.keys(Keys.DELETE, "2")
    page.wait(lambda: "2 copies of “scout”" in "".join(page.texts(f"{gate} .effect-words")))


def test_a_mistake_that_can_be_mended_in_two_ways(page: ViewPage) -> None:
    page.replace(DECK.replace("(# X B);", "(x = 3);(# X B);"))
    page.wait(lambda: page.texts(".problem-fix") == ["write (== x 3)", "write (= x 3)"])
    page.press("write (= x 3)")
    page.wait(lambda: page.text == DECK.replace("(# X B);", "(= x 3);(# X B);"))


def test_a_place_behind_characters_of_two_units_is_the_right_one(page: ViewPage) -> None:
    """Columns count characters, and 𠮷 is two of what a browser counts."""
    written = DECK.replace(
        "scout:\n      count: 2", 'scout: {count: 2, description: "𠮷𠮷", countt: 3}'
    ).replace("      attribute: [start]\n      description: 侦察兵\n", "", 1)
    page.replace(written)
    page.wait(lambda: "countt" in page.texts(".cm-lintRange-warning"))


def test_what_is_typed_is_counted(page: ViewPage) -> None:
    written = DECK.replace("count: 2", "count: 3", 1)
    page.put_cursor(5, len("      count: 2") + 1)
    page.keys(Keys.BACKSPACE, "3")
    page.wait(lambda: page.text == written)
    page.wait(lambda: page.rate == shown(percent(written)))
    combos = [percent(written, combo=name) for name in ("one", "two")]
    page.wait(lambda: page.texts(".found .rates td.strong")[:2] == [shown(rate) for rate in combos])


def test_the_mistakes_are_listed_and_lead_to_their_place(page: ViewPage) -> None:
    page.replace(DECK.replace("D.scout.1", "D.scuot.1"))
    button = page.one(".problem-list button")
    assert "scuot" in button.text and "did you mean" in button.text
    button.click()
    page.keys("scout")
    page.wait(lambda: "D.scout.1" in page.text.replace("..", ".") and "scuot" not in page.text)


def test_scripts_are_coloured_by_what_their_words_are(page: ViewPage) -> None:
    assert page.texts(".cm-content .script-zone") == ["X", "B", "D", "H"]
    assert page.texts(".cm-content .script-operator") == ["#", "#"]
    assert page.texts(".cm-content .script-activate") == ["@"]
    assert page.texts(".cm-content .script-type") == ["scout"]


def test_names_are_proposed_and_taken(page: ViewPage) -> None:
    line = next(number for number, text in enumerate(DECK.splitlines(), 1) if "one:" in text)
    page.put_cursor(line, DECK.splitlines()[line - 1].index("a:start") + 3)
    page.keys(*[Keys.DELETE] * len("start"), "s")
    page.wait(lambda: page.texts(".cm-tooltip-autocomplete li .cm-completionLabel") == ["start"])
    page.one(".cm-tooltip-autocomplete li").click()
    page.wait(lambda: page.text == DECK)


def test_a_word_says_what_it_means_and_how_many_there_are(page: ViewPage) -> None:
    word = page.wait(lambda: next((each for each in page.all(".cm-content .script-type") if each.text), None))
    page.point_at(word)
    told = page.wait(lambda: " ".join(page.texts(".cm-tooltip .hover")))
    assert "scout" in told and "侦察兵" in told and "2" in told


# Counts, and comparing --------------------------------------------------------------------------------------


def test_a_slider_changes_the_text_and_the_number(page: ViewPage) -> None:
    written = DECK.replace("count: 2", "count: 3", 1)
    page.slider("scout").send_keys(Keys.ARROW_RIGHT)
    page.wait(lambda: page.text == written)
    page.wait(lambda: page.rate == shown(percent(written)))
    gain = percent(written) - percent(DECK)
    page.wait(lambda: page.texts(".answer .headline-rate .change") != [])
    (change,) = page.texts(".answer .headline-rate .change")
    assert change.startswith(f"▲ +{gain:.2f} points") and "exactly" in change
    tried = [(2, percent(DECK)), (3, percent(written))]
    page.wait(lambda: page.texts(".tried .tried-rate") == [shown(rate) for _, rate in tried])
    assert page.texts(".tried .tried-count") == [f"{count} copies" for count, _ in tried]
    page.one(".cm-content").click()
    page.chord(Keys.CONTROL, "z")
    page.wait(lambda: page.text == DECK and page.rate == shown(percent(DECK)))


def test_a_count_that_is_not_written_is_written_by_its_slider(page: ViewPage) -> None:
    page.slider("lamp").send_keys(Keys.ARROW_RIGHT)
    page.wait(lambda: "lamp: {count: 2, attribute: [start]}" in page.text)
    page.slider("lamp").send_keys(Keys.ARROW_RIGHT)
    page.wait(lambda: "lamp: {count: 3, attribute: [start]}" in page.text)
    page.wait(lambda: page.rate == shown(percent(page.text)))
    assert page.texts(".tried .tried-count")[:1] == ["1 copy"]


def test_the_filler_has_no_slider(page: ViewPage) -> None:
    page.wait(lambda: page.texts('[data-card="rest"] .slider-fixed') == ["fills the deck"])
    assert page.all('input[aria-label="Copies of rest"]') == []


def test_one_card_can_give_way_to_another(page: ViewPage) -> None:
    written = DECK.replace("count: -1", "count: 35")
    page.replace(written)
    page.choose(".exchange select", "rest")
    page.slider("scout").send_keys(Keys.ARROW_RIGHT)
    moved = written.replace("count: 2", "count: 3", 1).replace("count: 35", "count: 34")
    page.wait(lambda: page.text == moved)
    page.wait(lambda: page.rate == shown(percent(moved)))


def test_what_is_pinned_is_compared_with(page: ViewPage) -> None:
    page.press("Pin")
    worse = DECK.replace("count: 2", "count: 1", 1)
    page.replace(worse)
    page.wait(lambda: page.rate == shown(percent(worse)))
    loss = percent(DECK) - percent(worse)
    page.wait(lambda: any(f"−{loss:.2f} points" in text for text in page.texts(".answer .change.down")))
    losses = [percent(DECK, combo=name) - percent(worse, combo=name) for name in ("one", "two")]
    rows = page.texts(".found .rates td .change.down")
    assert [row.split()[1] for row in rows] == [f"−{loss:.2f}" for loss in losses]
    page.press("Back to it")
    page.wait(lambda: page.text == DECK)
    page.press("Unpin")
    page.wait(lambda: not page.texts(".pinned") and not page.texts(".answer .change"))


def test_another_topic_is_looked_at(page: ViewPage) -> None:
    page.press("bricks")
    page.wait(lambda: page.rate == shown(percent(DECK, "bricks")))


def test_an_estimate_says_so_and_has_an_interval(page: ViewPage) -> None:
    page.replace(DECK.replace("exec-program: true", "method: sample"))
    page.wait(lambda: page.texts(".answer:not(.old) .badge") == ["estimate"])
    page.wait(lambda: page.texts(".answer:not(.old) .sure-interval"))
    (interval,) = page.texts(".answer .sure-interval")
    assert interval.startswith("± ")


# What was tried -------------------------------------------------------------------------------------------


def test_what_was_tried_is_there_with_its_rate_and_one_click_away(page: ViewPage) -> None:
    texts = {"At first": DECK}

    def rows() -> list[tuple[str, str]]:
        # In one look: the list may be drawn anew between two.
        read = page.texts(".past-what, .past-rate strong")
        return list(zip(read[::2], read[1::2], strict=True))

    def tried(what: str, text: str) -> None:
        """Wait until that is the newest of what was tried."""
        texts[what] = text
        page.wait(lambda: page.text == text and rows()[:1] == [(what, shown(percent(text)))])

    slider = page.slider("scout")
    slider.send_keys(Keys.RIGHT)
    tried("scout 2 → 3", DECK.replace("count: 2", "count: 3", 1))
    slider.send_keys(Keys.LEFT, Keys.LEFT)
    page.wait(lambda: rows()[0][0] in ("scout 2 → 1", "scout 3 → 1"))
    page.press("Back to this: At first")
    page.wait(lambda: page.text == DECK)  # not its numbers: what is written next comes of it all the same
    written = DECK.replace("{hand: [a:start]}", "{hand: [2x a:start]}", 1)
    page.replace(written)
    line = written.splitlines().index(next(one for one in written.splitlines() if "one:" in one)) + 1
    texts["written"] = written
    page.wait(lambda: rows()[0] == (f"Line {line}: one: {{hand: [2x a:start]}}", shown(percent(written))))
    assert rows()[-1] == ("pinned: At first", shown(percent(DECK)))
    assert page.texts(".past-list [aria-current] .past-what") == [rows()[0][0]]
    many = len(rows())
    page.press("Back to this: At first")
    page.wait(lambda: page.text == DECK and page.rate == shown(percent(DECK)))
    assert page.texts(".past-list [aria-current] .past-what") == ["pinned: At first"]
    page.press("Back to this: scout 2 → 3")
    page.wait(lambda: page.rate == shown(percent(texts["scout 2 → 3"])))
    assert page.text == texts["scout 2 → 3"] and len(rows()) == many
    page.press("Undo")
    page.wait(lambda: page.text == DECK)
    assert page.browser.axe() == []


def test_who_types_tries_what_stands_in_the_end(page: ViewPage) -> None:
    page.put_cursor(5, len(DECK.splitlines()[4]))
    page.keys(Keys.DELETE)
    page.wait(lambda: "count: " in page.text)
    for digit in ("3", Keys.BACKSPACE, "4"):
        page.keys(digit)
    text = DECK.replace("count: 2", "count: 4", 1)
    page.wait(lambda: page.rate == shown(percent(text)))
    page.wait(lambda: page.texts(".past-what") == ["scout 2 → 4", "At first"])


# One hand at a time -----------------------------------------------------------------------------------------


def test_a_trial_is_stepped_through(page: ViewPage) -> None:
    page.press("A hand that works")
    page.wait(lambda: page.texts(".trial .trace-place") != [])
    steps = page.texts(".trial .trace-steps li")
    assert len(steps) > 1
    page.press("Next step")
    page.wait(lambda: page.texts(".trial .trace-now") == [steps[0]])
    page.keys(Keys.END)
    page.wait(lambda: page.texts(".trial .trace-steps .current") == [steps[-1]])
    assert len(page.texts(".trial .hands .card")) == 5


def test_a_hand_that_fails_fails(page: ViewPage) -> None:
    page.press("A hand that fails")
    page.wait(lambda: page.texts(".trial .outcome .mark") != [])
    assert "failed" in page.texts(".trial .outcome .mark")
    assert not {"scout", "lamp"} & set(page.texts(".trial .hands .card-name"))


def test_cards_have_the_pictures_of_a_folder(open_page: Opener, tmp_path: Path) -> None:
    text = DECK.replace("exec-program: true", "start: {hand: [scout, lamp]}")
    (tmp_path / "mine.yml").write_text(text)
    (tmp_path / "cards").mkdir()
    for name in ("scout", "lamp"):
        (tmp_path / "cards" / f"{name}.png").write_bytes(png(30, 42))
    with served("mine.yml", tmp_path, "--pictures", "cards") as found:
        page = open_page(found.page)
        page.press("A hand that works")
        page.wait(lambda: page.texts(".trial .hands .card"))
        drawn = (
            "return [...document.querySelectorAll('.trial .hands .card')].map((card) =>"
            " [card.querySelector('.card-name').textContent, card.querySelector('img')?.naturalWidth ?? 0])"
        )
        page.wait(lambda: any(width == 30 for _, width in page.browser.js(drawn)))
        page.wait(lambda: all(
            width == (30 if name in ("scout", "lamp") else 0) for name, width in page.browser.js(drawn)
        ))  # fmt: skip


# The file, and passing on -----------------------------------------------------------------------------------


def test_saving_writes_the_file_and_nobody_elses_changes_are_lost(open_page: Opener, tmp_path: Path) -> None:
    file = tmp_path / "mine.yml"
    file.write_text(DECK)
    with served("mine.yml", tmp_path) as found:
        page = open_page(found.page)
        assert page.texts(".file-name") == ["mine.yml"]
        assert page.button("Save") is None  # there is nothing to save
        page.slider("scout").send_keys(Keys.ARROW_RIGHT)
        page.press("Save")
        page.wait(lambda: page.texts(".said.good"))
        written = DECK.replace("count: 2", "count: 3", 1)
        assert file.read_text() == written
        file.write_text("# by somebody else\n" + DECK)
        page.slider("scout").send_keys(Keys.ARROW_LEFT)
        page.press("Save")
        page.press("Do not save")
        assert file.read_text() == "# by somebody else\n" + DECK
        page.press("Save")
        page.press("Save all the same")
        page.wait(lambda: file.read_text() == DECK)
        page.wait(lambda: not page.all(".dirty"))


def test_a_shared_text_opens_elsewhere_and_asks_before_it_runs(
    page: ViewPage, open_page: Opener, tmp_path: Path
) -> None:
    page.press("Share it")
    shared = page.wait(lambda: page.one("dialog.share textarea").get_property("value"))
    assert isinstance(shared, str)
    page.press("Done")
    with served("-", tmp_path, given=shared) as found:
        other = open_page(found.page)
        assert other.one(".ask-before").is_displayed() and not other.texts(".answer")
        assert other.texts(".problems-summary") == ["Not looked at yet"]
        other.press("Run this deck")
        other.wait(lambda: other.rate == shown(percent(DECK)))
        assert other.text == shared
        assert other.button("Save") is None
    assert list(tmp_path.iterdir()) == []


def test_the_report_is_kept_as_one_page(page: ViewPage, tmp_path: Path) -> None:
    where = {"behavior": "allow", "downloadPath": str(tmp_path)}
    page.browser.command("Browser.setDownloadBehavior", **where)
    page.slider("scout").send_keys(Keys.ARROW_RIGHT)
    written = DECK.replace("count: 2", "count: 3", 1)
    page.wait(lambda: page.rate == shown(percent(written)))
    page.press("Report")
    page.wait(lambda: [file.name for file in tmp_path.iterdir()] == ["deck.html"])
    report = yisp.read_report(str(tmp_path / "deck.html"))
    assert "deck.html" in report["command"]
    (rate,) = (topic["success"]["rate"] for topic in report["report"]["topics"] if topic["name"] == "opening")
    assert shown(100 * rate) == shown(percent(written))


# What can go wrong ------------------------------------------------------------------------------------------


def test_the_page_goes_on_when_its_worker_has_died(open_page: Opener, tmp_path: Path) -> None:
    (tmp_path / "deck.yml").write_text(DECK)
    with served("deck.yml", tmp_path) as found:
        page = open_page(found.page)
        page.wait(lambda: page.rate == shown(percent(DECK)))
        page.slider("scout")  # comes last: the version is done, and does not die with its process
        for worker in family(found.process.pid):
            os.kill(worker, signal.SIGKILL)
        page.slider("scout").send_keys(Keys.ARROW_RIGHT)
        page.wait(lambda: page.rate == shown(percent(DECK.replace("count: 2", "count: 3", 1))))


def test_a_server_that_is_gone_is_missed_and_found_again(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "deck.yml").write_text(DECK)
    with served("deck.yml", tmp_path) as found:
        page = ViewPage(browser, found.page)
        page.wait(lambda: page.rate == shown(percent(DECK)))
        page.slider("scout").send_keys(Keys.ARROW_RIGHT)
    page.wait(lambda: page.texts(".lost"))
    assert page.text == DECK.replace("count: 2", "count: 3", 1)
    page.press("Save")
    page.wait(lambda: page.texts(".said.bad"))
    with served("deck.yml", tmp_path, again=found):
        page.wait(lambda: not page.texts(".lost"))
        page.wait(lambda: page.rate == shown(percent(page.text)))
        gain = percent(page.text) - percent(DECK)  # what was pinned still is
        page.wait(lambda: any(f"+{gain:.2f} points" in text for text in page.texts(".answer .change.up")))
        page.chord(Keys.CONTROL, "s")
        page.wait(lambda: (tmp_path / "deck.yml").read_text() == page.text)


def test_no_name_becomes_markup(page: ViewPage) -> None:
    name = "<img src=x onerror=document.title=1>"
    page.replace(
        DECK.replace("scout", f"'{name}'", 1).replace("one:", f'"{name}":').replace("D.scout.1", "D.1")
    )
    page.wait(lambda: name in page.texts(".slider-name") and name in page.texts(".rate-name"))
    assert not page.all(".view img")
    assert page.driver.title == "deck.yml – Yisp"


def test_the_keyboard_alone_is_enough(page: ViewPage) -> None:
    inside = "return document.activeElement.closest('.cm-editor') !== null"
    page.one(".cm-content").click()
    page.keys(Keys.ESCAPE, Keys.TAB)
    assert not page.browser.js(inside) and page.text == DECK
    slider = "return document.activeElement.getAttribute('aria-label') === 'Copies of scout'"
    for _ in range(30):
        if page.browser.js(slider):
            break
        page.keys(Keys.TAB)
    page.keys(Keys.ARROW_RIGHT)
    page.wait(lambda: page.rate == shown(percent(DECK.replace("count: 2", "count: 3", 1))))


# Everybody --------------------------------------------------------------------------------------------------


def test_on_a_phone_nothing_is_wider_than_the_screen(open_page: Opener, server: Server) -> None:
    page = open_page(server.page, PHONE)
    wide = "return document.documentElement.scrollWidth > innerWidth"
    assert not page.browser.js(wide)
    page.wait(lambda: shown(percent(DECK)) in "".join(page.texts(".panes-choice .short")))
    assert page.one(".cm-content").is_displayed()
    page.press("Numbers")
    assert not page.one(".cm-content").is_displayed()
    page.press("One scout more")
    page.wait(lambda: page.rate == shown(percent(DECK.replace("count: 2", "count: 3", 1))))
    page.press("A hand that works")
    page.wait(lambda: page.texts(".trial .trace-place") != [])
    assert not page.browser.js(wide)
    parts = """
        return [...document.querySelectorAll(".numbers-inner > *")]
            .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).length;
    """
    assert not page.browser.js(parts)


def test_a_dark_system_has_a_dark_page(open_page: Opener, server: Server) -> None:
    def lightness(page: ViewPage, css: str, name: str) -> int:
        numbers = [int(part) for part in page.computed(css, name).strip("rgba()").split(",")[:3]]
        return sum(numbers)

    page = open_page(server.page, dark=True)
    assert lightness(page, ".text-pane", "background-color") < lightness(page, ".cm-editor", "color")
    page = open_page(server.page)
    assert lightness(page, ".text-pane", "background-color") > lightness(page, ".cm-editor", "color")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious(
    open_page: Opener, server: Server, size: tuple[int, int], dark: bool
) -> None:
    if not AXE.is_file():
        pytest.skip("axe is not installed: npm ci in the folder web")
    page = open_page(server.page, size, dark=dark)
    page.wait(lambda: page.texts(".answer:not(.old) .badge") == ["exact"])
    found = page.browser.axe
    assert found() == []
    if size == PHONE:
        page.press("Numbers")
    page.slider("scout").send_keys(Keys.ARROW_RIGHT)
    page.wait(lambda: page.texts(".tried .tried-rate"))
    page.press("A hand that works")
    page.wait(lambda: page.texts(".trial .trace-place") != [])
    assert found() == []
    if size != PHONE:
        page.replace(DECK.replace("# X B", "# X b"))
        page.wait(lambda: page.texts(".answer.old") and page.texts(".cm-lintRange-error"))
        assert found() == []


def test_a_chinese_deck_in_chinese(open_page: Opener, tmp_path: Path) -> None:
    (tmp_path / "卡组.yml").write_text(CHINESE, encoding="utf-8")
    with served("卡组.yml", tmp_path, language="zh") as found:
        page = open_page(found.page)
        rate = shown(percent(CHINESE, "手坑"))
        page.wait(lambda: page.rate == rate)
        assert page.browser.js("return document.documentElement.lang") == "zh"
        assert page.texts(".file-name") == ["卡组.yml"]
        assert page.texts(".cm-lintRange-warning") == ["灰流丽"]  # the card's name is longer
        assert "Success rate" not in page.texts(".figure-label")
        page.one('[data-card="灰流丽 𠮷"] input').send_keys(Keys.ARROW_RIGHT)
        page.wait(lambda: '"灰流丽 𠮷":\n      count: 3' in page.text)
        page.wait(lambda: page.rate == shown(percent(page.text, "手坑")))


# A newcomer -------------------------------------------------------------------------------------------------


def test_from_nothing_to_two_or_three(open_page: Opener, tmp_path: Path) -> None:
    """Only what the page says, only a pointer and words: fields, then a slider."""
    with served("new.yml", tmp_path) as found:
        page = open_page(found.page)
        page.one(".draft-cards input[type=text]").send_keys("Ash Blossom: the 1st")
        page.wait(lambda: page.rate == shown(percent(page.text)))
        page.press("Another card")
        page.wait(lambda: len(page.all(".draft-cards li")) == 2)
        page.all(".draft-cards input[type=text]")[2].send_keys("it's a brick")
        role = page.all(".draft-cards input[type=text]")[3]
        role.send_keys(Keys.CONTROL, "a")
        role.send_keys("dead weight")
        page.press("… and")
        page.choose(".draft-wants li:nth-child(2) select", "none")
        page.choose(".draft-wants li:nth-child(2) .wide select", "dead weight")
        page.wait(lambda: '0x a:"dead weight"' in page.text)
        page.press("That is my deck: on to its numbers")
        assert not page.all(".beginning")
        page.wait(lambda: page.texts(".problems-summary") == ["No mistakes"])
        page.wait(lambda: page.rate == shown(percent(page.text)))
        page.slider("Ash Blossom: the 1st").send_keys(Keys.ARROW_LEFT)
        page.wait(lambda: len(page.texts(".tried .tried-rate")) == 2)
        three = page.text.replace("count: 2", "count: 3", 1)
        assert page.texts(".tried .tried-rate") == [shown(percent(page.text)), shown(percent(three))]
        page.press("Save")
        file = tmp_path / "new.yml"
        page.wait(lambda: file.exists() and file.read_text() == page.text)


def test_who_writes_the_text_needs_no_fields(open_page: Opener, tmp_path: Path) -> None:
    (tmp_path / "new.yml").write_text("# mine\n")
    with served("new.yml", tmp_path) as found:
        page = open_page(found.page)
        assert page.all(".beginning") and not page.texts(".problem-list li")
        page.replace(DECK)
        page.wait(lambda: not page.all(".beginning"))
        page.wait(lambda: page.rate == shown(percent(DECK)))


def test_a_role_that_is_renamed_is_still_wanted(open_page: Opener, tmp_path: Path) -> None:
    with served("new.yml", tmp_path) as found:
        page = open_page(found.page)
        name, role = page.all(".draft-cards input[type=text]")
        name.send_keys('Ash "the" 1st')
        role.send_keys(Keys.CONTROL, "a")
        role.send_keys("engine")
        page.wait(lambda: "1x a:engine" in page.text)
        page.choose(".draft-wants .wide select", 'Ash "the" 1st')
        page.wait(lambda: '1x "Ash ""the"" 1st"' in page.text)
        page.wait(lambda: page.rate == shown(percent(page.text)))
        page.choose(".draft-wants .wide select", "engine")
        page.press("Another card")
        page.wait(lambda: len(page.all(".draft-cards li")) == 2)
        page.keys("Brick")  # the focus is in its name
        page.wait(lambda: "Brick" in page.text)
        page.press("Remove Brick")
        page.press("Another card")
        page.wait(lambda: len(page.all(".draft-cards li")) == 2)
        page.keys("Gate")
        page.all(".draft-cards input[type=text]")[3].send_keys(" two")
        page.wait(lambda: "engine two" in page.text)
        page.wait(lambda: page.rate == shown(percent(page.text)))
        page.press('Remove Ash "the" 1st')  # which alone was wanted
        page.wait(lambda: page.all(".draft-wants [aria-invalid=true]"))
        assert '1x ""' in page.text
        page.wait(lambda: page.texts(".answer.old") != [] and not page.rate)
        copies = page.one(".draft-cards input[type=number]")
        for keys in (".5", Keys.BACKSPACE * 3):  # 3.5, and nothing
            copies.send_keys(keys)
            page.wait(lambda: any("still says 3" in text for text in page.texts(".field-fault")))
            assert "count: 3" in page.text
            copies.send_keys(Keys.CONTROL, "a")
            copies.send_keys("3")
            page.wait(lambda: not any("still says" in text for text in page.texts(".field-fault")))


def test_a_slider_is_no_longer_than_it_has_to_be(page: ViewPage) -> None:
    page.put_cursor(5, len("      count: 2") + 1)
    page.keys("1")
    page.wait(lambda: page.slider("scout").get_attribute("max") == "23")
    page.keys(Keys.BACKSPACE)
    page.wait(lambda: page.slider("scout").get_attribute("max") == "3")
