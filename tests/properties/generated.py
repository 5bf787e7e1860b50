"""Tests of things drawn at random: a few of them at a desk, many in CI, and any number where
``YISP_TESTS_DRAWS=10`` asks for ten times as many as there."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

DRAWS = int(os.environ.get("YISP_TESTS_DRAWS", "1"))
"""How many times as many as in CI."""

TODAY = int(os.environ["YISP_TESTS_SEED"])
"""A seed of today's, so that slow tests that draw look at something else every day, and say at what."""


def few_or_many(few: int, many: int, parts: int = 1) -> list[Any]:
    """How many a test draws: the second number only where slow tests run, in so many parts that CI meets on
    different days; the parts' numbers, from which whatever is drawn follows, differ."""
    numbers = [DRAWS * many // parts + part for part in range(parts)]
    return [few, *(pytest.param(number, marks=pytest.mark.slow) for number in numbers)]


def first_or_many(few: int, many: int, parts: int) -> list[Any]:
    """Which seeds a test goes through: the first few, and so many in parts, as above."""
    every = [range(part, DRAWS * many, parts) for part in range(parts)]
    return [range(few), *(pytest.param(one, marks=pytest.mark.slow) for one in every)]


def examples(few: int, many: int) -> Callable[[Callable[[Any], None]], Callable[[int], None]]:
    """Runs a test of a ``random`` on so many; the second number only where slow tests run."""

    def decorate(test: Callable[[Any], None]) -> Callable[[int], None]:
        @pytest.mark.parametrize("number", few_or_many(few, many))
        def tests(number: int) -> None:
            settings(max_examples=number)(given(random=st.randoms(use_true_random=False))(test))()

        tests.__name__, tests.__doc__ = test.__name__, test.__doc__
        return tests

    return decorate


def few_of(many: int, few: int) -> list[Any]:
    """Seeds for a test: so many, of which all but a few are only for where slow tests run."""
    return [
        seed if seed < few else pytest.param(seed, marks=pytest.mark.slow) for seed in range(DRAWS * many)
    ]
