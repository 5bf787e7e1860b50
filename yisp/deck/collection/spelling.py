"""When two spellings are the same name.

What comes in: a card's name or number as somebody wrote it.  What goes out: what is the same for all ways to
write it: full-width letters, capital ones, typographic quotation marks, dashes and blanks make no difference,
nor do zeros before a passcode.  Not handled: names that nearly match, which are suggested and never taken.
"""

from __future__ import annotations

import re
from unicodedata import normalize

_MARKS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032`\u00b4\u02bc", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    }
)
_BLANKS = re.compile(r"\s+")


def folded(name: str) -> str:
    """What is the same for every spelling of a name."""
    if name.isascii():
        if name.strip().isdecimal():
            return name.strip().lstrip("0") or "0"
        return _BLANKS.sub(" ", name.strip().lower().replace("`", "'"))
    name = normalize("NFKC", normalize("NFKC", name.translate(_MARKS)).casefold()).translate(_MARKS)
    return _BLANKS.sub(" ", name.strip())
