"""A real browser without a window; where there is none, the tests say so and are skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from driving import DESK, Browser, missing

if TYPE_CHECKING:
    from viewing import ViewPage


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    with Browser() as browser:
        yield browser


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
