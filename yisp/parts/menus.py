"""What a form offers: the parts with their words, and what may be chosen in their fields.

What comes in: the language in force.  What goes out: plain data.  What is not handled: the names of a deck,
which belong into fields as well (``yisp.editor.edits.byhand``).
"""

from __future__ import annotations

from typing import Any

from ..lang.events import read_event
from ..messages import Message, say, translated
from .effects import read_script
from .patterns import Part, Sort
from .sorts import ROOMS, Name, One, Row, Steps, Tags

RELATIONS = {
    ">=": say("at least …"), "<=": say("at most …"), "==": say("equal to"),
    ">": say("more than"), "<": say("less than"), "!=": say("other than"),
}  # fmt: skip
ROUNDINGS = {"up": say("up"), "down": say("down"), "near": say("to the nearest")}
MOVES = (">B", "D>B", "H>B", "F>B", ">J", ">F", ">H", "D>H", "F>")
FIRST = "@;(# X B);(# D.1 H [draw])"
"""A new effect."""

EVENTS = ("turn-start", "turn-end", "draw", "activate", *MOVES)
"""Those that menus have."""


def menus() -> dict[str, Any]:
    """An effect to begin with, the parts by room, and what there is to choose by the sort of a field."""
    from ..explain.nouns import ZONES  # only who asks for words imports what says them
    from ..explain.teller import Teller

    teller = Teller("")
    events = {word: event for word in EVENTS if (event := read_event(word)) is not None}
    return {
        "first": read_script(FIRST),
        "rooms": {room: list(map(_part, parts)) for room, parts in ROOMS.items() if room != "statement"},
        "choices": {
            "zone": _choices(ZONES),
            "relation": _choices(RELATIONS),
            "rounding": _choices(ROUNDINGS),
            "event": _choices({word: teller.any_event(event) for word, event in events.items()}),
            "trigger": _choices({word: teller.own_event(event) for word, event in events.items()}),
        },
    }


def _choices(words: dict[str, Message] | dict[str, str]) -> list[list[str]]:
    return [[value, translated(said)] for value, said in words.items()]


def _part(part: Part) -> dict[str, Any]:
    fields = {name: _field(sort) for name, sort in part.fields.items()}
    return {"part": part.name, "words": translated(part.words), "fields": fields, "first": part.first}


def _field(sort: Sort) -> dict[str, Any]:
    """What sort of thing a field is: a name or a number, or parts of a room."""
    match sort:
        case Steps(room):
            return {"is": "row", "room": room, "least": 0}
        case Row(room, _, least):
            return {"is": "row", "room": room, "least": least}
        case One(room):
            return {"is": "one", "room": room}
        case Tags():
            return {"is": "tags", "name": "tag"}
        case Name(name):
            return {"is": "name", "name": name}
    return {"is": "whole"}
