"""Doubts about a single script: what is legal, and hardly what was meant.

What comes in: a script or effect whose every statement could be read.  What goes out: warnings.
Each stays silent unless it can be sure, since players learn to skip warnings that are wrong.
What is not handled: doubts that need the whole deck, such as a variable of the trial that
nothing reads; ``deck`` has those, on top of :func:`~yisp.lang.walk.usage`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...messages import say
from ..forms import FORMS
from ..tree import Activate, Call, CardSet, Effect, Expression, Guard, Script, Where
from ..walk import is_it, usage, walk
from .findings import Findings
from .names import Names

_MOVES = ("#", "##")


def check_variables(
    root: Script | Expression | Where, names: Names | None, findings: Findings, given: Sequence[str] = ()
) -> None:
    """One-letter variables live for one execution: assigning or reading alone is for nothing.

    Those ``given`` (a function's parameters) are assigned by whoever calls, and may be idle.
    """
    used = usage(root, () if names is None else names.properties)
    for name in given:
        used.reads.pop(name, None)
        used.writes.pop(name, None)
    for name, spans in used.writes.items():
        if len(name) == 1 and name not in used.reads:
            findings.warning(
                "Y408",
                say("`{name}` is assigned here but never read", name=name),
                spans[0],
                say("a one-letter variable ends with its script; a longer name lasts"),
            )
    for name, spans in used.reads.items():
        if len(name) == 1 and name not in used.writes:
            sentence = say("`{name}` is never assigned in this script, so it is always 0", name=name)
            findings.warning(
                "Y409",
                sentence,
                spans[0],
                say("a one-letter variable belongs to its own script; a longer name is shared"),
            )


def check_activation(effect: Effect, findings: Findings) -> None:
    """Effects that can never activate, and those that nothing keeps from activating for ever."""
    if effect.flags.event is not None:
        return  # answers an event instead
    statements = effect.script.statements
    activation = next((i for i, statement in enumerate(statements) if isinstance(statement, Activate)), None)
    if activation is None:
        findings.warning(
            "Y406",
            say("this effect can never be activated, since it has no `@`"),
            effect.span,
            say("put `@`, as a statement of its own, after the tests of everything that it needs"),
        )
        return
    limited = effect.flags.once or effect.flags.first
    guarded = any(isinstance(statement, Guard) for statement in statements[:activation])
    if not (limited or guarded or may_leave(effect) or may_end(effect)):
        findings.warning(
            "Y407",
            say("nothing keeps this effect from being activated again and again"),
            statements[activation].span,
            say(
                "begin with the flag `[1]`, test something with a guard before the `@`, or let the"
                " card leave: `(# X B)`"
            ),
        )


def may_leave(effect: Effect) -> bool:
    """Whether some move may take the card itself out of the zones it is activated from; it may be an
    event's card (``it``) too."""
    zones = effect.flags.zones
    for node in walk(effect.script):
        if isinstance(node, Call) and node.head in _MOVES:
            cards, to = node.arguments[:2]
            source = cards.zone if isinstance(cards, CardSet) else "it" if is_it(cards) else None
            if source in ("X", "it", *zones) and isinstance(to, CardSet) and to.zone not in ("X", *zones):
                return True
    return False


def may_end(effect: Effect) -> bool:
    """Whether it forbids a tag, which may be its own, ends play, or calls a function, which may do
    any of this."""
    return any(
        isinstance(node, Call) and (node.head in ("!", "stop") or node.head not in FORMS)
        for node in walk(effect.script)
    )
