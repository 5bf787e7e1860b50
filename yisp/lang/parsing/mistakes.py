"""What a player did when the grammar stopped: from the place of a syntax error to a sentence.

What comes in: the exception of the Lark parser.  What goes out: a
:class:`~yisp.lang.parsing.words.Mistake`.

The parser's states are told apart by example, as ``match_examples`` of Lark does it: each text of
:data:`EXAMPLES` stops in a state, and a player's text that stops in the same state was in the
same situation.  Lark would parse every example again for each error; here the states are kept.
What is not handled: more than one mistake in a statement.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from ...messages import say
from ...structs import dataclass
from ..remedy import Hint, Remedy, replacing
from ..tree import Span
from .habits import zone_meant
from .infix import closing, prefix_form
from .words import (
    A_COMMENT,
    NO_COMMENT,
    Mistake,
    explain_lookalike,
    explain_word,
    quoted,
    small_zone,
    word_end,
)

if TYPE_CHECKING:
    from .grammar_lark import Lark, UnexpectedInput

# Each situation with texts that stop in it, one for each state of the parser that belongs to it.
EXAMPLES = {
    "start": (")",),
    "guard": ("/",),
    "head": ("(", "H.("),
    "arguments": ("(#", "(# H", "(# H B", "(! a!", "(! a! b!"),
    "bar": ("|",),
    "size": ("|H",),
    "filter": ("H.:", "H.a.:", "H.!:"),
}

Situations = dict[int, str]
"""From the number of a state of the parser to a key of :data:`EXAMPLES`."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the grammar stopped: at ``text[start:end]``, a word or a delimiter, or nothing at the
    statement's end.  ``opened`` is where the innermost open ``(`` or ``|``, or the ``/``, stands, and
    ``unclosed`` how many ``(`` are open."""

    text: str
    start: int
    end: int
    opened: int
    unclosed: int = 0

    @property
    def span(self) -> Span:
        return self.start, self.end

    @property
    def word(self) -> str:
        return self.text[self.start : self.end]


def situations(lark: Lark) -> Situations:
    """Find the state in which each example stops."""
    from .grammar_lark import UnexpectedInput

    found: Situations = {}
    for situation, texts in EXAMPLES.items():
        for text in texts:
            try:
                lark.parse(text)
            except UnexpectedInput as error:
                finish(error)
                found[_state(error).position] = situation
    return found


def finish(error: UnexpectedInput) -> Any:
    """The statement that is complete where Lark stopped, or None when none is.

    Reducing what the end of the statement would reduce also leaves the parser in the same state
    whether it was the lexer that stopped or the grammar.
    """
    from .grammar_lark import UnexpectedToken

    try:
        return cast(Any, error).interactive_parser.feed_eof()
    except UnexpectedToken:
        return None


def explain(error: UnexpectedInput, text: str, offset: int, end: int, known: Situations) -> Mistake:
    """Say what is wrong in the statement ``text[offset:end]``, in which Lark stopped for good."""
    from .grammar_lark import Token, UnexpectedToken

    state = _state(error)
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        start = end
    else:
        start = offset + (error.pos_in_stream or 0)
    opened = [token for token in state.value_stack if isinstance(token, Token) and token.type in _OPENING]
    at = offset + (opened[-1].start_pos or 0) if opened else offset
    unclosed = sum(token.type == "LPAR" for token in opened)
    stop = Stop(text, start, min(end, word_end(text, start)), at, unclosed)
    return _stray(stop) or _SENTENCES[known[state.position]](stop)


_OPENING = ("LPAR", "BAR", "GUARD")


def _state(error: UnexpectedInput) -> Any:
    return cast(Any, error).interactive_parser.parser_state


# Situations -----------------------------------------------------------------------------------

_COMPLETE_TAG = re.compile(r"\[\s*[^\]);\s][^\]);]*\]")


def _stray(stop: Stop) -> Mistake | None:
    """Brackets that are wrong wherever the grammar stops at them."""
    if stop.word == "]":
        return Mistake("Y120", say("this `]` closes nothing"), stop.span, _deleting(stop.span))
    if stop.word == "[" and not _COMPLETE_TAG.match(stop.text, stop.start):
        return Mistake(
            "Y120",
            say("a tag should begin here: not empty, and ending with `]`"),
            stop.span,
            say("as in `(# D.2 H [draw])`"),
        )
    return None


def _deleting(span: Span) -> Remedy:
    return replacing(say("delete it"), span, "")


def _at_start(stop: Stop) -> Mistake:
    if stop.word == ")":
        return Mistake("Y105", say("this `)` closes nothing"), stop.span, _deleting(stop.span))
    return explain_word(stop.text, stop.span)


def _in_guard(stop: Stop) -> Mistake:
    if stop.word in ("", ")"):
        return Mistake(
            "Y113",
            say("a guard needs a number after its `/`"),
            (stop.opened, stop.opened + 1),
            say("as in `/n`, `/!n`, `/(> |H| 2)`"),
        )
    if stop.text.startswith("//", stop.opened):
        return Mistake("Y113", NO_COMMENT, (stop.opened, stop.opened + 2), A_COMMENT)
    return explain_word(stop.text, stop.span)


def _at_head(stop: Stop) -> Mistake:
    if not stop.word:
        return _never_closed(stop)
    closed = closing(stop.text, stop.opened)
    meant = None if closed is None else prefix_form(stop.text[stop.opened + 1 : closed - 1])
    hint: Hint
    if meant is not None:
        hint = say("the operator comes first: `{meant}`", meant=meant)
        hint = replacing(hint, (stop.opened, closed or stop.end), meant)
    elif stop.word == "(":
        hint = say("is this pair of parentheses one too many?")
    else:
        hint = say("as in `(+ a b)`, `(# D.1 H)`; a number, text or set is written without parentheses")
    return explain_lookalike(stop.text, stop.span) or Mistake(
        "Y110",
        say("`(` must be followed by the name of a form, not by {word}", word=quoted(stop.word)),
        (stop.opened, stop.end),
        hint,
    )


def _in_arguments(stop: Stop) -> Mistake:
    return explain_word(stop.text, stop.span) if stop.word else _never_closed(stop)


def _never_closed(stop: Stop) -> Mistake:
    found = explain_lookalike(stop.text, (stop.opened, stop.start))
    if found is not None and stop.text[found.span[0]] == "）":
        return found
    at, missing = stop.start, ")" * stop.unclosed
    hint: Hint = replacing(say("a `)` is missing before the `;` or the end"), (at, at), missing)
    if stop.text.startswith(";", stop.start) and closing(stop.text, stop.opened) is not None:
        hint = say(
            "a `)` is missing before the `;`; or what follows belongs inside, after a space"
            " instead of the `;`"
        )
    return Mistake("Y104", say("this `(` is never closed"), (stop.opened, stop.opened + 1), hint)


def _after_bar(stop: Stop) -> Mistake:
    if not stop.word:
        return Mistake("Y107", say("this `|` is never closed"), (stop.opened, stop.opened + 1), _A_SIZE)
    if zone := zone_meant(stop.word, stop.span):
        message = say("a zone is one capital letter, not {word}", word=quoted(stop.word))
        return Mistake("Y114", message, stop.span, zone)
    if stop.word == "|":
        return Mistake("Y107", say("there is nothing between these `|`"), (stop.opened, stop.end), _A_SIZE)
    if re.fullmatch("[a-z]", stop.word):
        return small_zone(stop.word, "", stop.start)
    mistake = explain_word(stop.text, stop.span)
    if mistake.code in ("Y114", "Y117", "Y119", "Y146"):
        return mistake
    return Mistake(
        "Y107",
        say("a card set belongs between `|` and `|`, not {word}", word=quoted(stop.word)),
        stop.span,
        _A_SIZE,
    )


def _in_size(stop: Stop) -> Mistake:
    if stop.word.startswith("."):
        return explain_word(stop.text, stop.span)
    found = explain_lookalike(stop.text, (stop.opened, stop.start))
    if found is not None and stop.text[found.span[0]] == "｜":
        return found
    if stop.word == "(" and not stop.text[stop.start - 1].isspace():
        return Mistake(
            "Y116",
            say("there is a parenthesis inside a filter"),
            stop.span,
            say("as in `H.:(+ n 1)`, `H.?:(+ n 1)`, `H.(> level 3)`"),
        )
    if stop.text.startswith("[", stop.start):
        return Mistake(
            "Y107",
            say("a card set between `|` and `|` has no tag"),
            (stop.start, stop.start + 1),
            say("a filter begins with a dot, `H.1`; a zone of another seat is `H:1`"),
        )
    if blank := _blank_in_name(stop):
        return blank
    if second := _SET_AND_BAR.match(stop.text, stop.start):
        return Mistake(
            "Y107",
            say("only one card set goes between `|` and `|`, and this is a second"),
            second.span(1),
            say("as in `(+ |H| |D|)`"),
        )
    hint = say("a second `|` is missing after the card set, as in `|H.a:monster|`")
    behind = len(stop.text[: stop.start].rstrip())
    return Mistake(
        "Y107",
        say("this `|` is never closed"),
        (stop.opened, stop.opened + 1),
        replacing(hint, (behind, behind), "|"),
    )


def _blank_in_name(stop: Stop) -> Mistake | None:
    """The grammar stopped behind a blank in a name: ``|H.lamp lighter|``, with a bar right behind it."""
    first = _NAME_AND_BLANK.search(stop.text, stop.opened, stop.start)
    rest = _REST_OF_NAME.match(stop.text, stop.start)
    if first is None or rest is None:
        return None
    span = first.start("name"), rest.end()
    meant = f'"{stop.text[slice(*span)]}"'
    hint = say("put the whole name in quotation marks: {meant}", meant=f"`.{first['mark']}{meant}`")
    return Mistake("Y116", say("there is a space inside a name"), span, replacing(hint, span, meant))


_NAME_AND_BLANK = re.compile(r"\.(?P<mark>(?:[aAk]:)?)(?P<name>[^\s.|()\"\[\]:!?*\d][^\s.|()\"\[\]]*)\s+$")
_REST_OF_NAME = re.compile(r"[^.|()\"\[\];]*[^\s.|()\"\[\];](?=\|)")
_SET_AND_BAR = re.compile(r"([A-Z](?:\.[^\s|()]*)?)\s*\|")
_A_SIZE = say("as in `|H|`, `|H.a:monster|`")
_FILTER_END = re.compile(r"[\s().|;]")


def _at_filter(stop: Stop) -> Mistake:
    """A filter the grammar does not know; here a word ends where a filter does."""
    end = _FILTER_END.search(stop.text, stop.start)
    written = stop.text[stop.start : end.start() if end else len(stop.text)]
    span = (stop.start, stop.start + max(len(written), 1))
    if written in ("a:", "A:", "k:"):
        return Mistake(
            "Y116",
            say("a kind is missing after `{marks}`", marks=written)
            if written == "k:"
            else say("an attribute is missing after `{marks}`", marks=written),
            span,
            say("written without a space, as in `H.a:monster`"),
        )
    if '"' in written:
        return Mistake(
            "Y116",
            say("there is a quotation mark inside a name"),
            span,
            say('put the whole name in quotation marks, and double those inside it: `H."say ""hi"""`'),
        )
    if ":" in written[:2] and not written.startswith("!"):
        marks = written[: written.index(":") + 1]
        return Mistake(
            "Y116",
            say(
                "a variable, a whole number, a size `|…|` or a parenthesised number must follow `{marks}`",
                marks=marks,
            ),
            span,
            say("as in `D.:n`, `D.:3`, `D.:|H|`, `D.:(+ n 1)`"),
        )
    if written:
        return Mistake("Y116", say("a filter is missing after this `!`"), span, say("as in `H.!a:monster`"))
    return Mistake(
        "Y116", say("a filter is missing here"), span, say("as in `H.name`, `H.a:attribute`, `D.3`")
    )


_SENTENCES: dict[str, Callable[[Stop], Mistake]] = {
    "start": _at_start,
    "guard": _in_guard,
    "head": _at_head,
    "arguments": _in_arguments,
    "bar": _after_bar,
    "size": _in_size,
    "filter": _at_filter,
}
