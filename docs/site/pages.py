"""The pages of the documentation site: which documents there are, and how each reads as a page.

What comes in: the documents as they stand in the repository, plain Markdown with links to one another, and
for a language those that are translated.  What goes out: :func:`pages`, a page for every document, in the
language where it is there and in English where it is not; and :func:`staged`, a page's Markdown for Sphinx,
in which links lead to pages and their headings.  Not handled: building anything (``build.py``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ENGLISH = "en"

UNTRANSLATED = {"zh": "这一页目前只有英文。", "ja": "このページは、今のところ英語だけです。"}
"""What a page says of itself where it is there in English only."""

START = DOCS / "README.md"
"""The document that becomes the start page; its lists become the table of contents."""

_NAMES = {START: "index", ROOT / "README.md": "readme"}
_CODE = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
_LISTED = re.compile(r"^\* \[([^\]]+)\]\(([^)]+)\)", re.MULTILINE)
_SWITCH = re.compile(r"^(?:\[[^\]]+\]\([\w./]*README[\w.]*\)(?: · )?)+\n\n", re.MULTILINE)
_FULL_WIDTH = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_BROKEN = re.compile(f"(?<=[{_FULL_WIDTH}])\n *(?=[{_FULL_WIDTH}])")


class Page(NamedTuple):
    """One page: its name in the site, the English document, and the one that is shown."""

    name: str
    original: Path
    path: Path

    @property
    def translated(self) -> bool:
        return self.path != self.original


def originals() -> list[Path]:
    """The English documents, those of the folder's root included."""
    roots = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    return [*roots, *sorted(DOCS.glob("*.md"))]


def translation(original: Path, language: str) -> Path:
    """Where the translation of a document stands, if there is one."""
    if original.parent == DOCS:
        return DOCS / language / original.name
    return original.with_suffix(f".{language}.md")


def pages(language: str) -> dict[Path, Page]:
    """The pages of a language by English document."""
    found = {}
    for original in originals():
        path = translation(original, language)
        name = _NAMES.get(original, original.stem.lower())
        found[original] = Page(name, original, path if path.exists() else original)
    return found


class Site:
    """The pages of one language, and what links between them."""

    def __init__(self, language: str, languages: Mapping[str, str]) -> None:
        self.language = language
        self.pages = pages(language)
        self.files: set[Path] = set()  # what is linked to and is no document
        self._page_of = {
            shown: page
            for page in self.pages.values()
            for shown in (page.original, *(translation(page.original, other) for other in languages))
        }

    def staged(self, page: Page, text: str) -> str:
        """A page with that text as Markdown for Sphinx."""
        contents = "".join(self._contents(page, text)) if page.original == START else ""
        text = _SWITCH.sub("", text, count=1)
        parts = _CODE.split(text)
        for index in range(0, len(parts), 2):
            joined = _BROKEN.sub("", parts[index])
            parts[index] = _LINK.sub(lambda match: self._link(page, match[1], match[2]), joined)
        text = "".join(parts)
        if self.language != ENGLISH and not page.translated:
            title, _, rest = text.partition("\n")
            text = f"{title}\n\n```{{note}}\n{UNTRANSLATED[self.language]}\n```\n{rest}"
        return text + contents

    def _link(self, page: Page, target: str, anchor: str | None) -> str:
        aimed = Path(os.path.normpath(page.path.parent / target)) if target else page.path
        aim = self._page_of.get(aimed)
        if aim is None:
            self.files.add(aimed)
            return f"](files/{aimed.name})"
        if anchor is None:
            return f"]({aim.name}.md)"
        known, shown = headings(aimed), headings(aim.path)
        heading = shown[known.index(anchor)] if anchor in known else anchor  # Sphinx says what is not there
        return f"]({aim.name}.md#{heading})"

    def _contents(self, page: Page, text: str) -> Iterator[str]:
        """The table of contents: a part for each section of the start page, an entry for each item."""
        for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            caption = section.partition("\n")[0]
            yield f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n"
            for title, target in _LISTED.findall(section):
                aimed = Path(os.path.normpath(page.path.parent / target))
                yield f"{title} <{self._page_of[aimed].name}>\n"
            yield "```\n"


def headings(path: Path) -> list[str]:
    """The anchors of a document's headings."""
    prose = _CODE.sub(lambda match: "" if match[0].startswith("```") else match[0], path.read_text("utf-8"))
    return [slug(title) for title in re.findall(r"^#+ (.+)$", prose, re.MULTILINE)]


def slug(title: str) -> str:
    """A heading's anchor, as code hosts make it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
