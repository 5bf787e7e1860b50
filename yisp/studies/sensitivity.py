"""What each card is worth: one copy more and one less of every card, and what that does to a topic.

What comes in: a deck, the topics, the card that makes up for the copy (else the deck's size changes).  What
goes out: a :class:`Sensitivity`, with the change of the topic's figures for every card.

Where the deck and all its variants have exact answers, changes are exact.  Else the deck and its variants
play the same worlds, in which the copy that is exchanged lies where the other one lay (``simulate.worlds``).
A topic that knows nothing of the cards that stay in the deck (``compile.unseen``) makes the same of every
world in which that copy never left the deck: then the trial of the deck counts for the variant as well, row
by row, and only the others are played.  This is so because such a trial is a function of the cards it drew,
in order, and of how many there are, and neither is another.  It holds for the activation scan; whoever looks
ahead also knows which cards are left, so then every trial is played.

A variant is played until the changes are known as well as ``count`` trials make the deck's own figures known.
"""

from __future__ import annotations

import time
from math import sqrt

import numpy

from ..compile.pipeline import compile_deck
from ..compile.program import GREEDY, Program
from ..compile.row import RowLayout
from ..compile.unseen import unseen_of
from ..deck.changes import Changes
from ..lang.diagnostics import DeckError
from ..simulate.outcome import TopicOutcome
from ..simulate.seeds import fresh_seed
from ..simulate.statistics import Z, half_width, rate_half_width
from ..simulate.stop import Ended, Stop, reason_of
from ..simulate.tabular import frame
from ..simulate.targets import Targets
from ..simulate.worlds import FOUND, INTERRUPTED, in_worlds_of
from ..version import VERSION
from .compare import Gap, exactly, range_of, result_of
from .paired import Gathered, Side, columns_of, figures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..deck.model import Deck
    from ..simulate.result import TopicResult
    from ..simulate.worlds import Players
    from .paired import Figure

    Progress = Callable[[str, int, int], None]
    """Told of a topic, how many of its trials are done, and of how many."""

    Foretold = Callable[[str, int, float, str], None]
    """Told of a topic whose variants are played in full, how many there are, about how many seconds that
    takes at the most, and why it is so."""

COUNT = 20_000
"""Trials whose accuracy is wanted where nothing is said."""

FIRST_CHUNK, LARGEST_CHUNK = 2**8, 2**14
"""Trials of the deck that its variants are held against at a time."""

CHUNK_SECONDS = 0.5
"""How long they should take: so much is lost of a run that is ended from outside."""

FEWEST = 2**10
"""Trials before which nothing is known well enough to stop."""

SCHEMA = 1
"""The shape of ``Sensitivity.to_dict``."""


class Change:
    """One copy of a card more (``by`` 1) or less (-1) and what that does to each figure (``gaps``).

    ``reason`` says why there is no such deck; ``trials`` are the worlds that it was held against the deck in
    (None: the answers are exact), ``played`` how many of them had to be played.
    """

    __slots__ = ("by", "card", "copies", "gaps", "played", "reason", "trials")

    def __init__(self, card: str, copies: int, by: int) -> None:
        self.card = card
        self.copies = copies  # in the deck itself
        self.by = by
        self.gaps: list[Gap] = []
        self.reason: str | None = None
        self.trials: int | None = None
        self.played = 0

    @property
    def size(self) -> float:
        """How much it does to the first figure."""
        return 0.0 if not self.gaps or self.gaps[0].mean is None else abs(self.gaps[0].mean)

    def to_dict(self) -> dict[str, Any]:
        return {
            "card": self.card, "copies": self.copies, "by": self.by, "reason": self.reason,
            "trials": self.trials, "played": self.played if self.trials is not None else None,
            "figures": [gap.to_dict() for gap in self.gaps],
        }  # fmt: skip


class TopicSensitivity:
    """What the cards are worth to one topic; ``cards`` in the order of how much, most first.

    ``reused`` says that trials of the deck counted for its variants.
    """

    __slots__ = ("changes", "name", "result", "reused", "trials")

    def __init__(self, name: str, result: TopicResult, changes: list[Change]) -> None:
        self.name = name
        self.result = result
        self.changes = changes
        self.trials: int | None = None
        self.reused = False

    @property
    def method(self) -> str:
        return "exact" if self.trials is None else "sample"

    @property
    def cards(self) -> list[str]:
        """Every card, by the greater of its two changes."""
        sizes: dict[str, float] = {}
        for change in self.changes:
            sizes[change.card] = max(sizes.get(change.card, 0.0), change.size)
        return sorted(sizes, key=lambda card: -sizes[card])

    def change(self, card: str, by: int) -> Change | None:
        """One of them; None for one copy less of a card that has none."""
        return next((one for one in self.changes if (one.card, one.by) == (card, by)), None)

    @property
    def played(self) -> int:
        """Trials that were played, the deck's own among them."""
        return (self.trials or 0) + sum(change.played for change in self.changes)

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name, "method": self.method, "trials": self.trials,
            "played": None if self.trials is None else self.played, "reused": self.reused,
            "deck": self.result.to_dict(),
            "cards": self.cards,
            "changes": [change.to_dict() for change in self.changes],
        }  # fmt: skip


COLUMNS = ("topic", "card", "copies", "by", "what", "name", "trials", "value", "low", "high", "exact")
"""The columns of ``Sensitivity.table``; ``value`` is the change, ``low`` and ``high`` its 95 % interval."""


class Sensitivity:
    """What every card is worth to every topic; ``filler`` is the card that makes up for a copy (None: the
    deck's size changes)."""

    __slots__ = ("ended", "file", "filler", "remark", "seconds", "seed", "target", "topics")

    def __init__(self, file: str, filler: str | None, seed: int) -> None:
        self.file = file
        self.filler = filler
        self.seed = seed
        self.topics: list[TopicSensitivity] = []
        self.ended: str | None = None
        self.remark: str | None = None
        self.target = "python"
        self.seconds = 0.0

    @property
    def partial(self) -> bool:
        """Whether it was ended before it was done."""
        return self.ended is not None

    def __repr__(self) -> str:
        return f"<yisp.Sensitivity of {self.file}: {len(self.topics)} topics, seed={self.seed}>"

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that ``yispc sensitivity --json`` prints."""
        return {
            "yisp": VERSION, "schema": SCHEMA, "deck": {"file": self.file}, "seed": self.seed,
            "target": self.target, "partial": self.partial,
            "sensitivity": {"filler": self.filler, "topics": [one.to_dict() for one in self.topics]},
            "seconds": {"run": self.seconds},
        }  # fmt: skip

    def table(self) -> list[dict[str, Any]]:
        """A row for each change of each figure, topic by topic, the card that matters most first."""
        return [
            dict(zip(COLUMNS, (
                one.name, card, change.copies, change.by, gap.kind, gap.name or None, change.trials, gap.mean,
                *(gap.ci95 or (None, None)), gap.exact,
            ), strict=True))
            for one in self.topics
            for card in one.cards
            for change in one.changes
            if change.card == card
            for gap in change.gaps
        ]  # fmt: skip

    def to_frame(self) -> Any:
        """The same as a pandas data frame."""
        return frame("Sensitivity", self.table(), COLUMNS)


# The variants -------------------------------------------------------------------------------------------


class Variant:
    """A deck with one copy of a card more or less, and which of the deck's cards it has in exchange."""

    __slots__ = ("change", "exchanged", "program")

    def __init__(self, change: Change, program: Program, exchanged: int | None) -> None:
        self.change = change
        self.program = program
        self.exchanged = exchanged  # the card of the deck that another one takes the place of, if one does


def variants(deck: Deck, filler: str | None) -> tuple[list[Change], list[Variant], str | None]:
    """Every change of one copy, the decks that are possible, and the card that makes up for it."""
    counts = {kind.name: kind.count for kind in deck.kinds}
    base = compile_deck(deck)
    changes, found = [], []
    fills = filler
    for kind in deck.kinds:
        for by in (1, -1):
            copies = kind.count + by
            if copies < 0 or kind.name == filler:
                continue
            change = Change(kind.name, kind.count, by)
            try:
                other = deck.changed(Changes({kind.name: copies}, filler))
            except DeckError as error:
                first = next(one for one in error.diagnostics if one.severity == "error")
                change.reason = first.message
                changes.append(change)
                continue
            for one in other.kinds:
                if one.name != kind.name and one.count != counts[one.name]:
                    fills = one.name
            changes.append(change)
            program = compile_deck(other)
            found.append(Variant(change, program, _exchanged(base, program)))
    if fills is not None and fills != filler:  # what fills the deck in its file is not changed for itself
        changes = [change for change in changes if change.card != fills]
        found = [variant for variant in found if variant.change.card != fills]
    return changes, found, fills


def _exchanged(base: Program, other: Program) -> int | None:
    """The one card of the deck that another deck has another card for; None where that is not all."""
    keys = base.plan["card_keys"]
    gone = set(keys) - set(other.plan["card_keys"])
    return keys.index(gone.pop()) if len(gone) == 1 and base.cards == other.cards else None


# Sensitivity --------------------------------------------------------------------------------------------


def sensitivity(
    deck: Deck,
    *,
    topics: Sequence[str] = (),
    filler: str | None = None,
    values: dict[str, int] | None = None,
    count: int | None = None,
    seed: int | None = None,
    method: str | None = None,
    target: str = "auto",
    progress: Progress | None = None,
    foretold: Foretold | None = None,
) -> Sensitivity:
    """What one copy more and one less of each card does to the topics (all, where none is named).

    ``filler`` is the card that makes up for the copy, else the one whose count is -1 in the file; where there
    is none the deck's size changes.  Changes are exact where all answers are and ``method`` allows it, else
    known as well as ``count`` trials (20,000) make the deck's own figures known.
    """
    base = compile_deck(deck).with_parameters(values or {})
    indices = [base.topic(name) for name in topics] or range(len(base.topics))
    number = base.settings["seed"] if seed is None else seed
    began = time.perf_counter()
    changes, found, fills = variants(deck, filler)
    answer = Sensitivity(deck.file, fills, fresh_seed() if number is None else number)
    for variant in found:
        variant.program = variant.program.with_parameters(values or {})
    blind = unseen_of(deck)
    used: set[str] = set()
    for index in indices:
        name = base.topics[index].name
        mine = [_copy(change) for change in changes]
        by_place = dict(zip([(one.card, one.by) for one in changes], mine, strict=True))
        here = [
            Variant(by_place[one.change.card, one.change.by], one.program, one.exchanged) for one in found
        ]
        try:
            topic = _exactly(base, index, here, mine, answer.seed, method, target)
        except (KeyboardInterrupt, Ended) as error:
            answer.ended = reason_of(error)
            break
        if topic is None:
            with Stop() as stop:
                played = _Exchanges(base, index, here, answer.seed, target, blind[index], stop)
                topic = played.run(mine, COUNT if count is None else count, progress, foretold)
            answer.ended = stop.reason  # not sooner: what is noted up to the last moment counts
            used |= played.used
            answer.remark = answer.remark or played.remark
        if topic is not None:
            answer.topics.append(topic)
        if answer.partial:
            break
        if progress is not None:
            progress(name, 1, 1)
    answer.target = "+".join(sorted(used, reverse=True)) or "python"
    answer.seconds = time.perf_counter() - began
    return answer


def _copy(change: Change) -> Change:
    other = Change(change.card, change.copies, change.by)
    other.reason = change.reason
    return other


def _exactly(
    base: Program,
    index: int,
    found: list[Variant],
    changes: list[Change],
    seed: int,
    method: str | None,
    target: str,
) -> TopicSensitivity | None:
    """The exact changes; None where the deck or a variant has no exact answer."""
    sides = [Side("", base, index, base.topics[index].policy)]
    sides += [
        Side(str(at), one.program, index, one.program.topics[index].policy) for at, one in enumerate(found)
    ]
    answers = exactly(base.topics[index].name, sides, seed, method, target)
    if answers is None:
        return None
    for variant, difference in zip(found, answers.differences, strict=True):
        variant.change.gaps = [
            gap for gap in difference.gaps if (gap.kind, gap.name) in _changing(base, index)
        ]
    return TopicSensitivity(answers.name, answers.sides[""], changes)


def _changing(program: Program, index: int) -> list[Figure]:
    """The figures whose change is told: success and score, or where nothing succeeds what is watched, and the
    stats."""
    known = list(figures(program.topics[index]))
    told = [figure for figure in known if figure[0] in ("success", "score")]
    return told or known


class _Exchanges:
    """One topic's deck and variants, at tables of their own, in the same worlds."""

    def __init__(
        self,
        base: Program,
        index: int,
        found: list[Variant],
        seed: int,
        target: str,
        blind: bool,
        stop: Stop,
    ) -> None:
        self.base, self.index, self.found, self.seed = base, index, found, seed
        self.topic = base.topics[index]
        self.blind = blind
        self.reuses = not self._in_full()
        self._stop = stop
        self._told = _changing(base, index)
        programs = [base, *(in_worlds_of(one.program, index, base, index) for one in found)]
        self._targets = [Targets(program, target, one_by_one=True) for program in programs]
        for targets in self._targets:
            targets.look_for_native()
        self._players: list[Players | None] = [None] * len(programs)
        self._gathered = [{figure: Gathered() for figure in self._told} for _ in found]

    @property
    def used(self) -> set[str]:
        return {name for targets in self._targets for name in targets.used}

    @property
    def remark(self) -> str | None:
        return next((targets.remark for targets in self._targets if targets.remark), None)

    def run(
        self, changes: list[Change], count: int, progress: Progress | None, foretold: Foretold | None
    ) -> TopicSensitivity | None:
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
        if not done:
            return None
        self._finish()
        players = self._open(0)
        side = Side("", self.base, self.index, self.topic.policy)
        result = result_of(side, TopicOutcome(self.index, players.parts()[0]), self.seed)
        topic = TopicSensitivity(self.topic.name, result, changes)
        topic.trials, topic.reused = done, self.reuses
        return topic

    def _in_full(self) -> str:
        """Why every trial of the variants has to be played; nothing where it has not."""
        if not self.blind:
            return "its scripts look into the deck"
        if self.topic.policy.kind != GREEDY.kind:
            return "whoever plays it knows which cards are left"
        if all(one.exchanged is None for one in self.found):
            return "no card fills the deck, so every variant is larger or smaller"
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
            change = self.found[at].change
            change.trials = (change.trials or 0) + last - first
            change.played += played
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
        base = Side("", self.base, self.index, self.topic.policy)
        program = self.found[at].program
        side = Side("", program, self.index, program.topics[self.index].policy)
        return range_of(figure, side, base)

    def _finish(self) -> None:
        for at, variant in enumerate(self.found):
            variant.change.gaps = []
            for figure, gathered in self._gathered[at].items():
                gap = Gap(figure)
                gap.mean, gap.ci95 = gathered.gap(self._range(figure, at))
                variant.change.gaps.append(gap)
