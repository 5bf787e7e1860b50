"""A page's data as JSON that fits into the page.

What comes in: the data and how many bytes there are for it.  What goes out: JSON as the content of a script
element.  Where it is too long, what is least missed is left out: the courses of trials, the last hands'
first; then the ends of the deck's files.  What was found out is never left out, so a result of such a size by
itself makes a larger page.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


def as_script(data: Any) -> str:
    """JSON in which nothing ends a script element, or begins another."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    # Half a surrogate pair, of a file's name that is not UTF-8, becomes an escape that JSON has, too.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def fitted(data: dict[str, Any], room: int) -> str:
    """The data in so many bytes, if that can be.  It is changed to what is written."""
    text = as_script(data)
    beyond = _size(text) - room
    if beyond <= 0:
        return text
    for sample in reversed(list(_in_turn(data))):
        if beyond > 0 and sample["trace"] is not None:
            beyond -= _size(as_script(sample["trace"])) - len("null")
            sample["trace"] = None
            sample["left_out"] = True
            beyond += len(',"left_out":true')
    for file in reversed(data["files"]):
        if beyond > 0:
            beyond -= _shortened(file, beyond)
    return as_script(data)


def _in_turn(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The samples of all topics, the first of each, then the second of each …; of each topic successes and
    failures likewise."""

    def of(played: dict[str, Any]) -> Iterator[dict[str, Any]]:
        sides = [[one for one in played["samples"] if bool(one["success"]) is side] for side in (True, False)]
        return (one for turn in zip_longest(*sides) for one in turn if one is not None)

    turns = zip_longest(*map(of, data["played"]))
    return (one for one in chain.from_iterable(turns) if one is not None)


def _shortened(file: dict[str, Any], beyond: int) -> int:
    """Cut so many bytes off the end of a file's text, or all of it; how many they were."""
    text = file["text"]
    before = _size(as_script(text))
    room = before - beyond - len(',"cut":true')
    fits = bisect_right(range(len(text)), room, key=lambda length: _size(as_script(text[:length]))) - 1
    file["text"], file["cut"] = text[: max(fits, 0)], True
    return before - _size(as_script(file["text"])) - len(',"cut":true')


def _size(text: str) -> int:
    return len(text.encode("utf-8"))
