"""The nodes of the engine: what a deck's scripts are lowered to, and what both targets print.

Expressions are pure: evaluating one changes nothing, draws nothing, reveals nothing and cannot
fail.  Everything that does any of these is a statement, so the order in which things happen is
the order of the statements, in every target alike.  Numbers are 64-bit; an operation that could
leave them is a :class:`Checked` statement, every other one has been shown by lowering to fit.

Zones, masks, variables, effects, tags and sites are indices into the tables of the program; no
text of the deck's author occurs in a node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .operators import TRUTHS, Asked, Claimed, End, Matching, Operator, Role, Rounding, Total, Way

# Expressions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Constant:
    value: int


@dataclass(frozen=True, slots=True)
class Local:
    """A variable of one execution: one letter of the author's, or a temporary ``n1``, ``n2`` …"""

    name: str


@dataclass(frozen=True, slots=True)
class Global:
    """A variable of the trial."""

    variable: int


@dataclass(frozen=True, slots=True)
class Size:
    """How many cards a zone holds."""

    zone: int


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards of a mask a zone holds."""

    zone: int
    mask: int


@dataclass(frozen=True, slots=True)
class Binary:
    """``+ - *`` that cannot overflow, ``quotient`` and ``remainder`` by what is not 0, ``min``,
    ``max``, the comparisons, which give 1 or 0, and ``and`` and ``or`` of two that are 1 or 0."""

    operator: Operator
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class IsZero:
    """1 when the number is 0, else 0."""

    number: Expression


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two numbers."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Property:
    """A property of the cards of a kind, which is in a local: that of a :class:`KeepWhere`."""

    kind: str
    property: int


@dataclass(frozen=True, slots=True)
class Copies:
    """How many cards of the kind of a :class:`KeepWhere` a zone holds; None is the zone of its own set."""

    kind: str
    zone: int | Local | None = None


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a script of a deal asks, perhaps of a seat."""

    what: Asked
    seat: int = 0


Expression = Constant | Local | Global | Size | Count | Binary | IsZero | Choice | Property | Copies | Dealt


def is_truth(expression: Expression) -> bool:
    """Whether it gives 1 or 0 by what it does."""
    return isinstance(expression, IsZero) or (
        isinstance(expression, Binary) and expression.operator in TRUTHS
    )


# Statements: numbers ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Let:
    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class SetGlobal:
    variable: int
    value: Expression


@dataclass(frozen=True, slots=True)
class Checked:
    """``name = left operator right`` (one of ``operators.CHECKED``), or a run-time error at ``site`` when
    that does not fit 64 bits."""

    name: str
    operator: Operator
    left: Expression
    right: Expression
    site: int


@dataclass(frozen=True, slots=True)
class MulDiv:
    """``name = factor * other / divisor``, exact up to its rounding, or a run-time error at ``site`` when
    that does not fit 64 bits; the divisor is not 0."""

    name: str
    factor: Expression
    other: Expression
    divisor: Expression
    rounding: Rounding
    site: int


@dataclass(frozen=True, slots=True)
class Random:
    """A uniform whole number; ``low <= high`` has been seen to."""

    name: str
    low: Expression
    high: Expression


# Statements: control ---------------------------------------------------------------------------


@dataclass(slots=True)
class If:
    condition: Expression
    then: list[Statement] = field(default_factory=list)
    otherwise: list[Statement] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Loop:
    """Over and over: ``test``, then, unless ``condition`` is 0, a step at ``site`` and ``body``."""

    test: tuple[Statement, ...]
    condition: Expression
    body: tuple[Statement, ...]
    site: int


@dataclass(frozen=True, slots=True)
class Call:
    """``name`` = what a function of the deck gives (0 where it gives nothing); a step at ``site``."""

    name: str
    function: int
    arguments: tuple[Expression, ...]
    site: int


@dataclass(frozen=True, slots=True)
class Stop:
    """End the trial's play."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Stop this program unless the condition holds (a number program then gives 0)."""

    condition: Expression


@dataclass(frozen=True, slots=True)
class Fail:
    """A run-time error."""

    site: int


@dataclass(frozen=True, slots=True)
class Give:
    """The value of a number program; its last statement."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Step:
    """A statement of the author's begins; only in programs lowered for a trace."""

    site: int


# Statements: cards -----------------------------------------------------------------------------

ZoneNode = int | Local
"""A zone's index, or the local that holds it (where ``X`` names the zone)."""


@dataclass(frozen=True, slots=True)
class ZoneOfCard:
    """``name`` = the zone that holds the card whose effect runs."""

    name: str


@dataclass(frozen=True, slots=True)
class ChooseZone:
    """Begin working out a card set: all cards of a zone."""

    zone: int


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """Begin working out a card set: the card whose effect runs."""


@dataclass(frozen=True, slots=True)
class ChooseEvent:
    """Begin working out a card set: the cards of the event that is being answered."""


@dataclass(frozen=True, slots=True)
class ChooseEvery:
    """Begin working out which cards of a zone are meant, be they there or not: with all of the deck."""

    zone: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the chosen cards that are in the mask."""

    mask: int


@dataclass(frozen=True, slots=True)
class KeepCard:
    """Keep the card whose effect runs, or all others."""

    rejected: bool


@dataclass(frozen=True, slots=True)
class KeepWhere:
    """Keep the chosen cards for whose kind ``condition`` is not 0, worked out kind by kind.

    ``body`` comes before each; it may work out card sets of its own.
    """

    kind: str
    body: tuple[Statement, ...]
    condition: Expression


@dataclass(frozen=True, slots=True)
class Fold:
    """``name`` = a total of a property over the chosen cards; a sum that does not fit is a run-time
    error at ``site``."""

    name: str
    how: Total
    property: int
    site: int


@dataclass(frozen=True, slots=True)
class TopProperty:
    """``name`` = a property of the first card of a zone; 0 when it is empty."""

    name: str
    zone: int
    property: int


@dataclass(frozen=True, slots=True)
class Limit:
    """Keep ``amount`` of the chosen cards, or all others."""

    end: End
    amount: Expression
    rejected: bool


@dataclass(frozen=True, slots=True)
class ChosenSize:
    """``name`` = how many cards are chosen."""

    name: str


@dataclass(frozen=True, slots=True)
class LookAtChosen:
    """Look at the chosen cards, in order; ``name`` stands for them in a :class:`Print`."""

    name: str


@dataclass(frozen=True, slots=True)
class MoveChosen:
    site: int
    to: ZoneNode
    front: bool


@dataclass(frozen=True, slots=True)
class MoveAll:
    """Move the cards of a mask out of a zone."""

    site: int
    zone: int
    mask: int
    to: ZoneNode
    front: bool
    way: Way = Way.ANY


@dataclass(frozen=True, slots=True)
class MoveFirst:
    """Move the first ``amount`` cards of a mask out of a zone."""

    site: int
    zone: int
    mask: int
    amount: Expression
    to: ZoneNode
    front: bool


@dataclass(frozen=True, slots=True)
class MovePicked:
    """:class:`MoveFirst` out of a zone that a :class:`Shuffle` right behind it forgets: what lies above
    the cards found need not be looked at, so any unrevealed card that fits will do."""

    site: int
    zone: int
    mask: int
    amount: Expression
    to: ZoneNode
    front: bool


@dataclass(frozen=True, slots=True)
class MoveTop:
    """Move the first ``amount`` cards out of a zone."""

    site: int
    zone: int
    amount: Expression
    to: ZoneNode
    front: bool
    way: Way = Way.ANY


@dataclass(frozen=True, slots=True)
class MoveCard:
    """Move the card whose effect runs; ``zone`` is where it lies, where that is known beforehand."""

    site: int
    to: ZoneNode
    front: bool
    zone: int | None = None


@dataclass(frozen=True, slots=True)
class BeginDraw:
    """What is moved from here to :class:`EndDraw` is drawn, which effects answer."""


@dataclass(frozen=True, slots=True)
class EndDraw:
    to: ZoneNode


@dataclass(frozen=True, slots=True)
class Shuffle:
    zone: ZoneNode


@dataclass(frozen=True, slots=True)
class Light:
    """Let a mark with the chosen cards wait for the next unrevealed card of a zone; a run-time error at
    ``site`` when too many wait, or the amount is too large."""

    zone: int
    amount: Expression
    site: int


@dataclass(frozen=True, slots=True)
class Collapse:
    """Decide now, among the chosen cards, which is the next unrevealed one of a zone."""

    zone: int


@dataclass(frozen=True, slots=True)
class LightPlace:
    """The same for the card ``ahead`` places behind the head of an exit, of the stock or of the reserve;
    where no place is ``named`` and a hand is being dealt, for all cards of that."""

    exit: int
    ahead: Expression
    reserve: bool
    amount: Expression
    named: bool
    site: int


@dataclass(frozen=True, slots=True)
class CollapsePlace:
    """Decide now, among the chosen cards, which lies ``ahead`` places behind the head of an exit; a run-time
    error at ``site`` when that is too far away."""

    exit: int
    ahead: Expression
    reserve: bool
    site: int


@dataclass(frozen=True, slots=True)
class Remain:
    """``name`` = how many cards an exit can still give, of ``most`` in all."""

    name: str
    exit: int
    most: Expression


@dataclass(frozen=True, slots=True)
class Draw:
    """Move the next card of an exit, which gives ``most`` in all; a run-time error at ``failed`` when there
    is none."""

    site: int
    exit: int
    most: Expression
    to: ZoneNode
    front: bool
    failed: int


@dataclass(frozen=True, slots=True)
class DrawSeveral:
    """The same for the next ``amount`` cards of the first exit."""

    site: int
    most: Expression
    amount: Expression
    to: ZoneNode
    front: bool
    failed: int


@dataclass(frozen=True, slots=True)
class DrawForTurn:
    """The next ``amount`` cards of the first exit come to the hand, or as many as it has, which is noted."""

    most: Expression
    amount: Expression


@dataclass(frozen=True, slots=True)
class Take:
    """Move ``amount`` of the chosen cards out of a wall, or as many as there are, each as likely; no more
    than there is ``room`` for, what is left for want of it being noted at ``full``."""

    site: int
    amount: Expression
    to: ZoneNode
    front: bool
    room: Expression
    full: int


@dataclass(frozen=True, slots=True)
class Match:
    """``name`` = whether a zone holds a combo's wanted cards."""

    name: str
    how: Matching
    zone: int
    wants: int


# Statements: a deal (``deal.h``) ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BeginClaims:
    """A seat brings so many worlds, in which it claims nothing so far."""

    seat: int
    worlds: Expression


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat claims the kinds of the chosen cards in a world."""

    seat: int
    world: Expression
    sort: Claimed


@dataclass(frozen=True, slots=True)
class Bargain:
    """Choose a world for each seat that brings any, such that all claims can be met."""


@dataclass(frozen=True, slots=True)
class Withhold:
    """From here on, what others claim for themselves is not there for a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class BeginFilling:
    """What is lit from here to :class:`EndFilling` is lit for every card of a hand, which needs so many."""

    places: Expression


@dataclass(frozen=True, slots=True)
class EndFilling:
    pass


@dataclass(frozen=True, slots=True)
class Veto:
    """A seat was asked whether it accepts the hands: it does unless the number is 0."""

    seat: int
    accepts: Expression


# Statements: play ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Activate:
    pass


@dataclass(frozen=True, slots=True)
class TakeUse:
    """The installed effect that this function is has asked what it asks: from here on it is used."""


@dataclass(frozen=True, slots=True)
class Forbid:
    tag: int


@dataclass(frozen=True, slots=True)
class Install:
    """Let a function of :attr:`Module.installed` answer events from now on.

    ``event`` is an index into ``yisp_runtime.codes.EVENTS``, ``source`` and ``target`` are sets of zones.
    ``uses`` and ``turns`` bound it; None is no bound.
    """

    function: int
    event: int
    source: int
    target: int
    uses: Expression | None
    turns: Expression | None
    site: int


@dataclass(frozen=True, slots=True)
class Would:
    """``name`` = the sum of what a function of :attr:`Module.asked` gives after each of the installed effects
    that carry a tag alone; a sum that does not fit is a run-time error at ``site``."""

    name: str
    tag: int
    asked: int
    arguments: tuple[Expression, ...]
    site: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """Let a function of :attr:`Module.installed` run at the start of a later turn."""

    function: int
    turns: Expression
    site: int


@dataclass(frozen=True, slots=True)
class Print:
    """A line is printed; its texts stand in the site, its numbers and sets here, in order."""

    site: int
    items: tuple[Expression, ...]


Statement = (
    Let | SetGlobal | Checked | MulDiv | Random | If | Loop | Call | Stop | Guard | Fail | Give | Step
    | ZoneOfCard | ChooseZone | ChooseCard | ChooseEvent | ChooseEvery | Keep | KeepCard | KeepWhere | Fold
    | TopProperty | Limit | ChosenSize | LookAtChosen | MoveChosen | MoveAll | MoveFirst | MovePicked
    | MoveTop | MoveCard | BeginDraw | EndDraw | Shuffle | Light | Collapse | LightPlace | CollapsePlace
    | Remain | Draw | DrawSeveral | DrawForTurn | Take | BeginClaims | Claim | Bargain | Withhold
    | BeginFilling | EndFilling | Veto | Match | Activate | TakeUse
    | Forbid | Install | Schedule | Would | Print
)  # fmt: skip


def parts(statement: Statement) -> tuple[Sequence[Statement], ...]:
    """The blocks of statements within a statement."""
    match statement:
        case If(_, then, otherwise):
            return then, otherwise
        case Loop(test, _, body):
            return test, body
        case KeepWhere(_, body):
            return (body,)
        case _:
            return ()


def every(body: Iterable[Statement]) -> Iterator[Statement]:
    """All statements of a block, those within others included."""
    for statement in body:
        yield statement
        for part in parts(statement):
            yield from every(part)


@dataclass(frozen=True, slots=True)
class Function:
    """One program.

    ``locals`` are the names it assigns or reads, in order of appearance, its parameters left out.
    ``gives`` is what is known of the number a combo or stat gives: the least and the greatest it can be,
    and how far it goes at once (``lowering.values``).
    """

    name: str
    role: Role
    body: tuple[Statement, ...]
    locals: tuple[str, ...]
    parameters: tuple[str, ...] = ()
    gives: tuple[int, int, int] | None = None

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
    """The cards of a kind, as a bitset, and those of its effects that the scanned zone allows."""

    cards: int
    attempts: tuple[Attempt, ...]


@dataclass(frozen=True, slots=True)
class ScanZone:
    """What the scan asks about a zone: its cards with an effect there, as a bitset, and by kind."""

    zone: int
    cards: int
    kinds: tuple[ScanKind, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """Everything a backend prints: what the zones are called, and the functions.

    ``masks`` are bitsets over cards, as integers of ``words`` 64-bit words.  ``defined`` are the
    deck's functions, each behind those that it calls; ``installed`` are what ``(on …)`` and
    ``(after …)`` put off.  ``listens`` is a set of events, a bit for each of ``yisp_runtime.codes.EVENTS``.

    ``asked`` are the numbers that ``would`` asks for, by index, and ``probes``, by index among the installed,
    what those that have tags do, without asking whether they answer and without being used.

    ``scan``, ``tests`` and ``plan_key`` are what ``specialise`` adds for a target that is built for one
    deck: the activation scan written out, zone by zone in order, where it can be; by effect, whether it
    could be activated (None where the scan does not ask); and what the plan it was made for is known by.
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
    plan_key: int = 0
    asked: Mapping[int, Function] = field(default_factory=dict)
    probes: Mapping[int, Function] = field(default_factory=dict)

    @property
    def functions(self) -> tuple[Function, ...]:
        """Every function, in the order in which it is printed: callees before callers."""
        tests = (function for function in self.tests if function is not None)
        topics = (function for topic in self.topics for function in topic.functions)
        supposed = (*self.asked.values(), *self.probes.values())
        return (*self.defined, *supposed, *self.installed, *self.effects, *tests, *topics)
