"""Whether two decks mean the same: how a thing is written makes no difference, and what it is does."""

from __future__ import annotations

import pytest

import yisp
from yisp.editor.text.meaning import same

DECK = """\
deck:
  cards:
    scout: {count: 3, attribute: [start], kind: lamp}
    lamp: {count: 2, program: '@;(# X B);(# D.scout.1 H);(# D.k:lamp.1 H);(# D.k:nobody.1 H)'}
    rest: {count: 35}
simulate:
  tests:
    opening:
      start: {vars: {plays: 1}}
      exec-program: true
      combos: {one: {hand: [scout]}}
      stats: {left: plays}
"""

pytestmark = pytest.mark.filterwarnings("ignore::yisp.DeckWarning")


@pytest.mark.parametrize(
    ("old", "new", "alike"),
    [
        ("", "", True),
        ("count: 3,", "'count': \"3\" ,", True),
        ("vars: {plays", "vars:   {plays", True),
        ("plays: 1", "plays: 2", False),
        ("(# X B);(# D.scout", "(# X  B) ;  (# D.scout", True),
        ("count: 3", "count: 4", False),
        ("D.scout.1", "D.rest.1", False),
        ("D.k:lamp.1", "D.k:rest.1", False),
        ("D.k:nobody.1", "D.k:somebody.1", False),
        ("D.scout.1", "D.scout.2", False),
        ("left:", "gone:", False),
        ("[start]", "[strat]", False),
    ],
)
def test_what_makes_a_difference(old: str, new: str, alike: bool) -> None:
    assert old in DECK
    one, other = (yisp.loads(text, "deck.yml") for text in (DECK, DECK.replace(old, new, 1)))
    assert same(one, other, {}) == alike


def test_a_card_may_have_another_name() -> None:
    one, other = (yisp.loads(text, "deck.yml") for text in (DECK, DECK.replace("scout", "guide")))
    assert same(one, other, {"guide": "scout"}) and not same(one, other, {})
