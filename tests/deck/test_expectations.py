"""Expectations: how they are written, and every way to write them wrong."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

DECK = """
deck: {cards: {a: {count: 3}, b: {count: 37}}}
simulate:
  seed: 7
  tests:
    t:
      combos: {A1: {hand: [a]}, "two of them": {hand: [2x a]}, both: {hand: [a]}}
      stats: {held: '|H.a|', both: '|H.b|', 'all "a"': '|H.a|'}
      expect: %s
"""


def written(*expectations: str) -> str:
    return DECK % json.dumps(list(expectations))


@pytest.mark.parametrize(
    ("text", "what", "name", "measure", "relation", "bounds"),
    [
        ("rate >= 0.85", "topic", None, "rate", ">=", ["17/20"]),
        ("rate>=85%", "topic", None, "rate", ">=", ["17/20"]),
        ("rate == 49/57", "topic", None, "rate", "==", ["49/57"]),
        ("A1.rate in [0.70, 0.80]", "combo", "A1", "rate", "in", ["7/10", "4/5"]),
        ("A1 != 1", "combo", "A1", "rate", "!=", ["1"]),
        ('"two of them".rate < 50.5%', "combo", "two of them", "rate", "<", ["101/200"]),
        ("score > -1.5", "score", None, "mean", ">", ["-3/2"]),
        ("score.mean <= 2", "score", None, "mean", "<=", ["2"]),
        ("score.q95 == 2", "score", None, "0.95", "==", ["2"]),
        ("held >= 0", "stat", "held", "mean", ">=", ["0"]),
        ('"all ""a""".sd >= 0', "stat", 'all "a"', "sd", ">=", ["0"]),
        ("held.sd in [0,1]", "stat", "held", "sd", "in", ["0", "1"]),
        ("held.median == 0", "stat", "held", "0.5", "==", ["0"]),
        ("held.max <= 3", "stat", "held", "max", "<=", ["3"]),
        ("both.rate > 0", "combo", "both", "rate", ">", ["0"]),
        ("both.mean > 0", "stat", "both", "mean", ">", ["0"]),
    ],
)
def test_what_is_expected(deck, text, what, name, measure, relation, bounds):
    (expectation,) = deck(written(text)).topics[0].expect
    assert (expectation.text, expectation.what, expectation.name) == (text, what, name)
    assert (expectation.measure, expectation.relation) == (measure, relation)
    assert list(expectation.bounds) == [Fraction(bound) for bound in bounds]


@pytest.mark.parametrize(
    ("text", "code", "column", "help"),
    [
        ("rate", "Y221", 5, "0.85"),
        ("rate >=", "Y221", 8, "0.85"),
        ("rate => 0.5", "Y221", 6, ""),
        ("rate >= most", "Y221", 9, ""),
        ("rate >= 0.5 and more", "Y221", 13, ""),
        ("rate in 0.5", "Y221", 9, ""),
        ("rate in [0.5]", "Y221", 13, ""),
        ("rate in [0.5, 0.6", "Y221", 18, ""),
        ("rate in [0.6, 0.5]", "Y221", 10, ""),
        ("rate >= 1/0", "Y221", 9, ""),
        ("rate >= 85", "Y204", 9, "85%"),
        ("A1 in [0.5, 1.5]", "Y204", 13, ""),
        ("rat >= 0.5", "Y222", 1, "`rate`"),
        ("a1.rate >= 0.5", "Y222", 1, "`A1`"),
        ("two_of_them.rate >= 0.5", "Y222", 1, '"two of them"'),
        ("rate.mean >= 0.5", "Y222", 6, "NAME.rate"),
        ("A1.mean >= 0.5", "Y222", 4, "`rate`"),
        ("held.medan >= 0.5", "Y222", 6, "`median`"),
        ("score.rate >= 0.5", "Y222", 7, ""),
        ("both >= 0.5", "Y222", 1, "`both.mean`"),
        ("rate >= " + "9" * 40, "Y221", 9, ""),
    ],
)
def test_what_is_no_expectation(diagnostics, text, code, column, help):
    (found,) = diagnostics(DECK % ("[" + json.dumps(text) + "]"))
    assert found.code == code
    assert found.place.column - len("      expect: [") - 1 == column
    assert help in (found.hint or "")


def test_one_expectation_needs_no_list(deck):
    assert len(deck(DECK % "rate >= 0").topics[0].expect) == 1
    assert deck(DECK % "").topics[0].expect == ()


def test_a_broken_stat_is_reported_once(problems):
    found = problems(written("held > 1").replace("held: '|H.a|'", "held: '|H.a'"))
    assert len(found) == 1


@pytest.mark.parametrize(("value", "code"), [("{rate: 1}", "Y201"), ("[[rate]]", "Y201"), ("['']", "Y221")])
def test_expectations_are_texts(problems, value, code):
    assert [item[:4] for item in problems(DECK % value)] == [code]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [("combos: [A1]", "Y201"), ("stats: held", "Y201"), ("watch: 3", "Y201"), ("A1: {hand: [a]}", "Y206")],
)
def test_what_could_not_be_read_is_not_called_unknown(diagnostics, wrong, code):
    """Nothing is said of names that may be in a table that is none, wherever they are used."""
    text = f"""
deck: {{cards: {{a: {{count: 3}}, b: {{count: 37}}}}}}
simulate:
  seed: 7
  tests:
    t:
      {wrong}
      exec-program: true
      policy: {{kind: best, goal: held}}
      relate: [[held, A1]]
      expect: [A1 > 0, held.mean > 0, rate > 0]
"""
    assert {item.code for item in diagnostics(text)} - {"Y205", "Y434"} == {code}
