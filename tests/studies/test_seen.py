"""A deck of which some has been seen: as if it stood in the deck file."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import yisp
from yisp.deck.model import Deck
from yisp.lang.diagnostics import DeckError
from yisp.studies.advice.knowledge import with_seen
from yisp.studies.advice.naming import NotSeen, Seen, read_cards, read_zones


def deck(**topic: Any) -> Deck:
    cards = {
        "ash": {"count": 3},
        "pot": {"count": 2, "program": "[1]@;(# X B);(# D.1 H)"},
        "2 ash": {"count": 1},
        "rest, of them": {"count": 1},
        "rest": {"count": 33},
    }
    combos = {"one": {"hand": ["ash"]}}
    return yisp.load({"deck": {"cards": cards}, "simulate": {"tests": {"t": {"combos": combos, **topic}}}})


def exact(result: yisp.Result) -> Fraction:
    (topic,) = result.topics.values()
    assert topic.success.exact is not None
    return Fraction(topic.success.exact)


SEEN: dict[str, Any] = {"hand": ["rest", "pot"], "zones": {"B": ["ash"]}, "deck-top": ["rest"]}


@pytest.mark.parametrize("plays", [False, True])
def test_it_is_the_start_of_a_deck_file(plays: bool) -> None:
    topic = {"exec-program": plays}
    found = yisp.odds(deck(**topic), hand=SEEN["hand"], seen=SEEN["zones"], top=SEEN["deck-top"])
    assert exact(found) == exact(yisp.run(deck(**topic, start=SEEN)))


def test_a_name_may_have_what_ends_a_line_of_yaml() -> None:
    """JSON has such characters as they are, also where a deck comes as a dict."""
    cards = {"one\u2028line": {"count": 3}, "next\x85one": {"count": 2}, "rest": {"count": 35}}
    tests = {"a\u2029b": {"combos": {"one": {"hand": ["one\u2028line"]}}}}
    made = yisp.load({"deck": {"cards": cards}, "simulate": {"tests": tests}})
    found = yisp.odds(made, hand=["one\u2028line"], seen={"B": "next\x85one"}, topic="a\u2029b")
    assert exact(found) == 1


def test_the_rest_of_the_hand_is_drawn() -> None:
    """Four more cards out of 39, of which three are ash."""
    none = Fraction(36 * 35 * 34 * 33, 39 * 38 * 37 * 36)
    assert exact(yisp.odds(deck(), hand=["rest"])) == 1 - none


def test_what_is_given_is_not_conditioned_on() -> None:
    """A hand that holds two of the cards it was to hold at least one of is no likelier for it."""
    assert exact(yisp.odds(deck(), hand="ash")) == 1


def test_cards_elsewhere_are_not_drawn() -> None:
    assert exact(yisp.odds(deck(), seen={"B": "3 ash"})) == 0
    assert exact(yisp.odds(deck(**{"exec-program": True}), hand="pot, 4 rest", top="ash")) == 1


def test_what_the_deck_file_knows_stays_unless_it_is_said_again() -> None:
    known = deck(start={"hand": ["rest"], "zones": {"B": ["ash"], "J": ["ash"]}, "vars": {"luck": 1}})
    (topic,) = with_seen(known, "t", Seen.of(known, "pot", {"J": ["rest"]}, None)).topics
    names = [kind.name for kind in known.kinds]
    assert [names[kind] for kind in topic.start.hand] == ["pot"]
    zones = {letter: [names[kind] for kind in kinds] for letter, kinds in topic.start.zones}
    assert zones == {"B": ["ash"], "J": ["rest"]}
    assert [name for name, _, _ in topic.start.variables] == ["luck"]


def test_other_counts_keep_what_is_seen() -> None:
    plain = deck()
    changed = with_seen(plain, "t", Seen.of(plain, "ash", {}, None)).with_counts(ash=1)
    assert exact(yisp.run(changed)) == 1
    assert changed.topics[0].start.hand


@pytest.mark.parametrize(
    ("cards", "names"),
    [
        ("ash, rest", ["ash", "rest"]),
        ("ash，rest、rest", ["ash", "rest", "rest"]),
        ("2x ash", ["ash", "ash"]),
        ("2 rest, ash", ["rest", "rest", "ash"]),
        ("rest x2", ["rest", "rest"]),
        ("rest×2, 2×rest", ["rest"] * 4),
        ("2枚 rest、rest３张，2张rest", ["rest"] * 7),
        ("rest ｘ２", ["rest", "rest"]),
        ("2 ash", ["2 ash"]),  # which is a card of that name
        ("rest, of them", ["rest, of them"]),  # likewise
        ("2 rest, of them, ash", ["rest, of them", "rest, of them", "ash"]),
        ("", []),
        (["ash", "2x rest"], ["ash", "rest", "rest"]),
        ({"rest": 2}, ["rest", "rest"]),
    ],
)
def test_names_with_and_without_numbers(cards: Any, names: list[str]) -> None:
    assert read_cards(cards, {kind.name: kind.count for kind in deck().kinds}) == names


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        ({"hand": "ahs"}, "did you mean `ash`"),
        ({"hand": "5 ahs"}, "the deck has no card `ahs`"),
        ({"hand": "4x ash"}, "the deck has 3 copies of `ash`"),
        ({"hand": "2x ash", "seen": {"B": "2x ash"}}, "the deck has 3 copies of `ash`"),
        ({"hand": "6 rest"}, "6 cards of the hand are known, and `start-card` is 5"),
        ({"top": "9999 ash"}, "the deck has 3 copies of `ash`"),
    ],
)
def test_mistakes_are_those_of_a_deck_file(seen: dict[str, Any], words: str) -> None:
    with pytest.raises(DeckError) as caught:
        yisp.odds(deck(), **seen)
    assert words in str(caught.value) and "<seen>:" in str(caught.value)
    assert len(caught.value.diagnostics) == 1  # however many copies were named


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        ({"seen": {"H": "ash"}}, "the hand has a place of its own"),
        ({"seen": {"D": "ash"}}, "only the top can be seen"),
        ({"seen": {"grave": "ash"}}, "'grave' is no zone"),
        ({"seen": {"X": "ash"}}, "'X' is no zone"),
        ({"hand": "99999999 ash"}, "no deck has 99999999 copies"),
        ({"hand": {"ash": -1}}, "no deck has -1 copies"),
        ({}, "say what is seen"),
        ({"hand": "ash", "topic": "u"}, "there is no topic 'u'; the deck has 't'"),
    ],
)
def test_what_no_deck_could_have(seen: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        yisp.odds(deck(), **seen)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="cards are a text, names or a dict of numbers, not 5"):
        yisp.odds(deck(), hand=5)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="a dict from zones to cards, not 'B: ash'"):
        yisp.odds(deck(), seen="B: ash")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="topic=, and not topics="):
        yisp.odds(deck(), hand="ash", topics=["t"])


def test_a_zone_is_said_with_a_colon() -> None:
    assert read_zones(["B: ash, rest", "F：gate", "B:lamp"]) == {"B": " ash, rest, lamp", "F": "gate"}
    with pytest.raises(NotSeen, match="as in `B: ash, gate`"):
        read_zones(["ash"])


def test_a_deck_by_name_and_options_of_a_run() -> None:
    result = yisp.odds("opening", hand="scout", topic="going-second", method="sample", count=100, seed=7)
    (topic,) = result.topics.values()
    assert (topic.name, topic.trials, result.seed) == ("going-second", 100, 7)
