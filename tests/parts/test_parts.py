"""Parts are what they write: written and read they are the same, and so is a script read and written."""

from __future__ import annotations

from collections import Counter
from random import Random
from string import Formatter
from typing import Any

import pytest
from explain.drawn import PLAIN, effects, neighbours
from parts.drawn import effect, parse, part
from properties.generated import few_or_many

from yisp.editor.text.meaning import same_tree
from yisp.lang.diagnostics import DeckError, Diagnostics
from yisp.lang.parsing.parser import parse_effect
from yisp.lang.source import TextSource
from yisp.messages import LANGUAGES, speaking, translated
from yisp.parts import NoPart, is_whole, read, write
from yisp.parts.effects import read_script
from yisp.parts.menus import EVENTS, menus
from yisp.parts.patterns import DEEPEST
from yisp.parts.sorts import ROOMS, SCRIPT

DECLARED = [(room, one) for room, parts in ROOMS.items() for one in parts]

M = {"part": "attribute", "attribute": "m"}

WHERE: dict[str, Any] = {
    "statement": lambda one: one,
    "guard": lambda one: one,
    "step": lambda one: one,
    "condition": lambda one: {"part": "if so", "condition": one},
    "question": lambda one: {"part": "if so", "condition": one},
    "number": lambda one: {"part": "set", "v": "x", "n": one},
    "count": lambda one: {"part": "set", "v": "x", "n": one},
    "filter": lambda one: {"part": "discard", "cards": {"part": "all", "which": [one, M]}, "tags": []},
    "cards": lambda one: {"part": "print", "items": [{"part": "cards", "cards": one}]},
    "cards D": lambda one: {"part": "summon", "cards": one, "tags": []},
    "cards H": lambda one: {"part": "discard", "cards": one, "tags": []},
    "cards B": lambda one: {"part": "recover", "cards": one, "tags": []},
    "argument": lambda one: {"part": "function", "function": "f", "arguments": [one]},
    "item": lambda one: {"part": "print", "items": [one]},
    "answer": lambda one: {"part": "on", "event": "draw", "steps": [one]},
}
"""A statement with a part of each room in it."""


def around(*statements: Any) -> dict[str, Any]:
    when = {"once": False, "first": False, "zones": ["H"], "event": None}
    return {"when": when, "before": [], "activates": True, "then": list(statements)}


def again(data: dict[str, Any]) -> dict[str, Any]:
    """Written and read."""
    script = write(data)
    return read(parse(script), script)


# What is declared -------------------------------------------------------------------------------------


def test_a_part_is_itself_as_it_comes_from_the_menu() -> None:
    for room, one in DECLARED:
        assert again(around(WHERE[room](one.first))) == around(WHERE[room](one.first)), one.name


COUNTS = {
    "whole": "1", "size": "|H|", "variable": "summon", "negative": "(- 1)", "plus": "(+ 1 1)",
    "times": "(* 1 1)", "least": "(min 1 1)", "greatest": "(max 1 1)", "minus": "(- 1 6)",
    "over": "(/ 1 6)", "rest": "(% 1 6)", "rand": "(rand 1 6)", "size of": "(abs 1)",
    "sum": "(sum F level)", "high": "(high F level)",
    "low": "(low F level)", "copies": "(copies B)", "muldiv": "(muldiv 1 1 2 up)", "choice": "(if |D| 1 0)",
    "function": "(function)",
}  # fmt: skip
ASKED = {
    "count": "(>= |H| 2)", "compare": "(>= summon 1)", "not": "(not |D|)", "and": "(and |D| |D|)",
    "or": "(or |D| |D|)",
}  # fmt: skip
STEPS = {
    "draw": "(# D.1 H [draw])", "mill": "(# D.1 B [mill])", "exile": "(# D.1 J [banish])",
    "search": "(# D.*1 H [search])", "dump": "(# D.*1 B [mill])", "summon": "(# D.*1 F [special-summon])",
    "discard": "(# H.*1 B [discard])", "return": "(# H.*1 D)", "recover": "(# B.*1 H)",
    "recycle": "(# B.*1 D)", "play": "(# H.*1 F)", "revive": "(# B.*1 F [special-summon])",
    "banish": "(# B.*1 J [banish])", "banish hand": "(# H.*1 J [banish])",
    "banish deck": "(# D.*1 J [banish])", "this": "(# X B)",
    "look": "(# D.3 L)", "move": "(# J.*1 H)", "move on top": "(## H.*1 D)", "shuffle": "(shuffle D)",
    "more": "(= summon (+ summon 1))", "less": "(= summon (- summon 1))", "set": "(= summon 1)",
    "if": "(if |D| (# D.1 H [draw]))", "either": "(if |D| (# D.1 H [draw]) ())",
    "repeat": "(repeat 2 (# D.1 H [draw]))", "while": "(while |D| (# D.1 H [draw]))",
    "after": "(after 1 (# D.1 H [draw]))", "on": "(on turn-end (# D.1 H [draw]))", "forbid": "(! draw)",
    "stop": "(stop 1)", "block": "(block (# D.1 H [draw]))", "nothing": "()", "function": "(function)",
    "print": '(print "")',
}  # fmt: skip
GUARDS = {"if so": "/|D|", "unless": "/!|D|"}
NUMBERS = {**COUNTS, **ASKED}
OF_ZONES = {
    zone: {
        "first": f"{zone}.1", "chosen": f"{zone}.*1", "random": f"{zone}.?1", "last": f"{zone}.-1",
        "all": zone,
    } for zone in "DHB"
}  # fmt: skip
AT_FIRST = {
    **{f"cards {zone}": written for zone, written in OF_ZONES.items()},
    "cards": {"this": "X", **OF_ZONES["D"]},
    "filter": {
        "attribute": "a:monster", "this": "X", "others": "!X", "card": "card", "property": "(>= level 4)",
        "pattern": "A:*", "kind": "k:card", "first": "1", "last": "-1", "random": "?1", "chosen": "*1",
        "not": "!a:monster", "where": "(and (<= level 4) (<= level 4))",
    },
    "question": {"holds": "|D|", **ASKED},
    "count": COUNTS,
    "number": NUMBERS,
    "condition": {"holds": "|D|", **ASKED, **{name: one for name, one in COUNTS.items() if name != "size"}},
    "argument": {**NUMBERS, "zone": "H"},
    "step": STEPS,
    "item": {"text": '""', "cards": "H", **NUMBERS},
    "answer": {"when": "(when |D|)", "times": "(times 1)", "turns": "(for 1)", "sort": "[steady]", **STEPS},
    "guard": GUARDS,
    "statement": {**GUARDS, **STEPS},
}  # fmt: skip
"""By room, in the order of its menu, what each part writes as it comes from there."""


def test_what_each_part_writes_at_first() -> None:
    found = {room: {one.name: one.write(one.first) for one in parts} for room, parts in ROOMS.items()}
    assert found == AT_FIRST
    assert [list(parts) for parts in found.values()] == [list(parts) for parts in AT_FIRST.values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_name_every_field_once(language: str) -> None:
    for _, one in DECLARED:
        with speaking(language):
            said = translated(one.words)
        named = [name for _, name, _, _ in Formatter().parse(said) if name is not None]
        assert sorted(named) == sorted(one.fields) == sorted(one.usual), one.name


@pytest.mark.parametrize("room", ROOMS)
def test_menus_have_each_name_and_each_sentence_once(room: str) -> None:
    for said in ([one.name for one in ROOMS[room]], [one.words for one in ROOMS[room]]):
        assert len(set(said)) == len(said)


# Writing, then reading --------------------------------------------------------------------------------


def test_menus_say_what_each_field_takes() -> None:
    shown = menus()
    rooms = {room: {one["part"]: one for one in parts} for room, parts in shown["rooms"].items()}
    assert {room: len(parts) for room, parts in rooms.items()} == {
        "cards": 6, "cards D": 5, "cards H": 5, "cards B": 5, "filter": 13, "question": 6, "count": 20,
        "number": 25, "condition": 25, "argument": 26, "item": 27, "step": 35, "answer": 39, "guard": 2,
    }  # fmt: skip
    takes = {
        tuple(field.values())
        for parts in rooms.values()
        for one in parts.values()
        for field in one["fields"].values()
    }
    rows = {("filter", 0), ("argument", 0), ("step", 0), ("step", 1), ("answer", 1), ("item", 1)}
    ones = {"number", "condition", "filter", "cards", "cards D", "cards H", "cards B"}
    names = {
        "zone",
        "attribute",
        "card",
        "property",
        "relation",
        "pattern",
        "kind",
        "variable",
        "rounding",
        "function",
        "event",
        "tag",
        "text",
    }
    assert takes == {
        *(("row", *row) for row in (*rows, ("number", 2), ("condition", 2))),
        *(("one", room) for room in ones),
        *(("name", name) for name in names),
        ("tags", "tag"),
        ("whole",),
    }
    choices = shown["choices"]
    assert {sort: len(words) for sort, words in choices.items()} == {
        "zone": 5,
        "relation": 6,
        "rounding": 3,
        "event": len(EVENTS),
        "trigger": len(EVENTS),
    }
    assert ["draw", "whenever an effect draws cards"] in choices["event"]
    assert ["draw", "when an effect draws cards"] in choices["trigger"]
    assert ["H", "the hand"] in choices["zone"]
    assert read(parse(write(shown["first"])), write(shown["first"])) == shown["first"]


@pytest.mark.parametrize("number", few_or_many(60, 1500, 3))
def test_written_and_read_parts_are_the_same(number: int) -> None:
    """But for those that say what another one says, too, which is read: these say it ever after."""
    random = Random(number)
    kept = Counter[str]()
    for _ in range(number):
        drawn = effect(random)
        found = again(drawn)
        assert same_tree(parse(write(found)), parse(write(drawn)))
        assert again(found) == found and is_whole(found), write(drawn)
        kept.update(["same"] if found == drawn else [])
    assert kept["same"] > number / 3


def test_every_part_is_read_again() -> None:
    """Whatever is in it: until each was, or that is no longer likely."""
    random = Random(7)
    for room in ROOMS:
        left = {one.name for where, one in DECLARED if where == room}
        for _ in range(100 * len(ROOMS[room])):
            drawn = part(random, room, 2)
            if again(around(WHERE[room](drawn))) == around(WHERE[room](drawn)):
                left.discard(drawn["part"])
                if not left:
                    break
        assert not left, room


# Reading, then writing --------------------------------------------------------------------------------


@pytest.mark.parametrize("number", few_or_many(40, 1500, 3))
def test_read_and_written_scripts_are_the_same(number: int) -> None:
    random = Random(number)
    whole = Counter[bool]()
    for drawn in (*PLAIN, *effects(random, number)):
        for script in (drawn, *neighbours(random, drawn, 2)):
            found = Diagnostics()
            tree = parse_effect(TextSource("script", script), found)
            if found.failed:
                continue
            data = read(tree, script)
            assert same_tree(parse(write(data)), tree), script
            assert read(parse(write(data)), write(data)) == data, script
            whole[is_whole(data)] += 1
    assert whole[True] > number / 4 and whole[False]


def test_what_is_no_part_stays_as_it_is() -> None:
    script = "[1]/|H|;@;(light  D.a:bin 30);(# D.2 H [draw])"
    data = read(parse(script), script)
    assert data["then"] == [
        {"part": SCRIPT, "code": "(light  D.a:bin 30)"},
        {"part": "draw", "n": {"part": "whole", "n": 2}, "tags": ["draw"]},
    ]
    assert write(data) == script and not is_whole(data)


def test_a_script_that_is_too_deep_stays_script() -> None:
    number = "|H|"
    for _ in range(DEEPEST * 2):
        number = f"(+ 1 {number})"
    script = f"@;(= x {number})"
    data = read(parse(script), script)
    assert not is_whole(data) and write(data) == script


# As a person would write ------------------------------------------------------------------------------

SCRIPTS = (
    "@;(# X B);(# D.2 H [draw])",
    "[1]/(>= |D| 12);@;(# X B);(# D.10 J [banish]);(# D.2 H [draw])",
    "[1^HB on D>B]/|D.a:warrior.(<= level 4)|;(# D.a:warrior.(<= level 4).*1 H [search]);(shuffle D)",
    "/!used;(# H.!X.1 B [discard]);@;(= used 1);(if |D| (block (# D.:x B [mill]) (shuffle D)))",
    '@;(# D."two words".?1 F [special-summon]);(! draw);(on >B (# it.1 J) (when |it.p|) (times 2))',
)


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_come_back_as_they_were_written(script: str) -> None:
    data = read(parse(script), script)
    assert write(data) == script and is_whole(data)


# What is no effect ------------------------------------------------------------------------------------

ONE = {"part": "whole", "n": 1}
DRAW = {"part": "draw", "n": ONE, "tags": []}


def deep(parts: int) -> dict[str, Any]:
    """So many parts in one another."""
    number: dict[str, Any] = ONE
    for _ in range(parts - 2):
        number = {"part": "negative", "n": number}
    return {"part": "set", "v": "x", "n": number}


@pytest.mark.parametrize(
    "wrong",
    [
        None, [], {}, around() | {"when": {}}, around() | {"then": {}}, around({"part": "none"}), around(7),
        around(DRAW | {"n": 2}), around(DRAW | {"n": {"part": "whole", "n": "2"}}), around(*[DRAW] * 1000),
        around(DRAW | {"tags": ["a];(# H B"]}), around({"part": "set", "v": "x 1);(", "n": DRAW["n"]}),
        around({"part": SCRIPT, "code": 7}), around({"part": SCRIPT, "code": "x" * 100_000}),
        around() | {"when": {"zones": ["HB"], "event": None}},
        around() | {"when": {"zones": ["H"], "event": "noon"}},
        around() | {"when": {"zones": ["X"], "event": None}},
        around() | {"when": {"zones": ["h"], "event": None}},
        around() | {"when": {"zones": [7], "event": None}},
        around() | {"when": {"zones": "H", "event": None}},
        around() | {"when": {"zones": ["H"], "event": 7}},
        around() | {"when": "H"}, around(DRAW | {"tags": "a"}), around(DRAW | {"tags": ["a"] * 201}),
        around(DRAW | {"tags": [7]}), around(DRAW | {"tags": ["x" * 1001]}),
        around({"part": "set", "v": "x" * 1001, "n": ONE}),
        around({"part": "set", "v": 7, "n": ONE}), around({"part": "set", "v": "it", "n": ONE}),
        around({"part": "set", "v": "x", "n": {"part": "whole", "n": True}}),
        around({"part": "set", "v": "x", "n": {"part": "whole", "n": 2**63}}),
        around({"part": "set", "v": "x", "n": {"part": "whole", "n": -(2**63) - 1}}),
        around({"part": "set", "v": "x", "n": {"part": "plus", "numbers": [ONE]}}),
        around({"part": "function", "function": "if", "arguments": []}),
        around({"part": "function", "function": "times", "arguments": []}),
        around({"part": SCRIPT, "code": "x" * 20_001}), around(*[DRAW] * 201), around(deep(42)),
    ],
)  # fmt: skip
def test_data_that_are_no_effect_are_refused_in_a_sentence(wrong: Any) -> None:
    with pytest.raises(NoPart) as caught:
        write(wrong)
    assert str(caught.value)


def test_data_that_are_too_deep_are_refused() -> None:
    with pytest.raises(NoPart):
        write(around(deep(5000)))


@pytest.mark.parametrize(
    ("data", "script"),
    [
        (around(*[DRAW] * 200), ";".join(["@", *["(# D.1 H)"] * 200])),
        (around(DRAW | {"tags": ["a"] * 200}), f"@;(# D.1 H{' [a]' * 200})"),
        (around(DRAW | {"tags": ["x" * 1000]}), f"@;(# D.1 H [{'x' * 1000}])"),
        (around({"part": "set", "v": "x" * 1000, "n": ONE}), f"@;(= {'x' * 1000} 1)"),
        (around({"part": "set", "v": "x", "n": {"part": "whole", "n": 2**63 - 1}}), f"@;(= x {2**63 - 1})"),
        (around({"part": "set", "v": "x", "n": {"part": "whole", "n": -(2**63)}}), f"@;(= x {-(2**63)})"),
        (around({"part": SCRIPT, "code": "x" * 20_000}), f"@;{'x' * 20_000}"),
        (around(deep(41)), f"@;(= x {'(- ' * 39}1{')' * 39})"),
    ],
    ids=range(8),
)
def test_as_much_as_may_be_is_written(data: Any, script: str) -> None:
    assert write(data) == script


def test_a_script_with_a_mistake_is_no_effect() -> None:
    with pytest.raises(DeckError, match="Y104"):
        read_script("@;(# X B")
