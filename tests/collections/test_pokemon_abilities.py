"""How often a turn: the abilities of Pokémon and stadiums of the collection pokemon, used again and again."""

from __future__ import annotations

from typing import Any

import pytest
from playing import deck_of

import yisp

DECK = [*"abcdefghijklmnopqr"]


def table(
    card: str, in_play: list[str], hand: list[str], deck: list[str] = DECK, zone: str = "F"
) -> yisp.Table:
    """A game in which these cards are in play."""
    case: dict[str, Any] = {
        "hand": hand,
        "zones": {zone: in_play},
        "deck": deck,
        "plays": ["(pokemon:begin)"],
    }
    return yisp.Table(deck_of("pokemon", card, case), seed=1)


def used(game: yisp.Table, card: str) -> int:
    """How often the second effect of a card can be used until it no longer can."""
    times = 0
    while game.activate(card, 1).activated:
        times += 1
        assert times < 10
    return times


@pytest.mark.parametrize(
    ("card", "copies", "times"),
    [
        ("Kirlia", 1, 1),
        ("Kirlia", 3, 3),
        ("Drakloak", 2, 2),
        ("Pidgeot ex", 2, 1),
        ("Radiant Greninja", 1, 1),
    ],
)
def test_once_a_turn_for_each_copy_or_for_all(card: str, copies: int, times: int) -> None:
    game = table(card, [card] * copies, ["Basic Fire Energy"] * 4)
    assert used(game, card) == times


@pytest.mark.parametrize(("card", "size"), [("Bibarel", 5), ("Mew ex", 3)])
def test_drawing_up_to_a_number_is_once_a_turn_for_each_copy(card: str, size: int) -> None:
    """The hand is emptied by a card that is discarded for each use."""
    game = table(card, [card] * 2, [])
    for _ in range(2):
        assert game.activate(card, 1).activated
        assert len(game["H"]) == size
        game.run("(# H B)")
    assert not game.activate(card, 1).activated
    game.run("(pokemon:begin)")
    assert game.activate(card, 1).activated, "it is another turn"


@pytest.mark.parametrize(
    ("card", "deck"),
    [
        ("Artazon", ["Bidoof", "Bidoof"]),
        ("Mesagoza", ["Bidoof", "Bidoof"]),
        ("Training Court", DECK),
        ("Viridian Forest", ["Basic Fire Energy", "Basic Fire Energy"]),
    ],
)
def test_a_stadium_is_used_once_a_turn(card: str, deck: list[str]) -> None:
    game = table(card, [card], ["Basic Fire Energy", "Basic Fire Energy"], deck, zone="S")
    game.run("(# H.1 B)")
    assert used(game, card) == 1


def test_squawk_and_seize_is_used_once_whatever_the_copies() -> None:
    game = table("Squawkabilly ex", ["Squawkabilly ex"] * 2, ["x"])
    assert used(game, "Squawkabilly ex") == 1
    assert len(game["H"]) == 6


def test_a_kirlia_that_evolves_is_one_that_has_been_used() -> None:
    """Two Kirlia refine twice, also if one of them becomes a Gardevoir ex between."""
    game = table("Kirlia", ["Kirlia", "Kirlia"], ["x", "y", "Gardevoir ex"])
    game.run("(pokemon:begin)")
    assert game.activate("Kirlia", 1).activated
    assert game.activate("Gardevoir ex").activated
    assert game["F"] == ["Kirlia", "Gardevoir ex"]
    assert used(game, "Kirlia") == 1


def test_a_trainers_mail_takes_none_of_its_name_however_the_deck_spells_it() -> None:
    name = "トレーナーズポスト"
    game = table(name, [], [name], [name, "Bill", *"abc"])
    assert game.activate(name).activated
    assert game["H"] == ["Bill"]
