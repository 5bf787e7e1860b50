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
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import zip_longest
from typing import Any

from yisp_runtime.codes import HAND

from ..compile.pipeline import compile_deck
from ..compile.program import Program
from ..deck.kinds import KindSet
from ..deck.model import Combo, Deck, Policy, Topic
from ..simulate.estimates import Rate
from ..simulate.play import Play, python_functions
from ..simulate.position import read_zones
from ..simulate.records import Row, read_rows
from ..simulate.stop import MEMORY, Stop
from ..simulate.trace import read_entries
from ..version import VERSION
from .courses import Courses, Line, Use
from .missing import Lack, Wanted
from .onemore import AGAIN, Replays

SCHEMA = 1
"""The shape of ``Why.to_dict``."""

COUNT = 2000
"""Trials, where nobody says how many."""

MOST_REPLAYS = 20_000
"""Hands that are played again with one card more, of all sorts together."""

FEWEST_FAILURES = 50
"""Failures whose hands are, however many sorts of cards there are."""

GREEDY = "greedy"

PHASES = ("trials", "one card more")
"""What there is to do, in order."""

Progress = Callable[[int, int, int, bool], None]
"""Told which of ``PHASES`` it is, how many are done of how many, and False (see ``simulate.request``)."""


class NothingToSay(ValueError):
    """The topic is none of which this can be asked; the message says why."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The opening hand of a trial, by name in the order drawn; of a success, the combos that succeeded."""

    trial: int
    cards: tuple[str, ...]
    combos: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {"trial": self.trial, "hand": list(self.cards), **({"combos": list(self.combos)} if self.combos else {})}


@dataclass(frozen=True, slots=True)
class Failure:
    """Failures of which the same combo was nearest, and lacked the same.  ``rate`` is their share of all
    failures; ``hands`` are some of them, the first ones."""

    combo: str
    missing: tuple[Lack, ...]
    rate: Rate
    hands: tuple[Hand, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "combo": self.combo,
            "missing": [lack.to_dict() for lack in self.missing],
            "count": self.rate.count,
            **self.rate.to_dict(),
            "hands": [hand.to_dict() for hand in self.hands],
        }


@dataclass(frozen=True, slots=True)
class OneMore:
    """What a card more in the opening hand does: the share of the failures that succeed with it.

    ``name`` is a card or what a combo asks for, ``wanted`` says that some combo does; ``possible`` is how many
    of the failures left such a card in the deck.
    """

    name: str
    wanted: bool
    rate: Rate
    possible: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "wanted": self.wanted,
            "count": self.rate.count,
            "possible": self.possible,
            **self.rate.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Why:
    """What trials of a topic tell about its failures.

    ``success`` and the counts are those of a run of as many trials with that seed.  ``failures`` come most
    common first.  ``one_more`` is sorted by what it turns, and about the first ``replayed`` failures, of
    which ``again`` succeed with the same hand and another shuffle; None where there is nothing to lay (see
    ``remark``).  ``idle`` are the cards of which no effect was activated in any trial, and which served no
    combo that succeeded; combos whose ``counted`` is true have a condition or a score that may count them all
    the same.  ``ended`` says what ended it early.
    """

    file: str
    topic: str
    seed: int
    trials: int
    success: Rate
    failures: list[Failure]
    succeeded: list[Hand]
    one_more: list[OneMore] | None
    again: Rate | None
    replayed: int
    uses: list[Use]
    lines: list[Line]
    idle: list[str]
    counted: bool
    remark: str | None
    given: dict[str, int]
    ended: str | None
    seconds: float

    @property
    def partial(self) -> bool:
        return self.ended is not None

    def __repr__(self) -> str:
        nearest = f"; mostly {self.failures[0].combo!a} lacks something" if self.failures else ""
        return f"<yisp.Why {self.topic!a}: success {self.success.text}, {self.trials} trials{nearest}>"

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that ``yispc why --json`` prints."""
        return {
            "yisp": VERSION,
            "schema": SCHEMA,
            "deck": {"file": self.file},
            "seed": self.seed,
            "topic": self.topic,
            "trials": self.trials,
            "partial": self.partial,
            "success": {"count": self.success.count, **self.success.to_dict()},
            "failures": [failure.to_dict() for failure in self.failures],
            "succeeded": [hand.to_dict() for hand in self.succeeded],
            "one_more": None if self.one_more is None else [one.to_dict() for one in self.one_more],
            "again": None if self.again is None else {"count": self.again.count, **self.again.to_dict()},
            "replayed": self.replayed,
            "effects": [use.to_dict() for use in self.uses],
            "lines": [line.to_dict() for line in self.lines],
            "idle": self.idle,
            "set": self.given,
            "seconds": self.seconds,
        }

    def table(self) -> list[dict[str, Any]]:
        """A row for each thing counted: ``what`` is "topic", "missing", "one-more", "again", "effect" or
        "line", ``count`` how often in so many ``trials``, ``rate`` the share with its interval."""
        rows = [self._row("topic", self.topic, self.success, self.trials)]
        failed = self.trials - (self.success.count or 0)
        for failure in self.failures:
            name = ", ".join(f"{lack.what}: {lack.name}" for lack in failure.missing)
            rows.append(self._row("missing", f"{failure.combo}: {name}", failure.rate, failed))
        if self.again is not None:
            rows.append(self._row("again", "the same hand", self.again, self.replayed))
        rows += [self._row("one-more", one.name, one.rate, self.replayed) for one in self.one_more or ()]
        rows += [self._row("effect", f"{use.card}[{use.effect}]", use.share, self.trials) for use in self.uses]
        for line in self.lines:
            rows.append(self._row("line", line_text(line), Rate.sampled("", line.count, self.trials), self.trials))
        return rows

    def _row(self, what: str, name: str, rate: Rate, trials: int) -> dict[str, Any]:
        low, high = rate.ci95 or (None, None)
        values = (self.topic, what, name, rate.count, trials, rate.rate, low, high)
        return dict(zip(TABLE_COLUMNS, values, strict=True))

    def to_frame(self) -> Any:
        """The table as a pandas data frame; pandas is not one of yisp's own requirements."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise ImportError("Why.to_frame() needs pandas: pip install pandas") from None
        return pandas.DataFrame(self.table(), columns=list(TABLE_COLUMNS))


TABLE_COLUMNS = ("topic", "what", "name", "count", "trials", "rate", "rate_low", "rate_high")
"""The columns of ``Why.table``."""


def line_text(line: Line) -> str:
    """The activations of a line, in order."""
    steps = [f"{card}[{effect}]" for card, effect in line.steps]
    return " > ".join([*steps, "…"] if line.more else steps) or "nothing played"


def why(
    deck: Deck,
    topic: str,
    *,
    count: int = COUNT,
    seed: int,
    failed: int = 10,
    succeeded: int = 5,
    policy: str | None = None,
    given: dict[str, int] | None = None,
    progress: Progress | None = None,
) -> Why:
    """Play so many trials of a topic and say why they failed.

    ``failed`` and ``succeeded`` are how many hands are kept as samples; ``policy`` is the topic's own where
    it is None; ``given`` are the parameters that have other values than their defaults.  Ctrl-C ends it with
    what was counted so far.  Raises :class:`NothingToSay`.
    """
    began = time.perf_counter()
    study = _Study(deck, topic, seed, policy, given or {})
    with Stop() as stop:
        study.play(count, stop, progress)
        study.replay(stop, progress)
    return study.found(failed, succeeded, stop.reason, time.perf_counter() - began)


class _Study:
    """The trials of a topic, and what was counted of them."""

    def __init__(self, deck: Deck, topic: str, seed: int, policy: str | None, given: dict[str, int]) -> None:
        self._index = next(at for at, one in enumerate(deck.topics) if one.name == topic)
        model = deck.topics[self._index]
        _check(deck, model, policy)
        self._deck, self._model, self._seed = deck, model, seed
        self._program = compile_deck(_observed(deck, self._index)).with_parameters(given)
        self._functions = python_functions(self._program.python_source)
        self._play = self._opened()
        self._wanted = Wanted(deck, model.combos, best=model.match == "best")
        kinds = self._program.kinds
        self._courses = Courses([(kinds[kind][0], number) for kind, number in self._program.effects])
        self._conditions = [at for at, combo in enumerate(model.combos) if combo.condition is not None]
        self._groups: dict[tuple[int, tuple[Lack, ...]], list[int]] = {}
        self._failed: list[int] = []  # trials, ascending
        self._succeeded: list[tuple[int, tuple[str, ...]]] = []
        self._served: set[int] = set()
        self._trials = 0
        self._sorts: dict[KindSet, str] = {}
        self._turned: list[dict[KindSet, bool | None]] = []  # by failure that was replayed

    def _opened(self) -> Play:
        return Play(self._program, self._index, self._seed, functions=self._functions)

    # Trials -----------------------------------------------------------------------------------------

    def play(self, count: int, stop: Stop, progress: Progress | None) -> None:
        """Play the trials, until there are enough or the run is to end."""
        play, plan = self._play, self._program.plan
        letters, logged = self._program.zones, self._model.plays and bool(self._program.effects)
        zones = {letter: letters.index(letter) for letter in self._wanted.zones if letter in letters}
        stop.guard(play.table)
        for trial in range(count):
            if stop.heard:
                break
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
                letter: [kind_of[card] for view in [views[zone]] for card in (*view.above, *view.hidden, *view.below)]
                for letter, zone in zones.items()
            }
            self._count(row, activated, held)
            if progress is not None:
                progress(0, trial + 1, count, False)
        play.table.record_log(False)

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
            self._succeeded.append((row.trial, tuple(self._model.combos[number].name for number in worked)))
            return
        # What `_observed` added comes last: the conditions by themselves.
        holds = [True] * scoring
        for at, number in enumerate(self._conditions, len(row.judged) - len(self._conditions)):
            holds[number] = row.judged[at]
        nearest, lacks = self._wanted.nearest(held, holds)
        self._groups.setdefault((nearest, tuple(lacks)), []).append(row.trial)
        self._failed.append(row.trial)

    # One card more ----------------------------------------------------------------------------------

    def replay(self, stop: Stop, progress: Progress | None) -> None:
        """Play the failures' hands again, each with one card more of every sort."""
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
            if progress is not None:
                progress(1, done, len(failures), False)

    def _remark(self) -> str | None:
        """Why nothing can be said of one card more."""
        if self._deck.exits:
            return "on a wall a hand has its places, so no card can be put into it: nothing about one card more"
        return None

    # What came of it --------------------------------------------------------------------------------

    def found(self, failed: int, succeeded: int, ended: str | None, seconds: float) -> Why:
        hands = self._opened()
        shown = self._shares(failed)
        groups = sorted(self._groups.items(), key=lambda group: (-len(group[1]), group[1][0]))
        failures = [
            Failure(
                self._model.combos[combo].name,
                lacks,
                Rate.sampled(self._model.combos[combo].name, len(trials), len(self._failed)),
                tuple(self._hand(hands, trial) for trial in trials[: shown.get((combo, lacks), 0)]),
            )
            for (combo, lacks), trials in groups
        ]
        active = self._courses.cards()
        one_more, again = self._one_more()
        return Why(
            file=self._program.file,
            topic=self._model.name,
            seed=self._seed,
            trials=self._trials,
            success=Rate.sampled(self._model.name, len(self._succeeded), self._trials),
            failures=failures,
            succeeded=[self._hand(hands, trial, combos) for trial, combos in self._succeeded[:succeeded]],
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
            counted=any(combo.condition is not None or not isinstance(combo.score, int) for combo in self._model.combos),
            remark=self._remark(),
            given=self._program.values,
            ended=ended,
            seconds=seconds,
        )

    def _shares(self, failed: int) -> dict[tuple[int, tuple[Lack, ...]], int]:
        """How many hands of each group are shown: one of each in turn, beginning with the greatest."""
        groups = sorted(self._groups, key=lambda group: (-len(self._groups[group]), self._groups[group][0]))
        turns = [group for turn in zip_longest(*([one] * min(len(self._groups[one]), failed) for one in groups[:failed])) for group in turn if group]
        return {group: turns[:failed].count(group) for group in groups[:failed]}

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
            rate = Rate.sampled(name, sum(one is True for one in turned), replayed)
            found.append(OneMore(name, kinds in wanted, rate, sum(one is not None for one in turned)))
        again = Rate.sampled("the same hand", sum(one[AGAIN] is True for one in self._turned), replayed)
        return sorted(found, key=lambda one: (-(one.rate.count or 0), not one.wanted)), again


def _hand(play: Play, trial: int) -> Sequence[int]:
    """The cards of a trial's opening hand, in order."""
    play.hand(trial)
    return play.table.cards(HAND)


def _check(deck: Deck, topic: Topic, policy: str | None) -> None:
    """Raise :class:`NothingToSay` for a topic that this cannot be asked about."""
    if deck.seats:
        raise NothingToSay(f"the cards of {topic.name!r} are dealt to seats, and this is about one opening hand")
    if not topic.combos:
        raise NothingToSay(f"{topic.name!r} has no combos, so it neither succeeds nor fails")
    kind = policy or topic.policy.kind
    if kind != GREEDY and topic.activates:
        raise NothingToSay(
            f"{topic.name!r} is played by {kind!r}, and this looks at what {GREEDY!r} does: ask for that policy"
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
