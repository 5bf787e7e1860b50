"""The page of ``yispc site`` in a real browser: the whole program in it, and nobody behind it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from driving import PHONE, Browser
from selenium.webdriver.common.by import By
from viewing import Panel, ViewPage

import yisp
from yisp.site.folder import BUILT, SAMPLE

NEEDS_ENGINE = pytest.mark.skipif(
    not Path(BUILT, "library.bin").exists(), reason="the engine was not built (python -m web.wasm)"
)
pytestmark = [pytest.mark.slow, NEEDS_ENGINE]

EXACT = """\
deck: {size: 40, cards: {starter: {count: 3}, blank: {count: 37}}}
simulate: {tests: {t: {combos: {one: {hand: [starter]}}}}}
"""
ENDLESS = """\
deck: {size: 40, cards: {a: {count: 40, program: '[1]@;(while 1 (= x (+ x 1)))'}}}
simulate:
  limits: {steps: 1000000000}
  tests: {t: {exec-program: true, method: sample, combos: {one: {hand: [a]}}}}
"""
"""A deck whose first trial never ends."""

GREEDY = """\
deck: {size: 40, cards: {CARDS}}
simulate: {tests: {t: {method: exact, exec-program: true, combos: {one: {hand: [c1]}}}}}
""".replace(
    "CARDS",
    ", ".join(f"c{n}: {{count: 2, program: '[1]@;(# X F);(# D.3 B);(# D.1 H)'}}" for n in range(20)),
)
"""A deck with far more positions than there is room for, which is full within a second."""


class Site:
    """The command that serves a site, and its address."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, *(words or ("-m", "yisp", "site", "--serve"))]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
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


def fragment(text: str, more: str = "") -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text.encode()) + packer.flush()
    return "#d=" + urlsafe_b64encode(data).decode().rstrip("=") + more


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


WATCHED = """
window.takenUp = [];
window.Worker = class extends Worker {
  postMessage(data, ...more) {
    if (typeof data !== "string") takenUp.push(data.frozen !== null);
    return super.postMessage(data, ...more);
  }
};
"""
"""Says of each engine whether it took up the memory of another."""

KEPT = """
const done = arguments[0];
caches.open("yisp frozen").then((cache) => cache.keys()).then((keys) => done(keys.map(({ url }) => url)));
"""

BREAK = """
const [address, done] = arguments;
caches.open("yisp frozen").then((cache) => cache.put(address, new Response("\\x04\\0\\0\\0[]  "))).then(done);
"""


def test_later_visits_take_up_an_engine_that_was_warm_and_begin_one_where_that_is_broken(
    page: ViewPage, site: Site
) -> None:
    browser, driver = page.browser, page.driver
    script = browser.command("Page.addScriptToEvaluateOnNewDocument", source=WATCHED)["identifier"]
    try:
        page.replace(EXACT)
        page.wait(lambda: page.rate.startswith("33"))
        (address,) = page.wait(lambda: driver.execute_async_script(KEPT))
        again = ViewPage(browser, site.address)
        again.wait(lambda: again.rate.startswith("33"))
        assert browser.js("return takenUp[0]") is True
        again.replace(EXACT.replace("count: 3}", "count: 40}").replace("37", "0"))
        again.wait(lambda: again.rate.startswith("100"))
        assert again.complaints() == []
        driver.execute_async_script(BREAK, address)
        anew = ViewPage(browser, site.address)
        anew.wait(lambda: anew.rate.startswith("100"))
        assert browser.js("return takenUp.slice(0, 2)") == [True, False]
        anew.wait(lambda: driver.execute_async_script(KEPT) == [address])
    finally:
        browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


@pytest.mark.parametrize("isolated", [True, False])
def test_a_deck_that_never_ends_gives_way_to_the_next(
    browser: Browser, site: Site, tmp_path: Path, isolated: bool
) -> None:
    """By an interrupt where memory can be shared, else by another engine: not by losing patience, of which a
    sentence would tell."""
    with plain(tmp_path) if not isolated else nullcontext(site.address) as address:
        page = ViewPage(browser, address)
        assert page.browser.js("return crossOriginIsolated") is isolated
        page.wait(lambda: page.rate)
        time.sleep(6)  # there is a spare by now
        page.replace(ENDLESS)
        page.wait(lambda: not page.rate)
        time.sleep(1)  # it is in the middle of it
        assert "No mistakes" in page.one(".text-pane").text
        assert not page.rate
        page.replace(EXACT)
        page.wait(lambda: page.rate.startswith("33"))
        assert not page.all(".said")


STUDIED = """\
deck:
  size: 40
  cards: {starter: {count: 3}, brick: {count: 4}, blank: {count: -1}}
simulate:
  seed: 7
  tests: {t: {method: sample, combos: {one: {hand: [starter, 0x brick]}}}}
"""
"""A deck whose numbers get sharper for a while."""

NOTED = """
window.engines = [];
window.Worker = class extends Worker {
  constructor(...all) {
    super(...all);
    this.heard = [];
    this.said = [];
    engines.push(this);
    this.addEventListener("message", ({ data }) => {
      this.said.push(data.is === "tell" ? JSON.parse(data.message) : { type: data.is });
    });
  }
  postMessage(data, ...more) {
    if (typeof data === "string") this.heard.push(JSON.parse(data).type);
    return super.postMessage(data, ...more);
  }
};
"""
"""Notes down what each engine hears and says."""


@pytest.fixture
def noted(browser: Browser, site: Site) -> Iterator[ViewPage]:
    """The page with its first numbers, and a second engine that is ready."""
    script = browser.command("Page.addScriptToEvaluateOnNewDocument", source=NOTED)["identifier"]
    page = ViewPage(browser, site.address)
    page.replace(STUDIED)
    page.wait(lambda: page.rate)
    page.wait(lambda: browser.js("return engines[1]?.said.some(({type}) => type === 'ready')"))
    yield page
    browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


def test_a_second_engine_makes_the_studies(noted: ViewPage) -> None:
    """From the first study on; the first one goes on with the numbers, and hears nothing of it."""
    js = noted.browser.js
    Panel(noted, "worth").open().rests()
    assert js("return engines.map(({heard}) => heard.includes('study')).slice(0, 2)") == [False, True]
    (told,) = js("return engines[1].said.filter(({type, state}) => type === 'studied' && state === 'done')")
    expected = yisp.sensitivity(yisp.loads(STUDIED, "deck.yml"), topics="t").to_dict()
    found = told["content"]["study"]
    assert found["sensitivity"]["topics"] == json.loads(json.dumps(expected["sensitivity"]["topics"]))
    noted.replace(STUDIED.replace("brick: {count: 4}", "brick: {count: 3}"))
    noted.wait(lambda: noted.rate)
    Panel(noted, "worth").rests()
    assert js("return engines.map(({heard}) => heard.includes('study')).slice(0, 2)") == [False, True]
    assert noted.complaints() == []


def test_the_numbers_outlive_the_studies(noted: ViewPage) -> None:
    """Where the second engine comes to nothing, its studies do, too, until the text is another one."""
    js = noted.browser.js
    panel = Panel(noted, "worth").open().rests()
    js("engines[1].onerror(new ErrorEvent('error', {message: 'for a test'}))")
    noted.wait(lambda: "a fault of Yisp" in noted.texts(panel.css)[0])
    assert noted.rate and not noted.all(".said")
    noted.replace(STUDIED.replace("brick: {count: 4}", "brick: {count: 3}"))
    panel.rests()
    noted.wait(lambda: panel.texts(".worth tbody tr"))


@contextmanager
def plain(folder: Path) -> Iterator[str]:
    """A host that says nothing but what the files are."""
    subprocess.run([sys.executable, "-m", "yisp", "site", str(folder / "public")], check=True)
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder / "public"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


LITTLE = """
from yisp.site import folder, serving
folder.MEMORY = 42 * 2**20
serving.serve(folder.folder("./"), 0, lambda address: print(address, flush=True))
"""
"""A site whose engines have little memory."""


def test_a_deck_that_takes_all_memory_is_told_of_and_the_page_goes_on(browser: Browser, little: Site) -> None:
    page = ViewPage(browser, little.address)
    page.wait(lambda: page.rate)
    page.replace(GREEDY)
    assert "memory" in page.one(".said").text
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


TOPICS = EXACT.replace("tests: {", "tests: {other: {combos: {two: {hand: [2x starter]}}}, ")


def test_a_link_looks_at_a_topic(page: ViewPage, site: Site) -> None:
    page.replace(TOPICS)
    page.wait(lambda: len(page.all(".topics button")) == 2)
    page.all(".topics button")[1].click()
    page.wait(lambda: page.rate.startswith("33"))
    page.browser.js("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.press("Share it")
    address = page.wait(lambda: page.browser.js("return window.copied"))
    assert address.startswith(site.address + "#d=") and address.endswith("&topic=t")
    other = ViewPage(page.browser, address)
    other.wait(lambda: other.rate.startswith("33"))
    assert other.text.strip() == TOPICS.strip()
    page.driver.get(site.address + fragment(TOPICS, "&topic=other"))  # in the same tab
    other.wait(lambda: other.rate.startswith("3.6"))


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("&topic=gone", "has no topic gone"),
        ("&topic=" + "%3Cimg%20src=x%20onerror=alert(1)%3E" * 50, "has no topic <img"),
        ("&topic=%ff%00&topic=t", "has no topic �·."),
        ("&topic", None),
        ("&panels=build,why&lang=zh&deck=x&d=AAAA#d=x", None),
    ],
)
def test_what_a_link_says_besides_does_no_harm(
    browser: Browser, site: Site, more: str, sentence: str | None
) -> None:
    page = ViewPage(browser, site.address + fragment(TOPICS, more))
    page.wait(lambda: page.rate.startswith("3.6"))
    assert not page.all(".panel[open]")  # a link opens none: they would be worked on
    if sentence is None:
        assert not page.all(".said")
    else:
        assert sentence in page.one(".said").text
    assert page.complaints() == []


def test_places_of_the_page_are_no_other_deck(page: ViewPage) -> None:
    page.replace(EXACT)
    page.wait(lambda: page.rate.startswith("33"))
    page.browser.js("window.same = true")
    page.one('.sections a[href="#found"]').click()
    time.sleep(0.5)
    assert page.browser.js("return window.same")
    assert "starter" in page.text


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
    page.said("was changed in another tab")
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


def test_an_effect_is_made_by_hand_without_a_server(browser: Browser, site: Site) -> None:
    page = ViewPage(browser, site.address + fragment(EXACT.replace("combos", "exec-program: true, combos")))
    page.wait(lambda: page.rate)
    before = page.rate
    page.one('[data-card="blank"] .slider-words > summary').click()
    page.one('[data-card="blank"] .effect-wishes:last-child button').click()
    page.wait(lambda: "program: '@;(# X B);(# D.1 H [draw])'" in page.text)
    page.one('[data-card="blank"] .byhand-tick input').click()
    page.wait(lambda: "'[1]@;(# X B);(# D.1 H [draw])'" in page.text)
    text = EXACT.replace("combos", "exec-program: true, combos")
    text = text.replace("{count: 37}", "{count: 37, program: '[1]@;(# X B);(# D.1 H [draw])'}")
    rate = yisp.run(yisp.loads(text)).topics["t"].success.rate
    assert rate is not None and page.text.rstrip("\n") == text.rstrip("\n")
    page.wait(lambda: page.rate != before and page.rate == f"{100 * rate:.2f}%")
