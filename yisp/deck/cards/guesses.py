"""What an item of a condition list was meant to be that names no card.

What comes in: the item's text, or a word of it, and the deck's vocabulary.  What goes out: the
help of a diagnostic, with an edit where that is certain; or None.  What is not handled: mistakes other than
those that people make all the time: words for and, or, not; commas; full-width characters; numbers of cards.
"""

from __future__ import annotations

import re

from ...lang.diagnostics import Text
from ...lang.remedy import Data, Hint, NewValue, Remedy, replacing, respelling, rewriting
from ...lang.tree import Span
from ...messages import Message, say
from ..reading.halfwidth import half_width
from ..reading.scalars import ScalarText
from ..reading.source import shown
from ..vocabulary import Vocabulary

AMOUNT = re.compile(r"\s*([0-9]+)(?:-([0-9]+))?x\s+(?=\S)")
"""How many cards, before a condition."""

LONGEST = 200
"""Of a longer item or name only so much is looked at."""

_TO = r"\s*(?:[-–—~～]|\.\.)\s*"
_COUNT = rf"([0-9]{{1,4}}(?:{_TO}[0-9]{{1,4}})?)"
_AMOUNT = re.compile(
    rf"{_COUNT}\s*[xX×*＊枚张張]?\s*(.+)|(.+?)(?:\s*[xX×*＊]\s*{_COUNT}|\s*{_COUNT}\s*[枚张張]|\s+{_COUNT})"
)
_WIDE = str.maketrans("０１２３４５６７８９ｘＸ　", "0123456789xX ")
_OR = re.compile(r"\s+(?:or|OR|Or|\|\|?|/|或|または)\s+")
_NOT = re.compile(r"(?:not|NOT|Not)\s+(\S.*)|(?:-|~|¬)(\S+)")
_NONE = re.compile(r"^(?:no|No|NO|without)(?=\s)")
_AND = ("and", "AND", "And", "&", "&&", "+", "和", "と")
_COMMA = re.compile(r"\s*[,，、;；]\s*")


def item_meant(text: Text, vocabulary: Vocabulary) -> Hint | None:
    """How that is written which somebody meant by an item as a whole."""
    item = text.text[:LONGEST].strip()
    whole = item.lstrip("!")
    if whole != item and vocabulary.name(whole) is not None:
        hint = say('a name with spaces goes in quotes here: !"{name}"', name=_doubled(whole))
        return _rewritten(hint, text, f'{item[: -len(whole)]}"{_doubled(whole)}"')
    for guess in (_amount, _either, _other_than, _both, _parted, _misspelt):
        meant = guess(item, text, vocabulary)
        if meant is not None:
            return meant
    return None


def word_meant(word: str, span: Span, text: Text, vocabulary: Vocabulary) -> Hint | None:
    """The same for an unknown word of an item."""
    narrow = half_width(word)
    if narrow and (narrow.startswith(("a:", "A:", "!")) or vocabulary.name(narrow) is not None):
        hint = say("write it with half-width characters: {meant}", meant=shown(narrow))
        return replacing(hint, span, narrow, text=text)
    return respelling(vocabulary.nearest(word), span, text)


def _known(name: str, vocabulary: Vocabulary) -> bool:
    bare = name.lstrip("!")
    return vocabulary.name(bare) is not None or bare.startswith(("a:", "A:"))


def _rewritten(hint: Message, text: Text, new: str) -> Hint:
    """The hint with its edit, of an item that was looked at as a whole."""
    return hint if len(text.text) > LONGEST else rewriting(hint, text, new)


def _instead(hint: Message, text: Text, data: Data, *, spread: bool = False) -> Hint:
    """The same, where the item becomes something else than a text."""
    if not isinstance(text, ScalarText) or len(text.text) > LONGEST:
        return hint
    return Remedy(hint, (NewValue(text.start, text.end, data, spread),), text.source)


def _amount(item: str, text: Text, vocabulary: Vocabulary) -> Hint | None:
    """A known name and a number of cards, written otherwise than ``2x name`` or ``0-1x name``."""
    item = _NONE.sub("0", item)
    written = _AMOUNT.fullmatch(item.translate(_WIDE))
    if written is None:
        return None
    name = item[slice(*written.span(2 if written[2] else 3))].strip()
    if not _known(name, vocabulary):
        return None
    meant = f"{re.sub(_TO, '-', written[1] or written[4] or written[5] or written[6])}x {name}"
    return _rewritten(say("write `{meant}`", meant=meant), text, meant)


def _either(item: str, text: Text, vocabulary: Vocabulary) -> Hint | None:
    parts = _OR.split(item)
    if len(parts) == 1:
        return None
    names = ", ".join(map(_quoted, parts))
    hint = say("for one card that fits either write `any: [{names}]`", names=names)
    return _instead(hint, text, {"any": parts})


def _other_than(item: str, text: Text, vocabulary: Vocabulary) -> Hint | None:
    written = _NOT.fullmatch(item)
    if written is None:
        return None
    name = written[1] or written[2]
    if not _known(name, vocabulary):
        return None
    meant = f'!"{name}"' if " " in name else f"!{name}"
    return _rewritten(say("for all other cards write {meant}", meant=f"`'{meant}'`"), text, meant)


def _both(item: str, text: Text, vocabulary: Vocabulary) -> Hint | None:
    parts = [part for part in item.split() if part not in _AND]
    if len(parts) == len(item.split()):
        return None
    return say(
        "a condition is about one card, and spaces join its parts: `{parts}` is a card that"
        " is all of these; two cards are two items of the list",
        parts=" ".join(parts),
    )


def _parted(item: str, text: Text, vocabulary: Vocabulary) -> Hint | None:
    """Something with a comma: several items in one, or a part of a name that holds one."""
    parts = [part for part in _COMMA.split(item) if part]
    if len(parts) > 1 and all(_known(part, vocabulary) for part in parts):
        hint = say("these are several items of the list: `[{names}]`", names=", ".join(map(_quoted, parts)))
        return _instead(hint, text, parts, spread=True)
    for name in vocabulary.cards:
        if "," in name and len(name) <= LONGEST and item in map(str.strip, name.split(",")):
            return say('a name that holds a comma goes in quotes: "{name}"', name=_doubled(name))
    return None


def _misspelt(item: str, text: Text, vocabulary: Vocabulary) -> Hint | None:
    """A name of several words, none of which is one by itself."""
    amount = AMOUNT.match(item)
    start = amount.end() if amount is not None else 0
    if " " not in item[start:] or any(_known(word, vocabulary) for word in item[start:].split()):
        return None
    near = vocabulary.nearest(item[start:])
    name = near and (near[1:-1].replace('""', '"') if near.startswith('"') else near)
    if not name or vocabulary.name(name) is None:
        return None
    return _rewritten(say("did you mean {near}?", near=shown(name)), text, item[:start] + name)


def _doubled(name: str) -> str:
    """A name as it stands between quotation marks."""
    return name.replace('"', '""')


def _quoted(text: str) -> str:
    return f"'{text}'" if re.search(r"^[!*&\[{]|[:#,] ", text) else text
