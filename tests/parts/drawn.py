"""Effects drawn as parts, from the declarations: a part that is declared is drawn without a word here."""

from __future__ import annotations

from random import Random
from typing import Any

from yisp.lang.diagnostics import Diagnostics
from yisp.lang.parsing.parser import parse_effect
from yisp.lang.source import TextSource
from yisp.lang.tree import Effect
from yisp.parts import effects, sorts
from yisp.parts.sorts import ROOMS

NAMES = ("p", "q", "two words", "蟲惑", 'say "hi"', "10", "a:b", "3x", "X", "!no", "x.y")
WORDS: dict[str, tuple[str, ...]] = {
    "card": NAMES, "attribute": NAMES, "pattern": ("m*", "?", "no *"), "kind": NAMES,
    "variable": ("x", "word", "summon"), "property": ("level", "rank", "copies"),
    "function": ("gain", "held", "ygo:draw"), "zone": (*"HDBFJEX", "H:2", "D:who"),
    "event": (">B", "D>H", "H>", "draw", "activate", "turn-start", "turn-end"),
    "tag": ("draw", "special-summon", "ygo:draw"), "text": ("", "hand:", 'a "b" c'),
}  # fmt: skip
"""Names of each sort."""


def parse(script: str) -> Effect:
    """An effect, which has no mistakes of spelling."""
    found = Diagnostics()
    effect = parse_effect(TextSource("script", script), found)
    assert not found.failed, (script, [str(one.message) for one in found])
    return effect


def part(random: Random, room: str, depth: int) -> dict[str, Any]:
    """A part of a room; deep in others, one that has none in it."""
    every = ROOMS[room]
    plain = [one for one in every if not any(_is_deep(sort) for sort in one.fields.values())]
    chosen = random.choice(plain if depth <= 0 and plain else every)
    fields = {name: _value(random, sort, depth - 1) for name, sort in chosen.fields.items()}
    return {"part": chosen.name, **fields}


def _is_deep(sort: Any) -> bool:
    return isinstance(sort, sorts.One | sorts.Row) and not isinstance(sort, sorts.Amount)


def _value(random: Random, sort: Any, depth: int) -> Any:
    match sort:
        case sorts.Steps():
            return [part(random, sort.room, depth) for _ in range(random.choice((0, 1, 1, 2, 3)))]
        case sorts.One():
            return part(random, sort.room, depth)
        case sorts.Row():
            most = 2 if depth > 0 else 0
            return [part(random, sort.room, depth) for _ in range(sort.least + random.randint(0, most))]
        case sorts.Tags():
            return random.sample(WORDS["tag"], random.choice((0, 1, 1, 2)))
        case sorts.Whole():
            return random.choice((0, 1, 2, 3, 10, -1))
        case sorts.Word():
            return random.choice(("draw", "special-summon", "draw!", '"draw"', '"a b"'))
        case sorts.Name() if sort.choices:
            return random.choice(sort.choices)
        case sorts.Name():
            return random.choice(WORDS[sort.name])
    raise TypeError(sort)


def effect(random: Random) -> effects.Effect:
    """A whole effect."""
    event = random.choice((None, None, None, *WORDS["event"]))
    zones = random.sample("HDBFJ", random.choice((1, 1, 1, 2)))
    if event is not None and ">" in event and random.random() < 0.5:
        zones = []
    activates = event is None or random.random() < 0.5
    return {
        "when": {
            "once": random.random() < 0.4, "first": random.random() < 0.2, "zones": zones, "event": event,
        },
        "before": [part(random, "statement", 2) for _ in range(random.randint(0, 2) if activates else 0)],
        "activates": activates,
        "then": [part(random, "statement", 3) for _ in range(random.randint(0, 3))],
    }  # fmt: skip
