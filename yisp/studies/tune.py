"""Tuning: which counts, under some limits, make a figure of a deck as great (or as small) as can be.

What comes in: a deck, the decks to choose from (``candidates``), and one goal or two.  What goes out:
:class:`Tune`: the best deck, or for two goals the front of decks of which none is beaten in both, and what is
known of every deck that was looked at.

Where there are few candidates, all are looked at.  Else decks are looked at by steepest ascent: from the deck
as it is, then from others at random, always the exchanges of one copy around the best deck so far (for two
goals, around every deck that none beats).  Where the deck as it is has an exact answer, exact ones are asked
for; else decks race (``race``).  What is said to be best is best *of those that were looked at*.

A deck's trials have a seed of their own in every round, made of the study's seed, the deck's counts and the
round: what one deck draws says nothing about another, or about its own later rounds, which the race rests on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from hashlib import blake2b
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ..compile.pipeline import compile_deck
from ..deck.changes import UNCHANGED
from ..deck.parcel import digest_of
from ..simulate.seeds import SEEDS, fresh_seed
from ..simulate.stop import Ended, reason_of
from ..version import VERSION
from .asking import Asking, Progress
from .candidates import Candidates, Counts
from .figures import Figure, figures_of, find
from .journal import Journal
from .pools import Pool, processes
from .race import Ends, Estimate, Race, Racer
from .work import Task, Work, fits, work_of

if TYPE_CHECKING:
    from ..deck.model import Deck

SCHEMA = 1
"""The shape of ``Tune.to_dict``; another shape has another number."""

LOOK = 1000
"""Decks that are looked at where nobody says how many."""

FIRST = 1000
"""Trials of a deck in its first round; each later round doubles those so far."""

MOST_TRIALS = 200_000
"""Trials of a deck at the most, where nobody says how many."""


class Goal(NamedTuple):
    """A figure, and whether it is to be as small as can be."""

    figure: Figure
    small: bool

    @property
    def text(self) -> str:
        return f"{'small' if self.small else 'great'} {self.figure.topic}:{self.figure.title}"


class Looked(NamedTuple):
    """One deck that was looked at: ``estimates`` by goal, or the ``reason`` why there are none.

    ``state`` is "best" (for two goals "front"), "not told apart" from it, "dropped", or "no answer".
    """

    counts: Counts
    estimates: list[Estimate]
    reason: str | None
    state: str


BEST, FRONT, OPEN, DROPPED, NOTHING = "best", "front", "not told apart", "dropped", "no answer"


class Tune:
    """What tuning found; ``looked`` are the decks, the best first, and ``cards`` the names of their counts.

    ``whole`` says whether every candidate was looked at, ``shown`` whether it is certain that the best deck
    is (or, for two goals, that the front is the front); ``sure`` whether that certainty is more than an
    approximation.
    """

    def __init__(
        self, deck: Deck, candidates: Candidates, goals: Sequence[Goal], settings: Mapping[str, Any]
    ) -> None:
        self.file = deck.file
        self.cards = [kind.name for kind in deck.kinds]
        self.own = tuple(kind.count for kind in deck.kinds)
        self.candidates = candidates.total
        self.goals = list(goals)
        self.settings = dict(settings)
        self.seed: int = settings["seed"]
        self.looked: list[Looked] = []
        self.shown = False
        self.exact = False
        self.ended: str | None = None
        self.remarks: list[str] = []

    def __repr__(self) -> str:
        return f"<Tune of {self.file}: {len(self.looked)} of {self.candidates:,} decks looked at>"

    @property
    def whole(self) -> bool:
        return len(self.looked) == self.candidates

    @property
    def partial(self) -> bool:
        """Whether it was ended before it was done."""
        return self.ended is not None

    @property
    def sure(self) -> bool:
        return all(estimate.sure for one in self.looked for estimate in one.estimates)

    @property
    def best(self) -> dict[str, int]:
        """The counts of the best deck (of two goals, the one of the front that is best in the first)."""
        first = next((one for one in self.looked if one.state in (BEST, FRONT, OPEN)), None)
        return {} if first is None else dict(zip(self.cards, first.counts, strict=True))

    def of(self, *states: str) -> list[Looked]:
        """The decks of these states."""
        return [one for one in self.looked if one.state in states]

    @property
    def columns(self) -> list[str]:
        """What the columns of ``rows`` are called."""
        goals = [
            f"{goal.figure.title}{end}" for goal in self.goals for end in ("", " low", " high", " trials")
        ]
        return ["state", *goals, "reason", *self.cards]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each deck that was looked at: its state, each goal with the ends of the interval that it
        is judged by and its trials (None where it is exact), and the count of every card."""
        return [dict(zip(self.columns, self._cells(one), strict=True)) for one in self.looked]

    def _cells(self, one: Looked) -> list[Any]:
        known: list[Any] = []
        for estimate in one.estimates:
            trials = None if estimate.exact is not None else estimate.count
            known += [estimate.value, *(ends_of(estimate) or (None, None)), trials]
        return [one.state, *(known or [None] * 4 * len(self.goals)), one.reason, *one.counts]

    def to_frame(self) -> Any:
        """The rows as a pandas data frame; pandas is not one of yisp's own requirements."""
        from importlib import import_module

        try:
            pandas = import_module("pandas")
        except ImportError:
            raise ImportError("Tune.to_frame() needs pandas: pip install pandas") from None
        return pandas.DataFrame([self._cells(one) for one in self.looked], columns=self.columns)

    def to_dict(self) -> dict[str, Any]:
        """As ``--json`` prints it."""
        return {
            "yisp": VERSION,
            "schema": SCHEMA,
            "study": "tune",
            "deck": {"file": self.file, "cards": sum(self.own), "kinds": len(self.cards)},
            **self.settings,
            "candidates": self.candidates,
            "looked": len(self.looked),
            "whole": self.whole,
            "exact": self.exact,
            "shown": self.shown,
            "sure": self.sure,
            "partial": self.partial,
            "best": self.best,
            "names": self.cards,
            "decks": [
                {
                    "state": one.state,
                    "counts": list(one.counts),
                    **({} if one.reason is None else {"reason": one.reason}),
                    "goals": [
                        {
                            "value": estimate.value,
                            "ends": ends_of(estimate),
                            "trials": None if estimate.exact is not None else estimate.count,
                        }
                        for estimate in one.estimates
                    ],
                }
                for one in self.looked
            ],
        }


def ends_of(estimate: Estimate) -> Ends | None:
    """The interval that a deck is judged by; None where its value is exact, or nothing was judged yet."""
    return None if estimate.exact is not None or not all(map(isfinite, estimate.ends)) else estimate.ends


def read_goals(
    deck: Deck, texts: Sequence[str], topic: str | None = None, *, small: Sequence[str] = ()
) -> list[Goal]:
    """The goals that these texts name, to be as great, or as ``small``, as can be; raises ValueError.

    They are figures of ``topic``, the deck's first where none is named, or ``TOPIC:FIGURE``.
    """
    program = compile_deck(deck)
    names = [one.name for one in program.topics]
    if topic is not None and topic not in names:
        raise ValueError(f"there is no topic {topic!r}; the deck has {', '.join(map(repr, names))}")
    figures = figures_of(program, range(len(names)))
    own = [figure for figure in figures if figure.topic == (names[0] if topic is None else topic)]
    goals = []
    for text, is_small in [*((text, False) for text in texts), *((text, True) for text in small)]:
        named = [figure for figure in figures if f"{figure.topic}:{figure.title}" == text]
        goals.append(Goal((named or find(text, own))[0], is_small))
    if not goals:
        goals = [Goal(own[0], False)]
    if len(goals) > 2:
        raise ValueError("there is one goal, or there are two")
    if len(goals) == 2 and goals[0].figure == goals[1].figure:
        raise ValueError("the two goals are the same figure")
    return goals


def run_tune(
    deck: Deck,
    candidates: Candidates,
    goals: Sequence[Goal],
    *,
    parameters: Mapping[str, int] | None = None,
    look: int = LOOK,
    count: int = MOST_TRIALS,
    seed: int | None = None,
    method: str | None = None,
    certainty: float = 0.95,
    indifference: float = 0.0,
    target: str = "auto",
    jobs: int | None = None,
    journal: str | None = None,
    pool: Callable[[Work], Pool] | None = None,
    progress: Progress | None = None,
) -> Tune:
    """Look at up to ``look`` decks of the candidates, each with up to ``count`` trials where it has no exact
    answer, and say which is best with this ``certainty``, or within ``indifference`` of it.

    ``journal``, ``pool`` and ``progress`` are as for ``sweep.run_sweep``.  Raises ValueError, and
    :class:`~yisp.studies.journal.CannotGoOn`.
    """
    topics = list(dict.fromkeys(goal.figure.topic for goal in goals))
    figures = [goal.figure for goal in goals]
    work = work_of(deck, UNCHANGED, parameters or {}, topics, figures, target=target, tallies=True)
    settings = {
        "goals": [goal.text for goal in goals],
        "count": count,
        "look": look,
        "method": method,
        "certainty": certainty,
        "indifference": indifference,
        "set": dict(parameters or {}),
    }
    if seed is None:
        seed = deck.settings.seed
    with ExitStack() as stack:
        written = None
        if journal is not None:
            limits = {"ranges": candidates.ranges, "sizes": candidates.sizes}
            identity = {
                "deck": digest_of(work["parcel"]),
                **settings,
                **limits,
                "with": list(work["changes"]),
            }
            written = stack.enter_context(
                Journal(
                    journal, "tune", identity, seed, fresh=fresh_seed, fits=lambda one: fits(one, len(goals))
                )
            )
            seed = written.seed
        seed = fresh_seed() if seed is None else seed
        tune = Tune(deck, candidates, goals, {"seed": seed, **settings})
        asking = Asking(stack.enter_context((pool or processes(jobs))(work)), written, progress)
        tuning = _Tuning(tune, candidates, asking)
        try:
            tuning.run()
        except (KeyboardInterrupt, Ended) as error:
            tune.ended = reason_of(error)
        tuning.report()
        tune.remarks += asking.remarks
    return tune


class _Tuning:
    """Looks at decks and races them."""

    def __init__(self, tune: Tune, candidates: Candidates, asking: Asking) -> None:
        self.tune = tune
        self.candidates = candidates
        self.settings = tune.settings
        self.look = min(self.settings["look"], candidates.total)
        self.lengths = list(_lengths(self.settings["count"]))
        self.race = Race(
            self.look, len(self.lengths), len(tune.goals),
            certainty=self.settings["certainty"], indifference=self.settings["indifference"],
        )  # fmt: skip
        self.racers: dict[
            Counts, Racer | str
        ] = {}  # of each deck that was looked at; or why it has no answer
        self.method: str | None = self.settings["method"]
        self._asking = asking
        self._asked = 0

    def run(self) -> None:
        start = self.candidates.nearest(self.tune.own)
        self._enter([start])
        first = self.racers[start]
        if self.method is None and not (isinstance(first, Racer) and first.exact):
            self.method = "sample"
        if self.candidates.total <= self.look:
            self._enter([one for one in map(self.candidates.__getitem__, range(self.look)) if one != start])
        else:
            self._climb(start)
        self.race.judge()
        for trials in self.lengths[1:]:
            if self.race.over:
                return
            racing = [racer for racer in self.race.racing if not racer.exact]
            self._count(racing, trials)
            self.race.judge()

    # Looking ------------------------------------------------------------------------------------

    def _climb(self, start: Counts) -> None:
        """Look at the decks around the best so far until none of them is better; then from elsewhere."""
        luck = random.Random(self.tune.seed)
        while len(self.racers) < self.look:
            here, expanded = [start], set()
            while (at := next((one for one in here if one not in expanded), None)) is not None:
                expanded.add(at)
                near = list(self.candidates.neighbours(at))
                self._enter([one for one in near if one not in self.racers])
                if len(self.racers) == self.look:
                    return
                here = self._unbeaten([*here, *near])
            start = self.candidates[luck.randrange(self.candidates.total)]
            self._enter([start] if start not in self.racers else [])

    def _unbeaten(self, decks: Sequence[Counts]) -> list[Counts]:
        """Those that no other beats in every goal, as far as it is known by now."""
        known = [(deck, racer.values) for deck in decks if isinstance(racer := self.racers.get(deck), Racer)]
        if len(self.tune.goals) == 1:
            return [max(known, key=lambda one: one[1])[0]] if known else []
        return [
            deck
            for deck, mine in known
            if not any(
                theirs != mine and all(a >= b for a, b in zip(theirs, mine, strict=True))
                for _, theirs in known
            )
        ]

    def _enter(self, decks: Sequence[Counts]) -> None:
        """Look at these decks, as far as there may be so many, with the trials of the first round."""
        decks = list(dict.fromkeys(decks))[: self.look - len(self.racers)]
        signs = [-1 if goal.small else 1 for goal in self.tune.goals]
        new = [Racer(at, [Estimate() for _ in signs], signs) for at in range(len(decks))]
        for racer, answer in zip(new, self._answers(decks, self.method, self.lengths[0], 0), strict=True):
            deck = decks[racer.number]
            if (reason := _without_answer(answer)) is not None:
                self.racers[deck] = reason
                continue
            racer.number = len(self.racers)
            self.racers[deck] = racer
            _take(racer, answer)
            self.race.enter(racer)

    # Racing -------------------------------------------------------------------------------------

    def _count(self, racing: Sequence[Racer], trials: int) -> None:
        """Give those who are racing so many trials in all."""
        decks = list(self.racers)
        of = [decks[racer.number] for racer in racing]
        before = self.lengths[self.lengths.index(trials) - 1]
        answers = self._answers(of, "sample", trials - before, self.lengths.index(trials))
        for racer, answer in zip(racing, answers, strict=True):
            _take(racer, answer)

    def _answers(
        self, decks: Sequence[Counts], method: str | None, trials: int, number: int
    ) -> list[dict[str, Any]]:
        """What is found out about decks in a round of this number."""
        first, self._asked = self._asked, self._asked + len(decks)

        def task(at: int) -> Task:
            deck = decks[at - first]
            counts = tuple(zip(self.tune.cards, deck, strict=True))
            return Task(at, counts, None, (), method, trials, seed_of(self.tune.seed, deck, number))

        found = dict(self._asking.ask(range(first, self._asked), task))
        return [json.loads(found[at]) for at in range(first, self._asked)]

    # What came of it ----------------------------------------------------------------------------

    def report(self) -> None:
        """Say what is known by now."""
        tune, race = self.tune, self.race
        shown = {id(racer) for racer in race.shown} if tune.ended is None else set()
        racing = {id(racer) for racer in race.racing}
        several = len(tune.goals) > 1
        tune.exact = all(racer.exact for racer in self.racers.values() if isinstance(racer, Racer))
        tune.shown = bool(race.racing) and tune.ended is None and race.over
        leader = max(
            race.racing, key=lambda racer: (id(racer) in shown, racer.ends[0][0], racer.values), default=None
        )
        for deck, racer in self.racers.items():
            if isinstance(racer, str):
                tune.looked.append(Looked(deck, [], racer, NOTHING))
                continue
            state = DROPPED
            if several and id(racer) in shown:
                state = FRONT
            elif racer is leader and id(racer) in shown:
                state = BEST
            elif id(racer) in racing:
                equal = leader is not None and racer.exact and leader.exact and racer.values == leader.values
                state = BEST if equal and id(racer) in shown else OPEN
            tune.looked.append(Looked(deck, racer.estimates, None, state))
        order = [BEST, FRONT, OPEN, DROPPED, NOTHING]
        signs = [-1 if goal.small else 1 for goal in tune.goals]
        tune.looked.sort(
            key=lambda one: (
                order.index(one.state),
                [-sign * estimate.value for sign, estimate in zip(signs, one.estimates, strict=False)],
                sum(abs(new - old) for new, old in zip(one.counts, tune.own, strict=True)),
                one.counts,
            )
        )


def _without_answer(answer: Mapping[str, Any]) -> str | None:
    """Why there is nothing to compare a deck by, where there is nothing."""
    if "reason" in answer:
        return str(answer["reason"])
    pairs = zip(answer["known"], answer["tallies"], strict=True)
    without = any(known[0] is None for known, tally in pairs if tally is None)
    return "the goal has no value in any trial" if without else None


def _take(racer: Racer, answer: Mapping[str, Any]) -> None:
    """Add what was found out about a deck."""
    for estimate, known, tally in zip(racer.estimates, answer["known"], answer["tallies"], strict=True):
        if tally is None:
            estimate.exact = known[0]
            estimate.ends = known[0], known[0]
        else:
            estimate.add(*tally)


def _lengths(most: int) -> Iterator[int]:
    """How many trials a deck has had by the end of each round."""
    trials = min(FIRST, most)
    while trials < most:
        yield trials
        trials *= 2
    yield most


def seed_of(seed: int, counts: Counts, number: int) -> int:
    """The seed of a deck's trials in a round."""
    text = f"{seed} {number} {','.join(map(str, counts))}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") % SEEDS
