"""Drawn dilemmas, played in worlds by everybody: nobody does better than hindsight, or than what is best, and
whoever has an exact answer comes to it."""

from __future__ import annotations

import pytest
from generated import few_of
from hunt.dilemmas import draw_short
from hunt.worlds import difference

LIT = 1500
"""Trials of a lit deck: what bends a world's order shows in the means alone."""


@pytest.mark.parametrize("number", few_of(50, 4))
def test_drawn_dilemmas(number: int) -> None:
    assert difference(draw_short("worlds", number)) is None


@pytest.mark.parametrize("number", few_of(40, 3))
def test_lit_dilemmas(number: int) -> None:
    assert difference(draw_short("lit worlds", number, lit=True), ("score",), trials=LIT) is None
