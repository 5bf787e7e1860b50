"""The door between the engine and who reads a page says what is so, for a few of the draws of the hunt."""

from __future__ import annotations

import pytest
from hunt.door_page import examine

DRAWS = (86, 8, 18, 28, 88, 72, 26, 62, 38, 70, 75, 89, 43, 79, 23, 19, 71, 51, 11, 85)
"""Pages (even numbers) and sessions that take no time."""


@pytest.mark.parametrize("number", DRAWS)
def test_every_number_that_is_read_is_what_it_should_be(number: int) -> None:
    verdict = examine(9, number)
    assert not verdict.differences
    assert verdict.compared or verdict.refused
