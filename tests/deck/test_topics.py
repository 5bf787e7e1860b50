"""Topics, combos and stats."""

from __future__ import annotations

import pytest

from yisp.lang import tree

CARDS = "deck: {cards: {a: {count: 3, attribute: [m]}, b: {count: 6}}}\n"


@pytest.fixture
def topic(deck):
    return lambda text: deck(f"{CARDS}simulate: {{tests: {{t: {{{text}}}}}}}\n").topics[0]


def test_scores_are_numbers_or_scripts(topic):
    combos = topic("combos: {a: {score: -2}, b: {score: '|H.a|'}, c: {score: 9223372036854775807}}").combos
    assert combos[0].score == -2
    assert isinstance(combos[1].score.number, tree.Size)
    assert combos[2].score.number.value == 2**63 - 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("combos: {c: {score: 9223372036854775808}}", ["Y115 2:44"]),
        ("combos: {c: {score: '(+ 1)'}}", ["Y102 2:46"]),
        ("combos: {c: {condition: '(> |X| 0)'}}", ["Y130 2:53"]),
        ("combos: {c: {condition: '(shuffle D)', score: 1}}", ["Y131 2:50"]),
        ("combos: {c: {condition: '|H|'}}, stats: {n: '(# D.1 H)'}", ["Y131 2:70"]),
        ("combos: {c: {condition: '|H|'}}, stats: {n: }", ["Y201 2:68"]),
        ("combos: {c: {X: [a]}}", ["Y213 2:37"]),
        ("combos: {c: {hand: [a], field: [a]}}", ["Y202? 2:48"]),
        ("start-card: 10, combos: {c: {hand: [a]}}", ["Y208 2:36"]),
        ("start-card: 9, combos: {c: {hand: [a]}}", []),
        ("header: '(= long 1)', combos: {c: {hand: [a]}}", ["Y408? 2:36"]),
        ("c: {hand: [a]}", ["Y206 2:24"]),
        ("c: {F: [a]}, d: {score: 2}, e: {other: 2}", ["Y206 2:24", "Y206 2:37", "Y202? 2:52"]),
    ],
)
def test_mistakes(text, expected, problems):
    assert problems(f"{CARDS}simulate: {{tests: {{t: {{{text}}}}}}}\n") == expected


def test_a_combo_beside_combos_is_told_where_it_belongs(diagnostics):
    (found,) = diagnostics(f"{CARDS}simulate:\n  tests:\n    t:\n      A1:\n        hand: [a]\n")
    assert found.code == "Y206"
    assert (found.place.line, found.place.column) == (5, 7)
    assert "combos:" in found.hint
