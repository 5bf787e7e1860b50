"""Trials as steps: the zones after each are those of the trial, in every deck of the repository."""

from __future__ import annotations

from collections import Counter

import pytest
from paging import DECKS, deck_called
from running import load_text
from stepping import tables_of

from yisp.deck.model import Deck
from yisp.page.steps import LONGEST, MOST_STEPS, opening, trace_data
from yisp.simulate.single.position import read_zones
from yisp.simulate.single.trace import MOST_EVENTS, Tracer, Trial, kind_of

TRIALS = 2

pytestmark = pytest.mark.filterwarnings("ignore::yisp.DeckWarning")


def piles(tracer: Tracer, position: bytes) -> list[Counter[int]]:
    """How many cards of each kind lie in each zone."""
    program = tracer.program
    return [
        Counter(kind_of(program, card) for card in (*zone.above, *zone.hidden, *zone.below))
        for zone in read_zones(position, program.plan)
    ]


KNOWN = """
deck: {cards: {key: {count: 3}, side: {count: 2, zone: S}, rest: {count: 37}}}
simulate:
  tests:
    t:
      start: {hand: [key], zones: {B: [key, rest]}, deck-top: [rest]}
      header: '(# D.3 B);(# B.key.1 H);(shuffle D)'
      combos: {a: {hand: [2x key]}}
"""
"""Cards whose place is known when a trial begins."""


LONG = ("duel-dora", "duel-draws", "duel-hands", "contest-focus")
EACH = [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in (*DECKS, KNOWN)]


@pytest.mark.parametrize("name", EACH, ids=lambda name: name.split("/")[-1].split("\n")[0])
def test_the_zones_after_each_step_are_those_of_the_trial(name: str) -> None:
    deck = load_text(name) if name == KNOWN else deck_called(name)
    for topic in deck.topics:
        tracer = Tracer(deck, topic.name, 1)
        for number in range(TRIALS):
            trial = tracer.trial(number, positions=True)
            data = trace_data(tracer.program, trial)
            tables = tables_of(data)
            assert len(tables) == len(data["steps"]) + 1
            seen = [(at, position) for at, position in trial.positions if at < len(tables)]
            assert seen
            for at, position in seen:
                assert tables[at] == piles(tracer, position), (topic.name, number, at)


def test_moves_alone_tell_where_cards_lie_but_for_deals() -> None:
    """The whole table is written down only where it has to be."""
    for name, tables in (("mill", False), ("graveyard", False), ("duel-hands", True)):
        deck = deck_called(name)
        tracer = Tracer(deck, deck.topics[-1].name, 1)
        data = trace_data(tracer.program, tracer.trial(0, positions=True))
        assert any("table" in step for step in data["steps"]) is tables


# Openings ---------------------------------------------------------------------------------------------------


def opened(deck: Deck, topic: str, trial: int = 0) -> tuple[Tracer, Trial, dict[str, list[int]]]:
    tracer = Tracer(deck, topic, 1)
    played = tracer.trial(trial, MOST_EVENTS, positions=True)
    hands = opening(tracer.program, tracer.topic, played)
    return tracer, played, {hand["zone"]: hand["cards"] for hand in hands}


def test_an_opening_is_what_was_drawn_before_any_script_ran() -> None:
    deck = deck_called("mill")
    tracer, played, hands = opened(deck, "going-off")
    drawn = next(entry for entry in played.entries if entry.what == "move").cards
    assert hands == {"H": [kind_of(tracer.program, card) for card in drawn]}
    assert len(drawn) == 5


def test_cards_that_begin_in_the_hand_are_part_of_it() -> None:
    deck = load_text(
        "deck: {cards: {key: {count: 3}, rest: {count: 37}}}\n"
        "simulate: {tests: {t: {start: {hand: [key]}, combos: {a: {hand: [2x key]}}}}}\n"
    )
    _, _, hands = opened(deck, "t")
    assert len(hands["H"]) == 5 and 0 in hands["H"]


def test_the_hands_of_a_deal_are_those_that_nobody_refused() -> None:
    deck = deck_called("duel-hands")
    for topic in deck.topics:
        for number in range(TRIALS):
            tracer, played, hands = opened(deck, topic.name, number)
            last = piles(tracer, played.positions[-1][1])
            zones = tracer.program.zones
            assert set(hands) == {zones[zone] for zone in tracer.program.plan["hand_zones"]}
            for zone, cards in hands.items():
                assert Counter(cards) == last[zones.index(zone)]
            named = [hand["seat"] for hand in opening(tracer.program, tracer.topic, played)]
            assert named == [seat.name for seat in deck.seats]


# Bounds -----------------------------------------------------------------------------------------------------


def test_a_long_trial_is_cut() -> None:
    deck = deck_called("duel-dora")
    tracer = Tracer(deck, "corner alone", 1)
    trial = tracer.trial(0, positions=True)
    assert len(trial.entries) > MOST_STEPS and not trial.cut
    data = trace_data(tracer.program, trial)
    assert len(data["steps"]) == MOST_STEPS and data["cut"]
    short = trace_data(tracer.program, tracer.trial(0, 10, positions=True))
    assert short["cut"] and len(short["steps"]) < MOST_STEPS


@pytest.mark.parametrize("header", ["", "header: '(= aa 1);(= bb 2)', "])
def test_hands_are_there_once_play_has_begun_even_of_a_trial_that_is_cut(header: str) -> None:
    deck = load_text(
        "wall: {exits: {main: 9}}\ndeal: {hand: 2}\n"
        "seats: [{name: a, accept: '(> |H.x| (!= who me))'}, {name: b}]\n"
        "deck: {cards: {x: {count: 6, program: '[1]@;(# X B);(draw main H)'}, y: {count: 6}}}\n"
        f"simulate: {{tests: {{t: {{deal: joint, {header}exec-program: true, "
        "combos: {c: {hand: [x]}}}}}\n"
    )
    tracer, whole, hands = opened(deck, "t")
    assert [len(hand) for hand in hands.values()] == [2, 2] and 0 in hands["H"]
    begun = next(number for number, entry in enumerate(whole.entries) if entry.what == "try")
    for length in range(1, len(whole.entries) + 1):
        played = tracer.trial(0, length, positions=True)
        shown = {hand["zone"]: hand["cards"] for hand in opening(tracer.program, tracer.topic, played)}
        assert played.cut is (len(played.entries) < len(whole.entries))
        assert shown == (hands if len(played.entries) > begun else {})


def test_without_positions_nothing_is_known_of_the_hands_of_a_deal() -> None:
    tracer = Tracer(deck_called("duel-hands"), deck_called("duel-hands").topics[0].name, 1)
    assert opening(tracer.program, tracer.topic, tracer.trial(0)) == []


def test_a_long_statement_is_shortened() -> None:
    deck = load_text(
        "deck: {cards: {a: {count: 40}}}\nsimulate: {tests: {t: {header: '(= x "
        + "(+ 1 " * 100 + "1" + ")" * 100
        + ")', combos: {c: {hand: [a]}}}}}\n"
    )  # fmt: skip
    tracer = Tracer(deck, "t", 1)
    steps = trace_data(tracer.program, tracer.trial(0))["steps"]
    assert [len(step["text"]) for step in steps if step["what"] == "step"] == [LONGEST]
    assert steps[-1]["text"].endswith("…")
