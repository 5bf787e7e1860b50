"""One deck of a study in the worlds of another one, perhaps beside a rival who plays the same trials.

What comes in: a task of ``work`` that says whose ``worlds`` they are, and wishes for more trials.  What goes
out, at any moment: its answer by then, whoever does it; beside a rival also, figure by figure, what the
differences add up to, trial by trial (``gaps``).

Decks that play the same worlds have most of their luck in common, so what is left of a difference is told by
far fewer trials; each deck's trials are by themselves what they are in any run (``paired``).

Not handled: exact answers; how many trials, which is for the caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...lang.diagnostics import DeckError
from ...simulate.counting.probabilities import NoExactAnswer
from ...simulate.outcome import Outcome, TopicOutcome
from ..comparison.paired import Gathered, difference_range, figures, hold_together
from ..figures import Figure
from .work import Answer, Decks, Task, Work, found_out, impossible, unanswered

if TYPE_CHECKING:
    from ...compile.program import Program
    from ...simulate.playing.play import Play
    from ...simulate.stop import Stop
    from ...simulate.worlds.worlds import Players


class Together:
    """The trials of a task so far."""

    def __init__(self, work: Work, decks: Decks, task: Task, stop: Stop) -> None:
        self._work, self._decks, self._task, self._stop = work, decks, task, stop
        self.reason: Answer | None = None
        self.trials = 0
        self._players: list[Players | Play] = []
        assert task.worlds is not None
        try:
            self.program = decks.program(task)
            base = decks.shared(task.worlds)
            self._topics = [self.program.topic(name) for name in work["topics"]]
            for topic in self._topics:
                self._players.append(decks.players(self.program, topic, base, task.seed, stop))
        except DeckError as error:
            self.reason = impossible(error)
        except NoExactAnswer as error:  # a policy that cannot play
            self.reason = unanswered(error)
        self._figures = [Figure(*figure) for figure in work["figures"]]
        self._gathered = [{_key(one): Gathered() for one in self._of(at)} for at in range(len(self._players))]

    def _of(self, at: int) -> list[Figure]:
        """The figures of a topic."""
        name = self._work["topics"][at]
        return [figure for figure in self._figures if figure.topic == name]

    def sample(self, more: int) -> int:
        """Play so many trials more; how many there were, fewer where it was ended."""
        first, last = self.trials, self.trials + more
        for at, players in enumerate(self._players):
            if self._task.against is None:
                players.run(first, last)
            else:
                rows = players.records(first, last)
                theirs, rival = self._decks.rows(self._task, self._topics[at], first, last, self._stop)
                if players.halted or not theirs:
                    return 0
                mine = self.program.topics[self._topics[at]]
                hold_together(self._gathered[at], mine, rows, rival.topics[self._topics[at]], theirs)
            if players.halted:
                return 0
        self.trials = last
        return more

    def answer(self) -> Answer:
        """What is known by now."""
        if self.reason is not None:
            return self.reason
        outcomes = [
            TopicOutcome(topic, players.parts()[0], policy=self.program.topics[topic].policy)
            for topic, players in zip(self._topics, self._players, strict=True)
        ]
        outcome = Outcome(self.program, self._task.seed, outcomes, seconds=0.0)
        answer = found_out(self._work, self.program, outcome)
        if self._task.against is not None:
            answer["gaps"] = [self._gap(figure) for figure in self._figures]
        return answer

    def _gap(self, figure: Figure) -> list[Any] | None:
        """What the differences of a figure add up to, as ``tallies`` have it; None where a trial lacks one of them."""
        at = self._work["topics"].index(figure.topic)
        gathered = self._gathered[at][_key(figure)]
        found = gathered.differences
        if not gathered.mine[0] == gathered.theirs[0] == gathered.both:
            return None  # of other trials than both means are
        range_ = figures(self.program.topics[self._topics[at]])[_key(figure)]
        low, high, _ = difference_range(range_, range_)
        return [found.count, found.total, found.squares, low, high]


def _key(figure: Figure) -> tuple[str, str]:
    """What ``paired`` calls it."""
    what = "success" if figure.what == "topic" else figure.what
    return what, "" if what in ("success", "score") else figure.name
