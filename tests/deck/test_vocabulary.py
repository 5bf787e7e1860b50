"""Names, attributes and patterns as sets of kinds."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yisp.deck.vocabulary import MAX_COMPARISONS, Vocabulary, matches
from yisp.lang.suggest import MAX_LENGTH, Suggestions


def vocabulary():
    names = Vocabulary([("ash", ["monster", "hand-trap"]), ("灰流丽", ["monster"]), ("pot", [])])
    names.define("HandTrap", 0b001)
    names.define("pot", 0b011)
    return names


def test_sets_have_one_bit_a_kind():
    names = vocabulary()
    assert names.name("ash") == 0b001
    assert names.name("HandTrap") == 0b001
    assert names.name("pot") == 0b100  # the card, not the alias
    assert names.name("nobody") is None
    assert names.attribute("monster") == 0b011
    assert names.attribute("mon") == 0
    assert names.pattern("*-trap") == 0b001
    assert names.pattern("mon?ter") == 0b011
    assert names.pattern("*") == 0b011  # of cards that have an attribute at all


def test_the_nearest_name_is_given_as_it_is_written():
    names = vocabulary()
    assert names.nearest("monster") == "a:monster"
    assert names.nearest("Monstor") == "a:monster"
    assert names.nearest("ASH") == "ash"
    assert names.nearest("handtrap") == "HandTrap"
    assert names.nearest("灰流麗") == "灰流丽"
    assert names.nearest("zzzzzz") is None
    assert names.nearest("") is None
    blanks = Vocabulary([("Ash Blossom", ["two words"])])
    assert blanks.nearest("Ash Blosom") == '"Ash Blossom"'
    assert blanks.nearest("two word") == 'a:"two words"'


@pytest.mark.parametrize(("text", "near"), [
    ("7q", "7p"), ("p7", "7p"), ("8s", "8p"), ("hta", "hat"), ("hab", "hat"), ("7ps", "7p"), ("8", "8p"),
    ("zz", None), ("z8", None), ("q", None), ("tah", None), ("no", "no way"), ("window", None),
    ("elevan", "eleven"),
])  # fmt: skip
def test_short_names_with_one_letter_wrong(text, near):
    for closeness in (0.6, 0.66):
        known = ("w", "7p", "8p", "na", "hat", "no way", "eleven")
        names = Suggestions(known, closeness=closeness)
        assert names.nearest(text) == near


def test_where_there_is_always_a_nearest_name():
    names = Suggestions(("7p", "8p", "10s"), closeness=0)
    assert [names.nearest(text) for text in ("x", "", "p8", "10q", "5s")] == ["7p", "7p", "8p", "10s", "10s"]
    assert Suggestions([], closeness=0).nearest("x") is None
    assert [names.nearest("7" * length) for length in (MAX_LENGTH, MAX_LENGTH + 1)] == ["7p", None]


@given(st.text("ab*?", max_size=8), st.text("ab", max_size=8))
def test_patterns_match_as_their_definition_says(pattern, text):
    def defined(pattern, text):
        if not pattern:
            return not text
        if pattern[0] == "*":
            return any(defined(pattern[1:], text[skip:]) for skip in range(len(text) + 1))
        return bool(text) and pattern[0] in ("?", text[0]) and defined(pattern[1:], text[1:])

    assert matches(pattern, text) == defined(pattern, text)


def test_no_pattern_takes_long():
    started = time.process_time()
    assert not matches("*a" * 2000 + "b", "a" * 20_000)
    assert not matches("*a?" * 200 + "b", "a" * 2_000)
    assert time.process_time() - started < 6


def test_comparisons_are_bounded(monkeypatch):
    assert MAX_COMPARISONS <= 2_000_000
    monkeypatch.setattr("yisp.deck.vocabulary.MAX_COMPARISONS", 10_000)
    names = Vocabulary([("card", [f"x{index}" for index in range(1_000)])])
    for index in range(10):
        assert not names.exhausted
        assert names.pattern(f"y{index}*") == 0
    names.pattern("x*")
    assert names.exhausted


def test_suggestions_are_bounded():
    names = Suggestions(f"card-{index}" for index in range(5000))
    started = time.process_time()
    for index in range(5000):
        names.nearest(f"kard-{index}")
    assert time.process_time() - started < 15
    assert names.nearest("CARD-7") == "card-7"  # needs no comparison
