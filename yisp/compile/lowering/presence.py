"""Presence and walls: what bends the next card, and by which exits cards leave.

A deck without a wall has one next unrevealed card in each zone; a wall has places ahead of each of its exits,
and its deck can only be left.
"""

from __future__ import annotations

from collections.abc import Sequence

from yisp_runtime.codes import DECK, HAND

from .. import nodes
from ..operators import Operator
from . import values
from .cards import A_CARD, CardSets
from .control import Control
from .operands import Cards, Zone
from .values import Value, constant


def plan_of(seat: int) -> str:
    """The variable that holds a seat's world; scripts cannot write such a name."""
    return f"plan.{seat}"


class Presence(Control, CardSets):
    """The operations of the engine on what nobody has looked at."""

    def light(self, cards: Cards, amount: Value, exit: str | None, ahead: Value | None) -> None:
        """A mark on the next unrevealed card; which cards it is about does not depend on where they are."""
        zone = self.choose_meant(cards)
        site = self.tables.site("Y310")
        if not self.tables.exits:
            self.emit(nodes.Light(zone, amount.expression, site))
            return
        number, place = self._place(exit, ahead)
        named = number > 0 or ahead is not None
        self.emit(nodes.LightPlace(number, place, zone != DECK, amount.expression, named, site))

    def collapse(self, cards: Cards, exit: str | None, ahead: Value | None) -> None:
        if not self.tables.exits:
            self.emit(nodes.Collapse(self.choose_meant(cards)))
            return
        number, place = self._place(exit, ahead)
        most = self._most(list(self.tables.exits)[number])  # which may choose cards, so before these are
        reserve = self.choose_meant(cards) != DECK
        self.emit(nodes.CollapsePlace(number, most, place, reserve, self.tables.site("Y310")))

    def _place(self, exit: str | None, ahead: Value | None) -> tuple[int, nodes.Expression]:
        number = 0 if exit is None else list(self.tables.exits).index(exit)
        return number, constant(0).expression if ahead is None else ahead.expression

    def remain(self, exit: str) -> Value:
        name = self.temporary()
        most = self._most(exit)
        self.emit(nodes.Remain(name, list(self.tables.exits).index(exit), most))
        return self.local(name, 0, self.cards, A_CARD)

    def draw(self, exit: str, zone: Zone) -> None:
        to, site = self._zone(zone), self.tables.move_site(())
        if self._is_filled(to):
            room, full = self._room(to)
            more = self.compare(">", room, constant(0))
            self.branch(
                more, lambda: self._draw_one(exit, site, to, False), lambda: self._note_full(site, to, full)
            )
        else:
            self._draw_one(exit, site, to, False)

    def _draw_one(self, exit: str, site: int, to: nodes.ZoneNode, front: bool) -> None:
        """One card, when the seats have had their say, if there is one by what the exit gave before."""
        number, failed = list(self.tables.exits).index(exit), self.tables.site("Y309")
        most = self._most(exit)
        if self._hooks(exit, to):
            left = self.temporary()
            self.emit(nodes.Remain(left, number, most))
            some = self.compare(">", self.local(left, 0, self.cards, A_CARD), constant(0))
            self.branch(some, lambda: self._call_hooks(exit, to), None)
        self.emit(nodes.Draw(site, number, most, to, front, failed))

    def draw_for_turn(self, amount: int) -> None:
        """The draw of a turn from the first exit: what it has, and a notice where that is too little."""
        first = next(iter(self.tables.exits))
        most = self._most(first)
        if not self._hooks(first, HAND):
            with self._noted_as_draw(HAND):
                self.emit(nodes.DrawForTurn(most, constant(amount).expression))
            return
        name = self.temporary()
        self.emit(nodes.Remain(name, 0, most))
        left = self.stable(self.minimum(self.local(name, 0, self.cards, A_CARD), constant(amount)))

        def one() -> None:
            self._call_hooks(first, HAND)
            self.emit(nodes.DrawForTurn(self._most(first), constant(1).expression))

        with self._noted_as_draw(HAND):
            self.repeat(left, one)
        missing = nodes.DrawForTurn(constant(0).expression, constant(amount).expression)
        self.branch(self.compare("<", left, constant(amount)), lambda: self.emit(missing), None)

    def fill(self, amount: Value, to: int) -> None:
        """The same for a hand that is dealt, about which nobody has a say any more."""
        site, failed = self.tables.move_site(()), self.tables.site("Y309")
        most = self._most(next(iter(self.tables.exits)))
        self.emit(nodes.DrawSeveral(site, most, amount.expression, to, False, failed))

    def _draw_several(self, site: int, amount: Value, to: nodes.ZoneNode, front: bool) -> nodes.Statement:
        """The next cards of the first exit."""
        first, failed = next(iter(self.tables.exits)), self.tables.site("Y309")
        if self._is_filled(to):
            room, full = self._room(to)
            amount, room = self.stable(amount), self.stable(room)
            beyond = self.compare(">", amount, room)
            self.branch(beyond, lambda: self._note_full(site, to, full), None)
            amount = self.minimum(amount, room)
        if not self._hooks(first, to):
            return nodes.DrawSeveral(site, self._most(first), amount.expression, to, front, failed)
        amount = self.stable(amount)
        with self.captured() as one_by_one:
            self.repeat(amount, lambda: self._draw_one(first, site, to, front))
        none = nodes.DrawSeveral(site, constant(0).expression, constant(0).expression, to, front, failed)
        some = values.compare(Operator.GREATER, amount, constant(0))
        return nodes.If(some.expression, one_by_one, [none])

    def plan(self, seat: Value) -> Value:
        """The world of a seat that came out of the bargain."""
        plans = [self._plan(number) for number in range(len(self.tables.worlds))]
        if seat.constant is not None:
            return plans[seat.constant] if 0 <= seat.constant < len(plans) else constant(-1)
        seat = self.stable(seat)
        there = values.binary(
            Operator.AND,
            values.compare(Operator.AT_LEAST, seat, constant(0)),
            values.compare(Operator.LESS, seat, constant(len(plans))),
            0,
            1,
        )
        picked = self.pick(self.add(self.minimum(seat, constant(len(plans))), constant(1)), plans)
        return self.shallow(values.choice(there, picked, constant(-1)))

    def _plan(self, seat: int) -> Value:
        worlds = self.tables.worlds[seat]
        if not worlds:
            return constant(-1)
        return Value(nodes.Global(self.tables.variable(plan_of(seat))), -1, worlds - 1)

    def _most(self, exit: str) -> nodes.Expression:
        """How many cards the exit gives in all."""
        gives = self.tables.exits[exit]
        if gives is None:
            value = self.call(self.tables.exit_functions[exit], [], True)
            assert value is not None  # it gives a number, or the deck would have been refused
            return value.expression
        return constant(gives).expression

    def _move(self, cards: Cards, to: nodes.ZoneNode, tags: Sequence[str], front: bool) -> nodes.Statement:
        if self.tables.exits and cards.zone == DECK:
            return self._move_out(cards, to, tags, front)
        return super()._move(cards, to, tags, front)

    def _move_out(
        self, cards: Cards, to: nodes.ZoneNode, tags: Sequence[str], front: bool
    ) -> nodes.Statement:
        """The node by which cards leave a wall: the next ones of its first exit, or any that fit."""
        site = self.tables.move_site(tags)
        *steps, last = cards.steps or (None,)
        limit = last if last is not None and last.amount is not None else None
        amount = constant(self.cards) if limit is None else limit.amount
        assert amount is not None
        if limit is not None and not steps and limit.end == "first":
            return self._draw_several(site, amount, to, front)
        self._choose(Cards(cards.zone, tuple(cards.steps if limit is None else cards.steps[:-1])))
        room, full = self._room(to)
        return nodes.Take(site, amount.expression, to, front, room.expression, full)

    def _hooks(self, exit: str, to: nodes.ZoneNode) -> Sequence[int]:
        """The functions that run before a card leaves: none where a seat takes cards of a deal."""
        return [] if self.tables.filled else self.tables.hooks(exit, to)

    def _call_hooks(self, exit: str, to: nodes.ZoneNode) -> None:
        for function in self._hooks(exit, to):
            self.call(function, [], False)

    def _is_filled(self, to: nodes.ZoneNode) -> bool:
        """Whether a seat takes cards before hands are filled, and that is one of these, which hold no more
        than a deal gives."""
        return to in self.tables.filled

    def _note_full(self, site: int, to: nodes.ZoneNode, full: int) -> None:
        """A card does not fit, and stays."""
        nothing = constant(0).expression
        self.emit(nodes.ChooseZone(DECK))
        self.emit(nodes.Take(site, constant(1).expression, to, False, nothing, full))

    def _room(self, to: nodes.ZoneNode) -> tuple[Value, int]:
        """How many cards may come to a zone, and where it is noted that there are more."""
        if not self._is_filled(to):
            return constant(self.cards), self.tables.site("Y311")
        assert isinstance(to, int)
        held = Value(nodes.Size(to), 0, self.cards, step=A_CARD)
        return self.subtract(constant(self.tables.hand), held), self.tables.site("Y311")

    def choose_meant(self, cards: Cards) -> int:
        zone = cards.zone
        assert isinstance(zone, int)  # the checker has seen to it
        self.emit(nodes.ChooseEvery(zone))
        self._keep(cards)
        return zone
