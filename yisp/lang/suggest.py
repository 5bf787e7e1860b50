"""The nearest known name, for messages about unknown ones.

What comes in: the known names, and one that is not among them.  What goes out: the name that was
probably meant, or None.  The work is bounded: a deck with thousands of names and thousands of
misspelt ones gets suggestions for the first few only, since comparing all with all would take
minutes.  What is not handled: what else may have been meant, as in other languages (``habits``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

MAX_COMPARISONS = 30_000  # in all, by one Suggestions; about a second
MAX_LENGTH = 80  # of names that are compared at all
SHORT = (2, 3)  # names of so many letters have few in common with what is meant, where one is wrong
CLOSENESS = 0.6


def nearest(text: str, names: Iterable[str]) -> str | None:
    """The nearest of some names."""
    return Suggestions(names).nearest(text)


class Suggestions:
    """Known names, and how each is to be ``written`` (``monster`` as ``a:monster``).

    ``closeness`` is what a name must have in common with another to be taken for it, from 0 to 1; with 0
    there is a nearest one for every name of usual length.
    """

    def __init__(
        self, names: Iterable[str], written: Callable[[str], str] = str, closeness: float = CLOSENESS
    ) -> None:
        self._closeness = closeness
        self._written = {name: written(name) for name in names}
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
        if len(wanted) > MAX_LENGTH or self._comparisons < len(self._folded):
            return None
        self._comparisons -= len(self._folded)
        matcher = SequenceMatcher(autojunk=False, b=wanted)
        best, best_ratio, longer, near = None, self._closeness, None, None
        for name, written in self._folded.items():
            if longer is None and name.startswith(wanted + " "):
                longer = written
            if near is None and _one_letter_wrong(name, wanted):
                near = written
            matcher.set_seq1(name)
            if matcher.real_quick_ratio() >= best_ratio and matcher.quick_ratio() >= best_ratio:
                ratio = matcher.ratio()
                if ratio > best_ratio or (best is None and ratio >= best_ratio):
                    best, best_ratio = written, ratio
        if best is None or best_ratio < CLOSENESS:
            return longer or near or best
        return best


def _one_letter_wrong(name: str, text: str) -> bool:
    """Whether the text is a short name with one letter replaced, or two neighbours swapped.

    With a letter too many or too few they have enough in common anyway.
    """
    if len(name) not in SHORT or len(text) != len(name):
        return False
    differing = [at for at, (one, other) in enumerate(zip(name, text, strict=True)) if one != other]
    if len(differing) == 2:
        first, second = differing
        return second == first + 1 and name[first] == text[second] and name[second] == text[first]
    return len(differing) == 1
