"""Functions of zones: parameters that are capital letters, and what calls make of such a function.

What comes in: a *pattern*, which is a function of which some parameters are zones (``swap(P, Q)``), and the
trees that call it.  What goes out: an *instance* for each combination of zones that a call gives, which is a
function like any other, called what ``walk.callee`` says of the call: ``swap(H, B)``.  In it the zones stand
where the letters stood, and every node is where it was in the author's text.  What is not handled: whether
an instance makes sense, which is ``check``'s business.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...messages import say
from ..diagnostics import Diagnostics, Text
from ..forms import FORMS, Kind
from ..tree import Call, CardSet, Function, Script, Word, rebuilt
from ..walk import Node, callee, given_zone, walk

MOST_INSTANCES = 500
"""How many instances a deck may have: every one of them is compiled."""

COMMON = {
    "H": say("the hand"),
    "D": say("the deck"),
    "F": say("the field"),
    "B": say("the graveyard"),
    "J": say("the banished cards"),
}
"""Zones that players know by their letters."""


def is_zone(name: str) -> bool:
    """Whether a name is a zone's letter (or ``X``, which looks like one)."""
    return len(name) == 1 and "A" <= name <= "Z"


def is_pattern(function: Function) -> bool:
    return any(map(is_zone, function.parameters))


def pattern_of(instance: Function) -> str:
    """The name of the pattern that it was made of."""
    return instance.name.partition("(")[0]


def check_pattern(function: Function, text: Text, diagnostics: Diagnostics) -> None:
    """Complain of parameters that are written with a seat: whose a zone is comes with it."""
    for node in walk(function.script):
        if isinstance(node, CardSet) and ":" in node.zone and node.zone[0] in function.parameters:
            sentence = say(
                "`{zone}` is whatever zone a call gives, and whose that is comes with it", zone=node.zone[0]
            )
            place = text.place(node.span[0], node.span[0] + len(node.zone))
            diagnostics.error(
                "Y136", sentence, place, say("write `{zone}`, and `H:1` in the call", zone=node.zone[0])
            )


def instances(
    patterns: Mapping[str, tuple[Function, Text]],
    roots: Iterable[tuple[Script | Node, Text]],
    there: Collection[str],
    diagnostics: Diagnostics,
) -> list[Function]:
    """What calls in some trees make of the patterns, directly or through others, beside what is ``there``;
    each behind those that it calls, as the patterns are."""
    found: dict[str, list[Function]] = {name: [] for name in patterns}
    seen, count = set(there), sum("(" in name for name in there)
    waiting = list(roots)
    while waiting:
        root, written = waiting.pop()
        for node in walk(root):
            if not isinstance(node, Call) or node.head not in patterns or callee(node) in seen:
                continue
            pattern, text = patterns[node.head]
            zones = _given(pattern, node)
            if zones is None:
                continue  # the checker says what is wrong
            if count == MOST_INSTANCES:
                sentence = say(
                    "functions are called for more than {most} combinations of zones",
                    most=MOST_INSTANCES,
                )
                diagnostics.error(
                    "Y136", sentence, written.place(*node.head_span), say("each of them is compiled")
                )
                return []
            count += 1
            seen.add(callee(node))
            instance = instance_of(pattern, zones, callee(node))
            found[node.head].append(instance)
            waiting.append((instance.script, text))
    return [instance for made in found.values() for instance in made]


def instance_of(pattern: Function, zones: Mapping[str, str], name: str) -> Function:
    """The function that a pattern is where its parameters are these zones."""
    numbers = tuple(one for one in pattern.parameters if not is_zone(one))
    return replace(pattern, name=name, parameters=numbers, script=_with_zones(pattern.script, zones))


def _given(pattern: Function, call: Call) -> dict[str, str] | None:
    """The zones that a call gives, by parameter; None where something else stands there."""
    if len(call.arguments) != len(pattern.parameters):
        return None
    zones: dict[str, str] = {}
    for parameter, argument in zip(pattern.parameters, call.arguments, strict=True):
        if is_zone(parameter):
            zone = given_zone(argument)
            if zone is None:
                return None
            zones[parameter] = zone
        elif isinstance(argument, CardSet):
            return None
    return zones


def _with_zones(node: Any, zones: Mapping[str, str]) -> Any:
    """A tree in which zones stand in place of letters, in events as well."""
    if isinstance(node, CardSet) and node.zone in zones:
        node = replace(node, zone=zones[node.zone])
    elif isinstance(node, Call) and node.head in FORMS:
        node = replace(node, arguments=tuple(_events(node, zones)))
    return rebuilt(node, lambda part: _with_zones(part, zones))


def _events(call: Call, zones: Mapping[str, str]) -> Sequence[Any]:
    """The arguments of a form, moves that it names being those of the zones."""
    form = FORMS[call.head]
    arguments = list(call.arguments)
    for index, argument in enumerate(arguments):
        if isinstance(argument, Word) and form.arguments and form.argument(index).kind is Kind.EVENT:
            source, mark, target = argument.text.partition(">")
            if mark:
                moved = f"{zones.get(source, source)}>{zones.get(target, target)}"
                arguments[index] = replace(argument, text=moved)
    return arguments
