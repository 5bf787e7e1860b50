"""One deck of a study, answered bit by bit, for whoever looks on while it gets sharper.

What comes in: a task of ``work``, and wishes for its exact answer or for more trials.  What goes out, at any
moment: the answer that the task has with as many trials as there were by then, whoever else does it: trials
are those of ``sharpening``, which are those of a run, and what they found out is put together by ``work``.

Not handled: tasks whose ``method`` is "exact"; how many trials, which is for the caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lang.diagnostics import DeckError
from ...simulate.counting.probabilities import NoExactAnswer
from ...simulate.sharpening import Sharpened, Sharpening
from .answers import Answer, found_out, impossible, unanswered

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...simulate.stop import Stop
    from .decks import Decks
    from .work import Task, Work


class Gradual:
    """A task; ``exact`` is None until an exact answer was tried for, and then whether there is one."""

    def __init__(self, work: Work, decks: Decks, task: Task, stop: Stop) -> None:
        self._work, self._decks, self._task, self._stop = work, decks, task, stop
        self._reason: Answer | None = None
        self._known: Sharpening | None = None
        self._topics: list[Sharpened] = []
        self.opened = False

    def open(self) -> None:
        """Make the deck's program: what comes first, if nobody asks for it."""
        if self.opened:
            return
        self.opened = True
        try:
            program = self._decks.program(self._task)
            asked = [program.topic(name) for name in self._work["topics"]]
            self._known = Sharpening(
                program, self._task.seed, self._stop, target=self._work["target"], only=asked
            )
        except DeckError as error:
            self._reason = impossible(error)
        except NoExactAnswer as error:  # a policy that cannot play
            self._reason = unanswered(error)
        else:
            self._topics = self._known.topics

    @property
    def over(self) -> bool:
        """Whether nothing can become sharper."""
        return self._reason is not None or (
            self.opened and all(one.exact or one.stopped for one in self._topics)
        )

    @property
    def exact(self) -> bool | None:
        known = [topic.exact for topic in self._topics]
        return None if None in known else all(known)

    @property
    def trials(self) -> int:
        """The fewest of a topic that is not exact."""
        return min((topic.trials for topic in self._topics if not topic.exact), default=0)

    def try_exactly(self, heed: Callable[[], None]) -> None:
        """Try for exact answers, if the task allows it; ``heed`` is called meanwhile, and may raise to end
        it: then it can be tried again."""
        self.open()
        for topic in self._topics:
            if topic.exact is None and self._task.method != "sample":
                try:
                    topic.answer_exactly(heed)
                except NoExactAnswer as error:  # which alone the deck file asks for
                    self._reason = unanswered(error)
                    return

    def sample(self, more: int) -> int:
        """Play so many trials more of what is not exact; how many there were."""
        self.open()
        before = self.trials
        for topic in self._topics:
            if not topic.exact and not topic.stopped:
                topic.sample(more)
        return self.trials - before

    def answer(self) -> Answer | None:
        """What is known by now; None where that is nothing."""
        if self._reason is not None:
            return self._reason
        if self._known is None or any(not topic.exact and not topic.trials for topic in self._topics):
            return None
        return found_out(self._work, self._known.program, self._known.outcome())
