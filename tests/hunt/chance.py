"""Choices: one trial is a list of them, and counting it up like the digits of a number gives the next.

What comes in: choices already made.  What goes out: whatever comes up beyond their end is the first
possible one, and recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TypeVar

T = TypeVar("T")


class TooMany(Exception):
    """The trial can go more ways than the caller wants to look at."""


class Chance:
    """Choices with given weights: those of ``made`` first, then always the first possible one."""

    def __init__(self, made: Sequence[int] = ()) -> None:
        self.made = list(made)
        self.widths: list[list[int]] = []  # the weights of each choice that came up

    def choose(self, weights: list[int]) -> int:
        """The index of the weight that is chosen."""
        place = len(self.widths)
        self.widths.append(weights)
        if place == len(self.made):
            self.made.append(0)
        return self.made[place]

    def probability(self) -> tuple[int, int]:
        """Of this run: numerator and denominator, not reduced."""
        return (
            prod(weights[chosen] for chosen, weights in zip(self.made, self.widths, strict=True)),
            prod(map(sum, self.widths)),
        )

    def share(self) -> float:
        """Which part of all runs this is where every choice splits what is left evenly: they sum to 1."""
        share = 1.0
        for weights in self.widths:
            share /= len(weights)
        return share

    def next(self) -> list[int] | None:
        """The choices of the run that comes after this one; None after the last."""
        made = list(self.made)
        while made:
            made[-1] += 1
            if made[-1] < len(self.widths[len(made) - 1]):
                return made
            made.pop()
        return None

    def permuted(self, things: Sequence[T], sort: Callable[[T], object]) -> list[T]:
        """The things in any order, each as likely.

        Things of one sort are those that nothing can tell apart, whatever follows: which of them
        stands where is no choice, and the order of sorts is chosen with the weight of all its orders.
        """
        waiting: dict[object, list[T]] = {}
        for thing in things:
            waiting.setdefault(sort(thing), []).append(thing)
        order = []
        while len(waiting) > 1:
            sorts = list(waiting)
            chosen = sorts[self.choose([len(waiting[one]) for one in sorts])]
            order.append(waiting[chosen].pop(0))
            if not waiting[chosen]:
                del waiting[chosen]
        for rest in waiting.values():
            order += rest
        return order
