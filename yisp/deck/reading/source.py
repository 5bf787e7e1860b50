"""The text of a deck file: from bytes to characters, and from plain data.

What comes in: the bytes (or the text) of one file.  What goes out: a
:class:`~yisp.lang.source.TextSource` whose text holds nothing but printable characters, blanks
and line ends, without byte-order mark, and which knows the line and column of every offset.  What
is not handled: other encodings than UTF-8; they are a diagnostic that says so.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from ...lang.diagnostics import DeckError, Diagnostics, Place
from ...lang.remedy import replacing
from ...lang.rendering import shown as shown
from ...lang.source import TextSource
from ...messages import Message, say
from .files import LARGEST

MAX_MISTAKES = 1000

# Surrogates, control characters but tab and line ends, a byte-order mark inside the text and
# Unicode's non-characters: nothing a player can see, so nothing that should decide a name.
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | low) for plane in range(17) for low in (0xFFFE, 0xFFFF))
    + "]"
)

_BREAKS = {ord(one): f"\\u{ord(one):04x}" for one in "\x85\u2028\u2029"}
"""What ends a line of YAML and none of JSON."""


def as_text(data: Any, indent: int | None = None) -> str:
    """Plain data as the text of a deck file: JSON, which is YAML but for the ends of some lines.  Raises
    TypeError and ValueError as ``json`` does."""
    return json.dumps(data, ensure_ascii=False, indent=indent).translate(_BREAKS)


def read_source(data: bytes | str, file: str, diagnostics: Diagnostics, largest: int = LARGEST) -> TextSource:
    """Decode a file; raises :class:`DeckError` when it is not text that can be read."""
    if len(data) > largest:
        diagnostics.error(
            "Y002", say("{file} is larger than {size} MiB", file=file, size=largest >> 20), None
        )
        raise DeckError(diagnostics)
    text = data if isinstance(data, str) else _decode(data, file, diagnostics)
    source = TextSource(file, text.removeprefix("\ufeff"))
    bad = UNPRINTABLE.search(source.text)
    if bad is not None:
        diagnostics.error(
            "Y004",
            say("{character} stands here; a deck file is plain text", character=describe(bad[0])),
            source.place(bad.start(), bad.end()),
            replacing(
                say("delete it, or save the file as text again"), (bad.start(), bad.end()), "", text=source
            ),
        )
        raise DeckError(diagnostics)
    return source


def _decode(data: bytes, file: str, diagnostics: Diagnostics) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        good, at = data[: error.start].decode("utf-8"), error.start
    hint = say("save it as UTF-8 (in an editor: Save as…, Encoding: UTF-8; not ANSI, GBK or Shift-JIS)")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        diagnostics.error("Y003", say("the file is not UTF-8 but UTF-16"), Place(file, 1, 1, ""), hint)
        raise DeckError(diagnostics)
    good = good.removeprefix("\ufeff")
    rest = re.split(rb"[\r\n]", data[at : at + 200], maxsplit=1)[0].decode("utf-8", "replace")
    place = TextSource(file, good + rest).place(len(good), len(good) + 1)
    diagnostics.error(
        "Y003",
        say("the file is not UTF-8: the byte {byte} stands here", byte=f"0x{data[at]:02X}"),
        place,
        hint,
    )
    raise DeckError(diagnostics)


def limit_mistakes(diagnostics: Diagnostics) -> None:
    """Give up on a file with more mistakes than anybody reads, lest they fill the memory."""
    if diagnostics.errors >= MAX_MISTAKES:
        diagnostics.error(
            "Y015",
            say("more than {most} mistakes; the rest is not looked at", most=MAX_MISTAKES),
            None,
        )
        raise DeckError(diagnostics)


def describe(character: str) -> Message:
    """An unprintable character in words: ``the control character U+0007``."""
    code = f"U+{ord(character):04X}"
    match unicodedata.category(character):
        case "Cc":
            return say("the control character {code}", code=code)
        case "Cs":
            return say("the lone surrogate {code}", code=code)
        case "Cf":
            return say("the invisible character {code}", code=code)
        case _:
            return say("the non-character {code}", code=code)
