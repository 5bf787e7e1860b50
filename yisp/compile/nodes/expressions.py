"""What a number is worked out from: pure nodes.

Evaluating one changes nothing, draws nothing, reveals nothing and cannot fail.
"""

from __future__ import annotations

from ...structs import dataclass
from ..operators import TRUTHS, Asked, Operator


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
