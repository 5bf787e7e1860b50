"""Full-width marks, as input methods for Chinese and Japanese type them, where YAML wants half-width ones.

What comes in: a text of the file.  What goes out: what was probably meant.  YAML takes every such mark
for a letter, so that most of them break nothing at once.  Scripts have their own list (``lang.words``).
"""

from __future__ import annotations

import re
import unicodedata

COLON = "："

# Beyond those that Unicode knows to be wide forms of an ASCII character.
_MARKS = str.maketrans({
    "【": "[", "】": "]", "〔": "[", "〕": "]", "、": ",", "。": ".", "“": '"', "”": '"', "「": '"',
    "」": '"', "『": '"', "』": '"', "‘": "'", "’": "'", "　": " ",
})  # fmt: skip

QUOTES = tuple("“”„＂「」『』‘’＇")

LONGEST = 200
"""Characters of a text that are looked at: nobody types more of a name."""


def separated(text: str) -> list[str]:
    """The parts of what may have been meant for a list, ``a, b`` or ``【a，b】``; empty where it is none."""
    inner = text.strip().strip("【】［］")
    parts = [part.strip() for part in re.split("[,，、]", inner)]
    return parts if all(parts) and (len(parts) > 1 or inner != text.strip()) else []


def number_meant(text: str) -> str | None:
    """The whole number of a text that says one otherwise: ``４``, ``4枚``, ``×4``."""
    written = _NUMBER.fullmatch(unicodedata.normalize("NFKC", text[:LONGEST].strip()))
    return written and written[1]


_NUMBER = re.compile(r"[xX×]?\s*(-?[0-9]{1,20})\s*[xX×枚张張]?")


def half_width(text: str) -> str | None:
    """The text with half-width marks, letters and digits; None where it has them already."""
    if len(text) > LONGEST or text.isascii():
        return None
    narrow = unicodedata.normalize("NFKC", text.translate(_MARKS))
    return narrow if narrow != text else None
