"""Looking for the best decks among the candidates: which are looked at, and racing those.

What comes in: what is to be tuned, the decks to choose from, and whoever answers for a deck (``asking``).
What goes out: the decks that were looked at, in the :class:`~yisp.studies.tuning.tuned.Tune` that was given.

Where there are few candidates, all are looked at.  Else decks are looked at by steepest ascent: from the deck
as it is, then from others at random, always the exchanges of one copy around the best deck so far (for two
goals, around every deck that none beats).  Where the deck as it is has an exact answer, exact ones are asked
for; else decks race (``race``).

A deck's trials have a seed of their own in every round, made of the study's seed, the deck's counts and the
round: what one deck draws says nothing about another, or about its own later rounds, which the race rests on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from ...messages import from_data, say
from ...simulate.seeds import SEEDS
from ..work.asking import Asking
from ..work.work import Task
from .candidates import Candidates, Counts
from .race import Estimate, Race, Racer
from .tuned import BEST, DROPPED, FRONT, NOTHING, OPEN, Looked, Tune

FIRST = 1000
"""Trials of a deck in its first round; each later round doubles those so far."""


class Looking:
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
        self.racers: dict[Counts, Racer | str] = {}  # by deck; or why it has no answer
        self.method: str | None = self.settings["method"]
        self._asking = asking
        self._asked = 0

    def run(self) -> None:
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[None]:
        """All of it; ``report`` says at any step what is known by then."""
        start = self.candidates.nearest(self.tune.own)
        yield from self._enter([start])
        first = self.racers[start]
        if self.method is None and not (isinstance(first, Racer) and first.exact):
            self.method = "sample"
        if self.candidates.total <= self.look:
            every = map(self.candidates.__getitem__, range(self.look))
            yield from self._enter([one for one in every if one != start])
        else:
            yield from self._climb(start)
        self.race.judge()
        for trials in self.lengths[1:]:
            if self.race.over:
                return
            racing = [racer for racer in self.race.racing if not racer.exact]
            yield from self._count(racing, trials)
            self.race.judge()

    # Looking ------------------------------------------------------------------------------------

    def _climb(self, start: Counts) -> Iterator[None]:
        """Look at the decks around the best so far until none of them is better; then from elsewhere."""
        luck = random.Random(self.tune.seed)
        while len(self.racers) < self.look:
            here, expanded = [start], set()
            while (at := next((one for one in here if one not in expanded), None)) is not None:
                expanded.add(at)
                near = list(self.candidates.neighbours(at))
                yield from self._enter([one for one in near if one not in self.racers])
                if len(self.racers) == self.look:
                    return
                here = self._unbeaten([*here, *near])
            start = self.candidates[luck.randrange(self.candidates.total)]
            yield from self._enter([start] if start not in self.racers else [])

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

    def _enter(self, decks: Sequence[Counts]) -> Iterator[None]:
        """Look at these decks, as far as there may be so many, with the trials of the first round."""
        decks = list(dict.fromkeys(decks))[: self.look - len(self.racers)]
        signs = [-1 if goal.small else 1 for goal in self.tune.goals]
        for answered in self._answers(decks, self.method, self.lengths[0], 0):
            if answered is not None:
                deck, answer = decks[answered[0]], answered[1]
                if (reason := _without_answer(answer)) is not None:
                    self.racers[deck] = reason
                else:
                    racer = Racer(len(self.racers), [Estimate() for _ in signs], signs)
                    self.racers[deck] = racer
                    _take(racer, answer)
                    self.race.enter(racer)
            yield

    # Racing -------------------------------------------------------------------------------------

    def _count(self, racing: Sequence[Racer], trials: int) -> Iterator[None]:
        """Give those who are racing so many trials in all."""
        decks = list(self.racers)
        of = [decks[racer.number] for racer in racing]
        before = self.lengths[self.lengths.index(trials) - 1]
        for answered in self._answers(of, "sample", trials - before, self.lengths.index(trials)):
            if answered is not None:
                _take(racing[answered[0]], answered[1])
            yield

    def _answers(
        self, decks: Sequence[Counts], method: str | None, trials: int, number: int
    ) -> Iterator[tuple[int, dict[str, Any]] | None]:
        """What is found out about decks in a round of this number: the place of each in their order, with its
        answer; None in between, where whoever answers gives others their turn."""
        first, self._asked = self._asked, self._asked + len(decks)

        def task(at: int) -> Task:
            deck = decks[at - first]
            counts = tuple(zip(self.tune.cards, deck, strict=True))
            return Task(at, counts, None, (), method, trials, seed_of(self.tune.seed, deck, number))

        found: dict[int, str] = {}  # that came before others whose turn it is
        due = first
        for answered in self._asking.ask(range(first, self._asked), task):
            if answered is None:
                yield None
                continue
            found[answered[0]] = answered[1]
            while due in found:
                yield due - first, json.loads(found.pop(due))
                due += 1

    # What came of it ----------------------------------------------------------------------------

    def report(self, *, over: bool = True) -> None:
        """Say what is known by now; ``over`` says that no more is to come, so that something may be shown."""
        tune, race = self.tune, self.race
        over = over and tune.ended is None
        shown = {id(racer) for racer in race.shown} if over else set()
        racing = {id(racer) for racer in race.racing}
        several = len(tune.goals) > 1
        tune.exact = all(racer.exact for racer in self.racers.values() if isinstance(racer, Racer))
        tune.shown = bool(race.racing) and over and race.over
        tune.looked = []
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
        return from_data(answer["reason"])
    pairs = zip(answer["known"], answer["tallies"], strict=True)
    without = any(known[0] is None for known, tally in pairs if tally is None)
    return say("the goal has no value in any trial") if without else None


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
