"""What a player did when the grammar stopped: from the place of a syntax error to a sentence.

What comes in: the exception of the Lark parser, or a bare word that nothing takes.  What goes
out: a :class:`Mistake`: code, sentence, extent, and what to write instead.

The parser's states are told apart by example, as ``match_examples`` of Lark does it: each text of
:data:`EXAMPLES` stops in a state, and a player's text that stops in the same state was in the
same situation.  Lark would parse every example again for each error; here the states are kept.
What is not handled: more than one mistake in a statement.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from .diagnostics import visible
from .tree import Span

if TYPE_CHECKING:
    from lark import Lark, UnexpectedInput


@dataclass(frozen=True, slots=True)
class Mistake:
    code: str
    message: str
    span: Span
    hint: str | None = None


class Refused(Exception):
    """A text that the grammar takes and the language does not, such as a number too large."""

    def __init__(self, mistake: Mistake) -> None:
        self.mistake = mistake
        super().__init__(mistake.message)


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the grammar stopped: at ``text[start:end]``, which is the rest of a word, or nothing
    at the statement's end.  ``opened`` is where the innermost open ``(`` or ``|`` stands."""

    text: str
    start: int
    end: int
    opened: int | None

    @property
    def span(self) -> Span:
        return self.start, self.end

    @property
    def word(self) -> str:
        return self.text[self.start : self.end]

    @property
    def after_blank(self) -> bool:
        return self.start > 0 and self.text[self.start - 1].isspace()


# Each situation with texts that stop in it; see _SENTENCES for what is said.
EXAMPLES = {
    "start": (")",),
    "guard": ("/",),
    "head": ("(", "H.("),
    "arguments": ("(#", "(# H", "(# H B", "(! a!", "(! a! b!"),
    "bar": ("|",),
    "size": ("|H", "|H.a"),
    "filter": ("H.:", "H.a.:", "H.!:"),
}

Situations = dict[int, str]
"""From the number of a state of the parser to a key of :data:`EXAMPLES`."""


def situations(lark: Lark) -> Situations:
    """Find the state in which each example stops."""
    from lark import UnexpectedInput

    found: Situations = {}
    for situation, texts in EXAMPLES.items():
        for text in texts:
            try:
                lark.parse(text)
            except UnexpectedInput as error:
                finish(error)
                found[error.state.position] = situation
    return found


def finish(error: UnexpectedInput) -> Any:
    """The statement that is complete where Lark stopped, or None when none is.

    Reducing what the end of the statement would reduce also leaves the parser in the same state
    whether it was the lexer that stopped or the grammar.
    """
    from lark import UnexpectedToken

    try:
        return cast(Any, error).interactive_parser.feed_eof()
    except UnexpectedToken:
        return None


def explain(error: UnexpectedInput, text: str, offset: int, end: int, known: Situations) -> Mistake:
    """Say what is wrong in the statement ``text[offset:end]``, in which Lark stopped."""
    from lark import Token, UnexpectedToken

    state = error.state
    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    start = end if at_end else offset + (error.pos_in_stream or 0)
    opened = [token for token in state.value_stack if isinstance(token, Token) and token.type in ("LPAR", "BAR")]
    stop = Stop(text, start, end if at_end else min(end, _word_end(text, start)),
                offset + (opened[-1].start_pos or 0) if opened else None)
    return (_stray(stop) or _SENTENCES[known.get(state.position, "start")](stop))


_WORD_END = re.compile(r'[\s()|"\[\];]')


def _word_end(text: str, start: int) -> int:
    """Where the word that starts here ends; a delimiter is a word of its own."""
    match = _WORD_END.search(text, start + 1) if not _WORD_END.match(text, start) else None
    if match is not None:
        return match.start()
    return start + 1 if _WORD_END.match(text, start) else len(text)


def _quoted(text: str) -> str:
    """A piece of the player's text in a message: shown safely, and cut when long."""
    return "`" + visible(text if len(text) <= 40 else text[:39] + "…") + "`"


# Bare words -----------------------------------------------------------------------------------

# What an input method for Chinese or Japanese types in place of the marks of the language.
_LOOKALIKES = {
    "（": "(", "）": ")", "｜": "|", "；": ";", "“": '"', "”": '"', "＂": '"', "「": '"', "」": '"',
    "【": "[", "】": "]", "［": "[", "］": "]", "＠": "@", "＃": "#", "！": "!", "：": ":", "．": ".",
    "。": ".", "／": "/", "＝": "=", "＋": "+", "－": "-", "−": "-", "–": "-", "—": "-", "×": "*",
    "＊": "*", "÷": "/", "％": "%", "＞": ">", "＜": "<", "≥": ">=", "≤": "<=", "≠": "!=", "，": " ",
    "、": " ", "？": "?", "＿": "_",
    **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
    **{chr(0xFF21 + letter): chr(65 + letter) for letter in range(26)},
    **{chr(0xFF41 + letter): chr(97 + letter) for letter in range(26)},
}
_LOOKALIKE = re.compile("[" + re.escape("".join(_LOOKALIKES)) + "]")


def lookalike(text: str) -> tuple[int, str] | None:
    """The first character that only looks like one of the language: its offset, and that one."""
    match = _LOOKALIKE.search(text)
    return None if match is None else (match.start(), _LOOKALIKES[match[0]])


_NOT_PLAIN = re.compile(r"""!|[aA]:|[-?*]?:|[-?*]?[0-9]+\Z""")
_MARKS = re.compile(r"""[\s().|;"]""")


def is_plain(name: str, prefix: str = "") -> bool:
    """Whether a name can be written in a filter without quotation marks (behind ``a:`` or ``A:``)."""
    return bool(name) and _MARKS.search(name) is None and (bool(prefix) or _NOT_PLAIN.match(name) is None)


_OPERATOR = r"(?:[<>=!]=|[-+*/%<>=])"
_INFIX = re.compile(rf"([A-Za-z0-9_]+)({_OPERATOR})([A-Za-z0-9_]+)")
_OPERATORS = re.compile(rf"{_OPERATOR}+")
_SMALL_ZONE = re.compile(r"([a-z])(\.\S+)")
_LONG_ZONE = re.compile(r"[A-Z][A-Za-z0-9_-]+(?:\..*)?", re.DOTALL)
_DECIMAL = re.compile(r"[-+]?[0-9]*\.[0-9]+")
_LONELY_FILTER = re.compile(r"!*[aA]:(.*)", re.DOTALL)


def explain_word(text: str, span: Span) -> Mistake:
    """Say why a bare word is nothing that an expression could be."""
    stop = Stop(text, span[0], span[1], None)
    return _lookalike(stop) or _word(stop)


def _lookalike(stop: Stop) -> Mistake | None:
    found = lookalike(stop.word)
    if found is None:
        return None
    at, meant = stop.start + found[0], found[1]
    hint = f"write `{meant}`" if meant != " " else "write a blank"
    return Mistake("Y119", f"{_quoted(stop.text[at])} only looks like a mark of the language",
                   (at, at + 1), f"{hint} (switch the input method to half-width)")


def _word(stop: Stop) -> Mistake:
    word = stop.word
    if word.startswith("."):
        return _lonely_dot(stop)
    if word.startswith("@"):
        return Mistake("Y112", "`@` must be a statement of its own, outside all parentheses", stop.span,
                       "write it between two `;`")
    if word.startswith("/"):
        return Mistake("Y113", "a guard (`/n`) must be a statement of its own, outside all parentheses",
                       stop.span, "to divide, write `(/ a b)`; to choose, `(if n a b)`")
    if small := _SMALL_ZONE.fullmatch(word):
        return Mistake("Y114", f"zones are capital letters, and {_quoted(small[1])} is a small one",
                       (stop.start, stop.start + 1), f"write {_quoted(small[1].upper() + small[2])}")
    if _DECIMAL.fullmatch(word):
        return Mistake("Y115", f"{_quoted(word)} is not a whole number, and Yisp has no others", stop.span,
                       "`(muldiv a b c near)` works out a·b/c and rounds it")
    if lonely := _LONELY_FILTER.fullmatch(word):
        example = f"; write {_quoted('H.' + word)}" if lonely[1] else ""
        return Mistake("Y111", f"{_quoted(word)} is a filter, and no zone stands before it", stop.span,
                       f"a filter is glued to its zone with a dot{example}")
    if infix := _INFIX.fullmatch(word):
        return Mistake("Y111", f"{_quoted(word)} is not a name; marks of arithmetic come first", stop.span,
                       f"write `({infix[2]} {infix[1]} {infix[3]})`")
    if _OPERATORS.fullmatch(word):
        return Mistake("Y111", f"{_quoted(word)} stands among the arguments; the mark comes first", stop.span,
                       f"write `({word} a b)`")
    if _LONG_ZONE.fullmatch(word):
        return Mistake("Y114", f"{_quoted(word)} is neither a zone, which is one capital letter, nor a variable,"
                               " which begins with a small one", stop.span)
    return Mistake("Y111", f"{_quoted(word)} is neither a number nor a variable nor a card set", stop.span,
                   "a variable begins with a small letter and has only letters, digits and `_`"
                   " of the English keyboard")


def _lonely_dot(stop: Stop) -> Mistake:
    if stop.word == "." or stop.word.startswith(".."):
        follows_blank = stop.word == "." and stop.text[stop.end : stop.end + 1].isspace()
        if stop.after_blank or follows_blank and stop.text[stop.end :].strip()[:1] not in ("", ")", "|", ";"):
            return _blank_in_set(stop)
        return Mistake("Y116", "a filter is missing after this `.`", (stop.start, stop.start + 1),
                       "as in `H.name`, `H.a:attribute`, `D.3`")
    if stop.after_blank:
        return _blank_in_set(stop)
    return Mistake("Y111", f"{_quoted(stop.word)} is a filter, and no zone stands before it", stop.span,
                   "a filter is glued to its zone, as in `H.name`")


def _blank_in_set(stop: Stop) -> Mistake:
    return Mistake("Y117", "a card set is written without blanks, and one stands beside this `.`",
                   (stop.start, stop.start + 1), "as in `D.a:monster.1`; a name with blanks is put in quotation"
                   ' marks: `H."Ash Blossom"`')


# Situations -----------------------------------------------------------------------------------


def _stray(stop: Stop) -> Mistake | None:
    """Characters that are wrong wherever the grammar stops at them."""
    if stop.word == "[":
        return Mistake("Y120", "a tag, which ends with `]` and is not empty, should begin here", stop.span,
                       "as in `(# D.2 H [draw])`")
    if stop.word == "]":
        return Mistake("Y120", "this `]` closes nothing", stop.span, "delete it")
    return None


def _at_start(stop: Stop) -> Mistake:
    if stop.word == ")":
        return Mistake("Y105", "this `)` closes nothing", stop.span, "delete it")
    if not stop.word:  # nothing is left of the statement: cannot happen, since blank ones are skipped
        return Mistake("Y111", "a statement should stand here", stop.span)
    return explain_word(stop.text, stop.span)


def _in_guard(stop: Stop) -> Mistake:
    if not stop.word or stop.word == ")":
        return Mistake("Y113", "a guard needs a number after its `/`", (stop.start - 1, max(stop.start, 1)),
                       "as in `/n`, `/!n`, `/(> |H| 2)`")
    return explain_word(stop.text, stop.span)


def _at_head(stop: Stop) -> Mistake:
    opened = stop.opened if stop.opened is not None else stop.start
    if not stop.word:
        return _never_closed(stop)
    if found := _lookalike(stop):
        return found
    if stop.word == "(":
        return Mistake("Y110", "after `(` must come the name of a form, and here comes another `(`",
                       (opened, stop.end), "are these parentheses one pair too many?")
    return Mistake("Y110", f"after `(` must come the name of a form, and here comes {_quoted(stop.word)}",
                   (opened, stop.end), "as in `(+ a b)`, `(# D.1 H)`; a number or a set needs no parentheses")


def _in_arguments(stop: Stop) -> Mistake:
    if not stop.word:
        return _never_closed(stop)
    return explain_word(stop.text, stop.span)


def _never_closed(stop: Stop) -> Mistake:
    opened = stop.opened if stop.opened is not None else stop.start
    return Mistake("Y104", "this `(` is never closed", (opened, opened + 1), "a `)` is missing before the `;` or the end")


def _after_bar(stop: Stop) -> Mistake:
    opened = stop.opened if stop.opened is not None else stop.start
    if not stop.word:
        return Mistake("Y107", "this `|` is never closed", (opened, opened + 1), "as in `|H.a:monster|`")
    if found := _lookalike(stop):
        return found
    if _SMALL_ZONE.fullmatch(stop.word) or re.fullmatch("[a-z]", stop.word):
        return Mistake("Y114", f"zones are capital letters, and {_quoted(stop.word[0])} is a small one",
                       (stop.start, stop.start + 1), f"write {_quoted(stop.word[0].upper() + stop.word[1:])}")
    if stop.word == "|":
        return Mistake("Y107", "nothing stands between these `|`", (opened, stop.end), "as in `|H.a:monster|`")
    if _LONG_ZONE.fullmatch(stop.word) or stop.word.startswith("."):
        return _word(stop)
    return Mistake("Y107", f"between `|` and `|` stands a card set, and {_quoted(stop.word)} is none",
                   stop.span, "as in `|H|`, `|H.a:monster|`")


def _in_size(stop: Stop) -> Mistake:
    if stop.word.startswith("."):
        return _word(stop)
    opened = stop.opened if stop.opened is not None else stop.start
    return Mistake("Y107", "this `|` is never closed", (opened, opened + 1),
                   "a second `|` is missing behind the card set, as in `|H.a:monster|`")


_FILTER_END = re.compile(r"[\s().|;]")


def _at_filter(stop: Stop) -> Mistake:
    """A filter the grammar does not know; here a word ends where a filter does."""
    end = _FILTER_END.search(stop.text, stop.start)
    written = stop.text[stop.start : end.start() if end else len(stop.text)]
    span = (stop.start, max(stop.start + len(written), stop.start + 1))
    if written.startswith("!"):
        return Mistake("Y116", "a filter is missing after this `!`", span, "as in `H.!a:monster`")
    if written in ("a:", "A:"):
        return Mistake("Y116", f"an attribute is missing after `{written}`", span,
                       "written without a blank, as in `H.a:monster`")
    if '"' in written:
        return Mistake("Y116", "a quotation mark inside a name", span,
                       'put the whole name in quotation marks, and double those in it: `H."say ""hi"""`')
    if ":" in written[:2]:
        return Mistake("Y116", f"after `{written[: written.index(':') + 1]}` must come a variable, a whole number"
                               " or a parenthesised number", span, "as in `D.:n`, `D.:3`, `D.:(+ n 1)`")
    return Mistake("Y116", "a filter is missing here", span, "as in `H.name`, `H.a:attribute`, `D.3`")


_SENTENCES: dict[str, Callable[[Stop], Mistake]] = {
    "start": _at_start,
    "guard": _in_guard,
    "head": _at_head,
    "arguments": _in_arguments,
    "bar": _after_bar,
    "size": _in_size,
    "filter": _at_filter,
}
