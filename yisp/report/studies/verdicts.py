"""What a comparison says, in sentences: ``Play 3 scout: +2.1 points (±0.1).``

What comes in: a ``Comparison``.  What goes out: for each side but the first
whether to play it, and what that brings in success and score; and what the same worlds were worth.  A
difference whose interval holds 0 is none that anybody would notice in so many games.

Not handled: the figures, which stand in a table.
"""

from __future__ import annotations

from fractions import Fraction

from ...messages import say, told, translated, with_commas
from ...simulate.counting.estimates import Rate
from ...simulate.counting.statistics import Z
from ...studies.comparison.comparison import known_of
from ..layout import accuracy, number, shown, signed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...studies.comparison.comparison import Comparison, Differences, Gap, TopicComparison

    Written = Callable[[str], str]
    """How a name of the author's is written."""

WORTH_SAYING = 1.1
"""How many times narrower an interval has to be for the report to say so."""

MOST_NAMED = 3
"""How many trials in which sides differ are named, each with the command that replays it."""

MOST_DIGITS = 6

ROUND = (1, 2, 5)
"""What numbers of games begin with."""


def letter(at: int) -> str:
    """What a side is called in the columns of a table."""
    return chr(ord("A") + at) if at < 26 else f"#{at + 1}"


def figure_title(what: str, name: str, written: Written = shown) -> str:
    """What a figure is called in tables and pictures."""
    if what == "success":
        return told("success rate")
    return told("average score") if what == "score" else written(name)


def leads(comparison: Comparison, written: Written = shown) -> list[str]:
    """The verdicts that a comparison begins with: for each side but the first, whether to play it."""
    several = len(comparison.topics) > 1
    return [
        line
        for one in comparison.topics
        for line in first(one, comparison, written(one.name) if several else "", written)
    ]


def first(
    one: TopicComparison, comparison: Comparison, topic: str = "", written: Written = shown
) -> list[str]:
    """These verdicts about one topic, by the first figure in which the sides differ; ``topic`` is what
    sentences call it, if they are to name it."""
    return [
        verdict(gap, one, _choice(difference, comparison, written), topic, written)
        for difference in one.differences
        for gap in _first(difference)
    ]


def _first(difference: Differences) -> list[Gap]:
    """What a side is judged by: the first figure that differs, else the first there is."""
    return ([gap for gap in difference.deciding if gap.sign] or difference.deciding)[:1]


def others(one: TopicComparison, comparison: Comparison, written: Written = shown) -> list[str]:
    """The verdicts by the other figures that decide, and the figures that only one side has."""
    lines = []
    for difference in one.differences:
        side = _choice(difference, comparison, written)
        for gap in difference.deciding:
            if gap in _first(difference):
                continue
            if gap.kind == "success":  # which does not differ, where another figure does
                side = say("{side}, {figure}", side=side, figure=figure_title(gap.kind, gap.name, written))
            lines.append(verdict(gap, one, side, "", written))
        lines += [
            told(
                "{figure}: only one of {first} and {second} has it",
                figure=figure_title(what, name, written),
                first=letter(list(comparison.sides).index(difference.to)),
                second=letter(list(comparison.sides).index(difference.of)),
            )
            for what, name in difference.missing
        ]
    return lines


def worlds(one: TopicComparison) -> list[str]:
    """What playing the same worlds was worth, and where to look at them."""
    if one.trials is None:
        return []
    lines = []
    gaps = [gap for difference in one.differences for gap in difference.deciding[:1]]
    narrower = [gap.narrower for gap in gaps if gap.narrower]
    if narrower and min(narrower) >= WORTH_SAYING:
        times = f"{min(narrower):.1f}"
        lines.append(
            told("In the same worlds the interval is {times} times narrower than apart.", times=times)
        )
    if one.apart:
        lines.append(
            told(
                "Trials in which they differ: {trials} ... (yispc trace --worlds replays one)",
                trials=with_commas(map(str, one.apart[:MOST_NAMED])),
            )
        )
    return lines


def verdict(gap: Gap, one: TopicComparison, side: str, topic: str = "", written: Written = shown) -> str:
    """Whether to play a side of a comparison, by one of its figures; ``topic`` is named if it is given."""
    if gap.kind != "success" and not topic:
        side = say("{side}, {figure}", side=side, figure=figure_title(gap.kind, gap.name, written))
    if topic:
        return told("{topic}: {more}", topic=topic, more=verdict(gap, one, side, "", written))
    if gap.mean is None:
        return told("{side}: no trial has both numbers, so there is nothing to compare.", side=side)
    if gap.exact is None and gap.ci95 is None:
        return told("{side}: that takes more than one trial to tell.", side=side)
    if gap.sign == 0:
        games = _unnoticed(gap, one)
        if gap.exact is not None:
            return told("{side}: no difference.", side=side)
        if games is None:
            return told("{side}: no difference was found ({change}).", side=side, change=_change(gap))
        return told("{side}: no difference that would show in {games} games.", side=side, games=f"{games:,}")
    if gap.kind != "success":
        return told("{side}: {change}.", side=side, change=_change(gap))
    if gap.sign > 0:
        return told("Play {side}: {change}.", side=side, change=_change(gap))
    return told("Not {side}: {change}.", side=side, change=_change(gap))


def _choice(difference: Differences, comparison: Comparison, written: Written) -> str:
    """What a side is called: all that it changes in the first one's file, else its name."""
    mine, theirs = comparison.sides[difference.of], comparison.sides[difference.to]
    counts, given = mine.get("counts", {}), theirs.get("set", {})
    changed: list[str] = []
    if mine["file"] == theirs["file"] and not theirs.get("counts"):
        changed += [say("{count} {card}", count=count, card=written(card)) for card, count in counts.items()]
        if mine["cards"] != theirs["cards"]:
            changed.append(say("{cards} cards", cards=mine["cards"]))
        values = mine.get("set", {}).items()
        changed += [f"{name} = {value}" for name, value in values if value != given.get(name)]
    return with_commas(changed) if changed else written(translated(difference.of))


def _change(gap: Gap) -> str:
    """A difference as it is said: of rates in points of a hundred."""
    assert gap.mean is not None
    scale = 100 if gap.is_rate else 1
    mean = scale * gap.mean
    if gap.ci95 is None:
        assert gap.exact is not None
        exact = scale * Fraction(gap.exact)
        fewest = 1 if gap.is_rate else 2
        digits = next((at for at in range(fewest, MOST_DIGITS) if round(exact, at)), MOST_DIGITS)
        change = signed(mean, digits)
        return say("{change} points", change=change) if gap.is_rate else change
    digits, off = accuracy(mean, (scale * gap.ci95[0], scale * gap.ci95[1]))
    change, about = signed(mean, digits), number(off, digits)
    if gap.is_rate:
        return say("{change} points (±{off})", change=change, off=about)
    return say("{change} (±{off})", change=change, off=about)


def _unnoticed(gap: Gap, one: TopicComparison) -> int | None:
    """In how many games nobody would notice the greatest difference d that there may be: z √(2 v / n) is
    still above it, where v is what single games of the first side vary by."""
    assert gap.mean is not None
    low, high = gap.ci95 or (0.0, 0.0)
    first = known_of(next(iter(one.sides.values()))).get((gap.kind, gap.name))
    spread = None
    if isinstance(first, Rate):
        spread = None if first.rate is None else first.rate * (1 - first.rate)
    elif first is not None and first.sd is not None:
        spread = first.sd**2
    most = max(abs(low), abs(high))
    if not spread or not most:
        return None
    games = int(2 * spread * (Z / most) ** 2)
    found = [digit * 10**power for power in range(len(str(games))) for digit in ROUND]
    return max((one for one in found if one <= games), default=None)
