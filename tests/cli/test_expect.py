"""``expect``: assertions on the estimates, for continuous integration."""

from __future__ import annotations

import json

import pytest
from commanding import objects, saved, yispc

import yisp

DECK = """
deck: {cards: {a: {count: 3}, b: {count: 37}}}
simulate:
  SEED
  tests:
    t:
      combos: {A: {hand: [a]}, B: {hand: [2x a]}}
      stats: {held: '|H.a|', never: '(/ 1 |B|)'}
      expect: EXPECT
"""


def a_deck(*expectations: str, seed: str = "seed: 7") -> str:
    return DECK.replace("EXPECT", json.dumps(list(expectations))).replace("SEED", seed)


@pytest.mark.parametrize(
    "expectation",
    ["rate == 667/1976", "rate in [667/1976, 667/1976]", "A >= 33%", "B.rate < 0.04",
     "held == 3/8", "held.min == 0", "held.max == 3", "held.q95 == 1", "held.sd in [0.55, 0.56]", "score.median == 0"],
)  # fmt: skip
def test_an_exact_answer_is_compared_as_a_fraction(tmp_path, expectation):
    said = yispc(saved(tmp_path, a_deck(expectation)), "--json", "-q")
    assert (said.code, said.err) == (0, "")
    assert [item["holds"] for item in objects(said)[0]["topics"][0]["expect"]] == [True]


def test_a_whole_number_has_no_denominator(tmp_path):
    deck = saved(tmp_path, a_deck("all == 5").replace("held: '|H.a|'", "all: '|H|'"))
    assert yispc(deck, "--json").code == 0


def test_the_nearest_decimal_is_not_the_fraction(tmp_path):
    near = saved(tmp_path, a_deck("rate == 0.33755060728744"))
    assert yispc(near, "--json").code == 4


def test_what_fails_is_named_on_standard_error(tmp_path):
    deck = saved(tmp_path, a_deck("rate >= 0.1", "A.rate in [0.70, 0.80]", "never > 0"))
    said = yispc(deck, "--method", "sample", "--count", "400", "--json")
    assert said.code == 4
    topic = objects(said)[0]["topics"][0]
    rate = topic["combos"][0]["rate"]
    assert topic["expect"] == [
        {"text": "rate >= 0.1", "value": rate, "holds": True},
        {"text": "A.rate in [0.70, 0.80]", "value": rate, "holds": False},
        {"text": "never > 0", "value": None, "holds": False},
    ]
    failed = [line for line in said.err.splitlines() if "expectation failed" in line]
    column = a_deck("rate >= 0.1", "A.rate").splitlines()[8].index("A.rate") + 1
    assert failed[0] == f"{deck}:9:{column}: expectation failed: A.rate in [0.70, 0.80]"
    low, high = topic["combos"][0]["ci95"]
    assert f"topic t: the value is {rate:.7g}, its 95 % interval {low:.7g} to {high:.7g}" in said.err
    assert "topic t: there is no value" in said.err
    quiet = yispc(deck, "--method", "sample", "--count", "400", "-q")
    assert (quiet.code, quiet.err.count("expectation failed")) == (4, 2)


def test_the_highest_code_of_several_decks_counts(tmp_path):
    good = saved(tmp_path, a_deck("rate >= 0.1"), "good.yml")
    bad = saved(tmp_path, a_deck("rate >= 0.9"), "bad.yml")
    broken = saved(tmp_path, "deck: {}", "broken.yml")
    assert yispc("run", good, good).code == 0
    assert yispc("run", bad, good, broken).code == 4


def test_a_run_that_was_cut_short_fails_no_expectation(tmp_path):
    deck = a_deck("rate >= 0.9").replace("combos:", "header: '(# B H)'\n      combos:")
    said = yispc(saved(tmp_path, deck), "--strict", "--json")
    assert said.code == 3
    (verdict,) = json.loads(said.out)["topics"][0]["expect"]
    assert verdict["holds"] is None and verdict["value"] < 0.9


def test_with_match_best_stands_what_is_known_of_it(tmp_path):
    """A hand of an a and an ab, or of two ab; by the first who fits the a may take the only ab."""
    cards = "{a: {count: 9, attribute: [x]}, ab: {count: 9, attribute: [x, y]}, r: {count: 22}}"
    topic = "{start-card: 2, method: sample, combos: {c: {hand: [a:x, a:y]}}}"
    deck = f"deck: {{cards: {cards}}}\nsimulate: {{seed: 4, count: 4000, tests: {{t: {topic}}}}}\n"
    (combo,) = json.loads(yispc(saved(tmp_path, deck), "--json").out)["topics"][0]["combos"]
    low, high = combo["best_ci95"]
    best = (9 * 9 + 9 * 8 / 2) / (40 * 39 / 2)
    assert low < combo["best"] < high and low < best < high
    assert "with match: best 15.4 ± 1.2 %" in yispc(saved(tmp_path, deck)).out


@pytest.mark.parametrize(
    ("seed", "words", "warned"),
    [
        ("seed: 7\n  count: 90", ["--method", "sample"], False),
        ("count: 90", ["--method", "sample"], True),
        ("count: 90", ["--method", "sample", "--seed", "3"], False),
        ("count: 90", ["--method", "sample", "-q"], False),
        ("count: 90", [], False),
    ],
)
def test_a_sample_without_a_seed_is_warned_of(tmp_path, seed, words, warned):
    deck = saved(tmp_path, a_deck("rate >= 0", seed=seed))
    for _ in range(2):  # the second time from the cache
        said = yispc(deck, *words)
        assert said.code == 0
        assert ("warning[Y430]" in said.err) is warned


def test_expectations_from_python(tmp_path):
    topic = yisp.run(yisp.load(saved(tmp_path, a_deck("A >= 0.1", "A > 0.9")))).topics["t"]
    assert [(item.text, item.holds, item.exact) for item in topic.expect] == [
        ("A >= 0.1", True, "667/1976"),
        ("A > 0.9", False, "667/1976"),
    ]


def test_a_run_that_was_ended_fails_no_expectation(tmp_path):
    deck = saved(tmp_path, a_deck("rate > 0.9"))
    said = yispc(deck, "--method=sample", "--count=1e12", "--time-limit=300ms", "--target=python", "--jobs=1")
    assert said.code == 5
    assert "expectation failed" not in said.err
