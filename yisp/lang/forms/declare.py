"""How a construct of the language is declared, and the register of all that are.

A form is added in one place: a function under ``yisp/lang/forms/`` decorated with :func:`form`.
The declaration names it, its argument kinds, what it gives, how pure it is, and documents it; the
function says what it means, in terms of an :class:`Engine`, and its ``words`` what it is called in a
player's sentences (``words``).  The parser's signature check, the lints, the lowering to both targets, the
reference page, completion and the explanations all follow from it.

What is not handled here: constructs with a spelling of their own (filters, ``@``, guards, flags)
have a rule in the grammar and a row in ``syntax.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Protocol

from ...structs import dataclass
from ..tree import Event
from .words import Words


class Kind(Enum):
    """What an argument must be, and what the form's function receives for it."""

    NUMBER = "number"  # a lowered number
    TEST = "number, worked out anew each time"  # a thunk that gives one
    CARDS = "card set"  # a lowered card set
    MEANT = "card set without a number of cards"  # a lowered card set of a zone
    ZONE = "zone"  # a lowered zone, or that of X
    TAG = "[tag]"  # its text
    WORD = "name"  # a string or a bare name: its text
    VARIABLE = "variable"  # its name
    BODY = "expression"  # a thunk: call it to evaluate the expression here and now
    ITEM = "number, text or card set"  # a lowered value of that sort
    MODE = "up, down or near"  # one of Argument.choices: its text
    EVENT = "event"  # an Event of tree
    PROPERTY = "property"  # its name
    EXIT = "exit"  # its name


class Repeat(Enum):
    ONCE = ""
    OPTIONAL = "?"
    MANY = "*"  # none or more; only as the last argument


@dataclass(frozen=True, slots=True)
class Argument:
    """One place in a form's argument list."""

    name: str  # as it is called in the reference: "a", "n", "S", "Z"
    kind: Kind
    repeat: Repeat = Repeat.ONCE
    choices: tuple[str, ...] = ()  # for Kind.MODE


class Type(Enum):
    """What a form's use gives."""

    NUMBER = "number"
    VOID = "nothing"
    BODIES = "what its bodies give"  # a number when every BODY that may come last is one


class Scope(Enum):
    """When a form's bodies are evaluated."""

    HERE = "here and now"
    LOOP = "here, any number of times"
    EVENT = "later, at an event, whose cards are `it`"
    LATER = "later"


class Purity(Enum):
    """What using a form may do beside giving its value; each level allows the ones before."""

    PURE = "pure"  # depends on the table alone, changes nothing
    CHANCE = "chance"  # draws at random; allowed where only numbers are
    CHANGES = "changes"  # changes the table: not allowed in conditions, scores and stats


class Engine(Protocol):
    """What the meaning of a form is said in; ``compile.lowering`` provides it.

    Numbers, card sets and zones are opaque values of the lowering.  Every operation on numbers
    is checked (64 bits), exact, and happens once, in the order of the calls.
    """

    def constant(self, value: int) -> Any: ...
    def add(self, a: Any, b: Any) -> Any: ...
    def subtract(self, a: Any, b: Any) -> Any: ...
    def multiply(self, a: Any, b: Any) -> Any: ...
    def divide(self, a: Any, b: Any) -> Any: ...
    def remainder(self, a: Any, b: Any) -> Any: ...
    def muldiv(self, a: Any, b: Any, c: Any, rounding: str) -> Any: ...
    def compare(self, operator: str, a: Any, b: Any) -> Any: ...
    def both(self, a: Any, b: Any) -> Any: ...
    def either(self, a: Any, b: Any) -> Any: ...
    def negate(self, a: Any) -> Any: ...
    def minimum(self, a: Any, b: Any) -> Any: ...
    def maximum(self, a: Any, b: Any) -> Any: ...
    def pick(self, index: Any, numbers: Sequence[Any]) -> Any: ...
    def random(self, low: Any, high: Any) -> Any: ...
    def move(self, cards: Any, zone: Any, tags: Sequence[str], front: bool) -> None: ...
    def shuffle(self, zone: Any) -> None: ...
    def light(self, cards: Any, amount: Any, exit: str | None, ahead: Any) -> None: ...
    def collapse(self, cards: Any, exit: str | None, ahead: Any) -> None: ...
    def draw(self, exit: str, zone: Any) -> None: ...
    def remain(self, exit: str) -> Any: ...
    def plan(self, seat: Any) -> Any: ...
    def forbid(self, tag: str) -> None: ...
    def assign(self, variable: str, value: Any) -> None: ...
    def branch(self, condition: Any, then: Callable[[], Any], otherwise: Callable[[], Any] | None) -> Any: ...
    def loop(self, condition: Callable[[], Any], body: Callable[[], Any]) -> None: ...
    def repeat(self, times: Any, body: Callable[[], Any]) -> None: ...
    def stop(self, code: Any) -> None: ...
    def install(
        self,
        event: Event,
        body: Callable[[], Any],
        when: Callable[[], Any] | None,
        uses: Any,
        turns: Any,
        tags: Sequence[str],
    ) -> None: ...
    def would(self, tag: str, number: Callable[[], Any]) -> Any: ...
    def schedule(self, turns: Any, body: Callable[[], Any]) -> None: ...
    def total(self, cards: Any, prop: str) -> Any: ...
    def greatest_of(self, cards: Any, prop: str) -> Any: ...
    def least_of(self, cards: Any, prop: str) -> Any: ...
    def copies(self, zone: Any) -> Any: ...
    def print(self, items: Sequence[Any]) -> None: ...


@dataclass(frozen=True, slots=True)
class Form:
    """One declared form.  ``lower(engine, *arguments)`` gives its lowered value, or None."""

    name: str
    arguments: tuple[Argument, ...]
    type: Type
    purity: Purity
    summary: str  # a sentence of documentation, in Markdown
    example: str  # a use of it, for the reference
    gives: str | None  # what the example gives, where that is a number without a table
    ours: bool  # not in Yisp v0.4
    lower: Callable[..., Any]
    words: Words  # what a use of it says to players
    value: Words | None = None  # … where it stands for a number, if it does not always
    options: tuple[Argument, ...] = ()  # numbers that may be added by name, as in `(times 6)`; a TEST
    # changes nothing and rolls nothing
    scope: Scope = Scope.HERE
    tagged: bool = False  # whether tags may be added, which say of what sort it is
    supposes: bool = False  # whether a TEST of its arguments changes nothing and rolls nothing, either
    by_kind: bool = False  # whether it is about the kind in question: only in filters by a number

    @property
    def least(self) -> int:
        """The fewest arguments a use of it may have."""
        return sum(argument.repeat is Repeat.ONCE for argument in self.arguments)

    @property
    def most(self) -> int | None:
        """The most arguments a use of it may have; None without a bound."""
        if any(argument.repeat is Repeat.MANY for argument in self.arguments):
            return None
        return len(self.arguments)

    def argument(self, index: int) -> Argument:
        """The declaration of the argument at ``index`` of a use."""
        return self.arguments[min(index, len(self.arguments) - 1)]

    @property
    def signature(self) -> str:
        """How it is written, for messages and the reference: ``(min a b …)``."""
        words = [self.name]
        for argument in self.arguments:
            spelled = "|".join(argument.choices) or argument.name
            words.append({"": spelled, "?": f"[{spelled}]", "*": "…"}[argument.repeat.value])
        words += [f"[({option.name} n)]" for option in self.options]
        words += ["[[tag] …]"] * self.tagged
        return "(" + " ".join(words) + ")"


FORMS: dict[str, Form] = {}


def form(
    name: str,
    *arguments: Argument,
    type: Type,
    purity: Purity,
    summary: str,
    example: str,
    words: Words,
    value: Words | None = None,
    gives: str | None = None,
    ours: bool = False,
    options: tuple[Argument, ...] = (),
    scope: Scope = Scope.HERE,
    tagged: bool = False,
    supposes: bool = False,
    by_kind: bool = False,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the decorated function as the meaning of the form ``name``."""

    def register(lower: Callable[..., Any]) -> Callable[..., Any]:
        if name in FORMS:
            raise ValueError(f"the form {name!r} is declared twice")
        FORMS[name] = Form(
            name, arguments, type, purity, summary, example, gives, ours, lower, words, value, options, scope,
            tagged, supposes, by_kind,
        )  # fmt: skip
        return lower

    return register
