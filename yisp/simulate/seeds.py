"""Seeds: those of runs, and those that no run can have.

A run's seed keys the streams of its trials.  Trials that find something out about a topic (the pilot of its
strata, the check of an exact answer) have seeds beyond ``SEEDS``, so no estimate knows them.

(On the warm start's path.)
"""

from __future__ import annotations

import os

SEEDS = 2**53
"""Seeds of runs are below this: every JSON reader keeps such integers exactly."""

TRIALS = 2**62
"""Numbers of trials are below this."""

PILOT_SEED = 2**60
"""That of the pilot trials from which strata are found."""

CHECK_SEEDS = 2**63
"""From here on those of the trials that an exact answer is held against."""


def fresh_seed() -> int:
    """A seed that nobody chose."""
    return int.from_bytes(os.urandom(8), "little") % SEEDS


def seed_or_fresh(*seeds: int | None) -> int:
    """The first of these that is given; where none is, one that nobody chose."""
    for seed in seeds:
        if seed is not None:
            return seed
    return fresh_seed()
