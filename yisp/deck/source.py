"""The text of a deck file: from bytes to characters.

What comes in: the bytes (or the text) of one file.  What goes out: a
:class:`~yisp.lang.source.TextSource` whose text holds nothing but printable characters, blanks
and line ends, without byte-order mark, and which knows the line and column of every offset.  What
is not handled: other encodings than UTF-8; they are a diagnostic that says so.
"""

from __future__ import annotations

import re
import unicodedata

from ..lang.diagnostics import DeckError, Diagnostics, Place
from ..lang.source import TextSource
from .files import LARGEST

MAX_MISTAKES = 1000

# Surrogates, control characters but tab and line ends, a byte-order mark inside the text and
# Unicode's non-characters: nothing a player can see, so nothing that should decide a name.
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | low) for plane in range(17) for low in (0xFFFE, 0xFFFF))
    + "]"
)


def read_source(data: bytes | str, file: str, diagnostics: Diagnostics, largest: int = LARGEST) -> TextSource:
    """Decode a file; raises :class:`DeckError` when it is not text that can be read."""
    if len(data) > largest:
        diagnostics.error("Y002", f"{file} is larger than {largest >> 20} MiB", None)
        raise DeckError(diagnostics)
    text = data if isinstance(data, str) else _decode(data, file, diagnostics)
    source = TextSource(file, text.removeprefix("\ufeff"))
    bad = UNPRINTABLE.search(source.text)
    if bad is not None:
        diagnostics.error(
            "Y004",
            f"{describe(bad[0])} stands here; a deck file is plain text",
            source.place(bad.start(), bad.end()),
            "delete it, or save the file as text again",
        )
        raise DeckError(diagnostics)
    return source


def _decode(data: bytes, file: str, diagnostics: Diagnostics) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        good, at = data[: error.start].decode("utf-8"), error.start
    hint = "save it as UTF-8 (in an editor: Save as…, Encoding: UTF-8; not ANSI, GBK or Shift-JIS)"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        diagnostics.error("Y003", "the file is not UTF-8 but UTF-16", Place(file, 1, 1, ""), hint)
        raise DeckError(diagnostics)
    good = good.removeprefix("\ufeff")
    rest = re.split(rb"[\r\n]", data[at : at + 200], maxsplit=1)[0].decode("utf-8", "replace")
    place = TextSource(file, good + rest).place(len(good), len(good) + 1)
    diagnostics.error("Y003", f"the file is not UTF-8: the byte 0x{data[at]:02X} stands here", place, hint)
    raise DeckError(diagnostics)


def limit_mistakes(diagnostics: Diagnostics) -> None:
    """Give up on a file with more mistakes than anybody reads, lest they fill the memory."""
    if len(diagnostics) >= MAX_MISTAKES:
        diagnostics.error("Y015", f"more than {MAX_MISTAKES} mistakes; the rest is not looked at", None)
        raise DeckError(diagnostics)


def describe(character: str) -> str:
    """An unprintable character in words: ``the control character U+0007``."""
    kind = {"Cc": "control character", "Cs": "lone surrogate", "Cf": "invisible character"}
    sort = kind.get(unicodedata.category(character), "non-character")
    return f"the {sort} U+{ord(character):04X}"


def shown(text: str) -> str:
    """A name from the file as messages quote it, shortened."""
    return f"`{text[:60]}{'…' if len(text) > 60 else ''}`"
