"""What is asked of a run.

What comes in: what the caller said, and the program, whose deck file says the rest.  What goes out: a
:class:`Request`, in which nothing is left open.

(On the warm start's path.)
"""

from __future__ import annotations

import os

from .seeds import fresh_seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..compile.program import Policy, Program, Topic

    Progress = Callable[[int, int, int, bool], None]
    """Told of a topic's index, what is done, of how much, and whether that is an exact answer's work."""

    Rows = Callable[[int, bytes], None]
    """Given a topic's index and a block of its rows (``compile.row``)."""

UNTIL_COUNT = 10**9
"""The most trials a topic gets where no count is given."""

RECORDS = 10_000
"""The trials of a topic of which records are kept where nobody says how many: a table that one can look at,
where a rate that is known to a tenth of a point may take a million rows."""


class Request:
    """How a run is to go: ``count`` trials a topic or, with ``until``, at most so many.

    Where neither the caller nor the deck file says how many, ``open`` is true: then it is as many as make
    the answer one to be trusted, within a fixed amount of work (``precision``).  ``method`` None leaves it
    to each topic, as no ``policies`` do; records (``rows``) need trials, whatever it is.
    """

    __slots__ = (
        "count", "jobs", "method", "open", "policies", "progress", "rows", "seed", "strict", "target",
        "until",
    )  # fmt: skip

    def __init__(
        self,
        program: Program,
        *,
        count: int | None = None,
        until: float | None = None,
        seed: int | None = None,
        method: str | None = None,
        policies: Sequence[str] = (),
        target: str = "auto",
        jobs: int | None = None,
        strict: bool | None = None,
        progress: Progress | None = None,
        rows: Rows | None = None,
    ) -> None:
        settings = program.settings
        nobody_says = count is None and until is None and settings["count"] is None
        self.open = nobody_says and rows is None
        if nobody_says and rows is not None:
            count = RECORDS
        elif count is None:
            count = UNTIL_COUNT if until is not None or self.open else settings["count"]
        seed = settings["seed"] if seed is None else seed
        self.count: int = count
        self.until = until
        self.seed: int = fresh_seed() if seed is None else seed
        self.method = method
        self.policies = policies
        self.target = target
        self.jobs = jobs or cores()
        self.strict: bool = settings["strict"] if strict is None else strict
        self.progress = progress
        self.rows = rows

    def policies_of(self, topic: Topic) -> list[Policy]:
        """How the topic is played: as its file says; of the kinds asked for, with the rest of what it
        says."""
        return [topic.policy.but(kind=kind) for kind in topic.played_by(self.policies)]

    def method_for(self, topic: Topic) -> str:
        """ "auto", "exact" or "sample"."""
        return "sample" if self.rows is not None else self.method or topic.method


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
