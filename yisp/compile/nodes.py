"""The nodes of the engine: what a deck's scripts are lowered to, and what both targets print.

Expressions are pure: evaluating one changes nothing, draws nothing, reveals nothing and cannot
fail.  Everything that does any of these is a statement, so the order in which things happen is
the order of the statements, in every target alike.  Numbers are 64-bit; an operation that could
leave them is a :class:`Checked` statement, every other one has been shown by ``ranges`` to fit.

Zones, masks, variables, effects, tags and sites are indices into the tables of the program; no
text of the deck's author occurs in a node.
"""

from __future__ import annotations

from dataclasses import dataclass, field

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
    ``max``, and the comparisons, ``and`` and ``or``, which give 1 or 0."""

    operator: str
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


Expression = Constant | Local | Global | Size | Count | Binary | IsZero | Choice


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
    """``name = operator(arguments)`` (``add``, ``subtract``, ``multiply``, ``muldiv``), or a
    run-time error at ``site`` when that does not fit 64 bits.  ``muldiv`` takes its rounding as a
    constant behind its numbers."""

    name: str
    operator: str
    arguments: tuple[Expression, ...]
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
class Keep:
    """Keep the chosen cards that are in the mask."""

    mask: int


@dataclass(frozen=True, slots=True)
class Limit:
    """Keep ``amount`` of the chosen cards (``first``, ``last``, ``random``), or all others."""

    end: str
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
class MoveTop:
    """Move the first ``amount`` cards out of a zone."""

    site: int
    zone: int
    amount: Expression
    to: ZoneNode
    front: bool


@dataclass(frozen=True, slots=True)
class MoveCard:
    """Move the card whose effect runs."""

    site: int
    to: ZoneNode
    front: bool


@dataclass(frozen=True, slots=True)
class Shuffle:
    zone: ZoneNode


@dataclass(frozen=True, slots=True)
class Match:
    """``name`` = whether a zone holds a combo's wanted cards (``first`` or ``best``)."""

    name: str
    how: str
    zone: int
    wants: int


# Statements: play ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Activate:
    pass


@dataclass(frozen=True, slots=True)
class Forbid:
    tag: int


@dataclass(frozen=True, slots=True)
class Print:
    """A line is printed; its texts stand in the site, its numbers and sets here, in order."""

    site: int
    items: tuple[Expression, ...]


Statement = (
    Let | SetGlobal | Checked | Random | If | Guard | Fail | Give | Step | ZoneOfCard | ChooseZone
    | ChooseCard | Keep | Limit | ChosenSize | LookAtChosen | MoveChosen | MoveAll | MoveFirst
    | MoveTop | MoveCard | Shuffle | Match | Activate | Forbid | Print
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Function:
    """One program: an effect or a header (``number`` False), or one that gives a number.

    ``locals`` are the names it assigns or reads, in order of appearance; those of the author's
    begin as 0.
    """

    name: str
    number: bool
    body: tuple[Statement, ...]
    locals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TopicCode:
    """The functions of one topic.

    ``bests`` are combos once more under ``match: best``, where that can differ: their indices, and
    functions that only say whether they succeed.
    """

    header: Function | None
    combos: tuple[Function, ...]
    bests: tuple[tuple[int, Function], ...]
    stats: tuple[Function, ...]

    @property
    def functions(self) -> tuple[Function, ...]:
        """All of them, in the order in which they are printed."""
        header = () if self.header is None else (self.header,)
        return (*header, *self.combos, *(function for _, function in self.bests), *self.stats)


@dataclass(frozen=True, slots=True)
class Module:
    """Everything a formatter prints: what the zones are called, and the functions.

    ``masks`` are bitsets over cards, as integers of ``words`` 64-bit words.
    """

    zones: str
    words: int
    masks: tuple[int, ...]
    effects: tuple[Function, ...]
    topics: tuple[TopicCode, ...]
