"""From a script's text to its syntax tree.

What comes in: a :class:`~yisp.lang.diagnostics.Text`: a script, an effect (flags and script), or
one number (a condition, score or stat).  What goes out: the nodes of :mod:`~yisp.lang.tree`, with
the spans of everything, and a diagnostic for each statement that could not be read; the others
are read all the same.  No text, however broken or deep, makes these functions raise anything.

The grammar is ``grammar.lark``; Lark is imported, and the grammar's tables built, when the first
statement is read.  The LALR parser calls the methods of :class:`~yisp.lang.builder.Builder` while
it reads, so there is no tree but ours, and no recursion.  What is not handled: what names mean and whether
arguments fit, which is ``check``'s business.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from . import mistakes, tree, words
from .builder import Builder
from .diagnostics import Diagnostics, Text
from .flags import read_flags
from .scan import Piece, pieces, without_comments
from .words import Mistake, Refused

if TYPE_CHECKING:
    from lark import Lark

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
    whole = True
    for number, piece in enumerate(pieces(written, start, min(nesting, MAX_NESTING))):
        statement = _statement(written, piece, text, diagnostics, nesting)
        if statement is None:
            whole = False
        else:
            statements.append(statement)
            numbers.append(number)
    return tree.Script(tuple(statements), tuple(numbers), (start, len(written)), whole)


def _statement(
    written: str, piece: Piece, text: Text, diagnostics: Diagnostics, nesting: int
) -> tree.Statement | None:
    """Read one statement, or report what is wrong with it."""
    if piece.too_deep is not None:
        mistake = Mistake("Y118", f"this is nested deeper than {min(nesting, MAX_NESTING)} levels",
                          (piece.too_deep, piece.too_deep + 1), "work out parts of it first, with `(= x …)`")
    elif piece.open_string is not None:
        at = piece.open_string
        mistake = Mistake("Y106", "the string that begins here is never closed", (at, at + 1),
                          'a `"` is missing before the `;` or the end')
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
    found = words.explain_lookalike(written, (rest, end))
    mistake: Mistake | None = None
    if isinstance(statement, tree.CardSet) and ignored.startswith("."):
        mistake = words.explain_word(written, (rest, words.word_end(written, rest)))
    elif isinstance(statement, tree.Activate) and ignored.strip(") \t\r\n"):
        mistake = found or Mistake("Y112", "`@` must be a statement of its own, and this follows it",
                                   (rest, end), "a `;` is missing behind the `@`")
    if mistake is not None:
        diagnostics.error(mistake.code, mistake.message, text.place(*mistake.span), mistake.hint)
        return None
    number = statement.condition if isinstance(statement, tree.Guard) else statement
    hint = "is a `;` missing before it?" if found is None else found.hint
    if ignored[0] == ")":
        hint = "delete the `)`, which closes nothing"
    elif ignored.startswith("//"):
        hint = words.A_COMMENT
    elif isinstance(number, tree.Variable | tree.Number | tree.Size) and ignored[0] in "=<>!+-*/%":
        guard = "/" if isinstance(statement, tree.Guard) else ""
        hint = f"the mark comes first, as in `(= x 1)`, `{guard}(> a b)`"
    diagnostics.warning("Y401", "the statement is complete before this, which is ignored",
                        text.place(rest, end), hint)
    return statement


# The grammar's tables and what is built from them -----------------------------------------------


class _Reader:
    """The Lark parser of the grammar, built once a process."""

    def __init__(self) -> None:
        from lark import Lark

        self._builder = Builder()
        self._lark: Lark = Lark.open(
            "grammar.lark",
            rel_to=__file__,
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
            self._builder.offset = start
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
