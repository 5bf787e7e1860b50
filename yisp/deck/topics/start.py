"""What a topic knows beforehand: ``start``.

What comes in: the section, and the cards of the deck.  What goes out: a
:class:`~yisp.deck.model.Start`, in which names are kinds.  A name that is no card, or more copies of
one than the deck has, is a diagnostic at the very name.
"""

from __future__ import annotations

from ...lang.checking.names import Sort
from ...lang.checking.zones import is_zone
from ...lang.remedy import respelling
from ...lang.suggest import Suggestions
from ...messages import say, say_n
from ..cards.cards import Cards
from ..model import Start, laid_aside
from ..reading.document import Scalar
from ..reading.fields import CARD, NO_ZONE, Section, misspelt_global
from ..reading.source import shown
from ..vocabulary import Vocabulary

OWN_KEYS = {"H": "hand", "D": "deck-top"}


class Starts:
    """Reads the ``start`` of the topics of one deck; an alias that it names is added to ``used``."""

    def __init__(self, cards: Cards, vocabulary: Vocabulary, used: set[str]) -> None:
        self.cards = cards
        self.vocabulary = vocabulary
        self.used = used
        self.kinds = {kind.name: index for index, kind in enumerate(cards.kinds)}
        self.kinds |= {other: self.kinds[own] for other, own in vocabulary.others.items()}
        self._known = Suggestions(self.kinds)

    @property
    def unsaid(self) -> Start:
        """That of a topic which says nothing: cards with a zone of their own lie there."""
        kinds = self.cards.kinds
        return Start(zones=laid_aside(kinds, [0] * len(kinds)) if self.cards.complete else ())

    def read(self, topic: Section, start_card: int, key: str) -> Start:
        """What is known at the start; ``key`` is the one that says how many cards a hand has."""
        section = topic.section("start")
        section.check_keys()
        used = [0] * len(self.cards.kinds)
        hand = self._cards(section, "hand", used)
        deck_top = self._cards(section, "deck-top", used)
        zones = self._zones(section, used)
        numbers = section.numbers("vars", misspelt_global)
        written = section.section("vars").entries if numbers else {}
        variables = tuple((name, number, written[name].key.place) for name, number in numbers.items())
        taken = sum(used[index] for index, kind in enumerate(self.cards.kinds) if kind.zone is None)
        self._check_sizes(section, topic, start_card, key, len(hand), taken)
        lying = laid_aside(self.cards.kinds, used, zones) if self.cards.complete else zones
        return Start(hand, deck_top, lying, variables)

    def _zones(self, section: Section, used: list[int]) -> tuple[tuple[str, tuple[int, ...]], ...]:
        zones = section.section("zones")
        zones.check_keys()
        read = []
        for letter, entry in zones.entries.items():
            if letter == CARD:
                section.reading.error("Y213", NO_ZONE, entry.key)
            elif letter in OWN_KEYS:
                key = OWN_KEYS[letter]
                message = say("what is known of {letter} belongs under `{key}`", letter=letter, key=key)
                section.reading.error(
                    "Y226", message, entry.key, say("write `{key}: [...]` beside `zones`", key=key)
                )
            elif is_zone(letter):
                read.append((letter, self._cards(zones, letter, used)))
        return tuple(read)

    def _cards(self, section: Section, name: str, used: list[int]) -> tuple[int, ...]:
        """The kinds that a list names, each copy counted in ``used``."""
        found = (self._card(scalar, section, used) for scalar in section.scalars(name))
        return tuple(kind for kind in found if kind is not None)

    def _card(self, scalar: Scalar, section: Section, used: list[int]) -> int | None:
        name = scalar.value.strip()
        kind = self.kinds.get(name)
        if kind is None and Sort.CARD in self.vocabulary.unread:
            return None
        if kind is None:
            near = respelling(self._known.nearest(name), (0, len(scalar.value)))
            hint = near or say("known cards are named one by one")
            section.reading.error("Y210", say("the deck has no card {name}", name=shown(name)), scalar, hint)
            return None
        if name not in self.vocabulary.cards:
            self.used.add(name)
        count = self.cards.kinds[kind].count
        if self.cards.complete and used[kind] >= count:
            message = say("the deck has no copy of {name}, and this is one more", name=shown(name))
            if count:
                message = say_n(
                    "the deck has one copy of {name}, and this is one more",
                    "the deck has {number} copies of {name}, and this is one more",
                    count,
                    name=shown(name),
                )
            section.reading.error("Y225", message, scalar)
            return None
        used[kind] += 1
        return kind

    def _check_sizes(
        self, section: Section, topic: Section, start_card: int, key: str, hand: int, known: int
    ) -> None:
        """Hold what is known against the hand and the deck."""
        if hand > start_card:
            written = section.entry("hand")
            assert written is not None
            section.reading.error(
                "Y225",
                say_n(
                    "{number} card of the hand is known, and `{key}` is {start_card}",
                    "{number} cards of the hand are known, and `{key}` is {start_card}",
                    hand,
                    key=key,
                    start_card=start_card,
                ),
                written.value,
                say("`{key}` counts the known cards as well", key=key),
            )
        elif self.cards.complete and self.cards.total - known < start_card - hand:
            section.reading.error(
                "Y208",
                say_n(
                    "one more card of the hand cannot be drawn from the {unknown} whose place is not known",
                    "{number} more cards of the hand cannot be drawn from the {unknown} whose place is"
                    " not known",
                    start_card - hand,
                    unknown=self.cards.total - known,
                ),
                section.owner,
            )
