"""A JSON Schema of the deck file, by which editors complete keys, explain them and mark mistakes.

    python -m yisp.deck.json_schema > deck.schema.json

What comes in: the keys declared in ``schema``.  What goes out: a schema of JSON Schema draft 7, the
one that every editor knows.  An editor resolves YAML's types before it looks (``no`` is false to it,
``10`` a number), and the language does not: wherever a text stands, a number or boolean is as good.
What a file leaves out, one that it extends may have: only a file that extends none is asked for keys that
a deck needs.  What a schema cannot say is left to ``yispc check``: whether names exist, what scripts mean,
how keys depend on one another.
"""

from __future__ import annotations

import json
from typing import Any

from .observables import MOST_RELATIONS
from .reading.fields import BOOLEANS
from .schema import KEYS, ZONE_KEY, Key, Value, children

Schema = dict[str, Any]

TITLE = "Yisp deck file"
EXTENDS = "extends"

TEXT: Schema = {"type": ["string", "number", "boolean"]}
"""Anything that is written without brackets or keys below it."""

ITEM: Schema = {
    "anyOf": [
        TEXT,
        {
            "type": "object",
            "description": "One card that fits any of these.",
            "properties": {"any": {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}},
            "required": ["any"],
            "additionalProperties": False,
        },
    ]
}
"""One item of a combo's list for a zone."""


def deck_schema() -> Schema:
    """The schema of a whole deck file."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": TITLE,
        **_section(""),
        "if": {"required": [EXTENDS]},
        "else": _needed(""),
    }


def rendered() -> str:
    """The schema as the text of a file."""
    return json.dumps(deck_schema(), ensure_ascii=False, indent=2) + "\n"


def _section(path: str) -> Schema:
    """The schema of a table whose keys are declared under ``path``."""
    keys = dict(children(path))
    zone = keys.pop(ZONE_KEY, None)
    schema: Schema = {
        "type": "object",
        "properties": {name: _described(key) for name, key in keys.items()},
        "additionalProperties": False,
    }
    if zone is not None:
        schema["patternProperties"] = {"^[A-WYZ]$": _described(zone)}
    return schema


def _needed(path: str) -> Schema:
    """What must stand in a table, and in those below it; nothing is said of the rest."""
    keys, schema = children(path), dict[str, Any]()
    required = [name for name, key in keys.items() if key.required]
    if required:
        schema["required"] = required
    for name, key in keys.items():
        if key.unless:
            filled = {"type": "object", "minProperties": 1}
            schema["anyOf"] = [
                {"required": [one], "properties": {one: filled}} for one in (name, *key.unless)
            ]
    below = {name: needed for name, key in keys.items() if (needed := _needed_below(key))}
    if schema:
        schema["type"] = "object"
    if below:
        schema["properties"] = below
    return schema


def _needed_below(key: Key) -> Schema:
    """The same of what stands behind a key."""
    match key.value:
        case Value.SECTION:
            return _needed(key.path)
        case Value.SECTIONS:
            needed = _needed(key.path)
            return {"items": needed} if needed else {}
        case Value.TABLE:
            needed = _needed(f"{key.path}.*") if f"{key.path}.*" in KEYS else {}
            least = {"minProperties": 1} if key.required else {}
            return {**least, **({"additionalProperties": needed} if needed else {})}
    return {}


def _described(key: Key) -> Schema:
    """What may stand behind a key, and what an editor says about it."""
    value = value_schema(key)
    if not key.required:
        value = _or_nothing(value)
    schema = {"description": key.summary, **value}
    if key.default is not None:
        schema["default"] = BOOLEANS[str(key.default)] if key.value is Value.BOOLEAN else key.default
    return schema


def _or_nothing(schema: Schema) -> Schema:
    """The same, or nothing: a key may stand without a value."""
    if "anyOf" in schema:
        return {"anyOf": [*schema["anyOf"], {"type": "null"}]}
    if "enum" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    types = schema["type"]
    return {**schema, "type": [*([types] if isinstance(types, str) else types), "null"]}


def value_schema(key: Key) -> Schema:
    """What may stand behind a key."""
    match key.value:
        case Value.SECTION:
            return _section(key.path)
        case Value.TABLE:
            return _table(key)
        case Value.NUMBER:
            return {
                "anyOf": [
                    {"type": "integer", "minimum": key.least, "maximum": key.most},
                    {"type": "string", "pattern": _digits(key)},
                ]
            }
        case Value.BOOLEAN:
            cases = (str.lower, str.capitalize, str.upper)
            words = sorted({case(word) for word in BOOLEANS for case in cases})
            return {"anyOf": [{"type": "boolean"}, {"enum": words}]}
        case Value.CHOICE:
            return {"enum": list(key.choices)}
        case Value.POLICY:
            return {"anyOf": [{"enum": list(key.choices)}, _section(key.path)]}
        case Value.TEXT | Value.SCRIPT | Value.SCORE | Value.CONDITION:
            return dict(TEXT)
        case Value.NAMES | Value.SCRIPTS | Value.VALUES | Value.EXPECTATIONS:
            return {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}
        case Value.CARDS:
            return {"type": "array", "items": ITEM}
        case Value.SECTIONS:
            return {"type": "array", "items": _section(key.path)}
        case Value.PATIENCE:
            number = {"type": "integer", "minimum": key.least, "maximum": key.most}
            return {"anyOf": [number, {"enum": ["none"]}, {"type": "string", "pattern": _digits(key)}]}
        case Value.HOOKS:
            return {"anyOf": [TEXT, _table(key)]}
        case Value.PAIRS:
            pair = {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2}
            return {"type": "array", "items": pair, "maxItems": MOST_RELATIONS}


def _digits(key: Key) -> str:
    """A number that is written as a text; one of a card may be what ``each`` fills in."""
    digits = r"^\s*[-+]?[0-9]+\s*$"
    return digits + r"|\{.+\}" if key.path.startswith("deck.cards.*.") else digits


def _table(key: Key) -> Schema:
    schema: Schema = {"type": "object", "propertyNames": {"pattern": "\\S"}}
    entry = KEYS.get(f"{key.path}.*")
    if entry is not None:
        schema["additionalProperties"] = _described(entry)
    return schema


if __name__ == "__main__":
    print(rendered(), end="")
