"""Odds in words: the answer to a question about a draw, and what it was before some of a deck was seen.

What comes in: :class:`~yisp.studies.odds.odds.Odds`, or the success rates and their
:class:`~yisp.studies.odds.odds.Change`.  What goes out: lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...messages import told
from ..layout import accuracy, decimals, fraction, outward, rate_of, shown, signed
from ..sentences import games

if TYPE_CHECKING:
    from ...simulate.counting.estimates import Rate
    from ...studies.odds.odds import Change, Odds


def render_odds(odds: Odds) -> str:
    """How often that is, the percentage, and the fraction where it is short."""
    return told("{games}: {rate}", games=games(odds.success), rate=rate_of(odds.success))


def render_change(topic: str, before: Rate, after: Rate, change: Change | None) -> str:
    """How often the topic succeeds without what is seen, and what that makes of the difference."""
    name = shown(topic)
    if change is None:
        return told("Without what is seen, {topic}: there are no combos, so nothing to compare", topic=name)
    without, seen = (rate_of(rate) for rate in (before, after))
    return told(
        "Without what is seen, {topic}: {without}; seen, {seen}: {difference}",
        topic=name,
        without=without,
        seen=seen,
        difference=_points(change),
    )


def _points(change: Change) -> str:
    if change.exact is not None:
        more = decimals(change.exact, change.difference, 100)
        more = more if more.startswith("-") else f"+{more}"
        return told("{points} percentage points ({fraction})", points=more, fraction=fraction(change.exact))
    assert change.ci95 is not None
    ends = 100 * change.ci95[0], 100 * change.ci95[1]
    digits, _ = accuracy(100 * change.difference, ends)
    more = signed(100 * change.difference, digits)
    low, high = outward(ends, digits)
    return told(
        "{points} percentage points (between {low} and {high})", points=more, low=f"{low}%", high=f"{high}%"
    )
