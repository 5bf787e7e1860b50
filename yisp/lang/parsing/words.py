"""Bare words that mean nothing, and what was probably meant.

What comes in: a stretch of a script between delimiters that is no number, variable, zone or set,
such as ``x-1``, ``d.2``, ``（``.  What goes out: a :class:`Mistake`: code, sentence, extent, and
what to write instead.  What is not handled: words in a place that takes any (``(! any-word)``).
"""

from __future__ import annotations

import re

from ...messages import Message, say
from ...structs import dataclass
from ..diagnostics import visible
from ..remedy import Change, Hint, Remedy, replacing
from ..tree import Span
from .habits import zone_meant
from .infix import prefix_form


@dataclass(frozen=True, slots=True)
class Mistake:
    """What will become a diagnostic; ``span`` counts in the script."""

    code: str
    message: Message
    span: Span
    hint: Hint | None = None


class Refused(Exception):
    """A text that the grammar takes and the language does not, such as a number too large."""

    def __init__(self, mistake: Mistake) -> None:
        self.mistake = mistake
        super().__init__(mistake.message)


LONGEST_QUOTED = 39
"""Characters of a longer piece that are quoted."""


def quoted(text: str) -> str:
    """A piece of the player's text for a message: shown safely, and cut when long."""
    cut = len(text) > LONGEST_QUOTED + 1
    return "`" + visible(text[:LONGEST_QUOTED] + "…" if cut else text) + "`"


_DELIMITER = re.compile(r'[\s()|"\[\];]')


def word_end(text: str, start: int) -> int:
    """Where the word that starts here ends; a delimiter is a word of its own."""
    match = _DELIMITER.search(text, start)
    return len(text) if match is None else max(match.start(), start + 1)


# Names in filters -----------------------------------------------------------------------------

_ENDS_FILTER = re.compile(r"""[\s().|;"]""")
_OTHER_FILTER = re.compile(r"!|[aAk]:|[-?*]?:|[-?*]?[0-9]+\Z|X\Z")


def is_plain(name: str, prefix: str = "") -> bool:
    """Whether a name needs no quotation marks in a filter, alone or behind ``a:`` or ``A:``."""
    return bool(name) and not _ENDS_FILTER.search(name) and bool(prefix or not _OTHER_FILTER.match(name))


def spelt(name: str, prefix: str = "") -> str:
    """A name as a filter has it, alone or behind that prefix: in quotation marks where it needs them."""
    return name if is_plain(name, prefix) else in_quotes(name)


def in_quotes(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


# Characters of input methods ------------------------------------------------------------------

# What an input method for Chinese or Japanese types in place of the marks of the language.
_LOOKALIKES = {
    "（": "(",
    "）": ")",
    "｜": "|",
    "；": ";",
    "“": '"',
    "”": '"',
    "＂": '"',
    "「": '"',
    "」": '"',
    "【": "[",
    "】": "]",
    "『": '"',
    "』": '"',
    "„": '"',
    "‘": '"',
    "’": '"',
    "＇": '"',
    "［": "[",
    "］": "]",
    "＠": "@",
    "＃": "#",
    "！": "!",
    "：": ":",
    "．": ".",
    "。": ".",
    "／": "/",
    "＝": "=",
    "＋": "+",
    "－": "-",
    "−": "-",
    "–": "-",
    "—": "-",
    "＊": "*",
    "×": "*",
    "÷": "/",
    "％": "%",
    "＞": ">",
    "＜": "<",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "？": "?",
    "＿": "_",
    "，": " ",
    "、": " ",
    **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
    **{chr(0xFF21 + letter): chr(ord("A") + letter) for letter in range(26)},
    **{chr(0xFF41 + letter): chr(ord("a") + letter) for letter in range(26)},
}
_LOOKALIKE = re.compile("[" + re.escape("".join(_LOOKALIKES)) + "]")


def lookalike(text: str) -> tuple[int, str] | None:
    """The first character that only looks like one of the language: its offset, and that one."""
    match = _LOOKALIKE.search(text)
    return None if match is None else (match.start(), _LOOKALIKES[match[0]])


def explain_lookalike(text: str, span: Span) -> Mistake | None:
    """The mistake, when ``text[span]`` holds such a character."""
    found = lookalike(text[slice(*span)])
    if found is None:
        return None
    at, meant = span[0] + found[0], found[1]
    if meant == " ":
        hint = say("write a space (switch the input method to half-width)")
    else:
        hint = say("write `{meant}` (switch the input method to half-width)", meant=meant)
    return Mistake(
        "Y119",
        say("{character} only looks like a character of the language", character=quoted(text[at])),
        (at, at + 1),
        replacing(hint, (at, at + 1), meant),
    )


# Words ----------------------------------------------------------------------------------------

_OPERATORS = re.compile(r"(?:[<>=!]=|[-+*/%<>=])++")  # possessive: `==` is one or two, which would be tried
_NEGATED = re.compile(r"-([a-z][A-Za-z0-9_]*)")
_SMALL_ZONE = re.compile(r"([a-z])(\.\S+)")
_OWNED_ZONE = re.compile(r"([A-Z]):\w*[^\W\d]\w*(?:\..*)?", re.DOTALL)
_LONG_ZONE = re.compile(r"[A-Z][A-Za-z0-9_-]+(?:\..*)?", re.DOTALL)
_DECIMAL = re.compile(r"[-+]?[0-9]*\.[0-9]+")
_FILTER = re.compile(r"!*[aA]:(.*)", re.DOTALL)
_ZONE_BEFORE = re.compile(r"(?<![^\s(|])([A-Z](?::\w+)?)\s+\Z")


NO_COMMENT = say("`//` begins a comment in `.yisp` files only")
A_COMMENT = say("in a deck file, a comment begins with `#` and goes outside the script")


def explain_word(text: str, span: Span) -> Mistake:
    """Say why the bare word ``text[span]`` is nothing that an expression could be."""
    word = text[slice(*span)]
    if found := explain_lookalike(text, span):
        return found
    if word.startswith("."):
        return _lonely_dot(text, span)
    if word.startswith("@"):
        return Mistake(
            "Y112",
            say("`@` must be a statement of its own, outside all parentheses"),
            span,
            say("write it between two `;`"),
        )
    if word.startswith("//"):
        return Mistake("Y111", NO_COMMENT, (span[0], span[0] + 2), A_COMMENT)
    if word.startswith("/"):
        return Mistake(
            "Y113",
            say("a guard (`/n`) must be a statement of its own, outside all parentheses"),
            span,
            say("to divide, write `(/ a b)`; to choose, `(if n a b)`"),
        )
    if small := _SMALL_ZONE.fullmatch(word):
        return small_zone(small[1], small[2], span[0])
    if _LONG_ZONE.fullmatch(word):
        return Mistake(
            "Y114",
            say(
                "{word} is neither a zone, which is one capital letter, nor a variable, which"
                " begins with a small one",
                word=quoted(word),
            ),
            span,
            zone_meant(word, span),
        )
    if owned := _OWNED_ZONE.fullmatch(word):
        return Mistake(
            "Y146",
            say("{word} says by a name whose zone it is", word=quoted(word)),
            span,
            say("a seat is a number, or `me` or `who`: `{letter}:0` is the first one's", letter=owned[1]),
        )
    if _DECIMAL.fullmatch(word):
        return Mistake(
            "Y115",
            say("{word} is not a whole number, and Yisp has no others", word=quoted(word)),
            span,
            say("`(muldiv a b c near)` works out a·b/c and rounds it"),
        )
    return Mistake("Y111", *_meaning(text, span))


def small_zone(letter: str, rest: str, start: int) -> Mistake:
    """A zone in a small letter, with what follows it."""
    return Mistake(
        "Y114",
        say("zones are capital letters, and {letter} is a small one", letter=quoted(letter)),
        (start, start + 1),
        replacing(
            say("write {meant}", meant=quoted(letter.upper() + rest)), (start, start + 1), letter.upper()
        ),
    )


def _meaning(text: str, span: Span) -> tuple[Message, Span, Hint]:
    """Sentence, extent and hint for a word that may have been meant for arithmetic or a filter."""
    word = text[slice(*span)]
    shown = quoted(word)
    if written := _FILTER.fullmatch(word):
        hint: Hint = say("a dot joins the two")
        if written[1]:
            hint = say("a dot joins the two; write {filtered}", filtered=quoted("H." + word))
            if zone := _ZONE_BEFORE.search(text, 0, span[0]):
                hint = replacing(hint, (zone.end(1), span[0]), ".")
        return say("{shown} is a filter, but there is no zone before it", shown=shown), span, hint
    compared, assigned = prefix_form(word), prefix_form(word, assigns=True)
    if compared is not None and compared != assigned:  # `x=3` may be meant for either
        hint = say("`{compared}` compares, `{assigned}` gives a value", compared=compared, assigned=assigned)
        ways = [one for one in (compared, assigned) if one is not None]
        return (
            say("{shown} is not a name; the operator comes first", shown=shown),
            span,
            replacing(hint, span, *ways),
        )
    if compared is not None:
        return (
            say("{shown} is not a name; in arithmetic the operator comes first", shown=shown),
            span,
            replacing(say("write `{meant}`", meant=compared), span, compared),
        )
    if word.endswith(","):
        sentence, comma = say("arguments are separated by spaces, not commas"), (span[1] - 1, span[1])
        return sentence, comma, replacing(say("delete it"), comma, "")
    if _OPERATORS.fullmatch(word):
        return (
            say("{shown} is among the arguments; the operator comes first", shown=shown),
            span,
            say("write `{meant}`", meant=f"({word} a b)"),
        )
    if negated := _NEGATED.fullmatch(word):
        sentence = say("{shown} is not a name; only a number written out can have a sign", shown=shown)
        meant = f"(- {negated[1]})"
        return sentence, span, replacing(say("write `{meant}`", meant=meant), span, meant)
    return (
        say("{shown} is neither a number nor a variable nor a card set", shown=shown),
        span,
        zone_meant(word, span)
        or say("a variable begins with a small letter, and has only letters `a` to `z`, digits and `_`"),
    )


def _lonely_dot(text: str, span: Span) -> Mistake:
    """A dot that joins no zone to no filter: a blank stands beside it, or one of the two is missing."""
    start, end = span
    after_blank = start > 0 and text[start - 1].isspace()
    alone = text[start:end] == "."
    followed = text[end:].lstrip()[:1] if alone and text[end : end + 1].isspace() else ""
    if after_blank or (followed and followed not in ')|;(["'):
        hint = say('as in `D.a:monster.1`; a name with spaces goes in quotation marks: `H."Ash Blossom"`')
        blanks = [(len(text[:start].rstrip()), start)]
        if followed:
            blanks.append((end, len(text) - len(text[end:].lstrip())))
        joined = tuple(Change(*one, "") for one in blanks if one[0] < one[1])
        return Mistake(
            "Y117",
            say("a card set is written without spaces, but there is one beside this `.`"),
            (start, start + 1),
            Remedy(hint, (joined,)),
        )
    if alone or text.startswith("..", start):
        return Mistake(
            "Y116",
            say("a filter is missing after this `.`"),
            (start, start + 1),
            say("as in `H.name`, `H.a:attribute`, `D.3`, `D.:|H|`"),
        )
    return Mistake(
        "Y111",
        say("{shown} is a filter, but there is no zone before it", shown=quoted(text[start:end])),
        span,
        say("as in `H.name`, `H.a:attribute`, `D.3`"),
    )
