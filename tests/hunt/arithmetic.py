"""Numbers of the language, by the sentences of ``language.md``: whole, of 64 bits, never wrapping."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from math import ceil, floor

from yisp.lang.diagnostics import Place

LEAST, GREATEST = -(2**63), 2**63 - 1


class RunTimeError(Exception):
    """A run-time error of a script: the notice's code, and where it happened once that is known."""

    def __init__(self, code: str, place: Place | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.place = place


def checked(value: int) -> int:
    if not LEAST <= value <= GREATEST:
        raise RunTimeError("Y303")
    return value


def divided(a: int, b: int, rounding: str) -> int:
    """a / b, rounded ``up``, ``down``, ``near`` (half away from zero) or toward zero."""
    if b == 0:
        raise RunTimeError("Y302")
    exact = Fraction(a, b)
    if rounding == "up":
        return ceil(exact)
    if rounding == "down":
        return floor(exact)
    if rounding == "near":
        return floor(abs(exact) + Fraction(1, 2)) * (1 if exact >= 0 else -1)
    return int(exact)


def _toward_zero(a: int, b: int) -> int:
    return divided(a, b, "toward zero")


MEANINGS: dict[str, Callable[..., int]] = {
    "+": lambda *numbers: reduce(lambda a, b: checked(a + b), numbers),
    "*": lambda *numbers: reduce(lambda a, b: checked(a * b), numbers),
    "-": lambda a, *b: checked(a - b[0] if b else -a),
    "/": lambda a, b: checked(_toward_zero(a, b)),
    "%": lambda a, b: a - b * _toward_zero(a, b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "and": lambda *numbers: int(all(numbers)),
    "or": lambda *numbers: int(any(numbers)),
    "not": lambda a: int(not a),
    "min": lambda *numbers: min(numbers),
    "max": lambda *numbers: max(numbers),
    "nth": lambda i, *numbers: numbers[min(max(i, 1), len(numbers)) - 1],
    "abs": lambda a: checked(abs(a)),
}
"""The forms that take numbers and give one, all of whose arguments are evaluated."""
