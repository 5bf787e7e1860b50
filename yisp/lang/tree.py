"""The syntax tree of a Yisp script.

What comes in: nothing; these are the shapes that ``parser`` builds and that ``check`` and the
compiler's lowering walk.  Every node carries a ``span``, the half-open range of offsets of its
text in the script, so that any later stage can point into the author's file.  The tree says what
was written, not whether it makes sense: types, names and contexts are ``check``'s business.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from ..structs import dataclass

Span = tuple[int, int]


# Expressions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """An integer literal, already known to fit 64 bits."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class String:
    """A text literal, without its quotes."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable's name; one letter means local to one execution, more means global."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Word:
    """A bare word that is no variable, such as ``special-summon`` in ``(! special-summon)``.

    Only an argument of a call can be one, and only where the form takes a name.
    """

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Tag:
    """``[draw]``: the text between the brackets."""

    text: str
    span: Span


def other_than(tag: str) -> list[str] | None:
    """The tags that ``would`` leaves out where it asks by ``[!a !b]`` about every other one; else None."""
    return [name.strip() for name in tag[1:].split("!")] if tag.startswith("!") else None


def asks_about(tag: str, carried: Collection[str]) -> bool:
    """Whether ``would`` asks by this tag about an installed effect that carries those."""
    left_out = other_than(tag)
    return tag in carried if left_out is None else bool(carried) and not set(left_out) & set(carried)


@dataclass(frozen=True, slots=True)
class Void:
    """``()``."""

    span: Span


@dataclass(frozen=True, slots=True)
class Size:
    """``|H.a:x|``: how many cards a set holds."""

    cards: CardSet
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """``(head argument …)``: a use of one of the declared forms, or a mistake."""

    head: str
    head_span: Span
    arguments: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CardSet:
    """``D.a:bin.1``; without filters it may also stand for the zone itself.

    ``zone`` is one capital letter (``X`` is the card whose effect runs), perhaps with whose it is (``H:2``,
    ``H:who``), or ``it``.
    """

    zone: str
    filters: tuple[Filter, ...]
    span: Span


Expression = Number | String | Variable | Word | Tag | Void | Size | Call | CardSet


# Filters -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ByName:
    """``.name`` or ``."any text"``: a card's name, else an alias."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class ByAttribute:
    """``.a:attr`` or ``.a:"any text"``: an attribute, exactly."""

    attribute: str
    span: Span


@dataclass(frozen=True, slots=True)
class ByPattern:
    """``.A:pat``: an attribute that matches a pattern with ``*`` and ``?``."""

    pattern: str
    span: Span


@dataclass(frozen=True, slots=True)
class ByKind:
    """``.k:name`` or ``.k:"any text"``: the cards of that kind, whatever they are called."""

    kind: str
    span: Span


@dataclass(frozen=True, slots=True)
class Limit:
    """A number of cards: ``.3``, ``.:n`` (``end="first"``), ``.-2`` (``"last"``), ``.?2``
    (``"random"``), ``.*1`` (``"choice"``)."""

    end: str
    amount: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Where:
    """``.(expr)``: the cards for which the number is not 0."""

    condition: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class ThisCard:
    """``.X``: the card whose effect runs."""

    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    """``.!filter``: what the filter rejects."""

    filter: Filter
    span: Span


Filter = ByName | ByAttribute | ByPattern | ByKind | Limit | Where | ThisCard | Not


# Statements and scripts ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Activate:
    """``@``."""

    span: Span


@dataclass(frozen=True, slots=True)
class Guard:
    """``/n`` (go on when n is not 0) or, ``negated``, ``/!n``."""

    condition: Expression
    negated: bool
    span: Span


Statement = Activate | Guard | Expression


@dataclass(frozen=True, slots=True)
class Script:
    """The statements of one program in order, blank ones left out.

    ``numbers[i]`` is the position statement ``i`` has among the non-blank statements of the
    text (broken ones counted), which is how notices name it.  ``whole`` says that none is broken.
    """

    statements: tuple[Statement, ...]
    numbers: tuple[int, ...]
    span: Span
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Event:
    """What an effect answers: ``D>B``, ``draw``, ``activate``, ``turn-start`` or ``turn-end``.

    ``kind`` is that word, or ``move``, which alone has a source and a target; None is any zone.
    """

    kind: str
    source: str | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Flags:
    """The bracket before an effect: ``[1^HB on draw]``.

    ``zones`` is empty only for an effect that answers a move and names none: wherever the card
    came to.  Any other without a letter has ``H``.
    """

    once: bool
    first: bool
    zones: tuple[str, ...]
    span: Span
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card."""

    flags: Flags
    script: Script
    span: Span


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the author's: its name, the names of its parameters, and what it does."""

    name: str
    parameters: tuple[str, ...]
    script: Script
    span: Span  # of its name


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """The same node of what ``change`` makes of its parts."""
    values: list[Any] = []
    for name in node.__slots__:
        value = getattr(node, name)
        if isinstance(value, tuple) and value and hasattr(value[0], "span"):
            value = tuple(map(change, value))
        elif hasattr(value, "span"):
            value = change(value)
        values.append(value)
    return type(node)(*values)


SPANS = ("span", "head_span")
"""The fields that say where something stands."""


def moved(node: Any, by: int) -> Any:
    """The same node as it is where its text stands ``by`` characters further on."""
    values: list[Any] = []
    for name in node.__slots__:
        value = getattr(node, name)
        if name in SPANS:
            value = value[0] + by, value[1] + by
        elif isinstance(value, tuple):
            value = tuple(moved(one, by) for one in value)
        elif hasattr(value, "span"):
            value = moved(value, by)
        values.append(value)
    return type(node)(*values)
