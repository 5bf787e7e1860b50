"""A histogram in a few words: values, or ranges of values, and the share of trials in each.

What comes in: a ``Number``.  What goes out: labels and values, a dozen or so:
each value where there are few, else ranges of 1, 2 or 5 times a power of ten in which the middle 98 % of
the trials lie, and what is below and above: ``..19``, ``20..39``, ``40..``.

(On the warm start's path.)
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...simulate.counting.estimates import Number

MOST = 12
"""Values that are listed one by one, and about how many ranges there are otherwise."""

TAIL = 0.01
"""The share of the trials that may lie below the ranges, and above them."""


def labelled(observed: Number) -> list[tuple[str, list[int]]]:
    """Labels, each with the values that it stands for, in ascending order; nothing where nothing was
    observed.  ``~`` stands before what is not exact: values that lay too far apart to be counted apart."""
    shares, about = observed.shares(), "~" if observed.binned else ""
    if len(shares) <= MOST:
        return [(f"{about}{value}", [value]) for value in shares]
    return [(about + label, values) for label, values in ranges(shares)]


def ranges(shares: dict[int, float]) -> list[tuple[str, list[int]]]:
    """The values by range; the ends are open where something lies beyond the middle."""
    low, high = _middle(shares)
    step = _step((high - low + MOST - 1) // MOST)
    first, last = low // step, high // step
    values: dict[int, list[int]] = {place: [] for place in range(first, last + 1)}
    least, greatest = min(shares), max(shares)
    for value in shares:
        values[min(max(value // step, first), last)].append(value)
    found = []
    for place, together in values.items():
        start: int | str = place * step if place > first or least >= first * step else ""
        end: int | str = (place + 1) * step - 1 if place < last or greatest < (last + 1) * step else ""
        found.append((str(start) if start == end else f"{start}..{end}", together))
    return found


def _middle(shares: dict[int, float]) -> tuple[int, int]:
    """The values between which all but the tails lie."""
    below, low, high = 0.0, None, 0
    for value, share in shares.items():
        if low is None and below + share > TAIL:
            low = value
        if below < 1 - TAIL:
            high = value
        below += share
    return high if low is None else low, high


def _step(least: int) -> int:
    """The least of 1, 2, 5, 10, 20, … that is no smaller."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if digit * power >= least:
                return digit * power
        power *= 10
