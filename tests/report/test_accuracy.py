"""How figures and sentences say what is known: never more, and hardly less."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from math import erf, exp, inf, isclose, pi, sqrt

import pytest

import yisp
from yisp.report.layout import (
    LONGEST_FRACTION,
    WIDER,
    accuracy,
    difference_text,
    mean_text,
    outward,
    probability,
    rate_texts,
)
from yisp.report.sentences import games, sentences
from yisp.report.studies.compare import gap_text
from yisp.simulate.counting.estimates import Rate
from yisp.simulate.counting.statistics import Z, wilson
from yisp.studies.comparison.comparison import Gap


def drawn(number: int) -> Iterator[tuple[float, tuple[float, float]]]:
    """Estimates of any size with intervals of any width, some of them lopsided."""
    luck = random.Random(25)
    for _ in range(number):
        value = luck.choice([0, 1, 10.0 ** luck.uniform(-4, 6)]) * luck.uniform(-1, 1)
        half = 10.0 ** luck.uniform(-6, 3)
        yield value, (value - half * luck.uniform(0.2, 1), value + half)


def covered(off: float, half: float) -> float:
    """How often the truth is within ``off`` units of a number that was rounded to whole ones: the error
    before is normal, 95 of 100 within ``half``; that of rounding is anything up to half a unit, evenly."""
    sd = half / Z

    def summed(x: float) -> float:  # the integral of the normal distribution up to x
        return x * (1 + erf(x / sd / sqrt(2))) / 2 + sd * exp(-((x / sd) ** 2) / 2) / sqrt(2 * pi)

    return summed(off + 0.5) - summed(off - 0.5) - summed(0.5 - off) + summed(-0.5 - off)


def test_an_exact_difference_has_at_least_two_digits_that_count() -> None:
    luck = random.Random(25)
    for _ in range(500):
        gap = Gap((luck.choice(["score", "success"]), None))
        gap.mean, gap.exact = luck.choice([-1, 1]) * 10.0 ** luck.uniform(-4, 2), "1/3"
        shown = gap_text(gap).split(" (")[0]
        value = float(shown.removesuffix("%")) / (100 if gap.is_rate else 1)
        assert isclose(value, gap.mean, rel_tol=0.05) and shown[0] == ("+" if gap.mean > 0 else "-")
        assert "e" in shown or len(shown.removesuffix("%").partition(".")[2]) <= 6


def test_what_is_said_holds_as_often_as_the_interval_does() -> None:
    for hundredths in range(1, 4000, 7):
        half = hundredths / 100
        digits, off = accuracy(50.0, (50 - half, 50 + half))
        assert covered(off * 10**digits, half * 10**digits) >= 0.95, half


def test_so_few_digits_that_little_is_given_away() -> None:
    for value, interval in drawn(5000):
        half = max(value - interval[0], interval[1] - value)
        digits, off = accuracy(value, interval)
        assert half * (1 - 1e-9) <= off <= WIDER * half
        assert isclose(round(off, digits), off, rel_tol=1e-12)
        assert digits == 0 or round(off * 10**digits) <= 21, "no digit stands for what nobody knows"


def test_a_rate_never_leaves_what_rates_can_be_and_its_ends_hold_its_interval() -> None:
    luck = random.Random(25)
    for _ in range(5000):
        trials = luck.choice([1, 2, 10, 300, 1000, 65_536, 10**7])
        count = luck.choice([0, trials, luck.randint(0, trials), luck.randint(0, min(trials, 5))])
        ci95 = wilson(count, trials)
        (said,) = rate_texts(count / trials, ci95)
        value, *more = map(float, re.findall(r"[\d.]+", said))
        if "±" in said:
            assert 100 * count / trials - more[0] >= 0 and 100 * count / trials + more[0] <= 100
            continue
        low, high = more
        assert 0 <= low <= max(100 * ci95[0], 0) and 100 * ci95[1] <= high + 1e-9 and high <= 100
        assert low <= value <= high, said


@pytest.mark.parametrize(
    ("count", "trials", "said"),
    [
        (8, 10, "80 % (49–95 %)"),
        (0, 1000, "0 % (0–0.4 %)"),
        (1000, 1000, "100 % (99.6–100 %)"),
        (10**6, 10**6, "100 % (99.9996–100 %)"),
        (10**6 - 1, 10**6, "99.9999 % (99.9994–100 %)"),
        (855, 1000, "86 ± 3 %"),
        (9200, 10_000, "92.0 ± 0.6 %"),
        (920_000, 1_000_000, "92.00 ± 0.06 %"),
    ],
)
def test_rates(count: int, trials: int, said: str) -> None:
    assert rate_texts(count / trials, wilson(count, trials)) == [said]


def test_ends_are_rounded_outward() -> None:
    assert outward((1.21, 2.79), 1) == ("1.2", "2.8")
    assert outward((1.29, 2.71), 1) == ("1.2", "2.8")
    assert outward((1.0, 2.0), 1) == ("1.0", "2.0")
    assert outward((-3.41, -0.29), 1) == ("-3.5", "-0.2")
    assert outward((0.0, 100.0), 0) == ("0", "100")


def test_means_and_differences() -> None:
    assert mean_text(2.21, (2.133, 2.287)) == "2.2 ± 0.1"
    assert mean_text(2.21, (2.21, 2.21)) == "2.21 ± 0.00"
    assert difference_text(0.021, (0.0201, 0.0219), points=True) == "+2.10 ± 0.10 %"
    assert difference_text(-3.0, (-5.0, -1.0), points=False) == "-3 ± 3"


# Sentences ------------------------------------------------------------------------------------------------


def rate(value: float, interval: tuple[float, float] | None, exact: str | None = None) -> Rate:
    return Rate("t", None, value, interval, exact)


def meant(said: str) -> tuple[float, float]:
    """Between which rates it is true."""
    if said in ("every game", "no game"):
        return (1, 1) if said == "every game" else (0, 0)
    *numbers, every = (int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", said))
    first = numbers[0] / every
    if said.startswith("fewer than"):
        return -inf, first
    if said.startswith("more than"):
        return first, inf
    if " to " in said:
        return first, numbers[1] / every
    off = (5 if said.startswith("about") else 0.5) + 0.5  # and what rounding takes away
    return first - off / every, first + off / every


def test_no_sentence_says_what_its_interval_does_not() -> None:
    luck = random.Random(25)
    for _ in range(5000):
        trials = luck.choice([1, 5, 100, 1000, 16_384, 500_000, 10**8])
        count = luck.choice([0, trials, luck.randint(0, trials), min(trials, int(10 ** luck.uniform(0, 4)))])
        low, high = wilson(count, trials)
        said = games(rate(count / trials, (low, high)))
        least, most = meant(said)
        assert least <= low + 1e-9 and high <= most + 1e-9, (count, trials, said)
        assert said not in ("every game", "no game"), "which is said of what is exact only"


def test_of_what_is_exact_the_nearest_number_is_said() -> None:
    for millionths in range(1, 1_000_000, 37):
        value = millionths / 1_000_000
        said = games(rate(value, None, f"{millionths}/1000000"))
        least, most = meant(said)
        assert least <= value <= most and not said.startswith(("about", "fewer", "more")), said


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (rate(1, None, "1"), "every game"),
        (rate(0, None, "0"), "no game"),
        (rate(0.7418, None, "54233/73112"), "74 of 100 games"),
        (rate(0.0062, None, "1/160"), "6 of 1,000 games"),
        (rate(1e-9, None, "1/1000000000"), "fewer than 1 of 1,000,000 games"),
        (rate(0.92, (0.919, 0.921)), "92 of 100 games"),
        (rate(0.92, (0.9, 0.94)), "about 92 of 100 games"),
        (rate(0.92, (0.85, 0.96)), "85 to 96 of 100 games"),
        (rate(0, (0, 0.0038)), "fewer than 4 of 1,000 games"),
        (rate(1, (0.9962, 1)), "more than 996 of 1,000 games"),
        (rate(0.001, (0.0002, 0.0056)), "fewer than 6 of 1,000 games"),
    ],
)
def test_games(found: Rate, said: str) -> None:
    assert games(found) == said


@pytest.mark.parametrize(
    ("length", "shown"), [(3, True), (LONGEST_FRACTION, True), (LONGEST_FRACTION + 1, False)]
)
def test_a_fraction_that_is_too_long_is_a_percentage(length: int, shown: bool) -> None:
    exact = f"1/{'4' * (length - 2)}"
    assert probability(exact, 0.25) == (exact if shown else "25.00%")


@pytest.mark.parametrize(("goal", "more"), [("success", True), ("score", True), ("keys", False)])
def test_who_plays_for_another_figure_need_not_work_as_often_as_he_could(goal: str, more: bool) -> None:
    """Also where that figure is as large."""
    deck = yisp.loads(
        f"""
deck:
  size: 20
  cards:
    key: {{count: 3}}
    dig: {{count: 2, program: '@;(# X B);(# D.*1 H);(shuffle D)'}}
    rest: {{count: -1}}
simulate:
  tests:
    t:
      {{start-card: 3, exec-program: true, policy: {{kind: best, goal: {goal}}},
       combos: {{one: {{hand: [key]}}}}, stats: {{keys: (> |H.key| 0)}}}}
"""
    )
    (said,) = sentences(yisp.run(deck, method="sample", count=40, seed=3, target="python"))
    assert said.endswith(" games, or more." if more else " games.")
