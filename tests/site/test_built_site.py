"""The documentation as a site: it builds without a warning, complains when it should, and can be searched."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import documents
import pytest

from yisp.messages import LANGUAGES

for library in ("sphinx", "myst_parser", "furo"):
    pytest.importorskip(library, reason="the site is built with sphinx, myst-parser and furo: yisp[docs]")

pytestmark = pytest.mark.slow


def build(root: Path, to: Path, *languages: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(root / "docs/site/build.py"), "--to", str(to), *languages],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=600, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = build(documents.ROOT, folder)
    assert done.returncode == 0, done.stdout
    return folder


def copied(folder: Path) -> Path:
    """The documents, and what builds them, in another place."""
    shutil.copytree(documents.ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("__pycache__"))
    for path in (*documents.ROOT.glob("*.md"), documents.ROOT / "LICENSE"):
        shutil.copy(path, folder)
    return folder


def test_every_language_has_every_page(site: Path) -> None:
    pages = {path.name for path in (site / "en").glob("*.html")}
    assert {"index.html", "readme.html", "tutorial.html", "contributing.html", "search.html"} <= pages
    for language in LANGUAGES:
        assert {path.name for path in (site / language).glob("*.html")} == pages
        assert f'{language}/index.html" lang="{language}">{LANGUAGES[language]}' in read(site / "index.html")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_nothing_comes_from_elsewhere(site: Path) -> None:
    """Pages, styles and scripts are all there: the site works from a disk."""
    for path in site.rglob("*.html"):
        for tag in re.findall(r"<(?:script|link|img)\b[^>]*>", read(path)):
            assert not re.search(r'(?:src|href)="(?:https?:)?//', tag), (path, tag)


def test_a_page_leads_to_itself_in_other_languages(site: Path) -> None:
    for page in ("tutorial", "exact", "index"):
        english = read(site / "en" / f"{page}.html")
        for language in set(LANGUAGES) - {"en"}:
            (there,) = re.findall(rf'<a href="([^"]+)" lang="{language}"', english)
            assert (site / "en" / there).resolve() == site / language / f"{page}.html"
    assert 'lang="zh" hreflang="zh"' in read(site / "en" / "tutorial.html")
    assert 'lang="zh" hreflang="en"' in read(site / "en" / "exact.html")


def test_a_script_is_coloured_and_a_table_is_a_table(site: Path) -> None:
    language = read(site / "zh" / "language.html")
    assert "<table" in language and "移动到区域" in language
    assert '<span class="nt">' in read(site / "zh" / "tutorial.html")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("docs/war.md", "\n\nSee [it](nowhere.md).\n"), "nowhere.md"),
        (("docs/war.md", "\n\nSee [it](language.md#no-such-heading).\n"), "no-such-heading"),
        (("docs/unlisted.md", "# A document that the start page does not list\n"), "unlisted"),
    ],
)
def test_what_leads_nowhere_fails_the_build(tmp_path: Path, change: tuple[str, str], complaint: str) -> None:
    root = copied(tmp_path)
    name, text = change
    with (root / name).open("a", encoding="utf-8") as file:
        file.write(text)
    done = build(root, tmp_path / "built", "en")
    assert done.returncode == 1
    assert complaint in done.stdout
