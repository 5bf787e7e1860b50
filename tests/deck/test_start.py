"""``start``: what a topic knows beforehand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from running import compile_text, exact_counts, named_zones, open_play

SLOW_NATIVELY = True

DECK = """
deck: {cards: {ash: {count: 2, attribute: m}, pot: {count: 1}, none: {count: 0}, rest: {count: 7}}}
simulate: {tests: {t: {start-card: 4, start: %s, combos: {c: {hand: [ash], condition: '(> 1 summon)'}}}}}
"""


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("{hand: [ash, ash], deck-top: pot, zones: {B: [rest]}, vars: {summon: 0}}", []),
        ("{}", ["Y409?"]),
        ("{hand: [ahs]}", ["Y210"]),
        ("{hand: ['a:m']}", ["Y210"]),
        ("{hand: [ash], deck-top: [ash], zones: {E: ash}}", ["Y225"]),
        ("{zones: {E: [pot, none]}}", ["Y225"]),
        ("{hand: [rest, rest, rest, rest, rest]}", ["Y225"]),
        ("{zones: {E: [rest, rest, rest, rest, rest, rest, rest]}}", ["Y208"]),
        ("{zones: {H: [ash]}}", ["Y226"]),
        ("{zones: {D: [ash]}}", ["Y226"]),
        ("{zones: {X: [ash]}}", ["Y213"]),
        ("{zones: {grave: [ash]}, vars: {summon: 1}}", ["Y202?"]),
        ("{zones: [ash]}", ["Y201"]),
        ("{vars: {s: 1}}", ["Y220"]),
        ("{vars: {summon: x}}", ["Y201"]),
        ("{vars: {summon: 1, sumon: 2}}", ["Y431?"]),
        ("[ash]", ["Y201"]),
        ("{deck-top: [none, pot, ash, ash, rest, rest, rest]}", ["Y225"]),  # what is refused is not taken
    ],
)
def test_what_can_be_known(problems, start, expected):
    found = [item.partition(" ")[0] for item in problems(DECK % start)]
    assert found == expected


def test_how_many_are_left_is_only_said_where_all_counts_are_known(problems):
    text = DECK % "{zones: {E: [rest, rest, rest, rest, rest, rest, rest]}}"
    assert [item.partition(" ")[0] for item in problems(text.replace("{count: 2", "{count: many"))] == [
        "Y201"
    ]


def test_cards_lie_where_they_are_known_to_be(target):
    text = DECK % "{hand: [pot, ash], deck-top: [rest, ash], zones: {B: [rest, rest], E: rest}}"
    play = open_play(compile_text(text), target)
    for trial in range(50):
        play.run(trial, trial + 1)
        zones = named_zones(play)
        assert zones["H"][:2] == ["pot", "ash"]
        assert zones["H"][2:] == ["rest", "rest"]
        assert zones["D"] == ["rest", "ash", "rest"]
        assert (zones["B"], zones["E"]) == (["rest", "rest"], ["rest"])


def test_an_alias_of_one_card_names_it(problems):
    text = DECK.replace("deck: {", "deck: {alias: {kai: ash, both: '!a:m'}, ")
    for hand, mistakes in (("kai, ash, pot", []), ("kai, kai, ash", ["Y225"]), ("both", ["Y210"])):
        found = [item[:4] for item in problems(text % f"{{hand: [{hand}]}}") if "?" not in item[:5]]
        assert found == mistakes


def test_known_cards_are_given_and_not_conditioned_on():
    text = (DECK % "{hand: [ash]}").replace("hand: [ash], condition: '(> 1 summon)'", "hand: [2x ash]")
    exact = exact_counts(open_play(compile_text(text), "python"), 100_000)
    assert exact.success == Fraction(3, 9)  # the other ash among three of nine


def test_values_of_the_topic_stand_above_parameters():
    text = "set: {summon: 5}" + DECK % "{vars: {summon: 0}, hand: ash}"
    program = compile_text(text).with_parameters({"summon": 7})
    assert exact_counts(open_play(program, "python"), 100_000).success == 1


def test_a_main_program_takes_the_known_cards_from_the_top(target):
    text = (DECK % "{hand: [pot], deck-top: [rest, ash, rest], zones: {B: [rest, ash]}}").replace(
        "combos:", "program: '(while |D| (# D.1 J)); (while (> |B| 1) (# B.1 E))', combos:"
    )
    play = open_play(compile_text(text), target)
    for trial in range(20):
        play.run(trial, trial + 1)
        zones = named_zones(play)
        assert zones["J"] == ["rest", "ash", "rest"] + ["rest"] * (len(zones["J"]) - 3)
        assert (zones["E"], zones["B"]) == (["rest"], ["ash"])


def test_one_known_card_too_many_is_said_in_the_singular(diagnostics):
    text = (
        "deck: {cards: {ash: {count: 3}}}\n"
        "simulate: {tests: {t: {start-card: 0, start: {hand: [ash]}, stats: {s: '1'}}}}\n"
    )
    (item,) = diagnostics(text)
    assert str(item.message) == "1 card of the hand is known, and `start-card` is 0"


def test_where_there_are_seats_the_deal_says_how_many_cards_a_hand_has(diagnostics):
    text = (
        "wall: {exits: {draw: 3}}\nseats: [{}]\ndeal: {hand: 1}\ndeck: {cards: {ash: {count: 3}}}\n"
        "simulate: {tests: {t: {start: {hand: [ash, ash]}, stats: {s: '1'}}}}\n"
    )
    (item,) = (one for one in diagnostics(text) if one.code == "Y225")
    assert str(item.message) == "2 cards of the hand are known, and `deal.hand` is 1"
