"""Functions from files of their own: ``include``.

What comes in: the section of the document that names ``.yisp`` files.  What goes out: the functions
in them, and what the cache must know of the files.  A file holds nothing but definitions:

    (define (gain x) (= score (+ score x)))      // comments go to the end of the line

What a file may be called, and where it may lie, is as for ``extends`` (``files``).
"""

from __future__ import annotations

from dataclasses import field

from ...lang.checking.functions import check_name, check_parameter
from ...lang.diagnostics import Diagnostics, Text
from ...lang.parsing.parser import parse_script
from ...lang.tree import Call, Function, Script, Statement
from ...messages import say
from ...structs import dataclass
from ..model import FunctionText
from ..reading.extends import followed
from ..reading.fields import Section
from ..reading.files import SCRIPT, Reference, SourceFile, digest_of
from ..reading.source import read_source, shown

KEY = "include"

MOST = 64
"""How many files a deck may include."""

_REFUSAL = say("{file} cannot be included: {reason}", file="", reason="")

HINT = say("a file of functions is a list of `(define (gain x) …)`")


@dataclass(slots=True)
class Included:
    """The functions of included files, the files' names, and how to find them again.

    ``complete`` says whether all of them could be read.
    """

    functions: dict[str, FunctionText] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    complete: bool = True


def read_included(top: Section, files: list[SourceFile], nesting: int) -> Included:
    """Read what the deck includes; ``files`` are those that its other keys come from."""
    reading = top.reading
    found = Included()
    seen: set[str] = set()
    for scalar in top.scalars(KEY):
        origin = next(index for index, file in enumerate(files) if file.name == scalar.place.file)
        file = followed(files[origin], scalar, SCRIPT, _REFUSAL, reading.diagnostics)
        if file is None:
            found.complete = False
            continue
        if file.path not in seen and len(seen) == MOST:
            reading.error("Y017", say("more than {most} files are included", most=MOST), scalar)
            break
        found.references.append((origin, scalar.value.strip(), digest_of(file), SCRIPT))
        if file.path in seen:
            continue
        seen.add(file.path)
        found.names.append(file.name)
        text = read_source(file.data, file.name, reading.diagnostics)
        script = parse_script(text, reading.diagnostics, nesting=nesting, comments=True)
        for statement in script.statements:
            function = _definition(statement, text, reading.diagnostics)
            if function is None:
                found.complete = False
                continue
            if function.name in found.functions:
                message = say("the function {name} is defined twice", name=shown(function.name))
                reading.diagnostics.error("Y126", message, text.place(*function.span))
            found.functions[function.name] = FunctionText(function, text)
    return found


def _definition(statement: Statement, text: Text, diagnostics: Diagnostics) -> Function | None:
    """The function that ``(define (name parameter …) …)`` defines; says what is wrong with others."""
    match statement:
        case Call("define", _, (Call() as head, first, *rest)):
            if not check_name(head.head, head.head_span, text, diagnostics):
                return None
            parameters: list[str] = []
            for argument in head.arguments:
                name = text.text[slice(*argument.span)]
                check_parameter(name, argument.span, parameters, text, diagnostics)
                parameters.append(name)
            body = (first, *rest)
            script = Script(body, tuple(range(len(body))), statement.span)
            return Function(head.head, tuple(parameters), script, head.head_span)
        case Call("define"):
            message = say("a definition takes the function's name with its parameters, and what it does")
        case _:
            message = say("a file that is included holds functions, but this one defines none")
    diagnostics.error("Y126", message, text.place(*statement.span), HINT)
    return None
