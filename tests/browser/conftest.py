"""A real browser without a window; where there is none, the tests say so and are skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from driving import DESK, Browser, missing

if TYPE_CHECKING:
    from test_site_page import Site
    from viewing import Server, ViewPage


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    with Browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """``yispc view`` with the module's ``DECK``, which nobody saves."""
    from viewing import served

    folder = tmp_path_factory.mktemp("deck")
    (folder / "deck.yml").write_text(request.module.DECK, "utf-8")
    with served("deck.yml", folder) as found:
        yield found


@pytest.fixture
def little() -> Iterator[Site]:
    """``yispc site`` whose engines have little memory."""
    from test_site_page import LITTLE, Site

    site = Site("-c", LITTLE)
    yield site
    site.end()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., ViewPage]]:
    """Opens the page; afterwards the browser must have nothing against what it did."""
    from viewing import ViewPage

    opened: list[ViewPage] = []

    def opener(address: str, size: tuple[int, int] = DESK, *, dark: bool = False) -> ViewPage:
        opened.append(ViewPage(browser, address, size, dark=dark))
        opened[-1].wait(lambda: opened[-1].texts(".answer .badge"))
        return opened[-1]

    yield opener
    for page in opened[-1:]:
        assert page.complaints() == []


@pytest.fixture
def kept(page: ViewPage, tmp_path: Path) -> Callable[[str], bytes]:
    """Waits for a file that the page has the browser keep."""
    page.browser.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))

    def read(name: str) -> bytes:
        page.wait(lambda: (tmp_path / name).is_file() and (tmp_path / name).stat().st_size)
        return (tmp_path / name).read_bytes()

    return read
