"""``ydke://``: a deck as an address, which deck builders copy and paste.

``ydke://MAIN!EXTRA!SIDE!``: of each part the passcodes, a copy each, as little-endian words of 32 bits in
base64.
"""

from __future__ import annotations

import base64
import binascii
import struct

from ....lang.diagnostics import Diagnostics
from ....lang.source import TextSource
from ....messages import say
from .cardlist import Card, CardList, Collector, Part
from .decoding import Line, lines

ABOUT = say("an address that begins with ydke://")
ENDINGS = (".ydke",)

SCHEME = "ydke://"
_PARTS = (Part.MAIN, Part.EXTRA, Part.SIDE)
_WORD = 4  # bytes


def sniffs(text: str) -> bool:
    return text.lstrip().startswith(SCHEME)


def reads(source: TextSource, found: Diagnostics) -> CardList:
    cards = Collector(found)
    for line in lines(source):
        if line.text.startswith(SCHEME):
            _read(line, cards)
        else:
            hint = say("an address is one line: ydke://MAIN!EXTRA!SIDE!")
            cards.error(
                "Y018", say("this line does not begin with `{scheme}`", scheme=SCHEME), line.place, hint
            )
    return cards.list


def _read(line: Line, cards: Collector) -> None:
    start = len(SCHEME)
    fields = line.text[start:].split("!")
    if len(fields) != len(_PARTS) + 1 or fields[-1]:
        hint = say("copy it once more, as a whole")
        message = say(
            "an address has three parts that each end with `!`; this one has {count}", count=len(fields) - 1
        )
        return cards.error("Y018", message, line.place, hint)
    for part, field in zip(_PARTS, fields, strict=False):
        place = line.part(start, start + max(len(field), 1))
        start += len(field) + 1
        try:
            data = base64.b64decode(field, validate=True)
        except (binascii.Error, ValueError):
            data = b"?"
        if len(data) % _WORD:
            cards.error("Y018", say("this part is damaged: it is not base64 of whole passcodes"), place)
            continue
        for (passcode,) in struct.iter_unpack("<I", data):
            cards.add(Card(part, 1, passcode=passcode, place=place))
    return None


def writes(cards: CardList, found: Diagnostics) -> str:
    address = SCHEME
    for part in _PARTS:
        codes = [card.passcode or 0 for card in cards.cards if card.part is part for _ in range(card.count)]
        address += base64.b64encode(struct.pack(f"<{len(codes)}I", *codes)).decode("ascii") + "!"
    return address + "\n"
