"""What is written can be read: deck files by our own loader, lists by our own readers."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from exchanging import NAMES, deck_of
from hypothesis import given, settings
from hypothesis import strategies as some

from yisp.deck.exchange.exporting import exported
from yisp.deck.exchange.formats.cardlist import Card, CardList, Part, named
from yisp.deck.exchange.formats.formats import WRITTEN
from yisp.deck.exchange.importing import imported
from yisp.deck.exchange.writing import draft, scalar
from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.deck.reading.source import UNPRINTABLE
from yisp.lang.diagnostics import DeckError, Diagnostics
from yisp.lang.source import TextSource

STRANGE = (
    "no", "null", "True", "10", "12:30", "1e3", "=", "~", "<<", "-", "- a", "?", "a: b", "a:b", "!a", "!!int",
    "&a", "*a", "#a", "a #b", "'", "''", "it's", '"', "\\", "{a}", "[a]", "a, b", "@", "`", "%", "|", ">",
    "2x a", "0x a", "X", "H", "any", "灰流丽", "増殖するＧ", "👩", "e\u0301", "a\u200db", "\u00a0a",
    "a\u3000b", "a\u2028b", "---", "...", "{0}",
)  # fmt: skip

TOPIC = "simulate: {tests: {t: {combos: {c: {hand: ['5']}}}}}"

texts = some.one_of(some.sampled_from(STRANGE), some.text(min_size=1, max_size=12))
names = texts.map(lambda text: UNPRINTABLE.sub("", text)).filter(lambda text: text.strip() == text != "")
one_line = names.filter(lambda text: len(text.splitlines()) == 1 and "\t" not in text)


@some.composite
def card_lists(draw: some.DrawFn) -> CardList:
    """Cards of the deck, no two of one name."""
    called = draw(some.lists(one_line, min_size=1, max_size=6, unique=True))
    attributes = some.lists(one_line, max_size=2, unique=True).map(tuple)
    cards = [
        Card(Part.MAIN, draw(some.integers(1, 4)), name, attributes=draw(attributes)) for name in called
    ]
    zones = some.sampled_from([None, None, "E", "C", "F", "M", "S"])
    return CardList([cards[0], *(replace(card, zone=draw(zones)) for card in cards[1:])])


def drawn_deck(cards: CardList) -> Deck:
    return loads(draft(cards, ["A deck."]).text, "deck.yml")


@pytest.mark.slow
@given(card_lists())
def test_a_deck_file_holds_the_cards_it_was_made_of(cards: CardList) -> None:
    deck = drawn_deck(cards)
    assert [(kind.name, kind.count, kind.attributes, kind.zone) for kind in deck.kinds] == [
        (card.name, card.count, card.attributes, card.zone) for card in cards.cards
    ]
    assert [combo.name for topic in deck.topics for combo in topic.combos] == ["first card"]


@given(card_lists(), some.sampled_from(["list", "csv"]))
def test_lists_and_tables_come_back(cards: CardList, kind: str) -> None:
    deck = drawn_deck(cards)
    try:
        text = exported(deck, kind)
    except DeckError as error:
        assert {item.code for item in error.diagnostics} == {"Y022"}
        return
    back = loads(imported(text, "list", kind).text, "deck.yml")
    held = {one.name: (one.count, one.zone) for one in deck.kinds}
    assert {one.name: (one.count, one.zone) for one in back.kinds} == held
    if kind == "csv":
        attributes = {one.name: one.attributes for one in deck.kinds}
        assert {one.name: one.attributes for one in back.kinds} == attributes


@given(some.dictionaries(some.integers(1, 2**32 - 1), some.integers(1, 4), min_size=1, max_size=8))
def test_passcodes_come_back(copies: dict[int, int]) -> None:
    deck = drawn_deck(CardList([Card(Part.MAIN, count, str(code)) for code, count in copies.items()]))
    for kind in ("ydk", "ydke"):
        back = deck_of(exported(deck, kind))
        assert {one.name: one.count for one in back.kinds} == {str(code): n for code, n in copies.items()}


@given(
    some.lists(
        some.tuples(
            some.sampled_from([Part.MAIN, Part.EXTRA, Part.SIDE]),
            some.integers(1, 2**32 - 1),
            some.integers(1, 3),
        ),
        min_size=1,
        max_size=8,
        unique_by=lambda one: one[:2],
    )
)
def test_every_part_comes_back(cards: list[tuple[Part, int, int]]) -> None:
    """On the level of lists, where parts are known that a deck does not have."""
    listed = CardList([Card(part, count, passcode=code) for part, code, count in cards])
    for kind in ("ydk", "ydke"):
        found = Diagnostics()
        text = WRITTEN[kind].writes(listed, found)
        back = WRITTEN[kind].reads(TextSource("x", text), found)
        assert not len(found)
        assert sorted((one.part.name, one.passcode, one.count) for one in back.cards) == sorted(
            (one.part.name, one.passcode, one.count) for one in listed.cards
        )


@settings(max_examples=80)
@given(some.text(max_size=60), some.sampled_from([None, *WRITTEN, "calc"]))
def test_any_text_gives_a_deck_or_diagnostics(text: str, kind: str | None) -> None:
    try:
        made = imported(text, "list", kind)
    except DeckError as error:
        assert error.diagnostics.failed
    else:
        loads(made.text, "deck.yml")


@given(some.text(max_size=80))
def test_a_file_may_be_called_anything(name: str) -> None:
    """What stands in the comment on top cannot leave it."""
    deck = loads(imported("3 a\n", name, "list").text, "deck.yml")
    assert [kind.name for kind in deck.kinds] == ["a"]


@given(names)
def test_what_is_quoted_is_read_as_it_was(name: str) -> None:
    """Also where it has several lines."""
    cards = CardList([Card(Part.MAIN, 3, "a", attributes=(name,), description=name)])
    (kind,) = drawn_deck(cards).kinds
    assert (kind.attributes, kind.description) == ((name,), name)


@pytest.mark.parametrize(("text", "written"), [
    ("Ash", "Ash"), ("Ash Blossom", "Ash Blossom"), ("灰流丽", "灰流丽"), ("hand-trap", "hand-trap"),
    ("it's", "it's"), ("'s", "'''s'"), ("No", "'No'"), ("10", "'10'"), ("a: b", "'a: b'"), ("a,b", "'a,b'"),
])  # fmt: skip
def test_names_are_quoted_where_they_must_be(text: str, written: str) -> None:
    assert scalar(text) == written


# Exporting --------------------------------------------------------------------------------------

DECK = """
deck:
  size: 40
  cards:
    灰流丽: {count: 3, attribute: [monster]}
    spare: {count: 0}
    rest: {count: -1, description: whatever}
simulate:
  tests: {t: {combos: {c: {hand: [灰流丽]}}}}
"""


def test_a_deck_as_a_list() -> None:
    assert exported(loads(DECK, "deck.yml"), "list") == "Deck\n3 灰流丽\n37 rest\n"


def test_a_deck_as_a_table() -> None:
    text = exported(loads(DECK, "deck.yml"), "csv", NAMES)
    assert text == (
        "count,name,zone,attribute,passcode,description\n3,灰流丽,,monster,14558127,\n37,rest,,,,whatever\n"
    )


def test_cards_without_passcodes_are_listed() -> None:
    with pytest.raises(DeckError) as error:
        exported(loads(DECK, "deck.yml"), "ydk", NAMES)
    (item,) = error.value.diagnostics
    assert (item.code, item.message) == ("Y022", "1 card without a passcode: `rest`")
    assert item.place is not None and item.place.line == 7


def test_passcodes_from_the_table() -> None:
    text = exported(loads(DECK.replace("rest: {count: -1", "'5': {count: -1"), "deck.yml"), "ydk", NAMES)
    assert text.splitlines()[:5] == ["#created by yispc", "#main", "14558127", "14558127", "14558127"]
    assert text.splitlines()[5:-2] == ["5"] * 37


def test_a_name_that_a_list_would_read_as_another() -> None:
    deck = loads(DECK.replace("rest", "Bolt (M10) 146"), "deck.yml")
    with pytest.raises(DeckError, match=r"Y022.*would be read as something else"):
        exported(deck, "list")
    assert "Bolt (M10) 146" in exported(deck, "csv")


@pytest.mark.parametrize(
    ("card", "kind", "sentence"),
    [
        ("{zone: F}", "list", "`relic` begins in zone F, and such a list has no part for it"),
        ("{zone: F}", "ydk", "`relic` begins in zone F, and such a list has no part for it"),
        ("{zone: S}", "csv", "`relic` begins in zone S, which is another part in a table"),
        ("{zone: E}", "csv", None),
        ("{zone: F}", "csv", None),
    ],
)
def test_cards_that_begin_elsewhere(card: str, kind: str, sentence: str | None) -> None:
    deck = loads(f"deck: {{cards: {{'5': {{count: 9}}, relic: {card}}}}}\n{TOPIC}", "deck.yml")
    if sentence is None:
        assert f"relic,{card[-2]}," in exported(deck, kind)
        return
    with pytest.raises(DeckError) as refused:
        exported(deck, kind)
    assert [item.message for item in refused.value.diagnostics] == [sentence]


def test_a_name_that_a_table_would_read_as_another() -> None:
    for name in (" lead", "trail ", "a\tb"):
        cards = f"{{{json.dumps(name)}: {{count: 3}}, '5': {{count: 9}}}}"
        deck = loads(f"deck: {{cards: {cards}}}\n{TOPIC}", "deck.yml")
        with pytest.raises(DeckError, match="would be read as something else in a table"):
            exported(deck, "csv")


def test_naming_counts_copies_of_one_name_together() -> None:
    cards = CardList([Card(Part.MAIN, 1, passcode=14558127), Card(Part.MAIN, 2, "灰流丽", attributes=("x",))])
    named(cards, NAMES)
    (card,) = cards.cards
    assert (card.name, card.count, card.attributes) == ("灰流丽", 3, ("monster", "hand-trap", "x"))
