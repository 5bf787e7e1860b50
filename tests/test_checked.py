"""The page of published figures says what Yisp answers: exactly, by the command too, and by trials.

Every fraction is worked out once more by a formula here.  What the page shows is brought up to date by

    python tests/checked.py --write
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path

import checked
import documents
import pytest

import yisp

TEXT = checked.PAGE.read_text(encoding="utf-8")
ROWS = list(checked.rows(TEXT))
DECKS = sorted({row.deck for row in ROWS})
by_deck = pytest.mark.parametrize("deck", DECKS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checked")
    checked.decks(TEXT, folder)
    return folder


# Formulas -------------------------------------------------------------------------------------------------


def exactly(number: int, good: int, size: int, drawn: int) -> Fraction:
    """How probable that number of good cards is among those drawn."""
    return Fraction(comb(good, number) * comb(size - good, drawn - number), comb(size, drawn))


def at_least(number: int, good: int, size: int, drawn: int) -> Fraction:
    return 1 - sum(exactly(fewer, good, size, drawn) for fewer in range(number))


def mulligan(hand: int) -> Fraction:
    """Two cards of thirty: none in the hand, in the new one (of what was not tossed), at the top."""
    return 1 - exactly(0, 2, 30, hand) * exactly(0, 2, 30 - hand, hand) * exactly(0, 2, 30 - hand, 1)


def inquiry() -> Fraction:
    """Two lands and those among three of the 53 cards are among the three that are discarded out of ten."""
    return sum(
        (exactly(drawn, 22, 53, 3) * exactly(2 + drawn, 2 + drawn, 10, 3) for drawn in (0, 1)), Fraction()
    )


def slots(fits: Callable[[int, int, int], bool]) -> Fraction:
    """Of five cards, so many are only A, only B, both; the other 31 are neither."""
    ways = sum(
        comb(3, a) * comb(3, b) * comb(3, both) * comb(31, 5 - a - b - both)
        for a in range(4) for b in range(4) for both in range(4)
        if a + b + both <= 5 and fits(a, b, both)
    )  # fmt: skip
    return Fraction(ways, comb(40, 5))


def first_fit() -> Fraction:
    """The first A or both of the hand is taken for A; another card has to be left for B.

    Any of them is as likely to come first, so what is taken is a card of both as often as their share says.
    """
    total = Fraction()
    for a in range(4):
        for b in range(4):
            for both in range(4):
                if a + b + both > 5 or not a + both:
                    continue
                ways = comb(3, a) * comb(3, b) * comb(3, both) * comb(31, 5 - a - b - both)
                takes_both = Fraction(both, a + both)
                total += ways * (takes_both * (b + both - 1 > 0) + (1 - takes_both) * (b + both > 0))
    return total / comb(40, 5)


def pots() -> Fraction:
    """Without a starter in hand, one pot (there are two) draws two of the 35 other cards."""
    alone = Fraction(comb(26, 5), comb(40, 5))
    with_pots = exactly(0, 12, 40, 5) - alone
    return 1 - alone - with_pots * exactly(0, 12, 35, 2)


HANDS = comb(52, 5)


def formula(row: checked.Row) -> Fraction:
    """The answer to what a row asks, without Yisp."""
    number = int(row.asked.split()[0]) if row.asked[0].isdigit() else 0
    match row.deck, row.topic:
        case "copies.yml", topic if row.asked.startswith("exactly"):
            return exactly(1, 4, 40, {"five cards": 5, "six cards": 6}[topic])
        case "copies.yml", topic:
            return at_least(1, number, 40, {"five cards": 5, "six cards": 6}[topic])
        case "basics.yml", "no Basic in seven":
            return exactly(0, number, 60, 7)
        case "basics.yml", topic:
            return at_least(1, number, 60, {"some in seven": 7, "some in five": 5}[topic])
        case "lands.yml", "three in seven":
            return at_least(3, number, 60, 7)
        case "lands.yml", "eight in twelve":
            return at_least(8, number, 60, 12)
        case ("traps-40.yml" | "traps-42.yml" | "traps-44.yml") as deck, "two in five":
            return at_least(2, number, int(deck[6:8]), 5)
        case "mulligan.yml", topic:
            return mulligan({"going first": 3, "going second": 4}[topic])
        case "inquiry.yml", _:
            return inquiry()
        case "slots.yml", "a card for each":
            return slots(lambda a, b, both: both >= (not a) + (not b))
        case "slots.yml", "the first that fits":
            return first_fit()
        case "slots.yml", "one card may be both":
            return slots(lambda a, b, both: bool(a + both and b + both))
        case (("goblins.yml" | "thirty-seven.yml"), _):
            return at_least(1, 3, 37, 5)
        case "pots.yml", "with its pots":
            return pots()
        case "pots.yml", "without":
            return at_least(1, 12, 40, 5)
        case "poker.yml", _:
            ways = {
                "four of a kind": 13 * 48,
                "full house": 13 * comb(4, 3) * 12 * comb(4, 2),
                "three of a kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
                "two pair": comb(13, 2) * comb(4, 2) ** 2 * 44,
                "one pair": 13 * comb(4, 2) * comb(12, 3) * 4**3,
            }
            return Fraction(ways[row.asked], HANDS)
        case "bridge.yml", _:
            return exactly(0, 20, 52, 13)
    raise AssertionError(f"no formula for {row}")


# The page -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_page_is_worked_out_anew() -> None:
    assert checked.written(TEXT) == TEXT, "python tests/checked.py --write"


def test_each_deck_and_table_is_read() -> None:
    named = {block.file for block in documents.blocks(TEXT) if block.language == "yaml"}
    assert named == set(DECKS)
    assert (
        TEXT.count("<!-- checked: ")
        == TEXT.count("<!-- end of checked -->")
        == len({row[:2] for row in ROWS})
    )
    assert len(ROWS) > 80


def test_what_is_wrong_is_explained_and_counted() -> None:
    wrong = [row for row in ROWS if row.remark != "="]
    assert all(row.remark.startswith("≠ ") and len(row.remark) > len("≠ why?") for row in wrong)
    numbers = ["no", "one", "two", "three", "four", "five", "six"]
    assert f"with {numbers[len(wrong)]} exceptions" in TEXT.replace("\n", " ")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.deck} {row.topic} {row.asked}, {row.figure}")
def test_a_fraction_is_what_a_formula_says(row: checked.Row) -> None:
    answer = formula(row)
    assert row == checked.right(row, answer)


@pytest.mark.slow
@by_deck
def test_the_command_answers_the_same(deck: str, folder: Path) -> None:
    said = documents.run([deck, "--method", "exact", "--json", "--quiet"], str(folder))
    topics = {topic["name"]: topic for topic in json.loads(said)["topics"]}
    for row in ROWS:
        if row.deck == deck:
            judged = topics[row.topic]["combos"] + topics[row.topic]["watch"]
            assert [one["exact"] for one in judged if one["name"] == row.asked] == [row.exactly]


TRIALS = 4000


@pytest.mark.filterwarnings("ignore::yisp.DeckWarning", "ignore::yisp.PlayWarning")
@by_deck
def test_trials_come_as_close_as_chance_lets_them(deck: str, folder: Path) -> None:
    result = yisp.run(
        yisp.load(folder / deck), method="sample", count=TRIALS, seed=20, target="python", jobs=1
    )
    for row in ROWS:
        if row.deck == deck:
            topic, expected = result.topics[row.topic], float(Fraction(row.exactly))
            rate = (topic.combos | topic.watch)[row.asked].rate
            assert rate is not None
            assert abs(rate - expected) <= 4 * sqrt(expected * (1 - expected) / TRIALS), row


# The examiner itself --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figure", "shown", "agrees"),
    [
        ("12.5 %", "12.5 %", True),
        ("12.4 %", "12.5 %", False),
        ("13 %", "13 %", True),
        ("0.125", "0.125", True),
        ("0.13", "0.13", True),
        ("0.12", "0.13", False),
        ("1/8", "12.50 %", True),
        ("2/17", "12.50 %", False),
        ("1 in 8", "1 in 8", True),
        ("1 in 9", "1 in 8", False),
        ("3 of 24", "3 of 24", True),
        ("4 of 24", "3 of 24", False),
        ("≥ 12 %", "12.50 %", True),
        ("≥ 12.6 %", "12.50 %", False),
        ("< 12.5 %", "12.50 %", False),
    ],
)
def test_a_figure_is_held_against_an_answer(figure: str, shown: str, agrees: bool) -> None:
    assert checked.held_against(Fraction(1, 8), figure) == (shown, agrees)


def test_what_is_no_figure_is_refused() -> None:
    with pytest.raises(ValueError, match="no figure"):
        checked.held_against(Fraction(1, 8), "about an eighth")


@pytest.mark.slow
def test_a_wrong_page_is_corrected() -> None:
    wrong = TEXT.replace("| 667/1976 |", "| 1/3 |").replace("| = |", "|  |")
    assert wrong != TEXT
    assert checked.written(wrong) == TEXT
