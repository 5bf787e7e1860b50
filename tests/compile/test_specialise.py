"""Shorter ways do the same: the pass by itself, and the python target running what it makes."""

from __future__ import annotations

from random import Random

import pytest
from hunt.decks import large_deck
from running import compile_text, deck_text, load_text, open_play

from yisp.compile import nodes
from yisp.compile.analysis.specialise import specialise
from yisp.compile.backends import python
from yisp.compile.lowering.deck import lower
from yisp.compile.nodes import Binary, Constant, Count, Give, Guard
from yisp.compile.operators import Matching, Operator, Role, Way
from yisp.compile.pipeline import plan_of, specialised
from yisp.simulate.playing.play import Play, python_functions


def module_of(cards: dict[str, object], topic: dict[str, object] | None = None) -> nodes.Module:
    topic = {"start-card": 2, "exec-program": True, "combos": {"c": {}}, **(topic or {})}
    return specialised(load_text(deck_text(cards, {"t": topic})))


def effect(script: str, others: int = 30) -> tuple[nodes.Statement, ...]:
    """What is made of the one effect of a deck."""
    return module_of({"a": {"program": [script]}, "b": {"count": others}}).effects[0].body


def moves(body: tuple[nodes.Statement, ...]) -> list[nodes.MoveCard]:
    return [one for one in nodes.every(body) if isinstance(one, nodes.MoveCard)]


# Where the card lies ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "lies"),
    [
        ("[1]@;(# X F)", ["H"]),
        ("[1B]@;(# X F)", ["B"]),
        ("[1HB]@;(# X F)", [None]),  # one of two
        ("[1]@;(# X F);(# X B)", ["H", "F"]),
        ("[1]@;(# D.2 B);(# X F)", ["H"]),
        ("[1]@;(# H B);(# X F)", [None]),  # it may have been among them
        ("[1]@;(# D.2 H);(# X F)", ["H"]),
        ("[1]@;(# H.?1 B);(# X F)", [None]),
        ("[1]@;(# H.a B);(# X F)", [None]),
        ("[1]@;(# B.a H);(# X F)", ["H"]),
        ("[1]@;(# H.a.1 F);(shuffle H);(# X B)", [None]),
        ("[1]@;(if |B| (# X F) (# X B));(# X D)", ["H", "H", None]),
        ("[1]@;(if |B| (# X F) (# X F));(# X D)", ["H", "H", "F"]),
        ("[1]@;(if |B| (# D.1 B));(# X D)", ["H"]),
        ("[1]@;(if |B| () (# X F));(# X D)", ["H", None]),
        ("[1]@;(repeat 2 (# X B))", [None]),
        ("[1]@;(repeat 2 (# D.1 B));(# X B)", [None]),
    ],
)
def test_where_the_card_is_known_to_lie(script: str, lies: list[str | None]) -> None:
    module = module_of({"a": {"program": [script]}, "b": {"count": 30}})
    found = [one.zone for one in moves(module.effects[0].body)]
    assert [None if zone is None else module.zones[zone] for zone in found] == lies


def test_a_known_place_is_a_constant() -> None:
    body = effect("[1]@;(# H.1 X)")
    assert not any(isinstance(one, nodes.ZoneOfCard) for one in body)
    assert any(isinstance(one, nodes.ZoneOfCard) for one in effect("[1HB]@;(# D.1 X)"))


# Ways ---------------------------------------------------------------------------------------------


def ways(script: str, others: int = 30, topic: dict[str, object] | None = None) -> list[Way]:
    module = module_of({"a": {"program": [script]}, "b": {"count": others}}, topic)
    every = (one for function in module.functions for one in nodes.every(function.body))
    return [one.way for one in every if isinstance(one, nodes.MoveTop | nodes.MoveAll)]


@pytest.mark.parametrize(
    ("script", "others", "way"),
    [
        ("@;(# D.1 B)", 30, Way.FEW),
        ("@;(# D.8 B)", 30, Way.FEW),
        ("@;(# D.9 B)", 30, Way.ANY),
        ("@;(# D.1 B)", 63, Way.FEW),  # 64 cards are one word
        ("@;(# D.1 B)", 64, Way.ANY),
        ("@;(# B.1 D)", 30, Way.ANY),  # nothing is unrevealed there
        ("@;(# B.1 D);(shuffle B)", 30, Way.FEW),
        ("@;(# D.:n B)", 30, Way.ANY),
        ("@;(# D B)", 30, Way.WHOLE),
        ("@;(# D.b B)", 30, Way.ANY),
        ("@;(# D B)", 64, Way.ANY),
        ("@;(# B D)", 30, Way.ANY),
        ("@;(# B D);(shuffle D)", 30, Way.BACK),
        ("@;(# D B);(shuffle B)", 30, Way.BACK),  # as lowering says, whatever may be unrevealed
    ],
)
def test_ways_of_moves(script: str, others: int, way: Way) -> None:
    assert ways(f"[1]{script}", others) == [way]


def test_one_card_of_a_line() -> None:
    program = {"program": "(# D B);(# B.1 F);(# B.2 F)", "exec-program": False}
    assert ways("[1]@", topic=program) == [Way.WHOLE, Way.ONE, Way.ANY]


@pytest.mark.parametrize(
    ("script", "twos"),
    [
        ("(# B.1 G);(# F.1 G)", 1),
        ("(# F.1 G);(# B.1 G)", 1),
        ("(# B.1 G);(# F.1 G);(# B.1 G)", 1),
        ("(if |B| (# B.1 G) (# F.1 G))", 0),  # one or the other
        ("(# B.1 G);(= n 1);(# F.1 G)", 0),
        ("(# B.1 G);(# F.1 E)", 0),
        ("(# B.1 G);(## F.1 G)", 0),
        ("(# B.1 G);(# B.1 G)", 0),
        ("(# B.1 G);(# F.2 G)", 0),
        ("(# B.1 G);(# D.1 G)", 0),  # which keeps no line
    ],
)
def test_cards_of_two_lines_at_once(script: str, twos: int) -> None:
    module = module_of({"a": {"count": 2}}, {"program": f"(# B.1 H);(= n 1);(# F.1 H);(= n 2);{script}"})
    body = nodes.every(module.topics[0].scripts["program"].body)
    ways = [one.way for one in body if isinstance(one, nodes.If)]
    assert ways.count(Way.TWO) == twos


# Branches -----------------------------------------------------------------------------------------

TRICK = "(if (> n 1) (block (# D B) (= won (+ won 1))) (block (# D F) (= lost (+ lost 2))))"


@pytest.mark.parametrize(
    ("trick", "without"),
    [
        (TRICK, True),
        (TRICK.replace("(= lost (+ lost 2))", "(= lost 2)"), False),  # not counted
        (TRICK.replace("(= lost (+ lost 2))", "(= lost (+ won 2))"), False),
        (TRICK.replace("D F", "D B"), False),  # no two zones
        (TRICK.replace("D F", "D G"), False),  # which keeps no line
        (TRICK.replace("D F", "H F"), False),  # not the same cards
        (TRICK.replace("(# D F)", "(## D F)"), False),  # not the same end
        (TRICK + ";(# B.a E)", False),  # a line with gaps
    ],
)
def test_which_of_two_queues_gets_the_cards(trick: str, without: bool) -> None:
    program = f"(= n (rand 1 2));(# B.1 E);(# F.1 H);(shuffle D);{trick}"
    module = module_of({"a": {"count": 2}}, {"program": program, "exec-program": False})
    body = list(nodes.every(module.topics[0].scripts["program"].body))
    ways = [one.way for one in body if isinstance(one, nodes.If)]
    assert ways == [Way.EITHER if without else Way.ANY]
    if without:
        first = next(one for one in body if isinstance(one, nodes.Let) and one.name.startswith("first"))
        won, lost = (one.right for one in body if isinstance(one, nodes.Checked))
        assert won == nodes.Local(first.name)
        assert lost == Binary(Operator.MULTIPLY, Constant(2), nodes.IsZero(won))


# Guards -------------------------------------------------------------------------------------------


def specialised_number(*body: nodes.Statement) -> tuple[nodes.Statement, ...]:
    number = nodes.Function("stat_0_0", Role.NUMBER, body, ())
    topic = nodes.TopicCode({}, (), 0, (), (number,))
    module = nodes.Module("HD", 1, 0, (1,), 0, (), (), (), (topic,))
    plan = {
        "effects": [],
        "tidy": 0,
        "scan_zones": [],
        "veiled": 2,
        "queues": 0,
        "unbroken": 0,
        "exits": 0,
        "cards": 3,
        "scanned": [],
        "key": 5,
        "family": 6,
    }
    made = specialise(module, plan)
    assert (made.plan_key, made.family_key) == (5, 6)
    return made.topics[0].stats[0].body


MANY = Binary(Operator.GREATER, Count(0, 0), Constant(1))
SOME = Count(0, 0)


def test_guards_and_a_number_become_one_expression() -> None:
    some = Binary(Operator.UNEQUAL, SOME, Constant(0))
    assert specialised_number(Guard(MANY), Give(Constant(1))) == (Give(MANY),)
    both = Binary(Operator.AND, MANY, some)
    assert specialised_number(Guard(MANY), Guard(SOME), Give(Constant(1))) == (Give(both),)
    times = Binary(Operator.MULTIPLY, SOME, both)
    assert specialised_number(Guard(MANY), Guard(SOME), Give(SOME)) == (Give(times),)


def test_other_bodies_stay_as_they_are() -> None:
    assert specialised_number(Give(SOME)) == (Give(SOME),)
    matched = (nodes.Match("n1", Matching.FIRST, 0, 0), Guard(nodes.Local("n1")), Give(Constant(1)))
    assert specialised_number(*matched) == matched
    assert specialised_number(Guard(MANY)) == (Guard(MANY),)


# The scan -----------------------------------------------------------------------------------------


def test_the_scan_is_written_out_by_zone_and_kind() -> None:
    cards = {
        "a": {"count": 2, "program": ["[1](> |H| 1);@;(# X B)", "[1B]@;(! t)"]},
        "b": {"count": 3, "program": "[^H]/(> |D.b| 1);@;(# D.1 H [t])"},
        "c": {"program": "[on draw]@"},
        "d": {"count": 3},
    }
    module = module_of(cards)
    found = {
        (module.zones[zone.zone], kind.kind, tuple((one.effect, one.once, one.first, one.tagged)
                                                   for one in kind.attempts))
        for zone in module.scan for kind in zone.kinds
    }  # fmt: skip
    assert found == {
        ("H", 0, ((0, True, False, False),)),
        ("H", 1, ((2, False, True, True),)),
        ("B", 0, ((1, True, False, False),)),
    }
    assert module.scanned == (0b11111, 0b11, 0b11100, 0b11, 0b11), "of a zone, then of each of its kinds"
    assert [test is not None for test in module.tests] == [True, True, True, False]


def test_an_effect_with_consequences_before_its_guards_keeps_the_scan_to_the_runtime() -> None:
    module = module_of({"a": {"program": "[1](# D.1 B);/(> |B| 1);@"}, "b": {"count": 30}})
    assert module.scan == () and module.tests == ()


# What it makes does the same ----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_python_comes_to_the_same_positions_by_either(seed: int) -> None:
    deck = load_text(large_deck(Random(f"ways {seed}")))
    program = compile_text(large_deck(Random(f"ways {seed}")))
    lowered = lower(deck)
    functions = python_functions(python.format_module(specialise(lowered.module, plan_of(deck, lowered))))
    for topic in range(len(program.topics)):
        plain, shorter = open_play(program, "python", topic), Play(program, topic, 7, functions=functions)
        for trial in range(150):
            assert plain.records(trial, trial + 1) == shorter.records(trial, trial + 1)
            assert plain.table.position == shorter.table.position, f"topic {topic}, trial {trial}"
