"""What came of comparing builds, in the terms of a player: each side's result, and how the sides differ.

What comes in: what ``compare`` found out.  What goes out: :class:`Comparison`, with everything that reports
show, and ``to_dict``, the JSON object.
"""

from __future__ import annotations

from fractions import Fraction

from ...simulate.counting.estimates import Number, Rate
from ...simulate.counting.tabular import FIGURE, figures, row, rows
from ...structs import dataclass
from ..study import Study

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ...simulate.counting.statistics import Interval
    from ...simulate.result import TopicResult
    from .paired import Figure


class Gap:
    """By how much one figure of a side is above that of the first.

    ``mean`` is None where no trial has both numbers.  ``narrower`` is by how much narrower the interval is
    than that of two independent runs of as many trials would be; None where that cannot be said.
    """

    __slots__ = ("ci95", "exact", "kind", "mean", "name", "narrower")

    def __init__(self, figure: Figure) -> None:
        self.kind, self.name = figure
        self.mean: float | None = None
        self.ci95: Interval | None = None
        self.exact: str | None = None
        self.narrower: float | None = None

    @property
    def is_rate(self) -> bool:
        """Whether it is a difference of rates, and not of means."""
        return self.kind in ("success", "combo", "watch")

    @property
    def sign(self) -> int:
        """1 where the side's figure is surely above the first's, -1 where it is below, 0 where neither can be
        said; surely is in 95 of 100 cases, for what is sampled."""
        if self.exact is not None:
            difference = Fraction(self.exact)
            return (difference > 0) - (difference < 0)
        low, high = self.ci95 or (0.0, 0.0)
        return (low > 0) - (high < 0)

    def to_dict(self) -> dict[str, Any]:
        return {
            "what": self.kind, "name": self.name or None, "mean": self.mean,
            "ci95": None if self.ci95 is None else list(self.ci95), "exact": self.exact,
            "narrower": self.narrower,
        }  # fmt: skip


@dataclass(slots=True, eq=False)
class Differences:
    """What one side adds to the first: ``of`` and ``to`` are their names; ``missing`` what only one of them
    has."""

    of: str
    to: str
    gaps: list[Gap]
    missing: list[Figure]

    def gap(self, kind: str, name: str = "") -> Gap:
        """That of one figure; KeyError for one that is not compared."""
        for gap in self.gaps:
            if (gap.kind, gap.name) == (kind, name):
                return gap
        raise KeyError((kind, name))

    @property
    def deciding(self) -> list[Gap]:
        """What tells which is better: success and, where it says something else, score; where one of them
        cannot succeed, the first watched entry or stat."""
        first = self.gaps[:1]
        if not first or first[0].kind != "success":
            return first
        return first + [gap for gap in self.gaps if gap.kind == "score" and gap.mean != first[0].mean]

    def to_dict(self) -> dict[str, Any]:
        return {
            "of": self.of, "to": self.to, "figures": [gap.to_dict() for gap in self.gaps],
            "missing": [{"what": kind, "name": name or None} for kind, name in self.missing],
        }  # fmt: skip


@dataclass(slots=True, eq=False)
class TopicComparison:
    """Sides that were compared: each one's result, and what each but the first adds to it.

    ``trials`` is None where the answers are exact; ``apart`` are the first trials in which a side had another
    success or score than the first.
    """

    name: str
    sides: dict[str, TopicResult]
    differences: list[Differences]
    trials: int | None
    apart: list[int]

    @property
    def method(self) -> str:
        return "exact" if self.trials is None else "sample"

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name, "method": self.method, "trials": self.trials,
            "sides": [{"side": name, **result.to_dict()} for name, result in self.sides.items()],
            "differences": [one.to_dict() for one in self.differences],
            "apart": self.apart,
        }  # fmt: skip


class Comparison(Study):
    """Everything that was compared; ``sides`` are the names in order, each with what it stands for."""

    COLUMNS = ("side", "to", *FIGURE)
    """Of ``table``; ``to`` is the first side, in the rows of differences."""

    __slots__ = ("sides", "topics")

    def __init__(self, sides: dict[str, dict[str, Any]], seed: int) -> None:
        super().__init__(seed)
        self.sides = sides
        self.topics: list[TopicComparison] = []

    def __repr__(self) -> str:
        return f"<yisp.Comparison of {', '.join(self.sides)}: {len(self.topics)} topics, seed={self.seed}>"

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that ``yispc compare --json`` prints."""
        return {
            **self.circumstances(),
            "compare": {
                "sides": [{"side": name, **known} for name, known in self.sides.items()],
                "topics": [one.to_dict() for one in self.topics],
            },
        }

    def table(self) -> list[dict[str, Any]]:
        """A row for each figure of each topic and side, and each difference."""
        return [row for one in self.topics for row in _rows(one)]


def _rows(one: TopicComparison) -> Iterator[dict[str, Any]]:
    for side, result in one.sides.items():
        for of in rows(result, result.policy):
            yield {"side": side, "to": None, **of, "topic": one.name}
    for difference in one.differences:
        policy = one.sides[difference.of].policy
        for gap in difference.gaps:
            of = row(one.name, policy, gap.kind, gap.name or None, one.trials, gap.mean, gap.ci95, gap.exact)
            yield {"side": difference.of, "to": difference.to, **of}


def known_of(result: TopicResult) -> dict[Figure, Rate | Number]:
    """Every figure of a topic, as ``paired.figures`` names them."""
    return {(what, name or ""): known for what, name, known in figures(result)}
