"""Expectations that failed, in words.

What comes in: a :class:`~yisp.simulate.result.Result`.  What goes out: lines for standard error, two
an expectation:

    deck.yml:31:11: expectation failed: rate >= 0.85
        topic opening: the value is 0.7417797 (54233/73112)

(On the warm start's path.)
"""

from __future__ import annotations

from ...messages import told
from ..layout import fraction, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...simulate.counting.expectations import Verdict
    from ...simulate.result import Result, TopicResult

INDENT = "    "


def render(result: Result) -> list[str]:
    """The expectations that failed, of all topics."""
    return [line for topic, verdict in failures(result) for line in failed(verdict, topic)]


def failures(result: Result) -> list[tuple[TopicResult, Verdict]]:
    """They themselves, with their topics."""
    return [(topic, verdict) for topic in result.played for verdict in topic.expect if verdict.holds is False]


def failed(verdict: Verdict, topic: TopicResult) -> list[str]:
    """The lines about one of them."""
    place = f"{shown(verdict.file)}:{verdict.line}:{verdict.column}"
    said = told("{place}: expectation failed: {expectation}", place=place, expectation=written(verdict))
    return [said, INDENT + found(verdict, topic)]


def written(verdict: Verdict) -> str:
    """The expectation as it is written, on one line."""
    return shown(" ".join(verdict.text.split()))


def found(verdict: Verdict, topic: TopicResult) -> str:
    """What came instead."""
    name = shown(topic.name)
    if len(topic.policies) > 1:
        name = told("{topic}, played by {policy}", topic=name, policy=topic.policy)
    return told("topic {topic}: {found}", topic=name, found=value(verdict))


def value(verdict: Verdict) -> str:
    """What the expectation is about, in words."""
    if verdict.value is None:
        return told("there is no value")
    known = _number(verdict.value)
    if verdict.exact is not None:
        return told("the value is {value} ({fraction})", value=known, fraction=fraction(verdict.exact))
    if verdict.ci95 is None:
        return told("the value is {value}", value=known)
    low, high = map(_number, verdict.ci95)
    return told("the value is {value}, its 95 % interval {low} to {high}", value=known, low=low, high=high)


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.7g}"
