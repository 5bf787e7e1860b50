"""Lowering a deal: the scripts of the seats, and the topic's script that runs them part by part.

What comes in: a deck with seats.  What goes out: a function for each script of a seat (for what depends on
whom it is about, one for each of those), and for each topic its script ``deal``, whose parts the runtime asks
for (``deal.h``).  ``me`` and ``who`` are numbers by then, and what is known to do nothing is not called.

Functions are numbered when something calls them, and built when everything else is: draws anywhere in the
deck call the seats' hooks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from yisp_runtime.codes import HAND, PART_BEFORE, PART_DRAW

from ...deck.model import Deck, NumberText, ScriptText, Seat, Topic
from ...lang import tree
from ...lang.diagnostics import Place, Text
from ...lang.forms import FORMS
from ...lang.seats import ME, TRY, WHO, WORLD
from ...lang.walk import walk
from .. import nodes
from ..operators import Asked, Claimed, Role
from . import values
from .builder import FunctionBuilder
from .operands import CardFilter, Cards
from .presence import MOST_WORLDS, plan_of
from .tables import ProgramTables
from .values import Value, constant

NOBODY = -1
"""Whom a card is for that goes to no seat."""

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
        lowering = self.lowering
        outside = lowering.me, lowering.who
        lowering.me, lowering.who = None if me == NOBODY else me, who
        leaves = False
        for statement in script.statements:
            if not isinstance(statement, tree.Guard):
                break
            held = lowering.certain(statement.condition)
            leaves = leaves or (held is not None and (held != 0) == statement.negated)
        lowering.me, lowering.who = outside
        return leaves

    def _built(self, part: Part, name: str) -> nodes.Function:
        lowering, seat = self.lowering, self.deck.seats[part.seat]
        lowering.me, lowering.who = None if part.seat == NOBODY else part.seat, part.who
        parameters = {TRY: "p1"} if part.key == "accept" else {WORLD: "p1"} if part.key == "claims" else {}
        if part.key == "claims":
            self._build_claims(part.seat, seat, parameters)
        else:
            assert part.written is not None
            name_ = seat.name if lowering.me is not None else part.key
            lowering.begin(part.key, name_, part.written.text, parameters)
            if isinstance(part.written, NumberText):
                value = lowering.number(part.written.number)
                lowering.builder.emit(nodes.Give(value.expression))
            else:
                taking = part.key in ("raid", "beg")
                self.tables.filled = self._hand(part.seat) if taking else None
                lowering.statements(part.written.script)
                self.tables.filled = None
        lowering.me = lowering.who = None
        return lowering.finish(name, Role.FUNCTION, tuple(parameters.values()))

    def _build_claims(self, number: int, seat: Seat, parameters: dict[str, str]) -> None:
        """What the seat claims in a world: sets of cards of those kinds, wherever they are."""
        assert seat.bargain is not None
        for sort, claim in seat.bargain.claims.items():
            if sort == next(iter(seat.bargain.claims)):
                self.lowering.begin("bargain", seat.name, claim.text, parameters)
            builder = self.lowering.builder
            step = self.lowering.kept(claim.number)
            builder.choose_meant(Cards(HAND, (step,)))
            builder.emit(nodes.Claim(number, builder.read(WORLD).expression, Claimed(sort)))

    # The topic's script ---------------------------------------------------------------------------

    def script(self, name: str, topic: Topic) -> nodes.Function:
        """The script ``deal`` of a topic."""
        first = self.deck.seats[0]
        self.lowering.begin("deal", topic.name, _Nowhere(first.place), {})
        self.tables.enter_statement(None, (0, 0))
        if self.tables.deal_site is None:
            self.tables.deal_site = self.tables.site("Y306")
        self._when(BEFORE, self._before)
        hands = list(range(len(self.deck.seats)))
        parts = [hands] if topic.joint else [[who] for who in hands]
        for number, some in enumerate(parts):
            self._when(constant(number), lambda some=some: self._hands(some))  # type: ignore[misc]
        if topic.turns > 1 and topic.draw:
            self._when(DRAW, lambda: self.lowering.builder.draw_first(topic.draw, HAND))
        return self.lowering.finish(name, Role.SCRIPT)

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
            for number, seat in bargaining:
                self._claim(number, seat)

        properties = self.deck.vocabulary.properties
        if all(
            _is_lasting(seat, properties) for _, seat in bargaining
        ):  # what they claim is the same in each trial
            known = Value(nodes.Dealt(Asked.CLAIMED), 0, 1)
            builder.branch(values.is_zero(known), claim, None)
        else:
            claim()
        builder.emit(nodes.Bargain())
        for number, _ in bargaining:
            builder.assign(plan_of(number), Value(nodes.Dealt(Asked.PLAN, number), -1, MOST_WORLDS))

    def _claim(self, number: int, seat: Seat) -> None:
        """All worlds of a seat, one after another."""
        assert seat.bargain is not None and seat.bargain.worlds is not None
        builder, lowering = self.lowering.builder, self.lowering
        lowering.me = number
        worlds = lowering.number(seat.bargain.worlds.number)
        lowering.me = None
        worlds = builder.stable(builder.minimum(builder.maximum(worlds, constant(0)), constant(MOST_WORLDS)))
        builder.emit(nodes.BeginClaims(number, worlds.expression))
        if not seat.bargain.claims:
            return
        function = self._numbered(Part("claims", number, None, None))
        left = builder.held(worlds)
        assert isinstance(left.expression, nodes.Local)

        def one_world() -> None:
            fewer = builder.subtract(left, constant(1))
            builder.emit(nodes.Let(left.expression.name, fewer.expression))  # type: ignore[union-attr]
            builder.call(function, [left], False)

        builder.loop(lambda: builder.compare(">", left, constant(0)), one_world)

    def _hands(self, some: Sequence[int]) -> None:
        """Fill these hands, and ask who refuses any."""
        builder = self.lowering.builder
        for who in some:
            builder.emit(nodes.BeginFilling())
            for number, seat in self._seats:
                self._run("on-deal", number, seat.on_deal, who)
            hand = self._hand(who)
            held = Value(nodes.Size(hand), 0, self.tables.size)
            missing = builder.stable(builder.subtract(constant(self.tables.hand), held))
            if self.tables.hand:
                builder.branch(
                    builder.compare(">", missing, constant(0)),
                    lambda missing=missing, hand=hand: builder.fill(missing, hand),  # type: ignore[misc]
                    None,
                )
            builder.emit(nodes.EndFilling())
        for number, seat in self._seats:  # whoever is first in order has refused, whosever hand it was
            for who in some:
                self._ask(number, seat, who)

    def _ask(self, number: int, seat: Seat, who: int) -> None:
        """Let the seat accept the hand of ``who``, if its veto still counts."""
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
    lowering.builder.draw_first(topic.draw, HAND)
    return lowering.finish(name, Role.SCRIPT)


def _mentions_who(root: tree.Script | tree.Expression) -> bool:
    return any(
        (isinstance(node, tree.Variable) and node.name == WHO)
        or (isinstance(node, tree.CardSet) and node.zone.endswith(f":{WHO}"))
        for node in walk(root)
    )


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
