"""Rates of Magic decks that use the collection, worked out by combinatorics done another way.

What comes in: the decks of ``decks/``.  What goes out: their exact answers, held against sums of
hypergeometric probabilities that know nothing of cards, programs or positions, and against figures that
others have published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest

import yisp

DECKS = Path(__file__).parent / "decks"
HAND = 7

pytestmark = pytest.mark.filterwarnings("ignore::yisp.DeckWarning")  # of cards that are played in part


def best(deck: str | dict[str, Any], topic: str) -> Fraction:
    """What the best play of a deck is worth, exactly."""
    read = DECKS / f"{deck}.yml" if isinstance(deck, str) else deck
    answer = yisp.run(read, method="exact").topics[topic].policies["best"].goal.exact
    assert answer is not None
    return Fraction(answer)


def hands(cards: int, *counts: int, size: int = HAND) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The hands of a deck: how many of each sort, all others apart, and how likely that is."""
    rest = cards - sum(counts)
    for held in product(*(range(min(count, size) + 1) for count in counts)):
        if sum(held) <= size:
            ways = prod(map(comb, counts, held)) * comb(rest, size - sum(held))
            yield held, Fraction(ways, comb(cards, size))


def none(cards: int, sort: int, looked: int) -> Fraction:
    """How likely it is that none of that sort is among the cards looked at."""
    return Fraction(comb(cards - sort, looked), comb(cards, looked))


@pytest.mark.slow
def test_the_london_mulligan_keeps_two_to_five_lands() -> None:
    """Of seven new cards, n of which go to the bottom, two to five lands are kept if that can be done."""
    missed = Fraction(1)
    for bottom in range(HAND):
        kept = HAND - bottom
        missed *= sum(
            chance
            for (lands,), chance in hands(60, 24)
            if not any(2 <= held <= 5 for held in range(max(0, lands - bottom), min(lands, kept) + 1))
        )
    assert best("mulligan", "keep") == 1 - missed


@pytest.mark.slow
def test_four_ponders_find_the_second_land() -> None:
    """On the play: seven cards, a land, perhaps a Ponder, one card, perhaps a Ponder, a land."""
    rate = Fraction()
    for (lands, ponders), chance in hands(60, 22, 4):
        if lands == 1:
            rate += chance * _second_land(21, 4 - ponders, ponders)
        elif lands > 1:
            rate += chance
    assert best("ponder", "two lands") == rate


def _second_land(lands: int, ponders: int, held: int) -> Fraction:
    """How likely the second land comes, with so many Ponders in the hand; the others are in the library."""
    library = 60 - HAND

    def last(cards: int, ponders: int, held: int) -> Fraction:
        """The second turn's Ponder: a land among three cards, or one drawn when all are shuffled."""
        return 1 - none(cards, lands, 3) * none(cards, lands, 1) if held else Fraction()

    def second(cards: int, ponders: int, held: int) -> Fraction:
        return _drawn(cards, lands, ponders, held, last)

    if not held:
        return second(library, ponders, held)
    rate = 1 - none(library, lands, 3)
    for seen in range(min(3, ponders) + 1):  # three cards without a land, so many Ponders among them
        chance = Fraction(comb(ponders, seen) * comb(library - lands - ponders, 3 - seen), comb(library, 3))
        # They stay: two of them are drawn, and the next Ponder sees the third and two others.
        fails = none(library - 3, lands, 2) * none(library - 2, lands, 1) if held - 1 + seen else 1
        rate += chance * max(1 - fails, _drawn(library, lands, ponders, held - 1, second))
    return max(rate, second(library, ponders, held))  # the Ponder may wait for the second turn


Rest = Callable[[int, int, int], Fraction]
"""How likely it is from there on, by the cards of the library, its Ponders and those of the hand."""


def _drawn(cards: int, lands: int, ponders: int, held: int, then: Rest) -> Fraction:
    """A card is drawn: a land is enough, a Ponder is held, and then it goes on."""
    others = cards - lands - ponders
    found = ponders * then(cards - 1, ponders - 1, held + 1) if ponders else Fraction()
    return (lands + found + others * then(cards - 1, ponders, held)) / cards


@pytest.mark.slow
def test_a_piece_is_drawn_or_found_by_a_tutor_that_can_be_paid() -> None:
    """On the play, eight cards by the second turn: a land a turn and the Petals have to make two mana."""
    rate = Fraction()
    for (pieces, tutors, petals, lands), chance in hands(60, 4, 4, 4, 20):
        for sort, left in enumerate((4 - pieces, 4 - tutors, 4 - petals, 20 - lands, None)):
            got = [int(sort == one) for one in range(4)]
            others = 28 - (HAND - pieces - tutors - petals - lands)
            share = chance * Fraction(others if left is None else left, 60 - HAND)
            played = min(1, lands) + min(1, lands + got[3] - min(1, lands))
            mana = petals + got[2] + played
            rate += share * bool(pieces + got[0] or (tutors + got[1] and mana >= 2))
    assert best("pieces", "a piece") == rate


PUBLISHED = """
    1.9  0.9  0.5  0.2  0.1  0.0  0.0  0.0
   11.5  7.2  4.3  2.5  1.4  0.7  0.4  0.2
   27.4 21.0 15.2 10.5  6.7  4.2  2.5  1.4
   31.9 31.0 27.6 22.9 17.8 13.1  9.2  6.0
   19.7 25.2 28.3 28.9 27.3 24.0 19.8 15.4
    6.4 11.5 17.0 21.9 25.4 27.1 26.7 24.6
    1.0  2.9  5.9 10.0 14.7 19.3 23.0 25.4
    0.1  0.4  1.2  2.7  5.3  8.7 12.8 17.0
"""


def test_a_published_table_of_lands_by_turn() -> None:
    """How many lands a deck of 40 cards, 16 of them lands, has seen in each turn: the table for "16 land" of
    "Non-Intuitive Results in Random Sampling", a question of 2012 at Mathematics Stack Exchange (thread 95518
    of the ARQMath collection), of a million hands drawn at random, printed to tenths of a per cent."""
    rows = [[float(cell) for cell in row.split()] for row in PUBLISHED.strip().splitlines()]
    topics = yisp.run(DECKS / "lands.yml", method="exact").topics
    for turn, published in enumerate(zip(*rows, strict=True), 1):
        histogram = topics[f"turn {turn}"].stats["lands"].to_dict()["histogram"]
        for lands, cell in enumerate(published):
            exact = sum(chance for (held,), chance in hands(40, 16, size=6 + turn) if held == lands)
            assert Fraction(histogram.get(str(lands), 0)) == exact
            assert abs(100 * float(exact) - cell) < 0.15, (turn, lands)


@pytest.mark.parametrize(("lands", "published"), [(17, 12.14), (18, 10.47)])
def test_published_rates_of_hands_that_nobody_keeps(lands: int, published: float) -> None:
    """Hands of no land, one, six or seven, in a deck of 40: what packratmtg.blogspot.com gives (2015),
    added up from rounded figures."""
    stats = {"lands": "(+ |H.a:land| |F.a:land|)"}
    deck = {
        "use": ["magic"],
        "deck": {"size": 40, "cards": {"Island": {"count": lands}, "other": {"count": -1}}},
        "simulate": {"tests": {"t": {"start-card": 7, "exec-program": True, "stats": stats}}},
    }
    histogram = yisp.run(deck, method="exact").topics["t"].stats["lands"].to_dict()["histogram"]
    kept = sum(Fraction(histogram[str(number)]) for number in range(2, 6))
    assert abs(100 * float(1 - kept) - published) < 0.02


LOOKS = {
    "Anticipate": (3, 0),
    "Brainstorm": (3, 0),
    "Consider": (2, 0),
    "Dig Through Time": (7, 0),
    "Impulse": (4, 0),
    "Mental Note": (1, 0),
    "Opt": (2, 0),
    "Ponder": (3, 1),
    "Preordain": (3, 0),
    "See Beyond": (2, 0),
    "Sleight of Hand": (2, 0),
    "Strategic Planning": (3, 0),
    "Telling Time": (3, 0),
}
"""How many cards a spell looks through for one that is wanted, and how many it draws when it has shuffled."""


@pytest.mark.parametrize("card", LOOKS)
def test_how_deep_a_spell_looks(card: str) -> None:
    """Two keys among twelve unknown cards: as good a player as can be finds one of them so often."""
    assert _found(card, turns=1) == 1 - none(12, 2, LOOKS[card][0]) * none(12, 2, LOOKS[card][1])


def test_how_deep_a_spell_looks_for_the_next_turn() -> None:
    """Serum Visions draws, puts two cards away, and the next turn draws the fourth.  Portent arranges three,
    of which the next turn draws two, or shuffles them away and draws two others."""
    assert _found("Serum Visions", turns=2) == 1 - none(12, 2, 4)
    assert _found("Portent", turns=2) == 1 - none(12, 2, 3) * none(12, 2, 2)


def _found(card: str, turns: int) -> Fraction:
    cards = {card: {"count": 1}, "Island": {"count": 8}, "key": {"count": 2}, "other": {"count": 10}}
    topic = {
        "start-card": 1,
        "turns": turns,
        "start": {"hand": [card], "zones": {"F": ["Island"] * 8}},
        "exec-program": True,
        "policy": "best",
        "combos": {"key": {"hand": ["key"]}},
    }
    return best({"use": ["magic"], "deck": {"cards": cards}, "simulate": {"tests": {"t": topic}}}, "t")


def test_a_copy_of_the_spell_itself_can_be_put_away() -> None:
    """Opt looks at an Opt, with a key below it."""
    cards = {"Opt": {"count": 2}, "Island": {"count": 1}, "key": {"count": 1}, "other": {"count": 1}}
    start = {"hand": ["Opt", "other"], "deck-top": ["Opt", "key"], "zones": {"F": ["Island"]}}
    wanted = {"key": {"hand": ["key"]}}
    topic = {"start-card": 2, "start": start, "exec-program": True, "policy": "best", "combos": wanted}
    assert best({"use": ["magic"], "deck": {"cards": cards}, "simulate": {"tests": {"t": topic}}}, "t") == 1
