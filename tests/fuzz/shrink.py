"""Making an input that finds something smaller.

What comes in: a text, and whether another one still does.  What goes out: the smallest text that was
tried and did.  Stretches are left out, long ones first, then ever shorter ones (delta debugging); first
lines, then bytes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

SECONDS = 20.0
"""How long texts are tried."""


def smaller(text: bytes, finds: Callable[[bytes], bool], seconds: float = SECONDS) -> bytes:
    """A text of which nothing more could be left out, as far as could be tried in time."""
    ends = time.monotonic() + seconds
    if b"\n" in text:
        text = _without(text.splitlines(keepends=True), finds, ends)
    return _without([text[at : at + 1] for at in range(len(text))], finds, ends)


def _without(pieces: Sequence[bytes], finds: Callable[[bytes], bool], ends: float) -> bytes:
    pieces = list(pieces)
    length = max(len(pieces) // 2, 1)
    while True:
        at = 0
        while at < len(pieces):
            if time.monotonic() > ends:
                return b"".join(pieces)
            fewer = pieces[:at] + pieces[at + length :]
            if finds(b"".join(fewer)):
                pieces = fewer
            else:
                at += length
        if length == 1:
            return b"".join(pieces)
        length = max(length // 2, 1)
