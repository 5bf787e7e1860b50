"""Every future in which hindsight can find itself, as far as any line of play looks into it.

What comes in: the stages of a topic's trials, and what is to be found out in one world.  What goes out: worlds, each
with its probability, and what was found out.

A world is the order that each shuffle will make, row by row (``runtime/yisp_runtime/gate.h``).  It is known
only from the top, and no farther than was asked: where a line of play looks beyond, every card that can come
next begins a world of its own, and the search is made anew there.  So a world is looked into as far as any
line of it looks, and no farther.

Cards of one class that no row has named yet are interchangeable: it is enough to go on with one of them, as
often as there are.  Within a world cards are told apart, since each has its place in every row.

Not handled: numbers (``rand``, ``.?``); there are no worlds where a line asks for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from yisp_runtime.enumeration import MOST_SHUFFLES

from .probabilities import NoExactAnswer, OverBudget
from .stages import Cut, Stages

Found = TypeVar("Found")

World = tuple[tuple[int, ...], ...]
"""The first cards of each row."""


def unfolded(
    stages: Stages, classes: list[int], search: Callable[[bytes], Found]
) -> Iterator[tuple[bytes, Found, int, int]]:
    """The position after the deal in every world, what ``search`` finds there, and the world's probability."""
    waiting: list[tuple[World, int, int]] = [(((),), 1, 1)]
    placed = {card for card, _ in stages.topic.known}
    while waiting:
        world, numerator, denominator = waiting.pop()
        stages.enumerator.set_world(world)
        try:
            position = stages.deal_world()
            found = search(position)
        except Cut as cut:
            if cut.rolls:
                raise NoExactAnswer("a number is rolled, of which no hindsight has all") from None
            row = cut.row
            if row > MOST_SHUFFLES:
                raise OverBudget(f"there are more than {MOST_SHUFFLES} shuffles") from None
            begun = world[row] if row < len(world) else ()
            for card, ways in _next(begun, {*placed, *(card for cards in world for card in cards)}, classes):
                rows = [*world, *[()] * (row + 1 - len(world))]
                rows[row] = (*begun, card)
                waiting.append((tuple(rows), numerator * ways, denominator * (len(classes) - len(begun))))
            continue
        yield position, found, numerator, denominator


def _next(begun: tuple[int, ...], named: set[int], classes: list[int]) -> Iterator[tuple[int, int]]:
    """What can come next in a row that has begun so: a card, and how many it stands for."""
    unnamed: dict[int, list[int]] = {}
    for card, number in enumerate(classes):
        if card in named:
            if card not in begun:
                yield card, 1
        else:
            unnamed.setdefault(number, []).append(card)
    for cards in unnamed.values():
        yield cards[0], len(cards)
