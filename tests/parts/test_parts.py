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
from yisp.lang.diagnostics import Diagnostics
from yisp.lang.parsing.parser import parse_effect
from yisp.lang.source import TextSource
from yisp.messages import LANGUAGES, speaking, translated
from yisp.parts import NoPart, is_whole, read, write
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


@pytest.mark.parametrize("number", few_or_many(200, 1500))
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


@pytest.mark.parametrize("number", few_or_many(10, 100))
def test_every_part_is_read_again(number: int) -> None:
    """Whatever is in it."""
    random, seen = Random(number), set[tuple[str, str]]()
    for room in ROOMS:
        for _ in range(number * len(ROOMS[room])):
            drawn = part(random, room, 2)
            if again(around(WHERE[room](drawn))) == around(WHERE[room](drawn)):
                seen.add((room, drawn["part"]))
    assert not {(room, one.name) for room, one in DECLARED} - seen


# Reading, then writing --------------------------------------------------------------------------------


@pytest.mark.parametrize("number", few_or_many(150, 1500))
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

DRAW = {"part": "draw", "n": {"part": "whole", "n": 1}, "tags": []}


@pytest.mark.parametrize(
    "wrong",
    [
        None, [], {}, around() | {"when": {}}, around() | {"then": {}}, around({"part": "none"}), around(7),
        around(DRAW | {"n": 2}), around(DRAW | {"n": {"part": "whole", "n": "2"}}), around(*[DRAW] * 1000),
        around(DRAW | {"tags": ["a];(# H B"]}), around({"part": "set", "v": "x 1);(", "n": DRAW["n"]}),
        around({"part": SCRIPT, "code": 7}), around({"part": SCRIPT, "code": "x" * 100_000}),
        around() | {"when": {"zones": ["HB"], "event": None}},
        around() | {"when": {"zones": ["H"], "event": "noon"}},
    ],
)  # fmt: skip
def test_data_that_are_no_effect_are_refused_in_a_sentence(wrong: Any) -> None:
    with pytest.raises(NoPart) as caught:
        write(wrong)
    assert str(caught.value)


def test_data_that_are_too_deep_are_refused() -> None:
    number: dict[str, Any] = {"part": "whole", "n": 1}
    for _ in range(5000):
        number = {"part": "negative", "n": number}
    with pytest.raises(NoPart):
        write(around({"part": "set", "v": "x", "n": number}))
