"""A deck of a study in the worlds of another one.

What comes in: a task that says whose worlds, and how many more trials there should be.  What goes out, at any
moment: the answer that the task has with as many trials as there were by then.

Decks that play the same worlds have most of their luck in common, so what is left of a difference is told by
far fewer trials; each deck's trials are by themselves what they are in any run (``paired``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...lang.diagnostics import DeckError
from ...simulate.counting.probabilities import NoExactAnswer
from ...simulate.outcome import Outcome, TopicOutcome
from ...simulate.request import Request
from ...simulate.sampling.sample import Sampler
from ...simulate.sampling.targets import Targets
from ...simulate.worlds.worlds import entry_of, in_worlds_of
from ..comparison.compare import range_of
from ..comparison.paired import Paired, Side
from ..figures import Figure
from .answers import Answer, found_out, impossible, unanswered

if TYPE_CHECKING:
    from ...simulate.counting.counts import Counts
    from ...simulate.stop import Stop
    from .decks import Decks
    from .work import Task, Work


class Together:
    """The trials of a task so far; ``entry`` is what plays them, as native modules have it."""

    def __init__(self, work: Work, decks: Decks, task: Task, stop: Stop) -> None:
        self._work, self._task, self._stop = work, task, stop
        self._figures = [Figure(*figure) for figure in work["figures"]]
        self._players: dict[str, Sampler | Paired] = {}  # by topic
        self.reason: Answer | None = None
        self.trials = 0
        self.entry = "worlds"
        try:
            self.program = decks.program(task)
            for topic in work["topics"]:
                self._players[topic] = self._opened(decks, topic)
        except DeckError as error:
            self.reason = impossible(error)
        except NoExactAnswer as error:  # a policy that cannot play
            self.reason = unanswered(error)

    def _opened(self, decks: Decks, topic: str) -> Sampler | Paired:
        assert self._task.worlds is not None
        base = decks.shared(self._task.worlds)
        here, there = (
            Side(name, program, index := program.topic(topic), program.topics[index].policy)
            for name, program in (("other", self.program), ("", base))
        )
        self.entry = entry_of([here.policy])
        target, seed = self._work["target"], self._task.seed
        if self._task.gaps:
            tapes = decks.tapes(self._task.worlds, seed)
            paired = Paired(
                [there, here], seed=seed, target=target, count=self._task.trials or 0, stop=self._stop,
                tape=tapes.of(base, there.topic, there.policy, seed, target),
            )  # fmt: skip
            for targets in paired.targets:
                decks.look_for_native(targets)
            return paired
        moved = in_worlds_of(self.program, here.topic, base, there.topic)
        targets = Targets(moved, target, entry=self.entry)
        decks.look_for_native(targets)
        request = Request(moved, count=self._task.trials, seed=seed, jobs=1, strict=False)
        return Sampler(targets, here.topic, request, self._stop, policies=[here.policy])

    def __enter__(self) -> Together:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop builds that nobody waits for any more."""
        for player in self._players.values():
            for targets in player.targets if isinstance(player, Paired) else [player.targets]:
                targets.__exit__()

    @property
    def over(self) -> bool:
        """Whether no more trials can come of it."""
        return self.reason is not None or self._stop.heard

    def sample(self, more: int) -> int:
        """Play so many trials more; how many there were, fewer where it was ended."""
        for player in self._players.values():
            player.run(self.trials + more)
            if self.over:
                return 0
        self.trials += more
        return more

    def answer(self) -> Answer:
        """What is known by now."""
        if self.reason is not None:
            return self.reason
        outcomes = []
        for name, player in self._players.items():
            topic = self.program.topic(name)
            counts = _counts(player)
            outcomes.append(TopicOutcome(topic, counts, policy=self.program.topics[topic].policy))
        outcome = Outcome(self.program, self._task.seed, outcomes, seconds=0.0)
        answer = found_out(self._work, self.program, outcome)
        if self._task.gaps:
            answer["gaps"] = [self._gap(figure) for figure in self._figures]
        return answer

    def _gap(self, figure: Figure) -> list[Any] | None:
        """What the differences of a figure add up to, as ``tallies`` have it; None where a trial lacks one of
        them, or the other deck has no such figure."""
        paired = self._players[figure.topic]
        assert isinstance(paired, Paired)
        gathered = paired.differences[0].get(figure.key)
        if gathered is None or not gathered.mine[0] == gathered.theirs[0] == gathered.both:
            return None  # of other trials than both means are
        found = gathered.differences
        low, high, _ = range_of(figure.key, paired.sides[1], paired.sides[0])
        return [found.count, found.total, found.squares, low, high]


def _counts(player: Sampler | Paired) -> Counts:
    return player.counts() if isinstance(player, Sampler) else player.counts()[1]
