"""Rates of decks of the collection ygo, which combinatorics gives in another way.

What comes in: decks that name known cards and play them by their programs.  What goes out: the very fractions
that sums of binomials give, which know nothing of programs, piles or turns.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import yisp

HAND = 5
DECK = 40
STARTERS = 9


def rate(cards: str, wanted: str, policy: str = "greedy") -> Fraction:
    """How often a combo holds in a deck of forty, exactly."""
    deck = yisp.loads(
        f"""
use: [ygo]
deck:
  size: {DECK}
  cards: {{{cards}, rest: {{count: -1}}}}
simulate:
  tests:
    t:
      exec-program: true
      method: exact
      policy: {policy}
      combos: {{wanted: {wanted}}}
"""
    )
    found = yisp.run(deck).topics["t"].success.exact
    assert found is not None
    return Fraction(found)


def none_of(bad: int, cards: int, drawn: int) -> Fraction:
    """The chance of drawing none of the bad cards."""
    return Fraction(comb(cards - bad, drawn), comb(cards, drawn))


def test_upstart_goblins_make_a_deck_of_so_many_fewer_cards() -> None:
    found = rate(f"Upstart Goblin: {{count: 3}}, starter: {{count: {STARTERS}}}", "{hand: [starter]}")
    assert found == 1 - none_of(STARTERS, DECK - 3, HAND)


def missed(helpers: int, again: Fraction) -> Fraction:
    """No starter in the hand, nor, where it holds one of the helpers, in what that shows."""
    without_both = none_of(STARTERS + helpers, DECK, HAND)
    return without_both + (none_of(STARTERS, DECK, HAND) - without_both) * again


def test_desires_draws_two_of_the_rest_and_banishes_a_single_card_as_often_as_any_ten_do() -> None:
    cards = f"Pot of Desires: {{count: 3}}, starter: {{count: {STARTERS}}}, key: {{count: 1}}"
    assert rate(cards, "{hand: [starter]}") == 1 - missed(3, none_of(STARTERS, DECK - HAND, 2))
    played = 1 - none_of(3, DECK, HAND)
    beside_the_key = (1 - none_of(3, DECK - 1, HAND - 1)) * Fraction(HAND, DECK)
    assert rate(cards, "{K: [key]}") == (played - beside_the_key) * Fraction(10, DECK - HAND)


@pytest.mark.filterwarnings("ignore::yisp.DeckWarning")  # that Prosperity is played in part
def test_duality_looks_at_three_more_cards_and_prosperity_at_six() -> None:
    for pot, cards in (("Pot of Duality", 3), ("Pot of Prosperity", 6)):
        deck = f"{pot}: {{count: 3}}, starter: {{count: {STARTERS}}}"
        found = rate(deck, "{hand: [starter]}", "best")
        assert found == 1 - missed(3, none_of(STARTERS, DECK - HAND, cards))


@pytest.mark.parametrize("copies", [1, 3])
def test_terraforming_and_reinforcement_are_copies_of_what_they_take(copies: int) -> None:
    found = rate(
        f"Terraforming: {{count: {copies}}}, land: {{count: 3, attribute: [spell, field]}},"
        f" Reinforcement of the Army: {{count: {copies}}},"
        " knight: {count: 3, attribute: [monster, warrior], props: {level: 4}}",
        "{hand: [land, knight]}",
    )
    each = 3 + copies
    assert found == 1 - 2 * none_of(each, DECK, HAND) + none_of(2 * each, DECK, HAND)


@pytest.mark.slow
def test_small_world_makes_of_a_door_the_goal_where_the_bridge_is_in_the_deck() -> None:
    """The door shares its level with the bridge and nothing else, and that its attack with the goal."""
    monsters = [("door", 4, 1000), ("bridge", 4, 1500), ("goal", 8, 1500)]
    deck = "Small World: {count: 3}" + "".join(
        f", {name}: {{count: 1, attribute: [monster], props:"
        f" {{type: {number}, element: {number}, level: {level}, atk: {attack}, def: {number}00}}}}"
        for number, (name, level, attack) in enumerate(monsters, 1)
    )
    led = comb(DECK - 3, HAND - 1) - comb(DECK - 6, HAND - 1)  # of the three, only the door was drawn
    assert rate(deck, "{hand: [goal]}", "best") == Fraction(HAND, DECK) + Fraction(led, comb(DECK, HAND))
