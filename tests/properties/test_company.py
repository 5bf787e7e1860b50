"""Drawn dilemmas, played in worlds by everybody: nobody does better than hindsight, or than what is best."""

from __future__ import annotations

import pytest
from generated import few_of
from hunt.dilemmas import draw_short
from hunt.worlds import difference


@pytest.mark.parametrize("number", few_of(300, 12))
def test_drawn_dilemmas(number: int) -> None:
    assert difference(draw_short("worlds", number)) is None
