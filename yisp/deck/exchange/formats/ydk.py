"""``.ydk``: the deck files of YGOPro, EDOPro and their kin; a passcode a line, a line a copy.

``#main``, ``#extra`` and ``!side`` begin the parts; any other line with ``#`` is a comment.
"""

from __future__ import annotations

import re

from ....lang.diagnostics import Diagnostics
from ....lang.source import TextSource
from ....messages import say
from ...reading.source import shown
from .cardlist import Card, CardList, Collector, Part, read_passcode
from .decoding import lines

ABOUT = say("a .ydk file of YGOPro and its kin")
ENDINGS = (".ydk",)

_PARTS = {"#main": Part.MAIN, "#extra": Part.EXTRA, "!side": Part.SIDE}
_BEGINS = re.compile(r"^[ \t]*(?:#main|#extra|!side|#created by)", re.MULTILINE | re.IGNORECASE)


def sniffs(text: str) -> bool:
    written = [line.strip() for line in text.splitlines() if line.strip()]
    return bool(_BEGINS.search(text)) or (bool(written) and all(read_passcode(line) for line in written))


def reads(source: TextSource, found: Diagnostics) -> CardList:
    cards = Collector(found)
    part = Part.MAIN
    for line in lines(source):
        heading = _PARTS.get(line.text.lower())
        if heading is not None:
            part = heading
        elif not line.text.startswith("#"):
            passcode = read_passcode(line.text)
            if not passcode:
                message = say(
                    "{given} is not a passcode, which is a number of up to ten digits", given=shown(line.text)
                )
                cards.error(
                    "Y018", message, line.place, say("parts begin with `#main`, `#extra` and `!side`")
                )
            else:
                cards.add(Card(part, 1, passcode=passcode, place=line.place))
    return cards.list


def writes(cards: CardList, found: Diagnostics) -> str:
    written = ["#created by yispc"]
    for heading, part in _PARTS.items():
        written.append(heading)
        written += [
            str(card.passcode) for card in cards.cards if card.part is part for _ in range(card.count)
        ]
    return "\n".join(written) + "\n"
