"""What to do about a key that stands where it means nothing, or a value of the wrong kind.

What comes in: the key and its value as written, and where they stand.  What goes out: a hint, or None where
there is nothing to be said.  What is not handled: misspelt names (``suggest``), and files that are not even
YAML (``complaints``).
"""

from __future__ import annotations

from ..lang.suggest import Suggestions
from ..messages import Message, say, with_commas
from .document import Entry, Node, Scalar, Sequence
from .halfwidth import COLON, half_width
from .schema import COMBO, KEYS, TOPIC, WATCH, ZONE_KEY, Key, Value, children
from .source import shown

QUOTED = (Value.TEXT, Value.SCRIPT, Value.SCRIPTS, Value.SCORE, Value.CONDITION)
CARD = "deck.cards.*"

FEW = 9
"""Known keys that are still listed for somebody whose key is unknown."""

_PLACES = {
    "": say("it belongs at the left edge of the file, under no other key"),
    CARD: say("it belongs under the name of a card"),
    TOPIC: say("it belongs under the name of a topic"),
    COMBO: say("it belongs under the name of a combo, which goes under `combos`"),
    WATCH: say("it belongs under a name of its own, which goes under `watch`"),
}


def wide_colon(node: Node | None) -> Message | None:
    """About a text whose colons are full-width ones, so that YAML saw no keys in it."""
    if isinstance(node, Scalar) and not node.style and COLON in node.value:
        return say("`{colon}` is a full-width colon; write `:` and a space after it", colon=COLON)
    return None


def for_value(key: Key, node: Node) -> Message | None:
    """About a value of the wrong kind behind a key."""
    if not isinstance(node, Scalar):
        if key.value is Value.EXPECTATIONS:
            return say("write a list of texts: ['rate >= 0.85']")
        if key.value in QUOTED:
            return say("put the text in quotes")
        if key.value is Value.TABLE and isinstance(node, Sequence):
            return say("write each name with a `:` after it, and no dash before it")
        return None
    narrow = half_width(node.value)
    if narrow is not None and COLON not in node.value:
        return say("write it with half-width characters: {meant}", meant=shown(narrow))
    if key.value is Value.CARDS:
        return say("write it as a list, one line with a dash for each wanted card")
    return wide_colon(node)


def for_section(path: str, name: str, node: Node) -> Message:
    """About a value where a table of keys should stand."""
    if path == CARD and isinstance(node, Scalar) and node.value.strip().isdigit():
        return say("write `{meant}`", meant=f"{name[:60]}: {{count: {node.value.strip()[:20]}}}")
    return wide_colon(node) or say("write its keys below it, indented")


def for_key(path: str, name: str, suggestions: Suggestions) -> Message | None:
    """About a key that the section ``path`` does not have."""
    near = suggestions.nearest(half_width(name) or name)
    homes = [key.parent for key in KEYS.values() if key.name == name and key.parent != path]
    if homes and near != name:
        return _PLACES.get(homes[0]) or say("it belongs under `{key}`", key=homes[0].rpartition(".")[2])
    if near is not None:
        return say("did you mean `{near}`?", near=near)
    known = [key.name for key in children(path).values() if key.name != ZONE_KEY]
    if not 0 < len(known) <= FEW:
        return None
    return say("known here: {names}", names=with_commas(f"`{key}`" for key in known))


def misplaced(topic: dict[str, Entry]) -> list[str]:
    """The keys of a combo that stand directly in a topic that has no ``combos``."""
    if "combos" in topic:
        return []
    marks = children(COMBO).keys() - {ZONE_KEY} - children(TOPIC).keys()
    return [name for name in topic if name in marks]
