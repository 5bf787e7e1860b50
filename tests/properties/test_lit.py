"""Decks in which cards are lit: the interpreter that decides late is held to the one that lays orders out."""

from __future__ import annotations

import pytest
from hunt.chance import TooMany
from hunt.decks import draw
from hunt.law import Law
from running import load_text

from yisp.lang.diagnostics import DeckError

FIGURES = ("outcomes", "score", "combos", "bests", "stats", "used", "activations", "notices", "noticed")


@pytest.mark.parametrize("decks", [100, pytest.param(3000, marks=pytest.mark.slow)])
def test_what_is_decided_late_has_the_law_of_all_orders(decks: int) -> None:
    """Where nothing is lit, nobody can tell when a card was decided."""
    compared = 0
    for number in range(decks):
        try:
            deck = load_text(draw("late", number, many=False, lit=False).text)
        except DeckError:
            continue
        for topic in deck.topics:
            try:
                laid_out, late = Law(deck, topic, 300), Law(deck, topic, 3000, late=True)
            except TooMany:
                continue
            compared += 1
            for figure in FIGURES:
                assert getattr(laid_out, figure) == getattr(late, figure), (number, topic.name, figure)
    assert compared > decks / 2
