"""Exact probabilities: a quotient of two whole numbers, for showing and comparing.

What comes in: a numerator and a denominator.  What goes out: its lowest terms as text, the nearest
float, and ``fraction`` for those who want to go on counting.  (On the path of every exact answer,
where importing ``fractions`` takes longer than the answer itself.)
"""

from __future__ import annotations

from math import gcd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction


DIGITS = 600
CHUNK = 10**DIGITS


class Ratio:
    """A fraction in lowest terms, its denominator positive; equal to every number of that value."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: int, denominator: int) -> None:
        common = gcd(numerator, denominator)
        self.numerator = numerator // common
        self.denominator = denominator // common

    @property
    def fraction(self) -> Fraction:
        """The same as Python's own."""
        from fractions import Fraction

        return Fraction(self.numerator, self.denominator)

    def __str__(self) -> str:
        numerator = _written(self.numerator)
        return numerator if self.denominator == 1 else f"{numerator}/{_written(self.denominator)}"

    def __repr__(self) -> str:
        return f"Ratio({self})"

    def __float__(self) -> float:
        return self.numerator / self.denominator

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ratio):
            return self.fraction == other
        return self.numerator == other.numerator and self.denominator == other.denominator

    def __hash__(self) -> int:
        return hash(self.fraction)


def _written(number: int) -> str:
    """A whole number in decimal.  Python refuses to write more than some thousand digits at once (640, if
    somebody lowers that limit), for which it takes long; long games give fractions of more."""
    sign, left = "-" * (number < 0), abs(number)
    parts = []
    while left >= CHUNK:
        left, part = divmod(left, CHUNK)
        parts.append(f"{part:0{DIGITS}d}")
    return f"{sign}{left}{''.join(reversed(parts))}"
