"""Deck files made from the schema.

What comes in: a random generator.  What goes out: the text of a file.  Keys, their kinds of value and
their ranges come from ``schema.KEYS``, so a key that is declared there is drawn here without a word.
About every second file can be run; in the others some key is misspelt, some value of another kind or out
of its range, or some name means nothing.  Every style in which YAML writes a value occurs, anchors,
aliases and merges too.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from hunt import programs
from hunt.decks import functions
from yisp_runtime.codes import SCRIPTS

from yisp.deck.schema import COMBO, KEYS, TOPIC, ZONE_KEY, Key, Value, children

from . import corpus
from .scripts import Scripts

KNOWN = (
    *programs.NAMES[:3],
    "2x q",
    "0x p",
    "0-1x p",
    "1-2x a:m",
    "a:m",
    "a:n",
    "!a:m",
    "A:*n",
    programs.ALIAS,
)
"""Conditions of a deck in which nothing is amiss."""

NAMES = (
    *KNOWN,
    *programs.NAMES,
    "r{n}",
    "none",
    "a:m|n",
    "1-2x none",
    "p q",
    "p,q",
    "X",
    "H",
    "12",
    "",
    "-",
    "\x1b[31m",
)
"""Names, and what is none."""

WORDS = (*programs.WORDS, "gain", "score", "A", "a b", "")
RATES = ("rate >= 0", "rate in [0, 100%]", "score < 3", "score.sd > 0", "score.0.5 >= 1")
BROKEN = (
    "s >= 1",
    "s.max <= 9",
    "c > 5%",
    "rate",
    "> 0.5",
    "x == 1/2",
    "rate > 5",
    "rate in 1..0",
    "s.q > 1",
    '"s" 1',
)
CONTEXTS = {
    "deck.cards.*.program": "effect", "deck.define.*": "function",
    **{f"{TOPIC}.{key}": key for key in SCRIPTS},
    **{f"seats.{key}": "script" for key in ("raid", "beg", "bargain.told", "on-deal", "on-draw.*")},
    "deal.reveal": "script",
    f"{TOPIC}.stats.*": "stat", f"{COMBO}.condition": "condition", f"{COMBO}.score": "score",
}  # fmt: skip
USUAL = {
    "deck.cards.*.count": 0.95, "deck.alias": 0.98, "deck.define": 0.98, "deck.cards.*.program": 0.6,
    "deck.cards.*.kind": 0.04,
    f"{COMBO}.hand": 0.6,
    "seats": 0.03, "deal": 0.02, "wall": 0.08, f"{TOPIC}.combos": 1,
    f"{TOPIC}.exec-program": 0.6, f"{TOPIC}.start-card": 0.5, f"{TOPIC}.stats": 0.5,
}  # fmt: skip
"""How often keys occur that most decks have."""

RARE = (
    "extends", "include", "use", f"{TOPIC}.start", "simulate.limits",
    "deck.cards.*.each", "deck.cards.*.name",
    "deck.size", f"{TOPIC}.relate", f"{TOPIC}.expect",
    "simulate.limits.kinds", "simulate.limits.cards", "simulate.limits.nesting",
)  # fmt: skip
"""Keys that seldom occur: most of what they take is refused, or leaves nothing to run."""


class Plain(str):
    """A text that is written into the file as it is."""


class Structures:
    """Deck files drawn from ``random``; ``slips`` is how often anything is drawn wrongly."""

    def __init__(self, random: Random, slips: float) -> None:
        self.random = random
        self.slips = slips
        self.scripts = Scripts(random)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def slip(self) -> bool:
        return self.chance(self.slips)

    # Values -------------------------------------------------------------------------------------------

    def file(self) -> Any:
        return self.section("")

    def section(self, path: str) -> Any:
        """A table of the keys that may stand there, and a few that may not."""
        entries: list[tuple[Any, Any]] = []
        for name, key in children(path).items():
            if name == ZONE_KEY:
                name = self.random.choice("DX" if self.slip() else "BFZ")
            share = 1.0 if key.required else 0.02 if key.path in RARE else USUAL.get(key.path, 0.2)
            if self.chance(share) is not self.slip():
                entries.append((self._misspelt(name) if self.slip() else name, self.value(key)))
        if self.slip():
            any_key = self.random.choice(list(KEYS.values()))
            entries.append((any_key.name, self.value(any_key)))
        if entries and self.slip():
            entries.append(self.random.choice(entries))
        if self.slip():
            self.random.shuffle(entries)
        return dict_of(entries)

    def table(self, key: Key) -> Any:
        """A table by names of the author's."""
        if key.path == "deck.define" and not self.slip():
            return dict_of(list(functions(self.scripts.programs).items()))
        if key.path == "deck.alias" and not self.slip():
            return dict_of([(programs.ALIAS, "A:?"), ("other", "p|a:m" if self.chance(0.1) else "p !a:m")])
        names: tuple[str, ...] = {
            "deck.cards": programs.NAMES, "deck.alias": (programs.ALIAS, "other"),
            "deck.cards.*.props": ("level", "rank"),
            "deck.cards.*.each": ("n", "m"), f"{TOPIC}.stats": ("s", "t", "two words"),
            f"{TOPIC}.watch": ("w", "v"),
            "set": programs.WORDS, f"{TOPIC}.start.vars": programs.WORDS,
        }.get(key.path, ("c", "d", "e"))  # fmt: skip
        inner = KEYS.get(f"{key.path}.*")
        count = min(len(names), self.random.choice((1, 1, 2, 2, 3)))
        chosen = list(names) if key.path in ("deck.cards", "deck.alias") else self.random.sample(names, count)
        if self.slip():
            chosen.append(self.random.choice((*NAMES, *WORDS, *corpus.CHARACTERS)))
        return dict_of([(name, self.value(inner) if inner is not None else None) for name in chosen])

    def value(self, key: Key) -> Any:
        """What may stand behind the key, or something else."""
        random = self.random
        if self.slip():
            return self.anything(2)
        match key.value:
            case Value.SECTION:
                return self.section(key.path)
            case Value.TABLE:
                return self.table(key)
            case Value.NUMBER:
                return self.number(key)
            case Value.BOOLEAN:
                return Plain(random.choice(("true", "true", "false")))
            case Value.TEXT:
                if key.name == "goal":
                    return random.choice(("score", "success", *NAMES))
                if key.path == "deck.cards.*.zone" and not self.slip():
                    return random.choice("BFZ")
                if key.path == "deck.cards.*.kind" and not self.slip():
                    return random.choice(programs.NAMES[:3])
                if key.path == "extends":
                    return random.choice(
                        ("opening", "base.yml", "war", *(corpus.WORDS if self.slip() else ()))
                    )
                return random.choice(
                    ("p{n}", "a text", "灰流丽 {{n}}", "{n", "") if self.slip() else ("a text", "灰流丽")
                )
            case Value.CHOICE:
                return random.choice(key.choices if key.choices and not self.slip() else NAMES)
            case Value.POLICY:
                return self.section(key.path) if random.random() < 0.5 else random.choice(key.choices)
            case Value.NAMES:
                if key.path == "include":
                    return random.choice(
                        ("functions.yisp", ["functions.yisp"], *(corpus.WORDS if self.slip() else ()))
                    )
                return self.several(lambda: self.name(key))
            case Value.SCRIPT:
                return self.script(CONTEXTS.get(key.path, "number"))
            case Value.SECTIONS:
                return [self.section(key.path) for _ in range(random.randrange(1, 4))]
            case Value.PATIENCE:
                return "none" if self.chance(0.3) else self.number(key)
            case Value.HOOKS:
                return self.table(key) if self.chance(0.4) else self.script("script")
            case Value.SCRIPTS:
                return self.several(lambda: self.script("effect"))
            case Value.SCORE:
                return random.randrange(6) if self.chance(0.6) else self.script("score")
            case Value.CONDITION:
                return self.condition(2)
            case Value.CARDS:
                return [self.condition(2) for _ in range(random.randrange(4))]
            case Value.VALUES:
                return random.choice(
                    ("1..3", "a", ["a", "b"], *(("3..1", "1..70", "0..99999999") if self.slip() else ()))
                )
            case Value.EXPECTATIONS:
                return self.several(lambda: random.choice(BROKEN if self.slip() else RATES))
            case Value.PAIRS:
                return [
                    [
                        random.choice(("c", "s", "t", "x") if self.slip() else ("score", "score"))
                        for _ in range(2)
                    ]
                    for _ in range(random.randrange(1, 3))
                ]
        raise NotImplementedError(f"no values for {key.value}")

    def number(self, key: Key) -> Any:
        random = self.random
        if self.slip():
            return Plain(random.choice(corpus.EDGES))
        if key.path == "deck.cards.*.count":
            return random.choice((2, 3, 5, 10, 40))
        if key.path == f"{TOPIC}.start-card":
            return random.randrange(8)
        if key.path == "deck.size":
            return random.choice((10, 40, 60))
        small = [number for number in (0, 1, 2, 3, 5, 7, 100) if key.least <= number <= key.most]
        return random.choice(small or [key.least])

    def condition(self, depth: int) -> Any:
        random = self.random
        if depth and self.chance(0.15):
            word = random.choice(("any", "all", "not", "or")) if self.slip() else "any"
            names = NAMES if self.slip() else programs.NAMES[:3]
            return dict_of([(word, random.choices(names, k=random.randrange(1, 4)))])
        return random.choice(NAMES if self.slip() else KNOWN)

    def name(self, key: Key) -> str:
        """One of a list of names."""
        if self.slip():
            return self.random.choice(NAMES)
        return self.random.choice(programs.ATTRIBUTES if key.name == "attribute" else programs.NAMES)

    def script(self, context: str) -> str:
        return self.scripts.script(context) if self.slip() else self.scripts.whole(context)

    def several(self, draw: Callable[[], Any]) -> Any:
        return draw() if self.chance(0.5) else [draw() for _ in range(self.random.randrange(4))]

    def anything(self, depth: int) -> Any:
        """A value of any kind at all."""
        random = self.random
        match random.randrange(9):
            case 0 if depth:
                return [self.anything(depth - 1) for _ in range(random.randrange(4))]
            case 1 if depth:
                keys = (*NAMES, *(key.name for key in KEYS.values()))
                return dict_of(
                    [(random.choice(keys), self.anything(depth - 1)) for _ in range(random.randrange(4))]
                )
            case 2:
                return Plain(
                    random.choice(
                        (
                            "",
                            "~",
                            "null",
                            "yes",
                            "no",
                            "2024-01-01",
                            "0o17",
                            ".inf",
                            ".nan",
                            "[]",
                            "{}",
                            "!!set {}",
                            "*none",
                        )
                    )
                )
            case 3:
                return Plain(random.choice(corpus.EDGES))
            case 4:
                return random.choice(corpus.CHARACTERS)
            case 5:
                return self.scripts.script("effect")
            case 6:
                return random.choice(NAMES) * random.choice((1, 1, 50, 3000))
            case _:
                return random.choice(NAMES)

    def _misspelt(self, name: str) -> str:
        random = self.random
        at = random.randrange(len(name) + 1)
        match random.randrange(4):
            case 0:
                return name[:at] + name[at + 1 :]
            case 1:
                return name[:at] + random.choice("aesx-_ ：") + name[at:]
            case 2:
                return name.upper()
            case _:
                return str(random.choice(NAMES))


class Table(list[tuple[Any, Any]]):
    """A table in which a key may stand twice."""


def dict_of(entries: list[tuple[Any, Any]]) -> Table:
    return Table(entries)


# Writing ----------------------------------------------------------------------------------------------


class Writer:
    """YAML of a value, in styles drawn from ``random``."""

    def __init__(self, random: Random, *, aliases: bool) -> None:
        self.random = random
        self.aliases = aliases
        self.anchors = 0

    def text(self, value: Any) -> str:
        if self.random.random() < 0.2:
            return self.flow(value) + "\n"
        return self.block(value, 0).lstrip("\n") + "\n"

    def block(self, value: Any, indent: int) -> str:
        """The value behind a colon or dash, a line end before it where it needs lines of its own."""
        random = self.random
        blanks = "\n" + " " * indent
        if not isinstance(value, list) or not value or random.random() < 0.15:
            if (
                isinstance(value, str)
                and not isinstance(value, Plain)
                and value.strip()
                and random.random() < 0.25
            ):
                return self._literal(value, indent)
            return " " + self.flow(value)
        before = self._anchor()
        deeper = random.choice((1, 2, 2, 2, 4))
        if isinstance(value, Table):
            return (
                before
                + "".join(
                    f"{blanks}{self._key(key)}:{self.block(inner, indent + deeper)}" for key, inner in value
                )
                + self._merge(blanks)
            )
        return before + "".join(f"{blanks}-{self.block(inner, indent + deeper)}" for inner in value)

    def flow(self, value: Any) -> str:
        """The value on one line."""
        alias = self._alias()
        if alias is not None:
            return alias
        if isinstance(value, Table):
            return (
                self._anchor()
                + "{"
                + ", ".join(f"{self._key(key)}: {self.flow(inner)}" for key, inner in value)
                + "}"
            )
        if isinstance(value, list):
            return self._anchor() + "[" + ", ".join(map(self.flow, value)) + "]"
        if isinstance(value, Plain):
            return str(value)
        return self._scalar(str(value))

    def _key(self, key: Any) -> str:
        text = str(key)
        return text if text.replace("-", "").isalnum() else self._scalar(text)

    def _scalar(self, text: str) -> str:
        match self.random.randrange(5):
            case 0:
                return json.dumps(text, ensure_ascii=self.random.random() < 0.5)
            case 1 | 2:
                return "'" + text.replace("'", "''") + "'"
            case _:
                plain = text.replace(" ", "").replace("-", "").isalnum() and text == text.strip()
                return text if plain else json.dumps(text, ensure_ascii=False)

    def _literal(self, text: str, indent: int) -> str:
        head = self.random.choice(("|", "|-", ">", ">-", "|+", ">2") if "(" in text else ("|-", ">-"))
        blanks = "\n" + " " * (indent + 2)
        return f" {head}{blanks}" + text.replace(";", f";{blanks}" if self.random.random() < 0.5 else ";")

    def _anchor(self) -> str:
        if not self.aliases or self.random.random() > 0.2:
            return ""
        self.anchors += 1
        return f" &a{self.anchors} "

    def _alias(self) -> str | None:
        if not self.anchors or self.random.random() > 0.08:
            return None
        return f"*a{self.random.randrange(self.anchors) + 1}"

    def _merge(self, blanks: str) -> str:
        alias = self._alias()
        return "" if alias is None else f"{blanks}<<: {alias}"


def deck_file(random: Random) -> bytes:
    """A deck file of the schema."""
    slips = random.choice((0, 0, 0, 0.01, 0.03, 0.1))
    text = Writer(random, aliases=random.random() < 0.1).text(Structures(random, slips).file())
    return text.encode("utf-8", "surrogatepass")
