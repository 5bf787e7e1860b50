"""Lists of limited cards: how many copies of each a deck may have.

What comes in: the content of a file.  What goes out: :class:`Banlist`: the most copies by name, and by
passcode where the file has those.  A line is one of

    Ash Blossom,2            a name, a comma, a semicolon, a tab, `=` or `:`, and the most copies
    14558127 2 --Ash Blossom     as in YGOPro's lflist.conf: a passcode, the most copies, a name

A line that begins with `#` says nothing; one with `!` begins a list of that title, of which a file may have
several; one with `$` is a setting, and left alone.  A first line whose number is no number is a heading.

A list is a stranger's file: it has a greatest size, and what is in it is looked over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field

from ...lang.rendering import LONGEST_SHOWN
from ...messages import quoted, say, with_commas
from ...structs import dataclass

LARGEST = 4 * 2**20
"""Bytes of a file."""

MOST = 10**6
"""The most copies that a limit may allow."""

_CONF = re.compile(r"(\d{1,12})\s+(-?\d{1,7})(?:\s+--\s*(.*?))?\s*")
_NAMED = re.compile(r"(.*?)\s*[,;\t=:]\s*(-?\d{1,7})\s*")


class NotAList(ValueError):
    """The file is no list of limited cards; the message says why, without naming it."""


@dataclass(slots=True)
class Banlist:
    """The most copies by name (as it is compared) or passcode; ``title`` is None where the file has none."""

    title: str | None = None
    limits: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, limits: Mapping[str, int]) -> Banlist:
        """The list of these names."""
        return cls(None, {_compared(name): most for name, most in limits.items()})

    def limit(self, name: str) -> int | None:
        """The most copies of a card of that name; None where the list does not name it."""
        return self.limits.get(_compared(name))


def read_banlist(data: bytes, title: str | None = None) -> Banlist:
    """The list in a file; where it has several, the one of that title, else the first.  Raises
    :class:`NotAList`."""
    if len(data) > LARGEST:
        raise NotAList(say("a list has at most {number} MiB", number=LARGEST >> 20))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotAList(say("it is not text in UTF-8")) from None
    found = [one for one in _lists(text.splitlines()) if one.limits]
    if not found:
        raise NotAList(say("it limits no card; a line is a name and a number, as in `Ash Blossom,2`"))
    if title is None:
        return found[0]
    for one in found:
        if one.title is not None and _compared(one.title) == _compared(title):
            return one
    known = with_commas(quoted(one.title) for one in found if one.title is not None) or say("no title")
    raise NotAList(say("it has no list {title}; it has {known}", title=quoted(title), known=known))


def _lists(lines: Iterable[str]) -> list[Banlist]:
    found = [Banlist()]
    for number, written in enumerate(lines, 1):
        line = written.strip()
        if not line or line[0] in "#$":
            continue
        if line[0] == "!":
            found.append(Banlist(line[1:].strip()))
            continue
        names, limit = _read(line)
        if limit is None:
            if number == 1:
                continue  # the heading of a table
            raise NotAList(
                say("line {number} is no name and number: {line}", number=number, line=line[:LONGEST_SHOWN])
            )
        if not 0 <= limit <= MOST:
            if names[0].isdecimal() and limit < 0:
                continue  # of lists of what is allowed at all, where -1 stands for that
            raise NotAList(
                say("line {number}: from 0 to {most} copies, not {copies}", number=number,
                    most=f"{MOST:,}", copies=limit)
            )  # fmt: skip
        for name in names:
            least = found[-1].limits.get(_compared(name), limit)
            found[-1].limits[_compared(name)] = min(least, limit)
    return found


def _read(line: str) -> tuple[list[str], int | None]:
    if match := _CONF.fullmatch(line):
        return [name for name in (match[1], match[3]) if name], int(match[2])
    if match := _NAMED.fullmatch(line):
        name = match[1].strip()
        if len(name) > 1 and name[0] == name[-1] == '"':
            name = name[1:-1].replace('""', '"')
        return ([name], int(match[2])) if name else ([], None)
    return [], None


def _compared(name: str) -> str:
    """A name as names are compared; passcodes may have zeros before them."""
    return " ".join(name.split()).casefold().lstrip("0" if name.isdecimal() else "")
