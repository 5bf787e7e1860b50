"""Whether counts fit exact probabilities: binomial tails held against sums of fractions."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb, exp, inf, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yisp.simulate.counting.binomial import CHANCE, log_tail, misfit

RIGHT_ANSWERS = 10_000


def tail(count: int, trials: int, numerator: int, denominator: int) -> Fraction:
    """The tail in whole numbers, term by term."""
    side = range(count + 1) if count * denominator < trials * numerator else range(count, trials + 1)
    failing = denominator - numerator
    ways = sum(comb(trials, k) * numerator**k * failing ** (trials - k) for k in side)
    return Fraction(ways, denominator**trials)


@given(
    st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.integers(2, 10**30).flatmap(lambda d: st.tuples(st.integers(1, d - 1), st.just(d))),
)
def test_a_tail_is_the_sum_of_its_terms(counted: tuple[int, int], p: tuple[int, int]) -> None:
    wanted = tail(*counted, *p)
    found = log_tail(*counted, *p)
    assert found == pytest.approx(log(wanted.numerator) - log(wanted.denominator), abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 900, 1024, 1700, 4096])
def test_a_tail_of_a_check_is_the_sum_of_its_terms(count: int) -> None:
    wanted = tail(count, 4096, 1, 4)
    logarithm = log(wanted.numerator) - log(wanted.denominator)
    assert log_tail(count, 4096, 1, 4) == pytest.approx(logarithm, abs=1e-9)


def test_next_to_nothing_and_next_to_certain() -> None:
    """Fractions that no float can hold."""
    huge = 10**400
    assert log_tail(1, 4096, 1, huge) == pytest.approx(log(4096) - log(huge))
    assert log_tail(4095, 4096, huge - 1, huge) == pytest.approx(log(4096) - log(huge))
    assert log_tail(0, 4096, 1, huge) == log_tail(4096, 4096, huge - 1, huge) == 0


@pytest.mark.parametrize(
    ("count", "numerator", "fits"),
    [(0, 0, True), (1, 0, False), (50, 7, True), (49, 7, False), (25, 8, False), (25, -1, False)],
)
def test_what_is_impossible_or_certain_must_be_so(count: int, numerator: int, fits: bool) -> None:
    assert log_tail(count, 50, numerator, 7) == (0 if fits else -inf)
    assert (misfit([("a", count, numerator, 7)], 50) is None) is fits


def test_the_figure_that_fits_least_is_named() -> None:
    figures = [("right", 2048, 1, 2), ("off", 2400, 1, 2), ("far off", 3000, 1, 2)]
    found = misfit(figures, 4096)
    assert found is not None
    assert found[0] == "far off"
    assert misfit(figures[:1], 4096) is None
    assert misfit([], 4096) is None


def test_many_figures_share_the_chance() -> None:
    """What is too much for one figure alone may be the furthest out of many."""
    count = next(count for count in range(2048, 4096) if log_tail(count, 4096, 1, 2) < log(CHANCE))
    assert misfit([("a", count, 1, 2)], 4096)
    assert misfit([("a", count, 1, 2), *[("b", 2048, 1, 2)] * 9], 4096) is None


def counts_of(chances: random.Random, trials: int, parts: list[int]) -> list[int]:
    """How often each of some cases came up in so many trials, by their parts."""
    drawn = chances.choices(range(len(parts)), weights=parts, k=trials)
    return [drawn.count(case) for case in range(len(parts))]


@pytest.mark.slow
def test_right_answers_raise_no_alarm() -> None:
    """Ten thousand, of six figures each, some of them rare; and were the chance a hundredth, the alarms
    would be about as many as that."""
    chances = random.Random(9)
    alarms = strict = 0
    for _ in range(RIGHT_ANSWERS):
        trials = chances.choice((1, 16, 256))
        parts = [chances.choice((1, 2, 3, 50, 1000)) for _ in range(6)]
        figures = [
            (str(case), count, part, sum(parts))
            for case, (count, part) in enumerate(zip(counts_of(chances, trials, parts), parts, strict=True))
        ]
        alarms += misfit(figures, trials) is not None
        strict += misfit(figures, trials, 0.01) is not None
    assert alarms == 0
    assert RIGHT_ANSWERS * 0.001 < strict < RIGHT_ANSWERS * 0.02


def test_a_wrong_answer_is_caught_where_it_can_be() -> None:
    """A rate of 50 % told as 40 or 60 is seen in 4096 trials; a hundredth off is not, nor could it be."""
    for told in (40, 60):
        assert misfit([("rate", 2048, told, 100)], 4096)
    assert misfit([("rate", 2048, 49, 100)], 4096) is None
    assert exp(log_tail(2048, 4096, 2, 5)) < 1e-30
