"""Duels: the figures that packaged abilities are expected to have, and that their order does not matter."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations

import pytest
from golden import DECKS, packaged
from running import compile_text, load_text, open_play

import yisp

DUELS = [name for name in DECKS if name.startswith("duel")]

MARKING = {
    "twins": "/(== who me);(light D.(== 1 (copies H)) 40);(light D.(== 2 (copies H)) 140)",
    "hearth": "/(== who me);(light D.a:warm 90)",
    "jinx": "/(!= who me);(light D.a:warm -15)",
}
"""Abilities that mark what comes, and do nothing else, each for the seat that has it."""

CARDS = {"ember": 2, "coal": 2, "snow": 3}
WARM = ("ember", "coal")


def table(order: tuple[str, ...], cards: Mapping[str, int], rounds: int) -> str:
    """Seats in some order, who draw in the same order each time: twins, hearth, jinx."""
    seat = {name: order.index(name) for name in MARKING}
    draws = " ".join(f"(# D.1 H:{seat[name]})" for name in MARKING)
    return json.dumps({
        "wall": {"exits": {"pii": sum(cards.values())}},
        "deck": {"cards": {
            name: {"count": count, "attribute": ["warm"] if name in WARM else []}
            for name, count in cards.items()
        }},
        "seats": [{"name": name, "on-draw": MARKING[name]} for name in order],
        "simulate": {"tests": {"t": {
            "program": f"(repeat {rounds} {draws})",
            "stats": {f"{name} {card}": f"|H:{seat[name]}.{card}|" for name in MARKING for card in cards},
        }}},
    })  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", DUELS)
def test_a_duel_is_as_expected(name: str) -> None:
    found = yisp.run(packaged(name))
    expected = [one for topic in found.topics.values() for one in topic.expect]
    assert expected
    assert all(one.holds for one in expected), [one.text for one in expected if not one.holds]


def test_a_dozen_abilities() -> None:
    seats = [seat for name in DUELS if name != "duel" for seat in packaged(name).seats]
    assert len({seat.name for seat in seats}) == len(seats) == 12


def test_the_order_of_seats_that_mark_changes_no_law() -> None:
    laws = []
    for order in permutations(MARKING):
        found = yisp.run(load_text(table(order, CARDS, 2)), method="exact").topics["t"]
        laws.append({name: Fraction(stat.exact or 0) for name, stat in found.stats.items()})
    assert len(laws) == 6 and all(law == laws[0] for law in laws)
    assert laws[0]["hearth ember"] > laws[0]["jinx ember"] > 0, "the abilities are at work"


@pytest.mark.slow
@pytest.mark.parametrize("target", ["python", "native"])
def test_the_order_of_seats_that_mark_changes_no_trial(target: str) -> None:
    """Marks add up to the same numbers, and so the same random number takes the same card."""
    counted = []
    for order in (tuple(MARKING), tuple(reversed(MARKING))):
        deck = table(order, {name: 8 * count for name, count in CARDS.items()}, 12)
        play = open_play(compile_text(deck), target)
        play.run(0, 300)
        counted.append([stat.histogram for stat in play.counts().stats])
    assert counted[0] == counted[1]


def test_a_collapse_is_no_mark() -> None:
    """What is decided first is decided first: there, the order of seats is a matter of law."""
    seats = {"oracle": "(collapse D.coal)", "spark": "(collapse D.ember)"}
    embers = []
    for order in permutations(seats):
        deck = json.loads(table(tuple(MARKING), CARDS, 1))
        deck["seats"] = [{"name": name, "on-draw": seats[name]} for name in order]
        deck["simulate"]["tests"]["t"] = {"program": "(# D.1 H)", "stats": {"ember": "|H.ember|"}}
        embers.append(yisp.run(load_text(json.dumps(deck)), method="exact").topics["t"].stats["ember"].exact)
    assert embers == ["0", "1"]
