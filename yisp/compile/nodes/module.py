"""Functions, and all that a backend prints of a deck.

The scan of a zone written out, and tests of effects, are what a target gets that is built for one deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from ...structs import dataclass
from ..operators import Role
from .statements import Statement, every


@dataclass(frozen=True, slots=True)
class Function:
    """One program.

    ``locals`` are the names it assigns or reads, in order of appearance, its parameters left out.
    ``gives`` is what is known of the number a combo or stat gives: the least and the greatest it can be,
    and how far it goes at once (``lowering.values``), each infinite where nothing bounds it.
    """

    name: str
    role: Role
    body: tuple[Statement, ...]
    locals: tuple[str, ...]
    parameters: tuple[str, ...] = ()
    gives: tuple[int | float, int | float, int | float] | None = None

    @property
    def has_card(self) -> bool:
        """Whether it knows whose effect runs."""
        return self.role in (Role.EFFECT, Role.INSTALLED, Role.FUNCTION)

    @property
    def gives_number(self) -> bool:
        """Whether its caller gets a number of it."""
        return self.role in (Role.NUMBER, Role.FUNCTION, Role.TEST)

    @property
    def unwinds(self) -> bool:
        """Whether it tells its caller that a run-time error has ended it."""
        return self.role in (Role.NUMBER, Role.FUNCTION)


@dataclass(frozen=True, slots=True)
class TopicCode:
    """The functions of one topic.

    ``scripts`` are those that it has, by key (``yisp_runtime.codes.EVERY_SCRIPT``), in the order in which a
    turn runs them.  The first ``scoring`` of ``combos`` score; the others are watched: it is only counted
    how often they hold.  ``bests`` are combos once more under ``match: best``, where that can differ: their
    indices, and functions that only say whether they succeed.  ``evaluation`` is what a position is worth to
    a policy that says so.
    """

    scripts: Mapping[str, Function]
    combos: tuple[Function, ...]
    scoring: int
    bests: tuple[tuple[int, Function], ...]
    stats: tuple[Function, ...]
    evaluation: Function | None = None

    @property
    def functions(self) -> tuple[Function, ...]:
        """All of them, in the order in which they are printed."""
        bests = (function for _, function in self.bests)
        evaluation = () if self.evaluation is None else (self.evaluation,)
        return (*self.scripts.values(), *self.combos, *bests, *self.stats, *evaluation)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One effect of a kind, for the scan of a zone: its index and flags, and whether a tag can forbid it."""

    effect: int
    once: bool
    first: bool
    tagged: bool


@dataclass(frozen=True, slots=True)
class ScanKind:
    """A kind, and those of its effects that the scanned zone allows."""

    kind: int
    attempts: tuple[Attempt, ...]


@dataclass(frozen=True, slots=True)
class ScanZone:
    """What the scan asks about a zone, by kind with an effect there."""

    zone: int
    kinds: tuple[ScanKind, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """Everything a backend prints: what the zones are called, and the functions.

    ``masks`` are bitsets over cards, as integers of ``words`` 64-bit words.  ``defined`` are the
    deck's functions, each behind those that it calls; ``installed`` are what ``(on …)`` and
    ``(after …)`` put off.  ``listens`` is a set of events, a bit for each of ``yisp_runtime.codes.EVENTS``.

    ``asked`` are the numbers that ``would`` asks for, by index, and ``probes``, by index among the installed,
    what those that have tags do, without asking whether they answer and without being used.

    ``scan``, ``tests``, ``scanned`` and the keys are what ``specialise`` adds for a target that is built for
    one deck or one family: the activation scan written out, zone by zone in order, where it can be; by
    effect, whether it could be activated (None where the scan does not ask); the sets of cards that the scan
    asks for, those of a zone and then those of each kind; and what the plan that it was made for, and those
    of its family, are known by.
    """

    zones: tuple[str, ...]
    words: int
    variables: int
    masks: tuple[int, ...]
    listens: int
    defined: tuple[Function, ...]
    installed: tuple[Function, ...]
    effects: tuple[Function, ...]
    topics: tuple[TopicCode, ...]
    scan: tuple[ScanZone, ...] = ()
    tests: tuple[Function | None, ...] = ()
    scanned: tuple[int, ...] = ()
    plan_key: int = 0
    family_key: int = 0
    asked: Mapping[int, Function] = field(default_factory=dict)
    probes: Mapping[int, Function] = field(default_factory=dict)

    @property
    def functions(self) -> tuple[Function, ...]:
        """Every function, in the order in which it is printed: callees before callers."""
        tests = (function for function in self.tests if function is not None)
        topics = (function for topic in self.topics for function in topic.functions)
        supposed = (*self.asked.values(), *self.probes.values())
        return (*self.defined, *supposed, *self.installed, *self.effects, *tests, *topics)

    @property
    def statements(self) -> Iterator[Statement]:
        """Those of every function, wherever they stand in it."""
        return (statement for function in self.functions for statement in every(function.body))
