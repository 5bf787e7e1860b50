"""How much a list may hold, what is exported of a deck, and names that are taken."""

from __future__ import annotations

import pytest
from exchanging import NAMES, copies, deck_of, mistakes

import yisp
from yisp.deck.exchange.exporting import exported
from yisp.deck.exchange.formats import cardlist, decoding
from yisp.deck.exchange.formats.cardlist import LONGEST_NAME, Known
from yisp.deck.exchange.importing import imported, opened
from yisp.deck.exchange.names import known_of
from yisp.deck.exchange.pasting import Want, asked, pasted
from yisp.deck.load import loads


@pytest.mark.parametrize(
    ("limit", "text", "larger"),
    [
        ((decoding, "MOST_LINES"), "1 a\n1 b\n1 c\n", "1 a\r1 b\n1 c\n\n"),
        ((cardlist, "MOST_KINDS"), "1 a\n1 b\n1 c\n2 a\n", "1 a\n1 b\n1 c\n1 d\n"),
        ((cardlist, "MOST_CARDS"), "1 a\n2 b\n0 c\n", "1 a\n2 b\n1 c\n"),
    ],
    ids=["lines", "kinds", "cards"],
)
def test_as_much_as_there_may_be(
    limit: tuple[object, str], text: str, larger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*limit, 3)
    assert mistakes(text) == []
    assert [item.code for item in mistakes(larger)] in (["Y002"], ["Y209"])


@pytest.mark.parametrize(
    ("number", "code"),
    [("00003", None), ("10000000000000000000000000", "Y204"), ("100000", "Y204"), ("3", None)],
)
def test_numbers_of_copies(number: str, code: str | None) -> None:
    found = mistakes(f"name,count\na,{number}\n")
    assert [item.code for item in found] == ([] if code is None else [code])


def test_what_is_opened_is_a_deck_file_afterwards() -> None:
    """A deck file is so already, whatever is wrong with it; of others one is made."""
    for text in ("deck: {cards: {a: {count: 3}}}\n", "deck: [\n"):
        assert opened(text, "deck.yml").text == text
    assert (
        opened("3 ash\n2 gate\n", "list.txt").text == imported("3 ash\n2 gate\n", "list.txt", plays=True).text
    )
    old = "deck:\n    cards:\n        a: {count: 3}\n    classes:\n        X: a\n"
    assert "alias" in opened(old, "deck.yml").text


# What goes out ------------------------------------------------------------------------------------


def deck(cards: str) -> yisp.Deck:
    return loads(
        f"deck: {{cards: {{{cards}}}}}\n"
        "simulate: {tests: {t: {start-card: 1, combos: {c: {hand: []}}}}}",
        "d.yml",
    )


@pytest.mark.parametrize(
    ("number", "end"), [(1, "`card 0`"), (20, "`card 18` and `card 19`"), (21, "`card 19` and 1 more")]
)
def test_cards_without_passcodes_are_named(number: int, end: str) -> None:
    cards = ", ".join(f"card {at}: {{count: 1}}" for at in range(number))
    with pytest.raises(yisp.DeckError) as caught:
        exported(deck(f"{cards}, '7': {{count: 1}}, none: {{count: 0}}"), "ydk")
    (item,) = caught.value.diagnostics
    assert item.message.startswith(f"{number} card{'s' * (number > 1)} without a passcode: `card 0`")
    assert item.message.endswith(end.replace(" and `", ", `") if number == 20 else end)


def test_passcodes_go_by_names_in_any_case() -> None:
    names = {7: Known(7, "Ash"), 8: Known(8, "ash"), 9: Known(9, "Ogre")}
    text = exported(deck("Ash: {count: 1}, ash: {count: 1}, ASH: {count: 1}, ogre: {count: 2}"), "ydk", names)
    assert [line for line in text.splitlines() if line.isdigit()] == ["7", "8", "8", "9", "9"]


def test_rules_are_no_cards_of_a_list() -> None:
    """A card in a zone of its own that is called a rule; elsewhere it is a card like any other."""
    cards = (
        "a: {count: 2, attribute: [rule]}, b: {count: 1, zone: E, attribute: [rule]}, c: {count: 1, zone: E}"
    )
    assert copies(exported(deck(cards), "csv")) == {"a": 2, "c": 1}


# Names --------------------------------------------------------------------------------------------


def test_what_a_database_says_of_cards() -> None:
    texts = [
        (7, "Ash"), (8, "x" * LONGEST_NAME), (9, "x" * (LONGEST_NAME + 1)), (10, 5), ("11", "Ogre"),
        (2**32, "Far"), (12, "a\nb\x07"), (13, ""), (0, "None"),
    ]  # fmt: skip
    found = known_of(texts, [(7, 1), (8, "1"), ("9", 1), (12, 2)])
    assert {code: one.name for code, one in found.items()} == {
        7: "Ash",
        8: "x" * LONGEST_NAME,
        12: "a b",
        0: "None",
    }
    assert [found[code].attributes for code in (7, 8, 12)] == [("monster",), (), ("spell",)]


def test_a_card_is_called_by_its_name_its_table_or_its_number() -> None:
    text = "name,passcode,count\n灰流丽,,1\n,23434538,2\n,5,3\n"
    found = deck_of(text, None, NAMES)
    assert {kind.name: (kind.count, kind.attributes) for kind in found.kinds} == {
        "灰流丽": (1, ("monster", "hand-trap")), "増殖するＧ": (2, ("monster",)), "5": (3, ()),
    }  # fmt: skip


def test_several_cards_that_are_wanted_have_an_attribute_of_their_own() -> None:
    listed = pasted("3 a\n3 b\n3 c\n3 d\n28 rest\n", "list")
    assert listed is not None
    hands = [[Want(1, ("a", "b"))], [Want(1, ("c", "d"))], [Want(1, ("a", "b")), Want(2, ("b", "c"))]]
    made = loads(asked(listed, hands, "list").text, "deck.yml")
    assert {kind.name: kind.attributes for kind in made.kinds} == {
        "a": ("starter",), "b": ("starter", "piece"), "c": ("starter2", "piece"), "d": ("starter2",),
        "rest": (),
    }  # fmt: skip


def test_scores_that_are_1_are_not_written() -> None:
    old = (
        "deck:\n    size: 40\n    cards:\n        a: {count: 3, description: A card.}\n        b:\n"
        "        c: {count: -1}\n    classes:\n        X: a\nsimulate:\n    tests:\n"
        "        t: {one: {score: 1, conditions: [a]}, two: {score: 2, conditions: [b]},\n"
        "            three: {score: 0, conditions: [a]}}\n"
    )
    made = imported(old, "old.yml", "calc").text
    assert [line.strip() for line in made.splitlines() if "score" in line] == ["score: 2", "score: 0"]
    assert "a: {count: 3, description: 'A card.'}" in made and "b: {count: 1}" in made
    (item,) = mistakes(old.replace("count: -1", "count: -2"), "calc")
    assert item.code == "Y204"
