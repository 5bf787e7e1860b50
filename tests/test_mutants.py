"""Mutants of small files, and of our own: what is changed, and that it still reads."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from coverage import CoverageData

from tests.mutants.forker import forget_answers
from tests.mutants.judge import _lines, _named
from tests.mutants.places import mutants
from tests.mutants.recorder import _of_child
from tests.mutants.switches import switched

ROOT = Path(__file__).parents[1]

PYTHON = '''"""Add and compare."""

TYPE_CHECKING = False
Known = int | str
MOST_ROWS = 64 * 2**20
MOST_TEXTS, FEWEST = 9, 10
CODE = 64

def more(a: int, b: int = 0) -> bool:
    """Whether a < b."""
    if not a and f"{a + b}":
        clear(a)
    if full(a):
        return True
    match a:
        case Small() | Large():
            return b
        case Other() if b == a:
            return isinstance(a, Small | Large)
    pairs = zip(a, b, strict=True)
    return a + 1 < b
'''


@pytest.mark.parametrize(
    ("old", "lines", "names"),
    [
        ("64", [], {"CODE", "CODES"}),
        ("0)", [], {"PARTS"}),
        ("1,", [], {"Small"}),
        ("True", [13], {"more"}),
    ],
)
def test_who_meets_a_mutant(old: str, lines: list[int], names: set[str]) -> None:
    """Those that come to its lines; of what modules declare, those that come to its name."""
    source = '''"""Declared."""

CODE = 64
CODES = {code: CODE for code in "ab"}
PARTS = Parts()
FIRST = PARTS[0]
PARTS.add("a", 0)

class Small:
    size: tuple[int, int] = (1, 2)

def more() -> bool:
    return True
'''
    mutant = next(one for one in mutants("a.py", source) if source.startswith(old, one.start))
    assert list(_lines(mutant, source)) == lines
    assert _named(mutant, source) == names


CYTHON = '''"""Add and compare."""

cdef inline int more(int a, int b) noexcept nogil:
    """Whether a < b."""
    if a + 1 < b:
        clear(a)
    return a  # not 1
'''


C = """/* Add and compare. */
#include "other.h"

static inline int more(int a, int b)
{
    const int *d = &b, c = a + 3;
    for (int i = 2; i < c; i++) {
        if (a &&
            !b) /* not 1 */
            clear(a,
                  b);
        else
            a += 5;
    }
    return a;
}
"""


def changed(path: str, source: str) -> set[str]:
    lines = set()
    for mutant in mutants(path, source):
        old, new = source.splitlines(), mutant.apply(source).splitlines()
        assert len(old) == len(new)
        (line,) = [after for before, after in zip(old, new, strict=True) if before != after]
        lines.add(line.strip())
    return lines


def test_python_is_changed_by_its_tree() -> None:
    assert changed("a.py", PYTHON) == {
        'if (not a or f\'{a + b}\'):', 'if (not a):', "if (f'{a + b}'):", 'if (a) and f"{a + b}":',
        "pass", "return None", "return (a + 1 <= b)", "return (a - 1) < b", "return a + (2) < b",
        "if (not (full(a))):", "return (False)", "case (Small()):", "case (Large()):",
        "case Small() | Large() if False:", "case Other() if (b != a):", "case _ if b == a:",
        "return isinstance(a, (Small))", "return isinstance(a, (Large))",
        "CODE = (65)",
    }  # fmt: skip


def test_cython_is_changed_line_by_line() -> None:
    assert changed("a.pxd", CYTHON) == {
        "if not (a + 1 < b):", "if a - 1 < b:", "if a + 2 < b:", "if a + 1 <= b:", "pass",
    }  # fmt: skip


def test_c_is_changed_line_by_line() -> None:
    assert changed("a.h", C) == {
        "const int *d = &b, c = a - 3;", "for (int i = 2; i <= c; i++) {", "b) /* not 1 */", "a -= 5;", ";",
    }  # fmt: skip


SWITCHED_C = """/* Add and compare. */
#include "mutant.h"
#include "other.h"

static inline int more(int a, int b)
{
    const int *d = &b, c = (yisp_mutant() == 1 ? (a - 3) : (a + 3));
    for (int i = 2; (yisp_mutant() == 2 ? (i <= c) : (i < c)); i++) {
        if (yisp_mutant() == 3 ? ((a && b)) : ((a && !b)))
 /* not 1 */
            clear(a,
                  b);
        else
            { if (yisp_mutant() == 4) { ; } else if (yisp_mutant() == 5) { a -= 5; } else { a += 5; } }
    }
    return a;
}
"""


def test_mutants_of_c_are_switched() -> None:
    found = mutants("a.h", C)
    text, left = switched("a.h", C, dict(enumerate(found, 1)))
    assert text == SWITCHED_C
    assert left == set()


SWITCHED = '''"""Add and compare."""

from math cimport (
    clear,
)

cdef extern from "mutant.h" nogil:
    int yisp_mutant() noexcept


cdef inline int more(int a, int b) noexcept nogil:
    """Whether a < b."""
    cdef int c, n = 0
    if yisp_mutant() == 1:
        n = 1
    for c in range(0, 9):
        if yisp_mutant() == 3 and (a + 1 <= b) or yisp_mutant() != 3 and (a + 1 < b):  # not 1
            if yisp_mutant() == 4:
                n = clear(a, b - 2)
            else:
                n = clear(a, b + 2)
    return n
'''


def test_mutants_of_the_runtime_are_switched() -> None:
    source = '''"""Add and compare."""

from math cimport (
    clear,
)


cdef inline int more(int a, int b) noexcept nogil:
    """Whether a < b."""
    cdef int c, n = 0
    for c in range(0, 9):
        if a + 1 < b:  # not 1
            n = clear(a,
                      b + 2)
    return n
'''
    chosen = [
        one
        for one in mutants("a.pxd", source)
        if one.apply(source)[one.start :].startswith(("1\n", "1, 9", " <= ", " - 2"))
    ]
    text, left = switched("a.pxd", source, dict(enumerate(chosen, 1)))
    assert text == SWITCHED
    assert left == {2}, "what is gone through is not"


@pytest.mark.parametrize(
    "path", ["compile/analysis/classes.py", "simulate/counting/counts.py", "lang/checking/check.py"]
)
def test_mutants_of_our_own_files_parse(path: str) -> None:
    source = (ROOT / "yisp" / path).read_text(encoding="utf-8")
    found = mutants(path, source)
    assert len(found) > 50
    for mutant in found[:: max(len(found) // 40, 1)]:
        ast.parse(mutant.apply(source))


def test_what_one_found_out_is_not_told_to_the_next(tmp_path: Path) -> None:
    for name in ("native", "answers", "over-budget"):
        (tmp_path / "yisp" / name / "one").mkdir(parents=True)
    forget_answers(tmp_path)
    assert [folder.name for folder in (tmp_path / "yisp").iterdir()] == ["native"]


def test_what_a_killed_child_wrote_is_no_coverage(tmp_path: Path) -> None:
    (tmp_path / "cut").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    assert _of_child(tmp_path / "cut") is None
    whole = CoverageData(str(tmp_path / "whole"))
    whole.add_lines({"a.py": [1, 2]})
    whole.write()
    found = _of_child(tmp_path / "whole")
    assert found is not None and found.lines("a.py") == [1, 2]
