"""JSON on one line: what ``--json`` prints of a deck.

What comes in: plain data, such as ``Result.to_dict`` gives.  What goes out: a line of text, without its
end.  Names are written as they are where the stream can take them, else as ``\\u`` escapes: what a
reader gets is the same.

(On the warm start's path.)
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def line_of(data: dict[str, Any], *, encoding: str | None = "utf-8") -> str:
    """An object of ours as JSON, for a stream of that ``encoding``."""
    # NaN is no JSON; a result has none, and should say so here if it ever had.
    line = json.dumps(data, ensure_ascii=False, allow_nan=False)
    if not line.isprintable():
        # Such characters stand only inside strings.  Written out they can neither steer a terminal
        # nor end the line (as U+2028 does for some readers).
        line = "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in line)
    try:
        line.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return json.dumps(data, ensure_ascii=True, allow_nan=False)
    return line
