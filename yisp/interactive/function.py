"""``yisp.function``: a formula of the language as a Python function.

    gain = yisp.function("(x) (muldiv x 3 2 up)")
    gain(5)                                     8

What comes in: a list of parameters and one number.  What goes out: a plain Python function that takes
whole numbers of 64 bits and gives one, by the language's own rules: truncating division, no silent
overflow.  Mistakes raise :class:`~yisp.lang.diagnostics.DeckError`; a division by 0 or an overflow, when
it is called, :class:`~yisp.lang.diagnostics.PlayError` with the place.

There is no table, so nothing that looks at cards, moves them or draws at random can be in it.  The nodes
are printed as inline arithmetic, without the table's methods: that makes a call of the example above some
hundred times faster than asking a table.  Not handled: native code.  Measured, it takes a third of the
time and three seconds to build, which only twenty million calls would pay back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import index
from typing import Any

from ..compile.backends.inline import module as inline
from ..compile.lowering.deck import Lowered, lower
from ..compile.lowering.values import GREATEST, LEAST
from ..compile.program import PROBLEMS
from ..deck.model import FunctionText, Limits
from ..lang import tree
from ..lang.checking.check import check_function
from ..lang.checking.functions import check_parameter
from ..lang.checking.zones import is_zone
from ..lang.diagnostics import DeckError, Diagnostics, Place, PlayError
from ..lang.forms import FORMS, Form, Kind, Purity, Scope
from ..lang.parsing.parser import parse_script
from ..lang.source import TextSource
from ..lang.walk import usage, walk
from ..messages import say
from ..simulate.single.session import no_deck, place_in

NAME = "f"
"""What the function is called while it is compiled; nothing can call it by that."""

MOST_STEPS = Limits().steps
"""Turns of loops in one call."""

_PARAMETERS = re.compile(r"\s*\(([^()]*)\)")
_WITHOUT_TABLE = {Kind.NUMBER, Kind.TEST, Kind.VARIABLE, Kind.BODY, Kind.MODE}
"""The kinds of arguments that have nothing to do with cards."""


def function(text: str, file: str = "<function>") -> Callable[..., int]:
    """The function that ``text``, such as ``(x y) (max 0 (- x y))``, describes.

    Its value is that of the last statement.
    """
    if not isinstance(text, str):
        raise TypeError(say("a function is a text, such as '(x) (+ x 1)', not {text}", text=f"{text!r:.60}"))
    source = TextSource(file, text)
    found = Diagnostics()
    parameters, start = _parameters(source, found)
    body = _Body(source, " " * start + text[start:])
    script = parse_script(body, found)
    written = tree.Function(NAME, tuple(parameters), script, (0, start))
    deck = no_deck()
    signature = check_function(written, body, deck.vocabulary, found)
    _check_alone(script, parameters, body, found)
    if not signature.number:
        at = script.statements[-1].span if script.statements else (start, start + 1)
        found.error("Y109", say("a function ends with the number that it gives"), body.place(*at))
    found.raise_errors()
    deck.vocabulary.functions[NAME] = signature
    return _made(lower(replace(deck, functions=(FunctionText(written, body),))), parameters, source)


class _Body:
    """The text behind the parameters, with the places of the whole."""

    def __init__(self, source: TextSource, text: str) -> None:
        self._source = source
        self.text = text

    def place(self, start: int, end: int) -> Place:
        return self._source.place(start, end)


def _parameters(source: TextSource, found: Diagnostics) -> tuple[list[str], int]:
    """The names of the parameters, and where their list ends."""
    written = _PARAMETERS.match(source.text)
    if written is None:
        found.error(
            "Y126",
            say("a function begins with the list of its parameters"),
            source.place(0, 1),
            say("as in `(x y) (+ x y)`, or `() 3`"),
        )
        raise DeckError(found)
    names: list[str] = []
    for word in re.finditer(r"\S+", written[1]):
        start = written.start(1) + word.start()
        check_parameter(word[0], (start, start + len(word[0])), names, source, found)
        if is_zone(word[0]):
            place = source.place(start, start + len(word[0]))
            found.error("Y141", say("a function has no table, and so no zones"), place)
        names.append(word[0])
    return names, written.end()


def _check_alone(script: tree.Script, parameters: Sequence[str], body: _Body, found: Diagnostics) -> None:
    """Look for what only a table could give."""
    for node in walk(script):
        match node:
            case tree.CardSet():
                found.error("Y141", say("a function has no table, and so no cards"), body.place(*node.span))
            case tree.Activate():
                found.error(
                    "Y141", say("a function has no table, and no effect runs"), body.place(*node.span)
                )
            case tree.Call(head) if head in FORMS and _needs_table(FORMS[head]):
                sentence = say("a function has no table, which `{head}` needs", head=head)
                found.error("Y141", sentence, body.place(*node.head_span))
    used = usage(script)
    for name, spans in used.reads.items():
        if name not in parameters and name not in used.writes:
            found.error(
                "Y126",
                say("`{name}` is not a parameter, and nothing assigns it", name=name),
                body.place(*spans[0]),
            )


def _needs_table(form: Form) -> bool:
    kinds = {argument.kind for argument in form.arguments}
    assigns = Kind.VARIABLE in kinds
    later = form.scope in (Scope.EVENT, Scope.LATER)
    return later or not kinds <= _WITHOUT_TABLE or (form.purity is not Purity.PURE and not assigns)


# Printing -----------------------------------------------------------------------------------------


def _made(lowered: Lowered, parameters: Sequence[str], source: TextSource) -> Callable[..., int]:
    sites = lowered.tables.sites

    def fail(number: int) -> None:
        site = sites[number]
        found = Diagnostics()
        assert site.line is not None and site.column is not None
        place = place_in(source, site.line, site.column, len(site.text))
        found.error(site.code, PROBLEMS[site.code], place)
        raise PlayError(found)

    def unfit(*arguments: object) -> None:
        for name, value in zip(parameters, arguments, strict=True):
            try:
                fits = LEAST <= index(value) <= GREATEST  # type: ignore[arg-type]
            except TypeError:
                shown = f"{value!r:.60}"
                raise TypeError(
                    say("{name} must be a whole number, not {value}", name=name, value=shown)
                ) from None
            if not fits:
                raise ValueError(say("{name} does not fit 64 bits", name=name))

    text = inline.format_module(lowered.module)
    given = {"fail": fail, "unfit": unfit, "most_steps": MOST_STEPS}
    namespace: dict[str, Any] = {**inline.PRELUDE, **given}
    exec(compile(text, "<yisp function>", "exec"), namespace)
    made: Any = namespace["function"]
    # What its parameters are called is no part of the source: Python says it of wrong calls.
    own = (*parameters, *made.__code__.co_varnames[len(parameters) :])
    made.__code__ = made.__code__.replace(co_varnames=own)
    made.__doc__ = source.text
    made.python_source = text
    return made  # type: ignore[no-any-return]
