"""The search for the best decks among the candidates: which are looked at, and racing those.

What comes in: what is to be tuned, the decks to choose from, and whoever answers for a deck (``asking``).
What goes out: the decks that were looked at, in the :class:`~yisp.studies.tuning.builds.Tune` that was given.

Where there are few candidates, all are looked at.  Else decks are looked at on the way up (``ascent``): from
the deck as it is, then from others at random and from some exchanges away from the best; for two goals, the
exchanges of one copy around every deck that none beats.  Where the deck as it is has an exact answer, exact
ones are asked for; else decks are looked at by trials, and then race (``race``).

Decks of a step or of a round play in the same worlds, so that they have most of their luck in common: those
of the deck as it is or, once somebody is ahead in the race, those of that rival.  Each step and each round
has a seed of its own, made of the study's seed and its number: which decks are looked at in it was settled by
others, which the race rests on.  At the end the best is held against the deck as it is, in worlds that nobody
has played in: what was chosen for its luck loses it there.
"""

from __future__ import annotations

import json
import random
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from ...messages import from_data, say
from ...simulate.seeds import SEEDS
from ..work.asking import Asking
from ..work.work import Made, Task
from .ascent import ascend
from .builds import BEST, DROPPED, FRONT, NOTHING, OPEN, Looked, Tune
from .candidates import Candidates, Counts
from .race import Estimate, Race, Racer

FIRST = 1000
"""Trials of a deck in its first round; each later round doubles those so far."""


class Search:
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
        self._asked = self._steps = 0

    def run(self) -> None:
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[None]:
        """All of it; ``report`` says at any step what is known by then."""
        start = self.candidates.nearest(self.tune.own)
        yield from self.look_at([start], self.lengths[0])
        first = self.racers[start]
        if self.method is None and not (isinstance(first, Racer) and first.exact):
            self.method = "sample"
        if self.candidates.total <= self.look:
            yield from self.look_at(map(self.candidates.__getitem__, range(self.look)), self.lengths[0])
        elif len(self.tune.goals) > 1:
            yield from self._climb(start)
        else:
            yield from ascend(self, start)
        yield from self._race()
        yield from self._prove()

    def _race(self) -> Iterator[None]:
        """Let all who were looked at race, with trials of their own."""
        if self.race.over:  # all is exact
            self.race.judge()
        for trials in self.lengths:
            if self.race.over:
                return
            yield from self._count([racer for racer in self.race.racing if not racer.exact], trials)
            self.race.judge()

    def _prove(self) -> Iterator[None]:
        """Hold the best deck against the deck as it is."""
        best, decks = self.race.ahead, list(self.racers)
        if best is None or len(self.tune.goals) > 1 or decks[best.number] == self.tune.own:
            return
        own = self.racers.get(self.tune.own)
        if best.exact:
            if isinstance(own, Racer) and own.exact:
                self.tune.gain = Estimate(exact=best.estimates[0].value - own.estimates[0].value)
            return
        of = [decks[best.number]]
        for answered in self._answers(of, "sample", self.lengths[-1], self._next_step(), self.tune.own):
            if answered is not None and (gaps := answered[1].get("gaps", [None])[0]) is not None:
                gain = Estimate()
                gain.add(*gaps)
                gain.narrow(1 - self.settings["certainty"])
                self.tune.gain = gain
            yield

    # Looking -----------------------------------------------------------------------------------

    def _climb(self, start: Counts) -> Iterator[None]:
        """Look at the decks around all that none beats so far; then from elsewhere."""
        luck = random.Random(self.tune.seed)
        while len(self.racers) < self.look:
            here, expanded = [start], set()
            while (at := next((one for one in here if one not in expanded), None)) is not None:
                expanded.add(at)
                near = list(self.candidates.neighbours(at))
                yield from self.look_at([one for one in near if one not in self.racers], self.lengths[0])
                if len(self.racers) == self.look:
                    return
                here = self._unbeaten([*here, *near])
            start = self.candidates[luck.randrange(self.candidates.total)]
            yield from self.look_at([start] if start not in self.racers else [], self.lengths[0])

    def _unbeaten(self, decks: Sequence[Counts]) -> list[Counts]:
        """Those that no other beats in every goal, as far as it is known by now."""
        known = [(deck, racer.values) for deck in decks if isinstance(racer := self.racers.get(deck), Racer)]
        return [
            deck
            for deck, mine in known
            if not any(
                theirs != mine and all(a >= b for a, b in zip(theirs, mine, strict=True))
                for _, theirs in known
            )
        ]

    def look_at(self, decks: Iterable[Counts], trials: int) -> Generator[None, None, dict[Counts, Estimate]]:
        """Look at these decks, as far as there may be so many, with so many trials of the same worlds: what
        these showed of the first goal, or what is exact."""
        several = list(dict.fromkeys(decks))
        fresh = set([deck for deck in several if deck not in self.racers][: self.look - len(self.racers)])
        found: dict[Counts, Estimate] = {}
        asked = []
        for deck in several:
            racer = self.racers.get(deck)
            if isinstance(racer, Racer) and racer.exact:
                found[deck] = racer.estimates[0]
            elif deck in fresh or isinstance(racer, Racer):
                asked.append(deck)
        first = self._asked
        for answered in self._answers(asked, self.method, trials, self._next_step()):
            if answered is not None:
                deck, answer = asked[answered[0]], answered[1]
                if (reason := _without_answer(answer)) is not None:
                    self.racers.setdefault(deck, reason)
                else:
                    looked = [Estimate() for _ in self.tune.goals]
                    _take(looked, answer)
                    for estimate in looked:
                        estimate.narrow(self._chance_of_a_look(first + answered[0]))
                    found[deck] = looked[0]
                    self._looked_at(deck, looked)
            yield
        return found

    def _chance_of_a_look(self, number: int) -> float:
        """With what probability an interval of this look may fail: those of all looks, however many there
        are, fail with that of the race's, since the sum of all 1 / (n (n + 1)) is 1."""
        doubt: float = 1 - self.settings["certainty"]
        return doubt / (len(self.tune.goals) * (number + 1) * (number + 2))

    def _looked_at(self, deck: Counts, looked: list[Estimate]) -> None:
        """Enter a deck into the race; of several looks at it the longest says what it shows before that."""
        racer = self.racers.get(deck)
        if racer is None:
            signs = [-1 if goal.small else 1 for goal in self.tune.goals]
            exact = all(one.exact is not None for one in looked)
            raced = looked if exact else [Estimate() for _ in looked]
            self.racers[deck] = racer = Racer(len(self.racers), raced, signs, looked)
            self.race.enter(racer)
        elif isinstance(racer, Racer) and looked[0].count >= racer.before[0].count:
            racer.before = looked

    def _next_step(self) -> int:
        self._steps += 1
        return self._steps

    # Racing -------------------------------------------------------------------------------------

    def _count(self, racing: Sequence[Racer], trials: int) -> Iterator[None]:
        """Give those who are racing so many trials in all, beside whoever is ahead by now."""
        decks = list(self.racers)
        of = [decks[racer.number] for racer in racing]
        round_ = self.lengths.index(trials)
        before = self.lengths[round_ - 1] if round_ else 0
        rival = None
        if round_:
            self.race.choose_rival()
            if self.race.rival is not None and not self.race.rival.exact:
                rival = decks[self.race.rival.number]
        for answered in self._answers(of, "sample", trials - before, self._next_step(), rival):
            if answered is not None:
                racer, answer = racing[answered[0]], answered[1]
                _take(racer.estimates, answer)
                self.race.take(racer, answer.get("gaps", [None])[0])
            yield

    def _answers(
        self, decks: Sequence[Counts], method: str | None, trials: int, step: int, rival: Counts | None = None
    ) -> Iterator[tuple[int, dict[str, Any]] | None]:
        """What is found out about decks in a step of this number: the place of each in their order, with its
        answer; None in between, where whoever answers gives others their turn.  Trials are those of the
        worlds of the ``rival``, who plays beside each of the others; of the deck as it is where there is no
        rival."""
        first, self._asked = self._asked, self._asked + len(decks)
        worlds = self._made(rival or self.tune.own) if method == "sample" else None
        seed = seed_of(self.tune.seed, step)

        def task(at: int) -> Task:
            counts, size, parameters = self._made(decks[at - first])
            gaps = rival is not None and decks[at - first] != rival
            return Task(at, counts, size, parameters, method, trials, seed, worlds=worlds, gaps=gaps)

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

    def _made(self, counts: Counts) -> Made:
        return tuple(zip(self.tune.cards, counts, strict=True)), None, ()

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
        leader = race.ahead
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
            tune.looked.append(Looked(deck, racer.known, None, state))
        ahead = None if leader is None or several or leader.exact else list(self.racers)[leader.number]
        order = [BEST, FRONT, OPEN, DROPPED, NOTHING]
        signs = [-1 if goal.small else 1 for goal in tune.goals]
        tune.looked.sort(
            key=lambda one: (
                order.index(one.state),
                one.counts != ahead,  # it is what ``gain`` is about; another may look better by fewer trials
                [-sign * estimate.value for sign, estimate in zip(signs, one.estimates, strict=False)],
                sum(abs(new - old) for new, old in zip(one.counts, tune.own, strict=True)),
                one.counts,
            )
        )


def _without_answer(answer: Mapping[str, Any]) -> str | None:
    """Why there is nothing to compare a deck by, where there is nothing."""
    if "reason" in answer:
        return from_data(answer["reason"])
    without = any(known[0] is None for known in answer["known"])
    return say("the goal has no value in any trial") if without else None


def _take(estimates: Iterable[Estimate], answer: Mapping[str, Any]) -> None:
    """Add what was found out about a deck."""
    for estimate, known, tally in zip(estimates, answer["known"], answer["tallies"], strict=True):
        if tally is None:
            estimate.exact = known[0]
        else:
            estimate.add(*tally)


def _lengths(most: int) -> Iterator[int]:
    """How many trials a deck has had by the end of each round."""
    trials = min(FIRST, most)
    while trials < most:
        yield trials
        trials *= 2
    yield most


def seed_of(seed: int, step: int) -> int:
    """The seed of the trials of a step."""
    return int.from_bytes(blake2b(f"{seed} {step}".encode(), digest_size=8).digest(), "little") % SEEDS
