"""From the value of a YAML scalar back into the file it stands in.

What comes in: the source and the extent of one scalar, its style and its value.  What goes out:
:class:`ScalarText`, a :class:`~yisp.lang.diagnostics.Text` that gives the place of every character
of the value, in all five styles (plain, single- and double-quoted, literal, folded), over several
lines, with escapes, chomping and indentation indicators.

How: each style is read once more by YAML's own rules, noting for every character of the value
where it comes from.  That happens only when a place is asked for.  The reading is compared with
the value; should the two differ, places fall back to the scalar's first character, so that a
quirk of a YAML parser costs precision and nothing else.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import field

from ...lang.diagnostics import Place
from ...lang.source import TextSource
from ...structs import dataclass
from .surrogates import PAIR, joined

Origin = tuple[str, int, int]
"""One character of a value, and the extent of the file that stands for it."""

BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
BLANKS = re.compile("[ \t]*")
FOLD = re.compile("(?:\r\n|[\r\n\x85\u2028\u2029])(?:[ \t]|\r\n|[\r\n\x85\u2028\u2029])*")
BLOCK_HEADER = re.compile(r"[|>](?:([1-9])|[-+])*[ \t]*(?:#[^\r\n\x85\u2028\u2029]*)?")
ANCHOR = re.compile("&[^ \t\r\n\x85\u2028\u2029]*(?:[ \t\r\n\x85\u2028\u2029]+|#[^\r\n\x85\u2028\u2029]*)*")
ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "\\": "\\",
    "/": "/",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
HEX_DIGITS = {"x": 2, "u": 4, "U": 8}


@dataclass(slots=True)
class ScalarText:
    """The value of one scalar, and the way back to where it was written."""

    text: str
    source: TextSource
    start: int  # of the scalar in the source, its anchor included
    end: int
    style: str  # "" (plain), "'", '"', "|" or ">"
    _starts: list[int] = field(default_factory=list, repr=False)  # by character of the value,
    _ends: list[int] = field(default_factory=list, repr=False)  # empty until asked for
    _exact: bool = field(default=False, repr=False)

    def place(self, start: int, end: int) -> Place:
        """The place of the characters ``start`` … ``end`` of the value.

        The end of the value is the place behind its last character that is no blank, which is
        where a reader looks for what is missing.
        """
        if not self._starts:
            self._locate()
        length = len(self.text)
        start = min(max(start, 0), length)
        end = min(max(end, start), length)
        if start == length:
            seen = len(self.text.rstrip())
            at = self._ends[seen - 1] if seen else self._starts[0]
            return self.source.place(at, at + 1)
        return self.source.place(self._starts[start], self._ends[max(end, start + 1) - 1])

    @property
    def exact(self) -> bool:
        """Whether it is known of every character where it was written."""
        if not self._starts:
            self._locate()
        return self._exact

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters ``start`` … ``end`` of the value stand in the source, several lines or not."""
        if not self._starts:
            self._locate()
        if start >= len(self.text):
            at = self._ends[-1] if self.text else self._starts[0]
            return at, at
        return self._starts[start], self._ends[end - 1] if end > start else self._starts[start]

    def offset(self, at: int) -> int:
        """How many characters of the value stand before an offset of the source."""
        if not self._starts:
            self._locate()
        return min(bisect_left(self._starts, at), len(self.text))

    def _locate(self) -> None:
        """Fill in the map from characters of the value to the source."""
        origins: list[Origin] = []
        for origin in read_scalar(self.source.text, self.start, self.end, self.style, self.text):
            if len(origins) == len(self.text):
                break
            origins.append(origin)
        if origins and "".join(character for character, _, _ in origins) == self.text:
            self._starts = [start for _, start, _ in origins]
            self._ends = [end for _, _, end in origins]
            self._exact = True
        else:
            self._starts = [self.start] * max(len(self.text), 1)
            self._ends = [self.start + 1] * max(len(self.text), 1)


def read_scalar(text: str, start: int, end: int, style: str, value: str) -> Iterator[Origin]:
    """The characters of the scalar at ``start`` … ``end``; block styles go on to what chomping drops."""
    anchor = ANCHOR.match(text, start, end)
    if anchor is not None:
        start = anchor.end()
    if style == "":
        return _flow(text, start, end, style)
    if style in "'\"":
        return _flow(text, start + 1, end - 1, style)
    return _block(text, start, style == ">", value)


def _flow(text: str, at: int, end: int, style: str) -> Iterator[Origin]:
    """Plain and quoted scalars: line ends fold, quotes and backslashes escape."""
    while at < end:
        blanks = BLANKS.match(text, at, end)
        assert blanks is not None
        fold = FOLD.match(text, blanks.end(), end)
        if fold is not None:
            yield from _folded_break(text, fold.start(), fold.end())
            at = fold.end()
        elif blanks[0]:
            for index in range(at, blanks.end()):
                yield text[index], index, index + 1
            at = blanks.end()
        elif style == "'" and text[at] == "'":
            yield "'", at, at + 2
            at += 2
        elif style == '"' and text[at] == "\\":
            escaped_break = BREAK.match(text, at + 1, end)
            if escaped_break is not None:
                rest = FOLD.match(text, at + 1, end)
                assert rest is not None
                for line_break in BREAK.finditer(text, escaped_break.end(), rest.end()):
                    yield _line_break(line_break)
                following = BLANKS.match(text, rest.end(), end)
                assert following is not None
                at = following.end()
                continue
            pair = PAIR.match(text, at, end)
            if pair is not None:
                yield joined(pair), at, pair.end()
                at = pair.end()
                continue
            digits = HEX_DIGITS.get(text[at + 1], 0)
            character = chr(int(text[at + 2 : at + 2 + digits], 16)) if digits else ESCAPES[text[at + 1]]
            yield character, at, at + 2 + digits
            at += 2 + digits
        else:
            yield text[at], at, at + 1
            at += 1


def _folded_break(text: str, start: int, end: int) -> Iterator[Origin]:
    """One line end becomes a blank; of several, the first is dropped."""
    first, *others = BREAK.finditer(text, start, end)
    if first[0] in "\u2028\u2029":
        yield _line_break(first)
    elif not others:
        yield " ", first.start(), first.end()
    for line_break in others:
        yield _line_break(line_break)


def _line_break(match: re.Match[str]) -> Origin:
    """Every line end reads as a line feed, but for Unicode's own two."""
    return match[0] if match[0] in "\u2028\u2029" else "\n", match.start(), match.end()


def _block(text: str, at: int, folded: bool, value: str) -> Iterator[Origin]:
    """Literal and folded scalars, every line end kept that some chomping would keep."""
    header = BLOCK_HEADER.match(text, at)
    assert header is not None
    first = next((line for _, _, line, _ in _lines(text, header.end()) if line.lstrip(" ")), "")
    wanted = next((line for line in BREAK.split(value) if line.lstrip(" ")), "")
    # An indentation indicator counts from the indentation of the parent, which is not known here;
    # how much of its blanks the first line has lost says the same.
    indent = _leading_blanks(first) - _leading_blanks(wanted)
    pending: list[Origin] = []  # the line ends since the last line with content
    plain_before = False  # whether there was such a line, and it was not indented more
    for start, end, line, line_break in _lines(text, header.end()):
        if _leading_blanks(line) < min(indent, len(line)):
            break  # a line indented less ends the scalar
        if len(line) > indent:
            plain = line[indent] not in " \t"
            if folded and plain_before and plain and pending[0][0] == "\n":
                pending = pending[1:] or [(" ", *pending[0][1:])]
            yield from pending
            pending = []
            for index in range(start + indent, end):
                yield text[index], index, index + 1
            plain_before = plain
        if line_break is not None:
            pending.append(_line_break(line_break))
    yield from pending


def _lines(text: str, at: int) -> Iterator[tuple[int, int, str, re.Match[str] | None]]:
    """The lines behind a block scalar's header: start, end, text, and the line end itself."""
    line_break = BREAK.match(text, at)
    while line_break is not None:
        at = line_break.end()
        line_break = BREAK.search(text, at)
        end = line_break.start() if line_break is not None else len(text)
        yield at, end, text[at:end], line_break


def _leading_blanks(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
