"""Nodes of the syntax tree, built while the LALR parser reads.

What comes in: the tokens of one statement, and where it begins in its script.  What goes out:
nodes of :mod:`~yisp.lang.tree` with spans that count in the script.  A text that the grammar
takes and the language does not (a number of more than 64 bits) is refused by an exception, which
ends the reading of that statement.  What is not handled: what names mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ...messages import say
from .. import tree
from .words import Mistake, Refused

if TYPE_CHECKING:
    from .grammar_lark import Token


class Builder:
    """Builds nodes while the LALR parser reads; its methods are called by the names of the
    grammar's rules and terminals.  ``offset`` is where the statement begins in its script."""

    def __init__(self) -> None:
        self.offset = 0

    def _span(self, first: Token, last: Token) -> tree.Span:
        return self.offset + cast(int, first.start_pos), self.offset + cast(int, last.end_pos)

    # Statements

    def AT(self, token: Token) -> tree.Activate:
        return tree.Activate(self._span(token, token))

    def guard(self, children: list[Any]) -> tree.Guard:
        marks, condition = children
        negated = len(marks) % 2 == 0  # "/!": each further `!` turns it round again
        return tree.Guard(condition, negated, (self._span(marks, marks)[0], condition.span[1]))

    # Expressions

    def NUMBER(self, token: Token) -> tree.Number:
        span = self._span(token, token)
        return tree.Number(_integer(token, span), span)

    def VARIABLE(self, token: Token) -> tree.Variable:
        return tree.Variable(str(token), self._span(token, token))

    def STRING(self, token: Token) -> tree.String:
        return tree.String(_unquoted(token), self._span(token, token))

    def WORD(self, token: Token) -> tree.Word:
        return tree.Word(str(token), self._span(token, token))

    def TAG(self, token: Token) -> tree.Tag:
        return tree.Tag(token[1:-1].strip(), self._span(token, token))

    def void(self, children: list[Token]) -> tree.Void:
        return tree.Void(self._span(children[0], children[1]))

    def size(self, children: list[Any]) -> tree.Size:
        first, cards, last = children
        if not isinstance(cards, tree.CardSet):  # `it` alone
            cards = tree.CardSet("it", (), self._span(cards, cards))
        return tree.Size(cards, self._span(first, last))

    def call(self, children: list[Any]) -> tree.Call:
        head = children[1]
        span = self._span(children[0], children[-1])
        return tree.Call(str(head), self._span(head, head), tuple(children[2:-1]), span)

    def cards(self, children: list[Any]) -> tree.CardSet:
        zone, *filters = children
        start, end = self._span(zone, zone)
        return tree.CardSet(str(zone), tuple(filters), (start, filters[-1].span[1] if filters else end))

    # Filters

    def THIS(self, token: Token) -> tree.ThisCard:
        return tree.ThisCard(self._span(token, token))

    def NAME(self, token: Token) -> tree.ByName:
        return tree.ByName(str(token), self._span(token, token))

    def QUOTED_NAME(self, token: Token) -> tree.ByName:
        return tree.ByName(_unquoted(token), self._span(token, token))

    def ATTRIBUTE(self, token: Token) -> tree.ByAttribute:
        return tree.ByAttribute(_unquoted(token[2:]), self._span(token, token))

    def PATTERN(self, token: Token) -> tree.ByPattern:
        return tree.ByPattern(_unquoted(token[2:]), self._span(token, token))

    def KIND(self, token: Token) -> tree.ByKind:
        return tree.ByKind(_unquoted(token[2:]), self._span(token, token))

    def COUNT(self, token: Token) -> tree.Limit:
        start, end = self._span(token, token)
        amount = token[1:] if token[0] in _ENDS else str(token)
        amount = amount.removeprefix(":")
        span = (end - len(amount), end)
        number: tree.Expression
        if amount[0].isalpha():
            number = tree.Variable(amount, span)
        else:
            number = tree.Number(_integer(amount, span), span)
        return tree.Limit(_ENDS.get(token[0], "first"), number, (start, end))

    def limit(self, children: list[Any]) -> tree.Limit:
        marks, call = children
        return tree.Limit(_ENDS.get(marks[0], "first"), call, (self._span(marks, marks)[0], call.span[1]))

    def reject(self, children: list[Any]) -> tree.Not:
        bang, rejected = children
        return tree.Not(rejected, (self._span(bang, bang)[0], rejected.span[1]))

    def where(self, children: list[Any]) -> tree.Where:
        return tree.Where(children[0], children[0].span)


_ENDS = {"-": "last", "?": "random", "*": "choice"}


def _integer(digits: str, span: tree.Span) -> int:
    """The value of a literal.  Its length is looked at first: reading digits takes quadratic time."""
    if len(digits.lstrip("-0")) <= 19:
        value = int(digits)
        if -(2**63) <= value < 2**63:
            return value
    raise Refused(
        Mistake(
            "Y115",
            say("this number does not fit 64 bits"),
            span,
            say("numbers range from -9223372036854775808 to 9223372036854775807"),
        )
    )


def _unquoted(token: str) -> str:
    """A name or text as it was meant: a quotation mark inside quotation marks is doubled."""
    return token[1:-1].replace('""', '"') if token.startswith('"') else str(token)
