"""The timings of a deck as a table."""

from __future__ import annotations

from collections.abc import Iterator

from ...messages import told
from ...simulate.single.timing import Timings, TopicTiming
from ..layout import aligned, duration, percent, shown


def render(timings: Timings) -> Iterator[str]:
    """The timings, line by line."""
    yield told(
        "Load and check: {loading}   lower and format: {compiling}",
        loading=duration(timings.load), compiling=duration(timings.compile),
    )  # fmt: skip
    if timings.build is not None:
        yield told("Build native: {time}", time=duration(timings.build))
    else:
        yield told("Build native: not possible, {reason}", reason=timings.remark)
    for topic in timings.topics:
        yield told("Topic: {topic}", topic=shown(topic.name))
        yield from _topic(topic)


def _topic(topic: TopicTiming) -> Iterator[str]:
    for target, seconds in topic.trial.items():
        yield "  " + told(
            "{target}: {nanoseconds} ns a trial, {trials} trials a second",
            target=target, nanoseconds=f"{seconds * 1e9:.0f}", trials=f"{1 / seconds:,.0f}",
        )  # fmt: skip
    known = percent(topic.half_width, 3)
    yield "  " + told("a second of sampling gives the success rate ± {half_width}", half_width=known)
    rows = [
        [shown(effect.name), f"{effect.runs:.2f}", f"{effect.activations:.2f}", percent(effect.share)]
        for effect in sorted(topic.effects, key=lambda effect: -effect.share)
        if effect.runs
    ]
    if rows:
        yield "  " + told("Effects (runs and activations per trial, share of the effects' time):")
        yield from (f"    {line}" for line in aligned(rows))
