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
from itertools import islice
from typing import TYPE_CHECKING

from ...lang.remedy import Change, Hint, Remedy, replacing
from ...lang.rendering import LONGEST_SHOWN
from ...messages import Message, again, say
from ...structs import dataclass
from ..schema import KEYS
from .halfwidth import COLON, half_width
from .hints import DECK_FILE

if TYPE_CHECKING:
    from yaml import MarkedYAMLError

NO_COLON_THERE = say("this line has no `:` between a key and its value")
QUOTE = say("put the whole text in single quotes; a ' inside is written twice")

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
GLUED = re.compile(r"""[ \t]*+(?:-[ \t]+)*+([^\s\[{"'#:][^:\r\n]*)(:)(?=[\[{])""")  # a card's name, perhaps
BARE = re.compile(r"""[ \t]*+(?:-[ \t]+)*+([^\s\[{"'#:][^:\[{\r\n]*+)\{([a-z-]+):[ \t]""")  # a name, too
ONLY_KEY = re.compile(r"([a-z-]+):[ \t]")
INNER_NO_BLANK = re.compile(r"[{,][ \t]*([a-z-]+)(:)(?=[^ \t\r\n])")
WIDE_COMMA = re.compile("[，、；;。]")
KEY_NAMES = frozenset(path.rpartition(".")[2] for path in KEYS)
NO_COLON = re.compile(r"([a-z-]+)[ \t]+(?=[^ \t\r\n])")
REST = re.compile(r"(?:[^\r\n]*[^\s])?")
COMMENT = re.compile(r"\s#")
INDENTED = re.compile(r"^[ \t]*\t[ \t]*", re.MULTILINE)
MOST_TABS = 10_000
SOMETHING = re.compile("[ \t]*[^ \t\r\n]")
FAR = 20
MARKED = ("alias", "anchor", "tag")  # what the parser was reading behind a `*`, `&` or `!`

HALF = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


@dataclass(frozen=True, slots=True)
class Complaint:
    message: Message
    start: int
    end: int
    hint: Hint | None = None


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
            say("there is a tab in the indentation; YAML indents with spaces only"),
            tab,
            tab + 1,
            _without_tabs(text),
        )
    if ("quoted scalar" in context and "end of stream" in problem) or "document separator" in problem:
        return Complaint(say("the quote that opens here is never closed"), opened, opened + 1)
    if "escape" in problem and "quoted" in context:
        at = text.rfind("\\", 0, at + 2)
        if HALF.match(text, at):
            return Complaint(
                say("this escape is half of a character, and the other half is missing"),
                at,
                at + 6,
                say("write the character itself"),
            )
        return Complaint(
            say("inside double quotes a backslash begins an escape, but this is not one"),
            at,
            at + 2,
            say("use single quotes, in which a backslash is a backslash"),
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
            found = Complaint(again(message, mark=mark[1]), *mark.span(1), _narrow(mark, pattern, text))
            break
        if key is not None and start != _line_start(text, at):
            break
    return found


_WIDE = (
    (
        WIDE_BLANKS,
        say("there is a full-width space in the indentation; YAML indents with half-width ones only"),
    ),
    (
        WIDE_BLANK_BEHIND_COLON,
        say("there is a full-width space after this colon, and YAML takes it for a letter"),
    ),
    (WIDE_START, say("`{mark}` is a full-width mark, which YAML takes for a letter", mark="")),
    (WIDE_BRACKET, say("`{mark}` is a full-width bracket, which YAML takes for a letter", mark="")),
    (WIDE_COLON, say("`{mark}` is a full-width colon, which YAML takes for a letter", mark="")),
)


def _without_tabs(text: str) -> Hint:
    hint = say("replace every tab with spaces, the same number everywhere")
    tabs = (at for line in INDENTED.finditer(text) for at in range(*line.span()) if text[at] == "\t")
    return Remedy(hint, (tuple(Change(at, at + 1, "  ") for at in islice(tabs, MOST_TABS)),))


def _narrow(found: re.Match[str], pattern: re.Pattern[str], text: str) -> Hint:
    """What to write in place of a full-width mark or space."""
    mark, span = found[1], found.span(1)
    meant = half_width(mark) or mark
    if not mark.strip():
        hint = say("write a space (switch the input method to half-width)")
        blanks = meant.replace(" ", "  ") if pattern is WIDE_BLANKS else " "  # it is as wide as two
        return replacing(hint, span, blanks)
    if mark in (COLON, "－"):
        hint = say(
            "write `{meant}`, with a space after it (switch the input method to half-width)", meant=meant
        )
        parted = text[span[1] : span[1] + 1] in ("", " ", "\r", "\n")
        return replacing(hint, span, meant if parted else meant + " ")
    hint = say("write `{meant}` (switch the input method to half-width)", meant=meant)
    return replacing(hint, span, meant)


def _quoting(text: str, begin: int, hint: Message = QUOTE) -> Hint:
    """The hint to quote a text that begins there and goes on to the end of its line."""
    line = REST.match(text, begin)
    assert line is not None
    if not line[0] or COMMENT.search(line[0]):
        return hint
    return replacing(hint, line.span(), "'" + line[0].replace("'", "''") + "'")


def _missing_blank(text: str, at: int) -> Complaint | None:
    """A key whose colon has no blank behind it: a known one, or one of a table or list that begins there; in
    this line or the one above."""
    lines = list(_lines_up(text, at))[:2]
    found = [GLUED.match(text, start) for start in lines]
    found += [one for start in lines for one in _known(NO_BLANK.match(text, start))]
    line = REST.match(text, _line_start(text, at))
    assert line is not None
    found += [one for each in INNER_NO_BLANK.finditer(text, line.start(), line.end()) for one in _known(each)]
    written = next((one for one in found if one is not None and one.start(2) <= at), None)
    if written is None:
        return None
    return Complaint(
        say("a space is missing after the colon of `{key}`", key=written[1].strip()),
        *written.span(2),
        replacing(say("write `key: value`"), (written.end(2), written.end(2)), " "),
    )


def _known(written: re.Match[str] | None) -> list[re.Match[str]]:
    return [written] if written is not None and written[1] in KEY_NAMES else []


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
            say("a text that begins with `{mark}` must be quoted, or it is read as a list", mark=first),
            begin,
            at,
            _quoting(text, begin),
        )
    return _behind_quote(first, text, at, begin)


def _behind_quote(quote: str, text: str, at: int, begin: int | None = None) -> Complaint:
    """Text goes on behind a quotation mark; ``begin`` is where the value begins that goes on to the end of
    its line."""
    hint = (
        say("a ' inside single quotes is written twice")
        if quote == "'"
        else say('a " inside double quotes is written \\"')
    )
    marks = _inner_marks(quote, text, begin) if begin is not None else []
    closing = len(text[:at].rstrip()) - 1
    if not marks and text[closing] == quote:
        marks = [closing]
    escaped = tuple(Change(mark, mark, "'" if quote == "'" else "\\") for mark in marks)
    return Complaint(
        say("text goes on after the closing quote"), at, at + 1, Remedy(hint, (escaped,)) if escaped else hint
    )


def _inner_marks(quote: str, text: str, begin: int) -> list[int]:
    """The quotation marks in the middle of a text that ends with its line, but those that are written as they
    should be."""
    line = REST.match(text, begin)
    assert line is not None
    if len(line[0]) < 3 or not line[0].endswith(quote):
        return []
    found = re.finditer("'+" if quote == "'" else r'\\*"', line[0][1:-1])
    return [begin + mark.end() for mark in found if len(mark[0]) % 2]


def _about(problem: str, context: str, text: str, at: int, opened: int, begin: int) -> Complaint:
    """The mistakes that the parser's message tells apart."""
    here = text[at : at + 1]
    if "cannot start any token" in problem:
        message = say("a text that begins with `{mark}` must be quoted", mark=here)
        return Complaint(message, at, at + 1, _quoting(text, at))
    if "block scalar" in context:
        return Complaint(
            say(
                "a text that begins with `{mark}` must be quoted; alone at the end of a line it"
                " begins a text of several lines",
                mark=text[opened],
            ),
            opened,
            opened + 1,
            _quoting(text, opened),
        )
    if any(word in context for word in MARKED) or "tag handle" in problem:
        return Complaint(
            say("a text that begins with `{mark}` must be quoted", mark=text[opened]),
            opened,
            opened + 1,
            _quoting(text, opened),
        )
    if "mapping values are not allowed" in problem:
        bare = BARE.match(text, _line_start(text, at))
        if bare is not None and bare[2] in KEY_NAMES and bare[1].endswith((" ", "\t")):
            behind = bare.start(1) + len(bare[1].rstrip())
            colon = replacing(say("write `key: value`, with a space after the colon"), (behind, behind), ":")
            return Complaint(NO_COLON_THERE, bare.start(1), behind, colon)
        if begin < at and re.search(r":[ \t]", text[_line_start(text, at) : at]):
            message = say("there is a second `: ` in this line, and a line has only one key")
            key, line = ONLY_KEY.match(text, begin), REST.match(text, begin)
            assert line is not None
            meant = _quoting(text, begin, say("a text that holds `: ` must be quoted"))
            if key is not None and key[1] in KEY_NAMES and not COMMENT.search(line[0]):
                table = "{" + line[0] + "}"
                meant = replacing(say("write `{meant}`", meant=table[:LONGEST_SHOWN]), line.span(), table)
            return Complaint(message, at, at + 1, meant)
        return Complaint(
            say("there is a key here, but the line above is not a table that it could belong to"),
            at,
            at + 1,
            say(
                "look at the line above: it may lack its `:`, have a value already, or be indented"
                " differently"
            ),
        )
    if "could not find expected ':'" in problem:
        end = re.compile("[^\r\n]*").match(text, opened)
        assert end is not None
        hint = say("write `key: value`, with a space after the colon")
        key = NO_COLON.match(text, opened)
        known = key is not None and key[1] in KEY_NAMES
        return Complaint(
            NO_COLON_THERE,
            opened,
            end.end(),
            replacing(hint, (key.end(1), key.end(1)), ":") if key is not None and known else hint,
        )
    if "flow sequence" in context or "flow mapping" in context:
        if at and text[at - 1] in "'\"":
            return _behind_quote(text[at - 1], text, at)
        comma = next(reversed([*WIDE_COMMA.finditer(text, opened, at)]), None)
        if comma is not None:
            hint = say("write `{meant}` (switch the input method to half-width)", meant=",")
            return Complaint(
                say("`{mark}` parts nothing: YAML takes it for a letter", mark=comma[0]),
                *comma.span(),
                replacing(hint, comma.span(), ", "),
            )
        closing = "]" if "sequence" in context else "}"
        return Complaint(
            say(
                "the list that opens here lacks a comma between two values, or its `{closing}`",
                closing=closing,
            ),
            opened,
            opened + 1,
            say("a text that begins with `[` or `{` must be quoted"),
        )
    if "flow node" in context and here == ",":
        deleted = replacing(say("delete it"), (at, at + 1), "")
        return Complaint(say("there is nothing before this comma"), at, at + 1, deleted)
    if "flow node" in context and not text[at:].strip():
        return Complaint(
            say("the file ends inside a list or table"),
            at,
            at + 1,
            say("a `]` or `}` is missing before its end"),
        )
    if here in ("]", "}"):
        return Complaint(
            say("this `{mark}` closes nothing", mark=here),
            at,
            at + 1,
            say("a text that holds it here must be quoted"),
        )
    if "document start" in problem:
        return Complaint(say("there is text after the end of the document"), at, at + 1, DECK_FILE)
    if "block mapping" in context or "block collection" in context:
        return Complaint(
            say("this line's indentation matches no line above it"),
            at,
            at + 1,
            say("what belongs together starts in the same column"),
        )
    return Complaint(say("this cannot be read as YAML"), at, at + 1, QUOTE)


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
