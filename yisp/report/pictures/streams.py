"""The flow of a topic's trials as a picture.

What comes in: a ``Why``.  What goes out: a file, drawn and written as ``plot``
does.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...messages import say, told, translated
from ..files.files import CannotWrite
from ..layout import number_of_trials, percent, shown
from ..text.flow import FAILURE, NOTHING, OTHER, STEPS, SUCCESS, flow_of, goes_on, words
from .plot import write_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ...studies.failures.reasons import Why
    from ..text.flow import Flow, Node

GAP = 0.03
"""Between two boxes, as a share of all trials."""

WIDE, HIGH = 2.4, 5.4
"""Inches of a column."""

COLOURS = ("#4c78a8", "#f58518", "#72b7b2", "#b279a2", "#eeca3b", "#9d755d", "#ff9da6", "#8c8c8c")
COLOUR_OF_ENDS = {SUCCESS: "#54a24b", FAILURE: "#e45756", OTHER: "#bab0ac", NOTHING: "#d8d8d8"}

POINTS = 40
"""Points of a stream's edge."""


def draw_flow(why: Why, path: str) -> list[str]:
    """Draw the lines of play; sentences about what the picture does not show.

    Raises :class:`~yisp.report.files.files.CannotWrite`.
    """
    if not any(line.steps for line in why.lines):
        raise CannotWrite(say("no effect was activated, so there are no lines of play to draw"))
    flow = flow_of(why.lines, why.trials)
    title = told(
        "{deck}: {topic}, {trials}",
        deck=shown(why.file), topic=shown(why.topic), trials=number_of_trials(why.trials),
    )  # fmt: skip
    remarks = write_picture(path, title, words(flow), partial(_figure, flow, title))
    if goes_on(why.lines):
        remarks.append(
            say("some lines are longer; the picture shows their first {number} activations", number=STEPS)
        )
    return remarks


def _figure(flow: Flow, title: str) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDE * len(flow.columns) + 1, HIGH), layout="constrained")
    figure.suptitle(title)
    axis: Any = figure.subplots()
    axis.set_axis_off()
    tops = _tops(flow)
    names = list(
        dict.fromkeys(node[1] for column in flow.columns for node in column if node[1] not in COLOUR_OF_ENDS)
    )
    colour_of = {**{name: COLOURS[at % len(COLOURS)] for at, name in enumerate(names)}, **COLOUR_OF_ENDS}
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
    for source, target in flow.in_order:
        width = flow.streams[source, target] / flow.trials
        begin, end = leaves[source], arrives[target]
        leaves[source] -= width
        arrives[target] -= width
        left, right = source[0] + 0.12, target[0]
        upper = [begin + (end - begin) * one for one in bend]
        lower = [one - width for one in upper]
        xs = [left + (right - left) * one for one in curve]
        axis.fill_between(xs, lower, upper, color=colour_of[source[1]], alpha=0.35, linewidth=0)
