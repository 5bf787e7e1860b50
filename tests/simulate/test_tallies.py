"""Histograms in constant memory: exact while values lie close together, else within 1 %."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import ceil

import pytest
import running
from hypothesis import given, settings
from hypothesis import strategies as st
from yisp_runtime.counts.tally import LARGEST_WINDOW, stands_for

from yisp.simulate.counting import statistics
from yisp.simulate.counting.counts import Counts, Pairs, Tally

LEAST, GREATEST = -(2**63), 2**63 - 1

NUMBERS = st.one_of(
    st.integers(LEAST, GREATEST), st.integers(-300, 300), st.integers(-(2**20), 2**20), st.just(LEAST)
)
LISTS = st.lists(NUMBERS, min_size=1, max_size=60)
CLOSE = st.builds(
    lambda base, offsets: [base + offset for offset in offsets],
    st.integers(LEAST, GREATEST - LARGEST_WINDOW),
    st.lists(st.integers(0, LARGEST_WINDOW - 1), min_size=1, max_size=60),
)


def tally(values: list[int]) -> Tally:
    return Tally.of(Counter(values))


def data(one: Tally) -> tuple[object, ...]:
    return tuple(getattr(one, name) for name in Tally.__slots__)


def pairs_data(one: Pairs) -> tuple[object, ...]:
    return tuple(getattr(one, name) for name in Pairs.__slots__)


# What a value stands for ------------------------------------------------------------------------------


@given(NUMBERS)
def test_a_value_stands_for_one_that_is_less_than_a_percent_nearer_to_zero(value: int) -> None:
    key = stands_for(value)
    assert stands_for(key) == key
    if value >= 0:
        assert 0 <= value - key <= value / 128
    else:
        assert 0 <= key - value <= (-1 - value) / 128
    if -256 <= value < 256:
        assert key == value


@given(NUMBERS, NUMBERS)
def test_order_is_kept(one: int, other: int) -> None:
    if one <= other:
        assert stands_for(one) <= stands_for(other)


# Adding up ----------------------------------------------------------------------------------------------


@given(CLOSE)
def test_values_close_together_are_counted_exactly(values: list[int]) -> None:
    found = tally(values)
    assert found.exact
    assert found.histogram == dict(sorted(Counter(values).items()))


@given(st.lists(LISTS, min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_any_order_of_adding_gives_the_same(blocks: list[list[int]], shuffler: random.Random) -> None:
    everything = tally([value for block in blocks for value in block])
    shuffler.shuffle(blocks)
    found = Tally()
    for block in blocks:
        found += tally(block)
    assert data(found) == data(everything)
    backwards = Tally()
    for block in reversed(blocks):
        backwards = tally(block) + backwards
    assert data(backwards) == data(everything)


def test_two_tallies_far_apart_are_not_kept_apart_together() -> None:
    """Each alone is exact; the widest that is still kept apart, and one more."""
    for distance, exact in ((LARGEST_WINDOW - 1, True), (LARGEST_WINDOW, False)):
        one, other = 1_000_001, 1_000_001 + distance
        for found in (tally([one]) + tally([other]), tally([other]) + tally([one]), tally([one, other])):
            assert found.exact == exact
            keys = [one, other] if exact else [stands_for(one), stands_for(other)]
            assert list(found.histogram) == keys
            assert (found.least, found.greatest) == (one, other)


@given(LISTS)
def test_sums_and_ends_are_exact_whatever_the_values(values: list[int]) -> None:
    found = tally(values)
    assert (found.count, found.total) == (len(values), sum(values))
    assert found.squares == sum(value * value for value in values)
    assert (found.least, found.greatest) == (min(values), max(values))
    assert found.exact == (max(values) - min(values) < LARGEST_WINDOW)
    assert sum(found.histogram.values()) == len(values)
    assert list(found.histogram) == sorted(found.histogram)


@given(LISTS)
def test_quantiles_are_within_one_percent(values: list[int]) -> None:
    found = tally(values)
    ordered = sorted(values)
    for name, value in statistics.quantiles(found.histogram, found.least, found.greatest).items():
        true = ordered[ceil(len(values) * Fraction(name)) - 1]
        assert value is not None
        if found.exact:
            assert value == true
        assert abs(value - true) <= abs(true) / 128


@given(st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=20), min_size=1, max_size=4), st.randoms())
def test_pairs_add_up_in_any_order(blocks: list[list[tuple[int, int]]], shuffler: random.Random) -> None:
    def counted(block: list[tuple[int, int]]) -> Pairs:
        return Pairs.of((x, y, 1) for x, y in block) + Pairs()

    everything = counted([pair for block in blocks for pair in block])
    shuffler.shuffle(blocks)
    found = Pairs()
    for block in blocks:
        found += counted(block)
    assert pairs_data(found) == pairs_data(everything)
    assert everything.products == sum(x * y for block in blocks for x, y in block)


# The runtime ------------------------------------------------------------------------------------------------

SCRIPTS = st.one_of(
    st.tuples(NUMBERS, NUMBERS).map(lambda ends: f"(rand {min(ends)} {max(ends)})"),
    st.tuples(st.integers(0, 2**40), st.integers(0, 70_000)).map(
        lambda ends: f"(rand {ends[0]} {sum(ends)})"
    ),
    st.integers(1, 3000).map(lambda most: f"(* (rand -{most} {most}) (rand 0 {most}))"),
    st.just("(/ 12 (rand 0 3))"),
)


def program(x: str, y: str) -> running.Program:
    topic = {
        "method": "sample",
        "combos": {"A": {"hand": ["a"]}},
        "stats": {"x": x, "y": y},
        "relate": [["x", "y"], ["y", "A"], ["A", "x"], ["score", "score"]],
    }
    return running.compile_text(running.deck_text({"a": {"count": 3}, "b": {"count": 37}}, {"t": topic}))


def check(counts: Counts, rows: list[running.Row]) -> None:
    """The counts are those of the rows."""
    columns = [
        [row.stats[0] for row in rows], [row.stats[1] for row in rows],
        [int(row.combos[0]) for row in rows], [row.score for row in rows],
    ]  # fmt: skip
    x, y, combo, score = columns
    for found, values in zip(counts.stats, (x, y), strict=True):
        assert data(found) == data(tally([value for value in values if value is not None]))
    for found, (one, other) in zip(
        counts.relations, ((x, y), (y, combo), (combo, x), (score, score)), strict=True
    ):
        known = [(a, b, 1) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
        assert pairs_data(found) == pairs_data(Pairs.of(known) + Pairs())


@settings(max_examples=60)
@given(SCRIPTS, SCRIPTS)
def test_the_runtime_counts_what_it_records(x: str, y: str) -> None:
    play = running.open_play(program(x, y), "python")
    check_rows = list(running.rows(play, 0, 200))
    check(play.counts(), check_rows)


@pytest.mark.slow
@pytest.mark.parametrize("x", ["(rand 0 4095)", "(rand 0 4096)", f"(rand {-9 * 10**18} {9 * 10**18})"])
def test_counts_do_not_depend_on_recording_blocks_or_order(x: str, target: str) -> None:
    made = program(x, "(* (rand -9 9) (rand 0 99999999999))")
    recorded = running.open_play(made, target)
    rows = list(running.rows(recorded, 0, 20_000))
    check(recorded.counts(), rows)
    plain = running.open_play(made, target)
    plain.run(0, 20_000)
    check(plain.counts(), rows)
    parts = []
    for first in range(0, 20_000, 2_500):
        part = running.open_play(made, target)
        part.run(first, first + 2_500)
        parts.append(part.counts())
    random.Random(1).shuffle(parts)
    total = parts[0]
    for part in parts[1:]:
        total += part
    check(total, rows)
