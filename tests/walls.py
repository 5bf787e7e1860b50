"""A wall with its exits, played in all ways: the vectors' laws, by ours and as libsaki's program has them.

What comes in: stock and reserve, and operations as the vectors write them.  What goes out: the joint law of
the cards that are popped.  ``libsaki`` is that program's law, for the documentation's table of what it does
otherwise.  Not handled: `remain`, which no vector asks for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from presence import BASE, RESERVE, STOCK, Law, Mark, Piles, law, shares


class Asked(NamedTuple):
    """A mark as it is asked for: of that very name, or of all names of its kind."""

    pile: str
    name: str
    exact: bool
    mk: int


Draws = Callable[[Piles, Sequence[Asked], Mapping[str, str], Collection[str] | None], Law]
"""The law of a place: the piles, its marks, the kinds, and what it is collapsed to."""


def ours(
    piles: Piles, marks: Sequence[Asked], kinds: Mapping[str, str], among: Collection[str] | None
) -> Law:
    names = {name for counts in piles.values() for name in counts}
    lit = [
        Mark(one.pile, [one.name] if one.exact else of_kind(one.name, names, kinds), one.mk) for one in marks
    ]
    return law(piles, lit, lambda name: kinds.get(name, name), among)


def libsaki(
    piles: Piles, marks: Sequence[Asked], kinds: Mapping[str, str], among: Collection[str] | None
) -> Law:
    """As that program has it: of what falls to a five, even of the base, a quarter goes to the red one.

    The quarter is truncated, and what falls to a colour that is not there is lost. Where nothing is present,
    the greatest is drawn, and of equals first what lies in the reserve, then the lowest tile. A place without
    a mark draws by copies.
    """
    if not marks:
        return ours(piles, marks, kinds, among)
    red = {kind: name for name, kind in kinds.items()}
    presence = {(pile, name): 0 for pile, counts in piles.items() for name in counts if counts[name]}

    def add(pile: str, name: Any, exact: bool, mk: int) -> None:
        quarter = int(Fraction(mk, 4)) if name in red and not exact else 0
        for one, part in ((name, mk - quarter), (red.get(name), quarter)):
            if (pile, one) in presence:
                presence[pile, one] += part

    for (pile, name), copies in [(card, piles[card[0]][card[1]]) for card in presence]:
        add(pile, name, False, BASE[pile] * copies)
    for pile, name, exact, mk in marks:
        add(pile, name, exact, mk)
    asked = {card: Fraction(mk) for card, mk in presence.items() if among is None or card[1] in among}
    if any(mk > 0 for mk in asked.values()):
        return shares({card: mk for card, mk in asked.items() if mk > 0})
    first = sorted(asked, key=lambda card: (-asked[card], card[0] == STOCK, str(card[1])[::-1]))[:1]
    return dict.fromkeys(first, Fraction(1))


def of_kind(name: str, names: Collection[str], kinds: Mapping[str, str]) -> list[str]:
    """All names of the kind of one."""
    return [one for one in (*names, name) if kinds.get(one, one) == kinds.get(name, name)]


class Wall:
    """Exits over one stock, by place: what has been decided there, and what lies in wait."""

    def __init__(self, piles: Piles, kinds: Mapping[str, str], draws: Draws) -> None:
        self.piles = {pile: dict(counts) for pile, counts in piles.items()}
        self.kinds = kinds
        self.draws = draws
        self.gone: dict[str, int] = defaultdict(int)  # how many each exit has given
        self.marks: dict[tuple[str, int], list[Asked]] = defaultdict(list)
        self.decided: dict[tuple[str, int], str] = {}

    def copied(self) -> Wall:
        other = Wall(self.piles, self.kinds, self.draws)
        other.gone.update(self.gone)
        other.marks.update({place: list(marks) for place, marks in self.marks.items()})
        other.decided.update(self.decided)
        return other

    def ways(self, op: Mapping[str, Any]) -> Iterator[tuple[Fraction, Wall, str | None]]:
        """What can come of an operation: how likely it is, the wall then, and the card that left it."""
        place = op.get("exit", ""), self.gone[op.get("exit", "")] + op.get("place", 0)
        match op["op"]:
            case "load_b":
                self.piles[STOCK][op["kind"]] -= op["count"]
                self.piles[RESERVE].setdefault(op["kind"], 0)
                self.piles[RESERVE][op["kind"]] += op["count"]
                yield Fraction(1), self, None
            case "inc_mk":
                if place not in self.decided:
                    self.marks[place].append(Asked(op["zone"], op["kind"], op["exact"], op["mk"]))
                yield Fraction(1), self, None
            case "collapse":
                names = of_kind(op["kind"], set().union(*self.piles.values()), self.kinds)
                ways = [] if place in self.decided else list(self.collapsing(place, names))
                yield from ((share, wall, None) for share, wall in ways or [(Fraction(1), self)])
            case "pop":
                known = place in self.decided
                decided = self.deciding(place, self.piles)
                for share, wall in [(Fraction(1), self.copied())] if known else decided:
                    wall.gone[op["exit"]] += 1
                    yield share, wall, wall.decided[place]

    def collapsing(self, place: tuple[str, int], names: Collection[str]) -> Iterator[tuple[Fraction, Wall]]:
        """Of a set of the stock; from the reserve if the stock has none."""
        for pile in (STOCK, RESERVE):
            if any(self.piles[pile].get(name) for name in names):
                return self.deciding(place, {pile: self.piles[pile]}, names)
        return iter(())

    def deciding(
        self, place: tuple[str, int], piles: Piles, among: Collection[str] | None = None
    ) -> Iterator[tuple[Fraction, Wall]]:
        for (pile, name), share in self.draws(piles, self.marks.get(place, []), self.kinds, among).items():
            wall = self.copied()
            wall.piles[pile][name] -= 1
            wall.marks.pop(place, None)
            wall.decided[place] = name
            yield share, wall


def joint(
    piles: Piles, ops: Sequence[Mapping[str, Any]], kinds: Mapping[str, str], draws: Draws = ours
) -> dict[str, Fraction]:
    """The law of what is popped, in order, with blanks between."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    waiting: list[tuple[Fraction, Wall, tuple[str, ...], int]] = [
        (Fraction(1), Wall(piles, kinds, draws), (), 0)
    ]
    while waiting:
        share, wall, popped, done = waiting.pop()
        if done == len(ops):
            found[" ".join(popped)] += share
            continue
        for part, after, card in wall.ways(ops[done]):
            waiting.append((share * part, after, (*popped, card) if card else popped, done + 1))
    return dict(found)
