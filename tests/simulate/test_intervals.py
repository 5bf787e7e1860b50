"""The interval of a mean: what it is by definition, and how often it holds the true mean."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from intervals import COUNTS, RATES, VALUES, coverage, distribution
from running import compile_text, deck_text

import yisp
from yisp.report.text import text
from yisp.simulate.counting import statistics
from yisp.simulate.counting.counts import Tally
from yisp.simulate.counting.estimates import Score
from yisp.simulate.counting.intervals import LIMIT, UNKNOWN, mean_interval
from yisp.simulate.counting.statistics import NumberStratum, RateStratum

if TYPE_CHECKING:
    from yisp.simulate.counting.intervals import Range

RARE = 10**6


def interval(histogram: Mapping[int, int], range_: Range = UNKNOWN) -> tuple[float, float]:
    count = sum(histogram.values())
    mean = sum(value * times for value, times in histogram.items()) / count
    found = mean_interval(histogram, count, mean, min(histogram), max(histogram), range_)
    assert found is not None
    return found


def rate_interval(successes: int, trials: int) -> tuple[float, float]:
    """The interval of a score that is 0 or 1."""
    counted = {value: times for value, times in ((0, trials - successes), (1, successes)) if times}
    return interval(counted, (0, 1, 1))


# How often it holds the mean ------------------------------------------------------------------------


@pytest.mark.parametrize(("rate", "count"), [
    pytest.param(rate, count, marks=[] if (row + column) % 3 == 0 else pytest.mark.slow)
    for row, rate in enumerate(RATES)
    for column, count in enumerate(COUNTS)
])  # fmt: skip
def test_it_holds_the_mean_as_often_as_it_says(rate: float, count: int) -> None:
    """``python -m tests.intervals`` does the same with more outcomes."""
    for values in VALUES:
        found = coverage(count, distribution(rate, values), most=2000)
        assert found >= 0.93
        if count * rate * (1 - rate) >= 5:
            assert found <= 0.98


@pytest.mark.parametrize(
    ("count", "scores"),
    [
        (1000, {1: 0.995, RARE: 0.005}),
        (200, {1: 0.995, RARE: 0.005}),
        (200, {0: 0.99, 1: 0.009, RARE: 0.001}),
        (1000, {0: 0.5, 1: 0.49, 5: 0.01}),
        (1000, {0: 0.9, 3: 0.09, 4: 0.0099, 1000: 0.0001}),
    ],
)
def test_rare_scores_beside_common_ones(count: int, scores: dict[int, float]) -> None:
    assert coverage(count, scores, most=2000) >= 0.93


def test_weighted_trials_hold_the_mean_as_often() -> None:
    """Three sorts of hands, of which only the rarest scores, and seldom a lot."""
    weights = (70, 25, 5)
    shares = [weight / 100 for weight in weights]
    chances = ((1.0, 0.0, 0.0), (0.999, 0.001, 0.0), (0.6, 0.38, 0.02))
    values = (0, 1, 1000)
    truth = sum(
        share * sum(chance * value for chance, value in zip(row, values, strict=True))
        for share, row in zip(shares, chances, strict=True)
    )
    draw = numpy.random.default_rng(5)
    held, runs, count, widths = 0, 800, 4000, [0.0, 0.0]
    for _ in range(runs):
        parts = []
        for trials, row, weight in zip(draw.multinomial(count, shares), chances, weights, strict=True):
            outcome = draw.multinomial(trials, row)
            seen = {value: int(times) for value, times in zip(values, outcome, strict=True) if times}
            parts.append(NumberStratum(weight=weight, trials=int(trials), tally=Tally.of(seen)))
        whole = parts[0].tally + parts[1].tally + parts[2].tally
        low, high = Score(whole, parts, (0, 1000, 1000)).ci95 or (0, 0)
        plain = Score(whole, None, (0, 1000, 1000)).ci95 or (0, 0)
        held += low <= truth <= high
        widths = [widths[0] + high - low, widths[1] + plain[1] - plain[0]]
    assert 0.93 * runs <= held <= 0.98 * runs
    assert widths[0] < widths[1]


# What it is -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "trials"), [(300, 1000), (10, 200), (990, 1000), (50, 60), (5000, 10**9)]
)
def test_of_a_rate_it_is_wilsons(successes: int, trials: int) -> None:
    assert rate_interval(successes, trials) == pytest.approx(statistics.wilson(successes, trials), rel=1e-6)


@pytest.mark.parametrize("trials", [2, 7, 200, 1000, 10**9])
def test_of_a_rare_rate_it_holds_wilsons(trials: int) -> None:
    """It is Wilson's at the far end; at the near one, of which Wilson's is too sure, it is G²'s."""
    for successes in range(min(trials // 2, 10)):
        low, high = rate_interval(successes, trials)
        wilson = statistics.wilson(successes, trials)
        assert wilson is not None
        assert low <= wilson[0] + 1e-9
        assert high >= wilson[1] * (1 - 1e-6)
        if 20 * successes < trials:
            assert high == pytest.approx(wilson[1], rel=1e-6)
    assert rate_interval(0, trials)[0] == 0
    assert rate_interval(trials, trials)[1] == 1


def test_the_near_end_of_one_success_solves_the_likelihood_ratio() -> None:
    low, _ = rate_interval(1, 1000)
    ratio = 2 * (math.log(1 / (1000 * low)) + 999 * math.log(999 / (1000 * (1 - low))))
    assert ratio == pytest.approx(LIMIT, rel=1e-6)


@pytest.mark.parametrize("above", [10, 40])
def test_no_distribution_with_a_farther_mean_passes(above: int) -> None:
    """Every distribution on a grid, with and without a value that did not come up."""
    counted = {0: 30, 3: 12, 10: 8}
    steps = numpy.arange(0, 0.6, 0.004)
    three, ten, more = numpy.meshgrid(steps, steps, steps[:30] if above > 10 else [0.0], indexing="ij")
    none = 1 - three - ten - more
    with numpy.errstate(divide="ignore", invalid="ignore"):
        x2 = (900 / none + 144 / three + 64 / ten) / 50 - 50
        g2 = -2 * (
            30 * numpy.log(50 * none / 30) + 12 * numpy.log(50 * three / 12) + 8 * numpy.log(50 * ten / 8)
        )
    means = 3 * three + 10 * ten + above * more
    inside = none > 0
    passing = means[inside & (x2 <= LIMIT)]
    either = means[inside & ((x2 <= LIMIT) | (g2 <= LIMIT))]
    low, high = interval(counted, (0, above, above))
    # Above, X² expects enough trials of each value; below it does not of the ten.
    assert passing.max() <= high <= passing.max() + 0.03
    assert either.min() - 0.03 <= low <= either.min()


def test_where_events_are_many_it_is_the_usual_one() -> None:
    drawn = numpy.random.default_rng(2).poisson(3, 10**6)
    values, times = numpy.unique(drawn, return_counts=True)
    tally = Tally.of({int(value): int(count) for value, count in zip(values, times, strict=True)})
    score = Score(tally, None, (0, 40, 1))
    low, high = score.ci95 or (0, 0)
    half = 1.96 * math.sqrt(3) / 1000
    assert (high - low) / 2 == pytest.approx(half, rel=2e-3)
    assert (low + high) / 2 == pytest.approx(score.mean, abs=0.01 * half)
    assert score.se == pytest.approx(math.sqrt(3) / 1000, rel=2e-3)


def test_nothing_seen_is_not_nothing() -> None:
    assert interval({0: 1000}, (0, 1, 1)) == pytest.approx((0, 0.003827), abs=1e-6)
    assert interval({0: 1000}, (0, RARE, RARE)) == pytest.approx((0, 3827), abs=1)
    assert interval({0: 990, 1: 10}, (0, RARE, RARE))[1] > 3500
    assert interval({0: 1000}, UNKNOWN) == pytest.approx((-0.003827, 0.003827), abs=1e-6)
    assert interval({5: 1000}, (0, 40, 1)) == pytest.approx((4.996173, 5.003827), abs=1e-6)
    assert interval({5: 1000}, (5, 5, 0)) == (5, 5)
    assert mean_interval({5: 1}, 1, 5.0, 5, 5, (0, 40, 1)) is None


def test_a_far_bound_makes_no_difference_where_events_are_many() -> None:
    common = {0: 100_000, 1: 300_000, 2: 100_000}
    assert interval(common, (0, 40, 40)) == pytest.approx(interval(common, (0, 2, 2)))


HISTOGRAMS = st.dictionaries(
    st.integers(-(2**63), 2**63 - 1), st.integers(1, 10**9), min_size=1, max_size=8
).map(lambda one: dict(sorted(one.items())))


@given(HISTOGRAMS, st.integers(0, 2**64))
def test_it_holds_the_sample_mean_and_stays_within_what_can_be(histogram: dict[int, int], reach: int) -> None:
    if sum(histogram.values()) < 2:
        return
    low, high = interval(histogram, (-(2**63), 2**63 - 1, reach))
    mean = sum(value * times for value, times in histogram.items()) / sum(histogram.values())
    assert -(2.0**63) <= low <= mean <= high <= 2.0**63


@given(
    st.dictionaries(st.integers(-50, 50), st.integers(1, 500), min_size=2, max_size=6),
    st.integers(1, 9), st.integers(-100, 100),
)  # fmt: skip
def test_other_units_give_the_same_interval(histogram: dict[int, int], unit: int, origin: int) -> None:
    histogram = dict(sorted(histogram.items()))
    low, high = interval(histogram, (-60, 70, 20))
    moved = {unit * value + origin: times for value, times in histogram.items()}
    scaled = interval(moved, (-60 * unit + origin, 70 * unit + origin, 20 * unit))
    assert scaled == pytest.approx((unit * low + origin, unit * high + origin), rel=1e-6, abs=1e-5)
    turned = {-value: times for value, times in reversed(histogram.items())}
    assert interval(turned, (-70, 60, 20)) == pytest.approx((-high, -low), rel=1e-6, abs=1e-6)


def test_values_that_were_not_kept_apart_give_nearly_the_same() -> None:
    values = {0: 5000, **{100_000 + 37 * step: 1 + step % 7 for step in range(150)}, 10**9: 2}
    apart, binned = Tally.of(values), Tally.of(values).widened()
    assert not binned.exact
    low, high = interval(values, (0, 10**9, 10**9))
    near = Score(binned, None, (0, 10**9, 10**9)).ci95
    assert near == pytest.approx((low, high), rel=0.01)
    assert apart.count == binned.count


@pytest.mark.parametrize("step", [1, 2, 30])
@pytest.mark.parametrize("first", [2**20, 2**30, -(2**40)])
def test_values_that_are_counted_as_few_keep_their_spread(first: int, step: int) -> None:
    values = {first + step * place: 3 for place in range(4100)}
    binned = Tally.of(values).widened()
    assert len(binned.histogram) < 40
    score = Score(binned, None, (None, None, 1))
    assert score.ci95 == pytest.approx(interval(values), rel=1e-15, abs=0.02 * (score.se or 0))


def test_effective_trials_of_a_rate_are_the_same_for_a_score() -> None:
    parts = [(5, 300, 20), (3, 150, 0), (2, 120, 90)]
    score = statistics.effective_count(
        [NumberStratum(weight=weight, trials=n, tally=Tally(n, k, k)) for weight, n, k in parts], 0, 1
    )
    rate, (low, high) = statistics.stratified_rate(
        [RateStratum(weight=weight, successes=k, trials=n) for weight, n, k in parts]
    )
    assert (low, high) == pytest.approx(statistics.wilson(rate * score, score))


# What bounds it ---------------------------------------------------------------------------------------

CARDS = {"ash": {"count": 3, "props": {"level": 3}}, "rest": {"count": 37}}


@pytest.mark.parametrize(
    ("number", "range_"),
    [
        ("7", [7, 7, 0]),
        ("|H.ash|", [0, 40, 1]),
        ("(if |H.ash| 1000000 (if |H.rest| 5 0))", [0, RARE, RARE]),
        ("(* 1000000 |H.ash|)", [0, 40 * RARE, RARE]),
        ("(+ (* 5 |H.ash|) (> |H| 3))", [0, 201, 6]),
        ("(if |H.ash| (+ 100 |H|) 0)", [0, 140, 101]),
        ("(- |H| 2)", [-2, 38, 1]),
        ("(/ (* 3 |H.ash|) 2)", [0, 120, 2]),
        ("(sum H level)", [0, 120, 3]),
        ("summon", [None, None, None]),
        ("(min summon 9)", [None, 9, None]),
        # What is worked out of it is bounded no better, but where a constant bounds it.
        ("(+ summon 1)", [None, None, None]),
        ("(- summon)", [None, None, None]),
        ("(- 10 (max summon 0))", [None, 10, None]),
        ("(/ (abs summon) 1000)", [None, None, None]),
        ("(* summon 0)", [0, 0, 0]),
        ("(% summon 10)", [-9, 9, 18]),
        ("(if summon 5 (+ summon |H|))", [None, None, None]),
        ("(* 4000000000000000000 |H.ash|)", [0, None, None]),
    ],
)
def test_constants_say_how_far_a_number_goes(number: str, range_: list[int | None]) -> None:
    tests = {"t": {"header": "(= summon 1)", "stats": {"x": number}, "combos": {"c": {"score": number}}}}
    topic = compile_text(deck_text(CARDS, tests)).topics[0]
    assert topic.ranges[1] == range_
    assert topic.ranges[0][0] == 0
    assert topic.ranges[0][1] == (None if range_[1] is None else max(range_[1], 0))


def test_without_combos_the_score_is_0() -> None:
    topic = compile_text(deck_text(CARDS, {"t": {"stats": {"x": "|H|"}}})).topics[0]
    assert topic.ranges == [[0, 0, 0], [0, 40, 1]]


def result(score: object, **options: object) -> yisp.Result:
    tests = {
        "t": {
            "method": "sample",
            "header": "(= summon 1)",
            "combos": {"common": {"hand": ["rest"]}, "rare": {"hand": ["3x ash"], "score": score}},
            "stats": {"worth": f"(if (== |H.ash| 3) {RARE} 0)", "held": "|H.ash|", "gain": "summon"},
        }
    }
    return yisp.run(compile_text(deck_text(CARDS, tests)), count=200, seed=3, target="python", **options)


def test_a_score_reaches_to_the_greatest_constant() -> None:
    """The chance of three is 1/988: in these 200 trials it does not happen."""
    topic = result(RARE).topics["t"]
    assert (topic.score.max, topic.score.bounds) == (1, (0, RARE))
    assert topic.score.ci95 is not None
    assert topic.score.ci95[1] == pytest.approx(RARE * 0.018846, rel=1e-3)
    shown = topic.to_dict()
    assert shown["stats"]["worth"]["ci95"] == [0, pytest.approx(18846, rel=1e-3)]
    assert shown["stats"]["worth"]["mean"] == 0
    assert shown["stats"]["worth"]["bounds"] == [0, RARE]
    assert shown["stats"]["gain"]["bounds"] == [None, None]
    assert shown["stats"]["held"]["ci95"][1] - shown["stats"]["held"]["mean"] < 0.1


def test_the_report_says_where_nothing_bounds_a_number() -> None:
    bounded = text.render(result(RARE))
    assert "Rare large values of gain may be missing: no constant bounds them" in bounded
    unbounded = text.render(result("(* 2 summon)"))
    assert "Rare large scores and values of gain may be missing: no constant bounds them" in unbounded
