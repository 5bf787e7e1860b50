"""The timings of a deck as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...messages import told
from ...simulate.single.timing import BuildTiming, LoadTiming, Timing, TopicTiming
from ..layout import aligned, duration, percent, shown


def render(timings: Iterable[Timing]) -> Iterator[str]:
    """The timings, line by line, each as soon as it is known."""
    for timing in timings:
        match timing:
            case LoadTiming(load, compiling):
                yield told(
                    "Load and check: {loading}   lower and format: {compiling}",
                    loading=duration(load), compiling=duration(compiling),
                )  # fmt: skip
            case BuildTiming(None, remark):
                yield told("Build native: not possible, {reason}", reason=remark)
            case BuildTiming(float(build), _):
                yield told("Build native: {time}", time=duration(build))
            case TopicTiming():
                yield told("Topic: {topic}", topic=shown(timing.name))
                yield from _topic(timing)


def _topic(topic: TopicTiming) -> Iterator[str]:
    for target, seconds in topic.trial.items():
        yield "  " + told(
            "{target}: {nanoseconds} ns a trial, {trials} trials a second",
            target=target, nanoseconds=f"{seconds * 1e9:.0f}", trials=f"{1 / seconds:,.0f}",
        )  # fmt: skip
    if topic.half_width is not None:
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
