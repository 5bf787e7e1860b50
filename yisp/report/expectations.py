"""Expectations that failed, in words.

What comes in: a :class:`~yisp.simulate.result.Result`.  What goes out: lines for standard error, two
an expectation:

    deck.yml:31:11: expectation failed: rate >= 0.85
        topic opening: the value is 0.7417797 (54233/73112)

(On the warm start's path.)
"""

from __future__ import annotations

from .layout import fraction, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..simulate.expectations import Verdict
    from ..simulate.result import Result, TopicResult

INDENT = "    "


def render(result: Result) -> list[str]:
    """The expectations that failed, of all topics."""
    lines = []
    for topic in result.played:
        for verdict in topic.expect:
            if not verdict.holds:
                lines += failed(verdict, topic)
    return lines


def failed(verdict: Verdict, topic: TopicResult) -> list[str]:
    """The lines about one of them."""
    place = f"{shown(verdict.file)}:{verdict.line}:{verdict.column}"
    return [f"{place}: expectation failed: {written(verdict)}", INDENT + found(verdict, topic)]


def written(verdict: Verdict) -> str:
    """The expectation as it is written, on one line."""
    return shown(" ".join(verdict.text.split()))


def found(verdict: Verdict, topic: TopicResult) -> str:
    """What came instead."""
    return f"topic {shown(topic.name)}: {value(verdict)}"


def value(verdict: Verdict) -> str:
    """What the expectation is about, in words."""
    if verdict.value is None:
        return "there is no value"
    said = f"the value is {_number(verdict.value)}"
    if verdict.exact is not None:
        return f"{said} ({fraction(verdict.exact)})"
    if verdict.ci95 is None:
        return said
    low, high = map(_number, verdict.ci95)
    return f"{said}, its 95 % interval {low} to {high}"


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.7g}"
