"""A run whose numbers sharpen while somebody looks: what ``run`` finds out at once, bit by bit.

What comes in: a program, and for each topic either the wish for an exact answer or for so many more trials.
What goes out, at any moment: an :class:`Outcome`.  What it says of a topic is what a run of as many trials
under the same seed says: questions are answered by ``question``, trials counted by ``sample``, and those that
were counted stay so.  (From where a long run weighs opening hands, its trials are run once more, to be
counted by stratum: they are the same trials.)

Not handled: in which order, and for how long, which is for whoever looks; what the choices of ``greedy``
cost, which is found out only when a run ends.
"""

from __future__ import annotations

import time
from contextlib import contextmanager

from ..compile.program import Program
from .outcome import Outcome
from .question import WORTH_STRATA, Company, Question, companies
from .request import Request
from .sampling.targets import Targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from .outcome import TopicOutcome
    from .sampling.sample import Sampler
    from .stop import Stop

PLAIN = WORTH_STRATA - 1
"""The most trials that are never weighted, and the most before an exact answer was tried for."""


class Sharpening:
    """The topics of a program, each as well known as was asked for so far; ``only`` some of them, where
    that is given, and played by these ``policies`` in place of its own.

    Raises :class:`~yisp.simulate.counting.probabilities.CannotPlay` where a policy cannot play a topic.
    """

    def __init__(
        self,
        program: Program,
        seed: int,
        stop: Stop,
        *,
        target: str = "auto",
        only: Sequence[int] | None = None,
        policies: Sequence[str] = (),
    ) -> None:
        self.program = program
        self.seed = seed
        self.stop = stop
        self.seconds = 0.0
        self.targets = Targets(program, target)
        self.stages = Targets(program, target, entry="stages")
        asked: dict[str, Any] = {"count": 1, "seed": seed, "target": target, "jobs": 1, "policies": policies}
        self.topics = [
            Sharpened(self, index, Request(program, **asked))
            for index in (range(len(program.topics)) if only is None else only)
        ]

    def __enter__(self) -> Sharpening:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop builds that nobody waits for any more."""
        self.targets.__exit__()
        self.stages.__exit__()

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Around what counts as running."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds += time.perf_counter() - began

    def outcome(self) -> Outcome:
        """What is known by now, of the topics of which anything is."""
        with self.timed():
            for topic in self.topics:
                topic.conclude()
        questions = [question for topic in self.topics for question in topic.questions]
        return Outcome(
            self.program,
            self.seed,
            [question.outcome for question in questions if question.outcome is not None],
            seconds=self.seconds,
            target="+".join(sorted(self.targets.used | self.stages.used, reverse=True)) or "python",
            remark=self.targets.remark or self.stages.remark,
        )


class Sharpened:
    """One topic, under each of its policies.

    ``exact`` is None until an exact answer was tried for, and then whether there is one; ``stopped`` says
    that a strict run ends with its notice.
    """

    def __init__(self, whole: Sharpening, index: int, request: Request) -> None:
        self.index = index
        self.name = whole.program.topics[index].name
        self.exact: bool | None = None
        self.stopped = False
        self._whole = whole
        self._request = request
        self.questions = self._asked()
        for question in self.questions:
            question.check_policy()
        self._sampled: Question | Company | None = None
        self._sampler: Sampler | None = None
        self._weighted: Sampler | None = None  # becomes the other when it has overtaken it
        self._plain = False  # whether weighing was looked into, and is of no use
        self._concluded = 0  # the trials that the outcomes are of

    @property
    def trials(self) -> int:
        """How many its numbers come from."""
        return 0 if self._sampler is None else self._sampler.trials

    @property
    def in_front(self) -> TopicOutcome:
        """What is known under the first of its policies, by which builds are compared."""
        outcome = self.questions[0].outcome
        assert outcome is not None
        return outcome

    @property
    def counted(self) -> int:
        """How many trials were run, also those that are run once more by stratum."""
        return sum(one.trials for one in {self._sampler, self._weighted} if one is not None)

    def _asked(self) -> list[Question]:
        return [
            Question(self._whole.targets, self.index, self._request, policy)
            for policy in self._request.policies_of(self._whole.program.topics[self.index])
        ]

    def answer_exactly(self, heed: Callable[[], None]) -> None:
        """Try for an exact answer, where the deck wants one; ``heed`` is called meanwhile, and may raise to
        end it: then nothing is known of it, and it may be tried again.

        Raises ``NoExactAnswer`` where only an exact answer would do.
        """
        questions = self._asked()
        self._request.progress = lambda *_: heed()
        needless = False
        try:
            with self._whole.timed():
                for question in questions:
                    question.answer_exactly(needless=needless)
                    needless = needless or question.outcome is None
        finally:
            self._request.progress = None
        self.exact = not needless
        if self.exact:
            self.questions = questions
            self.stopped = any(question.stopped for question in questions)
            return
        for mine, tried in zip(self.questions, questions, strict=True):
            mine.reason = tried.reason  # what was counted so far stays
            if mine.outcome is not None:
                mine.outcome.reason = tried.reason

    def sample(self, more: int) -> None:
        """Run so many trials more, or as many as there are until the ``stop`` is heard."""
        if self.exact is None:
            more = min(more, PLAIN - self.trials)
        with self._whole.timed():
            sampler = self._weighing(more) or self._counting()
            sampler.run(sampler.trials + more)
            if sampler is self._weighted and sampler.trials > max(self.trials, PLAIN):
                self._sampler = sampler
            self.stopped = sampler.stopped and not self._whole.stop.heard

    def conclude(self) -> None:
        """Make outcomes of what was counted, if there is more than there was."""
        if self._sampler is None or self.exact or self.trials == self._concluded:
            return
        assert self._sampled is not None
        if isinstance(self._sampled, Company):
            self._sampled.conclude(self._sampler, self._whole.stop, costs=False)
        else:
            self._sampled.conclude(self._sampler, self._whole.stop)
        self._concluded = self.trials

    def expect(self, trials: int) -> None:
        """So many trials are still to come: where they take long, native is built meanwhile."""
        for sampler in (self._sampler, self._weighted):
            if sampler is not None:
                sampler.expect(trials)

    def _counting(self) -> Sampler:
        """What runs the trials; the first time, on a native module if there is one."""
        if self._sampler is None or self._sampled is None:
            (self._sampled,) = companies(self._whole.stages, list(self.questions))
            self._sampled.targets.look_for_native()
            self._sampler = self._sampled.sampler(self._whole.stop)
        return self._sampler

    def _weighing(self, more: int) -> Sampler | None:
        """What runs them once more by stratum, where a run of so many more weighs hands and this did not."""
        if self._weighted is not None or self._plain or self.trials + more <= PLAIN:
            return self._weighted
        self._counting()
        self._plain = True
        if isinstance(self._sampled, Question) and self._sampled.weighs(WORTH_STRATA):
            strata = self._sampled.strata(self._whole.stop)
            if strata is not None:
                self._weighted = self._sampled.sampler(self._whole.stop, strata)
        return self._weighted
