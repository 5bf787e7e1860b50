"""Lowering a deal: the scripts of the seats, and the topic's script that runs them part by part.

What comes in: a deck with seats.  What goes out: a function for each script of a seat (for what depends on
whom it is about, one for each of those), and for each topic its script ``deal``, whose parts the runtime asks
for (``deal.h``).  ``me`` and ``who`` are numbers by then, and what is known to do nothing is not called.

Functions are numbered when something calls them, and built when everything else is: draws anywhere in the
deck call the seats' hooks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from math import prod
from typing import Protocol

from yisp_runtime.codes import HAND, MOST_COMBINATIONS, MOST_WORLDS, PART_BEFORE, PART_DRAW

from ...deck.model import Deck, Exit, NumberText, ScriptText, Seat, Topic
from ...lang import tree
from ...lang.checking.seats import ME, NOBODY, TRY, WHO, WORLD
from ...lang.diagnostics import Place, Text
from ...lang.forms import FORMS, Kind
from ...lang.walk import walk, walk_calls
from ...structs import dataclass
from .. import nodes
from ..operators import Asked, Claimed, Operator, Role
from . import values
from .blocks import name_of
from .builder import FunctionBuilder
from .operands import CardFilter, Cards
from .presence import plan_of
from .tables import ProgramTables
from .values import Value, constant

SAFE = ("and", "or", "not", "==", "!=", "<", ">", "<=", ">=", "copies")
"""Forms that end in no run-time error."""

DEAL = "deal"
"""Where a site stands that is nobody's."""

BEFORE, DRAW = constant(PART_BEFORE), constant(PART_DRAW)


class Lowering(Protocol):
    """What walks trees and builds functions: ``deck``."""

    builder: FunctionBuilder
    me: int | None
    who: int | None

    def begin(self, where: str, name: str, text: Text, parameters: dict[str, str]) -> None: ...
    def finish(self, name: str, role: Role, parameters: tuple[str, ...] = ()) -> nodes.Function: ...
    def statements(self, script: tree.Script) -> Value | None: ...
    def number(self, expression: tree.Expression) -> Value: ...
    def kept(self, condition: tree.Expression) -> CardFilter: ...
    def certain(self, condition: tree.Expression) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Part:
    """A script of a seat that is to be a function, or the claims that it makes."""

    key: str
    seat: int
    written: ScriptText | NumberText | None
    who: int | None


class Dealer:
    """Lowers the deal of a deck with seats."""

    def __init__(self, lowering: Lowering, deck: Deck, tables: ProgramTables) -> None:
        self.lowering = lowering
        self.deck = deck
        self.tables = tables
        self.first = len(deck.functions)
        self._numbers: dict[tuple[str, int, int, int | None], int] = {}  # of functions, by what they are of
        self._parts: list[Part] = []
        self._topic: Topic  # whose script is being made
        self._accepted: set[tuple[int, int]] = set()  # who accepts whose hand whatever it is
        tables.hooked = self.hooks

    # Functions ----------------------------------------------------------------------------------

    def hooks(self, exit: str, who: int) -> Sequence[int]:
        """The functions that run before a card leaves by an exit for seat ``who``."""
        found = (
            self._function("on-draw", number, seat.on_draw.get(exit), who) for number, seat in self._seats
        )
        return [one for one in found if one is not None]

    def functions(self) -> list[nodes.Function]:
        """All that were asked for, in the order of their numbers."""
        built: list[nodes.Function] = []
        while len(built) < len(self._parts):
            built.append(self._built(self._parts[len(built)], f"function_{self.first + len(built)}"))
        return built

    @property
    def _seats(self) -> list[tuple[int, Seat]]:
        return list(enumerate(self.deck.seats))

    def _function(
        self, key: str, seat: int, written: ScriptText | NumberText | None, who: int | None = None
    ) -> int | None:
        """The number of the function of a seat's script; None where there is none, or it does nothing."""
        if written is None:
            return None
        tree_ = written.number if isinstance(written, NumberText) else written.script
        if who is not None and not _mentions_who(tree_):
            who = None
        if isinstance(written, ScriptText) and self._leaves_at_once(written.script, seat, who):
            return None
        return self._numbered(Part(key, seat, written, who))

    def _numbered(self, part: Part) -> int:
        place = part.key, part.seat, id(part.written), part.who
        if place not in self._numbers:
            self._numbers[place] = self.first + len(self._parts)
            self._parts.append(part)
        return self._numbers[place]

    def _leaves_at_once(self, script: tree.Script, me: int, who: int | None) -> bool:
        """Whether a guard at its beginning never holds."""
        seats = {ME: None if me == NOBODY else me, WHO: who}
        known = {name: constant(seat) for name, seat in seats.items() if seat is not None}
        for statement in script.statements:
            if not isinstance(statement, tree.Guard):
                break
            with self.lowering.builder.bound(known.get):
                held = self.lowering.certain(statement.condition)
            if held is None or (held != 0) == statement.negated:
                return held is not None  # behind a guard that is not known, anything may have happened
        return False

    def _built(self, part: Part, name: str) -> nodes.Function:
        lowering, seat = self.lowering, None if part.seat == NOBODY else self.deck.seats[part.seat]
        lowering.me, lowering.who = None if seat is None else part.seat, part.who
        whose = part.key if seat is None else f"{seat.name!a}, {part.key}"
        about = "" if part.who is None else f", about {part.who}"
        self.tables.dealt_notes[name] = [whose + about]
        if part.written is not None:
            self.tables.dealt_notes[name].append(repr(part.written.text.text))
        parameters = {TRY: "p1"} if part.key == "accept" else {WORLD: "p1"} if part.key == "claims" else {}
        if part.written is None:
            assert seat is not None
            self._build_claims(part.seat, seat, parameters)
        else:
            lowering.begin(part.key, part.key if seat is None else seat.name, part.written.text, parameters)
            if isinstance(part.written, NumberText):
                value = lowering.number(part.written.number)
                lowering.builder.emit(nodes.Give(value.expression))
            else:
                taking = part.key in ("raid", "beg")
                self.tables.filled = [self._hand(seat) for seat, _ in self._seats] if taking else ()
                lowering.statements(part.written.script)
                self.tables.filled = ()
        lowering.me = lowering.who = None
        return lowering.finish(name, Role.FUNCTION, tuple(parameters.values()))

    def _build_claims(self, number: int, seat: Seat, parameters: dict[str, str]) -> None:
        """What the seat claims in a world: sets of cards of those kinds, wherever they are."""
        assert seat.bargain is not None
        self.lowering.begin("claim", seat.name, _Nowhere(seat.bargain.place), parameters)
        builder = self.lowering.builder
        for sort, claim in seat.bargain.claims.items():
            self.tables.enter_program("claim", seat.name, None, claim.text)
            self.tables.enter_statement(None, claim.number.span)
            builder.choose_meant(Cards(HAND, (self.lowering.kept(claim.number),)))
            builder.emit(nodes.Claim(number, builder.read(WORLD).expression, Claimed(sort)))

    # The topic's script ---------------------------------------------------------------------------

    def script(self, name: str, topic: Topic) -> nodes.Function:
        """The script ``deal`` of a topic."""
        self._accepted = {
            (number, who)
            for number, seat in self._seats
            for who, _ in self._seats
            if seat.accept is not None and self._accepts(number, who)
        }
        alone = self._alone(topic) if topic.joint else None
        self._topic = topic
        self.lowering.begin(DEAL, topic.name, _Nowhere(self.deck.seats[0].place), {})
        self._enter_topic()
        if self.tables.deal_site is None:
            self.tables.deal_site = self.tables.site("Y306")
        self._when(BEFORE, self._before)
        hands = list(range(len(self.deck.seats)))
        parts = [hands] if topic.joint else [[who] for who in hands]
        for number, some in enumerate(parts):
            self._when(constant(number), partial(self._hands, some, alone))
        if topic.turns > 1 and topic.draw:
            self._when(DRAW, lambda: self.lowering.builder.draw_for_turn(topic.draw))
        return self.lowering.finish(name, Role.SCRIPT)

    def _enter_topic(self) -> None:
        """What happens from here on is nobody's script: it stands where the first seat does."""
        self.tables.enter_program(DEAL, self._topic.name, None, _Nowhere(self.deck.seats[0].place))
        self.tables.enter_statement(None, (0, 0))

    def _when(self, part: Value, body: Callable[[], None]) -> None:
        builder = self.lowering.builder
        asked = Value(nodes.Dealt(Asked.PART), PART_DRAW, len(self.deck.seats))
        builder.branch(builder.compare("==", asked, part), body, None)

    def _run(self, key: str, seat: int, written: ScriptText | None, who: int | None = None) -> None:
        function = self._function(key, seat, written, who)
        if function is not None:
            self.lowering.builder.call(function, [], False)

    def _before(self) -> None:
        """Raid, bargain, reveal and beg."""
        builder = self.lowering.builder
        bargaining = [(number, seat) for number, seat in self._seats if seat.bargain is not None]
        for number, _ in bargaining:
            builder.assign(plan_of(number), constant(-1))
        for number, seat in sorted(self._seats, key=lambda one: not one[1].raids_first):
            self._run("raid", number, seat.raid)
        if bargaining:
            self._bargain(bargaining)
        for number, seat in bargaining:
            assert seat.bargain is not None
            self._run("told", number, seat.bargain.told)
        if self.deck.dealing.reveal is not None:
            self._run("reveal", NOBODY, self.deck.dealing.reveal)
        for number, seat in self._seats:
            if self._function("beg", number, seat.beg) is not None:
                if bargaining:
                    builder.emit(nodes.Withhold(number))
                self._run("beg", number, seat.beg)

    def _bargain(self, bargaining: Sequence[tuple[int, Seat]]) -> None:
        builder = self.lowering.builder

        def claim() -> None:
            combinations = constant(1)
            for number, seat in bargaining:
                worlds = self._claim(number, seat)
                worlds = builder.maximum(worlds, constant(1))  # who brings none does not count
                combinations = self._bounded(builder.multiply(combinations, worlds), MOST_COMBINATIONS)

        properties = self.deck.vocabulary.properties
        known = [self._worlds(number, seat) for number, seat in bargaining]
        if all(_is_lasting(seat, properties) for _, seat in bargaining) and _can_be_settled(known):
            claimed = Value(nodes.Dealt(Asked.CLAIMED), 0, 1)
            builder.branch(values.is_zero(claimed), claim, None)
        else:
            claim()
        self._enter_topic()
        builder.emit(nodes.Bargain())
        for number, _ in bargaining:
            world = Value(nodes.Dealt(Asked.PLAN, number), -1, self.tables.worlds[number] - 1)
            builder.assign(plan_of(number), world)

    def _worlds(self, number: int, seat: Seat) -> int | None:
        """How many worlds a seat brings, if that is known."""
        assert seat.bargain is not None and seat.bargain.worlds is not None
        with self.lowering.builder.bound({ME: constant(number)}.get):
            return self.lowering.certain(seat.bargain.worlds.number)

    def _bounded(self, number: Value, most: int) -> Value:
        """The number; play ends where it is more than that many."""
        builder = self.lowering.builder
        number = builder.stable(number)
        builder.fail_if(values.compare(Operator.GREATER, number, constant(most)), "Y313")
        return builder.stable(builder.minimum(number, constant(most)))

    def _claim(self, number: int, seat: Seat) -> Value:
        """All worlds of a seat, one after another; how many they are."""
        assert seat.bargain is not None and seat.bargain.worlds is not None
        builder, lowering, written = self.lowering.builder, self.lowering, seat.bargain.worlds
        self.tables.enter_program("worlds", seat.name, None, written.text)
        self.tables.enter_statement(None, written.number.span)
        lowering.me = number
        with builder.bound({ME: constant(number)}.get):
            worlds = lowering.number(written.number)
        lowering.me = None
        worlds = self._bounded(builder.maximum(worlds, constant(0)), MOST_WORLDS)
        builder.emit(nodes.BeginClaims(number, worlds.expression))
        if not seat.bargain.claims:
            return worlds
        function = self._numbered(Part("claims", number, None, None))
        left = builder.held(worlds)

        def one_world() -> None:
            fewer = builder.subtract(left, constant(1))
            builder.emit(nodes.Let(name_of(left), fewer.expression))
            builder.call(function, [left], False)

        builder.loop(lambda: builder.compare(">", left, constant(0)), one_world)
        return worlds

    def _hands(self, some: Sequence[int], alone: int | None) -> None:
        """Fill these hands, and ask who refuses any."""
        if alone is not None:
            self._hands_behind(some, alone)
            return
        for who in some:
            self._fill(who)
        for number, seat in self._seats:  # whoever is first in order has refused, whosever hand it was
            for who in some:
                self._ask(number, seat, who)

    def _hands_behind(self, some: Sequence[int], alone: int) -> None:
        """The same where one seat alone refuses, and its own hand only: the others' are filled behind it, and
        not at all where it is refused.  (An enumeration does not stop: patience is weighed later.)"""
        self._fill(alone)
        self._ask(alone, self.deck.seats[alone], alone)

        def fill_others() -> None:
            for who in some:
                if who != alone:
                    self._fill(who)

        refused = Value(nodes.Dealt(Asked.REFUSED), 0, 1)
        self.lowering.builder.branch(values.is_zero(refused), fill_others, None)

    def _fill(self, who: int) -> None:
        """Fill a hand."""
        builder, hand = self.lowering.builder, self._hand(who)
        held = Value(nodes.Size(hand), 0, self.tables.size)
        missing = builder.stable(builder.subtract(constant(self.tables.hand), held))
        builder.emit(nodes.BeginFilling(missing.expression))
        for number, seat in self._seats:
            self._run("on-deal", number, seat.on_deal, who)
        if self.tables.hand:
            more = builder.compare(">", missing, constant(0))
            builder.branch(more, lambda: builder.fill(missing, hand), None)
        builder.emit(nodes.EndFilling())

    def _alone(self, topic: Topic) -> int | None:
        """The seat whose hand can be filled first, since nobody else refuses any, and it no other than its
        own; None where there is none, or the order of hands could matter.

        Why it does not: nothing was done to the stock, or to the places of the first exit, before the hands,
        which it can fill.  So whichever cards its places have, the hands are as likely as with each other's
        cards; and what is refused depends on one of them alone.
        """
        seats = self.deck.seats
        refusing = [number for number, seat in self._seats if seat.accept is not None]
        needed = len(seats) * self.tables.hand
        if len(refusing) != 1 or topic.start.deck_top or topic.start.hand or topic.start.zones:
            return None
        if any(seat.raid or seat.bargain or seat.beg or seat.on_deal for seat in seats):
            return None
        most, *others = (self._gives(one, topic) for one in self.deck.exits)
        left = self.tables.size - sum(one or 0 for one in others)
        if None in others or most is None or needed > min(most, left):
            return None
        if self.deck.dealing.reveal is not None and not self._leaves_first_exit(self.deck.dealing.reveal):
            return None
        return refusing[0] if self._looks_at_own_hand(refusing[0]) else None

    def _gives(self, exit: Exit, topic: Topic) -> int | None:
        """How many cards an exit gives before anything has happened, where that is known."""
        if isinstance(exit.gives, int):
            return exit.gives
        set_ = {*self.deck.parameters, *(name for name, _, _ in topic.start.variables)}
        statements = exit.gives.function.script.statements
        if len(statements) != 1 or isinstance(statements[0], tree.Activate | tree.Guard):
            return None
        if any(isinstance(node, tree.CardSet) for node in walk(exit.gives.function.script)):
            return None
        with self.lowering.builder.bound(lambda name: None if name in set_ else constant(0)):
            return self.lowering.certain(statements[0])

    def _leaves_first_exit(self, reveal: ScriptText) -> bool:
        """Whether a script turns up cards of other exits, and does no more to the wall, or to variables."""
        if any(seat.on_draw for seat in self.deck.seats):
            return False  # what they light may lie anywhere
        functions = {one.function.name: one.function.script for one in self.deck.functions}
        for node in walk_calls(reveal.script, functions):
            match node:
                case tree.Call("draw", _, (tree.Variable(name) | tree.Word(name), *_)):
                    if name == self.deck.exits[0].name:
                        return False
                case tree.Call("#" | "##" | "shuffle" | "light" | "collapse" | "on" | "after"):
                    return False
                case tree.Call(head) if _assigns(head):
                    return False
        return True

    def _looks_at_own_hand(self, me: int) -> bool:
        """Whether a seat accepts the hands of all others whatever they are, and looks at its own alone."""
        accept = self.deck.seats[me].accept
        assert accept is not None
        for node in walk(accept.number):
            match node:
                case tree.CardSet(zone) if zone not in ("H", f"H:{me}", f"H:{ME}", f"H:{WHO}"):
                    return False
                case tree.Call(head) if head not in FORMS or head in ("remain", "plan"):
                    return False
        return all((me, who) in self._accepted for who, _ in self._seats if who != me)

    def _accepts(self, me: int, who: int) -> bool:
        """Whether a seat accepts the hand of ``who`` whatever it is, and without a run-time error."""
        accept, lowering = self.deck.seats[me].accept, self.lowering
        assert accept is not None
        if any(isinstance(node, tree.Call) and node.head not in SAFE for node in walk(accept.number)):
            return False
        outside, lowering.me, lowering.who = lowering.builder, me, who
        lowering.begin("accept", self.deck.seats[me].name, accept.text, {TRY: "p1"})
        accepts = self._holds(accept.number)
        lowering.builder, lowering.me, lowering.who = outside, None, None
        return accepts

    def _holds(self, condition: tree.Expression) -> bool:
        """Whether a condition holds whatever happens."""
        match condition:
            case tree.Call("or", _, arguments):
                return any(map(self._holds, arguments))
            case tree.Call("and", _, arguments):
                return all(map(self._holds, arguments))
            case _:
                return bool(self.lowering.certain(condition))

    def _ask(self, number: int, seat: Seat, who: int) -> None:
        """Let the seat accept the hand of ``who``, if its veto still counts."""
        if (number, who) in self._accepted:
            return
        function = self._function("accept", number, seat.accept, who)
        if function is None:
            return
        builder = self.lowering.builder

        def ask() -> None:
            tries = Value(nodes.Dealt(Asked.TRIES), 0)
            accepts = builder.call(function, [tries], True)
            assert accepts is not None
            builder.emit(nodes.Veto(number, accepts.expression))

        builder.branch(Value(nodes.Dealt(Asked.ASKS, number), 0, 1), ask, None)

    def _hand(self, seat: int) -> int:
        return self.tables.zone(f"H:{seat}")


def draw_script(lowering: Lowering, name: str, topic: Topic) -> nodes.Function:
    """The script ``deal`` of a topic without seats: the draw at the start of a later turn, from a wall of
    which a script says how many cards it gives."""
    lowering.begin("topic", topic.name, _Nowhere(topic.place), {})
    lowering.builder.draw_for_turn(topic.draw)
    return lowering.finish(name, Role.SCRIPT)


def _assigns(head: str) -> bool:
    """Whether a form of that name gives a variable a value."""
    return head in FORMS and any(one.kind is Kind.VARIABLE for one in FORMS[head].arguments)


def _mentions_who(root: tree.Script | tree.Expression) -> bool:
    return any(
        (isinstance(node, tree.Variable) and node.name == WHO)
        or (isinstance(node, tree.CardSet) and node.zone.endswith(f":{WHO}"))
        for node in walk(root)
    )


def _can_be_settled(worlds: Sequence[int | None]) -> bool:
    """Whether so many worlds by seat are certain to be no more than a bargain goes through."""
    if any(brought is None or brought > MOST_WORLDS for brought in worlds):
        return False
    return prod(max(brought or 0, 1) for brought in worlds) <= MOST_COMBINATIONS


def _is_lasting(seat: Seat, properties: Collection[str]) -> bool:
    """Whether what the seat claims reads no variable and calls nobody who might, so that it is the same in
    each trial."""
    assert seat.bargain is not None
    written = [*seat.bargain.claims.values(), seat.bargain.worlds]
    for node in (node for one in written if one is not None for node in walk(one.number)):
        match node:
            case tree.Variable(name) if name not in (ME, WORLD, *properties):
                return False
            case tree.Call(head) if head not in FORMS:
                return False
    return True


@dataclass(slots=True)
class _Nowhere:
    """The text of a script that nobody has written."""

    where: Place
    text: str = ""

    def place(self, start: int, end: int) -> Place:
        return self.where
