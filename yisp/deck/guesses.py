"""What an item of a condition list was meant to be that names no card.

What comes in: the item's text, or a word of it, and the deck's vocabulary.  What goes out: the
help of a diagnostic, or None.  What is not handled: mistakes other than those that people make all the time:
words for and, or, not; commas; full-width characters; numbers of cards.
"""

from __future__ import annotations

import re

from ..messages import Message, say
from .halfwidth import half_width
from .source import shown
from .vocabulary import Vocabulary

LONGEST = 200
"""Of a longer item or name only so much is looked at."""

_COUNT = r"([0-9]{1,4}(?:\s*[-–—~～]\s*[0-9]{1,4})?)"
_AMOUNT = re.compile(rf"{_COUNT}\s*[xX×*＊]?\s*(.+)|(.+?)\s*[xX×*＊]\s*{_COUNT}")
_RANGE = re.compile(r"\s*[-–—~～]\s*")
_OR = re.compile(r"\s+(?:or|OR|Or|\|\|?|/|或|または)\s+")
_NOT = re.compile(r"(?:not|NOT|Not|no|without)\s+(\S.*)|(?:-|~|¬)(\S+)")
_AND = ("and", "AND", "And", "&", "&&", "+", "和", "と")
_COMMA = re.compile(r"\s*[,，、;；]\s*")


def item_meant(item: str, vocabulary: Vocabulary) -> Message | None:
    """How that is written which somebody meant by an item as a whole."""
    item = item[:LONGEST].strip()
    whole = item.lstrip("!")
    if whole != item and vocabulary.name(whole) is not None:
        return say('a name with spaces goes in quotes here: !"{name}"', name=_doubled(whole))
    guesses = (guess(item, vocabulary) for guess in (_amount, _either, _other_than, _both, _parted))
    return next((hint for hint in guesses if hint is not None), None)


def word_meant(word: str, vocabulary: Vocabulary) -> Message | None:
    """The same for an unknown word of an item."""
    narrow = half_width(word)
    if narrow and (narrow.startswith(("a:", "A:", "!")) or vocabulary.name(narrow) is not None):
        return say("write it with half-width characters: {meant}", meant=shown(narrow))
    near = vocabulary.nearest(word)
    return None if near is None else say("did you mean {near}?", near=shown(near))


def _known(name: str, vocabulary: Vocabulary) -> bool:
    bare = name.lstrip("!")
    return vocabulary.name(bare) is not None or bare.startswith(("a:", "A:"))


def _amount(item: str, vocabulary: Vocabulary) -> Message | None:
    """A known name and a number of cards, written otherwise than ``2x name`` or ``0-1x name``."""
    written = _AMOUNT.fullmatch(item)
    if written is None:
        return None
    name = (written[2] or written[3]).strip()
    count = _RANGE.sub("-", written[1] or written[4])
    return say("write `{meant}`", meant=f"{count}x {name}") if _known(name, vocabulary) else None


def _either(item: str, vocabulary: Vocabulary) -> Message | None:
    parts = _OR.split(item)
    if len(parts) == 1:
        return None
    return say("for one card that fits either write `any: [{names}]`", names=", ".join(map(_quoted, parts)))


def _other_than(item: str, vocabulary: Vocabulary) -> Message | None:
    written = _NOT.fullmatch(item)
    if written is None:
        return None
    name = written[1] or written[2]
    if not _known(name, vocabulary):
        return None
    meant = f"`'!\"{name}\"'`" if " " in name else f"`'!{name}'`"
    return say("for all other cards write {meant}", meant=meant)


def _both(item: str, vocabulary: Vocabulary) -> Message | None:
    parts = [part for part in item.split() if part not in _AND]
    if len(parts) == len(item.split()):
        return None
    return say(
        "a condition is about one card, and spaces join its parts: `{parts}` is a card that"
        " is all of these; two cards are two items of the list",
        parts=" ".join(parts),
    )


def _parted(item: str, vocabulary: Vocabulary) -> Message | None:
    """Something with a comma: several items in one, or a part of a name that holds one."""
    parts = [part for part in _COMMA.split(item) if part]
    if len(parts) > 1 and all(_known(part, vocabulary) for part in parts):
        return say("these are several items of the list: `[{names}]`", names=", ".join(map(_quoted, parts)))
    for name in vocabulary.cards:
        if "," in name and len(name) <= LONGEST and item in map(str.strip, name.split(",")):
            return say('a name that holds a comma goes in quotes: "{name}"', name=_doubled(name))
    return None


def _doubled(name: str) -> str:
    """A name as it stands between quotation marks."""
    return name.replace('"', '""')


def _quoted(text: str) -> str:
    return f"'{text}'" if re.search(r"^[!*&\[{]|[:#,] ", text) else text
