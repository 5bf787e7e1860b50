"""Presence and walls: what bends the next card, and by which exits cards leave.

A deck without a wall has one next unrevealed card in each zone; a wall has places ahead of each of its exits,
and its deck can only be left.
"""

from __future__ import annotations

from collections.abc import Sequence

from yisp_runtime.codes import DECK

from .. import nodes
from .cards import A_CARD, CardSets
from .control import Control
from .operands import Cards, Zone
from .values import Value, constant


class Presence(Control, CardSets):
    """The operations of the engine on what nobody has looked at."""

    def light(self, cards: Cards, amount: Value, exit: str | None, ahead: Value | None) -> None:
        """A mark on the next unrevealed card; which cards it is about does not depend on where they are."""
        zone = self._choose_meant(cards)
        site = self.tables.site("Y310")
        if not self.tables.exits:
            self.emit(nodes.Light(zone, amount.expression, site))
            return
        number, place = self._place(exit, ahead)
        self.emit(nodes.LightPlace(number, place, zone != DECK, amount.expression, site))

    def collapse(self, cards: Cards, exit: str | None, ahead: Value | None) -> None:
        zone = self._choose_meant(cards)
        if not self.tables.exits:
            self.emit(nodes.Collapse(zone))
            return
        self.emit(nodes.CollapsePlace(*self._place(exit, ahead), zone != DECK, self.tables.site("Y310")))

    def _place(self, exit: str | None, ahead: Value | None) -> tuple[int, nodes.Expression]:
        number = 0 if exit is None else list(self.tables.exits).index(exit)
        return number, constant(0).expression if ahead is None else ahead.expression

    def remain(self, exit: str) -> Value:
        name = self.temporary()
        most = self._most(exit)
        self.emit(nodes.Remain(name, list(self.tables.exits).index(exit), most))
        return self.local(name, 0, self.cards, A_CARD)

    def draw(self, exit: str, zone: Zone) -> None:
        most, to = self._most(exit), self._zone(zone)
        site, failed = self.tables.move_site(()), self.tables.site("Y309")
        self.emit(nodes.Draw(site, list(self.tables.exits).index(exit), most, to, False, failed))

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
            failed = self.tables.site("Y309")
            most = self._most(next(iter(self.tables.exits)))
            return nodes.DrawSeveral(site, most, amount.expression, to, front, failed)
        self._choose(Cards(cards.zone, tuple(cards.steps if limit is None else cards.steps[:-1])))
        return nodes.Take(site, amount.expression, to, front)

    def _choose_meant(self, cards: Cards) -> int:
        zone = cards.zone
        assert isinstance(zone, int)  # the checker has seen to it
        self.emit(nodes.ChooseEvery(zone))
        self._keep(cards)
        return zone
