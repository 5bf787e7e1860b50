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

from ...deck.reading.document import Mapping
from ...deck.reading.parse import read_nodes
from ...deck.reading.source import read_source
from ...deck.reading.surrogates import Pairs
from ...lang.diagnostics import DeckError, Diagnostics
from ...lang.source import LINE_END, TextSource
from ...structs import dataclass

MOST = 60
"""Texts that are parsed at most."""

LARGEST = 4 << 20
"""Characters that are parsed at most, in all: a long text is not tried as often."""

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


def read(text: str, file: str, line: int | None = None, column: int = 1) -> Read | None:
    """The nodes of a text, mended where needed; None where nothing comes of it.

    ``line`` and ``column`` are where somebody is writing.
    """
    if (whole := read_as_written(text, file)) is not None:
        return whole
    lines = _Lines(text)
    blotted: set[int] = set()
    stopped, tries, most = _stop(text), 0, min(MOST, LARGEST // (len(text) + 1))
    while stopped is not None and tries < most:
        best: _Try | None = None
        for number in dict.fromkeys((line or stopped[0], *stopped, lines.before(stopped[0]))):
            if not 1 <= number <= len(lines) or number in blotted:
                continue
            for written, blots in _mended(lines[number], column if number == line else None):
                tries += 1
                one = _Try(number, written, blots, _stop(lines.with_line(number, written)))
                if one.stops is None and not blots:
                    best = one
                    break
                if (best is None or one.rank > best.rank) and (one.stops is None or one.stops > stopped):
                    best = one
            if tries >= most or (best is not None and best.stops is None and not best.blots):
                break
        if best is None:
            return None
        lines[best.number] = best.written
        if best.blots:
            blotted.add(best.number)
        stopped = best.stops
    return None if stopped is not None else read_as_written(lines.text, file, frozenset(blotted))


@dataclass(frozen=True, slots=True)
class _Try:
    """A line written anew, and where the parser stops then."""

    number: int
    written: str
    blots: bool
    stops: tuple[int, ...] | None

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """How good it is: that all is YAML then, that nothing is blotted out, how far the parser gets."""
        return self.stops is None, not self.blots, self.stops[0] if self.stops else 0


def read_as_written(text: str, file: str, blotted: frozenset[int] = frozenset()) -> Read | None:
    """The nodes of a text as it is; None where it is no YAML."""
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

    def before(self, number: int) -> int:
        """The last line before one that is not empty."""
        return next((one for one in range(min(number, len(self)) - 1, 0, -1) if self[one].strip()), 0)

    @property
    def text(self) -> str:
        return "".join(line + end for line, end in zip(self._parts, self._ends, strict=True))

    def with_line(self, number: int, line: str) -> str:
        kept, self[number] = self[number], line
        text = self.text
        self[number] = kept
        return text


def _stop(text: str) -> tuple[int, ...] | None:
    """The line in which the parser stops, and that of what it was reading; None where it does not.

    Text that nests deeper than a deck may is not read on: that takes the parser ever longer.
    """
    import yaml

    from ...deck.reading.compose import MAX_NESTING

    depth = 0
    try:
        for event in yaml.parse(Pairs(text).hidden, Loader=getattr(yaml, "CLoader", yaml.Loader)):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_NESTING:
                return (event.start_mark.line + 1 if event.start_mark is not None else 1,)
    except yaml.MarkedYAMLError as error:
        marks = [mark.line + 1 for mark in (error.problem_mark, error.context_mark) if mark is not None]
        return tuple(marks) or (1,)
    except (yaml.YAMLError, ValueError, OverflowError):
        return (1,)
    return None


def _mended(line: str, column: int | None) -> Iterator[tuple[str, bool]]:
    """What a line may have been meant to be, and whether its value is blotted out by it."""
    closed = line + _missing(line)
    if closed != line:
        yield closed, False
        yield closed + ":", False
    before = line[: column - 1] if column is not None else ""
    if before.strip() and before != line:  # what comes behind belongs to something else
        yield before + _missing(before), False
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
