"""``relate``: pairs of what is observed, by the titles that records have."""

from __future__ import annotations

import pytest

from yisp.deck.model import Relation
from yisp.deck.observables import find_pair, relatable, titles

HEAD = """\
deck: {cards: {a: {count: 40}}}
simulate:
  tests:
    t:
      combos: {win: {hand: [a]}, both: {hand: [a]}}
      stats: {weight: '|H|', both: '|H|', score: '|H|'}
"""


def test_pairs_are_read_once_each(deck):
    pairs = "[weight, win], [score, 'stat:both'], [weight, win], [stat:score, win]"
    loaded = deck(HEAD + f"      relate: [{pairs}]")
    assert loaded.topics[0].relations == (
        Relation("weight", "win"), Relation("score", "stat:both"), Relation("stat:score", "win"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("pair", "code", "column", "hint"),
    [
        ("[weihgt, win]", "Y240", 17, "did you mean `weight`?"),
        ("[weight, winn]", "Y240", 25, "did you mean `win`?"),
        ("[weight, 灰流丽]", "Y240", 25, None),
        ("[both, win]", "Y240", 17, "did you mean `stat:both`?"),
        ("[trial, win]", "Y240", 17, None),
        ("weight", "Y201", 16, "write each pair in brackets: `relate: [[weight, win]]`"),
        ("[weight]", "Y201", 16, "write each pair in brackets: `relate: [[weight, win]]`"),
        ("[weight, {a: b}]", "Y201", 16, "write each pair in brackets: `relate: [[weight, win]]`"),
    ],
)
def test_mistakes_have_places_and_suggestions(pair, code, column, hint, diagnostics):
    (found,) = diagnostics(HEAD + f"      relate: [{pair}]")
    assert (found.code, found.severity) == (code, "error")
    assert found.place is not None
    assert (found.place.line, found.place.column) == (7, column)
    assert found.hint == hint


def test_there_is_a_limit(problems):
    pairs = ", ".join(["[weight, win]"] * 65)
    assert problems(HEAD + f"      relate: [{pairs}]") == [f"Y209 7:{16 + 64 * 15}"]


def test_titles_are_unique():
    assert titles(["a", "score"], ["w", "b"], ["a", "b"]) == {
        ("combo", "a"): "combo:a",
        ("combo", "score"): "combo:score",
        ("stat", "a"): "stat:a",
        ("watch", "w"): "w",
        ("watch", "b"): "watch:b",
        ("stat", "b"): "stat:b",
    }
    assert titles(["combo:a", "a"], [], ["a"])["combo", "a"] == "combo:a'"


def test_all_that_can_be_related():
    assert relatable(["A", "B"], ["m"], ["m", "n"]) == ["score", "A", "B", "watch:m", "stat:m", "n"]


def test_a_pair_on_the_command_line_may_have_commas_in_its_names():
    assert find_pair("a,b", ["a", "b"]) == ["a", "b"]
    assert find_pair(" a , b ", ["a", "b"]) == ["a", "b"]
    assert find_pair("a,b,c", ["a,b", "c"]) == ["a,b", "c"]
    assert find_pair("a,b", ["a"]) is None
    assert find_pair("a", ["a"]) is None
    assert find_pair("a;b", ["a", "b"]) is None
