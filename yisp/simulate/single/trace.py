"""Replaying one trial, with everything that happened in it.

What comes in: a deck, a topic, a seed, a trial's number and, where policies play in worlds, which of them.
What goes out: the trial's entries in order. The program is lowered once more, so that it says which statement
it is at; draws, moves and notices come from the log, which is that of the counted trial, and so does what was
weighed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from yisp_runtime.bindings.table import PyTable
from yisp_runtime.codes import LOG, TOLD_WHOLE

from ...compile.pipeline import compile_traced
from ...compile.program import Program
from ...deck.model import Deck
from ...structs import dataclass
from ..exact.stages import Move
from ..playing.play import Play, python_functions
from ..playing.records import read_rows
from ..worlds.worlds import Players, in_worlds_of

if TYPE_CHECKING:
    from ..worlds.worlds import Seat

MOST_EVENTS = 20_000
"""Events of a trial that are kept: nobody reads more."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened.

    ``what`` is ``draw`` (number = hand size), ``try`` and ``activate`` (cards, number = effect),
    ``step`` and ``notice`` (site), ``move`` (site, zone → to, cards), ``shuffle`` (zone),
    ``light`` (zone, number = amount), ``collapse`` (zone, the card that was decided, if any),
    ``law`` (the card that presence decided, items = how likely its name was and would have been without),
    ``plan`` (number = seat, items = its world, -1 for none, and how many solutions there were),
    ``veto`` (number = seat, items = tries before, whose hand it is, -1 for all),
    ``random`` (number), ``forbid`` (number = tag), ``print`` (site, items), ``turn`` (number),
    ``answer`` (number = what happened, an index of ``codes.EVENTS``; a move's zone → to),
    ``install`` and ``run`` (site of the ``(on …)`` or ``(after …)``, the card), ``stop`` or ``weighed``
    (items = the one :class:`Weighed`).
    """

    what: str
    site: int = -1
    number: int = 0
    zone: int = -1
    to: int = -1
    cards: tuple[int, ...] = ()
    items: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a player could do: an effect of a kind in a zone, ``way`` that so many cards can be
    taken, or
    (both None) stopping; and what it is ``worth``, where that is known."""

    move: Move | None
    way: int | None
    worth: Fraction | None


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision: ``how`` it was made (``policies.playing.TOLD``), what was taken, and all options; where
    these were imagined, in how many worlds.  Of hindsight the one option is its best line."""

    player: str
    how: str
    chosen: int
    worlds: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """A replayed trial: its entries, and how it was judged (a stat without a value is None).

    One that was ``cut`` short, because it had too many entries, was not judged.  ``positions`` are, where
    they were asked for, those in which statements began and the last one, each with how many entries came
    before it (see ``position.read_zones``).
    """

    number: int
    entries: tuple[Entry, ...]
    score: int
    combos: tuple[bool, ...]
    watch: tuple[bool, ...]
    stats: tuple[int | None, ...]
    cut: bool = False
    positions: tuple[tuple[int, bytes], ...] = ()


class _Cut(BaseException):
    """Enough has been seen of a trial."""


class Recorder:
    """Collects what happens on a table: what its log tells, and steps and prints in between.

    ``most`` entries and ``prints`` printed lines are as much as anyone asked for; None is any number.
    """

    def __init__(
        self,
        table: PyTable,
        program: Program,
        most: int | None = None,
        prints: int | None = None,
        seat: Seat | None = None,
        positions: bool = False,
    ) -> None:
        """``seat`` is that of the policy which plays, where it plays in worlds; ``positions`` asks for
        them."""
        self.entries: list[Entry] = []
        self.positions: list[tuple[int, bytes]] = []
        self._positioned = positions
        self._seat = seat
        self._table = table
        self._program = program
        self._read = 0
        self._most = most
        self._prints = prints

    def __enter__(self) -> Recorder:
        self._table.record_log(True)
        self._table.trace = self
        return self

    def __exit__(self, *_: object) -> None:
        self._table.trace = None
        self._table.record_log(False)

    def drain(self) -> None:
        """Take over what the log has told since last time."""
        words = self._table.read_log(self._read)
        for entry in read_entries(words, self._program):
            if entry.what == "weighed" and self._seat is not None:
                entry = Entry("weighed", items=(_weighed(self._seat, entry.number),))
            self.entries.append(entry)
        self._read += len(words)
        if self._positioned:
            self.positions.append((len(self.entries), self._table.position))

    # What the running program calls -----------------------------------------------------------

    def step(self, site: int) -> None:
        self.drain()
        self.entries.append(Entry("step", site))
        if self._most is not None and len(self.entries) >= self._most:
            raise _Cut

    def printed(self, site: int, items: tuple[object, ...]) -> None:
        self.drain()
        self.entries.append(Entry("print", site, items=items))
        if self._prints is not None:
            self._prints -= 1
            if not self._prints:
                raise _Cut


class Tracer:
    """Replays trials of one topic."""

    def __init__(
        self,
        deck: Deck,
        topic: str,
        seed: int,
        given: Mapping[str, int] | None = None,
        policies: Sequence[str] = (),
        worlds: tuple[Program, int] | None = None,
    ) -> None:
        """``given`` are the parameters that have other values than their defaults, ``policies`` those of the
        run, where other than the topic's own; ``worlds`` a program and its topic in whose worlds trials are
        played, as builds are when they are compared."""
        self.program = compile_traced(deck).with_parameters(given or {})
        self.topic = self.program.topic(topic)
        self._in_worlds = worlds is not None
        if worlds is not None:
            self.program = in_worlds_of(self.program, self.topic, *worlds)
        self._topic = self.program.topics[self.topic]
        self.policies = self._topic.played_by(policies)
        self._seed = seed
        self._functions = python_functions(self.program.python_source)
        self._play = Play(self.program, self.topic, seed, functions=self._functions)

    @property
    def in_worlds(self) -> bool:
        """Whether the run's policies play in worlds."""
        return self._in_worlds or self._topic.in_worlds(self.policies)

    def trial(
        self,
        number: int,
        most: int = MOST_EVENTS,
        prints: int | None = None,
        policy: str | None = None,
        *,
        positions: bool = False,
    ) -> Trial:
        """Replay a trial, up to ``most`` entries or ``prints`` printed lines, as one of the run's policies
        (None: the first) played it; with the ``positions`` in which statements began, if they are asked for.
        """
        seat = self._seat(policy or self.policies[0]) if self.in_worlds else None
        play = self._play if seat is None else seat.play
        with Recorder(play.table, self.program, most, prints, seat, positions) as recorder:
            try:
                rows = play.records(number, number + 1) if seat is None else seat.played(number)
                (row,) = read_rows(self._topic, rows)
                recorder.drain()
            except _Cut:
                seen, known = tuple(recorder.entries), tuple(recorder.positions)
                return Trial(number, seen, 0, (), (), (), cut=True, positions=known)
        scoring = len(self._topic.combos)
        return Trial(
            number,
            tuple(recorder.entries),
            row.score,
            tuple(row.judged[:scoring]),
            tuple(row.judged[scoring:]),
            tuple(row.stats),
            positions=tuple(recorder.positions),
        )

    def _seat(self, kind: str) -> Seat:
        """Of the policy, at a table on which nothing has run: a trial that is cut short spends it."""
        policy = self._topic.policy.but(kind=kind)
        players = Players(self.program, self.topic, self._seed, [policy], functions=self._functions)
        return players.seats[0]


def _weighed(seat: Seat, at: int) -> Weighed:
    """What was weighed, as the runtime has it there."""
    how, chosen, worlds, told = seat.player.told(at)
    options = []
    for (zone, kind, effect), (first, second, third) in told:
        move = (zone, kind, effect) if effect >= 0 else None
        way = kind if move is None and kind >= 0 else None
        worth = None
        if how == "imagined":
            total = (third << 128) + ((second % 2**64) << 64) + first % 2**64
            worth = Fraction(total, worlds)
        elif how != "drawn" and third:
            worth = Fraction(first, second)
        options.append(Option(move, way, worth))
    return Weighed(seat.policy.kind, how, chosen, worlds, tuple(options))


TOLD = {code: name for name, code in LOG.items()}
"""What the log tells, by its code."""


def read_entries(words: list[int], program: Program) -> Iterator[Entry]:
    """The entries of a log (see ``runtime/yisp_runtime/position/log.h``); prints are left to ``printed``."""
    at = 0
    while at < len(words):
        code, a, b, c = words[at : at + 4]
        at += 4
        match TOLD[code]:
            case "draw" | "random" | "forbid" | "turn" | "weighed" as what:
                yield Entry(what, number=a)
            case "move":
                yield Entry("move", a, zone=b >> 8, to=b & 255, cards=tuple(words[at : at + c]))
                at += c
            case "shuffle":
                yield Entry("shuffle", zone=a)
            case "light":
                yield Entry("light", number=b, zone=a)
            case "collapse":
                yield Entry("collapse", zone=a, cards=(b,) if b >= 0 else ())
            case "law":
                yield Entry("law", cards=(a,), items=(b / TOLD_WHOLE, c / TOLD_WHOLE))
            case "plan" | "veto" as what:
                yield Entry(what, number=a, items=(b, c))
            case "activate" | "try" as what:
                yield Entry(what, number=b, cards=(a,))
            case "notice":
                yield Entry("notice", a)
            case "answer":
                yield Entry("answer", number=a, zone=b >> 8, to=b & 255)
            case "run" | "install" as what:
                yield Entry(what, program.installed[a], cards=(b,) if b >= 0 else ())
            case "stop":
                yield Entry("stop")


def kind_of(program: Program, card: int) -> int:
    """The kind of a card."""
    return int(program.plan["kind_of"][card])
