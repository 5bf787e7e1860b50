"""``python -m bench.site``: how soon the page of ``yispc site`` shows a number, beside ``yispc view``.

What goes out: three tables.  In the first, a browser that was never there opens the page, and comes again:
from the beginning of the visit until something is painted, and until a number is on the screen.  In the
second, one card's count after another is changed in a page that is open, as in ``bench.view``: from the
change in the editor until the frame with its first numbers.  Both pages are measured in one run, in the same
Chromium, by a script that is there before they are and listens to what they hear.  Decks are the words of
the command, or those of ``bench.view``.  In the third, a deck that never ends is changed for another: until
its piece of work is cut off, or its engine is ended, as it is on a host that says nothing of isolation.

Needs chromium and chromedriver, and the engine (``python -m web.wasm``).
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, islice
from pathlib import Path

from .studies import show
from .tasks import ROOT
from .view import EDITS, REST, decks, edits, ms, served
from .words import decks_of

VISITS, STOPS = 3, 8
PATIENCE = 60
FLAGS = ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage")

PROBE = """
(() => {
  const probe = (window.probe = { number: null, began: 0, edit: null, stopped: null });
  const look = () => {
    const shown = document.querySelector(".answer:not(.old) .figure-value");
    if (!/[0-9]/.test(shown?.textContent ?? "")) return;
    probe.number = performance.now();
    watching.disconnect();
  };
  const watching = new MutationObserver(look);
  watching.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const newest = { sent: 0 };
  const sent = (data) => {
    const edit = typeof data === "string" && data.startsWith('{"type":"edit"');
    if (edit) newest.sent = JSON.parse(data).revision;
  };
  const heard = (message) => {
    if (message.type !== "result" || message.revision !== newest.sent || !probe.edit) return;
    const { edit } = probe;
    probe.edit = null;
    requestAnimationFrame(() => setTimeout(() => edit(performance.now() - probe.began)));
  };
  const listens = (Kind, send, read) => class extends Kind {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const message = read(data);
        if (message) heard(JSON.parse(message));
      });
    }
    [send](data, ...more) {
      sent(data);
      return super[send](data, ...more);
    }
  };
  window.Worker = class extends listens(Worker, "postMessage", (said) => said.is === "tell" && said.message) {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => data.is === "heard" && this.stopped());
    }
    postMessage(data, ...more) {
      if (probe.stopped === null && typeof data === "string") this.since ??= performance.now();
      return super.postMessage(data, ...more);
    }
    stopped() {
      if (this.since !== undefined) probe.stopped ??= performance.now() - this.since;
      this.since = undefined;
    }
    terminate() {
      this.stopped();
      super.terminate();
    }
  };
  window.WebSocket = listens(WebSocket, "send", (said) => said);
})();
"""
"""Listens to a page: when it shows a number, and when it heard the first result of the newest text."""

TEXT = "return document.querySelector('.cm-content').cmTile.root.view.state.doc.toString()"

EDIT = """
const [text, done] = arguments;
const { view } = document.querySelector(".cm-content").cmTile.root;
const old = view.state.doc.toString();
let from = 0;
while (from < Math.min(old.length, text.length) && old[from] === text[from]) from += 1;
let same = 0;
while (same < Math.min(old.length, text.length) - from && old.at(-1 - same) === text.at(-1 - same)) same += 1;
probe.edit = done;
probe.began = performance.now();
view.dispatch({ changes: { from, to: old.length - same, insert: text.slice(from, text.length - same) } });
"""

PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"

WRITE = """
const [text, done] = arguments;
const { view } = document.querySelector(".cm-content").cmTile.root;
view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
setTimeout(() => {
  probe.stopped = null;
  done();
}, 1000);
"""

ENDLESS = """\
deck: {size: 40, cards: {a: {count: 40, program: '[1]@;(while 1 (= x (+ x 1)))'}}}
simulate:
  limits: {steps: 1000000000}
  tests: {t: {exec-program: true, method: sample, combos: {one: {hand: [a]}}}}
"""
"""A deck whose first trial never ends."""

KEPT = """
const done = arguments[0];
const look = async () => {
  const frozen = await caches.open("yisp frozen");
  if ((await frozen.keys()).length) done();
  else setTimeout(look, 200);
};
if (document.getElementById("yisp-site")) navigator.serviceWorker.ready.then(look);
else done();
"""
"""Waits until the page is kept, where it is to be: the files, and the engine's memory."""


class Page:
    """A browser that was never there."""

    def __init__(self, folder: str) -> None:
        from selenium.webdriver import Chrome
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service

        options = Options()
        options.binary_location = str(shutil.which("chromium"))
        for flag in (*FLAGS, f"--user-data-dir={folder}"):
            options.add_argument(flag)
        self.driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.driver.set_script_timeout(PATIENCE)
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PROBE})

    def visit(self, address: str) -> tuple[float, float]:
        """Seconds until something was painted, and until there was a number."""
        self.driver.get("about:blank")
        self.driver.get(address)
        number = self._until("return probe.number")
        painted = self._until(f"return {PAINTED}")
        return painted / 1e3, number / 1e3

    def rest(self) -> None:
        """Wait until nothing of the visit is under way."""
        self.driver.execute_async_script(KEPT)
        self._pause(2)

    def edit(self, text: str) -> float:
        """Seconds until the frame with its first numbers."""
        self._pause(REST)
        return float(self.driver.execute_async_script(EDIT, text)) / 1e3

    def stop(self) -> float:
        """Seconds until a job that never ends has given way to another text."""
        text = self.text()
        self._pause(2)  # there is a spare engine by now
        self.driver.execute_async_script(WRITE, ENDLESS)
        self.edit(text)
        return float(self.driver.execute_script("return probe.stopped")) / 1e3

    def text(self) -> str:
        return str(self.driver.execute_script(TEXT))

    def _pause(self, seconds: float) -> None:
        self.driver.execute_async_script("setTimeout(arguments[1], arguments[0] * 1000)", seconds)

    def _until(self, script: str) -> float:
        from selenium.webdriver.support.ui import WebDriverWait

        waiting = WebDriverWait(self.driver, PATIENCE, 0.05)
        return float(waiting.until(lambda driver: driver.execute_script(script)))


@contextmanager
def browser() -> Iterator[Page]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = Page(folder)
        try:
            yield page
        finally:
            page.driver.quit()


@contextmanager
def site() -> Iterator[str]:
    """The address of the page without a server."""
    command = [sys.executable, "-m", "yisp", "site", "--serve"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def plain(folder: str) -> Iterator[str]:
    """The same from a host that says nothing but what the files are."""
    command = [sys.executable, "-m", "yisp", "site", folder]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    handler = partial(Quiet, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Says nothing."""


def linked(address: str, text: str) -> str:
    """The page with that deck."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text.encode()) + packer.flush()
    return f"{address}#d={urlsafe_b64encode(data).decode().rstrip('=')}"


def visits(address: str) -> list[list[float]]:
    """Of a first visit and the next: seconds until paint and number."""
    found: list[list[float]] = []
    for _ in range(VISITS):
        with browser() as page:
            first = page.visit(address)
            page.rest()
            found.append([*first, *page.visit(address)])
    return found


def of_edits(page: Page, address: str) -> list[float]:
    page.visit(address)
    page.rest()
    return [page.edit(text) for text in islice(edits(page.text()), EDITS)]


def of_stops(address: str) -> list[float]:
    with browser() as page:
        page.visit(address)
        page.rest()
        return [page.stop() for _ in range(STOPS)]


def row(name: str, *figures: list[float]) -> list[str]:
    """Median and worst of each."""
    return [name, *(ms(pick(one)) for one in figures for pick in (statistics.median, max))]


def main() -> None:
    measured = decks(decks_of("bench.site", __doc__))
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, site() as address:
        os.environ["YISP_CACHE_DIR"] = folder
        first = ["first visit: paint", "worst", "number", "worst", "again: paint", "worst", "number", "worst"]
        with served("opening") as server:
            both = {"yispc site": visits(address), "yispc view": visits(server.page)}
        rows = [row(name, *map(list, zip(*found, strict=True))) for name, found in both.items()]
        show([f"{VISITS} browsers", *first], rows)
        rows, here, there = [], [], []
        for deck in measured:
            with browser() as page, served(deck) as server:
                page.visit(server.page)
                here.append(of_edits(page, linked(address, page.text())))
                there.append(of_edits(page, server.page))
            rows.append(row(Path(deck).stem, here[-1], there[-1]))
        rows.append(row("all", list(chain(*here)), list(chain(*there))))
        with plain(os.path.join(folder, "site")) as bare:
            halted = [row("isolated", of_stops(address)), row("not isolated", of_stops(bare))]
    show(["an edit", "yispc site, median", "worst", "yispc view, median", "worst"], rows)
    show(["a stop", "median", "worst"], halted)
    print(f"\nload of the machine: {load:.1f} at the beginning, {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
