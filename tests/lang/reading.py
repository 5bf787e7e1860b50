"""What the tests of the language share: reading a text, and showing what was said about it."""

from __future__ import annotations

import difflib
import fnmatch

from yisp.deck.vocabulary import _written
from yisp.lang.checking.check import check_effect, check_number, check_script
from yisp.lang.checking.checking import Context
from yisp.lang.checking.names import Signature, Sort
from yisp.lang.diagnostics import Diagnostics, Text
from yisp.lang.forms import Purity
from yisp.lang.parsing.parser import parse_effect, parse_number, parse_script
from yisp.lang.source import TextSource
from yisp.lang.tree import Effect, Expression, Script


class Deck:
    """Names of cards (with their attributes) and aliases, as the checker asks for them.

    The first card has the given properties; functions are known by their signatures.
    """

    def __init__(
        self,
        cards: dict[str, list[str]],
        aliases: tuple[str, ...] = (),
        properties: tuple[str, ...] = (),
        functions: dict[str, Signature] | None = None,
    ) -> None:
        self.cards, self.aliases, self.properties = cards, aliases, properties
        self.functions = functions or {}
        self.unread: set[Sort] = set()
        self.exits: tuple[str, ...] = ()

    def kind(self, text: str, /) -> int:
        return 1 << list(self.cards).index(text) if text in self.cards else 0

    def name(self, text: str, /) -> int | None:
        if text in self.cards:
            return 1 << list(self.cards).index(text)
        return 0 if text in self.aliases else None

    def attribute(self, text: str, /) -> int:
        return sum(1 << kind for kind, owned in enumerate(self.cards.values()) if text in owned)

    def pattern(self, text: str, /) -> int:
        return sum(
            1 << kind
            for kind, owned in enumerate(self.cards.values())
            if any(fnmatch.fnmatchcase(attribute, text) for attribute in owned)
        )

    def property_values(self, name: str, /) -> dict[int, int]:
        return {0: 1} if name in self.properties else {}

    def nearest(self, text: str, /) -> str | None:
        written = {name: _written(name) for name in (*self.cards, *self.aliases)}
        for attribute in sorted({attribute for owned in self.cards.values() for attribute in owned}):
            written[f"a:{attribute}"] = f"a:{_written(attribute)}"
        near = difflib.get_close_matches(text, written, 1)
        return written[near[0]] if near else None


DECK = Deck(
    {"urara": ["M", "hand-trap"], "Ash Blossom": ["M"], "灰流丽": ["M"], "10s": ["tile"]},
    ("HandTrap",),
    ("level", "rank"),
    {
        "twice": Signature(("n",), True, Purity.PURE, False, False),
        "luck": Signature((), True, Purity.CHANCE, False, False),
        "gain": Signature(("n",), False, Purity.CHANGES, False, False),
        "pair": Signature(("n", "more"), True, Purity.PURE, False, False),
        "leave": Signature((), False, Purity.CHANGES, True, False),
        "found": Signature((), True, Purity.PURE, False, True),
    },
)


def script(text: str, **options: bool | int) -> Script:
    """The tree of a script that must read without a word."""
    diagnostics = Diagnostics()
    tree = parse_script(TextSource("t", text), diagnostics, **options)  # type: ignore[arg-type]
    assert not said(diagnostics), said(diagnostics)
    return tree


def expression(text: str) -> Expression:
    """The tree of one expression that must read without a word."""
    diagnostics = Diagnostics()
    tree = parse_number(TextSource("t", text), diagnostics)
    assert not said(diagnostics) and tree is not None, said(diagnostics)
    return tree


def effect(text: str) -> Effect:
    diagnostics = Diagnostics()
    tree = parse_effect(TextSource("t", text), diagnostics)
    assert not said(diagnostics), said(diagnostics)
    return tree


def said(diagnostics: Diagnostics) -> list[tuple[str, str, int]]:
    """Code, marked text and column of each diagnostic; a warning's code is in small letters."""
    rows = []
    for item in diagnostics:
        assert item.place is not None
        start = item.place.column - 1
        code = item.code if item.severity == "error" else item.code.lower()
        rows.append((code, item.place.text[start : start + item.place.length], item.place.column))
    return rows


def read(text: str, **options: bool | int) -> list[tuple[str, str, int]]:
    """What the parser says about a script."""
    diagnostics = Diagnostics()
    parse_script(TextSource("t", text), diagnostics, **options)  # type: ignore[arg-type]
    return said(diagnostics)


def judge(text: str, context: Context = "effect", names: Deck | None = DECK) -> Diagnostics:
    """Everything that is said about a text that stands in ``context``."""
    diagnostics = Diagnostics()
    source: Text = TextSource("t", text)
    if context == "effect":
        check_effect(parse_effect(source, diagnostics), source, names, diagnostics)
    elif context in ("condition", "score", "stat", "number"):
        number = parse_number(source, diagnostics)
        if number is not None:
            check_number(number, source, names, diagnostics, context=context)
    else:
        check_script(parse_script(source, diagnostics), source, names, diagnostics, context=context)
    return diagnostics


def judged(text: str, context: Context = "program", names: Deck | None = DECK) -> list[tuple[str, str, int]]:
    return said(judge(text, context, names))
