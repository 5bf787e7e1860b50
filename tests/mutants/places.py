"""Where a source file can be changed, and into what.

What comes in: a file's text.  What goes out: :class:`Mutant`, each a span of the text and what stands there
instead.  Python is changed by its syntax tree, so that every mutant parses.  Cython and C have no parser that
keeps places, so their lines are changed by patterns, and a mutant that does not compile says nothing.

Texts that people read (docstrings, messages), annotations and names are left alone, and so is what only says
what holds anyway: ``assert``, ``raise``, and ``strict=True``, which is to ``zip`` what an assertion is.  So
are the numbers of a limit (``MOST_ROWS``, ``FEWEST``): how much is too much, or enough, was chosen, and one
more would do as well.
That the limit holds is in the comparisons with it, which are changed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple


class Mutant(NamedTuple):
    """One change: the characters ``start`` to ``end`` of the file become ``text``."""

    path: str
    start: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.end :]

    def line(self, source: str) -> int:
        """The line it begins in, counted from 1."""
        return source.count("\n", 0, self.start) + 1

    def describe(self, source: str) -> str:
        """Place, what stood there, and the changed lines."""
        old = " ".join(source[self.start : self.end].split())
        first, last = source.rfind("\n", 0, self.start) + 1, source.find("\n", self.end)
        changed = " ".join((source[first : self.start] + self.text + source[self.end : last]).split())
        return f"{self.path}:{self.line(source)}: {old}  =>  {changed}"


def mutants(path: str, source: str) -> list[Mutant]:
    """Every mutant of a file, in the order of its text."""
    of = _of_python if path.endswith(".py") else _of_c if path.endswith(".h") else _of_cython
    found = of(path, source)
    return sorted(set(found), key=lambda mutant: (mutant.start, mutant.end, mutant.text))


# Python -------------------------------------------------------------------------------------------

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
LIMIT = re.compile(r"(?:^|_)(?:MOST|LONGEST|LARGEST|DEEPEST|FARTHEST|MAX|FEWEST|WORTH)(?:_|$)")
UNTOUCHED = (ast.JoinedStr, ast.arguments, ast.Import, ast.ImportFrom, ast.Assert, ast.Raise)


def _of_python(path: str, source: str) -> Iterator[Mutant]:
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))

    def place(line: int, column: int) -> int:
        text = source[lines[line - 1] : lines[line]].encode()[:column]
        return lines[line - 1] + len(text.decode())

    for node in _nodes(ast.parse(source)):
        for old, text in _changes(node):
            assert old.end_lineno is not None and old.end_col_offset is not None
            yield Mutant(
                path, place(old.lineno, old.col_offset), place(old.end_lineno, old.end_col_offset), text
            )


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that may be changed."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, UNTOUCHED) and not _says_nothing(child):
                yield child
                yield from _nodes(child)


def _says_nothing(node: ast.AST) -> bool:
    """Whether it is for those who check types, or an assertion."""
    match node:
        case ast.If(ast.Name("TYPE_CHECKING")) | ast.Assign([ast.Name("TYPE_CHECKING")]):
            return True
        case ast.Assign([ast.Name(name)], ast.BinOp(_, ast.BitOr())):
            return not name.isupper()  # what annotations call a union of types
        case ast.Assign([ast.Name(name)], ast.Constant() | ast.BinOp() | ast.Dict()):
            return bool(LIMIT.search(name))
        case ast.Assign([ast.Tuple(names)], ast.Tuple()):
            return all(isinstance(one, ast.Name) and LIMIT.search(one.id) for one in names)
        case ast.keyword("strict", ast.Constant(True)):
            return True
    return False


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt | ast.pattern, str]]:
    """What may stand in place of a node, or of the part of it that decides."""
    match node:
        case ast.expr():
            for new in _expressions(node):
                yield node, f"({ast.unparse(new)})"
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield node, "pass"
        case ast.Return(value) if value is not None and not isinstance(value, ast.Constant | ast.Name):
            yield node, "return None"
        case ast.match_case(pattern):
            yield pattern, f"{ast.unparse(pattern)} if False" if node.guard is None else "_"
        case ast.MatchOr(patterns):
            for index in range(len(patterns)):
                kept = patterns[:index] + patterns[index + 1 :]
                yield node, f"({ast.unparse(kept[0] if len(kept) == 1 else ast.MatchOr(kept))})"
    match node:
        case ast.If(test) | ast.While(test) | ast.IfExp(test):
            tests = [test]
        case ast.comprehension(_, _, tests):
            pass
        case ast.match_case(_, guard) if guard is not None:
            tests = [guard]
        case _:
            tests = []
    for test in tests:
        if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):  # they are changed as expressions
            yield test, f"(not ({ast.unparse(test)}))"


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    """What may stand in place of an expression."""
    match node:
        case ast.Compare(left, [operator], [right]) if type(operator) in COMPARISONS:
            yield ast.Compare(left, [COMPARISONS[type(operator)]()], [right])
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            for index in range(len(values)):
                kept = values[:index] + values[index + 1 :]
                yield kept[0] if len(kept) == 1 else ast.BoolOp(operator, kept)
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield operand
        case ast.BinOp(ast.Constant(str()), _, _) | ast.BinOp(_, _, ast.Constant(str())):
            pass  # a text that people read
        case ast.BinOp(left, ast.BitOr(), (ast.Name(name) | ast.Attribute(_, name)) as right) if (
            name[0].isupper() and name[1:].islower()
        ):  # of types
            yield left
            yield right
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(operator)](), right)
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
        case ast.Call(ast.Name(name), arguments, keywords) if name in CALLS and len(arguments) != 0:
            yield ast.Call(ast.Name(CALLS[name]), arguments, keywords)


# What Cython and C write alike.
SHARED = (
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" == ", " != "), (r" != ", " == "), (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " + "),
    (r" & ~", " & "), (r" & (?!~)", " | "), (r" \| ", " & "), (r" << ", " >> "), (r" >> ", " << "),
    (r" \+= ", " -= "), (r" -= ", " += "), (r" &= ~", " &= "), (r" \|= ", " &= "),
    (r"(?<![\w.])0(?![\w.])", "1"), (r"(?<![\w.])1(?![\w.])", "2"),
)  # fmt: skip

# C ------------------------------------------------------------------------------------------------

OF_C = [
    (re.compile(before), after)
    for before, after in (
        *SHARED, (r" && ", " || "), (r" \|\| ", " && "), (r"!(?=[\w(])", ""), (r"\bSHOWN_LAST\b", "BOTTOM"),
        (r"\bcontinue;$", ";"), (r"\bbreak;$", ";"),
    )
]  # fmt: skip
ONE_LINE = re.compile(r"(\s+)([a-z_][\w.\[\]>*+-]* (=|\|=|\+=|-=|&=) .+|[a-z_]\w*\(.*\));$")


def _of_c(path: str, source: str) -> Iterator[Mutant]:
    blank = re.sub(r"/\*[\s\S]*?\*/", lambda found: re.sub(r"[^\n]", " ", found.group()), source)
    at, body = 0, False
    for line in blank.splitlines(keepends=True):
        start, at = at, at + len(line)
        code = line.rstrip()
        if not code.startswith(" "):
            body = code == "{"  # of a function; those of structs stand behind their names
        if not body or code == "{":
            continue
        first = len(code) - len(code.lstrip())
        for pattern, text in OF_C:
            for found in pattern.finditer(code, first):
                yield Mutant(path, start + found.start(), start + found.end(), text)
        test = re.match(r"\s+(?:\} else )?(?:if|while) (\(.*\))(?: \{)?$", code)
        if test:
            yield Mutant(path, start + test.start(1), start + test.end(1), f"(!{test[1]})")
        elif ONE_LINE.match(code):
            yield Mutant(path, start + first, start + len(code), ";")


# Cython -------------------------------------------------------------------------------------------

OF_CYTHON = [
    (re.compile(before), after)
    for before, after in (
        *SHARED, (r" and ", " or "), (r" or ", " and "), (r"\bnot ", ""), (r"\bTrue\b", "False"),
        (r"\bFalse\b", "True"), (r"\bcontinue$", "pass"), (r"\bbreak$", "pass"),
    )
]  # fmt: skip
DECLARES = re.compile(
    r"\s*(cdef (extern|enum|struct|class|inline|\w+[ *]+\w+\()|from|c?import|def |@|#)|.*\benum:"
)
CALL = re.compile(r"(\s+)([a-z_][\w.\[\]]* (=|\|=|\+=|-=|&=) .+|[a-z_][\w.]*\(.*\))$")


def _of_cython(path: str, source: str) -> Iterator[Mutant]:
    at = 0
    inside = False  # a docstring, a struct, or a signature of several lines
    body = False
    for line in source.splitlines(keepends=True):
        start, at = at, at + len(line)
        code = line.rstrip("\n").split("  #")[0].rstrip()
        quotes = code.count('"""')
        if inside:
            inside = quotes == 0
            continue
        if quotes:
            inside = quotes == 1
            continue
        if not code.startswith(" "):
            body = bool(re.match(r"cdef (inline )?[\w* ]+\(|cdef inline|cdef class|def ", code))
        if not body or DECLARES.match(code):
            continue
        first = len(code) - len(code.lstrip())
        for pattern, text in OF_CYTHON:
            for found in pattern.finditer(code, first):
                yield Mutant(path, start + found.start(), start + found.end(), text)
        if re.match(r"\s+(if|elif|while) .*:$", code):
            word, test = code.strip()[:-1].split(" ", 1)
            yield Mutant(path, start + first, start + len(code), f"{word} not ({test}):")
        elif CALL.match(code) and not code.endswith(("(", ",")):
            yield Mutant(path, start + first, start + len(code), "pass")
