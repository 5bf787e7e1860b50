"""The documentation's search in a real browser, from a disk: words of three languages, and pieces of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import documents
import pytest
from driving import Browser

for library in ("sphinx", "myst_parser", "furo"):
    pytest.importorskip(library, reason="the site is built with sphinx, myst-parser and furo: yisp[docs]")

pytestmark = pytest.mark.slow

PATIENCE = 60  # seconds after which results will never come


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, str(documents.ROOT / "docs/site/build.py"), "--to", str(folder)], check=True
    )
    return folder


def found(browser: Browser, site: Path, language: str, query: str) -> set[str]:
    """The pages that a search finds, by name."""
    from selenium.webdriver.support.ui import WebDriverWait

    browser.open(f"{(site / language / 'search.html').as_uri()}?q={quote(query)}")
    done = "return document.querySelector('#search-results h2')?.childElementCount === 0"  # the dots are gone
    WebDriverWait(browser.driver, PATIENCE).until(lambda _: browser.js(done))
    assert browser.log() == []
    links = browser.js(
        "return [...document.querySelectorAll('#search-results li > a')].map((one) => one.href)"
    )
    return {link.rpartition("/")[2].partition(".html")[0] for link in links}


@pytest.mark.parametrize(
    ("language", "query", "page"),
    [
        ("en", "mulligan", "cookbook"),
        ("en", "staged-search", "policies"),
        ("zh", "墓地", "tutorial"),
        ("zh", "诱发效果", "language"),
        ("zh", "发效", "language"),  # what no dictionary takes for a word
        ("zh", "额外卡组", "cookbook"),
        ("zh", "shuffle", "language"),
        ("ja", "手札誘発", "contributing"),
        ("ja", "初手", "readme"),
    ],
)
def test_a_word_is_found(browser: Browser, site: Path, language: str, query: str, page: str) -> None:
    assert page in found(browser, site, language, query)


@pytest.mark.parametrize(
    ("language", "query", "said"),
    [("en", "shuffle", "Search finished"), ("zh", "墓地", "搜索完成"), ("ja", "初手", "検索が終わりました")],
)
def test_the_page_says_how_many_pages_were_found(
    browser: Browser, site: Path, language: str, query: str, said: str
) -> None:
    many = len(found(browser, site, language, query))
    status = str(browser.js("return document.querySelector('.search-summary').innerText"))
    assert status.startswith(said) and str(many) in status


@pytest.mark.parametrize(("language", "query"), [("en", "xyzzy"), ("zh", "麒麟"), ("ja", "麒麟")])
def test_what_is_nowhere_is_not_found(browser: Browser, site: Path, language: str, query: str) -> None:
    assert found(browser, site, language, query) == set()


def test_the_start_leads_to_the_readers_language(browser: Browser, site: Path) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    wanted = str(browser.js("return navigator.language"))[:2]
    browser.open(site / "index.html")
    there = (site / (wanted if wanted in ("zh", "ja") else "en") / "index.html").as_uri()
    WebDriverWait(browser.driver, PATIENCE).until(lambda driver: driver.current_url == there)
