"""Reading a file while somebody is in the middle of a line.

What comes in: a text that is perhaps no YAML at the moment, and the line that is being written.  What goes
out: :class:`Read`, the nodes of a text that is YAML and differs in a few lines at most: a quotation mark or a
bracket is closed, a word becomes a key, a value is blotted out.  Characters stay where they are, but at ends
of lines; so lines and columns are those of the file.  What is not handled: what the values mean.

How: the parser says in which line it stops.  What is tried first is the line that is being written, then the
line where it stopped.  A change is kept when the parser gets further by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..deck.document import Mapping
from ..deck.parse import read_nodes
from ..deck.source import read_source
from ..deck.surrogates import Pairs
from ..lang.diagnostics import DeckError, Diagnostics
from ..lang.source import LINE_END, TextSource

MOST = 24
"""Texts that are parsed at most."""

LARGEST = 1 << 20
"""Characters of a text that is mended; of a longer one too much time would go by."""

_QUOTED = re.compile(r"""'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|(?<![^\s,:\[{-])(['"])|[\[\]{}]|(?<!\S)#.*""")
_VALUE = re.compile(r"""(\s*(?:-\s+)*(?:(?:'[^']*'|"[^"]*"|[^\s'"#\[{-][^#]*?):\s+)?)(\S.*)""")
_WORD = re.compile(r"""\s*(?:-\s+)*[^\s'"#\[\]{}|>%@`&*!,-][^'"#:]*""")
_CLOSERS = {"[": "]", "{": "}"}
BLOT = "x"


@dataclass(frozen=True, slots=True)
class Read:
    """The nodes of a text that is YAML; ``blotted`` are the lines whose values are not what is written."""

    source: TextSource
    root: Mapping | None
    blotted: frozenset[int] = frozenset()


def read(text: str, file: str, line: int | None = None) -> Read | None:
    """The nodes of a text, mended where needed, ``line`` first; None where nothing comes of it."""
    as_written = _nodes(text, file, frozenset())
    if as_written is not None or len(text) > LARGEST:
        return as_written
    lines = _Lines(text)
    blotted: set[int] = set()
    stopped, tries = _stop(text), 1
    given_up: set[int] = set()
    while stopped is not None:
        better = None
        for number in dict.fromkeys((line or stopped[0], *stopped)):
            if number in given_up or not 1 <= number <= len(lines):
                continue
            given_up.add(number)
            for written, blots in _mended(lines[number]):
                tries += 1
                other = _stop(lines.with_line(number, written))
                if other is None or (other[0] > stopped[0] and better is None):
                    better = number, written, blots, other
                if other is None or tries >= MOST:
                    break
            if better is not None or tries >= MOST:
                break
        if better is None:
            return None
        number, written, blots, stopped = better
        lines[number] = written
        if blots:
            blotted.add(number)
    return _nodes(lines.text, file, frozenset(blotted))


def _nodes(text: str, file: str, blotted: frozenset[int]) -> Read | None:
    found = Diagnostics()
    try:
        document = read_nodes(read_source(text, file, found), found)
    except DeckError:
        return None
    if document is None:
        return None
    root = document.root
    return Read(document.source, root if isinstance(root, Mapping) else None, blotted)


class _Lines:
    """The lines of a text, counted from 1, of which some are written anew."""

    def __init__(self, text: str) -> None:
        self._parts = LINE_END.split(text)
        self._ends = [*LINE_END.findall(text), ""]

    def __len__(self) -> int:
        return len(self._parts)

    def __getitem__(self, number: int) -> str:
        return self._parts[number - 1]

    def __setitem__(self, number: int, line: str) -> None:
        self._parts[number - 1] = line

    @property
    def text(self) -> str:
        return "".join(line + end for line, end in zip(self._parts, self._ends, strict=True))

    def with_line(self, number: int, line: str) -> str:
        kept, self[number] = self[number], line
        text = self.text
        self[number] = kept
        return text


def _stop(text: str) -> tuple[int, ...] | None:
    """The line in which the parser stops, and that of what it was reading; None where it does not."""
    import yaml

    try:
        for _ in yaml.parse(Pairs(text).hidden, Loader=getattr(yaml, "CLoader", yaml.Loader)):
            pass
    except yaml.MarkedYAMLError as error:
        marks = [mark.line + 1 for mark in (error.problem_mark, error.context_mark) if mark is not None]
        return tuple(marks) or (1,)
    except (yaml.YAMLError, ValueError, OverflowError):
        return (1,)
    return None


def _mended(line: str) -> Iterator[tuple[str, bool]]:
    """What a line may have been meant to be, and whether its value is blotted out by it."""
    closed = line + _missing(line)
    if closed != line:
        yield closed, False
        yield closed + ":", False
    if _WORD.fullmatch(line):
        yield line.rstrip() + ":", False
    if value := _VALUE.fullmatch(line):
        yield value[1] + BLOT * len(value[2]), True
        if value[2][-1] in "'\"":
            yield value[1] + BLOT * (len(value[2]) - 1) + value[2][-1], True
            yield value[1] + value[2][0] + BLOT * (len(value[2]) - 2) + value[2][-1], True
    yield " " * len(line), True


def _missing(line: str) -> str:
    """What would close the quotation mark and the brackets that a line leaves open."""
    opened: list[str] = []
    for match in _QUOTED.finditer(line):
        if match[1]:
            return match[1] + "".join(reversed(opened))
        if match[0] in _CLOSERS:
            opened.append(_CLOSERS[match[0]])
        elif opened and match[0] == opened[-1]:
            opened.pop()
    return "".join(reversed(opened))
