"""A sweep as a table, as a heat map of characters, and as panels to draw.

What comes in: a ``Sweep``, and which of its figures to show.  What goes out: lines
of text, or panels for ``plot``.

    Sweep of opening.yml: 4 variants of scout
    Topic: going-first
    scout  rate                  score
        0  50.66% (41672/82251)  1.09 (714307/658008)

Beside each figure that was sampled, a column says by how much it is above that of the reference, the variant
that the others are held against; exact figures anybody can subtract.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from ...columns import width
from ...deck.observables import COMBO, SCORE, STAT, WATCH
from ...messages import say, say_n, told, translated, with_commas
from ...studies.figures import RATE, Difference, Figure, Known
from ...studies.sweeping.variants import SIZE
from ..files.markdown import escaped, table
from ..layout import GAP, aligned, mean_text, number, padded, percent, rate_texts, shown
from ..pictures.panels import Curve, HeatMap, Panel
from ..text.text import COLUMNS, ENDINGS
from .compare import difference_of

if TYPE_CHECKING:
    from ...simulate.counting.statistics import Interval
    from ...studies.sweeping.sweep import Point, Sweep
    from .verdicts import Written

MOST_LINES = 1000
"""Variants of a table; of more the highest are shown."""

HIGHEST = 20

SHADES = (17, 18, 19, 20, 26, 32, 38, 44, 43, 42, 41, 40)
"""Colours of a terminal (of its 256) from low to high."""


def chosen_figures(sweep: Sweep) -> list[Figure]:
    """The figures that are shown where nobody names any: rates and scores; of a topic without combos, all."""
    scored = {figure.topic for figure in sweep.figures if figure.what not in (WATCH, STAT)}
    return [
        figure
        for figure in sweep.figures
        if figure.topic not in scored or figure.what not in (COMBO, WATCH, STAT)
    ]


def render(
    sweep: Sweep, figures: Sequence[Figure], *, columns: int = COLUMNS, colour: bool = False
) -> Iterator[str]:
    """The lines, for so many columns."""
    yield from _leads(sweep, figures, shown)
    yield from _circumstances(sweep, shown)
    for (topic, policy), together in _by_topic(figures).items():
        yield told("Topic: {topic}", topic=_played(shown(topic), policy))
        yield from _table(sweep, together)
        for figure in together:
            yield from _heat_map(sweep, figure, columns, colour)


def _circumstances(sweep: Sweep, written: Written) -> Iterator[str]:
    """What is said before the topics."""
    answered, all_of_them = len(sweep), len(sweep.variants)
    names = with_commas(map(written, sweep.titles))
    yield told(
        "Sweep of {deck}: {variants} of {names}",
        deck=written(sweep.file),
        variants=say_n("{count} variant", "{count} variants", all_of_them, count=f"{all_of_them:,}"),
        names=names,
    )
    if sweep.ended is not None:
        yield told(
            "Partial: {reason}; {answered} of {variants} variants were answered",
            reason=ENDINGS[sweep.ended],
            answered=answered,
            variants=all_of_them,
        )
    trials = max((one.trials or 0 for point in sweep.points for one in point.known), default=0)
    if trials:
        yield told(
            "Seed: {seed}; up to {trials} trials a variant where there is no exact answer",
            seed=sweep.seed,
            trials=f"{trials:,}",
        )
        played = {one.trials for point in sweep.points for one in point.differences if one and one.trials}
        if played:
            yield told(
                "Differences: of pairs of trials in the same worlds, up to {trials} a variant",
                trials=f"{max(played):,}",
            )
    elif answered:
        yield told("Exact: every opening hand was looked at")


def figure_name(figure: Figure, written: Written = shown) -> str:
    """A figure as it is called above its numbers: the rate and the score in the language in force."""
    if figure.title in (RATE, SCORE):
        return told("rate") if figure.title == RATE else told("score")
    return written(figure.title)


def _played(topic: str, policy: str | None) -> str:
    """The topic, and who plays it where that is to be said."""
    return topic if policy is None else say("{topic}, played by {policy}", topic=topic, policy=policy)


def _by_topic(figures: Sequence[Figure]) -> dict[tuple[str, str | None], list[Figure]]:
    found: dict[tuple[str, str | None], list[Figure]] = {}
    for figure in figures:
        found.setdefault((figure.topic, figure.policy), []).append(figure)
    return found


def render_markdown(sweep: Sweep, figures: Sequence[Figure]) -> str:
    """The tables as Markdown; fractions have a column of their own."""
    title, *said = _circumstances(sweep, escaped)
    leads = "\n\n".join(_leads(sweep, figures, escaped))
    parts = [f"## {title}", leads, "\n".join(f"* {line}" for line in said)]
    for (topic, policy), together in _by_topic(figures).items():
        parts.append(f"### {translated(_played(escaped(topic), policy))}")
        points, remark = _shown_points(sweep, together)
        parts += [remark] if remark else []
        header, *rows = _rows(sweep, together, points, escaped)
        reasons = [escaped(_reason(point)) for point in points]
        if any(reasons):
            header.append("")
            rows = [[*row, reason] for row, reason in zip(rows, reasons, strict=True)]
        parts.append(table(header, rows, 0))
    return "\n\n".join(part for part in parts if part)


def _shown_points(sweep: Sweep, figures: Sequence[Figure]) -> tuple[list[Point], str]:
    """The variants of a table, and what to say where they are not all."""
    points = list(sweep.points)
    if len(points) <= MOST_LINES:
        return points, ""
    title = figure_name(figures[0])
    found = _by_height(points, sweep.figures.index(figures[0]))[:HIGHEST]
    return found, told(
        "The {number} with the highest {figure}; --csv FILE has all of them:", number=HIGHEST, figure=title
    )


def _table(sweep: Sweep, figures: Sequence[Figure]) -> Iterator[str]:
    points, remark = _shown_points(sweep, figures)
    if remark:
        yield remark
    reasons = ["", *(_reason(point) for point in points)]
    lines = aligned(_rows(sweep, figures, points, shown), 0)
    for line, reason in zip(lines, reasons, strict=True):
        yield f"{line}{GAP}{reason}" if reason else line


def _rows(
    sweep: Sweep, figures: Sequence[Figure], points: Sequence[Point], written: Written
) -> list[list[str]]:
    """The header, then a row for each variant; ``written`` is how names are."""
    places = [sweep.figures.index(figure) for figure in figures]
    sizes = {point.cards for point in points if point.cards is not None}
    with_cards = len(sizes) > 1 and not any(axis.kind == SIZE for axis in sweep.axes)
    rows = [[*map(written, sweep.titles), *([told("cards")] if with_cards else [])]]
    rows += [
        [*map(str, point.variant.values), *(["" if point.cards is None else str(point.cards)] * with_cards)]
        for point in points
    ]
    for figure, place in zip(figures, places, strict=True):
        known = [[] if point.reason is not None else cells(figure, point.known[place]) for point in points]
        across = max(1, max(map(len, known), default=1))
        for row, texts in zip(rows, [[figure_name(figure, written)], *known], strict=True):
            row += texts + [""] * (across - len(texts))
        if sampled_pairs(points, place):
            head = told("against {side}", side=reference_values(sweep, written))
            changes = [change_text(figure, point, place) for point in points]
            for row, text in zip(rows, [head, *changes], strict=True):
                row.append(text)
    return rows


def sampled_pairs(points: Sequence[Point], place: int) -> bool:
    """Whether that figure's difference from the reference was sampled for some variant."""
    return any(one.exact is None for point in points for one in point.differences[place : place + 1] if one)


def reference_values(sweep: Sweep, written: Written = shown) -> str:
    """The variant that the others are held against, by its values."""
    assert sweep.reference is not None
    return written(sweep.said(sweep.variants[sweep.reference]))


def change_text(figure: Figure, point: Point, place: int) -> str:
    """By how much a figure of a variant is above the reference's; nothing where that is not known."""
    difference = next(iter(point.differences[place : place + 1]), None)
    if difference is None or difference.value is None:
        return ""
    return difference_of(difference.value, _ends(difference), difference.exact, points=figure.is_rate)


def _ends(known: Known | Difference) -> Interval | None:
    """Its interval, where it is an estimate."""
    return None if known.low is None or known.high is None else (known.low, known.high)


def _reason(point: Point) -> str:
    if point.reason is None:
        return ""
    reason = shown(translated(point.reason))
    if point.possible:
        return told("no exact answer: {reason}", reason=reason)
    return told("not possible: {reason}", reason=reason)


def cells(figure: Figure, known: Known) -> list[str]:
    """What is known of a figure: a number, perhaps with its fraction beside."""
    if figure.is_rate:
        return rate_texts(known.value, _ends(known), known.exact)
    return [mean_text(known.value, _ends(known), known.exact)]


def _by_height(points: Sequence[Point], place: int) -> list[Point]:
    """Those of which a figure is known, the highest first."""
    known = [point for point in points if point.reason is None and point.known[place].value is not None]
    return sorted(known, key=lambda point: -(point.known[place].value or 0.0))


def _standing(point: Point, place: int) -> tuple[int, float]:
    """What variants are compared by: whether one is surely above the reference (1), or surely below (-1), and
    by how much; of others, how high their own trials came out."""
    difference = next(iter(point.differences[place : place + 1]), None)
    ends = None if difference is None else _ends(difference)
    if difference is not None and difference.value is not None and ends is not None:
        sign = (ends[0] > 0) - (ends[1] < 0)
        if sign:
            return sign, difference.value
    return 0, point.known[place].value or 0.0


def _leads(sweep: Sweep, figures: Sequence[Figure], written: Written) -> Iterator[str]:
    """Where each figure is highest; it says of which topic where there are several."""
    topics = _by_topic(figures)
    for (topic, policy), together in topics.items():
        for figure in together:
            for line in _best(sweep, figure, written):
                if len(topics) > 1:
                    yield told("{first}: {more}", first=_played(written(topic), policy), more=line)
                else:
                    yield line


def _best(sweep: Sweep, figure: Figure, written: Written) -> Iterator[str]:
    """Where a figure is highest, if there is anything to choose from.

    What trials in the same worlds are sure of counts for more than how high each variant's own come out.
    """
    points, place = list(sweep.points), sweep.figures.index(figure)
    highest = _by_height(points, place)
    if not highest or len(points) == 1:
        return
    point = max(highest, key=lambda one: _standing(one, place))
    sampled = any(one.reason is None and one.known[place].low is not None for one in points)
    found = {
        "figure": figure_name(figure, written),
        "value": " ".join(cells(figure, point.known[place])),
        "values": written(sweep.said(point.variant)),
    }
    change = change_text(figure, point, place)
    values = {one.known[place].exact for one in points if one.reason is None}
    if not sampled and sweep.ended is None and len(values) == 1:
        yield told("The same in every variant: {figure} {value}", **found)
    elif sampled and change:
        yield told(
            "Highest {figure}: {value} with {values} ({change} against {side});"
            " of estimates, so not for sure",
            **found, change=change, side=reference_values(sweep, written),
        )  # fmt: skip
    elif sampled:
        yield told("Highest {figure}: {value} with {values}; of estimates, so not for sure", **found)
    else:
        yield told("Highest {figure}: {value} with {values}", **found)


def highest(sweep: Sweep, figure: Figure) -> str | None:
    """In which variant a figure is highest, in a sentence; None where there is nothing to choose from."""
    return next(_best(sweep, figure, shown), None)


# Heat maps --------------------------------------------------------------------------------------


def _heat_map(sweep: Sweep, figure: Figure, columns: int, colour: bool) -> Iterator[str]:
    """Of two axes, where it fits: one down, one across."""
    if len(sweep.axes) != 2:
        return
    (panel,) = panels(sweep, [figure])
    assert isinstance(panel, HeatMap)
    write = (lambda cell: percent(cell, 1)) if figure.is_rate else number
    rows = [["", *map(str, panel.xs)]]
    rows += [[str(y), *map(write, row)] for y, row in zip(panel.ys, panel.cells, strict=True)]
    lines = aligned(rows, 0)
    if max(map(width, lines)) > columns or len(panel.xs) < 2 or len(panel.ys) < 2:
        return
    yield told("{figure}: {y} down, {x} across", figure=figure_name(figure), y=panel.y, x=panel.x)
    if not colour:
        yield from lines
        return
    known = [cell for row in panel.cells for cell in row if cell is not None]
    least, span = min(known, default=0.0), max(known, default=0.0) - min(known, default=0.0)
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    yield lines[0]
    for texts, row in zip(rows[1:], panel.cells, strict=True):
        painted = [
            f"\x1b[97;48;5;{_shade(cell, least, span)}m{padded(text, wide, True)}\x1b[0m"
            for text, wide, cell in zip(texts[1:], widths[1:], row, strict=True)
        ]
        yield GAP.join([padded(texts[0], widths[0], True), *painted])


def _shade(cell: float | None, least: float, span: float) -> int:
    if cell is None:
        return 0
    return SHADES[min(int((cell - least) / span * len(SHADES)), len(SHADES) - 1) if span else 0]


def panels(sweep: Sweep, figures: Sequence[Figure]) -> list[Panel]:
    """A curve for one axis, a heat map for two; of more, one for each combination of the others' values."""
    titles = list(map(shown, sweep.titles))
    points = {point.variant.values: point for point in sweep.points if point.reason is None}
    several = len(_by_topic(figures)) > 1
    found: list[Panel] = []
    for figure in figures:
        place = sweep.figures.index(figure)
        name = figure_name(figure)
        head = told("{first}: {more}", first=shown(figure.topic), more=name) if several else name
        if figure.policy is not None:
            head = translated(with_commas((figure.policy, head)))
        known = {values: point.known[place] for values, point in points.items()}
        if len(sweep.axes) == 1:
            curve: list[tuple[float, float, Interval | None]] = [
                (values[0], one.value, _ends(one))
                for values, one in known.items()
                if one.value is not None
            ]
            found.append(Curve(head, titles[0], name, curve, figure.is_rate))
            continue
        values_of = {values: one.value for values, one in known.items()}
        *others, ys, xs = [axis.values for axis in sweep.axes]
        for fixed in product(*others):
            which = with_commas(f"{title} {value}" for title, value in zip(titles, fixed, strict=False))
            rows = [[values_of.get((*fixed, y, x)) for x in xs] for y in ys]
            title = translated(with_commas((head, which))) if which else head
            found.append(HeatMap(title, titles[-1], titles[-2], list(xs), list(ys), rows, figure.is_rate))
    return found
