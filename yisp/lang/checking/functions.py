"""Functions of the author's: how they are named, and in which order they can be checked.

What comes in: the head of a definition (``gain(x, y)``), or all functions of a deck.  What goes
out: names, or the functions with what each calls before it.  Functions that call themselves,
directly or through others, are refused, so that every chain of calls ends.  What is not handled:
what their scripts mean, which is ``check``'s business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...messages import say
from ..diagnostics import Diagnostics, Text, visible
from ..forms import FORMS
from ..tree import Call, Function, Span
from ..walk import walk
from .zones import COMMON, is_zone

DEEPEST_CALL = 64
"""How long a chain of functions that call one another may be: each call takes room on the stack."""

_HEAD = re.compile(r"\s*(?P<name>[^\s()]*)\s*(?:\((?P<parameters>[^()]*)\))?\s*")
NAME = re.compile(r"[a-z][A-Za-z0-9_]*")
_PARAMETER = re.compile(r"[^\s,]+")


def read_head(text: Text, diagnostics: Diagnostics) -> tuple[str, tuple[str, ...], Span] | None:
    """The name, the parameters and the name's span of ``gain(x, y)``; None for what is none."""
    head = _HEAD.fullmatch(text.text)
    if head is None or not head["name"]:
        diagnostics.error(
            "Y126",
            say("a function is written with its name and its parameters"),
            text.place(0, len(text.text)),
            say("as in `gain(x): '(= score (+ score x))'`"),
        )
        return None
    name, span = head["name"], head.span("name")
    if not check_name(name, span, text, diagnostics):
        return None
    parameters: list[str] = []
    for match in _PARAMETER.finditer(text.text, *(head.span("parameters") if head["parameters"] else (0, 0))):
        check_parameter(match[0], match.span(), parameters, text, diagnostics)
        parameters.append(match[0])
    return name, tuple(parameters), span


def check_name(name: str, span: Span, text: Text, diagnostics: Diagnostics) -> bool:
    """Whether a function may have that name; says so when not."""
    if not NAME.fullmatch(name):
        sentence = say("`{name}` is not a name that scripts can write", name=visible(name))
        diagnostics.error(
            "Y126",
            sentence,
            text.place(*span),
            say("it is spelt like a variable: a small letter, then letters, digits and `_`"),
        )
    elif name in FORMS or any(name == option.name for form in FORMS.values() for option in form.options):
        diagnostics.error(
            "Y126",
            say("`{name}` is already a form of the language", name=name),
            text.place(*span),
            say("give the function another name"),
        )
    else:
        return True
    return False


def check_parameter(
    name: str, span: Span, before: Sequence[str], text: Text, diagnostics: Diagnostics
) -> None:
    """Say so when a parameter may not have that name; the function is there all the same, so that calls
    of it draw no second complaint."""
    if name == "X":
        sentence = say("`X` is the card whose effect runs, so no parameter is called so")
        diagnostics.error("Y126", sentence, text.place(*span), say("a zone can be called `P`"))
    elif not NAME.fullmatch(name) and not is_zone(name):
        diagnostics.error(
            "Y126",
            say("`{name}` is not a name for a parameter", name=visible(name)),
            text.place(*span),
            say(
                "it is spelt like a variable: a small letter, then letters, digits and `_`; that"
                " of a zone is one capital letter"
            ),
        )
    elif name in before:
        diagnostics.error("Y126", say("the parameter `{name}` is given twice", name=name), text.place(*span))
    elif name in COMMON:
        sentence = say(
            "`{name}` is {zone} everywhere else; in this function it is whatever zone a call gives",
            name=name,
            zone=COMMON[name],
        )
        diagnostics.warning("Y436", sentence, text.place(*span), say("call it `P`, `Q` or the like"))


def in_order(
    functions: Sequence[tuple[Function, Text]], diagnostics: Diagnostics
) -> list[tuple[Function, Text]]:
    """The functions, each behind those that it calls; those on a circle are reported and left out."""
    by_name = {function.name: function for function, _ in functions}
    texts = {function.name: text for function, text in functions}
    called = {
        name: [node for node in walk(function.script) if isinstance(node, Call) and node.head in by_name]
        for name, function in by_name.items()
    }
    depth: dict[str, int] = {}  # of those that are done: how long their chains of calls are
    done: list[tuple[Function, Text]] = []
    for root in by_name:
        path: list[str] = [root]
        while path:
            name = path[-1]
            waiting = [call for call in called[name] if call.head not in depth]
            if name in depth:
                path.pop()
            elif not waiting:
                depth[name] = 1 + max((depth[call.head] for call in called[name]), default=0)
                if depth[name] > DEEPEST_CALL:
                    diagnostics.error(
                        "Y127",
                        say(
                            "`{name}` begins a chain of more than {most} functions that call one another",
                            name=name,
                            most=DEEPEST_CALL,
                        ),
                        texts[name].place(*called[name][0].head_span),
                    )
                done.append((by_name[name], texts[name]))
                path.pop()
            elif waiting[0].head in path:
                circle = path[path.index(waiting[0].head) :]
                round_trip = " → ".join(f"`{one}`" for one in (*circle, waiting[0].head))
                diagnostics.error(
                    "Y127",
                    say("a function must not end up calling itself: {round_trip}", round_trip=round_trip),
                    texts[name].place(*waiting[0].head_span),
                    say("use `while` or `repeat`"),
                )
                for one in circle:
                    depth[one] = 0
            else:
                path.append(waiting[0].head)
    return done
