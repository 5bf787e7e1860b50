"""Deals drawn at random: small walls, a few seats, and scripts for whatever a seat can do.

What comes in: a random generator.  What goes out: a table of ``deals``, whose wall has cards enough for what
is mostly done with it; or what seats do in somebody else's deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

from deals import (
    Bargain,
    Claim,
    Collapse,
    Count,
    Draw,
    Fits,
    Light,
    Script,
    Seat,
    State,
    Statement,
    Table,
    Take,
    Veto,
)  # fmt: skip

AMOUNTS = (-60, -40, -20, -10, -7, 10, 30, 100)
PATIENCE = (0, 1, 2, 3, 4, None)

T = TypeVar("T")


def one_of(random: Random, many: Sequence[T]) -> T:
    return many[random.randrange(len(many))]


def likely(random: Random, percent: int) -> bool:
    return random.randrange(100) < percent


class Seats:
    """Draws what so many seats do with cards of these names, some of which are of another one's kind."""

    def __init__(self, random: Random, seats: int, names: Sequence[str], kinds: Mapping[str, str]) -> None:
        self.random = random
        self.seats = seats
        self.names = names
        self.kinds = kinds
        self.tiles = {name: at for at, name in enumerate(names)}
        self.tiles |= {name: self.tiles[kind] for name, kind in kinds.items()}

    def seat(self) -> Seat:
        random = self.random
        exits = one_of(random, ((0,), (1,), (0, 1)))
        return Seat(
            raid=Script(tuple(self.takes())) if likely(random, 30) else None,
            raids_first=likely(random, 30),
            bargain=self.bargain() if likely(random, 55) else None,
            beg=Script(tuple(self.takes())) if likely(random, 25) else None,
            on_deal=self.hook(True) if likely(random, 50) else None,
            on_draw={exit: self.hook(False) for exit in exits} if likely(random, 35) else {},
            accept=self.accept() if likely(random, 50) else None,
            patience=one_of(random, PATIENCE) if likely(random, 90) else 100,
        )

    def fits(self, every: bool = False) -> Fits:
        """A filter; now and then, where there may be, one that keeps ``every`` card."""
        random, name = self.random, one_of(self.random, self.names)
        match random.randrange(6):
            case 0 if every:
                return Fits("", frozenset(self.names))
            case 0 | 1:
                kind = self.kinds.get(name, name)
                alike = frozenset(one for one in self.names if self.kinds.get(one, one) == kind)
                return Fits(f"k:{kind}", alike)
            case 2:
                tile = self.tiles[name]
                alike = frozenset(one for one in self.names if self.tiles[one] == tile)
                return Fits(f"(== tile {tile})", alike)
            case 3:
                return Fits(f"!{name}", frozenset(self.names) - {name})
            case _:
                return Fits(name, frozenset({name}))

    def takes(self) -> list[Statement]:
        """What a seat takes, or puts into the reserve; it may set ``v`` for the claims."""
        random = self.random
        found: list[Statement] = [
            Take(self.fits(), 1 + random.randrange(2), one_of(random, ("H", "H", "R")))
            for _ in range(1 + random.randrange(2))
        ]
        if likely(random, 30):
            found.append(Count("me"))
        return found

    def reveal(self) -> Script:
        random = self.random
        return Script((one_of(random, (Draw(1, 1, -1), Draw(1, 1, 0), Take(self.fits(), 1, "R"))),))

    def mark(self, collapses: bool, hook: bool = False) -> Statement:
        random = self.random
        fits, zone = self.fits(every=True), one_of(random, "DDDR")
        if likely(random, 20):
            holder = random.randrange(self.seats)
            fits = Fits(f"(copies H:{holder})", frozenset(), holder)
        exit = one_of(random, (None, None, 0, 1))
        ahead = None if exit is None or likely(random, 40) else random.randrange(3)
        if collapses:
            return Collapse(zone, fits, exit, ahead)
        return Light(zone, fits, one_of(random, AMOUNTS), exit, ahead)

    def hook(self, deals: bool) -> Script:
        random = self.random
        statements: list[Statement] = [self.mark(likely(random, 25)) for _ in range(1 + random.randrange(2))]
        if likely(random, 40):
            statements.append(Count(one_of(random, ("me", "who", "1"))))
        if deals and likely(random, 20):
            statements.insert(0, Take(self.fits(), 1, "R"))
        return Script(tuple(statements), one_of(random, (None, True, True, False)))

    def draw(self) -> Draw:
        random = self.random
        match random.randrange(4):
            case 0:
                return Draw(0, 1, 0, "function")
            case 1:
                return Draw(0, 1 + random.randrange(2), random.randrange(self.seats + 1) - 1, "several")
            case _:
                return Draw(0, 1, random.randrange(self.seats + 1) - 1)

    # Claims and vetoes ------------------------------------------------------------------------------

    def bargain(self) -> Bargain:
        random = self.random
        number = random.randrange(5)
        told_later = likely(random, 20)
        sorts = [sort for sort in ("four", "all", "any") if likely(random, 38)]
        if "four" in sorts and "all" in sorts:  # whether one seat's own two claims are two, nobody has said
            sorts.remove("all")
        told: list[Statement] = [Count("me")]
        if likely(random, 40):
            told.append(self.mark(likely(random, 30)))
        return Bargain(
            "(% note 3)" if told_later else number,
            (lambda v: v % 3) if told_later else (lambda v: number),
            {sort: self.claim() for sort in sorts},
            Script(tuple(told)) if likely(random, 60) else None,
        )  # fmt: skip

    def claim(self) -> Claim:
        n = self.random.randrange(3)
        return one_of(self.random, (
            Claim(f"(== tile {n})", lambda tile, world, v: tile == n),
            Claim("(== tile world)", lambda tile, world, v: tile == world),
            Claim(f"(== tile (+ world {n}))", lambda tile, world, v: tile == world + n),
            Claim(f"(!= tile (+ world {n}))", lambda tile, world, v: tile != world + n),
            Claim("(== tile (% (+ note world) 3))", lambda tile, world, v: tile == (v + world) % 3),
        ))  # fmt: skip

    def accept(self) -> Veto:
        random = self.random
        veto = self.condition()
        if likely(random, 55):
            return Veto(
                f"(or (!= who me) {veto.written})",
                lambda table, state, me, who, k: who != me or veto.accepts(table, state, me, who, k),
                veto.reads_try,
            )
        return veto

    def condition(self) -> Veto:
        random = self.random
        fits, n, seat = self.fits(every=True), random.randrange(3), random.randrange(self.seats)

        def held(state: State, owner: int) -> int:
            return sum(name in fits.names for name in state.hands[owner])

        match random.randrange(7):
            case 0:
                return Veto(f"(>= |{fits.behind('H')}| {n})", lambda t, s, me, who, k: held(s, me) >= n)
            case 1:
                text = f"(!= |{fits.behind('H:who')}| {n})"
                return Veto(text, lambda t, s, me, who, k: held(s, who) != n)
            case 2:
                zone = f"H:{seat}"
                return Veto(f"(<= |{fits.behind(zone)}| {n})", lambda t, s, me, who, k: held(s, seat) <= n)
            case 3:
                text = f"(or (>= try {n}) |{fits.behind('H:who')}|)"
                return Veto(text, lambda t, s, me, who, k: k >= n or held(s, who) > 0, True)
            case 4:
                return Veto("(!= (% note 2) 0)", lambda t, s, me, who, k: s.v % 2 != 0)
            case 5:
                text = f"(> (+ (plan {seat}) |{fits.behind('H')}|) 0)"
                return Veto(text, lambda t, s, me, who, k: s.plans[seat] + held(s, me) > 0)
            case _:
                text = f"(== |{fits.behind('H')}| |{fits.behind('H:who')}|)"
                return Veto(text, lambda t, s, me, who, k: held(s, me) == held(s, who))


class Drawer(Seats):
    """Draws one table."""

    def __init__(self, random: Random) -> None:
        seats = 1 + random.randrange(3)
        names = ["a", "b", "c"][: 2 + random.randrange(2)]
        kinds: dict[str, str] = {}
        if likely(random, 35):
            names.append("x")
            kinds["x"] = one_of(random, names[:2])
        super().__init__(random, seats, names, kinds)
        self.hand = one_of(random, (1, 1, 2, 2, 3, 0) if self.seats == 1 else (1, 1, 1, 2, 0))
        total = max(4, min(8, self.seats * self.hand + 2 + random.randrange(3)))
        self.counts = dict.fromkeys(names, 1)
        for _ in range(total - len(names)):
            self.counts[one_of(random, names)] += 1

    def table(self) -> Table:
        random = self.random
        seats = tuple(self.seat() for _ in range(self.seats))
        turns = one_of(random, (1, 1, 2))
        played: list[Statement] = [self.draw() for _ in range(random.randrange(3))]
        if likely(random, 30):
            played.insert(0, self.mark(likely(random, 50)))
        return Table(
            counts=self.counts, kinds=self.kinds, tiles=self.tiles, seats=seats, hand=self.hand,
            joint=likely(random, 50), reveal=self.reveal() if likely(random, 35) else None,
            after=Script(tuple(played)) if turns == 1 else Script(), turns=turns,
        )  # fmt: skip


def drawn_table(random: Random) -> Table:
    return Drawer(random).table()
