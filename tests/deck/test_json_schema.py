"""The JSON Schema of the deck file: it takes what the loader takes, and marks what the loader does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

import yisp
from yisp.deck import json_schema
from yisp.deck.load import loads
from yisp.deck.reference import FILES
from yisp.deck.schema import KEYS, Value
from yisp.lang.diagnostics import DeckError

ROOT = Path(__file__).parents[2]
PACKAGED = sorted((Path(yisp.__path__[0]) / "games").rglob("*.yml"))
DOCUMENTED = [
    block
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for block in re.findall(r"^```yaml[^\n]*\n(deck:.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S)
]

CHECK = jsonschema.Draft7Validator(json_schema.deck_schema())


class _Loader(yaml.SafeLoader):
    """Reads a file as an editor does: keys are texts, whatever they look like."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[str, Any]:
    loader.flatten_mapping(node)
    return {key.value: loader.construct_object(value, deep=True) for key, value in node.value}


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def as_in_an_editor(text: str) -> Any:
    return yaml.load(text, _Loader)


def mistakes(text: str) -> list[str]:
    """The places (as paths) of what an editor would mark."""
    found = CHECK.iter_errors(as_in_an_editor(text))
    return sorted({".".join(map(str, error.absolute_path)) for error in found})


def deck(card: str = "{}", topic: str = "{combos: {c: {hand: [a]}}}", more: str = "") -> str:
    return f"deck: {{cards: {{b: {{count: 5}}, a: {card}}}}}\nsimulate: {{tests: {{t: {topic}}}}}\n{more}"


def test_it_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(json_schema.deck_schema())


def test_the_files_beside_the_documents_are_up_to_date() -> None:
    for name, make in FILES.items():
        text = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert text == make(), "python -m yisp.deck.reference --write docs"


def test_every_key_is_in_it() -> None:
    text = json_schema.rendered()
    for key in KEYS.values():
        assert json.dumps(key.summary, ensure_ascii=False)[1:-1] in text, key.path


@pytest.mark.parametrize("value", Value)
def test_every_sort_of_value_is_described(value: Value) -> None:
    """A new sort of value needs a line in ``json_schema``."""
    assert json_schema.value_schema(KEYS["deck"] if value is Value.SECTION else _a_key(value))


def _a_key(value: Value) -> Any:
    return next(key for key in KEYS.values() if key.value is value)


@pytest.mark.parametrize("path", PACKAGED, ids=lambda path: path.stem)
def test_it_takes_the_packaged_decks(path: Path) -> None:
    assert mistakes(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("text", DOCUMENTED, ids=lambda text: str(len(text)))
def test_of_the_documents_it_marks_the_unknown_keys(text: str) -> None:
    """Some show what happens with one."""
    try:
        found = loads(text, "deck.yml").diagnostics
    except DeckError as error:
        found = error.diagnostics
    assert bool(mistakes(text)) == any(item.code == "Y202" for item in found)


@pytest.mark.parametrize(
    "text",
    [
        deck(),
        deck(card=""),
        deck(card="{count: '3', attribute: x, program: '@'}"),
        deck(card="{count: 0, attribute: [no, 10, on], program: ['@', '']}"),
        deck(topic="{start-card: , exec-program: Yes, combos: {c: }}"),
        deck(topic="{exec-program: 'no', combos: {c: {F: [{any: [a, a]}], grave: ['0x a']}}}"),
        deck(topic="{combos: {c: {score: '(+ 1 2)', condition: 1, hand: [a]}}, stats: {s: 3}}"),
        deck(topic="{policy: greedy, combos: {c: {hand: [a]}}}"),
        deck(topic="{watch: {w: {hand: [a], score: 2, F: []}, v: }}"),
        deck(topic="{combos: {}, stats: {s: 3}}"),
        deck(more="# a comment\n"),
    ],
)
def test_what_the_loader_takes_it_takes(text: str) -> None:
    loads(text, "deck.yml")
    assert mistakes(text) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("deck: {cards: {a: {}}}\n", ""),  # no topics
        (deck(card="{count: x}"), "deck.cards.a.count"),
        (deck(card="{count: -2}"), "deck.cards.a.count"),
        (deck(card="[a]"), "deck.cards.a"),
        (deck(card="{program: {a: b}}"), "deck.cards.a.program"),
        (deck(topic="{combos: {}}"), "simulate.tests.t"),
        (deck(topic="{stats: {}, watch: }"), "simulate.tests.t"),
        (deck(topic="{watch: {w: {hand: a}}}"), "simulate.tests.t.watch.w.hand"),
        (deck(topic="{start-card: 1}"), "simulate.tests.t"),
        (deck(topic="{method: guess, combos: {c: {hand: [a]}}}"), "simulate.tests.t.method"),
        (deck(topic="{combos: {c: {hand: a}}}"), "simulate.tests.t.combos.c.hand"),
        (deck(topic="{combos: {c: {X: [a]}}}"), "simulate.tests.t.combos.c"),
        (deck(topic="{c: {hand: [a]}, combos: {c: {hand: [a]}}}"), "simulate.tests.t"),
    ],
)
def test_what_the_loader_refuses_it_marks(text: str, place: str) -> None:
    with pytest.raises(DeckError):
        loads(text, "deck.yml")
    assert place in mistakes(text)


def test_what_is_left_out_may_stand_in_the_file_that_is_extended() -> None:
    assert mistakes("extends: war\nsimulate: {tests: {t: , u: {start-card: 3}}}\n") == []
    assert mistakes("simulate: {tests: {t: , u: {start-card: 3}}}\n") == [
        "", "simulate.tests.t", "simulate.tests.u",
    ]  # fmt: skip
    assert mistakes(deck(more="wall:")) == ["wall"]


def test_unknown_keys_are_marked() -> None:
    assert mistakes(deck(card="{cuont: 3}")) == ["deck.cards.a"]
    assert mistakes(deck(more="author: me\n")) == [""]
