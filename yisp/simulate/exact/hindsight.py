"""Every future in which hindsight can find itself, as far as any line of play looks into it.

What comes in: the stages of a topic's trials, and what is to be found out in one world.  What goes out:
worlds in which that was found out, each with its probability.

A world is the order that each shuffle will make, row by row, and the number that each roll will give
(``chance/worlds.h`` of the runtime).  It is known only from the top, and no farther than was asked: where a
line of play looks beyond, every card that can come next begins a world of its own, and the search is made
anew there.  So a world is looked into as far as any line of it looks, and no farther.

Cards of one class that no row has named yet are interchangeable: it is enough to go on with one of them, as
often as there are.  Within a world cards are told apart, since each has its place in every row.

Not handled: lines of which one rolls a die where another tosses a coin.  What the n-th roll is in both would
be a matter of taste.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from yisp_runtime.solving.enumeration import MOST_OF_WORLD

from ...messages import say
from ..counting.probabilities import NoExactAnswer, OverBudget
from .stages import Cut, Stages

World = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, int], ...]]
"""The first cards of each row; and the first rolls, how many numbers each is one of, and which."""


def unfolded(
    stages: Stages, classes: list[int], search: Callable[[bytes], None]
) -> Iterator[tuple[bytes, int, int]]:
    """The position after the deal in every world that ``search`` can find its way in, and the world's
    probability."""
    waiting: list[tuple[World, int, int]] = [((((),), ()), 1, 1)]
    # Not in the first row: it is what hands are dealt from.  They may lie in a later one, as where a wall's
    # reserve gets a card, which begins a row of its own.
    placed = frozenset(card for card, _ in stages.topic.known)
    while waiting:
        (world, rolls), numerator, denominator = waiting.pop()
        stages.enumerator.set_world(world, rolls)
        try:
            position = stages.deal_world()
            search(position)
        except Cut as cut:
            if cut.row >= MOST_OF_WORLD or len(rolls) == MOST_OF_WORLD:
                raise OverBudget(
                    say("a trial shuffles or rolls more than {most} times", most=MOST_OF_WORLD)
                ) from None
            if cut.options < 0:
                raise NoExactAnswer(say("what is rolled next depends on what is played")) from None
            for number in range(cut.options):
                waiting.append(
                    ((world, (*rolls, (cut.options, number))), numerator, denominator * cut.options)
                )
            if cut.options:
                continue
            row = cut.row
            begun = world[row] if row < len(world) else ()
            others = placed if row == 0 else frozenset()  # are not in the deck that is dealt from
            named = {*placed, *(card for cards in world for card in cards)}
            for card, ways in _next({*begun, *others}, named, classes):
                rows = [*world, *[()] * (row + 1 - len(world))]
                rows[row] = (*begun, card)
                share = denominator * (len(classes) - len(begun) - len(others))
                waiting.append(((tuple(rows), rolls), numerator * ways, share))
            continue
        yield position, numerator, denominator


def _next(gone: set[int], named: set[int], classes: list[int]) -> Iterator[tuple[int, int]]:
    """What can come next in a row that is without the cards ``gone``: a card, and how many it stands for."""
    unnamed: dict[int, list[int]] = {}
    for card, number in enumerate(classes):
        if card in named:
            if card not in gone:
                yield card, 1
        else:
            unnamed.setdefault(number, []).append(card)
    for cards in unnamed.values():
        yield cards[0], len(cards)
