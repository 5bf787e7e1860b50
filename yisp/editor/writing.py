"""Putting a text into a scalar that is there, as the scalar's style writes it.

What comes in: a text for a script or a condition list, and the style of the scalar around it.  What goes out:
what is to be written in the file; None where that style cannot hold it.
"""

from __future__ import annotations

import re

from ..deck.exchange.writing import scalar

_PLAIN_BREAKS = re.compile(r"""[\t\r\n\x85\u2028\u2029]|:(?=\s|\Z)|\s#""")
_FLOW_BREAKS = re.compile(r"[,\[\]{}]")
_ESCAPED = re.compile(r'["\\]')
_LINE_BREAKS = re.compile("[\r\n\x85\u2028\u2029]")


def inside(text: str, style: str, in_flow: bool) -> str | None:
    """The text in the middle of a scalar of that style."""
    if _LINE_BREAKS.search(text):
        return None
    if style == "'":
        return text.replace("'", "''")
    if style == '"':
        return _ESCAPED.sub(r"\\\g<0>", text).replace("\t", "\\t")
    if style in ("|", ">") and style:
        return text
    if _PLAIN_BREAKS.search(text) or (in_flow and _FLOW_BREAKS.search(text)):
        return None
    return text


def whole(text: str, style: str = "") -> str:
    """The text as a scalar of its own, in that style where that is one of quotation marks."""
    if style == "'" and not _LINE_BREAKS.search(text):
        return "'" + text.replace("'", "''") + "'"
    if style == '"':
        written = inside(text, style, False)
        if written is not None:
            return f'"{written}"'
    return scalar(text)
