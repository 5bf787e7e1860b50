"""What was played, trial after trial: how often each effect, how early, and in which order.

What comes in: the effects that were activated in each trial, in order, and whether it succeeded.  What goes
out: :class:`Use` by effect, and the :class:`Line` s that were played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...compile.record import data_of
from ...simulate.counting.estimates import Rate
from ...structs import dataclass

LONGEST = 12
"""Activations of a line that are told apart; what comes after them is not."""

Effect = tuple[str, int]
"""A card and which of its effects, counted from 0."""


@dataclass(frozen=True, slots=True)
class Use:
    """How an effect was used: in how many of the trials, of the successes and of the failures; where in the
    order of a trial's activations it first stood, on average and mostly (from 1; None: never)."""

    card: str
    effect: int
    share: Rate
    of_successes: Rate
    of_failures: Rate
    place: float | None
    usual: int | None

    def to_dict(self) -> dict[str, Any]:
        return {
            **data_of(self, "card", "effect"),
            **self.share.to_dict(),
            "count": self.share.count,
            "of_successes": self.of_successes.rate,
            "of_failures": self.of_failures.rate,
            **data_of(self, "place", "usual"),
        }


@dataclass(frozen=True, slots=True)
class Line:
    """The same activations in the same order, in ``count`` trials of which ``successes`` succeeded.

    ``more`` says that some of them went on beyond these steps.
    """

    steps: tuple[Effect, ...]
    more: bool
    count: int
    successes: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "steps": [{"card": card, "effect": effect} for card, effect in self.steps],
            **data_of(self, "more", "count", "successes"),
        }


class Courses:
    """Counts the courses of trials; ``effects`` are all that there are, by index."""

    def __init__(self, effects: Sequence[Effect]) -> None:
        self._effects = effects
        self._trials = Counter[bool]()  # by success
        self._used = [Counter[bool]() for _ in effects]
        self._places = [Counter[int]() for _ in effects]
        self._lines: Counter[tuple[tuple[int, ...], bool, bool]] = Counter()

    def count(self, activated: Sequence[int], success: bool) -> None:
        """Count a trial's activations, in order."""
        self._trials[success] += 1
        seen: set[int] = set()
        for place, effect in enumerate(activated, 1):
            if effect not in seen:
                seen.add(effect)
                self._used[effect][success] += 1
                self._places[effect][place] += 1
        self._lines[tuple(activated[:LONGEST]), len(activated) > LONGEST, success] += 1

    def uses(self) -> list[Use]:
        """Every effect, the one that was used most first."""
        trials = self._trials
        found = []
        for (card, number), used, places in zip(self._effects, self._used, self._places, strict=True):
            name = f"{card}[{number}]"
            times = used.total()
            found.append(
                Use(
                    card,
                    number,
                    Rate.sampled(name, times, trials.total()),
                    Rate.sampled(name, used[True], trials[True]),
                    Rate.sampled(name, used[False], trials[False]),
                    sum(place * count for place, count in places.items()) / times if times else None,
                    min(places, key=lambda place: (-places[place], place)) if places else None,
                )
            )
        return sorted(found, key=lambda use: -(use.share.count or 0))

    def lines(self) -> list[Line]:
        """Every line, the one that was played most first."""
        both = dict.fromkeys((steps, more) for steps, more, _ in self._lines)
        found = []
        for steps, more in both:
            won, lost = self._lines[steps, more, True], self._lines[steps, more, False]
            named = tuple(self._effects[step] for step in steps)
            found.append(Line(named, more, won + lost, won))
        return sorted(found, key=lambda line: (-line.count, line.steps))

    def cards(self) -> set[str]:
        """The cards of which an effect was activated in some trial."""
        return {card for (card, _), used in zip(self._effects, self._used, strict=True) if used.total()}
