"""Why hands fail: what was missing, what one card more would have done, and what was played.

What comes in: a deck, one of its topics, a seed.  What goes out: :class:`Why`.  The trials are those of
``yispc run --method sample`` with that seed, one by one on the python target with a log, so that each can be
replayed by ``yispc trace``.

Not handled: topics that are played in worlds (policies other than ``greedy``) or whose cards are dealt to
seats, and topics without combos: :class:`NothingToSay` has the sentence.  On a wall hands cannot be laid, so
there is nothing about one card more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, zip_longest

from yisp_runtime.codes import HAND

from ...compile.pipeline import compile_deck
from ...deck.kinds import KindSet
from ...deck.model import Combo, Deck, Policy, Topic
from ...messages import quoted, say
from ...simulate.counting.estimates import Rate
from ...simulate.playing.play import Play, python_functions
from ...simulate.playing.records import Row, read_rows
from ...simulate.single.position import read_zones
from ...simulate.single.trace import read_entries
from ...simulate.stop import MEMORY, Stop
from .courses import Courses
from .missing import Lack, Wanted
from .onemore import AGAIN, Replays
from .reasons import Failure, Hand, OneMore, Why

COUNT = 2000
"""Trials, where nobody says how many."""

MOST_REPLAYS = 20_000
"""Hands that are played again with one card more, of all sorts together."""

FEWEST_FAILURES = 50
"""Failures whose hands are, however many sorts of cards there are."""

FAILED, SUCCEEDED = 10, 5
"""Hands that are kept as samples."""

GREEDY = "greedy"

Progress = Callable[[str, int, int], None]
"""Told what is done, and how many of how many."""


class NothingToSay(ValueError):
    """The topic is none of which this can be asked; the message says why."""


def why(
    deck: Deck,
    topic: str,
    *,
    count: int = COUNT,
    seed: int,
    failed: int = FAILED,
    succeeded: int = SUCCEEDED,
    policy: str | None = None,
    given: dict[str, int] | None = None,
    progress: Progress | None = None,
) -> Why:
    """Play so many trials of a topic and say why they failed.

    ``failed`` and ``succeeded`` are how many hands are kept as samples; ``policy`` is the topic's own where
    it is None; ``given`` are the parameters that have other values than their defaults.  Ctrl-C ends it with
    what was counted so far.  Raises :class:`NothingToSay`.
    """
    stop = Stop()
    study = Inquiry(deck, topic, seed, stop, policy, given or {}, failed, succeeded)
    with stop:
        for done in study.play(count):
            if progress is not None:
                progress(topic, done, count)
        for done, of in study.replay():
            if progress is not None:
                progress(say("one card more"), done, of)
    return study.found()


_Group = tuple[int, tuple[Lack, ...]]
"""The combo that was nearest, and what it lacked."""


class _Same:
    """Failures that lacked the same: how many, and the first of them."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.count = 0
        self.shown: list[int] = []


class Inquiry:
    """The trials of a topic, and what was counted of them, a trial at a time; the ``stop`` ends it."""

    def __init__(
        self,
        deck: Deck,
        topic: str,
        seed: int,
        stop: Stop,
        policy: str | None = None,
        given: dict[str, int] | None = None,
        failed: int = FAILED,
        succeeded: int = SUCCEEDED,
    ) -> None:
        """As for :func:`why`.  Raises :class:`NothingToSay`."""
        began = time.perf_counter()
        self._index = next(at for at, one in enumerate(deck.topics) if one.name == topic)
        model = deck.topics[self._index]
        _check(deck, model, policy)
        self._deck, self._model, self._seed = deck, model, seed
        self._stop = stop
        self._program = compile_deck(_observed(deck, self._index)).with_parameters(given or {})
        self._functions = python_functions(self._program.python_source)
        self._play = self._opened()
        self._wanted = Wanted(deck, model.combos, best=model.match == "best")
        kinds = self._program.kinds
        self._courses = Courses([(kinds[kind][0], number) for kind, number in self._program.effects])
        self._conditions = [at for at, combo in enumerate(model.combos) if combo.condition is not None]
        self._shown_failed, self._shown_succeeded = failed, succeeded
        self._groups: dict[_Group, _Same] = {}
        self._failures = self._successes = 0
        self._failed: list[int] = []  # the first trials that did, as many as can be replayed
        self._succeeded: list[tuple[int, tuple[str, ...]]] = []  # the first ones, and the combos that did
        self._served: set[int] = set()
        self._trials = 0
        self._sorts: dict[KindSet, str] = {}
        self._turned: list[dict[KindSet, bool | None]] = []  # by failure that was replayed
        self.seconds = time.perf_counter() - began

    def _opened(self) -> Play:
        return Play(self._program, self._index, self._seed, functions=self._functions)

    # Trials -----------------------------------------------------------------------------------------

    def play(self, count: int) -> Iterator[int]:
        """Play so many trials, unless it is to end before; gives how many there were."""
        play, plan, stop = self._play, self._program.plan, self._stop
        letters, logged = self._program.zones, self._model.plays and bool(self._program.effects)
        zones = {letter: letters.index(letter) for letter in self._wanted.zones if letter in letters}
        stop.guard(play.table)
        for trial in range(count):
            if stop.heard:
                break
            began = time.perf_counter()
            play.table.record_log(logged)
            try:
                (row,) = read_rows(play.topic, play.records(trial, trial + 1))
                activated = self._activated() if logged else []
            except MemoryError:
                stop.hear(MEMORY)
                break
            if play.halted:
                break
            views = read_zones(play.table.position, plan)
            kind_of = plan["kind_of"]
            held = {
                letter: [
                    kind_of[card]
                    for view in [views[zone]]
                    for card in (*view.above, *view.hidden, *view.below)
                ]
                for letter, zone in zones.items()
            }
            self._count(row, activated, held)
            play.table.record_log(False)
            self.seconds += time.perf_counter() - began
            yield trial + 1

    def _activated(self) -> list[int]:
        """The effects that were activated in the trial that has just been played."""
        entries = read_entries(self._play.table.read_log(), self._program)
        return [entry.number for entry in entries if entry.what == "activate"]

    def _count(self, row: Row, activated: list[int], held: dict[str, list[int]]) -> None:
        scoring = len(self._model.combos)
        success = row.score > 0
        self._trials += 1
        self._courses.count(activated, success)
        if success:
            worked = [number for number in range(scoring) if row.judged[number]]
            for number in worked:
                self._served.update(self._wanted.served(number, held))
            self._successes += 1
            if len(self._succeeded) < self._shown_succeeded:
                names = tuple(self._model.combos[number].name for number in worked)
                self._succeeded.append((row.trial, names))
            return
        # What `_observed` added comes last: the conditions by themselves.
        holds = [True] * scoring
        for at, number in enumerate(self._conditions, len(row.judged) - len(self._conditions)):
            holds[number] = row.judged[at]
        nearest, lacks = self._wanted.nearest(held, holds)
        same = self._groups.setdefault((nearest, tuple(lacks)), _Same(row.trial))
        same.count += 1
        if len(same.shown) < self._shown_failed:
            same.shown.append(row.trial)
        self._failures += 1
        if len(self._failed) < MOST_REPLAYS:
            self._failed.append(row.trial)

    # One card more ----------------------------------------------------------------------------------

    def replay(self) -> Iterator[tuple[int, int]]:
        """Play the failures' hands again, each with one card more of every sort; gives how many there were,
        and how many there are."""
        stop = self._stop
        if stop.heard or self._remark() is not None:
            return
        names = [kind.name for kind in self._deck.kinds]
        self._sorts = self._wanted.filters()
        self._sorts |= {1 << at: names[at] for at, kind in enumerate(self._deck.kinds) if kind.count}
        several = max(MOST_REPLAYS // (len(self._sorts) + 1), FEWEST_FAILURES)
        failures = self._failed[:several]
        replays = Replays(self._program, self._index, self._seed, self._functions)
        hands = self._opened()
        guarded = None
        for done, trial in enumerate(failures, 1):
            began = time.perf_counter()
            hand = _hand(hands, trial)
            turned: dict[KindSet, bool | None] = {}
            for kinds in (AGAIN, *self._sorts):
                turned[kinds] = replays.succeeds(trial, hand, kinds)
                if replays.table is not guarded:
                    guarded = replays.table
                    stop.guard(guarded)
                if stop.heard:
                    return
            self._turned.append(turned)
            self.seconds += time.perf_counter() - began
            yield done, len(failures)

    def _remark(self) -> str | None:
        """Why nothing can be said of one card more."""
        if self._deck.exits:
            return say(
                "on a wall a hand has its places, so no card can be put into it: nothing about one card more"
            )
        return None

    # What came of it --------------------------------------------------------------------------------

    def found(self) -> Why:
        """What is known by now."""
        hands = self._opened()
        groups = sorted(self._groups.items(), key=lambda group: (-group[1].count, group[1].first))
        shown = _in_turn([same.shown for _, same in groups], self._shown_failed)
        failures = [
            Failure(
                self._model.combos[combo].name,
                lacks,
                Rate.sampled(self._model.combos[combo].name, same.count, self._failures),
                tuple(self._hand(hands, trial) for trial in same.shown if trial in shown),
            )
            for (combo, lacks), same in groups
        ]
        active = self._courses.cards()
        one_more, again = self._one_more()
        return Why(
            file=self._program.file,
            topic=self._model.name,
            seed=self._seed,
            trials=self._trials,
            success=Rate.sampled(self._model.name, self._successes, self._trials),
            failures=failures,
            succeeded=[self._hand(hands, trial, combos) for trial, combos in self._succeeded],
            one_more=one_more,
            again=again,
            replayed=len(self._turned),
            uses=self._courses.uses() if self._model.plays else [],
            lines=self._courses.lines() if self._model.plays and self._program.effects else [],
            idle=[
                kind.name
                for at, kind in enumerate(self._deck.kinds)
                if kind.count and kind.name not in active and at not in self._served
            ],
            counted=any(
                combo.condition is not None or not isinstance(combo.score, int)
                for combo in self._model.combos
            ),
            remark=self._remark(),
            given=self._program.values,
            ended=self._stop.reason,
            seconds=self.seconds,
        )

    def _hand(self, hands: Play, trial: int, combos: tuple[str, ...] = ()) -> Hand:
        kind_of, kinds = self._program.plan["kind_of"], self._program.kinds
        return Hand(trial, tuple(kinds[kind_of[card]][0] for card in _hand(hands, trial)), combos)

    def _one_more(self) -> tuple[list[OneMore] | None, Rate | None]:
        if self._remark() is not None:
            return None, None
        replayed = len(self._turned)
        wanted = set(self._wanted.filters())
        found = []
        for kinds, name in self._sorts.items():
            turned = [one[kinds] for one in self._turned]
            if turned and all(one is None for one in turned):
                continue  # no card of the sort is ever in the deck, as of those that begin in another zone
            rate = Rate.sampled(name, sum(one is True for one in turned), replayed)
            found.append(OneMore(name, kinds in wanted, rate, sum(one is not None for one in turned)))
        again = Rate.sampled("the same hand", sum(one[AGAIN] is True for one in self._turned), replayed)
        return sorted(found, key=lambda one: (-(one.rate.count or 0), not one.wanted)), again


def _in_turn(lists: Sequence[Sequence[int]], many: int) -> set[int]:
    """So many of the numbers, the first of each list, then the second of each …"""
    turns = chain.from_iterable(zip_longest(*lists))
    return set(islice((number for number in turns if number is not None), min(many, sum(map(len, lists)))))


def _hand(play: Play, trial: int) -> Sequence[int]:
    """The cards of a trial's opening hand, in order."""
    play.table.hand(trial)
    return play.table.cards(HAND)


def _check(deck: Deck, topic: Topic, policy: str | None) -> None:
    """Raise :class:`NothingToSay` for a topic that this cannot be asked about."""
    if deck.seats:
        raise NothingToSay(
            say(
                "the cards of {topic} are dealt to seats, and this is about one opening hand",
                topic=quoted(topic.name),
            )
        )
    if not topic.combos:
        raise NothingToSay(
            say("{topic} has no combos, so it neither succeeds nor fails", topic=quoted(topic.name))
        )
    kind = policy or topic.policy.kind
    if kind != GREEDY and topic.activates:
        raise NothingToSay(
            say(
                "{topic} is played by {policy}, and this looks at what {greedy} does; ask for the policy"
                " {greedy}",
                topic=quoted(topic.name),
                policy=quoted(kind),
                greedy=quoted(GREEDY),
            )
        )


def _observed(deck: Deck, index: int) -> Deck:
    """The deck with the conditions of the topic's combos watched, each by itself, behind all that it watches.

    Nothing that happens in a trial changes, and no combo's judging: what is watched is judged afterwards.
    """
    topic = deck.topics[index]
    conditions = tuple(
        Combo("watch", f"condition of {combo.name}", 1, combo.condition, (), combo.place)
        for combo in topic.combos
        if combo.condition is not None
    )
    observed = replace(
        topic, watch=topic.watch + conditions, stats=(), expect=(), relations=(), policy=Policy()
    )
    return replace(deck, topics=(*deck.topics[:index], observed, *deck.topics[index + 1 :]))
