"""The text report: what ygo-calc prints, and below it what it does not.

What comes in: a :class:`~yisp.simulate.result.Result`.  What goes out: plain text, without the end
of its last line.  The same result always gives the same text; only the time used differs from run
to run.  (For a terminal see ``terminal``.)

    Simulate 1000 times...
    Time used: 12ms
    Seed: 7
    Topic: test-expend
    First turn average success rate: 85.50% +- 2.18%  average score: 2.63 +- 0.11
    A1: 85.50% +- 2.18%  A2: 25.00% +- 2.68%
    Scores: 0: 14.50%  2: 60.50%  4: 25.00%

(On the warm start's path.)
"""

from __future__ import annotations

from .layout import GAP, NOTHING, aligned, duration, grid, mean_of, number, percent, rate_of, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..simulate.result import EffectUse, Result, Stat, TopicResult

COLUMNS = 100
"""Where lines of many combos are broken."""

MANY = 12
"""Distinct scores, up to which the report lists each; above, it gives their quantiles."""


def render(result: Result, *, intervals: bool = False, columns: int = COLUMNS) -> str:
    """The report; ``intervals`` adds ``+-`` and half the width of the 95 % interval."""
    lines = head(result)
    for topic in result.topics.values():
        lines += _topic(topic, result.partial, intervals, columns)
    return "\n".join(lines)


def head(result: Result) -> list[str]:
    """What is said before the topics."""
    trials = max((topic.trials for topic in result.topics.values()), default=0)
    lines = [
        f"Simulate {trials} times...",
        f"Time used: {duration(result.seconds['run'])}",
        f"Seed: {result.seed}",
    ]
    if result.stopped_by is not None:
        lines.append(f"Partial: topic {shown(result.stopped_by)} had a notice, which ends a strict run")
    elif result.partial:
        lines.append("Partial: the run was interrupted")
    return lines


def title(topic: TopicResult, partial: bool) -> str:
    """The topic's name; in a partial run, where topics differ, with how many trials it had."""
    return f"Topic: {shown(topic.name)}" + (f" ({topic.trials} trials)" if partial else "")


def _topic(topic: TopicResult, partial: bool, intervals: bool, columns: int) -> list[str]:
    lines = [title(topic, partial)]
    if not topic.trials:
        return [*lines, "No trials"]
    success, score = topic.success, topic.score
    lines.append(
        f"First turn average success rate: {rate_of(success.rate, success.ci95, intervals)}"
        f"{GAP}average score: {mean_of(score.mean, score.ci95, intervals)}"
    )
    combos = [
        f"{shown(combo.name)}: {rate_of(combo.rate, combo.ci95, intervals)}"
        for combo in topic.combos.values()
    ]
    lines += grid(combos, columns)
    lines += scores(topic, columns)
    if topic.stats:
        lines.append("Stats:")
        lines += indented(aligned(stat_row(stat, topic.trials, intervals) for stat in topic.stats.values()))
    lines += effects(topic.effects, columns)
    return lines


def scores(topic: TopicResult, columns: int) -> list[str]:
    """How the score is spread; nothing where it says no more than the success rate does."""
    histogram = topic.score.histogram
    if set(histogram) <= {0, 1}:
        return []
    if len(histogram) <= MANY:
        cells = [f"{score}: {percent(count / topic.trials)}" for score, count in histogram.items()]
        lines = grid(cells, columns - len("Scores: "))
        return [f"Scores: {lines[0]}"] if len(lines) == 1 else ["Scores:", *indented(lines)]
    return [f"Scores: {spread(topic.score.min, topic.score.quantiles, topic.score.max)}"]


def spread(least: int | None, quantiles: Mapping[str, int | None], greatest: int | None) -> str:
    """The least value, the quantiles and the greatest one."""
    cells = [f"min {_whole(least)}"]
    cells += [
        f"median {_whole(value)}" if name == "0.5" else f"{float(name):.0%} {_whole(value)}"
        for name, value in quantiles.items()
    ]
    return GAP.join([*cells, f"max {_whole(greatest)}"])


def stat_row(stat: Stat, trials: int, intervals: bool) -> list[str]:
    """A stat's cells; one that has no value in some trials says how many it has."""
    cells = [
        f"{shown(stat.name)}:",
        mean_of(stat.mean, stat.ci95, intervals),
        f"sd {number(stat.sd)}",
        *spread(stat.min, stat.quantiles, stat.max).split(GAP),
    ]
    return [*cells, f"in {stat.count} trials" if stat.count < trials else ""]


def effects(uses: list[EffectUse], columns: int) -> list[str]:
    """Activations per trial and the share of trials with any, for effects that were activated."""
    if not uses:
        return []
    rows = [
        [f"{shown(use.card)}[{use.effect}]", number(use.per_trial), percent(use.share)]
        for use in uses
        if use.per_trial
    ]
    lines = []
    if rows:
        lines = ["Effects (activations per trial, share of trials):", *indented(aligned(rows))]
    idle = [f"{shown(use.card)}[{use.effect}]" for use in uses if not use.per_trial]
    if idle:
        lines += ["Effects never activated:", *indented(grid(idle, columns - 2))]
    return lines


def indented(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


def _whole(value: int | None) -> str:
    return NOTHING if value is None else str(value)
