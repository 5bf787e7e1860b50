"""What the pieces of a script are, and inside which forms a place stands, in text that is half written.

What comes in: the text of a script.  What goes out: its :class:`Token` objects, by the rules that colour it
(``lang.highlighting``); and for a place :class:`Open` calls, those whose parenthesis is not closed before
it.  Whole scripts are read by the parser; this is for those that are not.  What is not handled: what names
mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...lang.forms import FORMS, Form, Kind
from ...lang.forms.declare import Argument
from ...lang.highlighting.highlight import Role, pieces
from ...structs import dataclass

HEADS = (Role.FORM, Role.CONTROL, Role.OPERATOR, Role.FUNCTION)
"""What the first word of a call may be."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a script."""

    role: Role
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(slots=True)
class Open:
    """A call that is open at some place."""

    head: str  # "" where none is written yet
    start: int  # of its parenthesis
    filters: bool  # whether it stands for a filter by a number
    argument: int = -1  # which of its arguments the place is in; -1: its head
    gap: bool = False  # whether a blank has come since the last of them

    @property
    def form(self) -> Form | None:
        return FORMS.get(self.head)

    @property
    def current(self) -> Argument | None:
        """What is declared of the argument."""
        form = self.form
        if form is None or not form.arguments or self.argument < 0:
            return None
        return form.argument(self.argument)


def tokens(text: str) -> list[Token]:
    """The pieces of a script, one after another."""
    return [Token(role, text[start:end], start) for role, start, end in pieces(text)]


class Nesting:
    """The calls that are open, token after token; ``calls`` has the innermost last."""

    def __init__(self) -> None:
        self.calls: list[Open] = []
        self._last: Token | None = None

    def take(self, token: Token) -> None:
        """Go on behind a token."""
        calls, last = self.calls, self._last
        if token.role in (Role.BLANK, Role.COMMENT):
            if calls:
                calls[-1].gap = calls[-1].gap or calls[-1].argument >= 0 or bool(calls[-1].head)
            return
        self.begin()
        mark = token.text if token.role is Role.PUNCTUATION else ""
        if mark == ")":
            if calls:
                calls.pop()
        elif mark == ";":
            calls.clear()
        elif mark == "(":
            filters = last is not None and last.end == token.start and _begins_filter(last)
            calls.append(Open("", token.start, filters))
        elif calls and last is not None and last.text == "(" and token.role in HEADS:
            calls[-1].head = token.text
        self._last = token

    def begin(self) -> None:
        """Take note of it that what comes now is another argument, where a blank stands before it."""
        if self.calls and self.calls[-1].gap:
            self.calls[-1].argument += 1
            self.calls[-1].gap = False


def opened(before: Sequence[Token]) -> list[Open]:
    """The calls that are open behind some tokens, the innermost last."""
    nesting = Nesting()
    for token in before:
        nesting.take(token)
    nesting.begin()
    return nesting.calls


def _begins_filter(token: Token) -> bool:
    """Whether a parenthesis behind this is a condition on cards, and not how many of them there are."""
    if token.role is Role.KEPT:
        return not token.text.endswith(":")
    return token.role is Role.PUNCTUATION and token.text == "."


def within(calls: Sequence[Open]) -> bool:
    """Whether the place is in a filter by a number, where properties have names."""
    return any(call.filters for call in calls)


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a script, what it stands in, and what stands right before it."""

    token: Token
    calls: list[Open]
    sort: str  # of what a filter names: "a:", "A:", "k:", ":" and so on, or ""
    filters: bool  # whether it stands in a filter, behind its dot

    @property
    def kind(self) -> Kind | None:
        """What is declared of the argument that it is."""
        current = self.calls[-1].current if self.calls else None
        return current.kind if current is not None else None


def word_at(text: str, at: int) -> Word | None:
    """The piece that a place is in, or else the one that ends there."""
    every = tokens(text)
    found = next((index for index, token in enumerate(every) if token.start <= at < token.end), None)
    blank = (Role.BLANK, Role.COMMENT)
    if found is None or every[found].role in (*blank, Role.PUNCTUATION):
        ends = next((index for index, token in enumerate(every) if token.end == at), None)
        if ends is not None and every[ends].role not in (*blank, Role.PUNCTUATION):
            found = ends
    if found is None or every[found].role in blank:
        return None
    return _word(every, found)


def assigned(text: str, name: str) -> Iterator[Token]:
    """Where a script gives a variable a value."""
    nesting = Nesting()
    for token in tokens(text):
        nesting.take(token)
        current = nesting.calls[-1].current if nesting.calls else None
        if token.text == name and current is not None and current.kind is Kind.VARIABLE:
            yield token


def _word(every: Sequence[Token], index: int) -> Word:
    token = every[index]
    calls = opened(every[:index])
    if calls and calls[-1].argument < 0 and token.role in HEADS:
        calls[-1].head = token.text
    before = every[index - 1] if index and every[index - 1].end == token.start else None
    sort = before.text.lstrip("!") if before is not None and before.role is Role.KEPT else ""
    filters = before is not None and (before.role is Role.KEPT or before.text == ".")
    return Word(token, calls, sort, filters)
