"""Reading back what a page was made of.

What comes in: a page that ``yispc report`` wrote.  What goes out: its data, as ``data`` describes it; the
JSON report is ``["report"]``.  Raises :class:`NotAPage` for any other file.  Nothing of the page is run.
"""

from __future__ import annotations

import json
import os
from html.parser import HTMLParser
from typing import Any

from .data import SCHEMA
from .document import DATA

LARGEST = 64 * 2**20
"""Bytes of a file that are read at most."""


class NotAPage(ValueError):
    """The file is no page of ours; the message says why."""


def read_page(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The data of the page in that file."""
    with open(path, "rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise NotAPage(f"it is larger than {LARGEST >> 20} MiB")
    return page_data(content.decode("utf-8", "replace"))


def page_data(text: str) -> dict[str, Any]:
    """The data of the page of that text."""
    finder = _Finder()
    finder.feed(text)
    finder.close()
    if finder.found is None:
        raise NotAPage(f"it has no element with the id {DATA!r}, where a page of yispc report has its data")
    try:
        data = json.loads(finder.found)
    except ValueError as error:
        raise NotAPage(f"its data are no JSON: {error}") from None
    if not isinstance(data, dict) or "page" not in data:
        raise NotAPage("its data are not those of a page")
    if data["page"] != SCHEMA:
        raise NotAPage(f"its data have the shape {data['page']!r}, and this version knows {SCHEMA}")
    return data


class _Finder(HTMLParser):
    """Finds the text of the element that holds the data."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: str | None = None
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "script" and ("id", DATA) in attrs and self.found is None
        if self._inside:
            self.found = ""

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found = (self.found or "") + data
