"""The door between the engine and who reads a page says what is so, for a few of the draws of the hunt."""

from __future__ import annotations

import pytest
from hunt.door_page import examine

DRAWS = range(20)


@pytest.mark.parametrize("number", DRAWS)
def test_every_number_that_is_read_is_what_it_should_be(number: int) -> None:
    verdict = examine(6, number)
    assert not verdict.differences
    assert verdict.compared or verdict.refused
