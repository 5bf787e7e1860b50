"""A deck and its variants by one copy, in the same worlds.

What comes in: a topic of a deck, and variants that have one copy of a card more or less.  What goes out: by
how much each variant's figures differ, known as well as so many trials make the deck's own figures known.

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

import numpy

from ..compile.pipeline import compile_deck
from ..compile.program import GREEDY, Program
from ..compile.row import RowLayout
from ..deck.changes import Changes
from ..lang.diagnostics import DeckError
from ..messages import say
from ..simulate.outcome import TopicOutcome
from ..simulate.statistics import Z, half_width, rate_half_width
from ..simulate.targets import Targets
from ..simulate.worlds import FOUND, INTERRUPTED, in_worlds_of
from .compare import range_of, result_of
from .compared import Gap
from .paired import CHUNK_SECONDS, Gathered, Side, columns_of, figures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..deck.model import Deck
    from ..simulate.result import TopicResult
    from ..simulate.stop import Stop
    from ..simulate.worlds import Players
    from .paired import Figure

    Progress = Callable[[str, int, int], None]
    """Told of a topic, how many of its trials are done, and of how many."""

    Foretold = Callable[[str, int, float, str], None]
    """Told of a topic whose variants are played in full, how many there are, about how many seconds that
    takes at the most, and why it is so."""

FIRST_CHUNK, LARGEST_CHUNK = 2**8, 2**14
"""Trials of the deck that its variants are held against at a time."""

FEWEST = 2**10
"""Trials before which nothing is known well enough to stop."""


class Variant:
    """A deck with one copy of a card more (``by`` 1) or less (-1), and which card of the deck it has another
    one for, if it has (``exchanged``); or the ``reason`` why there is none."""

    __slots__ = ("by", "card", "copies", "exchanged", "program", "reason")

    def __init__(self, card: str, copies: int, by: int) -> None:
        self.card = card
        self.copies = copies  # in the deck itself
        self.by = by
        self.program: Program | None = None
        self.exchanged: int | None = None
        self.reason: str | None = None


def variants(deck: Deck, base: Program, filler: str | None) -> tuple[list[Variant], str | None]:
    """The variants of a deck whose program is ``base``, and the card that makes up for the copy, if one does:
    it is not changed for itself."""
    found = []
    fills = filler or deck.changes.filler or deck.filler
    if fills in deck.changes.counts:  # it has the copies that were asked for
        fills = None
    for kind in deck.kinds:
        for by in () if kind.name == fills else (1, -1) if kind.count else (1,):
            variant = Variant(kind.name, kind.count, by)
            found.append(variant)
            try:
                other = deck.changed(Changes({kind.name: kind.count + by}, filler))
            except DeckError as error:
                first = next(one for one in error.diagnostics if one.severity == "error")
                variant.reason = first.message
                continue
            variant.program = compile_deck(other).with_parameters(base.given)
            variant.exchanged = _exchanged(base, variant.program)
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


class Exchanges:
    """One topic's deck and variants, at tables of their own, in the same worlds."""

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
        self.base, self.index, self.found, self.seed = base, index, found, seed
        self.trials = 0  # of the deck
        self.held_against = [0 for _ in found]  # of these, by variant
        self.played = [0 for _ in found]  # … and how many of them had to be played
        self.topic = base.topics[index]
        self.blind = blind
        self.reuses = not self._in_full()
        self._stop = stop
        told = changing(base, index)
        moved = [in_worlds_of(one.program, index, base, index) for one in found if one.program is not None]
        assert len(moved) == len(found), "a variant that there is none of cannot be played"
        programs = [base, *moved]
        self._targets = [Targets(program, target, one_by_one=True) for program in programs]
        for targets in self._targets:
            targets.look_for_native()
        self._players: list[Players | None] = [None] * len(programs)
        self._gathered = [{figure: Gathered() for figure in told} for _ in found]

    @property
    def used(self) -> set[str]:
        return {name for targets in self._targets for name in targets.used}

    @property
    def remark(self) -> str | None:
        return next((targets.remark for targets in self._targets if targets.remark), None)

    def run(self, count: int, progress: Progress | None, foretold: Foretold | None) -> None:
        """Play up to ``count`` trials of the deck, and of each variant as many as it takes."""
        done, chunk, began = 0, min(FIRST_CHUNK, count), time.perf_counter()
        active = list(range(len(self.found)))
        while done < count and not self._stop.heard:
            last = min(done + chunk, count)
            start = time.perf_counter()
            self._open(0).mark()
            if not self._play(done, last, active):
                self._open(0).go_back()
                break
            done, now = last, time.perf_counter()
            if now - start < CHUNK_SECONDS / 2:
                chunk = min(2 * chunk, LARGEST_CHUNK)
            elif now - start > 2 * CHUNK_SECONDS:
                chunk = max(chunk // 2, 1)
            seconds = now - began
            if last == min(FIRST_CHUNK, count) and foretold is not None and (reason := self._in_full()):
                foretold(self.topic.name, len(self.found), seconds * count / last, reason)
            if done >= FEWEST:
                active = [at for at in active if not self._known(at, done, count)]
            if progress is not None:
                progress(self.topic.name, done, count)
        self.trials = done

    def result(self) -> TopicResult:
        """What the deck's own trials came to."""
        counts = self._open(0).parts()[0]
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
        if all(one.exchanged is None for one in self.found):
            return say("no card fills the deck, so every variant is larger or smaller")
        return ""

    def _open(self, at: int) -> Players:
        """The players of the deck (0) or a variant, opened when they are needed."""
        known = self._players[at]
        if known is None:
            targets = self._targets[at]
            policy = targets.program.topics[self.index].policy
            known = self._players[at] = targets.open_players(self.index, self.seed, [policy])
            for table in known.tables:
                self._stop.guard(table)
        return known

    def _rows(self, at: int, first: int, last: int, chosen: Any = None, left: bool = False) -> Any:
        """The rows of trials and the cards that each left in the deck; None where that was interrupted."""
        seat = self._open(at).seats[0]
        which = None if chosen is None else chosen.astype(numpy.uint8).tobytes()
        state, _, rows, cards = seat.player.play(first, last, True, left, which)
        if state == INTERRUPTED:
            return None
        if state != FOUND:
            raise seat.ended(state)
        table = numpy.frombuffer(rows, dtype=numpy.int64).reshape(-1, RowLayout.of(self.topic).width)
        words = numpy.frombuffer(cards, dtype=numpy.uint64)
        return table, words.reshape(len(table), -1) if left else None

    def _play(self, first: int, last: int, active: list[int]) -> bool:
        """Play some trials of the deck and of those variants; False where that was interrupted."""
        found = self._rows(0, first, last, left=self.reuses)
        if found is None:
            return False
        own, left = found
        base = columns_of(self.topic, own)
        tables = []
        for at in active:
            table = self._variant(at, first, last, own, left)
            if table is None:
                return False
            tables.append(table)
        for at, (table, played) in zip(active, tables, strict=True):
            self.held_against[at] += last - first
            self.played[at] += played
            columns = columns_of(self.topic, table)
            for figure, gathered in self._gathered[at].items():
                gathered.add(*columns[figure], *base[figure])
        return True

    def _variant(self, at: int, first: int, last: int, own: Any, left: Any) -> tuple[Any, int] | None:
        """The rows of a variant, and how many of the trials were played."""
        card = self.found[at].exchanged
        if not self.reuses or card is None:
            found = self._rows(at + 1, first, last)
            return None if found is None else (found[0], last - first)
        stays = (left[:, card >> 6] >> numpy.uint64(card & 63)) & numpy.uint64(1)
        chosen = stays == 0
        played = int(chosen.sum())
        if not played:
            return own, 0
        found = self._rows(at + 1, first, last, chosen)
        if found is None:
            return None
        table = own.copy()
        table[chosen] = found[0]
        return table, played

    def _known(self, at: int, done: int, count: int) -> bool:
        """Whether a variant's changes are known as well as ``count`` trials make the figures known."""
        players = self._open(0)
        counts = players.parts()[0]
        for figure, gathered in self._gathered[at].items():
            _, interval = gathered.gap(self._range(figure, at))
            if interval is None:
                return False
            if figure[0] in ("success", "combo", "watch"):
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
        return range_of(figure, self._side(self._targets[at + 1].program), self._side(self.base))

    def _side(self, program: Program) -> Side:
        return Side("", program, self.index, program.topics[self.index].policy)
