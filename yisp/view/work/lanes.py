"""What is worked on in turns: a topic of a version, or of two that are compared, a slice at a time.

What comes in: topics whose numbers sharpen, and the job that they are part of, which knows what is put off
and when to leave off.  What goes out: the same topics, known better; of two versions, what was found of
their difference.
"""

from __future__ import annotations

import time
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from ...simulate.counting.probabilities import NoExactAnswer
from ...studies.comparison.compare import Sampled, of_exact
from .descriptions import no_exact_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...simulate.sharpening import Sharpened
    from ...simulate.stop import Stop
    from ...studies.comparison.comparison import TopicComparison
    from ...studies.comparison.paired import Side
    from .job import Job
    from .version import Version

SLICE = 0.02
"""Seconds of trials at a time."""

MOST_TRIALS = 10**6
"""Trials of a topic after which nobody sees its numbers change."""

FIRST_BLOCK = 4
"""Trials after which it is known how long one takes."""

PATIENCE = 4
"""How many times as long it may take until it has so many."""


OFTEN, SELDOM, SLOWER = 0.1, 1.0, 0.25
"""Seconds between two messages: at least, at most, and as a part of the work so far."""

TELLING = 4
"""How much longer than telling what is known it is worked on the next message, at least."""


class Later(Exception):
    """Somebody else's turn has come; what was begun is begun again when there is time."""


class Pace:
    """How many trials fill a slice."""

    def __init__(self) -> None:
        self._trials = 0  # in the next block

    def fill(self, seconds: float, run: Callable[[int], int], *, least: int = 1) -> None:
        """Let trials be run for so long; ``run`` is told how many, and says how many there were.  Where
        others take the processor, it may be ``PATIENCE`` times as long until there are the ``least``."""
        if not self._trials:
            least -= run(1)  # which sets up the tables, so it tells nothing of how long one takes
            self._trials = FIRST_BLOCK
        began = now = time.perf_counter()
        while True:
            before = now
            if not (done := run(self._trials)):
                return
            least -= done
            now = time.perf_counter()
            took = max(now - before, 1e-6)
            self._trials = max(1, min(int(done * SLICE / took), 16 * done))
            if now + took > began + (seconds if least <= 0 else PATIENCE * seconds):
                return


class Rhythm:
    """When it is time to tell again what is known."""

    def __init__(self) -> None:
        self._due = 0.0

    def is_due(self, spent: float) -> bool:
        """Whether it is, after so many seconds of work."""
        return spent > self._due

    def told(self, spent: float, took: float) -> None:
        """After so many seconds of work it was told, which took so long."""
        self._due = spent + max(min(max(OFTEN, spent * SLOWER), SELDOM), TELLING * took)


def sampled(topic: Sharpened, trials: int, most: int) -> int:
    """Play so many trials of a topic, but no more than so many in all; how many they were."""
    before = topic.counted
    topic.sample(min(trials, most - topic.trials))
    return topic.counted - before


class TopicLane:
    """A topic of the version that is looked at."""

    def __init__(self, job: Job, topic: Sharpened) -> None:
        self.name = topic.name
        self.topic = topic
        self._job = job
        self._pace = Pace()

    @property
    def done(self) -> bool:
        topic = self.topic
        return bool(topic.exact) or topic.stopped or topic.trials >= MOST_TRIALS

    def step(self) -> None:
        if self.topic.exact is None and not self._job.puts_off(self.name):
            self.try_exactly(self._job.heed)
        if not self.done:
            self.sample(SLICE)

    def try_exactly(self, heed: Callable[[], None]) -> None:
        try:
            self.topic.answer_exactly(heed)
            (self._job.hard.add if self.topic.exact is False else self._job.hard.discard)(self.name)
        except Later:
            self._job.hard.add(self.name)
        except NoExactAnswer as error:
            self._job.trouble(no_exact_answer(error))
            self.topic.stopped = True

    def sample(self, seconds: float, least: int = 1) -> None:
        self._pace.fill(seconds, lambda more: sampled(self.topic, more, MOST_TRIALS), least=least)


class ComparedTopic:
    """A topic of two versions: how they differ, exactly or by trials in the same worlds."""

    def __init__(
        self, name: str, sides: list[Side], versions: Sequence[Version], seed: int, stop: Stop
    ) -> None:
        """Raises NoExactAnswer for a policy that cannot play."""
        self.name = name
        self._sides = sides
        self._topics = [
            version.known.topics[side.topic] for version, side in zip(versions, sides, strict=True)
        ]
        self._seed = seed
        self._stop = stop
        self._pace = Pace()

    @cached_property
    def sampled(self) -> Sampled:
        """The trials of both, which are not set up before somebody asks."""
        return Sampled(self.name, self._sides, self._seed, 0, self._stop)

    @property
    def exact(self) -> bool | None:
        """Whether the difference is exact; None where it may become so."""
        known = [topic.exact for topic in self._topics]
        return False if False in known else None if None in known else True

    def try_exactly(self, heed: Callable[[], None]) -> None:
        """Look for exact answers, until one has none; raises what ``heed`` raises."""
        for topic in self._topics:
            if topic.exact is None:
                try:
                    topic.answer_exactly(heed)
                except NoExactAnswer:
                    topic.exact = False
            if not topic.exact:
                return

    def sample(self) -> None:
        """Play trials for a slice, up to ``MOST_TRIALS`` in all."""
        self._pace.fill(SLICE, self._run)

    def _run(self, trials: int) -> int:
        before = self.sampled.trials
        self.sampled.run(min(before + trials, MOST_TRIALS))
        return self.sampled.trials - before

    def found(self) -> TopicComparison | None:
        """What is known by now."""
        if self.exact:
            outcomes = [topic.in_front for topic in self._topics]
            return of_exact(self.name, self._sides, outcomes, self._seed)
        return self.sampled.found() if self.sampled.trials > 1 else None

    def close(self) -> None:
        """Stop what runs beside it."""
        if "sampled" in vars(self):
            self.sampled.close()


class ComparedLane(ComparedTopic):
    """A topic of the pinned version and of the one that is looked at."""

    def __init__(self, job: Job, name: str, sides: list[Side], versions: Sequence[Version]) -> None:
        super().__init__(name, sides, versions, versions[-1].seed, job.stop)
        self._job = job

    @property
    def done(self) -> bool:
        return self.exact is not None and (self.exact or self.sampled.trials >= MOST_TRIALS)

    def step(self) -> None:
        with suppress(Later):
            self.try_exactly(self._job.heed)
        if not self.exact:
            if self._job.is_long:
                self.sampled.expect(MOST_TRIALS)
            self.sample()
