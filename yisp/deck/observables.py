"""What can be observed of a trial, and the names it goes by: score, combos, what is watched, stats.

What comes in: the names of a topic's combos, of what it watches, and of its stats.  What goes out:
titles that are unique, for the columns of records and for ``relate``.  One whose name is taken
(``score``, say, or a stat named as a combo is) has ``combo:``, ``watch:`` or ``stat:`` before it.

(On the warm start's path: imports nothing.)
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

POLICY, TOPIC, TRIAL, SCORE = "policy", "topic", "trial", "score"
COMBO, WATCH, STAT = "combo", "watch", "stat"

RESERVED = (POLICY, TOPIC, TRIAL, SCORE)

MOST_RELATIONS = 64
"""Pairs that a topic may relate: each may take a megabyte."""


def titles(
    combos: Collection[str], watch: Collection[str], stats: Collection[str]
) -> dict[tuple[str, str], str]:
    """The title of each, by kind and name."""
    rates, watched, numbers = set(combos), set(watch), set(stats)
    ambiguous = {*RESERVED, *(rates & watched), *(rates & numbers), *(watched & numbers)}
    taken = {*RESERVED, *rates, *watched, *numbers}
    found = {}
    for kind, names in ((COMBO, combos), (WATCH, watch), (STAT, stats)):
        for name in names:
            title = name
            if name in ambiguous:
                title = f"{kind}:{name}"
                while title in taken:
                    title += "'"
                taken.add(title)
            found[kind, name] = title
    return found


def find_pair(text: str, known: Collection[str]) -> list[str] | None:
    """The two titles that ``x,y`` names; titles may have commas themselves."""
    for comma, char in enumerate(text):
        pair = [text[:comma].strip(), text[comma + 1 :].strip()]
        if char == "," and pair[0] in known and pair[1] in known:
            return pair
    return None


def relatable(combos: Collection[str], watch: Collection[str], stats: Collection[str]) -> list[str]:
    """The titles of all that can be related, in the order of a trial's row."""
    return [SCORE, *titles(combos, watch, stats).values()]
