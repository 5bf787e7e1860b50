"""What the page and the server say to each other.

Over the socket ``/live?token=…``: JSON objects, one a message, told apart by ``type``.  Lines and columns
count from 1, columns in characters (Unicode code points, not UTF-16 units).  A ``revision`` is a whole number
that the page gives to a text; the text of ``welcome`` is revision 0, and is worked on at once (unless
``confirm``).

**From the page**

``{type: "edit", revision, text}``
    The whole text after a change.  Only the newest text of a tab is worked on; the last one is always
    answered.
``{type: "pin", text}``, ``{type: "unpin"}``
    The version to compare with, or none any more.
``{type: "topic", name}``
    Which topic is looked at: it is worked on first.
``{type: "study", id, kind, options}``
    A study of the newest text, and of each newer one, until it is left; ``id`` is a whole number that the
    page chooses, and the same one again asks for something else instead.  ``kind`` is one of those in
    ``view.work.panels``, which say what they take as ``options`` (an object).
``{type: "leave", id}``
    Nobody looks at that study any more.
``{type: "run"}``
    Yes, run this: a shared text is not even read before that.
``{type: "trial", id, revision, topic, trial}``, perhaps with ``policy``
    One trial, step by step (trials count from 0); as one of ``choices.POLICIES`` plays it, in the worlds in
    which they are held side by side.
``{type: "complete", id, revision, line, column}``, ``{type: "hover", id, revision, line, column}``
    What could stand there; what stands there.
``{type: "explain", id, revision}``
    What the cards of that text do, in words.
``{type: "menus", id, revision}``
    The parts that effects are made of by hand.
``{type: "parts", id, revision, card}``
    The effects of a card of that text, as parts.
``{type: "rewrite", id, revision, card, place, effect}``
    Edits that put an effect, as parts, in that place of a card (0 is its first effect, one more than the last
    a new one); without ``effect`` they take it away.
``{type: "fixes", id, revision}``
    Edits that mend what is wrong with that text.
``{type: "save", id, text}``, perhaps with ``force: true``
    Write the deck's own file.
``{type: "share", id, revision}``
    A text that ``yispc view -`` opens.
``{type: "report", id, revision}``
    The page that ``yispc report`` writes, with what is known by now.
``{type: "import", id, file, content}``, perhaps with ``names`` and ``wants``
    A file of that name as a deck file: ``content`` is in base64.  ``names`` are rows of a card database,
    ``{texts: [[passcode, name], …], datas: [[passcode, type], …]}``.  With ``wants``, hands of which one is
    enough, each a list of ``{least, cards}`` (names; 0 of them is none), the list is read loosely, and its
    deck asks for them.

An ``id`` is a whole number that the page chooses; every question with one is answered by one ``reply``.

**From the server**

``{type: "welcome", file, text, language, messages, seed, confirm, writable, version, capabilities}``
    Comes first.  ``messages`` is the catalogue of the language, ``confirm`` says that ``run`` is awaited,
    ``writable`` that the deck can be saved; ``seed`` is that of decks which have none of their own.
    ``capabilities`` say what there is: ``files`` beside the deck, ``native`` code, ``processes`` that work on
    decks, names from card ``databases``, ``cores``, and the bytes of ``memory`` that a deck may take.
``{type: "diagnostics", revision, items: [{code, severity, message, hint, line, column, length, fixable}]}``
    All there are in that text; one about another file stands at 1:1 and names it.  Of one that is ``fixable``
    there may be a fix.  Comes for each text that
    is worked on, also where there are none.
``{type: "deck", revision, size, size_place, cards: [{name, count, attributes, description, effects, filler,
place, insert}], topics, choices}``
    The text is a deck.  ``effects`` are how many a card has.  ``place`` is ``{line, column, length}`` of the
    count, which a slider may overwrite; or null, where none is written that belongs to this card alone.  Then
    ``insert`` is ``{line, column, before, after}``: write ``before``, the count and ``after`` there; null
    where that cannot be said.  A ``filler`` makes up for the others (its count is -1 in the text).
    ``size_place`` is that of the deck's size, or null.  ``topics`` are names, ``choices`` those of topics in
    which there is something to decide.
``{type: "result", revision, state, trials, result, compared}``
    Comes again and again as it sharpens.  ``result`` is the object that ``yispc --json`` prints; ``state`` is
    "exact" (every topic is), "sampling" or "done" (no more is to come); ``trials`` the fewest of a sampled
    topic, null where there is none.  ``compared`` is null, or for each topic that the pinned version has as
    well ``{name, method, trials, figures: [{what, name, mean, ci95, exact, narrower}], missing, pinned}``: by
    how much this version's figure is above the pinned one's, as in ``yispc compare --json``; ``pinned`` is
    ``{method, success}``, what the same trials say of the pinned version.  ``notices`` are by
    topic what went otherwise than its scripts say, in words (as in the data of `yispc report`).
``{type: "studied", id, revision, kind, state, content, ended, error}``
    What a study says of that text; comes again and again as it sharpens: ``state`` is "working" or "done" (no
    more is to come).  ``content`` is an object that depends on the kind (``page.panels``), null where nothing
    is known yet; ``ended`` a sentence where its time was over before it was done, ``error`` one where the
    study cannot be made.  Where a process had to be ended, perhaps because of one, all are told so, and left.
``{type: "reply", id, …}``
    To ``save`` ``saved: true``; to ``share`` ``text``; to ``report`` ``html`` and its ``name``; to
    ``import`` ``text``, ``sentences`` (of what it was made, and what it leaves out; none where it was a
    deck file) and ``nameless`` (how many kinds of card are called by their passcodes), where there were
    ``wants`` the ``cards`` to choose from, ``{name, count, known, plays, near}``, and ``kinds`` of them,
    ``{name, cards}``, and ``filler``, the card that can best be missed, perhaps null; or ``sentences`` beside
    an ``error``; to ``complete`` ``items``; to ``hover`` ``hover``, perhaps null; to ``explain``
    ``explained``, what ``yispc explain --json`` prints but for topics, null where the text has mistakes;
    to ``menus`` ``menus`` (``yisp.parts.menus``); to ``parts`` ``parts: {able, effects, names}``, of which
    each effect is what ``yisp.parts`` reads, and whether that is the ``whole`` of it, or null where it has
    mistakes; to ``rewrite`` ``edits: [{range, text}]``;
    to ``fixes`` ``fixes: [{title, code, range, edits: [{range, text}]}]``, each of which mends the
    mistake of that code and range; to ``trial`` the fields of a sample hand (``yisp/page/hands.py``),
    with ``kinds``. Or ``error``, a sentence, to any; ``changed: true`` beside it says that the file is
    another one by now, and that ``force`` would replace it.
``{type: "trouble", revision, sentence}``
    What happened to that version, or (``revision`` null) to the connection.

Results of a revision come in order; nothing about an older revision comes after something about a newer one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..messages import say

PICTURE_PATH = "/picture"
"""Where the server has pictures of cards: ``/picture?card=NAME&token=…``; the ``picture`` of a kind is that
path without the token."""

MOST_BYTES = 9 * 2**20
"""Of a message: a deck file has at most 4 MiB, and JSON writes a line's end in two characters."""

LARGEST_NUMBER = 2**53 - 1
"""What a page can count up to."""

_KINDS: dict[str, type] = {
    "id": int, "revision": int, "line": int, "column": int, "trial": int,
    "text": str, "file": str, "content": str, "names": dict, "wants": list, "topic": str,
    "name": str, "force": bool, "kind": str, "options": dict, "policy": str, "card": str, "place": int,
    "effect": dict,
}  # fmt: skip

_FIELDS: dict[str, tuple[str, ...]] = {
    "edit": ("revision", "text"),
    "pin": ("text",),
    "unpin": (),
    "topic": ("name",),
    "study": ("id", "kind", "options"),
    "leave": ("id",),
    "run": (),
    "trial": ("id", "revision", "topic", "trial"),
    "complete": ("id", "revision", "line", "column"),
    "hover": ("id", "revision", "line", "column"),
    "explain": ("id", "revision"),
    "menus": ("id", "revision"),
    "parts": ("id", "revision", "card"),
    "rewrite": ("id", "revision", "card", "place"),
    "save": ("id", "text"),
    "fixes": ("id", "revision"),
    "share": ("id", "revision"),
    "report": ("id", "revision"),
    "import": ("id", "file", "content"),
}

_OPTIONAL: dict[str, tuple[str, ...]] = {
    "save": ("force",), "trial": ("policy",), "import": ("names", "wants"), "rewrite": ("effect",),
}  # fmt: skip

LONGEST = {"study": 2**18, "rewrite": 2**16, "parts": 2**12}
"""Characters of messages that may not be as long as a deck: a study is kept, and handed on with each text,
and may hold a second deck; the others are about one card."""


class Unfit(ValueError):
    """That is no message; the text says why, in a sentence."""


def read(data: str) -> dict[str, Any]:
    """A message from the page, with the fields of its type and no others; raises :class:`Unfit`."""
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        raise Unfit(say("This message is not JSON, so it was left unread.")) from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Unfit(say("A message is an object with a `type`; this one was left unread."))
    name = message["type"]
    if name not in _FIELDS:
        raise Unfit(
            say("There is no message of the type {name!a}; this one was left unread.", name=name[:40])
        )
    if len(data) > LONGEST.get(name, MOST_BYTES):
        raise Unfit(say("A message {name!a} may not be so long; it was left unread.", name=name))
    wanted = _FIELDS[name]
    for field in wanted:
        if field not in message:
            raise Unfit(
                say("A message {name!a} has a {field!a}; this one was left unread.", name=name, field=field)
            )
    known = {field: message[field] for field in (*wanted, *_OPTIONAL.get(name, ())) if field in message}
    for field, value in known.items():
        if not _fits(value, _KINDS[field]):
            raise Unfit(
                say(
                    "The {field!a} of a message {name!a} is of another kind; it was left unread.",
                    field=field, name=name,
                )
            )  # fmt: skip
    return {"type": name, **known}


def _fits(value: object, kind: type) -> bool:
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_NUMBER
    return isinstance(value, kind)


def written(message: Mapping[str, Any]) -> str:
    """A message as JSON."""
    return json.dumps(message, allow_nan=False, separators=(",", ":"))  # ASCII: halves of characters are none


def reply(number: int, /, **fields: Any) -> dict[str, Any]:
    """The answer to the question of that number."""
    return {"type": "reply", "id": number, **fields}


def trouble(sentence: str) -> dict[str, Any]:
    """Something about the connection that the user should know."""
    return {"type": "trouble", "revision": None, "sentence": sentence}


def studied(
    number: int,
    kind: str,
    *,
    done: bool = True,
    content: dict[str, Any] | None = None,
    ended: str | None = None,
    error: str | None = None,
) -> dict[str, Any]:
    """The message about a study, but for the revision."""
    return {
        "type": "studied", "id": number, "kind": kind, "state": "done" if done else "working",
        "content": content, "ended": ended, "error": error,
    }  # fmt: skip
