"""Expectations that failed, in words.

What comes in: a :class:`~yisp.simulate.result.Result`.  What goes out: lines for standard error, two
an expectation:

    deck.yml:31:11: expectation failed: rate >= 0.85
        topic opening: the value is 0.7417797 (54233/73112)

(On the warm start's path.)
"""

from __future__ import annotations

from .layout import LONGEST_FRACTION, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..simulate.expectations import Verdict
    from ..simulate.result import Result

INDENT = "    "


def render(result: Result) -> list[str]:
    """The expectations that failed, of all topics."""
    lines = []
    for topic in result.played:
        for verdict in topic.expect:
            if not verdict.holds:
                place = f"{shown(verdict.file)}:{verdict.line}:{verdict.column}"
                lines.append(f"{place}: expectation failed: {shown(' '.join(verdict.text.split()))}")
                lines.append(f"{INDENT}topic {shown(topic.name)}: {_value(verdict)}")
    return lines


def _value(verdict: Verdict) -> str:
    if verdict.value is None:
        return "there is no value"
    value = f"the value is {_number(verdict.value)}"
    if verdict.exact is not None:
        return f"{value} ({verdict.exact if len(verdict.exact) <= LONGEST_FRACTION else 'exact'})"
    if verdict.ci95 is None:
        return value
    low, high = map(_number, verdict.ci95)
    return f"{value}, its 95 % interval {low} to {high}"


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.7g}"
