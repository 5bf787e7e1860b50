r"""Escapes of rare characters as JSON writes them: ``"\ud83d\udc69"``, two halves for one character.

What comes in: the text of a file.  What goes out: a text of the same length that a YAML parser takes,
and the way back.  YAML writes such a character ``\U0001F469``, and its parsers refuse the halves; so
each pair is hidden behind two escapes of characters that no deck file may hold.  Whether a pair stands
inside double quotes, where alone it is an escape, only the parser knows: the way back looks at what it
made of it.  What is not handled: lone halves, which stay as they are and are refused.
"""

from __future__ import annotations

import re
from bisect import bisect_left

PAIR = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")

_ESCAPE = re.compile(rf"{PAIR.pattern}|\\.", re.DOTALL)  # of two backslashes, the second begins none
_HIDDEN = r"\ufdd0\ufdd1"
_READ = "\ufdd0\ufdd1"
_FOUND = re.compile(f"{re.escape(_HIDDEN)}|{_READ}")
_TAKEN = re.compile(r"\\u[fF][dD][dD][01]")


def joined(pair: re.Match[str]) -> str:
    """The character that a pair of halves stands for."""
    high, low = (int(half, 16) for half in pair.groups())
    return chr(0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00)


class Pairs:
    """The pairs of one text; ``hidden`` is the text without them, as long as before."""

    def __init__(self, text: str) -> None:
        self.hidden = text
        self._pairs: list[re.Match[str]] = []
        if not _TAKEN.search(text):  # that one is a mistake, and will be refused as what it is
            self._pairs = [escape for escape in _ESCAPE.finditer(text) if escape[1]]
            if self._pairs:
                self.hidden = _ESCAPE.sub(lambda escape: _HIDDEN if escape[1] else escape[0], text)
        self._starts = [pair.start() for pair in self._pairs]

    def restored(self, value: str, start: int, end: int) -> str:
        """The value of the scalar at ``start`` … ``end`` of the text, its pairs put back."""
        hidden = len(_FOUND.findall(value)) if self._pairs else 0
        if not hidden:
            return value
        last = bisect_left(self._starts, end)
        pairs = iter(self._pairs[last - hidden : last])  # a comment may hold others, before the value

        def put_back(found: re.Match[str]) -> str:
            pair = next(pairs)
            return joined(pair) if found[0] == _READ else pair[0]

        return _FOUND.sub(put_back, value)
