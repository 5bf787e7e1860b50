"""Numbers that Python programs give to walls, tables and dealers.

What comes in: whatever the program gives, and what it is called.  What goes out: an int that is in its range,
or a sentence about it: TypeError for what is no whole number (as everywhere in the library, True is none),
ValueError for one that is out of range.  What is not handled: numbers in scripts and deck files.
"""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from ..messages import quoted, say
from ..simulate.seeds import SEEDS, TRIALS, seed_or_fresh


def whole(number: object, what: str) -> int:
    """A whole number; ``what`` is the name of the argument."""
    if isinstance(number, SupportsIndex) and not isinstance(number, bool):
        return index(number)
    raise TypeError(
        say("{what}: a whole number is wanted, not {number}", what=quoted(what), number=f"{number!r:.60}")
    )


def count(number: object, what: str) -> int:
    """A whole number from 0 on."""
    found = whole(number, what)
    if found < 0:
        raise ValueError(
            say("{what}: a number from 0 on is wanted, not {number}", what=quoted(what), number=found)
        )
    return found


def seed_of(given: object, default: int | None = None) -> int:
    """The seed that is given; else the default, or a fresh one."""
    if given is None:
        return seed_or_fresh(default)
    seed = whole(given, "seed")
    if not 0 <= seed < SEEDS:
        raise ValueError(say("a seed is a whole number from 0 to 2**53 - 1, not {seed}", seed=seed))
    return seed


def trial_of(given: object) -> int:
    """The number of a trial."""
    trial = whole(given, "trial")
    if not 0 <= trial < TRIALS:
        raise ValueError(say("a trial's number is from 0 to 2**62 - 1, not {trial}", trial=trial))
    return trial
