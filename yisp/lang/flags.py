"""The bracket before an effect: ``[1^HB]``.

What comes in: an effect's text.  What goes out: its :class:`~yisp.lang.tree.Flags` and the offset
at which its script starts.  A character that is no flag is warned of and otherwise ignored, as in
Yisp v0.4.  What is not handled: events (``[1 on D>B]``), which are known but not built yet.
"""

from __future__ import annotations

import re

from .diagnostics import Diagnostics, Text, visible
from .tree import Flags

DEFAULT_ZONE = "H"

# Up to the bracket's end; what cannot stand in it says that it was never closed.
_BRACKET = re.compile(r'\s*\[([^\[\]();@"|/]*)(\]?)')
_EVENT = re.compile(r"\s+on(?:\s.*)?\Z", re.DOTALL)


def read_flags(text: Text, diagnostics: Diagnostics) -> tuple[Flags, int]:
    """The flags an effect begins with (or those it has without any), and where they end."""
    bracket = _BRACKET.match(text.text)
    if bracket is None:
        start = len(text.text) - len(text.text.lstrip())
        return Flags(False, False, (DEFAULT_ZONE,), (start, start)), 0
    start, end = bracket.start(1) - 1, bracket.end()
    if not bracket[2]:
        diagnostics.error("Y120", "the `[` that begins the flags is never closed",
                          text.place(start, start + 1), "flags are written `[1]`, `[1^HB]`")
    written = bracket[1]
    event = _EVENT.search(written)
    if event is not None:
        at = bracket.start(1) + event.start() + len(event[0]) - len(event[0].lstrip())
        diagnostics.error("Y150", "effects that answer an event (`on …`) are known, but not built yet",
                          text.place(at, bracket.end(1)))
        written = written[: event.start()]
    once = first = False
    zones: list[str] = []
    for offset, flag in enumerate(written, bracket.start(1)):
        if flag == "1":
            once = True
        elif flag == "^":
            first = True
        elif flag in "ABCDEFGHIJKLMNOPQRSTUVWYZ":
            if flag not in zones:
                zones.append(flag)
        elif not flag.isspace():
            diagnostics.warning("Y411", f"`{visible(flag)}` is not a flag, and is ignored",
                                text.place(offset, offset + 1), _hint(flag))
    return Flags(once, first, tuple(zones) or (DEFAULT_ZONE,), (start, end)), end


def _hint(flag: str) -> str:
    if flag == "X":
        return "`X` is the card itself; name the zones it can be activated from, as in `[HB]`"
    if "a" <= flag <= "z" and flag != "x":
        return f"zones are capital letters: `{flag.upper()}`"
    if flag.isdecimal():
        return "only `1`, once a turn, is known"
    return "flags are `1` (once a turn), `^` (before any other effect) and zones, as in `[1^HB]`"
