"""Card lists that nobody would write, for the import.

What comes in: a random generator.  What goes out: a list in one of the formats, right or nearly so, its
cards called by names at which a deck file may break; mutated like any other text, or given out for another
format than it is.  What must come of it is a deck file that loads, which goes on to ``judge_deck``, or
diagnostics that point into the list.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from random import Random

from yisp.deck.exchange.exporting import exported
from yisp.deck.exchange.formats.formats import FORMATS, WRITTEN
from yisp.deck.exchange.formats.tables import COLUMNS, DELIMITERS, PARTS
from yisp.deck.exchange.importing import imported
from yisp.deck.load import loads
from yisp.lang.diagnostics import DeckError

from . import corpus
from .case import Case, Unsound
from .judge import judge_deck, printable, sound
from .mutations import mutated

HEADINGS = (
    "Deck",
    "Sideboard",
    "Commander:",
    "额外 (15)",
    "エクストラデッキ",
    "About",
    "Name x",
    "",
    "",
    "// a",
)
NAMES = (
    "Ash",
    "灰流丽",
    "Lightning Bolt (M10) 146",
    "Fire // Ice",
    "x",
    "3",
    "it's",
    "a, b",
    "a; b",
    "12:30",
)

MUTATED, RENAMED = 0.5, 0.2
"""Shares of the lists that are mutated, and that are read as a format that is drawn."""


def some_import(random: Random) -> Case:
    """A list, and the format that it is read as ("": the one it looks like)."""
    kind = random.choice(list(FORMATS))
    text = _LISTS[kind](random).encode("utf-8", "surrogatepass")
    if random.random() < 0.1:
        text = text.decode("utf-8", "replace").encode(random.choice(("utf-16", "utf-8-sig")))
    if random.random() < MUTATED:
        text = mutated(random, text)
    if random.random() < RENAMED:
        kind = random.choice(["", *FORMATS])
    return Case(text, (kind,))


def judge_import(case: Case) -> str:
    """A list; the deck that it becomes is judged as any other, and written in every format again."""
    (kind,) = case.words
    try:
        made = imported(case.text, "list", kind or None)
    except DeckError as error:
        if not error.diagnostics.failed:
            raise Unsound("refused, and no error said why") from None
        return sound(error.diagnostics)
    for remark in made.remarks:
        printable(remark)
    try:
        deck = loads(made.text, "deck.yml")
    except DeckError as error:
        raise Unsound("an imported deck that does not load", str(error)) from None
    for to in WRITTEN:
        try:
            text = exported(deck, to)
        except DeckError as error:
            sound(error.diagnostics)
            continue
        back = loads(imported(text, "list", to).text, "deck.yml")
        if [(one.name, one.count) for one in back.kinds] != [
            (one.name, one.count) for one in deck.kinds if one.count
        ]:
            raise Unsound(f"other cards came back of a {to}", text)
    return judge_deck(Case(made.text.encode()))


# Lists, by format -------------------------------------------------------------------------------


def _name(random: Random) -> str:
    drawn = random.random()
    if drawn < 0.6:
        return random.choice(NAMES)
    if drawn < 0.9:
        return random.choice(corpus.tokens())
    return random.choice(corpus.CHARACTERS).join(random.choices(NAMES, k=2))


def _count(random: Random) -> str:
    return (
        random.choice(("1", "2", "3", "3", "20")) if random.random() < 0.95 else random.choice(corpus.EDGES)
    )


def _passcode(random: Random) -> int:
    return random.choice((1, 7, 14558127, 2**31, 2**32 - 1, random.randrange(2**32)))


def _ydk(random: Random) -> str:
    lines = ["#created by x"] * random.randrange(2)
    for heading in ("#main", "#extra", "!side"):
        lines += [heading] * (random.random() < 0.9)
        lines += [str(_passcode(random)) for _ in range(random.randrange(8))]
    return random.choice(("\n", "\r\n", "\n\n")).join(lines)


def _ydke(random: Random) -> str:
    parts = [
        b"".join(_passcode(random).to_bytes(4, "little") for _ in range(random.randrange(6)))
        for _ in range(3)
    ]
    return "ydke://" + "".join(base64.b64encode(part).decode() + "!" for part in parts)


def _list(random: Random) -> str:
    shapes = ("{count} {name}", "{count} {name}", "{count}x {name}", "{name} x{count}", "SB: {count} {name}")
    lines = [
        random.choice(HEADINGS)
        if random.random() < 0.15
        else random.choice(shapes).format(count=_count(random), name=_name(random))
        for _ in range(random.randrange(1, 20))
    ]
    return "\n".join(lines)


def _table(random: Random) -> str:
    columns = [column for column in COLUMNS if column == "name" or random.random() < 0.5]
    random.shuffle(columns)
    parts = [word for words in PARTS.values() for word in words]
    cells: dict[str, Callable[[], str]] = {
        "name": lambda: _name(random),
        "count": lambda: _count(random),
        "zone": lambda: random.choice(parts) if random.random() < 0.3 else "",
        "attribute": lambda: random.choice(("", "a", "a, b", "a;b", _name(random))),
        "passcode": lambda: str(_passcode(random)) if random.random() < 0.5 else "",
        "description": lambda: _name(random),
    }
    mark = random.choice(DELIMITERS)
    rows = [[random.choice(COLUMNS[column]) for column in columns]]
    rows += [[cells[column]() for column in columns] for _ in range(random.randrange(1, 12))]
    return "\n".join(mark.join(_cell(cell, random) for cell in row) for row in rows)


def _cell(text: str, random: Random) -> str:
    quoted = '"' + text.replace('"', '""') + '"'
    return quoted if set(text) & set('",;\t\r\n') and random.random() < 0.95 else text


def _calc(random: Random) -> str:
    names = random.sample(("red", "green", "blue", "灰", "a b", "2x a"), 3)
    cards = "".join(
        f"        {name}: {{count: {_count(random)}, attribute: [M, {random.choice('abc')}]}}\n"
        for name in names
    )
    wanted = (*names, "a:M", "A:*", "!a:a", "Alias", "Alias !a:b", "2x a:M", random.choice(corpus.tokens()))

    def combo() -> str:
        items = ", ".join(random.choices(wanted, k=random.randrange(4)))
        score = random.choice(("1", "2.0", "1.5", "-1", "x"))
        return f"{{score: {score}, conditions: [{items}]}}" if random.random() < 0.3 else f"[{items}]"

    tests = "".join(f"            c{index}: {combo()}\n" for index in range(random.randrange(1, 4)))
    tests = f"        topic:\n{tests}" if random.random() < 0.7 else tests
    return (
        f"deck:\n    cards:\n{cards}    {random.choice(('classes', 'conditions'))}:\n        Alias: a:M\n"
        f"simulate:\n    count: {_count(random)}\n    start_card: {random.choice('0125')}\n"
        f"    turns: {_count(random)}\n    tests:\n{tests}"
    )


_LISTS: dict[str, Callable[[Random], str]] = {
    "ydk": _ydk, "ydke": _ydke, "list": _list, "csv": _table, "calc": _calc,
}  # fmt: skip
