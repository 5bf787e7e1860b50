"""Sentences that know which part of them speaks of which part of a script.

What comes in: a :class:`~yisp.messages.Message`, in which those of its arguments that are a :class:`Phrase`
say where what they speak of is written.  What goes out: :class:`Part`, one after another, in the language in
force. What is not handled: what is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Any

from ..lang.tree import Span
from ..messages import ENGLISH, Message, in_force, is_wide, language, say
from ..structs import dataclass


class Phrase(Message):
    """A text that speaks of a part of a script, ``span``; it knows its template as any Message does."""

    __slots__ = ("span",)
    span: Span


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence, and the span of the script that it speaks of (None: of none)."""

    text: str
    span: Span | None

    def to_data(self) -> dict[str, Any]:
        start, end = self.span or (None, None)
        return {"text": self.text, "start": start, "end": end}


class _Rest(Part):
    """What stands for a phrase that lies too deep to be said."""

    __slots__ = ()


def about(span: Span, text: str) -> str:
    """The text as one that speaks of that span."""
    message = text if isinstance(text, Message) else as_written(text)
    phrase = Phrase(message)
    phrase.template, phrase.plural = message.template, message.plural
    phrase.number, phrase.arguments = message.number, message.arguments
    phrase.span = span
    return phrase


def as_written(text: str) -> Message:
    """A name of the author's, which is the same in every language."""
    return say("{text}", text=text)


def sentence(message: Message) -> tuple[tuple[Part, ...], int]:
    """The parts of a whole sentence, in the language in force, and how many phrases lay too deep in it."""
    said = list(_parts(message, None))
    parts = list(_united(said))
    if parts and language() == ENGLISH:
        first = parts[0].text
        parts[0] = Part(first[:1].upper() + first[1:], parts[0].span)
    return tuple(parts), sum(isinstance(part, _Rest) for part in said)


DEEPEST = 100
"""How deep phrases lie in one another at most; of a set with hundreds of filters the rest is not said."""


def _parts(text: str, span: Span | None, depth: int = 0) -> Iterator[Part]:
    if isinstance(text, Phrase):
        span = text.span
    if depth > DEEPEST:
        yield _Rest("…", span)
        return
    if not isinstance(text, Message) or not text.arguments:
        yield Part(in_force(text) if isinstance(text, Message) else text, span)
        return
    before = ""  # what was said last
    inside = False  # whether that was an argument
    for literal, name, _, _ in Formatter().parse(in_force(text)):
        pieces = []
        if name is not None:
            value = text.arguments[name]
            pieces = list(_parts(value if isinstance(value, str) else str(value), span, depth + 1))
        # Blanks part Chinese or Japanese from Latin letters, and from nothing else.
        if inside and literal[:1] == " " and is_wide(before[-1:]) and is_wide(literal[1:2]):
            literal = literal[1:]
        after = pieces[0].text[:1] if pieces else ""
        if literal[-1:] == " " and is_wide((before + literal[:-1])[-1:]) and is_wide(after):
            literal = literal[:-1]
        if literal:
            yield Part(literal, span)
        yield from pieces
        before = pieces[-1].text if pieces else literal
        inside = name is not None


def _united(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts without those that are empty, neighbours about the same span as one."""
    last: Part | None = None
    for part in parts:
        if not part.text:
            continue
        if last is not None and last.span == part.span:
            last = Part(last.text + part.text, last.span)
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last
