"""What the words of a condition list name.

What comes in: the text of an item and what there is to name.  What goes out: a :class:`Named` for each word,
with its extent in the text.  How a list is read is ``deck.cards.conditions``' business; this keeps to it, and
says nothing about mistakes.
"""

from __future__ import annotations

import re

from ...deck.cards.conditions import AMOUNT, WORD, split_word
from ...deck.vocabulary import Vocabulary
from ...structs import dataclass

BARE = re.compile(r'(?!!|[aA]:)[^\s"]+')
"""A name that needs no quotation marks there."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a condition list: its sort ("a:", "A:" or ""), and where it stands, quotes included."""

    sort: str
    name: str
    start: int
    end: int
    is_whole: bool = False  # whether it is all of the item


def named(text: str, names: Vocabulary) -> list[Named]:
    """The names of an item."""

    def is_name(word: str) -> bool:
        return names.name(word) is not None

    start = 0
    amount = AMOUNT.match(text)
    if amount is not None and not is_name(text.strip()):
        start = amount.end()
    item = text[start:].strip()
    if is_name(item):
        start = text.index(item, start)
        return [Named("", item, start, start + len(item), True)]
    found = []
    for word in WORD.finditer(text, start):
        bare = word[0].lstrip("!")
        sort, name = split_word(bare, is_name)
        begin = word.end() - len(bare) + len(sort)
        if name:
            found.append(Named(sort, name, begin, word.end()))
    return found
