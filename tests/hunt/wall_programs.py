"""Texts of scripts for decks with a wall: what ``programs`` draws, and what leaves the wall or bends it.

The stock is in none of the zones that ordinary scripts name, since cards leave it and do not come back, and
nobody looks at its order.  What comes in and goes out is as in ``programs``.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from yisp.lang.forms import Argument, Kind

from .programs import ATTRIBUTES, NAMES, PRESENCE, Programs

EXITS = ("pii", "dead", "ura")

AHEAD = ("0", "1", "1", "2", "3", "x", "|H|", "(- 2 |H|)", "10001", "-1")
"""How many places behind the head of an exit."""

GIVES = (
    "(- {most} word)", "(- {most} |B|)", "(+ 1 |H.p|)", "(if word {most} 1)", "(most {most})",
    "(min {most} (- |D| 1))", "(- {most} summon)",
)  # fmt: skip
"""Scripts of exits."""

MOST = ("(- n |F|)", "(max n word)", "(= x 1);(- n x)", "/|D|;(- n level)")
"""What the function does that they call."""


class WallPrograms(Programs):
    """Programs of a deck with a wall that has those exits."""

    JUDGED = ("hand", "hand", "grave", "F", "J", "D")
    KNOWN = "DDBFJR"

    def __init__(self, random: Random, *, swarm: bool = False, lit: bool = False) -> None:
        super().__init__(random, swarm=swarm, lit=lit)
        self.zones = self.zones.replace("D", "B")  # every draw is of a zone, and some are of the last ones
        self.last = "H"
        self.exits = EXITS[: 1 + self.below(3)]

    def give(self, cards: int, hand: int) -> dict[str, Any]:
        """How many cards each exit gives, of so many in all, some of which are the hand."""
        gives: dict[str, Any] = {}
        left = cards
        for name in self.exits:
            if self.chance(35):
                gives[name] = self.one_of(GIVES).format(most=self.below(cards + 2))
            else:
                least = 0 if gives else hand
                gives[name] = left if self.chance(40) else least + self.below(left + 1 - least)
                left -= gives[name]
        return gives

    # What is there in ordinary decks, too -----------------------------------------------------------------

    def number(self, depth: int) -> str:
        return self.left() if self.chance(8) else super().number(depth)

    def cards(self, depth: int) -> str:
        return self.stock() if self.chance(12) else super().cards(depth)

    def argument(self, argument: Argument, depth: int, number: bool) -> str:
        if argument.kind is Kind.ITEM:  # nobody looks into a wall
            return str(self.one_of((self.number, super().cards, lambda _: '"a ""text"""'))(depth))
        return super().argument(argument, depth, number)

    def where(self, depth: int) -> str:
        if not self.chance(20):
            return super().where(depth)
        written = self.one_of(("(> (copies D) 1)", "(copies D)", "(> (copies D) copies)"))
        self.used.update(("copies", *((">",) if ">" in written else ())))
        return str(written)

    def plain_move(self) -> str:
        return self.leave() if self.chance(45) else super().plain_move()

    def target(self) -> str:
        return "R" if self.chance(10) else super().target()

    def flags(self, written: Sequence[str]) -> str:
        return super().flags([one.replace("D", "") for one in written])

    def tops(self) -> str:
        return "(+ (sum H.1 id) (* 5 (sum H.2 id)) (* 25 (sum D id)) (* 625 (sum B.1 id)))"

    def search(self) -> str:
        zone, to = self.one_of(self.zones), self.one_of(self.zones + "X" * self.card)
        self.used.update(("shuffle", "Limit"))
        fits = f"{self.one_of(NAMES[:2])}.{self.one_of('12')}"
        return f"({self.one_of(('#', '##'))} {zone}.{fits} {to});(shuffle {zone})"

    # The wall ---------------------------------------------------------------------------------------------

    def exit(self) -> str:
        return str(self.one_of(self.exits))

    def left(self) -> str:
        """How many cards there are, by exit or by name."""
        if self.chance(40):
            return f"|{self.stock()}|"
        self.used.add("remain")
        return f"(remain {self.exit()})"

    def stock(self) -> str:
        """Cards of the stock, which say what they are and not where they lie."""
        return self.meant("D")

    def meant(self, zones: str) -> str:
        """A set of the stock or of the reserve."""
        zone = self.one_of("DDDDRR" if zones != "D" else zones)
        match self.below(9):
            case 0:
                return str(zone)
            case 1 | 2 | 3:
                self.used.add("ByName")
                return f"{zone}.{self.one_of(NAMES[:2])}"
            case 4:
                self.used.add("ByAttribute")
                return f"{zone}.a:{self.one_of(ATTRIBUTES[:2])}"
            case 5:
                self.used.add("ByKind")
                return f"{zone}.k:{self.one_of(NAMES[:2])}"
            case 6:
                self.used.update(("Not", "ByName"))
                return f"{zone}.!{self.one_of(NAMES[:2])}"
            case 7:  # what keeps every card is a filter, too
                self.used.add("Where")
                return f"{zone}.{self.one_of(('(== 1 1)', '(+ 1 0)', '(>= level 0)'))}"
            case _:
                self.used.add("Where")
                asked = ("(> level 1)", "(== level x)", "(- rank level)", "(> (copies D) 1)", "(copies B)")
                return f"{zone}.{self.one_of((*asked, '(> copies 1)') if zone == 'D' else asked)}"

    def leave(self) -> str:
        """A move out of the wall."""
        to = self.one_of("HHH" + self.zones + "RR")
        head = self.one_of(("#", "#", "#", "##")) if "##" in self.heads else "#"
        tag = self.one_of((" [draw]", "", "", ""))
        count = self.one_of(("1", "1", "1", "2", "2", "3", "0", ":x", ":word"))
        match self.below(7):
            case 0 | 1:
                self.used.add("draw")
                return f"(draw {self.exit()} {to})"
            case 2 | 3:
                self.used.update((head, "Limit"))
                return f"({head} D.{count} {to}{tag})"
            case 4 | 5:
                self.used.update((head, "Limit"))
                end = self.one_of(("", "", "-", "?" if self.draws else "-"))
                return f"({head} {self.stock()}.{end}{count} {to}{tag})"
            case _:
                self.used.add(head)
                return f"({head} {self.stock()} {to}{tag})"

    def mark(self, zone: str | None = None) -> str:
        ahead = self.one_of(AHEAD[: self.one_of((4, 6, 10))])
        where = self.one_of(("", "", f" {self.exit()}", f" {self.exit()} {ahead}"))
        if self.chance(30):
            self.used.add("collapse")
            return f"(collapse {self.meant('DR')}{where})"
        self.used.add("light")
        mk = self.number(1) if self.chance(10) else self.one_of(PRESENCE)
        return f"(light {self.meant('DR')} {mk}{where})"

    def use(self, zone: str) -> str:
        """What takes cards out of the wall, or asks what is left."""
        if self.chance(80):
            return self.leave()
        self.used.update(("=", "+"))
        return f"(= word (+ (* 3 word) {self.left()}))"

    def marks(self, most: int = 4) -> str:
        """Marks of places, between draws that use them up or must not."""
        result = [self.mark() if self.chance(55) else self.use("D") for _ in range(1 + self.below(most))]
        if self.chance(70):
            result += [self.mark(), self.use("D")]
        return ";".join(result)
