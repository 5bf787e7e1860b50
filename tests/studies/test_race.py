"""Races: what is said to be best is best, at least as often as it is said to be."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp, inf, lgamma, log, sqrt
from statistics import NormalDist

import pytest

from yisp.studies.tuning.race import Estimate, Race, Racer, entropy_ends, surely_better

REPETITIONS = 800
CERTAINTY = 0.95
ENOUGH = 0.935


def coin(luck: random.Random, trials: int, rate: float) -> tuple[int, int, int, int, int]:
    """What so many trials of a rate count: a binomial number, drawn by inverting its distribution."""
    held = binomial(luck, trials, rate)
    return trials, held, held, 0, 1


def binomial(luck: random.Random, trials: int, rate: float) -> int:
    """From the mode outwards, so that it takes few steps."""
    mode = min(int((trials + 1) * rate), trials)
    at_mode = exp(
        lgamma(trials + 1) - lgamma(mode + 1) - lgamma(trials - mode + 1)
        + mode * log(rate) + (trials - mode) * log(1 - rate)
    )  # fmt: skip
    left = luck.random() - at_mode
    below = above = at_mode
    low = high = mode
    odds = rate / (1 - rate)
    while left > 0 and (low > 0 or high < trials):
        if high < trials:
            above *= (trials - high) / (high + 1) * odds
            high += 1
            left -= above
            if left <= 0:
                return high
        if low > 0:
            below *= low / ((trials - low + 1) * odds)
            low -= 1
            left -= below
            if left <= 0:
                return low
    return mode


def raced(
    luck: random.Random,
    rates: Sequence[float],
    *,
    certainty: float = CERTAINTY,
    indifference: float = 0.0,
    exact: Sequence[int] = (),
    rounds: int = 9,
    first: int = 100,
) -> Race:
    race = Race(len(rates), rounds, 1, certainty=certainty, indifference=indifference)
    for number, rate in enumerate(rates):
        estimate = Estimate(exact=rate if number in exact else None)
        race.enter(Racer(number, [estimate]))
    trials = first
    for at in range(rounds):
        for racer in race.racing:
            for estimate in racer.estimates:
                if estimate.exact is None:
                    estimate.add(*coin(luck, trials if at else first, rates[racer.number]))
            race.take(racer)
        race.judge()
        if race.over:
            break
        trials = trials * 2 if at else trials
    return race


def winners(race: Race) -> list[int]:
    return [racer.number for racer in race.shown] if race.over else []


@pytest.mark.slow
@pytest.mark.parametrize(
    "rates",
    [
        [0.5, 0.55],
        [0.82, 0.8, 0.78, 0.7, 0.5],
        [0.02, 0.03, 0.05],
        [0.5, 0.5, 0.52],
        [0.97, 0.99, 0.995],
    ],
)
@pytest.mark.parametrize("certainty", [CERTAINTY, 0.5])
def test_the_winner_is_the_best(rates: list[float], certainty: float) -> None:
    """And the race says so at all, which it need not: with less certainty it does more often."""
    luck = random.Random(1)
    right = wrong = 0
    for _ in range(REPETITIONS):
        won = winners(raced(luck, rates, certainty=certainty))
        right += any(rates[number] == max(rates) for number in won)
        wrong += any(rates[number] < max(rates) for number in won)
    assert wrong <= (1 - (ENOUGH if certainty == CERTAINTY else certainty)) * REPETITIONS
    if max(rates) - sorted(rates)[-2] >= 0.04:
        assert right > 0.5 * REPETITIONS, "trials are enough to tell"


@pytest.mark.slow
def test_nobody_who_is_best_is_dropped() -> None:
    luck, rates, kept = random.Random(2), [0.6, 0.6, 0.59, 0.4], 0
    for _ in range(REPETITIONS):
        race = raced(luck, rates)
        kept += {0, 1} <= {racer.number for racer in race.racing}
    assert kept >= ENOUGH * REPETITIONS


@pytest.mark.slow
def test_the_winner_is_best_up_to_a_difference_that_does_not_matter() -> None:
    luck, rates, right = random.Random(3), [0.5, 0.51, 0.505, 0.3], 0
    for _ in range(REPETITIONS):
        won = winners(raced(luck, rates, indifference=0.08))
        assert won, "a difference that does not matter need not be found out"
        right += all(rates[number] >= 0.51 - 0.08 for number in won)
    assert right >= ENOUGH * REPETITIONS


@pytest.mark.slow
def test_exact_decks_race_with_others() -> None:
    luck, right = random.Random(4), 0
    for _ in range(REPETITIONS):
        won = winners(raced(luck, [0.5, 0.58, 0.57], exact=[0, 1]))
        right += won in ([1], [])
    assert right >= ENOUGH * REPETITIONS
    assert winners(raced(luck, [0.5, 0.7, 0.7], exact=[0, 1, 2])) == [1, 2], "both are"


# Intervals --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [0.001, 0.05, 0.5, 0.95])
@pytest.mark.parametrize("trials", [10, 100, pytest.param(3000, marks=pytest.mark.slow)])
def test_a_rate_lies_in_its_interval(rate: float, trials: int) -> None:
    """Exactly: the probability of every count whose interval does not hold the rate."""
    missed = 0.0
    for held in range(trials + 1):
        low, high = entropy_ends(held / trials, trials, 1 - CERTAINTY)
        if not low <= rate <= high:
            missed += exp(
                lgamma(trials + 1) - lgamma(held + 1) - lgamma(trials - held + 1)
                + held * log(rate) + (trials - held) * log(1 - rate)
            )  # fmt: skip
    assert missed <= 1 - CERTAINTY


@pytest.mark.slow
@pytest.mark.parametrize(
    ("values", "weights"),
    [((0, 1, 2, 3), (8, 1, 1, 1)), ((0, 10), (99, 1)), ((-5, 5), (1, 1)), ((2, 3, 4), (1, 50, 1))],
)
@pytest.mark.parametrize("trials", [20, 400])
def test_a_number_lies_in_its_interval(
    values: tuple[int, ...], weights: tuple[int, ...], trials: int
) -> None:
    luck, held = random.Random(5), 0
    mean = sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
    for _ in range(REPETITIONS):
        drawn = luck.choices(values, weights, k=trials)
        estimate = Estimate()
        estimate.add(trials, sum(drawn), sum(one * one for one in drawn), values[0], values[-1])
        low, high = estimate.interval(1 - CERTAINTY)
        held += low <= mean <= high
        assert values[0] <= low <= high <= values[-1] or low < high
    assert held >= ENOUGH * REPETITIONS


def test_a_number_without_bounds_is_not_sure() -> None:
    luck, held = random.Random(6), 0
    for _ in range(REPETITIONS):
        drawn = [luck.randrange(0, 100) for _ in range(500)]
        estimate = Estimate()
        estimate.add(500, sum(drawn), sum(one * one for one in drawn), 0, None)
        low, high = estimate.interval(1 - CERTAINTY)
        held += low <= 49.5 <= high
    assert held >= ENOUGH * REPETITIONS and not estimate.sure


def test_narrow_spreads_make_narrow_intervals() -> None:
    """A number that hardly varies is known better than a coin between its bounds would be."""
    estimate = Estimate()
    estimate.add(10_000, 500_100, 25_010_100, 0, 100)
    low, high = estimate.interval(0.001)
    assert high - low < 1.5 < 2 * 100 * (log(2000) / 20_000) ** 0.5


NEEDED = log(8 / 0.05)


def around(middle: float, half: float) -> tuple[float, float]:
    return middle - half, middle + half


@pytest.mark.parametrize(
    ("seen", "bounds", "ends"),
    [
        ((0, 0, 0), (None, None), (-inf, inf)),
        ((0, 0, 0), (2, None), (2, inf)),
        ((0, 0, 0), (None, 5), (-inf, 5)),
        ((0, 0, 0), (2, 5), (2, 5)),
        ((3, 21, 147), (7, 7), (7, 7)),
        # Where all trials show the same end, the entropy is the logarithm of a power.
        ((4, 0, 0), (0, 1), (0, 1 - (0.05 / 2) ** (1 / 4))),
        ((4, 24, 144), (5, 6), (5 + (0.05 / 2) ** (1 / 4), 6)),
        ((1, 3, 9), (1, 3), (1 + 2 * 0.05 / 4, 3)),
        ((2, 2, 2), (1, 3), (1, 3 - 2 * (0.05 / 4) ** (1 / 2))),
        # The normal distribution, and the empirical Bernstein bound.
        ((1, 3, 9), (0, None), (-inf, inf)),
        ((2, 4, 10), (None, 9), around(2, NormalDist().inv_cdf(0.975))),
        ((4, 10, 30), (0, None), around(2.5, NormalDist().inv_cdf(0.975) * sqrt(5 / 3) / 2)),
        ((100, 500, 2500), (0, 10), around(5, 70 * NEEDED / 297)),
        ((1000, 5000, 26000), (-1, 10), around(5, sqrt(NEEDED / 500 * 1000 / 999) + 77 * NEEDED / 2997)),
    ],
)
def test_known_intervals(
    seen: tuple[int, int, int], bounds: tuple[int | None, int | None], ends: tuple[float, float]
) -> None:
    estimate = Estimate(low=bounds[0], high=bounds[1])
    estimate.add(*seen, *bounds)
    assert estimate.interval(0.05) == pytest.approx(ends)


def test_intervals_hold_together_or_the_later_one_does() -> None:
    for before, after in (((-1, 0.2), (0, 0.2)), ((0.1, 0.5), (0.1, 0.5)), ((0.7, 0.8), (0, 0.602364))):
        estimate = Estimate(ends=before)
        estimate.add(4, 0, 0, 0, 1)
        estimate.narrow(0.05)
        assert estimate.ends == pytest.approx(after, abs=1e-6)


def test_what_is_to_be_small_is_turned_over() -> None:
    seen = [Estimate(count=4, total=8, ends=(1, 3)), Estimate(count=4, total=2, ends=(0.25, 1))]
    racer = Racer(0, seen, (-1, 1), [Estimate(exact=9.0), Estimate(exact=8.0)], Estimate(ends=(-5, 4)))
    assert (racer.ends, racer.above, racer.values) == ([(-3, -1), (0.25, 1)], (-4, 5), [-2, 0.5])
    seen[1].count = 0  # what was seen before the race is all that is known of both
    assert racer.values == [-9, 8]
    seen[1].exact = 0.75
    assert racer.values == [-2, 0.75] and not racer.exact


def test_equals_are_shown_together_and_who_is_open_keeps_a_race_going() -> None:
    for other, over in ((Estimate(exact=0.5), True), (Estimate(ends=(0.4, 0.6)), False)):
        race = Race(2, 1, 1)
        for number, estimate in enumerate((Estimate(exact=0.5), other)):
            race.enter(Racer(number, [estimate]))
        assert race.over == over and len(race.shown) == (2 if over else 0)


def test_a_race_for_two_goals_is_over_when_nobody_left_can_be_beaten() -> None:
    high, low, none, some = (0.8, 0.9), (0.1, 0.2), (0.0, 0.05), (0.1, 0.9)
    for third, over in (((none, none), True), ((some, some), False), ((low, high), False)):
        race = Race(3, 1, 2)
        for number, ends in enumerate(((high, low), (low, high), third)):
            race.enter(Racer(number, [Estimate(ends=one) for one in ends], (1, 1)))
        race.judge()
        assert race.ahead is race.racing[0]
        assert race.over == over and len(race.racing) == (2 if over else 3)


# Two goals --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_front_of_two_goals() -> None:
    """Decks that are beaten in both are dropped, and none that is not, as often as is said."""
    truth = [(0.8, 0.2), (0.2, 0.8), (0.6, 0.6), (0.3, 0.3), (0.15, 0.75)]
    luck, right, shown = random.Random(7), 0, 0
    for _ in range(REPETITIONS):
        race = Race(len(truth), 8, 2)
        for number in range(len(truth)):
            race.enter(Racer(number, [Estimate(), Estimate()], (1, 1)))
        trials = 200
        for _ in range(8):
            for racer in race.racing:
                for estimate, rate in zip(racer.estimates, truth[racer.number], strict=True):
                    estimate.add(*coin(luck, trials, rate))
                race.take(racer)
            race.judge()
            if race.over:
                break
            trials *= 2
        right += {0, 1, 2} <= {racer.number for racer in race.racing}
        shown += race.over and {racer.number for racer in race.shown} == {0, 1, 2}
    assert right >= ENOUGH * REPETITIONS
    assert shown >= ENOUGH * REPETITIONS


def test_who_is_surely_better() -> None:
    """At least as good in every goal, better in one, wherever in its interval each lies."""
    better = [(0.5, 0.6), (0.2, 0.3)]
    assert surely_better(better, [(0.4, 0.5), (0.1, 0.19)])
    assert not surely_better(better, [(0.4, 0.5), (0.1, 0.21)]), "the second may be worse"
    assert not surely_better(better, [(0.4, 0.51), (0.1, 0.19)]), "the first may be"
    same = [(0.5, 0.5), (0.3, 0.3)]
    assert not surely_better(same, same)


def test_what_is_to_be_small() -> None:
    race = Race(2, 1, 1)
    for number, value in enumerate((0.3, 0.2)):
        race.enter(Racer(number, [Estimate(exact=value)], (-1,)))
    race.judge()
    assert winners(race) == [1]


def _a_rivalry(*held: int) -> tuple[Race, Racer, Racer]:
    """A race after a round of 10,000 trials, in which a rate of each of two decks came up so often; the first
    is the rival from now on."""
    race = Race(2, 3, 1)
    first, second = (Racer(number, [Estimate()]) for number in range(2))
    for racer, times in zip((first, second), held, strict=True):
        race.enter(racer)
        racer.estimates[0].add(10_000, times, times, 0, 1)
        race.take(racer)
    race.judge()
    race.choose_rival()
    return race, first, second


def test_the_same_trials_drop_who_is_behind() -> None:
    """Two rates that their own intervals do not tell apart; held against one another, they are."""
    race, ahead, behind = _a_rivalry(5100, 4900)
    assert len(race.racing) == 2 and race.rival is ahead
    race.take(behind, (10_000, -200, 200, -1, 1))
    race.judge()
    assert race.racing == [ahead] == race.shown and race.ahead is ahead and behind.dropped_in == 1


def test_a_race_never_loses_everybody() -> None:
    """One is behind the rival in the same trials, and the rival behind him by their intervals: one of these
    has failed, and somebody stays."""
    race, rival, other = _a_rivalry(5100, 5000)
    other.estimates[0].add(10_000, 9000, 9000, 0, 1)
    race.take(rival)
    race.take(other, (10_000, -200, 200, -1, 1))
    race.judge()
    assert race.racing == [other]


def test_gaps_hold_whenever_their_rivalry_began() -> None:
    """The chances of every pair of a round in which it may begin and one that it comes to add up to the share
    of one goal: with those of the goal itself, over all decks, to what may fail."""
    race = Race(7, 5, 1, certainty=0.9)
    pairs = [(begun, now) for now in range(5) for begun in range(now + 1)]
    assert 7 * (5 * race.chance + len(pairs) * race.gap_chance) == pytest.approx(0.1)


def test_ahead_is_whoever_is_sure_to_be_good() -> None:
    """Not who might be, of whom little is known."""
    race = Race(2, 3, 1)
    for number, (count, total) in enumerate([(10_000, 5000), (10, 6)]):
        racer = Racer(number, [Estimate()])
        racer.estimates[0].add(count, total, total, 0, 1)
        race.enter(racer)
        race.take(racer)
    assert race.ahead is race.racing[0]


def test_who_is_ahead_is_shown_by_the_same_trials() -> None:
    """As soon as nobody can be better by more than matters; another rival begins anew."""
    race = Race(2, 3, 1, indifference=0.02)
    racers = [Racer(number, [Estimate()]) for number in range(2)]
    for racer, held in zip(racers, (5100, 5000), strict=True):
        race.enter(racer)
        racer.estimates[0].add(10_000, held, held, 0, 1)
        race.take(racer)
    race.judge()
    race.choose_rival()
    assert not race.shown
    race.take(racers[1], (10_000, -20, 60, -1, 1))
    race.judge()
    assert race.shown == [racers[0]] and race.over
    racers[1].estimates[0].add(10_000, 6000, 6000, 0, 1)
    race.choose_rival()
    assert race.rival is racers[1] and not racers[1].gap.count
