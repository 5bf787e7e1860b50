"""Arithmetic as other languages write it, in the form that this one has for it.

What comes in: the text of an expression such as ``|H| >= 2 && x + 1 < 3``.  What goes out: the same with
the operator first, ``(and (>= |H| 2) (< (+ x 1) 3))``, for the help of a diagnostic; None when the text is no
such expression.  What is not handled: whether its names mean anything.
"""

from __future__ import annotations

import re

# From those that bind loosest: how they are written elsewhere, and the form.
_LEVELS: tuple[dict[str, str], ...] = (
    {"||": "or", "or": "or"},
    {"&&": "and", "and": "and", "&": "and"},
    {"==": "==", "=": "==", "!=": "!=", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="},
    {"+": "+", "-": "-"},
    {"*": "*", "/": "/", "%": "%"},
)
_LONGEST = 200
"""Longer texts are not looked at: nobody would read the suggestion."""

# What may stand first and behind an operator, and what behind an operand.
_OPERAND = re.compile(r"(?P<size>\|[^\s|()]+\|)|(?P<atom>-?[0-9]+\b|[a-z][A-Za-z0-9_]*)|(?P<open>\()")
_OPERATOR = re.compile(r"(?P<operator>\|\||&&?|[<>=!]=|<>|[-+*/%<>=]|(?:and|or)\b)")


def prefix_form(text: str, assigns: bool = False) -> str | None:
    """The expression with its operators in front, or None where the text is no infix expression.

    ``assigns`` says whether ``x = 1`` sets a variable; else it asks whether they are equal.
    """
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    tokens = _tokens(text)
    if tokens is None or len(tokens) < 3:
        return None
    if assigns and tokens[1] == "=" and tokens[0].isidentifier():  # an assignment, it may be of a comparison
        value = _joined(tokens[2:], 0)
        return None if value is None else f"(= {tokens[0]} {value})"
    return _joined(tokens, 0)


def _tokens(text: str) -> list[str] | None:
    """Operators and operands; what stands in parentheses with its form in front is one operand."""
    tokens: list[str] = []
    at = 0
    while at < len(text):
        match = (_OPERATOR if len(tokens) % 2 else _OPERAND).match(text, at)
        if match is None:
            return None
        end = match.end()
        if match.lastgroup == "open":
            closed = closing(text, at)
            if closed is None:
                return None
            end = closed
            tokens.append(prefix_form(text[at + 1 : end - 1]) or text[at:end])
        else:
            tokens.append(match[0])
        at = end + len(text[end:]) - len(text[end:].lstrip())
    return tokens


def closing(text: str, start: int) -> int | None:
    """Where the parenthesis that opens at ``start`` has closed."""
    depth = 0
    for at in range(start, min(len(text), start + _LONGEST)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at + 1
    return None


def _joined(tokens: list[str], level: int) -> str | None:
    """The operators of a level and all that bind tighter, in front of their operands."""
    if level == len(_LEVELS):
        return tokens[0] if len(tokens) == 1 else None
    parts: list[list[str]] = [[]]
    operators: list[str] = []
    for token in tokens:
        if token in _LEVELS[level]:
            operators.append(_LEVELS[level][token])
            parts.append([])
        else:
            parts[-1].append(token)
    operands = [_joined(part, level + 1) for part in parts]
    if any(operand is None for operand in operands):
        return None
    joined, previous = str(operands[0]), ""
    for operator, operand in zip(operators, operands[1:], strict=True):
        several = operator == previous and operator in ("+", "*", "and", "or")
        joined = f"{joined[:-1]} {operand})" if several else f"({operator} {joined} {operand})"
        previous = operator
    return joined
