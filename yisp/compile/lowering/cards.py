"""Cards: how a set is worked out, counted, summed up and moved, by the node that looks at the least.

:class:`CardSets` knows the shapes of sets for which the engine has a node of its own, such as the
first few cards of a zone; all others are chosen step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yisp_runtime.codes import DECK

from .. import nodes
from ..operators import End, Total
from . import values
from .arithmetic import Arithmetic
from .operands import CardFilter, Cards, Looked, Of, Zone
from .values import GREATEST, LEAST, Value, constant

DRAW = "draw"
"""The tag of a move that the event ``draw`` is about."""

A_CARD = 1
"""How far a number of cards goes at once (``Value.step``)."""


class CardSets(Arithmetic):
    """The operations of the engine on cards."""

    def size(self, cards: Cards) -> Value:
        """``|S|``; looks only where the answer depends on the order."""
        if cards.zone is Of.CARD and not cards.steps:
            return constant(1)
        if isinstance(cards.zone, int):
            whole = Value(nodes.Size(cards.zone), 0, self.cards, step=A_CARD)
            steps = cards.steps
            if steps and steps[0].mask is not None:
                whole = Value(nodes.Count(cards.zone, steps[0].mask), 0, self.cards, step=A_CARD)
                steps = steps[1:]
            if not steps:
                return whole
            if len(steps) == 1 and steps[0].amount is not None:
                kept = self.minimum(self.maximum(steps[0].amount, constant(0)), whole)
                return self.subtract(whole, kept) if steps[0].rejected else kept
        self._choose(cards)
        name = self.temporary()
        self.emit(nodes.ChosenSize(name))
        return self.local(name, 0, self.cards, A_CARD)

    def total(self, cards: Cards, prop: str) -> Value:
        low, high = self.tables.property_range(prop)
        step = max(-low, high)  # what a card more or less can make of it
        low, high = low * self.cards, high * self.cards
        return self._fold(cards, Total.SUM, prop, max(low, LEAST), min(high, GREATEST), step)

    def greatest_of(self, cards: Cards, prop: str) -> Value:
        return self._fold(cards, Total.HIGH, prop, *self.tables.property_range(prop))

    def least_of(self, cards: Cards, prop: str) -> Value:
        return self._fold(cards, Total.LOW, prop, *self.tables.property_range(prop))

    def _fold(
        self, cards: Cards, how: Total, prop: str, low: int, high: int, step: int | None = None
    ) -> Value:
        name = self.temporary()
        index = self.tables.property(prop)
        match cards:
            case Cards(int(zone), (CardFilter(None, "first", Value() as amount, False),)) if (
                amount.constant == 1
            ):
                self.emit(nodes.TopProperty(name, zone, index))
            case _:
                self._choose(cards)
                self.emit(nodes.Fold(name, how, index, self.tables.site("Y303")))
        return self.local(name, low, high, step)

    def look(self, cards: Cards) -> Looked:
        """The set itself, to be printed."""
        self._choose(cards)
        name = self.temporary()
        self.emit(nodes.LookAtChosen(name))
        return Looked(nodes.Local(name))

    def move(self, cards: Cards, zone: Zone, tags: Sequence[str], front: bool) -> None:
        to = self._zone(zone)
        if self.tables.exits and cards.zone == DECK:
            self._move_out(cards, to, tags, front)
            return
        # Working out the cards comes first: it may end the program, and a draw must not stay begun.
        move = self._move(cards, to, self.tables.move_site(tags), front)
        drawn = self.tables.answers_draws and DRAW in tags
        if drawn:
            self.emit(nodes.BeginDraw())
        self.emit(move)
        if drawn:
            self.emit(nodes.EndDraw(to))

    def _move(self, cards: Cards, to: nodes.ZoneNode, site: int, front: bool) -> nodes.Statement:
        """The node that moves the cards, once they have been chosen."""
        match cards:
            case Cards(Of.CARD, ()):
                return nodes.MoveCard(site, to, front)
            case Cards(int(source), ()):
                return nodes.MoveAll(site, source, self.tables.mask_of_everything(), to, front)
            case Cards(int(source), (CardFilter(int(mask)),)):
                return nodes.MoveAll(site, source, mask, to, front)
            case Cards(int(source), (CardFilter(None, "first", Value() as amount, False),)):
                return nodes.MoveTop(site, source, amount.expression, to, front)
            case Cards(
                int(source), (CardFilter(int(mask)), CardFilter(None, "first", Value() as amount, False))
            ):
                return nodes.MoveFirst(site, source, mask, amount.expression, to, front)
            case _:
                self._choose(cards)
                return nodes.MoveChosen(site, to, front)

    def shuffle(self, zone: Zone) -> None:
        shuffled = self._zone(zone)
        self._pick_before(shuffled)
        self.emit(nodes.Shuffle(shuffled))

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

    # Walls ------------------------------------------------------------------------------------------

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
            assert value is not None
            return value.expression
        return constant(gives).expression

    def _move_out(self, cards: Cards, to: nodes.ZoneNode, tags: Sequence[str], front: bool) -> None:
        """Cards leave a wall: the next ones of its first exit, or any that fit."""
        site = self.tables.move_site(tags)
        *steps, last = cards.steps or (None,)
        limit = last if last is not None and last.amount is not None else None
        amount = constant(self.cards) if limit is None else limit.amount
        assert amount is not None
        move: nodes.Statement
        if limit is not None and not steps and limit.end == "first":
            failed = self.tables.site("Y309")
            most = self._most(next(iter(self.tables.exits)))
            move = nodes.DrawSeveral(site, most, amount.expression, to, front, failed)
        else:
            kept = tuple(cards.steps if limit is None else cards.steps[:-1])
            self._choose(Cards(cards.zone, kept))
            move = nodes.Take(site, amount.expression, to, front)
        drawn = self.tables.answers_draws and DRAW in tags
        if drawn:
            self.emit(nodes.BeginDraw())
        self.emit(move)
        if drawn:
            self.emit(nodes.EndDraw(to))

    def _choose_meant(self, cards: Cards) -> int:
        zone = cards.zone
        assert isinstance(zone, int)  # the checker has seen to it
        self.emit(nodes.ChooseEvery(zone))
        self._keep(cards)
        return zone

    def _pick_before(self, shuffled: nodes.ZoneNode) -> None:
        """A search right in front of a shuffle of its zone need not look at the cards above.

        A trace's program says between the two where it is, which makes no difference.
        """
        if self.path is not None:
            return
        at = len(self.block) - 1
        while at >= 0 and isinstance(self.block[at], nodes.Step):
            at -= 1
        match self.block[at] if at >= 0 else None:
            case nodes.MoveFirst(site, zone, mask, amount, to, front) if zone == shuffled:
                self.block[at] = nodes.MovePicked(site, zone, mask, amount, to, front)
            case nodes.MoveChosen():
                self._pick_chosen_before(shuffled, at)

    def _pick_chosen_before(self, shuffled: nodes.ZoneNode, at: int) -> None:
        """The same for what the player chooses, if those that fit are all that he chooses from."""
        match self.block[max(0, at - 3) : at]:
            case [*_, nodes.ChooseZone(zone), nodes.Limit(End.CHOICE, amount, False)] | [
                *_,
                nodes.ChooseZone(zone),
                nodes.Keep(),
                nodes.Limit(End.CHOICE, amount, False),
            ] if zone == shuffled:
                self.block[at - 1] = nodes.Limit(End.PICK, amount, False)

    def _zone(self, zone: Zone) -> nodes.ZoneNode:
        if zone.index is not None:
            return zone.index
        name = self.temporary()
        self.emit(nodes.ZoneOfCard(name))
        return nodes.Local(name)

    def _choose(self, cards: Cards) -> None:
        match cards.zone:
            case Of.CARD:
                self.emit(nodes.ChooseCard())
            case Of.EVENT:
                self.emit(nodes.ChooseEvent())
            case zone:
                self.emit(nodes.ChooseZone(zone))
        self._keep(cards)

    def _keep(self, cards: Cards) -> None:
        for step in cards.steps:
            if step.mask is not None:
                self.emit(nodes.Keep(step.mask))
            elif step.where is not None:
                self._keep_where(step.where, step.rejected)
            elif step.amount is not None:
                self.emit(nodes.Limit(End(step.end), step.amount.expression, step.rejected))

    def _keep_where(self, where: Callable[[str], Value], rejected: bool) -> None:
        kind = "k" + self.temporary()
        outside, self.path = self.path, None
        self.depth += 1
        with self.captured() as body:
            number = where(kind)
            kept = self.shallow(values.is_zero(number) if rejected else values.truth(number))
        self.depth -= 1
        self.path = outside
        self.emit(nodes.KeepWhere(kind, tuple(body), kept.expression))
