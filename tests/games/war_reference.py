"""War as plainly as it can be said: what the packaged deck and the C of ``bench/`` are judged by.

What comes in: the two queues as ranks (2…14, the top card first), how many cards a war lays face down,
and how the winner orders the cards he won.  What goes out: a :class:`Game` with its figures.  Not
handled: suits, which mean nothing; games that never end, which a fixed order of the won cards can
give (``limit`` battles are the most).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

ACE = 14
DECK = tuple(rank for rank in range(2, ACE + 1) for _ in range(4))
HALF = len(DECK) // 2

Order = Callable[[list[int]], None]
"""Puts the cards that were won into the order in which they go to the bottom, in place."""


@dataclass
class Game:
    """The figures of one game; the names are those of the deck's statistics."""

    weight: int  # of player 1's first cards
    aces: int
    code: int = 0  # 1, 3: player 1, 2 won; 2, 4: the same, because the other could not go on after a tie
    tricks1: int = 0
    tricks2: int = 0
    ties: int = 0
    single: int = 0  # tricks won after one tie; double: after two; and so on
    double: int = 0
    triple: int = 0
    quadruple: int = 0
    unfinished: int = 0  # tricks with ties that ended in a tie nobody could go on from
    comparisons: list[bool] = field(default_factory=list)  # of each: whether it was a tie

    @property
    def tricks(self) -> int:
        """The tricks of both players."""
        return self.tricks1 + self.tricks2

    @property
    def battles(self) -> int:
        """The comparisons: every trick and every tie."""
        return self.tricks + self.ties

    def trick(self, player: int, tied: int, resolved: bool) -> None:
        """A player got the table (or the other's surrender) after so many ties."""
        if player == 1:
            self.tricks1 += 1
        else:
            self.tricks2 += 1
        if tied and not resolved:
            self.unfinished += 1
        elif 1 <= tied <= 4:
            depth = ("single", "double", "triple", "quadruple")[tied - 1]
            setattr(self, depth, getattr(self, depth) + 1)


def play(player1: Iterable[int], player2: Iterable[int], down: int, order: Order, limit: int = 10**6) -> Game:
    """Play those queues to the end."""
    p, q = deque(player1), deque(player2)
    game = Game(weight=sum(rank - 8 for rank in p), aces=p.count(ACE))
    table: list[int] = []
    tied = 0  # ties of the trick at hand
    for _ in range(limit):
        if not p:
            game.code = 3
            return game
        if not q:
            game.code = 1
            return game
        tie = p[0] == q[0]
        if tie and len(p) < 2 + down:
            game.code = 4
            game.trick(2, tied, resolved=False)
            return game
        if tie and len(q) < 2 + down:
            game.code = 2
            game.trick(1, tied, resolved=False)
            return game
        game.comparisons.append(tie)
        one, two = p.popleft(), q.popleft()
        table += [one, two]
        if tie:
            tied += 1
            game.ties += 1
            for _ in range(down):
                table += [p.popleft(), q.popleft()]
            continue
        order(table)
        (p if one > two else q).extend(table)
        game.trick(1 if one > two else 2, tied, resolved=True)
        table.clear()
        tied = 0
    raise ValueError(f"the game did not end within {limit} battles")


def deal(random: Random) -> tuple[list[int], list[int]]:
    """Two halves of a shuffled deck."""
    cards = list(DECK)
    random.shuffle(cards)
    return cards[:HALF], cards[HALF:]
