"""The lines of play as a picture: streams of trials that part and meet again, step by step.

What comes in: a :class:`~yisp.studies.reasons.Why`.  What goes out: a file, drawn and written as ``plot``
does.
Columns are the activations in order; a box is an effect, as high as there are trials in which it came there,
and a stream between two boxes is as wide as there are trials that went from one to the other.  The last
column is how they ended.  What is seldom is drawn as one box ("other").
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..messages import say, told, translated
from .layout import percent, shown
from .plot import CannotDraw, write_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..studies.courses import Line
    from ..studies.reasons import Why

STEPS = 6
"""Columns before the last one; what comes after them is not drawn."""

BOXES = 8
"""Effects of a column; the others are one box."""

LEAST = 0.01
"""The share of the trials that makes an effect worth a box."""

GAP = 0.03
"""Between two boxes, as a share of all trials."""

WIDE, HIGH = 2.4, 5.4
"""Inches of a column."""

SUCCESS: str = say("success")
FAILURE: str = say("failure")
OTHER: str = say("other")
NOTHING: str = say("nothing played")

COLOURS = ("#4c78a8", "#f58518", "#72b7b2", "#b279a2", "#eeca3b", "#9d755d", "#ff9da6", "#8c8c8c")
ENDS = {SUCCESS: "#54a24b", FAILURE: "#e45756", OTHER: "#bab0ac", NOTHING: "#d8d8d8"}

POINTS = 40
"""Points of a stream's edge."""

Node = tuple[int, str]
"""A box: its column and what it is called."""


@dataclass(frozen=True, slots=True)
class Flow:
    """The boxes of each column from the top down, and how many trials go from one to another."""

    columns: list[list[Node]]
    heights: Counter[Node]
    streams: Counter[tuple[Node, Node]]
    trials: int


def flow_of(lines: list[Line], trials: int) -> Flow:
    """The boxes and streams of some lines."""
    common = [_common(lines, step, LEAST * trials) for step in range(STEPS)]
    depth = min(max((len(line.steps) for line in lines), default=0), STEPS)
    heights: Counter[Node] = Counter()
    streams: Counter[tuple[Node, Node]] = Counter()
    for line in lines:
        names = [name if name in common[at] else OTHER for at, name in enumerate(_names(line))]
        way = [(at, name) for at, name in enumerate(names or [NOTHING])]
        for end, count in ((SUCCESS, line.successes), (FAILURE, line.count - line.successes)):
            if count:
                whole = [*way, (max(depth, 1), end)]
                for node in whole:
                    heights[node] += count
                for pair in pairwise(whole):
                    streams[pair] += count
    columns = [
        sorted((node for node in heights if node[0] == at), key=lambda node: _rank(node, heights))
        for at in range(max(depth, 1) + 1)
    ]
    return Flow(columns, heights, streams, trials)


def draw_flow(why: Why, path: str) -> list[str]:
    """Draw the lines of play; sentences about what the picture does not show.

    Raises :class:`~yisp.report.plot.CannotDraw`.
    """
    if not any(line.steps for line in why.lines):
        raise CannotDraw(say("no effect was activated, so there are no lines of play to draw"))
    flow = flow_of(why.lines, why.trials)
    title = told(
        "{deck}: {topic}, {trials} trials", deck=shown(why.file), topic=shown(why.topic), trials=why.trials
    )
    remarks = write_picture(path, title, _words(flow), partial(_figure, flow, title))
    if any(len(line.steps) > STEPS or line.more for line in why.lines):
        remarks.append(
            say("some lines are longer; the picture shows their first {number} activations", number=STEPS)
        )
    return remarks


def _names(line: Line) -> list[str]:
    return [f"{card}[{effect}]" for card, effect in line.steps[:STEPS]]


def _common(lines: list[Line], step: int, least: float) -> set[str]:
    """The effects that get a box of their own as that step."""
    counts: Counter[str] = Counter()
    for line in lines:
        names = _names(line)
        if step < len(names):
            counts[names[step]] += line.count
    return {name for name, count in counts.most_common(BOXES) if count >= least}


def _rank(node: Node, heights: Counter[Node]) -> tuple[int, int, str]:
    """The greatest box first; success above failure, and what is left at the bottom."""
    name = node[1]
    last = {SUCCESS: 0, FAILURE: 1, OTHER: 2, NOTHING: 3}.get(name, 0)
    return last, -heights[node] if name not in ENDS else 0, name


def _words(flow: Flow) -> list[str]:
    """What the picture says, in lines."""
    found = []
    for column in flow.columns:
        for node in column:
            share = percent(flow.heights[node] / flow.trials)
            box = {"box": shown(translated(node[1])), "share": share}
            if node[1] in (SUCCESS, FAILURE, NOTHING):
                found.append(told("{box}: {share} of trials", **box))
            else:
                place = node[0] + 1
                found.append(told("{box}: {share} of trials, as activation {number}", **box, number=place))
    return found


def _figure(flow: Flow, title: str) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDE * len(flow.columns) + 1, HIGH), layout="constrained")
    figure.suptitle(title)
    axis: Any = figure.subplots()
    axis.set_axis_off()
    tops = _tops(flow)
    names = list(dict.fromkeys(node[1] for column in flow.columns for node in column if node[1] not in ENDS))
    colour_of = {**{name: COLOURS[at % len(COLOURS)] for at, name in enumerate(names)}, **ENDS}
    _draw_streams(axis, flow, tops, colour_of)
    for node, top in tops.items():
        height = flow.heights[node] / flow.trials
        axis.fill_between([node[0], node[0] + 0.12], top - height, top, color=colour_of[node[1]], linewidth=0)
        text = f"{shown(translated(node[1]))} {percent(height, 1)}"
        axis.text(node[0] + 0.15, top - height / 2, text, va="center", fontsize=8)
    axis.set_xlim(-0.05, len(flow.columns) - 1 + 0.8)
    return figure


def _tops(flow: Flow) -> dict[Node, float]:
    """Where each box begins, from 1 downwards; columns hang from the top."""
    tops = {}
    for column in flow.columns:
        top = 1.0
        for node in column:
            tops[node] = top
            top -= flow.heights[node] / flow.trials + GAP
    return tops


def _draw_streams(axis: Any, flow: Flow, tops: dict[Node, float], colour_of: dict[str, str]) -> None:
    leaves, arrives = dict(tops), dict(tops)
    curve = [step / POINTS for step in range(POINTS + 1)]
    bend = [x * x * (3 - 2 * x) for x in curve]  # flat at both ends
    places = {node: (node[0], at) for column in flow.columns for at, node in enumerate(column)}
    for (source, target), count in sorted(
        flow.streams.items(), key=lambda stream: (places[stream[0][0]], places[stream[0][1]])
    ):
        width = count / flow.trials
        begin, end = leaves[source], arrives[target]
        leaves[source] -= width
        arrives[target] -= width
        left, right = source[0] + 0.12, target[0]
        upper = [begin + (end - begin) * one for one in bend]
        lower = [one - width for one in upper]
        xs = [left + (right - left) * one for one in curve]
        axis.fill_between(xs, lower, upper, color=colour_of[source[1]], alpha=0.35, linewidth=0)
