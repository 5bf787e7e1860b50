"""The functions of a deck: ``deck.define``.

What comes in: the section of the document.  What goes out: the functions, each behind those that
it calls, with their signatures in the vocabulary.  How they are named and called is the language's
business (``yisp.lang.functions``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..lang import check
from ..lang.forms import Purity
from ..lang.functions import in_order, read_head
from ..lang.names import Signature
from ..lang.tree import Function
from .document import Scalar
from .fields import Section
from .model import FunctionText
from .schema import KEYS
from .scripts import Scripts
from .source import shown
from .vocabulary import Vocabulary


def read_functions(
    deck: Section, scripts: Scripts, included: Mapping[str, FunctionText], files: Sequence[str]
) -> list[FunctionText]:
    """Parse ``deck.define``; a function that cannot be read is reported and left out.

    What is defined here is preferred to what is ``included`` under the same name; and of ``files``, each
    of which extends the next, what an earlier one defines, with whatever parameters.
    """
    reading = deck.reading
    functions: dict[str, FunctionText] = {}
    defined_in: dict[str, int] = {}
    for entry in deck.table("define"):
        if not isinstance(entry.value, Scalar):
            reading.wrong_kind(KEYS["deck.define.*"], entry.key.value, entry.value)
            continue
        head = read_head(entry.key.text, reading.diagnostics)
        body = scripts.function(entry.value)
        if head is None:
            continue
        name, parameters, span = head
        file = files.index(entry.key.place.file)
        if defined_in.get(name) == file:
            reading.error("Y126", f"the function {shown(name)} is defined twice", entry.key)
            continue
        if defined_in.setdefault(name, file) < file:
            continue
        defined_in[name] = file
        functions[name] = FunctionText(Function(name, parameters, body.script, span), body.text)
    return list({**included, **functions}.values())


def check_functions(
    functions: list[FunctionText], vocabulary: Vocabulary, scripts: Scripts
) -> tuple[FunctionText, ...]:
    """Check functions, and let scripts call them from now on."""
    diagnostics = scripts.reading.diagnostics
    ordered = in_order([(one.function, one.text) for one in functions], diagnostics)
    for one in functions:  # calls of those that are refused already draw no second complaint
        refused = Signature(one.function.parameters, True, Purity.PURE, False, False)
        vocabulary.functions[one.function.name] = refused
    for function, text in ordered:
        vocabulary.functions[function.name] = check.check_function(function, text, vocabulary, diagnostics)
    return tuple(FunctionText(function, text) for function, text in ordered)
