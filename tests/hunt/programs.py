"""Texts of scripts, drawn from the declarations of the language.

Forms come from ``FORMS`` by the kinds of their arguments, filters from the classes of
``tree.Filter``: a form that is registered is drawn without a word here; a new kind of argument
or of filter needs a generator below, and ``test_targets`` says so.  Everything is drawn from a
``random.Random``: that of Hypothesis, where examples should shrink, or a seeded one.  What was used is
noted in ``used``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from random import Random
from typing import Any

from yisp.lang import tree
from yisp.lang.forms import FORMS, Argument, Form, Kind, Purity, Repeat, Scope, Type

NAMES = ("p", "q", "two words", "蟲惑")
ATTRIBUTES = ("m", "n", "no n")
ALIAS, OTHER = "either", "other"
"""Aliases; what the second stands for is drawn."""
LETTERS = "xyz"
WORDS = ("word", "summon", "a_b", "level")
TAGS = ("draw", "search", "draw!")
SORTS = ("steady", "slow")
ASKED = (*SORTS, "!slow")
"""Tags of installed effects."""
ZONES = ("HDB", "HDBF", "HDJ", "HDBFJ", "HDBFJ")
"""Which zones a deck's scripts name: few of them meet more often."""

EVENTS = (
    ">B", "D>H", "H>", "D>B", "draw", "activate", "turn-start", "turn-end", ">B", "D>H", "M>",
    ">J", "B>H",
)  # fmt: skip
PROPERTIES = {
    "p": {"level": 1, "id": 1},
    "q": {"level": 2, "rank": -1, "id": 2},
    "two words": {"level": 2, "id": 3},
    "蟲惑": {"id": 4},
}
FUNCTIONS = ("double", "luck", "gain", "leave", "taken", "twice", "held", "shift", "relay")
"""Functions of every deck; what they do is drawn. Two use ``X`` and ``it``, one calls others; the last three
take zones, and the very last calls the other two."""

ZONES_OF = {"held": 1, "shift": 2, "relay": 2}
"""How many zones a function is given, before its numbers."""

EDGES = (2**63 - 1, -(2**63), 2**62, 2**62, -1, 2**32)

SWARMS = 64

FILTERS = tuple(sort.__name__ for sort in tree.Filter.__args__)
"""The classes of filters; each has its turn in ``Programs.filter``."""

LIT = ("light", "collapse")
"""Forms that only decks with presence have, and then often: where they are drawn is said in ``marks``."""

WALLED = ("draw", "remain")
"""Forms of decks with a wall: see ``wall_programs``."""

SEATED = ("plan",)
"""Forms of decks with seats."""

PRESENCE = (
    "10", "-10", "30", "-40", "100", "-20", "-100", "7", "1000", "0", "x", "(* 10 |H|)", "(- |D| 30)",
    "10000000", "-10000001",
)  # fmt: skip

PLAIN_FILTERS = ("ByName", "ByAttribute", "ByPattern", "ByKind", "ThisCard", "Not")
"""Those for which no card is looked at in its place."""


def anywhere() -> list[str]:
    """All other forms that there are now, but those about a kind, which are drawn in ``where``."""
    return [name for name, form in FORMS.items() if name not in (*LIT, *WALLED, *SEATED) and not form.by_kind]


@cache
def _swarm(number: int) -> frozenset[str]:
    """Some of the forms: what every deck has drowns what takes the absence of something to show.

    (Groce and others, "Swarm testing", ISSTA 2012.)  There are few, so that lists of forms are made once.
    """
    random = Random(f"swarm {number}")
    return frozenset(name for name in anywhere() if random.random() < (0.4 if name == "shuffle" else 0.75))


@cache
def _fitting(
    heads: frozenset[str], numbers: bool, changes: bool, draws: bool, loops: bool, installs: bool
) -> tuple[Form, ...]:
    """The forms that may stand at a place."""
    allowed = {Purity.PURE} | ({Purity.CHANCE} if draws else set()) | ({Purity.CHANGES} if changes else set())
    return tuple(
        form
        for name, form in FORMS.items()
        if name in heads
        and form.purity in allowed
        and (form.type in (Type.NUMBER, Type.BODIES) if numbers else form.type is not Type.NUMBER)
        and (loops or form.scope is not Scope.LOOP)
        and (installs or form.scope not in (Scope.EVENT, Scope.LATER))
    )


class Programs:
    """Texts of programs, drawn from ``random``; ``heads`` are the forms that may be used."""

    JUDGED: Sequence[str] = ("hand", "hand", "grave", "F", "J", "D")
    """Keys of zones that combos want cards in."""

    KNOWN = "DDBEFJ"
    """Zones in which cards are known to lie from the start; `D` is its top."""

    def __init__(
        self,
        random: Random,
        *,
        heads: Collection[str] | None = None,
        card: bool = False,
        swarm: bool = False,
        lit: bool = False,
    ) -> None:
        self.random = random
        self.heads = frozenset(anywhere()) if heads is None else frozenset(anywhere()).intersection(heads)
        self.lit = lit  # whether there are marks
        if swarm:
            self.heads &= _swarm(self.below(SWARMS))
        self.zones = self.one_of(ZONES)
        self.last = "D"  # where the last move put cards
        self.plainness = self.one_of((20, 40, 80))  # how many of a hundred changes are moves as players write
        self.used: set[str] = set()  # forms, options, filters and flags, as ``coverage`` calls them
        self.card = card  # whether there is an X
        self.changes = False  # whether the table may be changed where we are
        self.event = False  # whether there is an ``it``
        self.draws = True  # whether there may be chance
        self.loops = 0  # how deep in loops and filters by a number
        self.functions = False  # whether there are functions to call
        self.supposing = False  # whether `would` asks for it, and nothing may be turned over

    # Choosing -----------------------------------------------------------------------------------

    def one_of(self, things: Sequence[Any]) -> Any:
        return things[int(self.random.random() * len(things))]

    def below(self, end: int) -> int:
        return int(self.random.random() * end)

    def chance(self, percent: int) -> bool:
        return self.random.random() * 100 < percent

    def form(self, *, numbers: bool) -> Form | None:
        heads = self.heads - {"would"} if self.supposing else self.heads
        forms = _fitting(
            heads, numbers, self.changes, self.draws, self.changes and self.loops <= 2, not self.loops
        )
        form = self.one_of(forms) if forms else None
        if form is not None and form.name == "stop" and self.chance(60):
            return None
        return form

    # Expressions --------------------------------------------------------------------------------

    def number(self, depth: int) -> str:
        form = None
        if depth > 0 and self.chance(60):
            form = self.form(numbers=True)
        if form is not None:
            return self.call(form, depth - 1, number=True)
        if depth > 0 and self.functions and self.draws and self.chance(16):
            pure = ("double", "luck", "held")
            name = self.one_of(("twice", "twice", "twice", "relay", *pure) if self.changes else pure)
            zones = "".join(f"{self.one_of(self.zones)} " for _ in range(ZONES_OF.get(name, 0)))
            return "(luck)" if name == "luck" else f"({name} {zones}{self.number(depth - 1)})"
        match self.below(9):
            case 0 | 1:
                return str(self.below(7) - 2)
            case 2:
                return str(self.one_of(EDGES)) if self.chance(30) else "1"
            case 3:
                return str(self.one_of(LETTERS))
            case 4:
                return str(self.one_of(WORDS))
            case 5 | 6:
                plain = self.one_of(NAMES[:2]) if self.supposing else self.plain()
                return f"|{self.one_of(self.zones)}.{plain}|"
            case _:
                return f"|{self.cards(depth)}|"

    def call(self, form: Form, depth: int, *, number: bool) -> str:
        outside = self.event, self.loops, self.card
        words = [form.name]
        self.used.add(form.name)
        if form.supposes:
            return f"({form.name} [{self.one_of(ASKED)}] {self.supposed(depth)})"
        sort = f"[{self.one_of(SORTS)}]" if form.tagged and self.chance(40) else None
        if form.scope is Scope.LOOP:
            self.loops += 1
        for argument in form.arguments:
            if argument.kind is Kind.BODY and form.scope in (Scope.EVENT, Scope.LATER):
                self.event = form.scope is Scope.EVENT
            if form.name == "repeat" and argument.kind is Kind.NUMBER:
                words.append(self.one_of(("2", "3", "|H|", "x", "(- |H| 1)")))
                continue
            if argument.kind is Kind.EXIT:  # these decks have no wall
                break
            times = 1
            if argument.repeat is Repeat.OPTIONAL:
                times = 1 if number and argument.kind is Kind.BODY else self.below(2)
            elif argument.repeat is Repeat.MANY:
                times = self.one_of((0, 0, 1, 2))
            if sort is not None and argument.kind is Kind.BODY:
                words += [self.deed(depth) for _ in range(times)]
                continue
            words += [self.argument(argument, depth, number) for _ in range(times)]
        self.event, self.loops, self.card = outside
        for option in form.options:
            if self.chance(50):
                self.used.add(option.name)
                words.append(f"({option.name} {self.option(option, form, depth)})")
        if sort is not None:
            words.insert(2 + self.below(len(words) - 1), sort)
        return f"({' '.join(words)})"

    def supposed(self, depth: int) -> str:
        """A number for which nothing is changed, rolled or turned over."""
        outside = self.changes, self.draws, self.supposing
        self.changes, self.draws, self.supposing = False, False, True
        number = self.number(min(depth, 1))
        self.changes, self.draws, self.supposing = outside
        return number

    def deed(self, depth: int) -> str:
        """What an effect with a tag does, which `would` may ask about."""
        word = self.one_of(WORDS)
        match self.below(6):
            case 0 if self.card:
                return f"(# X {self.one_of(self.zones)})"
            case 1 if "if" in self.heads:
                self.used.add("if")
                return f"(if {self.supposed(0)} (= {word} {self.supposed(depth)}))"
            case 2 if "stop" in self.heads:
                self.used.add("stop")
                return f"(if (> {word} 3) (stop {self.supposed(0)}) (= {word} {self.supposed(depth)}))"
            case _:
                return f"(= {word} {self.supposed(depth)})"

    def option(self, option: Argument, form: Form, depth: int) -> str:
        """The number of an option; one that is asked anew each time changes nothing and rolls nothing."""
        if option.kind is not Kind.TEST:
            return str(self.one_of(("1", "1", "2", "3", "0", "x", "(+ x 1)")))
        outside = self.event, self.changes, self.draws
        self.event, self.changes, self.draws = form.scope is Scope.EVENT, False, False
        number = self.number(min(depth, 1))
        self.event, self.changes, self.draws = outside
        return number

    def argument(self, argument: Argument, depth: int, number: bool) -> str:
        """One argument, by its kind."""
        match argument.kind:
            case Kind.NUMBER:
                return self.number(depth)
            case Kind.CARDS:
                return self.cards(depth)
            case Kind.MEANT:
                return self.meant("DD" + self.zones)
            case Kind.EXIT:
                return "pii"
            case Kind.ZONE:
                return str(self.one_of(self.zones + "X" * self.card))
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
                    return f"(and {self.number(0)} (block (= z (+ z 1)) (< z {1 + self.below(4)})))"
                return self.number(depth)
            case Kind.EVENT:
                moved = ("P>Q", ">Q", "P>", "P>H") * (2 * ("P" in self.zones))
                return str(self.one_of((*EVENTS, *moved)))
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
        if self.functions and self.changes and self.chance(20):
            names = [
                "gain",
                "shift",
                "relay",
                *(["leave"] if self.card else []),
                *(["taken"] if self.event else []),
            ]
            name = self.one_of(names)
            zones = [self.one_of(self.zones) for _ in range(ZONES_OF.get(name, 0))]
            numbers = [self.number(0) for _ in range({"gain": 2, "relay": 1}.get(name, 0))]
            return f"({' '.join([name, *zones, *numbers])})"
        if self.lit and self.changes and self.chance(15):
            return self.mark()
        if self.changes and "#" in self.heads and self.chance(self.plainness):
            return self.plain_move()
        form = self.form(numbers=False) if depth >= 0 else None
        return "()" if form is None else self.call(form, depth - 1, number=False)

    def plain_move(self) -> str:
        """A move as players write them: so many from the top, or those of a name."""
        head = self.one_of(("#", "#", "#", "##")) if "##" in self.heads else "#"
        self.used.add(head)
        tag = f" [{self.one_of(TAGS)}]" if self.chance(20) else ""
        return f"({head} {self.source()}.{self.plain()} {self.target()}{tag})"

    def plain(self) -> str:
        """The filters of such a move."""
        amount = self.one_of(("1", "1", "2", "-1", "1", "3", "?1" if self.draws else "2"))
        match self.below(5):
            case 0 | 1:
                self.used.add("Limit")
                return str(amount)
            case 2:
                self.used.update(("ByName", "Limit"))
                return f"{self.one_of(NAMES[:2])}.{amount}"
            case 3:
                self.used.add("ByName")
                return str(self.one_of(NAMES[:2]))
            case _:
                self.used.update(("ByAttribute", "Limit"))
                return f"a:{self.one_of(ATTRIBUTES[:2])}.{amount}"

    # Card sets ----------------------------------------------------------------------------------

    def cards(self, depth: int) -> str:
        zone = "X" if self.card and self.chance(15) else self.one_of(self.zones)
        if self.event and self.chance(30):
            zone = "it"
        times = self.one_of((0, 1, 1, 1, 2, 3))
        sorts = PLAIN_FILTERS if self.supposing else FILTERS
        return zone + "".join("." + self.filter(self.one_of(sorts), depth) for _ in range(times))

    def filter(self, sort: str, depth: int) -> str:
        """One filter, by the name of its class; ``.X`` only where there is such a card."""
        if sort == "ThisCard" and not self.card:
            sort = "ByName"
        self.used.add(sort)
        match sort:
            case "ByName":
                name = self.one_of((*NAMES, ALIAS))
                return f'"{name}"' if " " in name else str(name)
            case "ByAttribute":
                name = self.one_of(ATTRIBUTES)
                return f'a:"{name}"' if " " in name else f"a:{name}"
            case "ByKind":
                name = self.one_of(NAMES)
                return f'k:"{name}"' if " " in name else f"k:{name}"
            case "ByPattern":
                return str(self.one_of(("A:m", "A:*n", "A:?", 'A:"no *"')))
            case "Limit":
                end = self.one_of(("", "", "-", "?" if self.draws else "-", "*"))
                amount = self.one_of(("1", "2", "1", "3", ":x", ":word", ":-1", ":(…)", ":|H|"))
                if amount == ":(…)":
                    form = self.form(numbers=True) if depth > 0 else None
                    amount = ":2" if form is None else ":" + self.call(form, depth - 1, number=True)
                return end + amount
            case "Where":
                if self.loops > 2:
                    return "1"
                outside = self.changes, self.draws
                self.changes = self.draws = False
                self.loops += 1
                inner = self.where(depth)
                self.changes, self.draws = outside
                self.loops -= 1
                return inner
            case "ThisCard":
                return "X"
            case "Not":
                return "!" + self.filter(self.one_of(PLAIN_FILTERS if self.supposing else FILTERS), depth)
            case _:
                raise NotImplementedError(f"no generator for filters of kind {sort}")

    def where(self, depth: int) -> str:
        """A number by which cards are told apart."""
        match self.below(5):
            case 0:
                head = self.one_of((">", "<=", "=="))
                self.used.add(head)
                return f"({head} level {self.one_of((1, 2, 'x'))})"
            case 1:
                return "(< rank 0)"
            case 2:
                there = f"(copies {self.one_of(self.zones + 'X' * self.card)})"
                written = self.one_of(("(> copies 1)", f"(> {there} 1)", f"(== {there} copies)", there))
                self.used.update(name for name in ("copies", ">", "==") if f"({name} " in written)
                return str(written)
            case 3:
                return f"(- {self.number(depth - 1)} level)"
            case _:
                return f"(== level (high {self.cards(depth - 1)} level))"

    # Programs -----------------------------------------------------------------------------------

    def statements(self, least: int, most: int, depth: int) -> list[str]:
        self.changes = True
        result = []
        for _ in range(least + self.below(most - least + 1)):
            if self.chance(15):
                result.append(f"/{self.one_of(('', '!'))}{self.observed(depth)}")
            elif self.lit and self.chance(35):
                result.append(self.marks(1))
            elif self.heads >= {"#", "##", "shuffle"} and self.chance(10):
                result.append(self.search())
            else:
                result.append(self.expression(depth))
        self.changes = False
        return result

    # Presence -----------------------------------------------------------------------------------

    def marks(self, most: int = 4) -> str:
        """Marks of a zone, between looks and moves that use them up or must not."""
        zone = self.one_of("DDDD" + self.zones)
        result = [f"(shuffle {zone})"] if zone != "D" and self.chance(70) else []
        for _ in range(1 + self.below(most)):
            shuffle = self.chance(12)
            result.append(
                f"(shuffle {zone})" if shuffle else self.mark(zone) if self.chance(55) else self.use(zone)
            )
        if self.chance(70):
            result += [self.mark(zone), *([f"(shuffle {zone})"] if self.chance(8) else []), self.use(zone)]
        return ";".join(result)

    def use(self, zone: str) -> str:
        """What takes cards of a zone, looks at some or goes past them."""
        name, attribute = self.one_of(NAMES[:2]), f"a:{self.one_of(ATTRIBUTES[:2])}"
        fits = self.one_of((name, attribute, f"!{name}", "(> level 1)"))
        random = "?1" if self.draws else "1"
        count = self.one_of(("1", "1", "2", "-1", random, "*1", "!1"))
        what = self.one_of((count, count, f"{fits}.{count}", f"{fits}.1", fits, f"{count}.{fits}"))
        self.used.update(("Limit", "ByName"))
        if self.chance(25):
            self.used.update(("=", "+"))
            return f"(= word (+ (* 3 word) |{zone}.{what}|))"
        self.used.add("#")
        move = f"(# {zone}.{what} {self.one_of('HHB' + self.zones)})"
        return f"{move};(shuffle {zone})" if self.chance(15) else move

    def mark(self, zone: str | None = None) -> str:
        """A mark, or a collapse."""
        there = self.meant(zone or "DD" + self.zones)
        if self.chance(35):
            self.used.add("collapse")
            return f"(collapse {there})"
        self.used.add("light")
        return f"(light {there} {self.number(1) if self.chance(10) else self.one_of(PRESENCE)})"

    def meant(self, zones: str) -> str:
        """A set of one of these zones that asks what a card is, and not where it lies."""
        zone = self.one_of(zones)
        if self.chance(5):
            return str(zone)
        sort = self.one_of(("ByName", "ByName", "ByAttribute", "ByAttribute", "ByPattern", "Not", "Where"))
        if sort == "Where":
            self.used.add(sort)
            number = self.one_of(
                ("(> level 1)", "(== level x)", "(- rank level)", "(> copies 1)", "(- level |D.1.p|)")
            )
            return f"{zone}.{number}"
        if sort == "Not":
            self.used.add(sort)
            return f"{zone}.!{self.one_of(NAMES[:2])}"
        also = f".!{self.one_of(NAMES[:2])}" if self.chance(20) else ""
        return f"{zone}.{self.filter(sort, 0)}{also}"

    def search(self) -> str:
        """A search, or what is put back, and the shuffle after it, which are lowered together."""
        zone, to = self.one_of("DD" + self.zones), self.one_of(self.zones + "X" * self.card)
        self.used.add("shuffle")
        fits = self.one_of((self.one_of(NAMES[:2]), f"a:{self.one_of(ATTRIBUTES[:2])}"))
        head = self.one_of(("#", "##"))
        if self.chance(40):
            put = self.one_of((self.one_of(self.zones), f"{self.one_of(self.zones)}.{fits}"))
            return f"({head} {put} {zone});(shuffle {zone})"
        self.used.add("Limit")
        return f"({head} {zone}.{fits}.{self.one_of('123')} {to});(shuffle {zone})"

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
            flags = (
                self.flags(("1", "1", "", "1^", "1HB", "B", "^J", "1D", "")) + " on " + self.one_of(EVENTS)
            )
            self.used.add("on EVENT")
            script = self.statements(1, most, depth)
            if self.chance(20):
                script.insert(self.below(len(script) + 1), "@")
            self.card = self.event = False
            return f"[{flags}]{';'.join(script)}"
        flags = self.flags(("", "1", "1", "1^", "1B", "HB", "1HD", "BF", "^", "1J", "1DF"))
        before = []
        self.changes = True
        for _ in range(self.one_of((0, 0, 1, 1, 2))):
            before.append(f"/{self.observed(depth)}" if self.chance(70) else self.expression(depth))
        after = self.statements(1, most, depth)
        if not self.chance(10):
            before.append("@")
        if self.chance(60):
            after.insert(0, f"(# X {self.one_of(self.zones[2:])})")
        self.card = False
        return (f"[{flags}]" if flags else "") + ";".join([*before, *after])

    def contents(self) -> str:
        """What a zone holds, or what lies on top of it in which order, as one number."""
        zone = self.one_of(self.zones)
        match self.below(4):
            case 0:
                return f"(+ |{zone}.p| (* 10 |{zone}.q|) (* 100 |{zone}|))"
            case 1:
                return f"(+ (sum {zone}.1 id) (* 5 (sum {zone}.2 id)) (* 25 (sum {zone}.3 id)))"
            case 2:
                return f"(+ (sum {zone}.-1 id) (* 5 (sum {zone}.-2 id)))"
            case _:
                return f"(sum {zone} id)"

    def tops(self) -> str:
        """What lies on top of the zones that are lit most, as one number."""
        return "(+ (sum H.1 id) (* 5 (sum D.1 id)) (* 25 (sum B.1 id)) (* 125 |H|))"

    def from_the_top(self) -> str:
        """A main program that takes cards from the tops of zones, as a game with piles does."""
        self.used.update(("#", "Limit"))
        moves = [
            f"(# {self.source()}.{self.one_of('1112x0')} {self.target()})" for _ in range(1 + self.below(4))
        ]
        return ";".join(moves)

    def source(self) -> str:
        """Where a move takes cards from: often where the last one put some."""
        return self.last if self.chance(50) else str(self.one_of(self.zones))

    def target(self) -> str:
        self.last = str(self.one_of(self.zones))
        return self.last

    def flags(self, written: Sequence[str]) -> str:
        """One of these; what it is made of is noted."""
        flags = str(self.one_of(written))
        self.used.update("A…Z" if flag.isupper() else flag for flag in flags)
        return flags

    def pure_number(self, depth: int = 3) -> str:
        self.changes = False
        return self.number(depth)
