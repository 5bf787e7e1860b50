"""The width of a text in columns of a terminal, breaking it into lines, and the blank between two texts.

What comes in: a text without control characters.  What goes out: a number, or lines.  Chinese, Japanese and
what stands between them are counted here, since ``wcwidth``, which knows all of Unicode, takes longer to
import than many runs take.

(On the warm start's path.)
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

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


def blank_after(head: str) -> str:
    """What stands between a head and the text behind it: nothing after a full-width mark, which has a blank
    of its own, else a blank."""
    return "" if "\u3000" <= head[-1:] <= "\uffef" else " "


# What may stand at the end of a line: a wide character or a word, with the marks that belong to it.
_PIECE = (
    r"[（「『《【]*(?:[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef。、…]|[^\s\u3040-\u30ff\u3400-\u9fff\uff00-\uffef。、]+)"
    r"[，。、；：！？…）」』》】,.;:!?)ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*[^\S\n]*"
)
_BROKEN = r"(?<=[^\x00-\xff])\n(?=[^\x00-\xff])"  # the end of a line between two wide characters


def folded(paragraph: str, columns: int, hanging: str = "") -> Iterator[str]:
    """A paragraph in lines of so many columns, all but the first behind what is ``hanging``; wide characters
    go on without a blank between the lines."""
    import re

    line = ""
    for piece in re.findall(_PIECE, re.sub(_BROKEN, "", paragraph).replace("\n", " ")):
        if line.strip() and width(line + piece.rstrip()) > columns:
            yield line.rstrip()
            line = hanging
        line += piece
    yield line.rstrip()
