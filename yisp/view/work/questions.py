"""Questions about one version of a deck: what could stand there, how a trial went, a report, a text to share.

What comes in: a question of ``protocol``, and the version that it is about.  What goes out: the fields of a
reply; an ``error`` in a sentence where there is no answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ...compile.pipeline import compile_deck
from ...deck.alone import one_text
from ...deck.load import load_file
from ...deck.reading.files import LARGEST, SourceFile, Unreadable
from ...editor.services import Document, by_hand, completions, explained, fixes, hover, in_parts, menus
from ...lang.diagnostics import DeckError
from ...messages import quoted, told, translated
from ...parts import NoPart
from ...simulate.counting.probabilities import NoExactAnswer
from ...simulate.result import Result
from ...simulate.stop import Stop
from ...studies.choices import POLICIES
from ...version import VERSION
from ..protocol import PICTURE_PATH
from ..saving import report_name
from .descriptions import cannot_be_played
from .version import Version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...compile.program import Program


def answered(
    ask: dict[str, Any],
    work: dict[str, Any],
    document: Document,
    version: Version | None,
    panels: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """The answer about a document; ``version`` is its deck where that was loaded already, ``work`` that of
    ``wire``, ``panels`` what was studied of it."""
    match ask["type"]:
        case "complete":
            return {"items": [one.to_data() for one in completions(document, ask["line"], ask["column"])]}
        case "hover":
            found = hover(document, ask["line"], ask["column"])
            return {"hover": None if found is None else found.to_data()}
        case "explain":
            return {"explained": explained(document)}
        case "menus":
            return {"menus": menus()}
        case "parts":
            return {"parts": in_parts(document, ask["card"])}
        case "rewrite":
            return _rewritten(ask, document)
        case "fixes":
            return {"fixes": [one.to_data() for one in fixes(document)]}
    try:
        version = version or Version(document, work["file"], Stop())
        match ask["type"]:
            case "report":
                return _report(version, panels)
            case "share":
                return _share(version)
            case _:
                return _trial(ask, version)
    except DeckError:
        return {"error": told("This version has mistakes: mend them first.")}
    except Unreadable as error:
        reason = translated(error.message)
        return {"error": told("A file that this deck names cannot be read: {reason}.", reason=reason)}
    except NoExactAnswer as error:  # a policy that cannot play
        return {"error": cannot_be_played(error)}


def _rewritten(ask: dict[str, Any], document: Document) -> dict[str, Any]:
    """The edits that write an effect of a card."""
    try:
        edits = by_hand(document, ask["card"], ask["place"], ask.get("effect"))
    except NoPart as error:
        return {"error": translated(error.args[0])}
    return {"edits": [one.to_data() for one in edits]}


def _trial(ask: dict[str, Any], version: Version) -> dict[str, Any]:
    """One trial, as it went."""
    from ...page.data import kinds_of

    pictures, name = version.pictures, ask["topic"]
    if all(topic.name != name for topic in version.program.topics):
        return {"error": told("This version has no topic {topic}.", topic=quoted(name))}
    if ask.get("policy") not in (None, *POLICIES):
        return {"error": told("There is no policy {policy!a} here.", policy=ask["policy"][:40])}
    replays = version.replays(name, ask.get("policy"))
    kinds = kinds_of(version.deck, lambda card: _address(card) if pictures and pictures.has(card) else None)
    return {**replays.hand(ask["trial"]), "kinds": kinds}


def _address(card: str) -> str:
    """Where the server has the picture of a card; the page adds its token."""
    return f"{PICTURE_PATH}?card={quote(card, safe='', errors='replace')}"


def _report(version: Version, panels: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The page that `yispc report` writes, with what is known by now, and with the panels that are open."""
    from ...page.data import page_of
    from ...page.document import document
    from ...page.panels.questions import KINDS

    result = Result(version.known.outcome())
    counts = [topic.trials for topic in result.topics.values() if topic.trials is not None]
    asked = {
        "count": min(counts, default=None),
        "pictures": version.file["pictures"],
        "panels": list(dict.fromkeys(panel["kind"] for panel in panels if panel["kind"] in KINDS)),
    }
    out = report_name(version.file["name"])
    page = page_of(version.deck, result, asked=asked, out=out, pictures=version.pictures, panels=panels)
    return {"html": document(page), "name": out}


def _share(version: Version) -> dict[str, Any]:
    """A text that opens this deck where none of its files are."""
    refused = told("This deck cannot be written as one text; share its files instead.")
    try:
        text = one_text(version.deck)
    except Unreadable:
        return {"error": refused}
    first = told("A deck of Yisp {version}. To open it: yispc view - (and paste it there)", version=VERSION)
    text = f"# {first}\n{text}"
    if len(text.encode("utf-8", "replace")) > LARGEST or not _means(text, version.program):
        return {"error": refused}
    return {"text": text}


def _means(text: str, program: Program) -> bool:
    """Whether a text by itself is that program."""
    try:
        shared = compile_deck(load_file(SourceFile(program.file, text, alone=True)))
    except DeckError:
        return False
    return _said(shared) == _said(program)


def _said(program: Program) -> tuple[Any, ...]:
    """What a program is, wherever it was written."""
    topics = [
        [getattr(topic, name) for name in topic.fields if name not in ("expect", "unseeded", "policy")]
        + [topic.policy.to_data(), [expected.text for expected in topic.expect]]
        for topic in program.topics
    ]
    return program.python_source, program.plan["key"], program.kinds, topics
