"""Generates decks and programs from the declarations of the language.

Forms come from ``FORMS`` by the kinds of their arguments, filters from the classes of
``tree.Filter``: a form that is registered is generated without a word here; a new kind of argument
or of filter needs a generator below, and ``test_generated`` says so.  Everything is drawn from a
``random.Random``: that of Hypothesis, where examples should shrink, or a seeded one, where one deck
should hold a great many programs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

from running import deck_text

from yisp.lang import tree
from yisp.lang.forms import FORMS, Argument, Form, Kind, Purity, Repeat, Type

NAMES = ("p", "q", "two words", "蟲惑")
ATTRIBUTES = ("m", "n", "no n")
ALIAS = "either"
LETTERS = "xyz"
WORDS = ("word", "summon", "a_b")
TAGS = ("draw", "search", "draw!")
ZONES = "HDBF"

EDGES = (2**63 - 1, -(2**63), 2**62, 2**62, -1, 2**32)

PLANNED_FILTERS = (tree.Where,)
"""Kinds of filter that are known, not built yet."""


class Programs:
    """Texts of programs, drawn from ``random``; ``heads`` are the forms that may be used."""

    def __init__(self, random: Random, *, heads: Collection[str] | None = None, card: bool = False) -> None:
        self.random = random
        self.heads = frozenset(FORMS if heads is None else heads)
        self.card = card  # whether there is an X
        self.changes = False  # whether the table may be changed where we are

    # Choosing -----------------------------------------------------------------------------------

    def one_of(self, things: Sequence[Any]) -> Any:
        return things[self.random.randrange(len(things))]

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def form(self, fits: Callable[[Form], bool]) -> Form | None:
        allowed = (Purity.PURE, Purity.CHANCE, *((Purity.CHANGES,) if self.changes else ()))
        forms = [
            form
            for name, form in FORMS.items()
            if name in self.heads and form.purity in allowed and fits(form)
        ]
        return self.one_of(forms) if forms else None

    # Expressions --------------------------------------------------------------------------------

    def number(self, depth: int) -> str:
        form = None
        if depth > 0 and self.chance(60):
            form = self.form(lambda form: form.type is Type.NUMBER or form.type is Type.BODIES)
        if form is not None:
            return self.call(form, depth - 1, number=True)
        match self.random.randrange(8):
            case 0 | 1:
                return str(self.random.randrange(-2, 5))
            case 2:
                return str(self.one_of(EDGES)) if self.chance(30) else "1"
            case 3:
                return str(self.one_of(LETTERS))
            case 4:
                return str(self.one_of(WORDS))
            case _:
                return f"|{self.cards(depth)}|"

    def call(self, form: Form, depth: int, *, number: bool) -> str:
        words = [form.name]
        for argument in form.arguments:
            times = 1
            if argument.repeat is Repeat.OPTIONAL:
                times = 1 if number and argument.kind is Kind.BODY else self.random.randrange(2)
            elif argument.repeat is Repeat.MANY:
                times = self.random.randrange(3)
            words += [self.argument(argument, depth, number) for _ in range(times)]
        return f"({' '.join(words)})"

    def argument(self, argument: Argument, depth: int, number: bool) -> str:
        """One argument, by its kind."""
        match argument.kind:
            case Kind.NUMBER:
                return self.number(depth)
            case Kind.CARDS:
                return self.cards(depth)
            case Kind.ZONE:
                return str(self.one_of(ZONES + "X" * self.card))
            case Kind.TAG:
                return f"[{self.one_of(TAGS)}]"
            case Kind.WORD:
                return str(self.one_of(("draw", '"search"', "special-summon")))
            case Kind.VARIABLE:
                return str(self.one_of((*LETTERS, *WORDS)))
            case Kind.BODY:
                return self.number(depth) if number or self.chance(30) else self.expression(depth)
            case Kind.ITEM:
                return str(self.one_of((self.number, self.cards, lambda _: '"a ""text"""'))(depth))
            case Kind.MODE:
                return str(self.one_of(argument.choices))
            case kind:
                raise NotImplementedError(f"no generator for arguments of kind {kind}")

    def expression(self, depth: int) -> str:
        """Any expression that may stand where its value goes nowhere."""
        if self.chance(5):
            return str(self.one_of(("()", '"text"', "3")))
        form = self.form(lambda form: form.type is not Type.NUMBER) if depth >= 0 else None
        return "()" if form is None else self.call(form, depth - 1, number=False)

    # Card sets ----------------------------------------------------------------------------------

    def cards(self, depth: int) -> str:
        zone = "X" if self.card and self.chance(15) else self.one_of(ZONES)
        filters = [f.__name__ for f in tree.Filter.__args__ if f not in PLANNED_FILTERS]
        times = self.one_of((0, 1, 1, 1, 2, 3))
        return zone + "".join("." + self.filter(self.one_of(filters), depth) for _ in range(times))

    def filter(self, sort: str, depth: int) -> str:
        """One filter, by the name of its class."""
        match sort:
            case "ByName":
                name = self.one_of((*NAMES, ALIAS))
                return f'"{name}"' if " " in name else str(name)
            case "ByAttribute":
                name = self.one_of(ATTRIBUTES)
                return f'a:"{name}"' if " " in name else f"a:{name}"
            case "ByPattern":
                return str(self.one_of(("A:m", "A:*n", "A:?", 'A:"no *"')))
            case "Limit":
                end = self.one_of(("", "", "-", "?", "*"))
                amount = self.one_of(("1", "2", "1", "3", ":x", ":word", ":-1", ":(…)"))
                if amount == ":(…)":
                    form = self.form(lambda form: form.type is Type.NUMBER) if depth > 0 else None
                    amount = ":2" if form is None else ":" + self.call(form, depth - 1, number=True)
                return end + amount
            case "Not":
                filters = [f.__name__ for f in tree.Filter.__args__ if f not in PLANNED_FILTERS]
                return "!" + self.filter(self.one_of(filters), depth)
            case _:
                raise NotImplementedError(f"no generator for filters of kind {sort}")

    # Programs -----------------------------------------------------------------------------------

    def statements(self, least: int, most: int, depth: int) -> list[str]:
        self.changes = True
        result = []
        for _ in range(self.random.randrange(least, most + 1)):
            if self.chance(15):
                result.append(f"/{self.one_of(('', '!'))}{self.observed(depth)}")
            elif self.heads >= {"#", "##", "shuffle"} and self.chance(10):
                result.append(self.search())
            else:
                result.append(self.expression(depth))
        self.changes = False
        return result

    def search(self) -> str:
        """A search and the shuffle after it, which are lowered together."""
        zone, to = self.one_of("DDHB"), self.one_of(ZONES + "X" * self.card)
        fits = self.one_of((self.one_of(NAMES[:2]), f"a:{self.one_of(ATTRIBUTES[:2])}"))
        return f"({self.one_of(('#', '##'))} {zone}.{fits}.{self.one_of('123')} {to});(shuffle {zone})"

    def observed(self, depth: int) -> str:
        """A number that is worked out without changing the table: guards should often be pure."""
        self.changes = False
        number = self.number(depth)
        self.changes = True
        return number

    def header(self, most: int = 3, depth: int = 2) -> str:
        return ";".join(self.statements(0, most, depth))

    def effect(self, most: int = 3, depth: int = 2) -> str:
        """An effect; most are activated, and most of these leave or are used once."""
        self.card = True
        flags = self.one_of(("", "1", "1", "1^", "1B", "HB", "1HD", "BF"))
        before = []
        self.changes = True
        for _ in range(self.one_of((0, 0, 1, 1, 2))):
            before.append(f"/{self.observed(depth)}" if self.chance(70) else self.expression(depth))
        after = self.statements(1, most, depth)
        if not self.chance(10):
            before.append("@")
        if self.chance(60):
            after.insert(0, f"(# X {self.one_of('BFJ')})")
        self.card = False
        return (f"[{flags}]" if flags else "") + ";".join([*before, *after])

    def pure_number(self, depth: int = 3) -> str:
        self.changes = False
        return self.number(depth)

    def want(self) -> str | dict[str, list[str]]:
        words = (
            "p",
            "q",
            ALIAS,
            "a:m",
            "a:n",
            "!a:m",
            "A:*n",
            "2x a:m",
            "0x q",
            "1-2x a:n",
            "!p a:n",
            "two words",
        )
        if self.chance(15):
            return {"any": [self.one_of(words[:7]), self.one_of(words[:7])]}
        return str(self.one_of(words))

    def combo(self) -> dict[str, Any]:
        combo: dict[str, Any] = {}
        if self.chance(40):
            combo["condition"] = self.pure_number(2)
        for zone in ("hand", "grave", "F"):
            if self.chance(40):
                combo[zone] = [self.want() for _ in range(1 + self.random.randrange(3))]
        if self.chance(50):
            combo["score"] = self.pure_number(2)
        return combo

    def topic(self, hand: int, combos: int, stats: int) -> dict[str, Any]:
        topic: dict[str, Any] = {
            "start-card": self.random.randrange(hand + 1),
            "exec-program": self.chance(80),
            "match": self.one_of(("first", "best")),
        }
        header = self.header() if self.chance(70) else ""
        if header:
            topic["header"] = header
        topic["combos"] = {f"combo {index}": self.combo() for index in range(combos)}
        topic["stats"] = {f"stat {index}": self.pure_number() for index in range(stats)}
        return topic


def kinds(counts: Sequence[int], programs: Callable[[], list[str]]) -> dict[str, Any]:
    """Cards of the names and attributes that programs use."""
    attributes = ([ATTRIBUTES[0]], [ATTRIBUTES[0], ATTRIBUTES[1]], [ATTRIBUTES[2]], [ATTRIBUTES[1]])
    return {
        name: {"count": count, "attribute": given, "program": programs()}
        for name, count, given in zip(NAMES, counts, attributes, strict=True)
    }


def small_deck(random: Random, *, heads: Collection[str] | None = None) -> str:
    """A deck of at most six cards with a few effects: small enough to walk through all its orders."""
    programs = Programs(random, heads=heads)
    counts = programs.one_of(((1, 1, 1, 1), (2, 1, 1, 0), (2, 2, 1, 0), (3, 1, 1, 1), (2, 2, 1, 1)))
    cards = kinds(counts, lambda: [programs.effect() for _ in range(programs.one_of((0, 1, 1, 2)))])
    topic = programs.topic(3, 1 + programs.random.randrange(2), programs.random.randrange(3))
    return deck_text(cards, {"t": topic}, alias={ALIAS: "A:?"}, simulate={"limits": {"activations": 4}})


def with_start(random: Random, text: str) -> str:
    """The deck with parameters, and topics that know some of their cards and variables beforehand."""
    deck = json.loads(text)
    deck["set"] = {word: random.randrange(-2, 4) for word in WORDS if random.randrange(2)}
    for topic in deck["simulate"]["tests"].values():
        cards = [name for name, card in deck["deck"]["cards"].items() for _ in range(card["count"])]
        random.shuffle(cards)
        size = topic["start-card"]
        hand = [cards.pop() for _ in range(random.randrange(min(size, 3) + 1))]
        free = len(cards) - (size - len(hand))  # the rest of the hand has to come from somewhere
        known: dict[str, list[str]] = {letter: [] for letter in "DBE"}
        for _ in range(random.randrange(min(free, 6) + 1)):
            known[random.choice("DBE")].append(cards.pop())
        topic["start"] = {
            "hand": hand,
            "deck-top": known.pop("D"),
            "zones": known,
            "vars": {word: random.randrange(-2, 4) for word in WORDS if random.randrange(3) == 0},
        }
    return json.dumps(deck)


def large_deck(
    random: Random,
    *,
    cards: Sequence[int] = (6, 5, 4, 5),
    effects: int = 4,
    topics: int = 6,
    fillers: int = 0,
) -> str:
    """A deck with a great many programs in it: one build of the native target runs them all."""
    programs = Programs(random)
    written = kinds(cards, lambda: [programs.effect(4, 3) for _ in range(effects)])
    for index in range(fillers):
        written[f"filler {index}"] = {
            "count": 1 + index % 2,
            "attribute": ["m"],
            "program": [programs.effect()],
        }
    return deck_text(
        written,
        {f"topic {index}": programs.topic(6, 4, 6) for index in range(topics)},
        alias={ALIAS: "A:?"},
        simulate={"limits": {"activations": 30}},
    )
