"""Deals as fractions, by the sentences of the dealer's law: tries are walked one by one, and counted.

What comes in: a :class:`Table`: cards, seats with their scripts, and what is done after the deal.  What goes
out: its deck file, and a :class:`Dealt`: how probable every outcome is, how often hands are tried, and what
came of the bargain.  Scripts are a few statements, each of which knows its text and what it does.  A card's
law is that of ``presence``.  Not handled: deals in which an exit runs dry (:class:`Unfit`).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, Protocol

from presence import RESERVE, STOCK, Mark, law

PILES = {"D": STOCK, "R": RESERVE}
SHARED = "F"
"""A zone that is everybody's."""

Place = tuple[int, int]
Names = tuple[str, ...]


class Unfit(Exception):
    """A deal of which this model says nothing."""


class NeverEnds(Exception):
    """There are hands that nobody would ever accept."""


class State(NamedTuple):
    """What a deal has come to; cards are names."""

    hidden: Names  # sorted
    reserve: Names  # sorted
    decided: tuple[tuple[Place, str], ...]
    marks: tuple[tuple[Place, Mark], ...]
    standing: tuple[Mark, ...]
    given: tuple[int, ...]
    hands: tuple[Names, ...]
    shared: Names
    v: int  # the variable `note`
    plans: tuple[int, ...]
    claimed: tuple[frozenset[str], ...]  # by seat, the kinds that it has for itself


Law = dict[State, Fraction]
Ways = Iterator[tuple[State, Fraction]]


class Asking(NamedTuple):
    """Whose script runs and about whom; how many cards its hand takes at most, where that is limited."""

    me: int = 0
    who: int = -1
    most: int | None = None
    fills: int | None = None  # while a hand is filled: how many cards that takes


# Scripts ----------------------------------------------------------------------------------------------


class Fits(NamedTuple):
    """A filter: what it says, the names that it keeps, or whose hand holds the kinds that it keeps."""

    written: str
    names: frozenset[str]
    held_by: int | None = None

    def behind(self, zone: str) -> str:
        return f"{zone}.{self.written}" if self.written else zone

    def keeps(self, table: Table, state: State) -> frozenset[str]:
        if self.held_by is None:
            return self.names
        held = {table.kind_of(name) for name in state.hands[self.held_by]}
        return frozenset(name for name in table.counts if table.kind_of(name) in held)


class Statement(Protocol):
    def text(self) -> str: ...
    def run(self, table: Table, state: State, asking: Asking) -> Ways: ...


class Light(NamedTuple):
    zone: str
    fits: Fits
    mk: int
    exit: int | None = None
    ahead: int | None = None

    def text(self) -> str:
        return f"(light {self.fits.behind(self.zone)} {self.mk}{_place(self.exit, self.ahead)})"

    def run(self, table: Table, state: State, asking: Asking) -> Ways:
        names = tuple(sorted(self.fits.keeps(table, state)))
        mark = Mark(PILES[self.zone], names, self.mk)
        if not self.exit and self.ahead is None and asking.fills is not None:
            yield state._replace(standing=_sorted((*state.standing, mark))), Fraction(1)
            return
        exit = self.exit or 0
        place = exit, state.given[exit] + (self.ahead or 0)
        if place in dict(state.decided):
            yield state, Fraction(1)
        else:
            yield state._replace(marks=_sorted((*state.marks, (place, mark)))), Fraction(1)


class Collapse(NamedTuple):
    zone: str
    fits: Fits
    exit: int | None = None
    ahead: int | None = None

    def text(self) -> str:
        return f"(collapse {self.fits.behind(self.zone)}{_place(self.exit, self.ahead)})"

    def run(self, table: Table, state: State, asking: Asking) -> Ways:
        exit, names = self.exit or 0, self.fits.keeps(table, state)
        place = exit, state.given[exit] + (self.ahead or 0)
        if place in dict(state.decided):
            yield state, Fraction(1)
            return
        from_stock = self.zone == "D" and any(name in names for name in state.hidden)
        if not from_stock and not any(name in names for name in state.reserve):
            yield state, Fraction(1)
            return
        of_hand = exit == 0 and (self.ahead or 0) < (asking.fills or 0)
        marks = state.standing if of_hand else ()
        yield from table.decide(state, place, marks, STOCK if from_stock else RESERVE, names)


class Take(NamedTuple):
    """Any cards that fit go from the stock to a zone."""

    fits: Fits
    number: int
    to: str

    def text(self) -> str:
        return f"(# {self.fits.behind('D')}.{self.number} {self.to})"

    def run(self, table: Table, state: State, asking: Asking) -> Ways:
        names, number = self.fits.keeps(table, state), self.number
        if self.to == "H" and asking.most is not None:
            number = min(number, asking.most - len(state.hands[asking.me]))
        yield from self._some(state, names, number, asking.me)

    def _some(self, state: State, names: frozenset[str], number: int, me: int) -> Ways:
        fitting = [name for name in state.hidden if name in names]
        if number <= 0 or not fitting:
            yield state, Fraction(1)
            return
        for name in sorted(set(fitting)):
            share = Fraction(fitting.count(name), len(fitting))
            taken = _put(state._replace(hidden=_without(state.hidden, name)), name, self.to, me)
            for after, part in self._some(taken, names, number - 1, me):
                yield after, share * part


class Draw(NamedTuple):
    """Cards leave an exit one by one; for seat ``who``, -1: for nobody's hand."""

    exit: int
    number: int
    who: int
    way: str = "draw"  # or "several", or "function"

    def text(self) -> str:
        to = SHARED if self.who < 0 else f"H:{self.who}" if self.who else "H"
        if self.way == "several":
            return f"(# D.{self.number} {to})"
        one = "(take)" if self.way == "function" else f"(draw {EXITS[self.exit]} {to})"
        return ";".join([one] * self.number)

    def run(self, table: Table, state: State, asking: Asking) -> Ways:
        yield from table.drawn(state, self.exit, self.number, self.who)


class Count(NamedTuple):
    """What has been done so far can be told from ``note``."""

    what: str  # "me", "who", or "1"

    def text(self) -> str:
        return f"(= note (% (+ (* 3 note) (+ 2 {self.what})) 101))"

    def run(self, table: Table, state: State, asking: Asking) -> Ways:
        number = {"me": asking.me, "who": asking.who}.get(self.what, 1)
        yield state._replace(v=(3 * state.v + 2 + number) % 101), Fraction(1)


class Script(NamedTuple):
    statements: tuple[Statement, ...] = ()
    own: bool | None = None  # True: only where ``who`` is ``me``; False: only where not

    def text(self) -> str:
        guard = {None: "", True: "/(== who me);", False: "/(!= who me);"}[self.own]
        return guard + (";".join(one.text() for one in self.statements) or "()")

    def run(self, table: Table, state: State, asking: Asking) -> Law:
        if self.own is not None and (asking.who == asking.me) != self.own:
            return {state: Fraction(1)}
        found = {state: Fraction(1)}
        for statement in self.statements:
            found = follow(found, lambda one, statement=statement: statement.run(table, one, asking))
        return found


class Claim(NamedTuple):
    """What is asked of a kind: its text, whether a kind of that tile is claimed, given world and note."""

    written: str
    holds: Callable[[int, int, int], bool]


class Bargain(NamedTuple):
    worlds: str | int
    brought: Callable[[int], int]  # given the note
    claims: Mapping[str, Claim]
    told: Script | None


class Veto(NamedTuple):
    """When a hand is accepted: its text, and whether it is, given state, me, who and try."""

    written: str
    accepts: Callable[[Table, State, int, int, int], bool]
    reads_try: bool = False


@dataclass(frozen=True)
class Seat:
    raid: Script | None = None
    raids_first: bool = False
    bargain: Bargain | None = None
    beg: Script | None = None
    on_deal: Script | None = None
    on_draw: Mapping[int, Script] = field(default_factory=dict)
    accept: Veto | None = None
    patience: int | None = 100  # None: for ever

    def data(self, number: int) -> dict[str, Any]:
        data: dict[str, Any] = {"name": f"s{number}"}
        for key, script in {"raid": self.raid, "beg": self.beg, "on-deal": self.on_deal}.items():
            if script is not None:
                data[key] = script.text()
        if self.raids_first:
            data["raid-first"] = True
        if self.bargain is not None:
            claims = {sort: claim.written for sort, claim in self.bargain.claims.items()}
            data["bargain"] = {"worlds": self.bargain.worlds, **claims}
            if self.bargain.told is not None:
                data["bargain"]["told"] = self.bargain.told.text()
        if self.on_draw:
            data["on-draw"] = {EXITS[exit]: script.text() for exit, script in self.on_draw.items()}
        if self.accept is not None:
            data["accept"] = self.accept.written
        if self.patience != 100:
            data["patience"] = "none" if self.patience is None else self.patience
        return data


# The deal ---------------------------------------------------------------------------------------------

EXITS = ("pii", "dead")


@dataclass
class Dealt:
    """What there is to say of all deals together."""

    law: Law
    tries: list[dict[int, Fraction]]  # by part, unless its seats never give up
    means: list[Fraction]
    vetoes: list[Fraction]
    solutions: Fraction | None
    conflicts: dict[str, Fraction]


@dataclass(frozen=True)
class Table:
    """A deck with seats, and what is done after its deal."""

    counts: Mapping[str, int]
    kinds: Mapping[str, str]  # of names that are of another one's kind
    tiles: Mapping[str, int]
    seats: tuple[Seat, ...]
    hand: int
    joint: bool
    reveal: Script | None = None
    after: Script | None = None
    turns: int = 1
    dead: int = 1

    def kind_of(self, name: str) -> str:
        return self.kinds.get(name, name)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    # Its deck file --------------------------------------------------------------------------------

    def text(self, **topic: Any) -> str:
        cards = {
            name: {
                "count": count, "props": {"tile": self.tiles[name]},
                **({"kind": self.kinds[name]} if name in self.kinds else {}),
            }
            for name, count in self.counts.items()
        }  # fmt: skip
        written = {
            "program": self.after.text() if self.after else "()",
            "deal": "joint" if self.joint else "sequential",
            **({"turns": self.turns, "draw": 1} if self.turns > 1 else {}),
        }  # fmt: skip
        return json.dumps({
            "wall": {"exits": {"pii": self.total - self.dead, "dead": self.dead}},
            "deck": {"cards": cards, "define": {"take()": "(draw pii H)"}},
            "deal": {"hand": self.hand, **({"reveal": self.reveal.text()} if self.reveal else {})},
            "seats": [seat.data(number) for number, seat in enumerate(self.seats)],
            "simulate": {"tests": {"t": {**written, "stats": self.stats(), **topic}}},
        })  # fmt: skip

    def stats(self) -> dict[str, str]:
        """Numbers that tell outcomes apart; :meth:`values` are the same of a state."""
        hands = [f"H:{seat}" for seat in range(len(self.seats))]
        cards = _horner(
            self.total + 1, [f"|{zone}.{name}|" for zone in (*hands, "F") for name in self.counts]
        )
        last = [
            "(+ " + " ".join(f"(* {at} |{zone}.-1.{name}|)" for at, name in enumerate(self.counts, 1)) + ")"
            for zone in hands
        ]
        plans = _horner(7, [f"(+ 1 (plan {seat}))" for seat in range(len(self.seats))])
        stats = {"cards": cards, "last": _horner(9, last), "note": "note", "plans": plans}
        parts = " ".join(
            f"(* {factor} (% {one} {PRIME}))" for factor, one in zip(FACTORS, stats.values(), strict=True)
        )
        return {**stats, "all": f"(% (+ {parts}) {PRIME})"}

    def values(self, state: State) -> dict[str, int]:
        zones = [*state.hands, state.shared]
        digits = [zone.count(name) for zone in zones for name in self.counts]
        cards = _number(self.total + 1, digits)
        names = list(self.counts)
        last = _number(9, [names.index(hand[-1]) + 1 if hand else 0 for hand in state.hands])
        found = {
            "cards": cards,
            "last": last,
            "note": state.v,
            "plans": _number(7, [1 + one for one in state.plans]),
        }
        whole = sum(factor * (one % PRIME) for factor, one in zip(FACTORS, found.values(), strict=True))
        return {**found, "all": whole % PRIME}

    # Drawing --------------------------------------------------------------------------------------

    def decide(
        self,
        state: State,
        place: Place,
        standing: tuple[Mark, ...],
        pile: str = "",
        among: frozenset[str] | None = None,
    ) -> Ways:
        """Every card that may lie at a place, marked by what is lit for the whole hand, too; ``pile`` and
        ``among`` say of what it is chosen."""
        piles = {STOCK: state.hidden, RESERVE: state.reserve}
        counts = {
            one: {name: cards.count(name) for name in set(cards)}
            for one, cards in piles.items() if one == (pile or one)
        }  # fmt: skip
        marks = [*(mark for at, mark in state.marks if at == place), *standing]
        for (origin, name), share in law(counts, marks, self.kind_of, among).items():
            left = {
                "hidden" if origin == STOCK else "reserve": _without(piles[origin], name),
                "marks": tuple(one for one in state.marks if one[0] != place),
                "decided": _sorted((*state.decided, (place, name))),
            }
            yield state._replace(**left), share

    def next_card(self, state: State, exit: int, zone: str, seat: int) -> Ways:
        """The next card of an exit goes to a zone."""
        place, gives = (exit, state.given[exit]), (self.total - self.dead, self.dead)[exit]
        if state.given[exit] >= gives:
            raise Unfit("an exit that has given all it can")
        standing = state.standing if exit == 0 else ()
        known = place in dict(state.decided)
        found = [(state, Fraction(1))] if known else list(self.decide(state, place, standing))
        if not found:
            raise Unfit("an empty wall")
        for decided, share in found:
            name = dict(decided.decided)[place]
            given = tuple(number + (at == exit) for at, number in enumerate(decided.given))
            left = tuple(one for one in decided.decided if one[0] != place)
            yield _put(decided._replace(decided=left, given=given), name, zone, seat), share

    def drawn(self, state: State, exit: int, number: int, who: int) -> Ways:
        """Cards that leave in play, each after the hooks of all seats."""
        found: Law = {state: Fraction(1)}
        for _ in range(number):
            for me, seat in enumerate(self.seats):
                if exit in seat.on_draw:
                    script, asking = seat.on_draw[exit], Asking(me, who)
                    found = follow(found, lambda one, s=script, a=asking: s.run(self, one, a).items())
            found = follow(found, lambda one: self.next_card(one, exit, SHARED if who < 0 else "H", who))
        yield from found.items()

    # Stages ---------------------------------------------------------------------------------------

    def dealt(self) -> Dealt:
        """The whole deal, and what is done after it."""
        seats = len(self.seats)
        start = State(
            hidden=tuple(sorted(name for name, count in self.counts.items() for _ in range(count))),
            reserve=(), decided=(), marks=(), standing=(), given=(0, 0), hands=((),) * seats, shared=(), v=0,
            plans=(-1,) * seats, claimed=(frozenset(),) * seats,
        )  # fmt: skip
        bargains = any(seat.bargain for seat in self.seats)
        found = Dealt(
            {start: Fraction(1)}, [], [], [Fraction(0)] * seats, Fraction(0) if bargains else None, {}
        )
        by_turn = sorted(range(seats), key=lambda number: not self.seats[number].raids_first)
        for me in by_turn:
            self._each(found, self.seats[me].raid, Asking(me, most=self.hand))
        if bargains:
            found.law = follow(found.law, lambda one: self._bargain(found, one))
            for me, seat in enumerate(self.seats):
                self._each(found, seat.bargain.told if seat.bargain else None, Asking(me))
        self._each(found, self.reveal, Asking())
        for me, seat in enumerate(self.seats):
            if seat.beg is not None:
                beg = seat.beg
                found.law = follow(found.law, lambda one, me=me, beg=beg: self._beg(one, me, beg))
        parts = [list(range(seats))] if self.joint else [[who] for who in range(seats)]
        for part in parts:
            found.tries.append(defaultdict(Fraction))
            found.means.append(Fraction(0))
            before, found.law = found.law, defaultdict(Fraction)
            for state, share in before.items():
                self._hands(found, part, state, share)
        if self.turns > 1:
            for _ in range(self.turns - 1):
                found.law = follow(found.law, lambda one: self.drawn(one, 0, 1, 0))
        else:
            self._each(found, self.after, Asking())
        assert sum(found.law.values()) == 1
        return found

    def _each(self, found: Dealt, script: Script | None, asking: Asking) -> None:
        if script is not None:
            found.law = follow(found.law, lambda one: script.run(self, one, asking).items())

    def _beg(self, state: State, me: int, beg: Script) -> Ways:
        """What others claim for themselves is not there."""
        gone = {kind for other, kinds in enumerate(state.claimed) if other != me for kind in kinds}
        away = tuple(name for name in state.hidden if self.kind_of(name) in gone)
        there = tuple(name for name in state.hidden if self.kind_of(name) not in gone)
        for after, share in beg.run(self, state._replace(hidden=there), Asking(me, most=self.hand)).items():
            yield after._replace(hidden=_sorted((*after.hidden, *away))), share

    def _bargain(self, found: Dealt, state: State) -> Ways:
        """Every solution, each as likely."""
        brought = [seat.bargain.brought(state.v) if seat.bargain else 0 for seat in self.seats]
        ways = list(product(*(range(number) if number > 0 else [-1] for number in brought)))
        conflicts = [self._conflicts(state, worlds) for worlds in ways]
        solutions = [worlds for worlds, kinds in zip(ways, conflicts, strict=True) if not kinds]
        weight = found.law[state]
        assert found.solutions is not None
        found.solutions += weight * len(solutions)
        if not solutions:
            for kind in min(conflicts, key=len):
                found.conflicts[kind] = found.conflicts.get(kind, Fraction(0)) + weight
            yield state, Fraction(1)
        for worlds in solutions:
            claimed = tuple(
                frozenset(self._claims(state, me, world, "four") + self._claims(state, me, world, "all"))
                for me, world in enumerate(worlds)
            )
            yield state._replace(plans=worlds, claimed=claimed), Fraction(1, len(solutions))

    def _claims(self, state: State, me: int, world: int, sort: str) -> list[str]:
        """The kinds that a seat claims so in a world."""
        bargain = self.seats[me].bargain
        if world < 0 or bargain is None or sort not in bargain.claims:
            return []
        holds = bargain.claims[sort].holds
        kinds = [name for name in self.counts if self.kind_of(name) == name]
        return [kind for kind in kinds if holds(self.tiles[kind], world, state.v)]

    def _conflicts(self, state: State, worlds: Sequence[int]) -> list[str]:
        """The kinds of which these claims cannot all be met."""
        seats = range(len(self.seats))
        stock = [self.kind_of(name) for name in (*state.hidden, *(name for _, name in state.decided))]
        found = []
        for kind in (name for name in self.counts if self.kind_of(name) == name):
            copies = sum(count for name, count in self.counts.items() if self.kind_of(name) == kind)
            four, alone, any_ = (
                [me for me in seats if kind in self._claims(state, me, worlds[me], sort)]
                for sort in ("four", "all", "any")
            )
            whole = all(
                stock.count(kind) + [self.kind_of(name) for name in state.hands[me]].count(kind) == copies
                for me in four
            )
            taken = len(four) + len(alone)
            if taken > 1 or (taken and any_) or stock.count(kind) < len(any_) or not whole:
                found.append(kind)
        return found

    # Hands ----------------------------------------------------------------------------------------

    def _one_try(self, state: State, part: Sequence[int]) -> Law:
        """The law of these hands, were nobody to refuse them."""
        found: Law = {state: Fraction(1)}
        for who in part:
            fills = max(self.hand - len(state.hands[who]), 0)
            for me, seat in enumerate(self.seats):
                if seat.on_deal is not None:
                    script, asking = seat.on_deal, Asking(me, who, fills=fills)
                    found = follow(found, lambda one, s=script, a=asking: s.run(self, one, a).items())
            for _ in range(fills):
                found = follow(found, lambda one, who=who: self.next_card(one, 0, "H", who))
            found = follow(found, lambda one: iter([(one._replace(standing=()), Fraction(1))]))
        return found

    def _hands(self, found: Dealt, part: Sequence[int], state: State, weight: Fraction) -> None:
        """Try hands until nobody refuses them."""
        hands = self._one_try(state, part)
        asked = [(me, seat) for me, seat in enumerate(self.seats) if seat.accept is not None]
        last = max((seat.patience for _, seat in asked if seat.patience is not None), default=-1)
        endless = any(seat.patience is None for _, seat in asked)
        reached = Fraction(1)
        for attempt in range(last + 2):
            refusers = {hand: self._refusers(hand, part, attempt, asked) for hand in hands}
            refused = sum((share for hand, share in hands.items() if refusers[hand]), Fraction(0))
            rest = reached
            if attempt > last and endless:  # from here on every try is like this one
                if refused == 1:
                    raise NeverEnds
                rest = reached / (1 - refused)
                found.tries[-1].clear()
            elif reached * (1 - refused):
                found.tries[-1][attempt + 1] += weight * reached * (1 - refused)
            found.means[-1] += weight * rest
            for hand, share in hands.items():
                if refusers[hand]:
                    found.vetoes[refusers[hand][0]] += weight * rest * share
                else:
                    found.law[hand] = found.law.get(hand, Fraction(0)) + weight * rest * share
            reached *= refused
            if not reached:
                return

    def _refusers(
        self, hand: State, part: Sequence[int], attempt: int, asked: Sequence[tuple[int, Seat]]
    ) -> list[int]:
        """The seats that are not content at a try, the first of them first."""
        return [
            me for me, seat in asked
            if seat.accept is not None and (seat.patience is None or seat.patience >= attempt)
            and not all(seat.accept.accepts(self, hand, me, who, attempt) for who in part)
        ]  # fmt: skip


# Pieces -----------------------------------------------------------------------------------------------

PRIME = 1_000_003
FACTORS = (1, 31, 1009, 65_537)


def follow(law: Law, step: Callable[[State], Any]) -> Law:
    """What becomes of every state."""
    found: Law = defaultdict(Fraction)
    for state, weight in law.items():
        for after, share in step(state):
            found[after] += weight * share
    return found


def _place(exit: int | None, ahead: int | None) -> str:
    return ("" if exit is None else f" {EXITS[exit]}") + ("" if ahead is None else f" {ahead}")


def _sorted(items: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(sorted(items, key=repr))


def _without(cards: Names, name: str) -> Names:
    at = cards.index(name)
    return cards[:at] + cards[at + 1 :]


def _put(state: State, name: str, zone: str, seat: int) -> State:
    if zone == "R":
        return state._replace(reserve=_sorted((*state.reserve, name)))
    if zone == SHARED:
        return state._replace(shared=(*state.shared, name))
    hands = tuple((*hand, name) if at == seat else hand for at, hand in enumerate(state.hands))
    return state._replace(hands=hands)


def _horner(base: int, digits: Sequence[str]) -> str:
    written = digits[0]
    for digit in digits[1:]:
        written = f"(+ (* {base} {written}) {digit})"
    return written


def _number(base: int, digits: Sequence[int]) -> int:
    number = 0
    for digit in digits:
        number = base * number + digit
    return number
