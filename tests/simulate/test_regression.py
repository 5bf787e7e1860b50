"""Correlation and regression, against the definitions worked out pair by pair."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, log, log1p, sqrt
from typing import Any

import pytest
import running
from hypothesis import assume, given
from hypothesis import strategies as st

import yisp
from yisp.simulate.counting.counts import Pairs
from yisp.simulate.counting.regression import MOST_BINS, Relation
from yisp.simulate.counting.statistics import Z, rate_half_width

Points = Sequence[tuple[int, int]]

POINTS = st.lists(st.tuples(st.integers(-40, 40), st.integers(-40, 40)), min_size=1, max_size=60)
HUGE = st.integers(-(2**62), 2**62)
LARGE = st.lists(st.tuples(HUGE, HUGE), min_size=3, max_size=9)
CHANCES = st.lists(st.tuples(st.integers(-12, 12), st.integers(0, 1)), min_size=4, max_size=80)


def related(points: Points) -> Relation:
    return Relation("x", "y", Pairs.of((x, y, 1) for x, y in points))


@given(st.one_of(POINTS, LARGE))
def test_line_and_correlation_are_those_of_the_definition(points: Points) -> None:
    """Residuals and deviations one by one, in fractions."""
    n = len(points)
    mean_x = Fraction(sum(x for x, _ in points), n)
    mean_y = Fraction(sum(y for _, y in points), n)
    spread_x = sum((x - mean_x) ** 2 for x, _ in points)
    spread_y = sum((y - mean_y) ** 2 for _, y in points)
    together = sum((x - mean_x) * (y - mean_y) for x, y in points)
    found = related(points)
    assert found.count == n
    if not spread_x:
        assert (found.linear, found.correlation) == (None, None)
        return
    assert found.linear is not None
    slope = together / spread_x
    intercept = mean_y - slope * mean_x
    assert found.linear.slope == pytest.approx(float(slope), rel=1e-12)
    assert found.linear.at(3) == pytest.approx(float(intercept + 3 * slope), rel=1e-12)
    assert found.linear.intercept == pytest.approx(float(intercept), rel=1e-12)
    residuals = sum((y - intercept - slope * x) ** 2 for x, y in points)
    if n > 2:
        variance = residuals / (n - 2)
        assert found.linear.slope_se == pytest.approx(sqrt(variance / spread_x), rel=1e-12)
        assert found.linear.intercept_se == pytest.approx(
            sqrt(variance * (Fraction(1, n) + mean_x**2 / spread_x)), rel=1e-12
        )
    else:
        assert (found.linear.slope_se, found.linear.intercept_se) == (None, None)
    if spread_y:
        assert found.correlation == pytest.approx(
            sqrt(together**2 / (spread_x * spread_y)) * (1 if together >= 0 else -1), rel=1e-12
        )
        if n > 2:
            assert found.correlation_se == pytest.approx(
                sqrt(residuals / spread_y / (n - 2)), rel=1e-12
            )  # 1 - r² is what the line does not explain
    else:
        assert found.correlation is None


@given(POINTS)
def test_groups_are_means_by_x(points: Points) -> None:
    found = related(points)
    assert sum(group.share for group in found.groups) == pytest.approx(1)
    inside = [[(x, y) for x, y in points if group.least <= x <= group.greatest] for group in found.groups]
    assert sum(map(len, inside)) == len(points)
    assert len(found.groups) <= max(MOST_BINS, 1)
    for group, members in zip(found.groups, inside, strict=True):
        n = len(members)
        mean = Fraction(sum(y for _, y in members), n)
        assert (group.count, group.share) == (n, n / len(points))
        assert group.mean == pytest.approx(float(mean))
        assert group.x == pytest.approx(sum(x for x, _ in members) / n)
        spread = sum((y - mean) ** 2 for _, y in members)
        if n > 1 and {y for _, y in points} <= {0, 1}:
            assert group.se == rate_half_width(sum(y for _, y in members), n) / Z
        else:
            assert group.se == (None if n < 2 else pytest.approx(sqrt(spread / (n - 1) / n)))


def test_many_x_are_grouped_by_equal_shares() -> None:
    found = related([(x, 0) for x in range(1000)] + [(0, 1)] * 1000)
    assert found.groups[0].least == found.groups[0].greatest == 0
    assert {group.count for group in found.groups[1:-1]} <= {99, 100, 101}
    assert len(found.groups) == 11


def likelihood(points: Points, a: float, b: float) -> float:
    return sum(y * (a + b * x) - log1p(exp(a + b * x)) for x, y in points)


@given(CHANCES)
def test_the_logistic_line_is_the_likeliest(points: Points) -> None:
    zeros = [x for x, y in points if not y]
    ones = [x for x, y in points if y]
    found = related(points).logistic
    if not zeros or not ones or max(zeros) <= min(ones) or max(ones) <= min(zeros):
        assert found is None, "no finite line is the likeliest"
        return
    assert found is not None
    a, b = found.intercept, found.slope
    # The likelihood equations: what is expected is what was seen, in all and weighted by x.
    chances = [1 / (1 + exp(-(a + b * x))) for x, _ in points]
    scale = len(points)
    assert sum(y - p for (_, y), p in zip(points, chances, strict=True)) == pytest.approx(0, abs=1e-7 * scale)
    assert sum(x * (y - p) for (x, y), p in zip(points, chances, strict=True)) == pytest.approx(
        0, abs=1e-6 * scale
    )
    best = likelihood(points, a, b)
    assert all(
        likelihood(points, a + da, b + db) < best for da, db in ((0.1, 0), (-0.1, 0), (0, 0.1), (0, -0.1))
    )
    # The errors: minus the inverse of the second derivatives.
    aa = sum(p * (1 - p) for p in chances)
    ab = sum(x * p * (1 - p) for (x, _), p in zip(points, chances, strict=True))
    bb = sum(x * x * p * (1 - p) for (x, _), p in zip(points, chances, strict=True))
    determinant = aa * bb - ab * ab
    assume(determinant > 1e-6)
    assert found.slope_se == pytest.approx(sqrt(aa / determinant), rel=1e-4)
    assert found.intercept_se == pytest.approx(sqrt(bb / determinant), rel=1e-4)


def test_logistic_by_hand() -> None:
    """With two x, the line goes through both log-odds; variances are sums of reciprocal counts."""
    points = [(0, 0)] * 30 + [(0, 1)] * 10 + [(1, 0)] * 20 + [(1, 1)] * 40
    found = related(points).logistic
    assert found is not None
    assert found.intercept == pytest.approx(log(10 / 30))
    assert found.slope == pytest.approx(log(40 / 20) - log(10 / 30))
    assert found.intercept_se == pytest.approx(sqrt(1 / 30 + 1 / 10))
    assert found.slope_se == pytest.approx(sqrt(1 / 30 + 1 / 10 + 1 / 20 + 1 / 40))


def test_far_away_x_do_not_disturb_the_logistic_line() -> None:
    near = related([(0, 0)] * 3 + [(0, 1)] + [(1, 0)] + [(1, 1)] * 3).logistic
    far = related([(10**15, 0)] * 3 + [(10**15, 1)] + [(10**15 + 1, 0)] + [(10**15 + 1, 1)] * 3).logistic
    assert near is not None and far is not None
    assert far.slope == pytest.approx(near.slope)


@pytest.mark.parametrize("y", [2, -1])
def test_only_what_is_0_or_1_has_a_logistic_line(y: int) -> None:
    assert related([(0, 0), (1, 0), (0, 1), (1, y)]).logistic is None


def test_nothing_observed_says_nothing() -> None:
    found = related([])
    assert (found.count, found.correlation, found.linear, found.logistic, found.groups) == (
        0, None, None, None, [],
    )  # fmt: skip
    assert related([(1, 1)]).to_dict()["bins"][0]["se"] is None


# Whole runs -----------------------------------------------------------------------------------------------


def deck(method: str) -> Any:
    topic = {
        "method": method,
        "combos": {"win": {"hand": ["a", "b"]}},
        "stats": {"as": "|H.a|", "some": "(/ 6 |H.b|)", "wide": "(* 100000 |H.b|)"},
        "relate": [["as", "win"], ["as", "some"], ["wide", "score"], ["score", "win"]],
    }
    cards = {"a": {"count": 4}, "b": {"count": 6}, "c": {"count": 10}}
    return running.load_text(running.deck_text(cards, {"t": topic}))


@pytest.mark.slow
def test_relations_are_those_of_the_records(target: str) -> None:
    result = yisp.run(deck("sample"), count=5000, seed=3, target=target, records=True)
    rows = result.records
    for found in result.topics["t"].relations:
        known = [
            (x, y)
            for x, y in zip(rows[found.x].tolist(), rows[found.y].tolist(), strict=True)
            if x is not None and y is not None
        ]
        expected = related(known)
        assert found.to_dict() == {
            **expected.to_dict(), "x": found.x, "y": found.y, "x_is": found.to_dict()["x_is"],
            "bins": found.to_dict()["bins"],
        }  # fmt: skip
        assert [group.mean for group in found.groups] == [group.mean for group in expected.groups]
    assert [found.binned for found in result.topics["t"].relations] == [False, False, True, False]


def test_exact_relations_are_fractions_and_what_samples_tend_to() -> None:
    exact = yisp.run(deck("exact")).topics["t"].relations
    sampled = yisp.run(deck("sample"), count=40_000, seed=5).topics["t"].relations
    for true, found in zip(exact, sampled, strict=True):
        assert (true.count, true.correlation_se) == (None, None)
        assert found.correlation is not None and found.correlation_se is not None
        assert found.correlation == pytest.approx(true.correlation, abs=5 * found.correlation_se + 1e-9)
        assert true.linear is not None and found.linear is not None
        assert true.linear.exact is not None and true.linear.slope_se is None
        assert [float(Fraction(text)) for text in true.linear.exact] == [
            pytest.approx(true.linear.slope), pytest.approx(true.linear.intercept)
        ]  # fmt: skip
        assert found.linear.slope_se is not None
        assert found.linear.slope == pytest.approx(true.linear.slope, abs=5 * found.linear.slope_se + 1e-9)
        assert (true.logistic is None) == (found.logistic is None)
        for group in true.groups:
            assert (group.se, group.count) == (None, None)


def test_an_exact_slope_by_hand() -> None:
    """Two cards of 3 a and 1 b; y = 2 - x, so the slope is -1 and nothing is left over."""
    topic = {
        "method": "exact", "start-card": 2, "combos": {"A": {"hand": ["a"]}},
        "stats": {"x": "|H.a|", "y": "|H.b|"}, "relate": [["x", "y"]],
    }  # fmt: skip
    text = running.deck_text({"a": {"count": 3}, "b": {"count": 1}}, {"t": topic})
    (found,) = yisp.run(running.load_text(text)).topics["t"].relations
    assert (found.linear is not None and found.linear.exact) == ("-1", "2")
    assert found.correlation == -1.0
    assert found.to_dict()["exact"] == {"slope": "-1", "intercept": "2"}
    groups = [(group.least, group.mean, group.share) for group in found.groups]
    assert groups == [(1, 1.0, 0.5), (2, 0.0, 0.5)]


def test_relations_given_to_run() -> None:
    made = deck("sample")
    result = yisp.run(made, count=100, seed=1, relate=[("wide", "as"), ("as", "win")])
    assert [(found.x, found.y) for found in result.topics["t"].relations][-1] == ("wide", "as")
    assert len(result.topics["t"].relations) == 5, "one that the deck has already is not counted twice"
    with pytest.raises(ValueError, match="has no 'weihgt'; it has 'score', 'win', 'as'"):
        yisp.run(made, relate=[("weihgt", "win")])
    assert len(yisp.run(made, count=10).topics["t"].relations) == 4, "the deck is as it was"
