"""The page of ``yispc view`` in a real browser, seen as its users see it.

What comes in: a deck file, and a browser (``driving``).  What goes out: :func:`served`, the command at work,
and :class:`ViewPage`, with what a user does there (types, moves a slider) and what then stands there.
Everything waits until it is so, and nothing is said about how long that took.
"""

from __future__ import annotations

import re
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from driving import DESK, Browser
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

sys.path.append(str(Path(__file__).parents[1] / "view"))  # where the helpers for servers are
import serving
from serving import COMMAND, Server

PATIENCE = 60  # seconds after which something will never come; machines may be small


AGAIN = """
import sys
token = sys.argv.pop(1)
from yisp.view import server
server.fresh_token = lambda: token
from yisp.cli.app import app
app(sys.argv[1:], prog_name="yispc")
"""
"""A server that is given its token."""


@contextmanager
def served(
    deck: str,
    folder: Path,
    *words: str,
    given: str = "",
    language: str = "en",
    again: Server | None = None,
) -> Iterator[Server]:
    """Serve a deck of that folder, with more ``words``; ``given`` stands on the standard input.

    With ``again`` at the address of one that has ended, token and all: as if it had never been away.
    """
    command, port = list(COMMAND), "0"
    if again is not None:
        command, port = [sys.executable, "-P", "-c", AGAIN, again.token], again.host.rpartition(":")[2]
    with serving.served(
        deck,
        "--seed",
        "7",
        "--port",
        port,
        *words,
        cwd=folder,
        stdin=given,
        command=command,
        language=language,
    ) as server:
        yield server


DROP = """
const [where, files] = arguments;
const given = new DataTransfer();
for (const [name, data] of files) {
  given.items.add(new File([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))], name));
}
const place = document.querySelector(where);
for (const kind of ["dragenter", "dragover", "drop"]) {
  place.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: given }));
}
"""
PASTE = """
const given = new DataTransfer();
given.setData("text/plain", arguments[1]);
document.querySelector(arguments[0]).dispatchEvent(
  new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: given }));
"""


class ViewPage:
    """A tab with the page in it; the browser has one."""

    def __init__(
        self, browser: Browser, address: str, size: tuple[int, int] = DESK, *, dark: bool = False
    ) -> None:
        self.browser = browser
        self.driver = browser.driver
        browser.open(address, size, dark=dark)
        self.wait(lambda: self.all(".cm-content"))

    # What is there -------------------------------------------------------------------------------

    def wait(self, is_so: Callable[[], Any]) -> Any:
        """What that gives, as soon as it is something."""
        waiting = WebDriverWait(
            self.driver, PATIENCE, 0.02, ignored_exceptions=[StaleElementReferenceException]
        )
        return waiting.until(lambda _: is_so())

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def one(self, css: str) -> WebElement:
        """The element, as soon as it is there."""
        element = self.wait(lambda: next(iter(self.all(css)), None))
        assert isinstance(element, WebElement)
        return element

    def texts(self, css: str) -> list[str]:
        """What stands in such elements, also in those that are out of sight."""
        script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)"
        found: list[str] = self.browser.js(script, css)
        return found

    @property
    def text(self) -> str:
        """The deck file as it stands in the editor, which shows the whole of a short one."""
        return "\n".join(self.texts(".cm-line"))

    @property
    def rate(self) -> str:
        """The number in front; "" while it is one of an older text."""
        return "".join(self.texts(".answer:not(.old) .headline-rate .figure-value"))

    def computed(self, css: str, name: str) -> str:
        script = (
            "return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(arguments[1])"
        )
        found: str = self.browser.js(script, css, name)
        return found

    # What is done --------------------------------------------------------------------------------

    def put_cursor(self, line: int, column: int) -> None:
        """Before that character of that line; both count from 1, and no line above is wider than the pane."""
        self.one(".cm-content").send_keys(Keys.CONTROL, Keys.HOME)
        self.keys(*[Keys.DOWN] * (line - 1), Keys.HOME, Keys.HOME, *[Keys.RIGHT] * (column - 1))

    def keys(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()

    def chord(self, *keys: str) -> None:
        """The last key while the others are held."""
        actions = ActionChains(self.driver)
        for key in keys[:-1]:
            actions.key_down(key)
        actions.send_keys(keys[-1])
        for key in keys[:-1]:
            actions.key_up(key)
        actions.perform()

    def replace(self, text: str) -> None:
        """Write a whole deck in place of what is there, as if it were pasted."""
        self.one(".cm-content").click()
        self.chord(Keys.CONTROL, "a")
        self.browser.command("Input.insertText", text=text)

    def press(self, name: str) -> None:
        """Click the button of that name."""
        self.wait(lambda: self.button(name)).click()

    def button(self, name: str) -> WebElement | None:
        """A button that can be seen and pressed, by its accessible name."""
        for button in self.all("button"):
            if button.is_displayed() and button.is_enabled() and button.accessible_name.strip() == name:
                return button
        return None

    def choose(self, css: str, option: str) -> None:
        """In a list to choose from, by what stands there."""
        self.wait(lambda: any(each.text == option for each in Select(self.one(css)).options))
        Select(self.one(css)).select_by_visible_text(option)

    def point_at(self, element: WebElement) -> None:
        ActionChains(self.driver).move_to_element(element).perform()

    def slider(self, card: str) -> WebElement:
        return self.one(f'input[aria-label="Copies of {card}"]')

    def drop(self, *files: tuple[str, str | bytes], where: str = ".cm-content") -> None:
        """Drop files with these names and contents."""
        contents = [data if isinstance(data, bytes) else data.encode() for _, data in files]
        packed = [b64encode(content).decode() for content in contents]
        self.browser.js(DROP, where, list(zip((name for name, _ in files), packed, strict=True)))

    def paste(self, where: str, text: str) -> None:
        self.browser.js(PASTE, where, text)

    def said(self, words: str) -> str:
        """What the page says, as soon as it says that."""
        return str(self.wait(lambda: next((text for text in self.texts(".said") if words in text), None)))

    def complaints(self) -> list[str]:
        """What the browser has against the page: breaches of its policy, scripts that failed.

        Not that a server is gone when its test ends; nor the style that Chromium itself would keep when
        somebody types over a selection, which the policy forbids, and for which no script is to blame (that
        would have a line).
        """
        return [
            message
            for message in self.browser.log()
            if "WebSocket connection to" not in message and "- Applying inline style" not in message
        ]


class Panel:
    """A panel of the page."""

    def __init__(self, page: ViewPage, kind: str) -> None:
        self.page = page
        self.css = f"#panel-{kind}"

    def open(self) -> Panel:
        summary = self.page.one(f"{self.css} > summary")
        self.page.browser.js("arguments[0].scrollIntoView({block: 'center'})", summary)
        summary.click()
        return self

    def texts(self, css: str) -> list[str]:
        return self.page.texts(f"{self.css} {css}")

    def rests(self) -> Panel:
        """Wait until it has nothing more to say of the newest text."""
        settled = f"{self.css} .panel-body:not([aria-busy=true]) .panel-shown:not(.old)"
        self.page.wait(lambda: self.page.all(settled))
        return self

    def press(self, name: str) -> None:
        """Click the button whose name begins so."""

        def button() -> Any:
            found = (each for each in self.page.all(f"{self.css} button") if each.is_displayed())
            return next((each for each in found if each.accessible_name.strip().startswith(name)), None)

        element = self.page.wait(button)
        self.page.browser.js("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def paste(self, text: str) -> None:
        """Paste a second deck."""
        if not self.page.all(f"{self.css} .second details[open]"):
            self.page.one(f"{self.css} .second summary").click()
        self.page.one(f"{self.css} .second textarea").click()
        self.page.browser.command("Input.insertText", text=text)
        self.page.wait(lambda: self.page.all(f"{self.css} .second button:not(:disabled)"))[0].click()


def agrees(text: str, value: float) -> bool:
    """Whether the first number of a text is that value, as exactly as it is written."""
    found = re.search(r"[+−-]?\d+(\.\d+)?", text)
    assert found is not None, text
    written = found[0].replace("−", "-")
    digits = len(written.partition(".")[2])
    return abs(float(written) - value) <= 0.5000001 * 10**-digits
