"""What a YAML parser's error means to somebody who writes a deck.

What comes in: the exception of PyYAML (its own parser or libyaml's; their wording differs) and
the text.  What goes out: a :class:`Complaint`: a sentence, the extent it is about, and what to do.
Typical mistakes come first: a tab for indentation, a script that is not quoted, a quote or a
list that is not closed, a missing colon, full-width marks.  What is not handled: a second mistake;
YAML cannot be read on behind the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .halfwidth import COLON, half_width
from .schema import KEYS

if TYPE_CHECKING:
    from yaml import MarkedYAMLError

QUOTE = "put the whole text in single quotes; a ' inside is written twice"

# Whoever looks for the end of a line does so once, and not again behind each of its dashes.

# Up to the first character of a line's value: indentation, dashes, a key and its colon.
VALUE = re.compile(
    r"""[ \t]*(?:-[ \t]+)*"""
    r"""(?:(?:"[^"]*"[ \t]*|'[^']*'[ \t]*|(?!-[ \t])[^\s\[{"'#][^:\r\n]*):[ \t]+)?(?=[^ \t\r\n])"""
)

# What a line with a full-width mark looks like; the mark is the first group.
WIDE_BLANKS = re.compile("[ \t]*(　[ \t　]*)")
WIDE_BLANK_BEHIND_COLON = re.compile("[^:\r\n]*:(　+)")
WIDE_START = re.compile("[ \t]*(?:-[ \t]+)*([＃－])")
WIDE_COLON = re.compile(rf"""(?=[^\r\n]*?{COLON})[ \t]*(?:-[ \t]+)*[^\s\[{{"'#][^\r\n]*?({COLON})""")
WIDE_BRACKET = re.compile("[^:\r\n]*:[ \t]+([｛［【])")
KEY = re.compile(r"[^\r\n]*?:(?=[ \t\r\n]|\Z)")
NO_BLANK = re.compile(r"[ \t]*(?:-[ \t]+)*([a-z-]+)(:)[^ \t\r\n]")
KEY_NAMES = frozenset(path.rpartition(".")[2] for path in KEYS)
SOMETHING = re.compile("[ \t]*[^ \t\r\n]")
FAR = 20
MARKED = ("alias", "anchor", "tag")  # what the parser was reading behind a `*`, `&` or `!`
SWITCH = "(switch the input method to half-width)"

HALF = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


@dataclass(frozen=True, slots=True)
class Complaint:
    message: str
    start: int
    end: int
    hint: str | None = None


def explain(error: MarkedYAMLError, text: str) -> Complaint:
    """Say what is wrong, as a player would."""
    mark = error.problem_mark or error.context_mark
    at = min(mark.index, len(text)) if mark is not None else 0
    opened = error.context_mark.index if error.context_mark is not None else at
    problem, context = error.problem or "", error.context or ""
    line_start = _line_start(text, at)
    indentation = re.compile("[ \t]*").match(text, line_start)
    assert indentation is not None
    tab = text.find("\t", line_start, indentation.end())
    if tab >= 0:
        return Complaint(
            "there is a tab in the indentation; YAML indents with spaces only",
            tab,
            tab + 1,
            "replace every tab with spaces, the same number everywhere",
        )
    if ("quoted scalar" in context and "end of stream" in problem) or "document separator" in problem:
        return Complaint("the quote that opens here is never closed", opened, opened + 1)
    if "escape" in problem and "quoted" in context:
        at = text.rfind("\\", 0, at + 2)
        if HALF.match(text, at):
            return Complaint(
                "this escape is half of a character, and the other half is missing",
                at,
                at + 6,
                "write the character itself",
            )
        return Complaint(
            "inside double quotes a backslash begins an escape, but this is not one",
            at,
            at + 2,
            "use single quotes, in which a backslash is a backslash",
        )
    found = _wide_mark(text, at) or _missing_blank(text, at)
    if found is not None:
        return found
    value = VALUE.match(text, line_start)
    begin = value.end() if value is not None else at
    inside = any(word in context for word in ("flow", *MARKED)) or _is_open(text[begin:at])
    if begin < at and text[begin] in "[{'\"" and not inside:
        return _after_closed(text, begin, at)
    return _about(problem, context, text, at, opened, begin)


def _wide_mark(text: str, at: int) -> Complaint | None:
    """A full-width mark for which the parser lost its way in this line, or in those above it that are
    all of one text for YAML; then the uppermost."""
    found = None
    for start in _lines_up(text, at):
        key = KEY.match(text, start)
        for pattern, message in _WIDE:
            mark = pattern.match(text, start)
            if mark is None or (pattern is WIDE_COLON and key is not None and key.end() <= mark.start(1)):
                continue
            meant = f"`{half_width(mark[1])}`" if mark[1].strip() else "a space"
            behind = ", with a space after it" if mark[1] in (COLON, "－") else ""
            found = Complaint(message.format(mark[1]), *mark.span(1), f"write {meant}{behind} {SWITCH}")
            break
        if key is not None and start != _line_start(text, at):
            break
    return found


_WIDE = (
    (WIDE_BLANKS, "there is a full-width space in the indentation; YAML indents with half-width ones only"),
    (WIDE_BLANK_BEHIND_COLON, "there is a full-width space after this colon, and YAML takes it for a letter"),
    (WIDE_START, "`{}` is a full-width mark, which YAML takes for a letter"),
    (WIDE_BRACKET, "`{}` is a full-width bracket, which YAML takes for a letter"),
    (WIDE_COLON, "`{}` is a full-width colon, which YAML takes for a letter"),
)


def _missing_blank(text: str, at: int) -> Complaint | None:
    """A known key whose colon has no blank behind it, in this line or the one above."""
    for start in list(_lines_up(text, at))[:2]:
        written = NO_BLANK.match(text, start)
        if written is not None and written[1] in KEY_NAMES:
            return Complaint(
                f"a space is missing after the colon of `{written[1]}`",
                *written.span(2),
                "write `key: value`",
            )
    return None


def _lines_up(text: str, at: int) -> Iterator[int]:
    """Where this line and those above it begin, as far as somebody would look; blank ones left out."""
    start = _line_start(text, at)
    for _ in range(FAR):
        if SOMETHING.match(text, start):
            yield start
        if start == 0:
            return
        start = _line_start(text, start - 1)


def _is_open(written: str) -> bool:
    """Whether more lists and tables begin in it than end."""
    return sum(map(written.count, "[{")) > sum(map(written.count, "]}"))


def _after_closed(text: str, begin: int, at: int) -> Complaint:
    """Something stands behind a complete list or quoted text: the start was meant literally."""
    first = text[begin]
    if first in "[{":
        return Complaint(
            f"a text that begins with `{first}` must be quoted, or it is read as a list", begin, at, QUOTE
        )
    return _behind_quote(first, at)


def _behind_quote(quote: str, at: int) -> Complaint:
    hint = (
        "a ' inside single quotes is written twice"
        if quote == "'"
        else 'a " inside double quotes is written \\"'
    )
    return Complaint("text goes on after the closing quote", at, at + 1, hint)


def _about(problem: str, context: str, text: str, at: int, opened: int, begin: int) -> Complaint:
    """The mistakes that the parser's message tells apart."""
    here = text[at : at + 1]
    if "cannot start any token" in problem:
        return Complaint(f"a text that begins with `{here}` must be quoted", at, at + 1, QUOTE)
    if "block scalar" in context:
        return Complaint(
            f"a text that begins with `{text[opened]}` must be quoted; alone at the end of a line it"
            " begins a text of several lines",
            opened,
            opened + 1,
            QUOTE,
        )
    if any(word in context for word in MARKED) or "tag handle" in problem:
        return Complaint(
            f"a text that begins with `{text[opened]}` must be quoted", opened, opened + 1, QUOTE
        )
    if "mapping values are not allowed" in problem:
        if begin < at and re.search(r":[ \t]", text[_line_start(text, at) : at]):
            return Complaint(
                "there is a second `: ` in this line, and a line has only one key",
                at,
                at + 1,
                "a text that holds `: ` must be quoted",
            )
        return Complaint(
            "there is a key here, but the line above is not a table that it could belong to",
            at,
            at + 1,
            "look at the line above: it may lack its `:`, have a value already, or be indented differently",
        )
    if "could not find expected ':'" in problem:
        end = re.compile("[^\r\n]*").match(text, opened)
        assert end is not None
        return Complaint(
            "this line has no `:` between a key and its value",
            opened,
            end.end(),
            "write `key: value`, with a space after the colon",
        )
    if "flow sequence" in context or "flow mapping" in context:
        if at and text[at - 1] in "'\"":
            return _behind_quote(text[at - 1], at)
        closing = "]" if "sequence" in context else "}"
        return Complaint(
            f"the list that opens here lacks a comma between two values, or its `{closing}`",
            opened,
            opened + 1,
            "a text that begins with `[` or `{` must be quoted",
        )
    if "flow node" in context and here == ",":
        return Complaint("there is nothing before this comma", at, at + 1, "delete it")
    if "flow node" in context and not text[at:].strip():
        return Complaint(
            "the file ends inside a list or table", at, at + 1, "a `]` or `}` is missing before its end"
        )
    if here in ("]", "}"):
        return Complaint(
            f"this `{here}` closes nothing", at, at + 1, "a text that holds it here must be quoted"
        )
    if "document start" in problem:
        return Complaint("there is text after the end of the document", at, at + 1)
    if "block mapping" in context or "block collection" in context:
        return Complaint(
            "this line's indentation matches no line above it",
            at,
            at + 1,
            "what belongs together starts in the same column",
        )
    return Complaint("this cannot be read as YAML", at, at + 1, QUOTE)


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
