"""What is worked on in turns: a topic of a version, or of two that are compared, a slice at a time.

What comes in: topics whose numbers sharpen, and the job that they are part of, which knows what is put off
and when to leave off.  What goes out: the same topics, known better; of two versions, what was found of
their difference.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from ...simulate.counting.probabilities import NoExactAnswer
from ...studies.comparison.compare import Sampled, of_exact
from .descriptions import no_exact_answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...simulate.sharpening import Sharpened
    from ...studies.comparison.comparison import TopicComparison
    from ...studies.comparison.paired import Side
    from .job import Job

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


def sampled_of_both(sides: Sampled, trials: int) -> int:
    """The same of decks that are compared, up to ``MOST_TRIALS``."""
    before = sides.trials
    sides.run(min(before + trials, MOST_TRIALS))
    return sides.trials - before


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


class ComparedLane:
    """A topic of both versions."""

    def __init__(self, job: Job, name: str, sides: list[Side]) -> None:
        self.name = name
        self.found: TopicComparison | None = None
        self.done = self.exact = False
        self._job = job
        self._sides = sides
        self._topics = [
            version.known.topics[side.topic] for version, side in zip(job.versions, sides, strict=True)
        ]
        self._sampled: Sampled | None = None
        self._pace = Pace()

    def step(self) -> None:
        for topic in self._topics:
            if topic.exact is None:
                try:
                    topic.answer_exactly(self._job.heed)
                except Later:
                    break
                except NoExactAnswer:
                    topic.exact = False
        outcomes = [topic.in_front for topic in self._topics if topic.exact]
        if len(outcomes) == len(self._topics):
            self.found = of_exact(self.name, self._sides, outcomes, self._job.seed)
            self.done = self.exact = True
            return
        if self._sampled is None:
            self._sampled = Sampled(self.name, self._sides, self._job.seed, 0, self._job.stop)
        if self._job.is_long:
            self._sampled.expect(MOST_TRIALS)
        self._pace.fill(SLICE, partial(sampled_of_both, self._sampled))
        if self._sampled.trials:
            self.found = self._sampled.found()
        self.done = self._sampled.trials >= MOST_TRIALS and all(
            topic.exact is not None for topic in self._topics
        )

    def close(self) -> None:
        if self._sampled is not None:
            self._sampled.close()
