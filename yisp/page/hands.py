"""Sample hands: trials that succeeded and trials that failed, with what was drawn, and step by step.

What comes in: a deck, a topic, the seed of a run and who plays.  What goes out: plain data, as JSON has it.
The trials are those of the run with that seed (of an exact answer: those that would be sampled).  Successes
are told apart by the combos that held, and shown in turn, so that a few hands show many ways to succeed.

Not handled: how often each comes up, which is the result's.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, islice, zip_longest
from typing import TYPE_CHECKING, Any

from ..simulate.playing.play import Play, python_functions
from ..simulate.playing.records import read_rows
from ..simulate.single.trace import MOST_EVENTS, Tracer
from ..simulate.worlds.worlds import Players
from .commands import replay_command
from .steps import MOST_STEPS, opening, trace_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..compile.program import Program
    from ..deck.model import Deck
    from ..simulate.playing.records import Row
    from ..simulate.result import Result, TopicResult

SHOWN = 6
"""Hands that are shown of those that succeeded, and of those that failed."""

SHOWN_OF_SEATS = 2
"""The same where each is the hands of several seats."""

SHOWN_COSTS = 5
"""Choices that cost most, each of which is shown with a hand."""

LOOKED_AT = 512
"""Trials among which hands are looked for."""

LOOKED_AT_IN_WORLDS = 16
"""The same where a policy looks ahead in each, which takes its time."""

BLOCK = 64
"""Trials that are played between two looks at whether the run is to end."""


class Replays:
    """Trials of a topic as ``policy`` played it, one of the run's ``policies``; ``command`` gives what
    replays a trial."""

    def __init__(
        self,
        deck: Deck,
        program: Program,
        topic: int,
        seed: int,
        *,
        policies: Sequence[str],
        policy: str,
        command: Callable[[int], str],
    ) -> None:
        self._tracer = Tracer(deck, program.topics[topic].name, seed, program.given, policies)
        self._topic = program.topics[topic]
        self._play = _play(program, topic, seed, policy if self._tracer.in_worlds else None)
        self._policy = policy
        self._command = command

    @classmethod
    def of_topic(cls, deck: Deck, result: Result, topic: TopicResult) -> Replays:
        """The trials of a run's topic."""
        return cls(
            deck,
            result.program,
            topic.index,
            result.seed,
            policies=list(topic.policies),
            policy=topic.policy,
            command=partial(replay_command, deck, result, topic),
        )

    def samples(self) -> list[dict[str, Any]]:
        """A few that succeeded and a few that failed, of the first of the run."""
        shown = SHOWN_OF_SEATS if self._topic.parts else SHOWN
        return [self._shown(row) for row in _chosen(self._first(), len(self._topic.combos), shown)]

    def hand(self, trial: int) -> dict[str, Any]:
        """The hand of that trial."""
        (row,) = self._rows(trial, trial + 1)
        return self._shown(row)

    def dealt(self, trial: int) -> list[dict[str, Any]]:
        """What was drawn in that one before anything was played: ``hands`` of a sample, but with the names of
        cards."""
        tracer = self._tracer
        found = tracer.trial(trial, MOST_STEPS, policy=self._policy, positions=bool(self._topic.parts))
        return [
            {**hand, "cards": [tracer.program.kinds[card][0] for card in hand["cards"]]}
            for hand in opening(tracer.program, tracer.topic, found)
        ]

    def _first(self) -> Iterator[Row]:
        trials = LOOKED_AT_IN_WORLDS if self._tracer.in_worlds else LOOKED_AT
        for first in range(0, trials, BLOCK):
            yield from self._rows(first, min(first + BLOCK, trials))

    def _rows(self, first: int, last: int) -> Iterator[Row]:
        return read_rows(self._topic, self._play.records(first, last))

    def _shown(self, row: Row) -> dict[str, Any]:
        plan, tracer = self._topic, self._tracer
        most = MOST_EVENTS if plan.parts else MOST_STEPS
        trial = tracer.trial(row.trial, most, policy=self._policy, positions=True)
        scoring = len(plan.combos)
        # Without all these nothing happens after the opening hand.
        has_course = plan.plays or plan.scripts or plan.parts or plan.turns > 1
        return {
            "trial": row.trial,
            "success": row.score > 0 if scoring else None,
            "score": row.score,
            "combos": _held(plan.combos, row.judged[:scoring]),
            "watch": _held(plan.watch, row.judged[scoring:]),
            "stats": dict(zip(plan.stats, row.stats, strict=True)),
            "hands": opening(tracer.program, tracer.topic, trial),
            "trace": trace_data(tracer.program, trial) if has_course else None,
            "command": self._command(row.trial),
        }


def _play(program: Program, topic: int, seed: int, policy: str | None) -> Play | Players:
    functions = python_functions(program.python_source)
    if policy is None:
        return Play(program, topic, seed, functions=functions)
    played = program.topics[topic].policy.but(kind=policy)
    return Players(program, topic, seed, [played], functions=functions)


def _chosen(rows: Iterable[Row], scoring: int, shown: int) -> list[Row]:
    """So many of those that succeeded, of each sort in turn, and of those that did not, by number."""
    sorts: dict[tuple[bool, ...], list[Row]] = {}
    failed: list[Row] = []
    for row in rows:
        if scoring and row.score > 0:
            sorts.setdefault(tuple(row.judged[:scoring]), []).append(row)
        else:
            failed.append(row)
            if not scoring and len(failed) == shown:
                break
    common_first = sorted(sorts.values(), key=len, reverse=True)
    in_turn = (row for turn in zip_longest(*common_first) for row in turn if row is not None)
    return sorted(chain(islice(in_turn, shown), failed[:shown]), key=lambda row: row.trial)


def _held(names: Sequence[str], judged: Sequence[bool]) -> list[str]:
    return [name for name, held in zip(names, judged, strict=True) if held]
