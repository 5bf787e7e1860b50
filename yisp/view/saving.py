"""The deck's own file: read for a tab, and replaced as a whole when that tab saves.

What comes in: where the deck lies (or is to), and texts.  What goes out: the text that there is, what the
file then was (:class:`Known`); and, where it is another one by now, :class:`Changed` in place of writing over
it.  A text keeps the file's line ends and byte-order mark: an editor in a page has only one kind of line end.

No other file is ever written, and none is read here but this one.
"""

from __future__ import annotations

import os
from hashlib import sha256
from typing import NamedTuple

from ..deck.reading.files import LARGEST, Unreadable, read_regular
from ..messages import say, told
from ..report.files.files import CannotWrite, File
from ..report.text.notices import STANDARD_INPUT

BYTE_ORDER_MARK = "\ufeff"


class Known(NamedTuple):
    """A file as it was: its digest (None: there was none), and how it is written."""

    digest: str | None = None
    wide_ends: bool = False  # lines end in CR LF
    marked: bool = False


class CannotSave(Exception):
    """The file was not written; the message says why."""


class Changed(CannotSave):
    """The file is not what it was when it was read."""


def report_name(deck: str) -> str:
    """What the report of a deck is called: after its file, or `report.html` where it has none."""
    if deck == STANDARD_INPUT:
        return "report.html"
    return os.path.splitext(os.path.basename(deck))[0] + ".html"


class DeckFile:
    """A file and, for as long as there is none, the text to begin with; without a ``path`` a text alone,
    which is not saved."""

    def __init__(self, name: str, text: str, path: str | None) -> None:
        self.name = name
        self.path = path
        self._text = text

    def read(self) -> tuple[str, Known]:
        """The text as it is now; raises :class:`~yisp.deck.reading.files.Unreadable`."""
        if self.path is None:
            return self._text, Known()
        data = _content(self.path)
        if data is None:
            return self._text, Known()
        text = decoded(data)
        plain = text.count("\n") - text.count("\r\n")
        known = Known(_digest(data), "\r\n" in text and not plain, text.startswith(BYTE_ORDER_MARK))
        return text.removeprefix(BYTE_ORDER_MARK), known

    def save(self, text: str, known: Known, *, force: bool) -> Known:
        """Replace the file, if it is still what is known of it, or by ``force``; raises
        :class:`CannotSave`."""
        if self.path is None:
            raise CannotSave(told("This deck has no file of its own to be saved to."))
        try:
            there = _content(self.path)
        except Unreadable as error:
            raise CannotSave(
                told("{file} was not saved: {reason}.", file=self.name, reason=error.message)
            ) from None
        if not force and (None if there is None else _digest(there)) != known.digest:
            raise Changed(
                told("{file} has changed on disk since it was opened, so it was not saved.", file=self.name)
            )
        if known.wide_ends:
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        if known.marked:
            text = BYTE_ORDER_MARK + text
        try:
            data = text.encode()
        except UnicodeEncodeError:
            raise CannotSave(told("There is half a character in this text, so it was not saved.")) from None
        try:
            file = File(self.path)
            with file.guarded():
                file.stream.write(data)
            file.close()
        except CannotWrite as error:
            raise CannotSave(
                told("{file} was not saved: {reason}.", file=self.name, reason=str(error))
            ) from None
        return known._replace(digest=_digest(data))


def decoded(data: bytes) -> str:
    """The text of a file's content; raises :class:`~yisp.deck.reading.files.Unreadable`."""
    if len(data) > LARGEST:
        raise Unreadable(say("it is larger than {size} MiB", size=LARGEST >> 20))
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Unreadable(say("it is not UTF-8")) from None


def _content(path: str) -> bytes | None:
    """What is in a file; None where there is none."""
    if not os.path.lexists(path):
        return None
    return read_regular(path)


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()
