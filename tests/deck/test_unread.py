"""Names that a broken part of a file may give are not called unknown; all others still are."""

from __future__ import annotations

import pytest

CARDS = "cards: {scout: {attribute: starter, props: {level: 3}}, rest: {count: -1}}"
DECK = """
deck: {size: 40, %s}
simulate:
  tests:
    t:
      combos: {c: {condition: '(gain (sum H level))', hand: [scuot, 'a:starter !Key', 'A:mon*', 2x Key]}}
      stats: {n: '(+ |H.scout| |H.!a:starter| |H.k:scuot| |H.A:mon*| |H.Key| |H.(> level 2)|)'}
"""


@pytest.mark.parametrize(
    ("deck", "found"),
    [
        (CARDS, "Y101 Y210 Y402? Y405?"),
        ("cards: [scout, rest]", "Y101 Y201"),
        ("card: {scout: {}}", "Y101 Y202? Y205"),
        ("cards: {'{x}': {each: {x: 9..1}}}", "Y101 Y223"),
        ("cards: {'scout{x': {each: {x: 1..2}}}", "Y101 Y223 Y224"),
        ("cards: {scout: {attribute: {starter: }}, rest: {count: -1}}", "Y101 Y201 Y210 Y402? Y412?"),
        ("cards: {scout: {props: [level]}, rest: {count: -1}}", "Y101 Y201 Y210 Y402? Y405?"),
        ("cards: {scout: {props: {level: x}}, rest: {count: -1}}", "Y101 Y201 Y210 Y402? Y405?"),
        (CARDS + ", alias: [Key]", "Y101 Y201 Y405?"),
        (CARDS + ", alias: {Key: [scout]}", "Y101 Y201 Y210 Y402? Y405?"),
        (CARDS + ", alias: {Lock: [scout], Key: '!Lock'}", "Y101 Y201 Y210 Y402? Y405?"),
        (CARDS + ", define: [gain]", "Y201 Y210 Y402? Y405?"),
        (CARDS + ", define: {'gain(x': x}", "Y126 Y210 Y402? Y405?"),
    ],
)
def test_a_name_that_may_be_in_what_cannot_be_read(problems, deck, found):
    assert sorted({item.split()[0] for item in problems(DECK % deck)}) == found.split()


def test_a_collection_that_is_not_there_may_know_every_name(problems):
    text = "use: mine.yml" + DECK % "cards: {scout: {}, rest: {count: -1}}"
    assert [item.split()[0] for item in problems(text)] == ["Y016"]
