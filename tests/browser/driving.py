"""Chromium without a window: opening a page as a reader does, and asking what is there.

What comes in: the path of a page or its address, how wide the window is, whether the system is dark.  What
goes out: what the browser shows, logs, asks the network for; what axe finds.  Used by tests and by
``pictures``.
"""

from __future__ import annotations

import base64
import json
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"

DESK = (1280, 900)
PHONE = (390, 844)

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--hide-scrollbars",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
)

SERIOUS = ("serious", "critical")


def missing() -> str | None:
    """What there is not, of what these tests take."""
    if find_spec("selenium") is None:
        return "selenium is not installed"
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            return f"there is no {program} (Debian: apt-get install chromium chromium-driver)"
    return None


class Browser:
    """A browser with one page; each ``open`` begins anew."""

    def __init__(self) -> None:
        from selenium.webdriver import Chrome
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service

        options = Options()
        options.binary_location = str(shutil.which("chromium"))
        for flag in FLAGS:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.driver.set_script_timeout(120)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.quit()

    def command(self, name: str, **given: Any) -> Any:
        """A command of the browser's own protocol."""
        return self.driver.execute_cdp_cmd(name, given)

    def open(
        self,
        page: Path | str,
        size: tuple[int, int] = DESK,
        *,
        dark: bool = False,
        scripts: bool = True,
        paper: bool = False,
    ) -> None:
        """Open a page and wait until it is drawn."""
        self.resize(size)
        self.command(
            "Emulation.setEmulatedMedia",
            media="print" if paper else "screen",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}],
        )
        self.command("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.driver.get("about:blank")  # ends the page before, which may ask a server that is gone
        for log in ("browser", "performance"):
            self.driver.get_log(log)  # what it has left
        self.driver.get(page.as_uri() if isinstance(page, Path) else page)
        if scripts:
            self.settle()

    def resize(self, size: tuple[int, int]) -> None:
        width, height = size
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def settle(self) -> None:
        """Wait until everything is drawn that was to be."""
        self.driver.execute_async_script(
            "const done = arguments[0];"
            "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));"
        )

    def js(self, script: str, *arguments: Any) -> Any:
        """What a script gives that looks at the page."""
        return self.driver.execute_script(script, *arguments)

    def text(self, selector: str = "body") -> str:
        """What somebody reads there."""
        return str(self.js("return document.querySelector(arguments[0]).innerText", selector))

    def texts(self, selector: str) -> list[str]:
        found: list[str] = self.js(
            "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText)", selector
        )
        return found

    def click(self, selector: str) -> None:
        from selenium.webdriver.common.by import By

        element = self.driver.find_element(By.CSS_SELECTOR, selector)
        self.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        element.click()
        self.settle()

    def press(self, *keys: str) -> None:
        """Press keys where the focus is."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)
        self.settle()

    def log(self) -> list[str]:
        """What the page has said to its console, errors of its policy among it."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """What the page has asked for, but for what its own policy stopped."""
        asked: dict[str, str] = {}
        for entry in self.driver.get_log("performance"):
            event = json.loads(entry["message"])["message"]
            told = event["params"]
            if event["method"] == "Network.requestWillBeSent":
                asked[told["requestId"]] = told["request"]["url"]
            elif event["method"] == "Network.loadingFailed" and told.get("blockedReason") == "csp":
                asked.pop(told["requestId"], None)
        return list(asked.values())

    def axe(self) -> list[str]:
        """What axe finds that is serious or critical: the rule, and where."""
        if not self.js("return 'axe' in window"):
            self.js(AXE.read_text(encoding="utf-8"))
        found = self.driver.execute_async_script(
            "const done = arguments[0];"
            "axe.run(document, {resultTypes: ['violations']}).then((found) => done(found.violations),"
            "  (error) => done([{id: String(error), impact: 'critical', nodes: []}]))"
        )
        return [
            f"{one['id']}: {node['html'][:200]} {node.get('failureSummary', '')}"
            for one in found
            if one["impact"] in SERIOUS
            for node in (one["nodes"] or [{"html": ""}])
        ]

    def picture(self) -> bytes:
        """What is seen in the window, as a PNG."""
        return base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"])

    def paper(self) -> bytes:
        """The page as it is printed, a PDF."""
        return base64.b64decode(self.command("Page.printToPDF", printBackground=False)["data"])
