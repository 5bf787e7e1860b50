"""From a script's text to its syntax tree.

What comes in: a :class:`~yisp.lang.diagnostics.Text`: a script, an effect (flags and script), or
one number (a condition, score or stat).  What goes out: the nodes of :mod:`~yisp.lang.tree`, with
the spans of everything, and a diagnostic for each statement that could not be read; the others
are read all the same.  No text, however broken or deep, makes these functions raise anything.

The grammar is ``grammar.lark``; its reader ``grammar_lark``, which Lark has written when the package was
built (``setup.py``), is imported when the first statement is read.  This LALR parser calls the methods of
:class:`~yisp.lang.parsing.builder.Builder` while it reads, so there is no tree but ours, and no recursion.
What is not handled: what names mean and whether arguments fit, which is ``check``'s business.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING, cast

from ...messages import say
from .. import tree
from ..diagnostics import Diagnostics, Text
from ..remedy import Hint, of, replacing
from . import mistakes, words
from .builder import Builder
from .flags import read_flags
from .infix import prefix_form
from .scan import Piece, pieces, without_comments
from .words import Mistake, Refused

if TYPE_CHECKING:
    from .grammar_lark import Lark

MAX_NESTING = 200
"""The deepest nesting that any deck may allow: the stages behind the parser walk it by recursion."""


def parse_script(
    text: Text, diagnostics: Diagnostics, *, nesting: int = MAX_NESTING, comments: bool = False
) -> tree.Script:
    """Read statements.  ``comments`` says whether ``//`` begins one, as in ``.yisp`` files."""
    return _script(text, 0, diagnostics, nesting, comments)


def parse_effect(text: Text, diagnostics: Diagnostics, *, nesting: int = MAX_NESTING) -> tree.Effect:
    """Read ``[flags]statements``."""
    flags, start = read_flags(text, diagnostics)
    script = _script(text, start, diagnostics, nesting, False)
    return tree.Effect(flags, script, (flags.span[0], script.span[1]))


def parse_number(
    text: Text, diagnostics: Diagnostics, *, nesting: int = MAX_NESTING, comments: bool = False
) -> tree.Expression | None:
    """Read one expression, which ``check_number`` makes sure is a number; None when it is broken."""
    script = _script(text, 0, diagnostics, nesting, comments, number=True)
    if not script.whole:
        return None
    if not script.statements:
        diagnostics.error("Y109", say("a number is needed here"), text.place(*script.span), _A_NUMBER)
        return None
    number, *others = script.statements
    if isinstance(number, tree.Activate | tree.Guard):
        diagnostics.error(
            "Y109",
            say("a number is needed here, not a statement of an effect"),
            text.place(*number.span),
            _A_NUMBER,
        )
        return None
    for other in others[:1]:
        diagnostics.error(
            "Y109",
            say("only one number belongs here, and this is a second expression"),
            text.place(*other.span),
            replacing(
                say("delete it, and the `;` before it"), (number.span[1], other.span[1]), "", text=text
            ),
        )
    return number


_A_NUMBER = say("as in `2`, `|H.a:monster|`, `(> |B| 1)`")


def _script(
    text: Text, start: int, diagnostics: Diagnostics, nesting: int, comments: bool, *, number: bool = False
) -> tree.Script:
    """Read statements; of one ``number`` nothing may be assigned."""
    written = without_comments(text.text) if comments else text.text
    statements: list[tree.Statement] = []
    numbers: list[int] = []
    whole = True
    for index, piece in enumerate(pieces(written, start, min(nesting, MAX_NESTING))):
        statement, sound = _statement(written, piece, text, diagnostics, nesting, assigns=not number)
        whole = whole and sound
        if statement is not None:
            statements.append(statement)
            numbers.append(index)
    return tree.Script(tuple(statements), tuple(numbers), (start, len(written)), whole)


def _statement(
    written: str, piece: Piece, text: Text, diagnostics: Diagnostics, nesting: int, *, assigns: bool
) -> tuple[tree.Statement | None, bool]:
    """Read one statement, or report what is wrong with it; whether nothing is."""
    statement: tree.Statement | None = None
    if piece.too_deep is not None:
        mistake = Mistake(
            "Y118",
            say("this is nested deeper than {nesting} levels", nesting=min(nesting, MAX_NESTING)),
            (piece.too_deep, piece.too_deep + 1),
            say("work out parts of it first, with `(= x …)`"),
        )
    elif piece.open_string is not None:
        at = piece.open_string
        mistake = Mistake(
            "Y106",
            say("the string that begins here is never closed"),
            (at, at + 1),
            say('a `"` is missing before the `;` or the end'),
        )
    else:
        result = _reader().read(written, piece.start, piece.end)
        if not isinstance(result, Mistake):
            statement, rest = result
            if rest is None:
                return statement, True
            if written[rest : piece.end] == ")":  # as in decks of Yisp v0.4, which took no notice of it
                diagnostics.warning(
                    "Y401",
                    say("the statement is complete before this `)`, which closes nothing"),
                    text.place(rest, piece.end),
                    replacing(say("delete it"), (rest, piece.end), "", text=text),
                )
                return statement, True
            mistake = _left_over(statement, rest, written, piece, assigns)
        else:
            mistake = result
    diagnostics.error(mistake.code, mistake.message, text.place(*mistake.span), of(mistake.hint, text))
    # What is complete may have mistakes of its own.
    return statement if mistake.code == _LEFT_OVER and isinstance(statement, tree.Call) else None, False


_LEFT_OVER = "Y128"


def _left_over(statement: tree.Statement, rest: int, written: str, piece: Piece, assigns: bool) -> Mistake:
    """What is wrong with a statement that is complete before ``rest``."""
    extra = written[rest : piece.end]
    if isinstance(statement, tree.CardSet) and extra.startswith("."):
        return words.explain_word(written, (rest, words.word_end(written, rest)))
    found = words.explain_lookalike(written, (rest, piece.end))
    if found is not None:
        return found
    if isinstance(statement, tree.Activate):
        return Mistake(
            "Y112",
            say("`@` must be a statement of its own, but this follows it"),
            (rest, piece.end),
            replacing(say("a `;` is missing after the `@`"), (statement.span[1],) * 2, ";"),
        )
    begin = statement.condition.span[0] if isinstance(statement, tree.Guard) else piece.start
    meant = prefix_form(written[begin : piece.end], assigns and begin == piece.start)
    hint: Hint
    if meant is not None:
        whole = written[piece.start : begin] + meant
        hint = say("the operator comes first: `{meant}`", meant=whole)
        hint = replacing(hint, (piece.start, piece.end), whole)
    elif extra[0] in "=<>!+-*/%&|" and not extra.startswith("//"):
        hint = say("the operator comes first, as in `(= x 1)`, `(> a b)`, `(and a b)`")
    elif extra[0] == ")":
        hint = say("delete every `)` that closes nothing")
        if not extra.strip(") \t\r\n"):
            hint = replacing(hint, (rest, piece.end), "")
    elif extra.startswith("//"):
        hint = words.A_COMMENT
    elif assigns:
        hint = say("is a `;` missing before it?")
        if extra[0] in "(@/":  # which begin a statement
            behind = len(written[:rest].rstrip())
            hint = replacing(hint, (behind, behind), ";")
    else:
        hint = say("only one expression belongs here; `(and a b)` holds when both do")
    return Mistake(_LEFT_OVER, say("the statement is complete before this"), (rest, piece.end), hint)


# The grammar's tables and what is built from them -----------------------------------------------


MOST_KNOWN = 4096
"""Statements that are kept to be recognised."""


class _Reader:
    """The grammar's parser, made once a process."""

    def __init__(self) -> None:
        from .grammar_lark import Lark_StandAlone

        self._builder = Builder()
        self._lark: Lark = Lark_StandAlone(transformer=self._builder)
        self._situations: mistakes.Situations | None = None
        self._known: dict[str, tuple[tree.Statement, int]] = {}  # by text: a statement, and where it stood
        self._lock = threading.Lock()  # the builder holds the offset of the statement being read

    def read(self, text: str, start: int, end: int) -> tuple[tree.Statement, int | None] | Mistake:
        """Read ``text[start:end]``: the statement and where text that follows it begins, if any."""
        from .grammar_lark import UnexpectedInput

        with self._lock:
            written = text[start:end]
            if written in self._known:  # long scripts say the same again and again
                statement, stood = self._known[written]
                return tree.moved(statement, start - stood), None
            self._builder.offset = start
            try:
                statement = cast(tree.Statement, self._lark.parse(written))
                if len(self._known) >= MOST_KNOWN:
                    self._known.clear()
                self._known[written] = statement, start
                return statement, None
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
