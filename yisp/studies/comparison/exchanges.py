"""A deck and its variants by one copy, in the same worlds.

What comes in: a topic of a deck, and variants that have one copy of a card more or less.  What goes out: by
how much each variant's figures differ, known as well as so many trials make the deck's own figures known or,
where nobody says how many, as well as differences are known that ``compare`` finds, and the deck's own rate
beside; or what a run's work tells of it (``simulate.effort``), which all of them share.

The copy that is exchanged lies where the other one lay (``simulate.worlds``).  A topic that knows nothing of
the cards that stay in the deck (``compile.unseen``) makes the same of every world in which that copy never
left the deck: then the trial of the deck counts for the variant as well, row by row, and only the others are
played.  This is so because such a trial is a function of the cards it drew, in order, and of how many there
are, and neither is another.  It holds for the activation scan; whoever looks ahead also knows which cards are
left, so then every trial is played.  (The tests draw decks of this sort, and play all trials beside.)

Not handled: exact answers (``sensitivity``).
"""

from __future__ import annotations

import time
from math import sqrt

from yisp_runtime.counts.pairs import drawn, replaced

from ...compile.family import Family
from ...compile.program import GREEDY, Program
from ...compile.row import NUMBER
from ...deck.changes import Changes
from ...deck.load import load_file
from ...lang.diagnostics import DeckError
from ...messages import say
from ...simulate.counting.statistics import Z, half_width, rate_half_width
from ...simulate.outcome import TopicOutcome
from ...simulate.sampling.effort import FEWEST as FEWEST_TRIALS
from ...simulate.sampling.effort import WORK, affordable_in_worlds
from ...simulate.sampling.precision import KNOWN
from ...simulate.sampling.targets import Targets
from ...simulate.worlds.worlds import FOUND, INTERRUPTED, Scanning, entry_of, in_worlds_of
from .compare import known_enough, range_of, result_of
from .comparison import Gap
from .paired import Gathered, Side, figures, hold_together

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ...deck.model import Deck, Kind
    from ...simulate.result import TopicResult
    from ...simulate.stop import Stop
    from ...simulate.worlds.worlds import Players
    from .paired import Figure

    Progress = Callable[[str, int, int], None]
    """Told of a topic, how many of its trials are done, and of how many."""

    Foretold = Callable[[str, int, float, str], None]
    """Told of a topic whose variants are played in full, how many there are, about how many seconds that
    takes at the most, and why it is so."""

FIRST_ROUND, LARGEST_ROUND = 2**6, 2**14
"""Trials of the first round, and of any: rounds double what was played before.  They do not depend on the
clock, so neither does when a variant is known well enough."""

FEWEST = 2**10
"""Trials before which nothing is known well enough to stop."""

FORETELL = 2**8
"""Trials after which it is said how long all of them take."""

LONG = 10.0
"""Seconds that are worth a word where nobody has said how many trials there are to be."""

PIECE = 0.02
"""Seconds that trials are played in one go: so long does whoever runs the steps have to wait."""

GROWTH = 4
"""How many times as many trials a piece may have as the one before: nobody knows how long the first takes."""


class Variant:
    """A deck with one copy of a card more (``by`` 1) or less (-1), made when it is looked at first.

    Then there is a ``program``, and it is known which card of the deck it has another one for, if it has
    (``exchanged``); or the ``reason`` why there is none.  ``fills`` says whether another card makes up for
    the copy, so that the deck's size stays.
    """

    __slots__ = ("_base", "_deck", "_family", "_filler", "_found", "by", "card", "copies", "fills")

    def __init__(
        self,
        deck: Deck,
        base: Program,
        family: Family,
        filler: str | None,
        kind: Kind,
        by: int,
        fills: bool,
    ) -> None:
        self.card = kind.name
        self.copies = kind.count  # in the deck itself
        self.by = by
        self.fills = fills
        self._deck, self._base, self._family, self._filler = deck, base, family, filler
        self._found: tuple[Program | None, int | None, str | None] | None = None

    @property
    def made(self) -> bool:
        """Whether it is known if there is one."""
        return self._found is not None

    @property
    def program(self) -> Program | None:
        return self._known[0]

    @property
    def exchanged(self) -> int | None:
        return self._known[1]

    @property
    def reason(self) -> str | None:
        return self._known[2]

    @property
    def _known(self) -> tuple[Program | None, int | None, str | None]:
        if self._found is None:
            try:
                changes = Changes({self.card: self.copies + self.by}, self._filler)
                program = self._family.program(self._deck.changes.then(changes))
            except DeckError as error:
                first = next(one for one in error.diagnostics if one.severity == "error")
                self._found = None, None, first.message
            else:
                program = program.with_parameters(self._base.given)
                self._found = program, _exchanged(self._base, program), None
        return self._found


def variants(deck: Deck, base: Program, filler: str | None) -> tuple[list[Variant], str | None]:
    """The variants of a deck whose program is ``base``, and the card that makes up for the copy, if one does:
    it is not changed for itself."""
    fills = filler or deck.changes.filler or deck.filler
    if fills in deck.changes.counts:  # it has the copies that were asked for
        fills = None
    source, over = deck.source, deck.over
    if source is None:
        raise ValueError(say("this deck was not read from a deck file"))
    family = Family(lambda changes: load_file(source, changes, over))
    found = [
        Variant(deck, base, family, filler, kind, by, fills is not None and kind.zone is None)
        for kind in deck.kinds
        if kind.name != fills
        for by in ((1, -1) if kind.count else (1,))
    ]
    return found, fills


def _exchanged(base: Program, other: Program) -> int | None:
    """The one card of the deck that another deck has another card for; None where that is not all."""
    keys = base.plan["card_keys"]
    gone = set(keys) - set(other.plan["card_keys"])
    return keys.index(gone.pop()) if len(gone) == 1 and base.cards == other.cards else None


def changing(program: Program, index: int) -> list[Figure]:
    """The figures whose change is told: success and score, or where nothing succeeds what is watched, and the
    stats."""
    known = list(figures(program.topics[index]))
    return [figure for figure in known if figure[0] in ("success", "score")] or known


class Table:
    """The deck or a variant of it at a table of its own, opened when it is played first.

    Only who runs stage by stage leaves trials out, and says which cards stayed in the deck.  Where all are
    played (``in_full``), ``greedy`` scans, which is sooner: they are the same trials (``Scanning``).
    """

    __slots__ = ("_players", "_policy", "_stop", "_topic", "block", "seed", "targets")

    def __init__(
        self, program: Program, topic: int, seed: int, target: str, stop: Stop, *, in_full: bool
    ) -> None:
        self._policy = program.topics[topic].policy
        self.targets = Targets(program, target, entry=entry_of([self._policy]) if in_full else "stages")
        self.targets.look_for_native()
        self.seed = seed
        self.block = 1  # trials of the next piece
        self._topic, self._stop = topic, stop
        self._players: Players | Scanning | None = None

    @property
    def players(self) -> Players | Scanning:
        if self._players is None:
            self._players = self.targets.open_in_worlds(self._topic, self.seed, [self._policy])
            self._stop.guard(*self._players.tables)
        return self._players

    def rows(
        self, first: int, last: int, chosen: bytes | None = None, left: bool = False
    ) -> tuple[bytes, bytes] | None:
        """The rows of trials and the cards that each left in the deck; None where that was interrupted."""
        players, cards = self.players, b""
        began = time.perf_counter()
        if isinstance(players, Scanning):
            rows = players.records(first, last)
        else:
            (seat,) = players.seats
            state, _, rows, cards = seat.player.play(first, last, True, left, chosen)
            if state not in (FOUND, INTERRUPTED):
                raise seat.ended(state)
        if players.halted:
            return None
        took = max(time.perf_counter() - began, 1e-6)
        self.block = max(1, min(int((last - first) * PIECE / took), GROWTH * (last - first)))
        return rows, cards


class Exchanges:
    """One topic's deck and variants, at tables of their own, in the same worlds.

    ``trials`` are those of the deck so far, ``held_against`` those of them that each variant was held
    against, ``played`` how many of these it had to play itself.
    """

    def __init__(
        self,
        base: Program,
        index: int,
        found: Sequence[Variant],
        seed: int,
        target: str,
        blind: bool,
        stop: Stop,
    ) -> None:
        """``blind`` says whether the topic knows nothing of the cards that stay in the deck."""
        self.base, self.index, self.found, self.seed = base, index, found, seed
        self.trials = 0
        self.done = 0.0  # how far all of them are, in trials of the deck
        self.goal = 0  # how many these are to be, as far as that is known
        self.held_against = [0 for _ in found]
        self.played = [0 for _ in found]
        self.topic = base.topics[index]
        self.blind = blind
        self.reuses = not self._in_full()
        self._target, self._stop = target, stop
        self._told = changing(base, index)
        self._own = self._opened(base)
        self._tables: dict[int, Table] = {}
        self._gathered = [{figure: Gathered() for figure in self._told} for _ in found]

    @property
    def used(self) -> set[str]:
        return {name for table in (self._own, *self._tables.values()) for name in table.targets.used}

    @property
    def remark(self) -> str | None:
        tables = self._own, *self._tables.values()
        return next((table.targets.remark for table in tables if table.targets.remark), None)

    def run(self, count: int | None, progress: Progress | None, foretold: Foretold | None) -> None:
        """Play up to ``count`` trials of the deck, and of each variant as many as it takes."""
        began, before = time.perf_counter(), 0.0
        for _ in self.steps(count):
            if not before and self.done >= FIRST_ROUND and self.goal > FORETELL:
                began, before = time.perf_counter(), self.done  # what was built for it is not built again
            if self.done >= min(FORETELL, self.goal) and foretold is not None:
                seconds = (time.perf_counter() - began) * self.goal / (self.done - before)
                if (reason := self._in_full()) and (count is not None or seconds > LONG):
                    foretold(self.topic.name, len(self._tables), seconds, reason)
                foretold = None
            if progress is not None:
                progress(self.topic.name, int(self.done), self.goal)

    def steps(self, count: int | None) -> Iterator[None]:
        """The same in pieces, round by round, until it is done or the ``stop`` is heard."""
        done, active = 0, list(range(len(self.found)))
        work = self._affordable() if count is None else None
        while not self._stop.heard:
            self.goal = self._within(work, done) if count is None else count
            if done >= self.goal or (count is None and not active and self._known_itself(done)):
                return
            last = min(max(2 * done, FIRST_ROUND), done + LARGEST_ROUND, self.goal)
            own: list[tuple[bytes, bytes]] = []
            while self.trials < last and not self._stop.heard:
                if (piece := self._play(min(self.trials + self._own.block, last))) is None:
                    return
                own.append(piece)
                yield
            rows, left = (b"".join(piece[part] for piece in own) for part in range(2))
            for place, at in enumerate(list(active), 1):
                if self.found[at].program is None:
                    active.remove(at)
                    continue
                yield
                while self.held_against[at] < last and not self._stop.heard:
                    first = self.held_against[at]
                    end = min(first + self._table(at).block, last)
                    of = last - done, first - done, end - done
                    if not self._hold(at, first, end, _part(rows, *of), _part(left, *of)):
                        return
                    self.done = done + (last - done) * place / (len(active) + 1)
                    yield
            if self._stop.heard:
                return
            self.done = done = last
            if done >= FEWEST:
                active = [at for at in active if not self._known(at, done, count)]
            yield

    def _affordable(self) -> int:
        """How many trials of the deck the work is that all of them share."""
        return affordable_in_worlds(self.base, self.index, [self.topic.policy], WORK, self._stop)

    def _within(self, most: int | None, done: int) -> int:
        """How many trials the deck can have where all together have so many, if variants go on as they did:
        before any, as if each were played in full."""
        assert most is not None
        spent = done + sum(self.played)
        each = spent / done if done else 1 + len(self.found)
        return max(done + int((most - spent) / each), FEWEST_TRIALS)

    def _known_itself(self, done: int) -> bool:
        """Whether the deck's own rate is known, if it has one."""
        counts = self._own.players.parts()[0]
        return not self.topic.combos or rate_half_width(counts.successes, done) <= KNOWN

    def result(self) -> TopicResult:
        """What the deck's own trials came to."""
        counts = self._own.players.parts()[0]
        return result_of(self._side(self.base), TopicOutcome(self.index, counts), self.seed)

    def gaps(self, at: int) -> list[Gap]:
        """By how much a variant's figures are above the deck's."""
        gaps = []
        for figure, gathered in self._gathered[at].items():
            gap = Gap(figure)
            gap.mean, gap.ci95 = gathered.gap(self._range(figure, at))
            gaps.append(gap)
        return gaps

    def _in_full(self) -> str:
        """Why every trial of the variants has to be played; nothing where it has not."""
        if not self.blind:
            return say("its scripts look into the deck")
        if self.topic.policy.kind != GREEDY.kind:
            return say("whoever plays it knows which cards are left")
        if not any(one.fills for one in self.found):
            return say("no card fills the deck, so every variant is larger or smaller")
        return ""

    def _table(self, at: int) -> Table:
        """That of a variant."""
        if at not in self._tables:
            program = self.found[at].program
            assert program is not None, "a variant that there is none of cannot be played"
            self._tables[at] = self._opened(in_worlds_of(program, self.index, self.base, self.index))
        return self._tables[at]

    def _opened(self, program: Program) -> Table:
        return Table(program, self.index, self.seed, self._target, self._stop, in_full=not self.reuses)

    def _play(self, last: int) -> tuple[bytes, bytes] | None:
        """Trials of the deck, from where it is to there; None where that was interrupted."""
        players = self._own.players
        players.mark()
        found = self._own.rows(self.trials, last, left=self.reuses)
        if found is None:
            players.go_back()
        else:
            self.trials = last
        return found

    def _hold(self, at: int, first: int, last: int, own: bytes, left: bytes) -> bool:
        """Hold a variant against those trials of the deck; False where that was interrupted."""
        found = self._variant(at, first, last, own, left)
        if found is None:
            return False
        rows, played = found
        self.held_against[at] = last
        self.played[at] += played
        hold_together(self._gathered[at], self.topic, rows, self.topic, own)
        return True

    def _variant(self, at: int, first: int, last: int, own: bytes, left: bytes) -> tuple[bytes, int] | None:
        """The rows of a variant, and how many of the trials were played."""
        card = self.found[at].exchanged
        if not self.reuses or card is None:
            found = self._table(at).rows(first, last)
            return None if found is None else (found[0], last - first)
        chosen = drawn(left, len(left) // NUMBER // (last - first), card)
        played = chosen.count(1)
        if not played:
            self._table(at).block = GROWTH * (last - first)
            return own, 0
        found = self._table(at).rows(first, last, chosen)
        if found is None:
            return None
        return replaced(own, self._own.players.row.width, found[0], chosen), played

    def _known(self, at: int, done: int, count: int | None) -> bool:
        """Whether a variant's changes are known as well as ``count`` trials make the figures known, or well
        enough."""
        counts = self._own.players.parts()[0]
        for figure, gathered in self._gathered[at].items():
            range_ = self._range(figure, at)
            _, interval = gathered.gap(range_)
            if interval is None:
                return False
            if count is None:
                wanted = known_enough(figure, gathered, range_)
            elif figure[0] in ("success", "combo", "watch"):
                wins = gathered.theirs[1] if gathered.theirs[0] else counts.successes
                wanted = rate_half_width(round(wins * count / done), count)
            else:
                n, total, squares = gathered.theirs
                variance = (n * squares - total * total) / n**2 if n else 0.0  # whole numbers lose nothing
                wanted = Z * sqrt(variance / count)
            if half_width(interval) > wanted:
                return False
        return True

    def _range(self, figure: Figure, at: int) -> Any:
        return range_of(figure, self._side(self._table(at).targets.program), self._side(self.base))

    def _side(self, program: Program) -> Side:
        return Side("", program, self.index, program.topics[self.index].policy)


def _part(data: bytes, trials: int, first: int, last: int) -> bytes:
    """What some of so many trials have of it; each has as much."""
    size = len(data) // trials
    return data[first * size : last * size]
