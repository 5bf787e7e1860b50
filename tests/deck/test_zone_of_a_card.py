"""``zone`` of a card: an extra deck, whose cards lie there when every trial begins."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from running import compile_text, deck_text, exact_counts, load_text, named_zones, open_play, rows

import yisp
from yisp.deck.model import Deck
from yisp.lang.diagnostics import DeckError, Diagnostic
from yisp.simulate.single.evaluate import evaluate

SLOW_NATIVELY = True

DECK = """
deck:
  size: 10
  cards:
    tuner: {count: 3, program: '[1]/|F.body|;@;(# X F);(# E.synchro.1 F);(# F.body.1 B)'}
    synchro: {count: 2, zone: E, program: '[1F]@;(# D.1 H [draw])'}
    body: {count: 3, program: '[1]@;(# X F)'}
    filler: {count: -1}
    fusion: {zone: E}
simulate:
  tests:
    opening:
      exec-program: true
      start-card: 4
      combos: {summoned: {F: [synchro], E: [2x !tuner]}}
      stats: {left: '|E|'}
"""
CARDS: dict[str, Any] = {
    "a": {"count": 4},
    "e": {"count": 2, "zone": "E"},
    "b": {"count": 2},
    "f": {"zone": "E"},
}


def topic(**keys: Any) -> dict[str, Any]:
    return {"start-card": 2, "combos": {"c": {"hand": ["a"]}}, **keys}


def loaded(cards: dict[str, Any] = CARDS, size: int | None = None, **keys: Any) -> Deck:
    data = json.loads(deck_text(cards, {"t": topic(**keys)}))
    if size is not None:
        data["deck"]["size"] = size
    return load_text(json.dumps(data, ensure_ascii=False))


def said(cards: dict[str, Any], size: int | None = None, **keys: Any) -> list[Diagnostic]:
    try:
        return list(loaded(cards, size, **keys).diagnostics)
    except DeckError as error:
        return list(error.diagnostics)


def test_an_effect_summons_from_the_extra_deck(target: str) -> None:
    """Both a tuner and a body among four of ten: all hands but those without one or the other."""
    deck = load_text(DECK)
    program = compile_text(DECK)
    success = 1 - Fraction(2 * 35 - 1, 210)
    assert exact_counts(open_play(program, "python"), 10_000_000).success == success
    trials = list(rows(open_play(program, target), 0, 400))
    assert 0.55 < sum(row.combos[0] for row in trials) / 400 < 0.78
    assert {(row.combos[0], row.stats) for row in trials} == {(True, (2,)), (False, (3,))}
    assert (deck.size, deck.cards) == (10, 13)


def test_they_lie_in_the_order_of_the_file(target: str) -> None:
    play = open_play(compile_text(deck_text(CARDS, {"t": topic(header="(# E.1 B);(# E.-1 J)")})), target)
    next(rows(play, 0, 1))
    zones = named_zones(play)
    assert (zones["B"], zones["E"], zones["J"]) == (["e"], ["e"], ["f"])


def test_what_a_topic_says_of_them_comes_first(target: str) -> None:
    """Copies can be known elsewhere; those that nothing is said of lie below what is said of their zone."""
    start = {"hand": ["e"], "zones": {"E": ["f", "b"], "F": ["a"]}, "deck-top": ["a"]}
    deck = loaded(start=start)
    assert deck.topics[0].start.zones == (("E", (3, 2, 1)), ("F", (0,)))
    play = open_play(compile_text(deck_text(CARDS, {"t": topic(start=start)})), target)
    next(rows(play, 0, 1))
    zones = named_zones(play)
    assert (zones["E"], zones["F"], zones["H"][0], len(zones["D"])) == (["f", "b", "e"], ["a"], "e", 3)


def test_they_are_not_counted_in_the_deck() -> None:
    assert said(CARDS, 6) == []
    (item,) = said(CARDS, 9)
    assert item.code == "Y207" and item.message == "the size is 9, but the cards add up to 6"
    filled = loaded({**CARDS, "b": {"count": -1}}, 40)
    assert [kind.count for kind in filled.kinds] == [4, 2, 36, 1] and filled.size == 40
    (item,) = said({**CARDS, "f": {"zone": "E", "count": -1}}, 40)
    assert item.code == "Y207" and item.hint == "give the number of copies"
    for hand in (7, 9):
        (item,) = said(CARDS, **{"start-card": hand})
        assert (item.code, "from a deck of 6" in item.message) == ("Y208", True)
    (item,) = said(CARDS, **{"start-card": 6, "start": {"zones": {"B": ["b"]}}})
    assert item.code == "Y208"
    assert said(CARDS, **{"start-card": 6, "start": {"zones": {"B": ["e"]}}}) == []
    (item,) = said(CARDS, start={"zones": {"B": ["f", "f"]}})
    assert item.code == "Y225"


def test_an_exit_gives_no_more_than_the_deck_has() -> None:
    data = json.loads(deck_text(CARDS, {"t": topic()}))
    load_text(json.dumps({**data, "wall": {"exits": {"out": 6}}}))
    with pytest.raises(DeckError):
        load_text(json.dumps({**data, "wall": {"exits": {"out": 7}}}))


@pytest.mark.parametrize(
    ("zone", "code", "hint"),
    [
        ("X", "Y213", None),
        ("H", "Y226", "write `start: {hand: [f]}` in the topic"),
        ("e", "Y201", "write `zone: E`"),
        ("extra", "Y201", None),
        ("H:1", "Y201", None),
        ("É", "Y201", None),
    ],
)
def test_where_no_card_begins(zone: str, code: str, hint: str | None) -> None:
    (item,) = said({**CARDS, "f": {"zone": zone}})
    assert (item.code, item.hint) == (code, hint)
    assert item.place is not None and item.place.text[item.place.column - 1 :].startswith(f'"{zone}"')


def test_in_the_deck_is_as_if_nothing_were_said() -> None:
    deck = loaded({**CARDS, "f": {"zone": "D"}}, 7)
    assert deck.kinds[3].zone is None


def test_there_are_not_too_many_in_all() -> None:
    data = json.loads(deck_text({**CARDS, "f": {"zone": "E", "count": 6}}, {"t": topic()}))
    data["simulate"]["limits"] = {"cards": 13}
    with pytest.raises(DeckError) as error:
        load_text(json.dumps(data))
    (item,) = error.value.diagnostics
    assert item.code == "Y209" and "14 cards" in item.message


def test_for_each_of_a_list() -> None:
    cards = {"a": {"count": 4}, "x": {"each": {"z": ["E", "J"]}, "name": "in {z}", "zone": "{z}"}}
    assert loaded(cards).topics[0].start.zones == (("E", (1,)), ("J", (2,)))


def test_reports_count_the_deck_and_what_lies_beside_it() -> None:
    deck = loaded()
    result = yisp.run(deck, count=10)
    assert result.to_dict()["deck"]["cards"] == 6 and result.to_dict()["deck"]["aside"] == 3
    plain = yisp.run(loaded({"a": {"count": 4}}), count=10)
    assert "aside" not in plain.to_dict()["deck"]
    assert "6 cards" in repr(deck) and "6 cards and 3 beside it" in deck._repr_html_()
    fewer = deck.with_counts(e=1)
    assert (fewer.size, fewer.cards, fewer.written_size) == (6, 8, 6)
    assert deck.with_counts(a=3).written_size == 6


def test_on_a_table_and_in_an_evaluation() -> None:
    deck = loaded()
    table = yisp.Table(deck)
    assert table["E"] == ["e", "e", "f"] and len(table["D"]) + len(table["H"]) == 6
    result = evaluate("(print E);|D|", deck, draw=1)
    assert result.number == 5
    assert [entry.what for entry in result.entries] == ["draw", "move", "step", "print", "step"]
    assert evaluate("(+ |E| (* 10 |D|))", deck).number == 63


@pytest.mark.parametrize("policy", ["best", "hindsight", "random"])
def test_whoever_chooses_knows_them(policy: str) -> None:
    """Of two cards of the extra deck, one alone leads anywhere."""
    cards = {
        "a": {"count": 4, "program": "[1]@;(# E.*1 F);/|F.f|;(# X F)"},
        "e": {"zone": "E"},
        "f": {"zone": "E"},
    }
    keys = {"exec-program": True, "start-card": 1, "policy": policy, "combos": {"c": {"F": ["a"]}}}
    success = yisp.run(loaded(cards, **keys)).topics["t"].success.exact
    assert success == ("1/2" if policy == "random" else "1")
