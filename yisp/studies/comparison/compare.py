"""Builds side by side: what each comes to, and by how much they differ.

What comes in: builds, each a name and a program, and what of them is to be compared: two or more builds by
the topics that they share; or of one build its topics, or the policies that play one.  What goes out: a
:class:`Comparison`.

Where every side has an exact answer, the differences are exact; else all sides play the same worlds
(``paired``), also those that have one, so that what is reported of them is of the same trials.

Not handled: words and layout, which are ``report``'s.
"""

from __future__ import annotations

import time
from fractions import Fraction
from math import ceil

from ...compile.program import Program
from ...messages import say, with_commas
from ...simulate.counting.estimates import Number, Rate
from ...simulate.counting.statistics import Z, half_width
from ...simulate.outcome import Outcome, TopicOutcome
from ...simulate.question import Question
from ...simulate.request import Request
from ...simulate.result import Result
from ...simulate.sampling.effort import FEWEST, WORK, affordable_in_worlds
from ...simulate.sampling.precision import KNOWN, KNOWN_OF_RANGE
from ...simulate.sampling.targets import Targets
from ...simulate.seeds import fresh_seed
from ...simulate.stop import Ended, Stop, reason_of
from .comparison import Comparison, Differences, Gap, TopicComparison, known_of
from .paired import Paired, Side, difference_range, figures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ...simulate.counting.intervals import Range
    from ...simulate.result import TopicResult
    from .paired import Figure, Gathered
    from .tape import Tape

    Build = tuple[str, Program]
    """What a build is called, and its program."""

    Progress = Callable[[str, int, int], None]
    """Told of a topic, how many of its trials are done, and of how many."""

FIRST_TRIALS = 20_000
"""Trials of each side after which it is foreseen how many there will be, where that is not said."""

MOST_TRIALS = 10**9
"""The most that each side plays under ``until`` where no count is given."""


def _with(file: str, changed: Sequence[str]) -> str:
    return say("{deck} with {changes}", deck=file, changes=with_commas(changed)) if changed else file


def named(programs: Sequence[Program]) -> list[Build]:
    """Builds by name: that of their file and, where counts were changed, to what."""
    names = []
    for program in programs:
        changed = [f"{name} = {count}" for name, count in program.counts.items()]
        changed += [f"{name} = {value}" for name, value in program.given.items()]
        if not program.counts and program.written_size not in (None, program.size):
            changed.append(say("{cards} cards", cards=program.size))
        names.append(_with(program.file, changed))
    return [
        (name if names.count(name) == 1 else say("{deck} ({number})", deck=name, number=at + 1), program)
        for at, (name, program) in enumerate(zip(names, programs, strict=True))
    ]


# What is compared ---------------------------------------------------------------------------------------


class NothingToCompare(ValueError):
    """There are no two sides; the message says why."""


def sides_of(
    builds: Sequence[Build], topics: Sequence[str], policies: Sequence[str]
) -> list[tuple[str, list[Side]]]:
    """What to compare, by name: builds by topic, one build's topics, or its policies by topic.

    ``topics`` and ``policies`` may be empty.  Raises :class:`NothingToCompare`, and KeyError for a topic that
    a build does not have.
    """
    topics, policies = list(dict.fromkeys(topics)), list(dict.fromkeys(policies))
    if len(builds) == 1:
        return _within(*builds[0], topics, policies)
    if len(policies) > 1:
        raise NothingToCompare(say("several policies are compared of one deck: give one policy, or one deck"))
    names = topics or [
        topic.name
        for topic in builds[0][1].topics
        if all(any(topic.name == other.name for other in program.topics) for _, program in builds[1:])
    ]
    lone = [program.topics[0].name for _, program in builds if len(program.topics) == 1]
    if names:
        chosen = [(name, [(build, build[1].topic(name)) for build in builds]) for name in names]
    elif len(lone) == len(builds):
        chosen = [(" / ".join(dict.fromkeys(lone)), [(build, 0) for build in builds])]
    else:
        raise NothingToCompare(say("the decks have no topic of the same name"))
    return [
        (name, [_side(build[0], build[1], index, policies) for build, index in sides])
        for name, sides in chosen
    ]


def _within(
    name: str, program: Program, topics: Sequence[str], policies: Sequence[str]
) -> list[tuple[str, list[Side]]]:
    chosen = [program.topic(topic) for topic in topics]
    if len(policies) > 1:
        return [
            (program.topics[index].name, [_side(one, program, index, [one]) for one in policies])
            for index in chosen or range(len(program.topics))
        ]
    if len(chosen) > 1:
        sides = [_side(program.topics[index].name, program, index, policies) for index in chosen]
        return [(" / ".join(side.name for side in sides), sides)]
    raise NothingToCompare(
        say(
            "{deck} alone is nothing to compare: give another deck, other counts, two topics or two policies",
            deck=name,
        )
    )


def _side(name: str, program: Program, index: int, policies: Sequence[str]) -> Side:
    policy = program.topics[index].policy
    return Side(name, program, index, policy.but(kind=policies[0]) if policies else policy)


# Comparing ----------------------------------------------------------------------------------------------


def compare(
    builds: Sequence[Build],
    *,
    topics: Sequence[str] = (),
    policies: Sequence[str] = (),
    count: int | None = None,
    until: float | None = None,
    seed: int | None = None,
    method: str | None = None,
    target: str = "auto",
    progress: Progress | None = None,
) -> Comparison:
    """Compare builds, or what one build has several of (:func:`sides_of`).

    ``until`` samples until half the interval of what decides is at most that, ``count`` being the most.
    Without either it is as many as make that known to a tenth of a point, or a fixed amount of work
    (``simulate.effort``).  ``method`` "sample" does without exact answers,
    "exact" with nothing else (raises ``NoExactAnswer``).  An interrupt ends it with what was found so far.
    """
    chosen = sides_of(builds, topics, policies)
    seeds = [seed, *(program.settings["seed"] for _, program in builds)]
    number = next((one for one in seeds if one is not None), None)
    comparison = Comparison(described(builds, chosen), fresh_seed() if number is None else number)
    began = time.perf_counter()
    used: set[str] = set()
    for name, sides in chosen:
        try:
            found = exactly(name, sides, comparison.seed, method, target)
        except (KeyboardInterrupt, Ended) as error:
            comparison.ended = reason_of(error)
            break
        if found is None:
            found = _sampled(name, sides, comparison, count, until, target, progress, used)
        if found is not None:
            comparison.topics.append(found)
        if comparison.partial:
            break
    comparison.target = "+".join(sorted(used, reverse=True)) or "python"
    comparison.seconds = time.perf_counter() - began
    return comparison


def described(builds: Sequence[Build], chosen: list[tuple[str, list[Side]]]) -> dict[str, dict[str, Any]]:
    """By side, what it stands for, for JSON."""
    described = {}
    for _, sides in chosen:
        several = len({side.topic for side in sides}) > 1  # else sides are policies, of maybe several topics
        for side in sides:
            program = side.program
            described[side.name] = {
                "file": program.file, "cards": program.size,
                **({"counts": program.counts} if program.counts else {}),
                **({"set": program.values} if program.parameters else {}),
                **({"policy": side.policy.kind} if len(builds) == 1 else {}),
                **({"topic": side.plays.name} if len(builds) == 1 and several else {}),
            }  # fmt: skip
    return described


def exactly(
    name: str, sides: list[Side], seed: int, method: str | None, target: str
) -> TopicComparison | None:
    """The exact answer; None where a side has none, or none is wanted."""
    outcomes = []
    for side in sides:
        outcome = exact_outcome(side, seed, method, target)
        if outcome is None:
            return None
        outcomes.append(outcome)
    return of_exact(name, sides, outcomes, seed)


def exact_outcome(
    side: Side,
    seed: int,
    method: str | None = None,
    target: str = "auto",
    heed: Callable[[], None] | None = None,
) -> TopicOutcome | None:
    """The exact answer of one side, None where there is none; ``heed`` is called meanwhile, and may raise to
    end it."""
    request = Request(side.program, seed=seed, method=method, target=target, jobs=1)
    question = Question(Targets(side.program, target), side.topic, request, side.policy)
    if heed is None:
        question.try_exactly()
    else:
        request.progress = lambda *_: heed()
        question.answer_exactly()
    return question.outcome


def of_exact(name: str, sides: list[Side], outcomes: Sequence[TopicOutcome], seed: int) -> TopicComparison:
    """The comparison of sides that all have an exact answer."""
    results = {side.name: result_of(side, one, seed) for side, one in zip(sides, outcomes, strict=True)}
    base = known_of(results[sides[0].name])
    differences = []
    for side in sides[1:]:
        known, gaps = known_of(results[side.name]), []
        for figure in [figure for figure in known if figure in base]:
            gap = Gap(figure)
            mine, theirs = known[figure].exact, base[figure].exact
            if mine is not None and theirs is not None:
                difference = Fraction(mine) - Fraction(theirs)
                gap.mean, gap.exact = float(difference), str(difference)
            gaps.append(gap)
        differences.append(Differences(side.name, sides[0].name, gaps, _missing(known, base)))
    return TopicComparison(name, results, differences, None, [])


def _missing(mine: Any, theirs: Any) -> list[Figure]:
    """What only one of them has."""
    return [*(one for one in theirs if one not in mine), *(one for one in mine if one not in theirs)]


def result_of(side: Side, outcome: TopicOutcome, seed: int) -> TopicResult:
    result = Result(Outcome(side.program, seed, [outcome], seconds=0.0))
    return next(iter(result.topics.values()))


def _sampled(
    name: str,
    sides: list[Side],
    comparison: Comparison,
    count: int | None,
    until: float | None,
    target: str,
    progress: Progress | None,
    used: set[str],
) -> TopicComparison | None:
    """The sides in the same worlds; None where not a single trial was played."""
    told = None if progress is None else lambda done, of: progress(name, done, of)
    with Stop() as stop:
        sampled = in_the_same_worlds(
            name, sides, comparison.seed, stop, count=count, until=until, target=target, progress=told
        )
    comparison.ended = stop.reason  # not sooner: what is noted up to the last moment counts
    used |= sampled.used
    comparison.remark = comparison.remark or sampled.remark
    return sampled.found() if sampled.trials else None


def in_the_same_worlds(
    name: str,
    sides: list[Side],
    seed: int,
    stop: Stop,
    *,
    count: int | None = None,
    until: float | None = None,
    target: str = "auto",
    progress: Callable[[int, int], None] | None = None,
    tape: Tape | None = None,
) -> Sampled:
    """The sides after as many trials as ``compare`` plays, or those that there were at the ``stop``; those of
    the first may be on a ``tape``."""
    open_ = count is None and until is None
    most = _affordable(sides, stop) if open_ else MOST_TRIALS if count is None else count
    sampled = Sampled(name, sides, seed, most, stop, target=target, progress=progress, tape=tape)
    try:
        sampled.run(most if until is None and not open_ else min(most, FIRST_TRIALS))
        while sampled.trials < most and not stop.heard:
            wider = sampled.widest(until)
            if wider <= 1:
                break
            needed = ceil(1.02 * sampled.trials * wider**2)
            sampled.run(min(most, max(sampled.trials + FIRST_TRIALS, needed)))
    finally:
        sampled.close()
    return sampled


def _affordable(sides: list[Side], stop: Stop) -> int:
    """How many trials of all sides together the work is that a run spends where nobody says how many."""
    trials = [affordable_in_worlds(side.program, side.topic, [side.policy], WORK, stop) for side in sides]
    return max(int(1 / sum(1 / number for number in trials)), FEWEST)


class Sampled:
    """Sides in the same worlds, compared by as many trials as were run so far."""

    def __init__(
        self,
        name: str,
        sides: list[Side],
        seed: int,
        most: int,
        stop: Stop,
        *,
        target: str = "auto",
        progress: Callable[[int, int], None] | None = None,
        tape: Tape | None = None,
    ) -> None:
        """``most`` trials are expected, if that matters to how they are run."""
        self.name = name
        self.sides = sides
        self.seed = seed
        self._paired = Paired(
            sides, seed=seed, target=target, count=most, stop=stop, progress=progress, tape=tape
        )
        self._begun = False

    def close(self) -> None:
        """Stop builds that nobody waits for any more."""
        for targets in self._paired.targets:
            targets.__exit__()

    @property
    def trials(self) -> int:
        """How many each side has played."""
        return self._paired.trials

    def expect(self, most: int) -> None:
        """So many trials are expected by now: where that is long, native modules are built meanwhile."""
        self._paired.count = most

    @property
    def used(self) -> set[str]:
        """The targets they ran on."""
        return set().union(*(targets.used for targets in self._paired.targets))

    @property
    def remark(self) -> str | None:
        """A sentence for the user where the target asked for could not be had."""
        return next((targets.remark for targets in self._paired.targets if targets.remark), None)

    def run(self, last: int) -> None:
        """Play the trials up to ``last - 1``, or as many as there are until the stop is heard."""
        if not self._begun:
            self._begun = True
            for targets in self._paired.targets:
                targets.look_for_native()
        self._paired.run(last)

    def found(self) -> TopicComparison:
        """What they have shown."""
        sides, paired = self.sides, self._paired
        results = {
            side.name: result_of(side, TopicOutcome(side.topic, counts, policy=side.policy), self.seed)
            for side, counts in zip(sides, paired.counts(), strict=True)
        }
        base = known_of(results[sides[0].name])
        differences = []
        for side, tallies in zip(sides[1:], paired.differences, strict=True):
            known = known_of(results[side.name])
            gaps = [_gap(figure, one, sides[0], side, base, known) for figure, one in tallies.items()]
            differences.append(Differences(side.name, sides[0].name, gaps, _missing(known, base)))
        return TopicComparison(self.name, results, differences, paired.trials, list(paired.apart))

    def widest(self, until: float | None) -> float:
        """How many times as wide as it should be the interval of what decides is, of the side where it is
        widest: half of it should be ``until`` or, where that is None, what a run stops at."""
        widest = 0.0
        for side, tallies in zip(self.sides[1:], self._paired.differences, strict=True):
            figure, gathered = next(iter(tallies.items()), (None, None))
            if figure is None or gathered is None:
                continue
            range_ = range_of(figure, side, self.sides[0])
            _, interval = gathered.gap(range_)
            if interval is None:
                return 2.0  # nothing is known by now
            wanted = until or known_enough(figure, gathered, range_)
            widest = max(widest, half_width(interval) / wanted if wanted else 0.0)
        return widest


def known_enough(figure: Figure, gathered: Gathered, range_: Range) -> float:
    """Half the width of a difference's interval that is good enough where nobody says what is; ``range_`` is
    how far the difference can go, as far as that is known."""
    if figure[0] not in ("score", "stat"):
        return KNOWN
    low, high = gathered.differences.least or 0, gathered.differences.greatest or 0
    low = low if range_[0] is None else range_[0]
    high = high if range_[1] is None else range_[1]
    return KNOWN_OF_RANGE * (high - low) / 2  # of a figure's own range, half as far


def _gap(
    figure: Figure,
    gathered: Gathered,
    first: Side,
    side: Side,
    base: dict[Figure, Rate | Number],
    known: dict[Figure, Rate | Number],
) -> Gap:
    """The difference of a figure that was sampled."""
    gap = Gap(figure)
    gap.mean, gap.ci95 = gathered.gap(range_of(figure, side, first))
    alone = _error(base[figure]), _error(known[figure])
    if gap.ci95 is not None and None not in alone:
        paired = half_width(gap.ci95) / Z
        if paired > 0:
            gap.narrower = sum(one * one for one in alone if one is not None) ** 0.5 / paired
    return gap


def range_of(figure: Figure, side: Side, first: Side) -> Range:
    """How far the difference of a figure can go."""
    return difference_range(figures(side.plays)[figure], figures(first.plays)[figure])


def _error(known: Rate | Number) -> float | None:
    """The standard error that the interval of an estimate stands for."""
    return None if known.ci95 is None else half_width(known.ci95) / Z
