"""What each policy is worth: the engine against a brute force that takes what a player knows literally."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from generated import few_of
from hunt.chance import TooMany
from hunt.dilemmas import GOALS, Figure, by_brute_force, by_engine, draw

MOST = 800
"""So many stages of whole orders are run for a policy."""

BUDGET = 400_000


@pytest.mark.parametrize("lit", [False, True], ids=["unlit", "lit"])
@pytest.mark.parametrize("number", few_of(60, 10))
def test_drawn_decks(number: int, lit: bool) -> None:
    text = draw("policies", number, lit=lit)
    try:
        expected = by_brute_force(text, MOST)
    except TooMany:
        pytest.skip("too many ways for the brute force")
    answers = by_engine(text, BUDGET)
    found = {figure: value for figure, value in answers.items() if isinstance(value, Fraction)}
    both = expected.keys() & found.keys()
    assert {figure: found[figure] for figure in both} == {figure: expected[figure] for figure in both}
    if "(/ " in text or "(% " in text:
        # A guard that divides by 0 is no move, but ends the play of ``greedy``, which may be the best thing
        # that it can do.
        found = {(policy, goal): value for (policy, goal), value in found.items() if policy != "greedy"}
    in_order(found)


def in_order(found: Mapping[Figure, Fraction]) -> None:
    """Who knows more, or may do more, does no worse."""
    worse_and_better = (
        ("greedy", "best"), ("greedy", "best never"), ("random", "best"), ("random", "best never"),
        ("best never", "best"), ("best", "hindsight"), ("best never", "hindsight never"),
        ("hindsight never", "hindsight"),
    )  # fmt: skip
    for goal in GOALS:
        for worse, better in worse_and_better:
            if (worse, goal) in found and (better, goal) in found:
                assert found[worse, goal] <= found[better, goal], (worse, better, goal)
