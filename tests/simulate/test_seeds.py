"""Seeds: which is taken, and what one is that nobody chose."""

from __future__ import annotations

import os

import pytest

from yisp.simulate.seeds import SEEDS, fresh_seed, seed_or_fresh


@pytest.mark.parametrize(
    ("drawn", "seed"), [(b"\0", 0), (b"\xff", SEEDS - 1), (b"\x01", 0x01010101010101 % SEEDS)]
)
def test_a_fresh_seed_is_any_of_those_that_readers_of_json_keep(
    drawn: bytes, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "urandom", lambda size: drawn * size)
    assert fresh_seed() == seed_or_fresh(None, None) == seed


def test_the_first_that_is_given_comes_before_others() -> None:
    assert (seed_or_fresh(None, 0, 3), seed_or_fresh(5, None)) == (0, 5)
