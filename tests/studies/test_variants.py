"""What varies: texts and what they mean, every combination by its number."""

from __future__ import annotations

import pytest

from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.studies.sweeping.variants import CARD, PARAMETER, SIZE, read_axes, read_values

DECK = loads(
    """
set: {down: 0, ash: 1}
deck:
  size: 40
  cards: {ash: {count: 3}, 灰流丽: {count: 2}, a=b: {count: 1}, rest: {count: -1}}
simulate: {tests: {t: {header: '(= down (+ down ash))', combos: {c: {hand: [灰流丽]}}}}}
""",
    "deck.yml",
)

SIZED = loads("deck: {cards: {size: {count: 9}}}\nsimulate: {tests: {t: {combos: {c: {}}}}}", "deck.yml")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2", [2]),
        ("0..3", [0, 1, 2, 3]),
        ("0..6..2", [0, 2, 4, 6]),
        ("0..5..2", [0, 2, 4]),
        ("1,2,5..7", [1, 2, 5, 6, 7]),
        ("3,1,3", [3, 1]),
        ("-2..1", [-2, -1, 0, 1]),
        (" 1 , 2 ", [1, 2]),
        ("0..999999", range(10**6)),
        ("0..9000000..3000000", [0, 3 * 10**6, 6 * 10**6, 9 * 10**6]),
    ],
)
def test_values(text: str, values: list[int]) -> None:
    assert list(read_values(text)) == list(values)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no number or range"),
        ("x", "'x' is no number"),
        ("1,,2", "'' is no number"),
        ("1..2..0", "'1..2..0' is no number or range"),
        ("1..2..3..4", "no number or range"),
        ("3..1", "the smaller end comes first"),
        ("0..1000000", "more than 1,000,000 values"),
        ("0..9999999999999999999999", "more than 1,000,000 values"),
    ],
)
def test_what_are_no_values(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said.replace(".", r"\.")):
        read_values(text)


def test_a_name_is_a_card_the_size_or_a_parameter() -> None:
    axes = read_axes(["灰流丽=0..3", "size=40,60", "down=-1", "card:ash=1", "set:ash=2"], DECK).axes
    assert [(axis.kind, axis.name) for axis in axes] == [
        (CARD, "灰流丽"), (SIZE, "size"), (PARAMETER, "down"), (CARD, "ash"), (PARAMETER, "ash"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("deck", "text", "said"),
    [
        (DECK, "ash=1", "could be several things of this deck: write card:ash or set:ash"),
        (SIZED, "size=1", "write card:size or deck:size"),
        (DECK, "dwon=1", "did you mean 'down'"),
        (DECK, "灰流=1", "did you mean '灰流丽'"),
        (DECK, "nothing like it=1", "a card, a parameter .* or size can vary"),
        (DECK, "rest=1..3,down=2", "'rest=1..3,down'; give each name with its values apart"),
        (DECK, "card:down=1", "has no 'card:down'"),
        (DECK, "rest", "says no values"),
        (DECK, "=1", "says no values"),
        (DECK, "rest=-1..3", "a count is from 0"),
        (DECK, "size=-1", "a size is from 0"),
        (DECK, "down=9223372036854775808", "64 bits"),
    ],
)
def test_mistakes_are_sentences(deck: Deck, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_axes([text], deck)


def test_nothing_and_twice() -> None:
    with pytest.raises(ValueError, match="nothing varies"):
        read_axes([], DECK)
    with pytest.raises(ValueError, match="'rest' varies twice"):
        read_axes(["rest=1", "rest=2"], DECK)


def test_every_combination_has_a_number() -> None:
    variants = read_axes(["灰流丽=0..2", "down=5,7"], DECK)
    assert [variant.values for variant in variants] == [(0, 5), (0, 7), (1, 5), (1, 7), (2, 5), (2, 7)]
    assert variants[3].counts == (("灰流丽", 1),)
    assert variants[3].parameters == (("down", 7),)
    assert variants[3].size is None
    with pytest.raises(IndexError):
        variants[6]


def test_a_million_variants_take_no_room() -> None:
    variants = read_axes(["灰流丽=0..99", "down=0..99", "rest=0..99"], DECK)
    assert len(variants) == 10**6
    assert variants[10**6 - 1].values == (99, 99, 99)
