"""What scripts do, as naively as it can be said.

Written from ``language.md`` alone.  A zone is a list of cards, the whole deck lies in a known order
from the start, and every shuffle is a permutation.  What comes in: checked syntax trees.  What goes
out: numbers, and a changed table.  When scripts are run is the business of ``reference``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations
from math import comb

from yisp.deck.model import Deck, Topic
from yisp.lang import tree
from yisp.lang.diagnostics import Place, Text
from yisp.lang.events import read_event
from yisp.lang.walk import is_it

from .arithmetic import MEANINGS, RunTimeError, checked, divided
from .chance import Chance, TooMany

MOST_INSTALLED = 64
FOREVER = 2**63 - 1
MOST_CHOICES = 1000
"""Of a single ``rand`` or ``.?n``: beyond, every way a trial can go is out of reach."""


def _asked(tag: str, carried: Collection[str]) -> bool:
    """Whether `would` asks about an effect with these tags: by one of them, or by what it leaves out."""
    if tag.startswith("!"):
        return len(carried) > 0 and not any(one.strip() in carried for one in tag.split("!"))
    return tag in carried


@dataclass(eq=False)
class Card:
    kind: int


@dataclass
class Happening:
    """Something that may be answered."""

    what: str  # as ``tree.Event.kind``
    source: str = ""
    target: str = ""
    cards: tuple[Card, ...] = ()


@dataclass
class Execution:
    """One run of a script: its one-letter variables, and the card whose effect it is."""

    text: Text
    card: Card | None = None
    event: Happening | None = None
    parameters: dict[str, int] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)  # the zones that letters stand for in a function
    in_filter: tuple[Card, str] | None = None  # a card of the kind in question, and its zone
    letters: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    activated: bool = False


@dataclass(eq=False)
class Installed:
    """What ``(on …)`` or ``(after …)`` put off."""

    event: tree.Event | None  # None: at the start of the turn ``last``
    when: tree.Expression | None
    bodies: Sequence[tree.Expression]
    text: Text
    span: tree.Span  # of the ``(on …)`` or ``(after …)``
    card: Card | None
    uses: int
    last: int
    since: int  # how much had happened when it was installed
    tags: frozenset[str] = frozenset()
    named: dict[str, str] = field(default_factory=dict)


class Stopped(Exception):
    """``(stop n)`` ended the trial's play."""


Notice = tuple[str, int | None, int | None]
"""Code, line and column of a run-time error or an empty move; None for what is nobody's statement."""


def notice(code: str, place: Place | None) -> Notice:
    return (code, None, None) if place is None else (code, place.line, place.column)


class Interpreter:
    """A table, and what scripts do to it."""

    def __init__(self, deck: Deck, topic: Topic, chance: Chance) -> None:
        self.deck = deck
        self.topic = topic
        self.chance = chance
        self.zones: dict[str, list[Card]] = defaultdict(list)
        self.words: dict[str, int] = defaultdict(int)
        self.forbidden: set[str] = set()
        self.left: set[Card] = set()  # the cards that left their zone during this scan
        self.notices: list[Notice] = []
        self.turn = 0
        self.steps = 0
        self.queue: list[Happening] = []
        self.installed: list[Installed] = []
        self.executions: list[Execution] = []  # those that are running
        self.asking: list[Sequence[Card]] = []  # cards that are asked one after another
        self.held: list[Sequence[Card]] = []  # sets that are being worked out
        self.functions = {one.function.name: one for one in (*deck.functions, *deck.patterns)}
        self.forms: dict[str, Callable[[tree.Call, Execution], int | None]] = {
            "if": self._if,
            "block": self._block,
            "=": self._assign,
            "while": self._while,
            "repeat": self._repeat,
            "stop": self._stop,
            "on": self._on,
            "would": self._would,
            "after": self._after,
            "sum": self._fold,
            "high": self._fold,
            "low": self._fold,
            "#": self._move,
            "##": self._move,
            "shuffle": self._shuffle,
            "!": self._forbid,
            "print": self._print,
            "muldiv": self._muldiv,
            "rand": self._rand,
            "copies": self._copies,
        }

    # Scripts ------------------------------------------------------------------------------------

    def script(self, script: tree.Script, execution: Execution) -> bool:
        """Run a program; whether it came to its end."""
        self.executions.append(execution)
        ended = all(self.statement(statement, execution) for statement in script.statements)
        self.executions.pop()
        return ended

    def statement(self, statement: tree.Statement, execution: Execution) -> bool:
        """Run one statement of a program; whether to go on."""
        match statement:
            case tree.Activate():
                if execution.card is not None:  # a header or a main program activates nothing
                    self.activate(execution)
            case tree.Guard(condition, negated):
                return (self.number(condition, execution) != 0) != negated
            case _:
                self.value(statement, execution)
        return True

    def activate(self, execution: Execution) -> None:
        assert execution.card is not None
        if not execution.activated:
            self.queue.append(Happening("activate", cards=(execution.card,)))
        execution.activated = True

    def function(self, call: tree.Call, caller: Execution) -> int | None:
        """What a function of the deck gives: its last statement's number, or 0."""
        written = self.functions[call.head]
        parameters: dict[str, int] = {}
        named: dict[str, str] = {}
        for name, argument in zip(written.function.parameters, call.arguments, strict=True):
            if name.isupper():
                assert isinstance(argument, tree.CardSet)
                named[name] = caller.named.get(argument.zone, argument.zone)
            else:
                parameters[name] = self.number(argument, caller)
        self.step()
        execution = Execution(written.text, caller.card, caller.event, parameters, named)
        value: int | None = 0
        for statement in written.function.script.statements:
            match statement:
                case tree.Activate():  # nothing in a function
                    pass
                case tree.Guard(condition, negated):
                    if (self.number(condition, execution) != 0) == negated:
                        return 0
                case _:
                    value = self.value(statement, execution)
        return value

    def step(self, place: Place | None = None) -> None:
        self.steps += 1
        if self.steps >= self.deck.settings.limits.steps:
            raise RunTimeError("Y306", place)

    # Expressions --------------------------------------------------------------------------------

    def number(self, expression: tree.Expression, execution: Execution) -> int:
        value = self.value(expression, execution)
        assert isinstance(value, int)
        return value

    def value(self, expression: tree.Expression, execution: Execution) -> int | None:
        match expression:
            case tree.Call():
                try:
                    return self.call(expression, execution)
                except RunTimeError as error:
                    # The innermost call that there is around the mistake.
                    if error.place is None:
                        error.place = execution.text.place(*expression.span)
                    raise
            case tree.Number(value):
                return value
            case tree.Size(cards):
                return self.size(cards, execution)
            case tree.Variable(name):
                return self.read(name, execution)
            case _:
                return None

    def read(self, name: str, execution: Execution) -> int:
        if execution.in_filter is not None:
            card, zone = execution.in_filter
            if name == "copies":
                return self.copies(card, zone)
            if name in self.deck.vocabulary.properties:
                return self.property(name, card)
        return self.variables(name, execution)[name]

    def kind_of(self, name: int) -> int:
        """The kind that a card of that name is of: the one that it names, or its own."""
        family = self.deck.kinds[name].family
        return name if family is None else family

    def copies(self, card: Card, zone: str) -> int:
        """How many cards there are of that card's kind."""
        return sum(self.kind_of(one.kind) == self.kind_of(card.kind) for one in self.zones[zone])

    def _copies(self, call: tree.Call, execution: Execution) -> int:
        (zone,) = call.arguments
        assert isinstance(zone, tree.CardSet) and execution.in_filter is not None
        return self.copies(execution.in_filter[0], self.zone(zone.zone, execution))

    def variables(self, name: str, execution: Execution) -> dict[str, int]:
        """Where a variable of that name is kept."""
        if name in execution.parameters:
            return execution.parameters
        return execution.letters if len(name) == 1 else self.words

    def call(self, call: tree.Call, execution: Execution) -> int | None:
        if call.head in MEANINGS:
            return MEANINGS[call.head](*(self.number(argument, execution) for argument in call.arguments))
        if call.head in self.functions:
            return self.function(call, execution)
        return self.forms[call.head](call, execution)

    def _if(self, call: tree.Call, execution: Execution) -> int | None:
        condition, then, *otherwise = call.arguments
        if self.number(condition, execution):
            return self.value(then, execution)
        return self.value(otherwise[0], execution) if otherwise else None

    def _block(self, call: tree.Call, execution: Execution) -> int | None:
        return [self.value(argument, execution) for argument in call.arguments][-1]

    def _assign(self, call: tree.Call, execution: Execution) -> None:
        name, number = call.arguments
        assert isinstance(name, tree.Variable)
        value = self.number(number, execution)
        self.variables(name.name, execution)[name.name] = value

    def _while(self, call: tree.Call, execution: Execution) -> None:
        test, *bodies = call.arguments
        while self.number(test, execution):
            self.step()
            for body in bodies:
                self.value(body, execution)

    def _repeat(self, call: tree.Call, execution: Execution) -> None:
        times, *bodies = call.arguments
        for _ in range(self.number(times, execution)):
            self.step()
            for body in bodies:
                self.value(body, execution)

    def _stop(self, call: tree.Call, execution: Execution) -> None:
        self.words["outcome"] = self.number(call.arguments[0], execution)
        raise Stopped

    def _on(self, call: tree.Call, execution: Execution) -> None:
        options: dict[str, int] = {}
        bodies, when, tags = [], None, set()
        for one in call.arguments[1:]:
            if isinstance(one, tree.Tag):
                tags.add(one.text)
            elif isinstance(one, tree.Call) and one.head == "when":
                when = one.arguments[0]
            elif isinstance(one, tree.Call) and one.head in ("times", "for"):
                options[one.head] = self.number(one.arguments[0], execution)
            else:
                bodies.append(one)
        event = read_event(name_of(call.arguments[0]))
        if event is not None:
            source, target = (
                None if one is None else execution.named.get(one, one) for one in (event.source, event.target)
            )
            event = tree.Event(event.kind, source, target)
        last = self.turn - 1 + options.get("for", FOREVER)
        self.install(event, bodies, call, execution, options.get("times", FOREVER), last, when, tags)

    def _would(self, call: tree.Call, execution: Execution) -> int:
        tag, number = call.arguments
        assert isinstance(tag, tree.Tag)
        total = 0
        for one in list(self.installed):
            if one.event is None or not _asked(tag.text, one.tags) or one.uses <= 0 or one.last < self.turn:
                continue
            zones = {zone: list(cards) for zone, cards in self.zones.items()}
            kept = dict(self.words), set(self.forbidden), set(self.left), list(self.installed)
            before = len(self.notices), len(self.queue), self.steps, execution.event
            nothing = Happening("draw", target="H")
            try:
                body = Execution(one.text, one.card, nothing, named=one.named)
                try:
                    for statement in one.bodies:
                        self.value(statement, body)
                except Stopped:
                    pass
                execution.event = nothing
                value = self.number(number, execution)
            finally:
                self.zones = defaultdict(list, zones)
                words, self.forbidden, self.left, self.installed[:] = kept
                self.words = defaultdict(int, words)
                del self.notices[before[0] :]
                del self.queue[before[1] :]
                self.steps, execution.event = before[2:]
            total = checked(total + value)
        return total

    def _after(self, call: tree.Call, execution: Execution) -> None:
        turns = max(self.number(call.arguments[0], execution), 1)
        self.install(None, call.arguments[1:], call, execution, 1, self.turn + turns)

    def install(
        self,
        event: tree.Event | None,
        bodies: Sequence[tree.Expression],
        call: tree.Call,
        execution: Execution,
        uses: int,
        last: int,
        when: tree.Expression | None = None,
        tags: Collection[str] = (),
    ) -> None:
        if uses <= 0 or last < self.turn:
            return
        if len(self.installed) >= MOST_INSTALLED:
            raise RunTimeError("Y307")
        self.installed.append(
            Installed(
                event,
                when,
                bodies,
                execution.text,
                call.span,
                execution.card,
                uses,
                last,
                len(self.queue),
                frozenset(tags),
                execution.named,
            )
        )

    def _fold(self, call: tree.Call, execution: Execution) -> int:
        name = name_of(call.arguments[1])
        values = [self.property(name, card) for card in self.set_of(call.arguments[0], execution)[1]]
        if call.head == "sum":
            return checked(sum(values))
        return (max if call.head == "high" else min)(values, default=0)

    def property(self, name: str, card: Card) -> int:
        return self.deck.kinds[card.kind].properties.get(name, 0)

    def _forbid(self, call: tree.Call, execution: Execution) -> None:
        (word,) = call.arguments
        self.forbidden.add(word.text if isinstance(word, tree.String) else name_of(word))

    def _print(self, call: tree.Call, execution: Execution) -> None:
        for argument in call.arguments:
            if isinstance(argument, tree.CardSet) or (is_it(argument) and execution.event is not None):
                self.in_order(*self.set_of(argument, execution))
            else:
                self.value(argument, execution)

    def _muldiv(self, call: tree.Call, execution: Execution) -> int:
        a, b, c = (self.number(argument, execution) for argument in call.arguments[:3])
        return checked(divided(a * b, c, name_of(call.arguments[3])))

    def _rand(self, call: tree.Call, execution: Execution) -> int:
        low, high = (self.number(argument, execution) for argument in call.arguments)
        if low > high:
            raise RunTimeError("Y304")
        if high - low >= MOST_CHOICES:
            raise TooMany
        return low + self.chance.choose([1] * (high - low + 1))

    # Cards --------------------------------------------------------------------------------------

    def zone(self, letter: str, execution: Execution) -> str:
        """The zone of that letter, which a function may call so; ``X`` is the one that holds the card."""
        if letter != "X":
            return execution.named.get(letter, letter)
        return next(zone for zone, cards in self.zones.items() if execution.card in cards)

    def set_of(self, written: tree.Expression, execution: Execution) -> tuple[str, list[Card]]:
        """A card set, ``it`` alone being one."""
        if isinstance(written, tree.CardSet):
            return self.cards(written, execution)
        assert is_it(written)
        return self.event_cards(execution)

    def event_cards(self, execution: Execution) -> tuple[str, list[Card]]:
        """The cards of the event that are where it put them, in the order in which they lie there."""
        event = execution.event
        assert event is not None
        if event.what == "activate":
            (card,) = event.cards
            return next(zone for zone, cards in self.zones.items() if card in cards), [card]
        return event.target, [card for card in self.zones[event.target] if card in event.cards]

    def own_card(self, execution: Execution) -> tuple[str, list[Card]]:
        """The card whose effect runs, where it lies."""
        assert execution.card is not None
        return self.zone("X", execution), [execution.card]

    def size(self, written: tree.CardSet, execution: Execution) -> int:
        return len(self.cards(written, execution)[1])

    def first(self, zone: str, cards: list[Card], wanted: int) -> list[Card]:
        """The first of some cards of a zone, which has as many."""
        return cards[:wanted]

    def last(self, zone: str, cards: list[Card], wanted: int) -> list[Card]:
        return cards[len(cards) - wanted :]

    def at_random(self, cards: list[Card], wanted: int) -> list[Card]:
        """So many of some cards, each subset equally likely, in the order given."""
        if comb(len(cards), wanted) > MOST_CHOICES:
            raise TooMany
        ways = list(combinations(cards, wanted))
        return list(ways[self.chance.choose([1] * len(ways))])

    def chosen(self, cards: list[Card], wanted: int, zone: str) -> list[Card]:
        """What the player takes of some cards: the first, where nobody looks ahead."""
        return self.first(zone, cards, wanted)

    def in_order(self, zone: str, cards: list[Card]) -> list[Card]:
        """All of some cards of a zone."""
        return self.first(zone, cards, len(cards))

    def cards(self, written: tree.CardSet, execution: Execution) -> tuple[str, list[Card]]:
        if written.zone == "it":
            zone, cards = self.event_cards(execution)
        elif written.zone == "X":
            zone, cards = self.own_card(execution)
        else:
            zone = self.zone(written.zone, execution)
            cards = list(self.zones[zone])
        for filter_ in written.filters:
            cards = self.filtered(filter_, cards, execution, zone)
        return zone, cards

    def filtered(
        self, filter_: tree.Filter, cards: list[Card], execution: Execution, zone: str
    ) -> list[Card]:
        kinds = self.deck.kinds
        match filter_:
            case tree.Not(rejected):
                kept = set(self.filtered(rejected, cards, execution, zone))
                return [card for card in cards if card not in kept]
            case tree.ByName(name):
                known = any(kind.name == name for kind in kinds)
                if not known and name in self.deck.vocabulary.aliases:
                    return [card for card in cards if self.deck.vocabulary.aliases[name] >> card.kind & 1]
                return [card for card in cards if kinds[card.kind].name == name]
            case tree.ByAttribute(attribute):
                return [card for card in cards if attribute in kinds[card.kind].attributes]
            case tree.ByKind(named):
                of = {
                    kind.name: index if kind.family is None else kind.family
                    for index, kind in enumerate(kinds)
                }
                wanted = next((index for index, kind in enumerate(kinds) if kind.name == named), None)
                return [card for card in cards if wanted is not None and of[kinds[card.kind].name] == wanted]
            case tree.ByPattern(pattern):
                return [
                    card for card in cards if any(fits(pattern, one) for one in kinds[card.kind].attributes)
                ]
            case tree.ThisCard():
                return [card for card in cards if card is execution.card]
            case tree.Limit(end, amount):
                self.held.append(cards)
                wanted = min(max(self.number(amount, execution), 0), len(cards))
                self.held.pop()
                if wanted == 0:
                    return []
                if end == "random":
                    return self.at_random(cards, wanted)
                if end == "choice":
                    return self.chosen(cards, wanted, zone)
                return (self.last if end == "last" else self.first)(zone, cards, wanted)
            case tree.Where(condition):
                outside = execution.in_filter
                keeps: dict[int, bool] = {}  # by kind: worked out once, in the order of the deck
                self.held.append(cards)
                for card in sorted(cards, key=lambda card: card.kind):
                    if card.kind not in keeps:
                        execution.in_filter = card, zone
                        keeps[card.kind] = self.number(condition, execution) != 0
                execution.in_filter = outside
                self.held.pop()
                return [card for card in cards if keeps[card.kind]]
            case _:
                raise AssertionError(f"a filter this interpreter does not know: {filter_}")

    def _move(self, call: tree.Call, execution: Execution) -> None:
        written, to, *tags = call.arguments
        assert isinstance(to, tree.CardSet)
        origin, cards = self.set_of(written, execution)
        if not cards:
            self.notices.append(notice("Y301", execution.text.place(*call.span)))
        drawn = any(isinstance(tag, tree.Tag) and tag.text == "draw" for tag in tags)
        cards = self.leaving(origin, cards, written)
        self.move_cards(origin, cards, self.zone(to.zone, execution), call.head == "##", drawn)

    def leaving(self, origin: str, cards: list[Card], written: tree.Expression) -> list[Card]:
        """The cards of a move, in the order in which they leave their zone."""
        return self.in_order(origin, cards)

    def move_cards(self, origin: str, cards: list[Card], to: str, front: bool, drawn: bool) -> None:
        moving = set(cards)
        if origin in self.zones:
            self.zones[origin] = [card for card in self.zones[origin] if card not in moving]
        self.zones[to] = cards + self.zones[to] if front else self.zones[to] + cards
        if origin != to:
            self.left.update(cards)
            self.queue += [Happening("move", origin, to, (card,)) for card in cards]
            if drawn and cards:
                self.queue.append(Happening("draw", "", to, tuple(cards)))

    def _shuffle(self, call: tree.Call, execution: Execution) -> None:
        zone = call.arguments[0]
        assert isinstance(zone, tree.CardSet)
        self.permute(self.zone(zone.zone, execution))

    def permute(self, zone: str) -> None:
        """Shuffle a zone.

        Two copies of a kind are as good as one another unless something but the zone knows one of them:
        an execution, an event that waits, an installed effect, a scan or a set that is being worked out.
        To swap two that nothing knows changes no list but the zone's own, and there all orders are as
        likely; so what follows is the same for both.
        """
        known = self.known_cards()
        self.zones[zone] = self.chance.permuted(
            self.zones[zone], lambda card: card if card in known else card.kind
        )

    def known_cards(self) -> set[Card]:
        """The cards that something but their zone knows."""
        return set(
            chain(
                (one.card for one in self.executions if one.card is not None),
                (one.card for one in self.installed if one.card is not None),
                *(one.event.cards for one in self.executions if one.event is not None),
                *(one.cards for one in self.queue),
                *self.asking,
                *self.held,
            )
        )

    def places(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The kinds of the cards of each zone that has some, in order."""
        return tuple(
            (zone, tuple(card.kind for card in cards)) for zone, cards in sorted(self.zones.items()) if cards
        )


def name_of(expression: tree.Expression) -> str:
    """A bare name, whether or not it could be a variable's."""
    assert isinstance(expression, tree.Word | tree.Variable)
    return expression.text if isinstance(expression, tree.Word) else expression.name


@lru_cache(maxsize=1000)
def fits(pattern: str, text: str) -> bool:
    """Whether a text fits a pattern of ``*`` and ``?``."""
    if not pattern:
        return not text
    if pattern[0] == "*":
        return any(fits(pattern[1:], text[start:]) for start in range(len(text) + 1))
    return bool(text) and pattern[0] in ("?", text[0]) and fits(pattern[1:], text[1:])
