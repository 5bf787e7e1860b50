"""The timings of a deck as a table."""

from __future__ import annotations

from collections.abc import Iterator

from ..simulate.timing import Timings, TopicTiming
from .layout import aligned, duration, percent, shown


def render(timings: Timings) -> Iterator[str]:
    """The timings, line by line."""
    yield f"Load and check: {duration(timings.load)}   lower and format: {duration(timings.compile)}"
    if timings.build is not None:
        yield f"Build native: {duration(timings.build)}"
    else:
        yield f"Build native: not possible, {timings.remark}"
    for topic in timings.topics:
        yield f"Topic: {shown(topic.name)}"
        yield from _topic(topic)


def _topic(topic: TopicTiming) -> Iterator[str]:
    for target, seconds in topic.trial.items():
        yield f"  {target}: {seconds * 1e9:.0f} ns a trial, {1 / seconds:,.0f} trials a second"
    yield f"  a second of sampling gives the success rate +- {percent(topic.half_width, 3)}"
    rows = [
        [shown(effect.name), f"{effect.runs:.2f}", f"{effect.activations:.2f}", percent(effect.share)]
        for effect in sorted(topic.effects, key=lambda effect: -effect.share)
        if effect.runs
    ]
    if rows:
        yield "  Effects (runs and activations per trial, share of the effects' time):"
        yield from (f"    {line}" for line in aligned(rows))
