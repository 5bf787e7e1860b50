"""What the parts of the fuzz have in common: an input, and what may be done with it."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Protocol


class Case(NamedTuple):
    """One input: a text that can be made smaller, and the words that say what it is given to."""

    text: bytes
    words: tuple[str, ...] = ()

    def shown(self) -> str:
        """The input as Python would write it."""
        return " ".join(map(repr, self.words)) + (": " if self.words else "") + repr(self.text)


class Part(Protocol):
    """One sort of inputs.

    ``judge`` gives a word for what came out, which is counted; whatever it raises is a finding.
    """

    name: str
    seconds: float
    """Of CPU that a judgement may take."""
    patience: float
    """Seconds by the clock after which its child is ended: it does not hear signals."""
    shrinks: bool
    """Whether an input's text can be made smaller, with the same finding."""

    def draw(self, random: Random) -> Case: ...

    def judge(self, case: Case) -> str: ...


class Unsound(AssertionError):
    """Something came out that must not: ``what`` it is, in words that are the same for all of its sort."""

    def __init__(self, what: str, shown: str = "") -> None:
        super().__init__(f"{what}: {shown}" if shown else what)
        self.what = what


def random_of(seed: int, part: str, number: int) -> Random:
    """What the input of that number is drawn from."""
    return Random(f"{seed} {part} {number}")
