"""What a text has to say: pieces that are expected one after another, and no other digit between them.

What comes in: a text and the pieces, made from fractions.  What goes out: where they part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

LONGEST = 40
"""Characters of a fraction that reports still print."""

_DIGIT = re.compile(r"\d")


def accounted(text: str, pieces: Iterable[str]) -> tuple[str, str] | None:
    """None where the text is those pieces, with nothing but words between; else the piece that is not where
    it should be, and what is there."""
    whole, at = _plain(text), 0
    for piece in pieces:
        wanted = _plain(piece).strip()
        found = whole.find(wanted, at)
        if found < 0 or _DIGIT.search(whole[at:found]):
            return wanted, whole[at : at + 160]
        at = found + len(wanted)
    left = whole[at:]
    return ("the end", left[:160]) if _DIGIT.search(left) else None


def _plain(text: str) -> str:
    """However wide columns are."""
    return re.sub(r"\s+", " ", text)


def rounded(value: Fraction, digits: int = 2) -> str:
    """To the nearest, of two equally near ones to the even one."""
    scaled = round(abs(value) * 10**digits)  # a Fraction is rounded half to even
    written = f"{scaled:0{digits + 1}}"
    return f"{'-' if value < 0 else ''}{written[:-digits]}.{written[-digits:]}"


def percent(share: Fraction, digits: int = 2) -> str:
    return f"{rounded(share * 100, digits)}%"


def games(share: Fraction) -> str:
    """How often that is in so many games; ten times as many where that would be none or all of them."""
    if share in (0, 1):
        return "every game" if share else "no game"
    every = 100
    while every < 10**6 and (min(share, 1 - share) * every < 1 or round(float(share) * every) in (0, every)):
        every *= 10
    number = round(float(share) * every)
    if number in (0, every):
        return f"more than {every - 1:,} of {every:,} games" if number else f"fewer than 1 of {every:,} games"
    return f"{number:,} of {every:,} games"


def fraction_text(value: Fraction) -> str:
    written = str(value)
    return written if len(written) <= LONGEST else "exact"
