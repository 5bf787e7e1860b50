"""The folder that ``yispc site`` writes: a page that runs the whole program in whoever's browser opens it.

What comes in: the built page (``page/built``), the parts of the engine (``site/built``, which ``python -m
web.wasm`` makes), and the path below which a host will have it all.  What goes out: files by their names.
Those in ``assets`` have their digests in their names, so a host may let browsers keep them for ever; all are
checked by their digests when they are loaded.

Not handled: writing them (``writing``), serving them here (``serving``).
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256, sha384
from html import escape
from typing import Any

from ..deck.reading.files import DECK, PACKAGED
from ..messages import ENGLISH, LANGUAGES, say, speaking, translated
from ..page.catalogue import page_messages
from ..page.document import BUILT as PAGES
from ..page.document import hash_of
from ..version import VERSION

BUILT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "built")
"""What ``python -m web.wasm`` makes."""

SAMPLE = "opening"
"""The packaged deck that the first visit shows."""

MEMORY = 2**30
"""Bytes that an engine may take, itself and decks together."""

ENTRY, MANIFEST, SERVICE = "index.html", "site.webmanifest", "service.js"
PARTS = "parts.json"


class NotBuilt(Exception):
    """Something was not built; the message says what, and how to."""


def folder(base: str) -> dict[str, bytes]:
    """All files, by their paths in the folder.  Raises :class:`NotBuilt`."""
    files: dict[str, bytes] = {}
    about = json.loads(_part(BUILT, PARTS))

    def asset(name: str, data: bytes) -> dict[str, str]:
        stem, ending = os.path.splitext(name)
        path = f"assets/{stem}.{sha256(data).hexdigest()[:16]}{ending}"
        files[path] = data
        return {"path": base + path, "integrity": _integrity(data)}

    reading = {
        "script": asset("cards.js", _part(PAGES, "cards.js")),
        "sqlite": asset("sqlite.bin", _part(BUILT, "sqlite.bin")),
    }
    later = sorted(files)  # what reads card databases is fetched when one comes
    engine = _part(BUILT, "pyodide.js") + b"\n" + _part(PAGES, "engine.js")
    site = {
        "parts": {
            "python": asset("python.bin", _part(BUILT, "python.bin")),
            "library": asset("library.bin", _part(BUILT, "library.bin")),
            "engine": asset("engine.js", engine),
        },
        "reading": reading,
        "words": {
            language: asset(f"words.{language}.json", _json(page_messages(language)))
            for language in LANGUAGES
            if language != ENGLISH
        },
        "version": VERSION,
        "memory": MEMORY,
        "sample": {"name": SAMPLE + DECK, "text": _part(PACKAGED, SAMPLE + DECK).decode()},
    }
    script, style = asset("view.js", _part(PAGES, "view.js")), asset("view.css", _part(PAGES, "view.css"))
    licences = asset("licences.json", _json(about))
    files[MANIFEST] = _json(_manifest(base))
    files[ENTRY] = _document(base, site, script, style, licences).encode()
    files[SERVICE] = _service(base, files, later)
    return files


def _part(home: str, name: str) -> bytes:
    try:
        with open(os.path.join(home, name), "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise NotBuilt(
            say("the page's engine is not part of this installation: run `python -m web.wasm` in a checkout")
        ) from None


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode()


def _integrity(data: bytes) -> str:
    return "sha384-" + b64encode(sha384(data).digest()).decode()


def _manifest(base: str) -> dict[str, Any]:
    """A web manifest, by which a browser offers to keep the page as a program of its own."""
    return {
        "name": "Yisp", "short_name": "Yisp", "start_url": base, "scope": base, "display": "standalone",
        "background_color": "#ffffff", "theme_color": "#ffffff",
        "icons": [{"src": ICON, "sizes": "any", "type": "image/svg+xml"}],
    }  # fmt: skip


ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'%3E%3Crect x='3' y='2'"
    " width='10' height='14' rx='1.5' fill='%231f6f78'/%3E%3Crect x='7' y='4' width='10' height='14' rx='1.5'"
    " fill='%23e3b23c'/%3E%3C/svg%3E"
)
"""Two cards."""

NONCE = "yisp"
"""Lets the editor's own style elements in; no script needs it."""

START = """\
const page = document.getElementById("yisp-start").dataset;
const script = document.createElement("script");
script.src = page.script;
script.integrity = page.integrity;
script.nonce = page.nonce;
if (location.protocol === "file:") {
  const said = JSON.parse(page.opened);
  const known = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in said);
  document.getElementById("page").textContent = said[known ?? "en"];
} else {
  document.body.append(script);
}
"""
"""All that stands in the page itself: its digest is in the policy, and what it loads is checked by digest."""

OPENED = say(
    "A browser lets no page from a file run this. Serve the folder instead: type"
    " `python -m http.server` there, then open http://localhost:8000/."
)


def _opened() -> str:
    """What somebody reads who opens the file itself: by language, as JSON."""
    said = {}
    for language in LANGUAGES:
        with speaking(language):
            said[language] = translated(OPENED)
    return json.dumps(said)


def _document(
    base: str, site: Mapping[str, Any], script: Mapping[str, str], style: Mapping[str, str],
    licences: Mapping[str, str],
) -> str:  # fmt: skip
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src '{hash_of(START)}' 'strict-dynamic' 'wasm-unsafe-eval'",
            f"style-src 'self' 'nonce-{NONCE}'",
            "img-src data: blob:",
            "connect-src 'self' blob:",
            "worker-src 'self' blob:",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    data = json.dumps(site, ensure_ascii=True).replace("<", "\\u003c")
    attributes = {
        "script": script["path"], "integrity": script["integrity"], "nonce": NONCE, "opened": _opened(),
    }  # fmt: skip
    told = "".join(f' data-{name}="{escape(value)}"' for name, value in attributes.items())
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Yisp</title>
<link rel="icon" href="{ICON}">
<link rel="manifest" href="{base}{MANIFEST}">
<link rel="license" href="{licences["path"]}">
<link rel="stylesheet" href="{style["path"]}" integrity="{style["integrity"]}">
</head>
<body>
<div id="page"></div>
<script type="application/json" id="yisp-site">{data}</script>
<script id="yisp-start"{told}>{START}</script>
</body>
</html>
"""


def _service(base: str, files: Mapping[str, bytes], later: Sequence[str]) -> bytes:
    """The service worker, which keeps exactly these files, those of ``later`` when they are asked for."""
    list_ = {"base": base, "version": "", "files": sorted(files.keys() - set(later)), "later": list(later)}
    list_["version"] = sha256(_json(list_) + files[ENTRY]).hexdigest()[:16]
    return b"const FOLDER = " + _json(list_) + b";\n" + _part(PAGES, "service.js")
