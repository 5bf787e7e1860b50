"""The language once more, as naively as it can be said: what the engine is judged by.

Written from ``language.md`` alone.  A zone is a list of cards, the whole deck lies in a known order
from the start, and every shuffle is a permutation.  Chance is a list of choices already made; a
choice beyond its end is recorded, so that running a trial again and again with the choices counted
up like the digits of a number walks through all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import ceil, floor

from yisp.deck.model import Combo, Deck, Kind, Topic, Want
from yisp.lang import tree
from yisp.lang.events import read_event
from yisp.lang.walk import is_it, walk

LEAST, GREATEST = -(2**63), 2**63 - 1

FORMS = frozenset(
    [
        "+",
        "-",
        "*",
        "/",
        "%",
        ">",
        ">=",
        "<",
        "<=",
        "==",
        "!=",
        "and",
        "or",
        "not",
        "min",
        "max",
        "abs",
        "muldiv",
        "rand",
        "if",
        "block",
        "=",
        "#",
        "##",
        "shuffle",
        "!",
        "print",
        "while",
        "repeat",
        "stop",
        "on",
        "after",
        "sum",
        "high",
        "low",
    ]
)
"""The forms this interpreter knows."""


class TooMany(Exception):
    """The trial can go more ways than the caller wants to look at."""


class RunTimeError(Exception):
    """A run-time error of a script; the text is the notice's code."""


class Stopped(Exception):
    """``(stop n)`` ended the trial's play."""


@dataclass
class Happening:
    """Something that may be answered."""

    what: str  # as ``tree.Event.kind``
    source: str = ""
    target: str = ""
    cards: tuple[Card, ...] = ()


@dataclass(eq=False)
class Installed:
    """What ``(on …)`` or ``(after …)`` put off."""

    event: tree.Event | None  # None: at the start of the turn ``last``
    bodies: Sequence[tree.Expression]
    card: Card | None
    uses: int
    last: int
    since: int  # how much had happened when it was installed


MOST_INSTALLED = 64
FOREVER = 2**63 - 1


@dataclass(eq=False)
class Card:
    kind: int


class Chance:
    """Choices with given weights: those of ``made`` first, then always the first possible one."""

    def __init__(self, made: Sequence[int] = ()) -> None:
        self.made = list(made)
        self.widths: list[list[int]] = []  # the weights of each choice that came up

    def choose(self, weights: list[int]) -> int:
        """The index of the weight that is chosen."""
        place = len(self.widths)
        self.widths.append(weights)
        if place == len(self.made):
            self.made.append(0)
        return self.made[place]

    def probability(self) -> Fraction:
        result = Fraction(1)
        for chosen, weights in zip(self.made, self.widths, strict=True):
            result *= Fraction(weights[chosen], sum(weights))
        return result

    def next(self) -> list[int] | None:
        """The choices of the run that comes after this one; None after the last."""
        made = list(self.made)
        while made:
            made[-1] += 1
            if made[-1] < len(self.widths[len(made) - 1]):
                return made
            made.pop()
        return None

    def permuted(self, cards: list[Card], *, alike: bool = False) -> list[Card]:
        """The cards in any order.  With ``alike`` copies of a kind are one choice, weighted."""
        rest, order = list(cards), []
        while len(rest) > 1:
            if alike:
                kinds = sorted({card.kind for card in rest})
                kind = kinds[self.choose([sum(card.kind == kind for card in rest) for kind in kinds])]
                card = next(card for card in rest if card.kind == kind)
            else:
                card = rest[self.choose([1] * len(rest))]
            rest.remove(card)
            order.append(card)
        return order + rest


@dataclass
class Result:
    """What came of one trial."""

    combos: tuple[bool, ...]
    score: int
    stats: tuple[int | None, ...]
    zones: tuple[tuple[str, tuple[int, ...]], ...]  # the kinds of the cards of each zone that has some
    notices: tuple[str, ...]  # codes, in the order in which they came up
    activations: tuple[tuple[int, int], ...]  # (kind, effect) in the order of activation

    def key(self) -> tuple[object, ...]:
        return self.combos, self.score, self.stats, self.zones


@dataclass
class Execution:
    """One run of a script: its one-letter variables, and the card whose effect it is."""

    card: Card | None = None
    event: Happening | None = None
    parameters: dict[str, int] = field(default_factory=dict)
    in_filter: tuple[Card, str] | None = None  # a card of the kind in question, and its zone
    letters: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    activated: bool = False


class Trial:
    """One trial of a topic of a deck."""

    def __init__(self, deck: Deck, topic: Topic, chance: Chance) -> None:
        self.deck = deck
        self.topic = topic
        self.chance = chance
        self.zones: dict[str, list[Card]] = defaultdict(list)
        self.words: dict[str, int] = defaultdict(int)
        self.spent: set[tuple[int, int]] = set()
        self.forbidden: set[str] = set()
        self.left: set[Card] = set()  # the cards that left their zone during this walk
        self.notices: list[str] = []
        self.activations: list[tuple[int, int]] = []
        self.used = 0  # activations of this turn
        self.turn = 0
        self.steps = 0
        self.queue: list[Happening] = []
        self.installed: list[Installed] = []
        self.functions = {one.function.name: one.function for one in deck.functions}

    def run(self) -> Result:
        self.zones["D"] = [
            Card(index) for index, kind in enumerate(self.deck.kinds) for _ in range(kind.count)
        ]
        start = self.topic.start
        for letter, kinds in (("H", start.hand), *start.zones):
            self.zones[letter] = [self.known(kind) for kind in kinds]
        top = [self.known(kind) for kind in start.deck_top]
        self.zones["D"] = self.chance.permuted(self.zones["D"], alike=True)
        for _ in range(self.topic.start_card - len(start.hand)):
            self.zones["H"].append(self.zones["D"].pop(0))
        self.zones["D"][:0] = top
        self.words.update(self.deck.parameters)
        self.words.update({name: value for name, value, _ in start.variables})
        try:
            for turn in range(1, self.topic.turns + 1):
                self.turn = turn
                self.play_turn()
        except RunTimeError as error:
            self.notices.append(str(error))
        except Stopped:
            pass
        self.steps = 0
        scores = [self.combo(combo) for combo in self.topic.combos]
        stats = [self.guarded_number(stat.number.number) for stat in self.topic.stats]
        return Result(
            tuple(score > 0 for score in scores),
            max([0, *scores]),
            tuple(stats),
            tuple(
                (z, tuple(card.kind for card in cards)) for z, cards in sorted(self.zones.items()) if cards
            ),
            tuple(self.notices),
            tuple(self.activations),
        )

    def known(self, kind: int) -> Card:
        """Take a card of that kind out of the deck."""
        card = next(card for card in self.zones["D"] if card.kind == kind)
        self.zones["D"].remove(card)
        return card

    # Turns and events ---------------------------------------------------------------------------

    def play_turn(self) -> None:
        if self.turn > 1:
            self.spent, self.forbidden, self.used = set(), set(), 0
            self.drop()
            if self.topic.draw:
                self.move_cards("D", self.zones["D"][: self.topic.draw], "H", False, drawn=True)
        if self.topic.header is not None:
            self.script(self.topic.header.script, Execution())
        self.answer()
        for entry in list(self.installed):
            if entry.event is None and entry.last == self.turn:
                self.run_installed(entry, None)
        self.answer()
        self.happen("turn-start")
        if self.topic.program is not None:
            self.script(self.topic.program.script, Execution())
            self.answer()
        elif self.topic.exec_program:
            self.activate_what_can_be()
        self.happen("turn-end")

    def happen(self, what: str) -> None:
        self.queue.append(Happening(what))
        self.answer()

    def step(self) -> None:
        self.steps += 1
        if self.steps >= self.deck.settings.limits.steps:
            raise RunTimeError("Y306")

    def drop(self) -> None:
        self.installed = [one for one in self.installed if one.uses > 0 and one.last >= self.turn]
        for one in self.installed:
            one.since = 0

    def answer(self) -> None:
        place = 0
        while place < len(self.queue):
            happening = self.queue[place]
            if self.topic.exec_program or self.topic.program is not None:
                if happening.what == "move":
                    self.answer_move(happening)
                else:
                    self.answer_in_zones(happening)
            for entry in self.installed:  # what is installed meanwhile comes too late for this one
                event = entry.event
                if (
                    event is not None
                    and event.kind == happening.what
                    and entry.uses > 0
                    and entry.last >= self.turn
                    and entry.since <= place
                    and event.source in (None, happening.source)
                    and event.target in (None, happening.target)
                ):
                    self.run_installed(entry, happening)
            place += 1
        if self.queue:
            self.queue = []
            self.drop()

    def run_installed(self, entry: Installed, happening: Happening | None) -> None:
        entry.uses -= 1
        self.step()
        execution = Execution(entry.card, happening)
        for body in entry.bodies:
            self.value(body, execution)

    def answer_move(self, happening: Happening) -> None:
        (card,) = happening.cards
        for number, effect in enumerate(self.deck.kinds[card.kind].effects):
            flags = effect.effect.flags
            if (
                card in self.zones[happening.target]
                and flags.event is not None
                and flags.event.source in (None, happening.source)
                and flags.event.target in (None, happening.target)
                and (not flags.zones or happening.target in flags.zones)
            ):
                self.let_answer(card, number, happening)

    def answer_in_zones(self, happening: Happening) -> None:
        answering = {
            zone for kind in self.deck.kinds for effect in kind.effects
            if effect.effect.flags.event is not None for zone in effect.effect.flags.zones
        }  # fmt: skip
        for zone in [z for z in "HB" if z in answering] + sorted(answering - {"H", "B"}):
            for card in list(self.zones[zone]):
                for number, effect in enumerate(self.deck.kinds[card.kind].effects):
                    if card in self.zones[zone] and zone in effect.effect.flags.zones:
                        self.let_answer(card, number, happening)

    def let_answer(self, card: Card, number: int, happening: Happening) -> None:
        kind = self.deck.kinds[card.kind]
        event = kind.effects[number].effect.flags.event
        if event is not None and event.kind == happening.what and self.is_allowed(kind, card.kind, number):
            self.step()
            self.try_effect(card, number, happening)

    # Activation ---------------------------------------------------------------------------------

    def activate_what_can_be(self) -> None:
        flagged = {
            zone for kind in self.deck.kinds for effect in kind.effects if effect.effect.flags.event is None
            for zone in effect.effect.flags.zones
        }  # fmt: skip
        order = [zone for zone in "HB" if zone in flagged] + sorted(flagged - {"H", "B"})
        while self.one_pass(order):
            pass

    def one_pass(self, order: Sequence[str]) -> bool:
        for zone in order:
            self.left = set()
            for card in list(self.zones[zone]):
                kind = self.deck.kinds[card.kind]
                for number in range(len(kind.effects)):
                    if card in self.left or card not in self.zones[zone]:
                        break
                    flags = kind.effects[number].effect.flags
                    if (
                        flags.event is None
                        and zone in flags.zones
                        and self.is_allowed(kind, card.kind, number)
                    ):
                        activated = self.try_effect(card, number)
                        self.answer()
                        if activated:
                            return True
        return False

    def is_allowed(self, kind: Kind, index: int, number: int) -> bool:
        effect = kind.effects[number].effect
        tags = self.tags_in(effect.script)
        return (
            not (effect.flags.once and (index, number) in self.spent)
            and not (effect.flags.first and self.used)
            and not any(tag in tags or tag + "!" in tags for tag in self.forbidden)
        )

    def tags_in(self, script: tree.Script) -> set[str]:
        """The tags that a script and the functions it calls carry."""
        tags = {node.text for node in walk(script) if isinstance(node, tree.Tag)}
        called = {node.head for node in walk(script) if isinstance(node, tree.Call)}
        functions = (self.functions[name] for name in called if name in self.functions)
        return tags.union(*(self.tags_in(function.script) for function in functions))

    def try_effect(self, card: Card, number: int, happening: Happening | None = None) -> bool:
        execution = Execution(card, happening)
        effect = self.deck.kinds[card.kind].effects[number].effect
        failed = True
        try:
            ended = self.script(effect.script, execution)
            if (
                happening is not None
                and ended
                and not any(isinstance(one, tree.Activate) for one in effect.script.statements)
            ):
                self.activate(execution)
            failed = False
        finally:
            if execution.activated:
                self.spent.add((card.kind, number))
                self.activations.append((card.kind, number))
                self.used += 1
        if execution.activated and self.used >= self.deck.settings.limits.activations and not failed:
            raise RunTimeError("Y305")
        return execution.activated

    def activate(self, execution: Execution) -> None:
        assert execution.card is not None
        if not execution.activated:
            self.queue.append(Happening("activate", cards=(execution.card,)))
        execution.activated = True

    # Judging ------------------------------------------------------------------------------------

    def combo(self, combo: Combo) -> int:
        if combo.condition is not None and not self.guarded_number(combo.condition.number):
            return 0
        for zone, wants in combo.wants:
            if not self.holds(zone, wants):
                return 0
        if isinstance(combo.score, int):
            return combo.score
        return self.guarded_number(combo.score.number) or 0

    def guarded_number(self, number: tree.Expression) -> int | None:
        """The value of a condition, score or stat; None after a run-time error."""
        try:
            return self.number(number, Execution())
        except RunTimeError as error:
            self.notices.append(str(error))
            return None

    def holds(self, zone: str, wants: Sequence[Want]) -> bool:
        cards = list(self.zones[zone])
        slots: list[list[Card]] = []
        for want in wants:
            fitting = [card for card in cards if want.kinds >> card.kind & 1]
            if want.most is not None and not want.least <= len(fitting) <= want.most:
                return False
            slots += [fitting] * want.least
        return first_fit(slots) if self.topic.match == "first" else self.assign(slots, set())

    def assign(self, slots: list[list[Card]], used: set[Card]) -> bool:
        if not slots:
            return True
        return any(card not in used and self.assign(slots[1:], used | {card}) for card in slots[0])

    # Scripts ------------------------------------------------------------------------------------

    def script(self, script: tree.Script, execution: Execution) -> bool:
        """Run a program; whether it came to its end."""
        for statement in script.statements:
            match statement:
                case tree.Activate():
                    if execution.card is not None:  # a header or a main program activates nothing
                        self.activate(execution)
                case tree.Guard(condition, negated):
                    if (self.number(condition, execution) != 0) == negated:
                        return False
                case _:
                    self.value(statement, execution)
        return True

    def function(self, function: tree.Function, arguments: list[int], caller: Execution) -> int | None:
        """What a function of the deck gives: its last statement's number, or 0."""
        self.step()
        parameters = dict(zip(function.parameters, arguments, strict=True))
        execution = Execution(caller.card, caller.event, parameters)
        value: int | None = 0
        for statement in function.script.statements:
            match statement:
                case tree.Activate():
                    pass
                case tree.Guard(condition, negated):
                    if (self.number(condition, execution) != 0) == negated:
                        return 0
                case _:
                    value = self.value(statement, execution)
        return value

    def variables(self, name: str, execution: Execution) -> dict[str, int]:
        """Where a variable of that name is kept."""
        if name in execution.parameters:
            return execution.parameters
        return execution.letters if len(name) == 1 else self.words

    def number(self, expression: tree.Expression, execution: Execution) -> int:
        value = self.value(expression, execution)
        assert isinstance(value, int)
        return value

    def value(self, expression: tree.Expression, execution: Execution) -> int | None:
        match expression:
            case tree.Number(value):
                return value
            case tree.Variable(name):
                if execution.in_filter is not None:
                    card, zone = execution.in_filter
                    if name == "copies":
                        return sum(one.kind == card.kind for one in self.zones[zone])
                    if name in self.deck.vocabulary.properties:
                        return self.property(name, card)
                return self.variables(name, execution)[name]
            case tree.Size(cards):
                return len(self.cards(cards, execution)[1])
            case tree.Call():
                return self.call(expression, execution)
            case _:
                return None

    def call(self, call: tree.Call, execution: Execution) -> int | None:
        arguments = call.arguments
        match call.head:
            case "if":
                if self.number(arguments[0], execution):
                    return self.value(arguments[1], execution)
                return self.value(arguments[2], execution) if len(arguments) > 2 else None
            case "block":
                return [self.value(argument, execution) for argument in arguments][-1]
            case "=":
                name = arguments[0]
                assert isinstance(name, tree.Variable)
                value = self.number(arguments[1], execution)
                self.variables(name.name, execution)[name.name] = value
                return None
            case "while":
                while self.number(arguments[0], execution):
                    self.step()
                    for argument in arguments[1:]:
                        self.value(argument, execution)
                return None
            case "repeat":
                for _ in range(self.number(arguments[0], execution)):
                    self.step()
                    for argument in arguments[1:]:
                        self.value(argument, execution)
                return None
            case "stop":
                self.words["outcome"] = self.number(arguments[0], execution)
                raise Stopped
            case "on":
                word, *rest = arguments
                assert isinstance(word, tree.Word | tree.Variable)
                options: dict[str, int] = {}
                bodies = []
                for one in rest:
                    if isinstance(one, tree.Call) and one.head in ("times", "for"):
                        options[one.head] = self.number(one.arguments[0], execution)
                    else:
                        bodies.append(one)
                event = read_event(word.text if isinstance(word, tree.Word) else word.name)
                last = self.turn - 1 + options.get("for", FOREVER)
                self.install(event, bodies, execution, options.get("times", FOREVER), last)
                return None
            case "after":
                turns = max(self.number(arguments[0], execution), 1)
                self.install(None, arguments[1:], execution, 1, self.turn + turns)
                return None
            case "sum" | "high" | "low":
                name = arguments[1]
                assert isinstance(name, tree.Word | tree.Variable)
                prop = name.text if isinstance(name, tree.Word) else name.name
                values = [self.property(prop, card) for card in self.set_of(arguments[0], execution)[1]]
                if call.head == "sum":
                    return checked(sum(values))
                return (max if call.head == "high" else min)(values, default=0)
            case "#" | "##":
                to = arguments[1]
                assert isinstance(to, tree.CardSet)
                drawn = any(isinstance(tag, tree.Tag) and tag.text == "draw" for tag in arguments[2:])
                return self.move(arguments[0], to.zone, call.head == "##", execution, drawn)
            case "shuffle":
                zone = arguments[0]
                assert isinstance(zone, tree.CardSet)
                letter = self.zone(zone.zone, execution)
                self.zones[letter] = self.chance.permuted(self.zones[letter])
                return None
            case "!":
                word = arguments[0]
                match word:
                    case tree.String(text) | tree.Word(text) | tree.Variable(text):
                        self.forbidden.add(text)
                return None
            case "print":
                for argument in arguments:
                    if isinstance(argument, tree.CardSet) or (
                        is_it(argument) and execution.event is not None
                    ):
                        self.set_of(argument, execution)
                    else:
                        self.value(argument, execution)
                return None
            case "muldiv":
                a, b, c = (self.number(argument, execution) for argument in arguments[:3])
                mode = arguments[3]
                assert isinstance(mode, tree.Variable)
                return checked(divided(a * b, c, mode.name))
            case "rand":
                low, high = (self.number(argument, execution) for argument in arguments)
                if low > high:
                    raise RunTimeError("Y304")
                if high - low > 1000:
                    raise TooMany
                return low + self.chance.choose([1] * (high - low + 1))
            case head if head in self.functions:
                values = [self.number(argument, execution) for argument in arguments]
                return self.function(self.functions[head], values, execution)
            case head:
                return calculated(head, [self.number(argument, execution) for argument in arguments])

    # Cards --------------------------------------------------------------------------------------

    def zone(self, letter: str, execution: Execution) -> str:
        """The zone of that letter; ``X`` is the one that holds the card."""
        if letter != "X":
            return letter
        return next(zone for zone, cards in self.zones.items() if execution.card in cards)

    def install(
        self,
        event: tree.Event | None,
        bodies: Sequence[tree.Expression],
        execution: Execution,
        uses: int,
        last: int,
    ) -> None:
        if uses <= 0 or last < self.turn:
            return
        if len(self.installed) >= MOST_INSTALLED:
            raise RunTimeError("Y307")
        self.installed.append(Installed(event, bodies, execution.card, uses, last, len(self.queue)))

    def property(self, name: str, card: Card) -> int:
        return self.deck.vocabulary.property_values(name).get(card.kind, 0)

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

    def cards(self, written: tree.CardSet, execution: Execution) -> tuple[str, list[Card]]:
        if written.zone == "it":
            zone, cards = self.event_cards(execution)
            for filter_ in written.filters:
                cards = self.filtered(filter_, cards, execution, zone)
            return zone, cards
        zone = self.zone(written.zone, execution)
        cards = list(self.zones[zone])
        if written.zone == "X":
            assert execution.card is not None
            cards = [execution.card]
        for filter_ in written.filters:
            cards = self.filtered(filter_, cards, execution, zone)
        return zone, cards

    def filtered(
        self, filter_: tree.Filter, cards: list[Card], execution: Execution, zone: str
    ) -> list[Card]:
        kinds = self.deck.kinds
        match filter_:
            case tree.Not(rejected):
                kept = self.filtered(rejected, cards, execution, zone)
                return [card for card in cards if card not in kept]
            case tree.ByName(name):
                known = any(kind.name == name for kind in kinds)
                if not known and name in self.deck.vocabulary.aliases:
                    return [card for card in cards if self.deck.vocabulary.aliases[name] >> card.kind & 1]
                return [card for card in cards if kinds[card.kind].name == name]
            case tree.ByAttribute(attribute):
                return [card for card in cards if attribute in kinds[card.kind].attributes]
            case tree.ByPattern(pattern):
                return [
                    card for card in cards if any(fits(pattern, one) for one in kinds[card.kind].attributes)
                ]
            case tree.Limit(end, amount):
                wanted = min(max(self.number(amount, execution), 0), len(cards))
                if end == "last":
                    return cards[len(cards) - wanted :]
                if end == "random":
                    ways = list(combinations(cards, wanted))
                    return list(ways[self.chance.choose([1] * len(ways))])
                return cards[:wanted]
            case tree.Where(condition):
                outside = execution.in_filter
                keeps: dict[int, bool] = {}  # by kind: worked out once, in the order of the deck
                for card in sorted(cards, key=lambda card: card.kind):
                    if card.kind not in keeps:
                        execution.in_filter = card, zone
                        keeps[card.kind] = self.number(condition, execution) != 0
                execution.in_filter = outside
                return [card for card in cards if keeps[card.kind]]
            case _:
                raise AssertionError(f"a filter this interpreter does not know: {filter_}")

    def move(self, written: tree.Expression, to: str, front: bool, execution: Execution, drawn: bool) -> None:
        origin, cards = self.set_of(written, execution)
        self.move_cards(origin, cards, self.zone(to, execution), front, drawn)

    def move_cards(self, origin: str, cards: list[Card], to: str, front: bool, drawn: bool) -> None:
        if not cards:
            self.notices.append("Y301")
        if cards and origin in self.zones:
            self.zones[origin] = [card for card in self.zones[origin] if card not in cards]
        self.zones[to] = cards + self.zones[to] if front else self.zones[to] + cards
        if origin != to:
            self.left.update(cards)
            self.queue += [Happening("move", origin, to, (card,)) for card in cards]
            if drawn and cards:
                self.queue.append(Happening("draw", "", to, tuple(cards)))


def first_fit(slots: Sequence[Sequence[Card]]) -> bool:
    """Whether each slot finds a card when they take their first unused one, one after another."""
    used: set[Card] = set()
    for fitting in slots:
        card = next((card for card in fitting if card not in used), None)
        if card is None:
            return False
        used.add(card)
    return True


def checked(value: int) -> int:
    if not LEAST <= value <= GREATEST:
        raise RunTimeError("Y303")
    return value


def divided(a: int, b: int, rounding: str) -> int:
    if b == 0:
        raise RunTimeError("Y302")
    exact = Fraction(a, b)
    if rounding == "up":
        return ceil(exact)
    if rounding == "down":
        return floor(exact)
    if rounding == "near":
        return floor(abs(exact) + Fraction(1, 2)) * (1 if exact >= 0 else -1)
    return int(exact)  # toward zero


def calculated(head: str, numbers: list[int]) -> int:
    """The value of a form that takes numbers and gives one."""
    a, *others = numbers
    match head:
        case "+":
            for b in others:
                a = checked(a + b)
            return a
        case "*":
            for b in others:
                a = checked(a * b)
            return a
        case "-":
            return checked(a - others[0] if others else -a)
        case "/":
            return checked(divided(a, others[0], "toward zero"))
        case "%":
            return a - others[0] * divided(a, others[0], "toward zero")
        case ">":
            return int(a > others[0])
        case ">=":
            return int(a >= others[0])
        case "<":
            return int(a < others[0])
        case "<=":
            return int(a <= others[0])
        case "==":
            return int(a == others[0])
        case "!=":
            return int(a != others[0])
        case "and":
            return int(all(numbers))
        case "or":
            return int(any(numbers))
        case "not":
            return int(not a)
        case "min":
            return min(numbers)
        case "max":
            return max(numbers)
        case "abs":
            return checked(abs(a))
        case _:
            raise AssertionError(f"a form this interpreter does not know: {head}")


def fits(pattern: str, text: str) -> bool:
    """Whether a text fits a pattern of ``*`` and ``?``."""
    if not pattern:
        return not text
    if pattern[0] == "*":
        return any(fits(pattern[1:], text[start:]) for start in range(len(text) + 1))
    return bool(text) and pattern[0] in ("?", text[0]) and fits(pattern[1:], text[1:])


def every_trial(deck: Deck, topic: Topic, most: int) -> Iterator[tuple[Fraction, Result]]:
    """All ways a trial can go, each with its probability; raises TooMany beyond ``most``."""
    made: list[int] | None = []
    for _ in range(most):
        chance = Chance(made)
        result = Trial(deck, topic, chance).run()
        yield chance.probability(), result
        made = chance.next()
        if made is None:
            return
    raise TooMany


def law(deck: Deck, topic: Topic, most: int = 200_000) -> dict[tuple[object, ...], Fraction]:
    """The exact distribution of (combos, score, stats, where the cards lie)."""
    distribution: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
    for probability, result in every_trial(deck, topic, most):
        distribution[result.key()] += probability
    assert sum(distribution.values()) == 1
    return distribution
