"""Pilot trials: what tells good opening hands from bad ones.

What comes in: a topic's play.  What goes out: its ``Strata``, or None where
questions about the opening hand tell nothing.  The pilot has a seed that no run can have, so no estimate
knows the strata from its own trials.
"""

from __future__ import annotations

from ..playing.strata import PILOT, grown
from ..seeds import PILOT_SEED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...compile.program import Program
    from ..playing.play import Play
    from ..playing.strata import Strata
    from ..stop import Stop

BLOCK = 64
"""Trials between two looks at whether the run is to end."""

MASKS = 64
"""The most card sets that questions are tried about."""

STATS = 8
"""The most stats of a topic: every one has a histogram for each stratum."""


def strata_of(play: Play, stop: Stop) -> Strata | None:
    """The strata of a topic; None where there are none, or ``stop`` was heard."""
    topic = play.topic
    if topic.known or not topic.judged or len(topic.stats) > STATS:
        # With cards in known places, the weights of strata are not those of the hands; where nothing is
        # judged, nothing tells hands apart.
        return None
    pilot = play.again(PILOT_SEED)
    hands, scores = _run(pilot, stop)
    if stop.heard:
        return None
    masks = _masks(play.program, play.index)
    return grown(masks, hands, scores, topic.start_card, play.program.cards)


def _run(play: Play, stop: Stop) -> tuple[list[int], list[int]]:
    """The opening hands of the pilot trials, and their scores.

    Where there are no combos, what a trial is worth is how much of what is watched held.
    """
    topic, at = play.topic, play.row
    hands: list[int] = []
    scores: list[int] = []
    stop.guard(play.table)
    for first in range(0, PILOT, BLOCK):
        rows = memoryview(play.records(first, first + BLOCK)).cast("q").tolist()
        if stop.heard:
            break
        if topic.combos:
            scores += rows[at.score :: at.width]
        else:
            watched = range(at.judged(0), at.judged(len(topic.watch)))
            scores += map(sum, zip(*(rows[place :: at.width] for place in watched), strict=True))
        hands += [play.table.hand(trial) for trial in range(first, first + BLOCK)]
    return hands, scores


def _masks(program: Program, topic: int) -> list[int]:
    """The card sets to ask about: those that scripts and conditions name, and each class of cards."""
    plan = program.plan
    classes: dict[int, int] = {}
    for card, number in enumerate(program.topics[topic].classes):
        classes[number] = classes.get(number, 0) | 1 << card
    everything = (1 << program.cards) - 1
    found = dict.fromkeys([*classes.values(), *plan["masks"], *plan["scan_masks"]])
    return [mask for mask in found if mask not in (0, everything)][:MASKS]
