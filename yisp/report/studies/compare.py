"""Builds side by side, as text, as a table in a file, and as panels of a picture.

What comes in: a :class:`~yisp.studies.comparison.compare.Comparison`.  What goes out: lines; rows; panels.
"""

from __future__ import annotations

from math import floor, log10

from ...messages import say, told, translated
from ...simulate.counting.estimates import Rate
from ...studies.comparison.comparison import known_of
from ..files.markdown import escaped, table
from ..layout import (
    GAP,
    MOST_PLACES,
    aligned,
    difference_text,
    duration,
    fraction,
    mean_of,
    rate_of,
    shown,
    signed,
)
from ..pictures.panels import Changes, Rates
from ..text.text import ENDINGS
from .verdicts import figure_title, leads, letter, others, worlds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...simulate.counting.estimates import Number
    from ...simulate.counting.statistics import Interval
    from ...studies.comparison.comparison import Comparison, Gap, TopicComparison
    from ..pictures.panels import Panel
    from .verdicts import Written


def render(comparison: Comparison) -> str:
    """The whole comparison, as text."""
    lines = [*leads(comparison), *head(comparison)]
    for one in comparison.topics:
        lines += ["", told("Topic: {topic}", topic=_how(one, shown)), *aligned(rows_of(one, comparison))]
        lines += [*others(one, comparison), *worlds(one)]
    return "\n".join(lines)


def render_markdown(comparison: Comparison) -> str:
    """The whole comparison as Markdown, without times."""
    parts = ["\n\n".join(leads(comparison, escaped))]
    parts.append("\n".join(f"* {line}" for line in _circumstances(comparison, escaped)))
    for one in comparison.topics:
        header, *rows = rows_of(one, comparison, escaped)
        parts.append(f"### {translated(_how(one, escaped))}")
        parts.append(table(header, rows))
        said = [*others(one, comparison, escaped), *worlds(one)]
        parts += ["\n".join(f"* {line}" for line in said)] if said else []
    return "\n\n".join(parts)


def head(comparison: Comparison) -> list[str]:
    """What is said before the topics."""
    seed, *others = _circumstances(comparison, shown)
    return [seed, told("Time used: {time}", time=duration(comparison.seconds)), *others]


def _circumstances(comparison: Comparison, written: Written) -> list[str]:
    lines = [told("Seed: {seed}", seed=comparison.seed)]
    if comparison.ended is not None:
        lines.append(told("Partial: {reason}", reason=ENDINGS[comparison.ended]))
    sizes_differ = len({known["cards"] for known in comparison.sides.values()}) > 1
    for at, (name, known) in enumerate(comparison.sides.items()):
        cards = f"{GAP}({told('{cards} cards', cards=known['cards'])})" if sizes_differ else ""
        lines.append(f"{letter(at)}: {written(translated(name))}{cards}")
    return lines


def _how(one: TopicComparison, written: Written) -> str:
    if one.trials is None:
        return say("{topic} (exact)", topic=written(one.name))
    return say(
        "{topic} ({trials} trials of each, in the same worlds)", topic=written(one.name), trials=one.trials
    )


def rows_of(one: TopicComparison, comparison: Comparison, written: Written = shown) -> list[list[str]]:
    """A row for each figure: every side, and what each adds to the first; ``written`` is how names are."""
    letters = {name: letter(at) for at, name in enumerate(comparison.sides)}
    first, *others = one.sides
    header = ["", *(letters[name] for name in one.sides)]
    header += [f"{letters[other]} - {letters[first]}" for other in others]
    rows = [header]
    sides = [known_of(result) for result in one.sides.values()]
    gaps = [{(gap.kind, gap.name): gap for gap in difference.gaps} for difference in one.differences]
    figures = dict.fromkeys(figure for known in sides for figure in known)
    for figure in sorted(figures, key=lambda figure: ORDER.index(figure[0])):
        cells = [_cell(known.get(figure)) for known in sides]
        cells += [gap_text(found[figure]) if figure in found else "" for found in gaps]
        rows.append([figure_title(*figure, written), *cells])
    return rows


ORDER = ("success", "score", "combo", "watch", "stat")
"""In which figures stand."""


def _cell(known: Rate | Number | None) -> str:
    if known is None:
        return ""
    return rate_of(known) if isinstance(known, Rate) else mean_of(known)


def gap_text(gap: Gap) -> str:
    """A difference: with its sign, and half its interval or its fraction."""
    return difference_of(gap.mean, gap.ci95, gap.exact, points=gap.is_rate)


def difference_of(mean: float | None, ci95: Interval | None, exact: str | None, *, points: bool) -> str:
    """A difference as text, from single numbers; nothing where it is not known."""
    if mean is None:
        return ""
    if exact is not None:
        scale, unit = (100, "%") if points else (1, "")
        return f"{signed(scale * mean, _digits(mean, points))}{unit} ({fraction(exact)})"
    return difference_text(mean, ci95, points=points)


def _digits(mean: float, points: bool) -> int:
    """Digits after the point of an exact difference: two, and more where it is small."""
    scaled = abs(mean) * (100 if points else 1)
    return 2 if scaled >= 0.1 or not scaled else min(1 - floor(log10(scaled)), MOST_PLACES)


# A picture ----------------------------------------------------------------------------------------------


def panels(comparison: Comparison) -> list[Panel]:
    """Each topic's rates by side, and the differences from the first side."""
    found: list[Panel] = []
    several = len(comparison.topics) > 1
    for one in comparison.topics:
        before = f"{shown(one.name)}: " if several else ""
        rows = [
            (shown(translated(name)), float(result.success.rate), result.success.ci95)
            for name, result in one.sides.items()
            if result.success.rate is not None
        ]
        if rows:
            found.append(Rates(before + told("success"), rows, 0))
        first = next(iter(one.sides))
        names = tuple(shown(translated(difference.of)) for difference in one.differences)
        for rates, label in ((True, told("difference of rates")), (False, told("difference of means"))):
            bars: dict[tuple[str, str], list[tuple[float, Any]]] = {}
            for difference in one.differences:
                for gap in difference.gaps:
                    if gap.is_rate == rates and gap.mean is not None:
                        bars.setdefault((gap.kind, gap.name), []).append((gap.mean, gap.ci95))
            drawn = [(figure_title(*figure), values) for figure, values in bars.items()]
            if drawn:
                title = before + told("against {side}", side=shown(translated(first)))
                found.append(Changes(title, label, names, drawn, rates))
    return found
