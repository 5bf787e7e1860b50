"""A suggestion that can be carried out: its sentence, and the edit that does what it says.

What comes in: changes of a text, or a value of the deck file.  What goes out: a :class:`Remedy`, which stands
in the place of a diagnostic's hint.  Whoever gives one is certain of the edit: nothing is ever
read from the sentence.  Where several edits would do, each is a way of its own, and the author chooses.

What is not handled: writing the changes as the file's quotation marks need it, and making sure that what
comes of them is better than what was; both are the business of ``yisp.editor``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..messages import Message, say
from ..structs import dataclass
from .rendering import shown

if TYPE_CHECKING:
    from .diagnostics import Text
    from .tree import Span


@dataclass(frozen=True, slots=True)
class Change:
    """``new`` in place of the characters ``start`` … ``end`` of a text; which may be none, or all of it."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A key of the deck file and its value; ``names`` lead there from the top.  A value that is None: the key
    goes."""

    names: tuple[str, ...]
    value: str | None


Data = str | int | Sequence["Data"] | Mapping[str, "Data"]
"""What a deck file may have as a value."""


@dataclass(frozen=True, slots=True)
class NewValue:
    """Another value in place of the characters ``start`` … ``end`` of the deck file; a list that is
    ``spread`` comes item by item into the list around it."""

    start: int
    end: int
    data: Data
    spread: bool = False


Way = tuple[Change, ...] | Setting | NewValue


@dataclass(frozen=True, slots=True)
class Remedy:
    """A hint, and the ways to do what it says; ``text`` is what the changes are of, once that is known.

    The text of a script is its value, whatever quotation marks of YAML stand around it; a file's own is as
    it is written.
    """

    hint: Message
    ways: tuple[Way, ...]
    text: Text | None = None


Hint = Message | Remedy
"""What is said to help, with or without an edit."""


def replacing(hint: Message, span: Span, *news: str, text: Text | None = None) -> Remedy:
    """Something else in place of a span; with several texts, one of them."""
    return Remedy(hint, tuple((Change(*span, new),) for new in news), text)


def rewriting(hint: Message, text: Text, new: str) -> Remedy:
    """Something else in place of a text as a whole."""
    return replacing(hint, (0, len(text.text)), new, text=text)


def respelling(near: str | None, span: Span, text: Text | None = None) -> Remedy | None:
    """The nearest name in place of a span, if there is one."""
    if near is None:
        return None
    return replacing(say("did you mean {near}?", near=shown(near)), span, near, text=text)


def setting(hint: Message, names: Iterable[str], value: str | None) -> Remedy:
    """A key with a value, or no longer that key."""
    return Remedy(hint, (Setting(tuple(names), value),))


def of(hint: Hint | None, text: Text) -> Hint | None:
    """The same, of that text, unless it is of another one."""
    return replace(hint, text=text) if isinstance(hint, Remedy) and hint.text is None else hint
