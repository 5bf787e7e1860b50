"""First deck files: what a few answers make."""

from __future__ import annotations

import pytest

from yisp.columns import width
from yisp.deck.exchange.beginning import Beginning, Unfit, begun, example, read_card, read_wanted
from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.messages import LANGUAGES, speaking, told


def deck_of(*cards: tuple[str, int], **others: object) -> Deck:
    return loads(begun(Beginning(cards, **others)), "deck.yml")  # type: ignore[arg-type]


def test_the_rest_fills_the_deck() -> None:
    deck = deck_of(("Ash", 3), ("灯", 2), size=30, hand=4, wanted=[["Ash", "灯"], ["Ash"]])
    assert {kind.name: kind.count for kind in deck.kinds} == {"Ash": 3, "灯": 2, "rest": 25}
    (topic,) = deck.topics
    assert topic.start_card == 4
    assert [(combo.name, len(combo.wants[0][1])) for combo in topic.combos] == [("Ash + 灯", 2), ("Ash", 1)]
    assert not len(deck.diagnostics)


def test_a_full_deck_and_a_card_that_is_called_rest() -> None:
    assert [kind.name for kind in deck_of(("a", 40)).kinds] == ["a"]
    assert [kind.name for kind in deck_of(("rest", 3)).kinds] == ["rest", "rest …"]


def test_without_a_wish_the_first_card_is_wanted() -> None:
    assert [combo.name for combo in deck_of(("a", 3), ("b", 3)).topics[0].combos] == ["a"]


@pytest.mark.parametrize("name", ["no", "12:30 am", "a: b", "'", "2x a", "{}", "- a"])
def test_names_are_any_text(name: str) -> None:
    assert deck_of((name, 3), wanted=[[name]]).kinds[0].name == name


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (Beginning([("a", 41)]), "41 cards, and the deck has a size of 40"),
        (Beginning([("a", 0)]), "needs a card"),
        (Beginning([]), "needs a card"),
        (Beginning([("a", 1), ("b", 1), ("a", 2)]), "'a' is given twice"),
        (Beginning([("a", 1)], hand=41), "hand of 41 cards"),
        (Beginning([("a", 1)], hand=-1), "hand of -1 cards"),
        (Beginning([("a", 1)], size=0), "1 to 10000|1 cards, and"),
        (Beginning([("a", 1)], size=10001), "from 1 to 10000"),
        (Beginning([("starter", 1)], wanted=[["startre"]]), "did you mean 'starter'"),
    ],
)
def test_answers_that_do_not_go_together(answers: Beginning, message: str) -> None:
    with pytest.raises(Unfit, match=message):
        begun(answers)


@pytest.mark.parametrize("lang", list(LANGUAGES))
def test_every_language_makes_a_deck_that_runs(lang: str) -> None:
    with speaking(lang):
        cards, rest = example(), told("rest")
        text = begun(Beginning(cards))
    deck = loads(text, "deck.yml")
    assert not len(deck.diagnostics)
    assert [(kind.name, kind.count) for kind in deck.kinds] == [*cards, (rest, 25)]
    head = text.partition("deck:")[0]
    for key in ("count: -1", "a:starter", "program", "combos", "2x ", "0x ", "tests"):
        assert key in head
    assert all(width(line) <= 100 for line in head.splitlines())
    assert (lang == "en") is text.isascii()


def test_reading_answers() -> None:
    assert read_card(" Ash : 3 ") == ("Ash", 3)
    assert read_card("灰流丽：3") == ("灰流丽", 3)
    assert read_card("ボール３号：４") == ("ボール３号", 4)
    for text in ("3 Ash", "3x Ash", "３ Ash", "3 × Ash", "Ash x3", "Ash x 3", "Ash×3"):
        assert read_card(text) == ("Ash", 3)
    assert read_card("7 Dwarves: 2") == ("7 Dwarves", 2)
    assert read_card("Ash") == ("Ash", 1)
    assert read_card("1996 World Champion") == ("1996 World Champion", 1)
    assert read_card("a: b") == ("a: b", 1)
    assert read_card("Number 39: Utopia") == ("Number 39: Utopia", 1)
    for text in ("Land: -3", "Land: 2.5", "Land：−3", "Land: 1,0", "Land: .5", "Land: 100000"):
        with pytest.raises(Unfit, match=r"^'Land': the number of copies is a whole one from 0 to 99,999"):
            read_card(text)
    assert read_wanted("Ash + 灯 + A+B") == ["Ash", "灯", "A+B"]
    for text in ("", ": 3", "a\x1b: 3", "a" * 201, "a\nb: 2"):
        with pytest.raises(Unfit):
            read_card(text)
