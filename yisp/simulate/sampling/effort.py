"""How many trials so much work is: what stands in for time where nobody says how many there should be.

What comes in: a topic's play on which nothing has run, or who plays it.  What goes out: how many trials so
much work is, in the units of ``compile.work``.

Work is counted, never timed, so the same deck gets as many trials everywhere, on either target: a play counts
its own (``Play.work``), and so do trials that look ahead (``position/decisions.h`` of the runtime).  The
first trials stand for all; they have a seed that no run has, so what a topic gets does not depend on the
run's own, and may be kept.

Not handled: what a native module saves, which is some ten times faster than what the unit is made for.
"""

from __future__ import annotations

from ..seeds import PILOT_SEED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...compile.program import Policy, Program
    from ..playing.play import Play
    from ..stop import Stop
    from ..worlds.worlds import Players

WORK = 20_000_000
"""What a topic gets where nobody says how many trials: about a second in python, on two cores."""

PILOT = WORK // 100
"""Work after which the first trials are believed to be like the others."""

MOST_PILOT, FEWEST = 1024, 100
"""Trials that are looked at, at most; and what a topic gets at least, whatever they take."""


def affordable(play: Play, work: int, stop: Stop) -> int:
    """How many trials of the topic so much work is."""
    return _extrapolated(play.again(PILOT_SEED), work, stop)


def affordable_in_worlds(
    program: Program, topic: int, policies: Sequence[Policy], work: int, stop: Stop
) -> int:
    """The same where policies play in worlds.  They play them in python, whatever the run's target is: a
    native module counts its stages otherwise."""
    from ..worlds.worlds import entry_of
    from .targets import Targets

    players = Targets(program, "python", entry=entry_of(policies)).open_in_worlds(topic, PILOT_SEED, policies)
    return _extrapolated(players, work, stop)


def _extrapolated(play: Play | Players, work: int, stop: Stop) -> int:
    stop.guard(*play.tables)
    trials, last = 0, 1
    while not stop.heard and trials < MOST_PILOT and play.work < PILOT:
        play.run(trials, last)
        trials, last = last, 2 * last
    return max(work * trials // max(play.work, 1), FEWEST)
