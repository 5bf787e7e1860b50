"""What the cache keeps of a topic: exact answers, what is out of reach, strata.

What comes in: a topic of a program, and what was found out about it.  What goes out: the same, another time.

A topic's content is all that decides how its trials go: the compiled scripts, the tables, the variables it
begins with.  A key holds the content, the code that works something out about it, and whatever else goes
in (``more``).  So nothing is found that another deck, another state of the code or another version made.
What is found is looked over as a stranger's would be.

(On the warm start's path.)
"""

from __future__ import annotations

import json

from ...compile.builds import cache
from ...compile.front import STAGES
from ...messages import from_data, to_data
from ...version import VERSION
from ..counting.probabilities import OverBudget, WrongAnswer, read_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...compile.program import Policy, Program
    from ..counting.probabilities import ExactCounts
    from ..playing.strata import Strata

CODE = (*STAGES, "simulate", "runtime")
"""The rooms whose code makes a program and finds out about it."""

ANSWERS, ANSWER = "answers", "answer.json"
"""Where the cache keeps exact answers, and what was wrong with those that failed their check."""

OUT_OF_REACH, REASON = "over-budget", "reason"
"""Where it remembers which topics are out of reach."""

STRATA, TREE = "strata", "strata"
"""Where it keeps strata, or that there are none."""

EFFORT, TRIALS = "effort", "trials"
"""Where it keeps how many trials so much work is."""

WRONG = (AttributeError, KeyError, TypeError, ValueError, RecursionError)
"""What comes of reading something that was never kept by us: it is treated as absent."""


class NotKept(LookupError):
    """The cache has nothing of the kind, or nothing that could be of this topic."""


class Kept:
    """What the cache keeps of one topic."""

    __slots__ = ("program", "topic", "_content", "_played")

    def __init__(self, program: Program, topic: int, policy: Policy) -> None:
        self.program = program
        self.topic = topic
        self._played = json.dumps(policy.to_data())
        self._content: str | None = None

    def answer(self, budget: int) -> ExactCounts | None:
        """The exact answer found with so much work, if any; raises :class:`WrongAnswer` for one that failed
        its check."""
        try:
            data = self._read(ANSWERS, ANSWER, budget)
        except NotKept:
            return None
        if isinstance(data, str) and data:
            raise WrongAnswer(data)
        try:
            return read_answer(data, self.program, self.topic)
        except WRONG:
            return None

    def keep_answer(self, budget: int, answer: ExactCounts | str) -> None:
        """Keep an answer, or what trials said against it."""
        self._write(ANSWERS, ANSWER, answer if isinstance(answer, str) else answer.to_data(), budget)

    def check_reach(self, budget: int) -> None:
        """Raise :class:`OverBudget` where it is known that so much work is too little."""
        try:
            reason = from_data(self._read(OUT_OF_REACH, REASON, budget))
        except (NotKept, *WRONG):
            return
        raise OverBudget(reason)

    def keep_out_of_reach(self, budget: int, reason: str) -> None:
        self._write(OUT_OF_REACH, REASON, to_data(reason), budget)

    def strata(self) -> Strata | None:
        """The strata, or None where it is known that there are none; raises :class:`NotKept`."""
        from ..playing.strata import read_strata

        data = self._read(STRATA, TREE)
        try:
            return None if data is None else read_strata(data, self.program.cards)
        except WRONG:
            raise NotKept from None

    def keep_strata(self, strata: Strata | None) -> None:
        self._write(STRATA, TREE, None if strata is None else strata.to_data())

    def trials(self, work: int) -> int | None:
        """How many trials so much work is, if that is known."""
        try:
            trials = self._read(EFFORT, TRIALS, work)
        except NotKept:
            return None
        return trials if isinstance(trials, int) and 0 < trials <= work else None

    def keep_trials(self, work: int, trials: int) -> None:
        self._write(EFFORT, TRIALS, trials, work)

    def _read(self, entry: str, file: str, *more: int) -> Any:
        files = cache.fetch(entry, self._key(*more))
        if files is None:
            raise NotKept
        try:
            return json.loads(files[file])
        except WRONG:
            raise NotKept from None

    def _write(self, entry: str, file: str, data: Any, *more: int) -> None:
        cache.store(entry, self._key(*more), {file: json.dumps(data, separators=(",", ":")).encode()})

    def _key(self, *more: int) -> str:
        if self._content is None:
            self._content = content_of(self.program, self.topic)
        return cache.key_of(VERSION, cache.code_of(*CODE), self._content, self._played, *map(str, more))


def content_of(program: Program, topic: int) -> str:
    """A topic's content as text."""
    about = program.python_source, program.topics[topic].to_data(), str(program.plan), program.initial(topic)
    return json.dumps(about)
