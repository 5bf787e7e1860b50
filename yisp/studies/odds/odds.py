"""How probable something is: the answer to a question about a draw, and what seeing some of a deck changes.

What comes in: a sentence (see ``wording``), or two rates.  What goes out: :class:`Odds`, :class:`Change`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...compile.record import data_of
from ...messages import say
from ...simulate.counting.estimates import Rate
from ...structs import dataclass
from ...version import VERSION
from .draws import Draw, TooMuch, probability
from .wording import read_question, refused

SCHEMA = 1
"""The shape of ``Odds.to_dict``."""


@dataclass(slots=True, eq=False)
class Odds:
    """The answer to a question about a draw; ``exact`` is a fraction as text, ``fraction`` Python's own."""

    question: str
    draw: Draw
    success: Rate
    fraction: Fraction

    @property
    def rate(self) -> float:
        return float(self.fraction)

    @property
    def exact(self) -> str:
        return str(self.success.exact)

    def __repr__(self) -> str:
        return f"<yisp.Odds {self.question!a}: {self.success.text}>"

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that ``yispc odds --json`` prints."""
        return {
            "yisp": VERSION,
            "schema": SCHEMA,
            "question": self.question,
            "cards": self.draw.total,
            "drawn": self.draw.drawn,
            "sorts": [{"name": name or None, "count": count} for name, count in self.draw.sorts],
            "wanted": [
                [{"sort": bound.sort, "least": bound.least, "most": bound.most} for bound in bounds]
                for bounds in self.draw.alternatives
            ],
            "success": self.success.to_dict(),
        }


def answer(question: str) -> Odds:
    """The exact answer to a question; or a :class:`~yisp.lang.diagnostics.DeckError` that says why not."""
    draw = read_question(question)
    try:
        ratio = probability(draw)
    except TooMuch as error:
        hint = say("smaller numbers are answered; a deck can be sampled")
        raise refused(question, error.args[0], (0, len(question)), hint) from None
    return Odds(question, draw, Rate.exactly(question, ratio), ratio.fraction)


@dataclass(frozen=True, slots=True)
class Change:
    """How much more often a topic succeeds with what is seen than without.

    ``exact`` is the difference as a fraction, where both rates are exact.  Where one was sampled, ``ci95``
    holds whatever the two have to do with one another: its ends are as far from the difference as those of
    both rates together (the "square-and-add" interval of R. G. Newcombe, "Interval Estimation for the
    Difference between Independent Proportions", Statistics in Medicine 17 (1998), 873-890, for the worst
    correlation there can be).
    """

    difference: float
    exact: str | None
    ci95: tuple[float, float] | None

    @classmethod
    def between(cls, before: Rate, after: Rate) -> Change | None:
        """None where a rate is not known."""
        if before.rate is None or after.rate is None:
            return None
        if before.exact is not None and after.exact is not None:
            exact = Fraction(after.exact) - Fraction(before.exact)
            return cls(float(exact), str(exact), None)
        difference = after.rate - before.rate
        (low, high), (least, most) = _ends(before), _ends(after)
        return cls(difference, None, (max(least - high, -1.0), min(most - low, 1.0)))

    def to_dict(self) -> dict[str, Any]:
        return data_of(self, "difference", "ci95", "exact")


def _ends(rate: Rate) -> Sequence[float]:
    assert rate.rate is not None
    return rate.ci95 or (rate.rate, rate.rate)
