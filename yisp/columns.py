"""How many columns of a terminal a text takes.

What comes in: a text without control characters.  What goes out: a number.  Chinese, Japanese and what stands
between them are counted here, since ``wcwidth``, which knows all of Unicode, takes longer to import than many
runs take.

(On the warm start's path.)
"""

from __future__ import annotations

_NARROW = (
    (0x20, 0x7E), (0xA1, 0xAC), (0xAE, 0x2FF), (0x391, 0x3C9), (0x2010, 0x2027), (0x2190, 0x22FF),
    (0x2500, 0x25FC),
)  # fmt: skip
_WIDE = (
    (0x3000, 0x3029),
    (0x3041, 0x3096),
    (0x309B, 0x30FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xFF01, 0xFF60),
)


def width(text: str) -> int:
    """The columns of a text; where it has what no terminal shows, its length."""
    if text.isascii():
        return len(text)
    taken = 0
    for character in text:
        code = ord(character)
        if any(first <= code <= last for first, last in _NARROW):
            taken += 1
        elif any(first <= code <= last for first, last in _WIDE):
            taken += 2
        else:
            from wcwidth import wcswidth

            counted = wcswidth(text)
            return counted if counted >= 0 else len(text)
    return taken
