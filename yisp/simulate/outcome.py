"""What a run gave: whole numbers and fractions, before anybody makes rates of them.

What comes in: the counts of each topic.  What goes out: :class:`Outcome`, of which ``result`` makes what
reports show.

(On the warm start's path.)
"""

from __future__ import annotations

from ..compile.program import GREEDY
from ..compile.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..compile.program import Policy, Program
    from .counting.counts import Counts, Stratum
    from .counting.probabilities import ExactCounts
    from .worlds.comparison import Cost


class TopicOutcome(Record):
    """What was found out about one topic; ``topic`` is its index in the program.

    ``counts`` are exact or sampled; ``reason`` says why ``method: auto`` sampled.  ``strata`` are the
    same counts by stratum, each with its exact probability, where they were kept apart. ``costs`` are those
    of the choices of ``greedy``, where they were looked at.
    """

    topic: int
    counts: Counts | ExactCounts
    reason: str | None = None
    strata: list[Stratum] | None = None
    policy: Policy = GREEDY
    costs: list[Cost] | None = None


class Outcome(Record):
    """What a run gave.

    ``target`` is "python", "native" or "python+native"; ``partial`` says that counting was ended from
    outside (``ended`` is then one of the reasons of ``stop``), or by a notice under ``strict``;
    ``stopped_by`` is the index of the topic that had the notice;
    ``remark`` is a sentence for the user where the target asked for could not be had.
    """

    program: Program
    seed: int
    topics: list[TopicOutcome]
    seconds: float
    target: str = "python"
    partial: bool = False
    ended: str | None = None
    stopped_by: int | None = None
    remark: str | None = None
