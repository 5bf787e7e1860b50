"""Every card of every packaged collection, played."""

from __future__ import annotations

from pathlib import Path

import playing
import pytest

import yisp
from yisp.deck.load import load_draft
from yisp.deck.reading.files import COLLECTION, DECK, SourceFile, path_of, read_regular

EVERY = [
    pytest.param(name, card, index, marks=[pytest.mark.slow] if index or number % 5 != 2 else [])
    for number, (name, card, index) in enumerate(playing.every_case())
]
"""The first cases of about every fifth card are quick."""


@pytest.mark.parametrize(("name", "card", "index"), EVERY, ids=str)
def test_a_card_does_what_it_says(name: str, card: str, index: int) -> None:
    playing.play(name, card, playing.cases(name)[card][index])


@pytest.mark.parametrize("name", playing.collections())
def test_every_card_is_played_and_every_program_is_stopped_or_says_so(name: str) -> None:
    tried = playing.cases(name)
    assert list(playing.cards_of(name)) == [card for card in tried if not card.startswith("(")]
    assert all(tried.values())


@pytest.mark.parametrize("name", playing.collections())
def test_a_collection_is_in_order(name: str) -> None:
    path = path_of(name, COLLECTION)
    deck, found = load_draft(SourceFile(name + DECK, read_regular(path), path))
    assert deck is not None
    assert not list(found)
    assert list(playing.cards_of(name)) == sorted(playing.cards_of(name)), "cards stand in order"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::yisp.PlayWarning")
@pytest.mark.parametrize("name", playing.collections())
def test_both_targets_play_alike(name: str) -> None:
    """From every position, all that can be activated is, on both targets alike."""
    deck = playing.deck_of_all(name)
    found = [
        yisp.run(deck, count=playing.TRIALS, seed=3, method="sample", target=target)
        for target in ("python", "native")
    ]
    for (topic, one), other in zip(found[0].topics.items(), found[1].topics.values(), strict=True):
        assert one.to_dict() == other.to_dict(), topic


def test_the_document_says_how_many_cards_there_are() -> None:
    for folder in ("docs", "docs/zh", "docs/ja"):
        text = (Path(__file__).parents[2] / folder / "collections.md").read_text("utf-8")
        for name in playing.collections():
            row = next(line for line in text.splitlines() if line.startswith(f"| `{name}` |"))
            cards = [one for one in playing.cards_of(name).values() if one.get("attribute") != ["rule"]]
            assert str(len(cards)) in row
