"""A trial of a deck with a wall: exits over one stock, of which nobody knows an order.

Written from the specification of walls alone.  A card of the stock is undecided, or lies in wait at a place:
an exit, and how many cards that one gives before.  A place is decided when its card leaves, or beforehand by
``collapse``; by which law is said in ``presence``.  All other zones are those of ``late``.  Where nothing is
said: a card that was decided out of the reserve counts as one of the stock; the script of an exit is asked
once for all cards of a move, and is a call of a function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from presence import RESERVE, STOCK, law

from yisp.deck.model import Topic
from yisp.lang import tree

from .arithmetic import RunTimeError
from .late import MOST_PRESENCE, LateTrial, alike
from .reference import Rules
from .scripts import Card, Execution, Happening, name_of, notice

FARTHEST = 10_000
"""Places behind the head of an exit."""

Place = tuple[int, int]
"""An exit, and how many cards it gives before."""

Places = tuple[tuple[str, tuple[int, ...]], ...]
"""The kinds of the cards of each zone that has some."""

ZONES = {STOCK: "D", RESERVE: "R"}
PILES = {zone: pile for pile, zone in ZONES.items()}


class WallTrial(LateTrial):
    """One trial of a topic of a deck with a wall."""

    def __init__(self, rules: Rules, topic: Topic, *behind: Any) -> None:
        self.given = [0 for _ in rules.deck.exits]
        self.decided: dict[Place, Card] = {}
        super().__init__(rules, topic, *behind)
        self.forms |= {"draw": self._draw, "remain": self._remain}

    def deal(self) -> None:
        """The hand and what is known to lie on top are the first exit's."""
        super().deal()
        start = self.topic.start
        self.given[0] = self.topic.start_card - len(start.hand)
        for ahead, card in enumerate(self.zones["D"][: len(start.deck_top)]):
            self.decided[0, self.given[0] + ahead] = card

    def draw_for_turn(self) -> None:
        """As many as the first exit can still give; too few are noted."""
        try:
            drawn, enough = self.give(0, self.topic.draw, "H")
        except RunTimeError as error:  # the script that says how much there is stands in no statement
            error.place = error.place or self.topic.place
            raise
        if not enough:
            self.notices.append(notice("Y301", None))
        self.note_draw(drawn, "H")

    def note_draw(self, cards: list[Card], to: str) -> None:
        if cards:
            self.queue.append(Happening("draw", "", to, tuple(cards)))

    # Places -------------------------------------------------------------------------------------------

    def exit_of(self, written: tree.Expression) -> int:
        return [one.name for one in self.deck.exits].index(name_of(written))

    def place_of(self, written: tuple[tree.Expression, ...], execution: Execution) -> Place | None:
        """The place that ``EXIT n`` means; None where there can be none."""
        exit = self.exit_of(written[0]) if written else 0
        ahead = self.number(written[1], execution) if len(written) > 1 else 0
        return (exit, self.given[exit] + ahead) if 0 <= ahead <= FARTHEST else None

    def rest(self, exit: int) -> int:
        """How many cards an exit can still give."""
        gives = self.deck.exits[exit].gives
        if not isinstance(gives, int):
            self.step()
            most = 0
            own = Execution(gives.text)
            for statement in gives.function.script.statements:
                value = self.value(statement, own)
                most = 0 if value is None else value
        else:
            most = gives
        return min(max(most - self.given[exit], 0), len(self.zones["D"]) + len(self.zones["R"]))

    def decide(self, place: Place, piles: Collection[str], among: Collection[int] | None = None) -> None:
        """Decide which card of some piles lies at a place; there has to be one."""
        there = {
            pile: [card for card in self.zones[zone] if zone == "R" or card in self.undecided]
            for pile, zone in ZONES.items()
            if pile in piles
        }
        copies = {pile: Counter(card.kind for card in cards) for pile, cards in there.items()}
        shares = law(copies, self.marks_of(place), self.kind_of, among)
        pile_of = {card: pile for pile, cards in there.items() for card in cards}
        card = self.one_of(
            [card for card, pile in pile_of.items() if (pile, card.kind) in shares],
            lambda card: shares[pile_of[card], card.kind] / copies[pile_of[card]][card.kind],
            (),
        )
        self.marks.pop(place)
        if pile_of[card] == RESERVE:
            self.zones["R"].remove(card)
            self.zones["D"].append(card)
        self.undecided.discard(card)
        self.decided[place] = card

    def give(self, exit: int, number: int, to: str, *, front: bool = False) -> tuple[list[Card], bool]:
        """The next cards of an exit go to a zone, once all are decided; which they were, and whether there
        were as many."""
        given, left = self.given[exit], self.rest(exit)
        cards: list[Card] = []
        while len(cards) < min(number, left):
            place = exit, given + len(cards)
            if place not in self.decided:
                if not self.zones["R"] and not any(card in self.undecided for card in self.zones["D"]):
                    break  # what is left lies in wait elsewhere
                self.decide(place, ZONES)
            cards.append(self.decided[place])
        self.given[exit] += len(cards)
        self.move_cards("D", cards, to, front, drawn=False)
        return cards, len(cards) == number

    def event_cards(self, execution: Execution) -> tuple[str, list[Card]]:
        zone, cards = super().event_cards(execution)
        return zone, [] if zone == "R" else cards

    def own_card(self, execution: Execution) -> tuple[str, list[Card]]:
        zone, cards = super().own_card(execution)
        return zone, [] if zone == "R" else cards

    # Forms --------------------------------------------------------------------------------------------

    def _light(self, call: tree.Call, execution: Execution) -> None:
        written, number, *where = call.arguments
        assert isinstance(written, tree.CardSet)
        names = self.names_of(written, execution)
        mk = self.number(number, execution)
        place = self.place_of(tuple(where), execution)
        if place is None or abs(mk) > MOST_PRESENCE:
            raise RunTimeError("Y310")
        if place not in self.decided:
            self.add_mark(place, (PILES[self.zone(written.zone, execution)], names), mk)

    def _collapse(self, call: tree.Call, execution: Execution) -> None:
        written, *where = call.arguments
        assert isinstance(written, tree.CardSet)
        names = self.names_of(written, execution)
        place = self.place_of(tuple(where), execution)
        left = self.rest(self.exit_of(where[0]) if where else 0)
        if place is None:
            raise RunTimeError("Y310")
        if place[1] >= self.given[place[0]] + left:  # the exit gives no such card
            return
        pile = self.zone(written.zone, execution)
        stock = [card for card in self.zones["D"] if card in self.undecided and card.kind in names]
        reserve = [card for card in self.zones["R"] if card.kind in names]
        if place not in self.decided and (reserve or (stock and pile == "D")):
            self.decide(place, [STOCK if stock and pile == "D" else RESERVE], names)

    def _draw(self, call: tree.Call, execution: Execution) -> None:
        exit, to = call.arguments
        assert isinstance(to, tree.CardSet)
        _, enough = self.give(self.exit_of(exit), 1, self.zone(to.zone, execution))
        if not enough:
            raise RunTimeError("Y309")

    def _remain(self, call: tree.Call, execution: Execution) -> int:
        return self.rest(self.exit_of(call.arguments[0]))

    def _move(self, call: tree.Call, execution: Execution) -> None:
        written, to, *tags = call.arguments
        if not (isinstance(written, tree.CardSet) and self.zone(written.zone, execution) == "D"):
            super()._move(call, execution)
            return
        assert isinstance(to, tree.CardSet)
        zone = self.zone(to.zone, execution)
        limit = written.filters[-1] if written.filters else None
        number: int | None = None
        if isinstance(limit, tree.Limit):
            if len(written.filters) > 1 or limit.end != "first":
                _, fitting = self.cards(replace(written, filters=written.filters[:-1]), execution)
                number = self.number(limit.amount, execution)
            else:
                number = self.number(limit.amount, execution)
                self.draw_several(number, zone, call, execution)
                return
        else:
            _, fitting = self.cards(written, execution)
        moved = self.any_of([card for card in fitting if card in self.undecided], number)
        if not moved:
            self.notices.append(notice("Y301", execution.text.place(*call.span)))
        self.move_cards("D", moved, zone, call.head == "##", drawn=is_drawn(tags))

    def draw_several(self, number: int, to: str, call: tree.Call, execution: Execution) -> None:
        """The next cards of the first exit."""
        drawn, enough = self.give(0, max(number, 0), to, front=call.head == "##")
        if number <= 0:
            self.notices.append(notice("Y301", execution.text.place(*call.span)))
        if not enough:
            raise RunTimeError("Y309")
        if is_drawn(call.arguments[2:]):
            self.note_draw(drawn, to)

    def any_of(self, cards: list[Card], number: int | None) -> list[Card]:
        """So many of some undecided cards, or all, in any order."""
        left, found = list(cards), []
        for _ in range(len(left) if number is None else min(max(number, 0), len(left))):
            found.append(self.one_of(left, alike, ()))
            left.remove(found[-1])
        return found

    def move_cards(self, origin: str, cards: list[Card], to: str, front: bool, drawn: bool) -> None:
        super().move_cards(origin, cards, to, front, drawn)
        self.undecided.difference_update(cards)
        for place in [place for place, card in self.decided.items() if card in cards]:
            del self.decided[place]

    def permute(self, zone: str) -> None:
        """Neither pile has an order to be forgotten; a card can shuffle the one in which it lies."""
        if zone not in PILES or not self.turn:
            super().permute(zone)

    def forget_marks(self, zone: str) -> None:
        """They lie on places, and wait there."""

    def _would(self, call: tree.Call, execution: Execution) -> int:
        kept = list(self.given), dict(self.decided)
        try:
            return super()._would(call, execution)
        finally:
            self.given, self.decided = kept

    # Judging ------------------------------------------------------------------------------------------

    def first(self, zone: str, cards: list[Card], wanted: int) -> list[Card]:
        """Of the wall what is decided comes first, by its place; nobody knows an order of the rest."""
        if zone != "D":
            return super().first(zone, cards, wanted)
        found = [card for _, card in sorted(self.decided.items()) if card in cards][:wanted]
        rest = [card for card in cards if card not in found]
        return found + (super().first(zone, rest, wanted - len(found)) if len(found) < wanted else [])

    def in_order(self, zone: str, cards: list[Card]) -> list[Card]:
        """What lies in a wall lies in no order."""
        return cards if zone == "D" else super().in_order(zone, cards)

    def places(self) -> Places:
        return without_order(super().places())


def without_order(places: Places) -> Places:
    """What lies where, with the piles of a wall sorted: nobody can know an order of theirs."""
    return tuple((zone, tuple(sorted(kinds)) if zone in PILES else kinds) for zone, kinds in places)


def is_drawn(tags: Collection[tree.Expression]) -> bool:
    return any(isinstance(tag, tree.Tag) and tag.text == "draw" for tag in tags)
