"""The door ``lists``: card lists of other programs, read and written.

What comes in: cards by part, drawn at random, and a list of them as somebody would write it.  What goes out:
every card whose copies the deck file that is made of the list has not, or the list that is made of the deck.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import struct
from random import Random

import yisp

from ..compare import Verdict
from .cases import ODD_NAMES, Held, quietly

Cards = dict[tuple[str, str], int]
"""Copies by part ("main", "extra", "command", "side") and name."""

NAMES = (
    "Ash Blossom", "1996 World Champion", "Fire // Ice", "7 Fish", "灰流うらら", "真红眼黑龙", "X-Saber",
    "Number 39: Utopia", "D/D/D", "Lim-Dûl's Vault", "B.F. - 3", "Ein, Ain", '"A" Cell', "Deck Devastation",
    "Side Kick", "+2 Mace", "=cmd", "-1", "Who/What/When", "U.F.O.", "Ω", "4-Starred Ladybug", "A & B",
)  # fmt: skip
CODES = (89631139, 46986414, 14558127, 23434538, 97268402, 27204311, 2, 1, 2**32 - 1)
ZONES = {"main": None, "extra": "E", "command": "C"}


def examine(seed: object, number: int) -> Verdict:
    held = Held("lists", None)
    random = Random(f"lists {seed} {number}")
    kind = ("list", "csv", "ydk", "ydke", "deck")[number % 5]
    with quietly():
        try:
            if kind == "deck":
                _deck(held, random)
            else:
                _read(held, random, kind)
        except yisp.DeckError as error:
            first = next(one for one in error.diagnostics if one.severity == "error")
            held.differ(kind, "", "", "a deck", str(first.message))
    return held.verdict


def _read(held: Held, random: Random, kind: str) -> None:
    passcodes = kind.startswith("ydk")
    cards = _drawn(random, tuple(map(str, CODES)) if passcodes else NAMES, passcodes)
    write = {"list": _list, "csv": _table, "ydk": _ydk, "ydke": _ydke}[kind]
    written = write(random, cards)
    held.verdict.text = written
    text = yisp.import_deck(written.encode(), format=kind, blank=passcodes)
    _holds(held, kind, cards, text)
    deck = yisp.loads(text)
    for to in ("csv", "ydk", "ydke") if passcodes else ("csv",):
        again = yisp.import_deck(yisp.export_deck(deck, to).encode(), format=to, blank=passcodes)
        _holds(held, f"{kind}, and back by {to}", cards, again)


def _deck(held: Held, random: Random) -> None:
    """A deck file's own cards, out and in again: every name, or a sentence that it cannot be written."""
    names = random.sample(sorted({*NAMES, *ODD_NAMES}), random.randint(1, 8))
    cards: Cards = {
        (random.choice(("main", "main", "extra", "command")), name): random.randint(1, 4) for name in names
    }
    cards["main", "Always There"] = 1
    counts = {
        name: {"count": count, **({} if part == "main" else {"zone": ZONES[part]})}
        for (part, name), count in cards.items()
    }
    deck = yisp.loads(
        json.dumps(
            {
                "deck": {"cards": counts},
                "simulate": {"tests": {"t": {"start-card": 0, "stats": {"hand": "|H|"}}}},
            }
        )
    )
    _holds(held, "by csv", cards, yisp.import_deck(yisp.export_deck(deck, "csv").encode(), format="csv"))
    try:
        written = yisp.export_deck(deck, "list")
    except yisp.DeckError:
        held.refuse("a name that no list can have")
        return
    _holds(held, "by list", cards, yisp.import_deck(written.encode(), format="list"))


def _holds(held: Held, what: str, cards: Cards, text: str) -> None:
    """The deck file has these copies of these cards, where they belong."""
    kinds = yisp.loads(text).kinds
    found = {(kind.zone, kind.name): kind.count for kind in kinds if kind.count}
    expected: dict[tuple[str | None, str], int] = {}
    taken: set[str] = set()
    for part in ZONES:  # one that is in several parts has a name in each
        for (own, name), count in cards.items():
            if own == part:
                own_name = f"{name} ({ZONES[part]})" if name in taken else name
                expected[ZONES[part], own_name] = count
        taken |= {name for own, name in cards if own == part}
    held.same(what, "", "cards", expected, found)


def _drawn(random: Random, names: tuple[str, ...], passcodes: bool) -> Cards:
    parts = ("main", "extra", "side") if passcodes else ("main", "extra", "command", "side")
    cards: Cards = {}
    for part in parts:
        if part == "main" or random.random() < 0.5:
            for name in random.sample(names, random.randint(1, 5)):
                if passcodes and part == "extra" and ("main", name) in cards:
                    continue  # no card is of both
                cards[part, name] = random.randint(1, 4)
    return cards


_HEADINGS = {
    "main": ("Deck", "Main Deck", "[Main]", "主卡组", "メインデッキ", "Monsters (12)"),
    "extra": ("Extra Deck", "Extra", "额外", "Extra Deck (15):"),
    "command": ("Commander", "指挥官"),
    "side": ("Sideboard", "Side Deck", "//Sideboard", "副卡组", "SB:"),
}


def _list(random: Random, cards: Cards) -> str:
    """A text list, with comments and blank lines where people leave them."""
    in_front = random.random() < 0.7
    lines = ["About", "Name 3 Fish"] if random.random() < 0.1 else []
    several = len({part for part, _ in cards}) > 1
    for part in dict.fromkeys(part for part, _ in cards):
        heading = random.choice(_HEADINGS[part])
        if heading != "SB:" and (several or random.random() < 0.5):
            lines += [*random.choice(([], [""])), heading]
        elif part != "main":
            lines.append("")
        for (own, name), count in cards.items():
            if own != part:
                continue
            if random.random() < 0.15:
                lines.append(random.choice(("# three of those", "// 4 of these", "#", "// 2 x 3")))
            mark = random.choice(("x", "X", "×")) if name[0].isdigit() or random.random() < 0.3 else ""
            line = f"{count}{mark} {name}" if in_front else f"{name} {random.choice('x×')}{count}"
            line += random.choice(("", "", " # good", " (ABC) 12") if in_front else ("",))
            lines.append(f"SB: {line}" if heading == "SB:" else line)
    return random.choice(("\n", "\r\n")).join(lines)


def _table(random: Random, cards: Cards) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=random.choice((",", ";", "\t")), lineterminator="\r\n")
    columns = random.sample(("name", "count", "part"), 3)
    writer.writerow(columns)
    for (part, name), count in cards.items():
        safe = f"'{name}" if name.lstrip("'").startswith(("=", "+", "-", "@")) else name
        row = {"name": safe, "count": count, "part": part}
        writer.writerow([row[column] for column in columns])
    return out.getvalue()


def _ydk(random: Random, cards: Cards) -> str:
    lines = ["#created by somebody"]
    for part, head in (("main", "#main"), ("extra", "#extra"), ("side", "!side")):
        copies = [name for (own, name), count in cards.items() if own == part for _ in range(count)]
        random.shuffle(copies)
        lines += [head, *copies]
    return "\n".join(lines) + "\n"


def _ydke(random: Random, cards: Cards) -> str:
    blocks = []
    for part in ("main", "extra", "side"):
        copies = [int(name) for (own, name), count in cards.items() if own == part for _ in range(count)]
        random.shuffle(copies)
        blocks.append(base64.b64encode(struct.pack(f"<{len(copies)}I", *copies)).decode())
    return f"ydke://{'!'.join(blocks)}!"
