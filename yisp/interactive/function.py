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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from operator import index
from typing import Any

from ..compile import nodes
from ..compile.formatters.locals import unset
from ..compile.formatters.python import NodePrinter
from ..compile.lower import Lowered, lower
from ..compile.program import PROBLEMS
from ..compile.values import GREATEST, LEAST
from ..deck.model import NumberText, Stat
from ..lang import tree
from ..lang.check import check_number
from ..lang.diagnostics import Diagnostics, Place, PlayError, visible
from ..lang.forms import FORMS, Form, Kind, Purity
from ..lang.parser import TextSource, parse_number
from ..lang.walk import usage, walk
from ..simulate.session import SCRIPT, no_deck, place_in, topic_of

_PARAMETERS = re.compile(r"\s*\(([^()]*)\)")
_NAME = re.compile(r"[a-z][A-Za-z0-9_]*")
_WITHOUT_TABLE = {Kind.NUMBER, Kind.VARIABLE, Kind.BODY, Kind.MODE}
"""The kinds of arguments that have nothing to do with cards."""


def function(text: str, file: str = "<function>") -> Callable[..., int]:
    """The function that ``text``, such as ``(x y) (max 0 (- x y))``, describes."""
    source = TextSource(file, text)
    found = Diagnostics()
    parameters, start = _parameters(source, found)
    body = _Body(source, " " * start + text[start:])
    number = parse_number(body, found)
    if number is not None:
        check_number(number, body, None, found, context="number", function=True)
        _check_alone(number, parameters, body, found)
    found.raise_errors()
    assert number is not None
    topic = topic_of(source)
    topic = replace(topic, stats=(Stat(SCRIPT, NumberText(number, body), topic.place),))
    return _made(lower(replace(no_deck(), topics=(topic,))), parameters, source)


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
        found.error("Y140", "a function begins with the list of its parameters", source.place(0, 1),
                    "as in `(x y) (+ x y)`, or `() 3`")
        found.raise_errors()
        raise AssertionError
    names: list[str] = []
    for word in re.finditer(r"\S+", written[1]):
        name, start = word[0], written.start(1) + word.start()
        place = source.place(start, start + len(name))
        if not _NAME.fullmatch(name):
            found.error("Y140", f"`{visible(name)}` cannot be a parameter", place,
                        "a variable begins with a small letter, and has only letters, digits and `_`")
        elif name in names:
            found.error("Y140", f"there is a parameter `{name}` already", place)
        names.append(name)
    return names, written.end()


def _check_alone(
    number: tree.Expression, parameters: Sequence[str], body: _Body, found: Diagnostics
) -> None:
    """Look for what only a table could give."""
    for node in walk(number):
        match node:
            case tree.CardSet():
                found.error("Y141", "a function has no table, and so no cards", body.place(*node.span))
            case tree.Call(head) if head in FORMS and _needs_table(FORMS[head]):
                sentence = f"a function has no table, which `{head}` needs"
                found.error("Y141", sentence, body.place(*node.head_span))
    used = usage(number)
    for name, spans in used.reads.items():
        if name not in parameters and name not in used.writes:
            found.error("Y140", f"`{name}` is no parameter, and nothing assigns it", body.place(*spans[0]))


def _needs_table(form: Form) -> bool:
    kinds = {argument.kind for argument in form.arguments}
    assigns = Kind.VARIABLE in kinds
    return not kinds <= _WITHOUT_TABLE or (form.purity is not Purity.PURE and not assigns)


# Printing -----------------------------------------------------------------------------------------


def _made(lowered: Lowered, parameters: Sequence[str], source: TextSource) -> Callable[..., int]:
    (code,) = lowered.module.topics[0].stats
    sites, variables = lowered.tables.sites, lowered.tables.variables

    def fail(number: int) -> None:
        site = sites[number]
        found = Diagnostics()
        assert site.line is not None and site.column is not None
        place = place_in(source, site.line, site.column, len(site.text))
        found.error(site.code, PROBLEMS[site.code], place)
        raise PlayError(found)

    names = [
        name if len(name) == 1 else f"g{variables[name]}" if name in variables else f"unused{number}"
        for number, name in enumerate(parameters)
    ]
    text = "\n".join(_lines(lowered.module, code, names, len(variables))) + "\n"
    namespace: dict[str, Any] = {
        "index": index, "fail": fail, "outside": _outside, "quotient": _quotient, "nearest": _nearest,
    }  # fmt: skip
    exec(compile(text, "<yisp function>", "exec"), namespace)
    made: Any = namespace["function"]
    made.__doc__ = source.text
    made.python_source = text
    return made  # type: ignore[no-any-return]


def _lines(module: nodes.Module, code: nodes.Function, names: Sequence[str], variables: int) -> Iterator[str]:
    yield f"def function({', '.join(names)}{', /' if names else ''}):"
    for name in names:
        yield f"    if not {LEAST} <= ({name} := index({name})) <= {GREATEST}: outside({name})"
    others = [*unset(code.body), *(f"g{number}" for number in range(variables))]
    if begin := [name for name in others if name not in names]:
        yield f"    {' = '.join(begin)} = 0"
    yield from _Printer(module, code).block(code.body, 1)


class _Printer(NodePrinter):
    """Prints arithmetic inline: what the table's methods check is checked on the spot."""

    SIGNS = {"add": "+", "subtract": "-", "multiply": "*"}  # noqa: RUF012

    def statement(self, statement: nodes.Statement) -> str:
        match statement:
            case nodes.Checked(name, operator, arguments, site):
                value = self._value(operator, [self.number(argument) for argument in arguments])
                return f"if not {LEAST} <= ({name} := {value}) <= {GREATEST}: fail({site})"
            case nodes.SetGlobal(variable, value):
                return f"g{variable} = {self.bare(value)}"
            case nodes.Fail(site):
                return f"fail({site})"
            case nodes.Give(value):
                return f"return +{self.number(value)}"  # comparisons give bool, which + makes int
            case _:
                return super().statement(statement)

    def _value(self, operator: str, arguments: Sequence[str]) -> str:
        if operator in self.SIGNS:
            return f" {self.SIGNS[operator]} ".join(arguments)
        a, b, c, rounding = arguments
        return (f"-(-({a} * {b}) // {c})", f"{a} * {b} // {c}", f"nearest({a} * {b}, {c})")[int(rounding)]

    def number(self, expression: nodes.Expression) -> str:
        match expression:
            case nodes.Global(variable):
                return f"g{variable}"
            case nodes.Binary("quotient", left, right):
                return f"quotient({self.number(left)}, {self.number(right)})"
            case nodes.Binary("remainder", left, right):
                a, b = self.number(left), self.number(right)
                return f"({a} - {b} * quotient({a}, {b}))"
            case _:
                return super().number(expression)


def _outside(number: int) -> None:
    raise OverflowError(f"{number} does not fit 64 bits")


def _quotient(a: int, b: int) -> int:
    """``a / b``, truncated toward zero."""
    whole = a // b
    return whole + 1 if whole < 0 and whole * b != a else whole


def _nearest(a: int, b: int) -> int:
    """``a / b``, rounded to the nearest whole number, halves away from zero."""
    whole = (2 * abs(a) + abs(b)) // (2 * abs(b))
    return whole if (a < 0) == (b < 0) else -whole
