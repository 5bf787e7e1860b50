"""The page of ``yispc site`` in a real browser: the whole program in it, and nobody behind it."""

from __future__ import annotations

import subprocess
import sys
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import PHONE, Browser
from selenium.webdriver.common.by import By
from viewing import ViewPage

import yisp
from yisp.site.folder import BUILT, SAMPLE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not Path(BUILT, "library.bin").exists(), reason="the engine was not built (python -m web.wasm)"
    ),
]

EXACT = """\
deck: {size: 40, cards: {starter: {count: 3}, blank: {count: 37}}}
simulate: {tests: {t: {combos: {one: {hand: [starter]}}}}}
"""
ENDLESS = """\
deck: {size: 40, cards: {a: {count: 40, program: '@;(while 1 (= v (+ v 1)))'}}, vars: {v: 0}}
simulate: {tests: {t: {exec-program: true, combos: {one: {hand: [a]}}}}}
"""


class Site:
    """The command that serves a site, and its address."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "yisp", "site", "--serve"], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.communicate()


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.end()


@pytest.fixture
def page(browser: Browser, site: Site) -> ViewPage:
    return ViewPage(browser, site.address)


def fragment(text: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text.encode()) + packer.flush()
    return "#d=" + urlsafe_b64encode(data).decode().rstrip("=")


def test_the_first_visit_shows_a_deck_with_its_numbers_and_asks_nobody_else(
    page: ViewPage, site: Site
) -> None:
    page.wait(lambda: page.rate)
    assert page.browser.js("return crossOriginIsolated")
    asked = [address for address in page.browser.requests() if not address.startswith(("blob:", "data:"))]
    assert asked
    assert all(address.startswith(site.address) for address in asked)
    assert page.complaints() == []
    assert page.one(".file-name").text == f"{SAMPLE}.yml"


def test_a_number_is_the_command_s(page: ViewPage) -> None:
    page.replace(EXACT)
    rate = yisp.run(yisp.loads(EXACT)).topics["t"].success.rate
    page.wait(lambda: page.rate.startswith(f"{100 * float(rate):.2f}"))


def test_it_opens_without_a_network(page: ViewPage, site: Site) -> None:
    page.wait(lambda: page.rate)
    page.browser.driver.execute_async_script(
        "const done = arguments[0]; navigator.serviceWorker.ready.then(() => done())"
    )
    site.end()
    page.replace(EXACT)
    page.wait(lambda: page.rate.startswith("33"))
    again = ViewPage(page.browser, site.address)
    again.wait(lambda: again.rate.startswith("33"))  # the deck was kept, too
    assert "starter" in again.text


def test_a_deck_that_never_ends_gives_way_to_the_next(page: ViewPage) -> None:
    page.wait(lambda: page.rate)
    page.replace(ENDLESS)
    page.replace(EXACT)
    page.wait(lambda: page.rate.startswith("33"))


@pytest.mark.parametrize(
    "bad",
    ["#d=", "#d=%%%", "#d=AAAA", "#d=" + "A" * 70_000, fragment("x" * 3_000_000), fragment("\0") + "!"],
)
def test_a_broken_link_is_a_sentence(browser: Browser, site: Site, bad: str) -> None:
    page = ViewPage(browser, site.address + bad)
    assert "cannot be read" in page.one(".said").text
    assert page.text.strip() == ""


def test_a_link_shows_its_deck(browser: Browser, site: Site) -> None:
    page = ViewPage(browser, site.address + fragment(EXACT))
    page.wait(lambda: page.rate.startswith("33"))
    assert page.text.strip() == EXACT.strip()


def test_two_tabs_do_not_write_over_one_another(page: ViewPage, site: Site) -> None:
    driver = page.driver
    page.replace(EXACT)
    page.wait(lambda: page.browser.js("return localStorage.getItem('yisp.last')"))
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    other = ViewPage(page.browser, site.address)
    other.wait(lambda: "starter" in other.text)
    other.replace(EXACT.replace("count: 3}", "count: 2}"))
    other.wait(lambda: "count: 2" in str(page.browser.js("return JSON.stringify(localStorage)")))
    driver.switch_to.window(first)
    page.replace(EXACT.replace("count: 3}", "count: 1}"))
    assert "another tab" in page.one(".said").text
    kept = page.wait(lambda: page.browser.js("return Object.keys(localStorage)"))
    assert sum(name.startswith("yisp.deck.") for name in kept) == 2
    driver.close()
    driver.switch_to.window(driver.window_handles[0])


@pytest.mark.parametrize(("language", "word"), [("zh", "成功率"), ("ja", "成功率"), ("en", "Success rate")])
def test_it_speaks_three_languages_on_a_narrow_screen(
    browser: Browser, site: Site, language: str, word: str
) -> None:
    page = ViewPage(browser, f"{site.address}?lang={language}", PHONE)
    for button in page.all(".panes-choice button")[1:]:
        button.click()
    page.wait(lambda: word in page.driver.find_element(By.TAG_NAME, "body").text)
    page.wait(lambda: page.rate)
    assert page.browser.js("return document.documentElement.scrollWidth <= innerWidth")
    assert page.browser.axe() == []
