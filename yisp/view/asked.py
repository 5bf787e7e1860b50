"""Questions about one version of a deck: what could stand there, how a trial went, a report, a text to share.

What comes in: a question of ``protocol``, and the version that it is about.  What goes out: the fields of a
reply; an ``error`` in a sentence where there is no answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..editor.services import Document, completions, hover
from ..lang.diagnostics import DeckError
from ..messages import told
from ..simulate.stop import Stop
from .job import Version

if TYPE_CHECKING:
    from collections.abc import Callable


def answered(
    ask: dict[str, Any], work: dict[str, Any], document: Document, version: Version | None
) -> dict[str, Any]:
    """The answer about a document; ``version`` is its deck where that was loaded already, ``work`` that of
    ``wire``."""
    match ask["type"]:
        case "complete":
            return {"items": [one.to_data() for one in completions(document, ask["line"], ask["column"])]}
        case "hover":
            found = hover(document, ask["line"], ask["column"])
            return {"hover": None if found is None else found.to_data()}
    try:
        return ABOUT_DECKS[ask["type"]](ask, version or Version(document, work["file"], Stop()))
    except DeckError:
        return {"error": told("This version has mistakes: mend them first.")}


def _share(_: dict[str, Any], version: Version) -> dict[str, Any]:
    return {"error": told("This version cannot say that.")}


ABOUT_DECKS: dict[str, Callable[[dict[str, Any], Version], dict[str, Any]]] = {
    "share": _share,
    "trial": _share,
    "report": _share,
}
