"""Effects as parts, and the script of such an effect.

What comes in: a tree with its text, or plain data of whomever.  What goes out::

    {"when": {"once": True, "first": False, "zones": ["H"], "event": None},
     "before": [{"part": "if so", …}, {"part": "discard", …}],   conditions and costs
     "activates": True,                                          whether there is an @
     "then": [{"part": "draw", "n": {"part": "whole", "n": 2}, "tags": ["draw"]}]}

What is no part is ``{"part": "script", "code": …}``: it is written as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..lang import tree
from ..lang.diagnostics import DeckError, Diagnostics
from ..lang.events import read_event
from ..lang.parsing.flags import DEFAULT_ZONE
from ..lang.parsing.parser import parse_effect
from ..lang.source import TextSource
from ..messages import say
from .declared import STATEMENT
from .patterns import Data, Reading
from .sorts import MOST, SCRIPT, NoPart

Effect = dict[str, Any]


def read(effect: tree.Effect, text: str) -> Effect:
    """An effect as parts; ``text`` is what it was read from."""
    statements = effect.script.statements
    at = next((i for i, one in enumerate(statements) if isinstance(one, tree.Activate)), None)
    flags = effect.flags
    return {
        "when": {
            "once": flags.once,
            "first": flags.first,
            "zones": list(flags.zones),
            "event": None if flags.event is None else _event(flags.event),
        },
        "before": _parts(statements[: at or 0], text),
        "activates": at is not None,
        "then": _parts(statements if at is None else statements[at + 1 :], text),
    }


def read_script(script: str) -> Effect:
    """The same of an effect's script; raises :class:`DeckError`."""
    found = Diagnostics()
    tree = parse_effect(TextSource("effect", script), found)
    if found.failed:
        raise DeckError(found)
    return read(tree, script)


def write(effect: Any, between: str = ";") -> str:
    """The script of an effect, with that between its statements; raises :class:`NoPart` for what is none."""
    if not isinstance(effect, dict):
        raise NoPart(say("An effect is missing."))
    before, then = _statements(effect.get("before")), _statements(effect.get("then"))
    at = ["@"] if effect.get("activates") is True else []
    return _flags(effect.get("when")) + between.join([*before, *at, *then])


def is_whole(data: Any) -> bool:
    """Whether parts hold nothing that is only script."""
    if isinstance(data, dict):
        return data.get("part") != SCRIPT and all(map(is_whole, data.values()))
    return not isinstance(data, list) or all(map(is_whole, data))


def _parts(statements: tuple[tree.Statement, ...], text: str) -> list[Data]:
    return [STATEMENT.read(one, Reading(text)) for one in statements]


def _statements(parts: Any) -> Iterator[str]:
    if not isinstance(parts, list) or len(parts) > MOST:
        raise NoPart(say("A list of at most {number} parts belongs here.", number=MOST))
    return (STATEMENT.write(one, 0) for one in parts)


# Flags --------------------------------------------------------------------------------------------------


def _event(event: tree.Event) -> str:
    return f"{event.source or ''}>{event.target or ''}" if event.kind == "move" else event.kind


def _flags(when: Any) -> str:
    if not isinstance(when, dict):
        raise NoPart(say("An effect without a place."))
    zones, event = when.get("zones"), when.get("event")
    if not isinstance(zones, list) or not all(_is_zone(one) for one in zones):
        raise NoPart(say("The zones of an effect are capital letters."))
    if event is not None and (not isinstance(event, str) or read_event(event) is None):
        raise NoPart(say("{name!a} is no event.", name=str(event)[:40]))
    is_move = event is not None and ">" in event
    written = "1" * (when.get("once") is True) + "^" * (when.get("first") is True)
    if is_move or (zones and zones != [DEFAULT_ZONE]):
        written += "".join(zones)
    if event is not None:
        written += f"{' ' if written else ''}on {event}"
    return f"[{written}]" if written else ""


def _is_zone(text: Any) -> bool:
    return isinstance(text, str) and len(text) == 1 and "A" <= text <= "Z" and text != "X"
