"""Cards: how a set is worked out, counted, summed up and moved, by the node that looks at the least.

:class:`CardSets` knows the shapes of sets for which the engine has a node of its own, such as the
first few cards of a zone; all others are chosen step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from .. import nodes
from ..operators import End, Total, Way
from . import values
from .arithmetic import Arithmetic
from .operands import CardFilter, Cards, Looked, Of, Zone
from .values import Bound, Value, constant, within_64_bits

DRAW = "draw"
"""The tag of a move that the event ``draw`` is about."""

A_CARD = 1
"""How far a number of cards goes at once (``Value.step``)."""


class CardSets(Arithmetic):
    """The operations of the engine on cards."""

    def size(self, cards: Cards) -> Value:
        """``|S|``; looks only where the answer depends on the order: how many are kept last does not."""
        if cards.zone is Of.CARD and not cards.steps:
            return constant(1)
        if cards.steps and (last := cards.steps[-1]).amount is not None:
            whole = self.size(Cards(cards.zone, cards.steps[:-1]))
            kept = self.minimum(self.maximum(last.amount, constant(0)), whole)
            return self.subtract(whole, kept) if last.rejected else kept
        if isinstance(cards.zone, int) and not cards.steps:
            return Value(nodes.Size(cards.zone), 0, self.cards, step=A_CARD)
        if isinstance(cards.zone, int) and len(cards.steps) == 1 and cards.steps[0].mask is not None:
            return Value(nodes.Count(cards.zone, cards.steps[0].mask), 0, self.cards, step=A_CARD)
        self._choose(cards)
        name = self.temporary()
        self.emit(nodes.ChosenSize(name))
        return self.local(name, 0, self.cards, A_CARD)

    def total(self, cards: Cards, prop: str) -> Value:
        low, high = self.tables.property_range(prop)
        step = max(-low, high)  # what a card more or less can make of it
        return self._fold(cards, Total.SUM, prop, *within_64_bits(low * self.cards, high * self.cards), step)

    def greatest_of(self, cards: Cards, prop: str) -> Value:
        return self._fold(cards, Total.HIGH, prop, *self.tables.property_range(prop))

    def least_of(self, cards: Cards, prop: str) -> Value:
        return self._fold(cards, Total.LOW, prop, *self.tables.property_range(prop))

    def _fold(
        self, cards: Cards, how: Total, prop: str, low: Bound, high: Bound, step: int | None = None
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

    def copies(self, zone: Zone) -> Value:
        """How many cards of the kind in question a zone holds."""
        assert self.kind is not None  # the checker has seen to it
        if zone.index is None:
            return constant(0)
        return Value(nodes.Copies(self.kind, self._zone(zone)), 0, self.cards)

    def look(self, cards: Cards) -> Looked:
        """The set itself, to be printed."""
        self._choose(cards)
        name = self.temporary()
        self.emit(nodes.LookAtChosen(name))
        return Looked(nodes.Local(name))

    def move(self, cards: Cards, zone: Zone, tags: Sequence[str], front: bool) -> None:
        to = self._zone(zone)
        # Working out the cards comes first: it may end the program, and a draw must not stay begun.
        move = self._move(cards, to, tags, front)
        with self._noted_as_draw(to, DRAW in tags):
            self.emit(move)

    @contextmanager
    def _noted_as_draw(self, to: nodes.ZoneNode, drawn: bool = True) -> Iterator[None]:
        """What is emitted meanwhile draws cards, if it is ``drawn``."""
        drawn = drawn and self.tables.answers_draws
        if drawn:
            self.emit(nodes.BeginDraw())
        yield
        if drawn:
            self.emit(nodes.EndDraw(to))

    def _move(self, cards: Cards, to: nodes.ZoneNode, tags: Sequence[str], front: bool) -> nodes.Statement:
        """The node that moves the cards, once they have been chosen."""
        site = self.tables.move_site(tags)
        match cards:
            case Cards(Of.CARD, ()):
                return nodes.MoveCard(site, to, front)
            case Cards(int(source), ()):
                return nodes.MoveAll(site, source, self.tables.mask(self.tables.everything), to, front)
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

    def _pick_before(self, shuffled: nodes.ZoneNode) -> None:
        """A search right in front of a shuffle of its zone need not look at the cards above, and what is put
        there right in front of it comes in no order.

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
            case nodes.MoveAll(_, zone, _, to) as move if zone != to == shuffled and not self.tables.exits:
                self.block[at] = replace(move, way=Way.BACK)
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
        assert zone.index is not None  # nothing is moved to nobody
        if zone.index is not Of.CARD:
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
            elif step.this:
                self.emit(nodes.KeepCard(step.rejected))
            elif step.where is not None:
                self._keep_where(step.where, step.rejected)
            elif step.amount is not None:
                self.emit(nodes.Limit(End(step.end), step.amount.expression, step.rejected))

    def _keep_where(self, where: Callable[[str], Value], rejected: bool) -> None:
        kind = "k" + self.temporary()
        path, outside, self.path, self.kind = self.path, self.kind, None, kind
        self.depth += 1
        with self.captured() as body:
            number = where(kind)
            kept = self.shallow(values.is_zero(number) if rejected else values.truth(number))
        self.depth -= 1
        self.path, self.kind = path, outside
        self.emit(nodes.KeepWhere(kind, tuple(body), kept.expression))
