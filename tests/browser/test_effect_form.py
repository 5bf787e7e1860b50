"""Effects of parts in the page of ``yispc view``: chosen from menus, written, played at once."""

from __future__ import annotations

import pytest
from driving import AXE, DESK, PHONE, Browser
from needed import SLOW
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select
from viewing import Server, ViewPage

import yisp

pytestmark = SLOW

DECK = """\
deck:
  size: 40
  cards:
    scout: {count: 3}   # what is sought
    lamp:
      count: 3   # shall find it
    odd: {count: 1, program: '@;(= x (nth  1 2 |D|));(# X B)'}
    rest: {count: -1}
simulate:
  tests:
    opening:
      exec-program: true
      combos:
        one: {hand: [scout]}
"""
LAMP = '[data-card="lamp"]'
FORM = f"{LAMP} .byhand"

# Another choice in a menu, and so many milliseconds later, when that is just being answered, a step that is
# added; whether its menu then has the focus, and keeps it.  A busy page takes several answers in a row.
HURRIED = """
const [later, done] = arguments;
const steps = document.querySelector('[data-card="lamp"] .byhand > section:nth-of-type(2)');
const menu = steps.querySelector(":scope > ul > li:nth-child(2) .room-step > select:first-child");
menu.value = menu.value === "search" ? "draw" : "search";
menu.dispatchEvent(new Event("change", { bubbles: true }));
setTimeout(() => {
  steps.querySelector(":scope > .byhand-add").click();
  requestAnimationFrame(() =>
    setTimeout(() => {
      for (const begun = performance.now(); performance.now() < begun + 250; );
      const last = steps.querySelector(":scope > ul > li:last-child > .byhand-part > select");
      const began = document.activeElement === last;
      setTimeout(() => done(began && document.activeElement === last), 400);
    }, 20),
  );
}, later);
"""


def opened(browser: Browser, server: Server, card: str, size: tuple[int, int] = DESK) -> ViewPage:
    page = ViewPage(browser, server.page, size)
    page.wait(lambda: page.rate)
    if size == PHONE:
        page.all(".panes-choice button")[1].click()
    page.one(f'[data-card="{card}"] .slider-words > summary').click()
    return page


def chosen(page: ViewPage, css: str, value: str, at: int = 0) -> None:
    page.wait(lambda: len(page.all(css)) > at)
    Select(page.all(css)[at]).select_by_value(value)


def added(page: ViewPage, inside: str, said: str, value: str) -> None:
    """By the keyboard: the button, then the menu of what it has added, which has the focus."""

    def there() -> WebElement | None:
        return next((one for one in page.all(f"{inside} .byhand-add") if one.text == f"+ {said}"), None)

    page.wait(there).send_keys(Keys.ENTER)
    page.wait(lambda: page.browser.js("return document.activeElement.tagName") == "SELECT")
    Select(page.driver.switch_to.active_element).select_by_value(value)


def test_an_effect_of_menus_is_written_and_played(browser: Browser, server: Server) -> None:
    page = opened(browser, server, "lamp")
    page.one(f"{LAMP} .effect-wishes:last-child button").click()
    page.wait(lambda: "program: '@;(# X B);(# D.1 H [draw])'" in page.text)
    # Once a turn, if the deck holds a card: a scout instead of a draw.
    page.one(f"{FORM} .byhand-tick input").click()
    added(page, f"{FORM} section:nth-of-type(1)", "Add a condition", "if so")
    added(page, f"{FORM} section:nth-of-type(1)", "which …", "card")
    page.wait(lambda: "[1]/|D.scout|;@" in page.text)
    chosen(page, f"{FORM} section:nth-of-type(2) .room-step > select:first-child", "search", 1)
    page.wait(lambda: "(# X B);(# D.*1 H [search])" in page.text)
    added(page, f"{FORM} section:nth-of-type(2)", "which …", "card")
    page.wait(lambda: "(# D.scout.*1 H [search])" in page.text)
    lamp = "      count: 3   # shall find it\n"
    text = DECK.replace(lamp, f"{lamp}      program: '[1]/|D.scout|;@;(# X B);(# D.scout.*1 H [search])'\n")
    assert page.text.rstrip("\n") == text.rstrip("\n")
    # What stands there in words, and the number, are those of that text.
    page.wait(lambda: "search for a “scout” of your choice" in "".join(page.texts(f"{LAMP} .effect-words")))
    found = yisp.run(yisp.loads(text), seed=7).topics["opening"]
    assert found.method == "exact" and found.success.rate is not None
    rate = f"{100 * found.success.rate:.2f}%"
    page.wait(lambda: page.rate == rate)


def test_a_step_that_is_added_while_the_last_change_is_answered_keeps_the_focus(
    browser: Browser, server: Server
) -> None:
    page = opened(browser, server, "lamp")
    page.one(f"{LAMP} .effect-wishes:last-child button").click()
    page.wait(lambda: "program: '@;(# X B);(# D.1 H [draw])'" in page.text)
    page.one(f"{FORM} section:nth-of-type(2) .room-step")
    for later in range(30, 94, 8):
        assert page.driver.execute_async_script(HURRIED, later), later


def test_what_is_no_part_is_left_alone(browser: Browser, server: Server) -> None:
    page = opened(browser, server, "odd")
    odd = '[data-card="odd"]'
    page.one(f"{odd} .effect-wishes button").click()
    assert page.one(f"{odd} .byhand-part code").text == "(nth 1 2 |D|)"
    added(page, odd, "Add a step", "shuffle")
    page.wait(lambda: "'@;(= x (nth  1 2 |D|));(# X B);(shuffle D)'" in page.text)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: `npm ci` in web/")
def test_the_form_fits_and_axe_finds_nothing_serious(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    page = opened(browser, server, "odd", size)
    page.one('[data-card="odd"] .effect-wishes button').click()
    added(page, "[data-card='odd']", "Add a step", "either")
    page.wait(lambda: len(page.all(".byhand-part .byhand-part")) > 2)
    assert page.browser.axe() == []
    wide = page.browser.js(
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0
    form = page.driver.find_element(By.CSS_SELECTOR, ".byhand")
    assert page.browser.js("return arguments[0].scrollWidth - arguments[0].clientWidth", form) <= 0
