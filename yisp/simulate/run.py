"""Running a program: topic by topic, exactly or by sampling.

What comes in: a :class:`~yisp.compile.program.Program` and how to run it.  What goes out: an
:class:`Outcome` of whole numbers and fractions; ``result`` makes rates and intervals of them.  No
count depends on the target, on how many workers there are, or on how the trials are cut into blocks.
"""

from __future__ import annotations

import os
import time

from ..compile.program import Program
from .counts import Counts
from .sample import Sampler
from .statistics import half_width, stratified_half_width, trials_for
from .stop import Ended, Stop, reason_of
from .targets import Targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..compile.program import Topic
    from .probabilities import ExactCounts
    from .sample import Progress, Rows

    Parts = list[tuple[float, Counts]]

SEEDS = 2**53
"""Seeds are below this: every JSON reader keeps such integers exactly."""

UNTIL_COUNT = 10**9
"""The most trials a topic gets under ``until`` where no count is given."""

LONG_RUN = 100_000
"""Trials of a topic from which on finding out what tells good hands from bad ones pays."""

FIRST_TRIALS, FIRST_ROUND = 2**10, 2**14
"""Trials after which ``until`` foresees how many there will be, and after which it may end."""


class TopicOutcome:
    """What was found out about one topic; ``topic`` is its index in the program.

    ``counts`` are exact or sampled; ``reason`` says why ``method: auto`` sampled.  ``strata`` are the
    same counts by sort of opening hand, each with its exact probability, where they were kept apart.
    """

    __slots__ = ("counts", "reason", "strata", "topic")

    def __init__(
        self,
        topic: int,
        counts: Counts | ExactCounts,
        reason: str | None = None,
        strata: list[tuple[float, Counts]] | None = None,
    ) -> None:
        self.topic = topic
        self.counts = counts
        self.reason = reason
        self.strata = strata


class Outcome:
    """What a run gave.

    ``target`` is "python", "native" or "python+native"; ``partial`` says that counting was ended from
    outside (``ended`` is then one of the reasons of ``stop``), or by a notice under ``strict``;
    ``stopped_by`` is the index of the topic that had the notice;
    ``remark`` is a sentence for the user where the target asked for could not be had.
    """

    def __init__(
        self,
        program: Program,
        seed: int,
        target: str,
        topics: list[TopicOutcome],
        partial: bool,
        stopped_by: int | None,
        remark: str | None,
        seconds: float,
        ended: str | None = None,
    ) -> None:
        self.program = program
        self.seed = seed
        self.target = target
        self.topics = topics
        self.partial = partial
        self.ended = ended
        self.stopped_by = stopped_by
        self.remark = remark
        self.seconds = seconds


def fresh_seed() -> int:
    """A seed that nobody chose."""
    return int.from_bytes(os.urandom(8), "little") % SEEDS


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_program(
    program: Program,
    *,
    count: int | None = None,
    until: float | None = None,
    seed: int | None = None,
    topics: list[int] | None = None,
    method: str | None = None,
    target: str = "auto",
    jobs: int | None = None,
    strict: bool | None = None,
    progress: Progress | None = None,
    rows: Rows | None = None,
) -> Outcome:
    """Answer each topic, exactly where ``method`` allows and it is cheap, else with ``count`` trials.

    What is None is taken from the deck file (``jobs``: all cores).  ``until`` samples until half the
    width of the success rate's interval is at most that (``count`` is then the most).
    ``progress(topic, done, count, trying)`` is called after every block and, while an exact answer is tried,
    with the work done and the budget.  ``rows(topic, rows)`` is called with every block's records (see
    ``Play.records``), which need sampling.  An interrupt, or whatever else ends a run (see ``stop``), ends
    it with the topics answered and what was counted so far; where ``method`` is "auto", an interrupt of
    trying ends no more than that.  Raises ``probabilities.NoExactAnswer`` when ``method`` is "exact" and
    there is none.
    """
    settings = program.settings
    if count is None:
        count = settings["count"] if until is None else UNTIL_COUNT
    strict = settings["strict"] if strict is None else strict
    seed = settings["seed"] if seed is None else seed
    seed = fresh_seed() if seed is None else seed
    chosen = list(range(len(program.topics))) if topics is None else topics
    began = time.perf_counter()
    outcomes: dict[int, TopicOutcome] = {}
    reasons: dict[int, str | None] = {}
    stopped_by: int | None = None
    ended: str | None = None
    for index in chosen:
        wanted = "sample" if rows is not None else method or program.topics[index].method
        try:
            answer = _exactly(program, index, wanted, progress)
        except (KeyboardInterrupt, Ended) as error:
            ended = reason_of(error)
            break
        if isinstance(answer, str) or answer is None:
            reasons[index] = answer
        else:
            outcomes[index] = TopicOutcome(index, answer)
            if strict and answer.notices:
                stopped_by = index
                break
    sampled = [index for index in reasons if stopped_by is None and ended is None]
    try:
        targets = Targets(program, target if sampled else "python")
    except (KeyboardInterrupt, Ended) as error:  # in the middle of a build
        ended, sampled = reason_of(error), []
        targets = Targets(program, "python")
    with targets, Stop() as stop:
        if until is None:
            targets.expect(count * len(sampled))
        for done, index in enumerate(sampled):
            reason, strata = reasons[index], None
            related = program.topics[index].relations  # counted trial by trial, all alike
            if reason is not None and not related and _is_long(count, until):
                from .strata import strata_of

                strata = strata_of(program, index, stop)
            sampler = Sampler(
                targets, index, seed,
                jobs=jobs or cores(), strict=strict, stop=stop, progress=progress, rows=rows,
                strata=strata,
            )  # fmt: skip
            _sample(sampler, program.topics[index], count, until, len(sampled) - done)
            counts, parts = sampler.counts(), sampler.strata_counts()
            if parts is not None:
                reason = f"{reason}; {_worth(program.topics[index], counts, parts)}"
            if strict and counts.notices:
                # Count what came before the first notice and nothing after, whoever else was at work.
                first = targets.open(index, seed)
                stop.guard(first.table)
                first.run(0, min(notice.trial for notice in counts.notices) + 1)
                if not first.table.halted:
                    counts, parts, reason = first.counts(), None, reasons[index]
                    stopped_by = index
            outcomes[index] = TopicOutcome(index, counts, reason, parts)
            if stop.heard or stopped_by is not None:
                break
        ended = ended or stop.reason
    return Outcome(
        program,
        seed,
        "+".join(sorted(targets.used, reverse=True)) or "python",
        [outcomes[index] for index in chosen if index in outcomes],
        ended is not None or stopped_by in sampled or len(outcomes) < len(chosen),
        stopped_by,
        targets.remark,
        time.perf_counter() - began,
        ended,
    )


def _exactly(
    program: Program, index: int, method: str, progress: Progress | None
) -> ExactCounts | str | None:
    """The exact answer; or why there is none (None where none was asked for)."""
    if method == "sample":
        return None
    from .answers import answer

    return answer(program, index, method, progress)


def _is_long(count: int, until: float | None) -> bool:
    """Whether so many trials are expected that a pilot pays."""
    return (count if until is None else min(count, trials_for(1, 2, until))) >= LONG_RUN


def _worth(topic: Topic, counts: Counts, parts: Parts) -> str:
    """What weighing by opening hands did for the (first) rate's interval.

    There is one: a topic with stats alone has nothing to tell hands apart by, so it is never weighed.
    """
    of = _aims(topic)[0]
    times = (half_width(of(counts), counts.trials) / stratified_half_width(_rates(parts, of))) ** 2
    return f"weighted by {len(parts)} sorts of opening hand, which makes a trial worth {times:.1f}"


def _aims(topic: Topic) -> list[Callable[[Counts], int]]:
    """What ``until`` wants to know well: successes or, where nothing can succeed, each watched entry."""
    if topic.combos:
        return [lambda counts: counts.successes]
    return [lambda counts, at=at: counts.combos[at] for at in range(len(topic.watch))]  # type: ignore[misc]


def _rates(parts: Parts, of: Callable[[Counts], int]) -> list[tuple[float, int, int]]:
    return [(share, of(part), part.trials) for share, part in parts]


def _sample(sampler: Sampler, topic: Topic, count: int, until: float | None, topics: int) -> None:
    """Run ``count`` trials, or as many as it takes to know what ``_aims`` says well enough.

    Where to look next follows from the counts alone, so the same run always ends at the same trial.  How
    long it will be is foreseen from its first trials, as if all ``topics`` that are left were like it.
    """
    sampler.goal = count
    if until is None:
        sampler.run(count)
        return
    sampler.goal = goal = min(FIRST_ROUND, count)
    sampler.run(min(FIRST_TRIALS, goal))
    while not sampler.stopped:
        _, needed = _so_far(sampler, topic, until)
        sampler.targets.expect(topics * (min(count, needed) - sampler.counts().trials))
        sampler.goal = goal
        sampler.run(goal)
        half, needed = _so_far(sampler, topic, until)
        if goal == count or half <= until:
            return
        goal = min(count, max(goal + FIRST_ROUND, needed))


def _so_far(sampler: Sampler, topic: Topic, until: float) -> tuple[float, int]:
    """Half the width of the widest interval that matters by now, and how many trials make it ``until``."""
    counts, parts = sampler.counts(), sampler.strata_counts()
    widest, most = 0.0, 0
    for of in _aims(topic):
        half, needed = half_width(of(counts), counts.trials), trials_for(of(counts), counts.trials, until)
        if parts is not None:
            # The interval gets narrower as that of plain trials does.
            narrower = stratified_half_width(_rates(parts, of)) / half
            half, needed = half * narrower, int(needed * narrower * narrower) + 1
        widest, most = max(widest, half), max(most, needed)
    return widest, most
