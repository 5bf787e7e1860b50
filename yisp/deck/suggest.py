"""The nearest known name, for messages about unknown ones.

What comes in: the known names, and one that is not among them.  What goes out: the name that was
probably meant, or None.  The work is bounded: a deck with thousands of names and thousands of
misspelt ones gets suggestions for the first few only, since comparing all with all would take
minutes.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

MAX_COMPARISONS = 30_000  # in all, by one Suggestions; about a second
MAX_LENGTH = 80  # of names that are compared at all


class Suggestions:
    """Known names, and how each is to be written (``monster`` as ``a:monster``)."""

    def __init__(self, names: Iterable[tuple[str, str]], closeness: float = 0.6) -> None:
        self._closeness = closeness
        self._written: dict[str, str] = {}
        for name, written in names:
            self._written.setdefault(name, written)
        self._folded: dict[str, str] | None = None
        self._comparisons = MAX_COMPARISONS

    def __contains__(self, text: str) -> bool:
        return text in self._written

    def nearest(self, text: str) -> str | None:
        """The nearest name as it is to be written; or one of several words that begins with this one."""
        if text in self._written:
            return self._written[text]
        if self._folded is None:
            self._folded = {}
            for name, written in self._written.items():
                if len(name) <= MAX_LENGTH:
                    self._folded.setdefault(name.casefold(), written)
        wanted = text.casefold()
        if wanted in self._folded:
            return self._folded[wanted]
        if not wanted or len(wanted) > MAX_LENGTH or self._comparisons < len(self._folded):
            return None
        self._comparisons -= len(self._folded)
        matcher = SequenceMatcher(autojunk=False, b=wanted)
        best, best_ratio, longer = None, self._closeness, None
        for name, written in self._folded.items():
            if longer is None and name.startswith(wanted + " "):
                longer = written
            matcher.set_seq1(name)
            if matcher.real_quick_ratio() >= best_ratio and matcher.quick_ratio() >= best_ratio:
                ratio = matcher.ratio()
                if ratio > best_ratio or (best is None and ratio >= best_ratio):
                    best, best_ratio = written, ratio
        return best or longer
