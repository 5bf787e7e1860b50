"""What there is to draw of a result: one panel a distribution, a topic's rates, a relation; and the panels
that studies make (``report.sweep``).

What comes in: the object that ``yispc --json`` prints, perhaps read back from a file.  What goes out:
plain panels, with numbers as floats and names safe to show; ``plot`` draws them.  Raises
:class:`NotAResult` for other data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from ...messages import say, told, translated, with_commas
from ...structs import dataclass
from ..layout import difference_text, mean_text, number, percent, rate_texts, shown, significant

MOST_BARS = 60
"""Bars of a distribution; more values share theirs with their neighbours."""

MOST_RATES = 40
"""Rows of a panel of rates."""


class NotAResult(ValueError):
    """The data is no result; the message says why."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """Bars of equal width, by their left edge, with the share of trials in each."""

    title: str
    label: str
    bars: list[tuple[float, float]]
    width: float
    mean: float | None


@dataclass(frozen=True, slots=True)
class Rates:
    """Names, rates and the ends of their intervals (None where the rate is exact)."""

    title: str
    rows: list[tuple[str, float, tuple[float, float] | None]]
    left_out: int


@dataclass(frozen=True, slots=True)
class Trend:
    """Means of y by x with their standard errors (0 where there is none) and a curve through them."""

    title: str
    x: str
    y: str
    points: list[tuple[float, float, float]]
    sampled: bool
    fit: str
    logistic: bool
    slope: float
    intercept: float


@dataclass(frozen=True, slots=True)
class Changes:
    """Rows of bars from 0 to either side, a bar for each of ``names``: how far it goes and the ends of its
    interval (None where it is exact).  ``rates`` says that they are differences of rates."""

    title: str
    label: str
    names: tuple[str, ...]
    rows: list[tuple[str, list[tuple[float, tuple[float, float] | None]]]]
    rates: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A figure by one number that varies: x, value and the ends of its interval (None where it is exact)."""

    title: str
    x: str
    y: str
    points: list[tuple[float, float, tuple[float, float] | None]]
    is_rate: bool


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A figure by two numbers that vary; None where there is nothing."""

    title: str
    x: str
    y: str
    xs: list[int]
    ys: list[int]
    cells: list[list[float | None]]  # by y, then x
    is_rate: bool


Panel = Distribution | Rates | Trend | Changes | Curve | HeatMap


def panels(result: Any, heading: str = "") -> list[Panel]:
    """The panels of a result, topic after topic: relations first, then rates, score and stats."""
    try:
        topics = result["topics"]
        return [
            panel
            for topic in topics
            for played in topic.get("policies", (topic,))
            for panel in _topic(played, heading + _heading(topic, played, len(topics) > 1))
        ]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError) as error:
        wrong = f"{type(error).__name__}: {error}"
        raise NotAResult(say("it is not a result of `yispc --json` ({error})", error=wrong)) from None


def _heading(topic: dict[str, Any], played: dict[str, Any], several: bool) -> str:
    """What tells the panels of a topic under one policy from the others."""
    names = [shown(translated(topic["name"]))] if several else []
    if played is not topic:
        names.append(shown(played["policy"]))
    return translated(with_commas(names))


def _topic(topic: dict[str, Any], heading: str) -> Iterator[Panel]:
    before = f"{heading}: " if heading else ""
    for relation in topic.get("relations", ()):
        yield _trend(relation, before)
    rows = [_rate(told("success"), topic["success"])]
    rows += [_rate(shown(one["name"]), one) for one in (*topic["combos"], *topic.get("watch", ()))]
    known = [row for row in rows if row is not None]
    if known:
        what = say("watched") if topic["success"]["rate"] is None else say("success")
        if topic["trials"]:
            title = told("{figures} ({trials} trials)", figures=what, trials=topic["trials"])
        else:
            title = told("{figures} (exact)", figures=what)
        yield Rates(before + title, known[:MOST_RATES], max(len(known) - MOST_RATES, 0))
    if not set(topic["score"]["histogram"]) <= {"0", "1"}:
        yield from _distribution(told("score"), topic["score"], before)
    for name, stat in topic["stats"].items():
        yield from _distribution(shown(name), stat, before)


def _rate(name: str, rate: dict[str, Any]) -> tuple[str, float, tuple[float, float] | None] | None:
    if rate["rate"] is None:
        return None
    ends = rate["ci95"]
    return name, float(rate["rate"]), None if ends is None else (float(ends[0]), float(ends[1]))


def _distribution(name: str, number: dict[str, Any], before: str) -> Iterator[Distribution]:
    weights = {int(value): float(Fraction(count)) for value, count in number["histogram"].items()}
    total = sum(weights.values())
    if not total:
        return
    least, greatest = min(weights), max(weights)
    width = (greatest - least) // MOST_BARS + 1
    bars: dict[int, float] = {}
    for value, weight in weights.items():
        place = (value - least) // width
        bars[place] = bars.get(place, 0.0) + weight / total
    mean = number["mean"]
    error = number["se"]
    if error is None:
        note = told("mean {value}", value=mean_text(mean, None, number["exact"]))
    else:
        known = {"value": significant(mean, error), "error": significant(error, error)}
        note = told("mean {value} (se {error})", **known)
    # A bar stands around its values, from half a step below the first to half a step above the last.
    edges = [(float(least + place * width) - 0.5, share) for place, share in bars.items()]
    yield Distribution(f"{before}{name}", note, edges, float(width), mean)


def _trend(relation: dict[str, Any], before: str) -> Trend:
    x, y = shown(relation["x"]), shown(relation["y"])
    points = [(float(bin["x"]), float(bin["mean"]), float(bin["se"] or 0)) for bin in relation["bins"]]
    line, logistic = relation["logistic"], True
    if line is None:
        line, logistic = relation["linear"], False
    fit = ""
    if line is not None:
        error = line["slope_se"]
        known = significant(line["slope"], error)
        if error is not None:
            known = told("{value} (se {error})", value=known, error=significant(error, error))
        fit = told("logistic slope {value}", value=known) if logistic else told("slope {value}", value=known)
    sampled = relation["count"] is not None
    slope, intercept = (float(line["slope"]), float(line["intercept"])) if line else (0.0, 0.0)
    title = before + told("{y} against {x}", y=y, x=x)
    return Trend(title, x, y, points, sampled, fit, logistic, slope, intercept)


def described(panel: Panel) -> Sequence[str]:
    """What a panel shows, in words, for readers who do not see it."""
    if isinstance(panel, Rates):
        return [
            _about(panel.title, (f"{name} {_known(rate, ends, True)}" for name, rate, ends in panel.rows))
        ]
    if isinstance(panel, Distribution):
        return [told("{first}: {more}", first=panel.title, more=panel.label)]
    if isinstance(panel, Changes):
        return [
            _about(with_commas((panel.title, name)), (_change(*bar, panel.rates) for bar in bars))
            for name, bars in panel.rows
        ]
    if isinstance(panel, Curve):
        values = with_commas(f"{x:g}: {_known(y, ends, panel.is_rate)}" for x, y, ends in panel.points)
        return [told("{title}, by {x}: {values}", title=panel.title, x=panel.x, values=values)]
    if isinstance(panel, HeatMap):
        return [_row(panel, y, row) for y, row in zip(panel.ys, panel.cells, strict=True)]
    return [told("{first}: {more}", first=panel.title, more=panel.fit) if panel.fit else panel.title]


def _about(title: str, values: Iterable[str]) -> str:
    return told("{first}: {more}", first=title, more=with_commas(values))


def _row(panel: HeatMap, y: int, row: Sequence[float | None]) -> str:
    known = zip(panel.xs, row, strict=True)
    values = with_commas(f"{x}: {_written(cell, panel.is_rate)}" for x, cell in known)
    return told(
        "{title}, by {x}: {values}",
        title=with_commas((panel.title, f"{panel.y} {y}")),
        x=panel.x,
        values=values,
    )


def _known(value: float, ends: tuple[float, float] | None, is_rate: bool) -> str:
    if ends is None:
        return _written(value, is_rate)
    return rate_texts(value, ends)[0] if is_rate else mean_text(value, ends)


def _change(value: float, ends: tuple[float, float] | None, rates: bool) -> str:
    if ends is None:
        return percent(value) if rates else number(value)
    return difference_text(value, ends, points=rates)


def _written(value: float | None, is_rate: bool) -> str:
    return percent(value) if is_rate else significant(value, None)
