"""What a YAML parser's error means to somebody who writes a deck.

What comes in: the exception of PyYAML (its own parser or libyaml's; their wording differs) and
the text.  What goes out: a :class:`Complaint`: a sentence, the extent it is about, and what to do.
Typical mistakes come first: a tab for indentation, a script that is not quoted, a quote or a
list that is not closed, a missing colon.  What is not handled: a second mistake; YAML cannot be
read on behind the first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yaml import MarkedYAMLError

QUOTE = "put the whole text in single quotes; a ' inside is written twice"

# Up to the first character of a line's value: indentation, dashes, a key and its colon.
VALUE = re.compile(
    r"""[ \t]*(?:-[ \t]+)*(?:(?:"[^"]*"[ \t]*|'[^']*'[ \t]*|[^\s\[{"'#][^:\r\n]*):[ \t]+)?(?=[^ \t\r\n])"""
)

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
            "a tab stands in the indentation; YAML indents with blanks only",
            tab,
            tab + 1,
            "replace every tab by blanks, the same number everywhere",
        )
    if ("quoted scalar" in context and "end of stream" in problem) or "document separator" in problem:
        return Complaint("the quote that opens here is never closed", opened, opened + 1)
    if "escape" in problem and "quoted" in context:
        at = text.rfind("\\", 0, at + 2)
        if HALF.match(text, at):
            return Complaint(
                "this escape is half of a character, and the other half is not beside it",
                at,
                at + 6,
                "write the character itself",
            )
        return Complaint(
            "inside double quotes a backslash begins an escape, and this is none",
            at,
            at + 2,
            "use single quotes, in which a backslash is a backslash",
        )
    value = VALUE.match(text, line_start)
    begin = value.end() if value is not None else at
    if begin < at and text[begin] in "[{'\"" and "flow" not in context:
        return _after_closed(text, begin, at)
    return _about(problem, context, text, at, opened, begin)


def _after_closed(text: str, begin: int, at: int) -> Complaint:
    """Something stands behind a complete list or quoted text: the start was meant literally."""
    first = text[begin]
    if first in "[{":
        return Complaint(
            f"a text that begins with `{first}` must be quoted, else it is read as a list", begin, at, QUOTE
        )
    hint = (
        "a ' inside single quotes is written twice"
        if first == "'"
        else 'a " inside double quotes is written \\"'
    )
    return Complaint("text goes on behind the closing quote", at, at + 1, hint)


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
    if "alias" in context or "anchor" in context or "tag" in context or "tag handle" in problem:
        return Complaint(
            f"a text that begins with `{text[opened]}` must be quoted", opened, opened + 1, QUOTE
        )
    if "mapping values are not allowed" in problem:
        if begin < at and re.search(r":[ \t]", text[_line_start(text, at) : at]):
            return Complaint(
                "a second `: ` stands in this line, and a line has one key only",
                at,
                at + 1,
                "a text that holds `: ` must be quoted",
            )
        return Complaint(
            "a key stands here, but the line above is no table it could belong to",
            at,
            at + 1,
            "look at the line above: it may lack its `:`, have a value already, or be indented otherwise",
        )
    if "could not find expected ':'" in problem:
        end = re.compile("[^\r\n]*").match(text, opened)
        assert end is not None
        return Complaint(
            "this line has no `:` between a key and its value",
            opened,
            end.end(),
            "write `key: value`, with a blank behind the colon",
        )
    if "flow sequence" in context or "flow mapping" in context:
        closing = "]" if "sequence" in context else "}"
        return Complaint(
            f"the list that opens here lacks a comma between two values, or its `{closing}`",
            opened,
            opened + 1,
            "a text that begins with `[` or `{` must be quoted",
        )
    if here in ("]", "}"):
        return Complaint(
            f"this `{here}` closes nothing", at, at + 1, "a text that holds it here must be quoted"
        )
    if "document start" in problem:
        return Complaint("text stands behind the end of the document", at, at + 1)
    if "block mapping" in context or "block collection" in context:
        return Complaint(
            "this line's indentation fits no line above it",
            at,
            at + 1,
            "what belongs together starts in the same column",
        )
    return Complaint("this cannot be read as YAML", at, at + 1, QUOTE)


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
