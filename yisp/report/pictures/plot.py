"""Results as pictures: .svg, .png, or a page of .html that needs nothing else.

What comes in: objects as ``yispc --json`` prints them.  What goes out: a file, written whole or not at
all.  The same results give the same file.  Text stays text in .svg and .html, in the reader's fonts.

Drawn with matplotlib, which is an extra: ``pip install '.[plot]'``.  It is used without its global
state and without a display.
"""

from __future__ import annotations

import io
import logging
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from html import escape
from importlib.util import find_spec
from math import exp, nan
from typing import TYPE_CHECKING, Any

from ...messages import language, say, told, translated
from ..files.files import CannotWrite, ending_of, write, wrong_ending
from ..layout import shown, significant
from .panels import Changes, Curve, Distribution, HeatMap, NotAResult, Panel, Rates, Trend, described, panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".svg", ".png", ".html")

MOST_PANELS = 60
"""Panels of a picture; a note says how many more there would be."""

ACROSS = 3
WIDE, HIGH = 4.6, 3.2
"""Inches of a panel."""

ROW = 0.24
"""Inches of a row of bars."""

POINTS = 100
"""Points of a curve."""

FONTS = (
    "DejaVu Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Noto Sans JP",
    "Source Han Sans SC", "Source Han Sans CN", "Source Han Sans JP", "Microsoft YaHei", "SimHei",
    "Yu Gothic", "Meiryo", "PingFang SC", "Heiti SC", "Hiragino Sans", "Hiragino Sans GB",
    "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "IPAexGothic", "TakaoPGothic", "VL Gothic",
    "Droid Sans Fallback", "AR PL UMing CN", "Arial Unicode MS", "Noto Sans", "sans-serif",
)  # fmt: skip
"""A character is drawn in the first of these that is installed and has it: Latin in matplotlib's own
font, then what the systems bring along for Chinese and Japanese."""

STYLE: Any = {
    "font.family": list(FONTS),
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "yisp",
    "text.parse_math": False,
}

COLOURS = ("#4c78a8", "#f58518", "#54a24b", "#b279a2", "#e45756", "#72b7b2")
"""Of bars that stand side by side."""

PAGE = """\
<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><title>{title}</title>
<style>body {{ font-family: sans-serif; margin: 1em }} svg {{ max-width: 100%; height: auto }}</style></head>
<body>
<h1>{title}</h1>
{picture}
<h2>{heading}</h2>
<ul>
{words}
</ul>
</body>
</html>
"""


def check(path: str) -> None:
    """Raise :class:`~yisp.report.files.files.CannotWrite` when a picture cannot go there, before anything is
    run for it."""
    if ending_of(path) not in ENDINGS:
        raise CannotWrite(wrong_ending(ENDINGS))
    if find_spec("matplotlib") is None:
        raise CannotWrite(say("drawing needs matplotlib: pip install '.[plot]' in yisp's folder"))


def draw(results: Sequence[Any], path: str) -> list[str]:
    """Draw the results; sentences for the user about what the picture does not show.

    Raises :class:`CannotWrite`.
    """
    titles = [_name(result) for result in results]
    try:
        found = [
            panel
            for result, title in zip(results, titles, strict=True)
            for panel in panels(result, f"{title} " if len(results) > 1 else "")
        ]
    except NotAResult as error:
        raise CannotWrite(str(error)) from None
    return draw_panels(found, ", ".join(titles), path)


def draw_panels(found: Sequence[Panel], title: str, path: str) -> list[str]:
    """Draw these panels; else as :func:`draw`."""
    check(path)
    if not found:
        raise CannotWrite(say("there is nothing to draw"))
    remarks: list[str] = []
    if len(found) > MOST_PANELS:
        remarks.append(say("{number} more panels are not drawn", number=len(found) - MOST_PANELS))
    drawn = found[:MOST_PANELS]
    words = [line for panel in drawn for line in described(panel)]
    return remarks + write_picture(path, title, words, partial(_picture, drawn, title))


def write_picture(path: str, title: str, words: Sequence[str], picture: Callable[[], Figure]) -> list[str]:
    """Write a figure; ``words`` are what it says, for a page.  Sentences about what it does not show.

    ``picture`` is called when matplotlib draws as we like it.  Raises :class:`CannotWrite`.
    """
    ending = ending_of(path)
    remarks: list[str] = []
    with _style() as missing:
        kind, metadata = ("png", "Software") if ending == ".png" else ("svg", "Date")
        drawn = io.BytesIO()
        picture().savefig(drawn, format=kind, dpi=150, metadata={metadata: None})
    data = drawn.getvalue()
    if missing and ending == ".png":
        remarks.append(say("no font here can show some of the names; one such as Noto Sans CJK can"))
    if ending == ".html":
        data = _page(data.decode("utf-8"), title, words).encode("utf-8")
    write(path, data)
    return remarks


def _name(result: Any) -> str:
    try:
        return shown(str(result["deck"]["file"]))
    except (KeyError, TypeError):
        raise CannotWrite(say("it is not a result of `yispc --json`")) from None


@contextmanager
def _style() -> Iterator[list[str]]:
    """While entered, matplotlib draws as we like it; gives the warnings about missing characters."""
    import matplotlib

    missing: list[str] = []
    fonts = logging.getLogger("matplotlib.font_manager")  # it warns of every font that is not installed
    level = fonts.level
    fonts.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings(record=True) as caught, matplotlib.rc_context():
            # Not what a ``matplotlibrc`` says: it is looked for in the current folder, which is a stranger's.
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(STYLE)
            warnings.simplefilter("always")
            yield missing
        missing += [str(item.message) for item in caught if "missing from font" in str(item.message)]
    finally:
        fonts.setLevel(level)


def _picture(found: Sequence[Panel], title: str) -> Figure:
    from matplotlib.figure import Figure

    across = min(ACROSS, len(found))
    down = -(-len(found) // across)
    rows = max((len(panel.rows) for panel in found if isinstance(panel, Changes)), default=0)
    high = max(HIGH, ROW * rows + 1)  # the rows of the longest have room
    figure = Figure(figsize=(WIDE * across, high * down + 0.4), layout="constrained")
    figure.suptitle(title)
    axes = figure.subplots(down, across, squeeze=False)
    for axis, panel in zip(axes.flat, found, strict=False):
        axis.set_title(panel.title)
        _DRAWN[type(panel)](axis, panel)
    for axis in axes.flat[len(found) :]:
        axis.set_visible(False)
    return figure


def _distribution(axis: Any, panel: Distribution) -> None:
    edges, shares = zip(*panel.bars, strict=True)
    axis.bar(
        edges, shares, width=panel.width, align="edge", color="#4c78a8", edgecolor="white", linewidth=0.4
    )
    if panel.mean is not None:
        axis.axvline(panel.mean, color="#e45756", linewidth=1, label=panel.label)
        axis.legend(framealpha=0.8, edgecolor="none")
    axis.set_ylabel(told("share of trials"))
    _as_percent(axis.yaxis)
    if panel.width == 1.0:
        _whole_numbers(axis.xaxis)


def _rates(axis: Any, panel: Rates) -> None:
    for place, (_, rate, ends) in enumerate(panel.rows):
        axis.barh(place, rate, color="#72b7b2" if place else "#4c78a8", height=0.7)
        _whiskers(axis, rate, place, ends, capsize=3, linewidth=1)
    axis.set_yticks(range(len(panel.rows)), [name for name, _, _ in panel.rows])
    axis.invert_yaxis()
    axis.set_xlim(0, 1)
    sampled = any(ends is not None for _, _, ends in panel.rows)
    label = say("success rate, with 95 % intervals") if sampled else say("success rate, exact")
    if panel.left_out:
        axis.set_xlabel(told("{label}; {number} more", label=label, number=panel.left_out))
    else:
        axis.set_xlabel(translated(label))
    _as_percent(axis.xaxis)


def _whiskers(axis: Any, value: float, y: float, ends: tuple[float, float] | None, **style: float) -> None:
    """The interval of a bar's end, where it has one."""
    if ends is not None:
        reach = [[max(value - ends[0], 0)], [max(ends[1] - value, 0)]]
        axis.errorbar(value, y, xerr=reach, color="black", **style)


def _changes(axis: Any, panel: Changes) -> None:
    for place, (_, bars) in enumerate(panel.rows):
        high = 0.8 / max(len(bars), 1)
        for at, (value, ends) in enumerate(bars):
            y = place - 0.4 + high * (at + 0.5)
            axis.barh(y, value, color=COLOURS[at % len(COLOURS)], height=high)
            _whiskers(axis, value, y, ends, capsize=2, linewidth=0.8)
    axis.axvline(0, color="black", linewidth=0.8)
    axis.set_yticks(range(len(panel.rows)), [name for name, _ in panel.rows])
    axis.invert_yaxis()
    axis.set_xlabel(panel.label)
    if panel.rates:
        _as_percent(axis.xaxis)
    if len(panel.names) > 1:
        from matplotlib.patches import Patch

        handles = [Patch(color=COLOURS[at % len(COLOURS)], label=name) for at, name in enumerate(panel.names)]
        axis.legend(handles=handles, framealpha=0.8, edgecolor="none")


def _trend(axis: Any, panel: Trend) -> None:
    xs = [x for x, _, _ in panel.points]
    what = told("means, with 95 % intervals") if panel.sampled else told("means, exact")
    axis.errorbar(
        xs, [mean for _, mean, _ in panel.points], yerr=[1.96 * error for _, _, error in panel.points],
        fmt="o", markersize=3, capsize=2, linewidth=1, color="#4c78a8", label=what,
    )  # fmt: skip
    if panel.fit:
        low, high = min(xs), max(xs)
        curve = [low + (high - low) * step / POINTS for step in range(POINTS + 1)]
        odds = [panel.intercept + panel.slope * x for x in curve]
        heights = [1 / (1 + exp(min(max(-one, -700.0), 700.0))) for one in odds] if panel.logistic else odds
        axis.plot(curve, heights, color="#e45756", linewidth=1.2, label=panel.fit)
    axis.set_xlabel(panel.x)
    axis.set_ylabel(told("mean of {stat}", stat=panel.y))
    axis.legend(framealpha=0.8, edgecolor="none")


def _curve(axis: Any, panel: Curve) -> None:
    xs = [x for x, _, _ in panel.points]
    ys = [y for _, y, _ in panel.points]
    axis.plot(xs, ys, marker="o", markersize=3, linewidth=1.2, color="#4c78a8")
    sampled = [(x, *ends) for x, _, ends in panel.points if ends is not None]
    if sampled:
        where, low, high = zip(*sampled, strict=True)
        axis.fill_between(where, low, high, color="#4c78a8", alpha=0.25, linewidth=0)
    axis.set_xlabel(panel.x)
    if sampled:
        axis.set_ylabel(told("{figure}, with 95 % intervals", figure=panel.y))
    else:
        axis.set_ylabel(told("{figure}, exact", figure=panel.y))
    _whole_numbers(axis.xaxis)
    if panel.is_rate:
        _as_percent(axis.yaxis)


WRITTEN_CELLS = 150
"""Cells of a heat map up to which each has its number in it."""


def _heat_map(axis: Any, panel: HeatMap) -> None:
    cells = [[nan if cell is None else cell for cell in row] for row in panel.cells]
    image = axis.imshow(cells, aspect="auto", origin="lower", cmap="viridis", interpolation="nearest")
    axis.set_xticks(*_ticks(panel.xs))
    axis.set_yticks(*_ticks(panel.ys))
    axis.set_xlabel(panel.x)
    axis.set_ylabel(panel.y)
    bar = axis.figure.colorbar(image, ax=axis)
    if panel.is_rate:
        _as_percent(bar.ax.yaxis)
    if len(panel.xs) * len(panel.ys) > WRITTEN_CELLS:
        return
    known = [cell for row in panel.cells for cell in row if cell is not None]
    middle = (min(known) + max(known)) / 2 if known else 0.0
    for y, row in enumerate(panel.cells):
        for x, cell in enumerate(row):
            if cell is not None:
                text = f"{cell:.1%}" if panel.is_rate else significant(cell, None)
                colour = "black" if cell > middle else "white"
                axis.text(x, y, text, ha="center", va="center", fontsize=6, color=colour)


_DRAWN: dict[type, Callable[[Any, Any], None]] = {
    Distribution: _distribution,
    Rates: _rates,
    Changes: _changes,
    Trend: _trend,
    Curve: _curve,
    HeatMap: _heat_map,
}

MOST_TICKS = 20


def _ticks(values: Sequence[int]) -> tuple[list[int], list[str]]:
    """Where the ticks of an axis are, and what they say."""
    step = -(-len(values) // MOST_TICKS)
    places = list(range(0, len(values), step))
    return places, [str(values[place]) for place in places]


def _whole_numbers(axis: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def _as_percent(axis: Any) -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1))


def _page(svg: str, title: str, words: Sequence[str]) -> str:
    picture = svg[svg.index("<svg") :]
    listed = "\n".join(f"<li>{escape(line)}</li>" for line in words)
    return PAGE.format(
        language=language(), title=escape(title), heading=escape(told("In words")), picture=picture,
        words=listed,
    )  # fmt: skip
