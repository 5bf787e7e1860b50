"""A line on a terminal that says how far a run is.

What comes in: the names of the topics, and after each block of trials how many are done.  What goes
out: one line on standard error that is written over and over, and taken away at the end.

Not handled: whether to show it at all (only on a terminal, and only for a run that lasts).
"""

from __future__ import annotations

import sys
import time

from .layout import padded, shown, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

SECONDS = 0.1
"""How long a line stands at least: a terminal far away is slow."""

BAR = 20
"""Characters of the bar."""

LONGEST = 30
"""Columns of a topic's name that are shown."""


class Bar:
    """Shows the progress of a run; call it as ``run_program`` calls ``progress``."""

    def __init__(self, names: Sequence[str], stream: TextIO | None = None) -> None:
        self._names = [_shortened(shown(name)) for name in names]
        self._stream = stream if stream is not None else sys.stderr
        self._written = 0  # columns of the line that stands there
        self._next = 0.0
        self._topic = -1
        self._began = (0.0, 0)  # when the topic was first seen, and how far it was

    def __call__(self, topic: int, done: int, count: int) -> None:
        now = time.monotonic()
        if topic != self._topic:
            self._topic, self._began, self._next = topic, (now, done), now
        if now < self._next:
            return
        self._next = now + SECONDS
        self._show(line(self._names[topic], done, count, self._left(now, done, count)))

    def _left(self, now: float, done: int, count: int) -> float | None:
        """Seconds to go, judged by the pace so far."""
        began, first = self._began
        return (count - done) * (now - began) / (done - first) if done > first else None

    def _show(self, text: str) -> None:
        # Blanks take away what was longer before; not every terminal knows an escape for that.
        encoding = getattr(self._stream, "encoding", None) or "ascii"
        safe = text.encode(encoding, "replace").decode(encoding)
        self._stream.write("\r" + padded(safe, max(self._written, width(safe))))
        self._stream.flush()
        self._written = width(safe)

    def close(self) -> None:
        """Take the line away."""
        if self._written:
            self._stream.write("\r" + " " * self._written + "\r")
            self._stream.flush()
            self._written = 0


def line(name: str, done: int, count: int, left: float | None) -> str:
    """``test-expend  [#####...............]  25%  250000 of 1000000  3 s left``"""
    share = done / count
    full = int(share * BAR)
    text = f"{name}  [{'#' * full}{'.' * (BAR - full)}]  {share:4.0%}  {done} of {count}"
    return text if left is None else f"{text}  {left:.0f} s left"


def _shortened(name: str) -> str:
    if width(name) <= LONGEST:
        return name
    while width(name) > LONGEST - 1:
        name = name[:-1]
    return name + "…"
