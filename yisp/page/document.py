"""The page as one HTML file, which opens offline and lets nothing in or out.

What comes in: a page's data.  What goes out: the text of the file: the built script and style sheet, the data
as JSON, and the answer in plain text for whoever runs no script.  The page's own policy forbids everything
but that script and that style sheet, by their hashes (and pictures that are in the file, where there are
some): no network, no other script, no form.  Names and
scripts of the deck are data; they stand in the file only as JSON without ``<``, and as text.
"""

from __future__ import annotations

import os
from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING

from ..messages import told
from .fitting import fitted

if TYPE_CHECKING:
    from .data import Page

BUILT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "built")
"""What ``npm run build`` makes of ``web/``."""

DATA = "yisp-data"
"""The id of the element that holds the data."""

LARGEST = 999_999
"""Bytes of a file without pictures of cards, unless the result itself is larger."""


def document(page: Page) -> str:
    """The file's text."""
    script, style = _built("report.js"), _built("report.css")
    shell = _html(page, "", script, style)
    room = LARGEST + page.pictures - len(shell.encode("utf-8"))
    return _html(page, fitted(page.data, room), script, style)


def _html(page: Page, data: str, script: str, style: str) -> str:
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src '{hash_of(script)}'",
            f"style-src '{hash_of(style)}'",
            *(("img-src data:",) if page.pictures else ()),
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )
    title = told("Yisp: {deck}", deck=page.data["title"])
    answers = "".join(f"<p>{_text(answer)}</p>\n" for answer in page.data["answers"])
    return f"""<!doctype html>
<html lang="{_text(page.data["language"])}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_text(policy)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="yisp {_text(page.data["yisp"])}">
<title>{_text(title)}</title>
<style>{style}</style>
</head>
<body>
<div id="page">
<main class="plain">
<h1>{_text(page.data["asked"])}</h1>
{answers}<pre>{_text(page.text)}</pre>
</main>
</div>
<script type="application/json" id="{DATA}">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def _built(name: str) -> str:
    with open(os.path.join(BUILT, name), encoding="utf-8", newline="") as file:
        text = file.read()
    if any(end in text.lower() for end in ("</script", "</style", "<!--")):
        raise ValueError(f"{name} would end the element that it stands in")
    return text


def hash_of(text: str) -> str:
    """As the policy names an inline element."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _text(text: str) -> str:
    """As text of the document or the value of an attribute; what no file can hold is written as an escape."""
    return escape(text.encode("utf-8", "backslashreplace").decode("utf-8"))
