"""Rates of decks that use the collection pokemon, beside sums over hypergeometric laws.

A hand that is drawn again until it has a Basic Pokémon is a hand, given that it has one.  So each sum is
over the hands that may be kept, divided by their share; with ``legal`` the deck's answer is an exact
fraction of all hands, with ``mulligan`` it is sampled, and near.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb, prod
from typing import Any

import pytest
import yaml

import yisp

SIZE, HAND, PRIZES, SEEN = 60, 7, 6, 7
"""Cards of the deck, of the hand, set aside, and looked at by a Pokégear."""

Counts = tuple[int, ...]


def drawn(kinds: Counts, size: int) -> Iterator[tuple[Counts, Fraction]]:
    """How many of each kind are among ``size`` cards, and how probable that is; the last kind is the rest."""
    whole = comb(sum(kinds), size)
    for taken in _parts(kinds, size):
        ways = prod(comb(there, some) for there, some in zip(kinds, taken, strict=True))
        yield taken, Fraction(ways, whole)


def _parts(kinds: Counts, size: int) -> Iterator[Counts]:
    if len(kinds) == 1:
        if size <= kinds[0]:
            yield (size,)
        return
    for some in range(min(kinds[0], size) + 1):
        yield from ((some, *others) for others in _parts(kinds[1:], size - some))


def without(kinds: Counts, taken: Counts) -> Counts:
    return tuple(there - some for there, some in zip(kinds, taken, strict=True))


def total(shares: Iterable[Fraction]) -> Fraction:
    return sum(shares, Fraction(0))


def kept(basics: int) -> Fraction:
    """How many of all hands have a Basic Pokémon."""
    return 1 - Fraction(comb(SIZE - basics, HAND), comb(SIZE, HAND))


def answer(cards: dict[str, Any], **topic: Any) -> dict[str, Any]:
    """How often the one topic of a deck succeeds, as plain data."""
    rest = SIZE - sum(card["count"] for card in cards.values())
    deck = {
        "use": ["pokemon"],
        "deck": {"cards": {**cards, "rest": {"count": rest}}},
        "simulate": {"tests": {"t": {"start-card": HAND, **topic}}},
    }
    text = yaml.dump(deck, allow_unicode=True, sort_keys=False)
    said: dict[str, Any] = yisp.run(yisp.loads(text), seed=11, count=20_000).topics["t"].success.to_dict()
    return said


def check(expected: Fraction, legal: Fraction, cards: dict[str, Any], condition: str, **topic: Any) -> None:
    """Both ways to begin: exactly with ``legal``, and near it with ``mulligan``."""
    combos = {"wanted": {"condition": f"(and |P| {condition})"}}
    found = answer(cards, header="(pokemon:legal);(pokemon:prizes)", combos=combos, method="exact", **topic)
    assert Fraction(found["exact"]) / legal == expected
    again = "(pokemon:mulligan);(pokemon:prizes)"
    low, high = answer(cards, header=again, combos=combos, method="sample", **topic)["ci95"]
    assert low - (high - low) <= float(expected) <= high + (high - low)


BASIC = {"attribute": ["pokemon", "basic"]}


@pytest.mark.parametrize("basics", [1, 4, 8, 12, 20])
def test_how_many_hands_are_drawn_again(basics: int) -> None:
    combos = {"again": {"hand": ["0x a:basic"]}}
    found = answer({"young": {"count": basics, **BASIC}}, combos=combos)
    assert Fraction(found["exact"]) == 1 - kept(basics)


@pytest.mark.parametrize("basics", [4, 12])
def test_one_of_four_copies_is_not_among_the_prizes(basics: int) -> None:
    kinds = (basics, 4, SIZE - basics - 4)
    lost = total(
        share * Fraction(comb(SIZE - HAND - 4, PRIZES - 4), comb(SIZE - HAND, PRIZES))
        for (young, keys, _), share in drawn(kinds, HAND)
        if young and not keys
    )
    cards = {"young": {"count": basics, **BASIC}, "key": {"count": 4}}
    check(1 - lost / kept(basics), kept(basics), cards, "(< |P.key| 4)")


@pytest.mark.parametrize(
    ("basics", "supporters", "gears"),
    [(8, 10, 0), *(pytest.param(*row, marks=pytest.mark.slow) for row in ((12, 8, 1), (8, 4, 2)))],
)
def test_a_supporter_in_the_first_turn_or_a_pokegear_that_finds_one(
    basics: int, supporters: int, gears: int
) -> None:
    """Without a supporter every Pokégear looks at seven cards of the shuffled deck, all in vain."""
    kinds = (basics, supporters, gears, SIZE - basics - supporters - gears)
    vain = total(
        share * in_vain(supporters, SIZE - HAND, gears_held)
        for (young, found, gears_held, _), share in drawn(kinds, HAND)
        if young and not found
    )
    cards = {
        "young": {"count": basics, **BASIC},
        "helper": {"count": supporters, "attribute": ["trainer", "supporter"]},
        **({"Pokégear 3.0": {"count": gears}} if gears else {}),
    }
    playing = {"exec-program": True}
    check(1 - vain / kept(basics), kept(basics), cards, "|H.a:supporter|", **playing)


def in_vain(supporters: int, deck: int, times: int) -> Fraction:
    """That so many looks find no supporter in what the prizes leave of the deck."""
    return total(
        share * Fraction(comb(deck - PRIZES - supporters + prized, SEEN), comb(deck - PRIZES, SEEN)) ** times
        for (prized, _), share in drawn((supporters, deck - supporters), PRIZES)
    )


@pytest.mark.slow
@pytest.mark.parametrize(("basics", "balls"), [(8, 4), (12, 4)])
def test_two_pokemon_in_play_in_the_first_turn(basics: int, balls: int) -> None:
    """Whoever holds a single Basic Pokémon needs a Nest Ball; the prizes never take all others."""
    kinds = (basics, balls, SIZE - basics - balls)
    two = total(share for (young, nest, _), share in drawn(kinds, HAND) if young and young + nest >= 2)
    cards = {"young": {"count": basics, **BASIC}, "Nest Ball": {"count": balls}}
    playing = {"exec-program": True, "footer": "(pokemon:bench)"}
    check(two / kept(basics), kept(basics), cards, "(>= |F| 2)", **playing)
