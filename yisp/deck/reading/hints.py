"""What to do about a key that stands where it means nothing, or a value of the wrong kind.

What comes in: the key and its value as written, and where they stand.  What goes out: a hint, or None where
there is nothing to be said.  What is not handled: misspelt names (``suggest``), and files that are not even
YAML (``complaints``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...lang.checking.zones import is_zone
from ...lang.remedy import Change, Data, Hint, NewValue, Remedy, replacing, respelling, rewriting
from ...lang.rendering import LONGEST_SHOWN
from ...lang.suggest import Suggestions, nearest
from ...messages import Message, say, with_commas
from ..schema import COLLECTION, COLLECTION_KEYS, COMBO, KEYS, TOPIC, WATCH, ZONE_KEY, Key, Value, children
from .document import Entry, Node, Scalar, Sequence
from .halfwidth import COLON, LONGEST, half_width, number_meant
from .source import shown

QUOTED = (Value.TEXT, Value.SCRIPT, Value.SCRIPTS, Value.SCORE, Value.CONDITION)
CARD = "deck.cards.*"

DECK_FILE = say("a deck file has the keys `deck` and `simulate`; of a card list `yispc import` makes one")

NAMES = say("write each name with a `:` after it, and no dash before it")

_GLUED = re.compile(r"([^:：]+)[:：]([\[{].*)")
"""A name whose colon has no blank behind it, so that YAML goes on to the next colon."""

_NO_COLON = re.compile(r"([^:：\[{]*[^:：\[{\s])\s+([\[{].*)")
"""A name without a colon before its table, so that YAML goes on to the next colon."""

_UNPARTED = re.compile(r"([a-z-]++)[\s:=]++(.+)")
"""A key and its value, with something else between them than a colon and a blank."""

_FIRST_COLON = re.compile(f"^[^\\r\\n{COLON}]*({COLON})(?=([^ \\r\\n])?)", re.MULTILINE)
"""Of a line, and what follows it at once."""

FEW = 10
"""Known keys that are still listed for somebody whose key is unknown."""

_PLACES = {
    "": say("it belongs at the left edge of the file, under no other key"),
    CARD: say("it belongs under the name of a card"),
    TOPIC: say("it belongs under the name of a topic"),
    COMBO: say("it belongs under the name of a combo, which goes under `combos`"),
    WATCH: say("it belongs under a name of its own, which goes under `watch`"),
}


def instead(hint: Message, node: Node, data: Data) -> Remedy:
    """The hint, and another value in place of one that is written."""
    return Remedy(hint, (NewValue(node.start, node.end, data),), node.source)


def as_written(node: Node) -> str | None:
    """What stands in the file, where that is a part of one line."""
    text = node.source.text[node.start : node.end].strip()
    return None if len(text.splitlines()) != 1 else text


def wide_colon(node: Node | None) -> Hint | None:
    """About a text whose colons are full-width ones, so that YAML saw no keys in it."""
    if not isinstance(node, Scalar) or node.style or COLON not in node.value:
        return None
    text, start = node.source.text[node.start : node.end], node.start
    changes = tuple(
        Change(start + colon.start(1), start + colon.end(1), ": " if colon[2] else ":")
        for colon in _FIRST_COLON.finditer(text)
    )
    hint = say("`{colon}` is a full-width colon; write `:` and a space after it", colon=COLON)
    return Remedy(hint, (changes,), node.source)


def for_value(key: Key, node: Node) -> Hint | None:
    """About a value of the wrong kind behind a key."""
    if not isinstance(node, Scalar):
        if key.value is Value.EXPECTATIONS:
            return say("write a list of texts: ['rate >= 0.85']")
        if key.value in QUOTED:
            hint = say("put the text in quotes")
            written = as_written(node)
            return hint if written is None else instead(hint, node, written)
        return NAMES if key.value is Value.TABLE and isinstance(node, Sequence) else None
    narrow = half_width(node.value)
    number = number_meant(node.value) if key.value is Value.NUMBER else None
    if number is not None and number not in (node.value, narrow):
        return rewriting(say("write `{meant}`", meant=number), node.text, number)
    if narrow is not None and COLON not in node.value:
        return rewriting(
            say("write it with half-width characters: {meant}", meant=shown(narrow)), node.text, narrow
        )
    near = nearest(node.value.strip(), key.choices)
    if near is not None:
        return respelling(near, (0, len(node.value)))
    if key.value is Value.CARDS:
        hint = say("write it as a list, one line with a dash for each wanted card")
        return instead(hint, node, [node.value])
    return wide_colon(node) or (NAMES if key.value is Value.TABLE else None)


def for_section(path: str, name: str, node: Node) -> Hint:
    """About a value where a table of keys should stand."""
    if name in children(path):
        return say("indent it further than the name that it belongs to")
    count = number_meant(node.value) if path == CARD and isinstance(node, Scalar) else None
    if count is not None and int(count) >= KEYS[f"{CARD}.count"].least:
        hint = say("write `{meant}`", meant=f"{name[:LONGEST_SHOWN]}: {{count: {count}}}")
        return instead(hint, node, {"count": int(count)})
    glued = _GLUED.fullmatch(name[:LONGEST])
    if glued is not None and isinstance(node, Scalar):
        meant = f"{glued[1]}: {glued[2]}: {node.value[:LONGEST_SHOWN]}"
        return say("write a space after the first colon: `{meant}`", meant=meant)
    bare = _NO_COLON.fullmatch(name[:LONGEST])
    if bare is not None and isinstance(node, Scalar):
        return say("write `{meant}`", meant=f"{bare[1]}: {bare[2]}: {node.value[:LONGEST_SHOWN]}")
    parted = _unparted(path, as_written(node) or "") if isinstance(node, Scalar) else None
    if parted is not None and isinstance(node, Scalar):
        if node.source.text[: node.start].rpartition("\n")[2].strip():
            parted = f"{{{parted}}}"
        return rewriting(say("write `{meant}`", meant=parted[:LONGEST_SHOWN]), node.text, parted)
    return wide_colon(node) or say("write its keys below it, indented")


def _unparted(path: str, written: str) -> str | None:
    """A key of the section and its value, as they should be written."""
    parts = _UNPARTED.fullmatch(written)
    return f"{parts[1]}: {parts[2]}" if parts is not None and parts[1] in children(path) else None


def for_key(path: str, name: str, suggestions: Suggestions, beside: Mapping[str, Entry]) -> Hint | None:
    """About a key that the section ``path`` does not have, one of those ``beside`` it."""
    wide = wide_colon(beside[name].key)
    if wide is not None:
        return wide
    if not name[: len(name) - len(name.lstrip())].isascii():
        return say("YAML takes the blanks before it for letters: write spaces, those of the space bar")
    meant = _unparted(path, name) if beside[name].value.absent else None
    if meant is not None:
        return replacing(say("write `{meant}`", meant=meant[:LONGEST_SHOWN]), (0, len(name)), meant)
    narrow = half_width(name) or name
    near = suggestions.nearest(narrow)
    if ZONE_KEY in children(path) and is_zone(narrow.upper()):
        near = narrow.upper()
    keys = COLLECTION_KEYS if path.startswith(COLLECTION) else KEYS
    homes = [key.parent for key in keys.values() if key.name == name and key.parent != path]
    if homes and near not in (name, f"{name}s", name.removesuffix("s")):
        return _PLACES.get(homes[0]) or say("it belongs under `{key}`", key=homes[0].rpartition(".")[2])
    if near is not None:
        hint = say("did you mean `{near}`?", near=near)
        return hint if near in beside else replacing(hint, (0, len(name)), near)
    known = [key.name for key in children(path).values() if key.name != ZONE_KEY]
    if not 0 < len(known) <= FEW:
        return None
    return say("known here: {names}", names=with_commas(f"`{key}`" for key in known))
