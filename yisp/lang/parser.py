"""From a script's text to its syntax tree.

What comes in: a :class:`~yisp.lang.diagnostics.Text`: a script, an effect (flags and script), or
one number (a condition, score or stat).  What goes out: the nodes of :mod:`~yisp.lang.tree`, with
the spans of everything, and a diagnostic for each statement that could not be read; the others
are read all the same.  No text, however broken or deep, makes these functions raise anything.

The grammar is ``grammar.lark``; Lark is imported, and the grammar's tables built, when the first
statement is read.  The LALR parser calls the methods of :class:`_Builder` while it reads, so
there is no tree but ours, and no recursion.  What is not handled: what names mean and whether
arguments fit, which is ``check``'s business.
"""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from . import mistakes, tree
from .diagnostics import Diagnostics, Text
from .flags import read_flags
from .mistakes import Mistake, Refused
from .scan import Piece, pieces, without_comments
from .source import TextSource

if TYPE_CHECKING:
    from lark import Lark, Token, UnexpectedInput

__all__ = ["MAX_NESTING", "TextSource", "parse_effect", "parse_number", "parse_script"]

MAX_NESTING = 200
"""The deepest nesting that any deck may allow: the stages behind the parser walk it by recursion."""


def parse_script(
    text: Text, diagnostics: Diagnostics, *, nesting: int = MAX_NESTING, comments: bool = False
) -> tree.Script:
    """Read statements.  ``comments`` says whether ``//`` begins one, as in ``.yisp`` files."""
    return _script(text, 0, diagnostics, nesting, comments)


def parse_effect(
    text: Text, diagnostics: Diagnostics, *, nesting: int = MAX_NESTING, comments: bool = False
) -> tree.Effect:
    """Read ``[flags]statements``."""
    flags, start = read_flags(text, diagnostics)
    script = _script(text, start, diagnostics, nesting, comments)
    return tree.Effect(flags, script, (flags.span[0], script.span[1]))


def parse_number(
    text: Text, diagnostics: Diagnostics, *, nesting: int = MAX_NESTING, comments: bool = False
) -> tree.Expression | None:
    """Read one expression, which ``check_number`` makes sure is a number; None when it is broken."""
    script = _script(text, 0, diagnostics, nesting, comments)
    if not script.whole:
        return None
    if not script.statements:
        diagnostics.error("Y109", "a number should stand here", text.place(*script.span), _A_NUMBER)
        return None
    number, *others = script.statements
    if isinstance(number, tree.Activate | tree.Guard):
        diagnostics.error("Y109", "a number should stand here, not a statement of an effect",
                          text.place(*number.span), _A_NUMBER)
        return None
    for other in others[:1]:
        diagnostics.error("Y109", "one number should stand here, and this is a second expression",
                          text.place(*other.span), "delete it, and the `;` before it")
    return number


_A_NUMBER = "as in `2`, `|H.a:monster|`, `(> |B| 1)`"


def _script(text: Text, start: int, diagnostics: Diagnostics, nesting: int, comments: bool) -> tree.Script:
    written = without_comments(text.text) if comments else text.text
    statements: list[tree.Statement] = []
    numbers: list[int] = []
    count = 0
    for number, piece in enumerate(pieces(written, start, min(nesting, MAX_NESTING))):
        statement = _statement(written, piece, text, diagnostics, nesting)
        if statement is not None:
            statements.append(statement)
            numbers.append(number)
        count += 1
    return tree.Script(tuple(statements), tuple(numbers), (start, len(written)), len(statements) == count)


def _statement(
    written: str, piece: Piece, text: Text, diagnostics: Diagnostics, nesting: int
) -> tree.Statement | None:
    """Read one statement, or report what is wrong with it."""
    if piece.too_deep is not None:
        mistake = Mistake("Y118", f"this is nested deeper than {min(nesting, MAX_NESTING)} levels",
                          (piece.too_deep, piece.too_deep + 1), "work out parts of it first, with `(= x …)`")
    elif piece.open_string is not None:
        mistake = Mistake("Y106", "the string that begins here is never closed",
                          (piece.open_string, piece.open_string + 1), 'a `"` is missing before the `;` or the end')
    else:
        result = _reader().read(written, piece.start, piece.end)
        if not isinstance(result, Mistake):
            statement, rest = result
            if rest is None:
                return statement
            return _with_rest(statement, rest, written, piece.end, text, diagnostics)
        mistake = result
    diagnostics.error(mistake.code, mistake.message, text.place(*mistake.span), mistake.hint)
    return None


def _with_rest(
    statement: tree.Statement, rest: int, written: str, end: int, text: Text, diagnostics: Diagnostics
) -> tree.Statement | None:
    """A statement that is complete before ``rest``: what follows is ignored, as in Yisp v0.4."""
    ignored = written[rest:end]
    mistake: Mistake | None = None
    if not ignored.strip(") \t\r\n"):
        them = ("this `)` closes", "it") if ignored == ")" else ("these `)` close", "them")
        diagnostics.warning("Y401", f"{them[0]} nothing, and is ignored" if ignored == ")" else
                            f"{them[0]} nothing, and are ignored", text.place(rest, end), f"delete {them[1]}")
    elif mistakes.lookalike(ignored) is not None or ignored.startswith("."):
        mistake = mistakes.explain_word(written, (rest, end))
    elif isinstance(statement, tree.Activate):
        mistake = Mistake("Y112", "`@` must be a statement of its own, and this follows it", (rest, end),
                          "a `;` is missing behind the `@`")
    else:
        infix = isinstance(statement, tree.Variable | tree.Number | tree.Size) and ignored[0] in "=<>!+-*/%"
        diagnostics.warning("Y401", "the statement is complete before this, which is ignored",
                            text.place(rest, end), "the mark comes first, as in `(= x 1)`, `(> a b)`" if infix
                            else "is a `;` missing before it?")
    if mistake is None:
        return statement
    diagnostics.error(mistake.code, mistake.message, text.place(*mistake.span), mistake.hint)
    return None


# The grammar's tables and what is built from them -----------------------------------------------


class _Reader:
    """The Lark parser of the grammar, built once a process."""

    def __init__(self) -> None:
        from lark import Lark

        self._builder = _Builder()
        grammar = Path(__file__).with_name("grammar.lark").read_text("utf-8")
        self._lark: Lark = Lark(
            grammar,
            start="statement",
            parser="lalr",
            lexer="contextual",
            transformer=cast(Any, self._builder),  # Lark asks only for methods named like its rules
            maybe_placeholders=False,
        )
        self._situations: mistakes.Situations | None = None
        self._lock = threading.Lock()  # the builder holds the offset of the statement being read

    def read(self, text: str, start: int, end: int) -> tuple[tree.Statement, int | None] | Mistake:
        """Read ``text[start:end]``: the statement and where text that follows it begins, if any."""
        from lark import UnexpectedInput

        with self._lock:
            self._builder.offset, self._builder.text = start, text
            try:
                return cast(tree.Statement, self._lark.parse(text[start:end])), None
            except Refused as refused:
                return refused.mistake
            except UnexpectedInput as error:
                complete = mistakes.finish(error)
                if complete is not None:
                    return cast(tree.Statement, complete), start + (error.pos_in_stream or 0)
                if self._situations is None:
                    self._situations = mistakes.situations(self._lark)
                return mistakes.explain(error, text, start, end, self._situations)


@cache
def _reader() -> _Reader:
    return _Reader()


class _Builder:
    """Builds nodes while the LALR parser reads; its methods are called by the names of the
    grammar's rules and terminals.  ``offset`` is where the statement begins in ``text``."""

    offset = 0
    text = ""

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
        return tree.Call(str(head), self._span(head, head), tuple(children[2:-1]), self._span(children[0], children[-1]))

    def cards(self, children: list[Any]) -> tree.CardSet:
        zone, *filters = children
        start, end = self._span(zone, zone)
        return tree.CardSet(str(zone), tuple(filters), (start, filters[-1].span[1] if filters else end))

    # Filters

    def NAME(self, token: Token) -> tree.ByName:
        return tree.ByName(str(token), self._span(token, token))

    def QUOTED_NAME(self, token: Token) -> tree.ByName:
        return tree.ByName(_unquoted(token), self._span(token, token))

    def ATTRIBUTE(self, token: Token) -> tree.ByAttribute:
        return tree.ByAttribute(_unquoted(token[2:]), self._span(token, token))

    def PATTERN(self, token: Token) -> tree.ByPattern:
        return tree.ByPattern(_unquoted(token[2:]), self._span(token, token))

    def COUNT(self, token: Token) -> tree.Limit:
        start, end = self._span(token, token)
        amount = token[1:] if token[0] in _ENDS else str(token)
        amount = amount.removeprefix(":")
        span = (end - len(amount), end)
        number: tree.Expression
        number = tree.Variable(amount, span) if amount[0].isalpha() else tree.Number(_integer(amount, span), span)
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
    raise Refused(Mistake("Y115", "this number does not fit 64 bits", span,
                          "numbers reach from -9223372036854775808 to 9223372036854775807"))


def _unquoted(token: str) -> str:
    """A name or text as it was meant: a quotation mark inside quotation marks is doubled."""
    return token[1:-1].replace('""', '"') if token.startswith('"') else str(token)
