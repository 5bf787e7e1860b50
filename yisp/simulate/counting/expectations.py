"""Whether expectations hold: assertions of the deck file, held against what a run found.

What comes in: an expectation as the program has it, and a topic's estimates.  What goes out: a
:class:`Verdict`.  An exact answer is compared as a fraction, an estimate as the number that is
reported.  What is not known (the rate of no trials, a stat without a value) meets no expectation.

(On the warm start's path.)
"""

from __future__ import annotations

from ...compile.record import data_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...compile.program import Expected
    from .estimates import Estimates, Number, Rate
    from .statistics import Interval


class Verdict:
    """What came of one expectation; ``ci95`` is None where the value has no interval, ``holds`` where the run
    was ended before it could be judged.

    ``file``, ``line`` and ``column`` say where the expectation is written.
    """

    __slots__ = ("text", "value", "exact", "ci95", "holds", "file", "line", "column")

    def __init__(self, expected: Expected, topic: Estimates) -> None:
        what, name, measure = expected.what, expected.name or "", expected.measure
        self.text, self.file = expected.text, expected.file
        self.line, self.column = expected.line, expected.column
        self.value: float | None
        self.exact: str | None = None  # the value as a fraction
        self.ci95: Interval | None = None
        if what in ("topic", "combo", "watch"):
            rates: dict[str, Rate] = {"combo": topic.combos, "watch": topic.watch}.get(what, {})
            rate = topic.success if what == "topic" else rates[name]
            self.value, self.exact, self.ci95 = rate.rate, rate.exact, rate.ci95
        else:
            number: Number = topic.score if what == "score" else topic.stats[name]
            if measure == "mean":
                self.value, self.exact, self.ci95 = number.mean, number.exact, number.ci95
            elif measure in number.quantiles:
                self.value = number.quantiles[measure]
            else:
                self.value = getattr(number, measure)
        self.holds: bool | None = self.value is not None and _holds(
            expected.relation, [self._compare(*bound) for bound in expected.bounds]
        )

    def __repr__(self) -> str:
        found = {True: "holds", False: "fails", None: "not judged"}[self.holds]
        return f"<Verdict {self.text!a}: {found} at {self.value}>"

    def _compare(self, numerator: int, denominator: int) -> float:
        """Above, equal to or below 0 as the value is to the bound."""
        if self.exact is None:
            assert self.value is not None
            return self.value - numerator / denominator
        up, _, down = self.exact.partition("/")
        return int(up) * denominator - numerator * int(down or 1)

    def to_dict(self) -> dict[str, Any]:
        return data_of(self, "text", "value", "holds")


def _holds(relation: str, signs: Sequence[float]) -> bool:
    first, last = signs[0], signs[-1]
    return {
        ">=": first >= 0,
        "<=": first <= 0,
        ">": first > 0,
        "<": first < 0,
        "==": first == 0,
        "!=": first != 0,
        "in": first >= 0 >= last,
    }[relation]
