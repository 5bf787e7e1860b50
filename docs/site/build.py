"""Build the documentation as a site, in every language there is.

    python docs/site/build.py                    into build/site; open build/site/index.html
    python docs/site/build.py --to FOLDER zh     somewhere else, and only some languages

What comes in: the documents (see ``pages.py``).  What goes out: a folder that needs no server:
``index.html``, which goes to the reader's language, and a folder of pages for each language, with a search
that works from a disk.  A link that leads nowhere, a document that the start page does not list, and
whatever else Sphinx warns of fail the build.  Needs ``pip install '.[docs]'``.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from pages import ROOT, Site

from yisp.messages import LANGUAGES

HERE = Path(__file__).parent
SPHINX = {"en": "en", "zh": "zh_CN", "ja": "ja"}
"""The languages as Sphinx calls them."""


def stage(language: str, folder: Path) -> None:
    """Write the pages of a language as Sphinx is to read them."""
    site = Site(language, LANGUAGES)
    for page in site.pages.values():
        text = site.staged(page, page.path.read_text(encoding="utf-8"))
        (folder / f"{page.name}.md").write_text(text, encoding="utf-8")
    (folder / "files").mkdir()
    for path in site.files:
        shutil.copy(path, folder / "files" / path.name)


def build(language: str, to: Path) -> bool:
    """Build the pages of a language; whether nothing was wrong."""
    with tempfile.TemporaryDirectory(prefix="yisp-site-") as work:
        source, doctrees = Path(work, "source"), Path(work, "doctrees")
        source.mkdir()
        stage(language, source)
        command = [
            sys.executable, "-m", "sphinx", "-b", "html", "-q", "-n", "-W", "--keep-going",
            "-c", str(HERE), "-d", str(doctrees),
            "-D", f"language={SPHINX[language]}", "-D", f"html_search_language={language}",
            str(source), str(to / language),
        ]  # fmt: skip
        return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def main(arguments: list[str] | None = None) -> int:
    """Build what is asked for; 1 when something is wrong with it."""
    parser = argparse.ArgumentParser(description="Build the documentation as a site.")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "site", help="the folder to write")
    parser.add_argument("languages", nargs="*", help=f"of {', '.join(LANGUAGES)} (default: all)")
    asked = parser.parse_args(arguments)
    unknown = [language for language in asked.languages if language not in LANGUAGES]
    if unknown:
        parser.error(f"there is no language {unknown[0]}")
    to = asked.to.absolute()
    to.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "root.html", to / "index.html")
    right = [build(language, to) for language in asked.languages or LANGUAGES]
    print(to / "index.html")
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
