"""The tables of the language reference, in Markdown, from the declarations they describe.

What comes in: nothing; forms, constructs and codes are declared in ``forms``, ``syntax`` and
``diagnostics``.  What goes out: :func:`tables`, each table's lines under the name that marks its
place in a document, in the language in force; :func:`texts`, what has to be translated for that.  Not
handled: writing documents, which is ``yisp.deck.reference``'s business (it has tables of its own).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter

from ..messages import look_up
from .diagnostics import CODES
from .forms import FORMS, Form, Type
from .syntax import SYNTAX

OURS = " **+**"
"""What marks a row that Yisp v0.4 does not have."""

SPEAKERS = {
    "0": "the file as such",
    "1": "the language",
    "2": "the deck file",
    "3": "play: what notices and traces say",
    "4": "warnings: legal, but probably not what was meant",
    "5": "questions, which no deck file asks",
}
"""Who speaks, by the first digit of a code."""

CONSTRUCT_HEADS = ("written", "meaning", "example")
FORM_HEADS = ("form", "meaning", "example")
CODE_HEADS = ("code", "about")


def tables() -> dict[str, Iterator[str]]:
    """The tables by name, as lines of Markdown."""
    found = {group: _constructs(group) for group in ("value", "filter", "statement", "flag")}
    found["number-forms"] = _forms(form for form in FORMS.values() if form.type is Type.NUMBER)
    found["other-forms"] = _forms(form for form in FORMS.values() if form.type is not Type.NUMBER)
    found["codes"] = _codes()
    return found


def texts() -> Iterator[str]:
    """Every text of the tables that is said in other languages, too."""
    yield from (*CONSTRUCT_HEADS, *FORM_HEADS, *CODE_HEADS)
    for row in SYNTAX:
        yield row.summary
    for form in FORMS.values():
        yield form.summary
    yield from (*SPEAKERS.values(), *CODES.values())


def head(columns: Iterable[str]) -> Iterator[str]:
    """The two lines on top of a table."""
    names = [look_up(column) for column in columns]
    yield f"| {' | '.join(names)} |"
    yield "|" + "---|" * len(names)


def code(text: str) -> str:
    """A piece of code for a table's cell: there a bar must be escaped even between backticks."""
    return "`" + text.replace("|", "\\|") + "`"


def cell(text: str) -> str:
    """A declared sentence of Markdown for a table's cell, in the language in force."""
    return look_up(text).replace("|", "\\|")


def _constructs(group: str) -> Iterator[str]:
    yield from head(CONSTRUCT_HEADS)
    for row in SYNTAX:
        if row.group == group:
            mark = OURS if row.ours else ""
            yield f"| {code(row.spelling)}{mark} | {cell(row.summary)} | {code(row.example)} |"


def _forms(forms: Iterable[Form]) -> Iterator[str]:
    yield from head(FORM_HEADS)
    for form in forms:
        gives = f" → {code(form.gives)}" if form.gives is not None else ""
        mark = OURS if form.ours else ""
        yield f"| {code(form.signature)}{mark} | {cell(form.summary)} | {code(form.example)}{gives} |"


def _codes() -> Iterator[str]:
    yield from head(CODE_HEADS)
    for speaker, names in groupby(CODES, itemgetter(1)):
        yield f"| | **{cell(SPEAKERS[speaker])}** |"
        yield from (f"| `{name}` | {cell(CODES[name])} |" for name in names)
