"""What an exact answer consists of: a topic's probabilities, as whole numbers and fractions.

What comes in: the numerators that ``exact`` added up.  What goes out: :class:`ExactCounts`, which are
for an exact answer what ``counts`` are for a sample.

(On the warm start's path.)
"""

from __future__ import annotations

from .ratio import Ratio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .counts import Pairs


class NoExactAnswer(Exception):
    """A topic has no exact answer; the message says why.

    ``topic`` is the name of the topic that was asked for, known outside of the enumeration.
    """

    topic = ""


class OverBudget(NoExactAnswer):
    """It would take too much work; the message says how much is allowed."""


class Spread:
    """The exact distribution of a whole number; ``total`` is the probability that there is one.

    ``masses`` are whole numbers, by value; divided by ``denominator`` they are probabilities.
    """

    __slots__ = ("denominator", "masses")

    def __init__(self, masses: dict[int, int], denominator: int) -> None:
        self.masses = dict(sorted(masses.items()))
        self.denominator = denominator

    @property
    def weights(self) -> dict[int, Ratio]:
        """The probability of each value."""
        return {value: Ratio(mass, self.denominator) for value, mass in self.masses.items()}

    @property
    def total(self) -> Ratio:
        return Ratio(sum(self.masses.values()), self.denominator)

    @property
    def mean(self) -> Ratio | None:
        """The expectation where there is a value; None when there never is."""
        whole = sum(self.masses.values())
        return Ratio(self._moment(1), whole) if whole else None

    @property
    def variance(self) -> Ratio | None:
        whole = sum(self.masses.values())
        return Ratio(whole * self._moment(2) - self._moment(1) ** 2, whole * whole) if whole else None

    def _moment(self, power: int) -> int:
        return sum(value**power * mass for value, mass in self.masses.items())


class ExactCounts:
    """What ``Counts`` are for a sample: a topic's probabilities, in the order of the program."""

    __slots__ = (
        "activations", "bests", "combos", "notices", "relations", "score", "stats", "success", "used",
    )  # fmt: skip

    def __init__(
        self,
        success: Ratio,
        score: Spread,
        combos: list[Ratio],
        bests: list[Ratio],
        stats: list[Spread],
        relations: list[Pairs],
        activations: list[Ratio],
        used: list[Ratio],
        notices: dict[int, Ratio],
    ) -> None:
        self.success = success
        self.score = score
        self.combos = combos
        self.bests = bests  # the same under ``match: best``, for the combos of ``Topic.bests``
        self.stats = stats
        self.relations = relations
        self.activations = activations  # expected, by effect
        self.used = used  # the probability of at least one, by effect
        self.notices = notices  # the probability of at least one, by site
