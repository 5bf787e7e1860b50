"""``yisp.Wall``: a wall by itself, and the law of its next card, which presence bends.

    wall = yisp.Wall({"7p": 1, "8p": 2, "9p": 3})
    wall.light_a("7p", 100)
    wall.distribution()            {"7p": Fraction(11, 16), "8p": Fraction(1, 8), "9p": Fraction(3, 16)}
    wall.pop()                     a card, by that law

What comes in: how many cards of each name the stock and the reserve have.  What goes out: cards, and the
law of the next one as fractions.  Everything is decided by the runtime, as in a deck with `wall:`
(``wall.h``); the rules are on the page about presence.  No method tells whether something worked.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from operator import or_

from yisp_runtime.bindings.table import Failed, PyTable
from yisp_runtime.codes import DECK
from yisp_runtime.counts.accumulator import Accumulator

from ..compile.analysis.presence import WITHOUT_BOUND
from ..compile.pipeline import topic_key
from ..deck.cards.cards import MOST_IN_FAMILY
from ..deck.model import Deck, Kind, Settings
from ..deck.vocabulary import Vocabulary
from ..lang.checking import walls
from ..lang.diagnostics import Diagnostics, PlayError
from ..lang.source import TextSource
from ..lang.suggest import Suggestions
from ..messages import Message, quoted, say
from ..simulate.single.session import SCRIPT, ZONES, Session, topic_of
from .numbers import count, seed_of, whole

RESERVE, GONE = ZONES.index(walls.RESERVE), ZONES.index("J")
SITE = 0
"""Where the table notes what happens; nobody asks."""

MOST_CARDS = 10_000

MOST_PRESENCE, FARTHEST_PLACE = 10_000_000, 10_000
"""What the runtime takes (``wall.h``)."""


class Wall:
    """Cards that nobody has looked at, which leave by one or several exits.

    ``stock`` and ``reserve`` say how many cards of each name there are; ``kinds`` of which kind a name is,
    where that is not the name itself; ``exits`` how many cards each exit gives in all (None: as long as there
    are some), the first being the one that is meant where none is named.  What is done alike to walls of the
    same ``seed`` comes out alike.

    Names are known when they stand in ``stock``, ``reserve`` or ``kinds``, be it with 0.  Raises ValueError
    for others, for exits that there are not, and for numbers below 0; TypeError for what is no whole number.
    """

    def __init__(
        self,
        stock: Mapping[str, int],
        reserve: Mapping[str, int] = {},
        *,
        kinds: Mapping[str, str] = {},
        exits: Mapping[str, int | None] = {"pii": None},
        seed: int = 0,
    ) -> None:
        for what, given in (("stock", stock), ("reserve", reserve), ("kinds", kinds), ("exits", exits)):
            if not isinstance(given, Mapping):
                raise TypeError(
                    say("{what}: a dict is wanted, not {given}", what=quoted(what), given=f"{given!r:.60}")
                )
        if not exits:
            raise ValueError(say("a wall has an exit"))
        names = list(dict.fromkeys([*stock, *reserve, *kinds, *kinds.values()]))
        counts = {name: count(stock.get(name, 0), name) + count(reserve.get(name, 0), name) for name in names}
        if sum(counts.values()) > MOST_CARDS:
            raise ValueError(say("a wall has at most {most} cards", most=MOST_CARDS))
        for name, kind in kinds.items():
            if kinds.get(kind, kind) != kind:
                raise ValueError(
                    say(
                        "{kind}, the kind of {name}, is of the kind {other} itself",
                        kind=quoted(kind),
                        name=quoted(name),
                        other=quoted(kinds[kind]),
                    )
                )
        self._kinds = {name: kinds.get(name, name) for name in names}
        self._families = {
            kind: [name for name in names if self._kinds[name] == kind] for kind in self._kinds.values()
        }
        for kind, members in self._families.items():
            if len(members) > 1 and sum(counts[name] for name in members) > MOST_IN_FAMILY:
                raise ValueError(
                    say(
                        "the kind {kind} has several names and more than {most} cards",
                        kind=quoted(kind),
                        most=MOST_IN_FAMILY,
                    )
                )
        self._exits = {
            name: WITHOUT_BOUND if most is None else min(count(most, name), WITHOUT_BOUND)
            for name, most in exits.items()
        }
        self._names = names
        self._plan = self._planned(counts)
        self._counts = Accumulator(0, 0, 0, 0, SITE + 16)
        self._seed = seed_of(seed)
        self._open()
        for name, number in reserve.items():
            self._load(name, number, exact=True)

    def _planned(self, counts: Mapping[str, int]) -> dict[str, object]:
        text = TextSource("<wall>", "")
        place = text.place(0, 0)
        families = [self._names.index(self._kinds[name]) for name in self._names]
        kinds = tuple(
            Kind(name, counts[name], (), None, (), place, family=None if family == number else family)
            for number, (name, family) in enumerate(zip(self._names, families, strict=True))
        )
        vocabulary = Vocabulary((name, ()) for name in self._names)
        deck = Deck("<wall>", kinds, vocabulary, Settings(), (), (), Diagnostics())
        plan = dict(Session(deck, topic_of(text, deck)).plan)
        self._kind_of: list[int] = plan["kind_of"]
        cards = dict.fromkeys(self._names, 0)
        for card, kind in enumerate(self._kind_of):
            cards[self._names[kind]] |= 1 << card
        masks = [cards[name] for name in self._names]
        masks += [reduce(or_, (cards[name] for name in members)) for members in self._families.values()]
        return {
            **plan, "masks": masks, "exits": len(self._exits), "reserve": RESERVE,
            "first_exit": next(iter(self._exits.values())),
        }  # fmt: skip

    def _open(self) -> None:
        self._table = PyTable(self._plan)
        self._table.start([], [])
        self._table.open(
            self._seed, topic_key(SCRIPT), self._counts,
            hand=0, turns=1, draw=0, plays=False, answers=False, scoring=0,
        )  # fmt: skip
        self._table.deal(0, False)

    # Names --------------------------------------------------------------------------------------------

    def _mask(self, card: str, *, exact: bool) -> int:
        """The cards of a kind, or of that very name."""
        kinds = list(self._families)
        if card in kinds and not exact:
            return len(self._names) + kinds.index(card)
        if card in self._names:
            return self._names.index(card)
        near = Suggestions(self._names, repr, closeness=0).nearest(str(card))
        if near is None:
            raise ValueError(say("the wall has no card {card}", card=quoted(card)))
        raise ValueError(
            say("the wall has no card {card}: did you mean {near}?", card=quoted(card), near=near)
        )

    def _exit(self, exit: str) -> int:
        exits = list(self._exits)
        if exit in exits:
            return exits.index(exit)
        near = Suggestions(self._exits, repr, closeness=0).nearest(str(exit))
        if near is None:
            raise ValueError(say("the wall has no exit {exit}", exit=quoted(exit)))
        raise ValueError(
            say("the wall has no exit {exit}: did you mean {near}?", exit=quoted(exit), near=near)
        )

    # What there is ------------------------------------------------------------------------------------

    def remain_a(self, card: str, *, exact: bool = False) -> int:
        """How many cards of the kind the stock has left; one that was decided beforehand is still there."""
        return int(self._table.count(DECK, self._mask(card, exact=exact)))

    def remain(self, exit: str) -> int:
        """How many cards the exit can still give."""
        return int(self._table.remain(self._exit(exit), self._exits[exit]))

    def distribution(self, exit: str = "pii", place: int = 0) -> dict[str, Fraction]:
        """The law of the card ``place`` cards behind the head of the exit, as things are, by name."""
        groups = self._table.weigh_place(self._exit(exit), _place(place))
        total = sum(weight for cards, weight in groups)
        law: dict[str, Fraction] = {}
        for cards, weight in groups:
            for card in cards if weight else ():
                name = self._names[self._kind_of[card]]
                law[name] = law.get(name, Fraction(0)) + Fraction(weight, total * len(cards))
        return law

    # What can be done ---------------------------------------------------------------------------------

    def light_a(self, card: str, mk: int, *, exact: bool = False) -> None:
        """Add presence to a kind of the stock, for the next card of the first exit."""
        self.inc_mk(next(iter(self._exits)), 0, card, mk, exact=exact)

    def light_b(self, card: str, mk: int, *, exact: bool = False) -> None:
        """Add presence to a kind of the reserve, for the same card."""
        self.inc_mk(next(iter(self._exits)), 0, card, mk, "B", exact=exact)

    def inc_mk(
        self, exit: str, place: int, card: str, mk: int, zone: str = "A", *, exact: bool = False
    ) -> None:
        """Add presence to a kind of the stock (``zone`` "A") or of the reserve ("B"), for the card ``place``
        cards behind the head of the exit.

        Raises ValueError where that is more than ten million, also together with what has been added before,
        or more than 64 marks would wait.
        """
        if zone not in ("A", "B"):
            raise ValueError(
                say("a zone is 'A', the stock, or 'B', the reserve, not {zone}", zone=quoted(zone))
            )
        number, ahead, amount = self._exit(exit), _place(place), whole(mk, "mk")
        if abs(amount) > MOST_PRESENCE:
            raise ValueError(
                say("presence is within 10,000,000 either way, and {amount} is not", amount=amount)
            )
        self._mean(card, exact=exact)
        try:
            self._light(number, ahead, zone, amount)
        except Failed:
            raise ValueError(self._why_not_lit(number, ahead, zone, amount)) from None

    def collapse(self, exit: str, place: int, card: str, *, exact: bool = False) -> None:
        """Decide now that the card at that place is one of the kind, if there is one, and the exit gives so
        many."""
        number, ahead = self._exit(exit), _place(place)
        self._mean(card, exact=exact)
        self._table.collapse_place(SITE, number, self._exits[exit], ahead, 0)

    def load_b(self, card: str, n: int = 1, *, exact: bool = False) -> None:
        """Move ``n`` cards of the kind from the stock to the reserve, or as many as there are."""
        self._load(card, count(n, "n"), exact=exact)

    def pop(self, exit: str = "pii") -> str:
        """The name of the exit's next card, which leaves.

        Raises :class:`yisp.PlayError` when there is none.
        """
        try:
            card: int = self._table.draw(SITE, self._exit(exit), self._exits[exit], GONE, False, SITE)
        except Failed:
            found, text = Diagnostics(), TextSource("<wall>", exit)
            found.error(
                "Y309", say("the exit `{exit}` has given all it can", exit=exit), text.place(0, len(exit))
            )
            raise PlayError(found) from None
        return self._names[self._kind_of[card]]

    def copy(self) -> Wall:
        """Another wall that goes on from here, with the same cards to come if the same is done."""
        other = object.__new__(Wall)
        other.__dict__.update(self.__dict__)
        other._open()
        other._table.restore(self._table.save())
        return other

    def _load(self, card: str, n: int, *, exact: bool) -> None:
        number = min(n, MOST_CARDS)
        self._table.choose_zone(DECK)
        self._table.keep(self._mask(card, exact=exact))
        if number:
            self._table.take(SITE, number, RESERVE, False, number, SITE)

    def _light(self, exit: int, ahead: int, zone: str, amount: int) -> None:
        self._table.light_place(SITE, exit, ahead, int(zone == "B"), amount, True)

    def _why_not_lit(self, exit: int, ahead: int, zone: str, amount: int) -> Message:
        """Why there was no room for presence about the cards that are meant now; nothing is changed."""
        before = self._table.save()
        try:  # a mark about these cards can be changed by a little, and one more cannot be made
            self._light(exit, ahead, zone, -1 if amount > 0 else 1)
        except Failed:
            return say("64 marks wait already, and no more can")
        self._table.restore(before)
        return say("presence is within 10,000,000 either way, and together with what waits this is not")

    def _mean(self, card: str, *, exact: bool) -> None:
        self._table.choose_every(DECK)
        self._table.keep(self._mask(card, exact=exact))


def _place(given: int) -> int:
    """How many cards lie before a place."""
    place = count(given, "place")
    if place > FARTHEST_PLACE:
        raise ValueError(say("places lie within 10,000 cards"))
    return place
