"""Tests of things drawn at random: a few of them at a desk, many in CI."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def examples(few: int, many: int) -> Callable[[Callable[[Any], None]], Callable[[int], None]]:
    """Runs a test of a ``random`` on so many; the second number only where slow tests run."""

    def decorate(test: Callable[[Any], None]) -> Callable[[int], None]:
        @pytest.mark.parametrize("number", [few, pytest.param(many, marks=pytest.mark.slow)])
        def tests(number: int) -> None:
            settings(max_examples=number)(given(random=st.randoms(use_true_random=False))(test))()

        tests.__name__, tests.__doc__ = test.__name__, test.__doc__
        return tests

    return decorate


def few_of(many: int, few: int) -> list[Any]:
    """Seeds for a test: so many, of which all but a few are only for where slow tests run."""
    return [seed if seed < few else pytest.param(seed, marks=pytest.mark.slow) for seed in range(many)]
