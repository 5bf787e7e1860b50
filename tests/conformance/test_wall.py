"""Decks with a wall: their laws exactly and by trials, and what is wrong with them."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from goodness import p_value
from presence import RESERVE, STOCK, Mark, law
from running import compile_text, notices, open_play, rows

import yisp
from yisp.compile.program import Program
from yisp.lang.diagnostics import DeckError

SLOW_NATIVELY = True

TRIALS, MANY = 20_000, 1_000_000
UNLIKELY = 1e-6
"""What the p-value of so many trials is not below: there are some dozens of vectors."""

SEED = {"7p": 1, "8p": 2, "9p": 3}
FIVES = {"1m": 4, "5m": 3, "0m": 1}
KINDS = {"0m": "5m", "0p": "5p", "0s": "5s"}
ZONES = ("hand", "grave", "F", "J")
LETTERS = "HBFJ"


def deck(cards: Mapping[str, int], header: str, laws: Sequence[str], **exits: Any) -> str:
    """A deck whose draws go to the zones of ``LETTERS``; a combo for each of the laws' outcomes."""
    combos = {law: {zone: [name] for zone, name in zip(ZONES, law.split(), strict=False)} for law in laws}
    kinds = {name: {"kind": KINDS[name]} for name in cards if KINDS.get(name) in cards}
    return json.dumps({
        "wall": {"exits": exits or {"pii": sum(cards.values())}},
        "deck": {"cards": {name: {"count": count, **kinds.get(name, {})} for name, count in cards.items()}},
        "simulate": {"tests": {"t": {"start-card": 0, "header": header, "combos": combos}}},
    })  # fmt: skip


LAWS: dict[str, tuple[Mapping[str, int], str, dict[str, str]]] = {
    "by copies": (SEED, "(draw pii H)", {"7p": "1/6", "8p": "1/3", "9p": "1/2"}),
    "lit": (SEED, "(light D.7p 100);(draw pii H)", {"7p": "11/16", "8p": "1/8", "9p": "3/16"}),
    "lit one place ahead": (
        SEED, "(light D.7p 100 pii 1);(# D.1 B);(draw pii H)", {"7p": "11/18", "8p": "7/45", "9p": "7/30"},
    ),
    "collapse ahead": (
        SEED, "(collapse D.7p pii 1);(# D.1 H);(# D.1 B)", {"8p 7p": "2/5", "9p 7p": "3/5"},
    ),
    "collapsed, then lit in vain": (
        SEED, "(collapse D.8p);(light D.9p 1000);(collapse D.7p);(draw pii H)", {"8p": "1"},
    ),
    "a kind of two names": (
        FIVES, "(light D.k:5m 100);(draw pii H)", {"1m": "2/9", "5m": "7/12", "0m": "7/36"},
    ),
    "one name of it": (FIVES, "(light D.5m 100);(draw pii H)", {"1m": "2/9", "5m": "13/18", "0m": "1/18"}),
    "the reserve": (
        SEED, "(# D.9p.1 R);(light R.9p 100);(draw pii H)", {"7p": "1/15", "8p": "2/15", "9p": "4/5"},
    ),
    "the reserve where the stock is empty": (
        {"7p": 1, "9p": 3}, "(# D.9p R);(# D.1 B);(draw pii H)", {"9p": "1"},
    ),
    "collapsed out of the reserve": (
        SEED, "(# D.7p R);(collapse D.7p pii 1);(# D.1 H);(# D.1 B)", {"8p 7p": "2/5", "9p 7p": "3/5"},
    ),
    "any that fit": (SEED, "(# D.!7p.1 H)", {"8p": "2/5", "9p": "3/5"}),
    "any, by a filter that keeps all": (
        SEED, "(light D.7p 100);(# D.(== 1 1).1 H)", {"7p": "1/6", "8p": "1/3", "9p": "1/2"},
    ),
    "any, by a number that holds for all": (
        SEED, "(light D.7p 100);(# D.(>= 1 0).!1m.1 H);(draw pii B)", {
            "7p 8p": "1/15", "7p 9p": "1/10", "8p 7p": "11/45", "8p 8p": "1/45",
        },
    ),
    "any two": (SEED, "(# D.!9p.2 J);(draw pii H);(draw pii B)", {
        "7p 9p": "1/12", "9p 7p": "1/12", "8p 9p": "1/6", "9p 8p": "1/6", "9p 9p": "1/2",
    }),
    "several draws, in order": (SEED, "(light D.7p 100);(# D.1 H);(# D.1 B)", {
        "7p 8p": "11/40", "7p 9p": "33/80", "8p 7p": "1/40", "9p 7p": "3/80",
    }),
}  # fmt: skip


def held_against(text: str, expected: Mapping[str, str], target: str) -> None:
    """The exact answer, and trials of that target, which do not all lie within what is likely else."""
    law = {name: Fraction(share) for name, share in expected.items()}
    found = yisp.run(yisp.loads(text), method="exact").topics["t"].combos
    assert {name: Fraction(one.exact) for name, one in found.items()} == law
    play = open_play(compile_text(text), target)
    play.run(0, TRIALS)
    for (name, share), count in zip(law.items(), play.counts().combos, strict=True):
        rate = float(share)
        error = sqrt(rate * (1 - rate) / TRIALS)
        assert abs(count / TRIALS - rate) <= 5 * error, name


@pytest.mark.parametrize("name", LAWS)
def test_a_law(name: str, target: str) -> None:
    cards, header, expected = LAWS[name]
    held_against(deck(cards, header, list(expected)), expected, target)


WIDE = {"1m": 70, "5m": 12, "7p": 130, "0m": 4, "9p": 3}
"""Cards of one name, and of one kind, lie in several machine words."""

STORED = ("(# D.5m.6 R);(# D.0m.2 R);(# D.7p.30 R)", {"5m": 6, "0m": 2, "7p": 30})

MARKS: dict[str, list[tuple[str, str, int]]] = {
    "one name": [("D", "7p", 500)],
    "several sets": [("D", "*", 300), ("D", "k:5m", 200), ("D", "0m", 100)],
    "some of it taken away": [("D", "*", 900), ("D", "k:5m", -100), ("D", "7p", -1500), ("D", "0m", -20)],
    "what others add is taken away": [("D", "k:5m", 1000), ("D", "5m", -500), ("D", "1m", -700)],
    "all but one taken away": [("D", "*", -1300), ("D", "9p", 1400)],
    "all taken away": [("D", "*", -1300), ("D", "0m", -1000)],
    "both piles": [
        ("D", "k:5m", 600), ("R", "k:5m", 600), ("R", "*", 200), ("R", "7p", -100), ("D", "*", 50),
    ],
    "the reserve alone": [("D", "*", -1300), ("R", "5m", 60), ("R", "0m", 20)],
}  # fmt: skip


@pytest.mark.parametrize("name", MARKS)
def test_trials_have_the_law_of_presence(name: str, target: str) -> None:
    """However it is found: by what marks add, by what others leave of that, by weighing every kind."""
    script, reserve = STORED
    stock = {one: count - reserve.get(one, 0) for one, count in WIDE.items()}
    lit, marks = [], []
    for zone, names, mk in MARKS[name]:
        lit.append(f"(light {zone} {mk})" if names == "*" else f"(light {zone}.{names} {mk})")
        meant = WIDE if names == "*" else ("5m", "0m") if names == "k:5m" else (names,)
        marks.append(Mark(STOCK if zone == "D" else RESERVE, meant, mk))
    expected: dict[str, Fraction] = defaultdict(Fraction)
    piles = {STOCK: stock, RESERVE: reserve}
    for (_, card), share in law(piles, marks, lambda one: KINDS.get(one, one)).items():
        expected[card] += share
    text = deck(WIDE, ";".join([script, *lit, "(draw pii H)"]), list(expected))
    held_against(text, {card: str(share) for card, share in expected.items()}, target)


def of_vector(vector: Mapping[str, Any]) -> str:
    """A vector of ``wall-open.json`` as a deck."""
    names = {one["kind"] for one in vector["ops"] if "kind" in one} | {*vector["stock"], *vector["reserve"]}
    names |= {KINDS[name] for name in names if name in KINDS}
    cards = {name: vector["stock"].get(name, 0) + vector["reserve"].get(name, 0) for name in sorted(names)}
    script = [f"(# D.{name}.{count} R)" for name, count in vector["reserve"].items()]
    zones = iter(LETTERS)
    for one in vector["ops"]:
        match one["op"]:
            case "pop":
                script.append(f"(draw {one['exit']} {next(zones)})")
            case "inc_mk":
                pile, kind = "DR"[one["zone"] == "B"], one["kind"] if one["exact"] else f"k:{one['kind']}"
                script.append(f"(light {pile}.{kind} {one['mk']} {one['exit']} {one['place']})")
            case "collapse":
                script.append(f"(collapse D.k:{one['kind']} {one['exit']} {one['place']})")
            case "load_b":
                script.append(f"(# D.k:{one['kind']}.{one['count']} R)")
    whole = sum(cards.values())
    return deck(cards, ";".join(script), list(vector["law"]), pii=whole, rinshan=f"(+ {whole} 0)")


with_vectors = pytest.mark.skipif(
    "YISP_VECTORS" not in os.environ, reason="YISP_VECTORS names no folder of vectors"
)


def vectors() -> list[Mapping[str, Any]]:
    text = Path(os.environ["YISP_VECTORS"], "wall-open.json").read_text(encoding="utf-8")
    return list(json.loads(text)["vectors"])


@with_vectors
def test_every_vector(target: str) -> None:
    for vector in vectors():
        held_against(of_vector(vector), vector["law"], target)


@with_vectors
def test_every_vector_by_a_million_trials() -> None:
    for vector in vectors():
        law = {name: Fraction(share) for name, share in vector["law"].items()}
        play = open_play(compile_text(of_vector(vector)), "native", seed=2)
        play.run(0, MANY)
        counts = dict(zip(law, play.counts().combos, strict=True))
        assert sum(counts.values()) == MANY
        assert p_value(counts, law) > UNLIKELY, vector["name"]


# What exits give ------------------------------------------------------------------------------------


def played(header: str, target: str, stats: Mapping[str, str], **exits: Any) -> tuple[Any, list[str]]:
    data = json.loads(deck(SEED, header, [], **exits))
    data["simulate"]["tests"]["t"] |= {"stats": dict(stats), "combos": {"c": {}}}
    play = open_play(compile_text(json.dumps(data)), target)
    (row,) = rows(play, 0, 1)
    return row.stats, [code for code, _ in notices(play)]


GIVEN = {"left": "(remain pii)", "dead": "(remain dead)", "hand": "|H|", "stock": "|D|", "done": "done"}


@pytest.mark.parametrize(
    ("header", "expected", "codes"),
    [
        ("(= done 1)", (4, 2, 0, 6, 1), []),
        ("(# D.3 H);(draw dead H);(= done 1)", (1, 1, 4, 2, 1), []),
        ("(# D.5 H);(= done 1)", (0, 2, 4, 2, 0), ["Y309"]),
        ("(draw dead H);(draw dead H);(draw dead H);(= done 1)", (4, 0, 2, 4, 0), ["Y309"]),
        ("(= fewer 1);(draw dead H);(= done 1)", (4, 0, 1, 5, 1), []),
        ("(# D.0 H);(# D.4 J);(= done 1)", (0, 2, 0, 2, 1), ["Y301"]),
        ("(# D.9p R);(# D.3 J);(draw dead J);(draw dead J);(= done 1)", (1, 0, 0, 0, 1), []),
        ("(# D.!9p R);(# D.9p J);(light R -5);(# D.3 H);(= done 1)", (0, 0, 3, 0, 1), []),
        ("(# D J);(# D.1 H);(= done 1)", (0, 0, 0, 0, 0), ["Y309"]),
        ("(light D.7p 30 pii 10001);(= done 1)", (4, 2, 0, 6, 0), ["Y310"]),
        ("(collapse D.7p pii -1);(= done 1)", (4, 2, 0, 6, 0), ["Y310"]),
        ("(light D.7p 10000001 dead);(= done 1)", (4, 2, 0, 6, 0), ["Y310"]),
        # Behind its last card an exit has no place that a card could be decided for.
        ("(collapse D dead 2);(# D.4 H);(draw dead J);(draw dead J);(= done 1)", (0, 0, 4, 0, 1), []),
        ("(collapse D pii 4);(# D.4 H);(draw dead J);(draw dead J);(= done 1)", (0, 0, 4, 0, 1), []),
        ("(collapse D pii 3);(# D.4 H);(draw dead J);(draw dead J);(= done 1)", (0, 0, 4, 0, 1), []),
    ],
)
def test_what_exits_give(header: str, expected: tuple[int, ...], codes: list[str], target: str) -> None:
    stats, found = played(header, target, GIVEN, pii=4, dead="(- 2 fewer)")
    assert (stats, found) == (expected, codes)


def test_several_that_go_to_the_front_keep_their_order(target: str) -> None:
    header = "(# D.8p H);(collapse D.7p);(## D.2 H)"
    order = {str(place): f"(- |H.{place}.7p| |H.{place - 1}.7p|)" for place in range(1, 5)}
    stats, _ = played(header, target, order, pii=6)
    assert stats == (1, 0, 0, 0)


def test_an_exit_is_asked_once_for_all_cards_of_a_move(target: str) -> None:
    stats, codes = played("(# D.3 H);(= done 1)", target, GIVEN, pii="(+ 2 |H|)", dead=0)
    assert (stats, codes) == ((2, 0, 2, 4, 0), ["Y309"])


def test_functions_draw_from_exits_that_a_function_works_out(target: str) -> None:
    data = json.loads(deck(SEED, "(deal);(= left (remain pii))", [], pii="(most 5)"))
    data["deck"]["define"] = {"deal": "(# D.2 H)", "most(n)": "(- n |B|)"}
    data["simulate"]["tests"]["t"] |= {"stats": {"left": "left"}, "combos": {"c": {}}}
    (row,) = rows(open_play(compile_text(json.dumps(data)), target), 0, 1)
    assert row.stats == (3,)


def turns(gives: int | str = 5, dead: int | str = 1) -> Program:
    data = json.loads(deck(SEED, "", [], pii=gives, dead=dead))
    data["simulate"]["tests"]["t"] |= {
        "start-card": 2, "turns": 5, "draw": 1, "combos": {"c": {}}, "start": {"deck-top": ["7p"]},
        "stats": {"hand": "|H|", "left": "(remain pii)", "ace": "|H.7p|"}, "header": "(= word 1)",
    }  # fmt: skip
    return compile_text(json.dumps(data))


@pytest.mark.parametrize("gives", [5, "(- 6 word)"])
def test_hands_and_later_turns_come_from_the_first_exit(target: str, gives: int | str) -> None:
    play = open_play(turns(gives), target)
    assert {row.stats for row in rows(play, 0, 50)} == {(5, 0, 1)}
    assert notices(play) == [("Y301", 50)]


@pytest.mark.parametrize(("gives", "dead", "drawn"), [(5, "(- 6 word)", False), ("(- 6 word)", 1, True)])
def test_a_script_draws_where_the_first_exit_works_out_how_much_it_gives(
    gives: int | str, dead: int | str, drawn: bool
) -> None:
    assert ("deal" in turns(gives, dead).topics[0].scripts) == drawn


def of_turns(target: str, gives: int | str, header: str, **topic: Any) -> tuple[set[tuple[int, ...]], Any]:
    """The stats `told` and `|H|` of twenty trials of a few turns, and what was noted."""
    data = json.loads(deck({"a": 2, "b": 1}, header, [], pii=gives, dead=1))
    data["deck"]["cards"]["b"]["program"] = "[J on draw](= told (+ told 10 |it|))"
    data["simulate"]["tests"]["t"] |= {
        "turns": 3, "draw": 1, "exec-program": True, "combos": {"c": {}},
        "stats": {"told": "told", "hand": "|H|"}, **topic,
    }  # fmt: skip
    play = open_play(compile_text(json.dumps(data)), target)
    return {row.stats for row in rows(play, 0, 20)}, notices(play)


GIVES = pytest.mark.parametrize("gives", [2, "2", "(- 2 0)"])


@GIVES
@pytest.mark.parametrize(("draw", "told"), [(1, 22), (2, 12)])
def test_effects_answer_the_draw_of_a_turn(target: str, gives: int | str, draw: int, told: int) -> None:
    start = {"zones": {"J": ["b"]}}
    noted = [] if draw == 1 else [("Y301", 20)]
    assert of_turns(target, gives, "()", draw=draw, start=start) == ({(told, 2)}, noted)


@GIVES
def test_the_draw_of_a_turn_where_what_is_left_lies_elsewhere(target: str, gives: int | str) -> None:
    header = "(if (== told 0) (collapse D dead));(= told (+ told 1))"
    start = {"zones": {"J": ["b"]}}
    assert of_turns(target, gives, header, start=start) == ({(14, 1)}, [("Y301", 20)])


def test_an_error_in_the_draw_of_a_turn_ends_play(target: str) -> None:
    found = of_turns(target, "(/ 2 (- 1 told))", "(= told (+ told 1))")
    assert found == ({(1, 0)}, [("Y302", 20)])


def test_what_is_left_may_be_asked_for_nothing(target: str) -> None:
    """Nobody reads the number, and the statement is never reached: natively it is still one."""
    header = "(on turn-end (remain pii) (when 0));(on turn-end (= left (remain pii)));(remain pii)"
    play = open_play(compile_text(deck(SEED, header, ["7p"])), target)
    play.run(0, 10)
    assert play.counts().trials == 10


@pytest.mark.parametrize(("zone", "wrong"), [("D", []), ("R", []), ("H", ["Y143"]), ("P", ["Y143"])])
def test_a_function_lights_the_pile_that_it_is_given(zone: str, wrong: list[str]) -> None:
    data = json.loads(deck({"a": 2, "b": 2}, f"(# D.a.1 R);(f {zone});(draw pii H)", ["a"], pii=3))
    data["deck"]["define"] = {"f(P)": "(light P.a 1000)"}
    assert mistakes(json.dumps(data)) == wrong
    if not wrong:
        found = yisp.run(yisp.loads(json.dumps(data)), method="exact").topics["t"].combos["a"]
        assert found.exact == "101/103"


@pytest.mark.parametrize("letter", ["R", "D", "Y"])
def test_a_parameter_with_the_letter_of_a_pile_is_any_zone(letter: str) -> None:
    """What cannot be done with the reserve can be with the zone that is given."""
    data = json.loads(deck({"a": 2, "b": 2}, "(= told (f H))", ["a"], pii=3))
    data["deck"]["define"] = {f"f({letter})": f"(block (# {letter} B) |B|)"}
    assert mistakes(json.dumps(data)) == []


# Mistakes -------------------------------------------------------------------------------------------


def mistakes(text: str) -> list[str]:
    """The codes of a deck's errors."""
    try:
        found = yisp.loads(text).diagnostics
    except DeckError as error:
        found = error.diagnostics
    return [item.code for item in found if item.severity == "error"]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("(= n |R|)", ["Y142"]),
        ("(= n |D.(copies R)|)", ["Y142"]),
        ("(= n |D.(copies D)|)", []),
        ("(# R H);(# R.1 H)", ["Y142", "Y142"]),
        ("(print R)", ["Y142"]),
        ("(= n |D.2.7p|)", ["Y142"]), ("(# D.2.7p H)", ["Y142"]),
        ("(print D.1)", ["Y142"]),
        ("(print D);(print |D|)", ["Y142"]),
        ("(print D.7p)", ["Y142"]),
        ("(# D.!!*1 H)", ["Y142"]),
        ("(light R.(> copies 1) 30)", ["Y142"]),
        ("(light D.(> copies 1) 30)", []),
        ("(# D.*1 H)", ["Y142"]),
        ("(light D.2 30)", ["Y143"]),
        ("(light H.7p 30)", ["Y143"]),
        ("(collapse X);(light D.!!X 30)", ["Y130", "Y130"]),
        ("(draw pi H)", ["Y144"]),
        ("(light D.7p 30 dead)", ["Y144"]),
        ("(= n (remain ura))", ["Y144"]),
        ("(shuffle D)", ["Y145"]),
        ("(## H D);(# H.1 D)", ["Y145", "Y145"]),
        ("(shuffle R)", ["Y142"]),
        ("(draw pii D)", ["Y145"]),
        ("(# D.7p.1 R);(# D.-1 H);(# D.?1 H);(light R.7p 30);(collapse R.7p);(shuffle H);(# H.1 R)", []),
    ],
)
def test_mistakes(script: str, expected: list[str]) -> None:
    text = deck(SEED, script, [], pii=6)
    assert mistakes(text.replace('"combos": {}', '"combos": {"c": {}}')) == expected


def test_exits_are_held_against_a_deck_that_is_known() -> None:
    data = json.loads(deck({"a": 3, "b": 1}, "", [], pii=3, dead=3))
    data["simulate"]["tests"]["t"]["combos"] = {"c": {}}
    assert mistakes(json.dumps(data)) == ["Y227"]
    data["deck"]["cards"]["b"]["count"] = -1
    assert mistakes(json.dumps(data)) == ["Y207"]


@pytest.mark.parametrize(("script", "near"), [
    ("(draw pi H)", "`pii`"), ("(light D.7p 30 ax)", "`ab`"), ("(= n (remain ba))", "`ab`"),
    ("(light D.7q 30)", "`.7p`"), ("(collapse D.8s)", "`.8p`"), ("(light D.k:5p 30)", "`.k:7p`"),
])  # fmt: skip
def test_short_names_of_which_one_letter_is_wrong(script: str, near: str) -> None:
    with pytest.raises(DeckError) as caught:
        yisp.loads(deck(SEED, script + ";)", ["7p"], pii=6, ab=0))
    found = [item.hint for item in caught.value.diagnostics if item.code in ("Y144", "Y402")]
    assert len(found) == 1 and near in str(found[0])


@pytest.mark.parametrize(
    ("exits", "expected"),
    [
        ({"pii": 7}, ["Y227"]),
        ({"pii": 4, "dead": 3}, ["Y227"]),
        ({"pii": 4, "none": 0, "dead": 3}, ["Y227"]),
        ({"pii": 7, "dead": 1}, ["Y227"]),
        ({"Pii": 4}, ["Y220"]),
        ({"pii": "(# D.1 H)"}, ["Y103"]),
        ({"pii": "(= word 3);word"}, ["Y103"]),
        ({"pii": "(remain pii)"}, ["Y103"]),
        ({"pii": "(+ 1"}, ["Y104"]),
        ({"pii": 10**30}, ["Y227"]),
        ({"pii": int("9" * 4000)}, ["Y227"]),
        ({"pii": -1}, ["Y227"]),
        ({"pii": [4]}, ["Y201"]),
        ({"pii": "|D.X|"}, ["Y130"]), ({"pii": "|D.!X|"}, ["Y130"]), ({"pii": "|it|"}, ["Y132"]),
    ],
)
def test_mistakes_of_exits(exits: dict[str, Any], expected: list[str]) -> None:
    text = deck(SEED, "(draw pii H)" if "pii" in exits else "", [], **exits)
    with pytest.raises(DeckError) as caught:
        yisp.loads(text.replace('"combos": {}', '"combos": {"c": {}}'))
    assert [item.code for item in caught.value.diagnostics if item.severity == "error"] == expected


def test_the_exit_with_which_they_give_too_much() -> None:
    text = deck(SEED, "", ["7p"], p=4, q="1", r=0, s=2, t=1)
    with pytest.raises(DeckError) as caught:
        yisp.loads(text)
    (item,) = caught.value.diagnostics
    assert item.place is not None and item.place.line == 1
    assert text[item.place.column - 1 :].startswith('2, "t"')


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ({"combos": {"c": {"R": ["7p"]}}}, ["Y142"]),
        ({"watch": {"w": {"hand": ["7p"], "R": ["0x 8p", "9p"]}}}, ["Y142"]),
        ({"combos": {"c": {"D": ["7p"], "R": []}}}, []),
        ({"start-card": 5}, ["Y208"]),
        ({"start-card": 5, "start": {"hand": ["7p"]}}, []),
    ],
)
def test_mistakes_of_topics(topic: Mapping[str, Any], expected: list[str]) -> None:
    data = json.loads(deck(SEED, "(# D.1 H)", [], pii=4, dead=2))
    data["simulate"]["tests"]["t"] |= {"combos": {"c": {}}, **topic}
    assert mistakes(json.dumps(data)) == expected


@pytest.mark.parametrize("zone", "DR")
@pytest.mark.parametrize("flags", ["[{}]@", "[{} on turn-end](= word 1)"])
def test_nothing_acts_from_within_a_wall(zone: str, flags: str) -> None:
    data = json.loads(deck(SEED, "", [], pii=6))
    data["deck"]["cards"]["7p"]["program"] = flags.format(zone)
    data["simulate"]["tests"]["t"] |= {"exec-program": True, "combos": {"c": {}}}
    with pytest.raises(DeckError) as caught:
        yisp.loads(json.dumps(data))
    assert [item.code for item in caught.value.diagnostics if item.severity == "error"] == ["Y142"]


REACHED = {
    "shuffled": "[1]@;(# X R);(collapse R);(shuffle X);(draw pii B)",
    "in the reserve": "[1]@;(# X R);(shuffle X);(collapse R);(draw pii B)",
}
"""Effects whose card lies in the wall when they shuffle, and then leaves."""


@pytest.mark.parametrize("effect", REACHED.values(), ids=REACHED)
def test_a_card_in_the_wall_shuffles_nothing(effect: str, target: str) -> None:
    data = json.loads(deck(SEED, "(# D.7p.1 H)", [], pii=6))
    data["deck"]["cards"]["7p"]["program"] = effect
    stats = {"grave": "|B.7p|", "wall": "|D|"}
    data["simulate"]["tests"]["t"] |= {"exec-program": True, "stats": stats, "combos": {"c": {}}}
    play = open_play(compile_text(json.dumps(data)), target)
    assert {row.stats for row in rows(play, 0, 20)} == {(1, 5)}


@pytest.mark.parametrize("most", [2**63 - 1, -(2**63), 10**10, -1])
@pytest.mark.parametrize("ahead", [2**63 - 1, -(2**63)])
def test_numbers_of_any_size(most: int, ahead: int, target: str) -> None:
    draws = f"(= left (remain pii));(# D.{min(max(most, 0), 2)} H);(= done 1)"
    header = f"{draws};(light D.7p 1 dead {ahead});(= done 2)"
    stats, codes = played(header, target, {"left": "left", "done": "done"}, pii=f"(+ 0 {most})", dead=1)
    assert stats == (6 if most > 0 else 0, 1)
    assert codes == (["Y310"] if most > 0 else ["Y301", "Y310"])


def test_without_a_wall_there_is_no_exit() -> None:
    data = json.loads(deck(SEED, "(draw pii H);(light D.7p 30 pii)", []))
    del data["wall"]
    data["simulate"]["tests"]["t"]["combos"] = {"c": {}}
    with pytest.raises(DeckError) as caught:
        yisp.loads(json.dumps(data))
    assert [item.code for item in caught.value.diagnostics] == ["Y144", "Y144"]


@pytest.mark.parametrize("target", ["python", "native"])
def test_what_lies_on_top_is_wanted_first(target: str) -> None:
    """`match: first` takes the card that is known to be next before those whose order nobody knows."""
    text = (
        "wall: {exits: {pii: 2}}\n"
        "deck: {cards: {q: {attribute: [m]}, r: {attribute: [n]}}}\n"
        "simulate: {tests: {t: {start-card: 0, start: {deck-top: [q]},"
        " combos: {c: {D: [{any: [a:n, a:m]}, a:n]}}}}}\n"
    )
    deck = yisp.loads(text)
    assert yisp.run(deck, method="exact").topics["t"].success.exact == "1"
    found = yisp.run(deck, method="sample", count=200, seed=7, target=target)
    assert found.topics["t"].success.rate == 1


def test_what_lies_in_the_reserve_is_found_by_nobody(target: str) -> None:
    """Not even the card that is there itself: whoever moves it back moves nothing."""
    effect = "[1]@;(# X R);(# X H);(## X.a B);(= n |X.a|);(= held (+ held n))"
    data = json.loads(deck({"a": 1, "b": 2}, "(# D.a H)", []))
    data["deck"]["cards"]["a"]["program"] = [effect]
    stats = {"held": "held", "hand": "|H|", "grave": "|B|"}
    data["simulate"]["tests"]["t"] |= {"exec-program": True, "stats": stats}
    play = open_play(compile_text(json.dumps(data)), target)
    play.run(0, 20)
    assert [tally.total for tally in play.counts().stats] == [0, 0, 0]
    assert {code for code, _ in notices(play)} == {"Y301"}
