"""What each policy is worth: the engine against a brute force that takes what a player knows literally."""

from __future__ import annotations

import pytest
from generated import few_of
from hunt.compare import Verdict
from hunt.dilemmas import draw
from hunt.doors import policies
from hunt.richer import DEFINE, draw_richer


def held(verdict: Verdict) -> None:
    if "too many ways for the brute force" in verdict.refused:
        pytest.skip("too many ways for the brute force")
    assert not verdict.differences


@pytest.mark.parametrize("lit", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["unlit", "lit"])
@pytest.mark.parametrize("number", few_of(30, 5))
def test_drawn_decks(number: int, lit: bool) -> None:
    # In lit zones whoever looks has far more ways to judge than stages to run.
    most = policies.MOST // 3 if lit else policies.MOST
    held(policies.examine_text(draw("policies", number, lit=lit), most))


@pytest.mark.parametrize("number", few_of(60, 4))
def test_decks_with_more_of_the_language(number: int) -> None:
    held(policies.examine_text(draw_richer("policies", number, lit=number % 4 == 3), 200))


def test_each_of_the_doors_decks_can_be_replayed() -> None:
    assert policies.text(3, 1) == policies.text(3, 1) != policies.text(4, 1)


def test_what_is_drawn() -> None:
    """Every function, and what a deck can have beside cards, comes up soon."""
    decks = [draw_richer("drawn", number) for number in range(150)]
    wanted = ["before-play", "footer", "kind", "alias", "zone", "vars", "match", "policy", *DEFINE]
    assert not [one for one in wanted if not any(f'"{one}": ' in deck for deck in decks)]
