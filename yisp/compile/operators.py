"""The operators of nodes, and what else a node says by one word of a few.

Every backend prints each of them, and ``tests/compile/test_backends.py`` walks them all: who adds one is
told what is missing.  Where the runtime knows one by a number, ``yisp_runtime.codes`` says by which.
"""

from __future__ import annotations

from enum import Enum


class Operator(Enum):
    """What a :class:`~yisp.compile.nodes.Binary` does with two numbers; see there."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    QUOTIENT = "quotient"
    REMAINDER = "remainder"
    MIN = "min"
    MAX = "max"
    GREATER = ">"
    AT_LEAST = ">="
    LESS = "<"
    AT_MOST = "<="
    EQUAL = "=="
    UNEQUAL = "!="
    AND = "and"
    OR = "or"


CHECKED = (Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY)
"""Those that a :class:`~yisp.compile.nodes.Checked` takes."""

COMPARISONS = (
    Operator.GREATER, Operator.AT_LEAST, Operator.LESS, Operator.AT_MOST, Operator.EQUAL, Operator.UNEQUAL,
)  # fmt: skip

TRUTHS = (*COMPARISONS, Operator.AND, Operator.OR)
"""Those that give 1 or 0."""


class Rounding(Enum):
    """Where a ``muldiv`` goes when it does not come out even."""

    UP = "up"
    DOWN = "down"
    NEAR = "near"


class End(Enum):
    """Which of some cards in order are taken."""

    FIRST = "first"
    LAST = "last"
    RANDOM = "random"
    CHOICE = "choice"  # the player's
    PICK = "pick"  # the same, from a zone that is about to be shuffled

    @property
    def chosen(self) -> bool:
        """Whether the player is asked."""
        return self in (End.CHOICE, End.PICK)


class Claimed(Enum):
    """What a seat claims of a kind."""

    FOUR = "four"  # that all copies are in the stock or in its hand
    ALL = "all"  # that nobody else claims it
    ANY = "any"  # that one is left


class Asked(Enum):
    """What a script of a deal asks."""

    PART = "part"  # which part is to be run
    TRIES = "tries"  # how many tries of the hand were refused
    PLAN = "plan"  # the world of a seat
    ASKS = "asks"  # whether a seat's veto counts now
    CLAIMED = "claimed"  # whether the claims of before still hold
    REFUSED = "refused"  # whether the hands are refused, so that nothing more need be done to them


class Total(Enum):
    """What is made of a property of some cards."""

    SUM = "sum"
    HIGH = "high"
    LOW = "low"


class Matching(Enum):
    """How wanted cards are found: each entry takes the first that fit, or the best way is looked for."""

    FIRST = "first"
    BEST = "best"


class Role(Enum):
    """What a function is for, and so what it is called with and gives."""

    EFFECT = "effect"  # is given its card, gives nothing
    INSTALLED = "installed"  # likewise; put off by ``(on …)`` or ``(after …)``
    SCRIPT = "script"  # one of a topic's: takes and gives nothing
    NUMBER = "number"  # a combo or stat: takes nothing, gives a number
    FUNCTION = "function"  # one of the deck: takes the caller's card and its parameters, gives a number
    TEST = "test"  # whether an effect could be activated now: takes nothing, gives 1 or 0


class Way(Enum):
    """A shorter way through the runtime to what a move does; it never changes what happens."""

    ANY = "any"  # there is none
    FEW = "few"  # 1 to 8 cards from the top of a zone that can be unrevealed, in a deck of one word
    ONE = "one"  # the top card of a zone that keeps a line
    TWO = "two"  # of a branch that is always taken: the top cards of two such zones, one after the other
    BACK = "back"  # cards that come to a zone which is shuffled next
    WHOLE = "whole"  # every card of a zone that can be unrevealed, in a deck of one word
    EITHER = "either"  # of a branch: the same to one of two zones that keep lines, which nobody can foresee
