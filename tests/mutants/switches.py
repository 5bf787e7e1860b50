"""Many mutants of the runtime in one build, each behind a switch.

What comes in: a Cython file's text and mutants of it.  What goes out: a text with all of them, in which the
environment's ``YISP_MUTANT`` says which one is in force, and those that cannot be had so.  Building the
runtime takes longer than its tests; this way it is built once, and so are the decks of the tests.

A statement is put into a branch of its own, the condition of an ``if`` or ``while`` asks for the
switch, and a declaration is followed by another assignment.  What else is at the head of a block, and
declarations that call something, cannot be switched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from .places import Mutant

HEADER = """#include <stdlib.h>
#ifndef YISP_MUTANT_H
#define YISP_MUTANT_H
static inline int yisp_mutant(void) {
    static int number = -1;
    if (number < 0) {
        const char *text = getenv("YISP_MUTANT");
        number = text ? atoi(text) : 0;
    }
    return number;
}
#endif
"""
"""The content of ``mutant.h``, beside the files of the runtime."""

DECLARATION = '\n\ncdef extern from "mutant.h" nogil:\n    int yisp_mutant() noexcept'

TEXT = re.compile(r'"""[\s\S]*?"""|"[^"\n]*"|#[^\n]*')
HEAD = re.compile(r"(?:if|while|elif)\b(.*):$")
DECLARED = re.compile(r"cdef [^=(]*?(\w+) = ([^(]*)$")


def switched(source: str, numbered: Mapping[int, Mutant]) -> tuple[str, set[int]]:
    """The text with these mutants in it, and the numbers of those that are not."""
    pieces, left, at = [], set(numbered), 0
    for start, end in _statements(source):
        here = {n: one for n, one in numbered.items() if start <= one.start and one.end <= end}
        if not here:
            continue
        line = source.rfind("\n", 0, start) + 1
        indent = source[line:start]
        others = {
            number: _joined(source[start : one.start] + one.text + source[one.end : end])
            for number, one in here.items()
        }
        text = _with(indent, _joined(source[start:end]), others)
        if text is not None:
            pieces += [source[at:line], text]
            at = end
            left -= set(here)
    pieces.append(source[at:])
    whole = "".join(pieces)
    first = re.search(r"^(?:from|cimport|cdef|ctypedef|import)\b", whole, re.MULTILINE)
    assert first is not None
    place = whole.find("\n\n", _end_of_imports(whole, first.start()))
    return whole[:place] + DECLARATION + whole[place:], left


def _end_of_imports(source: str, at: int) -> int:
    """Where the last import begins."""
    found = [one.start() for one in re.finditer(r"^(?:from \S+ c?import|c?import) ?", source, re.MULTILINE)]
    return max([at, *found])


def _statements(source: str) -> Iterator[tuple[int, int]]:
    """Where each statement begins and ends, without its indentation, and without a comment behind it."""
    blank = TEXT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), source)
    at = 0
    while at < len(blank):
        end = blank.find("\n", at)
        end = len(blank) if end < 0 else end
        while end < len(blank) and _depth(blank[at:end]) > 0:
            end = blank.find("\n", end + 1)
            end = len(blank) if end < 0 else end
        text = blank[at:end]
        if text.strip():
            yield at + len(text) - len(text.lstrip()), at + len(text.rstrip())
        at = end + 1


def _depth(text: str) -> int:
    return sum(text.count(one) for one in "([{") - sum(text.count(one) for one in ")]}")


def _joined(statement: str) -> str:
    """A statement in one line, without comments."""
    return " ".join(re.sub(r"  #[^\n]*", "", statement).split())


def _with(indent: str, statement: str, others: Mapping[int, str]) -> str | None:
    """The statement with others in its place behind switches; None where that cannot be."""
    declared = DECLARED.match(statement)
    head = HEAD.match(statement)
    if declared is not None:
        lines = [f"{indent}{statement}"]
        for number, other in others.items():
            changed = DECLARED.match(other)
            if changed is None:
                return None
            lines += [f"{indent}if yisp_mutant() == {number}:", f"{indent}    {changed[1]} = {changed[2]}"]
        return "\n".join(lines)
    if head is not None:
        cases = []  # joined by ``and`` and ``or``: a conditional expression would need one type for all
        for number, other in others.items():
            changed = HEAD.match(other)
            if changed is None:
                return None
            cases.append(f"yisp_mutant() == {number} and ({changed[1].strip()})")
        cases.append(" and ".join([*(f"yisp_mutant() != {one}" for one in others), f"({head[1].strip()})"]))
        return f"{indent}{statement.split()[0]} {' or '.join(cases)}:"
    if statement.startswith(("cdef ", "for ", "with ", "def ")) or statement.endswith(":"):
        return None
    lines = []
    for word, (number, other) in zip(["if", *["elif"] * len(others)], others.items(), strict=False):
        lines += [f"{indent}{word} yisp_mutant() == {number}:", f"{indent}    {other}"]
    return "\n".join([*lines, f"{indent}else:", f"{indent}    {statement}"])
