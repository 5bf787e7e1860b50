"""Generates decks and programs from the declarations of the language.

Forms come from ``FORMS`` by the kinds of their arguments, filters from the classes of
``tree.Filter``: a form that is registered is generated without a word here; a new kind of argument
or of filter needs a generator below, and ``test_targets`` says so.  Everything is drawn from a
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
from yisp.lang.forms import FORMS, Argument, Form, Kind, Purity, Repeat, Scope, Type

NAMES = ("p", "q", "two words", "蟲惑")
ATTRIBUTES = ("m", "n", "no n")
ALIAS = "either"
LETTERS = "xyz"
WORDS = ("word", "summon", "a_b")
TAGS = ("draw", "search", "draw!")
ZONES = "HDBF"

EVENTS = (">B", "D>H", "H>", "D>B", "draw", "activate", "turn-start", "turn-end", ">B", "D>H", "M>")
PROPERTIES = {"p": {"level": 1}, "q": {"level": 2, "rank": -1}, "two words": {"level": 2}}
FUNCTIONS = ("double", "luck", "gain", "leave", "taken")
"""Functions of every deck; what they do is drawn. The last two use ``X`` and ``it``."""

EDGES = (2**63 - 1, -(2**63), 2**62, 2**62, -1, 2**32)

class Programs:
    """Texts of programs, drawn from ``random``; ``heads`` are the forms that may be used."""

    def __init__(self, random: Random, *, heads: Collection[str] | None = None, card: bool = False) -> None:
        self.random = random
        self.heads = frozenset(FORMS if heads is None else heads)
        self.card = card  # whether there is an X
        self.changes = False  # whether the table may be changed where we are
        self.event = False  # whether there is an ``it``
        self.draws = True  # whether there may be chance
        self.loops = 0  # how deep in loops and filters by a number
        self.functions = False  # whether there are functions to call

    # Choosing -----------------------------------------------------------------------------------

    def one_of(self, things: Sequence[Any]) -> Any:
        return things[self.random.randrange(len(things))]

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def form(self, fits: Callable[[Form], bool]) -> Form | None:
        allowed = (
            Purity.PURE, *((Purity.CHANCE,) if self.draws else ()),
            *((Purity.CHANGES,) if self.changes else ()),
        )  # fmt: skip
        forms = [
            form
            for name, form in FORMS.items()
            if name in self.heads and form.purity in allowed and fits(form)
            and not (form.scope is Scope.LOOP and (self.loops > 2 or not self.changes))
            and not (form.scope in (Scope.EVENT, Scope.LATER) and self.loops)
            and not (form.name == "stop" and self.chance(70))
        ]
        return self.one_of(forms) if forms else None

    # Expressions --------------------------------------------------------------------------------

    def number(self, depth: int) -> str:
        form = None
        if depth > 0 and self.chance(60):
            form = self.form(lambda form: form.type is Type.NUMBER or form.type is Type.BODIES)
        if form is not None:
            return self.call(form, depth - 1, number=True)
        if depth > 0 and self.functions and self.draws and self.chance(8):
            return self.one_of((f"(double {self.number(depth - 1)})", "(luck)"))
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
        outside = self.event, self.loops, self.card
        words = [form.name]
        if form.scope is Scope.LOOP:
            self.loops += 1
        for argument in form.arguments:
            if argument.kind is Kind.BODY and form.scope in (Scope.EVENT, Scope.LATER):
                self.event = form.scope is Scope.EVENT
            if form.name == "repeat" and argument.kind is Kind.NUMBER:
                words.append(self.one_of(("2", "3", "|H|", "x", "(- |H| 1)")))
                continue
            times = 1
            if argument.repeat is Repeat.OPTIONAL:
                times = 1 if number and argument.kind is Kind.BODY else self.random.randrange(2)
            elif argument.repeat is Repeat.MANY:
                times = self.random.randrange(3)
            words += [self.argument(argument, depth, number) for _ in range(times)]
        self.event, self.loops, self.card = outside
        for option in form.options:
            if self.chance(40):
                words.append(f"({option.name} {self.one_of(('1', '1', '2', '3', '0', 'x', '(+ x 1)'))})")
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
            case Kind.TEST:
                # Most of these loops end after a few turns, at the latest when the steps are used up.
                if self.chance(80):
                    return f"(and {self.number(0)} (block (= z (+ z 1)) (< z {self.random.randrange(1, 5)})))"
                return self.number(depth)
            case Kind.EVENT:
                return str(self.one_of(EVENTS))
            case Kind.PROPERTY:
                return str(self.one_of(("level", "level", "rank")))
            case Kind.MODE:
                return str(self.one_of(argument.choices))
            case kind:
                raise NotImplementedError(f"no generator for arguments of kind {kind}")

    def expression(self, depth: int) -> str:
        """Any expression that may stand where its value goes nowhere."""
        if self.chance(5):
            return str(self.one_of(("()", '"text"', "3")))
        if self.functions and self.changes and self.chance(8):
            names = ["gain", "gain", *(["leave"] if self.card else []), *(["taken"] if self.event else [])]
            name = self.one_of(names)
            return f"({name} {self.number(0)} {self.number(0)})" if name == "gain" else f"({name})"
        form = self.form(lambda form: form.type is not Type.NUMBER) if depth >= 0 else None
        return "()" if form is None else self.call(form, depth - 1, number=False)

    # Card sets ----------------------------------------------------------------------------------

    def cards(self, depth: int) -> str:
        zone = "X" if self.card and self.chance(15) else self.one_of(ZONES)
        if self.event and self.chance(30):
            zone = "it"
        filters = [f.__name__ for f in tree.Filter.__args__]
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
                end = self.one_of(("", "", "-", "?" if self.draws else "-", "*"))
                amount = self.one_of(("1", "2", "1", "3", ":x", ":word", ":-1", ":(…)"))
                if amount == ":(…)":
                    form = self.form(lambda form: form.type is Type.NUMBER) if depth > 0 else None
                    amount = ":2" if form is None else ":" + self.call(form, depth - 1, number=True)
                return end + amount
            case "Where":
                if self.loops > 2:
                    return "1"
                outside = self.changes, self.draws
                self.changes = self.draws = False
                self.loops += 1
                inner = self.one_of((
                    f"({self.one_of(('>', '<=', '=='))} level {self.one_of((1, 2, 'x'))})",
                    "(< rank 0)", "(> copies 1)", f"(- {self.number(depth - 1)} level)",
                    f"(== level (high {self.cards(depth - 1)} level))",
                ))  # fmt: skip
                self.changes, self.draws = outside
                self.loops -= 1
                return str(inner)
            case "Not":
                filters = [f.__name__ for f in tree.Filter.__args__]
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
        return ";".join(["@"] * self.chance(5) + self.statements(0, most, depth))

    def effect(self, most: int = 3, depth: int = 2) -> str:
        """An effect; most are activated, and most of these leave or are used once."""
        self.card = True
        if self.functions and self.chance(35):
            self.event = True
            flags = self.one_of(("1", "1", "", "1^", "1HB", "B")) + " on " + self.one_of(EVENTS)
            script = self.statements(1, most, depth)
            if self.chance(20):
                script.insert(self.random.randrange(len(script) + 1), "@")
            self.card = self.event = False
            return f"[{flags}]{';'.join(script)}"
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
            "0-1x a:m",
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
        if self.functions and self.chance(50):
            topic["turns"] = self.one_of((2, 2, 3))
            topic["draw"] = self.one_of((1, 1, 0, 2))
        if self.functions and self.chance(25):
            topic["program"] = ";".join(self.statements(1, 3, 2))
        topic["combos"] = {f"combo {index}": self.combo() for index in range(combos)}
        topic["stats"] = {f"stat {index}": self.pure_number() for index in range(stats)}
        return topic


def functions(programs: Programs) -> dict[str, str]:
    """What the functions that programs call do."""
    programs.functions = False
    define = {
        "double(n)": ";".join(["/" + programs.pure_number(1)] * programs.chance(30) + ["(* n 2)"]),
        "luck": programs.one_of(("(rand 0 2)", "(= x (+ x 1));(if (rand 0 1) x 5)")),
        "gain(n word)": ";".join([*programs.statements(1, 2, 1), "(= summon (- n word))"]),
        "leave": "@;" * programs.chance(10) + "(# X B)",
        "taken": programs.one_of(("(# it J)", "(= word |it|)", "/|it.a:m|;(# it.1 F [draw])")),
    }
    programs.functions = True
    return define


def kinds(counts: Sequence[int], programs: Callable[[], list[str]]) -> dict[str, Any]:
    """Cards of the names and attributes that programs use."""
    attributes = ([ATTRIBUTES[0]], [ATTRIBUTES[0], ATTRIBUTES[1]], [ATTRIBUTES[2]], [ATTRIBUTES[1]])
    return {
        name: {"count": count, "attribute": given, "props": PROPERTIES.get(name, {}), "program": programs()}
        for name, count, given in zip(NAMES, counts, attributes, strict=True)
    }


def small_deck(random: Random, *, heads: Collection[str] | None = None) -> str:
    """A deck of at most six cards with a few effects: small enough to walk through all its orders."""
    programs = Programs(random, heads=heads)
    define = functions(programs)
    counts = programs.one_of(((1, 1, 1, 1), (2, 1, 1, 0), (2, 2, 1, 0), (3, 1, 1, 1), (2, 2, 1, 1)))
    cards = kinds(counts, lambda: [programs.effect() for _ in range(programs.one_of((0, 1, 1, 2)))])
    topic = programs.topic(3, 1 + programs.random.randrange(2), programs.random.randrange(3))
    limits = {"activations": 4, "steps": 12}
    return deck_text(cards, {"t": topic}, alias={ALIAS: "A:?"}, define=define, simulate={"limits": limits})


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


def with_copies(random: Random, text: str) -> str:
    """The deck with effects whose card, or the cards of what they answer, go among their copies and apart
    again."""

    def apart(card: str, name: str) -> str:
        there, to, away = (random.choice("HDBF") for _ in range(3))
        mixed = random.choice((f"(shuffle {there});", f"(# D.1 {there});", f"(# H.1 {there});", ""))
        taken = f"(# {there}.{name}.{random.choice(('1', '-1', '?1'))} {to});"
        return f"(# {card} {there});{mixed}{taken}(# {card} {away})"

    deck = json.loads(text)
    for name, card in deck["deck"]["cards"].items():
        named = '"two words"' if " " in name else name
        for index, effect in enumerate(card["program"]):
            if random.randrange(2):
                what = random.choice(("X", "it")) if " on " in effect.partition("]")[0] else "X"
                card["program"][index] = f"{effect};{apart(what, named)}"
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
    define = functions(programs)
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
        define=define,
        simulate={"limits": {"activations": 30, "steps": 300}},
    )
