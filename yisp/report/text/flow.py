"""The lines of play as streams between effects, from the opening hand to success or failure.

What comes in: lines of play (``studies.courses``).  What goes out: a :class:`Flow`, for whoever draws it
(``streams``, the page) or says it.
Columns are the activations in order; a box is an effect, as high as there are trials in which it came there,
and a stream between two boxes is as wide as there are trials that went from one to the other.  The last
column is how they ended.  What is seldom is drawn as one box ("other").
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from ...messages import say, told, translated
from ...structs import dataclass
from ..layout import percent, shown

if TYPE_CHECKING:
    from ...studies.failures.courses import Line

STEPS = 6  # fewer than a line keeps (courses.LONGEST), so that one that went on beyond those is longer, too
"""Columns before the last one; what comes after them is not drawn."""

BOXES = 8
"""Effects of a column; the others are one box."""

LEAST = 0.01
"""The share of the trials that makes an effect worth a box."""

SUCCESS: str = say("success")
FAILURE: str = say("failure")
OTHER: str = say("other")
NOTHING: str = say("nothing played")

ENDS = {SUCCESS: "success", FAILURE: "failure", OTHER: "other", NOTHING: "nothing"}
"""What boxes are that are no effects."""

Node = tuple[int, str]
"""A box: its column and what it is called."""


@dataclass(frozen=True, slots=True)
class Flow:
    """The boxes of each column from the top down, and how many trials go from one to another."""

    columns: list[list[Node]]
    heights: Counter[Node]
    streams: Counter[tuple[Node, Node]]
    trials: int

    @property
    def places(self) -> dict[Node, tuple[int, int]]:
        """Where each box stands: its column, and how many are above it."""
        return {node: (node[0], at) for column in self.columns for at, node in enumerate(column)}

    @property
    def in_order(self) -> list[tuple[Node, Node]]:
        """The streams from the top down: so none crosses another where it leaves a box or arrives."""
        places = self.places
        return sorted(self.streams, key=lambda stream: (places[stream[0]], places[stream[1]]))


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


def goes_on(lines: list[Line]) -> bool:
    """Whether some lines are longer than what is drawn of them."""
    return any(len(line.steps) > STEPS for line in lines)


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
    return last, -heights[node], name


def words(flow: Flow) -> list[str]:
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
