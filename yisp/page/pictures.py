"""Pictures of cards, from a folder that the user names.

What comes in: the folder, and names of cards.  What goes out: the picture of a card (:class:`Picture`), where
the folder has one: a PNG, JPEG or WebP file that is called as the card is.  Nothing is ever fetched.

Names of cards are a stranger's, so they never become paths: the folder is listed, and a name is looked up
among what is there.  A link is not followed, a folder below is not entered, and what a file is called says
nothing of what is in it.  One of more than ``LARGEST`` bytes, or ``MOST_PIXELS`` a side, is none.

What is not handled: drawing them, and making large ones small.
"""

from __future__ import annotations

import os
import stat
import unicodedata
from base64 import b64encode
from typing import NamedTuple

from ..deck.reading.files import Unreadable, read_regular
from ..messages import say, system_reason

ENDINGS = (".png", ".jpg", ".jpeg", ".webp")

LARGEST = 4 * 2**20
"""Bytes of a file."""

MOST_PIXELS = 4096
"""Of a side: a few bytes may stand for more than a browser can hold."""

MOST_FILES = 50_000
"""Files of a folder that are looked at."""

_FORBIDDEN = str.maketrans(dict.fromkeys('<>:"/\\|?*', "_"))
"""What no file may be called somewhere; there it is written as ``_``."""


class Picture(NamedTuple):
    """A picture: what it is, and its bytes."""

    media_type: str
    data: bytes

    @property
    def address(self) -> str:
        """The picture itself as an address, for a page that reads no files."""
        return f"data:{self.media_type};base64,{b64encode(self.data).decode('ascii')}"


class Pictures:
    """The pictures of a folder; files that come later are seen, too."""

    def __init__(self, folder: str) -> None:
        """Raises :class:`~yisp.deck.reading.files.Unreadable` where there is no such folder."""
        self.folder = os.path.abspath(folder)
        self._listed: tuple[int, dict[str, str]] | None = None
        self._files()

    def has(self, card: str) -> bool:
        """Whether there is a file that may be the card's picture."""
        return key(card) in self._files_by_now()

    def of(self, card: str) -> Picture | None:
        """The picture of a card; None where there is none, or none that can be shown."""
        file = self._files_by_now().get(key(card))
        if file is None:
            return None
        path = os.path.join(self.folder, file)
        try:
            if stat.S_ISLNK(os.lstat(path).st_mode):
                return None
            data = read_regular(path, LARGEST, follow=False)
        except (OSError, Unreadable):
            return None
        kind = media_type(data)
        if kind is None or len(data) > LARGEST:
            return None
        sides = size_of(kind, data)
        return Picture(kind, data) if 0 < min(sides) <= max(sides) <= MOST_PIXELS else None

    def _files_by_now(self) -> dict[str, str]:
        try:
            return self._files()
        except Unreadable:
            return {}

    def _files(self) -> dict[str, str]:
        """The files, by what cards that they are of are called."""
        try:
            changed = os.stat(self.folder).st_mtime_ns
            if self._listed is not None and self._listed[0] == changed:
                return self._listed[1]
            files: dict[str, str] = {}
            with os.scandir(self.folder) as entries:
                for number, entry in enumerate(entries):
                    stem, ending = os.path.splitext(entry.name)
                    if number >= MOST_FILES:
                        break
                    if ending.lower() in ENDINGS and entry.is_file(follow_symlinks=False):
                        name = key(stem)
                        files[name] = min(files.get(name, entry.name), entry.name)
        except (OSError, ValueError) as error:
            reason = system_reason(error)
            raise Unreadable(say("the folder cannot be read: {reason}", reason=reason)) from None
        self._listed = changed, files
        return files


def key(name: str) -> str:
    """By what a card and its file find each other, on whatever system the file was named."""
    return unicodedata.normalize("NFC", name).strip().translate(_FORBIDDEN).casefold()


def media_type(data: bytes) -> str | None:
    """What a picture is, by its first bytes; None for anything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    return "image/webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else None


def size_of(kind: str, data: bytes) -> tuple[int, int]:
    """Width and height, as the file says; 0 where it says nothing that we understand."""
    if kind == "image/png":
        return _big(data[16:20]), _big(data[20:24])
    if kind == "image/jpeg":
        return _of_jpeg(data)
    form, rest = data[12:16], data[20:]
    if form == b"VP8X":
        return _little(rest[4:7]) + 1, _little(rest[7:10]) + 1
    if form == b"VP8L" and len(rest) > 4:
        bits = _little(rest[1:5])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if form == b"VP8 ":
        return _little(rest[6:8]) & 0x3FFF, _little(rest[8:10]) & 0x3FFF
    return 0, 0


def _of_jpeg(data: bytes) -> tuple[int, int]:
    """As the first frame says, behind segments that each say how long they are."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return _big(data[at + 7 : at + 9]), _big(data[at + 5 : at + 7])
        at += 1 if marker == 0xFF else 2 + max(_big(data[at + 2 : at + 4]), 2)
    return 0, 0


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")
