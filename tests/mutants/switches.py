"""Many mutants of the runtime in one build, each behind a switch.

What comes in: the text of a C or Cython file and mutants of it.  What goes out: a text with all of them, in
which the environment's ``YISP_MUTANT`` says which one is in force, and those that cannot be had so.  Building
the runtime takes longer than its tests; this way it is built once, and so are the decks of the tests.

A statement is put into a branch of its own, and the condition of an ``if`` or ``while`` asks for the switch.
In C so do what a ``for`` begins with, asks and does, and what is declared.  In Cython a declaration is
followed by another assignment; what else is at the head of a block, and declarations that call something,
cannot be switched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from .places import Mutant

HEADER = """#include <pthread.h>
#include <stdlib.h>
#ifndef YISP_MUTANT_H
#define YISP_MUTANT_H
static int yisp_mutant_number = -1;
static inline void yisp_forget_mutant(void) { yisp_mutant_number = -1; }
static inline int yisp_mutant(void) {
    if (yisp_mutant_number < 0) {
        const char *text = getenv("YISP_MUTANT");
        yisp_mutant_number = text ? atoi(text) : 0;
        pthread_atfork(NULL, NULL, yisp_forget_mutant);
    }
    return yisp_mutant_number;
}
#endif
"""
"""The content of ``mutant.h``, beside the files of the runtime.

What was run before a fork, to compile a deck perhaps, was run as it is; the child looks again."""

DECLARATION = '\n\ncdef extern from "mutant.h" nogil:\n    int yisp_mutant() noexcept'

INCLUDE = '#include "mutant.h"\n'

TEXT = re.compile(r'"""[\s\S]*?"""|"[^"\n]*"|#[^\n]*')
HEAD = re.compile(r"(?:if|while|elif)\b(.*):$")
DECLARED = re.compile(r"cdef [^=(]*?(\w+) = ([^(]*)$")


def switched(path: str, source: str, numbered: Mapping[int, Mutant]) -> tuple[str, set[int]]:
    """The text with these mutants in it, and the numbers of those that are not."""
    return _c_switched(source, numbered) if path.endswith(".h") else _cython_switched(source, numbered)


# C ------------------------------------------------------------------------------------------------


def _c_switched(source: str, numbered: Mapping[int, Mutant]) -> tuple[str, set[int]]:
    pieces, left, at = [], set(numbered), 0
    for start, end, kind in _parts(source):
        here = {n: one for n, one in numbered.items() if start <= one.start and one.end <= end}
        if not here:
            continue
        others = {
            number: source[start : one.start] + one.text + source[one.end : end]
            for number, one in here.items()
        }
        pieces += [source[at:start], _c_with(source[start:end], others, kind)]
        at = end
        left -= set(here)
    whole = "".join([*pieces, source[at:]])
    place = re.search(r"^#include", whole, re.MULTILINE)
    assert place is not None
    return whole[: place.start()] + INCLUDE + whole[place.start() :], left


def _parts(source: str) -> Iterator[tuple[int, int, str]]:
    """Where what can be switched begins and ends: an "expression", or a "statement" with its semicolon."""
    blank = re.sub(
        r"/\*[\s\S]*?\*/|^#(?:.*\\\n)*.*", lambda found: re.sub(r"[^\n]", " ", found.group()), source,
        flags=re.MULTILINE,
    )  # fmt: skip
    for body in re.finditer(r"^\{\n([\s\S]*?)^\}", blank, re.MULTILINE):
        yield from _of_body(blank, body.start(1), body.end(1))


DECLARES = re.compile(r"(?:const )?\w+\*? \*?\w+(?:\[[^]]+\])?(?:,| =|;)")


def _of_body(text: str, at: int, end: int) -> Iterator[tuple[int, int, str]]:
    while at < end:
        if passed := re.compile(r"\s+|[{}]|(?:else|do)\b|(?:case [^:]*|default):").match(text, at):
            at = passed.end()
            continue
        head = re.compile(r"(if|while|for|switch) \(").match(text, at)
        if head is None:
            after = _until(text, at, ";") + 1
            yield from _declared(text, at, after)
            at = after
            continue
        close = _until(text, head.end(), ")")
        if head[1] == "for":
            first = _until(text, head.end(), ";")
            second = _until(text, first + 1, ";")
            yield from _declared(text, head.end(), first + 1)
            if second > first + 1:
                yield first + 2, second, "expression"
            if close > second + 1:
                yield second + 2, close, "expression"
        else:
            yield head.end() - 1, close + 1, "expression"
        at = close + 1


def _declared(text: str, at: int, after: int) -> Iterator[tuple[int, int, str]]:
    """The values in a declaration, or what else is a statement; what is static has to be constant."""
    if text.startswith("static ", at):
        return
    if text.startswith("return", at) or not DECLARES.match(text, at):
        yield at, after, "statement"
        return
    while at < after:
        comma = min(_until(text, at, ","), after - 1)
        sign = text.find(" = ", at, comma)
        if sign >= 0:
            yield sign + 3, comma, "expression"
        at = comma + 1


def _until(text: str, at: int, sign: str) -> int:
    """Where that sign stands next, outside of all brackets that open before it."""
    depth = 0
    while at < len(text) and (depth or text[at] != sign):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        at += 1
    return at


def _c_with(part: str, others: Mapping[int, str], kind: str) -> str:
    """A part with others in its place behind switches, in as many lines as it has."""
    lines = "\n" * part.count("\n")
    part = " ".join(part.split())
    others = {number: " ".join(other.split()) for number, other in others.items()}
    if kind == "expression":
        cases = "".join(f"yisp_mutant() == {n} ? ({other}) : " for n, other in others.items())
        return f"({cases}({part})){lines}"
    cases = "".join(f"if (yisp_mutant() == {n}) {{ {other} }} else " for n, other in others.items())
    return f"{{ {cases}{{ {part} }} }}{lines}"


# Cython -------------------------------------------------------------------------------------------


def _cython_switched(source: str, numbered: Mapping[int, Mutant]) -> tuple[str, set[int]]:
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
