"""Estimates from counts: published values, hand-worked ones, and straightforward formulas."""

from __future__ import annotations

import math
import statistics as reference
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yisp.simulate.counting import statistics

NUMBERS = st.integers(-(2**63), 2**63 - 1)


def sums(values: list[int]) -> tuple[int, int, int]:
    return len(values), sum(values), sum(value * value for value in values)


# Wilson's interval --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # By hand: (855 + 1.9208 ± 1.96 sqrt(123.975 + 0.9604)) / 1003.8416.
        (855, 1000, 0.8318, 0.8755),
    ],
)
def test_wilson_gives_published_intervals(successes: int, trials: int, low: float, high: float) -> None:
    interval = statistics.wilson(successes, trials)
    assert interval is not None
    assert tuple(round(end, 4) for end in interval) == (low, high)


def test_half_the_width_is_what_ygo_calc_shows() -> None:
    low, high = statistics.wilson(855, 1000) or (0, 0)
    assert f"{(high - low) / 2:.2%}" == "2.18%"


@given(st.integers(1, 10**9).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_wilson_ends_solve_the_score_equation(case: tuple[int, int]) -> None:
    """Both ends are z standard errors, *their own*, from the observed rate; or 0 and 1."""
    successes, trials = case
    low, high = statistics.wilson(successes, trials) or (-1, -1)
    observed = successes / trials
    assert 0 <= low <= observed <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            distance = statistics.Z * math.sqrt(end * (1 - end) / trials)
            assert abs(observed - end) == pytest.approx(distance, rel=1e-5)


@given(st.integers(1, 10**9))
def test_wilson_reaches_both_ends_exactly(trials: int) -> None:
    none, every = statistics.wilson(0, trials), statistics.wilson(trials, trials)
    assert none is not None and none[0] == 0.0 < none[1] < 1
    assert every is not None and 0 < every[0] < every[1] == 1.0


# Means and spreads ----------------------------------------------------------------------------------


def test_mean_and_deviation_by_hand() -> None:
    # 2 4 4 4 5 5 7 9: sum 40, squared deviations from 5 add up to 32.
    count, total, squares = sums([2, 4, 4, 4, 5, 5, 7, 9])
    assert statistics.average(total, count) == 5.0
    assert statistics.deviation(count, total, squares) == math.sqrt(32 / 7)
    assert statistics.standard_error(count, total, squares) == pytest.approx(math.sqrt(32 / 7 / 8))


@given(st.lists(NUMBERS, min_size=2, max_size=30))
def test_deviation_is_the_exact_one_rounded(values: list[int]) -> None:
    exact = reference.variance([Fraction(value) for value in values])
    found = statistics.deviation(*sums(values))
    assert found == pytest.approx(math.sqrt(exact), rel=1e-15)


@given(NUMBERS, st.integers(2, 10**12))
def test_equal_numbers_have_no_spread_at_all(value: int, count: int) -> None:
    """Floats would leave the rounding errors of a difference of large sums."""
    assert statistics.deviation(count, count * value, count * value * value) == 0.0


def test_a_small_spread_of_large_numbers_is_not_lost() -> None:
    values = [2**62, 2**62 + 1] * 500
    assert statistics.deviation(*sums(values)) == pytest.approx(math.sqrt(0.25 * 1000 / 999), rel=1e-12)


@given(st.lists(NUMBERS, min_size=1, max_size=30))
def test_mean_is_the_exact_one_rounded(values: list[int]) -> None:
    assert statistics.average(sum(values), len(values)) == float(Fraction(sum(values), len(values)))


def test_what_cannot_be_known_is_none() -> None:
    assert statistics.average(0, 0) is None
    assert statistics.wilson(0, 0) is None
    assert statistics.deviation(1, 5, 25) is None
    assert statistics.standard_error(1, 5, 25) is None
    assert set(statistics.quantiles({}, None, None).values()) == {None}


# Quantiles ------------------------------------------------------------------------------------------


def test_quantiles_by_hand() -> None:
    # Twenty trials: the 5 % quantile is the first, the median the tenth, the 95 % one the nineteenth.
    histogram = {0: 1, 2: 8, 3: 2, 7: 7, 8: 1, 12: 1}
    assert statistics.quantiles(histogram, 0, 12) == {"0.05": 0, "0.25": 2, "0.5": 3, "0.75": 7, "0.95": 8}


def test_a_share_that_is_met_exactly_takes_the_lower_value() -> None:
    assert statistics.quantiles({0: 500, 1: 500}, 0, 1)["0.5"] == 0
    assert statistics.quantiles({0: 499, 1: 501}, 0, 1)["0.5"] == 1


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=200))
def test_quantiles_are_taken_from_the_sorted_values(values: list[int]) -> None:
    ordered = sorted(values)
    found = statistics.quantiles(dict(sorted(Counter(values).items())), ordered[0], ordered[-1])
    assert list(found) == ["0.05", "0.25", "0.5", "0.75", "0.95"]
    for name, value in found.items():
        assert value == ordered[math.ceil(len(values) * Fraction(name)) - 1]


def test_a_quantile_never_lies_outside_what_was_observed() -> None:
    """A key that stands for 4096 … 4099 is no value: only 4098 and 4099 came up."""
    assert set(statistics.quantiles({4096: 10}, 4098, 4099).values()) == {4098}
