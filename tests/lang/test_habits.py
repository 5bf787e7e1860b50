"""How other programs write things, and what is proposed in their place."""

from __future__ import annotations

import pytest

from yisp.lang.parsing.habits import form_meant, zone_meant
from yisp.lang.remedy import Change


@pytest.mark.parametrize(
    ("head", "argument", "said"),
    [
        ("draw", "3", "`(# D.3 H [draw])` draws 3"),
        ("Draw", "999", "`(# D.999 H [draw])` draws 999"),
        ("draw", "1000", "`(# D.2 H [draw])` draws 2"),
        ("draw", "x", "`(# D.2 H [draw])` draws 2"),
        ("draw", None, "`(# D.2 H [draw])` draws 2"),
        ("let", "luck", "`(= luck 3)` sets a variable"),
        ("let", "Luck", "`(= x 3)` sets a variable"),
        ("let", "3", "`(= x 3)` sets a variable"),
        ("let", None, "`(= x 3)` sets a variable"),
    ],
)
def test_an_example_has_what_was_written(head: str, argument: str | None, said: str) -> None:
    assert str(form_meant(head, argument, (1, 5))) == said


def test_what_nobody_writes_has_no_meaning() -> None:
    assert form_meant("frobnicate", "1", (1, 5)) is zone_meant("frob.ash", (1, 5)) is None


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("hand", "the hand is `H`"),
        ("Graveyard.ash", "the graveyard is `B`: `B.ash`"),
        ("deck.", "the deck is `D`"),
        ("deck.a:x", "the deck is `D`"),
    ],
)
def test_a_zone_by_its_common_name(word: str, said: str) -> None:
    meant = zone_meant(word, (4, 4 + len(word)))
    assert meant is not None and str(meant.hint) == said
    letter = said.partition("`")[2][0]
    assert meant.ways == ((Change(4, 4 + len(word.partition(".")[0]), letter),),)
